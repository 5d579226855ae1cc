"""The steps of the agenda: tasks and effects, done at once, and questions, which are answered.

A question sees only what its decider may know, so that a view answers it as a state does.

Rules: decision.forced, decision.asked, decision.order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.events import Happening
from westeros_intrigue.btwixt.moves import Choose, Decline, Move, choice
from westeros_intrigue.btwixt.state import Position, View
from westeros_intrigue.btwixt.table import Asking, Public, Step
from westeros_intrigue.btwixt.violations import ViolationCode
from westeros_intrigue.btwixt.vocabulary import Ability
from westeros_intrigue.btwixt.working_copy import WorkingCopy

Reason = tuple[ViolationCode, str, str]
"""A code, the obstacle and the remedy."""


Shown = tuple[Any, ...]
"""The hidden cards or allies that the decider of a question sees, and chooses from."""


class Task(Step):
    """A step that is done at once when it comes to the head of the agenda."""

    __slots__ = ()

    def do(self, game: WorkingCopy) -> None:
        """Change the game, and put what is to follow in front of the agenda."""
        raise NotImplementedError


@attrs.frozen
class Effect(Value, Step):
    """An ability to be resolved, of an influence card or of an ally."""

    ability: Ability
    seat: int | None
    """The leader who is "you"; None for the one in whose pile the card lies by then."""
    card: Card | None = None
    ally: str | None = None


@attrs.frozen
class Question(Asking):
    """A step that waits for an answer, unless everybody can see that there is at most one."""

    MOVES: ClassVar[tuple[type, ...]] = (Choose,)
    """The classes of moves that answer it, Decline aside."""
    FIELDS: ClassVar[tuple[str, ...]] = ()
    """The fields of a move that answers it, of which the first is chosen from some values."""
    OTHER: ClassVar[tuple[ViolationCode, str]]
    """The reason against any other value."""

    seat: int
    """The seat that may answer, from 0."""

    @property
    def may_decline(self) -> bool:
        """True if the decider may decline."""
        return False

    def among(self, _table: Public, shown: Shown) -> Iterable[Any]:
        """Return the values of the first field from which to choose."""
        return shown

    def options(self, table: Public, shown: Shown) -> Iterable[Move]:
        """Return every legal answer, in the order of decision.order."""
        name, move = self.FIELDS[0], self.MOVES[0]
        make = choice if move is Choose else move
        return [make(**{name: value}) for value in self.among(table, shown)]

    def chosen(self, move: Move) -> tuple[Any, ...]:
        """Return the values of the fields of an answer."""
        return tuple([getattr(move, name) for name in self.FIELDS])

    def reasons(self, table: Public, shown: Shown, *chosen: Any) -> Iterator[Reason]:  # noqa: ANN401 - as FIELDS
        """Yield why an answer with some values in its fields is not a legal one."""
        if chosen[0] not in self.among(table, shown):
            code, found = self.OTHER
            yield code, found.format(seat=self.seat), self.KIND.request

    def allows(self, table: Public, shown: Shown, move: Move) -> bool:
        """Return whether a move is a legal answer."""
        if not self.fits(move):
            return False
        if isinstance(move, Decline):
            return self.may_decline
        return next(self.reasons(table, shown, *self.chosen(move)), None) is None

    def answer(self, game: WorkingCopy, *chosen: Any) -> None:  # noqa: ANN401 - as FIELDS
        """Do what the values of a legal answer lead to; the question is off the agenda already."""
        raise NotImplementedError

    def decline(self, game: WorkingCopy) -> None:
        """Do what follows if the decider declines."""
        game.note(Happening.DECLINED, self.seat)

    def resolve(self, game: WorkingCopy, move: Move) -> None:
        """Do what a legal answer leads to."""
        if isinstance(move, Decline):
            self.decline(game)
        else:
            self.answer(game, *self.chosen(move))

    def accept(self, game: WorkingCopy, _seat: int, move: Move) -> None:
        """Write down what a decider answers, and do what it leads to."""
        if game.moves is not None:
            game.moves += (move,)
        self.resolve(game, move)

    def waits(self, game: WorkingCopy) -> bool:
        """Return whether it is asked at all, or everybody can see that there is one answer at most.

        Answers that everybody can see are listed once for all.
        """
        game.legal = tuple(self.options(game.table, ()))
        return len(game.legal) > 1

    def force(self, game: WorkingCopy) -> None:
        """Give the only answer, if there is one."""
        for move in game.legal or self.options(game.table, self.shown(game, self.seat)):
            self.resolve(game, move)
            return

    def shown(self, _position: Position | WorkingCopy, _seat: int) -> Shown:
        """Return what a decider sees beside the table; a view must be the decider's own."""
        return ()

    def fits(self, move: Move) -> bool:
        """Return whether a move is an answer to this question at all."""
        if isinstance(move, Decline):
            return Choose in self.MOVES
        if isinstance(move, Choose):
            return Choose in self.MOVES and move.fields == self.FIELDS
        return isinstance(move, self.MOVES)


class CardQuestion(Question):
    """A question that is answered with one of the sorted cards that the decider sees."""

    __slots__ = ()

    FIELDS: ClassVar[tuple[str, ...]] = ("card",)
    OTHER: ClassVar[tuple[ViolationCode, str]] = (
        ViolationCode.CARD_NOT_IN_HAND,
        "seat {seat} does not have the card",
    )

    def shown(self, position: Position | WorkingCopy, seat: int) -> Shown:
        """Return the hand, unless the question is about other cards."""
        return position.hand if isinstance(position, View) else position.hands[seat]

    def among(self, _table: Public, shown: Shown) -> Iterable[Card]:
        return titles(shown)


def titles(cards: tuple[Card, ...]) -> Iterator[Card]:
    """Yield one of each title of sorted cards."""
    last = None
    for card in cards:
        if card.id != last:
            last = card.id
            yield card
