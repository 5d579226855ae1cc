"""Results files: long jobs store the results of each chunk as it arrives, and can be resumed.

Simulations and matches are such jobs.

Each line is a JSON object that ends with a checksum of the rest, so that a line is as it was
written, or is refused. The first line holds the terms and the code that plays; every other line
contains the results of a chunk. An interrupted program leaves at most an incomplete last line,
which is dropped.

The code that plays is the version and digest of this library, with a fingerprint of each player
and a digest of the game if another package adds it.
All workers must have the same code, and only the code that began a file can continue it. Otherwise,
a result could mix different players of the same name.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import inspect
import os
import re
from collections.abc import Callable, Container, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib import import_module
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import IO, Any, Generic, TypeVar
from zlib import crc32

import attrs

from westeros_intrigue.documents import DOCUMENTS
from westeros_intrigue.gamekit import errors, options, packaging, values
from westeros_intrigue.gamekit.asking import SeatedPlayer
from westeros_intrigue.gamekit.authoring.game_files import file_of
from westeros_intrigue.gamekit.codecs import Codec, Data, as_object, differences
from westeros_intrigue.gamekit.documents import Codecs, dump, parse
from westeros_intrigue.lab.simulation import workers
from westeros_intrigue.rules.variants import Variant

# Terms are compared with those of a file, and never read from it.
_OPTIONS: Codec[Any] = Codec(options.options_data, lambda data: data, {"type": "object"})
_CODECS = Codecs({Variant: DOCUMENTS.codec_of(Variant), options.TableOptions: _OPTIONS})


def terms_data(terms: attrs.AttrsInstance, *, without: Container[str] = ()) -> dict[str, Any]:
    """Return the fields of terms as plain data, except those that are named."""
    cls = type(terms)
    names = [field.name for field in attrs.fields(cls) if field.name not in without]
    data: Any = _CODECS.record(cls, names).write(terms)
    return {**data}


_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def code_of(
    players: Mapping[str, Callable[..., object]],
    game: object = None,
    named: Mapping[str, object] = {},
) -> dict[str, Data]:
    """Return the version of the library, the fingerprints of players, by name, and a game's digest.

    A game of the library needs no digest. `named` holds the texts by which players were found, if
    any.

    >>> from westeros_intrigue import greedy_player
    >>> code_of({"greedy": greedy_player})["players"]
    {'greedy': '<function greedy_player> westeros_intrigue.players.simple'}
    """
    module = game.__name__ if isinstance(game, ModuleType) else type(game).__module__
    digest = _digest_of(module)
    return {
        "library": workers.library_version(),
        "players": {
            name: _fingerprint(player, named.get(name)) for name, player in players.items()
        },
        **({"game": digest} if digest else {}),
    }


def check_same(difference: str, found: object, expected: Mapping[str, Data]) -> None:
    """Check that a worker has the expected code, or a file the expected terms or code.

    Raises:
        InvalidValue: they differ. The message begins with `difference`, such as 'a worker plays
            with other code', and names each part that differs, or only the kind.
    """
    if faults := differences(found, dict(expected)):
        if faults[0][0] == "/kind":
            faults = faults[:1]
        reasons = (f"{path or 'its first line'}: {reason}" for path, reason in faults)
        raise errors.InvalidValue(f"{difference}: {'; '.join(reasons)}")


def _fingerprint(player: object, found_as: object = None) -> str:
    """Return a player as text, with its module and a digest of that.

    The text is the name of a function or the repr of a value. A method has its object's, whose
    settings it uses. All functions that another one makes are alike, so the text by which one was
    found follows, such as `climber:200`.
    """
    if isinstance(player, SeatedPlayer):
        player = player.player
    text = _ADDRESS.sub("", repr(player))
    if "<locals>" in text and isinstance(found_as, str):
        text += f" ({found_as})"
    # Any callable is a player: of methods, which have an object, Python itself has several kinds.
    owner = getattr(player, "__self__", player)
    # A function has its module, and an object its class's. In a worker, the main module has another
    # name.
    module = str(getattr(owner, "__module__", "")).replace("__mp_main__", "__main__")
    text = text.replace("__mp_main__", "__main__")
    file = file_of(owner)
    digest = _digest_of(module) if file is None else _digest_of_file(file)
    return f"{text} {module} {digest}".rstrip()


def _digest_of_file(file: Path) -> str:
    try:
        return sha256(workers.source(file)).hexdigest()[: workers.DIGITS]
    except OSError:
        return ""


@cache
def _digest_of(module: str) -> str:
    """Return a digest of a module's source; empty if it has none.

    The library's modules need none, since the library's digest covers them. A program's main module
    has none, since its name and file differ in a worker.
    """
    if module.partition(".")[0] in {packaging.PACKAGE, "__main__"}:
        return ""
    try:
        path = inspect.getsourcefile(import_module(module))  # a player's or a game's, by name
        return _digest_of_file(Path(str(path)))
    except (ImportError, OSError, TypeError, ValueError):
        return ""


T = TypeVar("T")


@attrs.frozen
class Played(values.Value, Generic[T]):
    """The results of a chunk, from a worker or from a line of the file."""

    numbers: range
    """The numbers of the chunk's deals, rounds or games, from 0."""
    sums: T
    """The sums of the chunk's results."""
    line: str = ""
    """The line of the file without its checksum, a JSON object; empty without a file."""


