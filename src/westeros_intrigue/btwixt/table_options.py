"""The options of a table as data, and games by them: a box of the owner's is one of them.

Rules: setup.chance, box.catalogue, variant.combine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from westeros_intrigue.base.new_games import NewGames
from westeros_intrigue.base.options import Option, OptionKind
from westeros_intrigue.btwixt.records import Record
from westeros_intrigue.btwixt.ring import MAX_PLAYERS
from westeros_intrigue.btwixt.setup import setup
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.variants import STANDARD, VARIANTS

USUAL_PLAYERS = 4
OPTIONS: tuple[Option, ...] = (
    *Record.FILES,
    Option(
        "variant",
        OptionKind.CHOICE,
        "the variant to play (default standard)",
        choices=tuple(map(str, VARIANTS)),
    ),
    Option("short", OptionKind.FLAG, "a game that starts a season later"),
    Option("revealed_allies", OptionKind.FLAG, "a game with a row of revealed allies"),
    Option(
        "first_player",
        OptionKind.NUMBER,
        "the first player of the first round (default 0)",
        most=MAX_PLAYERS - 1,
        metavar="SEAT",
    ),
)
"""The options of a table."""


def _begin(players: int | None, given: Mapping[str, Any], seed: int | None) -> GameState:
    name = given.get("variant", str(STANDARD))
    variant = next(variant for variant in VARIANTS if str(variant) == name)
    return setup(
        USUAL_PLAYERS if players is None else players,
        **Record._material(given),
        seed=seed,
        first_player=given.get("first_player", 0),
        variant=attrs.evolve(
            variant,
            short=given.get("short", False),
            revealed_allies=given.get("revealed_allies", False),
        ),
    )


def _again(state: GameState, seed: int | None) -> GameState:
    return Record.from_state(state).begun(seed=seed)


_GAMES = NewGames(OPTIONS, GameState, _begin, _again)
new_game: Final = _GAMES.new_game
rematch: Final = _GAMES.rematch
read_records: Final = Record.read_records
