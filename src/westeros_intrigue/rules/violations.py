"""Violations: the rules that a placement can break, each with its sentence, and the refusal.

`court`, `automated` and `moves` find the violations of a placement; here is what they are and what
they say.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from typing import Annotated, assert_never

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import english, limits, refusals, values
from westeros_intrigue.gamekit.notebook_tables import Rows, Tabled
from westeros_intrigue.gamekit.refusals import MOST_NAMED
from westeros_intrigue.gamekit.results import viewer_in_words
from westeros_intrigue.rules.cards import Card, House, Move, Slot, WidthLimit
from westeros_intrigue.rules.variants import Seat


class ViolationCode(values.RuleCode):
    """The kinds of violations by a placement, in the order in which `explain` lists them.

    >>> ViolationCode.ROW_FULL
    ViolationCode.ROW_FULL
    """

    NOBODY_TO_MOVE = "nobody-to-move", "round.end"
    """No round is being played (rule round.end). No other violation is reported with it."""
    NOT_YOUR_TURN = "not-your-turn", "turn.clockwise"
    """Another player is to move (rule turn.clockwise). No other violation is reported with it."""
    CARD_NOT_IN_HAND = "card-not-in-hand", "turn.own-hand"
    """The card is not in the hand of the player to move (rule turn.own-hand)."""
    CARD_IN_COURT = "card-in-court", "components.characters"
    """The card is already in the court (rule components.characters); only the methods of a Court
    report this."""
    SLOT_TAKEN = "slot-taken", "court.vacant"
    """The slot is occupied (rule court.vacant). No other rule about the slot is checked."""
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
ViolationRule = TypeAliasType("ViolationRule", Annotated[str, limits.OneOf(_CITED)])
"""The ids of the rules that a placement can break."""


@attrs.frozen
class Violation(values.Value, Tabled):
    """A rule that a placement breaks, with the facts. `str` returns a sentence for the player.

    The violations of a view end in the placements that would work, six at most. Without a view, the
    sentence suggests a legal alternative, or states the rule if the facts do not determine one.
    Fields that a code does not use are None or empty. `obstacle`, `remedy`, `answers` and `facts`
    are the same names as in the other games.

    >>> violation = Violation(
    ...     ViolationCode.SLOT_TAKEN,
    ...     "court.vacant",
    ...     House.STARK,
    ...     Card(House.STARK, 4),
    ...     Slot(1, 2),
    ...     found=(Card(House.LANNISTER, 3),),
    ... )
    >>> print(violation)
    S4 cannot go to b2: L3 already occupies the slot. A slot can contain only one card.
    """

    code: ViolationCode
    """The kind of violation."""
    rule: ViolationRule
    """The id of the broken rule, for `rule` to look up."""
    house: House
    """The house of the card."""
    card: Card | None
    """The card; None if only a house was given."""
    slot: Slot
    """The slot in which the player tried to place it."""
    found: Annotated[tuple[Card, ...], limits.Length(most=2)] = ()
    """The card that occupies the slot, or the two cards below it that do not match."""
    slots: Annotated[tuple[Slot, ...], limits.Length(most=2)] = ()
    """The empty slots below, the slots where the bottom row can grow, the slot for the first card,
    or the slot that the card is already in."""
    player: Seat | None = None
    """The seat that tried to place a card, from 0; None for a spectator, or for a Court's
    violations."""
    active_player: Seat | None = None
    """The seat to move, from 0, if it is another player's turn."""
    width_limit: WidthLimit | None = None
    """The number of cards in the bottom row, if it is full."""
    dictated: Move | None = None
    """The move that the procedure of an automated house dictates. In a GameState, it and `rule`
    depend on the hidden stack, so the sentence names neither. Do not show them to players."""
    open_slots: Annotated[
        tuple[Slot, ...], limits.Length(most=MOST_NAMED), limits.OnlyIfUnusual()
    ] = ()
    """In the view of the player to move: the first slots that are open to the card, in slot order.
    Empty if the card is not in the hand, or no slot is open to it."""
    instead: Annotated[
        tuple[Move, ...], limits.Length(most=MOST_NAMED), limits.OnlyIfUnusual()
    ] = ()
    """In the view of the player to move, without `open_slots`: legal moves, one for each house and
    slot; if there are any, only those to the slot that was tried, or else only those of the
    house."""

    def _rows(self) -> Rows:
        return "Refused", ("rule", "why"), [(self.rule, str(self))]

    def __str__(self) -> str:
        obstacle, advice = self._obstacle_and_advice
        card = self.card or f"A {self.house} card"
        return f"{card} cannot go to {self.slot}: {obstacle} {self._remedy(advice)}".rstrip()

    @property
    def obstacle(self) -> str:
        """The sentence after the colon that says what is in the way, without what would work."""
        return self._obstacle_and_advice[0]

    @property
    def remedy(self) -> str:
        """The last sentence or two: `suggestion`, or else what the rule wants; seldom empty."""
        return self._remedy(self._obstacle_and_advice[1])

    @property
    def suggestion(self) -> str:
        """The last sentence, with the placements that would work; empty if they are unknown."""
        if self.open_slots:
            slots = english.join_words(self.open_slots, "or")
            return f"For {self.card or f'a {self.house} card'}, choose {slots}."
        if self.instead:
            return f"For {_cards_and_slots(self.instead)}."
        return ""

    @property
    def answers(self) -> tuple[Move, ...]:
        """The placements that would work, six at most: of the card, or `instead`.

        Empty without the view of the player to move, and for `open_slots` of a house.
        """
        if self.card is None:
            return self.instead
        return tuple([Move(self.card, slot) for slot in self.open_slots]) or self.instead

    @property
    def facts(self) -> Violation:
        """The facts that the sentence names: the violation itself, whose fields they are."""
        return self

    def _remedy(self, advice: str) -> str:
        suggestion = self.suggestion
        # The houses that may go there are facts about the slot, whatever card the player has.
        if suggestion and self.code is ViolationCode.HOUSE_UNMATCHED:
            return f"{advice} {suggestion}"
        return suggestion or advice

    @property
    def _obstacle_and_advice(self) -> tuple[str, str]:
        """The obstacle, and what the rule wants of any card."""
        slots = english.join_words(self.slots, "or")
        match self.code:
            case ViolationCode.NOBODY_TO_MOVE:
                obstacle = "no round is being played."
                advice = "Cards are placed after the next deal, if the game has one."
            case ViolationCode.NOT_YOUR_TURN:
                mover, tried = f"player {self.active_player}", viewer_in_words(self.player)
                obstacle, advice = f"it is {mover}'s turn, not {tried}'s.", "Wait for it."
            case ViolationCode.CARD_NOT_IN_HAND:
                obstacle = f"player {self.player} has no such card."
                advice = "Choose a card from the player's hand."
            case ViolationCode.CARD_IN_COURT:
                obstacle = f"the card is already in {slots}, and there is only one of it."
                advice = ""
            case ViolationCode.SLOT_TAKEN:
                obstacle = f"{self.found[0]} already occupies the slot."
                advice = "A slot can contain only one card."
            case ViolationCode.NOT_FIRST_SLOT:
                obstacle = f"the court is empty, and its first card goes to {slots}."
                advice = "Choose that slot."
            case ViolationCode.ROW_FULL:
                obstacle = f"the bottom row has {self.width_limit} cards and is full."
                advice = "Only upper rows can still grow."
            case ViolationCode.NOT_BESIDE:
                obstacle = "the slot is not beside an end of the bottom row."
                # A full row has no such slots, and its own violation.
                advice = f"It grows at its ends: choose {slots}." if slots else ""
            case ViolationCode.SUPPORT_MISSING:
                supports = english.join_words(self.slot.supports)
                empty = "both are" if len(self.slots) > 1 else f"{slots} is"
                obstacle = f"the slot needs cards below it, in {supports}, and {empty} empty."
                advice = "Above the bottom row, a card rests on two cards side by side."
            case ViolationCode.HOUSE_UNMATCHED:
                below = english.join_words(self.found)
                houses = dict.fromkeys(card.house for card in sorted(self.found))
                obstacle = f"it would rest on {below}, neither of them {self.house}."
                advice = f"Only {english.join_words(houses, 'or')} may go there."
            case ViolationCode.NOT_DICTATED:
                obstacle = (
                    f"the procedure of player {self.player}'s house dictates another placement."
                )
                advice = "Apply the one legal move."
            case _:
                assert_never(self.code)
        return obstacle, advice


