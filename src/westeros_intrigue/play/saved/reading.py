"""Records of any game, as text or JSON: the game that each is of, and what they hold."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import io
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.errors import InvalidValue, NotationError
from westeros_intrigue.gamekit.game import GAMES, AnyGame, find_game
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.stores import Entry
from westeros_intrigue.gamekit.text import (
    GAME_LIMIT,
    LINE_LIMIT,
    Scanner,
    Tag,
    TextFile,
    scan_tag,
    title_pattern,
)
from westeros_intrigue.play.saved.lines import read_entry, read_head
from westeros_intrigue.play.saved.session import AnyRecord
from westeros_intrigue.play.saved.table import begin_table, fold

_TABLE = re.compile(r'\ufeff?\{"game":"[^"]*","kind":"table"')
"""The beginning of the file of a saved table."""
_HEAD = re.compile(r'\ufeff?\{\s*"game"\s*:\s*"([^"]*)"\s*,\s*"kind"\s*:')
"""The head of a document with the key of its game."""


def read_record(text: str, options: Mapping[str, OptionValue] = {}) -> tuple[AnyGame, AnyRecord]:
    """Return the game of a record and the record; of several records, the last.

    >>> from westeros_intrigue.games import monopoly
    >>> text = str(monopoly.Record.from_state(monopoly.setup(2, seed=1)))
    >>> read_record(text)[0] is monopoly
    True

    Args:
        text: one or more records of one game, as text or as JSON documents.
        options: the owner's files that the game was played with, by option.

    Raises:
        InvalidValue: the text is empty.
        NotationError: the text is not the record of any game.
        ValueError: the record, or one before it, is faulty.
    """
    values.check_type("text", text, str)
    game, records = read_records(io.StringIO(text), lambda _text, _game: options)
    *_, last = records
    return game, last


def read_records(
    file: TextFile,
    own_files: Callable[[str, AnyGame], Mapping[str, OptionValue]] = lambda _text, _game: {},
) -> tuple[AnyGame, Iterator[AnyRecord]]:
    """Return the game of a file of records and an iterator over the records.

    The records are text, or JSON documents that each begin a line. After an error, the iterator
    continues with the next record.

    >>> from westeros_intrigue.games import btwixt
    >>> file = io.StringIO()
    >>> btwixt.write_records([btwixt.Record.from_state(btwixt.setup(3, seed=1))] * 2, file)
    >>> _ = file.seek(0)
    >>> game, records = read_records(file)
    >>> game.NAME, len(list(records))
    ("A Game of Thrones: B'Twixt", 2)

    Args:
        file: a text file open for reading.
        own_files: a function from the first lines of the file and its game to the owner's files
            that the games were played with, by option.

    Raises:
        InvalidValue: the file is empty.
        NotationError: the file does not contain records of any game.
        ValueError: the owner's files do not fit the game; or, from the iterator, a record is
            faulty.
    """
    # A line from a device might never end.
    lines = iter(partial(file.readline, GAME_LIMIT + LINE_LIMIT), "")
    head: deque[str] = deque()
    documents: Iterator[str] | None = None
    game: AnyGame | None = None
    for line in lines:
        head.append(line)
        if len(head) == 1 and _TABLE.match(line):
            return _read_table(chain(head, lines), own_files)
        if len(head) == 1 and line.removeprefix("\ufeff").startswith("{"):
            documents = _documents(chain(head, lines))
            head = deque([next(documents)])
            game = _find_game(head[0])
            break
        if (game and read_tag(line) is None) or len(line) > GAME_LIMIT:
            break
        game = game or _find_game(line)
    text = "".join(head)
    if not text.strip():
        raise InvalidValue("it contains no games")
    if game is None:
        titles = " or ".join(f"'{game.Record.TITLE} 1'" for game in GAMES.values())
        expected = f"the title of a record, {titles}, or the JSON document of a record"
        raise NotationError(text.splitlines()[0][:40], 1, 1, expected)
    if documents:
        return game, map(partial(_record_of, game), chain(head, documents))
    return game, game.read_records(_Reread(head, file), own_files(text, game))


def _read_table(
    lines: Iterator[str], own_files: Callable[[str, AnyGame], Mapping[str, OptionValue]]
) -> tuple[AnyGame, Iterator[AnyRecord]]:
    """Return the game of a saved table, and its record; lines that no append has ended are left."""
    head = read_head(next(lines).removeprefix("\ufeff"))
    game = find_game(head.game)
    entries, unfinished = list[Entry](), list[Entry]()
    for line in lines:
        if line.endswith("\n"):
            entry, more = read_entry(line)
            unfinished.append(entry)
            if not more:
                entries += unfinished
                unfinished.clear()
    files = {} if head.cards else own_files(head.start, game)
    return game, iter([fold(begin_table(head, files), entries).record])


def read_tag(line: str) -> Tag | None:
    """Return the name and the value of a line from `tag_lines`; None for any other line."""
    try:
        return scan_tag(Scanner(line.rstrip()))
    except NotationError:
        return None


def _find_game(text: str) -> AnyGame | None:
    """Return the game of a document, or of a record with this title; None for other texts."""
    if head := _HEAD.match(text):
        return GAMES.get(head[1])
    line = text.removeprefix("\ufeff")
    games = GAMES.values()
    return next((game for game in games if title_pattern(game.Record.TITLE).match(line)), None)


def is_document(text: str) -> bool:
    """Return True if a text begins with a JSON document, judging by its head.

    >>> from westeros_intrigue import Record, setup, to_json
    >>> record = Record.from_state(setup(2, seed=1))
    >>> is_document(to_json(record)), is_document(str(record))
    (True, False)
    """
    return _HEAD.match(text) is not None


def _documents(lines: Iterable[str]) -> Iterator[str]:
    """Yield the documents in a file; a line that begins with a brace begins a document.

    A document that is too long is cut.
    """
    document = ""
    for line in lines:
        if line.startswith("{") and document.strip():
            yield document
            document = ""
        if len(document) <= GAME_LIMIT:
            document += line
    yield document


def _record_of(game: AnyGame, document: str) -> AnyRecord:
    return game.DOCUMENTS.from_json(game.Record, document, size_limit=GAME_LIMIT + LINE_LIMIT)


class _Reread:
    """A file whose first lines have been read and must be read again."""

    def __init__(self, lines: deque[str], file: TextFile) -> None:
        self._lines = lines
        self._file = file

    def readline(self, size: int, /) -> str:
        return self._lines.popleft() if self._lines else self._file.readline(size)
