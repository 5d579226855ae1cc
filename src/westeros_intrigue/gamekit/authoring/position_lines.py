"""A position of an author's game in one line: its fields by name, then the table and the viewer.

    stones 5; players 2; to-move 0; turn 3; by-seed 1

A field's value is written as JSON, as its annotation says; the cells of a `Grid` of one character
each are rows, such as `cells x../.o.`. What has its usual value is left out,
and so are the log and the moves that led to the position. A state that is read begins a game of its
own, whose record contains the line.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeGuard, TypeVar

import attrs

from westeros_intrigue.gamekit import spellings
from westeros_intrigue.gamekit.authoring.authored import RecordedGame
from westeros_intrigue.gamekit.authoring.field_kinds import Grid, check_fields, grids_of
from westeros_intrigue.gamekit.authoring.hidden_hands import check_decks
from westeros_intrigue.gamekit.authoring.position import STATE, Position, extra_fields
from westeros_intrigue.gamekit.chance import SplitMix
from westeros_intrigue.gamekit.codecs import LARGEST_INTEGER, Codec
from westeros_intrigue.gamekit.documents import Codecs
from westeros_intrigue.gamekit.english import count_things, did_you_mean, join_words
from westeros_intrigue.gamekit.errors import DecodingError, InvalidValue
from westeros_intrigue.gamekit.options import option_text
from westeros_intrigue.gamekit.spellings import Spelling
from westeros_intrigue.gamekit.text import Scanner, pattern, read_whole

S = TypeVar("S", bound=Position)
M = TypeVar("M")

_PLAYERS, _TO_MOVE, _TURN, _OPTION, _SEED, _VIEWER = (
    "players", "to-move", "turn", "with-option", "by-seed", "seen-by",
)  # fmt: skip
"""No field has such a name: two are of `Position`, and Python has no names with a dash."""
_NOBODY, _ALL = "nobody", "all"
_NAME = pattern("[a-z_][a-z0-9_-]*")
_WORDS_OF_PART = pattern("[^;]*")
_SEMICOLON = pattern(r"[ \t]*;[ \t]*")
_ROWS = pattern(r"[^\s;\[][^\s;]*")
_CELL = pattern(r"[!-~](?<![\[;#/])")
"""A cell that a row can contain: a row begins neither JSON nor a comment."""
_ROW_END = "/"
_ANYTHING = pattern("")
_VALUES = json.JSONDecoder()
_HASH = "\\u0023"
"""A # in a string, as JSON also writes it: after a space, it would begin a comment in a record."""
LONGEST_LINE = 100_000
"""The most characters of a line."""


