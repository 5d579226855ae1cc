"""Codecs derived from the annotations of classes: one walk for reading, writing and the schema.

An annotation may have limits (`base.limits`); a validator that is a limit counts as one. Thus the
fields of a class are described in one place, the class.
"""

from __future__ import annotations

import enum
import inspect
import sys
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.base.limits import Length, Longest, OneOf, OnlyIfUnusual, Printable, Range
from westeros_intrigue.base.public import home
from westeros_intrigue.data.codecs import (
    BOOLEAN,
    LARGEST_INTEGER,
    Codec,
    Faults,
    array,
    choice,
    integer,
    named,
    optional,
    printable,
    string,
    words,
)
from westeros_intrigue.data.objects import kind_of, left_out, no_faults, record, sequence, tagged

T = TypeVar("T")

Own: TypeAlias = "Codec[Any] | Callable[[Codecs], Codec[Any]]"
"""A codec that is written by hand, or a function that returns one, from the others."""


class Codecs:
    """The codecs of the classes of a game, each derived when it is first asked for.

    Args:
        own: the classes whose codecs are not derived.
        checks: for some classes, a function that yields the faults of a value whose fields are
            valid one by one.
    """

    def __init__(
        self,
        own: Mapping[Any, Own] | None = None,
        checks: Mapping[type, Callable[[Any], Faults]] | None = None,
    ) -> None:
        """Store the exceptions."""
        self._own = dict(own or {})
        self._checks = dict(checks or {})
        self._derived: dict[Any, Codec[Any]] = {}

    def extended(self, own: Mapping[Any, Own]) -> Codecs:
        """Return these codecs with further ones that are not derived, or with other ones."""
        return Codecs({**self._own, **own}, self._checks)

    def checking(self, checks: Mapping[type, Callable[[Any], Faults]]) -> Codecs:
        """Return these codecs with checks of values."""
        return Codecs(self._own, checks)

    def codec_for(self, hint: Any) -> Codec[Any]:  # noqa: ANN401 - any annotation
        """Return the codec of a class, or of whatever an annotation describes.

        Raises:
            TypeError: the annotation, or one of a field, describes nothing that JSON can have.
        """
        if hint not in self._derived:
            self._derived[hint] = self._found(hint)
        return self._derived[hint]

    def each(self, hints: Mapping[str, object]) -> dict[str, Codec[Any]]:
        """Return the codecs for annotations, by name."""
        return {name: self.codec_for(hint) for name, hint in hints.items()}

    def fields(self, cls: type, names: Iterable[str] | None = None) -> dict[str, Codec[Any]]:
        """Return the codecs of fields and properties of a class, by name.

        Args:
            cls: the class.
            names: their names; None for the fields of the constructor that count for equality.
        """
        validators: dict[str, Any] = {each.name: each.validator for each in attrs.fields(cls)}
        if names is None:
            names = [each.name for each in attrs.fields(cls) if each.init and each.eq]
        return {
            name: self._limited(annotation(cls, name), _limits(validators.get(name)))
            for name in names or ()
        }

    def record(self, cls: type[T], names: Iterable[str] | None = None) -> Codec[T]:
        """Return the codec of a class, written as an object with these fields; None for all."""
        fields = self.fields(cls, names)
        codec = record(cls, fields, self._checks.get(cls, no_faults))
        usual = {name: fields[name].write(value) for name, value in _usual(cls).items()}
        return left_out(codec, usual) if usual else codec

    def tagged(self, tag: str, classes: Iterable[Any]) -> Codec[Any]:
        """Return the codec of objects of several classes, whose member `tag` names the class.

        The name is the kind of the class, or the one with which the class is annotated.
        """
        names = (typing.get_args(each) or (each, kind_of(each)) for each in classes)
        return tagged(tag, {name: (cls, self.record(cls)) for cls, name in names})

    def _found(self, hint: Any) -> Codec[Any]:  # noqa: ANN401 - any annotation
        own = self._own.get(hint)
        if own is None:
            return self._limited(hint, ())
        return own if isinstance(own, Codec) else own(self)

    def _limited(self, hint: Any, limits: tuple[object, ...]) -> Codec[Any]:  # noqa: ANN401, PLR0911 - any annotation, one case a form
        if hint in self._own and not limits:
            return self.codec_for(hint)
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Annotated:
            return self._limited(arguments[0], (*limits, *hint.__metadata__))
        if isinstance(hint, TypeAliasType):
            return self._limited(hint.__value__, limits)
        if origin in {types.UnionType, typing.Union}:
            [kind] = (each for each in arguments if each is not types.NoneType)
            return optional(self._limited(kind, limits))
        if isinstance(origin, type) and attrs.has(origin):
            return self.codec_for(origin)  # its parameters have codecs of the game
        if origin is tuple:
            return self._tuple(arguments, limits)
        if hint is bool:
            return BOOLEAN
        if hint is int or hint is str:
            return _atom(hint, limits)
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return named(kind_of(hint), choice(hint))
        if isinstance(hint, type) and attrs.has(hint):
            return named(kind_of(hint), self.record(hint))
        raise TypeError(f"no codec for {hint}")

    def _tuple(self, arguments: tuple[Any, ...], limits: tuple[object, ...]) -> Codec[Any]:
        if arguments[-1] is not Ellipsis:
            return sequence(*[self._limited(kind, ()) for kind in arguments])
        element = self._limited(arguments[0], ())
        length = next((each for each in limits if isinstance(each, Length)), Length())
        return array(element, length.fewest, length.most, ascending=length.ascending)


def _atom(hint: type[Any], limits: tuple[object, ...]) -> Codec[Any]:
    for limit in limits:
        match limit:
            case Range(low, high):
                return integer(low, LARGEST_INTEGER if high is None else high)
            case OneOf(allowed):
                return words(allowed)
            case Printable(longest):
                return printable(longest)
            case Longest(length):
                return string(length)
    return integer(-LARGEST_INTEGER) if hint is int else string(_LONGEST)


_LONGEST = 2000


def _limits(validator: Any) -> tuple[object, ...]:  # noqa: ANN401 - any validator
    """Return the limits in a validator of attrs, perhaps of an optional value."""
    inner = getattr(validator, "validator", validator)
    return (inner,) if isinstance(inner, Range | Printable | OneOf) else ()


def _usual(cls: type[Any]) -> dict[str, Any]:
    return {
        each.name: each.default
        for each in attrs.fields(cls)
        if OnlyIfUnusual() in getattr(annotation(cls, each.name), "__metadata__", ())
    }


def annotation(cls: type, name: str) -> Any:  # noqa: ANN401 - any annotation
    """Return the annotation of a field of a class, or what a property of it returns."""
    for base in cls.__mro__:
        if name in inspect.get_annotations(base):
            namespace = vars(sys.modules[home(base)])
            return inspect.get_annotations(base, globals=namespace, eval_str=True)[name]
    return inspect.get_annotations(getattr(cls, name).fget, eval_str=True)["return"]
