"""Step 2 of a round, the bids, and the questions that allies and influence cards ask.

Leaders take turns, each playing a card or kneeling. Allies ask once they are claimed; influence
cards ask for a card in a pile, for a token, or for a leader.

Rules: bid.order, bid.turn, bid.kneel, bid.resolve, bid.between, bid.later, bid.pile, ally.jaime,
ally.arianne, card.silence, decision.forced, decision.asked, effect.must, ally.robb, ally.varys,
ally.looks, order.several, row.look, row.safe, effect.kill, card.corruption, card.decree,
effect.others, effect.you-pile, effect.no-retrigger, token.pick, precedence.cannot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import ClassVar

import attrs

from westeros_intrigue.gamekit.values import Value, replaced
from westeros_intrigue.games.btwixt.cards import (
    MAX_PLAYERS,
    Ability,
    Card,
    Operation,
    Timing,
    councils_of,
    index_of,
    shared_card,
)
from westeros_intrigue.games.btwixt.moves import (
    Decline,
    Happening,
    Kneel,
    Move,
    Play,
    Skip,
    ViolationCode,
    choice,
)
from westeros_intrigue.games.btwixt.questions import (
    CardQuestion,
    Effect,
    Question,
    Reason,
    Shown,
    Task,
    titles,
)
from westeros_intrigue.games.btwixt.state import Position, View, WorkingCopy, without_one
from westeros_intrigue.games.btwixt.table import Current, DecisionKind, Lasting, Phase, Public

_KNEEL, _SKIP = Kneel(), Skip()
# In Python 3.11 reading a member of an enumeration from its class costs as much as three calls.
_PLAYED, _KNELT, _ON_PLAY = Happening.PLAYED, Happening.KNELT, Timing.ON_PLAY
_NO_COPIES, _TAKE_BACK_PILE = Operation.NO_COPIES, Operation.TAKE_BACK_PILE
_NO_CARDS: frozenset[str] = frozenset()


@lru_cache(1024)
def _play(card_id: str) -> Play:
    """Return the move to play a card; a game needs the same few at every turn."""
    return Play(shared_card(card_id))


@attrs.frozen
class Reveal(Value, Task):
    """Turn up the current ally, and let the leaders play.

    Rules: round.reveal, round.no-ally, row.current.
    """

    def do(self, game: WorkingCopy) -> None:
        table = game.table
        ally = game.leftmost_ally()
        shown = () if ally is None else (ally,)
        game.note(Happening.REVEALED, table.first_player, allies=shown)
        table.phase = Phase.BIDDING
        table.revealed = ally
        table.current = tuple(map(Current, shown))
        game.push(NextTurn(table.first_player))


@attrs.frozen
class NextTurn(Value, Task):
    """Ask the next leader who stands, from a seat on; nobody if all have knelt."""

    seat: int

    def do(self, game: WorkingCopy) -> None:
        _give_turn(game, self.seat)


def _give_turn(game: WorkingCopy, seat: int) -> None:
    table = game.table
    knelt = table.knelt
    if False in knelt:
        seat %= table.players
        while knelt[seat]:
            seat = (seat + 1) % table.players
        turn = Turn(seat, _limit(table, seat)) if table.lasting else _TURNS[seat]
        table.agenda = (turn, *table.agenda)


@attrs.frozen
class Land(Value, Task):
    """Let the card that was played join a pile."""

    seat: int
    card: Card

    def do(self, game: WorkingCopy) -> None:
        game.table.played = None
        game.add_to_pile(self.seat, self.card)


@attrs.frozen
class Turn(Value, CardQuestion):
    """A turn of a leader who stands."""

    KIND: ClassVar[DecisionKind] = DecisionKind.TURN
    MOVES: ClassVar[tuple[type, ...]] = (Play, Kneel, Skip)

    count: int | None = None
    """The most cards that may still be played before kneeling at once; None if the turn ends
    with one card."""
    begun: bool = False
    """True if a card has been played in this turn."""

    def options(self, table: Public, shown: Shown) -> Iterable[Move]:
        moves: list[Move] = []
        if self.count != 0:
            titles = {card.id: None for card in shown}
            for forbidden in _forbidden(table):
                titles.pop(forbidden, None)
            moves += map(_play, titles)
        moves.append(_KNEEL)
        if table.lasting and self._no_skip(table) is None:
            moves.append(_SKIP)
        return moves

    def values_of(self, move: Move) -> tuple[Move]:
        return (move,)

    def reasons(self, table: Public, shown: Shown, move: Play | Kneel | Skip) -> Iterator[Reason]:
        if isinstance(move, Play):
            yield from super().reasons(table, shown, move.card)
            if move.card.id in _forbidden(table):
                found = "a copy of it lies in a pile, and a current ally forbids copies"
                yield ViolationCode.COPY_IN_A_PILE, found, "Play another card, or kneel"
        elif isinstance(move, Skip) and (why := self._no_skip(table)):
            yield ViolationCode.MAY_NOT_SKIP, why, "Play a card, or kneel"

    def resolve(self, game: WorkingCopy, move: Move) -> None:
        if isinstance(move, Play):
            _play_card(game, self, move.card)
            return
        seat, table = self.seat, game.table
        if isinstance(move, Skip):
            table.skipped = (*table.skipped, seat)
            game.note(Happening.SKIPPED, seat)
        else:
            _kneel(game, seat)
        _give_turn(game, seat + 1)

    def allows(self, table: Public, shown: Shown, move: Move) -> bool:
        """Return whether a move is a legal answer, faster than by listing the reasons."""
        if type(move) is Play and self.count != 0:
            return index_of(shown, move.card) >= 0 and move.card.id not in _forbidden(table)
        return move == _KNEEL or super().allows(table, shown, move)

    def waits(self, game: WorkingCopy) -> bool:
        table = game.table
        return (self.count != 0 and table.hand_sizes[self.seat] > 0) or self._no_skip(table) is None

    def _no_skip(self, table: Public) -> str | None:
        """Return why the turn cannot be skipped; None if it can be."""
        if _limit(table, self.seat) is None:
            return "no card lets this leader skip turns"
        if self.begun:
            return "a card has been played in this turn"
        done = {self.seat, *table.skipped}
        if all(knelt or other in done for other, knelt in enumerate(table.knelt)):
            return "every other leader who stands has skipped"
        return None


_TURNS = tuple(map(Turn, range(MAX_PLAYERS)))


def _kneel(game: WorkingCopy, seat: int) -> None:
    """Let a leader kneel, who may have to take back the pile (rule ally.arianne)."""
    table = game.table
    table.knelt = replaced(table.knelt, seat, value=True)
    table.skipped = ()
    game.note(_KNELT, seat)
    pile = table.piles[seat]
    able = table.box.able(_TAKE_BACK_PILE)
    if pile and [each for each in table.current if each.ally in able and not each.spent]:
        table.current = tuple(
            attrs.evolve(each, spent=True) if each.ally in able else each for each in table.current
        )
        table.piles = replaced(table.piles, seat, ())
        cards = game.join_hand(seat, pile)
        game.note(Happening.TOOK_BACK, seat, cards=cards)


def _play_card(game: WorkingCopy, turn: Turn, card: Card) -> None:
    """Play a card; after it follows another card of the turn, or the turn of the next leader."""
    seat, table = turn.seat, game.table
    following = None if turn.count is None else Turn(seat, turn.count - 1, begun=True)
    game.leave_hand(seat, card)
    before = [other.id for _, other in table.plays].count(card.id)
    played = shared_card(card.id, before + 1)
    table.skipped = ()
    table.plays += ((seat, played),)
    game.note(_PLAYED, seat, cards=(played,))
    abilities = table.box.abilities(card.id, _ON_PLAY)
    if abilities:
        table.played = played
        effects = (Effect(ability, seat, card=played) for ability in abilities)
        after = following or NextTurn((seat + 1) % table.players)
        game.push(*effects, Land(seat, played), after)
        return
    game.add_to_pile(seat, played)
    if following is None:
        _give_turn(game, seat + 1)
    else:
        game.push(following)


def _limit(table: Public, seat: int) -> int | None:
    """Return the most cards of a leader's turn that ends kneeling; None if it does not.

    If two abilities differ the narrower wins (rule precedence.cannot).
    """
    limits = [
        lasting.cards
        for lasting in table.lasting
        if lasting.leader == seat and lasting.cards is not None
    ]
    return min(limits) if limits else None


def _forbidden(table: Public) -> frozenset[str]:
    """Return the ids of cards that may not be played, as copies lie in piles.

    Rules: effect.copy, round.ability, effect.this-round.
    """
    able = table.box.able(_NO_COPIES)
    for current in table.current:
        if current.ally in able:
            return frozenset(card.id for pile in table.piles for card in pile)
    return _NO_CARDS


@attrs.frozen
class AllyMove(Value, Question):
    """Choose an ally of the other council, which joins the one that was claimed."""

    KIND: ClassVar[DecisionKind] = DecisionKind.ALLY_MOVE
    FIELDS: ClassVar[tuple[str, ...]] = ("ally",)
    OTHER: ClassVar[tuple[ViolationCode, str]] = (
        ViolationCode.ALLY_NOT_THERE,
        "the ally is not in the leader's other council",
    )

    ally: str
    """The ally whose ability it is."""

    def among(self, table: Public, _shown: Shown) -> tuple[str, ...]:
        here = table.council_of(self.ally)
        own = councils_of(self.seat, table.players)
        if here not in own:
            return ()
        return table.councils[own[0] if here == own[1] else own[1]].allies

    def answer(self, game: WorkingCopy, ally: str) -> None:
        here = game.table.council_of(self.ally)
        if here is not None:
            game.place_ally(ally, here)
            game.note(Happening.MOVED_ALLY, self.seat, allies=(ally,), councils=(here,))


@attrs.frozen
class Take(Value, CardQuestion):
    """Choose a card of the hand that is shown."""

    KIND: ClassVar[DecisionKind] = DecisionKind.TAKE
    OTHER: ClassVar[tuple[ViolationCode, str]] = (
        ViolationCode.CARD_NOT_THERE,
        "that hand does not have the card",
    )

    leader: int
    """The leader whose hand it is."""
    card: Card | None
    """The card whose ability it is; None if it is an ally's."""
    ally: str | None

    def answer(self, game: WorkingCopy, card: Card) -> None:
        game.take_unseen(self.seat, self.leader, card)

    def waits(self, game: WorkingCopy) -> bool:
        return game.table.hand_sizes[self.leader] > 1

    def see_hidden(self, position: Position | WorkingCopy, _seat: int) -> Shown:
        if isinstance(position, View):
            return dict(position.shown_hands).get(self.leader, ())
        return position.hands[self.leader]


