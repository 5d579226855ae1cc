"""Files of records of any game, as text or JSON: which game they are of, and its records."""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any, TypeAlias

from westeros_intrigue.base.errors import InvalidValue, NotationError
from westeros_intrigue.base.options import OptionValue
from westeros_intrigue.base.record_files import GAME_LIMIT, LINE_LIMIT, TextFile, title_pattern
from westeros_intrigue.base.records import GameRecord
from westeros_intrigue.base.tags import read_tag
from westeros_intrigue.game import GAMES, AnyGame

AnyRecord: TypeAlias = GameRecord[Any]
"""A record of any game."""
_HEAD = re.compile(r'\ufeff?\{\s*"game"\s*:\s*"([^"]*)"\s*,\s*"kind"\s*:')
"""The head of a document, with the key of its game."""


def read_record(text: str, options: Mapping[str, OptionValue] = {}) -> tuple[AnyGame, AnyRecord]:
    """Return the game of a record, and the record; of several, the last.

    >>> from westeros_intrigue import monopoly
    >>> text = str(monopoly.Record.from_state(monopoly.setup(2, seed=1)))
    >>> read_record(text)[0] is monopoly
    True

    Args:
        text: one or more records of one game, as text or as JSON documents.
        options: the files of the owner's with which the game was played, by their options.

    Raises:
        NotationError: the text is not the record of any game.
        ValueError: the record is of a game, and something is wrong with it.
    """
    game = game_of(text)
    if is_document(text):
        *_, last = _documents(io.StringIO(text))
        return game, _record_of(game, last)
    lines = text.splitlines()
    title = title_pattern(game.Record.TITLE)
    starts = [number for number, line in enumerate(lines) if title.match(line)]
    # Empty lines in place of the other games, so that errors have the lines of the file.
    last = "\n".join([*([""] * starts[-1]), *lines[starts[-1] :]])
    return game, next(game.read_records(io.StringIO(last), options))


def read_records(
    file: TextFile,
    own_files: Callable[[str, AnyGame], Mapping[str, OptionValue]] = lambda _text, _game: {},
) -> tuple[AnyGame, Iterator[AnyRecord]]:
    """Return the game of a file of records, and an iterator that reads one record at a time.

    The records are text, or the JSON documents of records, of which each begins a line. After an
    error the iterator continues with the next record.

    >>> from westeros_intrigue import btwixt
    >>> file = io.StringIO()
    >>> btwixt.write_records([btwixt.Record.from_state(btwixt.setup(3, seed=1))] * 2, file)
    >>> _ = file.seek(0)
    >>> game, records = read_records(file)
    >>> game.NAME, len(list(records))
    ("A Game of Thrones: B'Twixt", 2)

    Args:
        file: a text file that is open for reading.
        own_files: a function from the first lines of the file and its game to the files of the
            owner's with which the games were played, by their options.

    Raises:
        InvalidValue: the file is empty.
        NotationError: the file is not of records of any game.
        ValueError: the files of the owner's do not go with the game; or by the iterator, if
            something is wrong with a record.
    """
    named_by = _titles()
    head: deque[str] = deque()
    game: AnyGame | None = None
    size = 0
    while size <= GAME_LIMIT and (line := file.readline(LINE_LIMIT + 1)):
        head.append(line)
        size = 0 if line.endswith("\n") else size + len(line)  # a device may have no end
        if len(head) == 1 and line.removeprefix("\ufeff").startswith("{"):
            documents = _documents(_Reread(head, file))
            first = next(documents)
            game = game_of(first)
            return game, map(partial(_record_of, game), chain([first], documents))
        if game is None:
            game = named_by(line)
        elif read_tag(line) is None:
            break
    text = "".join(head)
    if not text.strip():
        raise InvalidValue("it contains no games")
    game = game or game_of(text)
    return game, game.read_records(_Reread(head, file), own_files(text, game))


def game_of(text: str) -> AnyGame:
    """Return the game of a record, which the first line of the text names, or the document's head.

    >>> game_of("Monopoly record 1").NAME
    'Monopoly: Game of Thrones Edition'

    Raises:
        NotationError: no game has such records.
    """
    if (found := _HEAD.match(text)) and found[1] in GAMES:
        return GAMES[found[1]]
    lines = text.splitlines()
    named_by = _titles()
    for line in lines:
        if game := named_by(line):
            return game
    titles = " or ".join(f"'{game.Record.TITLE} 1'" for game in GAMES.values())
    expected = f"the title of a record, {titles}, or the JSON document of a record"
    raise NotationError(lines[0][:40] if lines else "", 1, 1, expected)


def is_document(text: str) -> bool:
    """Return whether a text begins with a JSON document, by its head.

    >>> from westeros_intrigue import Record, setup, to_json
    >>> record = Record.from_state(setup(2, seed=1))
    >>> is_document(to_json(record)), is_document(str(record))
    (True, False)
    """
    return _HEAD.match(text) is not None


def _documents(file: TextFile) -> Iterator[str]:
    """Yield the documents of a file: each begins with a line that begins with a brace.

    Of one that is too long the end is missing.
    """
    parts: list[str] = []
    size = 0
    while part := file.readline(LINE_LIMIT + 1):
        if part.startswith("{") and (not parts or parts[-1].endswith("\n")) and size:
            yield "".join(parts)
            parts, size = [], 0
        if size <= GAME_LIMIT:
            parts.append(part)
            size += len(part.strip())
    yield "".join(parts)


def _record_of(game: AnyGame, document: str) -> AnyRecord:
    return game.DOCUMENTS.from_json(game.Record, document, size_limit=GAME_LIMIT + LINE_LIMIT)


def _titles() -> Callable[[str], AnyGame | None]:
    """Return a function from a line to the game whose records have that title, if there is one."""
    titles = [(title_pattern(game.Record.TITLE), game) for game in GAMES.values()]

    def named_by(line: str) -> AnyGame | None:
        line = line.removeprefix("\ufeff")
        return next((game for title, game in titles if title.match(line)), None)

    return named_by


class _Reread:
    """A file whose first lines have been read, and must be read again."""

    def __init__(self, lines: deque[str], file: TextFile) -> None:
        self._lines = lines
        self._file = file

    def readline(self, size: int, /) -> str:
        return self._lines.popleft() if self._lines else self._file.readline(size)
