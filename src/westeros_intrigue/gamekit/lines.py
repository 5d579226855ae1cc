"""Lines: how values are written in a line of text, declared once by their classes.

    buy [offers {offers}]
    auction [{building}] {space} by {starter} [high {high} from {leader}] [passes {passes}]

A form has three signs: a word, a {field}, and an [optional group], which is left out if its fields
have their usual values. The annotation of a field says how it is written and read, and so what an
error expects. A field that is not in the form is told by the table (see `Told`): it is written
after its name, and only if its value is not the one that the table tells. So a line loses nothing.

Forms serve lines of positions and heads of records, never sentences. They are checked against their
classes when a module is imported: a form that could be read in two ways is refused there.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Generic, TypeAlias, TypeVar

import attrs

from westeros_intrigue.gamekit import limits
from westeros_intrigue.gamekit.agenda import Step
from westeros_intrigue.gamekit.english import did_you_mean, join_words
from westeros_intrigue.gamekit.errors import InvalidValue, NotationError, WesterosIntrigueError
from westeros_intrigue.gamekit.spellings import (
    ANY_WORD,
    DIGITS,
    Described,
    Known,
    Places,
    Reading,
    Spelling,
    Told,
    find_note,
    scan_several,
    spelling_of_hint,
)
from westeros_intrigue.gamekit.text import Scan, Scanner, pattern

T = TypeVar("T")


@attrs.frozen
class _Literal:
    text: str
    begins: re.Pattern[str]


@attrs.frozen
class _Field:
    name: str


@attrs.frozen
class _Group:
    items: tuple[_Literal | _Field, ...]


_Item: TypeAlias = _Literal | _Field | _Group
_SIGNS = re.compile(
    r"\{(?P<field>[a-z_]+)\}|\[(?P<group>[^][]+)\]|(?P<word>[:,-]|[a-z]+(?:-[a-z]+)*)"
)
_MARKS = ":,"
"""The words before which no space is written."""
_BLANK = re.compile(" *")


def _items_of(form: str) -> tuple[_Item, ...]:
    """Return the items of a form. Raise InvalidValue for anything but the three signs."""
    items: list[_Item] = []
    position = 0
    while position < len(form):
        sign = _SIGNS.match(form, position)
        if sign is None:
            there = form[position:]
            raise InvalidValue(f"expected a word, a {{field}} or a [group], found {there!r}")
        if word := sign["word"]:
            end = "" if word in _MARKS else "(?![a-z0-9_-])"
            items.append(_Literal(word, pattern(re.escape(word) + end)))
        elif name := sign["field"]:
            items.append(_Field(name))
        else:
            inner = _items_of(sign["group"])
            items.append(_Group(tuple(each for each in inner if not isinstance(each, _Group))))
        position = _BLANK.match(form, sign.end()).end()  # type: ignore[union-attr]  # always matches
    return tuple(items)


def _fields_of(items: Iterable[_Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, _Field):
            yield item.name
        elif isinstance(item, _Group):
            yield from _fields_of(item.items)


def _may_be_equal(one: str, other: str) -> bool:
    """Return whether a text can begin in both ways."""
    if DIGITS in {one, other}:
        return one == other
    return one == other or ANY_WORD in {one, other}


def _have_in_common(some: Iterable[str], others: Iterable[str]) -> str | None:
    others = tuple(others)
    return next((one for one in some if any(_may_be_equal(one, other) for other in others)), None)


class Form(Generic[T]):
    """The form of the values of a class in a line.

    >>> import attrs
    >>> @attrs.frozen
    ... class Bid:
    ...     amount: int
    ...     passes: int = 0
    >>> form = Form(Bid, "bid {amount} [passes {passes}]", {})
    >>> form.write(Bid(4), None), form.write(Bid(4, 2), None)
    ('bid 4', 'bid 4 passes 2')
    >>> form.read(Scanner("bid 4 passes 2"), None, {})
    Bid(amount=4, passes=2)
    >>> Form(Bid, "bid {amount} [{passes}] {high}", {})
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: the form 'bid {amount} [{passes}] {high}' of \
Bid: it has no field high

    Args:
        cls: the class, made by attrs.
        form: the form.
        own: the spellings of annotations that do not follow from these.
        names: the fields that are written after their names unless the table tells them; None for
            all that are not in the form.

    Raises:
        InvalidValue: the form is not one of the class, or could be read in two ways.
    """

    def __init__(
        self,
        cls: type[T],
        form: str,
        own: Mapping[Any, Spelling[Any]],
        names: Iterable[str] | None = None,
    ) -> None:
        self.cls = cls
        try:
            self._derive(form, own, names)
            self._check()
        except InvalidValue as error:
            raise InvalidValue(f"the form {form!r} of {cls.__name__}: {error}") from None

    def _derive(
        self, form: str, own: Mapping[Any, Spelling[Any]], names: Iterable[str] | None
    ) -> None:
        self._items = _items_of(form)
        shown = [*_fields_of(self._items)]
        fields = attrs.fields_dict(self.cls)  # type: ignore[arg-type]  # made by attrs
        if missing := [name for name in shown if name not in fields]:
            raise InvalidValue(f"it has no field {missing[0]}")
        if len({*shown}) < len(shown):
            raise InvalidValue("each field can occur only once")
        told = fields if names is None else names
        self._names = shown + [name for name in told if name not in shown and fields[name].init]
        self._extra = {name.replace("_", "-"): name for name in self._names if name not in shown}
        self._words: dict[str, Spelling[Any]] = {}
        self._told: dict[str, Callable[[Any, Known], Any]] = {}
        self._described: dict[str, str] = {}
        for name in self._names:
            hint = limits.annotation(self.cls, name)
            notes = getattr(hint, "__metadata__", ())
            self._words[name] = spelling_of_hint(hint, own)
            described = find_note(notes, Described)
            self._described[name] = (
                f"the {name.replace('_', ' ')}" if described is None else described.words
            )
            if (usual := find_note(notes, Told)) is not None:
                self._told[name] = usual.find
        self._default = {
            name: fields[name].default
            for name in self._names
            if name not in self._told and fields[name].default is not attrs.NOTHING
        }
        self._extra_words = {
            word: pattern(re.escape(word) + "(?![a-z0-9_-])") for word in self._extra
        }
        first, *others = self._items or (None,)
        lead = [] if first is None else [self._begins(first)]
        for item in others:
            if not isinstance(item, _Literal):
                break
            lead.append(item.begins)
        self.begins: re.Pattern[str] = pattern(
            r"[ \t]+".join(f"(?:{each.pattern})" for each in lead)
        )
        """The beginning of a text of this form."""

    @property
    def leads(self) -> list[tuple[str, ...]]:
        """The beginnings of the first items, up to the first group."""
        found: list[tuple[str, ...]] = []
        for item in self._items:
            if isinstance(item, _Group):
                break
            found.append(self._starts(item))
        return found

    @property
    def keys(self) -> tuple[str, ...]:
        """The words by which a reader knows the form: one of it, or those of its first field."""
        literals = [item.text for item in self._items[:2] if isinstance(item, _Literal)]
        words = [text for text in literals if text.isalpha() or "-" in text[1:]]
        return tuple(words[:1]) or self._starts(self._items[0])

    def _begins(self, item: _Item) -> re.Pattern[str]:
        if isinstance(item, _Literal):
            return item.begins
        return (
            self._words[item.name].begins
            if isinstance(item, _Field)
            else self._begins(item.items[0])
        )

    def _starts(self, item: _Item) -> tuple[str, ...]:
        if isinstance(item, _Literal):
            return (item.text,)
        if isinstance(item, _Field):
            return self._words[item.name].starts
        return self._starts(item.items[0])

    def _is_optional(self, item: _Item) -> bool:
        return isinstance(item, _Group) or (isinstance(item, _Field) and item.name in self._told)

    def _check(self) -> None:
        """Raise InvalidValue unless each text can be read in only one way."""
        if not self._items or isinstance(self._items[0], _Group):
            raise InvalidValue("it must begin with a word or a field, not with a group")
        for name in {*self._extra.values(), *self._fields_of_groups()}:
            if name not in self._told and name not in self._default:
                raise InvalidValue(
                    f"{name} can be left out, so it needs a default, or Told in its annotation"
                )
        for at, item in enumerate(self._items):
            following = self._starts_after(self._items[at + 1 :])
            if self._is_optional(item):
                self._check_apart(self._starts(item), following)
            last = item.items[-1] if isinstance(item, _Group) else item
            if isinstance(last, _Field) and self._words[last.name].one is not None:
                self._check_apart(self._words[last.name].starts, following)
            if isinstance(item, _Group):
                for one, other in zip(item.items, item.items[1:], strict=False):
                    if isinstance(one, _Field) and self._words[one.name].one is not None:
                        self._check_apart(self._starts(one), self._starts(other))

    def _fields_of_groups(self) -> list[str]:
        groups = [item for item in self._items if isinstance(item, _Group)]
        if any(not [*_fields_of(group.items)] for group in groups):
            raise InvalidValue("a group needs a field, whose value says whether it is written")
        return [*_fields_of(groups)]

    def _starts_after(self, items: Sequence[_Item]) -> tuple[str, ...]:
        """Return the beginnings of these items, up to the first that cannot be left out."""
        found: list[str] = []
        for item in items:
            found += self._starts(item)
            if not self._is_optional(item):
                return tuple(found)
        return (*found, *self._extra, _THEN_WORD, _ALONE_WORD)

    @staticmethod
    def _check_apart(some: Iterable[str], others: Iterable[str]) -> None:
        if (common := _have_in_common(some, others)) is not None:
            there = {DIGITS: "a number", ANY_WORD: "a word"}.get(common, repr(common))
            raise InvalidValue(
                f"{there} can be read in two ways: put a word before what can be left out"
            )

    @property
    def more(self) -> str:
        """The beginning of an error about the end: the parts of a tuple that comes last."""
        last = self._items[-1]
        last = last.items[-1] if isinstance(last, _Group) else last
        one = self._words[last.name].one if isinstance(last, _Field) else None
        return "" if one is None else f"{one.expected}, or "

    @property
    def only_tuple(self) -> str | None:
        """The name of the only field, if it is a tuple that can be empty."""
        if len(self._items) != 1 or len(self._names) != 1:
            return None
        [name] = self._names
        return name if self._words[name].can_be_empty else None

    def usual(self, name: str, table: object, known: Known) -> Any:  # noqa: ANN401 - of the field
        """Return the usual value of a field; None if it has none, so is always written."""
        told = self._told.get(name)
        return self._default.get(name, attrs.NOTHING) if told is None else told(table, known)

    def is_usual(self, value: T, table: object) -> bool:
        """Return whether all fields have their usual values."""
        return all(getattr(value, name) == self.usual(name, table, {}) for name in self._names)

    def write(self, value: T, table: object) -> str:
        """Return a value in words, as the table without its agenda leaves them necessary."""
        known = {name: getattr(value, name) for name in self._names}
        unusual = {name for name, field in known.items() if field != self.usual(name, table, known)}
        words = self._write(self._items, known, unusual, table)
        for word, name in self._extra.items():
            if name in unusual:
                words += [word, self._words[name].write(known[name], table, known)]
        text = " ".join(words)
        for mark in _MARKS:
            text = text.replace(f" {mark}", mark)
        return text

    def _write(
        self, items: Iterable[_Item], known: Known, unusual: set[str], table: object
    ) -> list[str]:
        words: list[str] = []
        for item in items:
            if isinstance(item, _Literal):
                words.append(item.text)
            elif isinstance(item, _Field):
                words.append(self._words[item.name].write(known[item.name], table, known))
            elif not unusual.isdisjoint(_fields_of(item.items)):
                words += self._write(item.items, known, unusual, table)
        return words

    def read(self, scanner: Scanner, table: object, places: Places) -> T:
        """Read a value for a table without its agenda; store the places of its fields.

        Raises:
            NotationError: the text is not of this form, or the class refuses a field.
        """
        start = scanner.position
        known = self.read_fields(scanner, table, places)
        for name in self._names:
            if name not in known:
                known[name] = self.usual(name, table, known)
                if known[name] is attrs.NOTHING:
                    raise scanner.error(self._described[name])
        try:
            return self.cls(**known)
        except NotationError:
            raise
        except WesterosIntrigueError as error:
            raise scanner.error(str(error), start) from None

    def read_fields(self, scanner: Scanner, table: object, places: Places) -> dict[str, Any]:
        """Read the fields that a text has, by name."""
        reading = Reading(scanner, table, known={}, places=places)
        for item, following in zip(self._items, (*self._items[1:], None), strict=True):
            if self._is_optional(item) and not self._begins_here(item, scanner):
                continue
            if isinstance(item, _Group):
                for one, other in zip(item.items, (*item.items[1:], None), strict=True):
                    self._read_item(one, other, reading)
            else:
                self._read_item(item, following, reading)
        left = dict(self._extra)
        while (word := self._read_extra_word(scanner, left)) is not None:
            self._read_field(left.pop(word), reading)
        return reading.known

    def _begins_here(self, item: _Item, scanner: Scanner) -> bool:
        before = scanner.position
        scanner.skip_space()
        is_here = self._begins(item).match(scanner.text, scanner.position) is not None
        scanner.position = before
        return is_here

    def _read_item(
        self, item: _Literal | _Field, following: _Item | None, reading: Reading
    ) -> None:
        if isinstance(item, _Field):
            self._read_field(item.name, reading)
            return
        scanner = reading.scanner
        scanner.skip_space()
        field = self._described[following.name] if isinstance(following, _Field) else ""
        scanner.need(item.begins, f"{item.text} and {field}" if field else item.text)

    def _read_field(self, name: str, reading: Reading) -> None:
        scanner, word = reading.scanner, self._words[name]
        scanner.skip_space()
        reading.places[name] = scanner.position
        if word.begins.match(scanner.text, scanner.position) is None:
            is_number = word.starts == (DIGITS,)
            what = f"{self._described[name]}: " if is_number else ""
            raise scanner.error(what + word.expected)
        reading.known[name] = (
            word.scan(scanner, reading.table, reading.known)
            if word.one is None
            else scan_several(word.one, reading, name)
        )

    def _read_extra_word(self, scanner: Scanner, left: Mapping[str, str]) -> str | None:
        before = scanner.position
        if scanner.skip_space():
            for word in left:
                if scanner.read_match(self._extra_words[word]) is not None:
                    return word
        scanner.position = before
        return None


# Several steps.

_THEN_WORD, _ALONE_WORD = "then", "alone"
_THEN = pattern(r"[ \t]+then(?![a-z0-9_-])[ \t]*")
_ALONE = pattern("alone(?![a-z0-9_-])")
_NEXT_WORD = pattern(r"(?:[0-9]+[ \t]+|-[ \t]+)?([a-z-]*)")


class StepForms:
    """The forms of the steps of an agenda, as `buy then floor 0`.

    Each class of steps says by `LINE` how it is written.

    Args:
        classes: the classes of steps.
        own: the spellings of annotations that do not follow from these.
        following: returns the step that comes after another as a rule, given the table without its
            agenda; that step is left out, and `alone` says that it does not come.
        others: words that can stand for all steps, such as `over`, for errors.

    Raises:
        InvalidValue: a form is not one of its class, or a text could be of two forms.
    """

    def __init__(
        self,
        classes: Iterable[type[Step]],
        own: Mapping[Any, Spelling[Any]],
        following: Callable[[Step, Any], Step | None] = lambda _step, _table: None,
        *,
        others: Iterable[str] = (),
    ) -> None:
        self._following = following
        self._forms = {cls: Form(cls, cls.LINE, own) for cls in classes}
        for (cls, form), (other_cls, other) in combinations(self._forms.items(), 2):
            if all(
                _have_in_common(*pair) is not None
                for pair in zip(form.leads, other.leads, strict=False)
            ):
                raise InvalidValue(
                    f"{cls.__name__} ({cls.LINE!r}) and {other_cls.__name__} "
                    f"({other_cls.LINE!r}) begin alike: give one of them another word"
                )
        self.keys: list[str] = [key for form in self._forms.values() for key in form.keys]
        self.keys += others
        """The words by which readers know the steps."""

    def write(self, step: Step, bare: object) -> str:
        """Return a step in words, given the table without its agenda.

        Raises:
            InvalidValue: a line has no words for such a step.
        """
        form = self._forms.get(type(step))
        if form is None:
            raise InvalidValue(f"a line has no words for the step {type(step).__name__}")
        return form.write(step, bare)

    def write_all(self, steps: Iterable[Step], bare: Any) -> str:  # noqa: ANN401 - each game has its table
        """Return steps in words; empty for none.

        Args:
            steps: the steps, the next first.
            bare: the table without its agenda, since a reader has none.
        """
        _check_bare(bare)
        words: list[str] = []
        expected: Step | None = None
        for step in steps:
            if expected is not None and step == expected:
                expected = None
                continue
            if expected is not None:
                words[-1] += f" {_ALONE_WORD}"
            words.append(self.write(step, bare))
            expected = self._following(step, bare)
        return f" {_THEN_WORD} ".join(words) + (f" {_ALONE_WORD}" if expected is not None else "")

    def read(self, scanner: Scanner, bare: object, places: Places) -> Step:
        """Read a step for a table without its agenda; store the places of its fields."""
        scanner.skip_space()
        for form in self._forms.values():
            if form.begins.match(scanner.text, scanner.position) is not None:
                return form.read(scanner, bare, places)
        there = _NEXT_WORD.match(scanner.text, scanner.position)
        word = "" if there is None else there[1].lower()
        for form in self._forms.values():  # whose other words say more than all forms do
            if word in form.keys:
                return form.read(scanner, bare, places)
        raise scanner.error(join_words(self.keys, "or") + did_you_mean(word, self.keys))

    def read_all(self, scanner: Scanner, bare: Any) -> list[tuple[Step, Places]]:  # noqa: ANN401 - as above
        """Read steps up to the end of the part, with the places of their fields.

        The place of a step itself is called `step`; a step that was left out has that of the one
        before it.
        """
        _check_bare(bare)
        steps: list[tuple[Step, Places]] = []
        while True:
            scanner.skip_space()
            places: Places = {"step": scanner.position}
            step = self.read(scanner, bare, places)
            steps.append((step, places))
            expected = self._following(step, bare)
            if expected is not None and not _read_alone(scanner):
                steps.append((expected, {"step": places["step"]}))
            if scanner.read_match(_THEN) is None:
                return steps


def _read_alone(scanner: Scanner) -> bool:
    """Read `alone`, if it comes next; return whether it did."""
    before = scanner.position
    if scanner.skip_space() and scanner.read_match(_ALONE) is not None:
        return True
    scanner.position = before
    return False


def _check_bare(table: Any) -> None:  # noqa: ANN401 - each game has its table
    """Raise InvalidValue for a table with an agenda: a line would leave out what it tells."""
    if getattr(table, "agenda", ()):
        raise InvalidValue("steps are written and read for a table without its agenda")


# Parts.

_PART = re.compile(r"[^; \t\n][^;\n]*")
_END = re.compile(r"(?=;|\Z)")


class Parts(Generic[T]):
    """The parts of a line, separated by semicolons: each is a form of some fields of a class.

    One part can begin with any other word, such as the steps of an agenda.

    Args:
        cls: the class, made by attrs; its fields have defaults.
        forms: the forms of the parts, in order; each begins with a word.
        own: the spellings of annotations that do not follow from these.
        free: the name of the part with other words, which stands among the forms.
    """

    def __init__(
        self, cls: type[T], forms: Iterable[str], own: Mapping[Any, Spelling[Any]], free: str
    ) -> None:
        self.free = free
        self._forms: dict[str, Form[T] | None] = {
            form.split()[0]: None if form == free else Form(cls, form, own, ()) for form in forms
        }
        self._words = [word for word in self._forms if word != free]

    def write(self, value: T, table: object, free: str, always: str = "") -> Iterator[str]:
        """Yield the parts in which something is unusual.

        Args:
            value: the value.
            table: the table, without its agenda.
            free: the part with other words; empty for none.
            always: the first word of a part that is written in any case.
        """
        for word, form in self._forms.items():
            if form is None:
                yield from [free] if free else []
            elif word == always or not form.is_usual(value, table):
                yield form.write(value, table)

    def find(self, scanner: Scanner, start: int = 0) -> Places:
        """Return the places of the parts of a text by their first words, each once."""
        places: Places = {}
        for part in _PART.finditer(scanner.text, start):
            word = part.group().split(maxsplit=1)[0].lower()
            is_known = word in self._words
            name = word if is_known else self.free
            if name in places:
                known = join_words(self._words, "or")
                once = f"{word} once" if is_known else f"one part with {self.free}, or {known}"
                meant = "" if is_known else did_you_mean(word, self._words)
                raise scanner.error(once + meant, part.start())
            places[name] = part.start()
        return places

    def read(
        self, scanner: Scanner, parts: Mapping[str, int], table: object, places: Places
    ) -> dict[str, Any]:
        """Return the fields of the parts at their places; those of the free part are not read."""
        fields: dict[str, Any] = {}
        for word, form in self._forms.items():
            if form is not None and word in parts:
                scanner.position = parts[word]
                fields |= form.read_fields(scanner, table, places)
                self.need_end(scanner, f"{form.more}a semicolon or the end")
        return fields

    @staticmethod
    def need_end(scanner: Scanner, expected: str = "a semicolon or the end") -> None:
        """Raise NotationError unless a part ends here."""
        scanner.skip_space()
        scanner.need(_END, expected)


# Heads of records.


class Head(Generic[T]):
    """The head of a record: each line is a form of some fields of a class, after its name.

    >>> import attrs
    >>> @attrs.frozen
    ... class Table:
    ...     coins: tuple[int, ...]
    ...     seed: int = 0
    ...     used: int = 0
    >>> head = Head(Table, {"coins": "{coins}", "seed": "{seed} [after {used}]"}, {})
    >>> head.write(Table((3, 4), 7, 2))
    [('coins', '3 4'), ('seed', '7 after 2')]
    >>> head.scans["seed"](Scanner("7 # the throws"))
    {'seed': 7}

    Args:
        cls: the class, made by attrs.
        forms: the forms of the lines by their names, in order.
        own: the spellings of annotations that do not follow from these.
    """

    def __init__(
        self, cls: type[T], forms: Mapping[str, str], own: Mapping[Any, Spelling[Any]]
    ) -> None:
        self._forms = {name: Form(cls, form, own, ()) for name, form in forms.items()}
        self.scans: dict[str, Scan[dict[str, Any]]] = {
            name: partial(_scan_head_line, form) for name, form in self._forms.items()
        }
        """The readers of the lines by their names, for a `LineReader`: each reads some fields."""

    def write(self, value: T) -> list[tuple[str, str]]:
        """Return the lines: their names, and the fields in words."""
        return [(name, form.write(value, None)) for name, form in self._forms.items()]


def _scan_head_line(form: Form[Any], scanner: Scanner) -> dict[str, Any]:
    """Read the fields of a line up to its end or a comment; a tuple alone can be empty."""
    name = form.only_tuple
    if name is not None and _END_OF_LINE.match(scanner.text, scanner.position) is not None:
        return {name: ()}
    fields = form.read_fields(scanner, None, {})
    _need_end_of_line(scanner, form.more)
    return fields


def scan_line(word: Spelling[T], what: str = "") -> Scan[T]:
    """Return the reader of a line of a head with a single value, up to its end or a comment.

    >>> from westeros_intrigue.gamekit.spellings import number, several
    >>> scan_line(several(number(0, 9)))(Scanner("3 4 # the coins"))
    (3, 4)

    Args:
        word: the spelling of the value; a tuple can be empty.
        what: the value in words, for an error.
    """

    def scan(scanner: Scanner) -> T:
        if word.can_be_empty and _END_OF_LINE.match(scanner.text, scanner.position) is not None:
            return ()  # type: ignore[return-value]  # the word of a tuple
        if word.begins.match(scanner.text, scanner.position) is None:
            raise scanner.error(what or word.expected)
        value = word.scan(scanner, None, {})
        _need_end_of_line(scanner, "" if word.one is None else f"{what or word.one.expected}, or ")
        return value

    return scan


def _need_end_of_line(scanner: Scanner, more: str) -> None:
    scanner.skip_space()
    if _END_OF_LINE.match(scanner.text, scanner.position) is None:
        raise scanner.error(f"{more}the end of the line, or # and a comment")


_END_OF_LINE = re.compile(r"[ \t]*(?:\Z|#)")
