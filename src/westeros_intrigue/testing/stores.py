"""A check that a store of saved tables keeps its promises."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import attrs

from westeros_intrigue.gamekit.english import capital, join_words
from westeros_intrigue.gamekit.stores import Entry, Head, Store
from westeros_intrigue.gamekit.values import short_repr
from westeros_intrigue.testing.player_checks import CheckFailed

PATIENCE: Final = 10.0
"""The seconds for which a store may take to tell news or to let one of several threads append."""
_APART: Final = 0.05
"""The seconds between changes whose order is checked, since file systems have coarse clocks."""
_IMPOSSIBLE_IDS: Final = (
    "", ".", "..", "../numbers", "/etc/passwd", "a/b", "a\\b", "a.b", "A", "é", "a b", "-a",
    "a\n", "a\0", "a" * 81, "%", "a'--",
)  # fmt: skip
_CHARACTERS: Final = "".join(map(chr, range(0x3000)))
_TEXTS: Final = (
    "", " ", "\n", "two\nlines\r\nand\ranother\u2028one", "a\0b", "tab\tand\x1a\x1b\x7f",
    "'quotes' \"quotes\" `quotes` ''", "back\\slash \\n \\u0041", "Zoë and Zoe\u0308",
    "Daenerys \N{DRAGON} \N{FAMILY}\u200d\N{BOY}", "\u202eright to left\u202c שלום سلام",
    "\ufeffbegins with a byte order mark", "  spaces around  ", '{"number": 1}', "NULL", "1e5",
    "\U0010ffff\ufffe\uffff", _CHARACTERS, "long " * 20_000, "\N{DRAGON}" * 25_000,
)  # fmt: skip
_LAST_RACE: Final = 30
"""The number up to which the threads append."""
_THREADS: Final = 4
_BOTH: Final = "first of two", "second of two"


def check_store(make_store: Callable[[], Store]) -> None:
    """Check that a store of saved tables keeps the promises of `Store`.

    - It creates a table once, and returns its head as it was.
    - It keeps entries in order, all or none, only if their numbers follow the last one without a
      gap, and returns them as they were, with times that never go back.
    - It keeps any text, also long ones with line breaks, quotes and all characters.
    - Another opening sees at once what was acknowledged, and nothing else.
    - If several threads append at once, one of them is acknowledged.
    - `ids` begins with the table that changed last, and `news` tells other openings of changes.
    - There is no table with an unknown or impossible id.

    A store in memory, for example, which several openings share:

    >>> import threading, time, attrs
    >>> class Memory:
    ...     tables, changes, lock = {}, [], threading.Lock()
    ...
    ...     def create(self, head):
    ...         with self.lock:
    ...             if is_new := head.id not in self.tables:
    ...                 self.tables[head.id] = [head]
    ...                 self.changes.append(head.id)
    ...             return is_new
    ...
    ...     def head(self, table):
    ...         return self.tables.get(table, [None])[0]
    ...
    ...     def entries(self, table, after=0):
    ...         return self.tables.get(table, [])[after + 1 :]
    ...
    ...     def append(self, table, *entries):
    ...         with self.lock:
    ...             log = self.tables.get(table, [])
    ...             numbers = [*range(len(log), len(log) + len(entries))]
    ...             if not log or [entry.number for entry in entries] != numbers:
    ...                 return False
    ...             made = max(time.time_ns() // 1_000_000, log[-1].made)
    ...             self.tables[table] = log + [attrs.evolve(each, made=made) for each in entries]
    ...             self.changes += [table] if entries else []
    ...             return True
    ...
    ...     def ids(self):
    ...         return [*dict.fromkeys(reversed(self.changes))]
    ...
    ...     def news(self, stop):
    ...         known = len(self.changes)
    ...         while not stop():
    ...             yield from (new := self.changes[known:])
    ...             known += len(new)
    ...             time.sleep(0.1)
    >>> check_store(Memory)

    Args:
        make_store: opens the store, as another program would. The store is empty at first, and
            remains for all calls.

    Raises:
        CheckFailed: the store breaks a promise; the text states the call, the expected result and
            the actual one.
    """
    first, second = _Opening(make_store()), _Opening(make_store())
    _check_unknown(first)
    _check_heads(first, second)
    _check_numbers(first, second)
    _check_texts(first, second)
    _check_times(first)
    _check_openings(first, second)
    _check_order(first, second)
    _check_threads(first, lambda: _Opening(make_store()))
    _check_news(first, _Opening(make_store()))
    _check_unknown_beside_others(first, second)


def _failure(call: str, expected: str, actual: str) -> CheckFailed:
    return CheckFailed(f"{call} should {expected}, but it {actual}.")


@attrs.frozen
class _Opening:
    """A store as one program has opened it. Its exceptions and wrong types are failures."""

    store: Store

    def create(self, head: Head, *, expected: bool, because: str) -> None:
        came = self._call("create", self.store.create, head)
        _compare(f"create of the table {head.id!r}", came, expected, because)

    def append(self, table: str, *entries: Entry) -> bool:
        came = self._call("append", self.store.append, table, *entries)
        if not isinstance(came, bool):
            expected = "return True or False"
            raise _failure(_append_call(table, entries), expected, f"returned {short_repr(came)}")
        return came

    def try_append(self, table: str, *entries: Entry, expected: bool, because: str) -> None:
        came = self.append(table, *entries)
        _compare(_append_call(table, entries), came, expected, because)

    def head(self, table: str) -> Head | None:
        came: Head | None = self._call("head", self.store.head, table)
        return came

    def entries(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        came = self._call("entries", self.store.entries, table, after)
        return tuple(self._sequence(f"entries({table!r}, {after})", came, Entry))

    def ids(self) -> list[str]:
        return [*self._sequence("ids()", self._call("ids", self.store.ids), str)]

    def expect_entries(
        self, when: str, table: str, kept: Sequence[Entry], after: int = 0
    ) -> tuple[Entry, ...]:
        """Return the entries after a number, which must be as they were given, but for the time."""
        came = self.entries(table, after)
        call = f"{capital(when)}, entries({table!r}, {after})"
        expected, numbers = [each.number for each in kept], [each.number for each in came]
        if expected != numbers:
            raise _failure(
                call,
                f"return {_name_entries(expected)}",
                f"returned {_name_entries(numbers)}",
            )
        for given, entry in zip(kept, came, strict=True):
            for name in ("kind", "seat", "text", "by"):
                wanted, value = getattr(given, name), getattr(entry, name)
                if wanted != value:
                    wanted, value = _where_they_differ(wanted, value)
                    raise _failure(
                        call,
                        f"return entry {given.number} with the {name} {wanted}",
                        f"returned {value}",
                    )
        last = 0
        for entry in came:
            if entry.made < max(last, 1):
                raise _failure(
                    call,
                    f"return entry {entry.number} with the time by the store's clock in `made`, at "
                    f"least {max(last, 1)}",
                    f"returned {entry.made}",
                )
            last = entry.made
        return came

    def _call(self, name: str, method: Callable[..., Any], *given: object) -> Any:  # noqa: ANN401 - as the store returns
        try:
            return method(*given)
        except Exception as error:
            raise _failure_by(f"{name}({', '.join(map(short_repr, given))})", error) from error

    def _sequence(self, call: str, came: object, cls: type[Any]) -> Sequence[Any]:
        if not isinstance(came, Sequence) or isinstance(came, str):
            raise _failure(call, "return a sequence", f"returned {short_repr(came)}")
        for each in came:
            if not isinstance(each, cls):
                raise _failure(
                    call, f"return values of {cls.__name__} alone", f"returned {short_repr(each)}"
                )
        return came


def _compare(call: str, came: object, expected: bool, because: str) -> None:  # noqa: FBT001 - a result
    if came is not expected:
        raise _failure(call, f"return {expected}, {because}", f"returned {short_repr(came)}")


def _append_call(table: str, entries: Sequence[Entry]) -> str:
    return f"append of {_name_entries([entry.number for entry in entries])} to {short_repr(table)}"


def _failure_by(call: str, error: Exception) -> CheckFailed:
    return _failure(
        call, "raise nothing", f"raised {type(error).__name__}: {short_repr(str(error))}"
    )


def _list(things: Iterable[object]) -> str:
    return join_words(things) or "none"


def _name_entries(numbers: Sequence[int]) -> str:
    """Return entries in words, such as `entries 1 and 2`."""
    if not numbers:
        return "no entry"
    return f"{'entry' if len(numbers) == 1 else 'entries'} {join_words(numbers)}"


def _where_they_differ(wanted: object, value: object) -> tuple[str, str]:
    """Return both values in short; of long texts the parts around the first difference."""
    if isinstance(wanted, str) and isinstance(value, str):
        pairs = zip(wanted, value, strict=False)
        length = min(len(wanted), len(value))
        at = next((number for number, (one, other) in enumerate(pairs) if one != other), length)
        start = max(at - 10, 0)
        place = f"at character {at + 1} of {len(wanted)}: " if len(wanted) > 30 else ""
        cut = slice(start, start + 20) if place else slice(None)
        return (
            f"{place}{wanted[cut]!a}",
            f"{place}{value[:100][cut] if not place else value[cut]!a}",
        )
    return short_repr(wanted), short_repr(value)


def _head(table: str, start: str = "the first state") -> Head:
    return Head(table, "westeros-intrigue", start, 1, "1.0", 1_700_000_000_000, "printed")


def _entry(number: int, text: str = "S4@a0", by: str = "ada") -> Entry:
    return Entry(number, "move", number % 3, text, by)


def _check_nothing(opening: _Opening, table: str, what: str) -> None:
    call = f"({short_repr(table)}), of {what},"
    if (head := opening.head(table)) is not None:
        raise _failure(f"head{call}", "return None", f"returned {short_repr(head)}")
    if entries := opening.entries(table):
        raise _failure(f"entries{call}", "return nothing", f"returned {short_repr(entries)}")
    because = f"since it is {what}"
    opening.try_append(table, _entry(1), expected=False, because=because)
    opening.try_append(table, expected=False, because=because)


def _check_unknown(first: _Opening) -> None:
    if ids := first.ids():
        raise _failure("ids() of a new store", "return no id", f"returned {_list(ids)}")
    _check_nothing(first, "nobody", "a table that is not there")
    if ids := first.ids():
        raise _failure(
            "ids() after a refused append to a table that is not there",
            "return no id",
            f"returned {_list(ids)}",
        )


def _check_unknown_beside_others(first: _Opening, second: _Opening) -> None:
    """Check ids that no table has, and such as would lead out of a folder or a statement."""
    ids = first.ids()
    _check_nothing(first, "number", "a table that is not there")
    _check_nothing(first, "numbers-1", "a table that is not there")
    for table in _IMPOSSIBLE_IDS:
        _check_nothing(first, table, "an id that no table can have")
    if second.ids() != ids:
        raise _failure(
            "ids() after calls with unknown ids",
            f"return {_list(ids)} as before",
            f"returned {_list(second.ids())}",
        )


def _check_heads(first: _Opening, second: _Opening) -> None:
    for table, start in ("heads", "\n".join(_TEXTS)), ("a" * 80, "[Game]\n"), ("0", ""):
        head = _head(table, start)
        first.create(head, expected=True, because="since its id is new")
        changed = attrs.evolve(head, game="btwixt", start="another", made=2, cards="")
        for opening in (second, first):
            opening.create(changed, expected=False, because="since its id is in use")
        for opening in (first, second):
            came = opening.head(table)
            for field in attrs.fields(Head):
                wanted = getattr(head, field.name)
                value = getattr(came, field.name, None)
                if wanted != value:
                    wanted, value = _where_they_differ(wanted, value)
                    raise _failure(
                        f"head({table!r}), after another create with its id was refused,",
                        f"return the {field.name} {wanted}",
                        f"returned {value}",
                    )
            opening.expect_entries("in a new table", table, ())


def _check_numbers(first: _Opening, second: _Opening) -> None:
    table = "numbers"
    first.create(_head(table), expected=True, because="since its id is new")
    refused = (
        (2,), (3, 4), (1, 1), (1, 3), (2, 1), (1, 2, 4),
    )  # fmt: skip
    for numbers in refused:
        entries = [_entry(number, f"refused {number}") for number in numbers]
        because = "since the numbers do not follow the last one, 0, without a gap"
        first.try_append(table, *entries, expected=False, because=because)
        second.expect_entries(f"after a refused append of {_name_entries(numbers)}", table, ())
    kept: list[Entry] = []
    for count in (1, 1, 2, 5, 1):
        last = len(kept)
        new = [_entry(last + number, f"entry {last + number}") for number in range(1, count + 1)]
        because = f"since its numbers follow the last one, {last}"
        first.try_append(table, *new, expected=True, because=because)
        kept += new
        for opening in (first, second):
            opening.expect_entries(
                f"after an append of {_name_entries(range(last + 1, last + count + 1))}",
                table,
                kept,
            )
    last = len(kept)
    for numbers in (
        (1,), (last,), (last + 2,), (last, last + 1), (last + 1, last + 3), (last + 1, last + 1),
        (last + 2, last + 1), (10**15,),
    ):  # fmt: skip
        entries = [_entry(number, f"refused {number}") for number in numbers]
        because = f"since the numbers do not follow the last one, {last}, without a gap"
        first.try_append(table, *entries, expected=False, because=because)
        for opening in (first, second):
            opening.expect_entries(
                f"after a refused append of {_name_entries(numbers)}", table, kept
            )
    first.try_append(table, expected=True, because="since nothing is left out")
    for after in (*range(last + 3), 10**15):
        for opening in (first, second):
            opening.expect_entries(f"in a table of {last} entries", table, kept[after:], after)


def _check_texts(first: _Opening, second: _Opening) -> None:
    table = "texts"
    first.create(_head(table), expected=True, because="since its id is new")
    kept = [Entry(number, "say", None, text, text[:200]) for number, text in enumerate(_TEXTS, 1)]
    for entry in kept:
        because = f"since its number follows; its text is {short_repr(entry.text)}"
        first.try_append(table, entry, expected=True, because=because)
        for opening in (first, second):
            opening.expect_entries("after an append", table, [entry], entry.number - 1)
    odd = [Entry(len(kept) + 1, "a", 0, "", ""), Entry(len(kept) + 2, "k" * 20, 1000, "x", "y")]
    first.try_append(table, *odd, expected=True, because="since their numbers follow")
    for opening in (first, second):
        opening.expect_entries("after all appends", table, [*kept, *odd])


def _check_times(first: _Opening) -> None:
    table = "times"
    first.create(_head(table), expected=True, because="since its id is new")
    given = 9_999_999_999_999
    kept = [attrs.evolve(_entry(number), made=made) for number, made in ((1, given), (2, 1))]
    for entry in kept:
        first.try_append(table, entry, expected=True, because="since its number follows")
    [one, _] = first.expect_entries("after two appends", table, kept)
    if one.made == given:
        raise _failure(
            f"entries({table!r})",
            "return entry 1 with the time by the store's clock in `made`",
            f"returned {given}, the time that append was given",
        )


def _check_openings(first: _Opening, second: _Opening) -> None:
    table, kept = "openings", list[Entry]()
    first.create(_head(table), expected=True, because="since its id is new")
    for number in range(1, 11):
        writer, reader = (first, second) if number % 3 else (second, first)
        kept.append(_entry(number, f"entry {number}"))
        because = "since its number follows those of both openings"
        writer.try_append(table, kept[-1], expected=True, because=because)
        when = "after an append by another opening"
        reader.expect_entries(when, table, kept[-1:], number - 1)
        reader.expect_entries(when, table, kept)
        because = "since another opening was first"
        reader.try_append(table, _entry(number, "late"), expected=False, because=because)
        writer.expect_entries("after a refused append by another opening", table, kept)


def _check_order(first: _Opening, second: _Opening) -> None:
    for name in ("order-b", "order-a", "order-c"):
        first.create(_head(name), expected=True, because="since its id is new")
        time.sleep(_APART)
    second.try_append("order-b", _entry(1), expected=True, because="since its number follows")
    time.sleep(_APART)
    first.try_append("order-b", _entry(1), expected=False, because="since its number is in use")
    first.create(_head("order-a"), expected=False, because="since its id is in use")
    expected = ["order-b", "order-c", "order-a"]
    for opening in (first, second):
        ids = opening.ids()
        if ids[:3] != expected or len(set(ids)) != len(ids):
            raise _failure(
                "ids(), after the tables 'order-b', 'order-a' and 'order-c' were made and then "
                "'order-b' got an entry,",
                f"begin with {_list(expected)} and name each table once",
                f"returned {_list(ids)}",
            )


# Threads.


@attrs.define
class _Race:
    """Threads that append to one table at once, and its readers."""

    table: str
    until: float
    acknowledged: dict[int, list[str]] = attrs.field(factory=lambda: defaultdict(list))
    failures: list[BaseException] = attrs.field(factory=list)
    last: int = 0

    def run(self, work: Callable[[_Opening, str], None], opening: _Opening, name: str) -> None:
        try:
            while self.last < _LAST_RACE and not self.failures and time.monotonic() < self.until:
                work(opening, name)
        except BaseException as error:  # noqa: BLE001 - raised in the thread of the caller
            self.failures.append(error)

    def append(self, opening: _Opening, name: str) -> None:
        """Append one entry or two, as all threads do for the same number."""
        last = len(self.look(opening))
        texts = _BOTH if last % 3 == 1 else (f"entry {last + 1}",)
        new = [_entry(number, text, name) for number, text in enumerate(texts, last + 1)]
        if opening.append(self.table, *new):
            for entry in new:
                self.acknowledged[entry.number].append(name)

    def read(self, opening: _Opening, _name: str) -> None:
        """Look whether a reader sees whole appends."""
        self.look(opening)
        time.sleep(0)

    def look(self, opening: _Opening) -> tuple[Entry, ...]:
        came = opening.entries(self.table)
        call = f"entries({self.table!r}), while {_THREADS} threads append,"
        numbers = [entry.number for entry in came]
        if numbers != [*range(1, len(came) + 1)]:
            expected = "return the numbers from 1 without a gap or a repetition"
            raise _failure(call, expected, f"returned {_name_entries(numbers)}")
        for entry in came:
            if entry.text not in {*_BOTH, f"entry {entry.number}"}:
                expected = f"return the text of entry {entry.number} as a whole or not at all"
                raise _failure(call, expected, f"returned {short_repr(entry.text)}")
        if came and came[-1].text == _BOTH[0]:
            expected = "return both entries of an append or neither"
            raise _failure(call, expected, f"returned entry {came[-1].number} without the next")
        self.last = max(self.last, len(came))
        return came


def _check_threads(shared: _Opening, make: Callable[[], _Opening]) -> None:
    race = _Race("race", time.monotonic() + 6 * PATIENCE)
    shared.create(_head(race.table), expected=True, because="since its id is new")
    threads = [
        threading.Thread(
            target=race.run,
            args=(race.append, shared if number % 2 else make(), f"thread {number}"),
            daemon=True,
        )
        for number in range(_THREADS)
    ]
    threads.append(
        threading.Thread(target=race.run, args=(race.read, make(), "reader"), daemon=True)
    )
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(race.until + PATIENCE - time.monotonic(), 0))
    for failure in race.failures:
        raise failure
    call = f"append by {_THREADS} threads at once, up to entry {_LAST_RACE},"
    if race.last < _LAST_RACE:
        raise _failure(
            call,
            f"acknowledge one of them again and again within {6 * PATIENCE:.0f} seconds",
            f"stopped at entry {race.last}",
        )
    for opening in (shared, make()):
        stored = {entry.number: entry.by for entry in race.look(opening)}
        for number in sorted({*stored, *race.acknowledged}):
            owners = race.acknowledged.get(number, [])
            if owners != [stored.get(number)]:
                raise _failure(
                    call,
                    f"store entry {number} for the one thread that it acknowledged",
                    f"acknowledged {_list(owners)} and stored the entry of "
                    f"{stored.get(number, 'no thread')}",
                )


# News.


def _check_news(writer: _Opening, listener: _Opening) -> None:
    heard: list[str] = []
    failures: list[Exception] = []
    is_stopped = threading.Event()
    writer.create(_head("news"), expected=True, because="since its id is new")

    def listen() -> None:
        try:
            for table in listener.store.news(is_stopped.is_set):
                heard.append(table)  # noqa: PERF402 - one at a time, since others look
        except Exception as error:  # noqa: BLE001 - raised in the thread of the caller
            failures.append(error)

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    number = 0
    call = "news() of another opening"
    try:
        for waited in _waiting(lambda: "news" in heard or bool(failures)):
            number += 1  # again and again, since it can take time until a store listens
            because = f"since its number follows, {waited:.0f} s after the first one"
            writer.try_append("news", _entry(number), expected=True, because=because)
        writer.create(_head("new-table"), expected=True, because="since its id is new")
        for _ in _waiting(lambda: "new-table" in heard or bool(failures)):
            pass
    finally:
        is_stopped.set()
    thread.join(PATIENCE)
    for error in failures:
        raise _failure_by(call, error) from error
    for table, change in ("news", "gets entries"), ("new-table", "is made"):
        if table not in heard:
            raise _failure(
                call,
                f"yield {table!r} when this table {change}, within {PATIENCE:.0f} seconds",
                f"yielded {_list(map(repr, dict.fromkeys(heard)))}",
            )
    if thread.is_alive():
        raise _failure(call, "end when `stop` returns True", "went on")
    if others := {*heard} - {"news", "new-table"}:
        raise _failure(
            call, "yield only ids of tables that changed", f"yielded {_list(sorted(others))}"
        )


def _waiting(is_done: Callable[[], bool]) -> Iterator[float]:
    """Yield the seconds so far, again and again until something is done or patience ends."""
    begun = time.monotonic()
    while not is_done() and (waited := time.monotonic() - begun) < PATIENCE:
        yield waited
        time.sleep(0.1)
