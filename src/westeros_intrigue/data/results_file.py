"""The results file: results are stored as they arrive, and read again.

Each line is a JSON object that ends with a checksum of the rest. The first line has the terms and
the code that plays, each other line the results of a chunk. A line is written at once, so a program
that is interrupted leaves at most an incomplete last line, which is dropped.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Generic, Self, TypeVar
from zlib import crc32

import attrs

from westeros_intrigue.base.errors import DecodingError, InvalidValue, fault
from westeros_intrigue.base.values import Value
from westeros_intrigue.data.codecs import Data
from westeros_intrigue.data.identity import check_code
from westeros_intrigue.data.jsontext import dump, parse
from westeros_intrigue.data.objects import differences

T = TypeVar("T")

_SEALED = re.compile(rb'(\{.+),"crc32":"([0-9a-f]{8})"\}\n', re.DOTALL)


@attrs.frozen
class Played(Value, Generic[T]):
    """The results of a chunk, from a worker or from a line of the file."""

    numbers: tuple[range, ...]
    """The numbers of its deals, rounds or games, from 0."""
    sums: T
    """The sums of its results."""
    line: str = ""
    """The line of the file without its checksum, a JSON object; empty without a file."""


@attrs.frozen
class Format(Value, Generic[T]):
    """The content of a file."""

    terms: Mapping[str, Data]
    """The first line, `kind` and `version` included, but for `code`."""
    code: Mapping[str, Data]
    """The code that plays: see `identity`."""
    thing: str
    """The thing that is numbered from 0: a deal, a round, a game."""
    read: Callable[[object], Played[T]]
    """Read another line."""


class Left:
    """The numbers below a count that have not been played yet."""

    def __init__(self, count: int) -> None:
        self._spans = [range(count)]
        self.taken: int = 0
        """The number of those played."""
        self.count: int = count

    def take(self, numbers: range) -> bool:
        """Remove numbers. Return False if some were removed before."""
        at = bisect_right(self._spans, numbers.start, key=lambda span: span.start) - 1
        if at < 0 or numbers.stop > self._spans[at].stop:
            return False
        span = self._spans[at]
        rest = (range(span.start, numbers.start), range(numbers.stop, span.stop))
        self._spans[at : at + 1] = filter(len, rest)
        self.taken += len(numbers)
        return True

    def chunks(self, size: int) -> Iterator[range]:
        """Yield the numbers left now, in order, in chunks of at most `size`."""
        for span in tuple(self._spans):
            yield from (span[at : at + size] for at in range(0, len(span), size))


class ResultsFile(Generic[T]):
    """The file of a match or a simulation: its terms, and a line for each chunk played."""

    def __init__(self, path: str | PathLike[str], form: Format[T], *, resume: bool) -> None:
        """Create a file, or with `resume` open an existing one.

        Raises:
            InvalidValue: the file exists without `resume`, or is not a regular file.
        """
        self.path: Path = Path(path)
        self._form = form
        try:
            exists = resume and self.path.exists()
            if exists and not self.path.is_file():
                raise InvalidValue(f"{self.path} is not a regular file, so it cannot be resumed")
            self._file = self.path.open("r+b" if exists else "x+b")
        except FileExistsError:
            raise InvalidValue(
                f"{self.path} exists already: resume it, or choose another name"
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, left: Left) -> Iterator[T]:
        """Yield the results in the file, line by line, and remove them from what is left.

        Afterwards lines can be added.

        Raises:
            InvalidValue: the file is of another match, or incomplete and of other code.
            DecodingError: the file is damaged; the path begins with the number of the line.
        """
        size, code = 0, None
        for number, line in enumerate(self._file, start=1):
            if not line.endswith(b"\n"):
                break  # the program ended while writing it
            try:
                data = _unseal(line)
                if number == 1:
                    code = data.pop("code", None)
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
        if size and left.taken < left.count:
            check_code(f"{self.path} was played", code, self._form.code)
        self._file.seek(size)
        self._file.truncate()
        if not size:
            self.add(dump({**self._form.terms, "code": dict(self._form.code)}))

    def _check(self, terms: dict[str, object]) -> None:
        if faults := differences(terms, dict(self._form.terms)):
            if faults[0][0] == "/kind":
                faults = faults[:1]
            raise InvalidValue(
                f"{self.path} is of another {self._form.terms['kind']}: "
                + "; ".join(f"{path or 'its first line'}: {reason}" for path, reason in faults)
            )

    def add(self, line: str) -> None:
        """Add a line and flush the file."""
        self._file.write(_seal(line))
        self._file.flush()


def _seal(line: str) -> bytes:
    """Return a JSON object as a line with its checksum."""
    text = line.removesuffix("}").encode()
    return b'%s,"crc32":"%08x"}\n' % (text, crc32(text))


def _unseal(line: bytes) -> dict[str, object]:
    """Return the members of a line without its checksum.

    Raises:
        DecodingError: the line is not a JSON object with a checksum, or has been changed.
    """
    sealed = _SEALED.fullmatch(line)
    if not sealed:
        parse(line, len(line))
        raise fault("the checksum at the end of the line is missing")
    text, checksum = sealed.groups()
    if crc32(text) != int(checksum, 16):
        raise fault(
            f"the checksum is {crc32(text):08x}, not {checksum.decode()}: the line has been changed"
        )
    data = parse(text + b"}", len(line))
    assert isinstance(data, dict)  # noqa: S101 - for the type checker: it begins with a brace
    return data
