"""The vocabulary of abilities: timings, operations with their words and arguments, and abilities.

An ability is a timing, an operation and its arguments. A box that needs more is refused. Known or
hinted cards need every entry of the vocabulary.

Rules: box.well-formed, components.colours.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Self

import attrs

from westeros_intrigue.gamekit import english, limits
from westeros_intrigue.gamekit.limits import add_checks
from westeros_intrigue.gamekit.values import Value, Word

Name = Annotated[str, limits.Printable(200)]
"""An id, a name or a title of one line."""
MOST_PIECES = 1000
"""The maximum number of influence cards and of tokens in a box; the printed one has 109 and 54."""
Pieces = Annotated[int, limits.Range(1, MOST_PIECES)]
"""A number of cards or tokens."""


class Phrase(Word):
    """Base of the enumerations whose members have words, which nothing but sentences contains."""

    _value_: str
    sentence: str
    """The member in words."""

    def __new__(cls, value: str, sentence: str) -> Self:
        """Return the member for a value, with its words."""
        member = object.__new__(cls)
        member._value_, member.sentence = value, sentence
        return member


def several(number: int, noun: str) -> str:
    """Return a number of cards or allies in words: `no ally`, `a card`, `an ally`, `2 allies`."""
    one, more = {"card": ("a card", "cards"), "ally": ("an ally", "allies")}[noun]
    return {0: f"no {noun}", 1: one}.get(number, f"{number} {more}")


class Colour(Word):
    """The colour of an influence card (rule components.colours).

    >>> print(*Colour)
    red green purple blue white
    """

    RED = "red"
    """A standard card."""
    GREEN = "green"
    """A standard card."""
    PURPLE = "purple"
    """A standard card."""
    BLUE = "blue"
    """An event."""
    WHITE = "white"
    """A leader's own card."""


class Timing(Phrase):
    """The moment at which an ability applies, and who "you" is (from rule effect.you-pile on).

    >>> Timing.ON_PLAY.sentence
    'As you play it'
    """

    ON_PLAY = "on_play", "As you play it"
    """While the card is being played; "you" is its player."""
    IN_PILE = "in_pile", "In a pile"
    """At all times while it is in a pile; "you" is the pile's leader."""
    AFTER_BID = "after_bid", "After the bid"
    """After the bid, before the ally is claimed; "you" is the pile's leader."""
    PLACEMENT = "placement", "Placement"
    """The ally is placed; "you" is the claimant, or the pile's leader for an influence card."""
    CLEAN_UP = "clean_up", "At the end of the round"
    """Instead of the discard; "you" is the pile's leader."""
    THIS_ROUND = "this_round", "This round"
    """While the ally is current."""
    WHEN_CLAIMED = "when_claimed", "Once you claim it"
    """After the ally has been placed; "you" is the claimant."""


class Side(Word):
    """A side of a leader; clockwise is left.

    >>> Side("left")
    Side.LEFT
    """

    LEFT = "left"
    """Clockwise."""
    RIGHT = "right"
    """Counterclockwise."""


class Who(Phrase):
    """The leaders who discard by an ability.

    >>> Who.SECOND.sentence
    'the leader with the second-highest total'
    """

    YOU = "you", "you"
    """The claimant, or the leader whose pile has the card."""
    SECOND = "second", "the leader with the second-highest total"
    """The leader with the second-highest total (rule claim.ranking)."""


class Onto(Phrase):
    """The place to which an ability brings a token.

    >>> Onto.CURRENT.sentence
    'on the current ally'
    """

    COUNCIL = "council", "in a council of yours"
    """Into a council of the leader who gains it."""
    CURRENT = "current", "on the current ally"
    """Onto the ally that has been current longest."""


class Argument(Word):
    """The arguments of operations; the value is the field of `Ability`, and the key in files.

    >>> Argument("colours")
    Argument.COLOURS
    """

    COLOURS = "colours"
    """The colours of cards that can be moved."""
    CARDS = "cards"
    """The maximum number of cards in a turn that is not skipped."""
    UNLESS_WINNER = "unless_winner"
    """True if the operation does nothing for the winner of the bid. It is the only argument that
    can be left out."""
    ALLY = "ally"
    """The name of an ally."""
    SIDE = "side"
    """The side of the claimant."""
    COUNT = "count"
    """The number of allies looked at, or of cards discarded."""
    KILL = "kill"
    """The number of those allies that are killed."""
    WHO = "who"
    """The leaders who discard."""
    TITLE = "title"
    """The title of an influence card."""
    ONTO = "onto"
    """The place of the gained token."""


