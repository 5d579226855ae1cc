"""The command line: its arguments, its exit codes, the demo, and the rules."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from terminals import command, program

import westeros_intrigue
from westeros_intrigue import RULEBOOK, setup
from westeros_intrigue.cli import main
from westeros_intrigue.cli.demo import demo
from westeros_intrigue.cli.arguments import parsed


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("usage: ")
    return captured.err


@pytest.mark.parametrize("players", range(2, 7))
def test_the_demo_plays_a_whole_game_of_any_number_of_players(
    capsys: pytest.CaptureFixture[str], players: int
) -> None:
    out = run(capsys, "demo", "--players", str(players), "--seed", "3")
    assert re.match(f"A game (of|for) {players} players, seed 3\\.", out)
    for round_number in range(1, players + 1):
        assert f"\nRound {round_number}: player {round_number - 1} begins." in out
        assert f"\nRound {round_number} is over after " in out
    assert len(re.findall("draws (?:the|an) Iron Throne card", out)) == players
    assert out.count(" begins.") == players
    assert out.count(" is out: ") == players * players
    assert re.search(r"\nPlayer \d( and Player \d)* wins? (by|on) ", out)


def test_the_demo_shows_each_placement_with_the_court_and_who_goes_out_and_why(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = run(capsys, "demo", "--players", "4", "--seed", "1")
    placements = re.findall(r"\nPlayer (\d) places ([SLBT]\d) in ([a-h]-?\d)\.\n", out)
    counts = re.findall(r"is over after (\d+) placements", out)
    assert len(placements) == sum(map(int, counts))
    drawn_columns = re.findall(r"(?m)^ {4}[ \d-]+$", out)
    assert len(drawn_columns) == len(placements)
    assert "(rule elimination.empty)." in out
    assert "(rule elimination.unable)." in out
    for named in re.findall(r"rule ([a-z.-]+)\)", out):
        assert named in RULEBOOK


def test_quiet_leaves_the_rounds_results_and_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    loud = run(capsys, "demo", "--seed", "5")
    quiet = run(capsys, "demo", "--seed", "5", "--quiet")
    assert " places " not in quiet
    assert quiet.count(" is over after ") == 4
    assert set(quiet.splitlines()) <= set(loud.splitlines())
    assert quiet.splitlines()[-1] == loud.splitlines()[-1]


def test_the_demo_has_4_players_and_seed_1_unless_told_otherwise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain = run(capsys, "demo")
    assert plain == run(capsys, "demo", "--players", "4", "--seed", "1")
    assert plain != run(capsys, "demo", "--seed", "2")


def test_the_game_of_a_seed_is_the_one_that_setup_deals(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "demo", "--seed", "8")
    [first] = re.findall(r"Player 0 places ([SLBT]\d) in a0\.", out)[:1]
    assert first in map(str, setup(4, seed=8).hands[0])


def test_every_way_to_decide_a_game_is_told_with_its_rule() -> None:
    endings = {"final.lowest": 0, "final.icons": 0}
    for seed in range(60):
        lines: list[str] = []
        demo(3, seed, quiet=True, write=lines.append)
        for rule in endings:
            endings[rule] += lines[-1].endswith(f"(rule {rule}).")
    assert all(endings.values())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "COMMAND"),
        (("ply",), "invalid choice: 'ply'"),
        (("demo", "--players", "1"), "invalid choice: 1"),
        (("demo", "--players", "7"), "invalid choice: 7"),
        (("demo", "--players", "many"), "invalid int value: 'many'"),
        (("demo", "--players", "2.0"), "invalid int value: '2.0'"),
        (("demo", "--players"), "expected one argument"),
        (("demo", "--seed", "-1"), "a seed is an integer from 0, not '-1'"),
        (("demo", "--seed", "1.5"), "a seed is an integer from 0, not '1.5'"),
        (("demo", "--seed", ""), "a seed is an integer from 0, not ''"),
        (("demo", "--seed", "²"), "a seed is an integer from 0, not '²'"),
        (("demo", "--seed", "9" * 5000), "a seed is an integer from 0, not '9999"),
        (("demo", "--option", "dragons"), "invalid choice: 'dragons'"),
        (("demo", "--houses", "SLX"), "houses are given by their letters, such as SLBT"),
        (("demo", "--automated", "6"), "a seat is a number from 0 to 5, not '6'"),
        (("demo", "--automated", "x"), "a seat is a number from 0 to 5, not 'x'"),
        (("demo", "--first-player", "-1"), "a seat is a number from 0 to 5, not '-1'"),
        (("demo", "--rounds", "0"), "a number from 1 is needed, not '0'"),
        (("demo", "--rounds", "two"), "a number from 1 is needed, not 'two'"),
        (("demo", "--colour", "red"), "invalid choice: 'red'"),
        (("play", "--people", "7"), "invalid choice: 7"),
        (("play", "--opponents", "strong"), "invalid choice: 'strong'"),
        (("replay",), "FILE"),
        (("replay", "x", "--game", "0"), "a number from 1 is needed"),
        (("check",), "FILE"),
        (("simulate", "--policy", "strong"), "invalid choice: 'strong'"),
        (("simulate", "--rounds", "5", "--games", "5"), "not allowed with"),
        (("demo", "--loud"), "unrecognized arguments: --loud"),
        (("demo", "extra"), "unrecognized arguments: extra"),
    ],
)
def test_nonsense_is_refused_with_exit_code_2_and_a_line_that_helps(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    assert told in refused(capsys, *arguments)


COMMANDS = ("play", "demo", "replay", "check", "simulate", "referee", "rules")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_no_error_fits_into_80_columns_and_has_an_example(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"] if command else ["--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert f"westeros-intrigue {command or 'play'} " in out.partition("example")[2]
    assert max(map(len, out.splitlines())) <= 80


def test_the_help_lists_every_command_and_every_exit_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    assert re.findall(r"(?m)^    ([a-z]+) ", out) == list(COMMANDS)
    assert re.findall(r"(?m)^  (\d+) ", out) == ["0", "1", "2", "130"]


def test_the_examples_of_the_help_are_understood(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    examples = re.findall(r"(?m)^  westeros-intrigue (.*?)(?:  .*)?$", out)
    assert len(examples) == 10
    for example in examples:
        assert parsed(example.split()).run


def test_the_version_is_the_package_s(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"westeros-intrigue {westeros_intrigue.__version__}\n"


def module(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "westeros_intrigue", *arguments],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_the_package_runs_as_a_module_and_as_told_in_process(
    capsys: pytest.CaptureFixture[str],
) -> None:
    finished = module("demo", "--quiet")
    assert (finished.returncode, finished.stderr) == (0, "")
    assert finished.stdout == run(capsys, "demo", "--quiet")


def test_the_module_runs_when_it_is_run_and_not_when_it_is_imported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["westeros_intrigue", "demo", "--quiet"])
    runpy.run_module("westeros_intrigue.__main__", run_name="imported")
    assert capsys.readouterr().out == ""
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("westeros_intrigue", run_name="__main__")
    assert caught.value.code == 0
    assert capsys.readouterr().out == run(capsys, "demo", "--quiet")


def test_the_module_hands_on_the_exit_code() -> None:
    finished = module("demo", "--players", "9")
    assert finished.returncode == 2
    assert "usage: " in finished.stderr


def test_a_reader_who_stops_early_sees_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "westeros_intrigue", "demo"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stdout
        assert running.stderr
        running.stdout.readline()
        running.stdout.close()
        assert "Traceback" not in running.stderr.read()
    assert running.returncode == 1


def test_a_disk_that_is_full_is_one_line_and_exit_code_1() -> None:
    with Path("/dev/full").open("w") as full:
        finished = subprocess.run(
            [sys.executable, "-m", "westeros_intrigue", "demo"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60,
        )  # fmt: skip
    assert finished.returncode == 1
    assert finished.stderr == "westeros-intrigue: cannot write: No space left on device\n"


def test_importing_the_package_does_not_import_the_command_line() -> None:
    code = "import sys, westeros_intrigue; print('argparse' in sys.modules)"
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert finished.stdout == "False\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--players", "4", "--first-player", "4"), "there is no seat 4: they are 0 to 3"),
        (("--solo", "--players", "5"), "Solo Scheming has 4 seats, not 5"),
        (("--solo", "--automated", "1"), "Solo Scheming has its own houses and automated seats"),
        (("--solo", "--houses", "SLBT"), "Solo Scheming has its own houses and automated seats"),
        (("--solo", "--first-player", "1"), "player 0 must start, not player 1"),
        (("--houses", "SLB"), "there must be 4 houses, one for each player, not 3"),
        (("--rounds", "8"), "8 rounds need as many Iron Throne cards, and the table has 7"),
        (("--players", "2", "--automated", "3"), "there is no seat 3 to automate among 2 players"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_exit_code_2(
    arguments: tuple[str, ...], told: str
) -> None:
    finished = command("demo", *arguments)
    assert (finished.code, finished.out) == (2, "")
    assert told in finished.err
    assert finished.err.startswith("westeros-intrigue: ")
    assert finished.err.count("\n") == 1


@pytest.mark.rule("solo.set-aside")
def test_the_demo_plays_solo_scheming_and_tells_what_the_houses_set_aside() -> None:
    out = command("demo", "--solo", "--seed", "3", is_terminal=False).out
    assert "but for those of automated houses.\nHouses: player 0 Stark, player 1 Barath" in out
    assert out.count(" begins.") == 5
    for seat, cards in re.findall(r"Player (\d) sets aside (.*)\.\nPlayer \1 places", out):
        assert seat in "123"
        assert re.fullmatch(r"[SLBT]\d(, [SLBT]\d)*( and [SLBT]\d)?", cards)
    assert " sets aside " in out


@pytest.mark.rule("option.rivalry")
def test_the_demo_plays_with_options_and_shows_what_they_give() -> None:
    names = ("house-affiliation", "rivalry", "anyone-can-die")
    options = [argument for name in names for argument in ("--option", name)]
    out = command("demo", "--players", "3", *options, "--seed", "4", "--quiet").out
    assert "\nHouses: player 0 Stark, player 1 Lannister, player 2 Baratheon.\n" in out
    assert "\nOptions: house affiliation, rivalry, anyone can die.\n" in out
    assert "(-1 House Affiliation)" in out
    assert "(+1 Rivalry)" in out


def test_the_demo_takes_the_houses_and_the_automated_seats_that_it_is_told() -> None:
    out = command("demo", "--players", "2", "--houses", "bb", "--automated", "1", "--quiet").out
    assert "player 0 Baratheon, player 1 Baratheon" in out


@pytest.mark.parametrize(
    ("arguments", "environment", "is_terminal", "is_coloured"),
    [
        ((), {}, True, True),
        ((), {}, False, False),
        ((), {"NO_COLOR": "1"}, True, False),
        ((), {"NO_COLOR": ""}, True, True),
        ((), {"TERM": "dumb"}, True, False),
        (("--colour", "never"), {}, True, False),
        (("--color", "always"), {"NO_COLOR": "1"}, False, True),
    ],
)
def test_colour_is_for_terminals_that_take_it_and_people_who_want_it(
    arguments: tuple[str, ...],
    environment: dict[str, str],
    is_terminal: bool,
    is_coloured: bool,
) -> None:
    out = command("demo", *arguments, is_terminal=is_terminal, environment=environment).out
    assert ("\x1b[" in out) == is_coloured


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_the_code_pages_of_windows_show_the_demo_the_rules_and_a_simulation(encoding: str) -> None:
    for arguments in (
        ("demo", "--solo", "--quiet"),
        ("rules", "--colour", "always"),
        ("simulate", "--rounds", "3", "--plain"),
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
    stated = command("rules", "court.match", is_terminal=False).out
    assert "Why so" not in stated
    assert max(map(len, everything.splitlines())) <= 80


def test_a_rule_that_is_not_there_is_an_error_that_helps() -> None:
    finished = command("rules", "court.mach")
    assert (finished.code, finished.out) == (1, "")
    assert "did you mean 'court.match'" in finished.err
    assert "the chapters are components, setup," in finished.err


def test_ctrl_c_ends_a_command_with_exit_code_130_and_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("westeros_intrigue.cli.demo.apply", interrupted)
    finished = command("demo")
    assert (finished.code, finished.err) == (130, "westeros-intrigue: stopped by Ctrl-C\n")
