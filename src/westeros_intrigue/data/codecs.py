"""Codecs, which write one kind of value as data, read it back, and describe it by a JSON Schema.

This module does not depend on the game. The codec of a class is built from the codecs of its
fields, so that writing, reading and the schema cannot disagree. Reading is strict: types are
compared, not tested with `isinstance`, since `True` is an instance of int.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from operator import attrgetter
from typing import Any, Generic, TypeAlias, TypeVar

import attrs

from westeros_intrigue.base.errors import DecodingError, InvalidValue, fault, partly_read
from westeros_intrigue.base.values import check_printable, counted

T = TypeVar("T")
E = TypeVar("E", bound=enum.Enum)

Data: TypeAlias = bool | int | str | list["Data"] | dict[str, "Data"] | None
"""JSON values without fractions, which no document uses."""
Schema = Mapping[str, Any]
"""A JSON Schema, or a part of one."""
Faults = Iterable[tuple[str, str]]
"""Pairs of a place and a reason; the place is a JSON Pointer from the value being checked."""

LARGEST_INTEGER = 2**53 - 1
"""The largest integer that JavaScript and many readers of JSON distinguish from its successor."""
_SHOWN = 40
MOST_FAULTS = 100
"""The most faults that an error lists."""


@attrs.frozen
class Codec(Generic[T]):
    """The conversion of one kind of value to data and back."""

    write: Callable[[T], Data]
    """Returns the data of a value. Raises InvalidValue if the value cannot be written."""
    read: Callable[[object], T]
    """Returns the value of data. Raises DecodingError, with paths that start at this data."""
    schema: Schema
    """The form of the data. Reading may refuse data that the schema allows."""
    definitions: Mapping[str, Schema] = attrs.field(factory=dict)
    """The schemas that `schema` refers to, by name."""


class Unreadable:
    """A part of parsed JSON that no value has, such as NaN or an object with a doubled key.

    Every codec refuses it, so that the error names its place.
    """

    def __init__(self, description: str) -> None:
        """Store the words for it, which errors print."""
        self.description = description


def described(data: object) -> str:
    """Return a short description of any data for an error, even if it is large or deep."""
    if isinstance(data, Unreadable):
        return data.description
    if data is None:
        return "null"
    if data is True or data is False:
        return str(data).lower()
    if type(data) is int:
        return str(data) if abs(data) <= LARGEST_INTEGER else "an integer beyond 2^53"
    if type(data) is str:
        return ascii(data if len(data) <= _SHOWN else data[:_SHOWN] + "...")
    names = {float: "a fraction", list: "a list", dict: "an object"}
    return names.get(type(data)) or f"a Python {type(data).__name__}"


def integer(low: int, high: int = LARGEST_INTEGER) -> Codec[int]:
    """Return the codec of integers from `low` to `high`, both included.

    A value is within the limits of its class, so that writing checks only one without a limit.
    """

    def write(value: int) -> Data:
        if not low <= value <= high:
            raise InvalidValue(
                f"a document has an integer from {low} to {high} here, not {described(value)}"
            )
        return value

    def read(data: object) -> int:
        if type(data) is not int:
            raise fault(f"expected an integer, not {described(data)}")
        if not low <= data <= high:
            raise fault(f"expected an integer from {low} to {high}, not {described(data)}")
        return data

    writer = write if high == LARGEST_INTEGER else as_it_is
    return Codec(writer, read, {"type": "integer", "minimum": low, "maximum": high})


def _read_boolean(data: object) -> bool:
    if type(data) is not bool:
        raise fault(f"expected true or false, not {described(data)}")
    return data


def as_it_is(value: Any) -> Any:  # noqa: ANN401 - whatever is its own data
    """Return a value that is its own data. Writers of larger values need not call it."""
    return value


def _read_null(data: object) -> None:
    if data is not None:
        raise fault(f"expected null, not {described(data)}")


NULL: Codec[None] = Codec(as_it_is, _read_null, {"type": "null"})
BOOLEAN: Codec[bool] = Codec(as_it_is, _read_boolean, {"type": "boolean"})


def text(
    what: str, pattern: str, parse: Callable[[str], T | None], write: Callable[[T], str] = str
) -> Codec[T]:
    """Return the codec of values that are written as their text.

    Errors call a value `what`, such as 'a card'; the schema has `pattern`. `parse` returns the
    value of a text, or None for an invalid text.
    """

    def read(data: object) -> T:
        if type(data) is not str:
            raise fault(f"expected {what}, not {described(data)}")
        value = parse(data)
        if value is None:
            raise fault(f"{described(data)} is not {what}")
        return value

    return Codec(write, read, {"type": "string", "pattern": pattern})


def string(longest: int) -> Codec[str]:
    """Return the codec of strings of at most `longest` characters."""

    def read(data: object) -> str:
        if type(data) is not str:
            raise fault(f"expected a text, not {described(data)}")
        if len(data) > longest:
            raise fault(f"expected a text of at most {longest} characters, not of {len(data)}")
        return data

    return Codec(as_it_is, read, {"type": "string", "maxLength": longest})


def printable(longest: int) -> Codec[str]:
    """Return the codec of a one-line string that terminals and pictures can show unchanged."""
    bounded = string(longest)

    def read(data: object) -> str:
        try:
            return check_printable("a text", bounded.read(data))
        except InvalidValue as error:
            raise fault(str(error)) from None

    return attrs.evolve(bounded, read=read)


def choice(values: Iterable[E]) -> Codec[E]:
    """Return the codec of the members of an enum, written as their values."""
    # The value itself, as every member has it: the property `value` is a slow one.
    return _one_of({value.value: value for value in values}, attrgetter("_value_"))


def words(values: Iterable[str]) -> Codec[str]:
    """Return the codec of a fixed set of strings."""
    return _one_of({value: value for value in values}, str)


def _one_of(by_data: Mapping[str, T], write: Callable[[T], Data]) -> Codec[T]:
    wanted = ", ".join(by_data)

    def read(data: object) -> T:
        if type(data) is not str or data not in by_data:
            raise fault(f"expected one of {wanted}, not {described(data)}")
        return by_data[data]

    return Codec(write, read, {"enum": list(by_data)})


def optional(codec: Codec[T]) -> Codec[T | None]:
    """Return the codec that also accepts None, written as null."""
    write_one = codec.write
    return Codec(
        as_it_is if write_one is as_it_is else _null_or(write_one),
        lambda data: None if data is None else codec.read(data),
        _or_null(codec.schema),
        codec.definitions,
    )


def _null_or(write: Callable[[T], Data]) -> Callable[[T | None], Data]:
    return lambda value: None if value is None else write(value)


def _or_null(schema: Schema) -> Schema:
    # With anyOf, a validator would report only that neither schema fits, without a reason.
    if isinstance(schema.get("type"), str):
        return {**schema, "type": [schema["type"], "null"]}
    return {"if": {"not": {"type": "null"}}, "then": schema}


def array(
    codec: Codec[T], fewest: int = 0, most: int | None = None, *, ascending: bool = False
) -> Codec[tuple[T, ...]]:
    """Return the codec of tuples, written as lists of `fewest` to `most` elements.

    If they are `ascending`, each element is greater than the one before it.
    """
    write_one, read_one = codec.write, codec.read
    wanted = f"at least {counted(fewest, 'element')}"
    if most is not None:
        wanted = f"{fewest} to {counted(most, 'element')}"

    def read(data: object) -> tuple[T, ...]:
        if type(data) is not list:
            raise fault(f"expected a list, not {described(data)}")
        if len(data) < fewest or (most is not None and len(data) > most):
            raise fault(f"expected a list of {wanted}, not of {len(data)}")
        values: list[T] = []
        faults: list[tuple[str, str]] = []
        unread: list[str] = []
        has_part = True
        for number, element in enumerate(data):
            try:
                values.append(read_one(element))
            except DecodingError as error:
                error = error.under(number)
                faults += error.faults
                unread += error._unread
                has_part &= error._part is not None
                values.append(error._part)
                if len(faults) >= MOST_FAULTS:
                    raise DecodingError(faults[:MOST_FAULTS]) from None
        if faults:
            raise partly_read(faults, values if has_part else None, unread)
        if ascending:
            _check_ascending(values)
        return tuple(values)

    schema: dict[str, object] = {"type": "array", "items": codec.schema}
    if fewest:
        schema["minItems"] = fewest
    if most is not None:
        schema["maxItems"] = most
    if ascending:
        schema["uniqueItems"] = True

    def write(values: tuple[T, ...]) -> Any:  # noqa: ANN401 - a list of data
        return [write_one(value) for value in values] if values else []

    writer: Callable[[tuple[T, ...]], Any] = list if write_one is as_it_is else write
    return Codec(writer, read, schema, codec.definitions)


def _check_ascending(values: list[Any]) -> None:
    for index, (one, other) in enumerate(pairwise(values), start=1):
        if one >= other:
            raise fault(f"seats must ascend, each once: {other} follows {one}", f"/{index}")


def merged(*codecs: Codec[Any]) -> Mapping[str, Schema]:
    """Return the definitions of several codecs together."""
    return {name: schema for codec in codecs for name, schema in codec.definitions.items()}


def named(name: str, codec: Codec[T]) -> Codec[T]:
    """Return the codec with its schema under a name, to which other schemas refer.

    The definition of an object allows further members, so that a document can put its head in
    front; a reference to it does not.
    """
    definition = dict(codec.schema)
    is_object = definition.pop("additionalProperties", None) is False
    reference = {"$ref": f"#/$defs/{name}", **(CLOSED if is_object else {})}
    return Codec(codec.write, codec.read, reference, {**codec.definitions, name: definition})


CLOSED = {"unevaluatedProperties": False}
"""Refuses the members of an object that neither the schema nor what it refers to describes."""
