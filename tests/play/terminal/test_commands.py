"""The command line: its arguments, its exit codes, the demo, and the rules."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.patience import PATIENCE
from helpers.terminals import command, program

import westeros_intrigue
from westeros_intrigue import (
    STANDARD,
    GameState,
    WrongType,
    final_winner,
    setup,
)
from westeros_intrigue.play.sessions import Seat, Session
from westeros_intrigue.play.terminal import main
from westeros_intrigue.play.terminal.arguments import Command
from westeros_intrigue.play.terminal.commands import COMMANDS, parse_arguments, parsers
from westeros_intrigue.play.terminal.computing import MatchCommand, SimulateCommand
from westeros_intrigue.play.terminal.machine import WebCommand
from westeros_intrigue.play.terminal.output import Output, standard_streams
from westeros_intrigue.play.terminal.playing import PlayCommand, PuzzleCommand
from westeros_intrigue.play.terminal.real_cards import AssistCommand
from westeros_intrigue.play.terminal.records import (
    CardsCommand,
    CheckCommand,
    DrawCommand,
    RulesCommand,
)
from westeros_intrigue.play.terminal.watching import DemoCommand, GamesCommand, ReplayCommand
from westeros_intrigue.rules import RULEBOOK


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def played_out(state: GameState, seed: int) -> GameState:
    seats = (Seat("", "greedy"),) * state.players
    session = Session.begun(westeros_intrigue, state, seats, seed=seed)
    while not session.state.is_over:
        session = session.stepped()
    return session.state


@pytest.mark.parametrize("players", [2, 6])
def test_a_pipe_sees_only_the_end_of_the_demo(
    capsys: pytest.CaptureFixture[str], players: int
) -> None:
    out = run(capsys, "demo", "--players", str(players), "--seed", "3")
    assert out.startswith(f"Westeros Intrigue, {players} players, seed 3: the end ")
    assert " places " not in out
    state = played_out(setup(players, seed=3), 3)
    final = final_winner(state)
    totals = re.findall(r"(?ms)^Greedy \d: .*?\btotal\s(-?\d+)", out)
    assert totals == [*map(str, final.totals)]
    places = [" and ".join(f"Greedy {seat}" for seat in group) for group in final.ranking]
    assert re.findall(r"(?m)^\d\. (.*)", out) == places
    assert re.search(r"won by Greedy \d( and Greedy \d)*: ", out)


def test_the_demo_in_a_terminal_shows_each_placement_at_its_pace() -> None:
    shown = command("demo", "--rounds", "2", "--players", "2", "--pace", "0.5", is_terminal=True)
    start = setup(2, seed=1, variant=STANDARD.with_rounds(2))
    state = played_out(start, 1)
    placed = re.findall(r"Greedy \d places ([SLBT]\d) in ([a-h]-?\d)\s", shown.plain)
    told = [f"{card}@{slot}" for card, slot in placed]
    assert told == [
        str(placement.move) for result in state.results for placement in result.placements
    ]
    assert shown.out.count("\x1b[?1049h") == shown.out.count("\x1b[?1049l") == 1
    waits = shown.waits
    assert waits[: len(told)] == [0.5] * len(told)
    quiet = command("demo", "--rounds", "2", "--players", "2", "--quiet", is_terminal=True)
    assert " in a0" not in quiet.plain


def test_the_program_alone_says_what_to_do_next(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("prompt_toolkit")  # without the extra `cli` it suggests other commands
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(tmp_path))
    out = run(capsys)
    for name in ("play", "web", "demo", "rules", "--help"):
        assert f"westeros-intrigue {name}" in out
    assert "continue" not in out
    command("play", typed=["S a0", "T a0", "L a0", "B a0", "quit"])
    lines = run(capsys).splitlines()
    assert lines[1].startswith("  westeros-intrigue games westeros-intrigue-2")
    assert lines[2].startswith("    continue Westeros Intrigue: You, ")


NAMES = list(COMMANDS)


@pytest.mark.parametrize("command", ["", *NAMES])
def test_help_is_no_error_fits_into_80_columns_and_has_an_example(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as caught:
        main(["help", command] if command else ["--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert f"westeros-intrigue {command or 'play'}" in out.partition("example")[2]
    assert max(map(len, out.splitlines())) <= 80


def test_the_help_lists_every_command_and_exit_code_and_has_examples_that_work(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    assert re.findall(r"(?m)^    ([a-z]+)(?: |$)", out) == NAMES
    assert re.findall(r"(?m)^  (\d+) ", out) == ["0", "1", "2", "130", "141"]
    examples = re.findall(r"(?m)^  westeros-intrigue (.*?)(?:  .*)?$", out)
    assert len(examples) > len(COMMANDS)
    for example in examples:
        assert isinstance(parse_arguments(example.split()), Command)


def test_the_help_has_the_commands_in_groups(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    headings = list(dict.fromkeys(entry.group for entry in COMMANDS.values()))
    assert len(headings) > 3
    for heading in headings:
        listed = out.partition(f"\n{heading}:\n")[2].partition("\n\n")[0]
        names = re.findall(r"(?m)^    ([a-z]+) ", listed)
        assert names == [name for name, each in COMMANDS.items() if each.group == heading]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("position", "draw"),
        ("players", "match"),
        ("Tournament", "match"),
        ("serve", "web"),
        ("resume", "games"),
        ("variant", "effect"),
        ("mach", "match"),
    ],
)
def test_a_word_of_other_programs_names_the_command_that_does_it(
    capsys: pytest.CaptureFixture[str], typed: str, meant: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        main([typed])
    assert caught.value.code == 2
    assert f"; did you mean {meant}? (see" in capsys.readouterr().err


def test_other_words_are_no_commands_and_name_one_command_each() -> None:
    words = [word for entry in COMMANDS.values() for word in entry.other_words.split()]
    assert not COMMANDS.keys() & set(words)
    assert len(set(words)) == len(words)


def test_options_of_the_whole_program_come_before_or_after_the_command() -> None:
    for arguments, colour in (
        ("demo", "auto"),
        ("", "auto"),
        ("--color always demo", "always"),
        ("demo --colour always", "always"),
        ("--color never demo --color always", "always"),
    ):
        assert parse_arguments(arguments.split()).colour == colour, arguments


def test_the_help_of_a_command_has_all_its_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for name, each in COMMANDS.items():
        with pytest.raises(SystemExit):
            main([name, "--help"])
        examples = capsys.readouterr().out.partition("\nexample")[2]
        assert all(f"{typed} " in examples for typed in each.examples), name


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        (["demo"], DemoCommand(seed=1, pace=1.0, show_hands=False, quiet=False)),
        (
            ["demo", "--pace", "0.5", "--players", "3", "--seed", "7", "--show-hands", "--quiet"],
            DemoCommand(pace=0.5, players=3, seed=7, show_hands=True, quiet=True),
        ),
        (
            [
                "demo",
                "--houses",
                "SLB",
                "--option",
                "rivalry",
                "--option",
                "anyone-can-die",
                "--rounds=2",
            ],
            DemoCommand(
                table_options=(
                    ("option", ("rivalry", "anyone-can-die")),
                    ("houses", "SLB"),
                    ("rounds", 2),
                )
            ),
        ),
        (
            ["play", "--game", "monopoly", "--name", "Ada", "--name", "Ben", "--offers", "0"],
            PlayCommand(game="monopoly", name=("Ada", "Ben"), table_options=(("offers", 0),)),
        ),
        (["play", "--people", "2", "--seed", "0"], PlayCommand(people=2, seed=0)),
        (["puzzle", "7"], PuzzleCommand(number=7)),
        (["puzzle", "--daily"], PuzzleCommand(daily=True)),
        (["games"], GamesCommand(saved=None)),
        (["replay", "game.txt", "--number", "2"], ReplayCommand(file="game.txt", number=2)),
        (
            ["draw", "--position", "a0 S1; 8, 9, 9, 9", "--out", "a.png", "--force"],
            DrawCommand(position="a0 S1; 8, 9, 9, 9", out="a.png", force=True),
        ),
        (["cards", "--solo"], CardsCommand(out="cards.svg", table_options=(("solo", True),))),
        (
            ["check", "a.txt", "b.txt", "--game", "monopoly", "--edition", "mine.json"],
            CheckCommand(
                files=("a.txt", "b.txt"), game="monopoly", own=(("edition", "mine.json"),)
            ),
        ),
        (
            ["simulate", "--policy", "greedy", "random", "--games", "5", "--json"],
            SimulateCommand(policy=("greedy", "random"), games=5, single_rounds=1000, json=True),
        ),
        (
            ["match", "greedy", "random", "--workers", "2", "--colour", "never"],
            MatchCommand(entrants=("greedy", "random"), workers=2, deals=100, colour="never"),
        ),
        (["assist", "--seat", "3"], AssistCommand(seat=3)),
        (["rules", "Court.Match"], RulesCommand(id="court.match")),
        (["web", "--no-browser"], WebCommand(port=8321, host="127.0.0.1", no_browser=True)),
    ],
)
def test_a_command_contains_its_arguments(typed: list[str], command: Command) -> None:
    assert parse_arguments(typed) == command


@pytest.mark.parametrize(
    "line", ["check a.txt --game monopoly --offers 3", "replay a.txt --solo", "simulate --rounds 2"]
)
def test_a_command_has_only_the_options_of_the_game_that_it_uses(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse_arguments(line.split())
    assert "unrecognized arguments: --" in capsys.readouterr().err


def test_commands_that_draw_the_screen_refuse_plain_output() -> None:
    with pytest.raises(WrongType, match="terminal must be a Terminal, not Output"):
        PlayCommand().run(Output(*standard_streams()))


MODULE = (sys.executable, "-m", "westeros_intrigue")


@pytest.mark.long
def test_a_reader_who_stops_early_sees_no_traceback() -> None:
    with subprocess.Popen(
        [*MODULE, "rules"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        pipesize=4096,  # a usual pipe has room for all rules, however early its reader stops
    ) as running:  # fmt: skip
        assert running.stdout
        assert running.stderr
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == ""
    assert running.returncode == 128 + 13, "as of a program that the signal SIGPIPE has ended"


class ClosedPipe(io.StringIO):
    """Standard output whose reader has gone: it fails as soon as something is written."""

    def write(self, _: str) -> int:
        raise BrokenPipeError

    def fileno(self) -> int:
        return self.number

    number = -1


PRINTING = {
    **{name: next(iter(entry.examples)) for name, entry in COMMANDS.items() if name != "mcp"},
    "web": "web --no-browser --port 0",
    "demo": "demo --quiet",
    "puzzle": "puzzle --solved",
    "draw": "draw game.txt",
    "cards": "cards",
    "analyse": "analyse game.txt --playouts 1",
    "simulate": "simulate --games 1",
    "match": "match greedy random --deals 1",
    "effect": "effect --rule rounds=1 --between random --deals 1",
    "measure": "measure --games 10",
    "referee": "referee --players 2",
    "doctor": "doctor --quick",
}
"""A line for each command that prints something soon: by default its first example.

