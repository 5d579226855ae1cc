"""Automated seats: what their procedure dictates, and what becomes of the stack, case by case."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from tables import B, L, S, T, deal_by_houses, move, play, slot, slots

from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Deal,
    Elimination,
    GameState,
    House,
    IllegalMove,
    Move,
    Phase,
    Slot,
    ViolationCode,
    apply,
    distinct_moves,
    explain,
    find_move,
    legal_moves,
    observe,
    setup,
)


def table(hands: Sequence[str], automated: dict[int, House], first_player: int = 0) -> GameState:
    """One round with the houses of each hand and of the automated seats; the others are Stark."""
    deal = Deal((deal_by_houses(hands),), STANDARD.throne_cards[:1])
    seats = [automated.get(seat, S) for seat in range(len(hands))]
    variant = STANDARD.with_rounds(1).with_seats(houses=seats, automated=automated)
    return setup(len(hands), deal=deal, variant=variant, first_player=first_player)


def houses(cards: Sequence[object]) -> str:
    """The letters of the cards, in their order."""
    return "".join(str(card)[0] for card in cards)


# Which slot: the highest row, and in it the side

# Seat 1 has a Baratheon on top, then three Starks.
TWO_STACKS = ("SSSSSLLLBBBTTT", "BSSSLLLBBBTTTT")
DEEPER_HIGHER = ("SSSSSLLLBBBTTT", "BLSSSLLBBBTTTT")
AN_END_LEFT, AN_END_RIGHT = "0:S@a0 1:B@a-1 0:S@a1", "0:S@a0 1:B@a1 0:S@a-1"


@pytest.mark.rule("solo.side", "solo.side.fixed", "solo.elsewhere.stark", "solo.highest")
@pytest.mark.rule("solo.stack", "turn.own-hand")
@pytest.mark.parametrize(
    ("takers", "hands", "line", "open_slots", "dictated"),
    [
        ((L, B), TWO_STACKS, "0:S@a0", "a-1 a1", "B4@a-1"),
        ((T,), TWO_STACKS, "0:S@a0", "a-1 a1", "B4@a1"),
        ((S, L, B), TWO_STACKS, AN_END_LEFT, "a-2 a2 b-1 b0", "S6@b-1"),
        ((T,), TWO_STACKS, AN_END_RIGHT, "a-2 a2 b-1 b0", "S6@b0"),
        # The highest row, and not the outermost slot:
        ((S, L, B), TWO_STACKS, f"{AN_END_LEFT} 1:S@b-1 0:S@b0", "a-2 a2 c-1", "S7@c-1"),
        # The top card, although a deeper one could go higher:
        ((L,), DEEPER_HIGHER, AN_END_LEFT, "a-2 a2", "L4@a-2"),
    ],
)
def test_a_house_places_its_top_card_in_the_highest_row_and_there_on_its_side(
    takers: tuple[House, ...], hands: tuple[str, str], line: str, open_slots: str, dictated: str
) -> None:
    for house in takers:
        state = play(table(hands, {1: house}), line)
        assert state.court.open_slots(state.hands[1][0].house) == slots(open_slots)
        assert legal_moves(state) == (move(dictated),)


# Cards set aside

# Seat 0 is an automated Lannister. On its fourth turn Baratheons and Targaryens fit nowhere: the
# only ones that lie uncovered, in b5 and b-1, have no neighbour. So it sets aside its Baratheon
# and its Targaryen, and places the last card of the stack, a Stark, which unblocks the Targaryens.
SIX_HANDS = ("STLBTS", "SBLSSB", "LBLSTT", "LTLSSB", "SLBBTT", "LLBBTT")
THREE_TURNS = (
    "0:S@a0 1:S@a1 2:L@a2 3:L@a3 4:S@a4 5:L@a5 0:T@a-1 1:B@a6 2:B@b5 3:T@b-1 4:L@b2 5:L@b1 "
    "0:L@c1 1:L@b3 2:L@c2 3:L@d1"
)
FOURTH_TURN = f"{THREE_TURNS} 0:S@b0"


def before_the_fourth_turn() -> GameState:
    state = play(table(SIX_HANDS, {0: L}), THREE_TURNS)
    assert state.active_player == 0
    assert houses(state.hands[0]) == "BTS"
    assert (state.court.open_slots(B), state.court.open_slots(T)) == ((), ())
    return state


@pytest.mark.rule("solo.recycle", "solo.recycle.order")
def test_of_several_cards_set_aside_in_one_turn_the_last_comes_back_first() -> None:
    baratheon, targaryen, _ = before_the_fourth_turn().hands[0]
    state = play(table(SIX_HANDS, {0: L}), FOURTH_TURN)
    assert state.hands[0] == (targaryen, baratheon)
    later = play(state, "1:S@b4 2:S@c0 3:S@c3")
    # Both fit now, so that their order decides.
    assert later.court.open_slots(B) == slots("c4")
    assert later.court.open_slots(T) == slots("c-1")
    assert legal_moves(later) == (Move(targaryen, slot("c-1")),)
    last = play(later, "0:T@c-1 1:S@d-1 3:S@d2")
    assert legal_moves(last) == (Move(baratheon, slot("c4")),)


@pytest.mark.rule("solo.recycle", "solo.recycle.order")
def test_the_cards_set_aside_go_under_what_remains_of_the_stack() -> None:
    """On its fifth turn seat 1 draws a Baratheon and a Targaryen in vain, then a Lannister."""
    hands = ("SSSSSTTTBBBTTT", "LLLLBTLSSBBBLS")
    line = "0:S@a0 1:L@a-1 0:S@a1 1:L@b-1 0:S@a2 1:L@a-2 0:S@a3 1:L@b-2 0:S@a4"
    state = play(table(hands, {1: L}), line)
    assert houses(state.hands[1]) == "BTLSSBBBLS"
    baratheon, targaryen, lannister, *rest = state.hands[1]
    assert legal_moves(state) == (Move(lannister, slot("c-2")),)
    after = apply(state, Move(lannister, slot("c-2")))
    assert after.hands[1] == (*rest, targaryen, baratheon)


# A house that is out

# Seat 0 is an automated Stark. After its second turn no slot takes a Baratheon, and nothing but
# Lannisters and Baratheons lies in the court.
OUT_HANDS = ("LBSBTS", "LLSSLL", "TSSBSB", "TBTBTL", "LSTLTS", "LBTBBT")
OUT_LINE = "0:L@a0 1:L@a1 2:B@a2 3:B@b1 4:L@a-1 5:L@a3 0:B@b2 1:L@a-2 2:B@c1 3:L@a4 4:L@a5"


def gone_out() -> GameState:
    """Seats 5 and 0 have just gone out, and player 1 is to move."""
    return play(table(OUT_HANDS, {0: S}), OUT_LINE)


@pytest.mark.rule("solo.out", "solo.out.unable")
def test_a_house_whose_stack_runs_out_without_a_placement_is_out() -> None:
    state = gone_out()
    assert not any(state.court.open_slots(drawn.house) for drawn in state.hands[0])
    assert state.eliminations == (Elimination(5, 11, 5), Elimination(0, 11, 4))


@pytest.mark.rule("solo.out", "solo.recycle.order")
def test_the_stack_of_a_house_that_is_out_is_the_one_on_which_it_set_its_cards_aside() -> None:
    before = table(OUT_HANDS, {0: S})
    assert houses(before.hands[0]) == "LBSBTS"
    assert gone_out().hands[0] == before.hands[0][:1:-1]


@pytest.mark.rule("solo.out.final", "elimination.final")
def test_a_house_stays_out_although_a_card_that_it_set_aside_would_fit_later() -> None:
    state = play(gone_out(), "1:L@b3")
    assert state.court.open_slots(B) == slots("c2")
    assert "B" in houses(state.hands[0])
    turns = []
    while state.phase is Phase.PLAYING:
        turns.append(state.active_player)
        state = apply(state, legal_moves(state)[0])
    assert turns
    assert 0 not in turns
    assert "B" in houses(state.hands[0])


# What is dictated, and why nothing else will do

DICTATED = move("S6@b-1")


def dictating() -> GameState:
    """The Lannister in seat 1 must place S6 in b-1; the other slot of that row is b0."""
    state = play(table(TWO_STACKS, {1: L}), "0:S@a0 1:B@a-1 0:S@a1")
    assert legal_moves(state) == (DICTATED,)
    return state


@pytest.mark.rule("solo.highest", "solo.side", "solo.elsewhere")
def test_every_other_move_is_told_which_placement_is_dictated_after_all_else_that_it_breaks() -> (
    None
):
    state = dictating()
    near = [Slot(row, column) for row, column in product(range(4), range(-4, 5))]
    for tried in (Move(drawn, where) for drawn in DECK for where in near):
        violations = explain(state, tried)
        if tried == DICTATED:
            assert violations == ()
            continue
        *others, why = violations
        assert (why.code, why.dictated) == (ViolationCode.NOT_DICTATED, DICTATED)
        is_beside = tried.card == DICTATED.card and tried.slot.row == DICTATED.slot.row
        if tried.slot == DICTATED.slot:
            assert why.rule == "solo.stack"
        else:
            assert why.rule == ("solo.side" if is_beside else "solo.highest")
        codes = [other.code for other in others]
        expected = [ViolationCode.CARD_NOT_IN_HAND] * (tried.card not in state.hands[1])
        court = state.court.explain(tried.card.house, tried.slot)
        assert codes == [*expected, *(broken.code for broken in court)]


@pytest.mark.rule("solo.highest", "solo.side")
def test_a_move_is_found_by_house_and_slot_only_if_it_is_the_dictated_one() -> None:
    state = dictating()
    assert find_move(state, S, slot("b-1")) == DICTATED
    for house, where, broken in (
        (S, "b0", "solo.side"),
        (S, "a2", "solo.highest"),
        (L, "a2", "solo.highest"),
    ):
        with pytest.raises(IllegalMove) as caught:
            find_move(state, house, slot(where))
        [why] = caught.value.violations
        assert (why.rule, why.card, why.dictated) == (broken, None, DICTATED)
        assert caught.value.move is None


@pytest.mark.rule("turn.clockwise", "solo.stack")
def test_a_player_who_asks_on_a_house_s_turn_hears_of_the_turn_and_nothing_of_the_stack() -> None:
    state = dictating()
    view = observe(state, 0)
    assert legal_moves(view) == distinct_moves(view) == ()
    for tried in (DICTATED, move("S6@b0")):
        [why] = explain(view, tried)
        assert (why.code, why.dictated) == (ViolationCode.NOT_YOUR_TURN, None)
    [by_seat] = explain(state, DICTATED, player=0)
    assert by_seat.code is ViolationCode.NOT_YOUR_TURN
    assert apply(state, DICTATED, player=1) == apply(state, DICTATED)


# What the table has seen


# Tables


@pytest.mark.rule("solo.stack", "setup.hand-size")
def test_a_stack_lies_in_dealing_order_and_a_player_s_hand_by_house_and_number() -> None:
    state = setup(4, seed=1, variant=SOLO_SCHEMING)
    deal = state.round_deal
    assert deal is not None
    assert state.hands[1:] == deal.hands[1:]
    assert state.hands[0] == tuple(sorted(deal.hands[0]))
    assert state.hands[1:] != tuple(tuple(sorted(hand)) for hand in deal.hands[1:])
