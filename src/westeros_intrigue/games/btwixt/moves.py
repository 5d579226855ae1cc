"""The moves as values and text, the reasons for refusing them, and the events that follow.

Deals, promises and showing a hand are table talk, not moves. The log has a public version of each
event, and a fuller version for leaders who saw more.

Rules: bid.turn, box.copies, decision.order, deals.free, info.public, info.hand, info.taken,
info.draft, info.ally-deck, ally.looks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit.errors import InvalidValue, RefusedMove
from westeros_intrigue.gamekit.text import Scan, Scanner, pattern, read_whole
from westeros_intrigue.gamekit.values import Range, Value, add_checks, check_type
from westeros_intrigue.games import common
from westeros_intrigue.games.btwixt.cards import (
    WORDS,
    Card,
    Cards,
    Ids,
    Numbers,
    Phrase,
    SmallNumber,
    several,
    shared_card,
)


@attrs.frozen(field_transformer=add_checks)
class ChooseLeader(Value):
    """Pick a leader card by its id; None for a random one.

    >>> print(ChooseLeader("jon-snow"), "or", ChooseLeader(None))
    leader jon-snow or random leader

    Rules: setup.leaders.
    """

    leader: str | None
    """The id of the leader card; None for a random one."""

    def __str__(self) -> str:
        return "random leader" if self.leader is None else f"leader {self.leader}"


@attrs.frozen(field_transformer=add_checks)
class Draft(Value, common.Worded):
    """Set a card of the pack aside for the hand.

    >>> print(Draft(Card("betrayal", 1)))
    draft betrayal#1

    Rules: draft.pick.
    """

    card: Card
    """The card."""


@attrs.frozen(field_transformer=add_checks)
class Play(Value, common.Worded):
    """Play a card from the hand.

    >>> print(Play(Card("betrayal", 1)))
    play betrayal#1

    Rules: bid.turn, advanced.play.
    """

    card: Card
    """The card."""


@attrs.frozen
class Kneel(Value, common.Worded):
    """Kneel, and pass for the rest of the round.

    >>> print(Kneel())
    kneel

    Rules: bid.kneel.
    """


@attrs.frozen
class Skip(Value, common.Worded):
    """Skip a turn, which an ability must allow.

    >>> print(Skip())
    skip

    Rules: card.silence.
    """


@attrs.frozen
class Decline(Value, common.Worded):
    """Decline an ability with "may".

    >>> print(Decline())
    decline

    Rules: effect.must.
    """


_Council = Annotated[int, Range(0, 99)]


@attrs.frozen(field_transformer=add_checks)
class Choose(Value):
    """Answer the question of an effect; fields that the question does not use are None.

    >>> print(Choose(seat=2), Choose(seat=2, card=Card("betrayal", 1)), sep=", ")
    choose 2, choose 2:betrayal#1
    >>> print(Choose(card=Card("betrayal")))
    choose card betrayal
    >>> print(Choose(council=1), Choose(council=0, to=1), Choose(ally="shae"), sep=", ")
    choose c1, choose c0>c1, choose shae

    Raises:
        InvalidValue: no question has an answer with these fields.
    """

    seat: SmallNumber | None = None
    """A leader, by seat from 0."""
    card: Card | None = None
    """A card of a hand or, with `seat`, in that leader's pile."""
    council: _Council | None = None
    """A council, from 0; with `to`, the one that a token leaves."""
    to: _Council | None = None
    """The council that a token goes to."""
    ally: str | None = None
    """An ally, by id."""

    def __attrs_post_init__(self) -> None:
        if self.fields not in _CHOICES:
            raise InvalidValue(f"nothing is chosen by {' and '.join(self.fields) or 'nothing'}")

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that are not None."""
        return tuple([name for name in _FIELDS if getattr(self, name) is not None])

    def __str__(self) -> str:
        return f"choose {_CHOICES[self.fields].format(self)}"


choice: Callable[..., Choose] = lru_cache(4096)(Choose)
"""Return a choice, cached, since a few are needed again and again."""


_FIELDS = ("seat", "card", "council", "to", "ally")
_CHOICES = {
    ("seat",): "{0.seat}",
    ("card",): "card {0.card}",
    ("seat", "card"): "{0.seat}:{0.card}",
    ("council",): "c{0.council}",
    ("council", "to"): "c{0.council}>c{0.to}",
    ("ally",): "{0.ally}",
}
"""The texts of choices by their fields."""

Move = TypeAliasType("Move", "ChooseLeader | Draft | Play | Kneel | Skip | Choose | Decline")
"""Any of the moves."""
Moves = tuple[Move, ...]
"""Moves in order."""
MOVES = (ChooseLeader, Draft, Play, Kneel, Skip, Choose, Decline)


def check_move(move: object) -> None:
    """Raise WrongType unless `move` is a move of this game."""
    if not isinstance(move, MOVES):
        raise common.wrong_move("move", move)


_ID = pattern(r"[a-z][a-z0-9-]*")
_COUNCIL = pattern(r"c[0-9]{1,2}(?![a-z0-9-])")
_NUMBER = pattern(r"[0-9]{1,6}")
_COPY = pattern(r"#(?=[0-9])")
_COLON = pattern(r":")
_TO = pattern(r">")
_LEADER = pattern("leader")
_CARD = pattern(r"card(?=[ \t])")
_MOVE = "a move such as play betrayal, choose c1, or random leader"


def parse_card(text: str) -> Card:
    """Return the card of a text such as `betrayal`, or `betrayal#2` for one in a pile.

    >>> parse_card("betrayal#2")
    Card(id='betrayal', copy=2)

    Raises:
        NotationError: the text is not a card; the error has the place and the expected text.
        WrongType: `text` is not a str.
    """
    return read_whole("text", text, _card)


def parse_move(text: str) -> Move:
    """Return the move of a text such as `play betrayal#2`, as `str` of a move returns it.

    >>> parse_move("choose 2:betrayal#1")
    Choose(seat=2, card=Card(id='betrayal', copy=1), council=None, to=None, ally=None)
    >>> parse_move("choose card betrayal").card
    Card(id='betrayal', copy=0)
    >>> parse_move("random leader")
    ChooseLeader(leader=None)
    >>> parse_move("play")
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.NotationError: line 1, column 5: expected a card such as \
betrayal, found the end

    Raises:
        NotationError: the text is not a move; the error has the place and the expected text.
        WrongType: `text` is not a str.
    """
    return _read_move(text)


def _random_leader(scanner: Scanner) -> Move:
    scanner.need(_LEADER, "leader")
    return ChooseLeader(None)


def _choice(scanner: Scanner) -> Choose:
    if council := scanner.read_match(_COUNCIL):
        to = None
        if scanner.read_match(_TO):
            to = int(scanner.need(_COUNCIL, "a council such as c1")[1:])
        return Choose(council=int(council[1:]), to=to)
    if seat := scanner.read_match(_NUMBER):
        card = _card(scanner) if scanner.read_match(_COLON) else None
        return Choose(seat=int(seat), card=card)
    if scanner.read_match(_CARD):
        scanner.skip_space()
        return Choose(card=_card(scanner))
    wanted = "a seat, card and a card, an ally, or a council such as c1"
    return Choose(ally=scanner.need(_ID, wanted).lower())


def _card(scanner: Scanner) -> Card:
    card_id = scanner.need(_ID, "a card such as betrayal").lower()
    start = scanner.position
    if scanner.read_match(_COPY) is None:
        return shared_card(card_id)
    number = int(scanner.need(_NUMBER, "the number of a copy"))
    if not number:
        raise scanner.error("# and the number of a copy, from 1", start)
    return Card(card_id, number)


_OTHERS: dict[str, Scan[Move]] = {
    "leader": lambda scanner: ChooseLeader(scanner.need(_ID, "the id of a leader").lower()),
    "random": _random_leader,
    "choose": _choice,
}
_read_move = common.reader_by_word(MOVES, {"card": _card}, _OTHERS, _MOVE)


class ViolationCode(Phrase):
    """The kinds of violations, in the order in which `explain` lists them.

    >>> ViolationCode.CARD_NOT_IN_HAND.rules
    ('bid.turn',)
    """

    rule: str
    """The id of the broken rule."""

    NOBODY_TO_DECIDE = "nobody-to-decide"
    """The game is over. No other violation is reported with it."""
    NOT_YOUR_DECISION = "not-your-decision"
    """Another leader decides. No other violation is reported with it."""
    OTHER_DECISION = "other-decision"
    """The open question is a different one. No other violation is reported with it."""
    CARD_NOT_IN_HAND = "card-not-in-hand"
    """The card is not in the leader's hand."""
    COPY_IN_A_PILE = "copy-in-a-pile"
    """A copy of the card is in a pile, and a current ally forbids that."""
    MAY_NOT_SKIP = "may-not-skip"
    """No card allows the leader to skip this turn."""
    CARD_NOT_THERE = "card-not-there"
    """The card is not in the pile or hand from which it should come."""
    OWN_PILE = "own-pile"
    """The card would be moved from the leader's own pile."""
    WRONG_COLOUR = "wrong-colour"
    """The ability does not move cards of that colour."""
    PROTECTED = "protected"
    """The card cannot be moved by other influence cards."""
    NO_TOKEN_THERE = "no-token-there"
    """The council has no tokens."""
    NOT_ONE_LEADERS_COUNCILS = "not-one-leaders-councils"
    """The two councils do not belong to one leader."""
    NOT_ANOTHER_LEADER = "not-another-leader"
    """The seat is not another leader."""
    EMPTY_HAND = "empty-hand"
    """That leader's hand is empty."""
    NOT_YOUR_COUNCIL = "not-your-council"
    """The council is not one of the leader's two."""
    COUNCIL_EXCLUDED = "council-excluded"
    """An ability or a card directs the leader to the other council."""
    ALLY_NOT_THERE = "ally-not-there"
    """The ally is not one of the choices."""
    NOT_THAT_TITLE = "not-that-title"
    """The card has another title."""
    MUST_CHOOSE = "must-choose"
    """The leader may not decline."""
    LEADER_TAKEN = "leader-taken"
    """Another leader has the leader card, or the box has none with that id."""
    NOT_IN_PACK = "not-in-pack"
    """The card is not in the leader's pack."""

    @property
    def rules(self) -> tuple[str]:
        """The ids of the rules that a violation with the code can cite: the broken one."""
        return (self.rule,)


