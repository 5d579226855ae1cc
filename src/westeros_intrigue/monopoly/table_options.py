"""The options of a table as data, and games by them: an edition of the owner's is one of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from westeros_intrigue.base.new_games import NewGames
from westeros_intrigue.base.options import Option, OptionKind
from westeros_intrigue.monopoly.game import MAX_PLAYERS, setup
from westeros_intrigue.monopoly.records import Record
from westeros_intrigue.monopoly.state import GameState
from westeros_intrigue.monopoly.table import CASTLE_SALES, MOST_OFFERS, STANDARD, Variant

USUAL_PLAYERS = 4
OPTIONS: tuple[Option, ...] = (
    *Record.FILES,
    Option(
        "offers",
        OptionKind.NUMBER,
        f"the offers of a player at a time, 0 for no trading (default {STANDARD.offers})",
        most=MOST_OFFERS,
    ),
    Option(
        "castle_sale",
        OptionKind.CHOICE,
        f"the price for which a Castle is sold (default {STANDARD.castle_sale})",
        choices=CASTLE_SALES,
    ),
    Option(
        "first_player",
        OptionKind.NUMBER,
        "the seat that begins (default 0)",
        most=MAX_PLAYERS - 1,
        metavar="SEAT",
    ),
)
"""The options of a table."""
_OF_VARIANT = tuple(field.name for field in attrs.fields(Variant))


def _begin(players: int | None, given: Mapping[str, Any], seed: int | None) -> GameState:
    return setup(
        USUAL_PLAYERS if players is None else players,
        **Record._material(given),
        seed=seed,
        first_player=given.get("first_player", 0),
        variant=Variant(**{name: given[name] for name in _OF_VARIANT if name in given}),
    )


def _again(state: GameState, seed: int | None) -> GameState:
    first_player = state.table.start.turn_player
    table = state.players, state.edition
    return setup(*table, seed=seed, first_player=first_player, variant=state.variant)


_GAMES = NewGames(OPTIONS, GameState, _begin, _again)
new_game: Final = _GAMES.new_game
rematch: Final = _GAMES.rematch
read_records: Final = Record.read_records
