"""Editions as JSON files: read without trust, written, and the two that come with the library."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, cast

from westeros_intrigue.base.errors import DecodingError, fault, faults_at, partly_read
from westeros_intrigue.base.partial import Partial
from westeros_intrigue.base.values import check_type
from westeros_intrigue.data.catalogues import catalogue, group, text_of
from westeros_intrigue.data.codecs import (
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
from westeros_intrigue.data.objects import pairs, record
from westeros_intrigue.monopoly.chance_cards import Effect, Word
from westeros_intrigue.monopoly.editions import Edition, Mark, contradictions
from westeros_intrigue.monopoly.spaces import (
    LONGEST_NAME,
    MOST_COINS,
    Space,
    SpaceKind,
)

_MOST_MARKS = 5000

_NAME = printable(LONGEST_NAME)
_KIND = choice(SpaceKind)


def _space(kind: SpaceKind) -> Codec[Space]:
    parts = Codecs().fields(Space, Space("", kind).parts)
    fields: dict[str, Codec[Any]] = {"name": _NAME, "kind": choice([kind])}
    if kind is SpaceKind.LOCATION:
        fields |= {"group": _NAME, **parts, **Codecs().fields(Space, ["rents"])}
    return record(Space, fields | parts)


_SPACES = {kind: _space(kind) for kind in SpaceKind}


def _read_space(data: object) -> Space:
    try:
        if type(data) is not dict or "kind" not in data:
            raise fault(f"expected an object with a kind, not {described(data)}")
        with faults_at("kind"):
            kind = _KIND.read(data["kind"])
    except DecodingError as error:
        raise partly_read(error.faults, Partial(Space, {}), [""]) from None
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


_CODECS = Codecs({Space: named("space", _SPACE), Effect: named("effect", _EFFECT)})
_GROUPS = {
    "money": {"start": "start_money", "go": "salary", "coins": "coins"},
    "jail": {"fee": "jail_fee", "tries": "jail_tries"},
    "supply": {"holdfasts": "holdfasts", "castles": "castles"},
    "auction": {"opening": "opening_bid", "step": "bid_step"},
}
"""The members of a file that have several attributes of an edition; all others have one."""
_MEMBERS = (
    *("name", "sources", "printed", "sample", "players", "money", "jail", "supply", "storeys"),
    *("set_factor", "faith_rent", "order_rent", "auction", "spaces", "cards", "marks", "hints"),
)


def _edition() -> Codec[Edition]:
    codecs: dict[str, Codec[Any]] = _CODECS.fields(Edition)
    codecs |= {
        "marks": pairs(_NAME, choice(Mark), _MOST_MARKS),
        "hints": pairs(_NAME, array(integer(1, MOST_COINS), most=20), _MOST_MARKS),
    }
    codecs |= {name: group(codecs, attributes) for name, attributes in _GROUPS.items()}
    members = {name: codecs[name] for name in _MEMBERS}
    return catalogue(Edition, 1, members, contradictions, groups=_GROUPS)


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
    return text_of(EDITION, edition, ("sources", "spaces", "cards", "marks", "hints"))


@lru_cache(maxsize=8)  # a record is written after every move
def fingerprint(edition: Edition) -> str:
    """Return sixteen digits that two editions share when a game is the same with both.

    Sources, marks and hints do not count.

    >>> fingerprint(SAMPLE) == fingerprint(PRINTED)
    False
    """
    data = cast("dict[str, Data]", EDITION.write(edition))
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
