"""The parts that you need not write for a game: options, texts, records and documents.

Options come from the signature of `start`, texts from the names of fields. A record contains the
seed and the moves; so does the document of a state, and reading it replays them. The document of a
view contains its fields; reading it checks that a world drawn from the view shows the same view.
"""

from __future__ import annotations

import functools
import inspect
import operator
import re
import typing
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Literal, Self

import attrs

from westeros_intrigue.gamekit import chance, documents, english, limits, records, values
from westeros_intrigue.gamekit.authoring.position import STATE, Position
from westeros_intrigue.gamekit.codecs import (
    Codec,
    Data,
    array,
    as_object,
    integer,
    name_schema,
    optional,
    record,
    text as text_codec,
)
from westeros_intrigue.gamekit.errors import (
    MOST_LISTED,
    InvalidValue,
    NotationError,
    WrongType,
    fault,
    faults_at,
)
from westeros_intrigue.gamekit.game import AnyGame
from westeros_intrigue.gamekit.options import (
    Option,
    OptionKind,
    OptionValue,
    check_options,
    option_text,
    options_data,
)
from westeros_intrigue.gamekit.pictures import Picture
from westeros_intrigue.gamekit.text import (
    AnyTags,
    LineReader,
    Scanner,
    Tags,
    field,
    number,
    tag_pairs,
    write_text,
)
from westeros_intrigue.gamekit.values import Word

_LARGEST_OPTION = 1_000_000
_LONGEST_SHOWN = 40


_TAKEN = ("players", "seed", "rng", "rules")
"""Names that an option cannot have."""


def options_of(cls: type[Any]) -> Iterator[Option]:
    """Yield the options of a table: the keyword-only parameters of `start`."""
    given = [*inspect.signature(cls.start).parameters.values()][3:]  # after self, players, rng
    if not given:
        return
    try:
        hints = typing.get_type_hints(cls.start, include_extras=True)
    except NameError as error:
        raise WrongType(
            f"the options of start cannot be read: {error}; import it where the program can see "
            "it, not under TYPE_CHECKING"
        ) from None
    for each in given:
        fault = ""
        if each.kind is not each.KEYWORD_ONLY:
            fault = "must be keyword-only: write * before it"
        elif each.default is each.empty:
            fault = "needs a default"
        elif each.name in _TAKEN:
            fault = f"needs another name: {english.join_words(_TAKEN, 'and')} have a meaning here"
        if fault:
            raise WrongType(f"the option {each.name} of start {fault}")
        option = _option(each.name, hints.get(each.name), each.default)
        if each.default is not None:
            attrs.evolve(option, name=f"the default of {each.name}").check(each.default)
        yield option


def _option(name: str, hint: Any, default: object) -> Option:  # noqa: ANN401 - any annotation
    parts = typing.get_args(hint)
    if type(None) in parts:
        hint = next(each for each in parts if each is not type(None))
    metadata: tuple[Any, ...] = getattr(hint, "__metadata__", ())
    kind = hint.__origin__ if metadata else hint
    phrase = next((each for each in metadata if isinstance(each, str)), name.replace("_", " "))
    if kind is bool:
        return Option(name, OptionKind.FLAG, phrase)
    if default is not None:
        phrase = f"{phrase} (default {default})"
    if kind is int and (
        span := next((each for each in metadata if isinstance(each, limits.Range)), None)
    ):
        most = _LARGEST_OPTION if span.high is None else span.high
        return Option(name, OptionKind.NUMBER, phrase, least=span.low, most=most)
    choices = typing.get_args(kind)
    if typing.get_origin(kind) is Literal and all(map(is_line, choices)):
        return Option(name, OptionKind.CHOICE, phrase, choices=choices)
    raise WrongType(
        f'the option {name} of start must be a bool, Annotated[int, Range(1, 9), "help"] or a '
        f"Literal of strings in which no word begins with #, not {hint}"
    )


def is_line(text: object) -> bool:
    """Return True if a value is text that a line of a record can contain."""
    is_printed = isinstance(text, str) and text.isprintable()
    return is_printed and f" {text}".partition(" #")[0].strip() == text