class LookingQuestion(Question):
    """A question that is answered with one of the allies that the decider looks at."""

    __slots__ = ()

    FIELDS: ClassVar[tuple[str, ...]] = ("ally",)
    OTHER: ClassVar[tuple[ViolationCode, str]] = (
        ViolationCode.ALLY_NOT_THERE,
        "the ally is not one of those looked at",
    )

    def see_hidden(self, position: Position | WorkingCopy, _seat: int) -> Shown:
        return position.looked_at


@attrs.frozen
class Kill(Value, LookingQuestion):
    """Choose one of the allies looked at, which is killed."""

    KIND: ClassVar[DecisionKind] = DecisionKind.KILL

    count: int
    """The number of allies still to be killed."""

    def among(self, _table: Public, shown: Shown) -> Shown:
        return shown if self.count else ()

    def answer(self, game: WorkingCopy, ally: str) -> None:
        game.look_away(ally)
        game.reveal((ally,))
        game.bury(ally)
        game.push(Kill(self.seat, self.count - 1))

    def waits(self, game: WorkingCopy) -> bool:
        return 0 < self.count < game.table.looked_at_size


@attrs.frozen
class PutBack(Value, LookingQuestion):
    """Choose the next of the allies looked at, which goes back below those before it."""

    KIND: ClassVar[DecisionKind] = DecisionKind.RETURN

    def answer(self, game: WorkingCopy, ally: str) -> None:
        game.look_away(ally)
        game.put_back = (*game.put_back, ally)
        if game.looked_at:
            game.table.put_back_size = len(game.put_back)
            game.push(self)
        else:
            game.put_allies_back(self.seat)

    def waits(self, game: WorkingCopy) -> bool:
        return game.table.looked_at_size > 1


