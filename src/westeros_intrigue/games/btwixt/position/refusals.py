"""The reasons for refusing a move: codes with the rules that they cite, and refusals in words.

Several refusals can have the same code; each has one sentence about the obstacle and one about the
remedy. Sentences name facts that the question passes on; they contain nothing hidden from the
mover.

Rules: bid.turn, bid.order, decision.order, season.end.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterable
from typing import Any

import attrs
from typing_extensions import deprecated

from westeros_intrigue.gamekit import refusals
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import DeprecatedName
from westeros_intrigue.gamekit.values import RuleCode, Value
from westeros_intrigue.games.btwixt.pieces.cards import Numbers
from westeros_intrigue.games.btwixt.pieces.operations import Colour
from westeros_intrigue.games.btwixt.position.moves import Move
from westeros_intrigue.games.btwixt.position.table import DecisionKind


class ViolationCode(RuleCode):
    """The kinds of violations, in the order in which `explain` lists them.

    >>> ViolationCode.CARD_NOT_IN_HAND.rules
    ('bid.turn',)
    """

    NOBODY_TO_DECIDE = "nobody-to-decide", "season.end"
    """The game is over. No other violation is reported with it."""
    NOT_YOUR_DECISION = "not-your-decision", "bid.order"
    """Another leader decides. No other violation is reported with it."""
    OTHER_DECISION = "other-decision", *dict.fromkeys(kind.rule for kind in DecisionKind)
    """The open question is a different one, whose rule it cites. No other violation is reported
    with it."""
    CARD_NOT_IN_HAND = "card-not-in-hand", "bid.turn"
    """The card is not in the leader's hand."""
    COPY_IN_A_PILE = "copy-in-a-pile", "ally.jaime"
    """A copy of the card is in a pile, and a current ally forbids that."""
    MAY_NOT_SKIP = "may-not-skip", "card.silence"
    """No card allows the leader to skip this turn."""
    CARD_NOT_THERE = "card-not-there", "bid.pile"
    """The card is not in the pile or hand from which it should come."""
    OWN_PILE = "own-pile", "effect.you-pile"
    """The card would be moved from the leader's own pile."""
    WRONG_COLOUR = "wrong-colour", "components.colours"
    """The ability does not move cards of that colour."""
    PROTECTED = "protected", "card.decree"
    """The card cannot be moved by other influence cards."""
    NO_TOKEN_THERE = "no-token-there", "card.corruption"
    """The council has no tokens."""
    NOT_ONE_LEADERS_COUNCILS = "not-one-leaders-councils", "ring.councils"
    """The two councils do not belong to one leader."""
    NOT_ANOTHER_LEADER = "not-another-leader", "effect.others"
    """The seat is not another leader."""
    EMPTY_HAND = "empty-hand", "effect.must"
    """That leader's hand is empty."""
    NOT_YOUR_COUNCIL = "not-your-council", "claim.placement"
    """The council is not one of the leader's two."""
    COUNCIL_EXCLUDED = "council-excluded", "claim.filter"
    """An ability or a card directs the leader to the other council."""
    ALLY_NOT_THERE = "ally-not-there", "effect.must"
    """The ally is not one of the choices."""
    NOT_THAT_TITLE = "not-that-title", "ally.robb"
    """The card has another title."""
    MUST_CHOOSE = "must-choose", "effect.must"
    """The leader may not decline."""
    LEADER_TAKEN = "leader-taken", "setup.leaders"
    """Another leader has the leader card, or the box has none with that id."""
    NOT_IN_PACK = "not-in-pack", "draft.pick"
    """The card is not in the leader's pack."""


