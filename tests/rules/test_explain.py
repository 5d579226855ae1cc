"""Why a placement is refused: every rule that it breaks, in order, with facts and a sentence."""

from __future__ import annotations

from functools import partial

import attrs
import pytest
from cases import each
from refusals import assert_refused
from tables import (
    BOTTOM_ROW,
    FOUR_HANDS,
    TWO_HANDS,
    B,
    L,
    S,
    T,
    card,
    court,
    game,
    move,
    play,
    play_game,
    slot,
    slots,
)

from westeros_intrigue import (
    DECK,
    Court,
    Deal,
    House,
    IllegalMove,
    Move,
    Phase,
    Slot,
    Violation,
    ViolationCode,
    apply,
    explain,
    find_move,
    score_round,
    setup,
)

NOBODY = ViolationCode.NOBODY_TO_MOVE
NOT_YOURS = ViolationCode.NOT_YOUR_TURN
NOT_HELD = ViolationCode.CARD_NOT_IN_HAND
IN_COURT = ViolationCode.CARD_IN_COURT
TAKEN = ViolationCode.SLOT_TAKEN
NOT_FIRST = ViolationCode.NOT_FIRST_SLOT
FULL = ViolationCode.ROW_FULL
NOT_BESIDE = ViolationCode.NOT_BESIDE
NO_SUPPORT = ViolationCode.SUPPORT_MISSING
NO_MATCH = ViolationCode.HOUSE_UNMATCHED
DICTATED = ViolationCode.NOT_DICTATED

TWO_CARDS = "0:S@a0 1:L@a1"  # S1 and L3; player 2, who holds S8, S9 and Targaryens, is to move
FULL_ROW = "0:S@a0 1:L@a1 2:S@a2 3:B@a3 0:L@a4 1:B@a5 2:S@a6 3:T@a7"  # player 0 has S3 to S7, L2

ONE_RULE_BROKEN = (
    ("", "L3@a0", Violation(NOT_HELD, "turn.own-hand", L, card("L3"), slot("a0"))),
    (
        TWO_CARDS,
        "S8@a1",
        Violation(TAKEN, "court.vacant", S, card("S8"), slot("a1"), found=(card("L3"),)),
    ),
    (
        "",
        "S1@a1",
        Violation(NOT_FIRST, "court.first", S, card("S1"), slot("a1"), slots=slots("a0")),
    ),
    (
        FULL_ROW,
        "S3@a8",
        Violation(FULL, "court.width", S, card("S3"), slot("a8"), width_limit=8),
    ),
    (
        TWO_CARDS,
        "T1@a-2",
        Violation(NOT_BESIDE, "court.beside", T, card("T1"), slot("a-2"), slots=slots("a-1 a2")),
    ),
    (
        TWO_CARDS,
        "S8@b-1",
        Violation(NO_SUPPORT, "court.support", S, card("S8"), slot("b-1"), slots=slots("a-1")),
    ),
    (
        TWO_CARDS,
        "S8@c0",
        Violation(NO_SUPPORT, "court.support", S, card("S8"), slot("c0"), slots=slots("b0 b1")),
    ),
    (
        "",
        "S1@b0",
        Violation(NO_SUPPORT, "court.support", S, card("S1"), slot("b0"), slots=slots("a0 a1")),
    ),
    (
        TWO_CARDS,
        "T1@b0",
        Violation(
            NO_MATCH, "court.match", T, card("T1"), slot("b0"), found=(card("S1"), card("L3"))
        ),
    ),
)


@pytest.mark.rule(
    "turn.own-hand", "court.vacant", "court.first", "court.width", "court.beside",
    "court.support", "court.match",
)  # fmt: skip
def test_a_broken_rule_is_told_with_its_facts_and_in_a_sentence() -> None:
    states = [play(game(*FOUR_HANDS), line) for line, _, _ in ONE_RULE_BROKEN]
    calls = [
        partial(apply, state, move(tried))
        for state, (_, tried, _) in zip(states, ONE_RULE_BROKEN, strict=True)
    ]
    errors = assert_refused("broken rules of a placement", IllegalMove, calls)
    for state, (_, tried, facts), error in zip(states, ONE_RULE_BROKEN, errors, strict=True):
        violation = attrs.evolve(facts, player=state.active_player)
        assert isinstance(error, IllegalMove)
        assert error.violations == explain(state, move(tried)) == (violation,)
        assert str(error) == str(violation)
        assert violation.rule in violation.code.rules
        assert (error.move, error.state) == (move(tried), state)


def test_broken_rules_in_everybody_s_sight_are_named_before_a_card_that_is_not_held() -> None:
    state = play(game(*FOUR_HANDS), FULL_ROW)
    violations = explain(state, move("B1@a-2"))
    assert [one.code for one in violations] == [NOT_HELD, FULL, NOT_BESIDE]
    with pytest.raises(IllegalMove) as caught:
        apply(state, move("B1@a-2"))
    assert caught.value.violations == violations
    told = str(caught.value)
    assert told.count(" cannot go to ") == 1
    assert all(str(one).partition(": ")[2] in told for one in violations[1:])


