"""Limits of fields: ranges of numbers, lengths of strings and tuples, and checks by annotations.

A limit is metadata in an annotation. The module `documents` reads limits to derive codecs, JSON
Schemas and TypeScript types. A class checks its annotations only if it uses `add_checks`.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from functools import partial
from itertools import islice
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar, Union, get_args, get_origin

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import errors
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.values import (
    as_int,
    check_integer,
    check_one_of,
    check_printable,
    check_type,
    short_repr,
)

T = TypeVar("T")

if not TYPE_CHECKING:  # the class has no brackets when a program reads annotations
    AnyField = attrs.Attribute
else:
    AnyField: TypeAlias = attrs.Attribute[Any]
Check = Callable[[str, Any], Any]
"""Returns a value, perhaps as an int or a tuple, unless it is wrong; errors call it by a name."""


def _store(check: Check, value: object, field: AnyField, given: object) -> None:
    """Check a field of a frozen value during its construction."""
    if (checked := check(field.name, given)) is not given:
        object.__setattr__(value, field.name, checked)


def _store_instance(cls: type, value: object, field: AnyField, given: object) -> None:
    """Check a field that is an instance of a class, as `_store` does; few are of another one."""
    if type(given) is not cls:
        _store(partial(check_instance, cls), value, field, given)


class Limit:
    """Base of the limits of a single number or string."""

    __slots__ = ()

    _check: Check

    @property
    def _wanted(self) -> str:
        """The values in words, such as `an integer from 1 to 6`."""
        raise NotImplementedError

    @property
    def _schema(self) -> Mapping[str, object]:
        """The JSON Schema of the values."""
        raise NotImplementedError


@attrs.frozen
class Range(Limit):
    """Integers from `low` to `high`, both included.

    >>> from typing import Annotated
    >>> Die = Annotated[int, Range(1, 6)]
    """

    low: int
    """The minimum."""
    high: int | None = None
    """The maximum; None for no limit."""

    def _check(self, name: str, value: object, /) -> int:
        low, high = self.low, self.high
        if type(value) is int and low <= value and (high is None or value <= high):
            return value  # as nearly always
        return check_integer(name, value, low, high)

    @property
    def _wanted(self) -> str:
        low, high = self.low, self.high
        return f"an integer {f'of at least {low}' if high is None else f'from {low} to {high}'}"

    @property
    def _schema(self) -> Mapping[str, object]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@attrs.frozen
class Longest(Limit):
    """Strings up to a length, which can have several lines."""

    longest: int
    """The maximum length."""

    def _check(self, name: str, value: str, /) -> str:
        check_type(name, value, str)
        if len(value) > self.longest:
            most = f"at most {self.longest} characters"
            raise InvalidValue(f"{name} must have {most}, not {len(value)}")
        return value

    @property
    def _wanted(self) -> str:
        return f"a text of at most {self.longest} characters"

    @property
    def _schema(self) -> Mapping[str, object]:
        return {"type": "string", "maxLength": self.longest}


@attrs.frozen
class Printable(Longest):
    """One-line strings up to a length.

    >>> from typing import Annotated
    >>> Clue = Annotated[str, Printable(20)]
    """

    def _check(self, name: str, value: str, /) -> str:
        return check_printable(name, super()._check(name, value))


@attrs.frozen
class OneOf(Limit):
    """A fixed set of strings.

    >>> from typing import Annotated
    >>> Suit = Annotated[str, OneOf(("cups", "coins", "swords", "staves"))]
    """

    words: tuple[str, ...]
    """The allowed strings."""

    def _check(self, name: str, value: str, /) -> str:
        check_one_of(name, value, self.words, InvalidValue if isinstance(value, str) else WrongType)
        return value

    @property
    def _wanted(self) -> str:
        return f"one of {', '.join(self.words)}"

    @property
    def _schema(self) -> Mapping[str, object]:
        return {"enum": list(self.words)}


@attrs.frozen
class Length:
    """Tuples of `fewest` to `most` elements, optionally ascending without repetition.

    >>> from typing import Annotated
    >>> Hand = Annotated[tuple[int, ...], Length(0, 5, ascending=True)]
    """

    fewest: int = 0
    """The minimum number of elements."""
    most: int | None = None
    """The maximum number of elements; None for no limit."""
    ascending: bool = False
    """True if each element is greater than the one before it."""

    def _check(self, name: str, count: int) -> None:
        """Raise InvalidValue unless a tuple can have that many elements."""
        fewest, most = self.fewest, self.most
        if count < fewest or (most is not None and count > most):
            raise InvalidValue(f"{name} must have {self._wanted}, not {count}")

    @property
    def _wanted(self) -> str:
        """The numbers of elements in words, such as `2 to 6 elements`."""
        fewest, most = self.fewest, self.most
        limits = "at least " if most is None else f"{fewest} to " if fewest < most else ""
        return limits + count_things(fewest if most is None else most, "element")

    @property
    def _schema(self) -> Mapping[str, object]:
        found = {"minItems": self.fewest, "maxItems": self.most, "uniqueItems": self.ascending}
        return {key: value for key, value in found.items() if value}


@attrs.frozen
class OnlyIfUnusual:
    """Marks fields that a document omits if they have their default."""


# Tuples.


def check_iterable(name: str, values: object) -> None:
    """Raise WrongType unless `values` is iterable; a text is not, although Python iterates it."""
    try:
        if not isinstance(values, str):
            iter(values)  # type: ignore[call-overload]  # NumPy's numbers only seem to be iterable
            return
    except TypeError:
        pass
    raise WrongType(f"{name} must be a tuple, not {short_repr(values)}")


def check_instance(cls: type, name: str, value: Any) -> Any:  # noqa: ANN401 - of that class
    """Return a value, perhaps as an int. Raise WrongType unless it is a `cls`."""
    if type(value) is not cls:  # a tuple has many parts
        value = as_int(value) if cls is int else value
        check_type(name, value, cls)
    return value


def _check_optional(check: Check, name: str, value: object) -> Any:  # noqa: ANN401 - as the check returns
    return None if value is None else check(name, value)


def check_parts(
    checks: Sequence[Check], name: str, values: Iterable[object], *, length: Length = Length()
) -> tuple[Any, ...]:
    """Return the values as a tuple, each checked by its check, or all by a single one.

    The error of a value names its place, such as `hands[0][1]`. An endless iterable is read only
    up to the maximum length.
    """
    most = errors.MOST_PARTS if length.most is None else length.most
    if type(values) is tuple:  # as nearly always
        parts = values
    else:
        check_iterable(name, values)
        parts = tuple(islice(values, most + 1))
    if len(parts) > most:
        wanted = f"at most {most} elements" if length.most is None else length._wanted
        found = len(values) if isinstance(values, Sized) else f"{len(parts)} or more"
        raise InvalidValue(f"{name} must have {wanted}, not {found}")
    if len(parts) < length.fewest:
        length._check(name, len(parts))
    if len(checks) == 1:
        checks = [*checks] * len(parts)
    try:
        return tuple([check(name, part) for check, part in zip(checks, parts, strict=True)])
    except (WrongType, InvalidValue) as error:
        failed = error
    # Only now, since it takes longer to name the place of each value than to check it.
    for at, check in enumerate(checks):
        check(f"{name}[{at}]", parts[at])
    raise failed  # by an iterator, which cannot be read again


def tuple_of(name: str, cls: type[T], values: Iterable[T]) -> tuple[T, ...]:
    """Return the values as a tuple. Raise WrongType unless each is a `cls`."""
    if type(values) is tuple and {*map(type, values)} <= {cls}:  # almost always
        return values
    return check_parts([partial(check_instance, cls)], name, values)


def integers_of(
    name: str, numbers: Iterable[int], low: int | None = None, high: int | None = None
) -> tuple[int, ...]:
    """Return integers as a tuple. Raise an error unless each is from `low` to `high`."""
    return check_parts([partial(check_integer, low=low, high=high)], name, numbers)


def tuples_of(name: str, cls: type[T], values: Iterable[Iterable[T]]) -> tuple[tuple[T, ...], ...]:
    """Return the values of each part as a tuple. Raise WrongType unless each value is a `cls`."""
    return check_parts([lambda each, part: tuple_of(each, cls, part)], name, values)


# Annotations.


def find_check(hint: Any) -> Check:  # noqa: ANN401 - any annotation
    """Return the check of values by an annotation, as `add_checks` checks fields."""
    hint = _resolve_alias(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        check: Callable[..., Any] = find_check(arguments[0])
        for each in hint.__metadata__:
            if isinstance(each, Limit):
                return each._check
            if isinstance(each, Length):
                return partial(check, length=each)
        return check
    checks = [find_check(each) for each in arguments if each not in {type(None), Ellipsis}]
    if origin in {Union, UnionType}:
        [needed] = checks  # no other unions can be checked
        return partial(_check_optional, needed)
    if origin is tuple:
        count = len(checks)
        length = Length(count, count) if count == len(arguments) else Length()
        return partial(check_parts, checks, length=length)
    return partial(check_instance, hint if isinstance(hint, type) else object)


def _resolve_alias(hint: Any) -> Any:  # noqa: ANN401 - any annotation
    """Return the annotation behind an alias of limited values or of tuples, or any other as is."""
    if isinstance(hint, TypeAliasType) and get_origin(hint.__value__) in {Annotated, tuple}:
        return hint.__value__
    return hint


def validator_of(hint: Any) -> Callable[[object, AnyField, object], None]:  # noqa: ANN401 - any annotation
    """Return an attrs validator that checks a field by an annotation, as `add_checks` does."""
    if isinstance(hint, type):
        return partial(_store_instance, hint)
    return partial(_store, find_check(hint))


def add_checks(cls: type, fields: list[AnyField]) -> list[AnyField]:
    """Return fields that check their annotations: classes, tuples, limits of numbers and strings.

    It is for the argument `field_transformer` of `attrs.frozen`. Any iterable becomes a tuple with
    checked elements, as many as its `Length` allows. Fields with a converter or a validator stay as
    they are.

    >>> @attrs.frozen(field_transformer=add_checks)
    ... class Throw:
    ...     dice: tuple[Annotated[int, Range(1, 6)], ...]
    ...     is_loaded: bool = False
    >>> Throw([7])
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: dice[0] must be from 1 to 6, not 7
    """
    return [
        field
        if field.validator or field.converter
        else field.evolve(validator=validator_of(annotation(cls, field.name)))
        for field in fields
    ]


def annotation(cls: type, name: str) -> Any:  # noqa: ANN401 - any annotation
    """Return the annotation of a class's field, or the return annotation of its property."""
    for base in cls.__mro__:
        if hint := inspect.get_annotations(base).get(name):
            namespace = vars(sys.modules[base.__module__])
            # Not `attrs.resolve_types`, which needs the finished class: attrs asks `add_checks` for
            # the fields while it makes the class, when others may name classes that come later. To
            # evaluate all annotations at each field would take as long as to define a class.
            return eval(hint, namespace) if isinstance(hint, str) else hint  # noqa: S307 - of this class
    return inspect.get_annotations(getattr(cls, name).fget, eval_str=True)["return"]


Count = Annotated[int, Range(0)]
"""A number of things."""
Ordinal = Annotated[int, Range(1)]
"""A number in a series counted from 1."""
