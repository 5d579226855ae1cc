"""Step 2 of a round: leaders take turns, each playing a card or kneeling.

Rules: bid.order, bid.turn, bid.kneel, bid.resolve, bid.between, bid.later, bid.pile, ally.jaime,
ally.arianne, card.silence, decision.forced, decision.asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import ClassVar

import attrs

from westeros_intrigue.base.values import Value, replaced
from westeros_intrigue.btwixt.cards import Card, index_of, shared_card
from westeros_intrigue.btwixt.events import Happening
from westeros_intrigue.btwixt.moves import Kneel, Move, Play, Skip
from westeros_intrigue.btwixt.questions import CardQuestion, Effect, Reason, Shown, Task
from westeros_intrigue.btwixt.ring import MAX_PLAYERS
from westeros_intrigue.btwixt.table import Current, DecisionKind, Phase, Public
from westeros_intrigue.btwixt.violations import ViolationCode
from westeros_intrigue.btwixt.vocabulary import Operation, Timing
from westeros_intrigue.btwixt.working_copy import WorkingCopy

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

    def chosen(self, move: Move) -> tuple[Move]:
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