@attrs.frozen
class Discard(Value, CardQuestion):
    """Choose a card of the hand to discard."""

    KIND: ClassVar[DecisionKind] = DecisionKind.DISCARD

    count: int
    """The number of cards still to be discarded."""

    def answer(self, game: WorkingCopy, card: Card) -> None:
        game.discard_from_hand(self.seat, (card,))
        if self.count > 1:
            game.push(Discard(self.seat, self.count - 1))

    def waits(self, game: WorkingCopy) -> bool:
        return game.table.hand_sizes[self.seat] > self.count


@attrs.frozen
class TitleQuestion(CardQuestion):
    """A question whether a card of a title is discarded from the hand."""

    ally: str
    leader: int
    """The other leader: the claimant, or the one who discarded a card to kill the ally."""
    title: str

    @property
    def may_decline(self) -> bool:
        return True

    def options(self, table: Public, shown: Shown) -> Iterator[Move]:
        if table.council_of(self.ally) is not None:
            for card in titles(shown):
                if table.box.entry(card).title == self.title:
                    yield choice(card=card)
            yield Decline()

    def reasons(self, table: Public, shown: Shown, card: Card) -> Iterator[Reason]:
        yield from super().reasons(table, shown, card)
        if table.box.holds(card) and table.box.entry(card).title != self.title:
            found = f"its title is not {self.title}"
            remedy = f"Choose a card titled {self.title}, or decline"
            yield ViolationCode.NOT_THAT_TITLE, found, remedy

    def waits(self, game: WorkingCopy) -> bool:
        table = game.table
        return table.hand_sizes[self.seat] > 0 and table.council_of(self.ally) is not None