@attrs.frozen
class Facts(Value):
    """The facts that the sentence of a refusal names: a few of these; others are empty or None.

    >>> print(Refusal.EMPTY_HAND.find_obstacle(Facts(seat=2)))
    player 2 has an empty hand
    """

    kind: DecisionKind | None = None
    """The kind of the open question."""
    asked: int | None = None
    """The seat that it asks first, from 0."""
    deciders: Numbers = ()
    """The seats that decide now, from 0."""
    seat: int | None = None
    """The seat that the move names, or that has what the move asks for, from 0."""
    council: int | None = None
    """The council that the move names, from 0."""
    to: int | None = None
    """The council to which the move would bring a token, from 0."""
    councils: Numbers = ()
    """The councils that can be chosen, from 0."""
    ally: str | None = None
    """The name of the ally whose ability excludes a council; None if a neighbour's card does."""
    colour: Colour | None = None
    """The colour of the card that the move names."""
    colours: tuple[Colour, ...] = ()
    """The colours that the ability can move."""
    title: str = ""
    """The title that the card must have."""

    @property
    def request(self) -> str:
        """The open question as a request; empty without a question."""
        return "" if self.kind is None else self.kind.sentence


_NEIGHBOURS = "a neighbour's card"
_MOVABLE_CARD = "Choose a card that the ability can move from another leader's pile"
_PLAY_OR_KNEEL = "Play a card, or kneel"
_NEXT_COUNCIL = "Move a token from a council that has one to the next council on either side"


def _request(facts: Facts) -> str:
    return facts.request


def _one_of_the_councils(facts: Facts) -> str:
    return "Choose " + " or ".join(f"c{council}" for council in facts.councils)


def _seats_to_decide(facts: Facts) -> str:
    names = [f"player {seat}" for seat in facts.deciders]
    return f"{join_words(names)} {'decide' if len(names) > 1 else 'decides'} now"


def _row(
    code: ViolationCode, obstacle: refusals.Words[Facts], remedy: refusals.Words[Facts]
) -> refusals.Row[Facts]:
    """Return a refusal that cites the first rule of its code, unless a check cites another."""
    return refusals.Row(code, code.rules[0], obstacle, remedy)


