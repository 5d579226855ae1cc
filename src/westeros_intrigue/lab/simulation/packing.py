"""Positions packed for the kernel: boards, codes of moves, plans of hidden cards, and choices.

A plan describes how the kernel distributes the cards that a view hides. Choices are the others'
placements, by which `trial_kernel` weighs worlds.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import ceil

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.lab.simulation import board, kernel
from westeros_intrigue.lab.simulation.board import HOUSE_COUNT, ROW_BITS
from westeros_intrigue.lab.simulation.fast import EPSILON, Policy, integers
from westeros_intrigue.rules import automated, house_games, house_rules
from westeros_intrigue.rules.board import PLANE_BITS
from westeros_intrigue.rules.cards import ROW_ABOVE, Card, Move, Slot
from westeros_intrigue.rules.points import tabulate_points
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.unseen import Counts, Unseen, check_possible, house_counts, less
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
    """Return the cell of the bottom row's leftmost card, -1 for none, and its size."""
    row = 0
    for house in range(HOUSE_COUNT):
        row |= occupied >> PLANE_BITS * house & _ROW
    return (row & -row).bit_length() - 1, row.bit_count()


@lru_cache(maxsize=64)
def planes_of(occupied: int) -> tuple[int, ...]:
    """Return the plane of each house, as in `board`."""
    left, width = bottom_row(occupied)
    planes = [0] * HOUSE_COUNT
    for house in range(HOUSE_COUNT):
        plane = occupied >> PLANE_BITS * house
        for row in range(width):
            planes[house] |= (plane >> ROW_ABOVE * row + left & 0xFF) << ROW_BITS * row
    return tuple(planes)


def mirror_of(plane: int, width: int) -> int:
    """Return the mirror image of a plane."""
    cells = (cell for cell in range(plane.bit_length()) if plane >> cell & 1)
    return sum(1 << board.mirror_cell(cell, width) for cell in cells)


def cell_of(left: int, slot: Slot) -> int:
    """Return the cell of a slot in `board`, relative to the left end of the bottom row."""
    return ROW_BITS * slot.row + slot.cell % ROW_ABOVE - left


def code_of(occupied: int, move: Move) -> int:
    """Return a move as a house and a cell, given the court of `cards` before the move."""
    left, width = bottom_row(occupied)
    cell = cell_of(left, move.slot)
    if move.slot.row == 0:
        cell = board.RIGHT_END if width and cell > 0 else board.LEFT_END
    return move.card.house.index << 6 | cell


def pack_hand(counts: Counts) -> int:
    """Return counts by house in the kernel's form of a hand."""
    return sum(count << board.COUNT_BITS * house for house, count in enumerate(counts))


def list_known_cards(position: Position, seat: int) -> Sequence[Card]:
    """Return the known cards of a seat."""
    if isinstance(position, GameState):
        return position.hands[seat]
    return position.hand if seat == position.player else position.known_stacks[seat]


def write_court(memory: board.Integers, occupied: int) -> None:
    """Write the cards of a court on a board."""
    memory[:HOUSE_COUNT] = integers(planes_of(occupied))
    memory[board.WIDTH] = bottom_row(occupied)[1]
    memory[board.PLACED] = occupied.bit_count()


def board_of(position: Position) -> list[int]:
    """Return the board of a position in play, with its known cards."""
    packed_board, variant = [0] * board.BOARD_SIZE, position.variant
    write_court(packed_board, position._board.occupied)
    packed_board[board.SEAT] = position.active_player or 0
    packed_board[board.OUT] = seats_as_bits(gone.player for gone in position.eliminations)
    for seat in range(position.players):
        if cards := list_known_cards(position, seat):
            packed_board[board.HANDS + seat] = pack_hand(house_counts(cards))
        if seat in variant.automated:
            size = position.hand_sizes[seat]
            packed_board[board.STACK_SIZES + seat] = size
            # Two bits for each house from the top, below the hidden cards.
            packed_board[board.STACKS + seat] = sum(
                card.house.index << 2 * place
                for place, card in enumerate(cards, start=size - len(cards))
            )
    return packed_board


def seats_as_bits(seats: Iterable[int]) -> int:
    """Return seats as a set of bits."""
    return sum(1 << seat for seat in seats)


def terms_of(players: int, variant: Variant, hero: int = 0) -> board.Terms:
    """Return the terms of a table.

    Raises:
        InvalidValue: a house rule opens slots.
    """
    if has_own_slots(variant):
        refuse_house_rule(variant)
    return board.Terms(
        players=players,
        width_limit=variant.width_limit(players),
        automated=seats_as_bits(variant.automated),
        places_right=seats_as_bits(
            seat for seat in variant.automated if variant.houses[seat] in automated.PLACES_RIGHT
        ),
        hero=hero,
    )


def refuse_house_rule(variant: Variant, *followed: str) -> None:
    """Raise InvalidValue for a house rule that replaces a method of play, such as `allows`.

    Args:
        variant: the rules of the game.
        followed: methods whose replacement makes no difference here, such as `total` to a round.
    """
    if house_rules.find_replaced(variant.house_rule).difference(followed):
        raise InvalidValue(
            f"only its own game knows the moves and points of the house rule {variant.house_rule}: "
            "play such games by play_game, play_match or GameEnv"
        )


