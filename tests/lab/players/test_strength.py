"""What measures strength: the training of a best response."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from checkout import ROOT

from westeros_intrigue.lab.players.search import WEIGHTS
from westeros_intrigue.lab.simulation import fast
from westeros_intrigue.lab.simulation.network import NETWORK_SIZE

sys.path.insert(0, str(ROOT))

from benchmarks import best_response


@pytest.mark.parametrize("opponent", ["greedy", "search:2"])
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
