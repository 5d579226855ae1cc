"""A game with real cards: a table as a referee knows it, and the entries for it.

Printed cards have no numbers, so each card of a house gets the next number. A referee sees no hand,
an assistant sees one player's hand. Entries can be undone, and probable mistakes can be found.

The record of such a game can be read back as entries. If some hands were not entered, cards that
were never placed are made up, consistently with all events.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain

import attrs

from westeros_intrigue import Card, House, IronThroneCard, Move, Slot, events, observe
from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.errors import InvalidValue, NotationError
from westeros_intrigue.notation import Record, RecordedPlacement, RecordedRound
from westeros_intrigue.notation.records import writing
from westeros_intrigue.play.referee import entries
from westeros_intrigue.rules.automated import find_dictated_slot, find_seen_cards
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, Piles, next_of
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, RoundDeal, throne_faults
from westeros_intrigue.rules.game_events import (
    Elimination,
    Event,
    Phase,
    Placement,
    RoundStart,
    SetAside,
    TurnStart,
)
from westeros_intrigue.rules.state import GameState, letters
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.variants import STANDARD, Variant
from westeros_intrigue.rules.view import View
from westeros_intrigue.rules.violations import Violation
from westeros_intrigue.views import Determinizer


class NotPossible(InvalidValue):
    """An entry is impossible at the table; the message states the reason.

    >>> from westeros_intrigue import STANDARD
    >>> try:
    ...     RealTable.new(2, STANDARD, 0).entered("out")
    ... except NotPossible as error:
    ...     print(error)
    a player with 14 cards cannot be out: every house has an open slot (rule turn.must-place)
    """


@attrs.frozen
class RealTable(values.Value):
    """A game with real cards at one moment. It is immutable: each entry returns a new one.

    A referee enters only public events:

    >>> from westeros_intrigue import STANDARD
    >>> table = RealTable.new(2, STANDARD, 0).entered("S a0").entered("L a1")
    >>> str(table.view.court), table.seat
    ('a0 S1 L1', 0)

    An assistant also knows one hand:

    >>> table = RealTable.new(4, STANDARD, 0, player=1)
    >>> table.needs_hand, table.entered("SSSLLBBTT").needs_hand
    (True, False)

    Cards can start the bottom row, and automated houses turn over cards:

    >>> RealTable.new(5, STANDARD, 0).entered("S").starters_missing
    0
    >>> from westeros_intrigue import SOLO_SCHEMING, House
    >>> table = RealTable.new(4, SOLO_SCHEMING, 0).entered("S a0")
    >>> str(table.slot_for(House.TARGARYEN)), str(table.entered("T").view.court)
    ('a-1', 'a-1 T1 S1')
    """

    view: View
    """The known facts: the public information, and one hand if the player shows it."""
    waiting: tuple[Card, ...] = ()
    """The face-up cards that wait for more: cards that start the bottom row, until the round is
    dealt, or cards that the automated house to move has set aside."""
    finished: tuple[View, ...] = ()
    """The view at the end of each finished round."""
    piles: Piles = ()
    """For the first seats, the Iron Throne cards that they have shown at the end of the game."""

    @classmethod
    def new(
        cls, players: int, variant: Variant, first_player: int, player: int | None = None
    ) -> RealTable:
        """Return a table before the first card; `player`, from 0, has the known hand, if any.

        Args:
            players: the number of seats.
            variant: the options of the game.
            first_player: the seat that begins the first round, from 0.
            player: the seat whose hand is known, from 0; None if no hand is.
        """
        table = Table.new(players, variant=variant, first_player=first_player, has_numbers=False)
        return cls(View(table, player))._settled()

    @property
    def table(self) -> Table:
        """The public information."""
        return self.view.table

    @property
    def starters_missing(self) -> int:
        """The number of cards still needed to start the bottom row."""
        table = self.table
        if table.phase is not Phase.DEALING:
            return 0
        return table.variant.starter_count(table.players, table.round_number) - len(self.waiting)

    @property
    def seat(self) -> int:
        """The seat to move, from 0, to show its Iron Throne cards, or to start the round."""
        seats = (self.table.active_player, self.to_show, self.table.starting_player)
        return next(seat for seat in seats if seat is not None)

    @property
    def is_automated(self) -> bool:
        """True if an automated house must move."""
        return self.table.active_player in self.table.variant.automated

    @property
    def needs_hand(self) -> bool:
        """True if the hand must be entered now, as the round begins."""
        is_dealing = self.table.phase is Phase.DEALING
        return is_dealing and self.view.player is not None and not self.starters_missing

    def slot_for(self, house: House) -> Slot | None:
        """Return the slot for the automated seat's card; None if the card does not fit."""
        if not self.is_automated:
            raise NotPossible("no automated house has to move now")
        return find_dictated_slot(self.table.court, self.table.variant.houses[self.seat], house)

    def entered(self, entry: str) -> RealTable:
        """Return the table after an entry; at the end, Iron Throne cards such as `3/7 1/2`.

        Raises:
            NotPossible: the entry is impossible.
            NotationError: the entry is not understood.
        """
        values.check_type("an entry", entry, str)
        if self.needs_hand:
            return self._told_hand(entry)
        if self.to_show is not None:
            return self._shown(self.to_show, writing.read_throne_cards(entry))
        if entry.lower() == OUT:
            return self._gone_out()
        wanted = read_printed(entry)
        house, slot = wanted.house, wanted.slot
        if self.starters_missing:
            if slot:
                raise NotPossible("the cards that start the bottom row come first, by their houses")
            laid = (*self.waiting, self._unseen_card(house))
            return attrs.evolve(self, waiting=laid)._settled()
        if slot is None and self.is_automated:
            return self._turned_over(house)
        if slot is None:
            raise NotationError("", 1, len(entry) + 1, "a slot such as b2")
        if violations := self.table.court.explain(house, slot):
            raise NotPossible(why_not(violations).removesuffix("."))
        return self._placed(house, slot)

    def _told_hand(self, text: str) -> RealTable:
        table = self.table
        try:
            deal = RoundDeal.from_houses([text], letters(self.waiting), rng=random.Random(0))  # noqa: S311 - no secret
        except InvalidDeal as error:
            raise NotPossible(str(error)) from None
        count = table.variant.hand_size(table.players, table.round_number)
        [hand] = deal.hands
        if len(hand) != count:
            raise NotPossible(
                f"the hand has {english.count_things(count, 'card')}, not {len(hand)}"
            )
        return self._with_view(self.view.dealt(hand, deal.starters))

    def _placed(self, house: House, slot: Slot) -> RealTable:
        return self._with_view(self.view.placed(Move(self._card(house), slot), self.waiting))

    def _turned_over(self, house: House) -> RealTable:
        """Return the table after an automated house has turned over a card.

        The house places the card or sets it aside, and is out if that was its last card.
        """
        if slot := self.slot_for(house):
            return self._placed(house, slot)
        set_aside = attrs.evolve(self, waiting=(*self.waiting, self._card(house)))
        is_all = len(set_aside.waiting) == self.table.hand_sizes[self.seat]
        return set_aside._gone_out() if is_all else set_aside

    def _gone_out(self) -> RealTable:
        if self.table.phase is not Phase.PLAYING:
            raise NotPossible("no player has to place a card now")
        try:
            return self._with_view(self.view.gone_out(self.waiting))
        except InvalidValue as error:
            rule = "solo.out" if self.is_automated else "turn.must-place"
            raise NotPossible(f"{error} (rule {rule})") from None

    def _with_view(self, view: View) -> RealTable:
        return RealTable(view, (), self.finished)._settled()

    def _settled(self) -> RealTable:
        """Return the table after scoring a round and dealing the next, if due."""
        table = self
        if table.table.phase is Phase.ROUND_OVER:
            table = RealTable(table.view.scored(), (), (*table.finished, table.view))
        is_dealing = table.table.phase is Phase.DEALING
        if not is_dealing or table.starters_missing or table.needs_hand:
            return table
        return RealTable(table.view.dealt((), table.waiting), (), table.finished)

    @property
    def to_show(self) -> int | None:
        """The seat that must show its Iron Throne cards; None if there is none."""
        sizes = self.view.score_pile_sizes if self.view.is_over else ()
        left = (seat for seat, size in enumerate(sizes) if size and seat >= len(self.piles))
        return next(left, None)

    @property
    def score_piles(self) -> Piles:
        """For each seat, from 0, the Iron Throne cards that it has shown."""
        return (*self.piles, *((),) * (self.table.players - len(self.piles)))

    def _shown(self, seat: int, cards: Sequence[IronThroneCard]) -> RealTable:
        count = self.view.score_pile_sizes[seat]
        if len(cards) != count:
            things = english.count_things(count, "Iron Throne card")
            raise NotPossible(f"{things} must be shown, not {len(cards)}")
        before = [*chain(*self.piles)]
        drawn, printed = Counter([*before, *cards]), self.table.variant.throne_cards
        # The printed cards are not known, except that no two are the same.
        is_assumed = printed in ((), STANDARD.throne_cards)
        for card in drawn - Counter({*drawn} if is_assumed else printed):
            left = [
                *map(writing.write_throne_card, (Counter(printed) - Counter(before)).elements())
            ]
            possible = (
                "no two are the same" if is_assumed else f"only {english.join_words(left)} can be"
            )
            shown = writing.write_throne_card(card)
            raise NotPossible(f"no Iron Throne card {shown} is left: {possible}")
        return attrs.evolve(self, piles=(*self.score_piles[:seat], tuple(cards)))

    def _card(self, house: House) -> Card:
        """Return the card of a house that is placed or turned over, usually a card not yet seen."""
        if self.seat == self.view.player:
            held = [card for card in self.view.hand if card.house is house]
            if not held:
                raise NotPossible(f"no {house} card is in the hand (rule turn.own-hand)")
            return held[0]
        if not self.is_automated:
            return self._unseen_card(house)
        left, turns = self.table.hand_sizes[self.seat], self.table.turned_over[self.seat]
        stack = find_seen_cards(left, self.table.hand_size - left, turns)
        known = stack[len(self.waiting)]
        if known and known.house is not house:
            raise NotPossible(
                f"a {known.house} card was set aside there, and comes now (rule solo.recycle)"
            )
        return known or self._unseen_card(house)

    def _unseen_card(self, house: House) -> Card:
        table = self.table
        seen = {*table.court.values(), *chain(*table.known_stacks), *self.waiting, *self.view.hand}
        if unseen := next_of(house, seen):
            return unseen
        raise NotPossible(
            f"all {CARDS_PER_HOUSE} {house} cards have been seen (rule components.characters)"
        )


