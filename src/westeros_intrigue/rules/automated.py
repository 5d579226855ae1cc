"""Automated houses: their stacks of cards, and the procedure that dictates their placements.

A house turns over its stack until a card fits, and its procedure dictates the slot. The cards that
it set aside on the way are public, and come again at the bottom of the stack.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Sequence
from itertools import chain
from typing import Annotated, TypeVar

import attrs

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.rules.board import PLANE, PLANE_BITS
from westeros_intrigue.rules.cards import ROW_ABOVE, SLOTS, Card, Cards, House, Move, Slot
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.variants import MAX_PLAYERS
from westeros_intrigue.rules.violations import ViolationCode, Violations, house_of, violation

T = TypeVar("T")

PLACES_RIGHT = frozenset({House.TARGARYEN})
"""The houses that place cards in the rightmost slot of a row, not the leftmost (rule solo.side)."""

Turns = tuple[Cards, ...]
"""For each turn of an automated house in a round, the cards that it turned over and set aside, in
the order drawn. On the turn when it goes out, these are all its cards; at a real table where no
slot is open, there are none."""
TurnsOfSeats = Annotated[tuple[Turns, ...], limits.Length(most=MAX_PLAYERS)]
"""The turns of each seat, from 0; none for a seat that is not automated."""


@attrs.frozen
class Stack(values.Value):
    """The stack of an automated seat and the cards that it has turned over this round.

    Rules: solo.stack, solo.recycle.
    """

    cards: Cards
    """The cards, top first."""
    turns: Turns = ()
    """The cards turned over in each turn."""

    def after_placement(self, placed: Card) -> Stack:
        """Return the stack after one of its cards is placed.

        Rules: solo.set-aside, solo.recycle, solo.out.last-card, solo.public.
        """
        set_aside = self.cards[: self.cards.index(placed)]
        return Stack(recycle(self.cards, set_aside), (*self.turns, set_aside))

    def after_going_out(self) -> Stack:
        """Return the stack after the house has drawn and set aside all its cards.

        Rules: solo.out, solo.out.unable, solo.out.final, solo.public, solo.public.kept.
        """
        return Stack(self.cards[::-1], (*self.turns, self.cards))


def recycle(stack: Sequence[T], set_aside: Sequence[T]) -> tuple[T, ...]:
    """Return a stack after a placement, with the cards set aside before it under the rest.

    They stay in the order of their pile: the card set aside last is on top (rule
    solo.recycle.order).
    """
    return (*stack[len(set_aside) + 1 :], *reversed(set_aside))


def find_seen_cards(left: int, placed: int, turns: Turns) -> tuple[Card | None, ...]:
    """Return a stack, top first, with None for each card that is not public.

    The cards set aside in the current turn, or when the house went out, are at the bottom.

    Args:
        left: the number of cards in the stack.
        placed: the number of cards that the house has placed in this round.
        turns: the cards that it set aside in each turn of this round.

    Rules: solo.public, solo.public.kept.
    """
    stack: tuple[Card | None, ...] = (None,) * (left + placed)
    for set_aside in turns[:placed]:
        stack = recycle(stack, set_aside)
    set_aside_since = tuple(chain(*turns[placed:]))
    return (*stack[len(set_aside_since) :], *set_aside_since[::-1])


def list_known_stacks(
    hand_sizes: Sequence[int], placers: Sequence[int], turned_over: Sequence[Turns]
) -> tuple[Cards, ...]:
    """Return, for each seat, the cards at the bottom of its stack that all players have seen.

    Args:
        hand_sizes: the number of cards that each seat, from 0, has left.
        placers: the seat of each placement of the round.
        turned_over: the turns of each seat, from 0; empty if no seat is automated.
    """
    if not turned_over:
        return ((),) * len(hand_sizes)
    return tuple(
        tuple(filter(None, find_seen_cards(left, placers.count(seat), turns)))
        for seat, (left, turns) in enumerate(zip(hand_sizes, turned_over, strict=True))
    )


def find_dictated_move(stack: Cards, open_bits: int, house: House) -> Move:
    """Return the only placement that an automated house to move may make.

    The first card from the top of the stack that fits goes to the highest possible row: to the
    rightmost slot for Targaryen, to the leftmost slot for the other houses.

    Rules: solo.highest, solo.side, solo.side.fixed, solo.set-aside, solo.elsewhere,
    solo.elsewhere.stark.
    """
    # Some card fits; otherwise the house would be out.
    return next(
        Move(card, slot)
        for card in stack
        if (slot := dictate_slot(open_bits, card.house, house)) is not None
    )


def find_dictated_slot(court: Court, house: House, card: Card | House) -> Slot | None:
    """Return the slot in which an automated house must place a card; None if the card does not fit.

    With real cards, turn over the next card of the house's stack; place it in this slot, or set it
    aside if it does not fit.

    >>> from westeros_intrigue import parse_court
    >>> court = parse_court("a0 S1 S2 L1")
    >>> print(find_dictated_slot(court, House.TARGARYEN, House.STARK))
    b1
    >>> print(find_dictated_slot(court, House.BARATHEON, House.TARGARYEN))
    a-1

    Args:
        court: the court before the placement.
        house: the house of the automated seat.
        card: the card that is turned over, or its house.

    Rules: solo.highest, solo.side, solo.side.fixed, solo.elsewhere.stark.
    """
    values.check_type("court", court, Court)
    values.check_type("house", house, House)
    values.check_type("card", card, House | Card)
    return dictate_slot(court._board.open_bits, house_of(card), house)


def dictate_slot(open_bits: int, card_house: House, house: House) -> Slot | None:
    """Return the slot in which an automated house must place a card; None if it does not fit."""
    plane = open_bits >> PLANE_BITS * card_house.index & PLANE
    if not plane:
        return None
    row_start = (plane.bit_length() - 1) // ROW_ABOVE * ROW_ABOVE
    row = plane >> row_start
    bit = row if house in PLACES_RIGHT else row & -row
    return SLOTS[row_start + bit.bit_length() - 1]


def procedure_violations(
    dictated: Move, card_or_house: Card | House, slot: Slot, player: int
) -> Violations:
    """Return the violation of the dictated move by a card, or by every card of a house."""
    is_card = card_or_house in {dictated.card, dictated.card.house}
    if is_card and slot == dictated.slot:
        return ()
    rule = "solo.highest"
    if slot == dictated.slot:
        rule = "solo.stack"
    elif is_card and slot.row == dictated.slot.row:
        rule = "solo.side"
    code = ViolationCode.NOT_DICTATED
    return (violation(code, card_or_house, slot, rule=rule, player=player, dictated=dictated),)
