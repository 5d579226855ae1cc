"""Codecs of objects, and comparisons of data.

A value of a class is an object with the names of its attributes. Documents and messages have
further members in front, which name their kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache, partial
from itertools import islice
from typing import Any, TypeVar

import attrs

from westeros_intrigue.base.errors import DecodingError, WesterosIntrigueError, fault, partly_read
from westeros_intrigue.base.partial import Partial
from westeros_intrigue.base.values import counted
from westeros_intrigue.data.codecs import (
    CLOSED,
    MOST_FAULTS,
    Codec,
    Data,
    Faults,
    as_it_is,
    described,
    merged,
    named,
)

T = TypeVar("T")
K = TypeVar("K")
Fields = Mapping[str, Codec[Any]]
"""The codecs of the members of an object, by name."""


def kind_of(cls: type) -> str:
    """Return the kind of the values of a class in documents, such as `round-deal`."""
    return re.sub("(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


def no_faults(_value: object) -> Faults:
    """Return no faults."""
    return ()


def no_part(_values: object) -> None:
    """Return None, for an object that is read in whole or not at all."""


def record(
    cls: Callable[..., T],
    fields: Mapping[str, Codec[Any]],
    check: Callable[[T], Faults] = no_faults,
    optional: Collection[str] = (),
) -> Codec[T]:
    """Return the codec of a class, written as an object with exactly the attributes in `fields`.

    `cls` makes a value from them, by name. `check` yields the faults of a value whose fields are
    valid one by one. A reader accepts objects without the `optional` members.
    """
    part: Callable[[dict[str, Any]], object] = no_part
    if isinstance(cls, type) and attrs.has(cls):
        part = partial(Partial, cls)

    def read(data: object) -> T:
        values = read_fields(data, fields, optional, part)
        try:
            value = cls(**values)
        except DecodingError:
            raise  # its faults have their places
        except WesterosIntrigueError as error:
            raise fault(str(error)) from None
        if faults := tuple(check(value)):
            raise DecodingError(faults)
        return value

    schema = {
        "title": _title(cls),
        "type": "object",
        "properties": {name: codec.schema for name, codec in fields.items()},
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
    }
    return Codec(writer_of(fields), read, schema, merged(*fields.values()))


def writer_of(fields: Mapping[str, Codec[Any]]) -> Callable[[Any], Data]:
    """Return the function that writes these attributes of a value as an object.

    It is source text, in which each member has its place, and so is twice as fast as a loop.
    """
    writers: dict[str, Any] = {
        f"write_{index}": codec.write for index, codec in enumerate(fields.values())
    }
    members = ", ".join(
        f"{name!r}: value.{name}" if write is as_it_is else f"{name!r}: {writer}(value.{name})"
        for name, (writer, write) in zip(fields, writers.items(), strict=True)
    )
    return _compiled(f"lambda value: {{{members}}}", writers)


def _title(cls: Callable[..., Any]) -> str:
    """Return the name of a class, or of the class whose values a function returns."""
    if isinstance(cls, type):
        return cls.__name__
    made = cls.__annotations__["return"]
    return made if isinstance(made, str) else made.__name__


def read_fields(
    data: object,
    fields: Mapping[str, Codec[Any]],
    optional: Collection[str] = (),
    part: Callable[[dict[str, Any]], object] = no_part,
) -> dict[str, Any]:
    """Return the values of the members of an object.

    Raise DecodingError with all faults: those of the members, those that are missing, others.
    `part` makes a value of the members that could be read.
    """
    if type(data) is not dict:
        raise partly_read([("", f"expected an object, not {described(data)}")], part({}), [""])
    faults: list[tuple[str, str]] = []
    unread: list[str] = []
    if data.keys() != fields.keys():
        missing = [name for name in fields if name not in data and name not in optional]
        faults += [("", f"the key {name!r} is missing") for name in missing]
        unread += [f"/{name}" for name in missing]
        faults += [("", f"unknown key {described(key)}") for key in data if key not in fields]
    values = {}
    for name, codec in fields.items():
        if name in data:
            try:
                values[name] = codec.read(data[name])
            except DecodingError as error:
                error = error.under(name)
                faults += error.faults
                unread += error._unread
                if error._part is not None:
                    values[name] = error._part
    if faults:
        raise partly_read(faults[:MOST_FAULTS], part(values), unread)
    return values


def with_head(head: Mapping[str, str | int], codec: Codec[T]) -> Codec[T]:
    """Return the codec of an object whose first members are `head`, before those of `codec`."""

    def write(value: T) -> Data:
        members = codec.write(value)
        assert isinstance(members, dict)  # noqa: S101 - for the type checker: a record's data
        return {**head, **members}

    def read(data: object) -> T:
        if type(data) is not dict:
            raise fault(f"expected an object, not {described(data)}")
        members = dict(data)
        for key, value in head.items():
            if key not in members:
                raise fault(f"the key {key!r} is missing")
            found = members.pop(key)
            if found != value or type(found) is not type(value):
                is_text = isinstance(value, str)
                wanted = f"expected {value!r}" if is_text else f"{key} {value} can be read"
                raise fault(f"{wanted}, not {described(found)}", f"/{key}")
        return codec.read(members)

    own, needed = codec.schema.get("properties", {}), codec.schema.get("required", [])
    whole = {
        **{key: part for key, part in codec.schema.items() if key != "additionalProperties"},
        **CLOSED,
        "properties": {**{key: {"const": value} for key, value in head.items()}, **own},
        "required": [*head, *needed],
    }
    return Codec(write, read, whole, codec.definitions)


def tagged(tag: str, classes: Mapping[str, tuple[type[Any], Codec[Any]]]) -> Codec[Any]:
    """Return the codec of objects of several classes, named by the member `tag`."""
    names = {cls: name for name, (cls, _) in classes.items()}
    codecs = {name: with_head({tag: name}, codec) for name, (_, codec) in classes.items()}

    def write(value: object) -> Data:
        return codecs[names[type(value)]].write(value)

    def read(data: object) -> Any:  # noqa: ANN401 - an object of one of the classes
        return codecs[name_in(data, tag, codecs)].read(data)

    named_codecs = [named(kind_of(classes[name][0]), codec) for name, codec in codecs.items()]
    schema = {"oneOf": [codec.schema for codec in named_codecs]}
    return Codec(write, read, schema, merged(*named_codecs))


def name_in(data: object, tag: str, known: Collection[str]) -> str:
    """Return the member `tag` of an object. Raise DecodingError unless it is one of those known."""
    if type(data) is not dict:
        raise fault(f"expected an object, not {described(data)}")
    name = data.get(tag)
    if type(name) is not str or name not in known:
        raise fault(f"expected one of {', '.join(known)}, not {described(name)}", f"/{tag}")
    return name


def sequence(*codecs: Codec[Any]) -> Codec[Any]:
    """Return the codec of tuples with an element for each codec, written as lists."""
    fields = {str(index): codec for index, codec in enumerate(codecs)}

    def write(values: tuple[Any, ...]) -> Data:
        return [codec.write(value) for codec, value in zip(codecs, values, strict=True)]

    def read(data: object) -> tuple[Any, ...]:
        if type(data) is not list:
            raise fault(f"expected a list, not {described(data)}")
        if len(data) != len(codecs):
            raise fault(f"expected a list of {counted(len(codecs), 'element')}, not of {len(data)}")
        return tuple(read_fields(dict(zip(fields, data, strict=True)), fields).values())

    schema = {
        "type": "array",
        "prefixItems": [codec.schema for codec in codecs],
        "items": False,
        "minItems": len(codecs),
    }
    return Codec(write, read, schema, merged(*codecs))


def pairs(keys: Codec[K], values: Codec[T], most: int) -> Codec[tuple[tuple[K, T], ...]]:
    """Return the codec of pairs, at most `most`, written as the members of an object."""

    def write(entries: tuple[tuple[K, T], ...]) -> Data:
        return {str(keys.write(key)): values.write(value) for key, value in entries}

    def read(data: object) -> tuple[tuple[K, T], ...]:
        if type(data) is not dict:
            raise fault(f"expected an object, not {described(data)}")
        if len(data) > most:
            raise fault(f"expected an object of at most {most} members, not of {len(data)}")
        names = read_fields({key: key for key in data}, dict.fromkeys(data, keys))
        found = read_fields(data, dict.fromkeys(data, values))
        return tuple((names[key], value) for key, value in found.items())

    schema = {
        "type": "object",
        "propertyNames": keys.schema,
        "additionalProperties": values.schema,
    }
    return Codec(write, read, schema, merged(keys, values))


def left_out(codec: Codec[T], usual: Mapping[str, object]) -> Codec[T]:
    """Return the codec of an object that leaves out the members with their usual values."""

    def write(whole: T) -> Data:
        data = codec.write(whole)
        assert isinstance(data, dict)  # noqa: S101 - for the type checker: a record's data
        for name, value in usual.items():
            if data[name] == value:
                del data[name]
        return data

    def read(data: object) -> T:
        if type(data) is dict:
            for name, value in usual.items():
                if name in data and data[name] == value:
                    raise fault(f"leave it out: its usual value is {value}", f"/{name}")
            data = {**usual, **data}
        return codec.read(data)

    names, members = codec.schema["required"], codec.schema["properties"]
    optional = {name: {**members[name], "default": value} for name, value in usual.items()}
    schema = {
        **codec.schema,
        "properties": {**members, **optional},
        "required": [name for name in names if name not in usual],
    }
    return attrs.evolve(codec, write=write, read=read, schema=schema)


def remembered(codec: Codec[T]) -> Codec[T]:
    """Return the codec of values that many documents share: the data of each is computed once.

    Each document needs its own data, since its user may change it. A function that consists of
    the data makes it faster than a copy would.
    """

    @lru_cache(maxsize=64)
    def maker(value: T) -> Callable[[], Data]:
        return _compiled(f"lambda: {codec.write(value)!r}")

    return attrs.evolve(codec, write=lambda value: maker(value)())


def _compiled(source: str, names: Mapping[str, object] = {}) -> Callable[..., Data]:
    """Return the function of a source text that contains data or names of fields, and no input."""
    function: Callable[..., Data] = eval(source, dict(names))  # noqa: S307 - see above
    return function


def derived(codec: Codec[Any]) -> Codec[Any]:
    """Return the codec of a member that follows from others: its data is compared, not read."""
    return attrs.evolve(codec, read=lambda data: data)


def differences(found: object, expected: Data, path: str = "") -> tuple[tuple[str, str], ...]:
    """Return the first hundred differences between data and the expected data, types included.

    >>> differences([1, True], [1, 1], "/points")
    (('/points/1', 'expected 1, not true'),)
    """
    return tuple(islice(_differences(found, expected, path), MOST_FAULTS))


def _differences(found: object, expected: Data, path: str) -> Iterator[tuple[str, str]]:
    if type(found) is not type(expected):
        yield path, f"expected {described(expected)}, not {described(found)}"
    elif type(found) is dict and type(expected) is dict:
        for key, value in expected.items():
            if key in found:
                yield from _differences(found[key], value, f"{path}/{key}")
            else:
                yield path, f"the key {key!r} is missing"
        for key in found:
            if key not in expected:
                yield path, f"unknown key {described(key)}"
    elif type(found) is list and type(expected) is list:
        if len(found) != len(expected):
            yield path, f"expected {counted(len(expected), 'element')}, not {len(found)}"
        for index, (one, right) in enumerate(zip(found, expected, strict=False)):
            yield from _differences(one, right, f"{path}/{index}")
    elif found != expected:
        yield path, f"expected {described(expected)}, not {described(found)}"
