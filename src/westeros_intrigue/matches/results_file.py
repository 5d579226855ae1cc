"""The results file: what has been played, kept as it comes, and read again.

It has a JSON text on each line. The first line has the terms of what is played, each other one a
part of it. A line is written at once, so a program that ends in the middle leaves half a line at
most, and that is dropped.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Generic, Self, TypeVar

import attrs

from westeros_intrigue.base.errors import DecodingError, InvalidValue, fault
from westeros_intrigue.base.values import Value
from westeros_intrigue.data.codecs import Data, differences
from westeros_intrigue.data.jsontext import dumped, parsed

T = TypeVar("T")


@attrs.frozen
class Played(Value, Generic[T]):
    """A part of what is to be played, as a worker gives it back or a line of the file has it."""

    numbers: tuple[range, ...]
    """The numbers of what was played: deals, rounds or games."""
    sums: T
    """What came of it."""
    line: str = ""
    """The line of the file; empty if none is kept."""


@attrs.frozen
class Format(Value, Generic[T]):
    """What stands in a file."""

    terms: Mapping[str, Data]
    """The first line; `kind` and `version` are in it."""
    thing: str
    """What is numbered from 0: a deal, a round, a game."""
    read: Callable[[object], Played[T]]
    """Returns what another line says."""


class Left:
    """The numbers that are still to come, of those below a count."""

    def __init__(self, count: int) -> None:
        """Begin with all of them."""
        self._spans = [range(count)]
        self.taken: int = 0
        """How many are no longer among them."""
        self.count: int = count

    def take(self, numbers: range) -> bool:
        """Take numbers out; return whether all of them were there."""
        at = bisect_right(self._spans, numbers.start, key=lambda span: span.start) - 1
        if at < 0 or numbers.stop > self._spans[at].stop:
            return False
        span = self._spans[at]
        rest = (range(span.start, numbers.start), range(numbers.stop, span.stop))
        self._spans[at : at + 1] = filter(len, rest)
        self.taken += len(numbers)
        return True

    def chunks(self, size: int) -> Iterator[range]:
        """Yield what is left now, in order, in chunks of a size or smaller."""
        for span in tuple(self._spans):
            yield from (span[at : at + size] for at in range(0, len(span), size))


class ResultsFile(Generic[T]):
    """The file of a match or a simulation: what has been played, and room for what is to come."""

    def __init__(self, path: str | PathLike[str], form: Format[T], *, resume: bool) -> None:
        """Begin a file, or open one that exists if it is to be resumed.

        Raises:
            InvalidValue: the file exists, and is not to be resumed.
        """
        self.path: Path = Path(path)
        self._form = form
        try:
            self._file = self.path.open("r+b" if resume and self.path.exists() else "x+b")
        except FileExistsError:
            raise InvalidValue(
                f"{self.path} exists already: resume it, or choose another name"
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, left: Left) -> Iterator[T]:
        """Yield what has been played, line by line, and take it from what is left.

        Afterwards more can be added.

        Raises:
            InvalidValue: the file is of something else.
            DecodingError: the file is damaged; the path begins with the number of the line.
        """
        size = 0
        for number, line in enumerate(self._file, start=1):
            if not line.endswith(b"\n"):
                break  # A program ended in the middle of it.
            try:
                data = parsed(line, len(line))
                if number == 1:
                    self._check(data)
                else:
                    played = self._form.read(data)
                    for numbers in played.numbers:
                        if not left.take(numbers):
                            raise fault(
                                f"{self._form.thing} {numbers.start} has been played before"
                            )
                    yield played.sums
            except DecodingError as error:
                raise error.under(number) from None
            size += len(line)
        self._file.seek(size)
        self._file.truncate()
        if not size:
            self.add(dumped(dict(self._form.terms)) + "\n")

    def _check(self, terms: object) -> None:
        if faults := differences(terms, dict(self._form.terms)):
            if faults[0][0] == "/kind":
                faults = faults[:1]
            raise InvalidValue(
                f"{self.path} is of another {self._form.terms['kind']}: "
                + "; ".join(f"{path or 'its first line'}: {reason}" for path, reason in faults)
            )

    def add(self, line: str) -> None:
        """Add a line, and see that it is written."""
        self._file.write(line.encode())
        self._file.flush()
