"""The agenda: the one place where the game goes on.

The table has a tuple of steps. A task or an effect at its head is done at once; a question waits
for its answer, unless everybody can see that there is at most one. An effect puts its steps in
front, so what it starts ends before anything else goes on.

Rules: order.depth, round.steps, decision.forced, decision.asked, effect.must.
"""

from __future__ import annotations

from westeros_intrigue.base.values import Value
from westeros_intrigue.btwixt import (
    allies,
    bidding,
    claiming,
    drafting,
    influence,
    questions,
    seasons,
)
from westeros_intrigue.btwixt.effects import resolve
from westeros_intrigue.btwixt.moves import Move
from westeros_intrigue.btwixt.questions import Effect, Question, Task
from westeros_intrigue.btwixt.state import Position
from westeros_intrigue.btwixt.table import Step
from westeros_intrigue.btwixt.working_copy import WorkingCopy

STEPS: tuple[type[Step], ...] = tuple(
    cls
    for module in (seasons, drafting, bidding, questions, influence, claiming, allies)
    for cls in vars(module).values()
    if isinstance(cls, type) and issubclass(cls, Step) and issubclass(cls, Value)
    if cls.__module__ == module.__name__
)
"""The classes of all steps."""


def asked(position: Position | WorkingCopy) -> Question | None:
    """Return the question that waits for an answer; None when the game is over."""
    agenda = position.table.agenda
    return agenda[0] if agenda and isinstance(agenda[0], Question) else None


def options(position: Position | WorkingCopy, seat: int | None = None) -> tuple[Move, ...]:
    """Return all legal answers of a seat, or of the first asked, in the order of decision.order."""
    if position.legal is not None:
        return position.legal
    question = asked(position)
    if question is None:
        return ()
    who = question.seat if seat is None else seat
    return tuple(question.options(position.table, question.shown(position, who)))


def answer(game: WorkingCopy, question: Question, seat: int, move: Move) -> None:
    """Accept the legal answer of a seat to the question that is asked, and go on from there."""
    game.table.agenda = game.table.agenda[1:]
    question.accept(game, seat, move)
    run(game)


def run(game: WorkingCopy) -> None:
    """Go on until somebody has to answer, or the game is over."""
    table = game.table
    game.legal = None
    while agenda := table.agenda:
        step = agenda[0]
        if isinstance(step, Question):
            if step.waits(game):
                return
            table.agenda = agenda[1:]
            step.force(game)
            game.legal = None
        else:
            table.agenda = agenda[1:]
            if isinstance(step, Task):
                step.do(game)
            elif isinstance(step, Effect):
                resolve(game, step)
