"""Tables as text in columns, and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Row: TypeAlias = dict[str, str | int | float | None]
"""A flat row: a value for each column."""


def text_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a heading and the rows. The first column is aligned left, the others right."""
    lines = [columns, *rows]
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def csv_table(rows: Sequence[Mapping[str, object]]) -> str:
    """Return a heading and the rows, which have the same columns, as CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
