"""Base classes of values, and checks of arguments."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import enum
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from operator import index
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    ParamSpec,
    Self,
    TypeVar,
    get_args,
)

import attrs

from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import InvalidValue, WesterosIntrigueError, WrongType
from westeros_intrigue.gamekit.travel import Travels

P = ParamSpec("P")
K = TypeVar("K")
T = TypeVar("T")

Recipe = tuple[Callable[..., object], tuple[object, ...]]
"""A function and the arguments that make a value, as `__reduce__` returns them."""
UNPRINTABLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
"""The characters that break lines, control a terminal, reverse its text, cannot be encoded, or are
invisible without joining others."""


class _FieldTexts(dict[str, str | None]):
    """The slots of a class, with the texts under its fields, which `help` shows beside them.

    Python forgets such texts, so they are read from the source when `help` asks for one.
    """

    def __init__(self, cls: type, slots: Iterable[str]) -> None:
        super().__init__(dict.fromkeys(slots))
        self._cls = cls

    def __getitem__(self, name: str) -> str | None:
        return _texts_under_fields(self._cls).get(name)

    def __reduce__(self) -> Recipe:
        return tuple, (tuple(self),)


@lru_cache(maxsize=64)
def _texts_under_fields(cls: type) -> dict[str, str]:
    import ast  # noqa: PLC0415 - only `help` needs them
    import inspect  # noqa: PLC0415
    import textwrap  # noqa: PLC0415

    try:
        [definition] = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    except (OSError, TypeError, SyntaxError):
        return {}  # a class of a frozen program, or of a prompt
    body = getattr(definition, "body", [])
    return {
        ast.unparse(field.target): inspect.cleandoc(text.value.value)
        for field, text in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr)
        if isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }


class Value(Travels):
    """Base of the frozen values. Copying returns the value itself.

    A pickle stores the arguments of the constructor, so unpickling checks them again.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # IPython looks for `_repr_pretty_` only in the class that defines `__repr__`.
        type.__setattr__(cls, "_repr_pretty_", Value._repr_pretty_)
        if slots := vars(cls).get("__slots__"):
            type.__setattr__(cls, "__slots__", _FieldTexts(cls, slots))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def _repr_pretty_(self, printer: Any, _is_cycle: bool) -> None:  # noqa: ANN401, FBT001 - IPython's
        """Print the value, shortened, in IPython and notebooks; `repr` returns all of it."""
        text = self._text_in_notebooks()
        if len(text) > _LONGEST_IN_NOTEBOOKS:
            text = f"{text[:_LONGEST_IN_NOTEBOOKS]}… ({len(text)} characters)"
        printer.text(text)

    def _text_in_notebooks(self) -> str:
        """Return the value as one wants to see it, such as `S4` for a card."""
        return repr(self)

    def __reduce__(self) -> Recipe:
        cls: type[Any] = type(self)
        return cls, tuple(getattr(self, field.name) for field in attrs.fields(cls) if field.init)


def make_unchecked(cls: type[T], **fields: object) -> T:
    """Return an instance of a class from its fields, without running converters or checks."""
    value = object.__new__(cls)
    for name, field in fields.items():
        _set_field(value, name, field)
    return value


_set_field = object.__setattr__


def _make(cls: Callable[P, T], /, *parts: P.args, **named: P.kwargs) -> T:
    return cls(*parts, **named)


shared = _make
"""Return the instance of a class with these parts, the same object as before if possible."""
if not TYPE_CHECKING:  # the cache would hide the types of the parts
    shared = lru_cache(maxsize=1 << 14)(_make)


