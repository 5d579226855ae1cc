"""Other libraries with the same work in their own games: list the legal moves, choose, apply.

All are optional: libraries that cannot be imported are named and skipped. Unless a name says
otherwise, making a new game and dealing its cards is not timed, as for our dealing and `setup`. In
names with "copies", each move makes a new state and keeps the old one.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any

from benchmarks.measuring import Contender, Work, chosen

CHESS_PLIES = 80
"""The number of plies of a chess game, about as many as people play. Random games may last for
hundreds, ever faster as pieces disappear."""
CATAN_ACTIONS = 200
"""The number of actions played from the beginning of a game of Catan."""
CHESS = "python-chess"
CHESS_COPY = "python-chess, copy, end test"
CHESS_HISTORY = "python-chess, copy with history, end test"
HEARTS = "OpenSpiel hearts (C++)"
HEARTS_DEALT = "OpenSpiel hearts (C++), dealing timed"
HEARTS_EXAMPLE = "OpenSpiel hearts (C++), its example's loop"
DEALT = (HEARTS_DEALT, HEARTS_EXAMPLE)
"""Where dealing is timed, and so is compared with our playouts that deal."""
TIC_TAC_TOE = "OpenSpiel tic-tac-toe (Python)"


def _chess() -> list[Contender]:
    chess: Any = importlib.import_module("chess")

    def push(turn: int) -> Work:
        board, rng = chess.Board(), random.Random(turn)

        def work() -> int:
            while len(board.move_stack) < CHESS_PLIES and (moves := list(board.legal_moves)):
                board.push(chosen(moves, rng))
            return len(board.move_stack)

        return work

    def copy(*, stack: bool) -> Callable[[int], Work]:
        def prepare(turn: int) -> Work:
            first, rng = chess.Board(), random.Random(turn)

            def work() -> int:
                board, plies = first, 0
                while plies < CHESS_PLIES and not board.is_game_over():
                    board = board.copy(stack=stack)
                    board.push(chosen(list(board.legal_moves), rng))
                    plies += 1
                return plies

            return work

        return prepare

    return [
        Contender(CHESS, push),
        Contender(CHESS_COPY, copy(stack=False)),
        Contender(CHESS_HISTORY, copy(stack=True)),
    ]


def _open_spiel() -> list[Contender]:
    pyspiel: Any = importlib.import_module("pyspiel")
    for module in ("tic_tac_toe", "kuhn_poker", "liars_poker"):
        importlib.import_module(f"open_spiel.python.games.{module}")  # enters its game

    def contender(name: str, game_name: str, games: int, *, copies: bool) -> Contender:
        game = pyspiel.load_game(game_name)

        def prepare(turn: int) -> Work:
            rng = random.Random(turn)
            states = []
            for _ in range(games):
                state = game.new_initial_state()
                while state.is_chance_node():
                    state.apply_action(chosen(state.chance_outcomes(), rng)[0])
                states.append(state)

            def work() -> int:
                plies = 0
                for state in states:
                    while actions := state.legal_actions():
                        state.apply_action(chosen(actions, rng))
                        plies += 1
                return plies

            def copying_work() -> int:
                plies = 0
                for state in states:
                    while actions := state.legal_actions():
                        state = state.child(chosen(actions, rng))  # noqa: PLW2901 - the next state
                        plies += 1
                return plies

            return copying_work if copies else work

        return Contender(f"{name}, copies" if copies else name, prepare)

    def hearts_dealt(turn: int) -> Work:
        game, rng = pyspiel.load_game("hearts"), random.Random(turn)

        def work() -> int:
            plies = 0
            for _ in range(10):
                state = game.new_initial_state()
                while state.is_chance_node():
                    state.apply_action(chosen(state.chance_outcomes(), rng)[0])
                while actions := state.legal_actions():
                    state.apply_action(chosen(actions, rng))
                    plies += 1
            return plies

        return work

    def hearts_example(turn: int) -> Work:
        game, rng = pyspiel.load_game("hearts"), random.Random(turn)
        numpy_rng = importlib.import_module("numpy").random.RandomState(turn)

        def work() -> int:
            plies = 0
            for _ in range(4):
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        cards, chances = zip(*state.chance_outcomes(), strict=True)
                        state.apply_action(numpy_rng.choice(cards, p=chances))
                    else:
                        actions = state.legal_actions(state.current_player())
                        state.apply_action(rng.choice(actions))
                        plies += 1
            return plies

        return work

    games = {
        TIC_TAC_TOE: ("python_tic_tac_toe", 50),
        "OpenSpiel Kuhn poker (Python)": ("python_kuhn_poker", 150),
        "OpenSpiel liar's poker (Python)": ("python_liars_poker", 50),
        HEARTS: ("hearts", 30),
        "OpenSpiel breakthrough (C++)": ("breakthrough", 30),
    }
    return [
        *(
            contender(name, *how, copies=copies)
            for name, how in games.items()
            for copies in (False, True)
        ),
        Contender(HEARTS_DEALT, hearts_dealt),
        Contender(HEARTS_EXAMPLE, hearts_example),
    ]


def _catanatron() -> list[Contender]:
    catanatron: Any = importlib.import_module("catanatron")

    def prepare(turn: int) -> Work:
        players = [catanatron.RandomPlayer(colour) for colour in catanatron.Color]
        game, rng = catanatron.Game(players, seed=turn + 1), random.Random(turn)

        def work() -> int:
            actions = 0
            while actions < CATAN_ACTIONS and game.winning_color() is None:
                game.execute(chosen(game.state.playable_actions, rng))
                actions += 1
            return actions

        return work

    return [Contender("catanatron", prepare)]


def _pettingzoo() -> list[Contender]:
    connect_four: Any = importlib.import_module("pettingzoo.classic.connect_four.connect_four")

    def prepare(turn: int) -> Work:
        environment, rng = connect_four.env(), random.Random(turn)
        environment.reset(seed=turn)

        def work() -> int:
            plies = 0
            while True:
                observation, _, is_over, is_cut, _ = environment.last()
                if is_over or is_cut:
                    return plies
                moves = observation["action_mask"].nonzero()[0].tolist()
                environment.step(chosen(moves, rng))
                plies += 1

        return work

    return [Contender("PettingZoo connect four", prepare)]


LIBRARIES: dict[str, Callable[[], list[Contender]]] = {
    "python-chess": _chess,
    "OpenSpiel": _open_spiel,
    "catanatron": _catanatron,
    "PettingZoo": _pettingzoo,
}


def installed() -> tuple[list[Contender], list[str]]:
    """Return the contenders of the installed libraries, and the names of missing ones."""
    contenders: list[Contender] = []
    missing = []
    for name, make in LIBRARIES.items():
        try:
            contenders += make()
        except ImportError:
            missing.append(name)
    return contenders, missing
