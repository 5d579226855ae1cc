"""Rounds and games shared out: the same counts and the same arrays on any executor."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest
from cases import each

from westeros_intrigue import SOLO_SCHEMING, InvalidValue, WrongType
from westeros_intrigue.compiled import (
    CountedRounds,
    Policy,
    count_rounds,
    simulate_games,
    simulate_rounds,
)
from westeros_intrigue.compiled.counts import ROUNDS_AT_ONCE

TERMS: dict[str, Any] = {"policy": Policy.GREEDY, "seed": 3, "first_player": 1, "rotate": True}
EXECUTORS: dict[str, Callable[[int], Executor]] = {
    "threads": ThreadPoolExecutor,
    "processes": lambda workers: ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")),
}


def counts(values: Any) -> dict[int, int]:
    return {at: count for at, count in enumerate(values) if count}


@pytest.mark.rule("round.throne")
@pytest.mark.rule("round.penalty")
def test_the_counts_are_those_of_the_rounds() -> None:
    counted = count_rounds(3, 700, start=50, **TERMS)
    played = simulate_rounds(3, 700, start=50, **TERMS)
    assert counted.policies == played.policies
    assert counts(counted.last_placers) == Counter(played.last_placer.tolist())
    assert counts(counted.plies) == Counter(played.plies.tolist())
    for seat in range(3):
        kept = played.cards_left[:, seat]
        assert counts(counted.cards_left[seat]) == Counter(kept.tolist())
        row = counted.to_rows()[seat]
        assert row["points"] == pytest.approx(kept.mean())
        assert row["points_error"] == pytest.approx(kept.std() / 700**0.5)
        assert row["last_placed"] == pytest.approx((played.last_placer == seat).mean())


@pytest.mark.parametrize("name", ["threads", pytest.param("processes", marks=pytest.mark.long)])
def test_the_counts_are_the_same_with_any_executor(name: str) -> None:
    with EXECUTORS[name](2) as executor:
        shared = count_rounds(3, 2500, chunk=400, executor=executor, **TERMS)
    assert shared == count_rounds(3, 2500, **TERMS)


@pytest.mark.parametrize("name", ["threads", pytest.param("processes", marks=pytest.mark.long)])
@pytest.mark.parametrize("workers", [1, 2])
def test_arrays_are_the_same_with_any_executor(
    name: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("westeros_intrigue.compiled.rounds.ROUNDS_A_CHUNK", 400)
    monkeypatch.setattr("westeros_intrigue.compiled.games.GAMES_A_CHUNK", 40)
    told: list[tuple[int, int]] = []
    solo: dict[str, Any] = {"policy": Policy.GREEDY, "seed": 3, "variant": SOLO_SCHEMING}
    with EXECUTORS[name](workers) as executor:
        rounds = simulate_rounds(3, 2500, start=50, executor=executor, **TERMS)
        games = simulate_games(
            4, 90, start=5, executor=executor, progress=lambda *both: told.append(both), **solo
        )
        assert len(simulate_games(4, 0, executor=executor, **solo)) == 0
    assert rounds == simulate_rounds(3, 2500, start=50, **TERMS)
    assert games == simulate_games(4, 90, start=5, **solo)
    assert not games.totals.flags.writeable
    assert (len(told), told[-1]) == (3, (90, 90))


def test_a_chunk_of_more_rounds_than_stand_in_memory_is_counted_in_parts() -> None:
    count = ROUNDS_AT_ONCE + 10
    assert count_rounds(2, count, seed=1) == count_rounds(2, count, seed=1, chunk=ROUNDS_AT_ONCE)


def test_progress_is_told_after_each_chunk() -> None:
    told: list[tuple[int, int]] = []
    count_rounds(2, 25, seed=1, chunk=10, progress=lambda *both: told.append(both))
    assert told == [(10, 25), (20, 25), (25, 25)]


def test_a_notebook_shows_a_row_for_each_seat() -> None:
    counted = count_rounds(4, 10, seed=1)
    html = counted._repr_html_()
    assert html.startswith("<table><caption>CountedRounds: 10 rounds of 4 players")
    assert html.count("distinct-moves") == 4
    assert isinstance(counted, CountedRounds)


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
