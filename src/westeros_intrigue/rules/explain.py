"""The reasons for refusing a move: every rule that it breaks."""

from __future__ import annotations

from functools import partial

from westeros_intrigue.base.values import check_type
from westeros_intrigue.rules.automated import undictated
from westeros_intrigue.rules.cards import Card, House
from westeros_intrigue.rules.game import GameState, cards_of
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.view import Position, View, check_position, check_seat
from westeros_intrigue.rules.violations import Violation, ViolationCode, violation


def explain(position: Position, move: Move, *, player: int | None = None) -> tuple[Violation, ...]:
    """Return every rule that a move breaks, in the order of `ViolationCode`; () if it is legal.

    With a GameState, the move is that of the player to move, or of `player`; with a View, that of
    the viewer. If that seat is not to move, the only violation is that of the turn.

    >>> from westeros_intrigue import DECK, Deal, setup
    >>> from westeros_intrigue.rules import deal_from_deck
    >>> state = setup(4, deal=Deal((deal_from_deck(DECK, 4),)))
    >>> for violation in explain(state, Move(Card(House.LANNISTER, 1), Slot(0, 1))):
    ...     print(violation)
    L1 cannot go to a1: player 0 does not hold it. Choose a card from the player's own hand.
    L1 cannot go to a1: the court is empty, and its first card lies in a0. Choose that slot.

    The violations of a GameState can reveal hidden cards: whether the player to move has the card,
    and which move the procedure of an automated house dictates. To send violations to a player,
    pass their seat as `player`, or use their view.

    Args:
        position: a state or a view.
        move: the placement.
        player: the seat that makes the move, from 0; None for the player to move, or for the viewer
            of a view.

    Raises:
        InvalidValue: the seat does not exist.

    Rules: round.end, turn.clockwise, turn.own-hand, court.vacant, solo.highest, solo.side.
    """
    check_type("move", move, Move)
    return violations_of(position, move.card.house, move.card, move.slot, player)


def violations_of(
    position: Position, house: House, card: Card | None, slot: Slot, player: int | None
) -> tuple[Violation, ...]:
    """Return the violations of a card in a slot; if it is None, of any card of the house."""
    check_position(position)
    if player is not None:
        player = check_seat(position, player)
    active_player = position.active_player
    given = () if player is None else (player,)
    asking = (position.player, *given) if isinstance(position, View) else given
    broken = partial(violation, house=house, slot=slot, card=card)
    if active_player is None:
        seat = asking[-1] if asking else None
        return (broken(ViolationCode.NOBODY_TO_MOVE, player=seat),)
    for seat in asking:
        if seat != active_player:
            code = ViolationCode.NOT_YOUR_TURN
            return (broken(code, player=seat, active_player=active_player),)
    violations: tuple[Violation, ...] = ()
    own = position.hand if isinstance(position, View) else cards_of(position.held[active_player])
    if not any(held == card if card else held.house is house for held in own):
        violations = (broken(ViolationCode.CARD_NOT_IN_HAND, player=active_player),)
    if not position.board.is_open(house, slot.cell):  # else the court is not needed
        violations += position.court.violations(house, slot, card, active_player)
    if isinstance(position, GameState) and (dictated := position.dictated):
        violations += undictated(dictated, house, card, slot, active_player)
    return violations
