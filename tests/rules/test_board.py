"""The court as bits: at its margins too, no slot is another's neighbour by accident."""

from __future__ import annotations

import pytest

from westeros_intrigue import DECK, House, Slot
from westeros_intrigue.rules.board import Board, bits_of, can_place, cards_of, cells
from westeros_intrigue.rules.cards import MOVES, SLOTS, WIDEST, move_number

S, L, B, T = House


def slots_open_to(board: Board, house: House) -> list[str]:
    return [str(slot) for cell, slot in SLOTS.items() if board.is_open(house, cell)]


def grown(columns: list[int], width_limit: int = WIDEST) -> Board:
    """Return a board whose bottom row has Stark cards, placed in these columns in order."""
    board = Board.empty(width_limit)
    for column in columns:
        board = board.place(S.index, Slot(0, column).cell)
    return board


@pytest.mark.parametrize("direction", [-1, 1])
def test_a_bottom_row_that_grows_at_one_end_is_full_at_the_margin(direction: int) -> None:
    columns = [direction * number for number in range(WIDEST)]
    board = grown(columns)
    pairs = sorted(columns)[:-1]
    assert slots_open_to(board, S) == [f"b{column}" for column in pairs]
    assert slots_open_to(board, L) == []
    assert slots_open_to(grown(columns[:-1]), L) == sorted(
        [f"a{columns[-1]}", f"a{-direction}"], key=lambda text: int(text[1:])
    )


def test_a_narrower_court_is_full_earlier() -> None:
    assert slots_open_to(grown([0, 1], width_limit=2), L) == []
    assert slots_open_to(grown([0, 1], width_limit=3), L) == ["a-1", "a2"]


def test_a_slot_is_open_to_the_houses_of_the_two_cards_below_it() -> None:
    board = grown([0]).place(L.index, Slot(0, 1).cell)
    above = Slot(1, 0).cell
    assert [board.is_open(house, above) for house in House] == [True, True, False, False]
    assert board.open_houses == frozenset(House)


def test_every_slot_in_reach_rests_on_two_others_and_has_a_number_of_its_own() -> None:
    assert len(SLOTS) == sum(2 * WIDEST - 1 - row for row in range(WIDEST))
    assert len(MOVES) == len(SLOTS) * len(DECK)
    for cell, slot in SLOTS.items():
        assert slot.cell == cell
        assert all(support.cell in SLOTS for support in slot.supports)
        assert [(support.row, support.column) for support in slot.supports] == (
            [(slot.row - 1, slot.column), (slot.row - 1, slot.column + 1)] if slot.row else []
        )
        assert all(MOVES[move_number(card, cell)].slot is slot for card in DECK)


def test_hands_as_bits_are_the_same_cards_by_house_and_number() -> None:
    hand = DECK[30:4:-7]
    held = bits_of(hand)
    assert cards_of(held) == tuple(sorted(hand))
    assert cells(held) == sorted(card.index for card in hand)


def test_a_hand_can_be_placed_if_one_of_its_houses_has_an_open_slot() -> None:
    full = grown([*range(WIDEST)])
    assert can_place(bits_of(DECK[8:10]), full.open_bits)
    assert not can_place(bits_of(DECK[9:]), full.open_bits)
    assert not can_place(0, full.open_bits)
