"""The command line in a real terminal: whole games, nonsense at every prompt, and Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from contextlib import suppress

import pytest
from patience import PATIENCE
from terminals import CARD, program

pytest.importorskip("termios", reason="Windows has no such terminals")


from collections.abc import Callable
from pathlib import Path

from ptys import Pty, in_pty

from westeros_intrigue import Phase, Record, final_winner

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
        hint = re.search(r"Best move: (\S+) in (\S+) ", running.read_until(PROMPTS[0]))
        assert hint
        running.type(f"{hint[1]} {hint[2]}\n")


def ended_by(running: Pty, end: Callable[[], object]) -> int:
    """End the program, again if need be: Python misses a signal as it begins to read a line."""
    for _ in range(4):
        end()
        with suppress(TimeoutError):
            return running.ended(PATIENCE // 10)
    return running.ended()


def the_record(folder: Path) -> Record:
    [path] = folder.glob("westeros-intrigue-*.txt")
    return Record.parse(path.read_text(encoding="utf-8"))


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments",
    [("--people", "2", "--players", "2", "--rounds", "1")],
)
def test_whole_games_are_played_in_a_terminal(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with in_pty("play", *arguments, folder=tmp_path) as running:
        assert play_on(running) > 5
        assert running.ended() == 0
        assert "Traceback" not in running.text
        assert "The record of the game: " in running.text
    state = the_record(tmp_path).state
    assert state.phase is Phase.GAME_OVER
    assert final_winner(state).winners


@pytest.mark.long
def test_nonsense_at_every_prompt_of_a_terminal_ends_in_a_finished_game(tmp_path: Path) -> None:
    nonsense = b"\xff\xfe\x1b[A'\"%s b99 S\xc3\n"
    arguments = ("play", "--solo", "--rounds", "1", "--seed", "3")
    with in_pty(*arguments, folder=tmp_path) as running:
        play_on(running, nonsense=nonsense)
        assert running.ended() == 0
        assert "Traceback" not in running.text
    assert the_record(tmp_path).state.phase is Phase.GAME_OVER


@pytest.mark.long
def test_a_terminal_that_is_shared_shows_no_hand_between_two_turns(tmp_path: Path) -> None:
    arguments = ("play", "--name", "Ada", "--name", "Ben", "--seed", "9")
    with in_pty(*arguments, folder=tmp_path) as running:
        placed: set[str] = set()
        for _ in range(12):
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
            hint = re.search(r"Best move: (\S+) in (\S+) ", shown)
            assert hint
            placed.add(hint[1])
            running.type(f"{hint[1]} {hint[2]}\n")
        running.read_until(PROMPTS[2])
        running.type("quit\n")
        assert running.ended() == 0
        running.read_until()
        assert not CARD.findall(running.emulator.everything)
        assert running.text.count("\x1b[?1049h") == running.text.count("\x1b[?1049l") == 1


@pytest.mark.long
def test_a_key_pressed_twice_does_not_show_the_next_hand(tmp_path: Path) -> None:
    arguments = ("play", "--name", "Ada", "--name", "Ben", "--seed", "9")
    with in_pty(*arguments, folder=tmp_path) as running:
        running.read_until(PROMPTS[2])
        running.type("\n")
        running.read_until(PROMPTS[0])
        running.type("L1 a0\n\n\n")
        assert running.read_until(PROMPTS[2]).endswith(
            "Ben, press Enter when only you see the screen: "
        )
        with pytest.raises(AssertionError, match="waited for"):
            running.read_until(PROMPTS[0], seconds=0.5)


@pytest.mark.long
@pytest.mark.parametrize(("key", "moves"), [(b"\x03", 2), (b"\x04", 0)])
def test_ctrl_c_and_ctrl_d_leave_at_any_prompt_without_a_traceback(
    tmp_path: Path, key: bytes, moves: int
) -> None:
    with in_pty("play", "--people", "2", "--seed", "9", folder=tmp_path) as running:
        running.read_until(PROMPTS[2])
        for line in ("\n", "L1 a0\n")[:moves]:
            running.type(line)
            running.read_until(PROMPTS[0], PROMPTS[2])
        assert ended_by(running, lambda: running.type(key)) == (130 if key == b"\x03" else 0)
        running.read_until()
        assert "Traceback" not in running.text
        assert running.text.count("\x1b[?1049h") == running.text.count("\x1b[?1049l") == 1
        told = "Saved to" if moves == 2 else "so nothing is saved."
        assert told in running.text[running.text.index("\x1b[?1049l") :]


@pytest.mark.long
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143)])
def test_a_game_that_is_ended_from_outside_is_kept_and_leaves_the_screen(
    tmp_path: Path, number: int, code: int
) -> None:
    with in_pty("play", "--record", "game.txt", "--seed", "5", folder=tmp_path) as running:
        running.read_until(PROMPTS[0])
        running.type("B1 a0\n")
        running.read_until(PROMPTS[0])
        assert ended_by(running, lambda: os.kill(running.pid, number)) == code
        running.read_until()
        assert "Traceback" not in running.text
        assert running.text.count("\x1b[?1049h") == running.text.count("\x1b[?1049l") == 1
    placements = Record.parse((tmp_path / "game.txt").read_text()).rounds[0].placements
    assert len(placements) == 4


@pytest.mark.long
def test_a_game_whose_window_is_closed_is_kept(tmp_path: Path) -> None:
    with in_pty("play", "--record", "game.txt", "--seed", "5", folder=tmp_path) as running:
        running.read_until(PROMPTS[0])
        running.type("B1 a0\n")
        running.read_until(PROMPTS[0])
        running.close_window()
        running.ended()
    assert Record.parse((tmp_path / "game.txt").read_text()).rounds[0].placements


@pytest.mark.long
def test_the_end_of_a_pipe_ends_every_command_that_asks(tmp_path: Path) -> None:
    for arguments in (("play",), ("play", "--people", "2"), ("play", "--solo"), ("referee",)):
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


@pytest.mark.long
def test_lines_are_edited_completed_and_recalled(tmp_path: Path) -> None:
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
        running.type("\x04")
        assert running.ended() == 0


def test_ctrl_z_suspends_a_program_that_edits_lines(tmp_path: Path) -> None:
    pytest.importorskip("prompt_toolkit")
    with in_pty("play", "--seed", "5", folder=tmp_path, edits_lines=True) as running:
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
        running.type("\x04")
        assert running.ended() == 0


@pytest.mark.long
def test_the_page_is_drawn_again_when_the_window_has_another_size(tmp_path: Path) -> None:
    with in_pty("play", folder=tmp_path, edits_lines=True) as running:
        running.read_to("Your card and slot")
        for width in (40, 100):
            running.resize(24, width)
            running.read_to("Your hand")
            running.read_to("Your card and slot")
