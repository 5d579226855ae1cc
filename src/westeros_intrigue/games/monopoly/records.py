"""Records, documents and table options: games stored, sent and set up again.

A record holds the start of a game, its random outcomes and its moves. Its text has a header with
the table and the random outcomes, then one move per line. A game's document has the same content
and need not be trusted: reading replays it, so every game from `from_json` follows the rules. The
rest of a document repeats the table for clients without the rules, and must agree.

The options of a table accept an edition from a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, ClassVar, Final, Self, TypeAlias, TypeVar, get_args, get_type_hints

import attrs

from westeros_intrigue.gamekit import limits, records, values
from westeros_intrigue.gamekit.codecs import (
    NULL,
    Codec,
    Data,
    as_it_is,
    codec_by_member,
    compare_derived,
    differences,
    name_schema,
    read_fields,
    record,
    text,
    with_head,
)
from westeros_intrigue.gamekit.documents import Codecs, Documents
from westeros_intrigue.gamekit.errors import DecodingError, WesterosIntrigueError, fault, faults_at
from westeros_intrigue.gamekit.game import find_documents
from westeros_intrigue.gamekit.options import NewGames, Option, OptionKind
from westeros_intrigue.gamekit.results import Criterion, FinalResult
from westeros_intrigue.gamekit.text import (
    AnyTags,
    LineReader,
    Scanner,
    Tags,
    each,
    field,
    number,
    tag_pairs,
    write_text,
)
from westeros_intrigue.games import game_codecs, texts
from westeros_intrigue.games.monopoly import editions, forms, moments, spaces, table, trials
from westeros_intrigue.games.monopoly.board import LAST_SEED, Board, Deal, Dice, Seed, board_of
from westeros_intrigue.games.monopoly.game import apply, arrange, begin, find_faults, setup
from westeros_intrigue.games.monopoly.happenings import Event, TurnBegan, sentence
from westeros_intrigue.games.monopoly.moves import Move, parse_move
from westeros_intrigue.games.monopoly.questions import FACTS, Showing, Snapshot, observe
from westeros_intrigue.games.monopoly.state import GameState, Position, PublicFacts, View

T = TypeVar("T")

_NONE = "-"
_DEED = re.compile(r"(\d{1,3})=(\d{1,3})(m?)(?:\+(\d{1,3}))?", re.ASCII)
RULES_VERSION: Final = 1
"""The version of the rules: it changes when a game could go differently."""
_VARIANT = re.compile(
    r"offers (\d{1,9}), castles (full|half)(?:, house rules ([a-z-]+(?: [a-z-]+)*))?", re.ASCII
)


@attrs.frozen(field_transformer=limits.add_checks)
class Record(values.Value, records.GameRecord[GameState]):
    """A game from its start to any moment.

    >>> from westeros_intrigue.games.monopoly import Pass, setup
    >>> state = setup(2, seed=1)
    >>> record = Record.from_state(apply(state, Pass()), tags={"Player-0": "Ada"})
    >>> record.state == apply(state, Pass())
    True
    >>> Record.parse(str(record)) == record
    True
    >>> print(record.story())
    Playable edition (public names and prices; the rest is invented), a sample; 2 players
    turn 1: player 0 is to roll
      player 0 throws 4 and 1
      player 0 moves to The Old Gods
    >>> len(list(record.replay()))
    2

    Raises:
        IllegalMove: on replay, if the rules refuse a move.

    Rules: chance.deal, edition.sample-flag.
    """

    TITLE: ClassVar[str] = "Monopoly record"
    """The first words of the text."""
    RULES_VERSION: ClassVar[int] = RULES_VERSION
    """The version of the rules that this library plays."""
    FILES: ClassVar[tuple[Option, ...]] = (
        Option(
            "edition",
            OptionKind.FILE,
            "the file of your own edition, or a form (default: the playable edition)",
            report=trials.file_report,
        ),
    )
    """The option of a table that is a file."""
    _MATERIAL: ClassVar[Mapping[str, Any]] = {
        "edition": (forms.read_edition_or_form, forms.PLAYABLE)
    }

    start: table.Start = attrs.field(repr=False)
    """The table at the start of the game."""
    deal: Deal
    """The random outcomes of the game."""
    moves: tuple[Move, ...] = attrs.field(
        validator=lambda _record, field, moves: values.check_type(field.name, moves, tuple)
    )
    """Its moves, in order."""
    tags: Tags = attrs.field(default=(), converter=tag_pairs, repr=False)
    """Names and values, such as the players and the date."""

    @classmethod
    def from_state(cls, state: GameState, *, tags: AnyTags = ()) -> Self:
        """Return the record of a game up to a state.

        It includes throws and cards supplied by hand.

        Args:
            state: the last state of the game so far.
            tags: pairs of a name and a text, such as `("Date", "2027-01-31")`.

        Raises:
            WrongType: `state` is not a GameState.
            InvalidValue: a tag could not be read back.
        """
        values.check_type("state", state, GameState)
        tags = records.with_rules(tags, cls.RULES_VERSION)
        return cls(state.table.start, state.deal, tuple(state.table.moves), tags)

    @classmethod
    def _read(cls, _rng: object, lines: list[Scanner], /, edition: editions.Edition) -> Self:
        if edition is forms.PLAYABLE:  # a text without a file contains the edition that it names
            edition = next(filter(None, map(_find_shipped, lines)), edition)
        fields = {
            name: texts.exact(value, f"{value}, as of the edition {edition.name}")
            for name, value in _edition_lines(edition)
        }
        needed = [name for name in (*fields, *_FIELDS) if name != _MOMENT]
        reader = LineReader(cls.TITLE, fields | _FIELDS, parse_move, needed=needed)
        game = reader.read(lines)
        laid, dealt = (
            {name: game.head[title] for title, name, *_ in rows if title in game.head}
            for rows in (_TABLE, _DEAL)
        )
        dealt["seed"], dealt["used"] = dealt["seed"]
        laid["variant"] = table.Variant(*laid["variant"])
        state = arrange(edition, **laid, deal=Deal(**dealt))
        return cls(state.table.start, state.deal, tuple(game.moves), tuple(game.tags))

    def replay(self) -> Iterator[GameState]:
        """Yield the state before the first move, and after each move.

        Raises:
            IllegalMove: the rules refuse a move.
            InvalidDeal: the deck contains cards that the edition lacks.
        """
        state = begin(self.start, self.deal)
        yield state
        for move in self.moves:
            state = apply(state, move)
            yield state

    def _text_in_notebooks(self) -> str:
        return self._summary

    def _count_moves(self) -> int:
        return len(self.moves)

    def story(self) -> str:
        """Return the game in words, turn by turn; this text cannot be read back."""
        return "\n".join(_lines(self))

    def __str__(self) -> str:
        """Return the text of the record; **it contains the order of the deck**.

        The text only names the edition, with a fingerprint of its numbers: readers also need the
        edition itself. Deeds are written as space=owner, with m for a mortgage and +2 for two
        Holdfasts.
        """
        head = [*_edition_lines(self.start.board.edition)]
        for lines, value in ((_TABLE, self.start), (_DEAL, self.deal)):
            head += [(title, write(getattr(value, name))) for title, name, *_, write in lines]
        head = [(title, words) for title, words in head if words or title != _MOMENT]
        if self.deal.used:
            head[-1] = ("seed", f"{self.deal.seed} after {self.deal.used}")
        return write_text(self.TITLE, self.tags, head, self.moves)


def _find_shipped(line: Scanner) -> editions.Edition | None:
    """Return the edition of the library that a line of a record names, if it is that line."""
    title, _, name = line.text.partition(":")
    return forms.SHIPPED.get(name.strip()) if title == "edition" else None


def _edition_lines(edition: editions.Edition) -> Iterator[tuple[str, str]]:
    """Yield the lines with the numbers of a game."""
    yield "edition", edition.name
    yield "numbers", f"{editions.fingerprint(edition)}{' sample' * edition.sample}"


def _lines(record: Record) -> Iterator[str]:
    edition = record.start.board.edition
    sample = ", a sample" if edition.sample else ""
    yield f"{edition.name}{sample}; {len(record.start.cash)} players"
    for state in record.replay():
        for event in state.moves.events:
            indent = "" if isinstance(event, TurnBegan) else "  "
            if words := sentence(event, None):
                yield f"{indent}{words}"


def _words(part: object) -> str:
    """Return a number, None or several of them as text."""
    if isinstance(part, Iterable):
        return " ".join(map(str, (_NONE if one is None else one for one in part)))
    return _NONE if part is None else str(part)


def _or_none(read: Callable[[str], T]) -> Callable[[str], T | None]:
    return lambda text: None if text == _NONE else read(text)


def _cards(text: str) -> spaces.Numbers:
    return _or_none(each(number))(text.strip()) or ()


def _parts(wanted: re.Pattern[str], text: str) -> tuple[str, ...]:
    match = wanted.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return match.groups()


def _variant(text: str) -> tuple[int, str, tuple[str, ...]]:
    offers, castle_sale, house_rules = _parts(_VARIANT, text)
    names = tuple((house_rules or "").split())
    if not {*names} <= {*table.HOUSE_RULES}:
        raise ValueError(text)
    return int(offers), castle_sale, names


def _variant_in_words(variant: table.Variant) -> str:
    words = f"offers {variant.offers}, castles {variant.castle_sale}"
    return f"{words}, house rules {_words(variant.house_rules)}" if variant.house_rules else words


def _parse_deed(text: str) -> tuple[int, table.Deed]:
    space, owner, mortgage, level = _parts(_DEED, text)
    return int(space), table.Deed(int(owner), bool(mortgage), int(level or 0))


def _deeds(text: str) -> dict[int, table.Deed]:
    deeds = [*map(_parse_deed, text.split())]
    if len(found := dict(deeds)) < len(deeds):
        raise ValueError(text)
    return found


def _deeds_in_words(deeds: tuple[table.Deed, ...]) -> str:
    return _words(
        f"{space}={deed.owner}{'m' * deed.mortgaged}{f'+{deed.level}' * bool(deed.level)}"
        for space, deed in enumerate(deeds)
        if deed.owner is not None
    )


def _dice(text: str) -> Dice:
    first, second = each(number, "-")(text)
    return first, second


def _seed(text: str) -> tuple[int | None, int]:
    """Return a seed, and the number of its throws that are used."""
    seed, _, used = text.partition(" after ")
    return _or_none(number)(seed), number(used) if used else 0


_MOMENT = "moment"
_NUMBERS = each(number)
_Line: TypeAlias = "tuple[str, str, Callable[[str], Any], str, Callable[[Any], str]]"
"""A line: its title, the attribute, its reader, its form for an error, its writer."""
_TABLE: tuple[_Line, ...] = (
    (
        "variant", "variant", _variant, "such as offers 3, castles full",
        _variant_in_words,
    ),
    ("turn", "turn_player", number, "a seat", str),
    ("cash", "cash", _NUMBERS, "coins, one number a player", _words),
    ("spaces", "positions", _NUMBERS, "spaces, one a player", _words),
    ("tries in jail", "jail_tries", each(_or_none(number)), f"numbers or {_NONE}", _words),
    ("deeds", "deeds", _deeds, "deeds such as 5=0 6=1m 8=2+3, each once", _deeds_in_words),
    (
        "jail cards", "kept_cards", each(_cards, "/"), f"numbers or {_NONE}, with / between",
        lambda kept: " / ".join(_words(cards) or _NONE for cards in kept),
    ),
    ("under the deck", "known_bottom", _NUMBERS, "numbers of cards", _words),
    ("out", "bankrupt", _NUMBERS, "seats", _words),
    (_MOMENT, "moment", str.strip, "a moment such as turn 3; buy", str),
)  # fmt: skip
_DEAL: tuple[_Line, ...] = (
    ("deck", "deck", _or_none(_NUMBERS), f"numbers of cards, or {_NONE}", _words),
    (
        "throws", "rolls", each(_dice), "throws such as 3-4",
        lambda rolls: _words(f"{first}-{second}" for first, second in rolls),
    ),
    (
        "seed", "seed", _seed, f"a number, perhaps after a number of throws, or {_NONE}",
        _words,
    ),
)  # fmt: skip
_FIELDS = {title: field(read, wanted) for title, _, read, wanted, _ in (*_TABLE, *_DEAL)}


OPTIONS = (
    *Record.FILES,
    Option(
        "offers",
        OptionKind.NUMBER,
        f"the offers of a player at a time, 0 for no trading (default {table.STANDARD.offers})",
        most=table.MOST_OFFERS,
    ),
    Option(
        "castle_sale",
        OptionKind.CHOICE,
        f"the price for which a Castle is sold (default {table.STANDARD.castle_sale})",
        choices=table.CASTLE_SALES,
    ),
    Option(
        "house_rules",
        OptionKind.CHOICES,
        f"house rules joined by +, of {', '.join(table.HOUSE_RULES)} (default none)",
        choices=table.HOUSE_RULES,
    ),
    Option(
        "first_player",
        OptionKind.NUMBER,
        "the seat that begins (default 0)",
        most=spaces.MOST_PLAYERS - 1,
        metavar="SEAT",
    ),
)
"""The options of a table."""


def _begin(players: int | None, given: Mapping[str, Any], seed: int | None) -> GameState:
    material = Record._material(given)
    return setup(
        trials.usual_players(material["edition"]) if players is None else players,
        **material,
        seed=seed,
        first_player=given.get("first_player", 0),
        variant=table.Variant(
            **{name: given[name] for name in attrs.fields_dict(table.Variant) if name in given}
        ),
    )


def _again(state: GameState, seed: int | None) -> GameState:
    first_player = state.table.start.turn_player
    table = state.players, state.edition
    return setup(*table, seed=seed, first_player=first_player, variant=state.variant)


_GAMES = NewGames(OPTIONS, GameState, _begin, _again)
new_game: Final = _GAMES.new_game
rematch: Final = _GAMES.rematch
read_records: Final = Record.read_records


def _parse_seed(digits: str) -> int:
    return values.check_integer("seed", int(digits), 0, LAST_SEED)


@contextmanager
def _place_faults() -> Iterator[None]:
    """Raise the contradictions or the gaps of an edition as faults at their places in its data."""
    try:
        yield
    except editions.InvalidEdition as error:
        raise DecodingError(tuple(each.split(": ", 1)) for each in error.faults) from None


def _check_start(start: table.Start) -> None:
    if faults := find_faults(start):
        raise DecodingError(("", reason) for reason in faults)
    if start.moment and (words := moments.respell(start)) != start.moment:
        # Otherwise, two documents of one start would differ.
        raise fault(f"expected {words!r}, not another spelling", "/moment")


def _read_edition(data: object) -> editions.Edition:
    with _place_faults():
        return editions.EDITION.read(data)


def _read_board(data: object) -> Board:
    with _place_faults():
        return board_of(editions.EDITION.read(data))


def _facts(codecs: Codecs) -> Codec[Mapping[str, Data]]:
    """Return the codec of the numbers of each question, which are their own data."""
    codec_of: dict[str, Codec[Any]] = {}
    for decision, facts in FACTS.items():
        hints = {"player": spaces.Seat, **get_type_hints(facts, include_extras=True)}
        fields = {name: codecs.codec_for(hint) for name, hint in hints.items()}
        codec_of[decision.value] = with_head({"decision": decision.value}, record(dict, fields))
    questions = codec_by_member("decision", codec_of, as_it_is)
    return game_codecs.with_check(attrs.evolve(questions, read=as_it_is), questions.read)


def _play_record(record_read: Record, path: str = "") -> GameState:
    """Return the game of a record, which need not be trusted."""
    place, states = f"{path}/deal", record_read.replay()
    try:
        state = next(states)
        place = f"{path}/moves/0"
        for number, following in enumerate(states, start=1):
            state, place = following, f"{path}/moves/{number}"
    except WesterosIntrigueError as error:
        raise fault(str(error), place) from None
    return state


def _codec_of_positions(cls: type[Position], codecs: Codecs) -> Codec[Any]:
    """Return the codec of states or of views: a game to replay, its table, and a viewer."""
    table = codecs.codec_for(Showing)
    viewer = codecs.fields(View, ["player"]) if cls is View else {}
    parts = {
        **viewer,
        "record": name_schema("record", codecs.record(Record)),
        "table": compare_derived(table),
    }

    def write(position: PublicFacts) -> Data:
        moves = tuple(position.table.moves)
        members: dict[str, object] = {
            "record": Record(position.table.start, _deal_of(position), moves),
            "table": Showing.of(position),
        }
        if isinstance(position, View):
            members["player"] = position.player
        return {name: codec.write(members[name]) for name, codec in parts.items()}

    def read(data: object) -> Position:
        found = read_fields(data, parts)
        state = _play_record(found["record"], "/record")
        with faults_at("player"):
            position = observe(state, found["player"]) if viewer else state
        if found["record"].deal != _deal_of(position):
            raise fault("a view contains only the chance that was seen", "/record/deal")
        # The table follows from the record, and a position has no tags.
        if faults := differences(data, write(position)):
            raise DecodingError(faults)
        return position

    return attrs.evolve(record(cls, parts), write=write, read=read)


def _deal_of(position: PublicFacts) -> Deal:
    """Return the random outcomes of a state; for a view, only the visible ones."""
    if isinstance(position, GameState):
        return position.deal
    return Deal(position.table.draws, position.table.throws)


_CODECS = Codecs(
    {
        editions.Edition: attrs.evolve(editions.EDITION, read=_read_edition),
        Board: Codec(
            lambda board: editions.EDITION.write(board.edition),
            _read_board,
            editions.EDITION.schema,
        ),
        Move: name_schema("move", text("a move", "^[a-z].*$", parse_move)),
        # Many JSON readers cannot read 64-bit numbers exactly.
        Seed: text("a seed as digits", "^(0|[1-9][0-9]{0,19})$", _parse_seed),
        Mapping[str, Data]: _facts,
        Showing: lambda codecs: name_schema("table", codecs.record(Showing)),
        Record: game_codecs.record_with_check(Record, _play_record),
        table.Start: game_codecs.record_with_check(table.Start, _check_start),
        GameState: partial(_codec_of_positions, GameState),
        View: partial(_codec_of_positions, View),
        Criterion: NULL,
    }
)
DOCUMENTS = Documents(
    "monopoly",
    _CODECS,
    (
        editions.Edition,
        table.Variant,
        Deal,
        Record,
        (GameState, "omniscient-state"),
        View,
        Snapshot,
        *get_args(Event.__value__),
        FinalResult,
    ),
    find=find_documents,
    written=(FinalResult,),
    snapshot=Snapshot.of,
    rules={GameState: RULES_VERSION},
)
"""The documents of the game."""
