"""Limits of fields: as metadata of annotations, and some of them as validators of attrs.

`data` reads them, and derives codecs, JSON Schemas and TypeScript types. An annotation such as
`Annotated[int, Range(0, 5)]` does not check anything.
"""

from __future__ import annotations

from typing import Annotated, Any

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import brief, check_field, check_printable, check_type, listed


@attrs.frozen
class Range:
    """Integers from `low` to `high`, both included; also a validator of an attrs field."""

    low: int
    high: int | None = None

    def __call__(self, instance: object, attribute: attrs.Attribute[Any], _value: object) -> None:
        """Raise an InvalidValue or a WrongType unless the value is such an integer."""
        check_field(instance, attribute.name, self.low, self.high)


@attrs.frozen
class Printable:
    """Strings of one line, up to a length; also a validator of an attrs field."""

    longest: int

    def __call__(self, _instance: object, attribute: attrs.Attribute[Any], value: str) -> None:
        """Raise an InvalidValue or a WrongType unless the value is such a string."""
        check_type(attribute.name, value, str)
        if len(value) > self.longest:
            raise InvalidValue(f"{attribute.name} must have at most {self.longest} characters")
        check_printable(attribute.name, value)


@attrs.frozen
class Longest:
    """Strings up to a length, which may have several lines."""

    length: int


@attrs.frozen
class OneOf:
    """Some strings; also a validator of an attrs field."""

    words: tuple[str, ...]

    def __call__(self, _instance: object, attribute: attrs.Attribute[Any], value: str) -> None:
        """Raise an InvalidValue or a WrongType unless the value is one of the strings."""
        check_type(attribute.name, value, str)
        if value not in self.words:
            wanted = listed(map(repr, self.words), "or")
            raise InvalidValue(f"{attribute.name} must be {wanted}, not {brief(value)}")


@attrs.frozen
class Length:
    """Tuples of `fewest` to `most` elements, perhaps of ascending ones without repetition."""

    fewest: int = 0
    most: int | None = None
    ascending: bool = False


@attrs.frozen
class OnlyIfUnusual:
    """Fields that a document leaves out if they have their default."""


Count = Annotated[int, Range(0)]
"""A number of things."""
Ordinal = Annotated[int, Range(1)]
"""A number of a series that is counted from 1."""
