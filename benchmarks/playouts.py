"""What playing costs: speed, the size of a state, and the time to import the package.

Run `python benchmarks/playouts.py [--rounds N] [--only NAME]`. Every figure is of random play,
uniform over `legal_moves`: each card counts, so a house with many cards in hand is played more
often than one with few. All that is timed goes through the public functions, with their checks.

A measurement is a function that takes the options and yields lines of text. `MEASUREMENTS` lists
them: a new one needs the decorator `@measurement`, and nothing else.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple, TypeVar

from westeros_intrigue import (
    DECK,
    STANDARD,
    Deal,
    GameState,
    RoundDeal,
    apply,
    deal_from_deck,
    legal_moves,
    setup,
)

PLAYER_COUNTS = (2, 3, 4, 5, 6)
TURNS = 20
"""How often each contender gets its turn: the rounds asked for are spread evenly over them."""
CHESS_PLIES = 80
"""How many plies of a game of chess are played: about as many as people play. Random games may go
on for hundreds, ever faster as the pieces go."""
_NO_BYTECODE = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
TESTS = Path(__file__).resolve().parent.parent / "tests"

T = TypeVar("T")


class Options(NamedTuple):
    """What the command line asks for."""

    rounds: int
    """How many rounds are played for each number of players."""


Measurement = Callable[[Options], Iterator[str]]
MEASUREMENTS: dict[str, Measurement] = {}
"""The measurements by name, in the order in which they run."""


def measurement(function: Measurement) -> Measurement:
    """Enter a function in `MEASUREMENTS` under its own name."""
    MEASUREMENTS[function.__name__] = function
    return function


class Contender(NamedTuple):
    """Something that can be played at random, and timed."""

    name: str
    games_a_turn: int
    play: Callable[[int], tuple[int, float]]
    """Play the game of this number; return its plies and the CPU seconds that they took."""


@measurement
def speed(options: Options) -> Iterator[str]:
    """Measure plies per second, of the package and of what it is compared with."""
    chess, second_engine = _imported("chess"), _imported("second_engine", TESTS)
    games = max(1, options.rounds // TURNS)
    contenders = [_package(players, games) for players in PLAYER_COUNTS]
    references = {}
    if chess is None:
        yield "python-chess is not installed (package `chess`, extra `benchmark`): left out"
    else:
        # A game of chess takes as long as about twenty rounds: everybody's turn is alike.
        contenders.append(_python_chess(chess, max(1, games // 20)))
        references["to chess"] = ["python-chess"] * len(PLAYER_COUNTS)
    if second_engine is None:
        yield "the second engine is not there (tests/second_engine): left out"
    else:
        naive = [_second_engine(second_engine, players) for players in PLAYER_COUNTS]
        contenders += naive
        references["to second engine"] = [contender.name for contender in naive]

    speeds, plies = _interleaved(contenders)

    yield f"Listing the legal moves, choosing one, making it, in {TURNS} turns, each of all below."
    yield "CPU time, without dealing and setting up. Medians of the turns; ratios taken in a turn."
    yield f"Whole rounds; of chess the first {CHESS_PLIES} plies, as later ones are faster."
    yield f"{'':22}{'plies/s':>10}{'slowest':>10}{'fastest':>10}{'plies':>9}" + "".join(
        f"{heading:>19}" for heading in references
    )
    for index, name in enumerate(speeds):
        turns = speeds[name]
        line = f"{name:22}{median(turns):>10,.0f}{min(turns):>10,.0f}{max(turns):>10,.0f}"
        line += f"{plies[name]:>9,}"
        if index < len(PLAYER_COUNTS):
            for names in references.values():
                pairs = zip(turns, speeds[names[index]], strict=True)
                line += f"{median(fast / slow for fast, slow in pairs):>18.1f}x"
        yield line


@measurement
def bytes_of_a_state(options: Options) -> Iterator[str]:
    """Measure the memory that a state takes when all states of a round are kept."""
    rounds = max(1, min(50, options.rounds // TURNS))
    yield f"All states of a round are kept; their memory by their number; mean of {rounds} rounds."
    yield "What they share (the setup) counts once a round; the deal and the table of moves do not."
    _kept_states(0, 4)  # so that nothing made only once is counted
    for players in PLAYER_COUNTS:
        sizes = [_kept_states(number, players) for number in range(rounds)]
        yield f"{players} players{mean(sizes):>10,.0f} bytes"


@measurement
def import_time(_options: Options) -> Iterator[str]:
    """Measure how long a fresh process takes that imports the package and ends."""
    statements = ("pass", "import attrs", "import westeros_intrigue")
    repeats = 15
    times: dict[str, list[float]] = {statement: [] for statement in statements}
    environment = {key: value for key, value in os.environ.items() if key not in _NO_BYTECODE}
    with tempfile.TemporaryDirectory() as folder:
        environment["PYTHONPYCACHEPREFIX"] = folder  # the first process fills it
        for _ in range(repeats + 1):
            for statement in statements:
                command = [sys.executable, "-c", statement]
                start = time.perf_counter()
                subprocess.run(command, check=True, env=environment)  # noqa: S603 - our own
                times[statement].append(time.perf_counter() - start)
    yield f"Fresh processes, bytecode cached, best of {repeats}; then the same less bare Python."
    bare = min(times["pass"])
    for statement in statements:
        best = min(times[statement])
        yield f"{statement:28}{1000 * best:>7.1f} ms{1000 * (best - bare):>+9.1f} ms"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the measurements that the command line asks for, and print what they yield."""
    parser = argparse.ArgumentParser(description="What playing costs.")
    parser.add_argument(
        "--rounds", type=int, default=2000, help="rounds for each number of players (default 2000)"
    )
    parser.add_argument("--only", choices=MEASUREMENTS, help="run this measurement alone")
    options = parser.parse_args(arguments)
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}.")
    print("Policy: random play, uniform over legal_moves.")
    for name, function in MEASUREMENTS.items():
        if options.only in (None, name):
            print(f"\n{name.replace('_', ' ')}")
            for line in function(Options(options.rounds)):
                print(f"  {line}", flush=True)


