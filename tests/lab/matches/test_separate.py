"""Bots that one does not trust, in processes of their own."""

from __future__ import annotations

import copy
import pickle
import random
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from helpers.cases import sampled

from westeros_intrigue import InvalidValue, NotationError, observe, setup
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.lab.matches import SeparateFailed, SeparatePlayer, play_match
from westeros_intrigue.lab.matches.separate import _seed_from

GREEDY = (*SeparatePlayer.PYTHON, "westeros_intrigue:greedy_player", "westeros-intrigue")


def program(folder: Path, text: str) -> tuple[str, ...]:
    path = folder / "bot.py"
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return sys.executable, str(path)


@pytest.mark.long
def test_a_match_repeats_with_a_player_in_a_process_of_its_own() -> None:
    terms: Any = {"deals": 2, "seed": 1, "rounds": 1}
    entrants: dict[str, Any] = {"a": SeparatePlayer(GREEDY), "b": "random"}
    results = [play_match(entrants, **terms) for _ in range(2)]
    assert results[0].blocks == results[1].blocks
    assert results[0].standings[0].name == "a"


@pytest.mark.parametrize("key", sampled(["monopoly", "btwixt"], ["monopoly"]))
def test_every_game_has_players_apart(key: str) -> None:
    game = GAMES[key]
    module = "westeros_intrigue.games." + key
    with_process = SeparatePlayer((*SeparatePlayer.PYTHON, f"{module}:simple_player", key), key)
    state, rng, same = game.setup(3, seed=2), random.Random(5), random.Random(5)
    usual = game.PLAYERS.parse("simple")
    for _ in range(6):
        seat = game.deciders(state)[0]
        view = game.observe(state, seat)
        move = with_process(view, rng)
        assert move == usual(view, random.Random(_seed_from(same)))
        state = game.proceed(game.apply(state, move, player=seat))
    with_process.close()


def test_the_process_sees_the_view_alone_and_ends_with_its_player(tmp_path: Path) -> None:
    command = program(
        tmp_path,
        """
        import json, os, sys
        for line in sys.stdin:
            asked = json.loads(line)
            assert set(asked) == {"seed", "view"}
            hand = asked["view"]["hand"]
            open(sys.argv[0] + ".pid", "w").write(str(os.getpid()))
            print(json.dumps({"move": hand[0] + "@a0"}), flush=True)
        """,
    )
    player = SeparatePlayer(command)
    view = observe(setup(2, seed=1), 0)
    assert player(view, random.Random(1)).card == view.hand[0]
    pid = int(Path(f"{command[1]}.pid").read_text())
    assert Path(f"/proc/{pid}").exists()
    other = copy.deepcopy(player)
    assert other == player == pickle.loads(pickle.dumps(player))  # noqa: S301
    assert {other, player} == {player}
    assert other._process is None
    process = player._process
    assert process is not None
    del player
    assert process.poll() is not None


@pytest.mark.parametrize(
    ("text", "error", "reason"),
    [
        ("print('{}', flush=True)\nimport time; time.sleep(9)", SeparateFailed, "expected a line"),
        ("print('[' * 9999, flush=True)\nimport time; time.sleep(9)", SeparateFailed, "expected"),
        ('print(\'{"move": "z"}\', flush=True)', NotationError, "found 'z'"),
        ("import time; time.sleep(60)", SeparateFailed, "no move within 1 seconds"),
        ("raise SystemExit(3)", SeparateFailed, "has ended"),
        ("import sys; sys.stdout.buffer.write(b'\\xff\\n')", SeparateFailed, "has ended"),
    ],
)
def test_a_process_that_fails_is_named_with_the_reason(
    text: str, error: type[Exception], reason: str, tmp_path: Path
) -> None:
    player = SeparatePlayer(program(tmp_path, text), seconds=1 if "60" in text else 30)
    with pytest.raises(error, match=reason):
        player(observe(setup(2, seed=1), 0), random.Random(1))
    player.close()
    player.close()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(InvalidValue, match="name of a program"):
        SeparatePlayer(())
    with pytest.raises(InvalidValue, match="game"):
        SeparatePlayer(GREEDY, "chess")
    with pytest.raises(InvalidValue, match="seconds"):
        SeparatePlayer(GREEDY, seconds=0)
