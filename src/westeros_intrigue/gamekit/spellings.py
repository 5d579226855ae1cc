"""Spellings: how the values of an annotation are written in a line of text and read from it.

    auction [{building}] {space} by {starter} [high {high} from {leader}] [passes {passes}]

The fields of such a form (module `lines`) are spelled as their annotations say: a number within its
range, one of some words, several with spaces between them. Marks in an annotation say more: which
value is usual, how None is called, what an error calls the field.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import enum
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import limits
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.text import Scanner, pattern

T = TypeVar("T")
Known: TypeAlias = Mapping[str, Any]
"""The fields of a value that are known already, by name: those before it in the form."""
Places: TypeAlias = dict[str, int]
"""The places of fields in a text by name, as `under`, and of the parts of tuples, as `under[1]`."""

NUMBER = pattern("[0-9]{1,20}(?![0-9])")
DIGITS, ANY_WORD = "#", "*"
"""The beginnings of values that are not one of a few words."""


# Annotations.


@attrs.frozen
class Told:
    """The usual value of a field, which the table tells.

    The table has no agenda, since a reader knows none before it has read the steps.

    >>> from typing import Annotated
    >>> Roller = Annotated[int, Told(lambda table, known: table.turn_player)]
    """

    find: Callable[[Any, Known], Any]
    """The value, from the table and the fields that are known already."""


def usually(value: object) -> Told:
    """Return the annotation of a field that usually has the same value at each table."""
    return Told(lambda _table, _known: value)


@attrs.frozen
class Called:
    """The words of a value: of None, such as `treasury`, or of False and True."""

    words: tuple[str, ...]


@attrs.frozen
class Among:
    """The members of an enumeration that a field can have."""

    members: tuple[Any, ...]


@attrs.frozen
class Described:
    """The name of a field in errors, as in `expected by and the seat that asks for it`."""

    words: str


# Spellings.


@attrs.frozen
class Spelling(Generic[T]):
    """The writing and the reading of the values of an annotation."""

    begins: re.Pattern[str]
    """The text with which a value begins."""
    scan: Callable[[Scanner, Any, Known], T]
    """Reads a value, given the table and the fields that are known already."""
    expected: str
    """The values in words, for an error."""
    write: Callable[[T, Any, Known], str]
    """Writes a value, given the table and the fields of its owner."""
    starts: tuple[str, ...] = (ANY_WORD,)
    """The words with which a value begins; `#` for a number, `*` for any word."""
    one: Spelling[Any] | None = None
    """The spelling of each part, if the value is a tuple with spaces between its parts."""
    can_be_empty: bool = False
    """True if a line of a head that has only this value can be empty, for a tuple without parts."""


def as_text(value: object, _table: object, _known: Known) -> str:
    """Return a value as text, as most words write it."""
    return str(value)


def number(low: int, high: int | None, what: str = "a number") -> Spelling[int]:
    """Return the spelling of a number within a range.

    >>> die = number(1, 6)
    >>> die.scan(Scanner("5 then"), None, {}), die.expected
    (5, 'a number from 1 to 6')
    """
    expected = f"{what} from {low}" + ("" if high is None else f" to {high}")

    def scan(scanner: Scanner, _table: object, _known: Known) -> int:
        start = scanner.position
        value = int(scanner.need(NUMBER, expected))
        if value < low or (high is not None and value > high):
            raise scanner.error(expected, start)
        return value

    return Spelling(NUMBER, scan, expected, as_text, (DIGITS,))


def one_of(values: Mapping[str, T], expected: str = "") -> Spelling[T]:
    """Return the spelling of some values by their words, of which the longest match is read.

    >>> one_of({"pay 2": 2, "pay 20": 20}).scan(Scanner("pay 20; seed 1"), None, {})
    20
    """
    words = {value: word for word, value in values.items()}
    longest = sorted(values, key=len, reverse=True)
    begins = pattern(f"(?:{'|'.join(map(re.escape, longest))})(?![a-z0-9_-])")
    expected = expected or join_words(values, "or")

    def scan(scanner: Scanner, _table: object, _known: Known) -> T:
        return values[" ".join(scanner.need(begins, expected).lower().split())]

    return Spelling(begins, scan, expected, lambda value, *_: words[value], tuple(values))


def tuple_by_mark(parts: Sequence[Spelling[Any]], mark: str) -> Spelling[tuple[Any, ...]]:
    """Return the spelling of a tuple of a fixed length, with a mark between its parts.

    >>> dice = tuple_by_mark([number(1, 6)] * 2, "-")
    >>> dice.scan(Scanner("3-4"), None, {}), dice.write((6, 1), None, {})
    ((3, 4), '6-1')
    """
    sign, first = pattern(re.escape(mark)), parts[0]

    def scan(scanner: Scanner, table: object, known: Known) -> tuple[Any, ...]:
        values = [first.scan(scanner, table, known)]
        for part in parts[1:]:
            scanner.need(sign, f"{mark} and {part.expected}")
            values.append(part.scan(scanner, table, known))
        return tuple(values)

    def write(values: tuple[Any, ...], table: object, known: Known) -> str:
        words = (part.write(value, table, known) for part, value in zip(parts, values, strict=True))
        return mark.join(words)

    return Spelling(first.begins, scan, first.expected, write, first.starts)


def several(one: Spelling[T]) -> Spelling[tuple[T, ...]]:
    """Return the spelling of a tuple, with spaces between its parts.

    >>> several(number(0, 36)).scan(Scanner("3 14; seed 1"), None, {})
    (3, 14)
    """

    def scan(scanner: Scanner, table: object, known: Known) -> tuple[T, ...]:
        return scan_several(one, Reading(scanner, table, known={**known}, places={}), "")

    def write(values: tuple[T, ...], table: object, known: Known) -> str:
        if one.write is as_text:  # such as a whole deal, with each save of a game
            return " ".join(map(str, values))
        return " ".join([one.write(value, table, known) for value in values])

    return Spelling(one.begins, scan, one.expected, write, one.starts, one, can_be_empty=True)


@attrs.frozen
class Reading:
    """The reading of a form at a place of a text."""

    scanner: Scanner
    table: object
    """The table without its agenda."""
    known: dict[str, Any]
    """The fields so far."""
    places: Places
    """Their places."""


def scan_several(one: Spelling[T], reading: Reading, name: str) -> tuple[T, ...]:
    """Read the parts of a tuple, at least one, and store their places."""
    scanner = reading.scanner
    values: list[T] = []
    while True:
        reading.places[f"{name}[{len(values)}]"] = scanner.position
        values.append(one.scan(scanner, reading.table, reading.known))
        before = scanner.position
        if not (scanner.skip_space() and one.begins.match(scanner.text, scanner.position)):
            scanner.position = before
            return tuple(values)


def spelling_or_none(some: Spelling[T], word: str, nothing: T | None = None) -> Spelling[T | None]:
    """Return the spelling of a value, or of nothing, which has a word of its own.

    >>> spelling_or_none(number(0, 5), "treasury").scan(Scanner("treasury"), None, {}) is None
    True

    Args:
        some: the spelling of the other values.
        word: the word of nothing.
        nothing: the value that stands for nothing, such as () for a tuple.
    """
    own = pattern(re.escape(word) + "(?![a-z0-9_-])")
    expected = f"{some.expected} or {word}"

    def scan(scanner: Scanner, table: object, known: Known) -> T | None:
        if scanner.read_match(own) is not None:
            return nothing
        if some.begins.match(scanner.text, scanner.position) is None:
            raise scanner.error(expected)
        return some.scan(scanner, table, known)

    def write(value: T | None, table: object, known: Known) -> str:
        if value is None or value == nothing:
            return word
        return some.write(value, table, known)

    begins = pattern(f"{some.begins.pattern}|{own.pattern}")
    starts = (*some.starts, word)
    return Spelling(begins, scan, expected, write, starts, can_be_empty=some.can_be_empty)


def spelling_of_hint(  # noqa: PLR0911 - one return for each kind
    hint: Any,  # noqa: ANN401 - any annotation
    own: Mapping[Any, Spelling[Any]],
    notes: tuple[Any, ...] = (),
) -> Spelling[Any]:
    """Return the spelling of an annotation.

    >>> from typing import Annotated
    >>> spelling_of_hint(Annotated[int, limits.Range(0, 5)], {}).expected
    'a number from 0 to 5'

    Args:
        hint: the annotation.
        own: the spellings of classes and annotations that do not follow from these.
        notes: the metadata of the annotations around it.

    Raises:
        InvalidValue: nothing says how such values are written.
    """
    if hint in own:
        return own[hint]
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return spelling_of_hint(arguments[0], own, (*notes, *hint.__metadata__))
    if isinstance(hint, TypeAliasType):
        return spelling_of_hint(hint.__value__, own, notes)
    called = find_note(notes, Called)
    if origin in {types.UnionType, typing.Union}:
        [kind] = [each for each in arguments if each is not types.NoneType]
        some = spelling_of_hint(kind, own, () if called else notes)
        return some if called is None else spelling_or_none(some, called.words[0])
    if origin is tuple and arguments[-1] is Ellipsis:
        return several(spelling_of_hint(arguments[0], own))
    if origin is tuple:
        return tuple_by_mark([spelling_of_hint(each, own) for each in arguments], ":")
    if hint is bool and called is not None:
        return one_of(dict(zip(called.words, (False, True), strict=True)))
    if hint is int:
        limit = find_note(notes, limits.Range) or limits.Range(0)
        return number(limit.low, limit.high)
    if hint is str and (words := find_note(notes, limits.OneOf)) is not None:
        return one_of({word.lower(): word for word in words.words})
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        among = find_note(notes, Among)
        members = tuple(hint) if among is None else among.members
        return one_of({member.value: member for member in members})
    raise InvalidValue(f"nothing says how {hint} is written in a line: give it a word of its own")


def find_note(notes: Iterable[object], kind: type[T]) -> T | None:
    return next((note for note in notes if isinstance(note, kind)), None)
