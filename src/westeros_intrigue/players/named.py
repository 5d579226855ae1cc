"""The players by name, for all functions, commands, pages and records."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from functools import partial
from importlib.util import find_spec

from westeros_intrigue.gamekit.packaging import import_part
from westeros_intrigue.gamekit.players import NamedPlayer, NamedPlayers, one_player, player_group
from westeros_intrigue.players.simple import Player, greedy_player, provident_player, random_player


def _make_learned(number: int, **options: bool) -> Player:
    searching = import_part("westeros_intrigue.lab.players.search")
    player: Player = searching.LearnedPlayer(number, **options)
    return player


def _make_reader(_number: int) -> Player:
    reading = import_part("westeros_intrigue.lab.players.reading")
    player: Player = reading.ReadingPlayer()
    return player


def _make_search(number: int) -> Player:
    searching = import_part("westeros_intrigue.lab.players.search")
    player: Player = searching.MonteCarloPlayer(number)
    return player


# The players of the laboratory, if it is installed; it is imported when one is made.
_HAS_LAB = find_spec("westeros_intrigue.lab") is not None
_OF_LAB: tuple[NamedPlayer[Player], ...] = (
    NamedPlayer(
        "search:N",
        "tries its moves in N playouts a placement",
        _make_search,
        "playouts",
        seconds=0.0003,
    ),
    NamedPlayer(
        "learned",
        "places by a network, trained in self-play and against greedy",
        _make_learned,
        seconds=0.003,
    ),
    NamedPlayer(
        "learned:N",
        "places by the network, and plays its best moves out N times a placement",
        _make_learned,
        "playouts",
        seconds=0.0003,
    ),
    NamedPlayer(
        "learned-infers:N",
        "plays them out N times in worlds that explain what the others have placed",
        partial(_make_learned, inference=True),
        "playouts",
        seconds=0.0007,
    ),
    NamedPlayer(
        "reader",
        "reads the others' hands from their placements",
        _make_reader,
        seconds=1.2,
    ),
)
PLAYERS: NamedPlayers[Player] = NamedPlayers(
    (
        one_player(
            "random", "places any card in any slot open to it", random_player, seconds=0.00002
        ),
        one_player("greedy", "looks one placement ahead", greedy_player, seconds=0.00003),
        one_player(
            "provident",
            "looks one placement ahead and at what may open",
            provident_player,
            seconds=0.0001,
        ),
        *(_OF_LAB if _HAS_LAB else ()),
    ),
    "greedy",
    # Each stronger than the one before.
    {"squire": "search:30", "knight": "search:200", "maester": "reader"} if _HAS_LAB else {},
    player_group("westeros-intrigue"),
)
"""The players by name, each with a sentence that helps users choose.

>>> ", ".join(list(PLAYERS)[:3])
'random, greedy, provident'
>>> PLAYERS["greedy"].summary
'looks one placement ahead'
"""


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


def player_name(player: Player) -> str:
    """Return the full name of a player, even if it also has a short one.

    >>> player_name(parse_player("knight")), player_name(greedy_player)
    ('search:200', 'greedy')

    Raises:
        InvalidValue: the player has no name, for example because you wrote it.
    """
    return PLAYERS.name_of(player)
