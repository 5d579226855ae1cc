"""`match`: who plays, on which workers, what is kept, and how it ends."""

from __future__ import annotations

import json
import re
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from helpers.programs import ended, press_ctrl_c, running
from helpers.terminals import Result, command

from westeros_intrigue import Player, greedy_player, random_player
from westeros_intrigue.lab.matches import play_match

pytest.importorskip("choix")

TWO: dict[str, Player] = {"greedy": greedy_player, "random": random_player}

OWN = """\
def last(view, rng):
    from westeros_intrigue import distinct_moves
    return distinct_moves(view)[-1]

def failing(view, rng):
    raise ZeroDivisionError("too much")

def sleeping(view, rng):
    import time
    time.sleep(20)
    return last(view, rng)

class Players:
    last = staticmethod(last)

number = 5
"""


def match(*arguments: str, code: int = 0, **more: Any) -> Result:
    finished = command("match", *arguments, **more)
    assert finished.code == code, finished.err
    return finished


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of one's own, in the folder in which the program is started."""
    (tmp_path / "own_players.py").write_text(OWN, "utf-8")
    (tmp_path / "broken_players.py").write_text("1 / 0\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", ".")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "own_players", raising=False)


def test_the_table_is_that_of_the_match() -> None:
    result = play_match(TWO, deals=6, seed=3)
    shown = match("greedy", "random", "--deals", "6", "--seed", "3")
    assert shown.out == result.to_table() + "\n"
    as_json = match("greedy", "random", "--deals", "6", "--seed", "3", "--json")
    assert as_json.out == result.to_json() + "\n"


@pytest.mark.usefixtures("own")
def test_a_player_of_ones_own_is_named_by_module_and_name() -> None:
    for name in ("own_players:last", "own_players:Players.last"):
        data = json.loads(match(name, "random", "--deals", "2", "--json").out)
        assert data["match"]["names"] == [name, "random"]


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nobody"], "no player is called 'nobody': choose"),
        (["own_players:first"], "cannot import own_players:first as MODULE:NAME: AttributeError"),
        (["own_players:number"], "cannot be called with a view and rng"),
        (
            ["broken_players:last"],
            "cannot import broken_players:last as MODULE:NAME: ZeroDivisionError",
        ),
        (["random", "--first-player", "1"], "each entrant has every seat"),
        (["random", "greedy", "--players", "2"], "the lineup must have 2 names"),
    ],
)
def test_what_makes_no_match_is_refused(arguments: list[str], message: str) -> None:
    assert message in match("greedy", *arguments, code=2).err


@pytest.mark.usefixtures("own")
def test_a_player_that_fails_ends_the_match_or_loses(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    arguments = ("random", "own_players:failing", "--deals", "2", "--out", str(path))
    ended = match(*arguments, code=1)
    assert "own_players:failing failed at deal 0" in ended.err
    assert "ZeroDivisionError: too much" in ended.err
    assert f"what was played is stored: --resume {path} continues" in ended.err
    lost = json.loads(match(*arguments[:4], "--forfeits", "--json").out)
    assert lost["standings"][1]["forfeits"] == 4


@pytest.mark.long
@pytest.mark.usefixtures("own")
def test_a_player_that_takes_too_long_fails() -> None:
    arguments = ("random", "own_players:sleeping", "--deals", "1", "--move-seconds", "1")
    assert "the match allows 1 second a move" in match(*arguments, code=1).err


def test_a_file_is_gone_on_with_and_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    arguments = ("greedy", "random", "--deals", "4")
    first = match(*arguments, "--out", str(path))
    path.write_bytes(path.read_bytes()[:-40])
    assert "exists already" in match(*arguments, "--out", str(path), code=2).err
    assert match(*arguments, "--resume", str(path)).out == first.out


def test_a_file_is_written_over_by_force_but_not_by_a_match_that_cannot_be(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match("greedy", "random", "--deals", "4", "--out", str(path))
    whole = path.read_bytes()
    refused = match("greedy", "nobody", "--out", str(path), "--force", code=2)
    assert "no player is called 'nobody'" in refused.err
    assert path.read_bytes() == whole
    match("greedy", "random", "--deals", "2", "--out", str(path), "--force")
    assert 0 < len(path.read_bytes()) < len(whole)
    assert [*tmp_path.iterdir()] == [path]


def test_a_terminal_shows_how_far_it_is_and_the_time_left() -> None:
    shown = match("greedy", "random", "--deals", "3", is_terminal=True)
    assert "3/3" in shown.err
    assert "0:00:00" in shown.err
    assert not match("greedy", "random", "--deals", "3", "--seed", "1").err


def test_a_match_tells_the_hash_of_its_salt_before_and_the_salt_after(tmp_path: Path) -> None:
    arguments = ("greedy", "random", "--deals", "1")
    first = match(*arguments)
    [salt] = re.findall("salt ([0-9a-f]{32})", first.out)
    assert f"has the SHA-256 {sha256(salt.encode()).hexdigest()}\n" in first.err
    again = match(*arguments, "--salt", salt)
    assert (again.out, again.err) == (first.out, first.err)
    path = tmp_path / "match.jsonl"
    begun = match(*arguments, "--resume", str(path))
    assert "SHA-256" in begun.err
    assert match(*arguments, "--resume", str(path)).out == begun.out


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("westeros_intrigue.play.terminal.computing._PATIENCE", 0.2)
    shown = match("greedy", "random", "--scheduler", "tcp://127.0.0.1:1", code=1)
    assert "no scheduler answers at tcp://127.0.0.1:1" in shown.err


def test_extras_that_lack_are_named_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "match.jsonl"
    with monkeypatch.context() as inner:
        inner.setitem(sys.modules, "distributed", None)
        shown = match("greedy", "random", "--scheduler", "x", code=1)
        assert 'pip install "westeros-intrigue[cluster]"' in shown.err
    monkeypatch.setitem(sys.modules, "choix", None)
    shown = match("greedy", "random", "--out", str(path), code=1)
    assert 'pip install "westeros-intrigue[match]"' in shown.err
    assert not path.exists()


@pytest.mark.long
def test_ctrl_c_ends_workers_at_once_and_in_silence(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    line = [sys.executable, "-m", "westeros_intrigue", "match", "greedy", "search:2000"]
    line += ["--deals", "500", "--workers", "2", "--chunk", "1", "--out", str(path)]
    with running(line) as process:
        while not path.exists() or path.read_bytes().count(b"\n") < 4:
            time.sleep(0.05)
        press_ctrl_c(process)
        errors = ended(process)
    assert process.returncode == 130
    announced, *others = errors.splitlines()
    assert "the salt of this match" in announced
    assert others == [
        f"westeros-intrigue: what was played is stored: --resume {path} continues",
        "westeros-intrigue: stopped by Ctrl-C",
    ]


def test_a_match_of_two_ends_once_it_is_clear() -> None:
    ended_early = match("greedy", "random", "--deals", "900", "--rounds", "1", "--until", "0.5,0.6")
    assert "Verdict: 0.6 rather than 0.5 of the games" in " ".join(ended_early.out.split())
    for shares in ("0.6,0.5", "half", "0.5", "0,1"):
        with pytest.raises(SystemExit):
            match("greedy", "random", "--until", shares)
    refused = match("greedy", "random", "provident", "--until", "0.5,0.6", code=2)
    assert "a test compares two entrants, not 3" in refused.err
