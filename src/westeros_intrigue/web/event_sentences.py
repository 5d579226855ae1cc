"""The events of a game in sentences for people, as far as the viewer may know them."""

from __future__ import annotations

from collections.abc import Sequence

from westeros_intrigue.rules.events import RoundStart, SetAside
from westeros_intrigue.rules.history import Elimination, Placement
from westeros_intrigue.rules.log import events
from westeros_intrigue.rules.view import View
from westeros_intrigue.sessions.seats import with_names
from westeros_intrigue.text.sentences import sentence

_IN_A_ROUND = (RoundStart, SetAside, Placement, Elimination)


def told(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return what has happened in the round, the first thing first."""
    happened = events(None, view)
    last_start = max(
        number for number, event in enumerate(happened) if isinstance(event, RoundStart)
    )
    # The standings show the end.
    in_round = (each for each in happened[last_start:] if isinstance(each, _IN_A_ROUND))
    sentences = (sentence(each, view.player) for each in in_round)
    return tuple(printed(with_names(each, names)) for each in sentences if each)


def printed(sentence: str) -> str:
    """Return a sentence with a capital and a full stop; nothing for nothing."""
    return f"{capital(sentence)}." if sentence else ""


def capital(text: str) -> str:
    """Return a text with its first letter as a capital."""
    return f"{text[:1].upper()}{text[1:]}"
