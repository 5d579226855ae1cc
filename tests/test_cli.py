"""The command line: the demo, its options, and what it says to nonsense."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys

import pytest

from westeros_intrigue import RULEBOOK, setup
from westeros_intrigue.cli import demo, main


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
        (("play",), "invalid choice: 'play'"),
        (("demo", "--players", "1"), "invalid choice: 1"),
        (("demo", "--players", "7"), "invalid choice: 7"),
        (("demo", "--players", "many"), "invalid int value: 'many'"),
        (("demo", "--players", "2.0"), "invalid int value: '2.0'"),
        (("demo", "--players"), "expected one argument"),
        (("demo", "--seed", "-1"), "a seed is an integer from 0, not '-1'"),
        (("demo", "--seed", "1.5"), "a seed is an integer from 0, not '1.5'"),
        (("demo", "--seed", ""), "a seed is an integer from 0, not ''"),
        (("demo", "--seed", "²"), "a seed is an integer from 0, not '²'"),
        (("demo", "--seed", "9" * 5000), "seed"),
        (("demo", "--loud"), "unrecognized arguments: --loud"),
        (("demo", "extra"), "unrecognized arguments: extra"),
    ],
)
def test_nonsense_is_refused_with_exit_code_2_and_a_line_that_helps(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    assert told in refused(capsys, *arguments)


@pytest.mark.parametrize("arguments", [("--help",), ("demo", "--help")])
def test_help_is_no_error(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 0
    assert "demo" in capsys.readouterr().out


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