OUT = "out"
"""The entry that declares that no card of the player to move fits."""


def read_printed(entry: str) -> entries.Wanted:
    """Read the house of a printed card, perhaps with a slot.

    Raises:
        NotPossible: the entry gives the card a number, and printed cards have none.
        NotationError: the entry has another form.
    """
    wanted = entries.read_wanted(entry)
    if wanted.card is not None:
        plain = entries.Wanted(wanted.house, None, wanted.slot)
        raise NotPossible(f"printed cards have no numbers: type {_write(plain)}")
    return wanted


def _write(wanted: entries.Wanted) -> str:
    return f"{wanted.house.letter} {wanted.slot}" if wanted.slot else wanted.house.letter


def canonical(entry: str) -> str:
    """Return an entry in the log's form: `S b2` for `stark to B2`."""
    try:
        return _write(read_printed(entry))
    except NotationError:
        return entry.lower() if entry.lower() == OUT else entry


def _complete(entry: str, old: str) -> str:
    """Return an entry completed with the house or the slot of an old entry."""
    house, _, slot = old.partition(" ")
    if not slot:
        return entry
    if found := entries.read_slot(entry, ()):
        return f"{house} {found}"
    with suppress(NotationError):
        if entries.read_wanted(entry).slot is None:
            return f"{entry} {slot}"
    return entry


