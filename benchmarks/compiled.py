"""The compiled core compared with plain C, and the time of the solver.

Run `python -m benchmarks rounds`, or `threads`, `search`, `solver`. All need the extra
`fast`; all except `search` need gcc. The C programs next to this file are built first. Both sides
run on one core and take turns, and each ratio is within a turn.
"""

from __future__ import annotations

import random
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import ParamSpec

from benchmarks.measuring import Line
from benchmarks.publishing import Figure
from westeros_intrigue import DECK, Deal, GameState, apply, distinct_moves, observe, setup
from westeros_intrigue.gamekit.chance import shuffle
from westeros_intrigue.lab.players import MonteCarloPlayer
from westeros_intrigue.lab.simulation import (
    Policy,
    Run,
    Simulation,
    available_cores,
    playouts,
    solve,
)
from westeros_intrigue.lab.simulation.solver import Solver
from westeros_intrigue.players import greedy_player
from westeros_intrigue.rules import deal_from_deck

HERE = Path(__file__).parent
P = ParamSpec("P")
PLAYER_COUNTS = (2, 4, 6)
ROUNDS, MANY = 50_000, 1_000_000
LEVELS, TRIES = ("-O2", "-O3"), 3


def built(name: str, taken: Callable[[str], float]) -> tuple[str, str]:
    """Build a C program of this folder at both levels; return the faster one's path and level.

    On some processors, the loop is nearly twice as fast at the lower level. `taken` returns the
    seconds that a program takes.
    """
    programs = {}
    for level in LEVELS:
        program = f"{tempfile.mkdtemp()}/{name}"
        command = ["gcc", level, "-march=native", str(HERE / f"{name}.c"), "-o", program]
        subprocess.run(command, check=True)  # noqa: S603 - our own
        programs[program] = level
    best = min(programs, key=lambda program: min(taken(program) for _ in range(TRIES)))
    return best, programs[best]


def playing(program: str, players: int, count: int, seed: int) -> tuple[int, float]:
    """Return the cards left after rounds of a C program, and the seconds that it took."""
    command = [program, *map(str, (players, count, seed))]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own
    left, taken = done.stdout.split()
    return int(left), float(taken)


