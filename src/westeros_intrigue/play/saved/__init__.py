"""Saved tables, which every program continues: a head that never changes, and a log that grows.

Read `seats` and `session` first, a game in progress, and `reading`, records of any game; then
`table`, the game that a head and its log stand for, and `seated`, somebody at a table. The stores
are `folder_store`, with `lines` and `locks`, and `sqlite_store`; `testing.check_store` checks these
and those of others.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.gamekit.stores import Entry, Head, Store
from westeros_intrigue.play.saved.folder_store import FolderStore
from westeros_intrigue.play.saved.lines import BrokenTable
from westeros_intrigue.play.saved.seated import Seated, open_table
from westeros_intrigue.play.saved.sqlite_store import SqliteStore
from westeros_intrigue.play.saved.table import PrintedTable, SavedTable, head_of

__all__ = [
    "BrokenTable",
    "Entry",
    "FolderStore",
    "Head",
    "PrintedTable",
    "SavedTable",
    "Seated",
    "SqliteStore",
    "Store",
    "head_of",
    "open_table",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
