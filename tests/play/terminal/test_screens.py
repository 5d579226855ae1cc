"""Every page fits a screen of 80 by 24, and one that is redirected is none."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import ConsoleDimensions, Group
from rich.text import Text
from terminals import SIZE, Follower, Screen, Typist, command

from westeros_intrigue.play.terminal.screen import LogLine, OneLine, Spare, Terminal

CLEAR = "\x1b[2J\x1b[H"


def pages(shown: str) -> list[str]:
    """The pages that were drawn, each without escape codes, with the prompt below."""
    return [re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", each) for each in shown.split(CLEAR)[1:]]


@pytest.mark.long
def test_all_pages_of_a_played_game_fit_with_help(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("westeros_intrigue.lab.players.analysis.HINT_PLAYOUTS", 20)
    asks = Follower(before=lambda prompt: ["?"] if "card and slot" in prompt else [])
    arguments = ("play", "--players", "6", "--rounds", "1", "--seed", "3")
    shown = pages(command(*arguments, typed=asks, is_terminal=True).out)
    assert all(page.rpartition("\n")[0].count("\n") <= 23 for page in shown[:-2])
    assert sum(bool(re.search("hint +what a strong player", page)) for page in shown) >= 3
    [end] = (page for page in shown if "Press Enter to continue" in page)
    assert end.startswith("Round 1 of 1 is over ")


def drawn(page: Group, said: int, height: int = 12) -> list[list[str]]:
    """The lines of each page that is shown until a question is answered."""
    screen = Screen()
    environment = {**SIZE, "LINES": str(height)}
    terminal = Terminal(io.StringIO("\n" * 9), screen, screen, environment)
    terminal.turn_to(lambda: page)
    terminal.show_below(*[f"said {number}" for number in range(said)])
    terminal.read_line("? ")
    shown = ([line.rstrip() for line in page.splitlines()] for page in pages(screen.getvalue()))
    return [page[:-1] if page[-1] in {"", "?"} else page for page in shown]


def test_what_does_not_fit_is_left_out_in_order() -> None:
    def drawn_with(past: int, said: int, height: int = 12) -> list[str]:
        lines = [LogLine(f"past {number}") for number in range(past)]
        page = Group("title", Group(*lines), Text("\n".join(["court"] * 5)))
        return drawn(page, said, height)[-1]

    court = ["court"] * 5
    assert drawn_with(5, 0) == ["title", *(f"past {number}" for number in range(5)), *court]
    assert drawn_with(9, 0) == ["title", *(f"past {number}" for number in range(4, 9)), *court]
    assert drawn_with(9, 4) == ["title", "past 8", *court, *(f"said {n}" for n in range(4))]
    assert drawn_with(0, 5) == ["title", *court, *(f"said {n}" for n in range(5))]
    assert drawn_with(0, 6) == [f"said {n}" for n in range(6)]
    assert drawn_with(0, 4, 10) == [*court, *(f"said {n}" for n in range(4))]


def test_what_has_happened_is_first_shown_by_itself_where_the_page_has_no_room_for_all() -> None:
    past = [f"past {number}" for number in range(9)]
    first, page = drawn(Group("title", *map(LogLine, past), *["court"] * 5), 0)
    assert first == [*past, "Enter for more:"]
    assert page[:2] == ["title", "past 4"]


def test_empty_lines_and_ends_of_lines_are_left_out_before_what_has_happened() -> None:
    def drawn_at(height: int) -> str:
        page = Group(LogLine("past"), "", OneLine("x" * 99), Text("y" * 99), "", "end")
        lines = drawn(page, 0, height)[-1]
        return " ".join(re.sub(r"([xy])+", r"\1", line.strip()) or "-" for line in lines)

    assert drawn_at(10) == "past - x x y y - end"
    assert drawn_at(8) == "past x x y y - end"
    assert drawn_at(7) == "past x x y y end"
    assert drawn_at(6) == "past x… y y end"
    assert drawn_at(5) == "x… y y end"
    assert drawn_at(4) == "y y end"


def test_what_is_longer_than_the_screen_is_said_in_pieces() -> None:
    screen = Screen()
    terminal = Terminal(io.StringIO("\n\nanswer\n"), screen, screen, {**SIZE, "LINES": "12"})
    terminal.turn_to(lambda: "the page")
    terminal.show_below(*[f"said {number}" for number in range(25)])
    assert terminal.read_line("? ") == "answer"
    shown = [re.findall(r"said (\d+)", page) for page in pages(screen.getvalue())]
    assert [number for page in shown for number in page] == [str(n) for n in range(25)]
    assert list(map(len, shown)) == [11, 11, 3]


def test_nothing_is_cut_off_when_the_window_gets_smaller_between_pieces() -> None:
    screen = Screen()

    def entered(_shown: str) -> str:
        terminal._console.size = ConsoleDimensions(40, 10)
        return ""

    typist = Typist(entered, screen, is_terminal=True)
    terminal = Terminal(typist, screen, screen, {**SIZE, "LINES": "12"})
    terminal.turn_to(lambda: "the page")
    terminal.show_below(
        *[" ".join(f"{number}-{word}" for word in range(12)) for number in range(20)]
    )
    assert terminal.read_line("? ") == ""
    shown = pages(screen.getvalue())
    words = [word for page in shown for word in re.findall(r"\d+-\d+", page)]
    assert words == [f"{number}-{word}" for number in range(20) for word in range(12)]
    assert max(page.count("\n") for page in shown[1:]) <= 9


def test_a_part_that_is_to_spare_is_left_out_as_a_whole() -> None:
    screen = Screen()
    terminal = Terminal(io.StringIO("\n\n"), screen, screen, {**SIZE, "LINES": "12"})
    for lines in (3, 30):
        board = Spare("\n".join(["board"] * lines))
        terminal.turn_to(lambda board=board: Group("title", board, *["hand"] * 3))  # type: ignore[misc]
        terminal.read_line("? ")
    assert [page.count("board") for page in pages(screen.getvalue())] == [3, 0]


def test_colour_that_is_forced_does_not_make_a_file_a_screen() -> None:
    shown = command("demo", "--players", "2", environment={"FORCE_COLOR": "1"})
    assert shown.waits == []
    assert "\x1b[2J" not in shown.out
    assert "\x1b[?1049h" not in shown.out
    assert "\x1b[1m" in shown.out