class Refusal(refusals.Refusals):
    """The reasons for refusing a move; each has a code, an obstacle and a remedy.

    >>> Refusal.TURN_BEGUN.code, Refusal.TURN_BEGUN.find_obstacle(Facts())
    (ViolationCode.MAY_NOT_SKIP, 'a card has been played in this turn')
    >>> Refusal.TURN_BEGUN.find_remedy(Facts())
    'Play a card, or kneel'
    >>> from westeros_intrigue.games.btwixt import Skip
    >>> print(Refusal.TURN_BEGUN.of(Skip(), Facts()))
    skip: a card has been played in this turn. Play a card, or kneel.
    >>> Refusal.TURN_BEGUN.put_together(Skip(), "a card has been played", "Play another")
    'skip: a card has been played. Play another.'
    """

    # Members never change, which pyright does not know.
    code: ViolationCode  # pyright: ignore[reportIncompatibleVariableOverride]
    """The kind of violation."""

    GAME_OVER = _row(
        ViolationCode.NOBODY_TO_DECIDE,
        "the game is over",
        "See who has won",
    )
    """No question is open."""
    NOT_YOUR_DECISION = _row(
        ViolationCode.NOT_YOUR_DECISION,
        _seats_to_decide,
        "Wait for your turn",
    )
    """The seat is not a decider."""
    OTHER_DECISION = _row(
        ViolationCode.OTHER_DECISION,
        "it answers another question",
        _request,
    )
    """The move has not the form of an answer."""
    NOT_IN_HAND = _row(
        ViolationCode.CARD_NOT_IN_HAND,
        lambda facts: f"player {facts.asked} does not have the card",
        _request,
    )
    """The decider does not have the card."""
    COPY_IN_A_PILE = _row(
        ViolationCode.COPY_IN_A_PILE,
        "a copy of it is in a pile, and a current ally forbids copies",
        "Play another card, or kneel",
    )
    """An ally forbids copies of cards in piles."""
    NO_SKIPS = _row(
        ViolationCode.MAY_NOT_SKIP,
        lambda facts: f"no card lets player {facts.asked} skip turns",
        _PLAY_OR_KNEEL,
    )
    """No card lets the decider skip."""
    TURN_BEGUN = _row(
        ViolationCode.MAY_NOT_SKIP,
        "a card has been played in this turn",
        _PLAY_OR_KNEEL,
    )
    """The decider has already played a card in this turn."""
    ALL_SKIPPED = _row(
        ViolationCode.MAY_NOT_SKIP,
        "every other standing leader has skipped",
        _PLAY_OR_KNEEL,
    )
    """All others have skipped, so a card must be played, or the decider kneels."""
    NOT_IN_PILE = _row(
        ViolationCode.CARD_NOT_THERE,
        lambda facts: f"it is not in player {facts.seat}'s pile",
        _MOVABLE_CARD,
    )
    """The seat's pile does not have the card."""
    NOT_IN_SHOWN_HAND = _row(
        ViolationCode.CARD_NOT_THERE,
        "that hand does not have the card",
        _request,
    )
    """The hand that the decider looks at does not have the card."""
    OWN_PILE = _row(
        ViolationCode.OWN_PILE,
        "it would stay in the same pile",
        _MOVABLE_CARD,
    )
    """The card is in the decider's own pile."""
    WRONG_COLOUR = _row(
        ViolationCode.WRONG_COLOUR,
        lambda facts: (
            f"it is {facts.colour}, and the ability moves only "
            f"{' or '.join(map(str, facts.colours))}"
        ),
        _MOVABLE_CARD,
    )
    """The ability does not move cards of this colour."""
    PROTECTED = _row(
        ViolationCode.PROTECTED,
        "other influence cards cannot move it",
        _MOVABLE_CARD,
    )
    """The card protects itself."""
    NO_TOKEN_THERE = _row(
        ViolationCode.NO_TOKEN_THERE,
        lambda facts: f"council {facts.council} has no tokens",
        _NEXT_COUNCIL,
    )
    """The council has no tokens, or the table has no such council."""
    NOT_ONE_LEADERS_COUNCILS = _row(
        ViolationCode.NOT_ONE_LEADERS_COUNCILS,
        lambda facts: f"no leader has both council {facts.council} and council {facts.to}",
        _NEXT_COUNCIL,
    )
    """The two councils are not beside each other."""
    NOT_ANOTHER_LEADER = _row(
        ViolationCode.NOT_ANOTHER_LEADER,
        lambda facts: f"player {facts.seat} is not another leader",
        "Choose another leader",
    )
    """The seat is the decider's own, or the table has no such seat."""
    EMPTY_HAND = _row(
        ViolationCode.EMPTY_HAND,
        lambda facts: f"player {facts.seat} has an empty hand",
        "Choose a leader who has cards",
    )
    """A card would be taken from an empty hand."""
    NOT_YOUR_COUNCIL = _row(
        ViolationCode.NOT_YOUR_COUNCIL,
        lambda facts: f"council {facts.council} does not belong to player {facts.asked}",
        _one_of_the_councils,
    )
    """The council belongs to other leaders."""
    COUNCIL_EXCLUDED = _row(
        ViolationCode.COUNCIL_EXCLUDED,
        lambda facts: (
            f"{f'the ability of {facts.ally}' if facts.ally else _NEIGHBOURS} excludes it"
        ),
        _one_of_the_councils,
    )
    """The other council is prescribed."""
    NOT_IN_OTHER_COUNCIL = _row(
        ViolationCode.ALLY_NOT_THERE,
        lambda facts: f"the ally is not in player {facts.asked}'s other council",
        _request,
    )
    """The ally cannot be moved."""
    NOT_LOOKED_AT = _row(
        ViolationCode.ALLY_NOT_THERE,
        "the ally is not one of those looked at",
        _request,
    )
    """The decider does not look at the ally."""
    NOT_THAT_TITLE = _row(
        ViolationCode.NOT_THAT_TITLE,
        lambda facts: f"its title is not {facts.title}",
        lambda facts: f"Choose a card titled {facts.title}, or decline",
    )
    """The card has another title than the ally asks for."""
    MUST_CHOOSE = _row(
        ViolationCode.MUST_CHOOSE,
        "declining is not allowed here",
        _request,
    )
    """The ability has no "may"."""
    NO_SUCH_LEADER = _row(
        ViolationCode.LEADER_TAKEN,
        "the box has no such leader card",
        _request,
    )
    """The box has no such leader card."""
    LEADER_TAKEN = _row(
        ViolationCode.LEADER_TAKEN,
        lambda facts: f"player {facts.seat} has this leader card",
        _request,
    )
    """Another seat has the leader card."""
    NOT_IN_PACK = _row(ViolationCode.NOT_IN_PACK, "the card is not in the pack", _request)
    """The decider's pack does not have the card."""

    def find_remedy(self, facts: Facts, answers: tuple[Any, ...] = ()) -> str:
        """Return the remedy, as a sentence without a full stop, with the answers.

        Args:
            facts: the facts that the words name.
            answers: legal answers; those of a choice of councils are in the facts.
        """
        told = super().find_remedy(facts)
        if not answers or facts.councils:
            return told
        return f"{told}: {join_words(answers, 'or')}"

    def put_together(self, move: object, obstacle: str, remedy: str) -> str:
        """Return the sentence about a refused move.

        Args:
            move: the move.
            obstacle: what is in the way, without a full stop.
            remedy: what would work, without one.
        """
        return f"{move}: {obstacle}. {remedy}."

    def of(self, move: Move, facts: Facts, *, rule: str = "") -> Violation:
        """Return the violation of a move that is refused for this reason.

        Args:
            move: the move.
            facts: the facts that the sentence names.
            rule: the id of the broken rule; empty for the only one of the code.
        """
        return Violation(self, move, facts, rule or self.rule)


