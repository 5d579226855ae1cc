"""What requests and answers have in common: seats, sizes, and how messages are told apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import attrs

from westeros_intrigue.base.errors import fault
from westeros_intrigue.base.values import Value
from westeros_intrigue.data.codecs import (
    Codec,
    Data,
    array,
    described,
    integer,
    merged,
    named,
    record,
    string,
    text,
    with_properties,
    words,
)
from westeros_intrigue.web.levels import LEVELS

SIZE_LIMIT = 300_000
"""The longest request, in bytes; the record of the longest game takes a third of it."""
LONGEST_NAME = 16
PERSON, AUTOMATED = "person", "automated"
TABLES = ("standard", "solo")


@attrs.frozen
class Seat(Value):
    """Who sits in a seat."""

    name: str
    who: str


def _game(written: str) -> str | None:
    is_game = len(written) == 16 and all(digit in "0123456789abcdef" for digit in written)
    return written if is_game else None


TEXT = string(SIZE_LIMIT)
TEXTS = array(TEXT)
GAME = named("game", text("the id of a game", "^[0-9a-f]{16}$", _game))
MOMENT = integer(0)
NUMBER = integer(1)
WHO = words((PERSON, *LEVELS, AUTOMATED))
"""Who may sit in a seat."""
SEAT = named("seat", record(Seat, {"name": string(LONGEST_NAME), "who": WHO}))

Members: TypeAlias = Mapping[str, tuple[type[Any], Mapping[str, Codec[Any]]]]


def tagged(tag: str, table: Members) -> Codec[Any]:
    """Return the codec of objects of several classes, told apart by the member `tag`."""
    tags = {cls: name for name, (cls, _) in table.items()}
    codecs = {name: record(cls, fields) for name, (cls, fields) in table.items()}

    def write(value: object) -> Data:
        name = tags[type(value)]
        members = codecs[name].write(value)
        assert isinstance(members, dict)  # noqa: S101 - for the type checker: a record's data
        return {tag: name, **members}

    def read(data: object) -> Any:  # noqa: ANN401 - an object of one of the classes
        if type(data) is not dict:
            raise fault(f"an object is wanted, not {described(data)}")
        members = dict(data)
        name = members.pop(tag, None)
        if type(name) is not str or name not in codecs:
            raise fault(f"one of {', '.join(codecs)} is wanted, not {described(name)}", f"/{tag}")
        return codecs[name].read(members)

    schemas = [with_properties({tag: {"const": name}}, codec) for name, codec in codecs.items()]
    return Codec(write, read, {"oneOf": schemas}, merged(*codecs.values()))
