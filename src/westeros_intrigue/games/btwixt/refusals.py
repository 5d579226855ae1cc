"""The reasons for refusing a move: codes with the rules that they cite, and refusals in words.

Several refusals can have the same code; each has one sentence about the obstacle and one about the
remedy. Sentences name facts that the question passes on; they contain nothing hidden from the
mover.

Rules: bid.turn, bid.order, decision.order, season.end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Self

import attrs

from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import RefusedMove
from westeros_intrigue.gamekit.values import RuleCode, Value, Word
from westeros_intrigue.games.btwixt.cards import Numbers
from westeros_intrigue.games.btwixt.moves import Move
from westeros_intrigue.games.btwixt.operations import Colour
from westeros_intrigue.games.btwixt.table import DecisionKind


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

    def __str__(self) -> str:
        return self._value_


@attrs.frozen
class Facts(Value):
    """The facts that the sentence of a refusal names: a few of these; others are empty or None.

    >>> print(Refusal.EMPTY_HAND.find_obstacle(Facts(seat=2)))
    seat 2 has an empty hand
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


@attrs.frozen
class _Entry:
    """A refusal: its code, and its words."""

    name: str
    code: ViolationCode
    obstacle: Callable[[Facts], str]
    remedy: Callable[[Facts], str]


_MOST_NAMED = 6
"""The most answers that a refusal names."""
_NEIGHBOURS = "a neighbour's card"


def _request(facts: Facts) -> str:
    return facts.request


def _movable_card(_: Facts) -> str:
    return "Choose a card that the ability can move from another leader's pile"


def _play_or_kneel(_: Facts) -> str:
    return "Play a card, or kneel"


def _token_and_place(_: Facts) -> str:
    return "Move a token from a council that has one to the next council on either side"


def _one_of_the_councils(facts: Facts) -> str:
    return "Choose " + " or ".join(f"c{council}" for council in facts.councils)


def _seats_to_decide(facts: Facts) -> str:
    seats = facts.deciders
    which = "seats {} decide" if len(seats) > 1 else "seat {} decides"
    return f"{which.format(join_words(seats))} now"


