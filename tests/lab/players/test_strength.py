"""Measures of strength: the training of a best response, and solved endings."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from checkout import ROOT

from westeros_intrigue.lab.players.search import WEIGHTS
from westeros_intrigue.lab.simulation import fast, winning_moves
from westeros_intrigue.lab.simulation.network import NETWORK_SIZE
from westeros_intrigue.rules.unseen import house_counts

sys.path.insert(0, str(ROOT))

from benchmarks import best_response, endings


@pytest.mark.parametrize("opponent", ["greedy"])
def test_a_best_response_begins_as_the_player_of_the_package_and_learns(
    opponent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "has_numba", lambda: False)
    for name, small in {"TABLES": 2, "STEPS": 5, "MINIBATCH": 2}.items():
        monkeypatch.setattr(best_response, name, small)
    monkeypatch.setattr("train_by_self_play.MINIBATCH", 5)
    first = best_response.network_of_package(np.random.default_rng(1))
    package = WEIGHTS.read_bytes()[:NETWORK_SIZE]
    assert first.packed(margin_share=0.5) == package
    weights, rounds = best_response.best_response(opponent, seconds=0.01, seed=1)
    assert len(weights) == len(package)
    assert weights != first.packed(margin_share=0.1)
    assert rounds >= 0


SMALL = sorted(endings.lines(), key=lambda line: len(line["worths"]) * line["other_hands"])[:2]


@pytest.mark.parametrize("line", SMALL)
def test_an_ending_of_the_file_is_worth_what_it_says(line: dict[str, object]) -> None:
    state = endings.state_of(line)
    belief = endings.Belief.of(state)
    assert len(belief.chances) == line["other_hands"]
    worths, error = endings.solve(endings.trees(state), belief)
    assert error < 0.002
    assert worths == pytest.approx(line["worths"], abs=0.002)


@pytest.mark.parametrize("line", SMALL)
def test_with_one_hand_an_ending_is_won_by_the_moves_that_the_solver_finds(
    line: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = endings.state_of(line)
    hand = house_counts(state.hands[1 - (state.active_player or 0)])
    known = endings.Belief(np.array([hand]), np.ones(1))
    monkeypatch.setattr(endings.Belief, "of", lambda _: known)
    worths, _ = endings.solve(endings.trees(state), known)
    winning = {endings.name_of(move) for move in winning_moves(state) or ()}
    assert {name for name, worth in worths.items() if worth > 0.99} == winning