`mcp` answers only a client of its protocol.
"""


@pytest.mark.parametrize(
    "line", ["", "--help", "--version", *(f"{name} --help" for name in NAMES), *PRINTING.values()]
)
def test_every_command_whose_reader_has_gone_ends_with_141(
    line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    needed = {"completion": "shtab", "match": "choix"}.get(line.partition(" ")[0])
    if needed is not None and not line.endswith("--help"):
        pytest.importorskip(needed)
    command("play", "--seed", "5", "--record", "game.txt", typed=["B1 a0", "quit"])
    with (tmp_path / "devoured").open("w") as devoured:
        closed = ClosedPipe()
        closed.number = devoured.fileno()
        monkeypatch.setattr(sys, "stdout", closed)
        monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
        assert main(line.split()) == 128 + 13


@pytest.mark.parametrize("argument", ["--help", "--version", "-V"])
def test_help_without_a_standard_output_is_no_error(
    argument: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit) as caught:
        main([argument])
    assert caught.value.code == 0


def test_the_help_is_printed_to_any_file() -> None:
    parser, parsers_by_name = parsers()
    assert parsers_by_name.keys() == COMMANDS.keys()
    file = io.StringIO()
    parser.print_help(file)
    assert file.getvalue() == parser.format_help()


@pytest.mark.long
def test_a_disk_that_is_full_is_one_line_and_exit_code_1() -> None:
    with Path("/dev/full").open("w") as full:
        finished = subprocess.run(
            [*MODULE, "demo"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
    assert finished.returncode == 1
    assert finished.stderr == "westeros-intrigue: cannot write: No space left on device\n"


WITHOUT_EXTRA = """
import sys
sys.modules["rich"] = sys.modules["shtab"] = None
from westeros_intrigue.play.page.server import Server
from westeros_intrigue.play.terminal import main
Server.serve_forever = lambda self: None
for line in sys.argv[1:]:
    print(">", main(line.split()), flush=True)
