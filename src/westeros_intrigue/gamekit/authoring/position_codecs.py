"""The JSON of an author's game: states as the course that leads to them, views as their fields.

A state of a game that began at a position in one line has that line and the moves since.

Reading a state plays its moves again. Reading a view checks that a world drawn from it shows the
same view.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

import attrs

from westeros_intrigue.gamekit import limits
from westeros_intrigue.gamekit.authoring.authored import (
    POSITION,
    AuthoredRecord,
    Course,
    CourseOfLine,
    CourseOfTable,
    RecordedGame,
    course_of,
)
from westeros_intrigue.gamekit.authoring.field_kinds import check_fields
from westeros_intrigue.gamekit.authoring.position import (
    STATE,
    AnyEvent,
    Event,
    Occurrence,
    Position,
    extra_fields,
)
from westeros_intrigue.gamekit.authoring.texts import parse_turn, turn_text
from westeros_intrigue.gamekit.chance import SplitMix
from westeros_intrigue.gamekit.codecs import (
    Codec,
    Data,
    Fields,
    Schema,
    array,
    as_object,
    integer,
    name_schema,
    optional,
    record,
    text,
)
from westeros_intrigue.gamekit.documents import Codecs
from westeros_intrigue.gamekit.errors import InvalidValue, fault, faults_at
from westeros_intrigue.gamekit.options import OptionValue, check_options, options_data
from westeros_intrigue.gamekit.records import RULES_TAG
from westeros_intrigue.gamekit.refusals import IllegalMove

S = TypeVar("S", bound=Position)
M = TypeVar("M")
T = TypeVar("T")

_EVENT = "event"
"""The member that names the class of an event."""
Options = Mapping[str, OptionValue]
"""The options of a table, by name."""


def position_codec(game: RecordedGame[S, M], cls: type[S], codecs: Codecs) -> Codec[S]:
    """Return the codec of a game's positions: a document with a viewer is a view."""
    states, views = StateCodec(game), ViewCodec(game, cls, codecs)

    def write(position: S) -> Data:
        return (states if position.viewer == STATE else views).write(position)

    def read(data: object) -> S:
        is_view = isinstance(data, dict) and "viewer" in data
        return (views if is_view else states).read(data)

    kinds = [*states.schemas, views.schema]
    return name_schema("position", Codec(write, read, {"type": "object", "oneOf": kinds}))


def codecs_of(game: RecordedGame[S, M], position: type[S], kept: type) -> Codecs:
    """Return the codecs of a game's positions and of its records.

    Args:
        game: the game.
        position: the class of positions.
        kept: the class of records.
    """
    return Codecs(
        {
            position: functools.partial(position_codec, game, position),
            kept: functools.partial(record_codec, kept, position, known=game.RULES_VERSION),
            AnyEvent: functools.partial(event_codec, game.EVENTS),
        }
    )


def event_codec(classes: Sequence[type[Occurrence]], codecs: Codecs) -> Codec[AnyEvent]:
    """Return the codec of the events of a log: a member names the class of those of a class."""
    words = codecs.codec_for(Event)
    if not classes:
        return words
    tagged = codecs.codec_by_tag(_EVENT, classes)

    def write(event: AnyEvent) -> Data:
        return (words if isinstance(event, Event) else tagged).write(event)

    def read(data: object) -> AnyEvent:
        is_tagged = isinstance(data, dict) and _EVENT in data
        event: AnyEvent = (tagged if is_tagged else words).read(data)
        return event

    return Codec(write, read, {"oneOf": [words.schema, *tagged.schema["oneOf"]]})


