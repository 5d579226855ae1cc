"""The history of a position as lines of JSON: a table or a view, then one event a line.

Each line is a document. A program that follows a game appends the document of each event, and one
that joins in the middle begins with the view of that moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

from westeros_intrigue.base.errors import DecodingError, faults_at
from westeros_intrigue.base.values import check_iterable
from westeros_intrigue.data.conversion import DOCUMENTS
from westeros_intrigue.data.jsontext import DEFAULT_SIZE_LIMIT, parse
from westeros_intrigue.data.objects import name_in
from westeros_intrigue.rules.events import Event
from westeros_intrigue.rules.log import events
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.view import Position, View, check_position


def to_json_lines(position: Position) -> str:
    """Return the history of a state or a view as lines of JSON.

    The first line is the table, or the view, before the first card; each line after it is an event,
    as `events(None, position)` returns them. **The lines of a GameState contain every hand.** Send
    a player the lines of `observe(state, player)`.

    >>> from westeros_intrigue import observe, setup
    >>> for line in to_json_lines(observe(setup(2, seed=1), None)).splitlines():
    ...     print(line[:84])
    {"game":"westeros-intrigue","kind":"view","version":1,"player":null,"hand":[],"score
    {"game":"westeros-intrigue","kind":"round-start","version":1,"round_number":1,"start

    Raises:
        InvalidValue: an integer beyond 2^53, as for `to_json`.
    """
    check_position(position)
    table = position.table.start
    start = View(table, position.player) if isinstance(position, View) else table
    return "".join(f"{DOCUMENTS.to_json(line)}\n" for line in (start, *events(None, position)))


def from_json_lines(
    lines: str | bytes | Iterable[str | bytes], *, size_limit: int = DEFAULT_SIZE_LIMIT
) -> tuple[Table | View, Iterator[tuple[Event, Table | View]]]:
    """Return the table or view of the first line, and an iterator over the events after it.

    Each event comes with the table or view that it leads to. A line is read when its event is
    wanted, so the lines may still be arriving.

    >>> from westeros_intrigue import observe, setup
    >>> view = observe(setup(2, seed=1), 1)
    >>> start, steps = from_json_lines(to_json_lines(view))
    >>> start
    <View of player 1: round 1 of 2, dealing>
    >>> for event, now in steps:
    ...     print(event)
    round 1 is dealt, 14 cards each; player 0 starts
    >>> now == view
    True

    Args:
        lines: an open file, other lines, or all of them as one text; from anybody.
        size_limit: the greatest number of characters or bytes of a line to parse.

    Raises:
        DecodingError: a line is not such a document, or its event cannot happen there; the path
            begins with the number of the line, from 1. The iterator raises those of later lines.
        InvalidValue: the limit is below 1.
    """
    if isinstance(lines, (str, bytes)):
        lines = lines.splitlines()
    check_iterable("lines", lines)
    numbered = enumerate(lines, start=1)
    number, line = next(numbered, (1, ""))
    try:
        start: Table | View = _document(line, _STARTS, size_limit)
    except DecodingError as error:
        raise error.under(number) from None
    return start, _steps(start, numbered, size_limit)


def _steps(
    position: Table | View, lines: Iterator[tuple[int, str | bytes]], size_limit: int
) -> Iterator[tuple[Event, Table | View]]:
    for number, line in lines:
        try:
            event: Event = _document(line, _EVENTS, size_limit)
            with faults_at():
                position = position.then(event)
        except DecodingError as error:
            raise error.under(number) from None
        yield event, position


def _document(line: str | bytes, kinds: Mapping[str, type[Any]], size_limit: int) -> Any:  # noqa: ANN401 - of these kinds
    """Return the value of a document of one of several kinds."""
    data = parse(line, size_limit)
    return DOCUMENTS.from_data(kinds[name_in(data, "kind", kinds)], data)


_STARTS = {DOCUMENTS.kinds[cls]: cls for cls in (Table, View)}
_EVENTS = {DOCUMENTS.kinds[cls]: cls for cls in get_args(Event.__value__)}
