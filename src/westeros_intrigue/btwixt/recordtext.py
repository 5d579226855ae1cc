"""Records as text: a head of lines with a name and a colon, an empty line, and a move a line.

Rules: setup.chance, bid.turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from westeros_intrigue.base.errors import NotationError
from westeros_intrigue.base.values import check_type
from westeros_intrigue.btwixt.box import Box
from westeros_intrigue.btwixt.boxes import SAMPLE_BOX
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.chance import Chance
from westeros_intrigue.btwixt.moves import Move
from westeros_intrigue.btwixt.notation import parse_card, parse_move
from westeros_intrigue.btwixt.public import public
from westeros_intrigue.btwixt.records import Record
from westeros_intrigue.btwixt.variants import Base, Drafting, Variant

T = TypeVar("T")

_FIRST_LINE = "B'Twixt record 1"
_VARIANTS = {
    str(variant): variant
    for base, draft in (
        (Base.STANDARD, Drafting.NONE),
        (Base.ADVANCED, Drafting.NONE),
        (Base.STANDARD, Drafting.DRAFT),
        (Base.STANDARD, Drafting.KINGSMOOT),
    )
    for short in (False, True)
    for revealed in (False, True)
    for variant in (Variant(base, draft, short, revealed),)
}


@public
def record_text(record: Record) -> str:
    """Return a record as text; **it holds every hand**.

    The box is only named: who reads the text needs the box too.

    >>> from westeros_intrigue.btwixt import setup
    >>> print(record_text(Record.of(setup(3, seed=1))).splitlines()[1])
    box: Sample box

    Raises:
        WrongType: `record` is no Record.

    Rules: setup.chance.
    """
    check_type("record", record, Record)
    chance = record.chance
    head = [
        ("box", record.box.name),
        ("players", str(record.players)),
        ("variant", str(record.variant)),
        ("first player", str(record.first_player)),
        ("leaders", " ".join(record.leaders or ("chosen",))),
        ("allies", " ".join(chance.allies)),
        ("tokens", " ".join(map(str, chance.tokens))),
        ("leader order", " ".join(chance.leaders)),
        *(("deck", " ".join(map(str, order))) for order in chance.influence),
        ("events", " ".join(map(str, chance.events))),
        *(("white", " ".join(map(str, order))) for order in chance.leader_cards),
    ]
    lines = [_FIRST_LINE, *(f"{name}: {value}".rstrip() for name, value in head), ""]
    return "\n".join([*lines, *map(str, record.moves), ""])


@public
def parse_record(text: str, *, box: Box = SAMPLE_BOX) -> Record:
    """Return the record of a text; what follows a semicolon is a comment.

    Whether the game can have gone so, `Record.play` tells.

    >>> from westeros_intrigue.btwixt import setup
    >>> record = Record.of(setup(3, seed=1))
    >>> parse_record(record_text(record)) == record
    True

    Args:
        text: the text.
        box: the box that the game was played with.

    Raises:
        NotationError: it is no record, or of a game with another box; the error says where.
        WrongType: an argument is of another type.

    Rules: setup.chance.
    """
    check_type("text", text, str)
    check_type("box", box, Box)
    return _Reader(text, box).read()


class _Reader:
    """The lines of a record, read from the top."""

    def __init__(self, text: str, box: Box) -> None:
        self._lines = [line.partition(";")[0].rstrip() for line in text.split("\n")]
        self._number = 0
        self._box = box

    def read(self) -> Record:
        self._take(lambda line: line == _FIRST_LINE or None, _FIRST_LINE)
        self._field("box", {self._box.name: self._box}.get, f"the box {self._box.name}")
        players = self._field("players", _number, "a number")
        variant = self._field("variant", _VARIANTS.get, f"one of {', '.join(_VARIANTS)}")
        first_player = self._field("first player", _number, "a number")
        leaders = self._field("leaders", str.split, "the ids of the leaders, or chosen")
        allies = self._field("allies", str.split, "the ids of allies")
        tokens = self._field("tokens", _each(_number), "numbers")
        order = self._field("leader order", str.split, "the ids of leaders")
        influence = tuple(self._cards("deck"))
        events = self._field("events", _each(_card), "cards")
        white = tuple(self._cards("white"))
        self._take(lambda line: not line or None, "an empty line")
        return Record(
            self._box,
            variant,
            players,
            first_player,
            None if leaders == ["chosen"] else tuple(leaders),
            Chance(tuple(allies), tokens, tuple(order), influence, events, white),
            tuple(self._moves()),
        )

    def _cards(self, name: str) -> Iterator[tuple[Card, ...]]:
        while self._line.startswith(f"{name}:"):
            yield self._field(name, _each(_card), "cards")

    def _moves(self) -> Iterator[Move]:
        while self._number < len(self._lines):
            line = self._line
            if line.strip():
                try:
                    yield parse_move(line)
                except NotationError as error:
                    raise NotationError(
                        error.text, self._number + 1, error.column, error.expected
                    ) from None
            self._number += 1

    @property
    def _line(self) -> str:
        return self._lines[self._number] if self._number < len(self._lines) else ""

    def _field(self, name: str, read: Callable[[str], T | None], expected: str) -> T:
        head = f"{name}:"
        return self._take(
            lambda line: read(line[len(head) :].strip()) if line.startswith(head) else None,
            f"{head} and {expected}",
        )

    def _take(self, read: Callable[[str], T | None], expected: str) -> T:
        value = read(self._line)
        if value is None:
            raise NotationError(self._line[:40], self._number + 1, 1, expected)
        self._number += 1
        return value


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _card(text: str) -> Card | None:
    try:
        return parse_card(text)
    except NotationError:
        return None


def _each(read: Callable[[str], T | None]) -> Callable[[str], tuple[T, ...] | None]:
    def read_all(text: str) -> tuple[T, ...] | None:
        values = [read(word) for word in text.split()]
        known = tuple(value for value in values if value is not None)
        return known if len(known) == len(values) else None

    return read_all
