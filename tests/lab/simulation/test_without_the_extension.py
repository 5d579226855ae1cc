"""The switch between the two halves: Python computes the same without the extension."""

from __future__ import annotations

import builtins
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from westeros_intrigue.lab.simulation import fast

PLAYED = """
from westeros_intrigue import STANDARD, House, observe, setup
from westeros_intrigue.lab.simulation import Simulation, fast, playouts, solve
from westeros_intrigue.lab.players import LearnedPlayer
import random, sys

duel = STANDARD.with_seats(houses=tuple(House)[:2], automated=[1])
games = Simulation(2, "random", seed=5, variant=duel).games(range(3))
ends = playouts(observe(setup(4, seed=3), 0), "greedy", 3, seed=1)
print(games.totals.tolist(), ends.cards_left.tolist())
print(LearnedPlayer()(observe(setup(4, seed=1), 0), random.Random(1)))
print(fast.has_extension(), file=sys.stderr)
"""


def run(program: str, wish: str, loss: str = "") -> tuple[str, str]:
    """Return what a program prints in a process of its own, and its errors."""
    environment = {**os.environ, fast.SWITCH: wish}
    command = [sys.executable, "-W", "error", "-c", f"import sys; {loss}\n{program}"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


LOST = "sys.modules['westeros_intrigue.lab.simulation._native'] = None"


def test_python_plays_the_same_without_the_extension_or_by_choice() -> None:
    pytest.importorskip("numpy")
    answers = [run(PLAYED, wish, loss) for wish, loss in (("", LOST), ("never", ""), ("", ""))]
    assert len({printed for printed, _ in answers}) == 1
    assert answers[0][0].count("\n") == 2
    assert [said.strip() for _, said in answers[:2]] == ["False", "False"]


def test_whoever_wants_the_extension_always_is_told_that_it_is_missing() -> None:
    pytest.importorskip("numpy")
    printed, said = run(PLAYED, "always", LOST)
    assert not printed
    assert "ImportError: WESTEROS_INTRIGUE_EXTENSION is always, but the compiled half" in said


@pytest.fixture
def chosen_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Choose the half anew, and again after the test."""
    fast.extension.cache_clear()
    monkeypatch.delenv(fast.SWITCH, raising=False)
    yield monkeypatch
    fast.extension.cache_clear()


def test_an_extension_of_another_machine_is_a_warning(chosen_anew: pytest.MonkeyPatch) -> None:
    usual = builtins.__import__

    def load(name: str, *arguments: Any) -> object:
        if name.endswith("_native"):
            raise ImportError("wrong ELF class: ELFCLASS32")
        return usual(name, *arguments)

    chosen_anew.setattr(builtins, "__import__", load)
    with pytest.warns(RuntimeWarning, match="the compiled half cannot be used, .*ELFCLASS32"):
        assert not fast.has_extension()


def test_a_pure_wheel_is_silent(chosen_anew: pytest.MonkeyPatch) -> None:
    chosen_anew.setitem(sys.modules, f"{fast.__package__}._native", None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert fast.extension() is None
