"""What the environments need beside the library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from westeros_intrigue.base.errors import MissingExtra


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Import a framework within it; what is not installed raises `MissingExtra`."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"westeros_intrigue.environments.{extra} needs {error.name}: install the extra "
            f'`{extra}`, pip install "westeros-intrigue[{extra}]"'
        ) from error