def _cards_and_slots(moves: tuple[Move, ...]) -> str:
    """Return cards with their slots, such as `L3 or T4, choose a-1; for B7, a-1 or b2`."""
    slots_of: dict[Card, tuple[Slot, ...]] = {}
    for move in moves:
        slots_of[move.card] = (*slots_of.get(move.card, ()), move.slot)
    cards_to: dict[tuple[Slot, ...], list[Card]] = {}
    for card, slots in slots_of.items():
        cards_to.setdefault(slots, []).append(card)
    (slots, cards), *others = cards_to.items()
    told = [f"{english.join_words(cards, 'or')}, choose {english.join_words(slots, 'or')}"]
    for slots, cards in others:
        told.append(f"for {english.join_words(cards, 'or')}, {english.join_words(slots, 'or')}")
    return "; ".join(told)


Remedy = tuple[tuple[Slot, ...], tuple[Move, ...]]
"""The fields `open_slots` and `instead` of a violation."""
NO_REMEDY: Remedy = (), ()
Violations = tuple[Violation, ...]
"""A violation for each broken rule, in the order of `ViolationCode`."""


def violation(
    code: ViolationCode,
    card_or_house: Card | House,
    slot: Slot,
    *,
    rule: str | None = None,
    found: tuple[Card, ...] = (),
    slots: tuple[Slot, ...] = (),
    player: int | None = None,
    active_player: int | None = None,
    width_limit: int | None = None,
    dictated: Move | None = None,
    remedy: Remedy = NO_REMEDY,
) -> Violation:
    """Return the violation for a code with the facts that it uses, by default of its only rule."""
    return Violation(
        code,
        rule or code.rules[0],
        house_of(card_or_house),
        card_or_house if isinstance(card_or_house, Card) else None,
        slot,
        found,
        slots,
        player,
        active_player,
        width_limit,
        dictated,
        *remedy,
    )


