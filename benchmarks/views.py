"""The cost of views: observe, Determinizer, draw and odds, early and late in a round.

Run `python -m benchmarks views`: a turn is a round at each table. The positions are of
random play, uniform over `legal_moves`: from each round the first one, one in the middle, and the
last one in which somebody is to move. The viewer sits across the table, so that the seat to move is
another player's, whose hand must be drawn so that it can place.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median, quantiles

from benchmarks.measuring import Line
from benchmarks.publishing import Figure
from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    Phase,
    Variant,
    apply,
    legal_moves,
    observe,
    odds,
    score_round,
    setup,
)
from westeros_intrigue.views import Determinizer

TABLES: dict[str, tuple[int, Variant, int]] = {
    **{f"{players} players": (players, STANDARD, 1) for players in range(2, 7)},
    "Solo Scheming": (4, SOLO_SCHEMING, 1),
    # Here the dead are counted too, as none was seen after having died.
    "6 players, Anyone Can Die, round 4": (6, STANDARD.with_options(anyone_can_die=True), 4),
}
"""Tables with their players, variant, and the round that is looked at."""
MOMENTS = ("early", "middle", "late")
REPEATS = 3
"""The number of times that each call is timed; the fastest counts, since the machine may be
busy."""


def positions(name: str, number: int) -> tuple[GameState, GameState, GameState]:
    """Play a game at random; return the first, a middle and the last position of its round."""
    players, variant, round_number = TABLES[name]
    rng = random.Random(number)
    state = setup(players, rng=rng, variant=variant)
    played: list[GameState] = []
    while state.round_number <= round_number and state.phase is not Phase.GAME_OVER:
        if state.phase is Phase.ROUND_OVER:
            if state.round_number == round_number:
                break
            state = score_round(state)
            continue
        if state.round_number == round_number:
            played.append(state)
        moves = legal_moves(state)
        state = apply(state, moves[int(rng.random() * len(moves))])
    return played[0], played[len(played) // 2], played[-1]


def viewer(state: GameState) -> int:
    """Return a player other than the one to move, as far away from that seat as can be."""
    seats = [seat for seat in range(state.players) if seat not in state.variant.automated]
    others = [seat for seat in seats if seat != state.active_player] or seats
    return others[len(others) // 2]


def microseconds(call: Callable[[], object]) -> float:
    """Return the time of a call, the best of a few."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best * 1e6


def measured(states: Sequence[GameState]) -> dict[str, list[float]]:
    """Return the microseconds of each call, for all of the states."""
    times: dict[str, list[float]] = {
        name: [] for name in ("observe", "Determinizer", "draw", "odds")
    }
    for number, state in enumerate(states):
        player = viewer(state)
        view = observe(state, player)
        determinizer = Determinizer(view)
        rng = random.Random(number)
        times["observe"].append(microseconds(lambda: observe(state, player)))  # noqa: B023 - called here
        times["Determinizer"].append(microseconds(lambda: Determinizer(view)))  # noqa: B023
        times["draw"].append(microseconds(lambda: determinizer.draw(rng)))  # noqa: B023
        times["odds"].append(microseconds(lambda: odds(view)))  # noqa: B023
    return times


def of_positions(name: str, times: Sequence[float]) -> Figure:
    """Return the median of a call over the positions, in ms, with the first and last decile."""
    deciles = quantiles([each / 1000 for each in times], n=10)
    return Figure(name, deciles[4], (deciles[0], deciles[8]), unit="ms")


def report(rounds: int) -> Iterator[Line]:
    """Yield a line for each table and moment: median and worst of each call."""
    calls = ("observe", "Determinizer", "draw", "odds")
    of_odds: tuple[list[float], list[float]] = ([], [])
    yield f"{'microseconds, median / worst':46}" + "".join(f"{call:>18}" for call in calls)
    for name in TABLES:
        played = [positions(name, number) for number in range(rounds)]
        for index, moment in enumerate(MOMENTS):
            gc.collect()
            times = measured([states[index] for states in played])
            of_odds[name.endswith("round 4")].extend(times["odds"])
            cells = (f"{median(times[call]):,.0f} / {max(times[call]):,.0f}" for call in calls)
            yield f"{name + ', ' + moment:46}" + "".join(f"{cell:>18}" for cell in cells)
    for group, all_times in zip(("the standard game", "Anyone Can Die"), of_odds, strict=True):
        yield of_positions(f"odds, {group}", all_times)
