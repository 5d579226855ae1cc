"""Sentences can be reworded: nothing that is read or stored depends on them."""

from __future__ import annotations

import pytest

import westeros_intrigue as wi
from westeros_intrigue.gamekit.english import Speaker
from westeros_intrigue.rules import legal_moves
from westeros_intrigue.rules.violations import Violation


def stored(state: wi.GameState) -> list[object]:
    """What is read or stored of a game: documents, records, moves and codes."""
    view = wi.observe(state, 1)
    refused = wi.explain(state, wi.parse_move("S4 c9"))
    return [
        wi.to_json(state),
        wi.to_json(view),
        str(wi.Record.from_state(state)),
        wi.events(None, state),
        legal_moves(state),
        [(violation.code, violation.rule, violation.slots) for violation in refused],
        wi.from_json(wi.GameState, wi.to_json(state)),
        wi.Record.parse(str(wi.Record.from_state(state))),
    ]


def sentences(state: wi.GameState) -> list[str | None]:
    """What people read of a game."""
    told = [wi.sentence(event, 1) for event in wi.events(None, state)]
    return told + [str(violation) for violation in wi.explain(state, wi.parse_move("S4 c9"))]


def test_other_words_change_what_people_read_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = wi.setup(3, seed=4)
    later = wi.apply(start, legal_moves(start)[0])
    for position in (later, wi.play_game([wi.greedy_player] * 3, seed=4)):
        before, read_before = stored(position), sentences(position)
        with monkeypatch.context() as patch:
            patch.setattr(Violation, "__str__", lambda violation: f"refused: {violation.code}")
            patch.setattr(Speaker, "does", lambda _, seat, verb: f"<{seat} {verb}>")
            assert stored(position) == before
            read = sentences(position)
        assert read != read_before
        assert not {*filter(None, read)} & {
            text for text in read_before if text and "places" in text
        }
