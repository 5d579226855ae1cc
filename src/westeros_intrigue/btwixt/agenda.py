"""The agenda: the one place where the game goes on.

The table holds a tuple of steps. A task at its head is done at once; a question waits for its
answer, unless everybody can see that there is at most one. An effect puts its steps in front, so
what it starts ends before anything else goes on.

Rules: order.depth, round.steps, decision.forced, decision.asked, effect.must.
"""

from __future__ import annotations

from collections.abc import Callable

from westeros_intrigue.btwixt import (
    allies,
    bidding,
    claiming,
    drafting,
    effects,
    influence,
    seasons,
)
from westeros_intrigue.btwixt.questions import Question, known
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.table import DecisionKind, Step, Task
from westeros_intrigue.btwixt.zones import on_table

TASKS: dict[Task, Callable[[GameState, Step], GameState]] = {
    **seasons.TASKS,
    **drafting.TASKS,
    **bidding.TASKS,
    **effects.TASKS,
    **claiming.TASKS,
}
QUESTIONS: dict[DecisionKind, Question] = {
    **drafting.QUESTIONS,
    **bidding.QUESTIONS,
    **influence.QUESTIONS,
    **claiming.QUESTIONS,
    **allies.QUESTIONS,
}


def question(step: Step) -> Question:
    """Return the question that a step asks."""
    return QUESTIONS[DecisionKind(step.kind.value)]


def run(state: GameState) -> GameState:
    """Go on until somebody has to answer, or the game is over."""
    while state.table.agenda:
        step, *rest = state.table.agenda
        if isinstance(step.kind, Task):
            state = TASKS[step.kind](on_table(state, agenda=tuple(rest)), step)
            continue
        asked = QUESTIONS[step.kind]
        seen = known(state, step)
        if not asked.is_forced(seen, step):
            break
        answer = next(asked.options(seen, step), None)
        state = on_table(state, agenda=tuple(rest))
        if answer is not None:
            state = asked.answer(state, step, answer)
    return state
