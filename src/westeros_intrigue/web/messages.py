"""What requests and answers have in common: seats, sizes, and how messages are told apart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from westeros_intrigue.base.errors import fault
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
)
from westeros_intrigue.players import PLAYERS
from westeros_intrigue.sessions.folder import GAME_ID
from westeros_intrigue.sessions.seats import AUTOMATED, LONGEST_NAME, PERSON, Seat

SIZE_LIMIT = 300_000
"""The longest request, in bytes; the record of the longest game takes a third of it."""
TABLES = ("standard", "solo")


def _game(written: str) -> str | None:
    return written if re.fullmatch(GAME_ID, written) else None


def _who(written: str) -> str | None:
    is_known = written in {PERSON, AUTOMATED} or PLAYERS.has(written)
    return written if is_known else None


TEXT = string(SIZE_LIMIT)
TEXTS = array(TEXT)
GAME = named("game", text("the id of a game", f"^{GAME_ID}$", _game))
MOMENT = integer(0)
NUMBER = integer(1)
WHO = text(f"{PERSON}, {AUTOMATED} or a player: {PLAYERS.listed}", "^[a-z]+(:[1-9][0-9]*)?$", _who)
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
