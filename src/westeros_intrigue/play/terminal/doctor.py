"""`doctor`: what is installed, what is missing, and how fast this machine plays."""

from __future__ import annotations

import platform
import random
import sys
import time
from collections.abc import Callable
from typing import TypeVar

import westeros_intrigue
from westeros_intrigue.gamekit.packaging import EXTRAS, lacking
from westeros_intrigue.lab import simulation
from westeros_intrigue.play.page.play import warm_up
from westeros_intrigue.play.sessions import Folder
from westeros_intrigue.play.terminal.commands import Options, Parser, add_switch
from westeros_intrigue.play.terminal.output import PROGRAM, Output
from westeros_intrigue.rules.moves import apply, legal_moves
from westeros_intrigue.rules.state import GameState, setup

T = TypeVar("T")
_PLAYOUTS, _ROUNDS = 100, 1_000_000


def add_arguments(parser: Parser) -> None:
    add_switch(parser, "--quick", "neither compile anything nor measure the speed")


def run(options: Options, terminal: Output) -> int:
    """Print what is installed and what is missing, compile everything, measure the speed."""
    terminal.line(f"{PROGRAM} {westeros_intrigue.__version__}")
    terminal.line(f"Python {platform.python_version()} on {sys.platform}")
    terminal.line(f"games in {Folder.usual().path}")
    for extra, (use, _) in EXTRAS.items():
        missing = lacking(extra)
        lacks = f"lacks {', '.join(missing)}" if missing else "installed"
        terminal.line(f"  {extra:12}{use}: {lacks}")
        if missing:
            terminal.line(f'{"":14}pip install "{PROGRAM}[{extra}]"')
    if options.quick:
        return 0
    begun = time.perf_counter()
    warm_up()
    terminal.line(f"ready to play after {time.perf_counter() - begun:.1f} s")
    states = [setup(4, seed=number) for number in range(_PLAYOUTS)]
    moves, seconds = _timed(lambda: sum(map(_play_out, states)))
    terminal.line(f"rules: {moves / seconds:,.0f} moves of four players in a CPU second")
    if not lacking("fast"):
        simulation.simulate_rounds(4, 1, seed=0)
        _, seconds = _timed(lambda: simulation.simulate_rounds(4, _ROUNDS, seed=1))
        speed = f"{_ROUNDS / seconds:,.0f} random rounds of four players in a CPU second"
        terminal.line(f"compiled simulation: {speed}")
    return 0


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    begun = time.process_time()
    done = work()
    return done, time.process_time() - begun


def _play_out(state: GameState) -> int:
    """Play a round at random, by the public functions; return the number of its moves."""
    rng = random.Random(1)  # noqa: S311 - a game, no secret
    while moves := legal_moves(state):
        state = apply(state, moves[int(rng.random() * len(moves))])
    return len(state.placements)
