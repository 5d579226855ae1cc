"""Strategies for values derived from positions and games: tables, courts, results, records."""

from __future__ import annotations

from hypothesis import strategies as st

from westeros_intrigue.base.results import FinalResult
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.events import Event
from westeros_intrigue.rules.history import (
    ADJUSTMENTS,
    Adjustment,
    Elimination,
    Placement,
    RoundResult,
)
from westeros_intrigue.rules.log import events as _events
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.scoring import rank, score_round
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.transcript import Transcript
from westeros_intrigue.rules.variants import SOLO_SCHEMING
from westeros_intrigue.testing.games import round_states, states
from westeros_intrigue.testing.values import final_scores
from westeros_intrigue.text.records import Record, RecordedPlacement, RecordedRound


def tables() -> st.SearchStrategy[Table]:
    """The table of a reachable position.

    >>> from hypothesis import given
    >>> @given(tables())
    ... def test_it(table):
    ...     assert sum(table.hand_sizes) <= 36
    """
    return states().map(lambda state: state.table)


def transcripts() -> st.SearchStrategy[Transcript]:
    """The transcript of a reachable position.

    >>> from hypothesis import given
    >>> @given(transcripts())
    ... def test_it(transcript):
    ...     assert list(transcript.play())
    """
    return states().map(Transcript.of)


def courts() -> st.SearchStrategy[Court]:
    """The court of a reachable position.

    >>> from hypothesis import given
    >>> @given(courts())
    ... def test_it(court):
    ...     assert all(court.explain(court[slot].house, slot) for slot in court)
    """
    return states(phases=(Phase.PLAYING, Phase.ROUND_OVER)).map(lambda state: state.court)


def round_results() -> st.SearchStrategy[RoundResult]:
    """The result of the first round of a game.

    >>> from hypothesis import given
    >>> @given(round_results())
    ... def test_it(result):
    ...     assert result.round_number == 1
    """
    return round_states().map(lambda played: score_round(played[-1]).results[0])


def events(kind: type[Event] | None = None) -> st.SearchStrategy[Event]:
    """An event of a game of one round, with everything hidden in it.

    >>> from hypothesis import given
    >>> from westeros_intrigue.rules import SetAside
    >>> @given(events(SetAside))
    ... def test_it(event):
    ...     assert event.cards

    Args:
        kind: the class of the event; None for any.
    """
    played = round_states(4, SOLO_SCHEMING) | round_states()
    happened = played.map(lambda states: _events(None, score_round(states[-1])))
    wanted = happened.map(lambda them: [e for e in them if kind is None or isinstance(e, kind)])
    return wanted.filter(bool).flatmap(st.sampled_from)


def final_results() -> st.SearchStrategy[FinalResult]:
    """A final result of random scores, with many ties.

    >>> from hypothesis import find
    >>> find(final_results(), lambda final: len(final.winners) == 2).decided_by
    Decision.SHARED
    """
    return final_scores().map(lambda scores: rank(*scores))


def records() -> st.SearchStrategy[Record]:
    """The record of a reachable position, without comments.

    >>> from hypothesis import given
    >>> @given(records())
    ... def test_it(record):
    ...     assert Record.parse(str(record)) == record
    """
    return states().map(Record.from_state)


def recorded_rounds() -> st.SearchStrategy[RecordedRound]:
    """A finished round of a record, without comments.

    >>> from hypothesis import given
    >>> @given(recorded_rounds())
    ... def test_it(recorded):
    ...     assert recorded.placements
    """
    return round_states().map(lambda played: Record.from_state(played[-1]).rounds[0])


def recorded_placements() -> st.SearchStrategy[RecordedPlacement]:
    """A placement of a record, without a comment.

    >>> from hypothesis import given
    >>> @given(recorded_placements())
    ... def test_it(recorded):
    ...     assert recorded.comment == ""
    """
    return recorded_rounds().flatmap(lambda recorded: st.sampled_from(recorded.placements))


def placements() -> st.SearchStrategy[Placement]:
    """A placement of a finished round.

    >>> from hypothesis import given
    >>> @given(placements())
    ... def test_it(placement):
    ...     assert placement.move.slot.row < 8
    """
    return round_states().flatmap(lambda played: st.sampled_from(played[-1].placements))


def eliminations() -> st.SearchStrategy[Elimination]:
    """An elimination of a finished round.

    >>> from hypothesis import given
    >>> @given(eliminations())
    ... def test_it(out):
    ...     assert out.placements_before > 0
    """
    return round_states().flatmap(lambda played: st.sampled_from(played[-1].eliminations))


def adjustments() -> st.SearchStrategy[Adjustment]:
    """An adjustment of a round's points by House Affiliation or Rivalry.

    >>> from hypothesis import find
    >>> find(adjustments(), lambda adjustment: adjustment.points < 0).points
    -1
    """
    rules = st.sampled_from(tuple(ADJUSTMENTS))
    points = st.integers(-36, 36).filter(bool)
    return st.builds(Adjustment, st.integers(0, 5), points, rules)
