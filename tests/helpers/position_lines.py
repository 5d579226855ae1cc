"""Checks of positions in one line, for any game, and of lines with a slip of the pen."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from westeros_intrigue import NotationError
from westeros_intrigue.gamekit import AnyGame, read_line, write_line

SIGNS = "0123456789 ;,:@*xjhm-abcdefnorstu"


def read_back(game: AnyGame, position: Any, options: Mapping[str, str] = {}) -> Any:
    """Return the position to which the line of another leads, which must play and look alike."""
    line = write_line(game, position)
    read = read_line(game, line, options)
    assert write_line(game, read) == line
    assert type(read) is type(position)
    assert [*game.legal_moves(read)] == [*game.legal_moves(position)]
    assert game.deciders(read) == game.deciders(position)
    assert game.question(read) == game.question(position)
    assert read.phase is position.phase
    return read


def assert_slip_is_refused_or_read(game: AnyGame, position: Any, rng: random.Random) -> None:
    """Change a sign of a line: it is refused with a column in it, or read as what it then says."""
    signs = [*write_line(game, position)]
    signs[rng.randrange(len(signs))] = rng.choice(SIGNS)
    try:
        read = read_line(game, "".join(signs))
    except NotationError as error:
        assert 1 <= error.column <= len(signs) + 1  # noqa: PT017 - most lines are refused
    else:
        assert write_line(game, read_line(game, write_line(game, read))) == write_line(game, read)
