"""Refusals that suffice: a reader of nothing but their sentences soon makes a legal move."""

from __future__ import annotations

from collections import Counter

import pytest
from helpers.refusal_reader import count_tries, play_wrongly


@pytest.mark.parametrize(
    ("key", "games", "share"),
    [("westeros-intrigue", 6, 99), ("monopoly", 2, 97), ("btwixt", 4, 97)],
)
def test_a_reader_of_refusals_makes_a_legal_move_within_three_tries(
    key: str, games: int, share: int
) -> None:
    tries = Counter[int]()
    stuck = list[str]()
    for seed in range(games):
        transcript = play_wrongly(key, seed)
        tries += count_tries(transcript)
        for decided in transcript.decisions:
            if decided.is_chance:
                stuck += [f"{each.text}: {each.reply}" for each in decided.query.attempts]
    total = tries.total()
    assert total > 60
    assert 100 * (total - tries[0]) / total >= share, "\n".join(stuck[:9])
