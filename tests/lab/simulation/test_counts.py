"""Rounds and games shared out: the same counts and the same arrays on any executor."""

from __future__ import annotations

import csv
import json
import multiprocessing
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from math import isnan
from typing import Any

import pytest
from cases import each

from westeros_intrigue import SOLO_SCHEMING, STANDARD, DecodingError, InvalidValue, WrongType
from westeros_intrigue.lab.simulation import (
    Histogram,
    Mean,
    Policy,
    Run,
    Simulation,
    count_games,
    count_rounds,
    simulate_games,
    simulate_rounds,
)
from westeros_intrigue.lab.simulation.counted import CODECS
from westeros_intrigue.lab.simulation.engine import ROUNDS_A_PIECE
from westeros_intrigue.lab.simulation.fast import last_game

TERMS: dict[str, Any] = {"policy": Policy.GREEDY, "seed": 3, "first_player": 1, "rotate": True}
EXECUTORS: dict[str, Callable[[int], Executor]] = {
    "threads": ThreadPoolExecutor,
    "processes": lambda workers: ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")),
}


GAMES: dict[str, Any] = {"policy": Policy.GREEDY, "seed": 3, "variant": SOLO_SCHEMING}
COUNTS: dict[str, Callable[..., Any]] = {
    "rounds": partial(count_rounds, 3, 2500, start=50, **TERMS),
    "games": partial(count_games, 4, 700, start=50, **GAMES),
}


def histogram(numbers: Any) -> dict[int, int]:
    return Counter(numbers.tolist())


@pytest.mark.rule("round.throne", "round.penalty")
def test_the_counts_are_those_of_the_rounds() -> None:
    counted = count_rounds(3, 700, start=50, **TERMS)
    played = simulate_rounds(3, 700, start=50, **TERMS)
    assert counted.policies == played.policies
    assert dict(counted.court_size.counts) == histogram(played.court_size)
    for seat, row in enumerate(counted.to_rows()):
        kept, placed_last = played.cards_left[:, seat], played.last_placer == seat
        assert dict(counted.points[seat].counts) == histogram(kept)
        assert counted.last_placers[seat] == placed_last.sum()
        assert row["points"] == pytest.approx(kept.mean())
        assert row["points_error"] == pytest.approx(kept.std(ddof=1) / 700**0.5)
        assert row["last_card"] == pytest.approx(placed_last.mean())
        assert row["last_card_error"] == pytest.approx(placed_last.std(ddof=1) / 700**0.5)


@pytest.mark.rule("final.total", "final.shared")
def test_the_counts_are_those_of_the_games() -> None:
    counted = count_games(4, 700, start=50, **GAMES)
    played = simulate_games(4, 700, start=50, **GAMES)
    assert counted.policies == played.policies
    winners = played.is_winner.sum(axis=1)
    for seat, row in enumerate(counted.to_rows()):
        totals, points = played.totals[:, seat], played.penalty_points[:, :, seat].sum(axis=1)
        shares = played.is_winner[:, seat] / winners
        assert dict(counted.totals[seat].counts) == histogram(totals)
        assert dict(counted.points[seat].counts) == histogram(points)
        assert dict(counted.winners[seat].counts) == histogram(played.is_winner[:, seat] * winners)
        assert row["wins"] == pytest.approx(shares.mean())
        assert row["wins_error"] == pytest.approx(shares.std(ddof=1) / 700**0.5)
        assert row["total"] == pytest.approx(totals.mean())


@pytest.mark.parametrize("name", ["threads", pytest.param("processes", marks=pytest.mark.long)])
@pytest.mark.parametrize("things", COUNTS)
def test_the_counts_are_the_same_with_any_executor(name: str, things: str) -> None:
    alone = COUNTS[things]()
    with EXECUTORS[name](2) as executor:
        assert COUNTS[things](chunk=300, executor=executor) == alone
    assert COUNTS[things](chunk=299, executor=lambda: EXECUTORS[name](1)) == alone
    assert COUNTS[things](chunk=299, threads=2) == alone


