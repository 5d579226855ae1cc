"""Where no vector instructions can be made, the kernel plays: the same numbers, with a warning."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

from westeros_intrigue import observe, setup
from westeros_intrigue.lab.players import MonteCarloPlayer
from westeros_intrigue.lab.simulation import Policy, Simulation, playouts, trial_kernel
from westeros_intrigue.lab.simulation.lanes import machine


@pytest.fixture
def tried_anew() -> Iterator[None]:
    machine.has_machine.cache_clear()
    yield
    machine.has_machine.cache_clear()


def everything() -> list[object]:
    view = observe(setup(4, seed=3, first_player=0), 0)
    return [
        Simulation(4, "random", seed=5).rounds(range(300)),
        Simulation(2, Policy.GREEDY, seed=5).rounds(range(300)),
        Simulation(3, "random", seed=5).games(range(40)),
        playouts(view, Policy.GREEDY, 300, seed=1),
        MonteCarloPlayer(100)(view, random.Random(1)),
    ]


@pytest.mark.usefixtures("tried_anew")
@pytest.mark.parametrize("lost", ["llvmlite", "processor", "folder"])
def test_without_vector_instructions_the_kernel_plays_the_same(
    lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = everything()
    machine.has_machine.cache_clear()

    def fail(*_: object) -> bytes:
        raise RuntimeError(f"no {lost}")

    if lost == "llvmlite":
        monkeypatch.setattr(machine, "ir", None)
        monkeypatch.setattr(machine, "binding", None)
    else:
        monkeypatch.setattr(machine, "_machine" if lost == "processor" else "_load_or_store", fail)
    for function in vars(machine).values():
        if isinstance(function, machine.in_groups):
            monkeypatch.setattr(function, "_made", None)
    monkeypatch.setattr(trial_kernel, "try_moves", fail)  # which is slow plain Python
    with pytest.warns(RuntimeWarning, match="no vector instructions can be made here"):
        assert not machine.has_machine()
    assert everything() == expected


PLAYED = """
from westeros_intrigue import STANDARD, House, observe, setup
from westeros_intrigue.lab.simulation import Simulation, playouts

duel = STANDARD.with_seats(houses=tuple(House)[:2], automated=[1])
games = Simulation(2, "random", seed=5, variant=duel).games(range(3))
ends = playouts(observe(setup(4, seed=3), 0), "greedy", 3, seed=1)
print(games.totals.tolist(), ends.cards_left.tolist())
"""


def test_without_numba_plain_python_plays_the_same() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", f"import os, sys; {loss}{PLAYED}"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for loss in (
            "",
            "sys.modules['numba'] = sys.modules['llvmlite'] = sys.modules['llvmlite.ir'] = None",
            "os.environ['NUMBA_DISABLE_JIT'] = '1'",
        )
    }
    assert len(printed) == 1
