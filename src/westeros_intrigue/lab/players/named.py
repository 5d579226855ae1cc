"""The players that search and learn by name; `westeros_intrigue.players.PLAYERS` has them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from westeros_intrigue.gamekit.players import NamedPlayer, one_player
from westeros_intrigue.lab.players.search import LearnedPlayer, MonteCarloPlayer, Thinker
from westeros_intrigue.players.simple import Player


def _search(name: str, summary: str, searcher: Callable[[int], Player]) -> NamedPlayer[Player]:
    def number_of(player: object) -> int | None:
        if isinstance(player, Thinker) and player.playouts:
            return player.playouts if player == searcher(player.playouts) else None
        return None

    return NamedPlayer(name, summary, searcher, number_of)


ENTRIES: tuple[NamedPlayer[Player], ...] = (
    _search("search:N", "tries its moves in N playouts a placement", MonteCarloPlayer),
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
)
SHORT_FORMS: Mapping[str, str] = {
    "squire": "search:30",
    "knight": "search:200",
    "maester": "search:10000",
}
