"""The figures of the package: calls, playouts, JSON and records, each as a contender.

All positions come from random play, uniform over `legal_moves`, with separate seeds; all calls go
through the public functions, with their checks. `compare.py` also runs these.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import ModuleType

import westeros_intrigue
from benchmarks.measuring import Contender, Work, chosen
from westeros_intrigue import (
    DECK,
    Deal,
    GameState,
    Move,
    Phase,
    Record,
    RoundDeal,
    View,
    apply,
    distinct_moves,
    explain,
    from_json,
    legal_moves,
    observe,
    odds,
    score_round,
    setup,
    to_json,
)
from westeros_intrigue.rules import deal_from_deck
from westeros_intrigue.views import Determinizer

PLAYER_COUNTS = (2, 3, 4, 5, 6)
ROUNDS_A_TURN = 20
POSITIONS_A_TURN = 40
"""Positions of four players, from all over the round."""
REPEATS, RECORD_REPEATS = 50, 5
"""How often a call is made at each position, and with each record: some milliseconds in all, which
the slowest clocks can tell from none."""
GAMES_A_TURN = 3
"""Games of four players, each a record."""

Lister = Callable[[GameState], tuple[Move, ...]]


def deal(number: int, players: int) -> RoundDeal:
    """Return the deal of this number."""
    return deal_from_deck(random.Random(number).sample(DECK, len(DECK)), players)


def first_state(number: int, players: int) -> GameState:
    """Return the first state of a round."""
    return setup(players, deal=Deal((deal(number, players),)))


@lru_cache(maxsize=512)
def position(number: int, players: int = 4) -> GameState:
    """Return a state with a player to move; all states of a round are equally likely."""
    rng = random.Random(number)
    states = [first_state(number, players)]
    while moves := legal_moves(states[-1]):
        states.append(apply(states[-1], chosen(moves, rng)))
    return chosen(states[:-1], rng)


@lru_cache(maxsize=512)
def refused_move(number: int) -> Move:
    """Return a move that the position refuses: any card, for a slot that is open to some."""
    state, rng = position(number), random.Random(number)
    legal = legal_moves(state)
    assert state.active_player is not None  # noqa: S101 - for the type checker
    moves = [Move(card, slot) for card in DECK for slot in sorted({move.slot for move in legal})]
    return chosen([move for move in moves if move not in legal], rng)


@lru_cache(maxsize=64)
def record(number: int) -> Record:
    """Return the record of a game of four players."""
    state, rng = setup(4, rng=random.Random(number)), random.Random(number)
    while state.phase is not Phase.GAME_OVER:
        moves = legal_moves(state)
        state = apply(state, chosen(moves, rng)) if moves else score_round(state)
    return Record.from_state(state)


def numbers(turn: int, count: int) -> range:
    """Return the numbers of the positions of a turn."""
    return range(turn * count, (turn + 1) * count)


def playouts(players: int, lister: Lister = legal_moves, rounds: int = ROUNDS_A_TURN) -> Contender:
    """Play whole rounds: list the moves, choose one, apply it. An operation is a ply."""

    def prepare(turn: int) -> Work:
        rng = random.Random(turn)
        states = [first_state(number, players) for number in numbers(turn, rounds)]
        return lambda: sum(_plies(state, lister, rng) for state in states)

    name = f"{players} players"
    return Contender(name if lister is legal_moves else f"{name}, distinct", prepare)


def card_game() -> Contender:
    """Playouts of four players, as the measure of moves in the other games.

    The rounds are many, since the first ones after another game find none of their data cached.
    """
    return Contender("the card game", playouts(4, rounds=200).prepare)


def dealt_playouts(players: int, rounds: int = ROUNDS_A_TURN) -> Contender:
    """Play whole rounds, including the time of shuffling, dealing and `setup`."""

    def prepare(turn: int) -> Work:
        rng = random.Random(turn)
        return lambda: sum(
            _plies(first_state(number, players), legal_moves, rng)
            for number in numbers(turn, rounds)
        )

    return Contender(f"{players} players, dealing timed", prepare)


def _plies(state: GameState, lister: Lister, rng: random.Random) -> int:
    while moves := lister(state):
        state = apply(state, chosen(moves, rng))
    return len(state.placements)


def timed_calls(
    name: str,
    calls_at: Callable[[int], Callable[[], object]],
    count: int,
    repeats: int,
) -> Contender:
    """Return a contender: `calls_at` makes the call that is timed at the position of a number."""

    def prepare(turn: int) -> Work:
        calls = [calls_at(number) for number in numbers(turn, count)]

        def work() -> int:
            for call in calls:
                for _ in range(repeats):
                    call()
            return repeats * len(calls)

        return work

    return Contender(name, prepare)


def _legal_moves(number: int) -> Callable[[], object]:
    state = position(number)
    return lambda: legal_moves(state)


def _apply(number: int) -> Callable[[], object]:
    state = position(number)
    move = chosen(legal_moves(state), random.Random(number))
    return lambda: apply(state, move)


def _explain_legal(number: int) -> Callable[[], object]:
    state = position(number)
    move = chosen(legal_moves(state), random.Random(number))
    return lambda: explain(state, move)


def _explain_refused(number: int) -> Callable[[], object]:
    state, move = position(number), refused_move(number)
    return lambda: explain(state, move)


def _observe(number: int) -> Callable[[], object]:
    state, seat = position(number), _viewer(number)
    return lambda: observe(state, seat)


def _determinizer(number: int) -> Callable[[], object]:
    view = observe(position(number), _viewer(number))
    return lambda: Determinizer(view)


def _draw(number: int) -> Callable[[], object]:
    determinizer = Determinizer(observe(position(number), _viewer(number)))
    rng = random.Random(number)
    return lambda: determinizer.draw(rng)


def _odds(number: int) -> Callable[[], object]:
    view = observe(position(number), _viewer(number))
    return lambda: odds(view)


def _viewer(number: int) -> int:
    """Return a seat across from the one to move, whose hand is then to be drawn."""
    state = position(number)
    assert state.active_player is not None  # noqa: S101 - for the type checker
    return (state.active_player + 2) % state.players


def _write_json(number: int) -> Callable[[], object]:
    state = position(number)
    return lambda: to_json(state)


def _read_json(number: int) -> Callable[[], object]:
    text = to_json(position(number))
    return lambda: from_json(GameState, text)


def _read_view(number: int) -> Callable[[], object]:
    text = to_json(observe(position(number), _viewer(number)))
    return lambda: from_json(View, text)


def _write_record(number: int) -> Callable[[], object]:
    written = record(number)
    return lambda: str(written)


def _parse_record(number: int) -> Callable[[], object]:
    text = str(record(number))
    return lambda: Record.parse(text)


def _replay_record(number: int) -> Callable[[], object]:
    replayed = record(number)
    return lambda: sum(1 for _ in replayed.replay())


_AT_POSITIONS = {
    "legal_moves": _legal_moves,
    "apply": _apply,
    "explain, legal": _explain_legal,
    "explain, refused": _explain_refused,
    "observe": _observe,
    "Determinizer": _determinizer,
    "draw": _draw,
    "odds": _odds,
    "write JSON": _write_json,
    "read JSON": _read_json,
    "read JSON of a view": _read_view,
}
_OF_RECORDS = {
    "write a record": _write_record,
    "parse a record": _parse_record,
    "replay a record": _replay_record,
}


def calls(count: int = POSITIONS_A_TURN) -> list[Contender]:
    """Return the calls at positions; an operation is one call."""
    return [timed_calls(name, calls_at, count, REPEATS) for name, calls_at in _AT_POSITIONS.items()]


def records(count: int = GAMES_A_TURN) -> list[Contender]:
    """Return what is done with records; an operation is one game of four rounds."""
    return [
        timed_calls(name, calls_at, count, RECORD_REPEATS) for name, calls_at in _OF_RECORDS.items()
    ]


def _imports(_turn: int) -> Work:
    """Import the package anew, with attrs loaded, and put the first one back."""

    def work() -> int:
        first = _taken_out()
        importlib.import_module(westeros_intrigue.__name__)
        _taken_out()
        sys.modules.update(first)
        return 1

    return work


def _taken_out() -> dict[str, ModuleType]:
    package = westeros_intrigue.__name__
    modules = [name for name in sys.modules if name.split(".", 1)[0] == package]
    return {name: sys.modules.pop(name) for name in modules}


def all_figures() -> Sequence[Contender]:
    """Return all figures that can be compared between two commits."""
    both = (legal_moves, distinct_moves)
    return [
        *(playouts(players, lister) for players in PLAYER_COUNTS for lister in both),
        *calls(),
        *records(),
        Contender("import", _imports),
    ]
