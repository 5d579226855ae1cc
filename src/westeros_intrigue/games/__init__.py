"""The other games, with the same protocol.

Read `monopoly` first, then `btwixt`; they are independent, except for what both have:
`pictured`, how positions show themselves; `texts`, how moves are written; `game_codecs`, data and
the files of owners; and `bots`.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of


def __dir__() -> list[str]:
    return _names_of(__name__)