def has_own_slots(variant: Variant) -> bool:
    """Return True if a house rule opens slots, so that only the checked rules can play the game."""
    return house_rules.find_opening(variant.house_rule) is not None


def has_own_moves(variant: Variant) -> bool:
    """Return True if a house rule decides which moves are legal, or what they do."""
    return house_games.find_game_of_moves(variant) is not None


@lru_cache(maxsize=64)
def flat_points(variant: Variant, players: int) -> board.Integers:
    """Return the points of a round by cards left, house of the last card, and seat, in one list."""
    by_cards_left = chain.from_iterable(tabulate_points(variant, players))
    points: board.Integers = integers(chain.from_iterable(by_cards_left))
    return points


def new_memory(policies: Iterable[Policy], position: Position | None = None) -> board.Integers:
    """Return the kernel's memory for seats with some policies, with the initial board."""
    memory = _empty_memory(tuple(policies))[:]
    if position is not None:
        memory[kernel.START : kernel.START + board.BOARD_SIZE] = integers(board_of(position))
    return memory


@lru_cache(maxsize=64)
def _empty_memory(policies: tuple[Policy, ...]) -> board.Integers:
    memory = [0] * kernel.MEMORY_SIZE
    numbers = [number for policy in policies for number in _POLICIES[policy]]
    memory[kernel.POLICIES : kernel.POLICIES + len(numbers)] = numbers
    packed: board.Integers = integers(memory)
    return packed


Edge = tuple[Counts, int, int]
"""A share, the number of ways to get this or an earlier share, and the index of the next node."""


def plan_of(position: Position) -> list[int]:
    """Return the kernel's plan for the hidden cards of a view; a state hides nothing.

    Raises:
        InvalidValue: no deal agrees with the view.
    """
    if isinstance(position, GameState):
        return [0] * kernel.PILES
    unseen = check_possible(position)
    # Piles after those of the seats are out of the round.
    seats = [seat if seat < position.players else -1 for seat in range(len(unseen.piles))]
    free, dealt = [], 0
    for pile, seat in zip(unseen.piles, seats, strict=True):
        if pile.is_free and seat >= 0 and pile.size:
            free += [seat, dealt, pile.size]
            dealt += pile.size
    nodes, left = _nodes(unseen)
    plan = [pack_hand(house_counts(unseen.cards)), len(unseen.restricted), len(free) // 3, left, 0]
    plan += [*(seats[index] for index in unseen.restricted), *free]
    starts = [len(plan)]
    for node in nodes:
        starts.append(starts[-1] + kernel.EDGE_SIZE * len(node))
    plan[kernel.FIRST_NODE] = starts[0]
    for node in nodes:
        for share, upto, next_node in node:
            # The last one is certain despite rounding.
            chance = ceil(upto / node[-1][1] * kernel.ALWAYS)
            plan += (chance, pack_hand(share), starts[next_node])
    return plan


def _nodes(unseen: Unseen) -> tuple[list[list[Edge]], int]:
    """Return the nodes of a plan, each with its edges, and the number of cards left at the end.

    A node stands for the cards left before a restricted pile gets its share; its edges are the
    shares. The nodes are in order.
    """
    waiting: list[tuple[int, Counts]] = [(0, house_counts(unseen.cards))]
    numbers = {waiting[0]: 0}
    nodes: list[list[Edge]] = []
    for step, left in waiting:  # grows in the loop
        edges: list[Edge] = []
        nodes.append(edges)
        if step == len(unseen.restricted):
            continue
        upto = 0
        for share, count in unseen.piles[unseen.restricted[step]].shares(left):
            rest = less(left, share)
            if count_after := count * unseen.count_ways(rest, step + 1):
                after = (step + 1, rest)
                upto += count_after
                edges.append((share, upto, numbers.setdefault(after, len(numbers))))
                if len(numbers) > len(waiting):
                    waiting.append(after)
    return nodes, sum(waiting[-1][1])


def placements_in(position: Position) -> list[tuple[int, int, int]]:
    """Return the placements of the round, the last one first.

    Each is its seat, its code, and the cards of the court before it.
    """
    placements, occupied = [], position._board.occupied
    for placement in reversed(position.table.placements):
        move = placement.move
        occupied ^= 1 << PLANE_BITS * move.card.house.index + move.slot.cell
        placements.append((placement.player, code_of(occupied, move), occupied))
    return placements


def choices_in(position: Position) -> list[int]:
    """Return the placements of the round that were chosen by seats other than the one to move."""
    choices: list[int] = []
    placed = [0] * position.players
    for seat, code, occupied in placements_in(position):
        placed[seat] += 1 << board.COUNT_BITS * (code >> 6)
        if seat != position.active_player and seat not in position.variant.automated:
            width = bottom_row(occupied)[1]
            choices[:0] = (*planes_of(occupied), width, seat, code, placed[seat])
    return choices
