"""Refused calls, and the words of their errors: all in tests/samples/messages.txt.

The file has a paragraph for each test that calls `assert_refused`, in the order of its calls. Read
the difference after `python scripts/make.py pinned`, which writes it, and lists the messages
that say less than before.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

import pytest

from helpers.checkout import ROOT, load

messages = load("scripts/messages.py")
MESSAGES = ROOT / messages.MESSAGES
SAID_MORE: list[str] = []
"""The messages that say less after they were renewed; conftest.py prints them at the end."""


def assert_refused(
    title: str, error: type[Exception], calls: Iterable[Callable[[], object]]
) -> list[Exception]:
    """Check that each call raises the error in the words of the file, and return the errors."""
    errors = []
    for call in calls:
        try:
            call()
        except error as refusal:
            errors.append(refusal)
        else:
            pytest.fail(f"{call} raises nothing")
    lines = [f"{type(each).__name__}: {each}".encode("unicode_escape").decode() for each in errors]
    paragraphs = messages.read_paragraphs(MESSAGES.read_text(encoding="utf-8"))
    if os.environ.get("RENEW_MESSAGES"):
        found = messages.say_less({title: paragraphs.get(title, [])}, {title: lines})
        SAID_MORE.extend(map(str, found))
        paragraphs[title] = lines
        MESSAGES.write_text("\n".join(map(_text, sorted(paragraphs.items()))), encoding="utf-8")
    assert lines == paragraphs[title]
    return errors


def _text(paragraph: tuple[str, list[str]]) -> str:
    return "".join(f"{line}\n" for line in (f"# {paragraph[0]}", *paragraph[1]))
