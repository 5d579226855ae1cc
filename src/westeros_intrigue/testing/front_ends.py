"""Strategies for the inputs of front ends: tables, courts, events, records, and illegal moves.

An illegal move is drawn by the code of the violation.
"""

from __future__ import annotations

import attrs
from hypothesis import assume, strategies as st

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.values import Value, check_type
from westeros_intrigue.notation.records import Record, RecordedPlacement, RecordedRound
from westeros_intrigue.rules.cards import DECK, HIGHEST_ROW, HOUSES, Card, Move, Slot
from westeros_intrigue.rules.court import Court, ViolationCode
from westeros_intrigue.rules.history import (
    Elimination,
    Event,
    Phase,
    Placement,
)
from westeros_intrigue.rules.log import events as _events
from westeros_intrigue.rules.moves import apply, distinct_moves, legal_moves
from westeros_intrigue.rules.scoring import score_round
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.variants import SOLO_SCHEMING, Variant
from westeros_intrigue.testing.strategies import (
    cards,
    chooser,
    houses,
    moves,
    players_and_variants,
    round_states,
    slots_near,
    starts,
    states,
)


def tables() -> st.SearchStrategy[Table]:
    """The table of a reachable position.

    >>> from hypothesis import given
    >>> @given(tables())
    ... def test_it(table):
    ...     assert sum(table.hand_sizes) <= 36
    """
    return states().map(lambda state: state.table)


def courts() -> st.SearchStrategy[Court]:
    """The court of a reachable position.

    >>> from hypothesis import given
    >>> @given(courts())
    ... def test_it(court):
    ...     assert all(court.explain(court[slot].house, slot) for slot in court)
    """
    return states(phases=(Phase.PLAYING, Phase.ROUND_OVER)).map(lambda state: state.court)


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


# Hypothesis passes `draw`; callers never do.
# ruff: noqa: D417


_C = ViolationCode


@attrs.frozen
class Refused(Value):
    """An illegal move in a position; `illegal_moves` draws them.

    >>> from westeros_intrigue import explain, parse_move, setup
    >>> refused = Refused(setup(2, seed=1), parse_move("S1@a1"))
    >>> [violation.rule for violation in explain(refused.state, refused.move)]
    ['turn.own-hand', 'court.first']
    """

    state: GameState
    """The position."""
    move: Move
    """The move."""
    player: int | None = None
    """The seat that tries the move, from 0, for the argument `player` of `explain` and `apply`.
    None if it is the seat to move, or if nobody is to move."""


@attrs.frozen
class RefusedPlacement(Value):
    """An illegal placement in a court; `illegal_placements` draws them.

    >>> from westeros_intrigue import parse_move
    >>> refused = RefusedPlacement(Court(), parse_move("S1@a1"))
    >>> [str(slot) for slot in refused.court.open_slots(refused.move.card.house)]
    ['a0']
    """

    court: Court
    """The court."""
    move: Move
    """The card and the slot."""


@st.composite
def illegal_moves(
    draw: st.DrawFn,
    code: ViolationCode | None = None,
    players: int | None = None,
    variant: Variant | None = None,
) -> Refused:
    """A position, and a move in it that breaks the rule of a code, and perhaps other rules.

    >>> from hypothesis import find
    >>> refused = find(illegal_moves(ViolationCode.SLOT_TAKEN), lambda refused: True)
    >>> refused.move.slot in refused.state.court
    True

    Args:
        code: the violation that `explain` lists; any by default.
        variant: NOT_DICTATED needs an automated seat, the other codes of a placement a seat that
            is not automated, NOT_FIRST_SLOT a round without starters.

    Raises:
        InvalidValue: the code is CARD_IN_COURT, which only a `Court` reports; use
            `illegal_placements`.
        InvalidVariant: the variant does not fit the players.
    """
    if code is None:
        code = draw(st.sampled_from([code for code in _C if code is not _C.CARD_IN_COURT]))
    check_type("code", code, ViolationCode)
    if code is _C.CARD_IN_COURT:
        raise InvalidValue(f"only a Court reports {code}: use illegal_placements")
    if code is _C.NOBODY_TO_MOVE:
        idle = set(Phase) - {Phase.PLAYING}
        return Refused(draw(states(players, variant, phases=idle)), draw(moves()))
    if code is _C.NOT_YOUR_TURN:
        state = draw(states(players, variant, phases={Phase.PLAYING}))
        others = [seat for seat in range(state.players) if seat != state.active_player]
        return Refused(state, draw(moves()), draw(st.sampled_from(others)))
    if code is _C.CARD_NOT_IN_HAND:
        state = draw(states(players, variant, phases={Phase.PLAYING}))
        held = state.hands[state.active_player or 0]
        card = draw(st.sampled_from([card for card in DECK if card not in held]))
        return Refused(state, Move(card, draw(_slots_for(state.court, card))))
    if code is _C.NOT_DICTATED:
        state = draw(_automated_turns(players, variant))
        # Near misses: the same card or the same slot; and any move.
        [dictated] = legal_moves(state)
        tried = draw(
            st.builds(Move, st.just(dictated.card), slots_near())
            | st.builds(Move, cards(), st.just(dictated.slot))
            | moves()
        )
        assume(tried != dictated)
        return Refused(state, tried)
    state = draw(_positions_for(code, players, variant))
    held = state.hands[state.active_player or 0]
    unheld = [card for card in DECK if card not in held]
    return Refused(state, draw(_breaking(code, state.court, [*held, *unheld])))


