"""Positions as boards of the kernel, and moves as its codes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import ceil

from westeros_intrigue.compiled import board, fast, kernel
from westeros_intrigue.compiled.bits import HOUSE_COUNT, ROW_BITS
from westeros_intrigue.compiled.fast import integers
from westeros_intrigue.compiled.policies import EPSILON, Policy
from westeros_intrigue.rules.automated import PLACES_RIGHT
from westeros_intrigue.rules.card_counts import Counts, house_counts
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.points import points_by_cards_left
from westeros_intrigue.rules.pyramid import PLANE_BITS, ROW_ABOVE
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.variants import Variant
from westeros_intrigue.rules.view import Position

_ROW = (1 << ROW_ABOVE) - 1

_POLICIES = {
    Policy.RANDOM: (kernel.ALWAYS, 0),
    Policy.LEGAL: (kernel.ALWAYS, 1),
    Policy.GREEDY: (0, 0),
    Policy.EPSILON_GREEDY: (ceil(EPSILON * kernel.ALWAYS), 0),
}
"""The policies as the kernel has them."""


@lru_cache(maxsize=64)
def bottom_row(occupied: int) -> tuple[int, int]:
    """Return the cell of its leftmost card, -1 for none, and the size, in a court of `pyramid`."""
    row = 0
    for house in range(HOUSE_COUNT):
        row |= occupied >> PLANE_BITS * house & _ROW
    return (row & -row).bit_length() - 1, row.bit_count()


def planes_of(occupied: int) -> list[int]:
    """Return for each house its plane, as `bits` has it."""
    left, width = bottom_row(occupied)
    planes = [0] * HOUSE_COUNT
    for house in range(HOUSE_COUNT):
        plane = occupied >> PLANE_BITS * house
        for row in range(width):
            planes[house] |= (plane >> ROW_ABOVE * row + left & 0xFF) << ROW_BITS * row
    return planes


def mirror_of(plane: int, width: int) -> int:
    """Return a plane as it looks in a mirror."""
    mirror = 0
    for row in range(width):
        for column in range(width - row):
            is_there = plane >> ROW_BITS * row + column & 1
            mirror |= is_there << ROW_BITS * row + width - 1 - row - column
    return mirror


def cell_of(left: int, slot: Slot) -> int:
    """Return the cell of a slot, as `bits` has it, next to the left end of the bottom row."""
    return ROW_BITS * slot.row + slot.cell % ROW_ABOVE - left


def code_of(occupied: int, move: Move) -> int:
    """Return a move as a house and a cell, in a court as `pyramid` has it before the move."""
    left, width = bottom_row(occupied)
    cell = cell_of(left, move.slot)
    if move.slot.row == 0:
        cell = board.RIGHT_END if width and cell > 0 else board.LEFT_END
    return move.card.house.index << 6 | cell


def packed(counts: Counts) -> int:
    """Return counts by house as the kernel has those of a hand."""
    return sum(count << board.COUNT_BITS * house for house, count in enumerate(counts))


def known_cards(position: Position, seat: int) -> Sequence[Card]:
    """Return the cards of a seat that are known."""
    if isinstance(position, GameState):
        return position.hands[seat]
    return position.hand if seat == position.player else position.known_stacks[seat]


def board_of(position: Position) -> list[int]:
    """Return the board of a position in play, with the cards that are known in it."""
    packed_board = [0] * board.BOARD_SIZE
    occupied, variant = position.board.occupied, position.variant
    packed_board[:HOUSE_COUNT] = planes_of(occupied)
    packed_board[board.WIDTH] = bottom_row(occupied)[1]
    packed_board[board.PLACED] = occupied.bit_count()
    packed_board[board.SEAT] = position.active_player or 0
    packed_board[board.OUT] = seats_as_bits(gone.player for gone in position.eliminations)
    for seat in range(position.players):
        cards = known_cards(position, seat)
        packed_board[board.HANDS + seat] = packed(house_counts(cards))
        if seat in variant.automated:
            size = position.hand_sizes[seat]
            packed_board[board.STACK_SIZES + seat] = size
            packed_board[board.STACKS + seat] = stack_of(cards, size - len(cards))
    return packed_board


def stack_of(cards: Sequence[Card], hidden: int = 0) -> int:
    """Return the houses of a stack from the top, below cards that are hidden."""
    return sum(card.house.index << 2 * place for place, card in enumerate(cards, start=hidden))


def seats_as_bits(seats: Iterable[int]) -> int:
    """Return seats as a set of bits."""
    return sum(1 << seat for seat in seats)


def terms_of(players: int, variant: Variant, hero: int = 0) -> board.Terms:
    """Return the terms of a table."""
    return board.Terms(
        players=players,
        width_limit=variant.width_limit(players),
        automated=seats_as_bits(variant.automated),
        places_right=seats_as_bits(
            seat for seat in variant.automated if variant.houses[seat] in PLACES_RIGHT
        ),
        hero=hero,
    )


def flat_points(variant: Variant, players: int) -> board.Integers:
    """Return the points of a round by cards left, house of the last card, and seat, in one list."""
    return _flat_points(variant, players, fast.has_numba())


@lru_cache(maxsize=64)
def _flat_points(variant: Variant, players: int, _is_array: bool) -> board.Integers:  # noqa: FBT001 - a key
    by_cards_left = chain.from_iterable(points_by_cards_left(variant, players))
    points: board.Integers = integers(chain.from_iterable(by_cards_left))
    return points


def new_memory(policies: Iterable[Policy], position: Position | None = None) -> board.Integers:
    """Return the memory of the kernel for seats of some policies, with the board to begin with."""
    memory = [0] * kernel.MEMORY_SIZE
    if position is not None:
        memory[kernel.START : kernel.START + board.BOARD_SIZE] = board_of(position)
    numbers = [number for policy in policies for number in _POLICIES[policy]]
    memory[kernel.POLICIES : kernel.POLICIES + len(numbers)] = numbers
    packed_memory: board.Integers = integers(memory)
    return packed_memory
