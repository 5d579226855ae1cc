"""The events of a game in sentences for people, as far as the viewer may know them."""

from __future__ import annotations

from collections.abc import Sequence

from westeros_intrigue.base.values import capital
from westeros_intrigue.rules.view import View
from westeros_intrigue.sessions.seats import with_names
from westeros_intrigue.text.sentences import round_sentences


def told(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return what has happened in the round, the first thing first."""
    return tuple(printed(with_names(each, names)) for each in round_sentences(view))


def printed(sentence: str) -> str:
    """Return a sentence with a capital and a full stop; nothing for nothing."""
    return f"{capital(sentence)}." if sentence else ""