def first_line(player: Any) -> str:  # noqa: ANN401 - any function
    """Return the first line of a player's docstring or, without one, its name."""
    return (inspect.getdoc(player) or player.__name__).partition("\n")[0].rstrip(".")


def accepts(found: Any, wanted: Callable[..., object]) -> bool:  # noqa: ANN401 - any attribute
    """Return whether a function can be called like another one."""
    parameters = inspect.signature(wanted).parameters.values()
    by_name = [each.name for each in parameters if each.kind is each.KEYWORD_ONLY]
    try:
        inspect.signature(found).bind(
            *range(len(parameters) - len(by_name)), **dict.fromkeys(by_name)
        )
    except TypeError:
        return False
    except ValueError:  # a function written in C can have no signature
        return True
    return True


def show_signature(name: str, function: Any, names: Mapping[str, type] = {}) -> str:  # noqa: ANN401 - any attribute
    """Return the declaration of a function, with these types instead of type variables.

    >>> show_signature("shuffle", lambda cards: None)
    'def shuffle(cards)'
    """
    if not callable(function):
        return values.short_repr(function)
    text = str(inspect.signature(function)).replace("'", "")
    for letter, cls in names.items():
        text = re.sub(rf"\b{letter}\b", getattr(cls, "__name__", str(cls)), text)
    return f"def {name}{text}"


# Moves and positions as text.


def parse_move(cls: Any, text: str) -> Any:  # noqa: ANN401 - the class of moves
    """Return the move that a text describes; raise NotationError for any other text.

    Raises:
        WrongType: the class of moves raises something else than ValueError for the text.
    """
    if cls is int:
        expected = "a whole number"
        if re.fullmatch("-?[0-9]{1,15}", text, re.ASCII):
            return int(text)
    elif cls is str:
        expected = "one word, in ASCII, that does not begin with #"
        if re.fullmatch(r"(?!#)[!-~]{1,100}", text):
            return text
    elif issubclass(cls, Word):
        expected = english.join_words([*cls][:MOST_LISTED], "or")
        if text in {*map(str, cls)}:
            return cls(text)
    else:
        try:
            return cls.parse(text)
        except NotationError:
            raise
        except ValueError as error:
            expected = f"a move ({error})"
        except Exception as error:
            raise WrongType(
                f"{cls.__name__}.parse must raise ValueError for a text that is not a move, but "
                f"for {values.short_repr(text)} it raises {type(error).__name__}: {error}"
            ) from error
    raise NotationError(text[:_LONGEST_SHOWN], 1, 1, expected)


def has_seats(field: str, position: Position) -> bool:
    """Return True if a field has as many values as the position has seats."""
    value = getattr(position, field)
    return type(value) is tuple and len(value) == position.players


def lines_of(position: Position, seat_fields: Container[str]) -> Iterator[str]:
    """Yield a line for each field that the author added, or for each seat of a seat field."""
    for each in extra_fields(type(position)):
        value, name = getattr(position, each), each.replace("_", " ")
        if each in seat_fields and has_seats(each, position):
            for seat, part in enumerate(value):
                yield f"player {seat}'s {name}: {_in_words(part)}"
        else:
            yield f"{name}: {_in_words(value)}"


def extra_fields(cls: type[Position]) -> list[str]:
    """Return the names of the fields that the author of a game added to `Position`."""
    base = attrs.fields_dict(Position)
    return [each.name for each in attrs.fields(cls) if each.name not in base]


def find_taken_names(cls: type[Position]) -> Iterator[str]:
    """Yield a fault for each of the author's fields that cannot have its name."""
    taken = {*dir(Position), "game", "kind", "moves", "rules", "seed", "version"}
    for base in cls.__mro__[: cls.__mro__.index(Position)]:
        for name in inspect.get_annotations(base):
            if name in taken:
                yield f"{cls.__name__}.{name}: choose another name, since the kit uses this one"
            elif name.startswith("_"):
                yield f"{cls.__name__}.{name}: choose a name that does not begin with _"


def _in_words(value: object) -> str:
    if type(value) is tuple:
        return " ".join(map(_in_words, value)) or "-"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "-"}[value]
    return str(value)


