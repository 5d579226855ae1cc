"""The terminal of the command line: prompts, encodings, colours, and what it can take back."""

from __future__ import annotations

import ctypes
import io
import sys
from types import SimpleNamespace

import pytest
from terminals import Answer, Emulator, Screen, Typist
from westeros_intrigue.cli.layout import aligned, listed, wrapped

from westeros_intrigue.base.errors import NotationError
from westeros_intrigue.cli.terminal import Stopped, Terminal, standard_terminal
from westeros_intrigue.cli.typed import Wanted, read_wanted, slot_of
from westeros_intrigue.rules.court import Court
from westeros_intrigue.text.notation import parse_card, parse_slot


def terminal(
    *typed: Answer, is_terminal: bool = True, encoding: str = "utf-8"
) -> tuple[Terminal, Screen, Screen]:
    lines = iter(typed)
    screen = Screen(is_terminal=is_terminal, encoding=encoding)
    errors = Screen(is_terminal=is_terminal, encoding=encoding)
    typist = Typist(lambda _: next(lines, None), screen, is_terminal=is_terminal)
    return Terminal(typist, screen, errors, {}), screen, errors


def test_an_answer_is_what_is_typed_without_white_space_and_control_characters() -> None:
    asked, _, _ = terminal("  S4\tb2 \x1b[A\x07 ")
    assert asked.ask("? ") == "S4 b2  [A"


@pytest.mark.parametrize("word", ["q", "quit", "QUIT", " exit "])
def test_the_words_to_quit_by_stop_at_any_prompt(word: str) -> None:
    asked, _, _ = terminal(word)
    with pytest.raises(Stopped):
        asked.ask("? ")


def test_the_end_of_input_stops_and_leaves_the_prompt_s_line() -> None:
    asked, screen, _ = terminal(None)
    with pytest.raises(Stopped):
        asked.ask("? ")
    assert screen.getvalue() == "? \n"


def test_ctrl_c_leaves_the_prompt_s_line() -> None:
    asked, screen, _ = terminal(KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        asked.ask("? ")
    assert screen.getvalue() == "? \n"


def test_a_line_of_any_length_is_one_answer_cut_short() -> None:
    screen = Screen()
    source = io.StringIO("x" * 5000 + "\nnext\nlast")
    asked = Terminal(source, screen, screen, {})
    assert asked.ask("? ") == "x" * 1000
    assert asked.ask("? ") == "next"
    assert asked.ask("? ") == "last"


def test_a_pipe_shows_what_was_read_and_a_terminal_echoes_it_itself() -> None:
    piped, screen, _ = terminal("look", is_terminal=False)
    piped.ask("? ")
    assert screen.getvalue() == "? look\n"
    typed, screen, _ = terminal("look")
    typed.ask("? ")
    assert screen.getvalue() == "? look\n"


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("utf-8", "Zoë — …★ ±"), ("ascii", "Zoe - .? ~"), ("cp437", "Zoë - .? ±")],
)
def test_what_an_encoding_lacks_is_written_in_plain_letters(encoding: str, shown: str) -> None:
    writing, screen, errors = terminal(encoding=encoding)
    writing.write("Zoë — …★ ±")
    writing.complain("Zoë — …★ ±")
    assert screen.getvalue() == f"{shown}\n"
    assert errors.getvalue() == f"westeros-intrigue: {shown}\n"


def test_a_stream_without_an_encoding_takes_everything() -> None:
    screen = io.StringIO()
    Terminal(io.StringIO(), screen, screen, {}).write("Zoë")
    assert screen.getvalue() == "Zoë\n"


def test_a_line_across_the_screen_is_not_wider_than_the_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for columns, width in (("80", 80), ("60", 60), ("300", 100)):
        monkeypatch.setenv("COLUMNS", columns)
        writing, _, _ = terminal(is_terminal=False)
        assert writing.width == width
        assert len(writing.line("Round 1 of 4")) in {width, width - 1}


def test_what_was_erased_cannot_be_scrolled_back_to() -> None:
    writing, screen, _ = terminal()
    with writing.other_screen():
        for number in range(60):
            writing.write(f"secret {number}")
        writing.erase()
        assert "secret" not in screen.emulator.everything
        writing.write("secret again")
    assert "secret" not in screen.emulator.everything
    assert "secret 7" in screen.getvalue()


def test_the_emulator_does_find_what_is_not_erased() -> None:
    emulator = Emulator()
    emulator.feed("secret\n" + "\n" * 40)
    assert "secret" in emulator.everything
    emulator.feed("\x1b[2J\x1b[H")
    assert "secret" in emulator.everything
    emulator.feed("\x1b[2J\x1b[3J")
    assert "secret" not in emulator.everything


