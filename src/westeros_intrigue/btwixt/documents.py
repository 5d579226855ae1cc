"""Values as data and as JSON: the codecs are derived from the annotations.

The document of a GameState is its record, so what is read is always a state that a game leads to.
The document of a View is what a leader may be sent. A box is written in whole, but for the sample,
which is named.

Rules: info.public, info.hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import attrs

from westeros_intrigue.base.errors import (
    NotationError,
    WesterosIntrigueError,
    fault,
)
from westeros_intrigue.btwixt import possible
from westeros_intrigue.btwixt.agenda import STEPS
from westeros_intrigue.btwixt.box import SAMPLE_BOX, Box
from westeros_intrigue.btwixt.boxfile import codec_of
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.chance import Chance
from westeros_intrigue.btwixt.moves import MOVES, Move
from westeros_intrigue.btwixt.notation import parse_card, parse_move
from westeros_intrigue.btwixt.records import Record
from westeros_intrigue.btwixt.state import GameState, View
from westeros_intrigue.btwixt.table import FinalResult, Step
from westeros_intrigue.btwixt.variants import Variant
from westeros_intrigue.data.codecs import Codec, Data, Faults, described, named, text
from westeros_intrigue.data.derivation import Codecs
from westeros_intrigue.data.documents import Documents
from westeros_intrigue.data.jsontext import DEFAULT_SIZE_LIMIT
from westeros_intrigue.data.objects import kind_of

T = TypeVar("T")


def to_data(value: object) -> Data:
    """Return a value as dicts, lists, strings, integers, booleans and None.

    **The data of a GameState contains every hand**, and the chance to come. What may be sent to a
    leader is the data of `observe(state, player)`.

    >>> to_data(Card("betrayal", 2))
    'betrayal#2'
    >>> from westeros_intrigue.btwixt import ADVANCED
    >>> to_data(ADVANCED)["base"]
    'advanced'

    Raises:
        WrongType: the value is of a class that has no data.
        InvalidValue: a state drawn from a view, which has no history to be written down.
    """
    return DOCUMENTS.to_data(value)


def from_data(cls: type[T], data: object) -> T:
    """Return the value of data that `to_data` has written; the data need not be trusted.

    >>> from_data(Card, "betrayal#2")
    Card(id='betrayal', copy=2)

    Raises:
        DecodingError: it is not such data, for a `reason` at a `path`.
        WrongType: `cls` is a class that has no data.
    """
    return DOCUMENTS.from_data(cls, data)


def to_json(value: object) -> str:
    """Return a value as JSON; equal values of a class have the same text.

    >>> to_json(Card("betrayal", 2))
    '"betrayal#2"'

    Raises:
        WrongType: the value is of a class that has no data.
        InvalidValue: a state drawn from a view, which has no history to be written down.
    """
    return DOCUMENTS.to_json(value)


def from_json(cls: type[T], document: str | bytes, *, size_limit: int = DEFAULT_SIZE_LIMIT) -> T:
    """Return the value of a JSON text that `to_json` has written.

    >>> from_json(Card, '"betrayal#0"')
    Traceback (most recent call last):
    westeros_intrigue.DecodingError: the document: 'betrayal#0' is not a card

    Args:
        cls: the class of the value.
        document: the JSON, from anybody.
        size_limit: how many characters or bytes to parse at the most.

    Raises:
        DecodingError: it is too large, no JSON, or no such data.
        WrongType: `cls` is a class that has no data, or `document` is not a text.
        InvalidValue: the limit is below 1.
    """
    return DOCUMENTS.from_json(cls, document, size_limit=size_limit)


def _parsed_by(parse: Callable[[str], T]) -> Callable[[str], T | None]:
    def read(text: str) -> T | None:
        try:
            value = parse(text)
        except NotationError:
            return None
        # Only the one text that is written is read.
        return value if str(value) == text else None

    return read


_CARD: Codec[Card] = named(
    "card", text("a card", "^[a-z][a-z0-9-]*(#[1-9][0-9]{0,5})?$", _parsed_by(parse_card))
)
_MOVE: Codec[Move] = named("move", text("a move", "^[a-z].*$", _parsed_by(parse_move)))


def _of_class(cls: type[Any]) -> Codec[Any]:
    def read(data: object) -> Move:
        move = _MOVE.read(data)
        if type(move) is not cls:
            raise fault(f"expected a {cls.__name__}, not {described(data)}")
        return move

    return attrs.evolve(_MOVE, read=read)


def _box(_: Codecs) -> Codec[Box]:
    file = codec_of(Box)

    def write(box: Box) -> Data:
        return "sample" if box == SAMPLE_BOX else file.write(box)

    def read(data: object) -> Box:
        if data == "sample":
            return SAMPLE_BOX
        parts: Any = file.read(data)
        try:
            return Box(**parts)
        except WesterosIntrigueError as error:
            raise fault(str(error)) from None

    schema = {"if": {"type": "string"}, "then": {"const": "sample"}, "else": file.schema}
    return named("box", Codec(write, read, schema, file.definitions))


def _state(codecs: Codecs) -> Codec[GameState]:
    record = codecs.codec_for(Record)

    def read(data: object) -> GameState:
        game: Record = record.read(data)
        try:
            return game.state
        except WesterosIntrigueError as error:
            raise fault(str(error)) from None

    return attrs.evolve(
        record, write=lambda state: record.write(Record.from_state(state)), read=read
    )


def _view_faults(view: View) -> Faults:
    return [("", reason) for reason in possible.faults(view)]


_CODECS = Codecs(
    {
        Card: _CARD,
        Move: _MOVE,
        **{cls: _of_class(cls) for cls in MOVES},
        Box: _box,
        Step: lambda codecs: codecs.tagged("step", {kind_of(cls): cls for cls in STEPS}),
        GameState: _state,
    },
    {View: _view_faults},
)
DOCUMENTS = Documents(
    "btwixt",
    _CODECS,
    (GameState, View, Record, Chance, Variant, FinalResult),
    kinds={GameState: "omniscient-state"},
    bare=(Box, Card, *MOVES),
)
"""The documents of the game."""
