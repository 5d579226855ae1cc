"""Editions as JSON files: read without trust, written, and the two that come with the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, TypeVar, cast

import attrs

from westeros_intrigue.base.errors import DecodingError, fault, faults_at
from westeros_intrigue.base.partial import Partial
from westeros_intrigue.base.values import check_type
from westeros_intrigue.data.codecs import (
    MOST_FAULTS,
    Codec,
    Data,
    array,
    choice,
    described,
    integer,
    named,
    printable,
)
from westeros_intrigue.data.derivation import Codecs
from westeros_intrigue.data.jsontext import DEFAULT_SIZE_LIMIT, dump, parse
from westeros_intrigue.data.objects import (
    Fields,
    read_fields,
    readable_fields,
    readable_parts,
    record,
)
from westeros_intrigue.monopoly.chance_cards import ChanceCard, Effect, Word
from westeros_intrigue.monopoly.editions import Edition, Mark, contradictions
from westeros_intrigue.monopoly.spaces import (
    LONGEST_NAME,
    MOST_COINS,
    MOST_SPACES,
    Space,
    SpaceKind,
)

T = TypeVar("T")

_FORMAT = 1
_MOST_MARKS = 5000

_NAME = printable(LONGEST_NAME)
_KIND = choice(SpaceKind)


def _space_fields(kind: SpaceKind) -> dict[str, Codec[Any]]:
    parts = Codecs().fields(Space, Space("", kind).parts)
    fields: dict[str, Codec[Any]] = {"name": _NAME, "kind": choice([kind])}
    if kind is SpaceKind.LOCATION:
        return {**fields, "group": _NAME, **parts, **Codecs().fields(Space, ["rents"])}
    return {**fields, **parts}


_SPACE_FIELDS = {kind: _space_fields(kind) for kind in SpaceKind}
_SPACES = {kind: record(Space, fields) for kind, fields in _SPACE_FIELDS.items()}


def _read_space(data: object) -> Space:
    if type(data) is not dict or "kind" not in data:
        raise fault(f"expected an object with a kind, not {described(data)}")
    with faults_at("kind"):
        kind = _KIND.read(data["kind"])
    return _SPACES[kind].read(data)


_SPACE = Codec(
    lambda space: _SPACES[space.kind].write(space),
    _read_space,
    {"oneOf": [codec.schema for codec in _SPACES.values()]},
)


def _write_effect(effect: Effect) -> Data:
    kind: list[Data] = [] if effect.kind is None else [effect.kind.value]
    return [effect.word.value, *kind, *effect.numbers]


def _read_effect(data: object) -> Effect:
    if type(data) is not list or not data:
        raise fault(f"expected a word and what belongs to it, not {described(data)}")
    word = _WORD.read(data[0])
    rest = data[1:]
    kind = None
    if word is Word.MOVE_TO_NEAREST and rest:
        kind = _KIND.read(rest.pop(0))
    with faults_at():
        return Effect(word, tuple(map(_NUMBER.read, rest)), kind)


_WORD = choice(Word)
_NUMBER = integer(-MOST_COINS, MOST_COINS)
_EFFECT: Codec[Effect] = Codec(
    _write_effect,
    _read_effect,
    {
        "type": "array",
        "prefixItems": [_WORD.schema],
        "items": {"type": ["integer", "string"]},
        "minItems": 1,
        "maxItems": 3,
    },
)


def _table(codec: Codec[T]) -> Codec[tuple[tuple[str, T], ...]]:
    """Return the codec of pairs that are written as an object."""

    def write(pairs: tuple[tuple[str, T], ...]) -> Data:
        return {name: codec.write(value) for name, value in pairs}

    def read(data: object) -> tuple[tuple[str, T], ...]:
        if type(data) is not dict or len(data) > _MOST_MARKS:
            raise fault(f"expected an object of at most {_MOST_MARKS} keys")
        return tuple(read_fields(data, {_NAME.read(name): codec for name in data}).items())

    return Codec(write, read, {"type": "object", "additionalProperties": codec.schema})


# An edition as an object: the parts have several of its attributes, all others have one.
_PARTS = {
    "money": {"start": "start_money", "go": "salary", "coins": "coins"},
    "jail": {"fee": "jail_fee", "tries": "jail_tries"},
    "supply": {"holdfasts": "holdfasts", "castles": "castles"},
    "auction": {"opening": "opening_bid", "step": "bid_step"},
}
_MEMBERS = (
    *("name", "sources", "printed", "sample", "players", "money", "jail", "supply", "storeys"),
    *("set_factor", "faith_rent", "order_rent", "auction", "spaces", "cards", "marks", "hints"),
)


def _part(codecs: Mapping[str, Codec[Any]], members: Mapping[str, str]) -> Codec[Any]:
    """Return the codec of attributes of an edition that are written as one object."""
    fields = {key: codecs[name] for key, name in members.items()}
    codec: Codec[Any] = record(dict, fields)

    def write(edition: Edition) -> Data:
        return {key: fields[key].write(getattr(edition, name)) for key, name in members.items()}

    def read(data: object) -> dict[str, Any]:
        return {members[key]: value for key, value in codec.read(data).items()}

    return attrs.evolve(codec, write=write, read=read)


_CODECS = Codecs({Space: named("space", _SPACE), Effect: named("effect", _EFFECT)})


def _edition() -> Codec[Edition]:
    codecs: dict[str, Codec[Any]] = _CODECS.fields(Edition)
    codecs |= {"marks": _table(choice(Mark)), "hints": _table(_HINTS)}
    codecs |= {part: _part(codecs, members) for part, members in _PARTS.items()}
    fields = {"format": integer(_FORMAT, _FORMAT), **{name: codecs[name] for name in _MEMBERS}}
    codec = record(Edition, fields)

    def write(edition: Edition) -> Data:
        data: dict[str, Data] = {"format": _FORMAT}
        for name in _MEMBERS:
            data[name] = codecs[name].write(edition if name in _PARTS else getattr(edition, name))
        return data

    def read(data: object) -> Edition:
        try:
            values = read_fields(data, fields)
        except DecodingError as error:
            if type(data) is not dict:
                raise
            further = contradictions(*_as_far_as_readable(data, codecs))
            raise DecodingError([*error.faults, *further][:MOST_FAULTS]) from None
        del values["format"]
        for name in _PARTS:
            values |= values.pop(name)
        return Edition(**values)

    return attrs.evolve(codec, write=write, read=read)


def _as_far_as_readable(
    data: Mapping[str, object], codecs: Mapping[str, Codec[Any]]
) -> tuple[Any, list[str]]:
    """Return an edition as far as it can be read, and the paths of the rest of spaces and cards.

    It serves to find what else is wrong with a file.
    """
    rows: dict[str, tuple[type, Fields | Callable[[object], Fields]]] = {
        "spaces": (Space, _fields_of),
        "cards": (ChanceCard, _CODECS.fields(ChanceCard)),
    }
    values, unread = readable_parts(data, rows, MOST_SPACES)
    values |= readable_fields(data, {name: codecs[name] for name in _MEMBERS if name not in _PARTS})
    for part, members in _PARTS.items():
        found = readable_fields(
            data.get(part), {key: codecs[name] for key, name in members.items()}
        )
        values |= {members[key]: value for key, value in found.items()}
    return Partial(Edition, values), unread


def _fields_of(data: object) -> Fields:
    kind = readable_fields(data, {"kind": _KIND}).get("kind")
    return {} if kind is None else _SPACE_FIELDS[kind]


_HINTS = array(integer(1, MOST_COINS), most=20)
EDITION: Codec[Edition] = named("edition", _edition())
"""The codec of editions, with gaps or without."""


def read_edition(document: str | bytes, *, size_limit: int = DEFAULT_SIZE_LIMIT) -> Edition:
    """Return the edition of a JSON file; the values that it does not know are None.

    >>> read_edition("{}")
    Traceback (most recent call last):
    westeros_intrigue.DecodingError: the document: the key 'format' is missing; ...

    Raises:
        DecodingError: the text is not JSON, or not of this shape; `faults` lists every place.
        InvalidEdition: the edition contradicts itself; `faults` lists how.

    Rules: edition.catalogue, edition.well-formed.
    """
    return EDITION.read(parse(document, size_limit))


def write_edition(edition: Edition) -> str:
    """Return the edition as JSON, with a line for each space, card and mark.

    >>> read_edition(write_edition(SAMPLE)) == SAMPLE
    True

    Raises:
        WrongType: `edition` is not an Edition.

    Rules: edition.catalogue.
    """
    check_type("edition", edition, Edition)
    lines = (_lines(name, part) for name, part in _data(edition).items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _data(edition: Edition) -> dict[str, Data]:
    return cast("dict[str, Data]", EDITION.write(edition))


def _lines(name: str, part: Data) -> str:
    if isinstance(part, list) and name in {"sources", "spaces", "cards"}:
        lines = ",\n".join(f"  {dump(row)}" for row in part)
        return f" {dump(name)}: [\n{lines}\n ]"
    if isinstance(part, dict) and name in {"marks", "hints"}:
        lines = ",\n".join(f"  {dump(key)}: {dump(row)}" for key, row in part.items())
        return f" {dump(name)}: {{\n{lines}\n }}"
    return f" {dump(name)}: {dump(part)}"


@lru_cache(maxsize=8)  # a record is written after every move
def fingerprint(edition: Edition) -> str:
    """Return sixteen digits that two editions share when a game is the same with both.

    Sources, marks and hints do not count.

    >>> fingerprint(SAMPLE) == fingerprint(PRINTED)
    False
    """
    data = _data(edition)
    for name in ("sources", "marks", "hints"):
        del data[name]
    return sha256(dump(data).encode()).hexdigest()[:16]


def _shipped(name: str) -> Edition:
    return read_edition(
        files("westeros_intrigue.monopoly").joinpath(name).read_text(encoding="utf-8")
    )


PRINTED = _shipped("edition-printed.json")
"""The public knowledge of the printed game; it has gaps, so `setup` refuses it.

Rules: edition.gaps.
"""

SAMPLE = _shipped("edition-sample.json")
"""A playable edition of invented names, numbers and cards.

Rules: edition.sample-flag.
"""
