"""The games in `examples` that are packages of their own."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from westeros_intrigue import play_game

HIGH_CARD = Path(__file__).parents[2] / "examples" / "high-card"


@pytest.mark.long
def test_high_card_passes_its_own_tests_and_its_bot_beats_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(HIGH_CARD)
    tests = runpy.run_path(str(HIGH_CARD / "test_high_card.py"))
    tests["test_it_keeps_what_every_game_promises_and_shows_no_hand"]()
    game = sys.modules["high_card"].high_card
    results = [
        game.final_winner(play_game(["frugal", "random", "random"], game=game, seed=seed))
        for seed in range(100)
    ]
    assert sum(0 in result.winners for result in results) > 50
