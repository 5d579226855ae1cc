"""The error for an optional dependency that is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from westeros_intrigue.base.errors import MissingExtra


@contextmanager
def needs_extra(what: str, extra: str) -> Iterator[None]:
    """Raise `MissingExtra` if an import inside the `with` block fails.

    Args:
        what: the subject of the message, such as `playouts`.
        extra: the extra of the package that installs the dependency.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        if package == "westeros_intrigue":
            raise  # a fault of the package, which no extra mends
        raise MissingExtra(
            f"{what} needs {package}: install the extra `{extra}`, "
            f'pip install "westeros-intrigue[{extra}]"'
        ) from error
