"""Every answer in the board games is told by an event, by which a game is read back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from games.btwixt.tables import random_game
from westeros_intrigue import WrongType
from westeros_intrigue.gamekit import Agenda
from westeros_intrigue.gamekit.agenda import Question, Step
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.games.btwixt.position.working_copy import WorkingCopy
from westeros_intrigue.games.btwixt.telling import records
from westeros_intrigue.games.monopoly.position.state import Draft
from westeros_intrigue.games.monopoly.position.table import HOUSE_RULES
from westeros_intrigue.games.monopoly.turns import dealings, throws

STEPS: tuple[type[Step], ...] = (*dealings.STEPS, *throws.STEPS, *records.STEPS)
TOLD_LATER = {
    f"{step.KIND.value} {answer.__name__}"
    for step in STEPS
    if issubclass(step, Question)
    for answer in (step.MOVES if step.TOLD_LATER is True else step.TOLD_LATER or ())
}
"""The answers that a later event tells, by the question and the class of the answer."""


def monopoly_games() -> Iterator[tuple[str, monopoly.GameState]]:
    for seed in range(6):
        rng = random.Random(seed)
        house_rules = HOUSE_RULES if seed % 2 else ()
        state = monopoly.new_game(2 + seed % 3, {"house_rules": house_rules}, seed=seed)
        while not state.is_over and state.turn_number < 40:
            assert state.decision is not None
            yield state.decision.value, state
            state = monopoly.apply(state, rng.choice(monopoly.legal_moves(state)))


def btwixt_games() -> Iterator[tuple[str, btwixt.GameState]]:
    for seed in range(0, 64, 9):
        for state in random_game(seed):
            # Simultaneous answers become events when the last has come.
            if len(state.deciders) == 1:
                assert state.decision is not None
                yield state.decision.kind.value, state


def log_nothing(*_: object, **__: object) -> None:
    """Instead of logging an event."""


@pytest.mark.parametrize(
    ("game", "states", "draft", "silenced"),
    [
        (monopoly, monopoly_games, Draft, {"events_so_far": 0}),
        (btwixt, btwixt_games, WorkingCopy, {"note": log_nothing}),
    ],
    ids=["monopoly", "btwixt"],
)
def test_an_answer_without_an_event_is_refused(
    game: Any,
    states: Callable[[], Iterator[tuple[str, Any]]],
    draft: type[Agenda],
    silenced: Mapping[str, object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = {
        f"{question} {type(move).__name__}": (state, move)
        for question, state in states()
        for move in game.legal_moves(state)
    }
    assert len(answers) >= 15
    for name, instead in silenced.items():
        monkeypatch.setattr(draft, name, instead)
    for answer, (state, move) in answers.items():
        if answer in TOLD_LATER:
            game.apply(state, move)
        else:
            with pytest.raises(WrongType, match="must log an event for the answer"):
                game.apply(state, move)