class PositionLines(Generic[S, M]):
    """Reads and writes the positions of a game as lines."""

    def __init__(self, game: RecordedGame[S, M], cls: type[S], codecs: Codecs) -> None:
        """Derive the form of each field from its annotation."""
        self._game = game
        self._make: Callable[..., S] = cls
        self._grids = grids_of(cls)
        self._fields = {
            name: _word_of_field(codec, self._grids.get(name))
            for name, codec in codecs.fields(cls, extra_fields(cls)).items()
        }
        self._words: Mapping[str, Spelling[Any]] = {**self._fields, **_WORDS}
        self._usual = {
            field.name: field.default for field in attrs.fields(cls) if field.name in self._fields
        }

    def write(self, position: S) -> str:
        """Return a position as a line; raise InvalidValue if that would be too long."""
        line = "; ".join(self._parts(position))
        if len(line) > LONGEST_LINE:
            raise InvalidValue(
                f"a line has at most {LONGEST_LINE} characters, not {len(line)}: use JSON"
            )
        return line

    def _parts(self, position: S) -> Iterator[str]:
        for name in self._fields:
            value = getattr(position, name)
            if value != self._usual[name]:
                yield self._part(name, value, position)
        yield self._part(_PLAYERS, position.players, position)
        yield self._part(_TO_MOVE, position.to_move, position)
        if position.turn:
            yield self._part(_TURN, position.turn, position)
        usual = dict(self._game.new_game(position.players, {}, seed=0).options)
        for name, option in position.options.items():
            if usual.get(name) != option:
                yield f"{_OPTION} {name} {option_text(option)}"
        if position.viewer != STATE:
            yield self._part(_VIEWER, position.viewer, position)
        elif position._seed is not None:
            yield self._part(_SEED, position._seed, position)

    def _part(self, name: str, value: object, position: S) -> str:
        return f"{name} {self._words[name].write(value, position, {})}"

    def read(self, text: str) -> S:
        """Return the position of a line; raise NotationError if there is no such position."""
        return read_whole("a position", text, self._scan)

    def _scan(self, scanner: Scanner) -> S:
        starts: dict[str, int] = {}
        if len(scanner.text) > LONGEST_LINE:
            raise scanner.error(f"a line of at most {LONGEST_LINE} characters")
        found: dict[str, Any] = {}
        options: dict[str, Any] = {}
        while True:
            start = scanner.position
            starts[self._scan_part(scanner, found, options)] = start
            if not scanner.read_match(_SEMICOLON):
                break
        scanner.need_end("; or the end")
        if missing := [name for name in (_PLAYERS, *self._needed) if name not in found]:
            raise scanner.error(f"also {join_words(missing, 'and')}")
        if any(seat >= found[_PLAYERS] for seat in found.get(_TO_MOVE, ())):
            seats = f"seats of {count_things(found[_PLAYERS], 'player')}, counted from 0"
            raise scanner.error(seats, starts[_TO_MOVE])
        position = self._build(scanner, found, options)
        for name, grid in self._grids.items():
            self._check_rows(scanner, starts.get(name), grid.sides(position))
        return position

    def _check_rows(self, scanner: Scanner, start: int | None, sides: tuple[int, int]) -> None:
        """Raise NotationError unless the rows of a grid, if it has rows, are as many as it."""
        part = _WORDS_OF_PART.match(scanner.text, len(scanner.text) if start is None else start)
        name, _, rows = (part.group() if part else "").strip().partition(" ")
        width, height = sides
        if start is not None and rows[:1] != "[" and rows.count(_ROW_END) + 1 != height:
            raise scanner.error(f"{height} rows of {width} in {name}", start)

    @property
    def _needed(self) -> list[str]:
        return [name for name, usual in self._usual.items() if usual is attrs.NOTHING]

    def _scan_part(self, scanner: Scanner, found: dict[str, Any], options: dict[str, Any]) -> str:
        """Read a part, and return its name."""
        start = scanner.position
        known = [*self._words, _OPTION]
        name = (scanner.read_match(_NAME) or "").lower()
        if name not in known:
            expected = f"{join_words(known, 'or')}{did_you_mean(name, known)}"
            raise scanner.error(expected, start)
        scanner.skip_space()
        if name in found:
            raise scanner.error(f"{name} once", start)
        if name == _OPTION:
            self._scan_option(scanner, options)
        else:
            found[name] = self._words[name].scan(scanner, None, {})
        return name

    def _scan_option(self, scanner: Scanner, options: dict[str, Any]) -> None:
        start = scanner.position
        known = {option.name: option for option in self._game.OPTIONS}
        name, _, words = scanner.need(_WORDS_OF_PART, "an option").strip().partition(" ")
        if name not in known or name in options:
            once = f"the option {join_words(known, 'or')}, each once" if known else "no option"
            raise scanner.error(once, start)
        try:
            options[name] = known[name].parse(words)
        except ValueError as error:
            raise scanner.error(str(error), start) from None

    def _build(self, scanner: Scanner, found: Mapping[str, Any], options: Mapping[str, Any]) -> S:
        """Return the position of the parts of a line, once it has been tried out."""
        game, rest = self._game, dict(found)
        if _VIEWER in rest and _SEED in rest:
            raise scanner.error(f"{_SEED} or {_VIEWER}: a view has no seed", 0)
        try:
            names = {_PLAYERS: "players", _TO_MOVE: "to_move", _TURN: "turn", _SEED: "_seed"}
            parts = {names[name]: rest.pop(name) for name in names if name in rest}
            first = game.new_game(parts["players"], options, seed=0)
            viewer = rest.pop(_VIEWER, STATE)
            usual = () if viewer == STATE else (("viewer", viewer),)
            position = self._make(
                **rest, **parts, **dict(usual), _options=tuple(first.options.items())
            )
            _check_position(game, position)
            # An author can say which positions have no line, or write another.
            line = game.format_position(position)
            if viewer == STATE:
                position = attrs.evolve(position, _moves=(), _line=line)
        except Exception as error:  # noqa: BLE001 - an author's code met a text from anyone
            raise scanner.error(f"a position to which a game leads: {error}", 0) from None
        return position


