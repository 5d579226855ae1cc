"""Matches that end early: how often the verdict is wrong, and that workers do not change it."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from helpers.tables import wrong

from westeros_intrigue import InvalidValue, WrongType
from westeros_intrigue.lab.matches import SequentialTest, play_match


def ended(test: SequentialTest, share: float, rng: random.Random) -> tuple[bool, int]:
    """The verdict of a match of independent games, two a deal, and its deals."""
    scores: list[float] = []
    while True:
        scores.append(sum(rng.random() < share for _ in range(2)) / 2)
        if len(scores) % 5 == 0 and (verdict := test.verdict(scores)):
            return verdict.is_more, len(scores)


def test_a_verdict_is_wrong_about_as_rarely_as_it_says() -> None:
    test, rng = SequentialTest(0.5, 0.6, error=0.1), random.Random(3)
    matches = 200
    too_much = sum(ended(test, 0.5, rng)[0] for _ in range(matches))
    too_little = sum(not ended(test, 0.6, rng)[0] for _ in range(matches))
    # A match that overshoots the bound errs more rarely; 3 standard errors above a tenth are 33.
    assert too_much <= 33
    assert too_little <= 33
    lengths = sorted(ended(test, 0.7, rng)[1] for _ in range(50))
    assert lengths[25] < 60, "a clear case ends soon"


def test_a_match_ends_with_the_deal_that_decides_for_any_workers() -> None:
    entrants = {"greedy": "greedy", "random": "random"}
    test = SequentialTest(0.5, 0.6)
    alone = play_match(entrants, deals=500, seed=4, rounds=1, test=test)
    assert alone.verdict is not None
    assert alone.verdict.is_more
    assert 10 <= alone.match.deals < 100
    assert len(alone.blocks) == alone.match.deals == alone.verdict.decided_after
    with ThreadPoolExecutor(2) as pool:
        shared = play_match(
            entrants, deals=500, seed=4, rounds=1, test=test, chunk=3, executor=pool
        )
    assert shared == alone
    assert f"Verdict: {alone.verdict}." in alone.to_table()
    written = json.loads(alone.to_json())["verdict"]
    assert (written["more"], written["is_more"]) == (0.6, True)


def test_a_match_that_decides_nothing_has_all_its_deals_and_no_verdict() -> None:
    entrants = {"a": "random", "b": "random"}
    result = play_match(entrants, deals=40, seed=1, rounds=1, test=SequentialTest(0.49, 0.51, 0.01))
    assert (result.verdict, result.match.deals) == (None, 40)
    assert "Verdict" not in result.to_table()


def test_a_block_of_several_deals_counts_once_all_of_them_are_played() -> None:
    entrants = {"greedy": "greedy", "random": "random"}
    test = SequentialTest(0.5, 0.9)
    result = play_match(entrants, deals=3000, seed=4, rounds=1, test=test, chunk=7)
    assert result.verdict is not None
    assert result.match.deals == 3 * result.verdict.decided_after
    assert len(result.blocks) == result.verdict.decided_after


def test_a_question_without_sense_is_refused() -> None:
    for less, more in ((0.0, 0.5), (0.5, 0.5), (0.6, 0.5), (0.5, 1.0)):
        with pytest.raises(InvalidValue, match="less must be above 0"):
            SequentialTest(less, more)
    for error in (0.0, 0.5, 1.0):
        with pytest.raises(InvalidValue, match="error must be above 0"):
            SequentialTest(0.5, 0.6, error)
    with pytest.raises(WrongType, match="less"):
        wrong(SequentialTest)("half", 0.6)
    entrants = dict.fromkeys("abc", "random")
    with pytest.raises(InvalidValue, match="compares two entrants, not 3"):
        play_match(entrants, deals=1, seed=1, test=SequentialTest(0.5, 0.6))
