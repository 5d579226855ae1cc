"""What holds in every position: legality and its reasons, unchanging values, all the cards."""

from __future__ import annotations

import pytest
from helpers import strategies
from hypothesis import given, settings, strategies as st

from westeros_intrigue import (
    DECK,
    Court,
    GameState,
    IllegalMove,
    InvalidCourt,
    Move,
    Phase,
    Slot,
    apply,
    distinct_moves,
    explain,
    find_move,
    legal_moves,
    testing,
)


def is_accepted(state: GameState, move: Move) -> bool:
    """Whether `apply` takes the move; if it does not, it must say the same as `explain`."""
    refusal: IllegalMove | None = None
    try:
        apply(state, move)
    except IllegalMove as error:
        refusal = error
    if refusal is None:
        return True
    assert refusal.violations == explain(state, move)
    assert refusal.move == move
    assert refusal.state is state
    return False


@given(data=st.data(), state=strategies.states())
def test_explain_is_empty_and_apply_accepts_exactly_for_the_legal_moves(
    data: st.DataObject, state: GameState
) -> None:
    legal = legal_moves(state)
    for move in data.draw(st.lists(testing.moves_in(state), min_size=1, max_size=25)):
        assert (explain(state, move) == ()) is (move in legal)
        assert is_accepted(state, move) is (move in legal)


@settings(max_examples=strategies.FEW)
@given(strategies.states(phases={Phase.PLAYING}))
def test_no_card_and_no_slot_near_the_court_is_judged_otherwise_than_listed(
    state: GameState,
) -> None:
    near = [Slot(row, column) for row in range(9) for column in range(-9, 10)]
    explained = {
        move
        for move in (Move(card, slot) for card in DECK for slot in near)
        if not explain(state, move)
    }
    assert explained == set(legal_moves(state))


@given(strategies.states(phases={Phase.PLAYING}))
def test_the_distinct_moves_are_one_for_each_house_and_slot_by_house_row_and_column(
    state: GameState,
) -> None:
    legal = legal_moves(state)
    first_of_its_kind = {(move.card.house, move.slot): move for move in reversed(legal)}
    expected = tuple(move for move in legal if move in first_of_its_kind.values())
    assert distinct_moves(state) == expected
    assert list(legal) == sorted(
        legal, key=lambda move: (move.card.house.index, move.slot, move.card.number)
    )
    for move in expected:
        assert find_move(state, move.card.house, move.slot) == move


@given(data=st.data(), state=strategies.states(phases={Phase.PLAYING, Phase.ROUND_OVER}))
def test_a_court_is_refused_exactly_when_no_order_of_placements_builds_it(
    data: st.DataObject, state: GameState
) -> None:
    cards = dict(state.court)
    for slot in data.draw(st.lists(st.sampled_from(sorted(cards) or [Slot(0, 0)]), max_size=2)):
        cards.pop(slot, None)
    cards.update(data.draw(st.dictionaries(testing.slots_near(), testing.cards(), max_size=2)))
    width = data.draw(st.integers(6, 8))
    court, is_built = Court(width_limit=width), True
    # If any order builds it, so does this one: row by row, and the bottom row from its first card.
    for slot in sorted(cards, key=lambda slot: (slot.row, abs(slot.column))):
        try:
            court = court.place(cards[slot], slot)
        except IllegalMove:
            is_built = False
            break
    if is_built:
        assert Court(cards, width) == court
    else:
        with pytest.raises(InvalidCourt):
            Court(cards, width)
