"""Why a move is refused: one code for each thing that can stand in its way.

Rules: decision.order.
"""

from __future__ import annotations

import attrs

from westeros_intrigue.base.errors import RefusedMove
from westeros_intrigue.base.values import Value
from westeros_intrigue.btwixt.moves import Move
from westeros_intrigue.btwixt.vocabulary import Word


class ViolationCode(Word):
    """The kinds of violations, in the order in which `explain` lists them."""

    NOBODY_TO_DECIDE = "nobody-to-decide"
    """The game is over. It stands alone."""
    NOT_YOUR_DECISION = "not-your-decision"
    """Another leader decides. It stands alone."""
    OTHER_DECISION = "other-decision"
    """Something else is asked. It stands alone."""
    CARD_NOT_IN_HAND = "card-not-in-hand"
    """The card is not in the leader's hand."""
    COPY_IN_A_PILE = "copy-in-a-pile"
    """A copy of the card lies in a pile, and a current ally forbids that."""
    MAY_NOT_SKIP = "may-not-skip"
    """Nothing lets the leader skip this turn."""
    CARD_NOT_THERE = "card-not-there"
    """The card is not in the pile or hand from which it should come."""
    OWN_PILE = "own-pile"
    """The card would be moved from the leader's own pile."""
    WRONG_COLOUR = "wrong-colour"
    """The ability does not move cards of that colour."""
    PROTECTED = "protected"
    """The card cannot be moved by other influence cards."""
    NO_TOKEN_THERE = "no-token-there"  # noqa: S105 - a power token
    """The council is without tokens."""
    NOT_ONE_LEADERS_COUNCILS = "not-one-leaders-councils"
    """The two councils are not those of one leader."""
    NOT_ANOTHER_LEADER = "not-another-leader"
    """It is not another leader of the table."""
    EMPTY_HAND = "empty-hand"
    """That leader's hand is empty."""
    NOT_YOUR_COUNCIL = "not-your-council"
    """It is not one of the leader's two councils."""
    COUNCIL_EXCLUDED = "council-excluded"
    """An ability or a card directs the leader to the other council."""
    ALLY_NOT_THERE = "ally-not-there"
    """The ally is not one of those from whom to choose."""
    NOT_THAT_TITLE = "not-that-title"
    """The card has another title."""
    MUST_CHOOSE = "must-choose"
    """Nothing lets the leader decline."""
    LEADER_TAKEN = "leader-taken"
    """Another leader has the leader card, or the box lacks one with that id."""
    NOT_IN_PACK = "not-in-pack"
    """The card is not in the leader's pack."""


RULES: dict[ViolationCode, str] = {
    ViolationCode.NOBODY_TO_DECIDE: "season.end",
    ViolationCode.NOT_YOUR_DECISION: "bid.order",
    ViolationCode.OTHER_DECISION: "decision.order",
    ViolationCode.CARD_NOT_IN_HAND: "bid.turn",
    ViolationCode.COPY_IN_A_PILE: "ally.jaime",
    ViolationCode.MAY_NOT_SKIP: "card.silence",
    ViolationCode.CARD_NOT_THERE: "bid.pile",
    ViolationCode.OWN_PILE: "effect.you-pile",
    ViolationCode.WRONG_COLOUR: "components.colours",
    ViolationCode.PROTECTED: "card.decree",
    ViolationCode.NO_TOKEN_THERE: "card.corruption",
    ViolationCode.NOT_ONE_LEADERS_COUNCILS: "ring.councils",
    ViolationCode.NOT_ANOTHER_LEADER: "effect.others",
    ViolationCode.EMPTY_HAND: "effect.must",
    ViolationCode.NOT_YOUR_COUNCIL: "claim.placement",
    ViolationCode.COUNCIL_EXCLUDED: "claim.filter",
    ViolationCode.ALLY_NOT_THERE: "effect.must",
    ViolationCode.NOT_THAT_TITLE: "ally.robb",
    ViolationCode.MUST_CHOOSE: "effect.must",
    ViolationCode.LEADER_TAKEN: "setup.leaders",
    ViolationCode.NOT_IN_PACK: "draft.pick",
}
"""The id of the rule that a violation of each code cites, unless the question has its own."""


@attrs.frozen
class Violation(Value):
    """One reason why a move is refused, with a sentence for the player as `str`.

    The sentence contains nothing that the mover may not know.
    """

    code: ViolationCode
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
        return RULES[self.code]

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
    kneel is refused: a leader card must be picked. Pick one, or take a random one.
    """