def replace_item(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return a tuple with the value at an index, from 0, replaced.

    >>> replace_item((5, 5, 5), 1, 0)
    (5, 0, 5)

    Args:
        values: the tuple.
        index: the index of the item to replace, from 0.
        value: the new item.
    """
    changed = list(values)
    changed[index] = value
    return tuple(changed)


class ByName(Mapping[K, T]):
    """Base of mappings from names, or other keys, to entries."""

    __slots__ = ()

    _entries: Mapping[K, T]

    def __getitem__(self, key: K) -> T:
        return self._entries[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<{type(self).__name__.strip('_')}: {', '.join(map(str, self))}>"


@attrs.frozen(eq=False, repr=False)
class FrozenMapping(Value, ByName[K, T]):
    """A read-only, hashable mapping, equal to a dict with the same entries."""

    _entries: Mapping[K, T]

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return repr(dict(self._entries))


class NamedEnum(enum.Enum):
    """Base of the enumerations; the repr of a member is valid Python."""

    if not TYPE_CHECKING:
        # Members are singletons, and are keys of tables read at every move; `Enum`'s hash is slow.
        __hash__ = object.__hash__

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # In Python 3.11, a member's name is looked up through a slow property.
        for name, member in cls.__members__.items():
            type.__setattr__(cls, name, member)

    @property
    def _in_words(self) -> str:
        """The value as words in a sentence."""
        return str(self.value).replace("-", " ")

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Word(NamedEnum):
    """Base of the moves and other values that are a few words: `str` returns the value.

    >>> class Call(Word):
    ...     TRUTH = "truth"
    ...     LIE = "lie"
    >>> str(Call.LIE), Call("truth")
    ('lie', Call.TRUTH)
    """

    def __str__(self) -> str:
        return str(self._value_)  # since the property `value` is slow


class Code(str, NamedEnum):
    """Base of the codes by which programs decide: each is equal to its text.

    >>> class Fruit(Code):
    ...     FIG = "fig"
    >>> Fruit.FIG == "fig", str(Fruit.FIG), Fruit.FIG
    (True, 'fig', Fruit.FIG)
    """

    _value_: str

    def __str__(self) -> str:
        return self._value_


class RuleCode(Code):
    """Base of violation codes: each has a value and the ids of the rules that it cites."""

    rules: tuple[str, ...]
    """The ids of the rules that a violation with the code can cite."""

    def __new__(cls, value: str, *rules: str) -> Self:
        """Return the member for a value, with its rules."""
        member = str.__new__(cls, value)
        member._value_, member.rules = value, rules
        return member


def check_integer(name: str, value: object, low: int | None = None, high: int | None = None) -> int:
    """Return `value` as an int if it is an integer from `low` to `high`, both included.

    NumPy integers count as integers, so store the returned int.
    """
    number = value if type(value) is int else as_int(value)
    if type(number) is not int:
        raise WrongType(f"{name} must be an int, not {short_repr(value)}")
    if (low is not None and number < low) or (high is not None and number > high):
        limits = f"at least {low}" if high is None else f"from {low} to {high}"
        wanted = low if low == high else limits
        raise InvalidValue(f"{name} must be {wanted}, not {short_repr(number)}")
    return number


def as_int(value: object) -> object:
    """Return another library's integer as an int, and anything else unchanged."""
    # Not subclasses: a bool would pass as a number, and the repr of an IntEnum is not valid Python.
    # NumPy before version 2 treats its bool as an integer.
    if isinstance(value, int) or getattr(getattr(value, "dtype", None), "kind", "") == "b":
        return value
    try:
        return index(value)  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 - a foreign object may raise anything
        return value


def check_type(name: str, value: object, cls: type | UnionType) -> None:
    """Raise WrongType unless `value` is a `cls`."""
    if not isinstance(value, cls):
        classes: tuple[type, ...] = get_args(cls) if isinstance(cls, UnionType) else (cls,)
        wanted = [_with_article(wanted_class.__name__) for wanted_class in classes]
        raise WrongType(f"{name} must be {join_words(wanted, 'or')}, not {short_repr(value)}")


def _with_article(name: str) -> str:
    return name if name == "bytes" else f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


def check_one_of(
    name: str,
    value: object,
    wanted: Iterable[object],
    error: type[WesterosIntrigueError] = InvalidValue,
) -> None:
    """Raise an error, usually InvalidValue, unless `value` is in `wanted`."""
    known = [*wanted]
    if not isinstance(value, Hashable) or value not in known:  # an array compares to an array
        choices = ", ".join(map(repr, known))
        raise error(f"{name} must be one of {choices}, not {short_repr(value)}")


def check_printable(name: str, text: str) -> str:
    """Return `text` if a terminal, a picture or a line of a file can show it unchanged."""
    if found := UNPRINTABLE.search(text):
        raise InvalidValue(f"{name} must have no control character, such as {found.group()!r}")
    return text


def short_repr(value: object) -> str:
    """Return the shortened repr of any object, for the text of an error.

    >>> short_repr(10**9), short_repr(-(2**20_000))
    ('1000000000', 'a negative number of 20001 bits')
    """
    if type(value) is int and abs(value) >= 10**_LONGEST_SHOWN:
        # Python takes long over the digits, and refuses to write more than 4 300.
        return f"a {'negative ' if value < 0 else ''}number of {value.bit_length()} bits"
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a foreign object may raise anything
        return f"an object of {type(value).__name__}"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


_LONGEST_SHOWN = 100
_LONGEST_IN_NOTEBOOKS = 500
