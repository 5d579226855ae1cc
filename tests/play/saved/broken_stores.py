"""A store in memory that keeps its promises, and stores with one fault each."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence

import attrs

from westeros_intrigue.gamekit.stores import Entry, Head


class Contents:
    """What the openings of a store share, as programs share a disk."""

    def __init__(self) -> None:
        self.heads: dict[str, Head] = {}
        self.logs: dict[str, list[Entry]] = {}
        self.changes: list[str] = []
        self.lock = threading.RLock()


class MemoryStore:
    """A store in memory. The stores below change one of its methods."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents

    def create(self, head: Head) -> bool:
        with self.contents.lock:
            if head.id in self.contents.heads:
                return False
            self.contents.heads[head.id] = head
            self.contents.logs[head.id] = []
            self.contents.changes.append(head.id)
            return True

    def head(self, table: str) -> Head | None:
        return self.contents.heads.get(table)

    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        return self.contents.logs.get(table, [])[after:]

    def append(self, table: str, *entries: Entry) -> bool:
        with self.contents.lock:
            if table not in self.contents.logs or not self.follow(table, entries):
                return False
            self.keep(table, [self.stamped(entry) for entry in entries])
            if entries:
                self.contents.changes.append(table)
            return True

    def follow(self, table: str, entries: Sequence[Entry]) -> bool:
        last = len(self.contents.logs[table])
        return [entry.number for entry in entries] == [*range(last + 1, last + 1 + len(entries))]

    def stamped(self, entry: Entry) -> Entry:
        return attrs.evolve(entry, made=time.time_ns() // 1_000_000)

    def keep(self, table: str, entries: Sequence[Entry]) -> None:
        self.contents.logs[table] = [*self.contents.logs[table], *entries]

    def ids(self) -> Sequence[str]:
        return [*dict.fromkeys(reversed(self.contents.changes))]

    def news(self, stop: Callable[[], bool]) -> Iterator[str]:
        known = len(self.contents.changes)
        while not stop():
            new = self.contents.changes[known:]
            known += len(new)
            yield from new
            time.sleep(0.05)


class ForgetsTheLast(MemoryStore):
    """The last entry stays in the memory of the program that appended it."""

    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        own = getattr(self, "own", {}).get(table, 0)
        log = self.contents.logs.get(table, [])
        return log[after : None if own == len(log) else len(log) - 1]

    def keep(self, table: str, entries: Sequence[Entry]) -> None:
        super().keep(table, entries)
        own: dict[str, int] = getattr(self, "own", {})
        self.own = {**own, table: len(self.contents.logs[table])}


class Doubles(MemoryStore):
    """An append that is made twice, as after a lost answer."""

    def keep(self, table: str, entries: Sequence[Entry]) -> None:
        super().keep(table, [*entries, *entries[-1:]])


class AcceptsAGap(MemoryStore):
    def follow(self, table: str, entries: Sequence[Entry]) -> bool:
        numbers = [entry.number for entry in entries]
        return numbers == sorted({*numbers, len(self.contents.logs[table]) + 1})[-len(numbers) :]


class ReplacesUsedNumbers(MemoryStore):
    def follow(self, table: str, entries: Sequence[Entry]) -> bool:
        last = len(self.contents.logs[table])
        return all(entry.number <= last + at for at, entry in enumerate(entries, 1))

    def keep(self, table: str, entries: Sequence[Entry]) -> None:
        log = {entry.number: entry for entry in (*self.contents.logs[table], *entries)}
        self.contents.logs[table] = [log[number] for number in sorted(log)]


class StoresTheFirstOfTwo(MemoryStore):
    """The entries are stored one after another, until one does not follow."""

    def append(self, table: str, *entries: Entry) -> bool:
        done = [super(StoresTheFirstOfTwo, self).append(table, entry) for entry in entries]
        return table in self.contents.logs and all(done)


class ShowsHalfAnAppend(MemoryStore):
    """All or none, but readers see one entry after another."""

    def keep(self, table: str, entries: Sequence[Entry]) -> None:
        for entry in entries:
            super().keep(table, [entry])
            time.sleep(0.005)


class ShowsHalfAnEntry(MemoryStore):
    """Readers see a line that is still being written."""

    def keep(self, table: str, entries: Sequence[Entry]) -> None:
        before = self.contents.logs[table]
        *others, last = entries or (None,)
        if last is not None:
            half = attrs.evolve(last, text=last.text[: len(last.text) // 2])
            self.contents.logs[table] = [*before, *filter(None, others), half]
            time.sleep(0.005)
        self.contents.logs[table] = [*before, *entries]


class MixesTheOrder(MemoryStore):
    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        return sorted(super().entries(table, after), key=lambda entry: str(entry.number))


class StartsOneTooEarly(MemoryStore):
    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        return super().entries(table, max(after - 1, 0))


class MadeOfZero(MemoryStore):
    def stamped(self, entry: Entry) -> Entry:
        return attrs.evolve(entry, made=0)


class MadeByTheProgram(MemoryStore):
    def stamped(self, entry: Entry) -> Entry:
        return entry if entry.made > 1 else super().stamped(entry)


class MadeGoesBack(MemoryStore):
    """Each entry has the time of a clock that is being set back."""

    def stamped(self, entry: Entry) -> Entry:
        return attrs.evolve(entry, made=2_000_000_000_000 - time.monotonic_ns() // 1000)


class IdsInOrderOfCreation(MemoryStore):
    def ids(self) -> Sequence[str]:
        return [*reversed(self.contents.heads)]


class LosesLineBreaks(MemoryStore):
    def stamped(self, entry: Entry) -> Entry:
        entry = super().stamped(entry)
        return attrs.evolve(entry, text=" ".join(entry.text.split("\n")))


class CutsLongTexts(MemoryStore):
    def stamped(self, entry: Entry) -> Entry:
        entry = super().stamped(entry)
        return attrs.evolve(entry, text=entry.text[: 1 << 16])


class TellsNothing(MemoryStore):
    def news(self, stop: Callable[[], bool]) -> Iterator[str]:
        while not stop():
            time.sleep(0.05)
        yield from ()


class TellsOfAllTables(MemoryStore):
    def news(self, stop: Callable[[], bool]) -> Iterator[str]:
        for _ in super().news(stop):
            yield from self.ids()


class EndsTheNewsLate(MemoryStore):
    def news(self, stop: Callable[[], bool]) -> Iterator[str]:
        asked = 0

        def stop_late() -> bool:
            nonlocal asked
            asked += stop()
            return asked > 60

        return super().news(stop_late)


class CreatesAnew(MemoryStore):
    def create(self, head: Head) -> bool:
        self.contents.heads.pop(head.id, None)
        return super().create(head)


class ForgetsPrintedCards(MemoryStore):
    def head(self, table: str) -> Head | None:
        head = super().head(table)
        return head and attrs.evolve(head, cards="")


class SeesItsOwnCopy(MemoryStore):
    """An opening that reads the log once, and then knows only its own entries."""

    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        copies: dict[str, Sequence[Entry]] = self.__dict__.setdefault("copies", {})
        if len(copies.get(table, ())) <= after:
            copies[table] = super().entries(table)
        return copies[table][after:]


class AsksBeforeItLocks(MemoryStore):
    """Two programs find the same number free, and both are acknowledged."""

    def append(self, table: str, *entries: Entry) -> bool:
        if table not in self.contents.logs or not self.follow(table, entries):
            return False
        time.sleep(0.01)
        log = {entry.number: entry for entry in self.contents.logs[table]}
        log |= {entry.number: self.stamped(entry) for entry in entries}
        self.contents.logs[table] = [log[number] for number in sorted(log)]
        self.contents.changes += [table] * bool(entries)
        return True


class RaisesForUnknownTables(MemoryStore):
    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        return self.contents.logs[table][after:]


class MakesUnknownTables(MemoryStore):
    def append(self, table: str, *entries: Entry) -> bool:
        self.contents.logs.setdefault(table, [])
        return super().append(table, *entries)


class ReturnsNothing(MemoryStore):
    def create(self, head: Head) -> bool:
        super().create(head)
        return None  # type: ignore[return-value]


class AcknowledgesNothing(MemoryStore):
    def append(self, table: str, *entries: Entry) -> bool:
        super().append(table, *entries)
        return None  # type: ignore[return-value]


class YieldsEntries(MemoryStore):
    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        return iter(super().entries(table, after))  # type: ignore[return-value]


class ReturnsTexts(MemoryStore):
    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        return [each.text for each in super().entries(table, after)]  # type: ignore[misc]


class LosesSeats(MemoryStore):
    def stamped(self, entry: Entry) -> Entry:
        return attrs.evolve(super().stamped(entry), seat=0)


class MakesUpHeads(MemoryStore):
    def head(self, table: str) -> Head | None:
        return super().head(table) or Head("new", "btwixt", "", 3, "1.0", 0)


class MakesUpEntries(MemoryStore):
    def entries(self, table: str, after: int = 0) -> Sequence[Entry]:
        return super().entries(table, after) if table in self.contents.logs else [MADE_UP]


MADE_UP = Entry(1, "move", 0, "S4@a0", "", 1)


class ListsUnknownTables(MemoryStore):
    def append(self, table: str, *entries: Entry) -> bool:
        if table not in self.contents.logs:
            self.contents.changes.append(table)
        return super().append(table, *entries)


class ListsUnknownTablesLater(ListsUnknownTables):
    """Only a store that has tables lists others."""

    def ids(self) -> Sequence[str]:
        return super().ids() if self.contents.heads else []


class TakesALaterTime(MemoryStore):
    """The time that a program gives counts if it is later than the clock's."""

    def keep(self, table: str, entries: Sequence[Entry]) -> None:
        made = max((each.made for each in self.contents.logs[table]), default=0)
        super().keep(table, [attrs.evolve(each, made=max(each.made, made)) for each in entries])

    def stamped(self, entry: Entry) -> Entry:
        return attrs.evolve(entry, made=max(entry.made, super().stamped(entry).made))


class ShowsTheSecondFirst(MemoryStore):
    def keep(self, table: str, entries: Sequence[Entry]) -> None:
        before = self.contents.logs[table]
        super().keep(table, entries[::-1])
        time.sleep(0.005)
        self.contents.logs[table] = [*before, *entries]


class StopsInARace(MemoryStore):
    def follow(self, table: str, entries: Sequence[Entry]) -> bool:
        return super().follow(table, entries) and (table != "race" or entries[0].number < 10)


class RaisesInTheNews(MemoryStore):
    def news(self, stop: Callable[[], bool]) -> Iterator[str]:
        raise OSError(f"no news: {stop()}")
