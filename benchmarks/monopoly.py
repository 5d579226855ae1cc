"""The second game: its pace beside a simulator of classic Monopoly, a state's bytes, a whole game.

`simulation-classes-catherineannie13` is a package in Python with whole games of Monopoly, which
its users' strategies play by methods. It knows neither auctions nor trades, nor a moment between
two turns; so turns are compared, and decisions only counted.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.measuring import Contender, Spread, Work, chosen, measured, table
from westeros_intrigue import monopoly, play_game
from westeros_intrigue.monopoly import (
    GameState,
    apply,
    legal_moves,
    setup,
    simple_player,
)

DECISIONS = 1500
"""How many decisions of a game are played; random games go on for thousands."""
OTHERS_TURNS = 400
SIMULATION = "simulation-classes"
_STRATEGY = (
    "decide_to_buy",
    "decide_sell_houses",
    "decide_mortgage_properties",
    "decide_to_leave_jail",
    "decide_unmortgage_properties",
    "decide_build_on_properties",
)


def played(players: int, turn: int, decisions: int = DECISIONS) -> Iterator[GameState]:
    """Yield the states of a game by random moves, offers left out."""
    state, rng = setup(players, seed=turn), random.Random(turn)
    for _ in range(decisions):
        yield state
        moves = legal_moves(state)
        if not moves:
            return
        state = apply(state, chosen(moves, rng))


def pace(players: int, count: str, decisions: int = DECISIONS) -> Contender:
    """Random play, its decisions or its turns counted."""

    def prepare(turn: int) -> Work:
        def work() -> int:
            number = turns = 0
            for state in played(players, turn, decisions):
                number, turns = number + 1, state.turn_number
            return number - 1 if count == "decisions" else turns

        return work

    return Contender(f"{players} players, {count}", prepare)


def simple_pace(players: int) -> Contender:
    """Whole games of simple players, their turns counted."""

    def prepare(turn: int) -> Work:
        return lambda: play_game([simple_player] * players, game=monopoly, seed=turn).turn_number

    return Contender(f"{players} simple players, turns", prepare)


def simulation(players: int, count: str) -> Contender | None:
    """The other simulator with its random strategy; None if it is not installed."""
    found = importlib.util.find_spec("simulation_classes")
    if found is None or found.origin is None:
        return None
    # Its modules import each other as if each were alone.
    folder = str(Path(found.origin).parent)
    if folder not in sys.path:
        sys.path.append(folder)
    board_class: Any = importlib.import_module("MonopolyBoard").MonopolyBoard
    player_class: Any = importlib.import_module("Player").Player
    strategy_class: Any = importlib.import_module("RandomStrategy").RandomStrategy

    def prepare(turn: int) -> Work:
        board, asked = board_class(), [0]
        board.strategy = strategy_class()
        for name in _STRATEGY:
            setattr(board.strategy, name, _counted(getattr(board.strategy, name), asked))
        for seat in range(players):
            board.add_player(player_class(f"player {seat}"))

        def work() -> int:
            random.seed(turn)
            turns = 0
            while turns < OTHERS_TURNS and sum(not one.bankrupt for one in board.players) > 1:
                for player in board.players:
                    board.take_turn(player)
                    turns += 1
            return asked[0] if count == "decisions" else turns

        return work

    return Contender(f"{SIMULATION}, {players} players, {count}", prepare)


def _counted(ask: Callable[..., object], asked: list[int]) -> Callable[..., object]:
    def counting(*arguments: object) -> object:
        asked[0] += 1
        return ask(*arguments)

    return counting


def bytes_of_a_state(players: int, seed: int, decisions: int = DECISIONS) -> float:
    """Return the bytes a state of a game of random play whose states are all kept."""
    kept: list[GameState] = []
    setup(players, seed=seed)
    gc.collect()
    tracemalloc.start()
    kept.extend(played(players, seed, decisions))
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / len(kept)


def whole_game(turn: int) -> Work:
    """A game of six simple players to its end."""

    def work() -> int:
        return 1 if play_game([simple_player] * 6, game=monopoly, seed=turn).is_over else 0

    return work


def report(turns: int) -> Iterator[str]:
    """Measure the pace, the bytes and whole games."""
    counts = [(players, count) for count in ("decisions", "turns") for players in (2, 4, 6)]
    ours = [pace(*one) for one in counts]
    theirs = [found for one in counts if (found := simulation(*one))]
    simple = simple_pace(4)
    rates = measured([*ours, simple, *theirs], turns)
    yield f"Decisions, and turns, a second of random play on the sample edition; {turns} turns."
    rows = {
        contender.name: [f"{SIMULATION}, {contender.name}"] * bool(theirs) for contender in ours
    }
    rows[simple.name] = []
    yield from table(rates, rows | {contender.name: [] for contender in theirs}, [SIMULATION])
    if not theirs:
        yield f"{SIMULATION} is not installed, and was not measured"
    yield "Bytes a state when all states of a game are kept: " + ", ".join(
        f"{bytes_of_a_state(players, 1):,.0f} with {players} players" for players in (2, 4, 6)
    )
    games = measured([Contender("six", whole_game)], turns)["six"]
    yield f"Seconds of CPU a game of six simple players: {Spread.of([1 / rate for rate in games])}"
