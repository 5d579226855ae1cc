"""Exact solutions of small games that state their chance: values, equilibria and exploitability.

`solve` is for games in which nothing is hidden, `GameTree` for all others. Both need a game made
with `GameOf` whose `start` and `play` do not draw from `rng`: its `chance` states what can happen.
Read `rules` first, then `packed`, `improving` and `open_games`, and `game_tree`.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.lab.solving.game_tree import GameTree, InformationSet
from westeros_intrigue.lab.solving.open_games import Solution, expectiminimax, solve
from westeros_intrigue.lab.solving.rules import Returns, Strategy

__all__ = [
    "GameTree",
    "InformationSet",
    "Returns",
    "Solution",
    "Strategy",
    "expectiminimax",
    "solve",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
