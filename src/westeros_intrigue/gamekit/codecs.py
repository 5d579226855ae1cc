"""Codecs: each writes one kind of value as data, reads it back, and describes it by a JSON Schema.

The codec of a class is built from the codecs of its fields, so that writing, reading and the schema
cannot disagree. Reading is strict: types are compared, not tested with `isinstance`, since `True`
is an instance of int.

An instance of a class becomes an object whose keys are its attributes. Documents and messages begin
with additional members, which name their kind.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import enum
import json
import marshal
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, islice, pairwise, repeat
from operator import attrgetter
from types import NoneType
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, cast

import attrs

from westeros_intrigue.gamekit.english import capital, count_things
from westeros_intrigue.gamekit.errors import (
    MOST_FAULTS,
    DecodingError,
    InvalidValue,
    PlacedFault,
    WesterosIntrigueError,
    fault,
    faults_at,
)
from westeros_intrigue.gamekit.limits import Check, Length, Limit, Longest, OneOf, Range
from westeros_intrigue.gamekit.values import check_integer

T = TypeVar("T")
E = TypeVar("E", bound=enum.Enum)

if not TYPE_CHECKING:  # a name in quotes means nothing in the modules that import this one
    Data = bool | int | str | list[Any] | dict[str, Any] | None
else:
    Data: TypeAlias = bool | int | str | list["Data"] | dict[str, "Data"] | None
"""JSON values, except for fractions, which no document uses."""
Schema = Mapping[str, Any]
"""A JSON Schema or part of one."""

LARGEST_INTEGER = 2**53 - 1
"""The largest integer that JavaScript and many JSON readers can tell apart from the next one."""
_QUICK = 2**30 - 1
"""The largest integer that Python compares quickly; few parts of a game are larger."""
_SHOWN = 40


@attrs.frozen
class Codec(Generic[T]):
    """The conversion of one kind of value to data and back."""

    write: Callable[[T], Data]
    """Returns the data of a value. Raises InvalidValue if the value cannot be written."""
    read: Callable[[object], T]
    """Returns the value of some data. Raises DecodingError, with paths relative to this data."""
    schema: Schema
    """The schema of the data. Reading may refuse data that the schema allows. Each reference is
    beside its definition; `hoist_definitions` moves the definitions to the top of a document."""


@attrs.frozen
class Unreadable:
    """A part of parsed JSON that fits no value, such as NaN or an object with a duplicate key.

    Every codec refuses it, so the error states where it is.
    """

    description: str
    """The description that errors print."""


def describe_data(data: object) -> str:
    """Return a short description of any data for an error, even of large or deeply nested data."""
    if isinstance(data, Unreadable):
        return data.description
    if data is None or type(data) is bool:
        return json.dumps(data)
    if type(data) is int:
        return str(data) if abs(data) <= LARGEST_INTEGER else "an integer beyond 2^53"
    if type(data) is str:
        return ascii(data if len(data) <= _SHOWN else data[:_SHOWN] + "...")
    if type(data) is list:
        return f"a list of {count_things(len(data), 'element')}"
    names = {float: "a fraction", dict: "an object"}
    return names.get(type(data)) or f"a Python {type(data).__name__}"


def mismatch(wanted: str, data: object, path: str = "") -> DecodingError:
    """Return the error for data that is not what a codec reads."""
    return fault(f"expected {wanted}, not {describe_data(data)}", path)


def as_object(data: object) -> dict[str, Any]:
    """Return data that is an object. Raise DecodingError for any other."""
    if type(data) is not dict:
        raise mismatch("an object", data)
    return data


def atom(limit: Limit) -> Codec[Any]:
    """Return the codec of the numbers or strings within a limit."""
    cls: type = str
    wanted = "a text"
    write: Callable[[Any], Any] = as_it_is
    if isinstance(limit, Range):
        cls, wanted = int, "an integer"
        if limit.high is None:
            # Classes check their own limits, so writing checks only what has none.
            limit = Range(limit.low, LARGEST_INTEGER)
            write = _IntegerWriter(limit.low)
    elif isinstance(limit, OneOf):
        wanted = limit._wanted
    check: Check = limit._check

    def read(data: object) -> Any:  # noqa: ANN401 - a number or a string
        if type(data) is not cls:
            raise mismatch(wanted, data)
        try:
            return check(wanted, data)
        except InvalidValue as error:
            if not isinstance(limit, Longest):
                raise mismatch(limit._wanted, data) from None
            if len(str(data)) > limit.longest:
                raise fault(f"expected {limit._wanted}, not of {len(str(data))}") from None
            raise fault(str(error)) from None

    if isinstance(limit, Range) and limit.high is not None:
        return Codec(write, _read_integer(limit.low, limit.high, read), limit._schema)
    return Codec(write, read, limit._schema)


def _read_integer(low: int, high: int, refuse: Callable[[object], Any]) -> Callable[[object], int]:
    lowest, highest = max(low, -_QUICK), min(high, _QUICK)

    def read(data: object) -> int:
        if type(data) is int and lowest <= data <= highest:
            return data  # as nearly always
        number: int = refuse(data)
        return number

    return read


# Some writers are classes, so that `writer_of` recognises them and can write their parts in place.


@attrs.frozen
class _IntegerWriter:
    low: int

    def __call__(self, value: int) -> int:
        return check_integer("an integer in a document", value, self.low, LARGEST_INTEGER)


@attrs.frozen
class _OptionalWriter:
    write_one: Callable[[Any], Any]

    def __call__(self, value: object) -> Any:  # noqa: ANN401 - data
        return None if value is None else self.write_one(value)


@attrs.frozen
class _ArrayWriter:
    write_one: Callable[[Any], Any]

    def __call__(self, values: Iterable[Any]) -> list[Any]:
        return list(map(self.write_one, values))


@attrs.frozen
class _SequenceWriter:
    writers: Sequence[Callable[[Any], Any]]

    def __call__(self, values: tuple[Any, ...]) -> list[Any]:
        return [write(value) for write, value in zip(self.writers, values, strict=True)]


def integer(low: int, high: int | None = None) -> Codec[int]:
    """Return the codec of integers from `low` to `high`, both included."""
    return atom(Range(low, high))


def as_it_is(value: Any) -> Any:  # noqa: ANN401 - whatever is its own data
    """Return a value that is already data. Writers of larger values skip the call."""
    return value


def _of_type(cls: type[T], wanted: str, name: str) -> Codec[T]:
    def read(data: object) -> T:
        if type(data) is not cls:
            raise mismatch(wanted, data)
        return data

    return Codec(as_it_is, read, {"type": name})


NULL: Codec[None] = _of_type(NoneType, "null", "null")
BOOLEAN: Codec[bool] = _of_type(bool, "true or false", "boolean")


def text(
    what: str, pattern: str, parse: Callable[[str], T | None], write: Callable[[T], str] = str
) -> Codec[T]:
    """Return the codec of values that are written as strings, such as moves.

    Errors call a value `what`, such as 'a card', and `pattern` goes into the schema. `parse`
    returns the value of a text, or None or a ValueError for any other; it can read other spellings,
    which documents do not have.
    """

    def read(data: object) -> T:
        if type(data) is not str:
            raise mismatch(what, data)
        try:
            value = parse(data)
        except ValueError:
            value = None
        if value is None or write(value) != data:
            raise fault(f"{describe_data(data)} is not {what}")
        return value

    return Codec(write, read, {"type": "string", "pattern": pattern})


def choice(values: Iterable[E]) -> Codec[E]:
    """Return the codec of an enumeration, whose members are written as their values."""
    by_data = {value.value: value for value in values}
    known = ", ".join(by_data)

    def read(data: object) -> E:
        if type(data) is not str or data not in by_data:
            raise mismatch(f"one of {known}", data)
        return by_data[data]

    # `_value_`, since the property `value` is slow.
    schema = {"enum": [*by_data]} if len(by_data) > 1 else {"const": known}
    return Codec(attrgetter("_value_"), read, schema)


def optional(codec: Codec[T]) -> Codec[T | None]:
    """Return a codec that also accepts None, written as null."""
    read_one = codec.read
    return Codec(
        as_it_is if codec.write is as_it_is else _OptionalWriter(codec.write),
        lambda data: None if data is None else read_one(data),
        _or_null(codec.schema),
    )


def _or_null(schema: Schema) -> Schema:
    # A list of types gives validators one error where anyOf gives one for each part.
    if isinstance(schema.get("type"), str):
        return {**schema, "type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def array(codec: Codec[T], length: Length) -> Codec[tuple[T, ...]]:
    """Return the codec of tuples of a length, written as lists."""
    read_one, can_be_empty = codec.read, not length.fewest

    def read(data: object) -> tuple[T, ...]:
        if can_be_empty and type(data) is list and not data:
            return ()  # as many are
        values: list[Any] = _read_list(data, repeat(read_one), length)
        for place, (one, other) in enumerate(pairwise(values) if length.ascending else (), 1):
            if one >= other:
                reason = f"the elements must ascend, each once: {other} follows {one}"
                raise fault(reason, f"/{place}")
        return tuple(values)

    schema = {"type": "array", "items": codec.schema, **length._schema}
    return Codec(_ArrayWriter(codec.write), read, schema)


def _read_list(data: object, readers: Iterable[Callable[[object], T]], length: Length) -> list[T]:
    if type(data) is not list:
        raise mismatch("a list", data)
    try:
        length._check("a list", len(data))
    except InvalidValue:
        raise mismatch(f"a list of {length._wanted}", data) from None
    return read_parts(count(), readers, data)


def read_parts(
    keys: Iterable[str | int],
    readers: Iterable[Callable[[object], T]],
    parts: Iterable[object],
) -> list[T]:
    """Return the values of the parts of a list or an object, by their keys.

    Raise DecodingError with the faults of all parts.
    """
    values: list[T] = []
    faults: list[PlacedFault] = []
    for key, read, part in zip(keys, readers, parts, strict=False):
        try:
            values.append(read(part))
        except DecodingError as error:
            faults += error.under(key).faults
            if len(faults) >= MOST_FAULTS:
                break
    if faults:
        raise DecodingError(faults[:MOST_FAULTS])
    return values


def name_schema(name: str, codec: Codec[T]) -> Codec[T]:
    """Return the codec with its schema stored under a name, so that other schemas can refer to it.

    The reference has no other members, since many tools ignore or misread them. The title is the
    name as that of a class, which code generators use.
    """
    definition = {**codec.schema, "title": "".join(map(capital, name.split("-")))}
    return attrs.evolve(codec, schema={"$ref": f"#/$defs/{name}", "$defs": {name: definition}})


def hoist_definitions(schema: Schema) -> Schema:
    """Return a schema with all definitions, also those inside its parts, at its end."""
    definitions: dict[str, Schema] = {}

    def without_definitions(part: Any) -> Any:  # noqa: ANN401 - any part of a schema
        if isinstance(part, list):
            return [*map(without_definitions, part)]
        if not isinstance(part, Mapping):
            return part
        for name, definition in part.get("$defs", {}).items():
            if name not in definitions:
                definitions[name] = without_definitions(definition)
        return {key: without_definitions(each) for key, each in part.items() if key != "$defs"}

    return {**without_definitions(schema), "$defs": dict(sorted(definitions.items()))}


def without_references(schema: Schema) -> Schema:
    """Return a schema with each definition in the place of the references to it.

    Such a schema can be a part of one that others write, with definitions of its own.
    """
    hoisted = {**hoist_definitions(schema)}
    definitions = hoisted.pop("$defs")

    def resolve(part: Any) -> Any:  # noqa: ANN401 - any part of a schema
        if isinstance(part, list):
            return [*map(resolve, part)]
        if not isinstance(part, Mapping):
            return part
        resolved = {key: resolve(each) for key, each in part.items() if key != "$ref"}
        if "$ref" not in part:
            return resolved
        return {**resolve(definitions[part["$ref"].rpartition("/")[2]]), **resolved}

    resolved: Schema = resolve(hoisted)
    return resolved


Fields = Mapping[str, Codec[Any]]
"""The codecs of the members of an object, by name."""


def record(
    cls: Callable[..., T],
    fields: Fields,
    *,
    optional: Collection[str] = (),
    usual: Mapping[str, Any] = {},
) -> Codec[T]:
    """Return the codec of a class, written as an object with exactly the attributes in `fields`.

    Args:
        cls: the class, or a function that returns its value; reading passes the members by name.
        fields: the codecs of the members.
        optional: the members that reading does not require.
        usual: default values; members with these are omitted.
    """
    write_all, needless = writer_of(fields), {*optional, *usual}
    defaults = {name: fields[name].write(value) for name, value in usual.items()}

    def write(value: T) -> Data:
        data = write_all(value)
        for name, part in defaults.items():
            if data[name] == part:
                del data[name]
        return data

    def read(data: object) -> T:
        values = read_fields(data, fields, needless)
        for name, value in usual.items():
            if name in values and values[name] == value:
                default = describe_data(defaults[name])
                raise fault(f"omit it: the default is {default}", f"/{name}")
        if len(values) < len(fields):
            values = {**usual, **values}
        try:
            return cls(**values)
        except WesterosIntrigueError:
            with faults_at():  # only after an error, since it is slow
                raise

    schema = {
        "title": _title(cls),
        "type": "object",
        "properties": {
            name: {**codec.schema, **({"default": defaults[name]} if name in defaults else {})}
            for name, codec in fields.items()
        },
        "required": [name for name in fields if name not in needless],
        "additionalProperties": False,
    }
    writer = write if usual else write_all
    return Codec(writer, read, schema)


def writer_of(fields: Fields) -> Callable[[Any], dict[str, Data]]:
    """Return a function that writes these attributes of a value as an object.

    It is compiled from source text that names each member and writes most of them in place, which
    is faster than a loop that calls their writers.
    """
    names: dict[str, Any] = {}
    members = [
        f"{name!r}: {_source_of(codec.write, f'part_{index}', names)}"
        for index, (name, codec) in enumerate(fields.items())
    ]
    parts = [f"part_{index} = value.{name}" for index, name in enumerate(fields)]
    # Names of fields, never user input.
    exec("\n ".join(["def write(value):", *parts, f"return {{{', '.join(members)}}}"]), names)  # noqa: S102
    write: Callable[[Any], dict[str, Data]] = names["write"]
    return write


def _source_of(write: Callable[[Any], Any], part: str, names: dict[str, Any]) -> str:
    """Return the source text of what a writer returns for the variable `part`.

    `names` are the objects that it uses, by name; a writer that has to be called is added.
    """
    if write is as_it_is:
        return part
    if isinstance(write, attrgetter):
        # A class of our own would say its attribute plainly, but its calls take longer.
        _, (name,) = cast("tuple[type, tuple[str]]", write.__reduce__())
        return f"{part}.{name}"
    if isinstance(write, _OptionalWriter):
        return f"(None if {part} is None else {_source_of(write.write_one, part, names)})"
    if isinstance(write, _ArrayWriter):
        if write.write_one is as_it_is:
            return f"[*{part}]"
        first = _source_of(write.write_one, f"{part}[0]", names)
        element = _source_of(write.write_one, "each", names)
        some = f"[{first}] if len({part}) == 1 else [{element} for each in {part}]"
        return f"({some} if {part} else [])"  # many are empty, or have a single element
    return _source_or_call(write, part, names)


def _source_or_call(write: Callable[[Any], Any], part: str, names: dict[str, Any]) -> str:
    """Return source text that calls a writer, unless the value is a usual one for it."""
    call = f"write_{len(names)}"
    names[call] = write
    if isinstance(write, _IntegerWriter):
        is_usual = f"type({part}) is int and {max(write.low, -_QUICK)} <= {part} <= {_QUICK}"
        return f"({part} if {is_usual} else {call}({part}))"
    if isinstance(write, _SequenceWriter):
        parts = [_source_of(each, f"{part}[{at}]", names) for at, each in enumerate(write.writers)]
        return f"([{', '.join(parts)}] if len({part}) == {len(parts)} else {call}({part}))"
    return f"{call}({part})"


def _title(cls: Callable[..., Any]) -> str:
    """Return the name of a class, or of the class that a function returns."""
    if isinstance(cls, type):
        return cls.__name__
    made = cls.__annotations__["return"]
    return made if isinstance(made, str) else made.__name__


def read_fields(data: object, fields: Fields, optional: Collection[str] = ()) -> dict[str, Any]:
    """Return the values of an object's members.

    Raise DecodingError with all faults: invalid, missing and unknown members.
    """
    data = as_object(data)
    faults: list[PlacedFault] = []
    if data.keys() != fields.keys():
        missing = [name for name in fields if name not in data and name not in optional]
        faults += [("", f"the key {name!r} is missing") for name in missing]
        faults += [("", f"unknown key {describe_data(key)}") for key in data if key not in fields]
    values = {}
    for name, codec in fields.items():
        if name in data:
            try:
                values[name] = codec.read(data[name])
            except DecodingError as error:
                faults += error.under(name).faults
    if faults:
        raise DecodingError(faults[:MOST_FAULTS])
    return values


def with_head(head: dict[str, Data], codec: Codec[T]) -> Codec[T]:
    """Return the codec of an object: the members of `head`, then the members of `codec`."""

    def write(value: T) -> Data:
        return {**head, **cast("dict[str, Data]", codec.write(value))}

    def read(data: object) -> T:
        members = dict(as_object(data))
        found = {key: members.pop(key) for key in head if key in members}
        faults = differences(found, head)
        if faults:
            newer = f"version {head.get('version')} can be read, not "
            raise DecodingError(
                (path, newer + describe_data(found["version"]) if path == "/version" else reason)
                for path, reason in faults
            )
        return codec.read(members)

    return Codec(write, read, _schema_with_head(head, codec.schema))


def _schema_with_head(head: Mapping[str, Data], schema: Schema) -> Schema:
    """Return the schema of an object, or of one of several objects, with constants before them.

    The members of a definition are copied: an object that refused all but its own members could not
    become a part of another.
    """
    if "$ref" in schema:
        definitions = schema["$defs"]
        whole = _schema_with_head(head, definitions[schema["$ref"].rpartition("/")[2]])
        return {**whole, "$defs": definitions}
    if "oneOf" in schema:
        return {**schema, "oneOf": [_schema_with_head(head, each) for each in schema["oneOf"]]}
    members = {key: {"const": value} for key, value in head.items()}
    return {
        **schema,
        "properties": members | schema.get("properties", {}),
        "required": [*head, *schema.get("required", [])],
    }


def with_rules(version: int, codec: Codec[T]) -> Codec[T]:
    """Return the codec of an object that names the version of the rules, unless it is 1.

    Reading refuses the objects of other rules: whoever continues the game would play by these.
    """
    usual = 1
    named: dict[str, Data] = {} if version == usual else {"rules": version}

    def write(value: T) -> Data:
        return {**named, **cast("dict[str, Data]", codec.write(value))}

    def read(data: object) -> T:
        members = dict(as_object(data))
        is_named, written = "rules" in members, members.pop("rules", usual)
        if type(written) is not int or written < usual:
            raise mismatch("an integer from 1", written, "/rules")
        if is_named and written == usual:
            raise fault("omit it: the default is 1", "/rules")
        if written != version:
            raise fault(
                f"it is of version {written} of the rules, and this is version {version}: play "
                "it with the package that wrote it",
                "/rules",
            )
        return codec.read(members)

    return Codec(write, read, _schema_with_head(named, codec.schema))


def codec_by_member(tag: str, codecs: Fields, write: Callable[[Any], Data]) -> Codec[Any]:
    """Return the codec of objects whose member `tag` names the codec that reads them."""

    def read(data: object) -> Any:  # noqa: ANN401 - as the codecs read
        return codecs[name_in(data, tag, codecs)].read(data)

    return Codec(write, read, {"oneOf": [codec.schema for codec in codecs.values()]})


def name_in(data: object, tag: str, known: Collection[str]) -> str:
    """Return an object's member `tag`. Raise DecodingError unless it is in `known`."""
    name = as_object(data).get(tag)
    if type(name) is not str or name not in known:
        raise mismatch(f"one of {', '.join(known)}", name, f"/{tag}")
    return name


