"""`AuthoredGame`, the base of games that a class makes, and their records.

A record contains the seed and the moves or, if a game began at a position, its line and the moves.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import functools
import operator
import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar, cast

import attrs

from westeros_intrigue.gamekit import records, travel, values
from westeros_intrigue.gamekit.authoring.position import STATE, Occurrence, Position
from westeros_intrigue.gamekit.authoring.texts import parse_turn, turn_text
from westeros_intrigue.gamekit.documents import Documents
from westeros_intrigue.gamekit.errors import InvalidValue, NotationError, WrongType
from westeros_intrigue.gamekit.game import Game
from westeros_intrigue.gamekit.options import OptionValue, option_text
from westeros_intrigue.gamekit.records import GameRecord, WritableFile
from westeros_intrigue.gamekit.rulebook import Rule, Rulebook
from westeros_intrigue.gamekit.text import (
    LINE_LIMIT,
    UP_TO_COMMENT,
    AnyTags,
    LineReader,
    Records,
    Scanner,
    Tags,
    TextFile,
    field,
    number,
    pattern,
    tag_pairs,
    write_text,
)

PREFIX = "_game_in_"
"""The beginning of the names of modules that were imported from a file by its path."""
A = TypeVar("A")
S = TypeVar("S", bound=Position)
M = TypeVar("M")


class AuthoredGame(Generic[A]):
    """A game that is the only instance of its class; `A` is the class of its states.

    Records and players therefore stay equal to the game's when they are unpickled.
    """

    NAME: str
    """The name; by default the name of the class, in words."""
    KEY: str
    """The name in files and of the entry point; by default the name of the class with dashes, even
    if a base class sets another."""
    RULES_VERSION: int
    """The version of the rules, in records."""
    _only: ClassVar[Any]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        words = re.sub("(?<!^)(?=[A-Z])", " ", cls.__name__.strip("_"))
        for name, value in (("NAME", words), ("KEY", words.replace(" ", "-").lower())):
            if name not in vars(cls):
                setattr(cls, name, value)

    def __new__(cls) -> Self:
        """Check the class, then make and return its only instance."""
        if "_only" not in vars(cls):
            game = super().__new__(cls)
            if faults := "\n    ".join(game._find_faults()):
                raise WrongType(f"the game {cls.__name__} is not complete:\n    {faults}")
            cls._only = game
        return cast("Self", cls._only)

    @abstractmethod
    def _find_faults(self) -> Iterable[str]:
        """Return the reasons that the game cannot be played."""

    def __reduce__(self) -> tuple[type[Self], tuple[()]]:
        return type(self), ()

    def __repr__(self) -> str:
        return f"<game {self.KEY}>"

    @property
    @abstractmethod
    def RULEBOOK(self) -> Rulebook:  # noqa: N802 - a name of Game
        """The rules by id."""

    @property
    @abstractmethod
    def DOCUMENTS(self) -> Documents:  # noqa: N802 - a name of Game
        """The JSON of states, views and records."""

    def _find_documents(self, key: str) -> Documents:
        """Return the documents in another process, where the game need not be installed."""
        del key
        return self.DOCUMENTS

    @property
    def _record_class(self) -> type[GameRecord[A]]:
        """The class of which the records of the game are a subclass."""
        return AuthoredRecord

    @property
    def Record(self) -> type[GameRecord[A]]:  # noqa: N802 - a name of Game
        """The class of records, under the title of this game."""
        return self._authored_record_class

    def _record_members(self) -> dict[str, object]:
        """Return members of the class of records that only this kind of game has."""
        return {}

    @cached_property
    def _authored_record_class(self) -> type[GameRecord[A]]:
        members = {
            **self._record_members(),
            "TITLE": f"{self.NAME} record",
            "RULES_VERSION": self.RULES_VERSION,
            "_game": self,
            "__slots__": (),
            "__reduce__": recipe_of_record,
        }
        kept = type(f"{type(self).__name__}Record", (self._record_class,), members)
        form = travel.later_form(self.KEY, lambda: self.DOCUMENTS._form_of(kept))
        travel.give_form(kept, form)
        return kept

    def rule(self, rule_id: str, /) -> Rule:
        """Return the rule of an id; raise InvalidValue for an unknown id."""
        return self.RULEBOOK.rule(rule_id)

    def play_on(self, state: A, players: Sequence[object], rngs: Sequence[object], /) -> A:
        """Return the state itself: all players choose from their views.

        Args:
            state: any state.
            players: the players, who are asked elsewhere.
            rngs: their sources of random numbers.
        """
        del players, rngs
        return state

    def read_records(
        self, file: TextFile, options: Mapping[str, OptionValue] = {}, /
    ) -> Records[GameRecord[A]]:
        """Return an iterator over the records in a file.

        Args:
            file: an open text file, or its lines.
            options: the files that the games were played with.
        """
        return self.Record.read_records(file, options)

    def write_records(self, records_: Iterable[GameRecord[A]], file: WritableFile, /) -> None:
        """Write records to a file, each followed by an empty line.

        Args:
            records_: the records.
            file: an open text file.
        """
        records.write_records(records_, file)


class RecordedGame(Game[S, S, M], Protocol[S, M]):
    """A game of which a seed and the moves are the record."""

    @property
    def RULES_VERSION(self) -> int:  # noqa: N802 - a name of games
        """The version of the rules."""
        ...

    EVENTS: ClassVar[tuple[type[Occurrence], ...]]
    """The classes of events."""

    def _check_position(self, source: str, position: object, /) -> None: ...

    def _outcomes(self, state: S, /) -> Sequence[tuple[S, int]]: ...

    def parse_position(self, text: str, options: Mapping[str, OptionValue] = {}, /) -> S:
        """Return the position of a line."""
        ...

    def format_position(self, position: S, /) -> str:
        """Return a position as a line."""
        ...


@attrs.frozen
class Course(Generic[S, M]):
    """The course of a game to a state."""

    moves: Iterable[tuple[int, M]] = attrs.field(kw_only=True)
    """The seat and the move of each turn."""
    rules: int = attrs.field(default=1, kw_only=True)
    """The version of the rules."""

    @abstractmethod
    def first_state(self, game: RecordedGame[S, M]) -> S:
        """Return the state at which the game begins; raise InvalidValue if there is none."""

    @abstractmethod
    def head(self) -> Mapping[str, str]:
        """Return the lines of a record before its moves, by name."""

    def check_rules(self, game: RecordedGame[S, M]) -> None:
        """Raise InvalidValue if the game has replaced these rules."""
        if self.rules != game.RULES_VERSION:
            raise InvalidValue(
                f"it is of version {self.rules} of the rules of {game.NAME}, and this is version "
                f"{game.RULES_VERSION}: play it with the package that wrote it"
            )

    def replay(self, game: RecordedGame[S, M]) -> Iterator[S]:
        """Yield each state; by the rules of today, whatever its version is."""
        state = self.first_state(game)
        yield state
        for seat, move in self.moves:
            state = game.apply(state, move, player=seat)
            yield state


@attrs.frozen
class CourseOfTable(Course[S, M]):
    """The course of a game that was set up."""

    players: int
    """The number of seats."""
    options: Mapping[str, OptionValue]
    """The options of the table, by name."""
    seed: int
    """The source of all random numbers."""

    def first_state(self, game: RecordedGame[S, M]) -> S:
        """Return the state after the setup."""
        return game.new_game(self.players, self.options, seed=self.seed)

    def head(self) -> Mapping[str, str]:
        """Return the lines with the players, the seed and the options."""
        options = {name: option_text(value) for name, value in self.options.items()}
        return {"players": str(self.players), "seed": str(self.seed), **options}


@attrs.frozen
class CourseOfLine(Course[S, M]):
    """The course of a game that began at a position in one line."""

    position: str
    """The line, as `format_position` writes it."""

    def first_state(self, game: RecordedGame[S, M]) -> S:
        """Return the state of the line; raise NotationError if there is none."""
        state = game.parse_position(self.position)
        if state.viewer != STATE:
            raise InvalidValue("a game begins with the line of a state, not of a view")
        if state._line != self.position:
            # Otherwise, two records of one game would differ.
            raise InvalidValue(f"write it as format_position does, {state._line}")
        return state

    def head(self) -> Mapping[str, str]:
        """Return the line with the position."""
        return {POSITION: self.position}


def course_of(game: RecordedGame[S, M], state: S) -> Course[S, M]:
    """Return the course of a game to a state; raise InvalidValue if it did not begin there."""
    if state._moves is not None and state._line:
        if len(state._line) > _LONGEST_START:
            raise InvalidValue(
                f"a record begins with a line of at most {_LONGEST_START} characters, not "
                f"{len(state._line)}"
            )
        return CourseOfLine(state._line, moves=state._moves, rules=game.RULES_VERSION)
    if state._moves is None or state._seed is None:
        position = "a view" if state.viewer != STATE else "a state drawn from a view"
        raise InvalidValue(
            f"{position} does not contain the whole game: pass a state from setup on, or from "
            "parse_position"
        )
    return CourseOfTable(
        state.players, state.options, state._seed, moves=state._moves, rules=game.RULES_VERSION
    )


POSITION: Final = "position"
"""The line of a record, and the member of a document, with the position at which it began."""
_BEGUN = pattern(rf"[ \t]*{POSITION}[ \t]*:")
_LONGEST_START = LINE_LIMIT - 20
"""The most characters of such a position; the name of its line comes before it."""


@attrs.frozen
class AuthoredRecord(records.GameRecord[Any], travel.Travels):
    """A game as text: the players, the options, the seed, and a line for each seat and move.

    A game that began at a position has its line instead of the players, the options and the seed.
    """

    _game: ClassVar[RecordedGame[Position, object]]

    # Pyright does not know that a frozen field may stand for a property.
    state: Position  # pyright: ignore[reportIncompatibleMethodOverride]
    tags: Tags = attrs.field(default=(), converter=tag_pairs)

    def __attrs_post_init__(self) -> None:
        self._game._check_position("", self.state)
        course_of(self._game, self.state)

    @classmethod
    def from_state(cls, state: Position, *, tags: AnyTags = ()) -> Self:
        """Return the record of a game up to a state."""
        return cls(state, records.with_rules(tags, cls.RULES_VERSION))

    def _count_moves(self) -> int:
        return len(self.state._moves or ())

    @classmethod
    def _read(cls, _rng: object, lines: list[Scanner], /) -> Self:
        game = cls._game
        read_turn = functools.partial(parse_turn, game.parse_move)
        course: Course[Position, object]
        if any(_BEGUN.match(line.text) for line in lines):
            begun = {POSITION: functools.partial(_scan_position, game)}
            text = LineReader(cls.TITLE, begun, read_turn).read(lines)
            course = CourseOfLine(text.head[POSITION], moves=text.moves)
            tags = tuple(text.tags)
        else:
            options = {option.name: field(option.parse, option.help) for option in game.OPTIONS}
            names = ("players", "seed", "rules")
            fields = {**dict.fromkeys(names, field(number, "a number")), **options}
            text = LineReader(cls.TITLE, fields, read_turn, needed=names[:2]).read(lines)
            numbers: dict[str, int] = {
                name: text.head.pop(name) for name in names if name in text.head
            }
            course = CourseOfTable(**numbers, options=text.head, moves=text.moves)
            tags = tuple(text.tags)
            if "rules" in numbers:  # texts of before had a line instead of the tag
                tags = records.with_rules(tags, numbers["rules"])
        other = records.other_rules(tags, cls.RULES_VERSION)
        places = ((text.line, 1), *text.places)
        state = records.last_state(course.replay(game), places, other)
        return cls(state, tags)

    def replay(self) -> Iterator[Position]:
        """Yield each state of the game."""
        return course_of(self._game, self.state).replay(self._game)

    def __str__(self) -> str:
        course = course_of(self._game, self.state)
        return write_text(
            self.TITLE, self.tags, course.head().items(), map(turn_text, course.moves)
        )


def _scan_position(game: RecordedGame[S, M], scanner: Scanner) -> str:
    """Return the line at which a game begins; errors have their place in the record."""
    start = scanner.position
    text = scanner.read_match(UP_TO_COMMENT) or ""
    try:
        line = text.strip()
        CourseOfLine[S, M](line, moves=()).first_state(game)
    except NotationError as error:
        raise scanner.error(error.expected, start + error.column - 1) from None
    except InvalidValue as error:
        raise scanner.error(f"a position ({error})", start) from None
    return line


def recipe_of_record(record: Any) -> values.Recipe:  # noqa: ANN401 - a record of any game
    """Return the recipe of a record for pickles: its class has no name but the game's."""
    _, parts = values.Value.__reduce__(record)
    return operator.methodcaller("Record", *parts), (record._game,)
