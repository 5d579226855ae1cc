"""The laboratory: compiled simulations, players that search and learn, environments, matches.

Read `simulation` first, then `players`, `environments` and `matches`. `design` measures what a rule
does to a game, `solving` solves small games, and `language` makes players of language models.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of


def __dir__() -> list[str]:
    return _names_of(__name__)