def _entries_of(event: Event, table: RealTable) -> Iterator[str]:
    """Yield the entries for an event that changes a table."""
    match event:
        case RoundStart(starters=starters, hands=hands):
            yield from letters(starters)
            yield from map(letters, filter(None, hands))
        case SetAside(cards=cards):
            yield from letters(cards)
        case Placement(player, Move(card, slot)):
            is_drawn = player in table.table.variant.automated
            yield card.house.letter if is_drawn else f"{card.house.letter} {slot}"
        case Elimination(player, placed):
            # A player who is out for a reason that the table knows is out already.
            if (player, placed) == (table.table.active_player, len(table.table.placements)):
                yield OUT
        case _:
            pass


def why_not(violations: Sequence[Violation]) -> str:
    """Return the reason why printed cards cannot be arranged in this way."""
    return without_numbers(english.join_sentences([*map(entries.cite, violations)]))


def without_numbers(text: str) -> str:
    """Return a text with card numbers removed, since printed cards have none.

    >>> without_numbers("S4 cannot go to b0")
    'S cannot go to b0'
    """
    return re.sub(r"\b([SLBT])[1-9]\b", r"\1", text)


MADE_UP = "cards that nobody placed are made up"
"""The end of the tag `Referee` in a record with unknown hands."""

_NO_DEAL = "no deal agrees with this: a player who is out could have placed a card"
_MOST_TRIES = 10_000


