"""Base classes of values, checks of arguments, and limits of fields.

A limit is metadata in an annotation. The module `documents` reads limits to derive codecs, JSON
Schemas and TypeScript types. A class checks its annotations only if it uses `add_checks`.
"""

from __future__ import annotations

import enum
import inspect
import re
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Sized
from functools import lru_cache, partial
from itertools import islice
from operator import index
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ParamSpec,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

import attrs

from westeros_intrigue.gamekit import errors
from westeros_intrigue.gamekit.errors import InvalidValue, WesterosIntrigueError, WrongType

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


class Value:
    """Base of the frozen values. Copying returns the value itself.

    A pickle stores the arguments of the constructor, so unpickling checks them again.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # IPython looks for `_repr_pretty_` only in the class that defines `__repr__`.
        type.__setattr__(cls, "_repr_pretty_", Value._repr_pretty_)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def _repr_pretty_(self, printer: Any, _is_cycle: bool) -> None:  # noqa: ANN401, FBT001 - IPython's
        """Print the value, shortened, in IPython and notebooks; `repr` returns all of it."""
        text = repr(self)
        if len(text) > _LONGEST_IN_NOTEBOOKS:
            text = f"{text[:_LONGEST_IN_NOTEBOOKS]}… ({len(text)} characters)"
        printer.text(text)

    def __reduce__(self) -> Recipe:
        cls: type[Any] = type(self)
        return cls, tuple(getattr(self, field.name) for field in attrs.fields(cls) if field.init)


def make_unchecked(cls: type[T], **fields: object) -> T:
    """Return an instance of a class from its fields, without running converters or checks."""
    value, set_field = cls.__new__(cls), object.__setattr__
    for name, field in fields.items():
        set_field(value, name, field)
    return value


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


class RuleCode(NamedEnum):
    """Base of violation codes: each has a value and the ids of the rules that it cites."""

    _value_: str
    rules: tuple[str, ...]
    """The ids of the rules that a violation with the code can cite."""

    def __new__(cls, value: str, *rules: str) -> Self:
        """Return the member for a value, with its rules."""
        member = object.__new__(cls)
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


def check_iterable(name: str, values: object) -> None:
    """Raise WrongType unless `values` is iterable; a text is not, although Python iterates it."""
    try:
        if not isinstance(values, str):
            iter(values)  # type: ignore[call-overload]  # NumPy's numbers only seem to be iterable
            return
    except TypeError:
        pass
    raise WrongType(f"{name} must be a tuple, not {short_repr(values)}")


def tuple_of(name: str, cls: type[T], values: Iterable[T]) -> tuple[T, ...]:
    """Return the values as a tuple. Raise WrongType unless each is a `cls`."""
    if type(values) is tuple and {*map(type, values)} == {cls}:  # almost always
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


def join_sentences(sentences: Sequence[str]) -> str:
    """Join sentences about one thing, naming the thing only once.

    >>> join_sentences(["S1 at b0: both are empty.", "S1 at b0: it is not your turn."])
    'S1 at b0: both are empty. Besides, it is not your turn.'
    """
    first, *others = sentences
    heads = [first[: colon.end()] for colon in re.finditer(": ", first)]
    common = [head for head in heads if all(each.startswith(head) for each in others)]
    return " Besides, ".join([first, *(each.removeprefix(["", *common][-1]) for each in others)])


def join_words(things: Iterable[object], conjunction: str = "and") -> str:
    """Return a list in words: `a`, `a and b`, `a, b and c`; an empty text for an empty list."""
    *others, last = [*map(str, things)] or [""]
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def did_you_mean(
    word: str, known: Iterable[str], most: int = 1, form: str = "; did you mean {}?"
) -> str:
    """Return the end of a message about an unknown word: the known words that are most like it."""
    from difflib import get_close_matches  # noqa: PLC0415 - for these messages only

    # Letter case and a flag's dashes do not matter.
    words = {each.lower().lstrip("-"): each for each in known}
    near = get_close_matches(word[:40].lower().lstrip("-"), words, most)
    return form.format(" or ".join(words[each] for each in near)) if near else ""


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return f"{text[:1].upper()}{text[1:]}"


def as_sentence(text: object) -> str:
    """Return a text with a capital and a full stop, or an empty text unchanged.

    >>> as_sentence("how many stones?"), as_sentence("a heap is empty")
    ('How many stones?', 'A heap is empty.')
    """
    words = str(text)
    return f"{capital(words)}{'' if words[-1:] in {'', '.', '?', '!'} else '.'}"


def count_things(count: int, thing: str) -> str:
    """Return a count with its noun: `1 card`, `2 cards`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


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


Check = Callable[[str, Any], Any]
"""Returns a value, perhaps as an int or a tuple, unless it is wrong; errors call it by a name."""


def _store(check: Check, value: object, field: attrs.Attribute[Any], given: object) -> None:
    """Check a field of a frozen value during its construction."""
    if (checked := check(field.name, given)) is not given:
        object.__setattr__(value, field.name, checked)


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
        return check_integer(name, value, self.low, self.high)

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


def validator_of(hint: Any) -> Callable[[object, attrs.Attribute[Any], object], None]:  # noqa: ANN401 - any annotation
    """Return an attrs validator that checks a field by an annotation, as `add_checks` does."""
    return partial(_store, find_check(hint))


def add_checks(cls: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
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


def find_check(hint: Any) -> Check:  # noqa: ANN401 - any annotation
    """Return the check of values by an annotation, as `add_checks` checks fields."""
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
    check_iterable(name, values)
    most = errors.MOST_PARTS if length.most is None else length.most
    parts = values if type(values) is tuple else tuple(islice(values, most + 1))
    if len(parts) > most:
        wanted = f"at most {most} elements" if length.most is None else length._wanted
        found = len(values) if isinstance(values, Sized) else f"{len(parts)} or more"
        raise InvalidValue(f"{name} must have {wanted}, not {found}")
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


def annotation(cls: type, name: str) -> Any:  # noqa: ANN401 - any annotation
    """Return the annotation of a class's field, or the return annotation of its property."""
    for base in cls.__mro__:
        if hint := inspect.get_annotations(base).get(name):
            namespace = vars(sys.modules[base.__module__])
            # Only this one: to evaluate all at each field would take as long as to define a class.
            return eval(hint, namespace) if isinstance(hint, str) else hint  # noqa: S307 - of this class
    return inspect.get_annotations(getattr(cls, name).fget, eval_str=True)["return"]


Count = Annotated[int, Range(0)]
"""A number of things."""
Ordinal = Annotated[int, Range(1)]
"""A number in a series counted from 1."""
