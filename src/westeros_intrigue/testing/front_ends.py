"""Strategies for the inputs of front ends: tables, courts, events and records."""

from __future__ import annotations

from hypothesis import strategies as st

from westeros_intrigue.notation.records import Record
from westeros_intrigue.rules import court, history, scoring, table, variants
from westeros_intrigue.rules.log import events as _events
from westeros_intrigue.testing.strategies import round_states, states


def tables() -> st.SearchStrategy[table.Table]:
    """The table of a reachable position.

    >>> from hypothesis import given
    >>> @given(tables())
    ... def test_it(table):
    ...     assert sum(table.hand_sizes) <= 36
    """
    return states().map(lambda state: state.table)


def courts() -> st.SearchStrategy[court.Court]:
    """The court of a reachable position.

    >>> from hypothesis import given
    >>> @given(courts())
    ... def test_it(court):
    ...     assert all(court.explain(court[slot].house, slot) for slot in court)
    """
    return states(phases=(history.Phase.PLAYING, history.Phase.ROUND_OVER)).map(
        lambda state: state.court
    )


def events(kind: type[history.Event] | None = None) -> st.SearchStrategy[history.Event]:
    """An event of a one-round game, including everything hidden.

    >>> from hypothesis import given
    >>> from westeros_intrigue.rules import SetAside
    >>> @given(events(SetAside))
    ... def test_it(event):
    ...     assert event.cards

    Args:
        kind: the class of the event; None for any.
    """
    played = round_states(4, variants.SOLO_SCHEMING) | round_states()
    logs = played.map(lambda states: _events(None, scoring.score_round(states[-1])))
    wanted = logs.map(lambda log: [e for e in log if kind is None or isinstance(e, kind)])
    return wanted.filter(bool).flatmap(st.sampled_from)


def records() -> st.SearchStrategy[Record]:
    """The record of a reachable position, without comments.

    >>> from hypothesis import given
    >>> @given(records())
    ... def test_it(record):
    ...     assert Record.parse(str(record)) == record
    """
    return states().map(Record.from_state)