@st.composite
def illegal_placements(draw: st.DrawFn, code: ViolationCode | None = None) -> RefusedPlacement:
    """A court, and a placement in it that breaks the rule of a code.

    >>> from hypothesis import find
    >>> str(find(illegal_placements(ViolationCode.NOT_FIRST_SLOT), lambda refused: True).move)
    'S1@a1'

    Args:
        code: a violation that `Court.place` raises; any by default.

    Raises:
        InvalidValue: the code concerns the turn, a hand or an automated house, not a court.
    """
    if code is None:
        code = draw(st.sampled_from(_OF_A_COURT))
    check_type("code", code, ViolationCode)
    if code not in _OF_A_COURT:
        raise InvalidValue(f"a Court never reports {code}: use illegal_moves")
    if code is _C.CARD_IN_COURT:
        court = draw(courts().filter(bool))
        lies_in, card = draw(st.sampled_from(list(court.items())))
        slot = draw(_slots_for(court, card))
        assume(slot != lies_in)  # the court reports its own slot as full
        return RefusedPlacement(court, Move(card, slot))
    court = draw(_positions_for(code, None, None)).court
    lying = frozenset(court.values())
    vacant = [card for card in DECK if card not in lying]
    return RefusedPlacement(court, draw(_breaking(code, court, vacant)))


_OF_A_COURT = [
    _C.CARD_IN_COURT,
    _C.SLOT_TAKEN,
    _C.NOT_FIRST_SLOT,
    _C.ROW_FULL,
    _C.NOT_BESIDE,
    _C.SUPPORT_MISSING,
    _C.HOUSE_UNMATCHED,
]


def _slots_for(court: Court, card: Card) -> st.SearchStrategy[Slot]:
    fitting = court.open_slots(card.house)
    return st.sampled_from(fitting) | slots_near() if fitting else slots_near()


@st.composite
def _automated_turns(draw: st.DrawFn, players: int | None, variant: Variant | None) -> GameState:
    seats, played = draw(players_and_variants(players, variant))
    if variant is None:
        automated = draw(st.lists(st.integers(0, seats - 1), min_size=1, unique=True))
        housed = draw(st.tuples(*[houses()] * seats))
        played = played.with_seats(houses=played.houses or housed, automated=sorted(automated))
    state = draw(states(seats, played, phases={Phase.PLAYING}))
    while state.active_player not in (*played.automated, None):
        state = apply(state, distinct_moves(state)[0])
    assume(state.active_player is not None)
    return state


@st.composite
def _positions_for(
    draw: st.DrawFn, code: ViolationCode, players: int | None, variant: Variant | None
) -> GameState:
    """A position in which a placement can break the rule of a code."""
    if code is _C.NOT_FIRST_SLOT:
        state = draw(starts(players, variant))
        assume(not state.court)
        return state
    choose = chooser(draw)
    if code in (_C.ROW_FULL, _C.HOUSE_UNMATCHED):
        state = draw(starts(players, variant))
        # Fill the bottom row, or enough of it to support cards.
        wanted = state.court.width_limit if code is _C.ROW_FULL else draw(st.integers(2, 6))
        while state.phase is Phase.PLAYING and _bottom_row(state.court) < wanted:
            possible = distinct_moves(state)
            low = [move for move in possible if move.slot.row == 0] or possible
            state = apply(state, low[choose(len(low))])
        assume(state.phase is Phase.PLAYING and _bottom_row(state.court) >= wanted)
        return state
    state = draw(states(players, variant, phases={Phase.PLAYING}))
    if not state.court:
        state = apply(state, distinct_moves(state)[0])
    return state


def _bottom_row(court: Court) -> int:
    return sum(slot.row == 0 for slot in court)


@st.composite
def _breaking(draw: st.DrawFn, code: ViolationCode, court: Court, placed: list[Card]) -> Move:
    """A move of one of the cards that breaks the rule of a code; the court must allow for it."""
    bottom = [slot.column for slot in court if slot.row == 0]
    beyond = st.integers(0, 30)
    card = draw(st.sampled_from(placed))
    if code is _C.SLOT_TAKEN:
        slot = draw(st.sampled_from(list(court)))
    elif code is _C.NOT_FIRST_SLOT:
        slot = Slot(0, draw(st.integers(1, 30) | st.integers(-30, -1)))
    elif code is _C.ROW_FULL:
        slot = Slot(0, draw(st.sampled_from((max(bottom) + 1, min(bottom) - 1))))
    elif code is _C.NOT_BESIDE:
        far = draw(beyond)
        slot = Slot(0, draw(st.sampled_from((max(bottom) + 2 + far, min(bottom) - 2 - far))))
    elif code is _C.SUPPORT_MISSING:
        slot = Slot(draw(st.integers(1, HIGHEST_ROW)), draw(st.integers(-30, 30)))
        assume(slot not in court and not all(below in court for below in slot.supports))
    else:
        rests = {
            slot: {court[below].house for below in slot.supports}
            for slot in (Slot(row, column) for row in range(1, 8) for column in range(-8, 9))
            if slot not in court and all(below in court for below in slot.supports)
        }
        assume(rests)
        slot = draw(st.sampled_from(sorted(rests)))
        unmatched = [house for house in HOUSES if house not in rests[slot]]
        suits = [card for card in placed if card.house in unmatched]
        assume(suits)
        card = draw(st.sampled_from(suits))
    return Move(card, slot)
