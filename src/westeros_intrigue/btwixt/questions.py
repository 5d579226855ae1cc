"""What a question is: who is asked what, which answers there are, and what each does.

A question sees only what its decider may know, so that a view answers it as a state does.

Rules: decision.forced, decision.asked, decision.order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.moves import Choose, Decline, Move
from westeros_intrigue.btwixt.state import GameState, Position, View
from westeros_intrigue.btwixt.table import DecisionKind, Step, Table, given
from westeros_intrigue.btwixt.violations import ViolationCode
from westeros_intrigue.btwixt.vocabulary import Ability

Reason = tuple[ViolationCode, str, str]
"""A code, what stands in the way, and what would do."""


@attrs.frozen
class Known(Value):
    """What the decider knows that a question can ask for."""

    table: Table
    hand: tuple[Card, ...]
    """The decider's hand."""
    pack: tuple[Card, ...]
    """The decider's pack."""
    other_hand: tuple[Card, ...]
    """The hand from which a card is to be taken."""
    looked_at: tuple[str, ...]
    """The allies that the decider looks at."""


def known(position: Position, step: Step) -> Known:
    """Return what the decider of a question knows; a view must be the decider's own."""
    other = step.other if step.kind is DecisionKind.TAKE else None
    if isinstance(position, View):
        shown = dict(position.shown_hands).get(other, ()) if other is not None else ()
        return Known(position.table, position.hand, position.pack, shown, position.looked_at)
    return Known(
        position.table,
        position.hands[decider(step)],
        position.packs[decider(step)],
        () if other is None else position.hands[other],
        position.looked_at,
    )


def decider(step: Step) -> int:
    """Return who is asked."""
    return given(step.seat)


def ability_of(step: Step) -> Ability:
    """Return the ability that a step resolves."""
    return given(step.ability)


@attrs.frozen
class Question(Value):
    """How one kind of question is asked and answered."""

    asked: str
    """What is asked, as a sentence without its end."""
    remedy: str
    """What to do, as a sentence without its end."""
    moves: tuple[type, ...]
    """The classes of moves that answer it, Decline aside."""
    options: Callable[[Known, Step], Iterator[Move]]
    """Yields every legal answer, in the order of decision.order."""
    reasons: Callable[[Known, Step, Any], Iterator[Reason]]
    """Yields why a move of one of the classes, with the right fields, is no legal answer."""
    answer: Callable[[GameState, Step, Any], GameState]
    """Returns the state after a legal answer; the question is off the agenda already."""
    is_forced: Callable[[Known, Step], bool]
    """Whether everybody can see that there is one answer at most; it looks at the table only."""
    fields: tuple[str, ...] = ()
    """The fields that a Choose has here."""
    may_decline: Callable[[Step], bool] = lambda _step: False
    """Whether the leader may decline."""

    def fits(self, move: Move) -> bool:
        """Return whether a move is an answer to this question at all."""
        if isinstance(move, Decline):
            return Choose in self.moves
        return isinstance(move, self.moves) and _fields(move) == self.fields


def at_most_one(options: Callable[[Known, Step], Iterator[Move]]) -> Callable[[Known, Step], bool]:
    """Return `is_forced` of a question whose options everybody can see."""
    return lambda seen, step: len(list(islice(options(seen, step), 2))) < 2


def _fields(move: Move) -> tuple[str, ...]:
    if not isinstance(move, Choose):
        return ()
    return tuple(name for name in attrs.fields_dict(Choose) if getattr(move, name) is not None)