@attrs.frozen
class Violation(Value):
    """One reason why a move is refused, with a sentence for the player as `str`.

    The sentence contains nothing hidden from the mover.

    >>> from westeros_intrigue.games.btwixt import Kneel, explain, setup
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
    """The id of the broken rule."""

    @rule.default
    def _rule_of_the_code(self) -> str:
        return self.code.rule

    def __str__(self) -> str:
        return f"{self.move} is refused: {self.found}. {self.remedy}."


def refuse(name: str, move: Move, question: object = None, **facts: object) -> Violation:
    """Return the violation with a name in `words.json`, with facts in its words."""
    row = WORDS["refusals"][name]
    words = [
        row[part].format(move=move, question=question, **facts) for part in ("found", "remedy")
    ]
    return Violation(ViolationCode(row["code"]), move, *words)


class IllegalMove(RefusedMove[Violation, Move]):
    """A move that the rules refuse.

    The text of the error contains nothing hidden from the mover. `state` contains every hand: it is
    for the program, not for the player.

    >>> from westeros_intrigue.games.btwixt import Kneel, apply, setup
    >>> try:
    ...     apply(setup(3, seed=1), Kneel())
    ... except IllegalMove as error:
    ...     print(error)
    kneel is refused: it answers another question. Pick a leader card, or draw a random one.
    """


class Happening(Phrase):
    """The kinds of events; names in braces are fields of the event.

    >>> Happening.KNELT.sentence
    '{player} kneels'
    """

    LEADER = "leader"
    """The player gets a leader card; `allies` has its id."""
    DEALT = "dealt"
    """The player is dealt a hand or a pack, and sees its `cards`."""
    PASSED = "passed"
    """The player gets the next pack of a draft, and sees its `cards`."""
    DRAFTED = "drafted"
    """The player sets a card of the pack aside; only the player sees it."""
    REVEALED = "revealed"
    """The ally of a new round is revealed, if there is one."""
    ROW = "row"
    """Allies are added to the row of revealed allies."""
    PLAYED = "played"
    """The player plays a card."""
    SKIPPED = "skipped"
    """The player skips a turn."""
    KNELT = "knelt"
    """The player kneels."""
    TOOK_BACK = "took-back"
    """The player, who has knelt, takes back the pile."""
    MOVED_CARD = "moved-card"
    """The player takes a card from the pile of `other`."""
    HANDED_OVER = "handed-over"
    """The card played goes to the pile of `other`."""
    MOVED_TOKEN = "moved-token"
    """A token goes from the first of `councils` to the second."""
    SAW_HAND = "saw-hand"
    """The player sees the hand of `other`; only the player knows the `cards`."""
    TOOK = "took"
    """The player takes a card from the hand of `other`; leaders who see one of the hands see it."""
    DISCARDED = "discarded"
    """The player discards `cards` from the hand; `allies` has the ally that this kills or saves."""
    DECLINED = "declined"
    """The player chooses nothing."""
    WON = "won"
    """The bid is decided; `totals` has the totals of all seats."""
    INTRODUCED = "introduced"
    """An ability reveals an ally, which is current as well."""
    PLACED_ALLY = "placed-ally"
    """The player places a claimed ally in the council."""
    MOVED_ALLY = "moved-ally"
    """An ally of the player's other council joins the council."""
    KILLED = "killed"
    """The ally goes to the dead pile."""
    PLACED_TOKEN = "placed-token"
    """The player places a token in the council."""
    TOKEN_ON_ALLY = "token-on-ally"
    """A token of the supply is put on the ally."""
    LOOKED = "looked"
    """The player looks at allies on top of the ally deck; only the player sees them."""
    PUT_BACK = "put-back"
    """The player puts allies back; only the player sees the order."""
    RETURNED = "returned"
    """Cards return from the player's pile to the hand at the end of the round."""
    ENDED = "ended"
    """The game is over; `totals` has the powers of the councils."""


