"""The terminal of the command line: prompts, encodings, colours, and what it can take back."""

from __future__ import annotations

import io
import signal
import sys
import time

import pytest
from helpers.patience import PATIENCE
from helpers.terminals import SIZE, Answer, Screen, Typist

from westeros_intrigue import NotationError, parse_card, parse_court, parse_slot
from westeros_intrigue.play.referee.entries import read_slot, read_wanted
from westeros_intrigue.play.terminal.output import Stopped
from westeros_intrigue.play.terminal.screen import Terminal, standard_terminal


def terminal(
    *typed: Answer, is_terminal: bool = True, encoding: str = "utf-8", size: str = "80x24"
) -> tuple[Terminal, Screen, Screen]:
    lines = iter(typed)
    screen = Screen(is_terminal=is_terminal, encoding=encoding)
    errors = Screen(is_terminal=is_terminal, encoding=encoding)
    typist = Typist(lambda _: next(lines, None), screen, is_terminal=is_terminal)
    columns, height = size.split("x")
    environment = {"COLUMNS": columns, "LINES": height}
    return Terminal(typist, screen, errors, environment), screen, errors


def test_an_answer_is_what_is_typed_without_white_space_and_control_characters() -> None:
    asked, _, _ = terminal("  S4\tb2 \x1b[A\x07 ")
    assert asked.read_line("? ") == "S4 b2  [A"


@pytest.mark.parametrize("word", ["q", "QUIT", " exit "])
def test_the_words_to_quit_by_stop_at_any_prompt(word: str) -> None:
    asked, _, _ = terminal(word)
    with pytest.raises(Stopped):
        asked.read_line("? ")


@pytest.mark.parametrize(
    ("typed", "raised"), [(None, Stopped), (KeyboardInterrupt, KeyboardInterrupt)]
)
def test_the_end_of_input_and_ctrl_c_leave_the_prompt_s_line(
    typed: Answer, raised: type[BaseException]
) -> None:
    asked, screen, _ = terminal(typed)
    with pytest.raises(raised):
        asked.read_line("? ")
    assert screen.getvalue() == "? \n"


def test_a_line_of_any_length_is_one_answer_cut_short() -> None:
    screen = Screen()
    source = io.StringIO("x" * 5000 + "\nnext\nlast")
    asked = Terminal(source, screen, screen, SIZE)
    assert asked.read_line("? ") == "x" * 1000
    assert asked.read_line("? ") == "next"
    assert asked.read_line("? ") == "last"


def test_what_was_erased_cannot_be_scrolled_back_to() -> None:
    writing, screen, _ = terminal()
    with writing.own_screen(is_private=True):
        for number in range(60):
            writing.show(f"secret {number}")
        writing.erase()
        assert "secret" not in screen.emulator.everything
        writing.show("secret again")
    assert "secret" not in screen.emulator.everything
    assert "secret 7" in screen.getvalue()


def test_streams_that_were_closed_before_the_start_are_empty_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    closed = standard_terminal("auto")
    closed.show("nobody sees this")
    with pytest.raises(Stopped):
        closed.read_line("? ")


def test_bytes_that_are_no_text_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard = io.TextIOWrapper(io.BytesIO(b"S4 \xff\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", keyboard)
    assert standard_terminal("auto").read_line("") == "S4 \N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("s4@b2", "S4 b2"), ("Stark 4 to B2", "S4 b2"), ("T in a-3", "Targaryen a-3")],
)
def test_a_placement_is_read_as_people_type_it(text: str, wanted: str) -> None:
    assert str(read_wanted(text)) == wanted


@pytest.mark.parametrize("text", ["", "S4 b2 c3", "stork", "S" + " " * 1500 + "!"])
def test_what_is_no_placement_is_not_read_as_one(text: str) -> None:
    with pytest.raises(NotationError):
        read_wanted(text)


def test_a_slot_is_chosen_by_its_number_or_by_its_name() -> None:
    slots = parse_court("a0 S1").open_slots(parse_card("S4").house)
    assert read_slot("1", slots) == parse_slot("a-1")
    assert read_slot("2", slots) == parse_slot("a1")
    assert read_slot("B7", slots) == parse_slot("b7")
    for nothing in ("0", "3", "99999999999", "x", "²", "S4"):
        assert read_slot(nothing, slots) is None


def test_thinking_is_shown_after_a_while_and_ctrl_c_ends_it() -> None:
    screen = Screen()
    terminal = Terminal(Typist(lambda _: "", screen, is_terminal=True), screen, screen, SIZE)
    with terminal.thinking("Ada", lambda: "the page") as stop:
        assert stop is not None
        deadline = time.monotonic() + PATIENCE
        told = "the page Ada thinks. Ctrl-C to decide now."
        while told not in " ".join(screen.getvalue().split()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert not stop()
        signal.raise_signal(signal.SIGINT)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
