"""The parameters of the games, and the table that they describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.options import OptionValue
from westeros_intrigue.base.values import brief, check_one_of
from westeros_intrigue.environments.any_game import MOST_ACTIONS, AnyTable
from westeros_intrigue.environments.playing import Rewards, TableToPlay
from westeros_intrigue.game import GAMES
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
OF_ANY_GAME: Mapping[str, Any] = {
    "game": next(iter(GAMES)),
    "players": 0,
    "options": "",
    "seed": 0,
    "worlds": 1,
    "actions": MOST_ACTIONS,
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


def any_table_of(values: Mapping[str, Any]) -> AnyTable[Any, Any, Any]:
    """Return the table of the parameters for a game of any kind."""
    check_one_of("game", values["game"], GAMES)
    known = {option.name: option for option in GAMES[values["game"]].OPTIONS}
    options: dict[str, OptionValue] = {}
    for each in filter(None, values["options"].split(";")):
        name, _, text = each.partition(":")
        if name not in known:
            raise InvalidValue(f"options: {brief(each)} is not an option of the game")
        options[name] = known[name].parse(text)
    return AnyTable(values["game"], values["players"] or None, options, values["actions"])


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