@attrs.frozen
class Event(Value):
    """An event; fields that its kind does not use are None or empty.

    >>> print(sentence(Event(Happening.PLAYED, 1, cards=(Card("betrayal", 1),)), None))
    player 1 plays betrayal#1
    >>> drafted = Event(Happening.DRAFTED, 1, cards=(Card("betrayal"),), count=1, viewers=(1,))
    >>> drafted.for_all().cards
    ()
    """

    happening: Happening
    """The kind of event."""
    player: int | None = None
    """The seat concerned, from 0."""
    other: int | None = None
    """A second seat."""
    cards: Cards = ()
    """The cards; empty if the viewer does not see them."""
    allies: Ids = ()
    """The allies, by id; empty if the viewer does not see them."""
    councils: Numbers = ()
    """The councils, from 0."""
    totals: Numbers = ()
    """A number for each seat or council, from 0."""
    count: int = 0
    """The number of cards or allies concerned, if some players may not see them."""
    viewers: Numbers | None = None
    """The seats that see the cards and allies; None for all players."""

    def for_all(self) -> Event:
        """Return the event without its cards and allies, for players who do not see them."""
        kind, councils = self.happening, self.councils
        return known_event(
            kind, self.player, self.other, (), (), councils, self.totals, self.count, ()
        )


