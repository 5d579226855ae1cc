"""The players that the engine has, by the name under which a seat is given to them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.players import Player, greedy_player, random_player


@attrs.frozen
class Level(Value):
    """A player that people can choose as an opponent."""

    title: str
    player: Player


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "random": Level("Random: places anything", random_player),
        "greedy": Level("Greedy: looks one placement ahead", greedy_player),
    }
)
"""The weakest first."""
