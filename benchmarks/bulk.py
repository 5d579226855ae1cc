"""Simulation in bulk: rounds per second compared with the public functions, and first calls.

Run `python -m benchmarks bulk`, or `first-calls`. Both need the extra `fast`.

Both sides play a whole round: shuffle, deal, and place until all players are out. The public
functions play it as a program that imports them would: `deal_from_deck`, `setup`, then
`legal_moves`, a random choice, `apply`; for the other policies `distinct_moves`, and
`greedy_player` on `observe`. They draw from `random.Random`. Both run on one core and take turns,
so that a slow phase of the machine hits both; each ratio is within a turn.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median

from benchmarks.measuring import Line
from benchmarks.publishing import Figure
from westeros_intrigue import (
    DECK,
    Deal,
    GameState,
    Move,
    apply,
    distinct_moves,
    legal_moves,
    observe,
    setup,
)
from westeros_intrigue.lab.simulation import Policy, Simulation
from westeros_intrigue.players import greedy_player
from westeros_intrigue.rules import deal_from_deck

PLAYER_COUNTS = (2, 3, 4, 5, 6)
SECONDS_A_TURN = 0.2
"""The approximate time that each side plays before the other's turn."""

Chooser = Callable[[GameState, random.Random], Move]


def by_legal_moves(state: GameState, rng: random.Random) -> Move:
    """Choose at random, uniform over `legal_moves`."""
    moves = legal_moves(state)
    return moves[int(rng.random() * len(moves))]


def by_distinct_moves(state: GameState, rng: random.Random) -> Move:
    """Choose at random, uniform over `distinct_moves`."""
    moves = distinct_moves(state)
    return moves[int(rng.random() * len(moves))]


def greedily(state: GameState, rng: random.Random) -> Move:
    """Choose as the greedy player does on its view."""
    assert state.active_player is not None  # noqa: S101 - for the type checker
    return greedy_player(observe(state, state.active_player), rng)


CHOOSERS: dict[Policy, Chooser] = {
    Policy.LEGAL: by_legal_moves,
    Policy.RANDOM: by_distinct_moves,
    Policy.GREEDY: greedily,
}


def with_public_functions(players: int, policy: Policy, seed: int) -> float:
    """Play rounds for one turn; return the number per second."""
    rng, choose = random.Random(seed), CHOOSERS[policy]
    rounds, seconds, begun = 0, 0.0, time.process_time()
    while seconds < SECONDS_A_TURN:
        deck = list(DECK)
        rng.shuffle(deck)
        state = setup(players, deal=Deal((deal_from_deck(deck, players),)))
        while state.active_player is not None:
            state = apply(state, choose(state, rng))
        rounds += 1
        seconds = time.process_time() - begun
    return rounds / seconds


def in_bulk(players: int, policy: Policy, seed: int, rounds: int) -> float:
    """Play rounds in bulk; return the number per second."""
    begun = time.process_time()
    Simulation(players, policy, seed=seed).rounds(range(rounds))
    return rounds / (time.process_time() - begun)


def speed(turns: int) -> Iterator[Line]:
    """Measure rounds per second on one core, of both sides."""
    Simulation(4, "random", seed=1).rounds(range(1))  # imported before anything is timed
    yield f"One core, CPU time, medians of {turns} turns; ratios within a turn: median, range."
    yield (
        f"{'policy':16}{'players':>7}{'in bulk':>12}{'public':>10}"
        f"{'ratio':>9}{'lowest':>9}{'highest':>9}"
    )
    for policy in CHOOSERS:
        for players in PLAYER_COUNTS:
            rounds = int(in_bulk(players, policy, 0, 5000) * SECONDS_A_TURN)
            pairs = [
                (
                    in_bulk(players, policy, turn, rounds),
                    with_public_functions(players, policy, turn),
                )
                for turn in range(turns)
            ]
            bulk, public = (median(side) for side in zip(*pairs, strict=True))
            ratios = [fast / slow for fast, slow in pairs]
            yield (
                f"{policy.value:16}{players:>7}{bulk:>12,.0f}{public:>10,.0f}"
                f"{median(ratios):>7.0f}x{min(ratios):>8.0f}x{max(ratios):>8.0f}x"
            )
            yield Figure(f"{policy.value}, {players} players", bulk)
            moves = float(Simulation(players, policy, seed=1).rounds(range(10_000)).plies.mean())
            yield Figure(f"{policy.value}, {players} players, moves", moves * bulk)
            yield Figure(
                f"{policy.value}, {players} players / public functions",
                median(ratios),
                (min(ratios), max(ratios)),
            )


def first_calls(turns: int) -> Iterator[str]:
    """Measure the time of the first calls in a new process."""
    calls = {
        "importing the subpackage and numpy": "import westeros_intrigue.lab.simulation.simulation",
        "the first rounds": "simulation.Simulation(4, 'random', seed=1).rounds(range(1000))",
        "the first hint": "hint(observe(setup(2, seed=1), 0))",
        "the first solution": "solve(ending)",
    }
    code = (
        "import time\n"
        "from westeros_intrigue import apply, legal_moves, observe, setup\n"
        "from westeros_intrigue.lab import simulation\n"
        "from westeros_intrigue.lab.players import hint\n"
        "from westeros_intrigue.lab.simulation.solver import solve\n"
        "ending = setup(2, seed=1)\n"
        "for _ in range(14):\n"
        "    ending = apply(ending, legal_moves(ending)[-1])\n"
    )
    for call in calls.values():
        code += f"begun = time.process_time()\n{call}\nprint(time.process_time() - begun)\n"
    rows = []
    for _ in range(turns):
        done = subprocess.run(  # noqa: S603 - our own
            [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True
        )
        rows.append([float(line) for line in done.stdout.split()])
    yield f"In new processes, CPU time, medians of {turns}."
    for name, *seconds in zip(calls, *rows, strict=True):
        yield f"{name:40}{median(seconds):>8.3f} s"
