"""The automated houses: which card one places and where, and what becomes of its stack."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TypeVar

import attrs

from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.rules.cards import Card, House
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.pyramid import PLANE, PLANE_BITS, ROW_ABOVE, Board
from westeros_intrigue.rules.slots import SLOTS, Move, Slot
from westeros_intrigue.rules.violations import Violation, ViolationCode

T = TypeVar("T")

PLACES_RIGHT = frozenset({House.TARGARYEN})
"""The houses that take the rightmost slot of a row; others take the leftmost (rule solo.side)."""

Turns = tuple[tuple[Card, ...] | None, ...]
"""For each turn of an automated house in a round, the cards that it turned over and set aside, as
they came, all its cards as it goes out; None if nobody at a table of people has noted them."""


@attrs.frozen
class Stack(Value):
    """The cards of an automated seat, and what it has turned over in this round.

    Rules: solo.stack, solo.recycle.
    """

    cards: tuple[Card, ...]
    """The cards, top first."""
    turns: Turns = ()
    """What it has turned over."""

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
    """Return a stack as the table sees it, top first, with None for a card it has not seen.

    It had `size` cards at the start; `placement_count` of the turns ended with a placement. Cards
    that are set aside in a turn that goes on, or with which the house goes out, lie lowest.

    Rules: solo.public, solo.public.kept.
    """
    stack: tuple[Card | None, ...] = (None,) * size
    for set_aside in turns[:placement_count]:
        # Nobody knows what lies where after a turn that was not noted.
        stack = (None,) * (len(stack) - 1) if set_aside is None else _recycled(stack, set_aside)
    if len(turns) <= placement_count:
        return stack
    aside = turns[placement_count]
    return (None,) * len(stack) if aside is None else (*stack[len(aside) :], *aside[::-1])


def dictated_move(stack: tuple[Card, ...], open_slots: int, house: House) -> Move:
    """Return the one placement that an automated house to move must make.

    The first card from the top of the stack that fits anywhere goes to the highest row that takes
    it; there to the right for Targaryen, to the left for the others.

    Rules: solo.highest, solo.side, solo.side.fixed, solo.set-aside, solo.elsewhere,
    solo.elsewhere.stark.
    """
    # One of the cards fits, or the house would be out and not to move.
    return next(
        Move(card, slot)
        for card in stack
        if (slot := slot_dictated(open_slots, card.house, house)) is not None
    )


@public
def dictated_slot(court: Court, house: House, card: Card | House) -> Slot | None:
    """Return where an automated house must place a card that it draws; None if it fits nowhere.

    With real cards the house's stack lies face down: turn the next card over, and place it there,
    or set it aside.

    >>> from westeros_intrigue import parse_court
    >>> court = parse_court("a0 S1 S2 L1")
    >>> print(dictated_slot(court, House.TARGARYEN, House.STARK))
    b1
    >>> print(dictated_slot(court, House.BARATHEON, House.TARGARYEN))
    a-1

    Args:
        court: the court as it lies.
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
    """Return where an automated house must place a card of a house; None if it fits nowhere."""
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
    """Return how a card, or any card of its house, breaks what the procedure dictates."""
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
    """Return what keeps a house from turning over these cards, and then placing one, if any.

    `elsewhere` contains the cards that are known to be in another place.
    """
    drawn = set_aside if placed is None else (*set_aside, placed)
    faults = [
        f"{card} fits, and would have been placed"
        for card in set_aside
        if card.house in board.open_houses
    ]
    faults += [f"{card} is in another place" for card in set_aside if card in elsewhere]
    for place, card in enumerate(drawn):
        if place < len(stack) and stack[place] not in (None, card):
            faults.append(f"{stack[place]} lies where {card} is turned over")
        elif card in stack and card not in stack[place : place + 1]:
            faults.append(f"{card} lies elsewhere in the stack")
    if len(set(drawn)) < len(drawn):
        faults.append("a card is turned over twice")
    if len(drawn) > len(stack):
        faults.append(f"{len(stack)} cards lie in the stack, and {len(drawn)} are turned over")
    return faults


def _recycled(stack: Sequence[T], set_aside: Sequence[T]) -> tuple[T, ...]:
    """Return a stack after a placement: the cards set aside before it lie under the rest.

    They were set aside one upon the other, and go under the rest as they lie: the last one set
    aside is the highest of them (rule solo.recycle.order).
    """
    return (*stack[len(set_aside) + 1 :], *reversed(set_aside))