@pytest.mark.parametrize("things", COUNTS)
def test_counts_go_out_as_a_table_and_as_json(things: str) -> None:
    counted = COUNTS[things]()
    rows = counted.to_rows()
    read = [*csv.DictReader(counted.to_csv().splitlines())]
    assert [*read[0]] == [*rows[0]]
    assert [float(row["points"]) for row in read] == [row["points"] for row in rows]
    data = json.loads(counted.to_json())
    assert (data.pop("kind"), data.pop("version")) == (f"counted-{things}", 1)
    assert data.pop("seats") == rows
    assert CODECS.codec_for(type(counted)).read(data) == counted
    data["points"][1]["counts"].pop()
    with pytest.raises(DecodingError, match="each seat has as many counts"):
        CODECS.codec_for(type(counted)).read(data)
    html = counted._repr_html_()
    assert html.startswith(f"<table><caption>Counted{things.title()}: {len(counted)} {things} of")
    assert html.count(">greedy</td>") == len(rows)


def test_counts_of_other_policies_do_not_add_up() -> None:
    counted = count_rounds(2, 10, seed=1)
    for other, words in (
        (count_rounds(3, 10, seed=1), "random, random, random"),
        (count_rounds(2, 10, seed=1, policy=Policy.GREEDY), "greedy, greedy"),
    ):
        with pytest.raises(InvalidValue, match=rf"not \(.*\) and \({words}\)"):
            counted + other
    with pytest.raises(WrongType, match="what is added must be a CountedRounds"):
        counted + count_games(2, 10, seed=1)  # type: ignore[operator]


def test_a_single_number_has_no_error() -> None:
    assert Histogram.of([3]).mean == Mean(3, 0)
    assert isnan(Histogram.of([]).mean.value)


@pytest.mark.parametrize("name", ["threads", pytest.param("processes", marks=pytest.mark.long)])
@pytest.mark.parametrize("workers", [1, 2])
def test_arrays_are_the_same_with_any_executor(
    name: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("westeros_intrigue.lab.simulation.engine.ROUNDS_A_PIECE", 400)
    monkeypatch.setattr("westeros_intrigue.lab.simulation.engine.GAMES_A_PIECE", 40)
    told: list[tuple[int, int]] = []
    with EXECUTORS[name](workers) as executor:
        rounds = simulate_rounds(3, 2500, start=50, executor=executor, **TERMS)
        games = simulate_games(
            4, 90, start=5, executor=executor, progress=lambda *both: told.append(both), **GAMES
        )
        assert len(simulate_games(4, 0, executor=executor, **GAMES)) == 0
    assert rounds == simulate_rounds(3, 2500, start=50, **TERMS)
    assert games == simulate_games(4, 90, start=5, **GAMES)
    assert not games.totals.flags.writeable
    assert (len(told), told[-1]) == (3, (90, 90))


def test_a_chunk_of_more_rounds_than_stand_in_memory_is_counted_in_parts() -> None:
    count = ROUNDS_A_PIECE + 10
    assert count_rounds(2, count, seed=1) == count_rounds(2, count, seed=1, chunk=count)


def test_progress_is_told_after_each_chunk() -> None:
    told: list[tuple[int, int]] = []
    count_rounds(2, 25, seed=1, chunk=10, progress=lambda *both: told.append(both))
    assert told == [(10, 25), (20, 25), (25, 25)]


@each(
    {
        "no rounds": ({"rounds": 0}, InvalidValue, "rounds must be from 1"),
        "a start below": ({"start": -1}, InvalidValue, "start must be from 0"),
        "an empty chunk": ({"chunk": 0}, InvalidValue, "chunk must be at least 1"),
        "a chunk in words": ({"chunk": "ten"}, WrongType, "chunk must be an int"),
        "too many seats": ({"players": 7}, InvalidValue, "players must be from 2 to 6"),
    }
)
def test_what_cannot_be_counted_is_refused(
    changed: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        count_rounds(**{"players": 2, "rounds": 10, "seed": 1, **changed})
    if "rounds" not in changed:
        with pytest.raises(error, match=message):
            count_games(**{"players": 2, "games": 10, "seed": 1, **changed})


@each({"a file": {"out": "rounds.jsonl"}, "a file to continue": {"resume": True}})
def test_rounds_and_games_are_not_stored(terms: dict[str, Any]) -> None:
    simulation, run = Simulation(2, "random", seed=1), Run(**terms)
    for play in (simulation.rounds, simulation.games, simulation.count_rounds):
        with pytest.raises(InvalidValue, match="rounds and games are not stored"):
            play(range(3), run)


def test_the_numbers_of_games_have_an_end() -> None:
    count_games(2, 1, seed=1, start=last_game(2, STANDARD))
    with pytest.raises(InvalidValue, match="games must be from 1 to 1, not 2"):
        count_games(2, 2, seed=1, start=last_game(2, STANDARD))
