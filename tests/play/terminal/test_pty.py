"""The command line in a real terminal: whole games, nonsense at every prompt, and Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from contextlib import suppress

import pytest
from helpers.patience import PATIENCE
from helpers.terminals import CARD, program

pytest.importorskip("termios", reason="Windows has no such terminals")


from collections.abc import Callable
from pathlib import Path

from helpers.ptys import Pty, in_pty

from westeros_intrigue import Phase, Record

PROMPTS = (
    "(? for help): ",
    "Press Enter to continue: ",
    "see the screen: ",
    "to which slot? ",
    "Enter for no: ",
)


@pytest.fixture(autouse=True)
def games_in_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", ".")


def play_on(running: Pty, *, nonsense: bytes = b"") -> int:
    """Play by taking hints until the program ends; return how many prompts there were."""
    prompts = 0
    while True:
        shown = running.read_until(*PROMPTS)
        if not shown.endswith(PROMPTS):
            return prompts
        prompts += 1
        if nonsense:
            running.type(nonsense)
            again = running.read_until(*PROMPTS)
            shown = again if again.endswith(PROMPTS) else shown
        if not shown.endswith(PROMPTS[0]):
            running.type("\n")
            continue
        running.type("hint\n")
        hint = re.search(r"Best move: (\S+) in (\S+?)(?: \(|\.)", running.read_until(PROMPTS[0]))
        assert hint
        running.type(f"{hint[1]} {hint[2]}\n")


def ended_by(running: Pty, end: Callable[[], object]) -> int:
    """End the program, again if need be: Python misses a signal as it begins to read a line."""
    for _ in range(4):
        end()
        with suppress(TimeoutError):
            return running.ended(PATIENCE // 10)
    return running.ended()


@pytest.mark.long
def test_nonsense_at_every_prompt_of_a_terminal_ends_in_a_finished_game(tmp_path: Path) -> None:
    nonsense = b"\xff\xfe\x1b[A'\"%s b99 S\xc3\n"
    arguments = ("play", "--solo", "--rounds", "1", "--seed", "3")
    with in_pty(*arguments, folder=tmp_path) as running:
        assert play_on(running, nonsense=nonsense) > 5
        assert running.ended() == 0
        assert "Traceback" not in running.text
        assert "The record of the game:" in running.text
    [path] = tmp_path.glob("westeros-intrigue-*.txt")
    assert Record.parse(path.read_text(encoding="utf-8")).state.phase is Phase.GAME_OVER


def left(running: Pty) -> str:
    """What is shown after the program has left its own screen."""
    running.read_until()
    assert "Traceback" not in running.text
    assert running.text.count("\x1b[?1049h") == running.text.count("\x1b[?1049l") == 1
    return running.text[running.text.index("\x1b[?1049l") :]


@pytest.mark.long
def test_a_terminal_that_is_shared_shows_no_hand_between_two_turns(tmp_path: Path) -> None:
    arguments = ("play", "--name", "Ada", "--name", "Ben", "--seed", "9")
    with in_pty(*arguments, folder=tmp_path) as running:
        placed: set[str] = set()
        for typed in ("L1 a0\n", "", "", ""):
            running.read_until(PROMPTS[2])
            seen = running.emulator.everything
            assert set(CARD.findall(seen)) == placed
            assert "Your hand" not in seen
            running.type("\n")
            running.read_until(PROMPTS[0])
            assert "Your hand" in running.emulator.everything
            running.type("why S4 b2\nhint\n")
            shown = running.read_until(PROMPTS[0])
            while "Best move" not in shown:
                shown += running.read_until(PROMPTS[0])
            hint = re.search(r"Best move: (\S+) in (\S+?)(?: \(|\.)", shown)
            assert hint
            card, slot = typed.split() or hint.groups()
            placed.add(card)
            running.type(f"{card} {slot}\n\n\n")  # a key that is pressed twice shows no hand
        running.read_until(PROMPTS[2])
        with pytest.raises(AssertionError, match="waited for"):
            running.read_until(PROMPTS[0], seconds=0.5)
        assert ended_by(running, lambda: running.type(b"\x03")) == 130
        assert "Saved to" in left(running)
        assert not CARD.findall(running.emulator.everything)


@pytest.mark.long
def test_ctrl_d_leaves_a_game_in_which_nothing_happened(tmp_path: Path) -> None:
    with in_pty("play", "--people", "2", "--seed", "9", folder=tmp_path) as running:
        running.read_until(PROMPTS[2])
        assert ended_by(running, lambda: running.type(b"\x04")) == 0
        assert "so nothing is saved." in left(running)


@pytest.mark.long
@pytest.mark.parametrize("how", ["terminated", "closed"])
def test_a_game_that_is_ended_from_outside_is_kept(tmp_path: Path, how: str) -> None:
    with in_pty("play", "--record", "game.txt", "--seed", "5", folder=tmp_path) as running:
        running.read_until(PROMPTS[0])
        running.type("B1 a0\n")
        running.read_until(PROMPTS[0])
        if how == "terminated":
            assert ended_by(running, lambda: os.kill(running.pid, signal.SIGTERM)) == 143
            left(running)
        else:
            running.close_window()
            running.ended()
    placements = Record.parse((tmp_path / "game.txt").read_text()).rounds[0].placements
    assert len(placements) == 4


@pytest.mark.long
def test_the_end_of_a_pipe_ends_every_command_that_asks(tmp_path: Path) -> None:
    for arguments in (("play", "--people", "2"), ("referee",)):
        finished = program(*arguments, folder=tmp_path)
        assert (finished.returncode, finished.stderr) == (0, b"")
        assert not list(tmp_path.iterdir())


@pytest.mark.long
def test_a_long_simulation_shows_a_bar_and_ctrl_c_ends_it_with_one_line(tmp_path: Path) -> None:
    arguments = ("simulate", "--games", "1000000", "--policy", "provident")
    with in_pty(*arguments, folder=tmp_path) as running:
        assert "/1000000" in running.read_until("\x1b[0m")  # where the time left ends
        os.kill(running.pid, signal.SIGINT)
        assert running.ended() == 130
        running.read_until()
        assert running.text.endswith("westeros-intrigue: stopped by Ctrl-C\n")
        assert "Traceback" not in running.text


def test_lines_are_edited_and_the_program_is_suspended_and_its_window_resized(
    tmp_path: Path,
) -> None:
    pytest.importorskip("prompt_toolkit")
    arguments = ("play", "--seed", "5", "--players", "2")
    with in_pty(*arguments, folder=tmp_path, edits_lines=True) as running:
        running.read_to("(? for help):")
        running.type("wh\t")
        running.read_to("why")
        running.type(" S\n")
        running.read_to("A Stark card can go to a0")
        running.read_to("(? for help):")  # what is typed earlier is not the editor's
        running.type("\x1b[A\x1b[D\x1b[3~B\n")  # the line before, and its last letter changed
        running.read_to("A Baratheon card can go to a0")
        running.read_to("(? for help):")
        running.type("wh\x1a")
        deadline = time.monotonic() + PATIENCE
        shown = ["ps", "-o", "state=", "-p", str(running.pid)]
        while not subprocess.check_output(shown).startswith(b"T"):
            assert time.monotonic() < deadline, running.text[-300:]
            time.sleep(0.05)
        os.kill(running.pid, signal.SIGCONT)
        running.read_to("(? for help):")
        running.type("y S\n")
        running.read_to("A Stark card can go to a0")
        running.read_to("(? for help):")
        for width in (40, 100):
            running.resize(24, width)
            running.read_to("Your hand")
            running.read_to("Your card and slot")
        running.type("\x04")
        assert running.ended() == 0