@attrs.frozen
class Offer(Value, TitleQuestion):
    """Another leader may discard a card to kill an ally."""

    KIND: ClassVar[DecisionKind] = DecisionKind.OFFER

    seats: tuple[int, ...]
    """The leaders still to be asked the same."""

    def answer(self, game: WorkingCopy, card: Card) -> None:
        game.discard_from_hand(self.seat, (card,), (self.ally,))
        game.push(Cancel(self.leader, self.ally, self.seat, self.title))

    def decline(self, game: WorkingCopy) -> None:
        super().decline(game)
        if self.seats:
            game.push(attrs.evolve(self, seat=self.seats[0], seats=self.seats[1:]))


@attrs.frozen
class Cancel(Value, TitleQuestion):
    """The claimant may discard a card to save the ally."""

    KIND: ClassVar[DecisionKind] = DecisionKind.CANCEL

    def answer(self, game: WorkingCopy, card: Card) -> None:
        game.discard_from_hand(self.seat, (card,), (self.ally,))

    def decline(self, game: WorkingCopy) -> None:
        super().decline(game)
        game.kill_in_council(self.ally)


_by_title = attrgetter("id", "copy")  # many times faster than the order of cards itself


@attrs.frozen
class BidCard(Value, Question):
    """Choose a card in another leader's pile, which comes to the player's pile."""

    KIND: ClassVar[DecisionKind] = DecisionKind.BID_CARD
    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "card")

    ability: Ability
    card: Card | None
    """The card whose ability it is."""

    @property
    def may_decline(self) -> bool:
        return self.ability.may

    def options(self, table: Public, _shown: Shown) -> Iterable[Move]:
        movable = table.box.movable(self.ability.colours)
        moves: list[Move] = []
        for seat, pile in enumerate(table.piles):
            if seat != self.seat:
                cards = [card for card in pile if card.id in movable]
                moves += [choice(seat, card) for card in sorted(cards, key=_by_title)]
        return [*moves, Decline()] if moves and self.ability.may else moves

    def reasons(self, table: Public, _shown: Shown, seat: int, card: Card) -> Iterator[Reason]:
        remedy = "Choose a card that the ability can move from another leader's pile"
        if seat not in range(table.players) or card not in table.piles[seat]:
            found = f"it does not lie in a pile of seat {seat}"
            yield ViolationCode.CARD_NOT_THERE, found, remedy
        if seat == self.seat:
            yield ViolationCode.OWN_PILE, "it would stay in the same pile", remedy
        if table.box.holds(card):
            colour = table.box.entry(card).colour
            if colour not in self.ability.colours:
                listed = " or ".join(map(str, self.ability.colours))
                found = f"it is {colour}, and the ability moves {listed}"
                yield ViolationCode.WRONG_COLOUR, found, remedy
            if card.id in table.box.able(Operation.PROTECT_SELF):
                found = "other influence cards cannot move it"
                yield ViolationCode.PROTECTED, found, remedy

    def answer(self, game: WorkingCopy, seat: int, card: Card) -> None:
        table = game.table
        table.piles = replaced(table.piles, seat, without_one(table.piles[seat], card))
        game.note(Happening.MOVED_CARD, self.seat, seat, cards=(card,))
        game.add_to_pile(self.seat, card)


