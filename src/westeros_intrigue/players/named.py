"""The players by name, for every function, command, page and record."""

from __future__ import annotations

from collections.abc import Callable

from westeros_intrigue.gamekit.packaging import public
from westeros_intrigue.gamekit.players import NamedPlayer, NamedPlayers, one_player
from westeros_intrigue.lab.players.search import (
    LearnedPlayer,
    MonteCarloPlayer,
    Thinker,
    TreeSearchPlayer,
)
from westeros_intrigue.players.simple import Player, greedy_player, provident_player, random_player


def _search(name: str, summary: str, searcher: Callable[[int], Player]) -> NamedPlayer[Player]:
    def number_of(player: object) -> int | None:
        if isinstance(player, Thinker) and player.playouts:
            return player.playouts if player == searcher(player.playouts) else None
        return None

    return NamedPlayer(name, summary, searcher, number_of)


PLAYERS: NamedPlayers[Player] = NamedPlayers(
    (
        one_player("random", "places any card in any slot open to it", random_player),
        one_player("greedy", "looks one placement ahead", greedy_player),
        one_player("provident", "looks one placement ahead and at what may open", provident_player),
        _search("search:N", "tries its moves in N playouts a placement", MonteCarloPlayer),
        _search("tree:N", "searches a tree of moves in N playouts a placement", TreeSearchPlayer),
        one_player(
            "learned",
            "places by a network, trained in self-play and against greedy",
            LearnedPlayer(),
        ),
        _search(
            "learned:N",
            "does so, and plays its best moves out N times a placement",
            LearnedPlayer,
        ),
        _search(
            "learned-infers:N",
            "does so in worlds that explain what the others have placed",
            lambda playouts: LearnedPlayer(playouts, inference=True),
        ),
    ),
    "greedy",
    {"squire": "search:30", "knight": "search:200", "maester": "search:10000"},
)
"""The players by name, each with a sentence for people who choose between them.

>>> ", ".join(list(PLAYERS)[:6])
'random, greedy, provident, search:N, tree:N, learned'
>>> PLAYERS["greedy"].summary
'looks one placement ahead'
"""


@public
def parse_player(name: str) -> Player:
    """Return the player of a name, such as `greedy`, `search:200` or `knight`.

    >>> parse_player("knight") == parse_player("search:200") == MonteCarloPlayer(200)
    True

    Raises:
        InvalidValue: no player has that name; the error lists those that can be chosen.
    """
    return PLAYERS.parse(name)


@public
def player_name(player: Player) -> str:
    """Return the full name of a player, even if it has a short form.

    >>> player_name(parse_player("knight")), player_name(greedy_player)
    ('search:200', 'greedy')

    Raises:
        InvalidValue: the player has no name, such as one that you wrote.
    """
    return PLAYERS.name_of(player)
