"""The file of a box: JSON that an owner of the printed game can fill in.

What is not known is null, or left out. All faults of a file are found at once.

Rules: box.catalogue, box.well-formed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from westeros_intrigue.base.errors import DecodingError, fault
from westeros_intrigue.btwixt.cards import Ally, InfluenceCard, Kind, Leader
from westeros_intrigue.btwixt.vocabulary import (
    SIGNATURES,
    Ability,
    Colour,
    Onto,
    Operation,
    Side,
    Timing,
    Who,
    Word,
)
from westeros_intrigue.data.codecs import (
    BOOLEAN,
    LARGEST_INTEGER,
    Data,
    array,
    choice,
    described,
    integer,
    printable,
    words,
)

if TYPE_CHECKING:
    from westeros_intrigue.btwixt.box import Box

T = TypeVar("T")

FORMAT = "westeros-intrigue/btwixt-box/1"
"""What the file says of itself."""

Fields = Mapping[str, Callable[[object], Any]]
"""For each key of an object how its value is read."""

_NUMBER = integer(-LARGEST_INTEGER).read
_NAME = printable(200).read
_NOTES = printable(2000).read
_FLAG = BOOLEAN.read
_ABILITY_FIELDS: Fields = {
    "timing": choice(Timing).read,
    "may": _FLAG,
    "do": choice(Operation).read,
    "colours": array(choice(Colour)).read,
    "cards": _NUMBER,
    "unless_winner": _FLAG,
    "ally": _NAME,
    "side": choice(Side).read,
    "count": _NUMBER,
    "kill": _NUMBER,
    "who": array(choice(Who)).read,
    "title": _NAME,
    "onto": choice(Onto).read,
}


def _entry(cls: Callable[..., T], needed: tuple[str, ...], fields: Fields) -> Callable[[object], T]:
    """Return the reader of an object that finds every fault of its members."""

    def read(data: object) -> T:
        if type(data) is not dict:
            raise fault(f"an object is wanted, not {described(data)}")
        faults = [("", f"unknown key {described(key)}") for key in data if key not in fields]
        faults += [("", f"the key {name!r} is missing") for name in needed if name not in data]
        members = {}
        for name, read_member in fields.items():
            if name in data:
                try:
                    members[name] = read_member(data[name])
                except DecodingError as error:
                    faults += error.under(name).faults
        if faults:
            raise DecodingError(faults)
        return cls(**members)

    return read


def _every(read: Callable[[object], T]) -> Callable[[object], tuple[T, ...]]:
    """Return the reader of a list that finds the faults of every element."""

    def read_all(data: object) -> tuple[T, ...]:
        if type(data) is not list:
            raise fault(f"a list is wanted, not {described(data)}")
        values: list[T] = []
        faults: list[tuple[str, str]] = []
        for index, element in enumerate(data):
            try:
                values.append(read(element))
            except DecodingError as error:
                faults += error.under(index).faults
        if faults:
            raise DecodingError(faults)
        return tuple(values)

    return read_all


def _or_null(read: Callable[[object], T]) -> Callable[[object], T | None]:
    return lambda data: None if data is None else read(data)


_read_ability = _entry(Ability, ("timing", "do"), _ABILITY_FIELDS)
_ABILITIES = _or_null(_every(_read_ability))
_LEADER_FIELDS: Fields = {"id": _NAME, "name": _NAME}
_ALLY_FIELDS: Fields = {
    **_LEADER_FIELDS,
    "power": _or_null(_NUMBER),
    "abilities": _ABILITIES,
    "invented": _FLAG,
    "notes": _NOTES,
}
_CARD_FIELDS: Fields = {
    "id": _NAME,
    "title": _NAME,
    "kind": _or_null(choice(Kind).read),
    "colour": _or_null(choice(Colour).read),
    "value": _or_null(_NUMBER),
    "copies": _or_null(_NUMBER),
    "leader": _or_null(_NAME),
    "triumph": _or_null(_FLAG),
    "abilities": _ABILITIES,
    "invented": _FLAG,
    "notes": _NOTES,
}


def _read_tokens(data: object) -> tuple[tuple[int, int], ...]:
    if type(data) is not dict:
        raise fault(f"an object is wanted, not {described(data)}")
    tokens = []
    faults: list[tuple[str, str]] = []
    for key, number in data.items():
        if not (key.isascii() and key.isdecimal() and len(key) < 10):
            faults.append(("", f"the value of a token is wanted, not {described(key)}"))
            continue
        try:
            tokens.append((int(key), _NUMBER(number)))
        except DecodingError as error:
            faults += error.under(key).faults
    if faults:
        raise DecodingError(faults)
    return tuple(sorted(tokens))


_BOX_FIELDS: Fields = {
    "format": words([FORMAT]).read,
    "name": _NAME,
    "printed": _FLAG,
    "sample": _FLAG,
    "sources": array(printable(2000)).read,
    "leaders": _every(_entry(Leader, ("id", "name"), _LEADER_FIELDS)),
    "allies": _every(_entry(Ally, ("id", "name"), _ALLY_FIELDS)),
    "influence": _every(_entry(InfluenceCard, ("id", "title"), _CARD_FIELDS)),
    "tokens": _or_null(_read_tokens),
}


def parts_of(data: object) -> dict[str, Any]:
    """Return what a box is made of, from the data of its file.

    Raises:
        DecodingError: it is no such file; the error lists every fault.
    """
    needed = ("format", "name", "leaders", "allies", "influence")
    parts: dict[str, Any] = _entry(dict, needed, _BOX_FIELDS)(data)
    del parts["format"]
    return parts


def data_of(box: Box) -> dict[str, Data]:
    """Return the data of the file of a box."""
    return {
        "format": FORMAT,
        "name": box.name,
        "printed": box.printed,
        "sample": box.sample,
        "sources": list(box.sources),
        "leaders": [_data(leader, _LEADER_FIELDS) for leader in box.leaders],
        "allies": [_data(ally, _ALLY_FIELDS) for ally in box.allies],
        "influence": [_data(entry, _CARD_FIELDS) for entry in box.influence],
        "tokens": None
        if box.tokens is None
        else {str(value): count for value, count in box.tokens},
    }


def text_of(box: Box) -> str:
    """Return the text of the file of a box, one entry a line."""
    lines = []
    for name, value in data_of(box).items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list):
            entries = (json.dumps(entry, ensure_ascii=False) for entry in value)
            text = "[" + ",".join(f"\n    {entry}" for entry in entries) + "\n  ]"
        lines.append(f'  "{name}": {text}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


_LEFT_OUT = ("leader", "invented", "notes")


def _data(entry: Leader | Ally | InfluenceCard, fields: Fields) -> Data:
    data: dict[str, Data] = {}
    for name in fields:
        value = getattr(entry, name)
        if name == "abilities" and value is not None:
            value = [_ability_data(ability) for ability in value]
        if value or name not in _LEFT_OUT:
            data[name] = _plain(value)
    return data


def _ability_data(ability: Ability) -> Data:
    may: dict[str, Data] = {"may": True} if ability.may else {}
    arguments = {name: _plain(getattr(ability, name)) for name in SIGNATURES[ability.do].arguments}
    return {"timing": str(ability.timing), **may, "do": str(ability.do), **arguments}


def _plain(value: Any) -> Data:  # noqa: ANN401 - any field
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, Word) else value
