"""The procedure of an automated house: its stack, and the placements that it dictates."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TypeVar

import attrs

from westeros_intrigue.base.values import Value, check_type, counted
from westeros_intrigue.rules.cards import Card, Cards, House
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.pyramid import PLANE, PLANE_BITS, ROW_ABOVE, Board
from westeros_intrigue.rules.slots import SLOTS, Move, Slot
from westeros_intrigue.rules.violations import Violation, ViolationCode

T = TypeVar("T")

PLACES_RIGHT = frozenset({House.TARGARYEN})
"""The houses that place in the rightmost slot of a row, not the leftmost (rule solo.side)."""

Turns = tuple[Cards, ...]
"""For each turn of an automated house in a round, the cards that it turned over and set aside, in
the order drawn. On the turn on which it goes out, these are all its cards, or at a table of people
none if no slot is open."""


@attrs.frozen
class Stack(Value):
    """The stack of an automated seat, and the cards that it has turned over in this round.

    Rules: solo.stack, solo.recycle.
    """

    cards: tuple[Card, ...]
    """The cards, top first."""
    turns: Turns = ()
    """The cards turned over in each turn."""

    def after_placement(self, placed: Card) -> Stack:
        """Return the stack after one of its cards is placed.

        Rules: solo.set-aside, solo.recycle, solo.out.last-card, solo.public.
        """
        set_aside = self.cards[: self.cards.index(placed)]
        return Stack(_recycled(self.cards, set_aside), (*self.turns, set_aside))

    def after_going_out(self) -> Stack:
        """Return the stack after its house has drawn and set aside all its cards.

        Rules: solo.out, solo.out.unable, solo.out.final, solo.public, solo.public.kept.
        """
        return Stack(self.cards[::-1], (*self.turns, self.cards))


def seen_stack(size: int, turns: Turns, placement_count: int) -> tuple[Card | None, ...]:
    """Return a stack, top first, with None for each card that the players have not seen.

    The stack had `size` cards at the start; `placement_count` of the turns ended with a placement.
    The cards set aside in the current turn, or on going out, are at the bottom.

    Rules: solo.public, solo.public.kept.
    """
    stack: tuple[Card | None, ...] = (None,) * size
    for set_aside in turns[:placement_count]:
        stack = _recycled(stack, set_aside)
    if len(turns) <= placement_count:
        return stack
    aside = turns[placement_count]
    return (*stack[len(aside) :], *aside[::-1])


def dictated_move(stack: tuple[Card, ...], open_slots: int, house: House) -> Move:
    """Return the one placement that an automated house to move must make.

    The first card from the top of the stack that fits goes to the highest possible row: to its
    rightmost slot for Targaryen, to its leftmost slot for the other houses.

    Rules: solo.highest, solo.side, solo.side.fixed, solo.set-aside, solo.elsewhere,
    solo.elsewhere.stark.
    """
    # Some card fits; otherwise the house would be out.
    return next(
        Move(card, slot)
        for card in stack
        if (slot := slot_dictated(open_slots, card.house, house)) is not None
    )


def dictated_slot(court: Court, house: House, card: Card | House) -> Slot | None:
    """Return the slot in which an automated house must place a card; None if the card does not fit.

    With real cards, turn over the next card of the house's stack, and place it in this slot or set
    it aside.

    >>> from westeros_intrigue import parse_court
    >>> court = parse_court("a0 S1 S2 L1")
    >>> print(dictated_slot(court, House.TARGARYEN, House.STARK))
    b1
    >>> print(dictated_slot(court, House.BARATHEON, House.TARGARYEN))
    a-1

    Args:
        court: the court before the placement.
        house: the house of the automated seat.
        card: the card that is turned over, or its house.

    Rules: solo.highest, solo.side, solo.side.fixed, solo.elsewhere.stark.
    """
    check_type("court", court, Court)
    check_type("house", house, House)
    if not isinstance(card, House):
        check_type("card", card, Card)
        card = card.house
    return slot_dictated(court.board.open_slots, card, house)


def slot_dictated(open_slots: int, card_house: House, house: House) -> Slot | None:
    """Return the slot in which an automated house must place a card; None if it does not fit."""
    plane = open_slots >> PLANE_BITS * card_house.index & PLANE
    if not plane:
        return None
    row_start = (plane.bit_length() - 1) // ROW_ABOVE * ROW_ABOVE
    row = plane >> row_start
    slot = row if house in PLACES_RIGHT else row & -row
    return SLOTS[row_start + slot.bit_length() - 1]


def undictated(
    dictated: Move, house: House, card: Card | None, slot: Slot, player: int
) -> tuple[Violation, ...]:
    """Return the violation of the dictated move by a card, or by any card of its house if None."""
    is_card = dictated.card == card if card else dictated.card.house is house
    if is_card and slot == dictated.slot:
        return ()
    rule = "solo.highest"
    if slot == dictated.slot:
        rule = "solo.stack"
    elif is_card and slot.row == dictated.slot.row:
        rule = "solo.side"
    code = ViolationCode.NOT_DICTATED
    return (Violation(code, rule, house, card, slot, player=player, dictated=dictated),)


def turn_faults(
    stack: Sequence[Card | None],
    board: Board,
    set_aside: Sequence[Card],
    placed: Card | None,
    elsewhere: Container[Card],
) -> list[str]:
    """Return the reasons why a house cannot turn over these cards, and then place `placed`, if any.

    `elsewhere` contains the cards that are known not to be in the stack.
    """
    drawn = set_aside if placed is None else (*set_aside, placed)
    faults = [
        f"{card} fits, so the house must place it"
        for card in set_aside
        if card.house in board.open_houses
    ]
    faults += [f"{card} is in another place" for card in set_aside if card in elsewhere]
    for place, card in enumerate(drawn):
        if place < len(stack) and stack[place] not in (None, card):
            faults.append(f"the card turned over must be {stack[place]}, not {card}")
        elif card in stack and card not in stack[place : place + 1]:
            faults.append(f"{card} lies elsewhere in the stack")
    if len(set(drawn)) < len(drawn):
        faults.append("a card is turned over twice")
    if len(drawn) > len(stack):
        faults.append(
            f"the stack has {counted(len(stack), 'card')}, but {len(drawn)} are turned over"
        )
    return faults


def _recycled(stack: Sequence[T], set_aside: Sequence[T]) -> tuple[T, ...]:
    """Return a stack after a placement, with the cards set aside before it under the rest.

    They stay in the order of their pile, in which the card set aside last is the highest (rule
    solo.recycle.order).
    """
    return (*stack[len(set_aside) + 1 :], *reversed(set_aside))
