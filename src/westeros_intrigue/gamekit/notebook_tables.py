"""Values that a notebook shows, or a data frame takes, as a table: results and violations."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import sys
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any, TypeAlias, TypeVar

from westeros_intrigue.gamekit.errors import MissingExtra
from westeros_intrigue.gamekit.packaging import tell_typeguard

Rows: TypeAlias = tuple[str, Iterable[str], Iterable[Iterable[object]]]
"""The caption of a table, the headings of its columns, and its rows."""


def columns_of_rows(rows: Iterable[Mapping[str, object]]) -> dict[str, list[object]]:
    """Return rows that have the same keys as a list for each key."""
    listed = list(rows)
    return {name: [row[name] for row in listed] for name in (listed[0] if listed else ())}


class Columnar:
    """Base of the values that libraries of data frames take as they are, such as Polars.

    They ask for the columns by the PyCapsule interface of Arrow.
    """

    __slots__ = ()

    @abstractmethod
    def to_columns(self) -> Mapping[str, Any]:
        """Return the columns by heading, each of the same length."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the columns as a stream of Arrow.

        Args:
            requested_schema: the types that the caller prefers.

        Raises:
            MissingExtra: neither Polars nor PyArrow is installed.
        """
        return _arrow_table(self.to_columns()).__arrow_c_stream__(requested_schema)


def _arrow_table(columns: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a table of either library
    # The library that asks is usually one of the two, and either can write what the other reads.
    # They are not imported by statements, since frozen programs would then contain them.
    makers = ("pyarrow", "table"), ("polars", "DataFrame")
    for library, maker in sorted(makers, key=lambda each: each[0] not in sys.modules):
        with suppress(ModuleNotFoundError):
            return getattr(import_module(library), maker)(columns)
    raise MissingExtra("a table of Arrow needs polars or pyarrow: install one, or call to_columns")


class Tabled(Columnar):
    """Base of the values that a notebook shows as a small table: results and violations.

    The table shows everything in the value. A state's results are complete; a view's results
    include only facts that its player may know.
    """

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        """Return the table as HTML; None for an empty one."""
        table = self._rows()
        return html_table(*table) if table[1] else None

    def to_rows(self) -> list[dict[str, object]]:
        """Return the rows of the table by heading, such as for a pandas DataFrame.

        >>> from westeros_intrigue.rules import rank
        >>> len(rank((5, 3), ((), ())).to_rows())
        2
        """
        _, columns, rows = self._rows()
        headings = tuple(columns)
        return [dict(zip(headings, row, strict=True)) for row in rows]

    def to_columns(self) -> dict[str, list[object]]:
        """Return the columns of the table by heading, such as for pandas, Polars or Arrow.

        >>> from westeros_intrigue.rules import rank
        >>> len(rank((5, 3), ((), ())).to_columns()["player"])
        2
        """
        return columns_of_rows(self.to_rows())

    @abstractmethod
    def _rows(self) -> Rows:
        """Return the table."""


T_co = TypeVar("T_co", bound=Tabled, covariant=True)


class Listed(tuple[T_co, ...], Tabled):
    """A tuple that a notebook shows as one table.

    >>> from westeros_intrigue import explain, parse_move, setup
    >>> violations = explain(setup(2, seed=1), parse_move("S1@a1"))
    >>> violations == tuple(violations), violations._repr_html_()[:32]
    (True, '<table><caption>Refused</caption')
    >>> violations.to_rows()[0]["rule"]
    'turn.own-hand'
    """

    __slots__ = ()

    def _rows(self) -> Rows:
        if not self:
            return "", (), ()
        caption, columns, _ = self[0]._rows()
        return caption, columns, [row for value in self for row in value._rows()[2]]


tell_typeguard(Listed, lambda value: isinstance(value, Listed))


def html_table(caption: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return an HTML table in which the first cell of each row is its heading."""
    from html import escape  # noqa: PLC0415 - of use to notebooks alone

    def cell(value: object) -> str:
        # Notebooks right-align all cells, which suits only numbers.
        aligned = "" if isinstance(value, int) else ' style="text-align:left"'
        return f"<td{aligned}>{escape(str(value))}</td>"

    # Screen readers announce the heading with each number in the row.
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(str(first))}</th>{"".join(map(cell, rest))}</tr>'
        for first, *rest in rows
    )
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )
