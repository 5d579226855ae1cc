"""Saved tables as stores keep them: a head that never changes, and a log that only grows.

A program that reads both and knows the rules of the game has the table: nothing else is stored. A
store that keeps these two promises loses and doubles nothing, whichever programs append to it at
once and whenever they are killed.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Protocol

import attrs

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.gamekit.errors import InvalidValue

TABLE_ID: Final = "[a-z0-9][a-z0-9-]{0,79}"
"""The pattern of a table's id, which can be the name of a file."""
_KIND: Final = re.compile("[a-z]{1,20}")


def check_table_id(value: str) -> str:
    """Return the id of a table.

    >>> check_table_id("winter-2")
    'winter-2'

    Raises:
        InvalidValue: no table can have the id.
    """
    if not re.fullmatch(TABLE_ID, value):
        raise InvalidValue(
            "the id of a table is up to 80 small letters, digits and dashes, not "
            f"{values.short_repr(value)}"
        )
    return value


@attrs.frozen(field_transformer=limits.add_checks)
class Head(values.Value):
    """The part of a table that never changes: its game, and the record of its first state.

    >>> Head("winter", "btwixt", "[Btwixt]", 3, "1.0", 0).cards
    ''
    """

    id: str
    """The id of the table in its store: up to 80 small letters, digits and dashes."""
    game: str
    """The key of the game in `GAMES`."""
    start: str
    """The record of the first state, as text. It has all chance, and so every hand."""
    rules: int
    """The version of the game's rules, as in the record."""
    library: str
    """The version of the library that made the table."""
    made: int
    """The time in milliseconds since 1970."""
    cards: str = ""
    """`printed` for a table whose cards people hold; otherwise empty."""

    def __attrs_post_init__(self) -> None:
        check_table_id(self.id)


@attrs.frozen(field_transformer=limits.add_checks)
class Entry(values.Value):
    """Something that happened at a table.

    >>> Entry(1, "move", 0, "S8@b0", "ada").made
    0
    """

    number: int
    """The place in the log, from 1 and without a gap."""
    kind: str
    """The kind of the event: a word in small letters, such as `move`."""
    seat: int | None
    """The seat, from 0; None for an event of no seat."""
    text: str
    """The move in notation, or another text that the kind asks for."""
    by: str = ""
    """The person or program that appended it, by a name that is not secret; empty if unnamed."""
    made: int = 0
    """The time in milliseconds since 1970 by the store's clock, never earlier than that of the
    entry before; 0 until a store has kept the entry."""

    def __attrs_post_init__(self) -> None:
        values.check_integer("number", self.number, 1)
        if self.seat is not None:
            values.check_integer("seat", self.seat, 0)
        if not _KIND.fullmatch(self.kind):
            raise InvalidValue(
                "the kind of an entry is a word of up to 20 small letters, not "
                f"{values.short_repr(self.kind)}"
            )


class Store(Protocol):
    """Keeps tables. `testing.check_store` finds what is wrong with one.

    >>> def new_entries(store: Store, known: dict[str, int]) -> dict[str, list[str]]:
    ...     return {
    ...         table: [entry.text for entry in store.entries(table, number)]
    ...         for table, number in known.items()
    ...     }
    """

    def create(self, head: Head) -> bool:
        """Keep a new table; return False, and change nothing, if its id is in use."""
        ...

    def head(self, table: str) -> Head | None:
        """Return the head of a table, by its id; None if there is no such table."""
        ...

    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        """Return the entries of a table after a number, in order; () if there is no such one.

        Args:
            table: the id of the table.
            after: the number.
        """
        ...

    def append(self, table: str, *entries: Entry) -> bool:
        """Keep entries, all or none, each with the time by the store's clock.

        Return False, and change nothing, unless their numbers follow the last one in the log
        without a gap: another program was first, or there is no such table. What `append` has
        acknowledged, no crash of the program or the machine takes away.

        Args:
            table: the id of the table.
            *entries: the entries.
        """
        ...

    def ids(self) -> Sequence[str]:
        """Return the ids of all tables, the one that changed last first."""
        ...

    def news(self, stop: Callable[[], bool]) -> Iterator[str]:
        """Yield the id of each table that is made or gets entries, until `stop` returns True.

        Changes in a short time can be told once. `stop` is asked at least four times a second.
        """
        ...
