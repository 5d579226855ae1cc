"""Play in a notebook, look at positions, and go through games. It needs the extra `widget`.

`hosting` keeps the game and answers its person; `widget` is the table in the cell, whose elements
come from `play.elements`.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.gamekit.packaging import lazy as _lazy, names_of as _names_of

if TYPE_CHECKING:
    from westeros_intrigue.play.notebook.widget import (
        NotebookTable as NotebookTable,
        begin as begin,
        play as play,
        replay as replay,
        show as show,
    )

__all__ = ["NotebookTable", "begin", "play", "replay", "show"]


def __dir__() -> list[str]:
    return _names_of(__name__)


_MODULES = {
    "NotebookTable": "westeros_intrigue.play.notebook.widget",
    "begin": "westeros_intrigue.play.notebook.widget",
    "play": "westeros_intrigue.play.notebook.widget",
    "replay": "westeros_intrigue.play.notebook.widget",
    "show": "westeros_intrigue.play.notebook.widget",
}
if not TYPE_CHECKING:  # or checkers would accept every name
    __getattr__ = _lazy(__name__, _MODULES, extra="widget")
