"""The memory of a state, and the time of an import."""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Iterator
from statistics import mean

from benchmarks.counting import NO_BYTECODE
from benchmarks.figures import PLAYER_COUNTS, deal
from benchmarks.measuring import Line, Spread, chosen
from benchmarks.publishing import Figure
from westeros_intrigue import DECK, Deal, GameState, apply, legal_moves, setup

_TIMED = "import time; start = time.process_time(); {}; print(time.process_time() - start)"


def bytes_of_a_state(rounds: int = 50) -> Iterator[Line]:
    """Measure the memory that a state takes when all states of a round are kept."""
    yield f"All states of a round are kept; their memory by their number; of {rounds} rounds."
    yield "What they share (the setup) counts once a round; the deal and the table of moves do not."
    yield f"{'':12}{'mean':>10}{'least':>10}{'most':>10}"
    kept_states(0, 4)  # so that nothing made only once is counted
    for players in PLAYER_COUNTS:
        sizes = [kept_states(number, players) for number in range(rounds)]
        ends = min(sizes), max(sizes)
        yield f"{players} players   {mean(sizes):>10,.0f}{ends[0]:>10,.0f}{ends[1]:>10,.0f}"
        yield Figure(f"{players} players", mean(sizes), ends)


def import_time(turns: int = 15) -> Iterator[Line]:
    """Measure the CPU time of imports in fresh processes, bytecode cached."""
    statements = (
        "import attrs",
        "import westeros_intrigue",
        "from westeros_intrigue import setup",
    )
    times: dict[str, list[float]] = {statement: [] for statement in statements}
    environment = {key: value for key, value in os.environ.items() if key not in NO_BYTECODE}
    with tempfile.TemporaryDirectory() as folder:
        environment["PYTHONPYCACHEPREFIX"] = folder  # the first process fills it
        for turn in range(turns + 1):
            for statement in statements:
                command = [sys.executable, "-c", _TIMED.format(statement)]
                done = subprocess.run(  # noqa: S603 - our own
                    command, check=True, env=environment, stdout=subprocess.PIPE, text=True
                )
                if turn:
                    times[statement].append(1000 * float(done.stdout))
    yield f"CPU milliseconds in fresh processes, bytecode cached; {turns} turns."
    yield f"{'':40}{'median':>10}{'least':>10}{'most':>10}"
    for statement in statements:
        middle, *ends = Spread.of(times[statement])
        yield f"{statement:40}" + "".join(f"{ms:>10.1f}" for ms in (middle, *ends))
        yield Figure(statement, round(middle), (round(ends[0]), round(ends[1])), unit="ms")


def kept_states(number: int, players: int) -> float:
    """Return the bytes a state of a round of random play, by its number."""
    round_deal, rng = Deal((deal(number, players),)), random.Random(number)
    kept: list[GameState | None] = [None] * (len(DECK) + 1)
    gc.collect()
    tracemalloc.start()
    state = kept[0] = setup(players, deal=round_deal)
    while moves := legal_moves(state):
        state = apply(state, chosen(moves, rng))
        kept[len(state.placements)] = state
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / sum(state is not None for state in kept)
