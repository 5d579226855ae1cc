"""The vocabulary of abilities: all actions of cards in a box.

An ability is a timing, an operation and its arguments. A box that needs more is refused, and
nothing stands here that no known or hinted card needs.

Rules: box.well-formed, components.triumph.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import attrs

from westeros_intrigue.base.limits import Printable
from westeros_intrigue.base.values import NamedEnum, Value


class Word(NamedEnum):
    """The base of the enumerations: the text of a member is its value."""

    def __str__(self) -> str:
        return str(self.value)


Name = Annotated[str, Printable(200)]
"""An id, a name or a title of one line."""
Notes = Annotated[str, Printable(2000)]
"""A remark of one line."""


class Colour(Word):
    """The colour of an influence card (rule components.colours)."""

    RED = "red"
    GREEN = "green"
    PURPLE = "purple"
    BLUE = "blue"
    """An event."""
    WHITE = "white"
    """A leader's own card."""


class Timing(Word):
    """The moment at which an ability applies, and who "you" is (rules effect.you-pile and on)."""

    ON_PLAY = "on_play"
    """While the card is being played; its player."""
    IN_PILE = "in_pile"
    """At all times while it lies in a pile; the pile's leader."""
    AFTER_BID = "after_bid"
    """After the bid, before the ally is claimed; "you" is the pile's leader."""
    PLACEMENT = "placement"
    """The ally is placed; "you" is the claimant, or the pile's leader for an influence card."""
    CLEAN_UP = "clean_up"
    """In place of the discard; the pile's leader."""
    THIS_ROUND = "this_round"
    """While the ally is current."""
    WHEN_CLAIMED = "when_claimed"
    """After the ally has been placed; the claimant."""


class Operation(Word):
    """The operations of abilities.

    >>> Operation("move_bid_card")
    Operation.MOVE_BID_CARD
    """

    MOVE_BID_CARD = "move_bid_card"
    """Move a card of the `colours` from another leader's pile to yours."""
    PROTECT_SELF = "protect_self"
    """Other influence cards cannot choose, move, discard or take this card."""
    MOVE_TOKEN = "move_token"  # noqa: S105 - a power token
    """Move a token from any leader's council to that leader's other council."""
    WATCH_HAND = "watch_hand"
    """Choose another leader; you see that hand until the end of the round."""
    SKIP_TURNS = "skip_turns"
    """From your next turn on, skip, or play up to `cards` cards and kneel at once."""
    TO_PILE_OF = "to_pile_of"
    """Choose another leader; this card is added to that leader's pile instead of yours."""
    TO_HAND = "to_hand"
    """The card goes to your hand instead of the discard pile; with `unless_winner` only if you
    did not win the bid."""
    PLACE_SHARED = "place_shared"
    """A neighbour who wins uses the council shared with you."""
    PLACE_WITH_HIGHEST = "place_with_highest"
    """Into a council of yours with an ally of the highest power among your allies."""
    PLACE_WITH = "place_with"
    """If the `ally` is yours, into its council."""
    PLACE_SIDE = "place_side"
    """Into the council on that `side` of yours."""
    CLAIM_NEXT = "claim_next"
    """Reveal and claim the next ally, into the council of this one."""
    MOVE_ALLY = "move_ally"
    """Move an ally from your other council to the council of this one."""
    LOOK_AND_TAKE = "look_and_take"
    """Look at another leader's hand and take a card from it."""
    LOOK_ALLIES = "look_allies"
    """Look at the top `count` allies, kill `kill` of them, put the rest back in any order."""
    DISCARD = "discard"
    """Each of `who` chooses and discards `count` cards from the hand."""
    OFFER_KILL = "offer_kill"
    """Another leader may discard a card of the `title` to kill this ally, and you one to
    cancel that."""
    NO_COPIES = "no_copies"
    """Nobody may play a card while a copy of it lies in a pile."""
    TAKE_BACK_PILE = "take_back_pile"
    """The first leader to kneel with a card in the pile takes the pile into the hand."""
    GAIN_TOKEN = "gain_token"  # noqa: S105 - a power token
    """Gain a token, `onto` a council or the current ally."""
    KILL_CURRENT = "kill_current"
    """Kill the ally that has been current longest."""
    INTRODUCE = "introduce"
    """The next ally becomes one more current ally."""


class Side(Word):
    """A side of a leader: clockwise from a seat lies its left."""

    LEFT = "left"
    RIGHT = "right"


class Who(Word):
    """The leaders who discard by an ability."""

    YOU = "you"
    SECOND = "second"
    """The leader with the second-highest total (rule claim.ranking)."""


class Onto(Word):
    """The place of a gained token."""

    COUNCIL = "council"
    CURRENT = "current"
    """Onto the ally that has been current longest."""


