"""`puzzle`: the right placement is told from a wrong one, and answered."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from terminals import command

from westeros_intrigue.play.puzzles import daily_puzzle, load_puzzles
from westeros_intrigue.play.sessions import Folder, SolvedPuzzles


@pytest.fixture(autouse=True)
def _nothing_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(tmp_path))


HARD = next(puzzle for puzzle in load_puzzles() if puzzle.level == 3)


@pytest.mark.rule("round.throne")
def test_a_wrong_placement_is_answered_and_the_right_one_ends_the_puzzle() -> None:
    done = command("puzzle", typed=["L7 d-3", "T7", "1", "", "quit"])
    assert "L7 in d-3 does not win. Your opponent places the last card:" in done.out
    assert "T7 in d-3 is right: it wins whatever your opponent does." in done.out
    assert "Puzzle 2, level 1: one placement wins" in done.out
    assert done.code == 0


def test_a_level_begins_with_its_first_puzzle_and_its_solution_is_told() -> None:
    done = command("puzzle", "--level", "3", typed=["hint", "solution", "quit"])
    move = HARD.solution
    assert f"Puzzle {HARD.number}, level 3" in done.out
    assert f"The card that wins is a {move.card.house} card." in done.out
    assert f"{move.card} in {move.slot} wins whatever your opponent does." in done.out


def test_what_breaks_a_rule_is_no_answer_and_nothing_can_be_taken_back() -> None:
    done = command("puzzle", typed=["S3 d-3", "L4 d-3", "undo", "hand", "quit"])
    assert "(rule court.match)" in done.out
    assert "You do not hold L4 (rule turn.own-hand)." in done.out
    assert "There is nothing to take back." in done.out
    assert done.out.count("You are to move.") == 2


def test_a_terminal_shows_each_puzzle_on_a_page_with_the_slots_of_a_chosen_card() -> None:
    done = command("puzzle", typed=["T7", "1", "", "quit"], is_terminal=True)
    assert "(1)" in done.plain
    assert "Puzzle 2, level 1" in done.plain


def test_the_puzzles_end_after_the_last_one() -> None:
    done = command("puzzle", "200", typed=["solution", "", "quit"])
    assert "Puzzle 200, level 4" in done.out
    assert "That was the last." in done.out
    assert "next puzzle" not in done.out
    assert done.code == 0
    with pytest.raises(SystemExit, match="2"):
        command("puzzle", "201")


def test_the_next_puzzle_is_one_that_has_not_been_solved() -> None:
    solved = command("puzzle", typed=["T7 d-3", "quit"])
    assert "You have solved 1 of 200 puzzles." in solved.out
    assert "Puzzle 2, level 1" in command("puzzle", typed=["solution", "quit"]).out
    assert "Puzzle 2, level 1" in command("puzzle", typed=["quit"]).out
    assert "Puzzle 1, level 1" in command("puzzle", "1", typed=["quit"]).out
    listed = command("puzzle", "--solved").plain.splitlines()
    assert re.fullmatch(r"   1  \d{1,2} \w+ \d{4}", listed[0])
    assert listed[1:] == ["You have solved 1 of 200 puzzles."]


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
    first = dt.date(2027, 1, 1)
    days = {daily_puzzle(first + dt.timedelta(at)).number for at in range(200)}
    assert len(days) == 200


def test_a_file_that_nobody_can_read_or_write_ends_no_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "solved-puzzles"
    file.write_bytes(b"\xff\n")
    assert "This cannot be noted in" in command("puzzle", typed=["T7 d-3", "quit"]).out
    assert file.read_bytes() == b"\xff\n"
    file.write_text("1 2027-99-99\nnonsense\n99999 2027-01-01\n")
    assert SolvedPuzzles.load(Folder(tmp_path)).days == {}
    file.unlink()
    file.mkdir()
    assert "This cannot be noted in" in command("puzzle", typed=["T7 d-3", "quit"]).out
