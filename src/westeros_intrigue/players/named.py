"""The players by name, for all functions, commands, pages and records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module

from westeros_intrigue.gamekit.packaging import public
from westeros_intrigue.gamekit.players import NamedPlayer, NamedPlayers, one_player, player_group
from westeros_intrigue.players.simple import Player, greedy_player, provident_player, random_player

_SEARCHING = "westeros_intrigue.lab.players.search"


def _searching_players() -> tuple[Iterable[NamedPlayer[Player]], Mapping[str, str]]:
    """Return the players of the laboratory and their short forms; none if it is not installed."""
    try:
        module = import_module(_SEARCHING)
    except ModuleNotFoundError as error:
        if not _SEARCHING.startswith(f"{error.name}"):
            raise
        return (), {}
    return module.ENTRIES, module.SHORT_FORMS


_searching, _short_forms = _searching_players()
PLAYERS: NamedPlayers[Player] = NamedPlayers(
    (
        one_player("random", "places any card in any slot open to it", random_player),
        one_player("greedy", "looks one placement ahead", greedy_player),
        one_player("provident", "looks one placement ahead and at what may open", provident_player),
        *_searching,
    ),
    "greedy",
    _short_forms,
    player_group("westeros-intrigue"),
)
"""The players by name, each with a sentence that helps users choose.

>>> ", ".join(list(PLAYERS)[:3])
'random, greedy, provident'
>>> PLAYERS["greedy"].summary
'looks one placement ahead'
"""


@public
def parse_player(name: str) -> Player:
    """Return the player with a name, such as `greedy`, `search:200` or `knight`.

    >>> parse_player("greedy") is greedy_player
    True
    >>> parse_player("knight") == parse_player("search:200")
    True

    Raises:
        InvalidValue: no player has that name; the error lists the names.
    """
    return PLAYERS.parse(name)


@public
def player_name(player: Player) -> str:
    """Return the full name of a player, even if it also has a short one.

    >>> player_name(parse_player("knight")), player_name(greedy_player)
    ('search:200', 'greedy')

    Raises:
        InvalidValue: the player has no name, for example because you wrote it.
    """
    return PLAYERS.name_of(player)
