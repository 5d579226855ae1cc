"""The moves: what a leader can answer when asked, and moves and cards as text.

To make a deal, to promise or to show a hand is talk at the table, not a move.

Rules: bid.turn, box.copies, decision.order, deals.free.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.notation import Worded, reader_by_word, worded
from westeros_intrigue.base.scanning import Scanner, pattern, read_whole
from westeros_intrigue.base.values import Value, instance
from westeros_intrigue.btwixt.cards import Card, shared_card


@attrs.frozen
class ChooseLeader(Value):
    """Pick a leader card by its id; None is a random one.

    >>> print(ChooseLeader("jon-snow"), "or", ChooseLeader(None))
    leader jon-snow or random leader

    Rules: setup.leaders.
    """

    leader: str | None
    """The id of the leader card; None for a random one."""

    def __str__(self) -> str:
        return "random leader" if self.leader is None else f"leader {self.leader}"


@attrs.frozen
class Draft(Value, Worded):
    """Set a card of the pack aside for one's hand.

    >>> print(Draft(Card("betrayal", 1)))
    draft betrayal#1

    Rules: draft.pick.
    """

    card: Card = attrs.field(validator=instance(Card))
    """The card."""


@attrs.frozen
class Play(Value, Worded):
    """Play a card from the hand.

    >>> print(Play(Card("betrayal", 1)))
    play betrayal#1

    Rules: bid.turn, advanced.play.
    """

    card: Card = attrs.field(validator=instance(Card))
    """The card."""


@attrs.frozen
class Kneel(Value, Worded):
    """Kneel, and pass for the rest of the round.

    >>> print(Kneel())
    kneel

    Rules: bid.kneel.
    """


@attrs.frozen
class Skip(Value, Worded):
    """Skip a turn, which an ability must allow.

    >>> print(Skip())
    skip

    Rules: card.silence.
    """


@attrs.frozen
class Decline(Value, Worded):
    """Do nothing where an ability has "may".

    >>> print(Decline())
    decline

    Rules: effect.must.
    """


@attrs.frozen
class Choose(Value):
    """Choose what an effect asks for: fields that the question has no use for are None.

    >>> print(Choose(seat=2), Choose(seat=2, card=Card("betrayal", 1)), sep=", ")
    choose 2, choose 2:betrayal#1
    >>> print(Choose(card=Card("betrayal")))
    choose card betrayal
    >>> print(Choose(council=1), Choose(council=0, to=1), Choose(ally="shae"), sep=", ")
    choose c1, choose c0>c1, choose shae

    Raises:
        InvalidValue: no question is answered by these fields together.
    """

    seat: int | None = None
    """A leader, by seat from 0."""
    card: Card | None = None
    """A card of a hand; with `seat` one in that leader's pile."""
    council: int | None = None
    """A council, from 0; with `to` the one that a token leaves."""
    to: int | None = None
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
        if self.to is not None:
            return f"choose c{self.council}>c{self.to}"
        if self.council is not None:
            return f"choose c{self.council}"
        if self.seat is not None:
            return f"choose {self.seat}" + ("" if self.card is None else f":{self.card}")
        return f"choose {self.ally}" if self.card is None else f"choose card {self.card}"


choice: Callable[..., Choose] = lru_cache(4096)(Choose)
"""Return a choice; the same few are asked for again and again."""


_FIELDS = ("seat", "card", "council", "to", "ally")
_CHOICES = {("seat",), ("card",), ("seat", "card"), ("council",), ("council", "to"), ("ally",)}

Move = TypeAliasType("Move", "ChooseLeader | Draft | Play | Kneel | Skip | Choose | Decline")
"""Any of the moves."""
MOVES = (ChooseLeader, Draft, Play, Kneel, Skip, Choose, Decline)

_ID = pattern(r"[a-z][a-z0-9-]*")
_COUNCIL = pattern(r"c[0-9]{1,2}(?![a-z0-9-])")
_NUMBER = pattern(r"[0-9]{1,6}")
_COPY = pattern(r"#(?=[0-9])")
_COLON = pattern(r":")
_TO = pattern(r">")
_LEADER = pattern("leader")
_CARD = pattern(r"card(?=[ \t])")
_MOVE = "play, draft, kneel, skip, choose, decline, leader, or random leader"


def parse_card(text: str) -> Card:
    """Return the card of a text such as `betrayal`, or `betrayal#2` for one in a pile.

    >>> parse_card("betrayal#2")
    Card(id='betrayal', copy=2)

    Raises:
        NotationError: it is not a card; the error has the place and what was expected.
        WrongType: `text` is not a str.
    """
    return read_whole("text", text, _card)


def parse_move(text: str) -> Move:
    """Return the move of a text such as `play betrayal#2`; the text of a move reads as it.

    >>> parse_move("choose 2:betrayal#1")
    Choose(seat=2, card=Card(id='betrayal', copy=1), council=None, to=None, ally=None)
    >>> parse_move("choose card betrayal").card
    Card(id='betrayal', copy=0)
    >>> parse_move("random leader")
    ChooseLeader(leader=None)
    >>> parse_move("play")
    Traceback (most recent call last):
    westeros_intrigue.NotationError: line 1, column 5: expected a card such as betrayal, \
found the end

    Raises:
        NotationError: it is not a move; the error has the place and what was expected.
        WrongType: `text` is not a str.
    """
    return _read_move(text)


def _random_leader(scanner: Scanner) -> Move:
    scanner.need(_LEADER, "leader")
    return ChooseLeader(None)


def _choice(scanner: Scanner) -> Choose:
    if council := scanner.take(_COUNCIL):
        to = None
        if scanner.take(_TO):
            to = int(scanner.need(_COUNCIL, "a council such as c1")[1:])
        return Choose(council=int(council[1:]), to=to)
    if seat := scanner.take(_NUMBER):
        card = _card(scanner) if scanner.take(_COLON) else None
        return Choose(seat=int(seat), card=card)
    if scanner.take(_CARD):
        scanner.skip_space()
        return Choose(card=_card(scanner))
    wanted = "a seat, card and a card, an ally, or a council such as c1"
    return Choose(ally=scanner.need(_ID, wanted).lower())


def _card(scanner: Scanner) -> Card:
    card_id = scanner.need(_ID, "a card such as betrayal").lower()
    start = scanner.position
    if scanner.take(_COPY) is None:
        return shared_card(card_id)
    number = int(scanner.need(_NUMBER, "the number of a copy"))
    if not number:
        raise scanner.error("# and the number of a copy, from 1", start)
    return Card(card_id, number)


_READERS: dict[str, Callable[[Scanner], Move]] = {
    **worded(MOVES, {"card": _card}),
    "leader": lambda scanner: ChooseLeader(scanner.need(_ID, "the id of a leader").lower()),
    "random": _random_leader,
    "choose": _choice,
}
_read_move = reader_by_word(_READERS, _MOVE)
