"""The programs for people: the terminal, the page, a referee, puzzles and printing.

Read `sessions` first, the games in progress; then `terminal`, `page` and `notebook`, which play
them, with the `elements` of pages; then `referee`, `puzzles` and `printing`.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of


def __dir__() -> list[str]:
    return _names_of(__name__)
