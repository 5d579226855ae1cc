"""Rounds and games shared out: the same counts and the same arrays on any executor."""

from __future__ import annotations

import json
import multiprocessing
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from math import isnan
from pathlib import Path
from typing import Any
from zlib import crc32

import attrs
import pytest
from helpers.cases import each
from helpers.sample_documents import edited_data

from westeros_intrigue import SOLO_SCHEMING, DecodingError, InvalidValue, WrongType
from westeros_intrigue.lab.simulation import Histogram, MatchInterrupted, Policy, Run, Simulation
from westeros_intrigue.lab.simulation.counted import (
    CODECS,
    CountedGames,
    Estimate,
    share_won,
    t_quantile,
)
from westeros_intrigue.lab.simulation.results import A_PIECE

TERMS = Simulation(3, Policy.GREEDY, seed=2**64 - 1, first_player=1, rotate=True)
EXECUTORS: dict[str, Callable[[int], Executor]] = {
    "threads": ThreadPoolExecutor,
    "processes": lambda workers: ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")),
}


GAMES = Simulation(4, Policy.GREEDY, seed=2**63, variant=SOLO_SCHEMING)
COUNTS: dict[str, Callable[..., Any]] = {
    "rounds": partial(TERMS.count_rounds, range(50, 2550)),
    "games": partial(GAMES.count_games, range(50, 750)),
}


def histogram(numbers: Any) -> dict[int, int]:
    return Counter(numbers.tolist())


def half(row: dict[str, Any], name: str) -> float:
    return float(row[f"{name}_high"] - row[f"{name}_low"]) / 2


def has_wilson_ends(row: dict[str, Any], name: str, numbers: Any) -> bool:
    """Check that the mean is as many standard errors from each end as a share of that size has."""
    mean, ends = numbers.mean(), (row[f"{name}_low"], row[f"{name}_high"])
    spreads = [(end * (1 - end) / (mean * (1 - mean))) ** 0.5 for end in ends]
    distances = [mean - ends[0], ends[1] - mean]
    return distances == pytest.approx([reach(numbers) * spread for spread in spreads])


def reach(numbers: Any) -> float:
    return float(t_quantile(len(numbers)) * numbers.std(ddof=1) / len(numbers) ** 0.5)


def test_the_counts_are_those_of_the_rounds() -> None:
    counted = TERMS.count_rounds(range(50, 750))
    played = TERMS.rounds(range(50, 750))
    assert counted.policies == ("greedy",) * 3
    assert dict(counted.court_size.counts) == histogram(played.court_size)
    for seat, row in enumerate(counted.to_rows()):
        kept, placed_last = played.cards_left[:, seat], played.last_placer == seat
        assert dict(counted.points[seat].counts) == histogram(kept)
        assert counted.last_placers[seat] == placed_last.sum()
        assert row["points"] == pytest.approx(kept.mean())
        assert half(row, "points") == pytest.approx(reach(kept))
        assert row["last_card"] == pytest.approx(placed_last.mean())
        assert has_wilson_ends(row, "last_card", placed_last)


def test_the_counts_are_those_of_the_games() -> None:
    counted = GAMES.count_games(range(50, 750))
    played = GAMES.games(range(50, 750))
    assert counted.policies == ("greedy",) * 4
    winners = played.is_winner.sum(axis=1)
    for seat, row in enumerate(counted.to_rows()):
        totals, points = played.totals[:, seat], played.penalty_points[:, :, seat].sum(axis=1)
        shares = played.is_winner[:, seat] / winners
        assert dict(counted.totals[seat].counts) == histogram(totals)
        assert dict(counted.points[seat].counts) == histogram(points)
        assert dict(counted.winners[seat].counts) == histogram(played.is_winner[:, seat] * winners)
        assert row["wins"] == pytest.approx(shares.mean())
        assert has_wilson_ends(row, "wins", shares)
        assert row["total"] == pytest.approx(totals.mean())