class Refusal(Word):
    """The reasons for refusing a move; each has a code, an obstacle and a remedy.

    >>> Refusal.TURN_BEGUN.code, Refusal.TURN_BEGUN.find_obstacle(Facts())
    (ViolationCode.MAY_NOT_SKIP, 'a card has been played in this turn')
    >>> Refusal.TURN_BEGUN.find_remedy(Facts())
    'Play a card, or kneel'
    >>> from westeros_intrigue.games.btwixt import Skip
    >>> print(Refusal.TURN_BEGUN.of(Skip(), Facts()))
    skip is refused: a card has been played in this turn. Play a card, or kneel.
    """

    _value_: str
    _entry: _Entry

    def __new__(cls, entry: _Entry) -> Self:
        """Return the member for an entry."""
        member = object.__new__(cls)
        member._value_, member._entry = entry.name, entry
        return member

    GAME_OVER = _Entry(
        "game-over",
        ViolationCode.NOBODY_TO_DECIDE,
        lambda _: "the game is over",
        lambda _: "See who has won",
    )
    """No question is open."""
    NOT_YOUR_DECISION = _Entry(
        "not-your-decision",
        ViolationCode.NOT_YOUR_DECISION,
        _seats_to_decide,
        lambda _: "Wait for your turn",
    )
    """The seat is not a decider."""
    OTHER_DECISION = _Entry(
        "other-decision",
        ViolationCode.OTHER_DECISION,
        lambda _: "it answers another question",
        _request,
    )
    """The move has not the form of an answer."""
    NOT_IN_HAND = _Entry(
        "not-in-hand",
        ViolationCode.CARD_NOT_IN_HAND,
        lambda facts: f"seat {facts.asked} does not have the card",
        _request,
    )
    """The decider does not have the card."""
    COPY_IN_A_PILE = _Entry(
        "copy-in-a-pile",
        ViolationCode.COPY_IN_A_PILE,
        lambda _: "a copy of it is in a pile, and a current ally forbids copies",
        lambda _: "Play another card, or kneel",
    )
    """An ally forbids copies of cards in piles."""
    NO_SKIPS = _Entry(
        "no-skips",
        ViolationCode.MAY_NOT_SKIP,
        lambda _: "no card lets this leader skip turns",
        _play_or_kneel,
    )
    """No card lets the decider skip."""
    TURN_BEGUN = _Entry(
        "turn-begun",
        ViolationCode.MAY_NOT_SKIP,
        lambda _: "a card has been played in this turn",
        _play_or_kneel,
    )
    """The decider has already played a card in this turn."""
    ALL_SKIPPED = _Entry(
        "all-skipped",
        ViolationCode.MAY_NOT_SKIP,
        lambda _: "every other standing leader has skipped",
        _play_or_kneel,
    )
    """All others have skipped, so a card must be played, or the decider kneels."""
    NOT_IN_PILE = _Entry(
        "not-in-pile",
        ViolationCode.CARD_NOT_THERE,
        lambda facts: f"it is not in a pile of seat {facts.seat}",
        _movable_card,
    )
    """The seat's pile does not have the card."""
    NOT_IN_SHOWN_HAND = _Entry(
        "not-in-shown-hand",
        ViolationCode.CARD_NOT_THERE,
        lambda _: "that hand does not have the card",
        _request,
    )
    """The hand that the decider looks at does not have the card."""
    OWN_PILE = _Entry(
        "own-pile",
        ViolationCode.OWN_PILE,
        lambda _: "it would stay in the same pile",
        _movable_card,
    )
    """The card is in the decider's own pile."""
    WRONG_COLOUR = _Entry(
        "wrong-colour",
        ViolationCode.WRONG_COLOUR,
        lambda facts: (
            f"it is {facts.colour}, and the ability moves only "
            f"{' or '.join(map(str, facts.colours))}"
        ),
        _movable_card,
    )
    """The ability does not move cards of this colour."""
    PROTECTED = _Entry(
        "protected",
        ViolationCode.PROTECTED,
        lambda _: "other influence cards cannot move it",
        _movable_card,
    )
    """The card protects itself."""
    NO_TOKEN_THERE = _Entry(
        "no-token-there",
        ViolationCode.NO_TOKEN_THERE,
        lambda facts: f"council {facts.council} has no tokens",
        _token_and_place,
    )
    """The council has no tokens, or the table has no such council."""
    NOT_ONE_LEADERS_COUNCILS = _Entry(
        "not-one-leaders-councils",
        ViolationCode.NOT_ONE_LEADERS_COUNCILS,
        lambda facts: f"no leader has both council {facts.council} and council {facts.to}",
        _token_and_place,
    )
    """The two councils are not beside each other."""
    NOT_ANOTHER_LEADER = _Entry(
        "not-another-leader",
        ViolationCode.NOT_ANOTHER_LEADER,
        lambda facts: f"seat {facts.seat} is not another leader",
        lambda _: "Choose another seat",
    )
    """The seat is the decider's own, or the table has no such seat."""
    EMPTY_HAND = _Entry(
        "empty-hand",
        ViolationCode.EMPTY_HAND,
        lambda facts: f"seat {facts.seat} has an empty hand",
        lambda _: "Choose a leader who has cards",
    )
    """A card would be taken from an empty hand."""
    NOT_YOUR_COUNCIL = _Entry(
        "not-your-council",
        ViolationCode.NOT_YOUR_COUNCIL,
        lambda facts: f"council {facts.council} is not one of seat {facts.asked}'s",
        _one_of_the_councils,
    )
    """The council belongs to other leaders."""
    COUNCIL_EXCLUDED = _Entry(
        "council-excluded",
        ViolationCode.COUNCIL_EXCLUDED,
        lambda facts: (
            f"{f'the ability of {facts.ally}' if facts.ally else _NEIGHBOURS} excludes it"
        ),
        _one_of_the_councils,
    )
    """The other council is prescribed."""
    NOT_IN_OTHER_COUNCIL = _Entry(
        "not-in-other-council",
        ViolationCode.ALLY_NOT_THERE,
        lambda _: "the ally is not in the leader's other council",
        _request,
    )
    """The ally cannot be moved."""
    NOT_LOOKED_AT = _Entry(
        "not-looked-at",
        ViolationCode.ALLY_NOT_THERE,
        lambda _: "the ally is not one of those looked at",
        _request,
    )
    """The decider does not look at the ally."""
    NOT_THAT_TITLE = _Entry(
        "not-that-title",
        ViolationCode.NOT_THAT_TITLE,
        lambda facts: f"its title is not {facts.title}",
        lambda facts: f"Choose a card titled {facts.title}, or decline",
    )
    """The card has another title than the ally asks for."""
    MUST_CHOOSE = _Entry(
        "must-choose",
        ViolationCode.MUST_CHOOSE,
        lambda _: "declining is not allowed here",
        _request,
    )
    """The ability has no "may"."""
    NO_SUCH_LEADER = _Entry(
        "no-such-leader",
        ViolationCode.LEADER_TAKEN,
        lambda _: "the box has no such leader card",
        _request,
    )
    """The box has no such leader card."""
    LEADER_TAKEN = _Entry(
        "leader-taken",
        ViolationCode.LEADER_TAKEN,
        lambda facts: f"seat {facts.seat} has this leader card",
        _request,
    )
    """Another seat has the leader card."""
    NOT_IN_PACK = _Entry(
        "not-in-pack", ViolationCode.NOT_IN_PACK, lambda _: "the card is not in the pack", _request
    )
    """The decider's pack does not have the card."""

    @property
    def code(self) -> ViolationCode:
        """The kind of violation."""
        return self._entry.code

    def find_obstacle(self, facts: Facts) -> str:
        """Return the obstacle, as a sentence without a full stop or a capital."""
        return self._entry.obstacle(facts)

    def find_remedy(self, facts: Facts) -> str:
        """Return the remedy, as a sentence without a full stop."""
        return self._entry.remedy(facts)

    def of(self, move: Move, facts: Facts, *, rule: str = "") -> Violation:
        """Return the violation of a move that is refused for this reason.

        Args:
            move: the move.
            facts: the facts that the sentence names.
            rule: the id of the broken rule; empty for the only one of the code.
        """
        return Violation(self, move, facts, rule or self.code.rules[0])


