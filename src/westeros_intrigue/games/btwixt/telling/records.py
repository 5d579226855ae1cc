"""Records, documents and table options: games stored, sent and set up again.

A record contains everything needed to replay a game. Its text has lines of a name and a colon, an
empty line, and one move per line. The document of a GameState is its record; reading either replays
the game, so it follows the rules. The document of a View can be sent to its leader. A box is
written in full, except the sample, which is only named. The options of a table accept a box from a
file.

A view from outside is replayed: its log must lead to it, and it must be possible to draw a world
with the same view.

Rules: info.public, info.memory, round.steps, order.depth, setup.chance, bid.turn, info.hand,
box.catalogue, variant.combine.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import marshal
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from itertools import repeat
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Final, Self, cast

import attrs

from westeros_intrigue.gamekit import errors, limits, lines, records, spellings, values
from westeros_intrigue.gamekit.agenda import Step
from westeros_intrigue.gamekit.codecs import Codec, Data, bytes_of, differences, name_schema, text
from westeros_intrigue.gamekit.documents import Codecs, Documents
from westeros_intrigue.gamekit.game import find_documents
from westeros_intrigue.gamekit.options import NewGames, Option, OptionKind
from westeros_intrigue.gamekit.results import Criterion, FinalResult
from westeros_intrigue.gamekit.text import (
    LINE_LIMIT,
    AnyTags,
    LineReader,
    Place,
    Scan,
    Scanner,
    pattern,
    tag_pairs,
    write_text,
)
from westeros_intrigue.games import game_codecs, texts
from westeros_intrigue.games.btwixt.knowledge.trials import BOX_FILES
from westeros_intrigue.games.btwixt.pieces.box import BOX, SAMPLE_BOX, Box
from westeros_intrigue.games.btwixt.pieces.cards import MAX_PLAYERS, MIN_PLAYERS, Card, Ids
from westeros_intrigue.games.btwixt.pieces.chance import Chance
from westeros_intrigue.games.btwixt.pieces.variants import (
    FLAGS,
    STANDARD,
    VARIANTS,
    VARIANTS_BY_WORDS,
    Variant,
)
from westeros_intrigue.games.btwixt.position.happenings import Event
from westeros_intrigue.games.btwixt.position.line_words import CARD, ID
from westeros_intrigue.games.btwixt.position.moves import Move, Moves, parse_move, read_card
from westeros_intrigue.games.btwixt.position.state import UNKNOWN_START, GameState, View
from westeros_intrigue.games.btwixt.position.table import DecidedBy, find_opener
from westeros_intrigue.games.btwixt.telling.position_lines import read_position
from westeros_intrigue.games.btwixt.telling.replay import check_view
from westeros_intrigue.games.btwixt.turns import abilities, seasons
from westeros_intrigue.games.btwixt.turns.game import Snapshot, apply, setup

STEPS: Final[tuple[type[Step], ...]] = (
    seasons.PassPacks,
    seasons.LeaderCard,
    seasons.Pick,
    seasons.Reveal,
    seasons.NextTurn,
    seasons.Turn,
    seasons.DecideBid,
    seasons.ClaimCurrent,
    seasons.StartSeason,
    seasons.FillRow,
    seasons.EndRound,
    abilities.Land,
    *abilities.QUESTIONS,
    abilities.Effect,
)
"""The classes of all steps that a document can contain."""

RULES_VERSION: Final = 1
"""The version of the rules: it changes when a game could go differently."""


@attrs.frozen(field_transformer=limits.add_checks)
class Record(values.Value, records.GameRecord[GameState]):
    """Everything needed to replay a game; **it contains every hand**.

    >>> from westeros_intrigue.games.btwixt import setup
    >>> state = setup(3, seed=1)
    >>> record = Record.from_state(state, tags={"Player-0": "Ada"})
    >>> record.state == state, Record.parse(str(record)) == record
    (True, True)
    >>> record.start_game(seed=1) == state
    True

    Rules: setup.chance.
    """

    TITLE: ClassVar[str] = "B'Twixt record"
    """The first words of the text."""
    RULES_VERSION: ClassVar[int] = RULES_VERSION
    """The version of the rules that this library plays."""
    FILES: ClassVar[tuple[Option, ...]] = BOX_FILES
    """The option of a table that is a file."""
    _MATERIAL: ClassVar[Mapping[str, Any]] = {"box": (Box.from_json, SAMPLE_BOX)}

    box: Box
    """The box."""
    variant: Variant
    """The variant."""
    players: int
    """The number of leaders."""
    first_player: int
    """The first player of the first round, from 0."""
    leaders: Ids | None
    """The leader cards by seat if the caller chose them; None if moves did."""
    chance: Chance
    """All random outcomes of the game."""
    moves: Moves
    """The moves in order."""
    answers: tuple[tuple[int, Move], ...] = ()
    """The latest answers, each with its seat, while others still decide at the same time."""
    tags: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=tag_pairs)
    """Names and values, such as the players and the date."""
    position: Annotated[str, limits.Longest(LINE_LIMIT), limits.OnlyIfUnusual()] = ""
    """The position in one line from which the game began; empty if it was set up."""

    @classmethod
    def from_state(cls, state: GameState, *, tags: AnyTags = ()) -> Self:
        """Return the record of a game, up to a state of it.

        >>> from westeros_intrigue.games.btwixt import setup
        >>> Record.from_state(setup(3, seed=1)).moves
        ()

        Args:
            state: the last state of the game so far.
            tags: pairs of a name and a text, such as `("Date", "2027-01-31")`.

        Raises:
            WrongType: `state` is not a GameState.
            InvalidValue: the state was drawn from a view, or began with the line of a draft in the
                middle of a pass, so it has no history; or a tag could not be read back.
        """
        values.check_type("state", state, GameState)
        if state.moves is None:
            if state.starts and UNKNOWN_START not in state.starts:
                raise errors.InvalidValue(
                    "a draft in the middle of a pass has no record if it began with a line: begin "
                    "with a line before the first pick of the pass"
                )
            raise errors.InvalidValue("a state drawn from a view has no record")
        table = state.table
        leaders = tuple(map(str, table.leaders)) if state.given_leaders else None
        return cls(
            table.box,
            table.variant,
            table.players,
            find_opener(table),
            leaders,
            state.chance,
            state.moves,
            state.answers,
            records.with_rules(tags, cls.RULES_VERSION),
            state.line,
        )

    @classmethod
    def _read(cls, _rng: object, scanners: list[Scanner], /, box: Box) -> Self:
        if any(_POSITION.match(line.text) for line in scanners):
            return cls._read_from_position(scanners, box)
        return cls._read_from_setup(scanners, box)

    @classmethod
    def _read_from_position(cls, scanners: list[Scanner], box: Box) -> Self:
        """Return the record of a game that began with the position of a line."""
        fields: dict[str, Scan[Any]] = {
            "box": _scan_box(box),
            "position": partial(_scan_position, box),
        }
        game = LineReader(cls.TITLE, fields, _line).read(scanners)
        start = cls.from_state(game.head["position"])
        record = attrs.evolve(start, tags=tuple(game.tags), **_moves_of(game))
        return record._played(_places_of(game))

    @classmethod
    def _read_from_setup(cls, scanners: list[Scanner], box: Box) -> Self:
        """Return the record of a game that was set up, with the outcomes that its text has."""
        fields = {"box": _scan_box(box)} | _FIELDS
        game = LineReader(cls.TITLE, fields, _line, repeated=_REPEATED).read(scanners)
        head, places = game.head, _places_of(game)
        with records.placing_faults(places[0], records.other_rules(game.tags, cls.RULES_VERSION)):
            record = cls(
                box,
                head["variant"],
                head["players"],
                head["first player"],
                head["leaders"],
                Chance(*(head[line] for line in _ORDERS)),
                tags=tuple(game.tags),
                **_moves_of(game),
            )
        return record._played(places)

    def start_game(self, *, seed: int | None = None, chance: Chance | None = None) -> GameState:
        """Return a new game at the table of the record.

        Args:
            seed: a seed for new random numbers; None for fresh ones.
            chance: all random outcomes, instead of a seed.
        """
        return setup(
            self.players,
            box=self.box,
            seed=seed,
            chance=chance,
            first_player=self.first_player,
            leaders=self.leaders,
            variant=self.variant,
        )

    def replay(self) -> Iterator[GameState]:
        """Yield the state before each move, and the one after the last.

        >>> from westeros_intrigue.games.btwixt import setup
        >>> len(list(Record.from_state(setup(3, seed=1)).replay()))
        1

        Raises:
            IllegalMove: a move is refused.
            InvalidBox: the game cannot be played with the box.
            InvalidChance: the game cannot have that chance.
            InvalidValue: a number is out of range.
        """
        if self.position:
            state = _begin_at(self.position, self.box)
        else:
            state = self.start_game(chance=self.chance)
        yield state
        for seat, move in (*zip(repeat(None), self.moves), *self.answers):
            state = apply(state, move, player=seat)
            yield state

    def _text_in_notebooks(self) -> str:
        return self._summary

    def _count_moves(self) -> int:
        return len(self.moves) + len(self.answers)

    def __str__(self) -> str:
        """Return the text of the record; **it contains every hand**.

        The text only names the box: readers also need the box itself.
        """
        answers = (f"{seat}: {move}" for seat, move in self.answers)
        if self.position:
            head = [("box", self.box.name), ("position", self.position)]
            return write_text(self.TITLE, self.tags, head, (*self.moves, *answers))
        head = [
            ("box", self.box.name),
            ("players", _in_words("players", self.players)),
            ("variant", _in_words("variant", self.variant)),
            ("first player", _in_words("first player", self.first_player)),
            ("leaders", _in_words("leaders", self.leaders)),
        ]
        outcomes = attrs.astuple(self.chance, recurse=False)
        for line, outcome in zip(_ORDERS, outcomes, strict=True):
            orders = outcome if line in _REPEATED else (outcome,)
            head += [(line, _in_words(line, order)) for order in orders]
        return write_text(self.TITLE, self.tags, head, (*self.moves, *answers))


def _begin_at(line: str, box: Box) -> GameState:
    """Return the game that begins with the position of a line.

    Raises:
        NotationError: the text is not a position.
        InvalidValue: it is a view, or not as `format_position` writes it.
    """
    state = read_position(line, box)
    if not isinstance(state, GameState) or state.line != line:
        raise errors.InvalidValue("a game begins with a state's line, as format_position writes it")
    return state


def _scan_box(box: Box) -> Scan[str]:
    """Return the reader of the name of a box."""
    return texts.exact(box.name, f"the box {box.name}")


def _scan_position(box: Box, scanner: Scanner) -> GameState:
    """Return the game that begins with the line here; errors have their place in the record."""
    start = scanner.position
    text = scanner.text[start:].partition(" #")[0]
    try:
        state = _begin_at(text.strip(), box)
    except errors.NotationError as error:
        raise scanner.error(error.expected, start + error.column - 1) from None
    except errors.InvalidValue as error:
        raise scanner.error(f"a position ({error})", start) from None
    scanner.position = start + len(text)
    return state


def _moves_of(game: LineReader) -> dict[str, Any]:
    """Return the moves of a text, and the answers of seats that decide at the same time."""
    return {
        "moves": tuple(move for seat, move in game.moves if seat is None),
        "answers": tuple((seat, move) for seat, move in game.moves if seat is not None),
    }


def _places_of(game: LineReader) -> tuple[Place, ...]:
    """Return the places of the title, of the moves, and of the answers after them."""
    rows = [*zip(game.moves, game.places, strict=True)]
    of_moves = [place for (seat, _), place in rows if seat is None]
    of_answers = [place for (seat, _), place in rows if seat is not None]
    return ((game.line, 1), *of_moves, *of_answers)


def _line(text: str) -> tuple[int | None, Move]:
    """Return the move of a line and, if it is one of several answers, the seat before a colon."""
    seat, colon, answer = text.partition(": ")
    if colon and seat.strip() in _SEATS:
        return int(seat), parse_move(answer)
    return None, parse_move(text)


_SEATS = frozenset(map(str, range(MAX_PLAYERS)))


_ORDERS = ("allies", "tokens", "leader order", "deck", "events", "white")
"""The lines with orders of cards or tokens, as the fields of a Chance."""
_REPEATED = ("deck", "white")
"""Those of them that have a line for each season or leader."""
_WANTED = {
    "leaders": "the ids of the leaders, or chosen",
    "allies": "the ids of allies",
    "tokens": "numbers",
    "leader order": "the ids of leaders",
    **dict.fromkeys(("deck", "events", "white"), "cards"),
}
"""The lines with a description of their own, for errors."""
_POSITION = pattern(r"[ \t]*position[ \t]*:")
_CARDS = spellings.several(CARD)
_WORDS: dict[str, spellings.Spelling[Any]] = {
    "players": spellings.number(MIN_PLAYERS, MAX_PLAYERS),
    "variant": spellings.one_of(VARIANTS_BY_WORDS, f"one of {', '.join(VARIANTS_BY_WORDS)}"),
    "first player": spellings.number(0, MAX_PLAYERS - 1, "a seat"),
    "leaders": attrs.evolve(
        spellings.spelling_or_none(spellings.several(ID), "chosen"), can_be_empty=False
    ),
    "allies": spellings.several(ID),
    "tokens": spellings.several(spellings.number(0, None)),
    "leader order": spellings.several(ID),
    "deck": _CARDS,
    "events": _CARDS,
    "white": _CARDS,
}
"""The spellings of the lines of the head."""
_FIELDS: dict[str, Scan[Any]] = {
    name: lines.scan_line(word, _WANTED.get(name, "")) for name, word in _WORDS.items()
}


def _in_words(line: str, value: object) -> str:
    """Return the value of a line of the head in words."""
    return _WORDS[line].write(value, None, {})


_CARD: Codec[Card] = name_schema(
    "card", text("a card", "^[a-z][a-z0-9-]*(#[1-9][0-9]{0,5})?$", read_card, attrgetter("_text"))
)
_MOVE: Codec[Move] = name_schema("move", text("a move", "^[a-z].*$", parse_move))


# A table's documents name the same box again and again, and it is the longest part of most.
@lru_cache(8)
def _bytes_of_box(box: Box) -> bytes:
    return marshal.dumps(BOX.write(box))


@lru_cache(8)
def _box_of_bytes(document: bytes) -> Box:
    return BOX.read(marshal.loads(document))  # noqa: S302 - of `bytes_of`


def _write_box(box: Box) -> Data:
    return "sample" if box == SAMPLE_BOX else cast("Data", marshal.loads(_bytes_of_box(box)))  # noqa: S302 - our own


def _read_box(data: object) -> Box:
    with errors.faults_at():
        if data == "sample":
            return SAMPLE_BOX
        try:
            document = bytes_of(data)
        except ValueError:  # something that the codec refuses
            return BOX.read(data)
        return _box_of_bytes(document)


_BOX: Codec[Box] = Codec(
    _write_box,
    _read_box,
    {"anyOf": [{"const": "sample"}, name_schema("whole-box", BOX).schema]},
)


def _state(codecs: Codecs) -> Codec[GameState]:
    record = codecs.record(Record)

    def write(state: GameState) -> Data:
        # The document of a state has no tags, not even that of the rules.
        return record.write(attrs.evolve(Record.from_state(state), tags=()))

    def read(data: object) -> GameState:
        state = _play_record(record.read(data))
        # A state has no tags, and simultaneous answers have no order.
        if faults := differences(data, write(state)):
            raise errors.DecodingError(faults)
        return state

    return attrs.evolve(codecs.codec_for(Record), write=write, read=read)


def _view(codecs: Codecs) -> Codec[View]:
    codec = game_codecs.record_with_check(View, check_view)(codecs)

    def write(view: View) -> Data:
        if view.start == UNKNOWN_START:
            raise errors.InvalidValue(
                f"a view of a state drawn from another view has no complete history: {view!r}. "
                "Write the other view"
            )
        return codec.write(view)

    return attrs.evolve(codec, write=write)


def _play_record(record: Record) -> GameState:
    """Return the game of a record, which need not be trusted."""
    states = record.replay()
    with errors.faults_at(*["position"] * bool(record.position)):
        state = next(states)
    for name, count in (("moves", len(record.moves)), ("answers", len(record.answers))):
        for index in range(count):
            with errors.faults_at(name, index):
                state = next(states)
    return state


_CODECS = Codecs(
    {
        Card: _CARD,
        Move: _MOVE,
        Box: name_schema("box", _BOX),
        Step: lambda codecs: name_schema("step", codecs.codec_by_tag("step", STEPS)),
        Criterion: lambda codecs: codecs.codec_for(DecidedBy),
        Record: game_codecs.record_with_check(Record, _play_record),
        GameState: _state,
        View: _view,
    }
)
DOCUMENTS = Documents(
    "btwixt",
    _CODECS,
    ((GameState, "omniscient-state"), View, Snapshot, Event, Record, Chance, Variant, FinalResult),
    find=find_documents,
    bare=(Box, Card),
    written=(FinalResult, Snapshot),
    snapshot=Snapshot.of,
    rules={GameState: RULES_VERSION},
)
"""The documents of the game."""


USUAL_PLAYERS = 4
OPTIONS = (
    *Record.FILES,
    Option(
        "variant",
        OptionKind.CHOICE,
        f"the variant to play (default {STANDARD})",
        choices=tuple(map(str, VARIANTS)),
    ),
    Option("short", OptionKind.FLAG, "a game that starts a season later"),
    Option("revealed_allies", OptionKind.FLAG, "a game with a row of revealed allies"),
    Option(
        "first_player",
        OptionKind.NUMBER,
        "the first player of the first round (default 0)",
        most=MAX_PLAYERS - 1,
        metavar="SEAT",
    ),
)
"""The options of a table; `_begin` makes a game from them."""


def _begin(players: int | None, given: Mapping[str, Any], seed: int | None) -> GameState:
    return setup(
        USUAL_PLAYERS if players is None else players,
        **Record._material(given),
        seed=seed,
        first_player=given.get("first_player", 0),
        variant=attrs.evolve(
            VARIANTS_BY_WORDS[given.get("variant", str(STANDARD))],
            **{flag: given.get(flag, False) for flag in FLAGS},
        ),
    )


_GAMES = NewGames(
    OPTIONS,
    GameState,
    _begin,
    lambda state, seed: Record.from_state(state).start_game(seed=seed),
)
new_game: Final = _GAMES.new_game
rematch: Final = _GAMES.rematch
read_records: Final = Record.read_records
