"""A random evening at one table: whatever people do, what must be true of any table stays true."""

from __future__ import annotations

import importlib

import pytest
from helpers.checkout import ROOT
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from play.page.chaos import Evening
from westeros_intrigue.gamekit.game import GAMES, add_game


@pytest.fixture(autouse=True)
def _game_for_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a game in which some people watch."""
    monkeypatch.setattr(GAMES, "added", {})
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    add_game(importlib.import_module("hex").hexes)


def let_evenings_go_by(count: int, acts: int) -> None:
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=count,
            stateful_step_count=acts,
            deadline=None,
            derandomize=True,
            suppress_health_check=[*HealthCheck],
        ),
    )


def test_whatever_people_do_at_a_table_some_things_stay_true() -> None:
    let_evenings_go_by(4, 40)


@pytest.mark.long
def test_whatever_people_do_at_many_tables_some_things_stay_true() -> None:
    let_evenings_go_by(50, 80)