known_event: Callable[..., Event] = lru_cache(4096)(Event)
"""Return an event with these fields, cached, since most equal an earlier one."""
Events = tuple[Event, ...]
"""Events in order."""


def count_cards(cards: Cards, each: Callable[[Card], str] = str) -> str:
    """Return cards in words, with a number before equal ones.

    >>> count_cards((Card("bribery"), Card("betrayal"), Card("bribery")))
    '2 bribery, betrayal'
    """
    return ", ".join(
        (f"{number} " if number > 1 else "") + each(card) for card, number in Counter(cards).items()
    )


def seen_by(event: Event, viewer: int | None) -> Event:
    """Return an event as a seat, or a spectator if `viewer` is None, sees it.

    >>> drafted = Event(Happening.DRAFTED, 1, cards=(Card("betrayal"),), count=1, viewers=(1,))
    >>> len(seen_by(drafted, 1).cards), len(seen_by(drafted, 2).cards)
    (1, 0)

    Rules: info.public, info.taken, info.ally-deck, draft.secret.
    """
    check_type("event", event, Event)
    is_seen = event.viewers is None or viewer in event.viewers
    return event if is_seen else event.for_all()


def sentence(event: Event, viewer: int | None) -> str | None:
    """Return an event in words, as far as a viewer may know it; None for minor events.

    >>> taken = Event(Happening.TOOK, 0, 2, cards=(Card("betrayal"),), count=1, viewers=(0, 2))
    >>> sentence(taken, 2), sentence(taken, 1)
    ('player 0 takes betrayal from you', 'player 0 takes a card from player 2')

    Args:
        event: the event, of a state or of a view.
        viewer: the seat of the viewer, from 0, who is called you; None for a spectator.

    Rules: info.public, info.taken, info.ally-deck, draft.secret.
    """
    event = seen_by(event, viewer)
    if not (words := event.happening.sentence):
        return None
    if viewer == event.player is not None:
        words = re.sub(r"^{player} (\w+)s\b", r"you \1", words)
    if viewer == event.other is not None:
        words = re.sub("the (hand|pile) of {other}", r"your \1", words).replace("{other}", "you")
    return words.format(
        player=f"player {event.player}",
        other=f"player {event.other}",
        cards=count_cards(event.cards) or several(event.count, "card"),
        allies=", ".join(event.allies) or several(event.count, "ally"),
        councils=" to ".join(f"c{council}" for council in event.councils),
        totals=", ".join(map(str, event.totals)),
    )
