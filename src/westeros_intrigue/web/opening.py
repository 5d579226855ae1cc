"""The way into the page for the browser of this machine's user, and for nobody else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LEADING = """<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={address}">
<title>Westeros Intrigue</title>
<a href="{address}">Play</a>
"""


@contextmanager
def way_in(folder: Path, address: str, *, is_wanted: bool) -> Iterator[str | None]:
    """Yield the address of a file that leads to the page, while it is there; None if not wanted.

    Everybody on this machine can read the command line of a browser, and nobody else the file.
    """
    if not is_wanted:
        yield None
        return
    file = folder.resolve() / "open.html"
    file.unlink(missing_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as opened:  # noqa: PTH123 - its rights
        opened.write(_LEADING.format(address=address))
    try:
        yield file.as_uri()
    finally:
        file.unlink(missing_ok=True)
