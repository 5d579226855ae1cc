"""Optional dependencies: the extras of the package, and the error where one is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from westeros_intrigue.base.errors import MissingExtra

EXTRAS: dict[str, tuple[str, tuple[str, ...]]] = {
    "cli": ("play in the terminal", ("prompt_toolkit", "rich", "shtab")),
    "fast": ("simulate and search with compiled rules", ("numba", "numpy")),
    "match": ("play matches", ("choix",)),
    "cluster": ("play matches on many machines", ("choix", "distributed")),
    "pictures": ("draw PNG and PDF", ("cairosvg",)),
    "gymnasium": ("train players", ("gymnasium", "numpy")),
    "pettingzoo": ("train several players", ("gymnasium", "numpy", "pettingzoo")),
    "openspiel": ("use the algorithms of OpenSpiel", ("numpy", "pyspiel")),
    "hypothesis": ("test programs that use this one", ("hypothesis",)),
}
"""For each extra its use, and the modules that it brings."""


def lacking(extra: str) -> list[str]:
    """Return the modules of an extra that are not installed."""
    return [name for name in EXTRAS[extra][1] if find_spec(name) is None]


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
