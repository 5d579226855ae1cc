"""The file of a box: JSON that an owner of the printed game can fill in.

Unknown values are null, or left out.

Rules: box.catalogue, box.well-formed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import attrs

from westeros_intrigue.base.partial import Partial
from westeros_intrigue.btwixt.cards import ENTRIES, Ally, InfluenceCard
from westeros_intrigue.btwixt.faults import MOST_PIECES
from westeros_intrigue.btwixt.vocabulary import Ability
from westeros_intrigue.data.codecs import LARGEST_INTEGER, Codec, Data, integer, named, optional
from westeros_intrigue.data.derivation import Codecs, Own
from westeros_intrigue.data.objects import (
    kind_of,
    read_fields,
    readable_fields,
    readable_parts,
    record,
    with_head,
)

if TYPE_CHECKING:
    from westeros_intrigue.btwixt.box import Box

FORMAT = "westeros-intrigue/btwixt-box/1"
"""The members of a file that describe the file itself."""

_NUMBER = integer(-LARGEST_INTEGER)
_FIELDS = ("name", "printed", "sample", "sources", "leaders", "allies", "influence", "tokens")


def codec_of(cls: type[Any], made: Callable[..., Any] | None = None) -> Codec[Any]:
    """Return the codec of the class `Box`, or one that reads what is made from the parts."""
    fields = {**_codecs().fields(cls, _FIELDS), "tokens": _TOKENS}
    return with_head({"format": FORMAT}, record(made or cls, fields, optional=_defaults(cls)))


def _codecs() -> Codecs:
    return Codecs({cls: _own(cls) for cls in (Ability, Ally, InfluenceCard)})


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


def _read_tokens(data: object) -> tuple[tuple[int, int], ...]:
    keys: list[str] = [*data] if isinstance(data, dict) else []
    values = {key: _NUMBER for key in keys if key.isascii() and key.isdecimal() and len(key) < 10}
    found = read_fields(data, values)
    return tuple(sorted((int(value), number) for value, number in found.items()))


_TOKENS: Codec[tuple[tuple[int, int], ...] | None] = optional(
    Codec(
        lambda tokens: {str(value): count for value, count in tokens},
        _read_tokens,
        {
            "type": "object",
            "propertyNames": {"pattern": "^[0-9]{1,9}$"},
            "additionalProperties": _NUMBER.schema,
        },
    )
)


def readable_box(cls: type[Box], data: object) -> Any:  # noqa: ANN401 - a box, in part
    """Return a box as far as it can be read, to find what else is wrong with its file."""
    codecs = _codecs()
    rows = {part: (entry, codecs.fields(entry)) for part, (entry, _) in ENTRIES.items()}
    values, _ = readable_parts(data, rows, MOST_PIECES)
    fields = {**codecs.fields(cls, ["name"]), "tokens": _TOKENS}
    return Partial(cls, values | readable_fields(data, fields))


def text_of(box: Box) -> str:
    """Return the text of the file of a box, one entry a line."""
    lines = []
    for name, value in cast("dict[str, Data]", codec_of(type(box)).write(box)).items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list):
            entries = (json.dumps(entry, ensure_ascii=False) for entry in value)
            text = "[" + ",".join(f"\n    {entry}" for entry in entries) + "\n  ]"
        lines.append(f'  "{name}": {text}')
    return "{\n" + ",\n".join(lines) + "\n}\n"
