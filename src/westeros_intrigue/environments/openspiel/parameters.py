"""The parameters of the games, and the table that they describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.environments.playing import Rewards, TableToPlay, check_one_of
from westeros_intrigue.rules.cards import House
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply, find_move
from westeros_intrigue.rules.proceed import proceed
from westeros_intrigue.rules.variants import OPTIONS, STANDARD
from westeros_intrigue.text.notation import parse_slot

OF_CHANCE: Mapping[str, Any] = {
    "players": 2,
    "rounds": 0,
    "first_player": 0,
    "houses": "",
    "seats": "",
    **{option: False for option in OPTIONS if option != "anyone_can_die"},
    "returns": "points",
}
OF_A_DEAL: Mapping[str, Any] = {
    **OF_CHANCE,
    "anyone_can_die": False,
    "seed": 0,
    "opening": "",
    "worlds": 1,
}


def table_of(values: Mapping[str, Any]) -> TableToPlay:
    """Return the table of a game's parameters."""
    variant = STANDARD if not values["rounds"] else STANDARD.with_rounds(values["rounds"])
    options = {option: values.get(option, False) for option in OPTIONS}
    variant = variant.with_options(**options).with_seats(
        houses=[_house(letter) for letter in values["houses"]],
        automated=_automated(values["seats"]),
    )
    check_one_of("returns", values["returns"], get_args(Rewards))
    return TableToPlay(values["players"], variant, values["returns"], values["first_player"])


def _house(letter: str) -> House:
    try:
        return House(letter)
    except ValueError:
        raise InvalidValue(f"houses must be letters of S, L, B and T, not {letter!r}") from None


def _automated(seats: str) -> list[int]:
    if set(seats) - {"p", "a"}:
        raise InvalidValue(f"seats must be p for a player or a for automated, not {seats!r}")
    return [seat for seat, who in enumerate(seats) if who == "a"]


def after_opening(state: GameState, opening: str) -> GameState:
    """Return the state after the placements of an opening such as `S@a0_L@a-1`."""
    for placement in filter(None, opening.split("_")):
        letter, _, slot = placement.partition("@")
        state = proceed(apply(state, find_move(state, _house(letter), parse_slot(slot))))
    return state
