"""The file of a box: JSON that an owner of the printed game can fill in.

What is not known is null, or left out. All faults of a file are found at once.

Rules: box.catalogue, box.well-formed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from westeros_intrigue.base.errors import DecodingError, refusal
from westeros_intrigue.btwixt.cards import Ally, CardKind, InfluenceCard, Leader
from westeros_intrigue.btwixt.public import Word
from westeros_intrigue.btwixt.vocabulary import (
    SIGNATURES,
    Ability,
    Colour,
    Onto,
    Operation,
    Side,
    Timing,
    Who,
)
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
    string,
    words,
)

if TYPE_CHECKING:
    from westeros_intrigue.btwixt.box import Box

T = TypeVar("T")

FORMAT = "westeros-intrigue/btwixt-box/1"
"""What the file says of itself."""

_NUMBER = integer(-LARGEST_INTEGER)
_NAME = string(200)
_ABILITY_FIELDS: dict[str, Codec[Any]] = {
    "timing": choice(Timing),
    "may": BOOLEAN,
    "do": choice(Operation),
    "colours": array(choice(Colour)),
    "cards": _NUMBER,
    "unless_winner": BOOLEAN,
    "ally": _NAME,
    "side": choice(Side),
    "count": _NUMBER,
    "kill": _NUMBER,
    "who": array(choice(Who)),
    "title": _NAME,
    "onto": choice(Onto),
}


def _read_members(data: object, fields: Mapping[str, Codec[Any]]) -> dict[str, object]:
    """Read the members that are there, and find every fault of them."""
    if type(data) is not dict:
        raise refusal(f"an object is wanted, not {described(data)}")
    faults = [("", f"unknown key {described(key)}") for key in data if key not in fields]
    members = {}
    for name, codec in fields.items():
        if name in data:
            try:
                members[name] = codec.read(data[name])
            except DecodingError as error:
                faults += error.under(name).faults
    if faults:
        raise DecodingError(faults)
    return members


def _entry(cls: Callable[..., T], needed: tuple[str, ...], fields: dict[str, Codec[Any]]) -> Any:  # noqa: ANN401 - a reader of T
    def read(data: object) -> T:
        members = _read_members(data, fields)
        if missing := [name for name in needed if name not in members]:
            raise DecodingError([("", f"the key {name!r} is missing") for name in missing])
        return cls(**members)

    return read


def _every(read: Callable[[object], T]) -> Callable[[object], tuple[T, ...]]:
    """Return the reader of a list that finds the faults of every element."""

    def read_all(data: object) -> tuple[T, ...]:
        if type(data) is not list:
            raise refusal(f"a list is wanted, not {described(data)}")
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


def _codec(read: Callable[[object], T]) -> Codec[T]:
    """A codec that is only read with: `text_of` writes."""
    return Codec(_unwritten, read, {})


def _unwritten(_value: object) -> None:
    raise NotImplementedError


_read_ability = _entry(Ability, ("timing", "do"), _ABILITY_FIELDS)
_ABILITIES = optional(_codec(_every(_read_ability)))
_LEADER_FIELDS: dict[str, Codec[Any]] = {"id": _NAME, "name": _NAME}
_ALLY_FIELDS: dict[str, Codec[Any]] = {
    **_LEADER_FIELDS,
    "power": optional(_NUMBER),
    "abilities": _ABILITIES,
    "invented": BOOLEAN,
    "notes": string(2000),
}
_CARD_FIELDS: dict[str, Codec[Any]] = {
    "id": _NAME,
    "title": _NAME,
    "kind": optional(choice(CardKind)),
    "colour": optional(choice(Colour)),
    "value": optional(_NUMBER),
    "copies": optional(integer(-LARGEST_INTEGER, 1000)),
    "leader": optional(_NAME),
    "triumph": optional(BOOLEAN),
    "abilities": _ABILITIES,
    "invented": BOOLEAN,
    "notes": string(2000),
}


def _read_tokens(data: object) -> tuple[tuple[int, int], ...]:
    if type(data) is not dict:
        raise refusal(f"an object is wanted, not {described(data)}")
    count = integer(-LARGEST_INTEGER, 1000)
    tokens = []
    for key, number in data.items():
        if not (key.isascii() and key.isdecimal() and len(key) < 10):
            raise refusal(f"the value of a token is wanted, not {described(key)}")
        try:
            tokens.append((int(key), count.read(number)))
        except DecodingError as error:
            raise error.under(key) from None
    return tuple(sorted(tokens))


_BOX_FIELDS: dict[str, Codec[Any]] = {
    "format": words([FORMAT]),
    "name": _NAME,
    "printed": BOOLEAN,
    "sample": BOOLEAN,
    "sources": array(string(2000)),
    "leaders": _codec(_every(_entry(Leader, ("id", "name"), _LEADER_FIELDS))),
    "allies": _codec(_every(_entry(Ally, ("id", "name"), _ALLY_FIELDS))),
    "influence": _codec(_every(_entry(InfluenceCard, ("id", "title"), _CARD_FIELDS))),
    "tokens": optional(_codec(_read_tokens)),
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


def _data(entry: Leader | Ally | InfluenceCard, fields: dict[str, Codec[Any]]) -> Data:
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
