"""The parts of a ply's time: `python -m benchmarks profile`.

The parts of a ply are repeated on their own at positions of random play of four players, uniform
over `legal_moves`, and so are `legal_moves` and `apply` whole. A part is timed without the loop
around it. The rest of a whole, without its parts, is its checks and calls.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from random import Random
from statistics import median
from typing import NamedTuple

from benchmarks.figures import position
from benchmarks.measuring import chosen
from westeros_intrigue import GameState, Move, apply, legal_moves
from westeros_intrigue.rules.board import after_placement
from westeros_intrigue.rules.game_events import Placement
from westeros_intrigue.rules.state import next_state

REPEATS = 40
POSITIONS = 60


class Ply(NamedTuple):
    """A position, its move, and the intermediate results of `apply`."""

    state: GameState
    move: Move
    after: GameState


def _ply(number: int) -> Ply:
    state = position(number)
    move = chosen(legal_moves(state), Random(number))
    return Ply(state, move, apply(state, move))


def _choose(ply: Ply) -> Callable[[], object]:
    moves, random = legal_moves(ply.state), Random(1).random
    return lambda: moves[int(random() * len(moves))]


def _list(ply: Ply) -> Callable[[], object]:
    return lambda: legal_moves(ply.state)


def _picks(ply: Ply) -> Callable[[], object]:
    # As many calls of an itemgetter, and lists grown, as the listing of this position needs.
    runs: dict[tuple[int, int, int], int] = {}
    for move in legal_moves(ply.state):
        key = (move.card.house.index, move.slot.row, move.slot.column)
        runs[key] = runs.get(key, 0) + 1
    nine = tuple(range(9))
    picks = [itemgetter(slice(0, count)) for count in runs.values()]

    def grow() -> object:
        moves: list[object] = []
        for pick in picks:
            moves += pick(nine)
        return tuple(moves)

    return grow


def _apply(ply: Ply) -> Callable[[], object]:
    return lambda: apply(ply.state, ply.move)


def _place(ply: Ply) -> Callable[[], object]:
    state, move = ply.state, ply.move
    occupied, open_slots, width_limit, *_ = state._board
    house, cell = move.card.house.index, move.slot.cell
    return lambda: after_placement(occupied, open_slots, width_limit, house, cell)


def _next(ply: Ply) -> Callable[[], object]:
    before, after = ply.state, ply.after
    seat = (after.placements[-1].player + 1) % before.players
    return lambda: next_state(
        seat,
        before._frame,
        after.placements,
        before.eliminations,
        *after._board[:2],
        after._held,
        after._stacks,
    )


def _placement(ply: Ply) -> Callable[[], object]:
    seat, move = ply.after.placements[-1].player, ply.move
    return lambda: Placement(seat, move)


def _tuples(ply: Ply) -> Callable[[], object]:
    held, placements, seat = ply.state._held, ply.state.placements, ply.after.placements[-1].player
    made = ply.after.placements[-1]

    def copy() -> object:
        hands = list(held)
        hands[seat] ^= 1
        return tuple(hands), (*placements, made)

    return copy


PARTS: dict[str, Callable[[Ply], Callable[[], object]]] = {
    "legal_moves": _list,
    "  picking moves from the table": _picks,
    "the random choice": _choose,
    "apply": _apply,
    "  the court: after_placement": _place,
    "  who is next, and the GameState: passed_to": _next,
    "  making the Placement": _placement,
    "  copying two tuples": _tuples,
}


def profile(plies: Sequence[Ply], turns: int) -> dict[str, list[float]]:
    """Return for each part its microseconds a ply, turn by turn."""
    micros: dict[str, list[float]] = {name: [] for name in PARTS}
    for _ in range(turns):
        for name, part in PARTS.items():
            calls = [part(ply) for ply in plies]
            empty = _timed([lambda: None] * len(calls))
            micros[name].append(1e6 * (_timed(calls) - empty))
    return micros


def _timed(calls: Sequence[Callable[[], object]]) -> float:
    start = time.process_time()
    for call in calls:
        for _ in range(REPEATS):
            call()
    return (time.process_time() - start) / (REPEATS * len(calls))


def report(turns: int, positions: int = POSITIONS) -> Iterator[str]:
    """Yield a line for each part: microseconds, and its share of a ply."""
    micros = profile([_ply(number) for number in range(positions)], turns)
    outer = [times for name, times in micros.items() if not name.startswith(" ")]
    # At least a nanosecond: the clock may stand still for longer than a few plies take.
    wholes = [max(sum(turn), 1e-3) for turn in zip(*outer, strict=True)]
    yield f"microseconds a ply, medians of {turns} turns; share of the ply"
    for name, times in micros.items():
        shares = [part / whole for part, whole in zip(times, wholes, strict=True)]
        yield f"{name:34}{median(times):>7.2f}{100 * median(shares):>6.0f} %"
    yield f"{'a ply':34}{median(wholes):>7.2f}"
