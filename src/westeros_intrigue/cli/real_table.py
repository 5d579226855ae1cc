"""A game with real cards, as a referee knows it: a table, and what is entered at it.

Printed cards have no numbers, so each card of a house gets the next one. A referee sees no hand:
for a record the cards that nobody has placed are made up, as they may have been.

Rules: components.names, setup.starter, elimination.unable, solo.highest, solo.side,
solo.set-aside, solo.recycle, solo.public.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

import attrs

from westeros_intrigue import (
    Card,
    Court,
    Deal,
    Determinizer,
    GameState,
    House,
    InvalidValue,
    IronThroneCard,
    Move,
    NotationError,
    Phase,
    Record,
    RecordedPlacement,
    RecordedRound,
    RoundDeal,
    Slot,
    Table,
    Variant,
    View,
    WrongPhase,
)
from westeros_intrigue.base.values import Value
from westeros_intrigue.cli.typed import read_wanted
from westeros_intrigue.rules.automated import dictated_slot
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE
from westeros_intrigue.rules.dealing import throne_faults

OUT = "out"
"""What is entered when the player to move says that no card fits."""
_NO_DEAL = "no deal leads to this: somebody who is out could have placed a card"
_MOST_TRIES = 10_000
_STARTERS_FIRST = "the cards that start the bottom row come first, by their houses"


class NotPossible(Exception):
    """What somebody at the table says or does cannot be; the message says why."""


@attrs.frozen
class RealTable(Value):
    """A game at a table of people, at one moment. It never changes: each entry makes another."""

    table: Table
    waiting: tuple[Card, ...] = ()
    """The cards that lie face up and wait for others: those that start the bottom row, until all
    of them lie there, or those that the automated house to move has set aside."""
    finished: tuple[Table, ...] = ()
    """For each finished round its table at its end."""

    @classmethod
    def new(cls, players: int, variant: Variant, first_player: int) -> RealTable:
        """Return a table before its first card."""
        return cls(Table.new(players, variant=variant, first_player=first_player))._begun()

    @property
    def starters_missing(self) -> int:
        """How many cards must still be laid to start the bottom row."""
        table = self.table
        if table.phase is not Phase.DEALING:
            return 0
        return table.variant.starter_count(table.players, table.round_number) - len(self.waiting)

    @property
    def court(self) -> Court:
        """The court, or the cards that start it."""
        if self.table.phase is not Phase.DEALING:
            return self.table.court
        lying = {Slot(0, column): card for column, card in enumerate(self.waiting)}
        return Court(lying, self.table.court.width_limit)

    @property
    def is_round_over(self) -> bool:
        """Whether all players are out of the round, which is not scored yet."""
        return self.table.phase is Phase.ROUND_OVER

    @property
    def seat(self) -> int:
        """The seat to move, from 0, or the one that starts the round."""
        active_player = self.table.active_player
        return self.table.starting_player if active_player is None else active_player

    @property
    def is_automated(self) -> bool:
        """Whether an automated house is to move."""
        return self.table.active_player in self.table.variant.automated

    def cards_left(self, seat: int) -> int:
        """Return how many cards a seat holds in this round."""
        table = self.table
        if table.phase is Phase.DEALING:
            return table.variant.hand_size(table.players, table.round_number)
        return table.hand_sizes[seat]

    def entered(self, entry: str) -> RealTable:
        """Return the table after an entry.

        It is a placement `S b2`, `out`, or the house of a card alone that is turned over: to start
        the bottom row, or by an automated house, which places it or sets it aside.

        Raises:
            NotationError: it is none of them.
            IllegalMove, NotPossible: it cannot be.
        """
        if self.is_round_over or self.table.is_over:
            raise NotPossible("the round is over (rule round.end)")
        wanted = None if entry == OUT else read_wanted(entry)
        if self.starters_missing:
            if wanted is None or wanted.slot:
                raise NotPossible(_STARTERS_FIRST)
            return attrs.evolve(self, waiting=(*self.waiting, self._card(wanted.house)))._begun()
        if wanted is None:
            return self._gone_out()
        if wanted.slot:
            return self._placed(wanted.house, wanted.slot)
        if self.is_automated:
            return self._turned_over(wanted.house)
        raise NotationError("", 1, len(entry) + 1, "a slot such as b2")

    def dictated(self, house: House) -> Slot | None:
        """Return where the automated seat to move must place a card; None if it fits nowhere.

        Rules: solo.highest, solo.side.
        """
        table = self.table
        return dictated_slot(table._open_slots, house, table.variant.houses[self.seat])

    def next_round(self) -> RealTable:
        """Return the table with this round scored, before the first card of the next one."""
        return RealTable(self.table.scored(), (), (*self.finished, self.table))._begun()

    def record(
        self, tags: Mapping[str, str], throne_cards: Sequence[IronThroneCard] = ()
    ) -> Record:
        """Return the record of the game so far, with made-up cards where nobody saw them.

        Args:
            tags: its tags.
            throne_cards: the Iron Throne cards in the order of the rounds, once they are shown.
                Before, they are made up, and the last round of the game waits for its scoring.

        Raises:
            NotPossible: no deal leads to what has been entered.
        """
        table, variant = self.table, self.table.variant
        is_dealt = table.hand_size > 0 and not table.is_over
        ends = (*self.finished, table) if is_dealt else self.finished
        if throne_faults(throne_cards, variant):
            variant = variant.with_throne_cards(throne_cards)
        scored = len(table.results)
        if table.is_over and not throne_cards:
            scored -= 1
        return Record(
            players=table.players,
            deal=Deal(_deals(ends), throne_cards or variant.throne_cards[:scored]),
            rounds=[
                RecordedRound(RecordedPlacement(each.player, each.move) for each in end.placements)
                for end in ends
            ],
            scored_rounds=scored,
            variant=variant,
            first_player=(*ends, table)[0].starting_player,
            tags=tags,
        )

    def _begun(self) -> RealTable:
        if self.table.phase is not Phase.DEALING or self.starters_missing:
            return self
        return attrs.evolve(self, table=self.table.dealt(self.waiting), waiting=())

    def _turned_over(self, house: House) -> RealTable:
        if slot := self.dictated(house):
            return self._placed(house, slot)
        waiting = (*self.waiting, self._card(house))
        if len(waiting) < self.cards_left(self.seat):
            return attrs.evolve(self, waiting=waiting)
        set_aside = attrs.evolve(self, waiting=waiting)
        return attrs.evolve(
            self, table=self.table.gone_out(turned_over=set_aside._noted()), waiting=()
        )

    def _placed(self, house: House, slot: Slot) -> RealTable:
        move = Move(self._card(house), slot)
        placed = self.table.placed(move, turned_over=self._noted())
        return attrs.evolve(self, table=placed, waiting=())

    def _gone_out(self) -> RealTable:
        try:
            return attrs.evolve(self, table=self.table.gone_out(), waiting=())
        except InvalidValue as error:
            raise NotPossible(f"{error} (rule turn.must-place)") from None

    def _noted(self) -> Callable[[int], tuple[Card, ...] | None]:
        """Return what tells the table the cards that the seat to move has set aside, once."""
        noted = iter([self.waiting])
        return lambda seat: next(noted, None) if seat == self.seat else None

    def _card(self, house: House) -> Card:
        """Return a card of a house that is placed or turned over: mostly one not seen before.

        Rules: solo.recycle.
        """
        known = self.table.known_stacks[self.seat] if self.is_automated else ()
        again = len(self.waiting) - (self.cards_left(self.seat) - len(known))
        if known and again >= 0:
            if known[again].house is house:
                return known[again]
            raise NotPossible(
                f"a {known[again].house} card was set aside there, and comes now (rule "
                "solo.recycle)"
            )
        seen = (*self.court.values(), *chain(*self.table.known_stacks), *self.waiting)
        number = 1 + sum(card.house is house for card in {*seen})
        if number > CARDS_PER_HOUSE:
            raise NotPossible(
                f"all {CARDS_PER_HOUSE} {house} cards have been seen (rule components.characters)"
            )
        return Card(house, number)


def _deals(ends: Sequence[Table]) -> list[RoundDeal]:
    """Return a deal for each round that leads to its table; the cards that nobody saw are made up.

    With Anyone Can Die each round is dealt from the cards of the one before: the last comes first.

    Raises:
        NotPossible: there is none.

    Rules: option.anyone, option.anyone-deal.
    """
    deals: list[RoundDeal] = []
    for end in reversed(ends):
        is_needed = bool(deals) and end.variant.anyone_can_die and end.round_number > 1
        needed = Counter(card.house for card in deals[0].dealt) if is_needed else Counter[House]()
        deals.insert(0, _deal(end, needed))
    return deals


def _deal(end: Table, needed: Counter[House]) -> RoundDeal:
    worlds, rng = _worlds(end), random.Random(end.round_number)  # noqa: S311 - nobody guesses it
    for _ in range(_MOST_TRIES):
        world = worlds.draw(rng, later_rounds=False)
        hands = [_hand_at_start(end, seat, hand) for seat, hand in enumerate(world.hands)]
        dealt = [*end.starters, *chain(*hands)]
        if not needed - Counter(card.house for card in dealt):
            # The cards of a house have the numbers from 1: so later rounds are dealt from them.
            names: dict[Card, Card] = {}
            for house in House:
                cards = sorted(card for card in dealt if card.house is house)
                names |= {card: Card(house, number) for number, card in enumerate(cards, start=1)}
            return RoundDeal([[names[card] for card in hand] for hand in hands], end.starters)
    raise NotPossible(_NO_DEAL)


def _worlds(end: Table) -> Determinizer:
    try:
        return Determinizer(View(end))
    except InvalidValue:
        pass
    try:
        # Perhaps whoever is to move can hold no card that fits, and has not said so yet.
        return _worlds(end.gone_out())
    except (InvalidValue, WrongPhase):
        raise NotPossible(_NO_DEAL) from None


def _hand_at_start(end: Table, seat: int, left: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that a seat was dealt, a stack in its order, if it has these left.

    Rules: solo.recycle, solo.out.
    """
    placed = [each.move.card for each in end.placements if each.player == seat]
    if seat not in end.variant.automated:
        return (*placed, *left)
    turns = end.turned_over[seat]
    stack = left[::-1] if len(turns) > len(placed) else left
    for card, noted in zip(reversed(placed), reversed(turns[: len(placed)]), strict=True):
        set_aside = noted or ()
        stack = (*set_aside, card, *stack[: len(stack) - len(set_aside)])
    return stack


def entries_of(record: Record) -> Iterator[str]:
    """Yield the entries with which a referee would follow the game of a record."""
    before: GameState | None = None
    for state in record.replay():
        table = state.table
        if table.is_over:
            return
        if before is None or len(table.results) > len(before.results):
            yield from (card.house.letter for card in table.starters)
            gone = table.eliminations
        else:
            placed = table.placements[-1]
            card, gone = placed.move.card, table.eliminations[len(before.eliminations) :]
            if placed.player in table.variant.automated:
                turn = [each.player for each in table.placements].count(placed.player)
                yield from _letters(table.turned_over[placed.player][turn - 1])
                yield card.house.letter
            else:
                yield f"{card.house.letter} {placed.move.slot}"
        # When no slot is open everybody goes out without a word, as one without cards does.
        for out in gone if any(map(table.court.open_slots, House)) else ():
            if out.player in table.variant.automated:
                yield from _letters(table.turned_over[out.player][-1]) if out.cards_left else ()
            elif out.cards_left:
                yield OUT
        before = state


def _letters(cards: Sequence[Card] | None) -> Iterator[str]:
    return (card.house.letter for card in cards or ())