def _interleaved(
    contenders: Sequence[Contender],
) -> tuple[dict[str, list[float]], dict[str, int]]:
    # Each contender plays a little in each turn, so that a slow phase of the machine hits all.
    # CPU time, as a turn that another program interrupts would seem slow.
    speeds: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    plies = dict.fromkeys(speeds, 0)
    for contender in contenders:
        contender.play(0)  # the first time is slower, and not counted
    for turn in range(TURNS):
        for contender in contenders:
            first = turn * contender.games_a_turn
            gc.collect()
            played = [contender.play(first + game) for game in range(contender.games_a_turn)]
            count = sum(game_plies for game_plies, _ in played)
            speeds[contender.name].append(count / sum(seconds for _, seconds in played))
            plies[contender.name] += count
    return speeds, plies


def _package(players: int, games: int) -> Contender:
    def play(number: int) -> tuple[int, float]:
        state, rng = _round(number, players), random.Random(number)
        start = time.process_time()
        while moves := legal_moves(state):
            state = apply(state, _chosen(moves, rng))
        return len(state.placements), time.process_time() - start

    return Contender(f"westeros_intrigue, {players}", games, play)


def _second_engine(module: Any, players: int) -> Contender:
    # It plays the very rounds that the package begins with: same deals, same numbers drawn.
    def play(number: int) -> tuple[int, float]:
        deal, rng = _deal(number, players), random.Random(number)
        hands = [[(card.house.letter, card.number) for card in hand] for hand in deal.hands]
        starters = [(card.house.letter, card.number) for card in deal.starters]
        throne = [(card.value, card.icons) for card in STANDARD.throne_cards]
        game = module.Game(players, [(hands, starters)] * players, throne, 0)
        plies = 0
        start = time.process_time()
        while game.to_move is not None:
            game.play(*_chosen(sorted(game.legal(), key=_move_order), rng))
            plies += 1
        return plies, time.process_time() - start

    return Contender(f"second engine, {players}", 1, play)


def _python_chess(chess: Any, games: int) -> Contender:
    def play(number: int) -> tuple[int, float]:
        board, rng = chess.Board(), random.Random(number)
        start = time.process_time()
        while len(board.move_stack) < CHESS_PLIES and (moves := list(board.legal_moves)):
            board.push(_chosen(moves, rng))
        return len(board.move_stack), time.process_time() - start

    return Contender("python-chess", games, play)


def _kept_states(number: int, players: int) -> float:
    deal, rng = Deal((_deal(number, players),)), random.Random(number)
    kept: list[GameState | None] = [None] * (len(DECK) + 1)
    gc.collect()
    tracemalloc.start()
    state = kept[0] = setup(players, deal=deal)
    while moves := legal_moves(state):
        state = apply(state, _chosen(moves, rng))
        kept[len(state.placements)] = state
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / sum(state is not None for state in kept)


def _deal(number: int, players: int) -> RoundDeal:
    return deal_from_deck(random.Random(number).sample(DECK, len(DECK)), players)


def _round(number: int, players: int) -> GameState:
    return setup(players, deal=Deal((_deal(number, players),)))


def _chosen(moves: Sequence[T], rng: random.Random) -> T:
    return moves[int(rng.random() * len(moves))]


def _move_order(placement: tuple[tuple[str, int], tuple[int, int]]) -> tuple[int, int, int, int]:
    (letter, number), (row, column) = placement
    return "SLBT".index(letter), row, column, number


def _imported(name: str, folder: Path | None = None) -> Any:
    if folder is not None and str(folder) not in sys.path:
        sys.path.append(str(folder))
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None


if __name__ == "__main__":
    main()