def text_picture(title: str, text: str) -> Picture:
    """Return an SVG picture of lines of text."""
    from html import escape  # noqa: PLC0415 - for pictures only

    # XML forbids control characters, such as the codes of colours.
    lines = [values.UNPRINTABLE.sub("\ufffd", line) for line in text.expandtabs().splitlines()]
    width, height = 9 * max(map(len, lines)) + 20, 20 * len(lines) + 12
    # The page replaces `player 0's` by a name, so the apostrophe must stay.
    rows = "".join(
        f'<text x="10" y="{20 * at + 22}" xml:space="preserve">{escape(line, quote=False)}</text>'
        for at, line in enumerate(lines)
    )
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="monospace" font-size="15" fill="currentColor">'
        f"<title>{escape(title)}</title>{rows}</svg>"
    )


# Records.


@attrs.frozen
class AuthoredRecord(records.GameRecord[Any]):
    """A game as text: the players, the options, the seed, and a line for each seat and move."""

    _game: ClassVar[Any]

    # Pyright does not know that a frozen field may stand for a property.
    state: Position  # pyright: ignore[reportIncompatibleMethodOverride]
    tags: Tags = attrs.field(default=(), converter=tag_pairs)

    def __attrs_post_init__(self) -> None:
        self._game._check_position("", self.state)
        _course_of(self._game, self.state)

    @classmethod
    def from_state(cls, state: Position, *, tags: AnyTags = ()) -> Self:
        """Return the record of a game up to a state."""
        return cls(state, tags)

    @classmethod
    def _read(cls, _rng: object, lines: list[Scanner], /) -> Self:
        options = {each.name: field(each.parse, each.help) for each in cls._game.OPTIONS}
        names = ("players", "seed", "rules")
        fields = {**dict.fromkeys(names, field(number, "a number")), **options}
        read_turn = functools.partial(_read_turn, cls._game)
        game = LineReader(cls.TITLE, fields, read_turn, needed=names[:2]).read(lines)
        played = {name: game.head.pop(name) for name in names if name in game.head}
        states = _Course(**played, options=game.head, moves=game.moves).replay(cls._game)
        turns = [line for line in lines if not line.text.lstrip().startswith("#")]
        state = _read_state(states, lines[0])
        for line in turns[len(turns) - len(game.moves) :]:
            state = _read_state(states, line)
        return cls(state, game.tags)

    def replay(self) -> Iterator[Any]:
        """Yield each state of the game."""
        return _course_of(self._game, self.state).replay(self._game)

    def __str__(self) -> str:
        course = _course_of(self._game, self.state)
        head = {name: str(getattr(course, name)) for name in ("rules", "players", "seed")}
        if course.rules == 1:
            del head["rules"]
        head |= {name: option_text(value) for name, value in course.options.items()}
        return write_text(self.TITLE, self.tags, head.items(), map(_turn_text, course.moves))


def _read_state(states: Iterator[Position], line: Scanner) -> Position:
    """Return the next state of a record's game; an error names the line that leads to it."""
    try:
        return next(states)
    except InvalidValue as error:
        expected = f"a game that can be played again: {error}"
        raise NotationError(line.text[:_LONGEST_SHOWN], line.line, 1, expected) from None


def recipe_of_record(record: Any) -> values.Recipe:  # noqa: ANN401 - a record of any game
    """Return the recipe of a record for pickles: its class has no name but the game's."""
    _, parts = values.Value.__reduce__(record)
    return operator.methodcaller("Record", *parts), (record._game,)


@attrs.frozen
class _Course:
    """The course of a game from its setup to a state."""

    players: int
    options: Mapping[str, OptionValue]
    seed: int
    moves: Iterable[tuple[int, Any]]
    rules: int = 1

    def replay(self, game: Any) -> Iterator[Position]:  # noqa: ANN401 - a game of the kit
        """Yield each state. Raise InvalidValue if the game has replaced these rules."""
        if self.rules != game.RULES_VERSION:
            raise InvalidValue(
                f"it is of version {self.rules} of the rules of {game.NAME}, and this is version "
                f"{game.RULES_VERSION}: play it with the package that wrote it"
            )
        state: Position = game.new_game(self.players, self.options, seed=self.seed)
        yield state
        for seat, move in self.moves:
            state = game.apply(state, move, player=seat)
            yield state


