"""The moves as values and text.

Deals, promises and showing a hand are table talk, not moves.

Rules: bid.turn, box.copies, decision.order, deals.free.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.limits import Range, add_checks
from westeros_intrigue.gamekit.rulebook import paragraphs
from westeros_intrigue.gamekit.text import Scan, Scanner, pattern, read_whole
from westeros_intrigue.gamekit.travel import give_texts
from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.games import texts
from westeros_intrigue.games.btwixt.pieces.cards import Card, SmallNumber, shared_card


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
class Draft(Value, texts.Worded):
    """Set a card of the pack aside for the hand.

    >>> print(Draft(Card("betrayal", 1)))
    draft betrayal#1

    Rules: draft.pick.
    """

    card: Card
    """The card."""


@attrs.frozen(field_transformer=add_checks)
class Play(Value, texts.Worded):
    """Play a card from the hand.

    >>> print(Play(Card("betrayal", 1)))
    play betrayal#1

    Rules: bid.turn, advanced.play.
    """

    card: Card
    """The card."""


@attrs.frozen
class Kneel(Value, texts.Worded):
    """Kneel, and pass for the rest of the round.

    >>> print(Kneel())
    kneel

    Rules: bid.kneel.
    """


@attrs.frozen
class Skip(Value, texts.Worded):
    """Skip a turn, which an ability must allow.

    >>> print(Skip())
    skip

    Rules: card.silence.
    """


@attrs.frozen
class Decline(Value, texts.Worded):
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
        if self.fields not in _ASKED_TOGETHER:
            raise InvalidValue(f"nothing is chosen by {' and '.join(self.fields) or 'nothing'}")

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that are not None."""
        parts: dict[str, object] = {
            "seat": self.seat,
            "card": self.card,
            "council": self.council,
            "to": self.to,
            "ally": self.ally,
        }
        return tuple([name for name, part in parts.items() if part is not None])

    def __str__(self) -> str:
        if self.council is not None:
            return f"choose c{self.council}" + ("" if self.to is None else f">c{self.to}")
        if self.seat is not None:
            return f"choose {self.seat}" + ("" if self.card is None else f":{self.card}")
        return f"choose {self.ally}" if self.card is None else f"choose card {self.card}"


choice: Callable[..., Choose] = lru_cache(4096)(Choose)
"""Return a choice, cached, since a few are needed again and again."""


_ASKED_TOGETHER = {
    ("seat",),
    ("card",),
    ("seat", "card"),
    ("council",),
    ("council", "to"),
    ("ally",),
}
"""The fields of the answers to the questions of effects."""

Move = TypeAliasType("Move", ChooseLeader | Draft | Play | Kneel | Skip | Choose | Decline)
"""Any of the moves."""
Moves = tuple[Move, ...]
"""Moves in order."""
MOVES = (ChooseLeader, Draft, Play, Kneel, Skip, Choose, Decline)


NOTATION = paragraphs(
    """
    A card, leader or ally is written by its id: its title in lower case, with dashes, such as
    royal-decree.

    At the start: `leader jon-snow`, or `random leader`. While cards are passed on: `draft
    royal-decree`, to keep a card.

    In your turn: `play royal-decree`, or `kneel` to pass for the rest of the round; `skip` if an
    ability lets you skip a turn.

    An ability's question is answered by what it asks for: `choose 2` for the leader of seat 2,
    `choose card royal-decree` for a card of a hand, `choose 2:betrayal#1` for a card in the pile of
    seat 2, by its copy, `choose shae` for an ally, `choose c1` for a council, `choose c0>c1` to
    move a token from one council to another. `decline` declines an ability with "may".
    """
)
"""Paragraphs about how moves are written, with moves between back-ticks."""


def check_move(move: object) -> None:
    """Raise WrongType unless `move` is a move of this game."""
    if not isinstance(move, MOVES):
        raise texts.wrong_move("move", move)


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


_WRITTEN_CARD = re.compile("([a-z][a-z0-9-]*)(?:#([1-9][0-9]{0,5}))?")


def read_card(text: str) -> Card | None:
    """Return the card of a text exactly as `str` writes it; None for any other text.

    It takes a fraction of the time of `parse_card`: a document has many cards.
    """
    found = _WRITTEN_CARD.fullmatch(text)
    return found and shared_card(found[1], int(found[2] or 0))


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
_read_move = texts.reader_by_word(MOVES, {"card": _card}, _OTHERS, _MOVE)


give_texts("btwixt", MOVES, parse_move, "play betrayal#2")
