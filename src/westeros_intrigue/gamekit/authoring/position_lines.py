"""A position of an author's game in one line: its fields by name, then the table and the viewer.

    stones 5; players 2; to-move 0; turn 3; by-seed 1

A field's value is written as JSON, as its annotation says. What has its usual value is left out,
and so are the log and the moves that led to the position. A state that is read begins a game of its
own, whose record contains the line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import attrs

from westeros_intrigue.gamekit.authoring.authored import RecordedGame
from westeros_intrigue.gamekit.authoring.position import STATE, Position, extra_fields
from westeros_intrigue.gamekit.chance import SplitMix
from westeros_intrigue.gamekit.codecs import LARGEST_INTEGER, Codec, array, integer
from westeros_intrigue.gamekit.documents import Codecs
from westeros_intrigue.gamekit.english import count_things, did_you_mean, join_words
from westeros_intrigue.gamekit.errors import DecodingError, InvalidValue
from westeros_intrigue.gamekit.limits import Length
from westeros_intrigue.gamekit.options import option_text
from westeros_intrigue.gamekit.text import Scanner, pattern, read_whole

S = TypeVar("S", bound=Position)
M = TypeVar("M")

_PLAYERS, _TO_MOVE, _TURN, _OPTION, _SEED, _VIEWER = (
    "players", "to-move", "turn", "with-option", "by-seed", "seen-by",
)  # fmt: skip
"""No field has such a name: two are of `Position`, and Python has no names with a dash."""
_NOBODY, _ALL = "nobody", "all"
_NAME = pattern("[a-z_][a-z0-9_-]*")
_WORDS = pattern("[^;]*")
_SEMICOLON = pattern(r"[ \t]*;[ \t]*")
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
        self._fields = codecs.fields(cls, extra_fields(cls))
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
        for name, codec in self._fields.items():
            value = getattr(position, name)
            if value != self._usual[name]:
                data = json.dumps(codec.write(value), separators=(",", ":"))
                yield f"{name} {data.replace('#', _HASH)}"
        yield f"{_PLAYERS} {position.players}"
        yield f"{_TO_MOVE} {' '.join(map(str, position.to_move)) or _NOBODY}"
        if position.turn:
            yield f"{_TURN} {position.turn}"
        usual = dict(self._game.new_game(position.players, {}, seed=0).options)
        for name, option in position.options.items():
            if usual.get(name) != option:
                yield f"{_OPTION} {name} {option_text(option)}"
        if position.viewer != STATE:
            yield f"{_VIEWER} {_ALL if position.viewer is None else position.viewer}"
        elif position._seed is not None:
            yield f"{_SEED} {position._seed}"

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
        return self._build(scanner, found, options)

    @property
    def _needed(self) -> list[str]:
        return [name for name, usual in self._usual.items() if usual is attrs.NOTHING]

    def _scan_part(self, scanner: Scanner, found: dict[str, Any], options: dict[str, Any]) -> str:
        """Read a part, and return its name."""
        start = scanner.position
        known = [*self._fields, *_CODECS, _OPTION, _VIEWER]
        name = (scanner.read_match(_NAME) or "").lower()
        if name not in known:
            expected = f"{join_words(known, 'or')}{did_you_mean(name, known)}"
            raise scanner.error(expected, start)
        scanner.skip_space()
        if name in found:
            raise scanner.error(f"{name} once", start)
        if name == _OPTION:
            self._scan_option(scanner, options)
        elif name == _TO_MOVE:
            found[name] = self._scan_seats(scanner)
        elif name == _VIEWER:
            at, word = scanner.position, scanner.need(_WORDS, "a seat").strip()
            found[name] = None if word == _ALL else _seat_in(scanner, at, word)
        else:
            codec = self._fields.get(name) or _CODECS[name]
            found[name] = _scan_value(scanner, codec)
        return name

    def _scan_option(self, scanner: Scanner, options: dict[str, Any]) -> None:
        start = scanner.position
        known = {option.name: option for option in self._game.OPTIONS}
        name, _, words = scanner.need(_WORDS, "an option").strip().partition(" ")
        if name not in known or name in options:
            once = f"the option {join_words(known, 'or')}, each once" if known else "no option"
            raise scanner.error(once, start)
        try:
            options[name] = known[name].parse(words)
        except ValueError as error:
            raise scanner.error(str(error), start) from None

    def _scan_seats(self, scanner: Scanner) -> tuple[int, ...]:
        start = scanner.position
        words = scanner.need(_WORDS, "seats").split()
        return () if words == [_NOBODY] else tuple(_seat_in(scanner, start, w) for w in words)

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
    if position.viewer == STATE:
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
        return codec.read(data)
    except json.JSONDecodeError as error:
        raise scanner.error(f"a value in JSON ({error.msg})", error.pos) from None
    except DecodingError as error:
        [(path, reason), *_] = error.faults
        place = f"{path}: " if path else ""
        raise scanner.error(place + reason.removeprefix("expected "), start) from None
    except RecursionError:
        raise scanner.error("a value that is not nested so deeply", start) from None


def _seat_in(scanner: Scanner, start: int, word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 4):
        raise scanner.error(f"seats, or {_NOBODY}", start)
    return int(word)


_CODECS: Mapping[str, Codec[Any]] = {
    _PLAYERS: integer(1, 1000),
    _TO_MOVE: array(integer(0), Length()),
    _TURN: integer(0),
    _SEED: integer(0, LARGEST_INTEGER),
}