def house_of(card_or_house: Card | House) -> House:
    """Return the house of a card, or a house that stands for any of its cards."""
    return card_or_house.house if isinstance(card_or_house, Card) else card_or_house


class IllegalMove(refusals.IllegalMove[Violation, Move | None]):
    """A placement that the rules refuse.

    You can show the text to the player who tried the move. It lists the violations that all players
    can see. It mentions that the card is not in the hand, which other players must not learn, only
    if nothing else is wrong. `violations` lists every violation, including the move of an automated
    house, and `state` can contain every hand: do not show either to players.

    >>> from westeros_intrigue import Court, parse_card, parse_slot
    >>> try:
    ...     Court().place(parse_card("S1"), parse_slot("a1"))
    ... except IllegalMove as error:
    ...     print(error.move, [violation.rule for violation in error.violations])
    S1@a1 ['court.first']
    """

    # Pyright sees the converter of the base, not the field.
    violations: Violations  # pyright: ignore[reportIncompatibleVariableOverride]
    """A violation for each broken rule, in the order of `ViolationCode`; never empty."""
    move: Move | None
    """The move that was tried; None if it named a house and the hand has no card of that house."""
    state: object
    """The GameState, View or Court in which the move was tried."""

    def __str__(self) -> str:
        in_sight = [
            violation
            for violation in self.violations
            if violation.code is not ViolationCode.CARD_NOT_IN_HAND
        ]
        return english.join_sentences([*map(str, in_sight or self.violations)])