"""


@pytest.mark.long
def test_commands_that_print_text_need_no_extra_and_others_name_theirs() -> None:
    command("play", "--record", "game.txt", typed=["S a0", "T a0", "L a0", "B a0", "quit"])
    lines = {
        "demo --players 2 --seed 3": "1. Greedy ",
        "replay game.txt": "  You place ",
        "analyse game.txt --playouts 4": "turning point",
        "simulate --games 2 --policy provident": "2 games of 4 players",
        "web --no-browser --port 0 --folder page": "Play at http://127.0.0.1:",
    }
    needs = ("play", "games 1", "puzzle", "completion bash")
    finished = subprocess.run(
        [sys.executable, "-c", WITHOUT_EXTRA, *lines, *needs],
        capture_output=True, text=True, check=False, timeout=PATIENCE, input="",
    )  # fmt: skip
    shown = re.split(r"> (\d+)\n", finished.stdout)
    assert shown[1::2] == ["0"] * len(lines) + ["1"] * len(needs)
    for text, told in zip(shown[::2], lines.values(), strict=False):
        assert told in text
    missing = (
        "play` needs rich",
        "play` needs rich",
        "puzzle` needs rich",
        "completion` needs shtab",
    )
    for name, told in zip(missing, finished.stderr.splitlines(), strict=True):
        assert told == (
            f"westeros-intrigue: `westeros-intrigue {name}: install the extra `cli`, "
            'pip install "westeros-intrigue[cli]"'
        )


@pytest.mark.parametrize(
    ("arguments", "environment", "is_terminal", "is_coloured"),
    [
        ((), {}, True, True),
        ((), {}, False, False),
        ((), {"NO_COLOR": "1"}, True, False),
        ((), {"TERM": "dumb"}, True, False),
        (("--color", "always"), {"NO_COLOR": "1"}, False, True),
    ],
)
def test_colour_is_for_terminals_that_take_it_and_people_who_want_it(
    arguments: tuple[str, ...], environment: dict[str, str], is_terminal: bool, is_coloured: bool
) -> None:
    given = ("rules", "court.match", *arguments) if not is_coloured else ("demo", "--quiet")
    given = (*given, *arguments) if is_coloured else given
    out = command(*given, is_terminal=is_terminal, environment=environment).out
    assert bool(re.search(r"\x1b\[[0-9;]*[34][0-9]", out)) == is_coloured


@pytest.mark.long
def test_the_code_pages_of_windows_show_the_demo_and_a_simulation() -> None:
    for encoding, arguments in (
        ("ascii", ("demo", "--solo")),
        ("cp437", ("simulate", "--single-rounds", "3")),
    ):
        finished = program(*arguments, environment={"PYTHONIOENCODING": encoding})
        assert (finished.returncode, finished.stderr) == (0, b"")
        assert finished.stdout.decode(encoding)


def test_the_rules_are_listed_chapter_by_chapter_and_one_by_one() -> None:
    everything = command("rules", is_terminal=False).out
    assert re.findall(r"(?m)^([a-z]+\.[a-z.-]+) \(", everything) == list(RULEBOOK)
    chapter = command("rules", "court", is_terminal=False).out
    assert set(re.findall(r"(?m)^([a-z]+\.[a-z.-]+) \(", chapter)) == {
        rule_id for rule_id in RULEBOOK if rule_id.startswith("court.")
    }
    one = command("rules", "court.upper-gap", is_terminal=False).out
    assert one.startswith("court.upper-gap (ruling)\n  ")
    assert "\n  Why so: " in one
    assert "Why so" not in command("rules", "court.match", is_terminal=False).out
    assert command("rules", "court.match", environment={"COLUMNS": "1"}).code == 0
    assert max(map(len, everything.splitlines())) <= 80


def test_ctrl_c_ends_a_command_with_exit_code_130_and_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "stepped", interrupted)
    finished = command("demo")
    assert (finished.code, finished.err) == (130, "westeros-intrigue: stopped by Ctrl-C\n")
