"""Why a move is refused: one code for each thing that can stand in its way.

Rules: decision.order.
"""

from __future__ import annotations

import attrs

from westeros_intrigue.base.errors import RefusedMove
from westeros_intrigue.base.values import RuleCode, Value
from westeros_intrigue.btwixt.moves import Move
from westeros_intrigue.btwixt.vocabulary import Word


class ViolationCode(Word, RuleCode):
    """The kinds of violations, in the order in which `explain` lists them.

    >>> ViolationCode.CARD_NOT_IN_HAND.rules
    ('bid.turn',)
    """

    NOBODY_TO_DECIDE = "nobody-to-decide", "season.end"
    """The game is over. No other violation comes with it."""
    NOT_YOUR_DECISION = "not-your-decision", "bid.order"
    """Another leader decides. No other violation comes with it."""
    OTHER_DECISION = "other-decision", "decision.order"
    """Something else is asked. No other violation comes with it."""
    CARD_NOT_IN_HAND = "card-not-in-hand", "bid.turn"
    """The card is not in the leader's hand."""
    COPY_IN_A_PILE = "copy-in-a-pile", "ally.jaime"
    """A copy of the card lies in a pile, and a current ally forbids that."""
    MAY_NOT_SKIP = "may-not-skip", "card.silence"
    """Nothing lets the leader skip this turn."""
    CARD_NOT_THERE = "card-not-there", "bid.pile"
    """The card is not in the pile or hand from which it should come."""
    OWN_PILE = "own-pile", "effect.you-pile"
    """The card would be moved from the leader's own pile."""
    WRONG_COLOUR = "wrong-colour", "components.colours"
    """The ability does not move cards of that colour."""
    PROTECTED = "protected", "card.decree"
    """The card cannot be moved by other influence cards."""
    NO_TOKEN_THERE = "no-token-there", "card.corruption"
    """The council is without tokens."""
    NOT_ONE_LEADERS_COUNCILS = "not-one-leaders-councils", "ring.councils"
    """The two councils are not those of one leader."""
    NOT_ANOTHER_LEADER = "not-another-leader", "effect.others"
    """It is not another leader of the table."""
    EMPTY_HAND = "empty-hand", "effect.must"
    """That leader's hand is empty."""
    NOT_YOUR_COUNCIL = "not-your-council", "claim.placement"
    """It is not one of the leader's two councils."""
    COUNCIL_EXCLUDED = "council-excluded", "claim.filter"
    """An ability or a card directs the leader to the other council."""
    ALLY_NOT_THERE = "ally-not-there", "effect.must"
    """The ally is not one of those from whom to choose."""
    NOT_THAT_TITLE = "not-that-title", "ally.robb"
    """The card has another title."""
    MUST_CHOOSE = "must-choose", "effect.must"
    """Nothing lets the leader decline."""
    LEADER_TAKEN = "leader-taken", "setup.leaders"
    """Another leader has the leader card, or the box lacks one with that id."""
    NOT_IN_PACK = "not-in-pack", "draft.pick"
    """The card is not in the leader's pack."""


@attrs.frozen
class Violation(Value):
    """One reason why a move is refused, with a sentence for the player as `str`.

    The sentence contains nothing that the mover may not know.

    >>> from westeros_intrigue.btwixt import Kneel, explain, setup
    >>> [violation] = explain(setup(3, seed=1), Kneel())
    >>> violation.code, violation.rule, violation.found
    (ViolationCode.OTHER_DECISION, 'setup.leaders', 'it answers another question')
    """

    code: ViolationCode
    """The kind of violation."""
    move: Move
    """The move that was tried."""
    found: str
    """The obstacle."""
    remedy: str
    """The remedy."""

    rule: str = attrs.field()
    """The id of the rule that it breaks."""

    @rule.default
    def _rule_of_the_code(self) -> str:
        return self.code.rules[0]

    def __str__(self) -> str:
        return f"{self.move} is refused: {self.found}. {self.remedy}."


class IllegalMove(RefusedMove[Violation, Move]):
    """A move that the rules refuse.

    The text of the error contains nothing that is hidden from the mover. `state` does contain
    everything, every hand included: it is for the program, not for the player.

    >>> from westeros_intrigue.btwixt import Kneel, apply, setup
    >>> try:
    ...     apply(setup(3, seed=1), Kneel())
    ... except IllegalMove as error:
    ...     print(error)
    kneel is refused: it answers another question. Pick a leader card, or draw a random one.
    """