@attrs.frozen
class Violation(refusals.Violation[Refusal, Facts, Move]):
    """One reason why a move is refused, as data, and with a sentence for the player as `str`.

    It contains nothing hidden from the mover. Its answers are those that all players can see on the
    table; in the view of the player who is asked, also those with hidden cards and allies that the
    player sees.

    >>> from westeros_intrigue.games.btwixt import Kneel, explain, setup
    >>> [violation] = explain(setup(3, seed=1), Kneel())
    >>> violation.code, violation.rule, violation.obstacle
    (ViolationCode.OTHER_DECISION, 'setup.leaders', 'it answers another question')
    >>> violation.refusal, violation.facts.kind
    (Refusal.OTHER_DECISION, DecisionKind.CHOOSE_LEADER)
    """

    @property
    def code(self) -> ViolationCode:
        """The kind of violation; several refusals can have the same."""
        return self.refusal.code

    @property
    @deprecated("since 1.0: use obstacle", category=DeprecatedName)
    def found(self) -> str:
        """The obstacle, in words.

        .. deprecated:: 1.0
           Use `obstacle`.
        """
        return self.obstacle


def name_answers(violation: Violation, answers: Callable[[], Iterable[Move]]) -> Violation:
    """Return a violation with the answers that a function returns, once its sentence is asked for.

    >>> from westeros_intrigue.games.btwixt import Kneel, explain, parse_move, setup
    >>> [violation] = explain(setup(3, seed=1), Kneel())
    >>> print(*name_answers(violation, lambda: [parse_move("random leader")]).answers)
    random leader
    """
    return Violation(violation.refusal, violation.move, violation.facts, violation.rule, answers)


class IllegalMove(refusals.IllegalMove[Violation, Move]):
    """A move that the rules refuse.

    The text of the error contains nothing hidden from the mover. `state` contains every hand: it is
    for the program, not for the player.

    >>> from westeros_intrigue.games.btwixt import Kneel, apply, setup
    >>> try:  # doctest: +ELLIPSIS
    ...     apply(setup(3, seed=1), Kneel())
    ... except IllegalMove as error:
    ...     print(error)
    kneel: it answers another question. Pick a leader card, or draw a random one: ...
    """
