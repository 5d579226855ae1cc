"""Matches as programs use them. Type checkers read this file; nothing runs it."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from typing import assert_type

from westeros_intrigue import STANDARD, Player, greedy_player, random_player
from westeros_intrigue.matches import (
    Estimate,
    Match,
    MatchInterrupted,
    MatchResult,
    Pairing,
    PlayerFailed,
    Rating,
    Standing,
    Tally,
    deals_to_tell,
    play_match,
)


def told(played: int, of_all: int) -> None:
    print(played, of_all)  # noqa: T201


entrants: dict[str, Player] = {"greedy": greedy_player, "random": random_player}
result = play_match(
    entrants,
    players=4,
    deals=100,
    seed=1,
    variant=STANDARD,
    rounds=1,
    lineup=("greedy", "random", "random", "random"),
    chunk=5,
    forfeits=True,
    executor=ProcessPoolExecutor(2),
    out="match.jsonl",
    resume=True,
    progress=told,
)
assert_type(result, MatchResult)
assert_type(result.match, Match)
assert_type(result.match.seatings(0), tuple[tuple[int, ...], ...])
assert_type(result.tally("greedy"), Tally)
assert_type(result.tally("greedy").games_won, Fraction)
assert_type(result.standings, tuple[Standing, ...])
assert_type(result.ranked[0].games_won, Estimate)
assert_type(result.ranked[0].points.low, float | None)
assert_type(result.pairings, tuple[Pairing, ...])
assert_type(result.ratings, tuple[Rating, ...])
assert_type(result.ratings[0].points, Estimate)
assert_type(result.draw_svg(theme="dark"), str)
assert_type(result.to_rows(), list[dict[str, str | int | float | None]])
assert_type(result.to_table() + result.to_csv() + result.to_json(), str)
assert_type(deals_to_tell(0.52, 0.5, deviation=0.3, power=0.8), int)


def place(error: PlayerFailed) -> tuple[str, int, int]:
    return error.entrant, error.deal, error.placement


def so_far(error: MatchInterrupted) -> tuple[int, int, str]:
    return error.played, error.deals, error.reason


play_match(entrants, deals=1, seed=1, executor=lambda: ProcessPoolExecutor(2))
play_match([greedy_player], deals=1, seed=1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
play_match(entrants, seed=1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