def _course_of(game: Any, state: Any) -> _Course:  # noqa: ANN401 - a game of the kit, and its state
    if state._moves is None:
        what = "a view" if state.viewer != STATE else "a state drawn from a view"
        raise InvalidValue(f"{what} does not contain the whole game: pass a state from setup on")
    return _Course(state.players, state.options, state._seed, state._moves, game.RULES_VERSION)


def _read_turn(game: AnyGame, text: str) -> tuple[int, Any]:
    seat, _, move = text.partition(" ")
    if not (seat.isascii() and seat.isdecimal() and len(seat) < 4):
        raise NotationError(text[:_LONGEST_SHOWN], 1, 1, "a seat and its move")
    try:
        return int(seat), game.parse_move(move)
    except NotationError as error:
        column = len(seat) + 1 + error.column
        raise NotationError(error.text, 1, column, error.expected) from None


def _turn_text(turn: tuple[int, Any]) -> str:
    return f"{turn[0]} {turn[1]}"


# Documents: a state is its game, a view is its fields.


def position_codec(game: Any, cls: type[Any], codecs: documents.Codecs) -> Codec[Any]:  # noqa: ANN401 - a game of the kit
    """Return the codec of a game's positions: states as seed and moves, views as their fields."""
    read_turn = functools.partial(_read_turn, game)
    turn = text_codec("a seat and its move", "^[0-9]+ ", read_turn, _turn_text)
    seats = integer(game.MIN_PLAYERS, game.MAX_PLAYERS)

    def read_options(data: object) -> Mapping[str, OptionValue]:
        with faults_at():
            return check_options(game.OPTIONS, as_object(data))

    options: Codec[Mapping[str, OptionValue]] = Codec(
        lambda given: options_data(given.items()), read_options, {"type": "object"}
    )

    def play(**played: Any) -> Position:  # noqa: ANN401 - the members of a state's document
        try:
            *_, state = _Course(**played).replay(game)
        except InvalidValue as error:
            raise fault(f"no game leads here: {error}") from None
        return state

    def see(options: Mapping[str, OptionValue], **fields: Any) -> Position:  # noqa: ANN401 - of a view
        try:
            view: Position = cls(**fields, _options=tuple(options.items()))
            world = game.determinize(view, chance.SplitMix(0, 0))
            is_possible = game.observe(world, view.viewer) == view
        except Exception as error:  # noqa: BLE001 - an author's code met data from anyone
            raise fault(f"no player can see this: {error}") from None
        if not is_possible:
            raise fault("no player can see this")
        return view

    members: dict[str, Codec[Any]] = {
        "players": seats,
        "options": options,
        "seed": integer(0),
        "moves": array(turn, limits.Length()),
        "rules": integer(1),
    }
    states: Codec[Any] = record(play, members, usual={"rules": 1})
    kept = ("players", "to_move", "turn", "log", *extra_fields(cls))
    members = {
        "viewer": optional(integer(0, game.MAX_PLAYERS - 1)),
        "options": options,
        **codecs.fields(cls, kept),
        "players": seats,
    }
    views = record(see, members)

    def write(position: Any) -> Data:  # noqa: ANN401 - a position of the game
        if position.viewer != STATE:
            return views.write(position)
        return states.write(_course_of(game, position))

    def read(data: object) -> Position:
        is_view = isinstance(data, dict) and "viewer" in data
        return (views if is_view else states).read(data)

    kinds = [dict(each.schema) for each in (states, views)]
    for kind in kinds:
        del kind["additionalProperties"]  # a document adds its head
    schema = {"type": "object", "oneOf": kinds, "additionalProperties": False}
    return name_schema("position", Codec(write, read, schema))


def record_codec(record_class: Any, cls: type[Any], codecs: documents.Codecs) -> Codec[Any]:  # noqa: ANN401 - of any game
    """Return the codec of a game's records: the document of the state, and the tags."""
    tags = codecs.fields(AuthoredRecord, ["tags"])
    return record(record_class, {"state": codecs.codec_for(cls), **tags})
