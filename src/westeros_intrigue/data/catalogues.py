"""Catalogues: files in which the owners of a game enter what is printed on its parts."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, TypeVar, cast

import attrs

from westeros_intrigue.base.errors import DecodingError
from westeros_intrigue.base.partial import Partial
from westeros_intrigue.data.codecs import MOST_FAULTS, Codec, Data, integer, words
from westeros_intrigue.data.objects import read_fields, record

T = TypeVar("T")


def catalogue(
    cls: type[T],
    version: int | str,
    members: Mapping[str, Codec[Any]],
    contradictions: Callable[[Any, Collection[str]], Iterator[tuple[str, str]]],
    *,
    groups: Mapping[str, Mapping[str, str]] = {},
    optional: Collection[str] = (),
) -> Codec[T]:
    """Return the codec of a file. Its error names all faults, also those of what can be read.

    Args:
        cls: the class of the whole; its constructor raises an error for contradictions.
        version: the value of the member `format`, which is the first.
        members: the codecs of the others: of attributes, or of groups of attributes.
        contradictions: yields those of a value without the parts at some paths.
        groups: for each group the attributes, by the names in the file.
        optional: the members that may be left out.
    """
    constant = words([version]) if isinstance(version, str) else integer(version, version)
    fields: Mapping[str, Codec[Any]] = {"format": constant, **members}

    def write(value: T) -> Data:
        parts = {name: value if name in groups else getattr(value, name) for name in members}
        return {"format": version, **{name: fields[name].write(parts[name]) for name in parts}}

    def attributes(values: dict[str, Any]) -> dict[str, Any]:
        found = {name: value for name, value in values.items() if name in members}
        for name in groups.keys() & found.keys():
            found |= {groups[name][key]: value for key, value in found.pop(name).items()}
        return found

    def read(data: object) -> T:
        try:
            values = read_fields(data, fields, optional, dict)
        except DecodingError as error:
            further = contradictions(Partial(cls, attributes(error._part)), error._unread)
            raise DecodingError([*error.faults, *further][:MOST_FAULTS]) from None
        return cls(**attributes(values))

    return attrs.evolve(record(cls, fields, optional=optional), write=write, read=read)


def group(codecs: Mapping[str, Codec[Any]], attributes: Mapping[str, str]) -> Codec[Any]:
    """Return the codec of an object with attributes of a value, by the names in the file."""
    fields = {key: codecs[name] for key, name in attributes.items()}

    def write(value: object) -> Data:
        return {key: codec.write(getattr(value, attributes[key])) for key, codec in fields.items()}

    codec: Codec[Any] = record(dict, fields)
    return attrs.evolve(codec, write=write, read=lambda data: read_fields(data, fields, (), dict))


def text_of(codec: Codec[T], value: T, rows: Collection[str]) -> str:
    """Return the text of a file with a line for each member, and each entry of those in `rows`."""
    lines = []
    for name, part in cast("dict[str, Data]", codec.write(value)).items():
        text = _dumped(part)
        if name in rows and isinstance(part, list):
            text = "[" + ",".join(f"\n    {_dumped(entry)}" for entry in part) + "\n  ]"
        elif name in rows and isinstance(part, dict):
            entries = (f"\n    {_dumped(key)}: {_dumped(entry)}" for key, entry in part.items())
            text = "{" + ",".join(entries) + "\n  }"
        lines.append(f"  {_dumped(name)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _dumped(data: Data) -> str:
    return json.dumps(data, ensure_ascii=False)
