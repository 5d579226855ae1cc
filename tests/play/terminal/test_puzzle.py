"""`puzzle`: the right placement is told from a wrong one, and answered."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.terminals import command

from westeros_intrigue import format_position
from westeros_intrigue.play.puzzles import daily_puzzle, load_puzzles
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


def test_the_line_that_a_puzzle_shows_poses_it_again_and_can_be_drawn_and_played() -> None:
    puzzle = load_puzzles()[199]
    shown = command("puzzle", "200", typed=["quit"]).out
    # The line is broken at spaces, and pasted as it stands.
    line = shown[shown.index("a-") : shown.index("\n\nYou are to move")]
    assert line.split() == format_position(puzzle.state).split()
    solution = f"{puzzle.solution.card} {puzzle.solution.slot}"
    posed = command("puzzle", "--position", line, typed=[solution, ""])
    assert "Your position: one placement wins" in posed.out
    assert f"{puzzle.solution.card} in {puzzle.solution.slot} wins" in posed.out
    assert "You have solved" not in posed.out
    assert not SolvedPuzzles.load(Folder.usual()).days
    assert command("analyse", "--position", line, "--playouts", "20").code == 0
    assert "round 1" in command("play", "--from", line, typed=["quit"]).out.lower()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("a0 S1; 13, *14", "list the cards of both hands"),
        ("a0 S1; 8, *9, 9, 9", "list the cards of both hands"),
        ("nonsense", "argument --position: "),
        ("", "argument --position: "),
    ],
)
def test_a_line_that_is_no_puzzle_is_refused_with_the_reason(line: str, reason: str) -> None:
    done = command("puzzle", "--position", line, typed=[])
    assert done.code == 2
    assert reason in " ".join(done.err.split())


def test_a_position_excludes_the_number_of_a_puzzle() -> None:
    with pytest.raises(SystemExit):
        command("puzzle", "3", "--position", "a0 S1; 13, *14")
