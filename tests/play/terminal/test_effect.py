"""`effect` and `measure` at the command line: results, workers, files and players."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.terminals import Result, command

from westeros_intrigue.lab.design import compare_games, measure_game

EXAMPLES = Path(__file__).parents[3] / "examples"
RULE = str(EXAMPLES / "no_repeats.py")


def effect(*arguments: str, code: int = 0, **more: Any) -> Result:
    finished = command("effect", *arguments, **more)
    assert finished.code == code, finished.err
    return finished


def test_it_shows_the_effect_that_the_function_returns() -> None:
    same = compare_games("westeros-intrigue", RULE, players="greedy", seats=3, deals=6, seed=5)
    how = ["--rule", RULE, "--between", "greedy", "--players", "3", "--deals", "6", "--seed", "5"]
    assert effect(*how).out == f"{same}\n"
    assert effect(*how, "--json").out == same.to_json() + "\n"


def test_players_are_kinds_and_a_plus_seats_two_together() -> None:
    nim = str(EXAMPLES / "nim.py")
    how = ["--game", nim, "--rule", "stones=30", "--deals", "4", "--json"]
    shown = json.loads(effect(*how, "--between", "clever+random", "random").out)
    assert [each["players"] for each in shown["comparisons"]] == [["clever", "random"], ["random"]]
    assert shown["comparisons"][0]["games"] == 8
    usual = json.loads(effect(*how).out)
    assert [each["players"] for each in usual["comparisons"]] == [["clever"], ["sampling:20"]]


def test_options_of_the_table_hold_for_both_sides() -> None:
    how = ["--rule", "option=anyone-can-die", "--rounds", "2", "--between", "random"]
    shown = effect(*how, "--deals", "3").out
    title = shown.partition("\n")[0]
    assert title == (
        "Westeros Intrigue, rounds 2 -> Westeros Intrigue, option anyone-can-die, rounds 2"
    )


def test_a_file_is_continued_and_the_result_is_the_same_for_workers(tmp_path: Path) -> None:
    how = ["--rule", "rounds=1", "--between", "random", "--deals", "4", "--chunk", "1"]
    file = tmp_path / "effect.jsonl"
    alone = effect(*how, "--out", str(file)).out
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 5
    file.write_bytes(b"".join(lines[:3]))
    assert effect(*how, "--resume", str(file)).out == alone
    refused = effect(*how, "--out", str(file), code=2)
    assert "--force" in refused.err
    assert effect(*how, "--out", str(file), "--force").out == alone
    assert effect(*how, "--workers", "2").out == alone


def test_it_ends_at_a_precision() -> None:
    how = ["--rule", "rounds=1", "--between", "random", "--deals", "200"]
    shown = json.loads(effect(*how, "--about", "moves", "--precision", "3", "--json").out)
    assert shown["comparisons"][0]["deals"] == 50
    assert shown["stopped"] == "it stopped at a precision of 3.0 for moves"


def test_a_scheduler_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    shown = effect("--rule", "rounds=1", "--scheduler", "tcp://127.0.0.1:1", code=1)
    assert "westeros-intrigue[cluster]" in shown.err


def test_a_game_is_measured() -> None:
    file = EXAMPLES / "nim.py"
    same = measure_game((file, {"stones": 9}), seats=3, games=10, seed=2)
    how = ["--game", str(file), "--games", "10", "--players", "3", "--seed", "2", "--stones", "9"]
    assert command("measure", *how).out == f"{same}\n"
    assert command("measure", *how, "--json", "--workers", "2").out == same.to_json() + "\n"


def test_a_report_is_continued_and_the_result_is_the_same_for_workers(tmp_path: Path) -> None:
    file = tmp_path / "report.jsonl"
    how = ["measure", "--game", str(EXAMPLES / "nim.py"), "--games", "10"]
    alone = command(*how, "--out", str(file)).out
    lines = file.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 10 + 40 + 12
    file.write_bytes(b"".join(lines[:20]))
    assert command(*how, "--resume", str(file), "--workers", "2", "--chunk", "6").out == alone
    refused = command(*how, "--out", str(file))
    assert (refused.code, "--force" in refused.err) == (2, True)
    assert command(*how, "--out", str(file), "--force").out == alone


def test_a_game_that_cannot_be_measured_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    shown = command("measure", "--games", "10", "--scheduler", "tcp://127.0.0.1:1")
    assert (shown.code, "westeros-intrigue[cluster]" in shown.err) == (1, True)
    shown = command("measure", "--solo", "--players", "4")
    assert (shown.code, "has automated seats" in shown.err) == (2, True)
