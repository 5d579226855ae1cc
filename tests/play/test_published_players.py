"""Players that other packages add are known by name wherever names are taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.nim_plugin import install, install_nim
from helpers.terminals import command

from westeros_intrigue import InvalidValue, play_game
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.play.page import tables
from westeros_intrigue.players import PLAYERS, player_name

ENTRY_POINTS = """\
[westeros_intrigue.players]
climber = climbers:climber
broken = no_such_module:bot
number = climbers:NUMBER
stepper_2:N = climbers:stepper

[westeros_intrigue.players.monopoly]
passer = climbers:passer

[westeros_intrigue.players.last_counts]
climber = climbers:climber
"""
CLIMBERS = """\
from westeros_intrigue import distinct_moves
from westeros_intrigue.games import monopoly

NUMBER = 5

def climber(view, rng):
    return max(distinct_moves(view), key=lambda move: move.slot)

def stepper(number):
    return climber

def passer(view, rng):
    return monopoly.legal_moves(view)[0]
"""


@pytest.fixture(autouse=True)
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a package with players."""
    install(tmp_path, "climbers", ENTRY_POINTS)
    (tmp_path / "climbers.py").write_text(CLIMBERS)
    monkeypatch.syspath_prepend(tmp_path)


def test_they_are_listed_after_those_of_the_game_and_play_by_name() -> None:
    assert repr(PLAYERS).endswith("broken, climber, number, stepper_2:N>")
    assert not PLAYERS.has("stepper_2:N")
    assert PLAYERS["climber"].summary == "is a player of the package climbers"
    assert PLAYERS["climber"] == PLAYERS["climber"]
    final = play_game(["greedy", "climber", "stepper_2:3"], seed=1)
    assert final == play_game(["greedy", "climber", "climber"], seed=1)
    monopoly = GAMES["monopoly"]
    assert repr(monopoly.PLAYERS).endswith("search:N, planner, passer>")
    assert play_game(["passer", "simple"], game=monopoly, seed=1).is_over


def test_a_faulty_one_is_named_and_does_not_break_others() -> None:
    with pytest.raises(
        InvalidValue,
        match="player broken of the package climbers cannot be loaded: ModuleNotFoundError",
    ):
        PLAYERS.parse("broken")
    with pytest.raises(InvalidValue, match="climbers:NUMBER cannot be called with a view"):
        PLAYERS.parse("number")
    assert player_name(PLAYERS.parse("climber")) == "climber"
    with pytest.raises(InvalidValue, match="no name stands for"):
        player_name(lambda view, _rng: view.hand[0])  # type: ignore[arg-type,return-value]


@pytest.mark.parametrize(
    ("group", "name", "owner"),
    [
        ("westeros_intrigue.players", "greedy", "westeros-intrigue"),
        ("westeros_intrigue.players", "knight", "westeros-intrigue"),
        ("westeros_intrigue.players", "search:5", "westeros-intrigue"),
        ("westeros_intrigue.players", "climber", "climbers"),
        ("westeros_intrigue.players.monopoly", "search:N", "westeros-intrigue"),
        ("westeros_intrigue.players.nim", "clever", "nim-for-tests"),
    ],
)
def test_one_under_a_taken_name_is_skipped_with_a_warning_that_names_both_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: str, name: str, owner: str
) -> None:
    installed = tmp_path / "others"
    installed.mkdir()
    install_nim(installed)
    install(installed, "usurpers", f"[{group}]\n{name} = usurpers:bot\n")
    monkeypatch.syspath_prepend(installed)
    players: Any = GAMES[group.rpartition(".")[2]].PLAYERS if group.count(".") > 1 else PLAYERS
    told = f"the package usurpers adds the player {name}, but {owner} has a player of that name"
    with pytest.warns(RuntimeWarning, match=told):
        assert players[name if name in players else "search:N"].package != "usurpers"


def test_commands_and_page_offer_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(tmp_path / "games"))
    pytest.importorskip("choix")
    told = command("match", "climber", "greedy", "--deals", "4", "--seed", "1")
    assert "climber" in told.plain, told.err
    assert "climber" in [level.name for level in tables.list_players(GAMES["westeros-intrigue"])]
    refused = command("match", "broken", "greedy")
    assert "the player broken of the package climbers cannot be loaded" in refused.err
