"""Saved tables, which every program continues: a head that never changes, and a log that grows.

Read `seats` and `session` first, a game in progress; then `reading`, records of any game, and
`table`, what a head and its log say. `seated` is somebody at a table.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.gamekit.stores import Entry, Head, Store
from westeros_intrigue.play.saved.seated import Seated, new_table, open_table
from westeros_intrigue.play.saved.table import (
    AnyTable,
    PrintedTable,
    SavedTable,
    append,
    fold,
    head_of,
    printed_head,
)

__all__ = [
    "AnyTable",
    "Entry",
    "Head",
    "PrintedTable",
    "SavedTable",
    "Seated",
    "Store",
    "append",
    "fold",
    "head_of",
    "new_table",
    "open_table",
    "printed_head",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