def record_of(game: RealTable) -> Record:
    """Return the record of the game so far, with made-up cards for unseen ones.

    Until all Iron Throne cards are shown, they are made up, and the last round of the game is not
    scored.

    Raises:
        NotPossible: no deal is consistent with the entries.
    """
    table, variant = game.table, game.table.variant
    is_known = table.hand_size > 0 and not table.is_over
    ends = (*game.finished, game.view) if is_known else game.finished
    is_shown = table.is_over and game.to_show is None
    scored = len(table.results) - (table.is_over and not is_shown)
    piles = [iter(pile) for pile in game.score_piles]
    throne_cards = [next(piles[each.last_placer]) for each in table.results if is_shown]
    if throne_faults(throne_cards, variant):
        variant = variant.with_throne_cards(throne_cards)
    deals, rounds = _draw_rounds(ends)
    return Record(
        players=table.players,
        deal=Deal(deals, throne_cards or variant.throne_cards[:scored]),
        rounds=tuple(rounds),
        scored_rounds=scored,
        variant=variant,
        first_player=table.first_player,
    )


def list_known_seats(record: Record) -> tuple[int, ...]:
    """Return the seats, from 0, whose hands in a record are real.

    >>> from westeros_intrigue import setup
    >>> list_known_seats(Record.from_state(setup(2, seed=1)))
    (0, 1)
    """
    sees = dict(record.tags).get("Referee", "")
    if not sees.endswith(MADE_UP):
        return tuple(range(record.players))
    return tuple(int(seat) for seat in re.findall(r"hand of player (\d)", sees))


def public_view(record: Record, state: GameState) -> View:
    """Return the public information in a position of a record; printed cards have no numbers.

    >>> from westeros_intrigue import setup
    >>> state = setup(2, seed=1)
    >>> public_view(Record.from_state(state, tags={"Referee": "the table"}), state)
    <View of a spectator: round 1 of 2, playing, player 0 to move>

    Args:
        record: the record of a game with real cards.
        state: a state of that game.
    """
    has_numbers = "Referee" not in dict(record.tags)
    return View(attrs.evolve(state.table, has_numbers=has_numbers))


def describe_made_up_hands(record: Record) -> str:
    """Return a sentence about the unknown hands that a record makes up, or an empty string.

    >>> from westeros_intrigue import setup
    >>> record = Record.from_state(setup(2, seed=1), tags={"Referee": f"the table; {MADE_UP}"})
    >>> describe_made_up_hands(record)
    'The referee did not know the hands: cards that were never placed are made up.'
    """
    known = list_known_seats(record)
    if len(known) == record.players:
        return ""
    hands = f"any hand except player {known[0]}'s" if known else "the hands"
    return f"The referee did not know {hands}: cards that were never placed are made up."


