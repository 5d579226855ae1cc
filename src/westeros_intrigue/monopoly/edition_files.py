"""Editions as JSON files: read without trust, written, and the two that come with the library.

Rules: edition.catalogue, edition.well-formed, edition.gaps.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, TypeVar

from westeros_intrigue.base.errors import DecodingError, fault
from westeros_intrigue.base.values import check_type
from westeros_intrigue.data.codecs import (
    BOOLEAN,
    Codec,
    Data,
    array,
    choice,
    described,
    integer,
    optional,
    read_object,
    record,
    string,
)
from westeros_intrigue.data.jsontext import DEFAULT_SIZE_LIMIT, dumped, parsed
from westeros_intrigue.monopoly.editions import (
    ARGUMENTS,
    ChanceCard,
    Edition,
    Effect,
    Mark,
    Space,
    SpaceKind,
    Word,
)
from westeros_intrigue.monopoly.gaps import InvalidEdition, parts_of
from westeros_intrigue.monopoly.soundness import faults_of

T = TypeVar("T")

_FORMAT = 1
_MOST_SPACES = 200
_MOST_COPIES = 100
_MOST_CARDS = 200
_MOST_MARKS = 5000
_MOST_COINS = 1_000_000  # a bound keeps every sum printable

_NAME = string(80)
_AMOUNT = integer(1, _MOST_COINS)
_ANY_AMOUNT = integer(0, _MOST_COINS)
_KIND = choice(SpaceKind)


def _space_codec(kind: SpaceKind) -> Codec[Space]:
    fields: dict[str, Codec[Any]] = {"name": _NAME, "kind": _KIND}
    if kind is SpaceKind.LOCATION:
        fields["group"] = string(40)
    fields |= {part: optional(_AMOUNT) for part in parts_of(Space("", kind))}
    if kind is SpaceKind.LOCATION:
        fields["rents"] = array(optional(_AMOUNT), most=20)
    return record(Space, fields)


_SPACES = {kind: _space_codec(kind) for kind in SpaceKind}


def _read_space(data: object) -> Space:
    if type(data) is not dict or "kind" not in data:
        raise fault(f"an object with a kind is wanted, not {described(data)}")
    try:
        kind = _KIND.read(data["kind"])
    except DecodingError as error:
        raise error.under("kind") from None
    return _SPACES[kind].read(data)


_SPACE = Codec(
    lambda space: _SPACES[space.kind].write(space),
    _read_space,
    {"anyOf": [codec.schema for codec in _SPACES.values()]},
)


def _write_effect(effect: Effect) -> Data:
    kind: list[Data] = [] if effect.kind is None else [effect.kind.value]
    return [effect.word.value, *kind, *effect.numbers]


def _read_effect(data: object) -> Effect:
    if type(data) is not list or not data:
        raise fault(f"a word and what belongs to it are wanted, not {described(data)}")
    word = _WORD.read(data[0])
    rest = data[1:]
    kind = None
    if word is Word.MOVE_TO_NEAREST and rest:
        kind = _KIND.read(rest.pop(0))
    if len(rest) != ARGUMENTS[word]:
        raise fault(f"{word.value} needs {ARGUMENTS[word]} numbers, not {len(rest)}")
    return Effect(word, tuple(_NUMBER.read(number) for number in rest), kind)


_WORD = choice(Word)
_NUMBER = integer(-_MOST_COINS, _MOST_COINS)
_EFFECT: Codec[Effect] = Codec(_write_effect, _read_effect, {"type": "array", "minItems": 1})
_CARD = record(
    ChanceCard,
    {"id": _NAME, "copies": integer(1, _MOST_COPIES), "effects": array(_EFFECT, 1, 20)},
)


def _table(codec: Codec[T]) -> Codec[tuple[tuple[str, T], ...]]:
    """Return the codec of pairs that are written as an object."""

    def write(pairs: tuple[tuple[str, T], ...]) -> Data:
        return {name: codec.write(value) for name, value in pairs}

    def read(data: object) -> tuple[tuple[str, T], ...]:
        if type(data) is not dict or len(data) > _MOST_MARKS:
            raise fault(f"an object of at most {_MOST_MARKS} keys is wanted")
        pairs = []
        for name, value in data.items():
            try:
                pairs.append((_PATH.read(name), codec.read(value)))
            except DecodingError as error:
                raise error.under(str(name)[:80]) from None
        return tuple(pairs)

    schema = {"type": "object", "additionalProperties": codec.schema}
    return Codec(write, read, schema)


_PATH = string(80)
_PAIR = array(integer(0, _MOST_COINS), 2, 2)
_FRACTION = array(_AMOUNT, 2, 2)
# For each part of the file the attributes of an Edition that it holds, in order.
_PARTS: dict[str, dict[str, tuple[str, Codec[Any]]]] = {
    "money": {
        "start": ("start_money", _ANY_AMOUNT),
        "go": ("salary", _ANY_AMOUNT),
        "coins": ("coins", array(_PAIR, 1, 20)),
    },
    "jail": {"fee": ("jail_fee", _AMOUNT), "tries": ("jail_tries", integer(1, 20))},
    "supply": {
        "holdfasts": ("holdfasts", integer(0, _MOST_COINS)),
        "castles": ("castles", integer(0, _MOST_COINS)),
    },
    "auction": {"opening": ("opening_bid", _AMOUNT), "step": ("bid_step", _AMOUNT)},
}
_FIELDS: dict[str, Codec[Any]] = {
    "name": _NAME,
    "sources": array(string(400), most=50),
    "printed": BOOLEAN,
    "sample": BOOLEAN,
    "players": _PAIR,
    "storeys": integer(1, 10),
    "set_factor": integer(1, 100),
    "faith_rent": array(_AMOUNT, most=_MOST_SPACES),
    "order_rent": array(_FRACTION, most=_MOST_SPACES),
    "spaces": array(_SPACE, 1, _MOST_SPACES),
    "cards": optional(array(_CARD, most=_MOST_CARDS)),
    "marks": _table(choice(Mark)),
    "hints": _table(array(_AMOUNT, most=20)),
}
_ORDER = (
    "format", "name", "sources", "printed", "sample", "players", "money", "jail", "supply",
    "storeys", "set_factor", "faith_rent", "order_rent", "auction", "spaces", "cards", "marks",
    "hints",
)  # fmt: skip
_FORMAT_CODEC = integer(_FORMAT, _FORMAT)


def _write_edition(edition: Edition) -> Data:
    data: dict[str, Data] = {}
    for name in _ORDER:
        if name == "format":
            data[name] = _FORMAT
        elif name in _PARTS:
            data[name] = {
                key: codec.write(getattr(edition, attribute))
                for key, (attribute, codec) in _PARTS[name].items()
            }
        else:
            data[name] = _FIELDS[name].write(getattr(edition, name))
    return data


def _read_edition(data: object) -> Edition:
    members = read_object(data, _ORDER)
    values: dict[str, Any] = {}
    for name in _ORDER:
        try:
            if name in _PARTS:
                inner = read_object(members[name], _PARTS[name])
                for key, (attribute, codec) in _PARTS[name].items():
                    values[attribute] = _under(key, codec, inner[key])
            elif name == "format":
                _FORMAT_CODEC.read(members[name])
            else:
                values[name] = _FIELDS[name].read(members[name])
        except DecodingError as error:
            raise error.under(name) from None
    edition = Edition(**values)
    if faults := tuple(faults_of(edition)):
        raise InvalidEdition(faults)
    return edition


def _under(key: str, codec: Codec[T], data: object) -> T:
    try:
        return codec.read(data)
    except DecodingError as error:
        raise error.under(key) from None


EDITION: Codec[Edition] = Codec(_write_edition, _read_edition, {"type": "object"})
"""How editions are written and read; a sound file with gaps is read too."""


def read_edition(document: str | bytes, *, size_limit: int = DEFAULT_SIZE_LIMIT) -> Edition:
    """Return the edition that a JSON file tells of; what it does not know is None.

    >>> read_edition("{}")
    Traceback (most recent call last):
    westeros_intrigue.DecodingError: the document: the key 'format' is missing; ...

    Raises:
        DecodingError: the text is no JSON, or not of this shape.
        InvalidEdition: the edition contradicts itself; `faults` lists how.

    Rules: edition.catalogue, edition.well-formed.
    """
    return EDITION.read(parsed(document, size_limit))


def write_edition(edition: Edition) -> str:
    """Return the edition as JSON, with a line for each space, card and mark.

    >>> read_edition(write_edition(SAMPLE)) == SAMPLE
    True

    Rules: edition.catalogue.
    """
    check_type("edition", edition, Edition)
    data = EDITION.write(edition)
    assert isinstance(data, dict)  # noqa: S101 - for the type checker: an edition is an object
    return "{\n" + ",\n".join(_part(name, part) for name, part in data.items()) + "\n}\n"


def _part(name: str, part: Data) -> str:
    if isinstance(part, list) and name in {"sources", "spaces", "cards"}:
        lines = ",\n".join(f"  {dumped(row)}" for row in part)
        return f" {dumped(name)}: [\n{lines}\n ]"
    if isinstance(part, dict) and name in {"marks", "hints"}:
        lines = ",\n".join(f"  {dumped(key)}: {dumped(row)}" for key, row in part.items())
        return f" {dumped(name)}: {{\n{lines}\n }}"
    return f" {dumped(name)}: {dumped(part)}"


def _shipped(name: str) -> Edition:
    return read_edition(
        files("westeros_intrigue.monopoly").joinpath(name).read_text(encoding="utf-8")
    )


PRINTED = _shipped("edition-printed.json")
"""What is publicly known of the printed game; it has gaps, so `setup` refuses it.

Rules: edition.gaps.
"""

SAMPLE = _shipped("edition-sample.json")
"""A playable edition. Its rents, building costs and most cards are invented, and marked so.

Rules: edition.sample-flag.
"""
