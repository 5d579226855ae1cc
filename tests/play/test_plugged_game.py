"""A game that another package adds is played like those of the library."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.nim_plugin import install, install_nim
from helpers.terminals import command

from play.page.asking import asking
from westeros_intrigue import InvalidValue, play_game
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.options import FileReport, Option, OptionKind
from westeros_intrigue.games.btwixt import SAMPLE_BOX
from westeros_intrigue.lab.matches import play_match
from westeros_intrigue.testing import check_game


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_nim(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(tmp_path / "games"))


@pytest.mark.untraced
def test_it_keeps_what_every_game_promises_and_is_listed_last() -> None:
    assert list(GAMES)[-1] == "nim"
    check_game(GAMES["nim"], games=6)
    game = GAMES["nim"]
    clever, other = (game.PLAYERS.parse(name) for name in ("clever", "random"))
    final = play_game([clever, other], game=game, state=game.new_game(2, {"stones": 13}))
    assert game.final_winner(final).winners == (0,)


def test_it_is_played_saved_continued_and_looked_up_by_the_commands(tmp_path: Path) -> None:
    begun = command("play", "--game", "nim", "--stones", "9", "--seed", "1", typed=["2", "quit"])
    assert "Clever takes 3" in begun.plain
    assert re.search("1  nim .* your turn +You and 1 more", command("games").plain)
    done = command("games", "1", typed=lambda _: "1")
    assert done.code == 0
    assert "1. " in done.plain
    assert "1. " in command("demo", "--game", "nim", "--players", "3").plain
    [file] = (tmp_path / "games").glob("nim-*.txt")
    assert re.search("2 players, 4 moves, won by [A-Z]", command("check", str(file)).plain)
    assert command("export", str(file), "--out", f"{file}.json").code == 0
    shown = command("replay", f"{file}.json").plain
    assert shown == command("replay", str(file)).plain
    assert "Clever takes 3" in shown
    assert "1. " in shown
    assert "one to three stones" in command("rules", "--game", "nim", "take.stones").plain
    help_text = command("play", "--game", "nim", "--stones", "9", typed=["?", "why", "7", "undo"])
    assert "Type a number from 1 to 3" in help_text.plain


def test_a_file_of_its_owner_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def report(text: str, command: str) -> FileReport | None:
        return (f"a heap; {command}", "stones" in text) if "nim" in text else None

    option = Option("my_heap", OptionKind.FILE, "the file of your own heap", report=report)
    monkeypatch.setattr(type(GAMES["nim"]), "OPTIONS", (option,))
    file = tmp_path / "heap.json"
    for content, code in (('{"nim": "stones"}', 0), ('{"nim": 0}', 1)):
        file.write_text(content, "utf-8")
        done = command("check", str(file))
        told = f"a heap; westeros-intrigue play --game nim --my-heap {file}\n"
        assert (done.code, done.out) == (code, told)
    file.write_text(SAMPLE_BOX.to_json(), "utf-8")
    assert command("check", str(file)).out.startswith("Sample box")


@pytest.mark.parametrize(
    ("point", "message"),
    [
        (
            "other = nim:nim",
            "as nim:nim, cannot be loaded: InvalidValue: name its entry point nim, not other",
        ),
        ("other = no_such_module:game", "adds as no_such_module:game, cannot be loaded: ModuleNot"),
        ("other = json", "cannot be loaded: AttributeError: module 'json' has no attribute 'NAME'"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_named_and_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, point: str, message: str
) -> None:
    [points] = tmp_path.glob("*/entry_points.txt")
    points.write_text(f"[westeros_intrigue.games]\n{point}\n")
    with pytest.raises(InvalidValue, match=message):
        GAMES["other"]
    with pytest.warns(RuntimeWarning, match=message):
        assert [*dict(GAMES.items())] == ["westeros-intrigue", "monopoly", "btwixt"]
    monkeypatch.setattr("warnings.filters", [])
    shown = command("rules", "court.width")
    assert (shown.code, message in command("rules", "no.such").err) == (0, True)
    with pytest.raises(InvalidValue, match=message):
        command("play", "--game", "other")


def test_a_game_under_a_taken_key_is_skipped_with_a_warning_that_names_both_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = tmp_path / "others"
    others.mkdir()
    install(others, "zwillinge", "[westeros_intrigue.games]\nmonopoly = nim:nim\nnim = nim:nim\n")
    monkeypatch.syspath_prepend(others)
    with pytest.warns(RuntimeWarning) as warned:
        assert list(GAMES) == ["westeros-intrigue", "monopoly", "btwixt", "nim"]
    told = "the package zwillinge adds the game {0}, but {1} has a game of that name; skipping it"
    assert [str(each.message).partition(": ")[0] for each in warned] == [
        told.format("monopoly", "westeros-intrigue"),
        told.format("nim", "nim-for-tests"),
    ]
    assert GAMES["monopoly"].NAME.startswith("Monopoly")


def test_the_program_says_in_a_line_each_what_is_skipped_under_a_taken_key(tmp_path: Path) -> None:
    others = tmp_path / "others"
    others.mkdir()
    games = "[westeros_intrigue.games]\nmonopoly = nim:nim\n"
    players = "[westeros_intrigue.players.monopoly]\nsimple = nim:nim\n"
    install(others, "zwillinge", f"{games}{players}")
    line = [sys.executable, "-m", "westeros_intrigue", "demo", "--game", "monopoly", "--quiet"]
    environment = {**os.environ, "PYTHONPATH": str(others)}
    shown = subprocess.run(line, env=environment, capture_output=True, text=True, check=True)
    assert shown.stdout.startswith("Monopoly: Game of Thrones Edition")
    told = "westeros-intrigue: the package zwillinge adds the {}, but westeros-intrigue has a {} of"
    assert [each.partition(" that name")[0] for each in shown.stderr.splitlines()] == [
        told.format("game monopoly", "game"),
        told.format("player simple", "player"),
    ]


def test_its_players_meet_in_matches() -> None:
    game = GAMES["nim"]
    entrants = {name: game.PLAYERS.parse(name) for name in ("clever", "random")}
    result = play_match(entrants, game="nim", deals=20, seed=1, options={"stones": 13})
    [clever] = [one.tally for one in result.standings if one.name == "clever"]
    assert (clever.games, clever.rounds, clever.games_won > 30) == (40, 0, True)
    pytest.importorskip("choix")
    terms = ("--game", "nim", "--stones", "13", "--deals", "20", "--seed", "1")
    told = command("match", "clever", "random", *terms)
    assert told.code == 0
    assert "20 deals, 40 games of 2 players, seed 1, Nim." in told.plain
    assert str(result.to_table()) in told.out
    refused = command("match", "greedy", "random", "--game", "nim")
    assert refused.code
    assert "choose random, clever, sampling:N or thinker" in refused.err


def test_its_games_are_simulated(tmp_path: Path) -> None:
    terms = ("simulate", "--game", "nim", "--stones", "13", "--games", "50", "--policy")
    told = command(*terms, "clever", "random")
    assert told.code == 0
    assert "50 games of 2 players, seed 1" in told.plain
    assert re.search(r"(?m)^0 +clever +100.0 %", told.plain)
    found = json.loads(command(*terms, "clever", "random", "--json").out)
    assert found["seats"][1]["wins"] == 0
    out = str(tmp_path / "games.jsonl")
    kept = command(*terms, "random", "--out", out, "--chunk", "20", "--json")
    assert kept.out == command(*terms, "random", "--resume", out, "--json").out
    assert "--games sets their number" in command("simulate", "--game", "nim").err


def test_it_is_played_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = asking(tmp_path / "games")
    offered = ask("tables")["tables"][-1]
    assert [offered["title"], offered["usual"], offered["options"][0]["name"]] == [
        "Nim", "clever", "stones",
    ]  # fmt: skip
    seats = [{"name": "Ada", "who": "person"}, {"name": "", "who": "clever"}]
    stones = [{"name": "stones", "value": "5"}]
    here = ask("start", name="nim", seats=seats, options=stones, seed=1)
    refused = ask("play", game=here["game"], seat=0, moment=0, move="4")
    assert "Choose 1, 2 or 3" in refused["reasons"][0]["text"]
    while here["waits_for"] != "nobody":
        at = {"game": here["game"], "seat": 0, "moment": here["moment"]}
        is_turn = here["waits_for"] == "person"
        here = ask("play", **at, move="1") if is_turn else ask("step", **at)
    assert here["told"] == ["Ada takes 1.", "Clever takes 1.", "Ada takes 1.", "Clever takes 2."]
    assert here["story"] == ["Clever wins."]
    assert [(row["seat"], row["place"]) for row in here["standings"]] == [(1, 1), (0, 2)]
    monkeypatch.setattr(GAMES["nim"], "MAX_PLAYERS", 8)  # more than in the library's games
    here = ask("start", name="nim", seats=[{**seats[0], "name": ""}] * 8, options=stones, seed=1)
    assert ask("look", game=here["game"], seat=7)["seats"][7]["name"] == "Player 7"
    assert command("play", "--game", "nim", "--people", "8").code == 0