def _draw_rounds(ends: Sequence[View]) -> tuple[list[RoundDeal], list[RecordedRound]]:
    """Return deals that are consistent with the known facts of each round, and the placements.

    With Anyone Can Die, each round is dealt from the cards of the previous one, so the last round
    is drawn first.

    Raises:
        NotPossible: no such deals exist.
    """
    drawn: list[RoundDeal] = []
    for end in reversed(ends):
        is_dying = drawn and end.variant.has_dead(end.round_number)
        drawn.insert(0, _draw_deal(end, letters(drawn[0].dealt) if is_dying else ""))
    deals: list[RoundDeal] = []
    rounds = []
    for end, deal in zip(ends, drawn, strict=True):
        is_dying = deals and end.variant.has_dead(end.round_number - 1)
        numbered = RoundDeal.from_houses(
            map(letters, deal.hands),
            letters(deal.starters),
            in_game=deals[-1].dealt if is_dying else None,
            rng=random.Random(0),  # noqa: S311 - no secret
        )
        names = dict(zip(deal.dealt, numbered.dealt, strict=True))
        deals.append(numbered)
        placements = (
            RecordedPlacement(placed.player, Move(names[placed.move.card], placed.move.slot))
            for placed in end.placements
        )
        rounds.append(RecordedRound(tuple(placements)))
    return deals, rounds


def _draw_deal(end: View, needed: str) -> RoundDeal:
    """Return a deal of a round with at least the cards of these houses."""
    # A made-up hand without a fitting card would eliminate a player who has not declared that.
    if end.active_player is not None and not end.table.can_place:
        with suppress(InvalidValue):
            end = end.then(TurnStart(end.active_player))
    with suppress(InvalidValue):
        worlds, rng = Determinizer(end), random.Random(end.round_number)  # noqa: S311 - no secret
        for _ in range(_MOST_TRIES):
            deal = worlds.draw_deal(rng)
            if Counter(needed) <= Counter(letters(deal.dealt)):
                return deal
    raise NotPossible("no deal agrees with this: a player who is out could have placed a card")