@attrs.frozen
class _Entry:
    """An operation in the vocabulary of boxes: its name in files, its words, its arguments."""

    name: str
    sentence: Callable[[Ability], str]
    """Returns the effect of an ability with the operation, as the predicate of a sentence."""
    arguments: tuple[Argument, ...] = ()
    """The arguments, in the order of the fields of `Ability`."""
    card: tuple[Timing, ...] = ()
    """The moments at which an influence card can have it."""
    ally: tuple[Timing, ...] = ()
    """The moments at which an ally can have it."""


_PLAYED_OR_AFTER = (Timing.ON_PLAY, Timing.AFTER_BID)
_CLAIMED = (Timing.WHEN_CLAIMED,)


class Operation(Word):
    """The operations of abilities; each has its words, its arguments and its timings.

    >>> Operation("move_bid_card")
    Operation.MOVE_BID_CARD
    >>> Operation.MOVE_BID_CARD.arguments
    (Argument.COLOURS,)
    """

    _value_: str
    _entry: _Entry

    def __new__(cls, entry: _Entry) -> Self:
        """Return the member for an entry of the vocabulary."""
        member = object.__new__(cls)
        member._value_, member._entry = entry.name, entry
        return member

    MOVE_BID_CARD = _Entry(
        "move_bid_card",
        lambda ability: (
            f"move a {english.join_words(ability.colours, 'or')} card from another leader's pile "
            "to yours"
        ),
        arguments=(Argument.COLOURS,),
        card=_PLAYED_OR_AFTER,
    )
    """Move a card of some colours from another leader's pile to your own."""
    PROTECT_SELF = _Entry(
        "protect_self",
        lambda _: "other influence cards cannot move this card",
        card=(Timing.IN_PILE,),
    )
    """Other influence cards cannot choose, move, discard or take this one."""
    MOVE_TOKEN = _Entry(
        "move_token",
        lambda _: "move a token from a leader's council to that leader's other council",
        card=_PLAYED_OR_AFTER,
        ally=_CLAIMED,
    )
    """Move a token from a leader's council to that leader's other council."""
    WATCH_HAND = _Entry(
        "watch_hand",
        lambda _: "choose another leader, and see that hand until the end of the round",
        card=(Timing.ON_PLAY,),
    )
    """See another leader's hand until the end of the round."""
    SKIP_TURNS = _Entry(
        "skip_turns",
        lambda ability: (
            "from your next turn on, skip, or play up to "
            f"{english.count_things(ability.cards or 0, 'card')} and kneel"
        ),
        arguments=(Argument.CARDS,),
        card=(Timing.ON_PLAY,),
    )
    """From your next turn on, skip, or play a few cards and kneel."""
    TO_PILE_OF = _Entry(
        "to_pile_of",
        lambda _: "choose another leader, to whose pile this card is added",
        card=(Timing.ON_PLAY,),
    )
    """This card goes to the pile of another leader, whom you choose."""
    TO_HAND = _Entry(
        "to_hand",
        lambda ability: (
            "this card returns to your hand" + ", unless you won the bid" * ability.unless_winner
        ),
        arguments=(Argument.UNLESS_WINNER,),
        card=(Timing.CLEAN_UP,),
    )
    """This card returns to your hand instead of going to the discard pile; with `unless_winner`,
    only if you lost the bid."""
    PLACE_SHARED = _Entry(
        "place_shared",
        lambda _: "a neighbour who wins must use the council shared with you",
        card=(Timing.PLACEMENT,),
    )
    """A neighbour who wins must use the council shared with you."""
    PLACE_WITH_HIGHEST = _Entry(
        "place_with_highest",
        lambda _: "with an ally of the highest power among yours",
        ally=(Timing.PLACEMENT,),
    )
    """The ally joins the ally of the highest power among yours."""
    PLACE_WITH = _Entry(
        "place_with",
        lambda ability: f"with {ability.ally}, if that ally is yours",
        arguments=(Argument.ALLY,),
        ally=(Timing.PLACEMENT,),
    )
    """The ally joins another one, if that ally is yours."""
    PLACE_SIDE = _Entry(
        "place_side",
        lambda ability: f"in the council to your {ability.side}",
        arguments=(Argument.SIDE,),
        ally=(Timing.PLACEMENT,),
    )
    """The ally goes to your council on one side."""
    CLAIM_NEXT = _Entry(
        "claim_next",
        lambda _: "reveal the next ally and claim it, into the same council",
        ally=_CLAIMED,
    )
    """Reveal the next ally, and claim it for the council of this one."""
    MOVE_ALLY = _Entry(
        "move_ally",
        lambda _: "move an ally from your other council to this one",
        ally=_CLAIMED,
    )
    """Move an ally from the other council to the council of this one."""
    LOOK_AND_TAKE = _Entry(
        "look_and_take",
        lambda _: "look at another leader's hand and take a card of it",
        card=_PLAYED_OR_AFTER,
        ally=_CLAIMED,
    )
    """Look at another leader's hand, and take a card of it."""
    LOOK_ALLIES = _Entry(
        "look_allies",
        lambda ability: (
            f"look at {several(ability.count or 0, 'ally')} on top of the deck"
            f"{_killing_in_words(ability)} in any order"
        ),
        arguments=(Argument.COUNT, Argument.KILL),
        card=_PLAYED_OR_AFTER,
        ally=_CLAIMED,
    )
    """Look at the next allies, kill some of them, and put the others back in any order."""
    DISCARD = _Entry(
        "discard",
        lambda ability: (
            f"{_discarding_in_words(ability.who)} {several(ability.count or 0, 'card')}"
        ),
        arguments=(Argument.COUNT, Argument.WHO),
        card=(Timing.AFTER_BID,),
        ally=_CLAIMED,
    )
    """Some leaders discard cards of their hands."""
    OFFER_KILL = _Entry(
        "offer_kill",
        lambda ability: (
            f"another leader may discard a {ability.title} to kill this ally, and you may do so to "
            "save it"
        ),
        arguments=(Argument.TITLE,),
        ally=_CLAIMED,
    )
    """Other leaders may discard a card with a certain title to kill this ally, and you may save it
    in the same way."""
    NO_COPIES = _Entry(
        "no_copies",
        lambda _: "no leader may play a card while a copy of it is in a pile",
        ally=(Timing.THIS_ROUND,),
    )
    """No leader may play a card while a copy of it is in a pile."""
    TAKE_BACK_PILE = _Entry(
        "take_back_pile",
        lambda _: "the first leader to kneel with a pile takes it back",
        ally=(Timing.THIS_ROUND,),
    )
    """The first leader to kneel with a pile takes it back."""
    GAIN_TOKEN = _Entry(
        "gain_token",
        lambda ability: "gain a token " + (ability.onto.sentence if ability.onto else ""),
        arguments=(Argument.ONTO,),
        card=_PLAYED_OR_AFTER,
        ally=_CLAIMED,
    )
    """Gain a token, for a council or onto the current ally."""
    KILL_CURRENT = _Entry(
        "kill_current", lambda _: "the current ally is killed", card=_PLAYED_OR_AFTER
    )
    """Kill the ally that has been current longest."""
    INTRODUCE = _Entry(
        "introduce", lambda _: "the next ally becomes current as well", card=_PLAYED_OR_AFTER
    )
    """Reveal the next ally, which is current as well."""

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The arguments of an ability with the operation."""
        return self._entry.arguments

    def timings(self, *, on_ally: bool) -> tuple[Timing, ...]:
        """Return the moments at which an ally, or an influence card, can have the operation.

        >>> Operation.KILL_CURRENT.timings(on_ally=True)
        ()
        """
        return self._entry.ally if on_ally else self._entry.card

    def in_words(self, ability: Ability) -> str:
        """Return the effect of an ability with the operation, as the predicate of a sentence.

        >>> Operation.MOVE_BID_CARD.in_words(
        ...     Ability(Timing.ON_PLAY, Operation.MOVE_BID_CARD, colours=(Colour.RED,))
        ... )
        "move a red card from another leader's pile to yours"
        """
        return self._entry.sentence(ability)


@attrs.frozen(field_transformer=add_checks)
class Ability(Value):
    """One ability of a card; arguments that its operation lacks are None or empty.

    >>> from westeros_intrigue.games.btwixt import describe
    >>> describe(Ability(Timing.ON_PLAY, Operation.SKIP_TURNS, cards=2))
    'As you play it: from your next turn on, skip, or play up to 2 cards and kneel.'
    """

    timing: Timing
    """The moment at which it applies."""
    do: Operation
    """Its operation."""
    may: bool = False
    """True if the leader may decline."""
    colours: tuple[Colour, ...] = ()
    """The colours of cards that can be moved."""
    cards: Pieces | None = None
    """The maximum number of cards in a turn that is not skipped."""
    unless_winner: bool = False
    """True if it does nothing for the winner of the bid."""
    ally: Name | None = None
    """The name of an ally."""
    side: Side | None = None
    """The side of the claimant."""
    count: Pieces | None = None
    """The number of allies looked at, or of cards discarded."""
    kill: Annotated[int, limits.Range(0, MOST_PIECES)] | None = None
    """The number of those allies that are killed."""
    who: tuple[Who, ...] = ()
    """The leaders who discard, in this order."""
    title: Name | None = None
    """The title of an influence card."""
    onto: Onto | None = None
    """The place of the gained token."""

    @property
    def arguments(self) -> Mapping[Argument, object]:
        """The arguments that the ability has, in the order of the fields."""
        possible: dict[Argument, object] = {
            Argument.COLOURS: self.colours or None,
            Argument.CARDS: self.cards,
            Argument.UNLESS_WINNER: self.unless_winner or None,
            Argument.ALLY: self.ally,
            Argument.SIDE: self.side,
            Argument.COUNT: self.count,
            Argument.KILL: self.kill,
            Argument.WHO: self.who or None,
            Argument.TITLE: self.title,
            Argument.ONTO: self.onto,
        }
        return {argument: value for argument, value in possible.items() if value is not None}


Abilities = tuple[Ability, ...]
"""Abilities in the order in which they apply."""


def ability_faults(ability: Ability, *, on_ally: bool) -> Iterator[str]:
    """Yield the reasons why an ally, or an influence card, cannot have an ability."""
    do, arguments = ability.do, ability.arguments
    timings = do.timings(on_ally=on_ally)
    card = "an ally" if on_ally else "an influence card"
    if not timings:
        yield f"{do} is not an operation of {card}"
    elif ability.timing not in timings:
        wanted = " or ".join(map(str, timings))
        yield f"{do} of {card} has the timing {wanted}, not {ability.timing}"
    if ability.may and do is not Operation.MOVE_BID_CARD:
        yield f"{do} cannot be marked with may"
    for argument in Argument:
        is_needed = argument in do.arguments and argument is not Argument.UNLESS_WINNER
        if argument in arguments and argument not in do.arguments:
            yield f"{do} has no {argument}"
        if argument not in arguments and is_needed:
            yield f"{do} needs {argument}"
        value = arguments.get(argument)
        if isinstance(value, tuple) and len(set(value)) < len(value):
            yield f"{argument} names one twice"
    if ability.kill is not None and ability.count is not None and ability.kill > ability.count:
        yield f"{ability.kill} of {ability.count} allies cannot be killed"


def in_words(ability: Ability) -> str:
    """Return the effect of an ability in a sentence."""
    may = "you may " * ability.may
    return f"{ability.timing.sentence}: {may}{ability.do.in_words(ability)}."


def _killing_in_words(ability: Ability) -> str:
    """Return the fate of the allies that an ability looks at."""
    if ability.kill:
        return f", kill {ability.kill} of them, and put the rest back"
    return " and put them back"


def _discarding_in_words(who: tuple[Who, ...]) -> str:
    """Return the leaders who discard, with their verb."""
    leaders = " and ".join(leader.sentence for leader in who)
    if len(who) > 1:
        return f"{leaders} each discard"
    return f"{leaders} discard" if who == (Who.YOU,) else f"{leaders} discards"
