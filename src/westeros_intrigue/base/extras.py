"""What is told where an optional dependency is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from westeros_intrigue.base.errors import MissingExtra


@contextmanager
def needs_extra(what: str, extra: str) -> Iterator[None]:
    """Import what an extra brings within it; what is not installed raises `MissingExtra`."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        if package == "westeros_intrigue":
            raise  # no extra would bring it
        raise MissingExtra(
            f"{what} needs {package}: install the extra `{extra}`, "
            f'pip install "westeros-intrigue[{extra}]"'
        ) from error