def _check_position(game: RecordedGame[S, M], position: S) -> None:
    """Raise an error if no game leads to a position, as far as the author's methods know."""
    state = position
    check_fields(position)
    if position.viewer == STATE:
        check_decks(position)
        views = [game.observe(position, seat) for seat in (None, *range(position.players))]
    else:
        views = [position]
    for view in views:
        world = game.determinize(view, SplitMix(0, 0))
        if game.observe(world, view.viewer) != view:
            raise InvalidValue("no world that guess draws shows this view")
        if position is view:
            state = world
    if game._outcomes(state):
        raise InvalidValue("chance comes next, not a player's decision")
    for seat in position.to_move:
        if position.viewer in {STATE, seat}:
            game.legal_moves(position)
    if not position.to_move and position.viewer == STATE:
        game.final_winner(position)


def _scan_value(scanner: Scanner, codec: Codec[Any]) -> Any:  # noqa: ANN401 - a field's value
    """Read a value as JSON."""
    start = scanner.position
    try:
        data, scanner.position = _VALUES.raw_decode(scanner.text, start)
        return _read_data(scanner, codec, data, start)
    except json.JSONDecodeError as error:
        raise scanner.error(f"a value in JSON ({error.msg})", error.pos) from None
    except RecursionError:
        raise scanner.error("a value that is not nested so deeply", start) from None


def _read_data(scanner: Scanner, codec: Codec[Any], data: object, start: int) -> Any:  # noqa: ANN401 - a field's value
    try:
        return codec.read(data)
    except DecodingError as error:
        [(path, reason), *_] = error.faults
        place = f"{path}: " if path else ""
        raise scanner.error(place + reason.removeprefix("expected "), start) from None


def _word_of_field(codec: Codec[Any], grid: Grid | None) -> Spelling[Any]:
    """Return the word of a field: its value as JSON, or the rows of a grid."""

    def scan(scanner: Scanner, _table: object, _known: spellings.Known) -> Any:  # noqa: ANN401 - a field's value
        if grid is None or scanner.text.startswith("[", scanner.position):
            return _scan_value(scanner, codec)
        return _scan_rows(scanner, codec)

    def write(value: object, position: Any, _known: spellings.Known) -> str:  # noqa: ANN401 - each game has its class
        data = codec.write(value)
        if grid is None or not _has_rows(data):
            return json.dumps(data, separators=(",", ":")).replace("#", _HASH)
        width, _ = grid.sides(position)
        rows = (data[at : at + width] for at in range(0, len(data), width))
        return _ROW_END.join(map("".join, rows))

    return Spelling(_ANYTHING, scan, "a value in JSON", write)


def _has_rows(cells: Any) -> TypeGuard[list[str]]:  # noqa: ANN401 - JSON data
    """Return True if rows can contain all cells."""
    return all(isinstance(cell, str) and _CELL.fullmatch(cell) for cell in cells)


def _scan_rows(scanner: Scanner, codec: Codec[Any]) -> Any:  # noqa: ANN401 - a field's value
    """Read the cells of a grid by its rows."""
    start = scanner.position
    rows = scanner.need(_ROWS, "rows of cells, or a list in JSON").split(_ROW_END)
    at = start
    for row in rows:
        if len(row) != len(rows[0]):
            raise scanner.error(f"a row of {count_things(len(rows[0]), 'cell')}", at)
        at += len(row) + 1
    return _read_data(scanner, codec, [*"".join(rows)], start)


_SEAT = spellings.number(0, 999, "a seat")
_WORDS: Mapping[str, Spelling[Any]] = {
    _PLAYERS: spellings.number(1, 1000),
    _TO_MOVE: spellings.spelling_or_none(spellings.several(_SEAT), _NOBODY, nothing=()),
    _TURN: spellings.number(0, None),
    _SEED: spellings.number(0, LARGEST_INTEGER),
    _VIEWER: spellings.spelling_or_none(_SEAT, _ALL),
}
"""The words of the table and the viewer."""