@attrs.frozen
class Violation(Value):
    """One reason why a move is refused, as data, and with a sentence for the player as `str`.

    It contains nothing hidden from the mover.

    >>> from westeros_intrigue.games.btwixt import Kneel, explain, setup
    >>> [violation] = explain(setup(3, seed=1), Kneel())
    >>> violation.code, violation.rule, violation.found
    (ViolationCode.OTHER_DECISION, 'setup.leaders', 'it answers another question')
    >>> violation.refusal, violation.facts.kind
    (Refusal.OTHER_DECISION, DecisionKind.CHOOSE_LEADER)
    """

    refusal: Refusal
    """The reason."""
    move: Move
    """The move that was tried."""
    facts: Facts
    """The facts that its sentence names."""
    rule: str
    """The id of the broken rule."""
    _answers: Callable[[], Iterable[Move]] | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def answers(self) -> tuple[Move, ...]:
        """Legal answers, six at most, if all players can see them on the table."""
        return tuple(islice(self._answers(), _MOST_NAMED)) if self._answers else ()

    @property
    def code(self) -> ViolationCode:
        """The kind of violation; several refusals can have the same."""
        return self.refusal.code

    @property
    def found(self) -> str:
        """The obstacle, in words."""
        return self.refusal.find_obstacle(self.facts)

    @property
    def remedy(self) -> str:
        """The remedy, in words, with the answers."""
        told, answers = self.refusal.find_remedy(self.facts), self.answers
        return f"{told}: {join_words(answers, 'or')}" if answers else told

    def __str__(self) -> str:
        return f"{self.move} is refused: {self.found}. {self.remedy}."


def name_answers(violation: Violation, answers: Callable[[], Iterable[Move]]) -> Violation:
    """Return a violation with the answers that a function returns, once its sentence is asked for.

    >>> from westeros_intrigue.games.btwixt import Kneel, explain, parse_move, setup
    >>> [violation] = explain(setup(3, seed=1), Kneel())
    >>> print(*name_answers(violation, lambda: [parse_move("random leader")]).answers)
    random leader
    """
    return Violation(violation.refusal, violation.move, violation.facts, violation.rule, answers)


class IllegalMove(RefusedMove[Violation, Move]):
    """A move that the rules refuse.

    The text of the error contains nothing hidden from the mover. `state` contains every hand: it is
    for the program, not for the player.

    >>> from westeros_intrigue.games.btwixt import Kneel, apply, setup
    >>> try:  # doctest: +ELLIPSIS
    ...     apply(setup(3, seed=1), Kneel())
    ... except IllegalMove as error:
    ...     print(error)
    kneel is refused: it answers another question. Pick a leader card, or draw a random one: ...
    """
