"""The file of a box: JSON that an owner of the printed game can fill in.

Unknown values are null, or left out.

Rules: box.catalogue, box.well-formed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import attrs

from westeros_intrigue.btwixt.cards import Ally, InfluenceCard
from westeros_intrigue.btwixt.faults import MOST_PIECES, form_faults
from westeros_intrigue.btwixt.vocabulary import Ability
from westeros_intrigue.data.catalogues import catalogue
from westeros_intrigue.data.codecs import (
    LARGEST_INTEGER,
    Codec,
    Data,
    integer,
    named,
    optional,
    text,
)
from westeros_intrigue.data.derivation import Codecs, Own
from westeros_intrigue.data.objects import kind_of, pairs, record

if TYPE_CHECKING:
    from westeros_intrigue.btwixt.box import Box

FORMAT = "westeros-intrigue/btwixt-box/1"
"""The first member of a file."""
LISTS = ("sources", "leaders", "allies", "influence")
"""The members of a file with a line for each entry."""

_NUMBER = integer(-LARGEST_INTEGER)
_FIELDS = ("name", "printed", "sample", "sources", "leaders", "allies", "influence", "tokens")


def codec_of(cls: type[Box]) -> Codec[Box]:
    """Return the codec of the class `Box`."""
    codecs = Codecs({each: _own(each) for each in (Ability, Ally, InfluenceCard)})
    members = {**codecs.fields(cls, _FIELDS), "tokens": _tokens()}
    return catalogue(cls, FORMAT, members, form_faults, optional=_defaults(cls))


def _defaults(cls: type[Any]) -> set[str]:
    """Return the names of the fields that have a default."""
    return {each.name for each in attrs.fields(cls) if each.default is not attrs.NOTHING}


def _own(cls: type[Any]) -> Own:
    """Return the maker of a codec that leaves out needless members, and can do without others."""

    def made(codecs: Codecs) -> Codec[Any]:
        codec = record(cls, codecs.fields(cls), optional=_defaults(cls))

        def write(value: object) -> Data:
            data = cast("dict[str, Data]", codec.write(value))
            if isinstance(value, Ability):
                names = ["timing", *["may"] * value.may, "do", *value.do.arguments]
            else:
                names = [name for name, it in data.items() if it or name not in _LEFT_OUT]
            return {name: data[name] for name in names}

        return named(kind_of(cls), attrs.evolve(codec, write=write))

    return made


_LEFT_OUT = ("leader", "invented", "notes")


def _tokens() -> Codec[tuple[tuple[int, int], ...] | None]:
    value = text("a number on tokens", "^[0-9]{1,9}$", _number)
    codec = pairs(value, _NUMBER, MOST_PIECES)
    return optional(attrs.evolve(codec, read=lambda data: tuple(sorted(codec.read(data)))))


def _number(digits: str) -> int | None:
    is_number = digits.isascii() and digits.isdecimal() and len(digits) < 10
    return int(digits) if is_number else None