def sequence(*codecs: Codec[Any]) -> Codec[Any]:
    """Return the codec of tuples with one element per codec, written as lists."""
    readers = [codec.read for codec in codecs]
    length = Length(len(codecs), len(codecs))

    def read(data: object) -> tuple[Any, ...]:
        return tuple(_read_list(data, readers, length))

    parts = [codec.schema for codec in codecs]
    # Earlier drafts have no prefixItems: their tools then know at least the number of elements.
    alike = all(part == parts[0] for part in parts)
    elements = {"items": parts[0]} if alike else {"prefixItems": parts}
    schema = {"type": "array", **elements, "minItems": len(parts), "maxItems": len(parts)}
    return Codec(_SequenceWriter([codec.write for codec in codecs]), read, schema)


def compare_derived(codec: Codec[Any]) -> Codec[Any]:
    """Return the codec of a member that is derived from others: its data is compared, not read."""
    return attrs.evolve(codec, read=as_it_is)


def differences(found: object, expected: Data, path: str = "") -> tuple[PlacedFault, ...]:
    """Return the first hundred differences, in value or type, between data and the expected data.

    >>> differences([1, True], [1, 1], "/points")
    (('/points/1', 'expected 1, not true'),)
    """
    if _are_alike(found, expected):
        return ()  # as nearly always
    return tuple(islice(_differences(found, expected, path), MOST_FAULTS))


