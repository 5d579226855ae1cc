"""Saved tables: a head that never changes and a log that only grows, in a folder or in SQLite.

Read `lines` first, the text of a saved table; then `folder_store`, with its `locks`, and
`sqlite_store`. `testing.check_store` checks these stores and those of others.
"""

from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.gamekit.stores import Entry, Head, Store
from westeros_intrigue.play.saved.folder_store import FolderStore
from westeros_intrigue.play.saved.lines import BrokenTable
from westeros_intrigue.play.saved.sqlite_store import SqliteStore

__all__ = ["BrokenTable", "Entry", "FolderStore", "Head", "SqliteStore", "Store"]


def __dir__() -> list[str]:
    return _names_of(__name__)
