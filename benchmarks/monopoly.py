"""Monopoly: its speed compared with the card game's and with a simulator's, and a state's bytes.

`simulation-classes-catherineannie13` is a package in Python with whole games of Monopoly, which its
users' strategies play by methods. It has neither auctions nor trades, and no moment between two
turns; so turns are compared.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import random
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.figures import card_game
from benchmarks.measuring import Contender, Line, Work, chosen, measured, share, table
from benchmarks.publishing import Figure
from westeros_intrigue import play_game
from westeros_intrigue.games import monopoly
from westeros_intrigue.games.monopoly import SAMPLE, GameState, apply, legal_moves, setup

DECISIONS = 1500
"""The number of decisions played of a game; random games last for thousands."""
OTHERS_TURNS = 400
SIMULATION = "simulation-classes"


def played(players: int, turn: int, decisions: int = DECISIONS) -> Iterator[GameState]:
    """Yield the states of a game by random moves, offers left out."""
    state, rng = setup(players, SAMPLE, seed=turn), random.Random(turn)
    for _ in range(decisions):
        yield state
        moves = legal_moves(state)
        if not moves:
            return
        state = apply(state, chosen(moves, rng))


def states(players: int, decisions: int = DECISIONS) -> Contender:
    """Random play by `apply`, which returns a state for every decision; decisions are counted."""

    def prepare(turn: int) -> Work:
        return lambda: sum(1 for _ in played(players, turn, decisions)) - 1

    return Contender(f"{players} players, decisions", prepare)


def pace(players: int, name: str) -> Contender:
    """Whole games by `play_game` of players of one name, their turns counted."""
    player = monopoly.PLAYERS.parse(name)

    def prepare(turn: int) -> Work:
        return lambda: (
            play_game([player] * players, game=monopoly, seed=turn, edition=SAMPLE).turn_number
        )

    return Contender(f"{players} {name} players, turns", prepare)


def simulation(players: int) -> Contender | None:
    """The other simulator with its random strategy; None if it is not installed."""
    found = importlib.util.find_spec("simulation_classes")
    if found is None or found.origin is None:
        return None
    # Its modules import each other as top-level modules.
    folder = str(Path(found.origin).parent)
    if folder not in sys.path:
        sys.path.append(folder)
    board_class: Any = importlib.import_module("MonopolyBoard").MonopolyBoard
    player_class: Any = importlib.import_module("Player").Player
    strategy_class: Any = importlib.import_module("RandomStrategy").RandomStrategy

    def prepare(turn: int) -> Work:
        board = board_class()
        board.strategy = strategy_class()
        for seat in range(players):
            board.add_player(player_class(f"player {seat}"))

        def work() -> int:
            random.seed(turn)
            turns = 0
            while turns < OTHERS_TURNS and sum(not one.bankrupt for one in board.players) > 1:
                for player in board.players:
                    board.take_turn(player)
                    turns += 1
            return turns

        return work

    return Contender(f"{SIMULATION}, {players} players", prepare)


def bytes_of_a_state(players: int, seed: int, decisions: int = DECISIONS) -> float:
    """Return the bytes per state of a random game whose states are all kept."""
    kept: list[GameState] = []
    setup(players, SAMPLE, seed=seed)
    gc.collect()
    tracemalloc.start()
    kept.extend(played(players, seed, decisions))
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / len(kept)


def report(turns: int) -> Iterator[Line]:
    """Measure the pace, the bytes and whole games."""
    counts = (2, 4, 6)
    theirs = {players: found for players in counts if (found := simulation(players))}
    reference = card_game()
    rows: dict[Contender, list[str]] = {}
    for players in counts:
        references = [theirs[players].name] if players in theirs else []
        rows |= {states(players): [], pace(players, "random"): references}
        rows |= {pace(players, "simple"): references}
    rows |= {contender: [] for contender in theirs.values()}
    rates = measured([reference, *rows], turns)
    yield f"Decisions, or turns of whole games, a second on the sample edition; {turns} turns."
    yield from table(rates, {each.name: names for each, names in rows.items()}, [SIMULATION])
    yield f"As a percentage of the moves of four players in {reference.name}:"
    for each in rows:
        figure = share(rates, each.name, reference.name)
        yield f"{each.name:28}{figure.value:>8.1f}"
        yield figure
    if not theirs:
        yield f"{SIMULATION} is not installed, and was not measured"
    yield "Bytes a state when all states of a game are kept:"
    for players in counts:
        size = bytes_of_a_state(players, 1)
        yield f"{players} players {size:>12,.0f}"
        yield Figure(f"{players} players, bytes a state", size)
