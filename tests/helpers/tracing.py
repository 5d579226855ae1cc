"""A plugin of pytest that leaves tests untraced where coverage is measured.

Tracing makes a test of Python code take up to three times as long. A test marked `untraced` runs
without it: one that loops long over code that others reach. So do the long proofs, except those
that reach lines that no shorter test does.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator

import pytest

UNTRACED_EXAMPLES = re.compile(
    r"docs/(environments|how-to/(any-game|matches|options-and-chance|refusals-and-secrets|write-a-player)|tutorial/a-match)\.md|"
    r"src/westeros_intrigue/(testing/any_game|lab/environments/layouts)\.py"
)
"""Examples that loop long, which cannot be marked."""

TRACED_PROOFS = re.compile(
    r"tests/lab/matches/test_matches\w*\.py|tests/play/page/test_engine\.py|"
    r"tests/play/terminal/test_(keeping|other_games|pictures|referee)\.py"
)
"""The long proofs that reach what no shorter test does."""


def is_untraced(item: pytest.Item) -> bool:
    """Return whether a test is not traced, of those in a run that measures coverage."""
    if not item.config.pluginmanager.has_plugin("_cov"):  # pytest-cov's, if it measures
        return False
    if item.get_closest_marker("untraced") or UNTRACED_EXAMPLES.match(item.nodeid):
        return True
    is_long = item.get_closest_marker("long") is not None
    return is_long and not TRACED_PROOFS.match(item.nodeid)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test without the tracer, if it is to be untraced.

    The mark of pytest-cov, `no_cover`, has no effect in a process of xdist: two measurements run
    there, one within the other, and only the inner one pauses.
    """
    if not is_untraced(item):
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
