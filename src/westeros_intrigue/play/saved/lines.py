"""The text of a saved table: a line of JSON for its head, and one for each entry."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
import time
from collections.abc import Sequence
from typing import Any, Final

import attrs

from westeros_intrigue.gamekit import codecs
from westeros_intrigue.gamekit.documents import dump, parse
from westeros_intrigue.gamekit.errors import DecodingError, InvalidValue, WesterosIntrigueError
from westeros_intrigue.gamekit.limits import Longest
from westeros_intrigue.gamekit.stores import TABLE_ID, Entry, Head

KIND: Final = "table"
"""The value of the member `kind` in the first line, which sets it apart from other documents."""
LONGEST_LINE: Final = 100_000_000
"""The maximum length of a line, in bytes."""
_TEXT: Final = codecs.atom(Longest(LONGEST_LINE))
_TABLE_ID: Final = re.compile(TABLE_ID)
_HEAD: Final = codecs.record(
    Head,
    {
        "game": _TEXT,
        "id": _TEXT,
        "start": _TEXT,
        "rules": codecs.integer(0),
        "library": _TEXT,
        "made": codecs.integer(0),
        "cards": _TEXT,
    },
)
_ENTRY: Final = codecs.record(
    Entry,
    {
        "number": codecs.integer(1),
        "kind": _TEXT,
        "seat": codecs.optional(codecs.integer(0)),
        "text": _TEXT,
        "by": _TEXT,
        "made": codecs.integer(0),
    },
)
_MORE: Final = codecs.integer(1)


@attrs.define(slots=False, eq=False, repr=False)
class BrokenTable(WesterosIntrigueError, ValueError):
    """A saved table is damaged, so it cannot be read, or only in part.

    >>> print(BrokenTable("winter", "winter.table, line 3", "it is empty", "delete the line"))
    winter.table, line 3, is damaged: it is empty; delete the line
    """

    table: str
    """The id of the table; empty if the whole database is damaged."""
    place: str
    """The file, without its folder, and the line or the entry in it."""
    reason: str
    """The damage, in words."""
    remedy: str
    """Advice: which part can be kept, and how."""

    def __str__(self) -> str:
        return f"{self.place}, is damaged: {self.reason}; {self.remedy}"


def is_table_id(text: str) -> bool:
    """Return True if a table can have this id, so it cannot lead to another folder."""
    return _TABLE_ID.fullmatch(text) is not None


def read_clock() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def write_head(head: Head) -> str:
    """Return the first line of a table, without its end.

    Raises:
        InvalidValue: no store can keep the head.
    """
    data: Any = _HEAD.write(head)
    line = dump({"game": data.pop("game"), "kind": KIND, **data})
    _check_kept("head", head, line)
    return line


def read_head(line: str | bytes) -> Head:
    """Return the head in the first line of a table.

    Raises:
        DecodingError: the line is damaged, or is not the first line of a table.
    """
    data = parse(line, LONGEST_LINE)
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise DecodingError([("", "it is not the first line of a table")])
    del data["kind"]
    return _HEAD.read(data)


def write_entry(entry: Entry, more: int = 0) -> str:
    """Return the line of an entry, without its end.

    Args:
        entry: the entry.
        more: the number of entries that follow in the same append. Without them, the entry counts
            for nothing.

    Raises:
        InvalidValue: no store can keep the entry.
    """
    line = dump(_ENTRY.write(entry))
    _check_kept("entry", entry, line)
    return f'{line[:-1]},"more":{more}}}' if more else line


def read_entry(line: str | bytes) -> tuple[Entry, int]:
    """Return the entry in a line, and the number of entries that follow in the same append.

    Raises:
        DecodingError: the line is damaged.
    """
    data = parse(line, LONGEST_LINE)
    more = 0
    if isinstance(data, dict) and "more" in data:
        more = _MORE.read(data.pop("more"))
    return _ENTRY.read(data), more


def _check_kept(name: str, value: Head | Entry, line: str) -> None:
    """Raise InvalidValue for texts that could not be read again."""
    if len(line) > LONGEST_LINE:
        raise InvalidValue(f"no store can keep this {name}: it is longer than {LONGEST_LINE} bytes")
    try:
        "".join(filter(lambda each: isinstance(each, str), attrs.astuple(value))).encode()
    except UnicodeEncodeError:
        raise InvalidValue(f"no store can keep half a character, as in this {name}") from None


def follow_each_other(entries: Sequence[Entry], last: int) -> bool:
    """Return True if the numbers of entries follow a last one without a gap."""
    return all(entry.number == number for number, entry in enumerate(entries, last + 1))
