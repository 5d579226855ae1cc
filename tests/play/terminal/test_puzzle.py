"""`puzzle`: the right placement is told from a wrong one, and answered."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.terminals import command

from westeros_intrigue.play.puzzles import daily_puzzle
from westeros_intrigue.play.sessions import Folder, SolvedPuzzles


@pytest.fixture(autouse=True)
def _nothing_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(tmp_path))


def test_a_terminal_shows_each_puzzle_on_a_page_with_the_slots_of_a_chosen_card() -> None:
    done = command("puzzle", typed=["T7", "1", "", "quit"], is_terminal=True)
    assert "(1)" in done.plain
    assert "Puzzle 2, level 1" in done.plain


def test_the_puzzle_of_the_day_is_one_puzzle_and_its_streak_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noon = dt.datetime.now().astimezone().replace(hour=12)  # this day, even if it ends meanwhile
    clock = SimpleNamespace(datetime=SimpleNamespace(now=lambda: noon))
    monkeypatch.setattr("westeros_intrigue.play.terminal.playing.dt", clock)
    today = noon.date()
    folder, solution = Folder.usual(), daily_puzzle(today).solution
    for before in (1, 2, 3, 4):
        is_daily = before != 3
        SolvedPuzzles.add(folder, before, today - dt.timedelta(before), is_daily=is_daily)
    done = command("puzzle", "--daily", typed=[f"{solution.card} {solution.slot}", ""])
    assert f"Puzzle {daily_puzzle(today).number}, " in done.out
    assert "3 days in a row." in done.out
    assert "That was the last" in done.out


def test_each_puzzle_comes_once_in_two_hundred_days() -> None:
    days = map(dt.date.fromordinal, range(740_000, 740_200))
    assert len({daily_puzzle(day).number for day in days}) == 200


def test_a_file_that_nobody_can_read_or_write_ends_no_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "solved-puzzles"
    file.write_bytes(b"\xff\n")
    assert "This cannot be noted in" in command("puzzle", typed=["T7 d-3", "quit"]).out
    assert file.read_bytes() == b"\xff\n"
    file.write_text("1 yesterday\nnonsense\n99999 2027-01-01\n")
    assert not SolvedPuzzles.load(Folder(tmp_path)).days
    file.unlink()
    file.mkdir()
    assert "This cannot be noted in" in command("puzzle", typed=["T7 d-3", "quit"]).out
