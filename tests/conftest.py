"""How the tests are run: Hypothesis without deadlines, and the same in CI every time."""

from __future__ import annotations

import os
import signal

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
