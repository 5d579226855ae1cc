"""Every page fits a screen of 80 by 24, and one that is redirected is none."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from helpers.terminals import SIZE, Follower, Screen, Typist, command
from rich.console import ConsoleDimensions, Group

from westeros_intrigue.play.terminal.screen import Part, Terminal, Turn, spare

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


def test_a_page_without_room_loses_empty_lines_then_shortens_parts_then_loses_first_lines() -> None:
    def drawn_with(past: int, said: int, height: int = 12) -> list[str]:
        lines = [f"past {number}" for number in range(past)]
        events = Part(Group(*lines), ((Turn.LAYOUT, "the past"),))
        return drawn(Group("title", events, "", *["court"] * 5), said, height)[-1]

    court = ["court"] * 5
    assert drawn_with(4, 0) == ["title", *(f"past {number}" for number in range(4)), "", *court]
    assert drawn_with(5, 0) == ["title", *(f"past {number}" for number in range(5)), *court]
    assert drawn_with(9, 0) == ["title", "the past", "", *court]
    assert drawn_with(9, 4) == ["title", "the past", *court, *(f"said {n}" for n in range(4))]
    assert drawn_with(9, 4, 10) == [*court, *(f"said {n}" for n in range(4))]
    assert drawn_with(0, 6) == [f"said {n}" for n in range(6)]


def test_parts_are_shortened_one_at_a_time_and_no_line_stays_free() -> None:
    words = " ".join(["goods"] * 36)  # in three lines
    seats = [Part(f"seat {seat} {words}", is_cut=True) for seat in range(3)]
    details = Part("move: why\nand how", ((Turn.DETAILS, "move"),))
    page = Group("title", Part("news\nmore", ((Turn.NEWS, Group()),)), "", *seats, "own", details)
    heights = {}
    for height in range(6, 18):
        *before, last = drawn(page, 0, height)
        assert len(last) == min(height - 1, 16)
        heights[height] = last
        told = "\n".join(["\n".join(each) for each in [*before, last]])
        assert sum(told.count(f"seat {seat}") for seat in range(3)) >= 3
        assert "".join(told.split()).count("goods") >= 108
        assert "news" in told
        assert {"own"} <= {*last}
    assert heights[16][-1] == "move"
    cut = {height: sum(line.endswith("…") for line in page) for height, page in heights.items()}
    assert (cut[13], cut[12], cut[8]) == (0, 1, 3)


def test_what_is_typed_before_the_page_answers_its_question() -> None:
    screen = Screen()
    terminal = Terminal(io.StringIO("4\n"), screen, screen, {**SIZE, "LINES": "12"})
    terminal.turn_to(lambda: Group(*[f"past {number}" for number in range(30)]))
    assert terminal.read_line("? ") == "4"
    assert len(pages(screen.getvalue())) == 1


def test_the_first_lines_of_a_page_without_room_are_first_shown_by_themselves() -> None:
    first, page = drawn(Group("title", *[f"past {number}" for number in range(12)]), 0)
    assert first == ["title", "past 0", "Enter for more:"]
    assert page == [f"past {number}" for number in range(1, 12)]


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
        board = spare("\n".join(["board"] * lines), Turn.BOARD)
        terminal.turn_to(lambda board=board: Group("title", board, *["hand"] * 3))  # type: ignore[misc]
        terminal.read_line("? ")
    assert [page.count("board") for page in pages(screen.getvalue())] == [3, 0]


def test_colour_that_is_forced_does_not_make_a_file_a_screen() -> None:
    shown = command("demo", "--players", "2", environment={"FORCE_COLOR": "1"})
    assert shown.waits == []
    assert "\x1b[2J" not in shown.out
    assert "\x1b[?1049h" not in shown.out
    assert "\x1b[1m" in shown.out
