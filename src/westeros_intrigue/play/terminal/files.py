"""Files of records in the terminal, and the table of a new or continued game.

The seats belong to people, named players and automated houses.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, TextIO, TypeAlias

import attrs

from westeros_intrigue import GameState, InvalidVariant, Record, draw_text
from westeros_intrigue.gamekit import errors
from westeros_intrigue.gamekit.english import as_sentence
from westeros_intrigue.gamekit.errors import InvalidValue, WesterosIntrigueError
from westeros_intrigue.gamekit.game import (
    GAMES,
    AnyGame,
    AnyPosition,
    Game,
    Move,
    State,
    View,
    read_line,
)
from westeros_intrigue.gamekit.options import LONGEST_TEXT, OptionKind, OptionValue, TableOptions
from westeros_intrigue.gamekit.outline import WHOLE, Line
from westeros_intrigue.gamekit.records import list_names
from westeros_intrigue.gamekit.sentences import draw_lines, places, sentences, with_names
from westeros_intrigue.play import sessions
from westeros_intrigue.play.printing.pictures import check_picture_path
from westeros_intrigue.play.referee import (
    RealGame,
    describe_made_up_hands,
    public_view,
    without_numbers,
)
from westeros_intrigue.play.saved.reading import read_tag
from westeros_intrigue.play.saved.seats import seats_for
from westeros_intrigue.play.sessions.table_files import game_file
from westeros_intrigue.play.terminal.arguments import CARD_GAME, flag_of
from westeros_intrigue.play.terminal.output import PROGRAM, Output, Refused, align

STANDARD_INPUT = "-"
_IN_PYTHON = re.compile(r"with_seats\((\w+)=\.\.\.\)|with_options\((\w+)=True\)")
"""The advice of `InvalidVariant` for programs."""


def file_or_position(
    file: str | None, line: str | None, key: str | None, own: TableOptions
) -> str | tuple[AnyGame, Any]:
    """Return the file that a user has named, or the position of a line with its game.

    Args:
        file: the name of the file, if there is one.
        line: the position in one line, if there is one.
        key: the game of the line; None for Westeros Intrigue.
        own: the names of the owner's files in the arguments, by option.

    Raises:
        Refused: there are both, or neither, or the line is not a position.
    """
    if file is not None and line is None:
        return file
    if line is None or file is not None:
        raise Refused("name a file, or a position with --position", 2)
    game = GAMES[key or CARD_GAME.KEY]
    return game, position_of(game, line, own, flag="--position")


def position_of(game: AnyGame, line: str, own: TableOptions, *, flag: str) -> Any:  # noqa: ANN401 - each game has its positions
    """Return the position of a line, which is the value of a flag.

    A line that was copied from a page of the terminal can be broken at its spaces.

    Raises:
        Refused: the line is not a position.
    """
    contents = table_of(own, game)
    whole = re.sub(r"\s*\n\s*", " ", line.strip("\r\n"))
    try:
        return read_line(game, whole, {name: contents[name] for name in own_paths(own, game)})
    except WesterosIntrigueError as error:
        raise Refused(f"argument {flag}: {error}", 2) from error


@contextmanager
def refusing(name: object) -> Iterator[None]:
    """Turn errors in reading a file into `Refused`."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            raise  # the output cannot be written, which is not the file's fault
        raise Refused(f"{name}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Refused(f"{name}: not a UTF-8 text file") from error
    except (errors.DecodingError, errors.Faulty) as error:
        faults = (
            fault if isinstance(fault, str) else errors.DecodingError([fault])
            for fault in error.faults
        )
        raise Refused("\n".join(f"{name}: {fault}" for fault in faults)) from error
    except WesterosIntrigueError as error:
        raise Refused(f"{name}: {error}") from error


@contextmanager
def open_text(name: str) -> Iterator[TextIO]:
    """Open a file of records for reading; `-` is the standard input."""
    with refusing(name):
        if name == STANDARD_INPUT:
            yield sys.stdin or io.StringIO()
        else:
            with path_of(name).open(encoding="utf-8-sig") as file:
                yield file


Notes: TypeAlias = tuple[str, ...]
"""Sentences that a reader of a record needs: other rules, or a missing end."""


@contextmanager
def records_in(
    name: str, key: str | None, own: TableOptions, tell: Callable[[int, Notes], object]
) -> Iterator[tuple[AnyGame, Iterator[sessions.AnyRecord]]]:
    """Return the game of a file of records and its records, or raise `Refused`.

    Args:
        name: the name of the file.
        key: the key of the game that the user has named, if any.
        own: the names of the owner's files in the arguments, by option.
        tell: what the command does with the notes on a record, which have its number, from 1.
    """
    with open_text(name) as file:
        game, records = sessions.read_records(file, partial(own_files, own=own))
        check_game(name, game, key)
        yield game, _Noted(records, tell)


def complaining(terminal: Output, name: str) -> Callable[[int, Notes], object]:
    """Return a function that writes the notes on the records of a file to the standard error."""

    def complain(number: int, notes: Notes) -> None:
        terminal.complain(*(f"{name}: game {number}: {note}" for note in notes))

    return complain


def record_in(
    name: str, number: int, key: str | None, own: TableOptions, tell: Callable[[Notes], object]
) -> tuple[AnyGame, sessions.AnyRecord]:
    """Return the game of a file of records, and the record with a number, from 1."""

    def tell_of_it(noted: int, notes: Notes) -> None:
        if noted == number:
            tell(notes)

    with records_in(name, key, own, tell_of_it) as (game, records):
        if (record := next(islice(records, number - 1, None), None)) is None:
            raise Refused(f"{name}: it has no game {number}", 2)
        # A house rule's record is shown as one of the card game, with its court and comments.
        return game, getattr(record, "inner", record)


class _Noted(Iterator[sessions.AnyRecord]):
    """Records whose notes are told as they are read, so that no command can forget them."""

    def __init__(
        self, records: Iterator[sessions.AnyRecord], tell: Callable[[int, Notes], object]
    ) -> None:
        self._records = records
        self._tell = tell
        self._number = 0

    def __next__(self) -> sessions.AnyRecord:
        self._number += 1
        record = next(self._records)
        if notes := tuple(filter(None, [record.other_rules, record.lost_moves])):
            self._tell(self._number, notes)
        return record


def tell_steps(game: AnyGame, record: sessions.AnyRecord) -> Iterator[list[str]]:
    """Yield the public sentences of each step of a record; printed cards have no numbers."""
    names, is_printed = (
        list_names(record.tags, record.state.players),
        "Referee" in dict(record.tags),
    )
    for before, after in pairwise(record.replay()):
        told = sentences(game, before, after, None, names)
        yield [*map(without_numbers, told)] if is_printed else told


class Story:
    """The game of a record, step by step: its positions, and in words what happened.

    Args:
        game: the game.
        record: its record.
        is_open: True to show hidden cards.
        notes: the notes on the record.
    """

    def __init__(
        self, game: AnyGame, record: sessions.AnyRecord, *, is_open: bool, notes: Notes = ()
    ) -> None:
        self.game: AnyGame = game
        self.record: sessions.AnyRecord = record
        self.is_open: bool = is_open
        self._notes = notes
        self.states: list[AnyPosition] = list(record.replay())
        self.names: tuple[str, ...] = list_names(record.tags, self.states[0].players)
        self.told: list[list[str]] = [[], *tell_steps(game, record)]
        """The public sentences of each step; none before the first."""

    def opening(self) -> Iterator[str]:
        """Yield the tags of the record, notes on it, and the comment on the game."""
        yield from align(self.record.tags)
        yield from map(as_sentence, self._notes)
        if isinstance(self.record, Record):
            if self.is_open and (hands := describe_made_up_hands(self.record)):
                yield hands
            yield from _remarks(self.record.comment)

    def comments(self, step: int) -> list[str]:
        """Return the comment on a placement, or on its round before the first one.

        Only records of the card game have comments.
        """
        state = self.states[step]
        if not (isinstance(self.record, Record) and isinstance(state, GameState)):
            return []
        number = len(state.placements)
        index = state.round_number - self.record.earlier.count
        for recorded in self.record.rounds[index - 1 : index]:
            placed = recorded.placements[number - 1 : number]
            return _remarks(placed[0].comment if placed else recorded.comment)
        return []

    def is_scoring(self, step: int) -> bool:
        """Return True if a step scores a round of the card game."""
        before, after = self.states[max(0, step - 1)], self.states[step]
        if not (isinstance(before, GameState) and isinstance(after, GameState)):
            return False
        return len(after.results) > len(before.results)

    def draw(self, step: int, *, colour: bool = False) -> Iterator[Line]:
        """Yield a position as text, line by line: public information, and the hands if open."""
        state, game, names = self.states[step], self.game, self.names
        if isinstance(self.record, Record) and isinstance(state, GameState):
            yield from self._draw_court(self.record, state, colour=colour)
            return
        shown = state if self.is_open else game.observe(state, None)
        public = draw_lines(game, shown, names)
        yield from public
        for seat in range(state.players if self.is_open else 0):
            whose = with_names(f"player {seat}'s hand", names)
            for line in draw_lines(game, game.observe(state, seat), names):
                if line.seat == seat and line not in public:
                    yield Line(line.text.replace("Your hand", whose), WHOLE, seat)

    def _draw_court(self, record: Record, state: GameState, *, colour: bool) -> Iterator[Line]:
        table, names, is_open = public_view(record, state).table, self.names, self.is_open
        yield Line(draw_text(table, colour=colour, seats=not is_open, names=names), WHOLE)
        if is_open:
            drawn = draw_text(state, reveal=True, names=names)
            for line in drawn.splitlines()[-state.players :]:
                yield Line(line if table.has_numbers else without_numbers(line), WHOLE)

    def places(self) -> list[str]:
        """Return the places, if the game is over."""
        last = self.states[-1]
        final = self.game.final_winner(last) if last.is_over else None
        return [*places(final, self.names)] if final else []


def _remarks(comment: str) -> list[str]:
    """Return the displayed lines of a comment."""
    return [f"  # {line}" for line in comment.splitlines() if line]


def check_game(name: str, game: AnyGame, key: str | None) -> None:
    """Refuse a file if the user has named a different game."""
    if key not in {None, game.KEY}:
        raise Refused(f"{name} is a game of {game.KEY}, not of {key}: leave out --game", 2)


def path_of(name: str) -> Path:
    """Return the path of a file that the user named; `~` is the home folder."""
    if not name or name == STANDARD_INPUT:
        raise Refused(f"a file is needed, not {name!r}", 2)
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise Refused(f"{name}: there is no such home folder") from error


def is_there(path: Path) -> bool:
    """Return True if a file exists; names that no file can have count as missing."""
    return os.path.exists(path)  # noqa: PTH110 - of a Path, such a name is an error


def fresh_path(
    name: str | Path,
    other: str = "choose another name, or --force",
    *,
    force: bool = False,
    code: int = 1,
) -> Path:
    """Return the path of a file that does not exist yet, unless the command may overwrite it."""
    path = path_of(str(name))
    if os.path.isdir(path):  # noqa: PTH112 - for the same reason as in is_there
        raise Refused(f"{path} is a folder; name a file in it", code)
    if is_there(path) and not force:
        raise Refused(f"{path} exists already; {other}", code)
    return path


def picture_path(name: str, *, force: bool) -> Path:
    """Return the path of a new picture, checked to be writable."""
    path = fresh_path(name, force=force)
    check_picture_path(path)
    return path


def new_file(name: str | None, key: str, *, force: bool = False) -> sessions.GameFile:
    """Return the file for a new game: the named file, or one in the folder of all games.

    A file of that name that the command may overwrite comes back if the game is left at once.
    """
    if name is None:
        try:
            return sessions.Folder.usual().new_file(key)
        except OSError as error:
            told = f"cannot save games in {error.filename}: {error.strerror}; --record names a file"
            raise Refused(told) from error
    path = fresh_path(name, "choose another name, --resume it, or --force", force=force)
    try:
        return sessions.GameFile(path, may_replace=force)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from error


def copy_file(name: str) -> sessions.GameFile:
    """Return a new file for a copy of a game, which must have a name of its own."""
    return sessions.GameFile(fresh_path(name, "choose another name, or --resume it"))


@contextmanager
def set_aside(name: str | None) -> Iterator[None]:
    """Rename a file while another is written in its place; without one, it gets its name back."""
    if name is None or not is_there(path := path_of(name)):
        yield
        return
    aside = path.with_name(f".{path.name}.old")
    path.replace(aside)
    try:
        yield
    finally:
        if is_there(path):
            aside.unlink()
        else:
            aside.replace(path)


def write_out(path: Path, text: str, *, force: bool) -> None:
    """Write a text to a new file, or replace a file that the command may overwrite."""
    if force:
        path.unlink(missing_ok=True)
    write(sessions.GameFile(path), text)


def write(file: sessions.GameFile, text: str) -> None:
    """Write a text to a game's file, or raise `Refused` with the reason."""
    with _refusing_to_write(file):
        file.write(text)


def save(file: sessions.GameFile, game: sessions.AnySession | RealGame, text: str) -> None:
    """Save a game, whose record is a text, to its file, or raise `Refused` with the reason."""
    with _refusing_to_write(file):
        file.save(game, text)


@contextmanager
def _refusing_to_write(file: sessions.GameFile) -> Iterator[None]:
    try:
        yield
    except (sessions.FileChanged, OSError) as error:
        reason = getattr(error, "strerror", error)
        raise Refused(f"{file.path} cannot be written: {reason}") from error


def table_of(table_options: TableOptions, game: AnyGame) -> dict[str, OptionValue]:
    """Return the options for a new game, including the contents of the owner's files."""
    values = dict(table_options)
    for name, file in own_paths(table_options, game).items():
        values[name] = content_of(file)
        with refusing(file):
            game.read_records(io.StringIO(), {name: values[name]})
    return values


def own_paths(table_options: TableOptions, game: AnyGame) -> dict[str, str]:
    """Return the names of the owner's files in the arguments, by option."""
    files = [option.name for option in game.OPTIONS if option.kind is OptionKind.FILE]
    return {name: str(value) for name, value in table_options if name in files}


def content_of(name: str) -> str:
    """Return the text of a file that the user named; at most one character too long for a game."""
    with open_text(name) as file:
        return file.read(LONGEST_TEXT + 1)


def own_files(text: str, game: AnyGame, own: TableOptions) -> dict[str, OptionValue]:
    """Return the owner's files of a record, which are stored with it or named in the arguments."""
    contents = table_of(own, game)
    named = {name: contents[name] for name in own_paths(own, game)}
    return {**sessions.Folder.usual().own_files(text), **named}


@attrs.frozen
class Resumed:
    """A saved game that a command continues."""

    session: sessions.AnySession
    """The last game in the file."""
    file: sessions.GameFile
    """The file that the game is saved to, which can be a new one."""
    record: sessions.AnyRecord
    """The record of the game before it is continued."""


def resume_session(
    name: str,
    command: str,
    *,
    record: str | None,
    key: str | None = None,
    table_options: TableOptions = (),
    set_up: Sequence[str] = (),
    opponents: str | None = None,
    force: bool = False,
) -> Resumed:
    """Return the last game in a file for a command.

    Args:
        name: the name of the file, or of a game in the folder of all games.
        command: the command, such as `play`.
        record: the name of the file to save the game to, if the user has named one.
        key: the key of the game that the user has named, if any.
        table_options: the options of the game in the arguments; the file determines all but its own
            files.
        set_up: the other flags in the arguments that set up a table.
        opponents: the player of the seats that the record gives to none, if the user has named one.
        force: True to overwrite the file to save the game to.
    """
    file = _find_saved(name)
    with refusing(name):
        text = file.read()
        game, saved = _read_last(name, text, key, table_options)
        if saved.state.is_over and sessions.owner_of(saved) == "play":
            # With real cards, the last entries in a game can still be wrong.
            raise Refused(f"{name}: the game is over; `{PROGRAM} replay {file.path}` shows it")
        others = "" if command == "play" else sessions.PERSON
        session = sessions.continue_game(game, saved, command, opponents or others)
    contrary = [*set_up, *_flags_against(game, saved, table_options, opponents)]
    if contrary:
        raise Refused(f"{name} fixes the table: leave out {', '.join(contrary)}", 2)
    is_same = record == name or (record is None and _can_be_rewritten(text, game))
    return Resumed(session, file if is_same else new_file(record, game.KEY, force=force), saved)


def _find_saved(name: str) -> sessions.GameFile:
    """Return a file, or the game of that name in the folder of all games."""
    file = game_file(path_of(name), sessions.Folder.usual().own_files)
    if not is_there(file.path) and re.fullmatch("[a-z0-9-]+", name):
        return sessions.Folder.usual().file(name)
    return file


def _read_last(
    name: str, text: str, key: str | None, table_options: TableOptions
) -> tuple[AnyGame, sessions.AnyRecord]:
    """Return the game of a file of records, and its last record."""
    game, records = sessions.read_records(io.StringIO(text), partial(own_files, own=table_options))
    check_game(name, game, key)
    *_, record = records
    return game, record


def _flags_against(
    game: AnyGame, record: sessions.AnyRecord, table_options: TableOptions, opponents: str | None
) -> list[str]:
    """Return the flags for opponents and options that a record determines already."""
    tags, own = dict(record.tags), own_paths(table_options, game)
    is_seated = all(f"Seat-{seat}" in tags for seat in range(record.state.players))
    flags = ["--opponents"] if opponents is not None and is_seated else []
    return flags + [flag_of(option) for option, _ in table_options if option not in own]


def _can_be_rewritten(text: str, game: AnyGame) -> bool:
    """Return True unless a file has several games, or comments, which would be lost."""
    lines = (line for line in text.splitlines() if not read_tag(line))
    has_comments = any(re.search(r"(^|\s)#", line) for line in lines)
    return text.count(f"{game.Record.TITLE} 1\n") == 1 and not has_comments


def new_state(
    game: Game[State, View, Move],
    players: int | None,
    table_options: TableOptions,
    *,
    people: int = 1,
    seed: int | None = 0,
    usual: int | None = None,
) -> State:
    """Return a new game at the table in the arguments.

    Without a number of seats, several people get as few as they need, and one person gets the
    `usual` number, or that of the game; Solo Scheming has its own.
    """
    values = table_of(table_options, game)
    fewest = max(people, game.MIN_PLAYERS)
    several = range(fewest, max(fewest, game.MAX_PLAYERS) + 1)
    is_solo = values.get("solo")
    seats = players or (None if is_solo else usual)
    for number in several if people > 1 and not (seats or is_solo) else [seats]:
        with suppress(WesterosIntrigueError):
            state = game.new_game(number, values, seed=seed)
            if state.players - len(game.automated_seats(state)) >= people:
                return state
    try:
        return game.new_game(seats, values, seed=seed)  # for the reason why no game can be made
    except WesterosIntrigueError as error:
        for name, value in values.items():
            with _naming_flag(name):
                game.new_game(seats, {name: value}, seed=seed)
        own = own_paths(table_options, game).values()
        if isinstance(error, (InvalidVariant, InvalidValue)):
            raise Refused(_for_the_terminal(str(error), game), 2) from error
        if not own:
            raise
        raise Refused(f"{', '.join(own)}: {error}") from error


def _for_the_terminal(reason: str, game: AnyGame) -> str:
    """Return a reason with flags instead of names and calls of Python.

    >>> from westeros_intrigue.gamekit import GAMES
    >>> _for_the_terminal("use with_options(anyone_can_die=True)", GAMES["westeros-intrigue"])
    'use --option anyone-can-die'
    >>> _for_the_terminal("first_player must be from 0 to 1, not 5", GAMES["monopoly"])
    '--first-player must be from 0 to 1, not 5'
    """

    def flag(found: re.Match[str]) -> str:
        return flag_of(found[1]) if found[1] else f"--option {found[2].replace('_', '-')}"

    told = _IN_PYTHON.sub(flag, reason)
    # Also the names of Python that are not words of English.
    names = (option.name for option in game.OPTIONS if "_" in option.name)
    for name in names:
        told = re.sub(rf"(?<![\w-]){name}\b", flag_of(name), told)
    return told


@contextmanager
def _naming_flag(name: str) -> Iterator[None]:
    """Name the option whose text cannot be read, which is one line; ignore all other errors."""
    try:
        yield
    except errors.NotationError as error:
        reason = str(error).removeprefix("line 1, ")
        raise Refused(f"{flag_of(name)}: {reason}", 2) from error
    except WesterosIntrigueError:
        pass


def real_session(
    people: Sequence[str], players: int | None, table_options: TableOptions
) -> sessions.AnySession:
    """Return the real table in the arguments, with its seats for people by name."""
    usual = max(2, len(people)) if people else 4
    state = new_state(CARD_GAME, players, table_options, usual=usual)
    automated = CARD_GAME.automated_seats(state)
    count = state.players - len(automated)
    if players is None and len(people) == 1 < count:
        raise Refused(
            f"{people[0]} is one of {count} at this table: name the others too, or set the number "
            "of seats with --players",
            2,
        )
    seated = seats_for(people, state.players, automated, count, sessions.PERSON)
    return sessions.Session.begun(CARD_GAME, state, seated, seed=0)