def timed(work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> float:
    """Return the CPU seconds that a call takes."""
    begun = time.process_time()
    work(*args, **kwargs)
    return time.process_time() - begun


def features() -> str:
    """Return the name of the processor and the sets of vector instructions that it has."""
    cpu = Path("/proc/cpuinfo").read_text(encoding="utf-8").split("\n\n")[0]
    of = dict(re.split(r"\s*:\s*", line, maxsplit=1) for line in cpu.splitlines() if ":" in line)
    sets = [flag for flag in of.get("flags", "").split() if flag.startswith(("avx", "popcnt"))]
    return f"{of.get('model name', 'an unknown processor')}: {' '.join(sets)}"


def rounds(turns: int) -> Iterator[Line]:
    """Measure random rounds, playouts of an opening, and games beside two programs in C."""
    policy, programs = Policy.RANDOM, []
    yield features()
    for name in ("rounds", "lanes"):
        program, level = built(name, lambda each: playing(each, 4, ROUNDS, 0)[1])
        programs.append(program)
        yield f"{name}.c is faster with {level}"
    headings = ("C, lanes", "rounds", "states", "views", "games", "of lanes")
    yield f"{'players':>7}{'C':>12}" + "".join(f"{heading:>10}" for heading in headings)
    for players in PLAYER_COUNTS:
        state = setup(players, seed=1)
        view = observe(state, 0)
        ratios = []
        rates = []
        for turn in range(turns):
            simulation = Simulation(players, "random", seed=turn)
            simulated = simulation.rounds(range(ROUNDS))
            seconds = []
            for program in programs:
                left, taken = playing(program, players, ROUNDS, turn)
                assert left == simulated.cards_left.sum(dtype=int)  # noqa: S101 - the same rounds
                seconds.append(taken)
            in_c, in_lanes = seconds
            others = (
                timed(simulation.rounds, range(ROUNDS)),
                timed(playouts, state, policy, ROUNDS, seed=turn),
                timed(playouts, view, policy, ROUNDS, seed=turn),
                timed(simulation.games, range(ROUNDS // players)),
            )
            rates.append(ROUNDS / in_c)
            ratios.append([in_c / each for each in (in_lanes, *others)] + [in_lanes / others[0]])
        columns = [*zip(*ratios, strict=True)]
        shares = "".join(f"{median(column):>10.2f}" for column in columns)
        yield f"{players:>7}{median(rates):>12,.0f}{shares}"
        yield Figure(f"C, {players} players", median(rates))
        for heading, column in zip(headings, columns, strict=True):
            ends = min(column), max(column)
            yield Figure(f"{heading}, {players} players", median(column), ends)
    yield "C: rounds a second in a plain loop; the next five: their rounds for each of C's;"
    yield "of lanes: the rounds of a `Simulation` for each of C's in lanes."


def threads(turns: int) -> Iterator[Line]:
    """Measure the gain in elapsed time from a thread per core, and from as many C programs."""
    cores = available_cores()
    program, _ = built("rounds", lambda each: playing(each, 4, ROUNDS, 0)[1])

    def in_c(turn: int, number: int) -> None:
        command = [program, "4", str(MANY), str(turn)]
        running = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(number)]  # noqa: S603 - our own
        assert not any(process.wait() for process in running)  # noqa: S101 - all succeed

    def in_threads(policy: Policy) -> Callable[[int, int], object]:
        def play(turn: int, number: int) -> object:
            return Simulation(4, policy, turn).rounds(range(number * MANY), Run(threads=number))

        return play

    works = {"C": in_c, **{each: in_threads(Policy(each)) for each in ("random", "greedy")}}
    yield f"{MANY:,} rounds of four players for each of {cores} cores; best of {turns}."
    for name, work in works.items():
        best = dict.fromkeys((1, cores), float("inf"))
        for turn in range(turns):
            for number in best:
                begun = time.perf_counter()
                work(turn, number)
                best[number] = min(best[number], time.perf_counter() - begun)
        alone, shared = best.values()
        gain = cores * alone / shared
        yield f"{name:8}{alone:>7.2f} s on one, {gain:.2f} times on all"
        yield Figure(f"{name}, {cores} cores / 1 core", gain)


def search(turns: int) -> Iterator[Line]:
    """Measure the moves per second of the player `search:1000`, and of its playouts."""
    player = MonteCarloPlayer(1000)
    yield f"{'players':>7}{'moves a second':>16}{'greedy rounds':>16}"
    for players in PLAYER_COUNTS:
        moves, greedy = [], []
        for turn in range(turns):
            rng, views = random.Random(turn), []
            state = setup(players, seed=turn)
            while state.active_player is not None:
                views.append(observe(state, state.active_player))
                state = apply(state, greedy_player(views[-1], rng))
            views = [view for view in views if len(distinct_moves(view)) > 1]
            moves.append(len(views) / timed(lambda: [player(view, rng) for view in views]))  # noqa: B023 - called here
            simulation = Simulation(players, Policy.GREEDY, seed=turn)
            seconds = timed(simulation.rounds, range(ROUNDS))
            greedy.append(ROUNDS / seconds)
        yield f"{players:>7}{median(moves):>16,.0f}{median(greedy):>16,.0f}"
        yield Figure(f"search:1000, {players} players", median(moves))
    yield "The moves are those of whole rounds of greedy players, where there is a choice."


def deals(count: int) -> Iterator[GameState]:
    """Yield whole rounds of two players."""
    rng = random.Random(1)
    for _ in range(count):
        yield setup(2, deal=Deal((deal_from_deck(shuffle(DECK, rng), 2),)))


def solving_in_c(program: str, state: GameState) -> tuple[int, float]:
    """Return the value of a round by the C program, and the seconds that it took."""
    hands = ("".join(str(card.house.index) for card in hand) for hand in state.hands)
    done = subprocess.run(  # noqa: S603 - our own
        [program], input=" ".join(hands), capture_output=True, text=True, check=True
    )
    value, _, taken = done.stdout.split()
    return int(value), float(taken)


def solver(turns: int) -> Iterator[Line]:
    """Measure whole rounds of two players: the search for the value, and all of `solve`."""
    program, level = built("rounds_of_two", lambda each: solving_in_c(each, next(deals(1)))[1])
    yield f"rounds_of_two.c is faster with {level}"
    solve(setup(2, seed=1), nodes=1)
    seconds = []
    for state in deals(turns):
        value, in_c = solving_in_c(program, state)
        search = Solver(state)
        compiled = timed(search.value, state, [])
        begun = time.process_time()
        solution = solve(state)
        whole = time.process_time() - begun
        assert solution.value == value  # noqa: S101 - the same game
        seconds.append((in_c, compiled, compiled / in_c, whole))
    medians = [median(column) for column in zip(*seconds, strict=True)]
    for name, middle in zip(("the value in C", "the value", "", "solve"), medians, strict=True):
        if name:
            yield Figure(name, middle, unit="s")
    yield Figure("the value / in C", medians[2])
    yield f"the value in C           {medians[0]:>7.2f} s"
    yield f"the value, compiled      {medians[1]:>7.2f} s, {medians[2]:.2f} times C"
    yield f"`solve`, moves and line  {medians[3]:>7.2f} s"
    yield f"Medians of {turns} deals, CPU time."