def _are_alike(found: object, expected: Data) -> bool:
    """Return True if data is equal in values, types and order; False if it may not be."""
    try:
        # In a fraction of the time of comparing each part.
        return bytes_of(found) == bytes_of(expected)
    except ValueError:
        return False


def bytes_of(data: Any) -> bytes:  # noqa: ANN401 - as it was parsed
    """Return data as bytes: the same for data that is equal in values, types and order.

    Raises:
        ValueError: it is something else than data, or nested deeply.
    """
    # It writes True as another byte than 1. Later versions of the format have references.
    return marshal.dumps(data, 2)


def _differences(found: object, expected: object, path: str) -> Iterator[PlacedFault]:
    if type(found) is list and type(expected) is list and len(found) == len(expected):
        found, expected = dict(enumerate(found)), dict(enumerate(expected))
    if type(found) is dict and type(expected) is dict:
        for key, value in expected.items():
            if key not in found:
                yield path, f"the key {key!r} is missing"
            # Most parts are equal atoms, and a generator for each takes longer than to compare it.
            elif (
                type(value) in {dict, list}
                or type(found[key]) is not type(value)
                or found[key] != value
            ):
                yield from _differences(found[key], value, f"{path}/{key}")
        for key in found:
            if key not in expected:
                yield path, f"unknown key {describe_data(key)}"
    elif type(found) is not type(expected) or found != expected:
        if isinstance(found, str) and isinstance(expected, str):
            while found[:_SHOWN] == expected[:_SHOWN]:  # both would be shown alike
                found, expected = (f"...{text[_SHOWN // 2 :]}" for text in (found, expected))
        yield path, f"expected {describe_data(expected)}, not {describe_data(found)}"