@attrs.frozen
class Format(values.Value, Generic[T]):
    """The content of a file."""

    terms: Mapping[str, Data]
    """The first line, including `kind` and `version` but not `code`."""
    code: Mapping[str, Data]
    """The code that plays: see `code_of`."""
    read: Callable[[dict[str, Any]], Played[T]]
    """Reads the members of a line below the first."""


def rows_reader(
    member: str, read: Callable[[Any], T], kind: str
) -> Callable[[dict[str, Any]], Played[tuple[T, ...]]]:
    """Return the reader of lines with a row for each number from `start` on, for a `Format`.

    Args:
        member: the member of a line that has the rows.
        read: reads a row; it raises TypeError, ValueError or AttributeError for other data.
        kind: the content of the file in words, such as `a comparison`.
    """

    def read_line(line: dict[str, Any]) -> Played[tuple[T, ...]]:
        try:
            rows = tuple(map(read, line[member]))
            return Played(range(line["start"], line["start"] + len(rows)), rows)
        except (TypeError, ValueError, AttributeError) as error:
            raise errors.fault(f"expected the {member} of {kind}: {error}") from None

    return read_line


class RemainingNumbers:
    """The numbers of a job that have not been played yet."""

    def __init__(self, numbers: range, thing: str) -> None:
        self._all = numbers
        self._spans = [numbers]
        self.thing: str = thing
        """The unit that is numbered from 0: a deal, a round, a game."""
        self.taken: int = 0
        """The number of numbers played."""
        self.count: int = len(numbers)

    def remove(self, numbers: range) -> None:
        """Remove numbers. Raise DecodingError if they are not among those left."""
        for at, span in enumerate(self._spans):
            if span.start <= numbers.start and numbers.stop <= span.stop:
                rest = range(span.start, numbers.start), range(numbers.stop, span.stop)
                self._spans[at : at + 1] = filter(len, rest)
                self.taken += len(numbers)
                return
        first, last = numbers.start, numbers[-1]
        if first in self._all and last in self._all:
            raise errors.fault(f"{self.thing} {first} has been played before")
        raise errors.fault(
            f"the {self.thing}s are {self._all.start} to {self._all[-1]}, not {first} to {last}"
        )

    def chunks(self, size: int) -> Iterator[range]:
        """Yield the numbers left now, in order, in chunks of at most `size`."""
        for span in tuple(self._spans):
            yield from (span[at : at + size] for at in range(0, len(span), size))


def open_results(path: str | PathLike[str], *, resume: bool, is_secret: bool = False) -> IO[bytes]:
    """Create a file of results, or open an existing one with `resume`.

    If it is secret, only this user may read the new file.

    Raises:
        InvalidValue: the file exists without `resume`, or is not a regular file.
        OSError: the file cannot be opened.
    """
    path = Path(path)
    exists = resume and path.exists()
    if exists and not path.is_file():  # a pipe would be waited for
        raise errors.InvalidValue(f"{path} is not a regular file, so it cannot be resumed")
    try:
        mode = "r+b" if exists else "x+b"
        return open(path, mode, opener=_open_secret if is_secret else None)
    except FileExistsError:
        raise errors.InvalidValue(
            f"{path} exists already: resume it, or choose another name"
        ) from None


def _open_secret(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def read_results(file: IO[bytes], form: Format[T], left: RemainingNumbers) -> Iterator[Played[T]]:
    """Yield the results in a file, line by line, and remove their numbers from `left`.

    Afterwards, lines can be added.

    Raises:
        InvalidValue: the file belongs to another match, or is incomplete and has other code.
        DecodingError: the file is damaged; the path begins with the number of the line.
    """
    size, code = 0, None
    head = dump({**form.terms, "code": dict(form.code)})
    for number, line in enumerate(file, start=1):
        if not line.endswith(b"\n"):  # the program ended while writing the line
            if number == 1 and not _seal(head).startswith(line):
                raise errors.InvalidValue(
                    f"{file.name} is not the beginning of such a file: choose another name"
                )
            break
        try:
            data = _unseal(line)
            if number == 1:
                code = data.pop("code", None)
                check_same(f"{file.name} is of another {form.terms['kind']}", data, form.terms)
            else:
                played = form.read(data)
                left.remove(played.numbers)
                yield played
        except KeyError as key:  # such as of the first line of another file, added to this one
            raise errors.fault(f"the key {key} is missing").under(number) from None
        except errors.DecodingError as error:
            raise error.under(number) from None
        size += len(line)
    if size and left.taken < left.count:
        check_same(f"{file.name} was played with other code", code, form.code)
    file.seek(size)
    file.truncate()
    if not size:
        add_line(file, head)


def add_line(file: IO[bytes], line: str) -> None:
    """Add a line to a file and flush it."""
    file.write(_seal(line))
    file.flush()


def _seal(line: str) -> bytes:
    """Return a JSON object as a line with its checksum."""
    text = line.removesuffix("}").encode()
    return b'%s,"crc32":"%08x"}\n' % (text, crc32(text))


def _unseal(line: bytes) -> dict[str, Any]:
    """Return the members of a line without its checksum.

    Raises:
        DecodingError: the line has no checksum, or has been changed.
    """
    start, mark, end = line.rpartition(b',"crc32":')
    if not mark:
        raise errors.fault("the checksum at the end of the line is missing")
    text = start.decode(errors="replace") + "}"
    if _seal(text) != line:
        stored = end.decode(errors="replace").strip('"}\n')
        raise errors.fault(
            f"the checksum is {crc32(start):08x}, not {stored}: the line has been changed"
        )
    return as_object(parse(text, len(line)))