@attrs.frozen
class TokenMove(Value, Question):
    """Move a token from one council to another of the same leader."""

    KIND: ClassVar[DecisionKind] = DecisionKind.TOKEN_MOVE
    FIELDS: ClassVar[tuple[str, ...]] = ("council", "to")

    card: Card | None
    """The card whose ability it is; None if it is an ally's."""
    ally: str | None

    def options(self, table: Public, _shown: Shown) -> Iterable[Move]:
        return [
            choice(council=council, to=to)
            for council, there in enumerate(table.councils)
            if there.tokens
            for to in _beside(council, table.players)
        ]

    def reasons(self, table: Public, _shown: Shown, council: int, to: int) -> Iterator[Reason]:
        players = table.players
        remedy = "Move a token from a council that has one to the next council on either side"
        if council not in range(players) or not table.councils[council].tokens:
            found = f"council {council} is without tokens"
            yield ViolationCode.NO_TOKEN_THERE, found, remedy
        if to not in _beside(council, players) or council not in range(players):
            found = f"no leader has both council {council} and council {to}"
            yield ViolationCode.NOT_ONE_LEADERS_COUNCILS, found, remedy

    def answer(self, game: WorkingCopy, council: int, to: int) -> None:
        game.move_token(council, to)
        game.note(Happening.MOVED_TOKEN, self.seat, councils=(council, to))


def _beside(council: int, players: int) -> list[int]:
    return sorted(((council - 1) % players, (council + 1) % players))


@attrs.frozen
class OtherLeader(Value, Question):
    """Choose another leader, whose hand is seen or to whose pile a card goes."""

    KIND: ClassVar[DecisionKind] = DecisionKind.LEADER
    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)

    ability: Ability
    card: Card | None
    """The card whose ability it is; None if it is an ally's."""
    ally: str | None

    def among(self, table: Public, _shown: Shown) -> Iterator[int]:
        for seat in range(table.players):
            if seat != self.seat and not self._nothing_to_take(table, seat):
                yield seat

    def reasons(self, table: Public, _shown: Shown, seat: int) -> Iterator[Reason]:
        if seat == self.seat or seat not in range(table.players):
            found = f"seat {seat} is not another leader"
            yield ViolationCode.NOT_ANOTHER_LEADER, found, "Choose another seat"
        elif self._nothing_to_take(table, seat):
            found = f"seat {seat} has an empty hand"
            yield ViolationCode.EMPTY_HAND, found, "Choose a leader who has cards"

    def answer(self, game: WorkingCopy, chosen: int) -> None:
        table = game.table
        if self.ability.do is Operation.TO_PILE_OF:
            table.agenda = tuple(
                Land(chosen, step.card)
                if isinstance(step, Land) and step.card == self.card
                else step
                for step in table.agenda
            )
            cards = () if self.card is None else (self.card,)
            game.note(Happening.HANDED_OVER, self.seat, chosen, cards=cards)
            return
        game.see_hand(self.seat, chosen)
        if self.ability.do is Operation.LOOK_AND_TAKE:
            game.push(Take(self.seat, chosen, self.card, self.ally))
        elif self.card is not None:
            table.lasting += (Lasting(self.card, self.seat, target=chosen),)

    def _nothing_to_take(self, table: Public, seat: int) -> bool:
        return self.ability.do is Operation.LOOK_AND_TAKE and not table.hand_sizes[seat]
