"""Sentences of the pages that a program can prove: each test reads its claim, and tries it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from checkout import ROOT

import westeros_intrigue as wi
from westeros_intrigue import House, Move, Phase, Slot, Violation, explain, legal_moves, setup


def words_of(page: str) -> str:
    """The text of a page on one line."""
    return " ".join((ROOT / page).read_text("utf-8").split())


def refusals(games: int) -> Iterator[Violation]:
    """The violations of random placements, over whole rounds of two to six players."""
    rng = random.Random(1)
    for seed in range(games):
        state = setup(2 + seed % 5, seed=seed)
        while state.phase is Phase.PLAYING:
            assert state.active_player is not None
            for _ in range(3):
                card = rng.choice(state.hands[state.active_player])
                slot = Slot(rng.randrange(5), rng.randrange(-5, 6))
                yield from explain(state, Move(card, slot))
            state = wi.apply(state, rng.choice(legal_moves(state)))


def test_the_page_says_which_refusals_name_what_would_work() -> None:
    named = "|".join([*(house.name.title() for house in House), r"\b[a-z]-?\d+\b", "that slot"])
    found = {
        violation.code.name
        for violation in refusals(60)
        if re.search(named, re.split(r"[.:] (?=[A-Z])", str(violation))[-1])
    }
    said = re.search(
        r"the attempt, the obstacle, and what the rule wants\. (.*?);", words_of("docs/errors.md")
    )
    assert said
    assert found == set(re.findall(r"[A-Z]+(?:_[A-Z]+)+", said[1]))