@attrs.frozen
class Ability(Value):
    """One ability of a card; arguments that its operation does not have are None or empty.

    >>> print(Ability(Timing.ON_PLAY, Operation.SKIP_TURNS, cards=2))
    on_play skip_turns(cards=2)
    >>> print(Ability(Timing.ON_PLAY, Operation.MOVE_BID_CARD, may=True, colours=(Colour.RED,)))
    on_play may move_bid_card(colours=red)
    """

    timing: Timing
    """The moment at which it applies."""
    do: Operation
    """Its operation."""
    may: bool = False
    """True if the leader may decline."""
    colours: tuple[Colour, ...] = ()
    """The colours of cards that can be moved."""
    cards: int | None = None
    """The most cards of a turn that is not skipped."""
    unless_winner: bool = False
    """True if it does nothing for the winner of the bid."""
    ally: Name | None = None
    """The name of an ally."""
    side: Side | None = None
    """The side of the claimant."""
    count: int | None = None
    """The number of allies looked at, or of cards discarded."""
    kill: int | None = None
    """The number of the allies looked at that are killed."""
    who: tuple[Who, ...] = ()
    """The leaders who discard, in this order."""
    title: Name | None = None
    """The title of an influence card."""
    onto: Onto | None = None
    """The place of the gained token."""

    def __str__(self) -> str:
        arguments = ", ".join(
            f"{name}={_argument(getattr(self, name))}" for name in SIGNATURES[self.do].arguments
        )
        may = "may " if self.may else ""
        return f"{self.timing} {may}{self.do}" + (f"({arguments})" if arguments else "")


@attrs.frozen
class Signature(Value):
    """The use of an operation."""

    influence: tuple[Timing, ...] = ()
    """The timings that it has on an influence card."""
    ally: tuple[Timing, ...] = ()
    """The timings that it has on an ally."""
    arguments: tuple[str, ...] = ()
    """Its arguments, all of them needed but `unless_winner`."""
    may: bool = False
    """True if it can be marked "may"."""


_NOW = (Timing.ON_PLAY, Timing.AFTER_BID)
_PLAY = (Timing.ON_PLAY,)
_CLAIMED = (Timing.WHEN_CLAIMED,)
_PLACED = (Timing.PLACEMENT,)
_ROUND = (Timing.THIS_ROUND,)

SIGNATURES: dict[Operation, Signature] = {
    Operation.MOVE_BID_CARD: Signature(influence=_NOW, arguments=("colours",), may=True),
    Operation.PROTECT_SELF: Signature(influence=(Timing.IN_PILE,)),
    Operation.MOVE_TOKEN: Signature(influence=_NOW, ally=_CLAIMED),
    Operation.WATCH_HAND: Signature(influence=_PLAY),
    Operation.SKIP_TURNS: Signature(influence=_PLAY, arguments=("cards",)),
    Operation.TO_PILE_OF: Signature(influence=_PLAY),
    Operation.TO_HAND: Signature(influence=(Timing.CLEAN_UP,), arguments=("unless_winner",)),
    Operation.PLACE_SHARED: Signature(influence=_PLACED),
    Operation.PLACE_WITH_HIGHEST: Signature(ally=_PLACED),
    Operation.PLACE_WITH: Signature(ally=_PLACED, arguments=("ally",)),
    Operation.PLACE_SIDE: Signature(ally=_PLACED, arguments=("side",)),
    Operation.CLAIM_NEXT: Signature(ally=_CLAIMED),
    Operation.MOVE_ALLY: Signature(ally=_CLAIMED),
    Operation.LOOK_AND_TAKE: Signature(influence=_NOW, ally=_CLAIMED),
    Operation.LOOK_ALLIES: Signature(influence=_NOW, ally=_CLAIMED, arguments=("count", "kill")),
    Operation.DISCARD: Signature(
        influence=(Timing.AFTER_BID,), ally=_CLAIMED, arguments=("count", "who")
    ),
    Operation.OFFER_KILL: Signature(ally=_CLAIMED, arguments=("title",)),
    Operation.NO_COPIES: Signature(ally=_ROUND),
    Operation.TAKE_BACK_PILE: Signature(ally=_ROUND),
    Operation.GAIN_TOKEN: Signature(influence=_NOW, ally=_CLAIMED, arguments=("onto",)),
    Operation.KILL_CURRENT: Signature(influence=_NOW),
    Operation.INTRODUCE: Signature(influence=_NOW),
}
"""The use of each operation."""

_STANDARD_VALUES = {field.name: field.default for field in attrs.fields(Ability)}


def ability_faults(ability: Ability, *, on_ally: bool) -> Iterator[str]:
    """Yield the reasons why an ability cannot be one of an ally, or of an influence card."""
    signature = SIGNATURES[ability.do]
    timings = signature.ally if on_ally else signature.influence
    card = "an ally" if on_ally else "an influence card"
    if not timings:
        yield f"{ability.do} is not an operation of {card}"
    elif ability.timing not in timings:
        wanted = " or ".join(map(str, timings))
        yield f"{ability.do} of {card} has the timing {wanted}, not {ability.timing}"
    if ability.may and not signature.may:
        yield f"{ability.do} cannot be marked with may"
    for name in ("colours", "cards", "ally", "side", "count", "kill", "who", "title", "onto"):
        given = getattr(ability, name) != _STANDARD_VALUES[name]
        if given and name not in signature.arguments:
            yield f"{ability.do} takes no {name}"
        if not given and name in signature.arguments:
            yield f"{ability.do} needs {name}"
    if ability.unless_winner and "unless_winner" not in signature.arguments:
        yield f"{ability.do} takes no unless_winner"
    for name, least in (("cards", 1), ("count", 1), ("kill", 0)):
        number = getattr(ability, name)
        if number is not None and number < least:
            yield f"{name} is at least {least}, not {number}"
    for name in ("colours", "who"):
        chosen = getattr(ability, name)
        if len(set(chosen)) < len(chosen):
            yield f"{name} names one twice"
    if ability.kill is not None and ability.count is not None and ability.kill > ability.count:
        yield f"{ability.kill} of {ability.count} allies cannot be killed"


def _argument(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()
