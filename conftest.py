"""How the tests are run, and where the examples in docstrings are found.

Hypothesis has no deadlines, and draws the same in CI every time.
"""

from __future__ import annotations

import doctest
import inspect
import os
import re
import signal
from types import ModuleType

import pytest

pytest.register_assert_rewrite("tables", "view_checks")


def pytest_sessionstart() -> None:
    """Set Hypothesis up, and let Ctrl-C be one even where the tests run in the background."""
    # Not at the top: Hypothesis imports the library, whose lines are then counted by no one.
    from hypothesis import settings  # noqa: PLC0415

    settings.register_profile("default", deadline=None)
    settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
    settings.load_profile("ci" if os.environ.get("CI") else "default")
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _is_written_in(_finder: doctest.DocTestFinder, module: ModuleType, thing: object) -> bool:
    """Whether an example of a thing is run with a module: public things bear another's name."""
    if inspect.isfunction(thing):
        return thing.__globals__ is vars(module)
    if inspect.isclass(thing):
        written = rf"^class {thing.__name__}\b"
        return re.search(written, inspect.getsource(module), re.MULTILINE) is not None
    return isinstance(thing, property | classmethod | staticmethod)


doctest.DocTestFinder._from_module = _is_written_in  # type: ignore[attr-defined]  # noqa: SLF001 - not in typeshed, and the one way in
