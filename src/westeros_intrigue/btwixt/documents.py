"""Values as data and as JSON: the codec of a class is read off the types of its fields.

The document of a GameState is its record, so what is read is always a state that a game leads to.
The document of a View is what a leader may be sent. A box is written in whole, but for the sample,
which is named.

Rules: info.public, info.hand.
"""

from __future__ import annotations

import enum
import re
import types
import typing
from collections.abc import Callable
from typing import Any, TypeVar

import attrs

from westeros_intrigue.base.errors import (
    DecodingError,
    NotationError,
    WesterosIntrigueError,
    fault,
)
from westeros_intrigue.btwixt import possible
from westeros_intrigue.btwixt.agenda import STEPS
from westeros_intrigue.btwixt.box import SAMPLE_BOX, Box
from westeros_intrigue.btwixt.boxfile import data_of, parts_of
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.chance import Chance
from westeros_intrigue.btwixt.moves import MOVES, Move
from westeros_intrigue.btwixt.notation import parse_card, parse_move
from westeros_intrigue.btwixt.records import Record
from westeros_intrigue.btwixt.state import GameState, View
from westeros_intrigue.btwixt.table import FinalResult, Step
from westeros_intrigue.btwixt.variants import Variant
from westeros_intrigue.data.codecs import (
    BOOLEAN,
    LARGEST_INTEGER,
    Codec,
    Data,
    array,
    choice,
    described,
    integer,
    optional,
    record,
    string,
    text,
    words,
)
from westeros_intrigue.data.documents import Documents
from westeros_intrigue.data.jsontext import DEFAULT_SIZE_LIMIT

T = TypeVar("T")
V = TypeVar("V")


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
        DecodingError: it is no such data; `path` tells where, `reason` why.
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
        WrongType: `cls` is a class that has no data, or `document` is no text.
        InvalidValue: the limit is below 1.
    """
    return DOCUMENTS.from_json(cls, document, size_limit=size_limit)


def _of_class(cls: type[Any]) -> Codec[Any]:
    def read(data: object) -> object:
        move = _MOVE.read(data)
        if type(move) is not cls:
            raise fault(f"a {cls.__name__} is wanted, not {described(data)}")
        return move

    return Codec(_MOVE.write, read, _MOVE.schema)


def _parsed_by(parse: Callable[[str], T]) -> Callable[[str], T | None]:
    def read(text: str) -> T | None:
        try:
            value = parse(text)
        except NotationError:
            return None
        # Only the one text that is written is read.
        return value if str(value) == text else None

    return read


_CARD: Codec[Card] = text("a card", "", _parsed_by(parse_card))
_MOVE: Codec[Move] = text("a move", "", _parsed_by(parse_move))


def _write_box(value: Box) -> Data:
    return "sample" if value == SAMPLE_BOX else data_of(value)


def _read_box(data: object) -> Box:
    if data == "sample":
        return SAMPLE_BOX
    try:
        return Box(**parts_of(data))
    except DecodingError:
        raise
    except WesterosIntrigueError as error:
        raise fault(str(error)) from None


_ATOMS: dict[object, Codec[Any]] = {
    int: integer(-LARGEST_INTEGER),
    bool: BOOLEAN,
    str: string(2000),
    Card: _CARD,
    Move: _MOVE,
    Box: Codec(_write_box, _read_box, {}),
}


def _codec(hint: Any) -> Codec[Any]:  # noqa: ANN401 - a type of whatever form
    """Return the codec of a type as it is written in an annotation."""
    if hint in _ATOMS:
        return _ATOMS[hint]
    if typing.get_origin(hint) in {types.UnionType, typing.Union}:
        kinds = [kind for kind in typing.get_args(hint) if kind is not types.NoneType]
        if len(kinds) == 1:
            return optional(_codec(kinds[0]))
        return choice([member for kind in kinds for member in kind])
    if typing.get_origin(hint) is tuple:
        return _tuple(typing.get_args(hint))
    if issubclass(hint, enum.Enum):
        return choice(hint)
    return _record(hint)


def _record(cls: type[Any]) -> Codec[Any]:
    hints = typing.get_type_hints(cls)
    # A field that does not count for equality is a convenience, and no part of a document.
    fields = [field.name for field in attrs.fields(cls) if field.init and field.eq]
    return record(cls, {name: _codec(hints[name]) for name in fields})


def _tag(cls: type[Any]) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"-\1", cls.__name__).lower()


def _steps() -> Codec[Any]:
    """Return the codec of the steps: objects whose `step` names the class."""
    codecs = {_tag(cls): _record(cls) for cls in STEPS}
    tags = words(codecs)

    def write(step: object) -> Data:
        tag = _tag(type(step))
        members = codecs[tag].write(step)
        return {"step": tag, **members} if type(members) is dict else members

    def read(data: object) -> object:
        if type(data) is not dict:
            raise fault(f"an object is wanted, not {described(data)}")
        members = dict(data)
        try:
            tag = tags.read(members.pop("step", None))
        except DecodingError as error:
            raise error.under("step") from None
        return codecs[tag].read(members)

    return Codec(write, read, {"type": "object"})


def _tuple(kinds: tuple[Any, ...]) -> Codec[Any]:
    if kinds[-1] is Ellipsis:
        return array(_codec(kinds[0]))
    codecs = [_codec(kind) for kind in kinds]

    def write(values: tuple[object, ...]) -> Data:
        return [codec.write(value) for codec, value in zip(codecs, values, strict=True)]

    def read(data: object) -> tuple[object, ...]:
        if type(data) is not list or len(data) != len(codecs):
            raise fault(f"a list of {len(codecs)} elements is wanted, not {described(data)}")
        return tuple(codec.read(value) for codec, value in zip(codecs, data, strict=True))

    return Codec(write, read, {})


_RECORD = _codec(Record)


def _read_state(data: object) -> GameState:
    game: Record = _RECORD.read(data)
    try:
        return game.state
    except WesterosIntrigueError as error:
        raise fault(str(error)) from None


def _read_view(data: object) -> View:
    view: View = _VIEW.read(data)
    if reasons := possible.faults(view):
        raise DecodingError([("", reason) for reason in reasons])
    return view


_ATOMS[Step] = _steps()
_VIEW = _record(View)
DOCUMENTS = Documents(
    "btwixt",
    {
        GameState: (
            "omniscient-state",
            Codec(lambda value: _RECORD.write(Record.from_state(value)), _read_state, {}),
        ),
        View: ("view", Codec(_VIEW.write, _read_view, {})),
        Record: ("record", _RECORD),
        Chance: ("chance", _codec(Chance)),
        Variant: ("variant", _codec(Variant)),
        FinalResult: ("final-result", _codec(FinalResult)),
    },
    {
        Box: Codec(data_of, _read_box, {}),
        Card: _CARD,
        **{cls: _of_class(cls) for cls in MOVES},
    },
)
"""The documents of the game."""
