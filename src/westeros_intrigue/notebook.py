"""An extension for notebooks that shows tuples of violations and of round results as tables.

Single values show themselves without it. In a notebook:

    %load_ext westeros_intrigue.notebook
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from westeros_intrigue.drawing.notebook import table

__all__ = ["load_ipython_extension", "unload_ipython_extension"]


class Formatter(Protocol):
    """The part of an IPython formatter that the extension uses."""

    def for_type(self, typ: type, func: Callable[[object], str | None]) -> object:
        """Format values of the type with the function, unless it returns None."""

    def pop(self, typ: type, default: object = None) -> object:
        """Format values of the type as before."""


class DisplayFormatter(Protocol):
    """The part of IPython's display formatter that the extension uses."""

    @property
    def formatters(self) -> Mapping[str, Formatter]:
        """The formatters by media type."""


class Shell(Protocol):
    """The part of an IPython shell that the extension uses."""

    @property
    def display_formatter(self) -> DisplayFormatter:
        """IPython's display formatter."""


def load_ipython_extension(ipython: Shell) -> None:
    """Show tuples of violations and of round results as tables.

    IPython calls this for `%load_ext westeros_intrigue.notebook`. Without a notebook:

    >>> from types import SimpleNamespace
    >>> from IPython.core.formatters import DisplayFormatter
    >>> from westeros_intrigue import explain, parse_move, setup
    >>> shell = SimpleNamespace(display_formatter=DisplayFormatter())
    >>> load_ipython_extension(shell)
    >>> violations = explain(setup(2, seed=1), parse_move("S1@a1"))
    >>> "<table" in shell.display_formatter.format(violations)[0]["text/html"]
    True
    """
    ipython.display_formatter.formatters["text/html"].for_type(tuple, table)


def unload_ipython_extension(ipython: Shell) -> None:
    """Show such tuples as text again; IPython calls this for `%unload_ext`.

    >>> from types import SimpleNamespace
    >>> from IPython.core.formatters import DisplayFormatter
    >>> from westeros_intrigue import explain, parse_move, setup
    >>> shell = SimpleNamespace(display_formatter=DisplayFormatter())
    >>> load_ipython_extension(shell)
    >>> unload_ipython_extension(shell)
    >>> violations = explain(setup(2, seed=1), parse_move("S1@a1"))
    >>> list(shell.display_formatter.format(violations)[0])
    ['text/plain']
    """
    ipython.display_formatter.formatters["text/html"].pop(tuple, None)