def test_away_from_the_ends_of_a_full_row_no_end_is_offered() -> None:
    full, not_beside = explain(play(game(*FOUR_HANDS), FULL_ROW), move("S3@a9"))
    assert full.width_limit == 8
    assert not_beside.slots == ()
    assert str(not_beside) == (
        "S3 cannot go to a9: the slot is not beside an end of the bottom row."
    )


@pytest.mark.rule("round.end")
def test_when_nobody_is_to_move_that_alone_is_told_whatever_else_is_wrong() -> None:
    over = play(game(*TWO_HANDS), f"{BOTTOM_ROW} 0:S@b0 0:S@b1 0:S@b2 0:S@c0 0:S@c1")
    states = (setup(3, deal=Deal()), over, score_round(over), play_game(setup(2, seed=1)))
    assert [state.phase for state in states] == [
        Phase.DEALING, Phase.ROUND_OVER, Phase.GAME_OVER, Phase.GAME_OVER,
    ]  # fmt: skip
    for state in states:
        for player in (None, 0, 1):
            violations = explain(state, move("T9@a9"), player=player)
            assert violations == (
                Violation(NOBODY, "round.end", T, card("T9"), slot("a9"), player=player),
            )
        with pytest.raises(IllegalMove, match="no round is being played"):
            apply(state, move("T9@a9"))


@pytest.mark.rule("turn.clockwise")
def test_out_of_turn_that_alone_is_told_whatever_else_is_wrong() -> None:
    state = play(game(*FOUR_HANDS), TWO_CARDS)
    wanted = move("L3@a9")
    [violation] = explain(state, wanted, player=0)
    assert violation == Violation(
        NOT_YOURS, "turn.clockwise", wanted.card.house, wanted.card, wanted.slot,
        player=0, active_player=2,
    )  # fmt: skip
    assert str(violation) == (
        "L3 cannot go to a9: it is player 2's turn, not player 0's. Wait for it."
    )
    with pytest.raises(IllegalMove) as caught:
        apply(state, wanted, player=0)
    assert caught.value.violations == (violation,)


# find_move: a house and a slot, for those who do not tell the cards of a house apart


def test_where_no_move_is_found_the_rules_are_told_of_the_house_and_no_card_is_named() -> None:
    state = play(game(*FOUR_HANDS), TWO_CARDS)
    with pytest.raises(IllegalMove) as caught:
        find_move(state, B, slot("b0"))
    not_held, no_match = caught.value.violations
    assert not_held == Violation(NOT_HELD, "turn.own-hand", B, None, slot("b0"), player=2)
    assert (no_match.code, no_match.card) == (NO_MATCH, None)
    assert str(not_held) == (
        "A Baratheon card cannot go to b0: player 2 has no such card. "
        "Choose a card from the player's hand."
    )
    assert caught.value.move is None
    assert caught.value.state == state


def test_where_the_hand_holds_the_house_only_the_slot_is_to_blame() -> None:
    state = play(game(*FOUR_HANDS), TWO_CARDS)
    for house, where, code in ((S, "a0", TAKEN), (T, "b0", NO_MATCH), (T, "a7", NOT_BESIDE)):
        with pytest.raises(IllegalMove) as caught:
            find_move(state, house, slot(where))
        assert [violation.code for violation in caught.value.violations] == [code]


# Court.explain and Court.place: a court of its own


@pytest.mark.parametrize("house", House)
def test_a_court_explains_as_the_game_does_but_names_no_card(house: House) -> None:
    state = play(game(*FOUR_HANDS), FULL_ROW)
    for row in range(4):
        for column in range(-3, 11):
            tried = Move(min(c for c in DECK if c.house is house), Slot(row, column))
            of_slot = [v for v in explain(state, tried) if v.code is not NOT_HELD]
            of_court = state.court.explain(house, tried.slot)
            assert [attrs.evolve(v, card=None, player=None) for v in of_slot] == list(of_court)


@each(
    [
        (court("SL"), "S1@b0", (IN_COURT,)),
        (court("SL"), "S1@a0", (IN_COURT, TAKEN)),
        (court("SLBTSLBT"), "S1@a9", (IN_COURT, FULL, NOT_BESIDE)),
        (Court(), "S1@a1", (NOT_FIRST,)),
    ]
)
def test_a_court_of_its_own_tells_first_that_the_card_lies_in_it_already(
    laid: Court, tried: str, codes: tuple[ViolationCode, ...]
) -> None:
    with pytest.raises(IllegalMove) as caught:
        laid.place(move(tried).card, move(tried).slot)
    violations = caught.value.violations
    assert tuple(violation.code for violation in violations) == codes
    assert all(violation.card == move(tried).card for violation in violations)
    if IN_COURT in codes:
        assert str(violations[0]) == (
            f"S1 cannot go to {move(tried).slot}: the card is already in a0, "
            "and there is only one of it."
        )
