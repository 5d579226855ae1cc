"""The players that the engine has, by the name under which a seat is given to them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.players import Player, greedy_player, random_player
from westeros_intrigue.players.monte_carlo import MonteCarloPlayer


@attrs.frozen
class Level(Value):
    """A player that people can choose as an opponent."""

    title: str
    player: Player


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "random": Level("Random: places anything", random_player),
        "greedy": Level("Greedy: looks one placement ahead", greedy_player),
        "search-100": Level("Search: tries 100 playouts", MonteCarloPlayer(playouts=100)),
        "search-400": Level("Deep search: tries 400 playouts", MonteCarloPlayer(playouts=400)),
    }
)
"""The weakest first. In a browser the slowest takes about two seconds."""
