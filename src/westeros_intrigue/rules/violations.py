"""Reasons for refusing a placement: a code for each rule that it can break, and the facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

import attrs

from westeros_intrigue.base.display import Tabled
from westeros_intrigue.base.errors import RefusedMove
from westeros_intrigue.base.limits import Length, OneOf
from westeros_intrigue.base.values import RuleCode, Value, joined
from westeros_intrigue.rules.cards import Card, House
from westeros_intrigue.rules.slots import Move, Slot, WidthLimit
from westeros_intrigue.rules.variants import Seat


class ViolationCode(RuleCode):
    """The rules that a placement can break, in the order in which `explain` lists them.

    >>> ViolationCode.ROW_FULL
    ViolationCode.ROW_FULL
    """

    NOBODY_TO_MOVE = "nobody-to-move", "round.end"
    """No round is being played (rule round.end). It comes alone."""
    NOT_YOUR_TURN = "not-your-turn", "turn.clockwise"
    """Another player is to move (rule turn.clockwise). It comes alone."""
    CARD_NOT_IN_HAND = "card-not-in-hand", "turn.own-hand"
    """The card is not in the hand of the player to move (rule turn.own-hand)."""
    CARD_IN_COURT = "card-in-court", "components.characters"
    """The card is already in the court (rule components.characters); only the methods of a Court
    report this."""
    SLOT_TAKEN = "slot-taken", "court.vacant"
    """A card lies in the slot (rule court.vacant). No other rule about the slot is checked."""
    NOT_FIRST_SLOT = "not-first-slot", "court.first"
    """The court is empty, and the slot is in the bottom row but not a0 (rule court.first)."""
    ROW_FULL = "row-full", "court.width"
    """The bottom row has reached its width limit (rule court.width)."""
    NOT_BESIDE = "not-beside", "court.beside"
    """The slot is not next to an end of the bottom row (rule court.beside)."""
    SUPPORT_MISSING = "support-missing", "court.support"
    """One or both of the slots below are empty (rule court.support)."""
    HOUSE_UNMATCHED = "house-unmatched", "court.match"
    """Neither of the two cards below is of the card's house (rule court.match)."""
    NOT_DICTATED = "not-dictated", "solo.stack", "solo.highest", "solo.side"
    """The procedure of an automated house dictates another placement: the first card of its stack
    that fits (rule solo.stack), in the highest possible row (rule solo.highest), on the side of its
    house (rule solo.side)."""


_CITED = tuple(rule for code in ViolationCode for rule in code.rules)


@attrs.frozen
class Violation(Value, Tabled):
    """A rule that a placement breaks, with the facts. `str` returns a sentence for the player.

    The sentence recommends a legal alternative, or states the rule if the facts determine none.
    Facts that a code does not use are None or empty.

    >>> violation = Violation(
    ...     ViolationCode.SLOT_TAKEN,
    ...     "court.vacant",
    ...     House.STARK,
    ...     Card(House.STARK, 4),
    ...     Slot(1, 2),
    ...     found=(Card(House.LANNISTER, 3),),
    ... )
    >>> print(violation)
    S4 cannot go to b2: L3 lies there. A slot takes one card only.
    """

    code: ViolationCode
    """The kind of fault."""
    rule: Annotated[str, OneOf(_CITED)]
    """The id of the broken rule, for `rule` to look up."""
    house: House
    """The house of the card."""
    card: Card | None
    """The card; None if only its house was named."""
    slot: Slot
    """The slot in which the player tried to place it."""
    found: Annotated[tuple[Card, ...], Length(most=2)] = ()
    """The cards in the way: the one in the slot, or the two below that do not match."""
    slots: Annotated[tuple[Slot, ...], Length(most=2)] = ()
    """The empty slots below, the slots where the bottom row can grow, the slot of the first card,
    or the one that contains the card already."""
    player: Seat | None = None
    """The seat that tried to place, from 0; None for a spectator, or in violations of a Court."""
    active_player: Seat | None = None
    """The seat to move, from 0, if it is another player's turn."""
    width_limit: WidthLimit | None = None
    """The number of cards in the bottom row, if it is full."""
    dictated: Move | None = None
    """The move that the procedure of an automated house dictates. In a GameState, it and `rule`
    depend on the hidden stack, so the sentence names neither. Do not show them to players."""

    def __str__(self) -> str:
        card = str(self.card) if self.card is not None else f"A {self.house} card"
        return f"{card} cannot go to {self.slot}: {_SENTENCES[self.code](self)}"