@attrs.frozen(slots=False)
class RealGame(values.Value):
    """The entries of a game with real cards. It is immutable: each step returns a new one.

    >>> game = RealGame.new(2, STANDARD, 0).entered("stark to a0").entered("L a1").entered("S b0")
    >>> game.entries, str(game.table.view.court)
    (('S a0', 'L a1', 'S b0'), 'a0 S1 L1 / b0 S2')
    >>> list(game.suspects("B c0"))
    []
    >>> game.fixed(2, "B a1").undone(2).entries
    ('S a0',)
    >>> RealGame.of_record(game.record).entries == game.entries
    True
    """

    entries: tuple[str, ...]
    """The entries in order, as `canonical` returns them."""
    tables: tuple[RealTable, ...]
    """The table before the first entry and after each entry."""

    @classmethod
    def new(
        cls, players: int, variant: Variant, first_player: int, player: int | None = None
    ) -> RealGame:
        """Return a game before the first card; `player`, from 0, has the known hand, if any.

        Args:
            players: the number of seats.
            variant: the options of the game.
            first_player: the seat that begins the first round, from 0.
            player: the seat whose hand is known, from 0; None if no hand is.
        """
        return cls((), (RealTable.new(players, variant, first_player, player),))

    @classmethod
    def of_record(cls, record: Record, player: int | None = None) -> RealGame:
        """Return the game of a record; `player`, from 0, has the known hands; None for none.

        Args:
            record: a record that the referee wrote.
            player: the seat whose hands are known, from 0; None if no hands are.
        """
        game = cls.new(record.players, record.variant, record.first_player, player)
        for event in events(None, observe(record.state, player)):
            for entry in _entries_of(event, game.table):
                game = game._then(entry)
        return game

    @property
    def table(self) -> RealTable:
        """The current table."""
        return self.tables[-1]

    @cached_property
    def record(self) -> Record:
        """The record of the game so far, without tags.

        Raises:
            NotPossible: no deal agrees with the entries.
        """
        return record_of(self.table)

    def entered(self, entry: str) -> RealGame:
        """Return the game after another entry; at the end, Iron Throne cards such as `3/7 1/2`.

        Raises:
            NotPossible: the entry is impossible.
            NotationError: the entry is not understood.
        """
        return self._then(canonical(entry))._checked()

    def undone(self, count: int) -> RealGame:
        """Return the game without its last entries.

        Args:
            count: the number of entries.

        Raises:
            InvalidValue: there are fewer entries.
        """
        kept = len(self.entries) - values.check_integer("count", count, 0, len(self.entries))
        return RealGame(self.entries[:kept], self.tables[: kept + 1])

    def fixed(self, number: int, *entries: str) -> RealGame:
        """Return the game with other entries instead of the entry with a number, from 1.

        Without other entries, the entry is deleted; an entry followed by the old one inserts a
        forgotten entry. A single entry can be a house without a slot, or a slot without a house: it
        keeps the other part.

        Args:
            number: the number of the entry, from 1.
            *entries: the new entries, as they are typed.

        Raises:
            InvalidValue: no entry has the number.
            NotPossible: the entry, or a later one, is impossible, or nothing would change.
            NotationError: an entry is not understood.
        """
        number = values.check_integer("number", number, 1, len(self.entries))
        old = self.entries[number - 1]
        if len(entries) == 1:
            entries = (_complete(entries[0], old),)
        new = [*map(canonical, entries)]
        if new == [old]:
            raise NotPossible(f"entry {number} is {old} already")
        changed = (*self.entries[: number - 1], *new, *self.entries[number:])
        return self._with(changed)._checked()

    def placed_by(self, number: int, seat: int) -> RealGame:
        """Return the game in which a seat made an entry and the players before it were out.

        >>> game = RealGame.new(2, STANDARD, 0).entered("S a0").entered("S a1")
        >>> game.placed_by(1, 1).table.table.first_player
        1

        Args:
            number: the number of the entry, from 1. The first entry determines the starting player.
            seat: the seat, from 0.

        Raises:
            InvalidValue: no entry has the number, or the table no such seat.
            NotPossible: the players before that seat cannot be out, a later entry is impossible, or
                the seat made the entry already.
        """
        number = values.check_integer("number", number, 1, len(self.entries))
        seat = values.check_integer("seat", seat, 0, self.table.table.players - 1)
        if self.tables[number - 1].seat == seat:
            made = "starts the game" if number == 1 else f"made entry {number}"
            raise NotPossible(f"player {seat} {made} already")
        kept = number - 1
        while kept and self.entries[kept - 1] == OUT:
            kept -= 1
        game, view = self.undone(len(self.entries) - kept), self.tables[0].view
        if not kept:
            game = RealGame.new(view.players, view.variant, seat, view.player)
        finished = game.table.finished
        while game.table.seat != seat:
            game = game._then(OUT)
            if game.table.finished != finished:
                raise NotPossible(f"player {seat} is out")
        return game._with((*game.entries, *self.entries[number - 1 :]))._checked()

    def suspects(self, last: str) -> Iterator[tuple[int, str]]:
        """Yield each explanation of an impossible entry by an earlier entry with the wrong house.

        An explanation is the number of the earlier entry in this round, with its probable
        correction.
        """
        last = canonical(last)
        for number in range(len(self.entries), 0, -1):
            before = self.tables[number - 1]
            if before.view.is_over or len(before.finished) < len(self.table.finished):
                return  # the court of the round is gone
            house, _, slot = self.entries[number - 1].partition(" ")
            for other in House:
                if slot and other.letter != house:
                    instead = f"{other.letter} {slot}"
                    later = (instead, *self.entries[number:], last)
                    with suppress(NotPossible):
                        RealGame((), (before,))._with(later)
                        yield number, instead

    def _then(self, entry: str) -> RealGame:
        return RealGame((*self.entries, entry), (*self.tables, self.table.entered(entry)))

    def _with(self, entries: Sequence[str]) -> RealGame:
        """Return the game from its first table on with these entries."""
        game = RealGame((), self.tables[:1])
        for number, entry in enumerate(entries, 1):
            try:
                game = game._then(entry)
            except NotPossible as error:
                told = f"entry {number}, {entry}, would be impossible: {error}"
                raise NotPossible(told) from None
        return game

    def _checked(self) -> RealGame:
        """Return the game if some deal leads to it."""
        _ = self.record
        return self
