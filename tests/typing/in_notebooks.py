"""The extension for notebooks as IPython calls it. Type checkers read this; nothing runs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from westeros_intrigue.notebook import load_ipython_extension, unload_ipython_extension


class Formatter:
    def for_type(self, typ: type, func: Callable[[object], str | None]) -> object:
        return typ, func

    def pop(self, typ: type, default: object = None) -> object:
        return typ, default


class Display:
    formatters: Mapping[str, Formatter] = {}


class Shell:
    display_formatter = Display()


load_ipython_extension(Shell())
unload_ipython_extension(Shell())
load_ipython_extension(Display())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
unload_ipython_extension()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