def violation(
    code: ViolationCode,
    house: House,
    slot: Slot,
    card: Card | None,
    **facts: Any,  # noqa: ANN401 - the fields that the code uses
) -> Violation:
    """Return the violation of a code that has only one rule, with the facts that it uses."""
    [rule] = code.rules
    return Violation(code, rule, house, card, slot, **facts)


class IllegalMove(RefusedMove[Violation, Move | None]):
    """A placement that the rules refuse.

    The text can be shown to the player who tried the move. It lists the violations that all players
    can see; only without them does it mention that the card is not in the hand, which others must
    not learn. `violations` lists every violation, with the move of an automated house, and `state`
    may contain every hand. Do not show these two to players.

    >>> from westeros_intrigue import Court, parse_card, parse_slot
    >>> try:
    ...     Court().place(parse_card("S1"), parse_slot("a1"))
    ... except IllegalMove as error:
    ...     print(error.move, [violation.rule for violation in error.violations])
    S1@a1 ['court.first']
    """

    violations: tuple[Violation, ...]
    """Every rule that the move breaks, in the order of `ViolationCode`; never empty."""
    move: Move | None
    """The move that was tried; None if it named a house of which the hand has no card."""
    state: object
    """The GameState, View or Court that the move was tried on."""

    def __init__(
        self, violations: Iterable[Violation], move: Move | None = None, state: object = None
    ) -> None:
        super().__init__(violations, move, state)

    def __str__(self) -> str:
        in_sight = [
            violation
            for violation in self.violations
            if violation.code is not ViolationCode.CARD_NOT_IN_HAND
        ]
        return joined([*map(str, in_sight or self.violations)])


def _not_your_turn(violation: Violation) -> str:
    turn = f"it is player {violation.active_player}'s turn"
    if violation.player is None:
        return f"{turn}, and a spectator never has one. Only watch."
    return f"{turn}, not player {violation.player}'s. Wait for it."


def _card_not_in_hand(violation: Violation) -> str:
    lack = "holds no such card" if violation.card is None else "does not hold it"
    return f"player {violation.player} {lack}. Choose a card from the player's own hand."


def _not_beside(violation: Violation) -> str:
    # A full row has no such slots, and its own violation.
    remedy = (
        f" It grows at its ends: choose {_listed(violation.slots, 'or')}."
        if violation.slots
        else ""
    )
    return f"the slot is not beside an end of the bottom row.{remedy}"


def _support_missing(violation: Violation) -> str:
    left, right = violation.slot.supports
    empty = f"{violation.slots[0]} is" if len(violation.slots) == 1 else "both are"
    return (
        f"the slot rests on {left} and {right}, and {empty} empty. "
        "A card of an upper row lies above two that lie side by side."
    )


def _house_unmatched(violation: Violation) -> str:
    houses = sorted({card.house for card in violation.found}, key=lambda house: house.index)
    return (
        f"it would rest on {_listed(violation.found, 'and')}, neither of them {violation.house}. "
        f"Only {_listed(houses, 'or')} may go there."
    )


_SENTENCES: dict[ViolationCode, Callable[[Violation], str]] = {
    ViolationCode.NOBODY_TO_MOVE: lambda _: (
        "no round is being played. Cards are placed after the next deal, if the game has one."
    ),
    ViolationCode.NOT_YOUR_TURN: _not_your_turn,
    ViolationCode.CARD_NOT_IN_HAND: _card_not_in_hand,
    ViolationCode.CARD_IN_COURT: lambda violation: (
        f"the card lies in {violation.slots[0]} already, and there is only one of it."
    ),
    ViolationCode.SLOT_TAKEN: lambda violation: (
        f"{violation.found[0]} lies there. A slot takes one card only."
    ),
    ViolationCode.NOT_FIRST_SLOT: lambda violation: (
        f"the court is empty, and its first card lies in {violation.slots[0]}. Choose that slot."
    ),
    ViolationCode.ROW_FULL: lambda violation: (
        f"the bottom row holds {violation.width_limit} cards and is full. "
        "Only an upper row may still take a card."
    ),
    ViolationCode.NOT_BESIDE: _not_beside,
    ViolationCode.SUPPORT_MISSING: _support_missing,
    ViolationCode.HOUSE_UNMATCHED: _house_unmatched,
    ViolationCode.NOT_DICTATED: lambda violation: (
        f"the procedure of player {violation.player}'s house dictates another placement. "
        "Apply the one legal move."
    ),
}


def _listed(things: Iterable[object], conjunction: str) -> str:
    return f" {conjunction} ".join(str(thing) for thing in things)
