"""Why a placement is refused: every rule that it breaks, in order, with facts and a sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import attrs
import pytest
from helpers.refusals import assert_refused
from helpers.tables import (
    BOTTOM_ROW,
    FOUR_HANDS,
    TWO_HANDS,
    B,
    L,
    S,
    T,
    court,
    deal_by_houses,
    game,
    move,
    play,
    slot,
)

from westeros_intrigue import (
    DECK,
    STANDARD,
    Court,
    Deal,
    GameState,
    House,
    IllegalMove,
    Move,
    Slot,
    ViolationCode,
    apply,
    distinct_moves,
    explain,
    find_move,
    legal_moves,
    observe,
    score_round,
    setup,
)

TWO_CARDS = "0:S@a0 1:L@a1"  # S1 and L3; player 2, who holds S8, S9 and Targaryens, is to move
FULL_ROW = "0:S@a0 1:L@a1 2:S@a2 3:B@a3 0:L@a4 1:B@a5 2:S@a6 3:T@a7"  # player 0 has S3 to S7, L2

REFUSED = (
    ("", "L3@a0"),
    (TWO_CARDS, "S8@a1"),
    ("", "S1@a1"),
    (FULL_ROW, "S3@a8"),
    (FULL_ROW, "S3@a9"),
    (FULL_ROW, "B1@a-2"),
    (TWO_CARDS, "T1@a-2"),
    (TWO_CARDS, "S8@b-1"),
    (TWO_CARDS, "S8@c0"),
    ("", "S1@b0"),
    (TWO_CARDS, "T1@b0"),
)


def test_broken_rules_are_told_with_their_facts_in_sentences() -> None:
    states = [play(game(*FOUR_HANDS), line) for line, _ in REFUSED]
    tried = [move(text) for _, text in REFUSED]
    calls = [partial(apply, *one) for one in zip(states, tried, strict=True)]
    errors = assert_refused("broken rules of a placement", IllegalMove, calls)
    for state, placed, error in zip(states, tried, errors, strict=True):
        assert isinstance(error, IllegalMove)
        assert error.violations == explain(state, placed)
        assert (error.move, error.state) == (placed, state)
        for violation in error.violations:
            assert violation.rule in violation.code.rules
            assert (violation.card, violation.slot) == (placed.card, placed.slot)
            assert violation.player == state.active_player


@pytest.mark.rule("round.end")
def test_when_nobody_is_to_move_that_alone_is_told_whatever_else_is_wrong() -> None:
    over = play(game(*TWO_HANDS), f"{BOTTOM_ROW} 0:S@b0 0:S@b1 0:S@b2 0:S@c0 0:S@c1")
    for state in (setup(3, deal=Deal()), over, score_round(over)):
        for player in (None, 0, 1):
            [violation] = explain(state, move("T9@a9"), player=player)
            assert (violation.code, violation.player) == (ViolationCode.NOBODY_TO_MOVE, player)
        with pytest.raises(IllegalMove, match="no round is being played"):
            apply(state, move("T9@a9"))


@pytest.mark.rule("turn.clockwise")
def test_out_of_turn_that_alone_is_told_whatever_else_is_wrong() -> None:
    state = play(game(*FOUR_HANDS), TWO_CARDS)
    with pytest.raises(IllegalMove, match="it is player 2's turn, not player 0's") as caught:
        apply(state, move("L3@a9"), player=0)
    assert caught.value.violations == explain(state, move("L3@a9"), player=0)


def test_where_no_move_is_found_the_rules_are_told_of_the_house_and_no_card_is_named() -> None:
    state = play(game(*FOUR_HANDS), TWO_CARDS)
    tried = ((B, "b0"), (S, "a0"), (T, "b0"), (T, "a7"))
    calls = [partial(find_move, state, house, slot(where)) for house, where in tried]
    for error in assert_refused("houses that fit nowhere", IllegalMove, calls):
        assert isinstance(error, IllegalMove)
        assert (error.move, error.state) == (None, state)
        assert {violation.card for violation in error.violations} == {None}


# Courts alone


@pytest.mark.parametrize("house", House)
def test_a_court_explains_as_the_game_does_but_names_no_card(house: House) -> None:
    state = play(game(*FOUR_HANDS), FULL_ROW)
    for row in range(4):
        for column in range(-3, 11):
            tried = Move(min(c for c in DECK if c.house is house), Slot(row, column))
            of_slot = [
                attrs.evolve(violation, card=None, player=None)
                for violation in explain(state, tried)
                if violation.code is not ViolationCode.CARD_NOT_IN_HAND
            ]
            assert of_slot == list(state.court.explain(house, tried.slot))


def test_a_court_tells_first_that_the_card_lies_in_it_already() -> None:
    laid = (
        (court("SL"), "S1@b0"),
        (court("SL"), "S1@a0"),
        (court("SLBTSLBT"), "S1@a9"),
        (Court(), "S1@a1"),
    )
    calls = [partial(one.place, move(text).card, move(text).slot) for one, text in laid]
    assert_refused("cards that a court does not take", IllegalMove, calls)


# Automated houses


def dictating() -> GameState:
    """The Lannister in seat 1 must place S6 in b-1; the other slot of that row is b0."""
    deal = Deal((deal_by_houses(("SSSSSLLLBBBTTT", "BSSSLLLBBBTTTT")),), STANDARD.throne_cards[:1])
    variant = STANDARD.with_rounds(1).with_seats(houses=(S, L), automated=(1,))
    state = play(setup(2, deal=deal, variant=variant), "0:S@a0 1:B@a-1 0:S@a1")
    assert legal_moves(state) == (move("S6@b-1"),)
    return state


@pytest.mark.rule("solo.highest", "solo.side", "solo.stack")
def test_every_other_move_of_a_house_is_told_which_placement_is_dictated() -> None:
    state = dictating()
    tried: list[Callable[[], object]] = [
        *(partial(apply, state, move(text)) for text in ("S6@b0", "S6@a2", "S7@b-1", "L1@c9")),
        *(partial(find_move, state, house, slot("a2")) for house in (S, L)),
    ]
    for error in assert_refused("placements that are not dictated", IllegalMove, tried):
        assert isinstance(error, IllegalMove)
        assert error.violations[-1].dictated == move("S6@b-1")
    assert find_move(state, S, slot("b-1")) == move("S6@b-1")
    assert apply(state, move("S6@b-1"), player=1) == apply(state, move("S6@b-1"))


@pytest.mark.rule("turn.clockwise", "solo.stack")
def test_a_player_who_asks_on_a_house_s_turn_hears_of_the_turn_and_nothing_of_the_stack() -> None:
    view = observe(dictating(), 0)
    assert legal_moves(view) == distinct_moves(view) == ()
    for tried in ("S6@b-1", "S6@b0"):
        [why] = explain(view, move(tried))
        assert (why.code, why.dictated) == (ViolationCode.NOT_YOUR_TURN, None)
