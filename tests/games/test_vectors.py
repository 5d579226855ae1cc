"""The games for ports to check: the library plays them to the same tables."""

from __future__ import annotations

import pytest
from helpers.checkout import load

from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.games.btwixt.position.moves import MOVES
from westeros_intrigue.games.monopoly.position.moves import MOVE_TYPES

SCRIPT = load("scripts/making/game_vectors.py")
KEYS = ("monopoly", "btwixt")


def check_lines(key: str, numbers: range) -> None:
    lines = SCRIPT.read(key)
    assert len(lines) == SCRIPT.GAMES
    for number in numbers:
        line = lines[number]
        assert "".join(SCRIPT.digests(key, line)) == line["digests"], (key, number)


@pytest.mark.untraced
@pytest.mark.parametrize("key", KEYS)
def test_the_library_plays_the_games_of_the_vectors_to_the_same_tables(key: str) -> None:
    check_lines(key, range(0, 1000, 199))
    assert SCRIPT.make(key, range(7, 8)) == SCRIPT.json.dumps(
        SCRIPT.read(key)[7], separators=(",", ":")
    )


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_the_library_plays_dozens_of_the_games_to_the_same_tables(key: str) -> None:
    check_lines(key, range(3, 1000, 23))


@pytest.mark.parametrize("key", KEYS)
def test_every_kind_of_move_occurs_in_them(key: str) -> None:
    moves = [move.partition(" ")[2] for line in SCRIPT.read(key) for move in line["moves"]]
    kinds = {type(GAMES[key].parse_move(move)) for move in {*moves}}
    assert kinds == {*(MOVE_TYPES if key == "monopoly" else MOVES)}
