"""Data of games: codecs of values that pass a check, and the files that owners of a game fill in.

Such a file contains the texts and numbers printed on the parts of a game, a line for each part.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import json
from collections.abc import Callable
from itertools import repeat
from typing import TypeVar, cast

import attrs

from westeros_intrigue.gamekit import codecs, documents, errors, text
from westeros_intrigue.gamekit.codecs import Codec, Data

K = TypeVar("K")
T = TypeVar("T")

_LONGEST_LINE = 100


def with_check(codec: Codec[T], check: Callable[[T], object]) -> Codec[T]:
    """Return a codec that reads only values that a check accepts; it raises an error otherwise."""

    def read(data: object) -> T:
        value = codec.read(data)
        check(value)
        return value

    return attrs.evolve(codec, read=read)


def record_with_check(
    cls: type[T], check: Callable[[T], object]
) -> Callable[[documents.Codecs], Codec[T]]:
    """Return a function that derives the codec of a class whose values pass a check."""
    return lambda derived: codecs.name_schema(
        text.word_of(cls), with_check(derived.record(cls), check)
    )


def pairs(keys: Codec[K], entries: Codec[T], most: int) -> Codec[tuple[tuple[K, T], ...]]:
    """Return the codec of up to `most` pairs, written as the members of an object."""

    def write(found: tuple[tuple[K, T], ...]) -> Data:
        return {str(keys.write(key)): entries.write(entry) for key, entry in found}

    def read(data: object) -> tuple[tuple[K, T], ...]:
        data = codecs.as_object(data)
        if len(data) > most:
            raise errors.fault(f"expected an object of at most {most} members, not of {len(data)}")
        names = codecs.read_parts(data, repeat(keys.read), data)
        parts = codecs.read_parts(data, repeat(entries.read), data.values())
        return tuple(zip(names, parts, strict=True))

    schema = {
        "type": "object",
        "propertyNames": keys.schema,
        "additionalProperties": entries.schema,
    }
    return Codec(write, read, schema)


def text_of(codec: Codec[T], value: T) -> str:
    """Return the text of a file: a line for each member, or for each entry of a long member."""
    lines = []
    for name, part in cast("dict[str, Data]", codec.write(value)).items():
        line = _dump(part)
        if len(line) > _LONGEST_LINE and isinstance(part, (list, dict)):
            if isinstance(part, list):
                entries = [*map(_dump, part)]
            else:
                entries = [f"{_dump(key)}: {_dump(entry)}" for key, entry in part.items()]
            line = f"{line[0]}\n    " + ",\n    ".join(entries) + f"\n  {line[-1]}"
        lines.append(f"  {_dump(name)}: {line}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _dump(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False)
