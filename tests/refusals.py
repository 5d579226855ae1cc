"""Refused calls, and the words of their errors: all in tests/samples/messages.txt.

The file has a paragraph for each test that calls `assert_refused`, in the order of its calls. Read
the difference after `RENEW_MESSAGES=1 pytest -n 0 tests`, which writes it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

MESSAGES = Path(__file__).parent / "samples" / "messages.txt"


def assert_refused(
    title: str, error: type[Exception], calls: Iterable[Callable[[], object]]
) -> list[Exception]:
    """Check that each call raises the error in the words of the file, and return the errors."""
    errors = []
    for call in calls:
        with pytest.raises(error) as caught:
            call()
        errors.append(caught.value)
    lines = [f"{type(each).__name__}: {each}".encode("unicode_escape").decode() for each in errors]
    paragraphs = _paragraphs()
    if os.environ.get("RENEW_MESSAGES"):
        paragraphs[title] = lines
        MESSAGES.write_text("\n".join(map(_text, sorted(paragraphs.items()))), encoding="utf-8")
    assert lines == paragraphs[title]
    return errors


def _paragraphs() -> dict[str, list[str]]:
    found = re.findall(r"(?m)^# (.*)\n((?:[^#\n].*\n)*)", MESSAGES.read_text(encoding="utf-8"))
    return {title: body.splitlines() for title, body in found}


def _text(paragraph: tuple[str, list[str]]) -> str:
    return "".join(f"{line}\n" for line in (f"# {paragraph[0]}", *paragraph[1]))