@pytest.mark.parametrize("name", ["threads", pytest.param("processes", marks=pytest.mark.long)])
def test_counts_and_arrays_are_the_same_with_any_executor(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(A_PIECE, "round", 400)
    monkeypatch.setitem(A_PIECE, "game", 40)
    told: list[tuple[int, int]] = []
    with EXECUTORS[name](2) as executor:
        for count in COUNTS.values():
            shared = count(Run(chunk=300, executor=executor))
            assert shared == count() == count(Run(chunk=299, threads=2))
        run = Run(executor=executor)
        assert TERMS.rounds(range(50, 2550), run) == TERMS.rounds(range(50, 2550))
        watched = attrs.evolve(run, progress=lambda *both: told.append(both))
        games = GAMES.games(range(5, 95), watched)
        assert len(GAMES.games(range(0), run)) == 0
    assert games == GAMES.games(range(5, 95))
    assert not games.totals.flags.writeable
    assert (len(told), told[-1]) == (3, (90, 90))


@pytest.mark.untraced
@pytest.mark.usefixtures("plain_python")
def test_plain_python_looks_for_ctrl_c_every_few_tenths_of_a_second() -> None:
    told: list[tuple[int, int]] = []
    run = Run(threads=2, progress=lambda *both: told.append(both))
    TERMS.rounds(range(1001), run)
    TERMS.count_rounds(range(1001), run)
    assert [done for done, _ in told[:2]] in ([500, 1000], [1, 501], [500, 501])
    assert len(told) == 6


@pytest.mark.parametrize("things", COUNTS)
def test_counts_go_out_as_a_table_and_as_data(things: str) -> None:
    counted = COUNTS[things]()
    codec = CODECS.codec_for(type(counted))
    data = codec.write(counted)
    assert codec.read(data) == counted
    damage = f"points/1/counts = [[1, {len(counted) + 5}], [2, -5]]"
    with pytest.raises(DecodingError, match="expected an integer from 1 to"):
        codec.read(edited_data(data, damage))
    for seat in (-1, len(counted.policies)):
        with pytest.raises(InvalidValue, match="player must be from 0 to"):
            counted.means(seat)
    html = counted._repr_html_()
    assert html.startswith(f"<table><caption>Counted{things.title()}: {len(counted)} {things} of")
    assert html.count(">greedy</td>") == len(counted.policies)
    assert f">{counted.means(0)['points']:.3f}</td>" in html


def test_the_interval_of_few_numbers_is_student_s_and_a_single_one_has_none() -> None:
    assert Histogram.of([3]).mean == Estimate(3)
    assert isnan(Histogram.of([]).mean.value)
    never = share_won(Histogram.of([0] * 5))
    assert (never.low, never.high) == pytest.approx((0, 1 - 0.025**0.2))
    rare = share_won(Histogram.of([1] + [0] * 49))  # as Wilson has it, with Student's quantile
    assert (rare.low, rare.high) == pytest.approx((0.0034, 0.1097), abs=1e-4)
    mean = Histogram.of([1, 2, 3]).mean
    assert (mean.low, mean.high) == pytest.approx(
        (2 - 4.3027 / 3**0.5, 2 + 4.3027 / 3**0.5), abs=1e-4
    )


def test_games_of_one_player_are_counted() -> None:
    alone, codec = (
        CountedGames(("random",), (Histogram.of([0, 1]),)),
        CODECS.codec_for(CountedGames),
    )
    assert codec.read(codec.write(alone)) == alone
    assert repr(alone) == "<CountedGames: 2 games of 1 player>"


@pytest.mark.parametrize("things", COUNTS)
def test_counts_are_stored_and_continued_from_any_number_on(things: str, tmp_path: Path) -> None:
    path = tmp_path / "counts.jsonl"
    alone = COUNTS[things]()
    assert COUNTS[things](Run(chunk=100, out=path)) == alone
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert COUNTS[things](Run(chunk=70, out=path, resume=True)) == alone
    far = range(2**53 - 9, 2**53 + 1)
    out = tmp_path / "far.jsonl"
    assert TERMS.count_rounds(far, Run(chunk=3, out=out)) == TERMS.count_rounds(far)
    assert len(TERMS.count_rounds(far, Run(out=out, resume=True))) == 10
    with pytest.raises(InvalidValue, match=r"is of another [a-z-]+: "):
        TERMS.count_rounds(range(2500), Run(out=path, resume=True))
    out.write_bytes(out.read_bytes() * 2)  # two files in one
    with pytest.raises(DecodingError, match=r"^/6/kind: expected 'rounds', not 'simulation'"):
        TERMS.count_rounds(far, Run(out=out, resume=True))


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        ("start = {}", "/start: expected an integer, not an object"),
        ("start = -3", "/start: expected an integer from 0 to 6, not -3"),
        ("start drop", ": the key 'start' is missing"),
        ('kind = "games"', "/kind: expected 'rounds', not 'games'"),
        ("more = 1", ": unknown key 'more'"),
        ("start = 3", ": round 3 has been played before"),
        ("start = 5", ": the rounds are 0 to 5, not 5 to 7"),
    ],
)
def test_a_line_that_is_not_a_chunk_is_refused_with_its_number(
    damage: str, fault: str, tmp_path: Path
) -> None:
    out = tmp_path / "counts.jsonl"
    count = partial(TERMS.count_rounds, range(6))
    count(Run(chunk=3, out=out))
    first, second, third = out.read_bytes().splitlines(keepends=True)
    line = json.dumps(edited_data(json.loads(second), f"crc32 drop; {damage}"))
    text = line.removesuffix("}").encode()
    out.write_bytes(first + b'%s,"crc32":"%08x"}\n' % (text, crc32(text)) + third)
    number = 3 if damage == "start = 3" else 2  # the third line then has the same rounds
    with pytest.raises(DecodingError, match=f"^/{number}{fault}"):
        count(Run(out=out, resume=True))


@each(
    [
        ({"executor": 5}, "executor must be an Executor or a function that makes one, not 5"),
        ({"progress": 5}, "progress must be a function of two numbers, not 5"),
        ({"out": 5}, "out must be a str or a PathLike, not 5"),
        ({"resume": True}, "resume=True needs out="),
    ]
)
def test_a_run_that_is_impossible_is_refused_by_name(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises((InvalidValue, WrongType), match=message):
        TERMS.count_rounds(range(5), Run(**wrong))


@pytest.mark.parametrize("work", [TERMS.rounds, GAMES.games, *COUNTS.values()])
def test_work_by_nothing_that_can_work_is_refused(work: Callable[..., Any]) -> None:
    numbers = [] if isinstance(work, partial) else [range(5)]
    with pytest.raises(WrongType, match="run must be a Run, not 5"):
        work(*numbers, 5)
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(MatchInterrupted, match=r"when 0 of .* were played: RuntimeError: cannot"):
        work(*numbers, Run(executor=pool))
