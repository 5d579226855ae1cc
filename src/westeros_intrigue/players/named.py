"""The players by name, for all functions, commands, pages and records."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

from westeros_intrigue.gamekit.packaging import public
from westeros_intrigue.gamekit.players import NamedPlayers, one_player, player_group
from westeros_intrigue.players.simple import Player, greedy_player, provident_player, random_player

# The players of the laboratory, if it is installed.
_searching: Any = (
    import_module("westeros_intrigue.lab.players.search")
    if find_spec("westeros_intrigue.lab")
    else SimpleNamespace(ENTRIES=(), SHORT_FORMS={})
)
PLAYERS: NamedPlayers[Player] = NamedPlayers(
    (
        one_player("random", "places any card in any slot open to it", random_player),
        one_player("greedy", "looks one placement ahead", greedy_player),
        one_player("provident", "looks one placement ahead and at what may open", provident_player),
        *_searching.ENTRIES,
    ),
    "greedy",
    _searching.SHORT_FORMS,
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
