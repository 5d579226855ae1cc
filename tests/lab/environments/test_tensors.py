"""Views and actions as numbers: what they say, from the seat of their player, and back."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from math import prod

import pytest
from helpers.checkout import ROOT
from helpers.tables import deal_by_houses, move, slot
from hypothesis import given, strategies as st

from westeros_intrigue import (
    STANDARD,
    Card,
    Deal,
    House,
    IllegalMove,
    InvalidValue,
    Move,
    Position,
    Slot,
    View,
    apply,
    distinct_moves,
    explain,
    legal_moves,
    observe,
    play_game,
    setup,
    testing,
)
from westeros_intrigue.lab.environments import actions, tensors
from westeros_intrigue.rules import draw_deal
from westeros_intrigue.rules.cards import SLOTS
from westeros_intrigue.rules.variants import OPTIONS

PLAYERS_VIEWS = testing.views().filter(lambda view: view.player is not None)


def blocks(numbers: Sequence[float]) -> dict[str, list[float]]:
    """The numbers of `encode` block by block."""
    return {field.name: [*numbers[field.start : field.stop]] for field in tensors.FIELDS}


def from_the_left(view: View, slot: Slot) -> Slot:
    """The slot with its column counted from the leftmost card of the bottom row."""
    leftmost = min((taken.column for taken in view.court if taken.row == 0), default=0)
    return Slot(slot.row, slot.column - leftmost)


def shares(cards: Iterable[Card]) -> list[float]:
    """For each house the share of its cards that are among some cards."""
    houses = [card.house for card in cards]
    return [houses.count(house) / 9 for house in House]


def said_by(view: View) -> dict[str, list[float]]:
    """What the numbers of a view are to be, as the view itself says it."""
    assert view.player is not None
    seats = [(view.player + place) % view.players for place in range(view.players)]
    variant, rounds = view.variant, view.variant.rounds_for(view.players)
    court = {from_the_left(view, slot): card.house for slot, card in view.court.items()}
    out = {gone.player: gone.placements_before + 1 for gone in view.eliminations}
    pile = [card for card in view.score_pile if card]
    fewer_icons = [
        sum(other.icons >= card.icons for other in variant.throne_cards) / len(variant.throne_cards)
        for card in pile
    ]
    said: dict[str, list[float]] = {
        "court": [court.get(cell) is house for house in House for cell in actions.CELLS],
        "open": [
            not view.court.explain(*actions.place_of(view, number))
            and (bool(view.court) or number % actions.PLACES == 0)
            for number in range(actions.ACTION_COUNT)
        ],
        "hand_size": [view.hand_sizes[seat] / 17 for seat in seats],
        "to_move": [view.active_player == seat for seat in seats],
        "starts": [view.starting_player == seat for seat in seats],
        "placed_last": [view.last_placer == seat for seat in seats],
        "out_after": [out.get(seat, 0) / 37 for seat in seats],
        "penalty_points": [view.penalty_points[seat] / (28 * rounds) for seat in seats],
        "score_pile_size": [view.score_pile_sizes[seat] / rounds for seat in seats],
        "automated": [seat in variant.automated for seat in seats],
        "house": [
            variant.houses[seat] is house for seat in seats if variant.houses for house in House
        ],
        "known": [
            share
            for seat in seats
            for share in shares(view.hand if seat == view.player else view.known_stacks[seat])
        ],
        "missing": [house in view.missing_houses[seat] for seat in seats for house in House],
        "players": [view.players == players for players in range(2, 7)],
        "phase": [view.phase is phase for phase in tensors.PHASES],
        "round": [view.round_number / rounds, 1 / rounds],
        "options": [option in variant.options for option in OPTIONS],
        "throne_values": [
            sum(card.value == value for card in pile) / rounds for value in (1, 2, 3)
        ],
        "throne_icons": [max(fewer_icons, default=0)],
    }
    return {
        field.name: [*map(float, said[field.name]), *[0.0] * prod(field.shape)][: prod(field.shape)]
        for field in tensors.FIELDS
    }


@given(PLAYERS_VIEWS)
def test_the_numbers_are_what_the_view_says(view: View) -> None:
    numbers, said = tensors.encode(view), said_by(view)
    assert len(numbers) == tensors.SIZE
    for name, block in blocks(numbers).items():
        assert block == pytest.approx(said[name]), name


@given(PLAYERS_VIEWS)
def test_the_history_has_the_player_and_the_time_of_each_placement(view: View) -> None:
    history = [0.0] * tensors.HISTORY_SIZE
    for count, placed in enumerate(view.placements, start=1):
        at = 7 * actions.CELLS.index(from_the_left(view, placed.move.slot))
        history[at + (placed.player - (view.player or 0)) % view.players] = 1
        history[at + 6] = count / 36
    assert [*tensors.encode_history(view)] == pytest.approx(history)


def test_the_page_says_of_every_field_where_it_stands() -> None:
    page = (ROOT / "docs/environments.md").read_text("utf-8")
    assert re.findall(r"(?m)^\| `(\w+)` \| (\d+) to (\d+) \| ([\d x ]+) \|", page) == [
        (field.name, str(field.start), str(field.stop - 1), " x ".join(map(str, field.shape)))
        for field in tensors.FIELDS
    ]
    assert tensors.CODE == "wi-402/1"


def test_among_unknown_iron_throne_cards_icons_have_no_share() -> None:
    known = STANDARD.with_rounds(1)
    deal = draw_deal(2, random.Random(1), known)
    one, other = (
        play_game(["greedy"] * 2, deal=deal, seed=1, variant=variant)
        for variant in (known, known.with_throne_cards(()))
    )
    for seat in (0, 1):
        said, found = (blocks(tensors.encode(observe(final, seat))) for final in (one, other))
        assert found == {**said, "throne_icons": [0.0]}


def test_a_spectator_has_no_numbers() -> None:
    spectator = observe(setup(2, seed=1), None)
    for function in (tensors.encode, tensors.encode_history):
        with pytest.raises(InvalidValue, match="a spectator has no seat"):
            function(spectator)


# Actions

POSITIONS: st.SearchStrategy[Position] = st.one_of(testing.states(), testing.views())


@given(POSITIONS)
def test_each_distinct_move_has_an_action_in_order_and_back(position: Position) -> None:
    numbers = actions.legal_actions(position)
    assert list(numbers) == sorted(set(numbers))
    moves = distinct_moves(position)
    assert tuple(actions.decode(position, number) for number in numbers) == moves
    for legal in legal_moves(position):
        decoded = actions.decode(position, actions.encode(position, legal))
        assert (decoded.card.house, decoded.slot) == (legal.card.house, legal.slot)


@given(POSITIONS)
def test_the_mask_holds_every_legal_action_and_each_other_has_its_reasons(
    position: Position,
) -> None:
    mask = actions.legal_mask(position)
    assert len(mask) == actions.ACTION_COUNT == 120
    legal = {number for number, is_legal in enumerate(mask) if is_legal}
    assert legal == set(actions.legal_actions(position))
    reasons = actions.explain_actions(position)
    assert reasons.keys() == set(range(120)) - legal
    for number, violations in reasons.items():
        assert violations == actions.explain_action(position, number)
        with pytest.raises(IllegalMove) as refused:
            actions.decode(position, number)
        assert refused.value.violations == violations


@given(POSITIONS)
def test_the_places_are_the_two_ends_of_the_bottom_row_and_a_triangle_above_it(
    position: Position,
) -> None:
    by_house = [actions.place_of(position, number) for number in range(120)]
    assert [house for house, _ in by_house] == [house for house in House for _ in range(30)]
    left, right, *upper = places = [where for _, where in by_house[:30]]
    assert [where for _, where in by_house] == places * 4
    taken = [where.column for where in position.court if where.row == 0]
    if taken:
        assert (left, right) == (Slot(0, min(taken) - 1), Slot(0, max(taken) + 1))
    else:
        assert (left, right) == (slot("a0"), slot("a1"))
    row_b = [Slot(1, min(taken, default=0) + column) for column in range(7)]
    above = {where for where in upper if where.row > 1}
    assert upper[:7] == row_b
    assert upper == sorted(upper)
    assert above == {where for where in map(_above, upper, upper[1:]) if where}


def _above(left: Slot, right: Slot) -> Slot | None:
    is_pair = left.row == right.row
    return Slot(left.row + 1, left.column) if is_pair else None


def test_places_are_counted_from_the_left_wherever_the_first_card_lies() -> None:
    state = setup(2, deal=Deal((deal_by_houses(("SSSSSSSSSBBBBB", "LLLTTTTTTTTTBB")),)))
    for number, text in ((0, "S1@a0"), (30, "L1@a-1"), (1, "S2@a1"), (32, "L2@b-1")):
        placed = actions.decode(state, number)
        assert placed == move(text)
        assert actions.encode(state, placed) == number
        state = apply(state, placed)
    with pytest.raises(IllegalMove) as refused:
        actions.encode(state, move("S1@c5"))
    assert refused.value.violations == explain(state, move("S1@c5"))


@given(testing.moves())
def test_absolute_actions_number_the_slots_that_a_court_can_reach(placed: Move) -> None:
    if placed.slot.cell:
        house, place = divmod(actions.absolute_action(placed), 92)
        assert ([*House][house], [*SLOTS.values()][place]) == (placed.card.house, placed.slot)
    else:
        with pytest.raises(InvalidValue, match="no court can reach the slot"):
            actions.absolute_action(placed)