def test_where_nothing_can_be_erased_it_is_pushed_out_of_sight() -> None:
    writing, screen, _ = terminal(is_terminal=False)
    with writing.other_screen():
        writing.write("secret")
    assert "\x1b" not in screen.getvalue()
    assert screen.getvalue().endswith("secret" + "\n" * 101)


def test_progress_is_for_terminals_only() -> None:
    shown, _, errors = terminal()
    shown.show_progress("half")
    assert errors.getvalue() == "\rhalf\x1b[K"
    piped, _, errors = terminal(is_terminal=False)
    piped.show_progress("half")
    assert errors.getvalue() == ""


class Kernel:
    """The part of Windows that the terminal asks for colours."""

    def __init__(self, *, has_console: bool, takes_ansi: bool) -> None:
        self._has_console, self._takes_ansi = has_console, takes_ansi
        self.asked_for = 0

    def GetStdHandle(self, number: int) -> int:  # noqa: N802
        return number

    def GetConsoleMode(self, _handle: int, _mode: object) -> int:  # noqa: N802
        return self._has_console

    def SetConsoleMode(self, _handle: int, mode: int) -> int:  # noqa: N802
        self.asked_for = mode
        return self._takes_ansi


@pytest.mark.parametrize(
    ("has_console", "takes_ansi", "is_coloured"),
    [(True, True, True), (True, False, False), (False, True, False)],
)
def test_windows_is_asked_to_take_ansi_codes_and_believed_if_it_does_not(
    monkeypatch: pytest.MonkeyPatch, has_console: bool, takes_ansi: bool, is_coloured: bool
) -> None:
    kernel = Kernel(has_console=has_console, takes_ansi=takes_ansi)
    monkeypatch.setattr("westeros_intrigue.cli.terminal._IS_WINDOWS", True)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    asked, _, _ = terminal()
    assert asked.colour == is_coloured
    assert kernel.asked_for == (4 if has_console else 0)


def test_where_no_keyboard_can_be_emptied_nothing_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "termios", None)
    asked, _, _ = terminal("kept")
    asked.forget_typed_ahead()
    assert asked.ask("? ") == "kept"
    piped, _, _ = terminal("kept", is_terminal=False)
    piped.forget_typed_ahead()
    assert piped.ask("? ") == "kept"


def test_streams_that_were_closed_before_the_start_are_empty_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    closed = standard_terminal()
    closed.write("nobody sees this")
    with pytest.raises(Stopped):
        closed.ask("? ")


def test_bytes_that_are_no_text_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard = io.TextIOWrapper(io.BytesIO(b"S4 \xff\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", keyboard)
    assert standard_terminal().ask("") == "S4 \N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("S4 b2", "S4 b2"), ("s4@b2", "S4 b2"), ("Stark 4 to B2", "S4 b2"), ("S b2", "Stark b2"),
        ("S", "Stark"), ("lannister", "Lannister"), ("B2", "B2"), ("b2 b2", "B2 b2"),
        ("T in a-3", "Targaryen a-3"), ("S 4 b2", "S4 b2"), ("t9 at c0", "T9 c0"),
    ],
)  # fmt: skip
def test_a_placement_is_read_as_people_type_it(text: str, wanted: str) -> None:
    assert str(read_wanted(text)) == wanted


@pytest.mark.parametrize("text", ["", "x", "S44", "S4 b2 c3", "S4 5", "S4 b", "S0", "§", "stork"])
def test_what_is_no_placement_is_not_read_as_one(text: str) -> None:
    with pytest.raises(NotationError):
        read_wanted(text)


def test_a_placement_is_a_value() -> None:
    card, slot = parse_card("S4"), parse_slot("b2")
    assert read_wanted("S4 b2") == Wanted(card.house, card, slot)


def test_a_slot_is_chosen_by_its_number_or_by_its_name() -> None:
    slots = Court({parse_slot("a0"): parse_card("S1")}).open_slots(parse_card("S4").house)
    assert slot_of("1", slots) == parse_slot("a-1")
    assert slot_of("2", slots) == parse_slot("a1")
    assert slot_of("B7", slots) == parse_slot("b7")
    for nothing in ("0", "3", "99999999999", "x", "²", "S4"):
        assert slot_of(nothing, slots) is None


def test_tables_align_their_columns_and_wrap_the_last_one() -> None:
    rows = [["name", "n", ""], ["Ada", "12", "a long remark that goes on"], ["B", "3", ""]]
    assert aligned(rows, "<><", 24, " ") == [
        " name   n",
        " Ada   12  a long remark",
        "           that goes on",
        " B      3",
    ]


def test_things_are_listed_in_words() -> None:
    assert listed("a") == "a"
    assert listed("ab") == "a and b"
    assert listed("abc", "or") == "a, b or c"
    assert wrapped("a b", 3, "- ") == "- a\n  b"
