"""Moves and cards as text.

Rules: bid.turn, box.copies.
"""

from __future__ import annotations

from collections.abc import Callable

from westeros_intrigue.base.notation import alone, reader_by_word
from westeros_intrigue.base.scanning import Scanner, pattern, read_whole
from westeros_intrigue.btwixt.cards import Card, shared_card
from westeros_intrigue.btwixt.moves import (
    Choose,
    ChooseLeader,
    Decline,
    Draft,
    Kneel,
    Move,
    Play,
    Skip,
)

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
    **alone((Kneel(), Skip(), Decline())),
    "play": lambda scanner: Play(_card(scanner)),
    "draft": lambda scanner: Draft(_card(scanner)),
    "leader": lambda scanner: ChooseLeader(scanner.need(_ID, "the id of a leader").lower()),
    "random": _random_leader,
    "choose": _choice,
}
_read_move = reader_by_word(_READERS, _MOVE)
