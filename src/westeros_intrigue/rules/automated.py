"""The automated houses: which card one places and where, and what becomes of its stack.

Rules: solo.stack, solo.highest, solo.side, solo.set-aside, solo.recycle, solo.out, solo.public,
solo.elsewhere.
"""

from __future__ import annotations

from westeros_intrigue.rules.cards import Card, House
from westeros_intrigue.rules.history import Elimination
from westeros_intrigue.rules.pyramid import PLANE, PLANE_BITS, ROW_ABOVE
from westeros_intrigue.rules.slots import SLOTS, Move
from westeros_intrigue.rules.state import GameState, Stack

PLACES_RIGHT = frozenset({House.TARGARYEN})
"""The houses that take the rightmost slot of a row; others take the leftmost (rule solo.side)."""


def dictated_move(state: GameState) -> Move | None:
    """Return the one placement that the automated house to move must make.

    None if a player is to move, or nobody. The first card from the top of the stack that fits
    anywhere goes to the highest row that takes it; there to the right for Targaryen, to the left
    for the others.

    Rules: solo.highest, solo.side, solo.side.fixed, solo.set-aside, solo.elsewhere,
    solo.elsewhere.stark.
    """
    player = state.active_player
    stack = state._stacks[player] if state._stacks and player is not None else None
    if player is None or stack is None:
        return None
    # One of the cards fits, or the house would be out and not to move.
    card, plane = next(
        (card, plane)
        for card in stack.cards
        if (plane := state._open_slots >> PLANE_BITS * card.house.index & PLANE)
    )
    row_start = (plane.bit_length() - 1) // ROW_ABOVE * ROW_ABOVE
    row = plane >> row_start
    places_right = state.variant.houses[player] in PLACES_RIGHT
    highest_bit = row if places_right else row & -row
    return Move(card, SLOTS[row_start + highest_bit.bit_length() - 1])


def after_placement(stack: Stack, placed: Card) -> Stack:
    """Return the stack after one of its cards is placed: those above it go to the bottom.

    They were set aside one upon the other, and go under the rest as they lie: the last one set
    aside is the highest of them. The table has seen them.

    Rules: solo.set-aside, solo.recycle, solo.recycle.order, solo.out.last-card, solo.public.
    """
    drawn = stack.cards.index(placed) + 1
    set_aside, rest = stack.cards[: drawn - 1], stack.cards[drawn:]
    unseen = len(stack.cards) - stack.known_count
    known_count = len(set_aside) + len(rest) - max(0, unseen - drawn)
    return Stack((*rest, *reversed(set_aside)), known_count)


def after_eliminations(
    stacks: tuple[Stack | None, ...], eliminations: tuple[Elimination, ...]
) -> tuple[Stack | None, ...]:
    """Return the stacks after houses have gone out: each has drawn and set aside all its cards.

    Rules: solo.out, solo.out.unable, solo.out.final, solo.public, solo.public.kept.
    """
    out = {elimination.player for elimination in eliminations}
    return tuple(
        Stack(stack.cards[::-1], len(stack.cards)) if stack and seat in out else stack
        for seat, stack in enumerate(stacks)
    )
