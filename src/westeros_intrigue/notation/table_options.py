"""The options of a table as data, and new games from them.

Rules: solo.seats, solo.elsewhere, option.houses, setup.first-player, components.throne.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Mapping
from itertools import cycle, islice
from typing import Any, Final

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.options import NewGames, Option, OptionKind
from westeros_intrigue.gamekit.text import read_whole
from westeros_intrigue.notation.records.writing import HEADER, read_throne_cards
from westeros_intrigue.rules import variants
from westeros_intrigue.rules.cards import DECK, House
from westeros_intrigue.rules.state import GameState, setup
from westeros_intrigue.rules.view import View, check_position

USUAL_PLAYERS = len(variants.SOLO_SCHEMING.houses)
OPTIONS = (
    Option("solo", OptionKind.FLAG, "Solo Scheming: Stark against three automated houses"),
    Option(
        "option",
        OptionKind.CHOICES,
        "an option of the rulebook",
        choices=tuple(name.replace("_", "-") for name in variants.OPTIONS),
    ),
    Option(
        "houses",
        OptionKind.TEXT,
        "the house of each seat, such as SLBT (default: in this order, if needed)",
        metavar="LETTERS",
    ),
    Option(
        "automated",
        OptionKind.NUMBERS,
        "a seat, from 0, that plays as an automated house",
        most=variants.MAX_PLAYERS - 1,
        metavar="SEAT",
    ),
    Option(
        "first_player",
        OptionKind.NUMBER,
        "the seat that starts round 1 (default 0)",
        most=variants.MAX_PLAYERS - 1,
        metavar="SEAT",
    ),
    Option(
        "throne_cards",
        OptionKind.TEXT,
        "the printed Iron Throne cards, as value and icons: 1/3,2/4,... (default: assumed ones)",
        metavar="CARDS",
    ),
    Option(
        "rounds",
        OptionKind.NUMBER,
        "the number of rounds (default one per player)",
        least=1,
        most=variants.MOST_ROUNDS,
    ),
    Option(
        "dead",
        OptionKind.NUMBER,
        "characters already dead, to join a game of anyone-can-die in progress",
        most=len(DECK),
    ),
)
"""The options of a table.

>>> [option.name for option in OPTIONS][:3]
['solo', 'option', 'houses']
"""


def _begin(players: int | None, given: Mapping[str, Any], seed: int | None) -> GameState:
    options = {name.replace("-", "_"): True for name in given.get("option", ())}
    seats = USUAL_PLAYERS if players is None else variants.check_players(players)
    letters, automated = given.get("houses"), given.get("automated", ())
    if given.get("solo"):
        variant = variants.SOLO_SCHEMING
        if seats != len(variant.houses) or automated or letters:
            raise InvalidValue(
                f"Solo Scheming has {USUAL_PLAYERS} seats, with its own houses and automated seats"
            )
    else:
        houses: tuple[House, ...] = ()
        if letters:
            houses = read_whole("houses", letters, HEADER["Houses"])
        elif automated or variants.needs_houses(options):
            houses = tuple(islice(cycle(House), seats))
        variant = variants.STANDARD.with_seats(houses=houses, automated=automated)
    cards = given.get("throne_cards")
    variant = variant._with(
        **options,
        dead=given.get("dead"),
        rounds=given.get("rounds"),
        throne_cards=None if cards is None else read_throne_cards(cards),
    )
    return setup(seats, seed=seed, variant=variant, first_player=given.get("first_player", 0))


def _again(state: GameState, seed: int | None) -> GameState:
    players, variant, first_player = state.players, state.variant, state.first_player
    return setup(players, seed=seed, variant=variant, first_player=first_player)


def automated_seats(position: GameState | View) -> Mapping[int, str]:
    """Return the names of the automated seats by number: their houses.

    >>> automated_seats(new_game(options={"solo": True}, seed=1))
    {1: 'Baratheon', 2: 'Lannister', 3: 'Targaryen'}

    Rules: solo.seats, solo.elsewhere.
    """
    check_position(position)
    houses = position.variant.houses
    return {
        seat: str(houses[seat]) if houses.count(houses[seat]) == 1 else f"{houses[seat]} {seat}"
        for seat in position.variant.automated
    }


_GAMES = NewGames(OPTIONS, GameState, _begin, _again)
new_game: Final = _GAMES.new_game
rematch: Final = _GAMES.rematch