class StateCodec(Generic[S, M]):
    """Converts states: the table and the seed, or a line, and the moves that reading replays."""

    def __init__(self, game: RecordedGame[S, M]) -> None:
        read_turn = functools.partial(parse_turn, game.parse_move)
        turn = text("a seat and its move", "^[0-9]+ ", read_turn, turn_text)
        self._game = game
        common: Fields = {"moves": array(turn, limits.Length()), "rules": integer(1)}
        table: Fields = {
            "players": integer(game.MIN_PLAYERS, game.MAX_PLAYERS),
            "options": _options_codec(game),
            "seed": integer(0),
        }
        line: Fields = {POSITION: text("a position in one line", "^.", str)}
        usual = {"rules": 1}
        self._tables: Codec[Course[S, M]] = record(CourseOfTable, {**table, **common}, usual=usual)
        self._lines: Codec[Course[S, M]] = record(CourseOfLine, {**line, **common}, usual=usual)

    @property
    def schemas(self) -> tuple[Schema, Schema]:
        """The JSON Schemas of the documents: of a game that was set up, or began at a line."""
        tables, lines = self._tables.schema, self._lines.schema
        title = {"title": Position.__name__}
        return {**tables, **title}, {**lines, **title}

    def write(self, state: S) -> Data:
        """Return the document of a state."""
        course = course_of(self._game, state)
        return (self._lines if isinstance(course, CourseOfLine) else self._tables).write(course)

    def read(self, data: object) -> S:
        """Return the state of a document; raise DecodingError if no game leads to it."""
        has_line = isinstance(data, dict) and POSITION in data
        course = (self._lines if has_line else self._tables).read(data)
        with faults_at():
            try:
                course.check_rules(self._game)
                *_, state = course.replay(self._game)
            except (InvalidValue, IllegalMove) as error:
                raise fault(f"no game leads here: {error}") from None
        return state


class ViewCodec(Generic[S, M]):
    """Converts views: the viewer, the options and the fields, which some world must show."""

    def __init__(self, game: RecordedGame[S, M], cls: type[S], codecs: Codecs) -> None:
        names = ("players", "to_move", "turn", "log", *extra_fields(cls))
        self._game = game
        self._make: Callable[..., S] = cls
        self._views = record(
            self._see,
            {
                "viewer": optional(integer(0, game.MAX_PLAYERS - 1)),
                "options": _options_codec(game),
                **codecs.fields(cls, names),
                "players": integer(game.MIN_PLAYERS, game.MAX_PLAYERS),
            },
        )

    @property
    def schema(self) -> Schema:
        """The JSON Schema of the documents."""
        return {**self._views.schema, "title": Position.__name__}

    def write(self, view: S) -> Data:
        """Return the document of a view."""
        return self._views.write(view)

    def read(self, data: object) -> S:
        """Return the view of a document; raise DecodingError if no player can see it."""
        return self._views.read(data)

    def _see(self, options: Options, **fields: object) -> S:
        game = self._game
        try:
            view = self._make(**fields, _options=tuple(options.items()))
            check_fields(view)
            world = game.determinize(view, SplitMix(0, 0))
            is_possible = game.observe(world, view.viewer) == view
        except Exception as error:  # noqa: BLE001 - an author's code met data from anyone
            raise fault(f"no player can see this: {error}") from None
        if not is_possible:
            raise fault("no player can see this")
        return view


def _options_codec(game: RecordedGame[S, M]) -> Codec[Options]:
    def read(data: object) -> Options:
        with faults_at():
            return check_options(game.OPTIONS, as_object(data))

    return Codec(lambda options: options_data(options.items()), read, {"type": "object"})


def record_codec(
    make: Callable[..., T], cls: type[Position], codecs: Codecs, known: int
) -> Codec[T]:
    """Return the codec of a game's records: the document of the state, and the tags.

    A record of other rules than the known version can be read, unlike a state: a tag names them.
    """
    tags = codecs.fields(AuthoredRecord, ["tags"])
    codec = record(make, {"state": codecs.codec_for(cls), **tags})

    def read(data: object) -> T:
        if isinstance(data, dict):
            state, kept = data.get("state"), data.get("tags")
            rules = state.get("rules", 1) if isinstance(state, dict) else known
            is_other = type(rules) is int and rules != known
            if is_other and isinstance(state, dict) and isinstance(kept, list):
                now = {name: part for name, part in state.items() if name != "rules"}
                now |= {"rules": known} if known > 1 else {}
                is_named = any(tag[:1] == [RULES_TAG] for tag in kept if isinstance(tag, list))
                named = kept if is_named else [*kept, [RULES_TAG, str(rules)]]
                data = {**data, "state": now, "tags": named}
        return codec.read(data)

    return attrs.evolve(codec, read=read)
