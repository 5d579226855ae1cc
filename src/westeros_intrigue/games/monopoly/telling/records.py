"""Records, documents and table options: games stored, sent and set up again.

A record holds the start of a game, its random outcomes and its moves. Its text has a header with
the table and the random outcomes, then one move per line. A game's document has the same content
and need not be trusted: reading replays it, so every game from `from_json` follows the rules. The
rest of a document repeats the table for clients without the rules, and must agree.

The options of a table accept an edition from a file.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any, ClassVar, Final, Self, TypeVar, get_args, get_type_hints

import attrs

from westeros_intrigue.gamekit import limits, lines, records, spellings, values
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
from westeros_intrigue.gamekit.spellings import Called, Described
from westeros_intrigue.gamekit.text import (
    AnyTags,
    LineReader,
    Scan,
    Scanner,
    Tags,
    field,
    tag_pairs,
    write_text,
)
from westeros_intrigue.games import game_codecs, texts
from westeros_intrigue.games.monopoly.knowledge import trials
from westeros_intrigue.games.monopoly.knowledge.questions import FACTS, Showing, Snapshot, observe
from westeros_intrigue.games.monopoly.pieces import editions, forms, spaces
from westeros_intrigue.games.monopoly.pieces.board import (
    LAST_SEED,
    Board,
    Deal,
    Dice,
    Seed,
    board_of,
)
from westeros_intrigue.games.monopoly.position import table
from westeros_intrigue.games.monopoly.position.happenings import Event, TurnBegan, sentence
from westeros_intrigue.games.monopoly.position.moves import Move, parse_move
from westeros_intrigue.games.monopoly.position.state import GameState, Position, PublicFacts, View
from westeros_intrigue.games.monopoly.turns import moments
from westeros_intrigue.games.monopoly.turns.game import apply, arrange, begin, find_faults, setup

T = TypeVar("T")

_NONE = "-"
RULES_VERSION: Final = 1
"""The version of the rules: it changes when a game could go differently."""


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
    def _read(cls, _rng: object, scanners: list[Scanner], /, edition: editions.Edition) -> Self:
        if edition is forms.PLAYABLE:  # a text without a file contains the edition that it names
            edition = next(filter(None, map(_find_shipped, scanners)), edition)
        fields = {
            name: texts.exact(value, f"{value}, as of the edition {edition.name}")
            for name, value in _edition_lines(edition)
        }
        needed = [name for name in (*fields, *_FIELDS) if name != _MOMENT]
        reader = LineReader(cls.TITLE, fields | _FIELDS, parse_move, needed=needed)
        game = reader.read(scanners)
        moment = {_MOMENT: game.head[_MOMENT]} if _MOMENT in game.head else {}
        facts = {name: fact for line in _HEAD.scans for name, fact in game.head[line].items()}
        variant = table.Variant(**_extract_facts(facts, table.Variant))
        deal = Deal(**_extract_facts(facts, Deal))
        title = game.line, 1
        with records.placing_faults(title, records.other_rules(game.tags, cls.RULES_VERSION)):
            state = arrange(edition, **facts, **moment, variant=variant, deal=deal)
        record = cls(state.table.start, state.deal, tuple(game.moves), tuple(game.tags))
        return record._played((title, *game.places))

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
        head += _HEAD.write(_Head.of(self.start, self.deal))
        if self.start.moment:
            before = next(at for at, (line, _) in enumerate(head) if line == "deck")
            head.insert(before, (_MOMENT, self.start.moment))
        return write_text(self.TITLE, self.tags, head, self.moves)


def _extract_facts(facts: dict[str, Any], cls: type[attrs.AttrsInstance]) -> dict[str, Any]:
    """Return those facts that are fields of a class; they are removed from the others."""
    return {name: facts.pop(name) for name in attrs.fields_dict(cls) if name in facts}


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


_Placed = Annotated[tuple[table.Deed, ...], "placed"]
"""The deeds of all spaces, of which a record names those with an owner."""
_Kept = Annotated[tuple[spaces.CardNumbers, ...], "kept"]
"""The jail cards of the players."""
_SLASH = re.compile(" */ *")
_KEPT = re.compile(r"-|[0-9]{1,3}(?: +[0-9]{1,3})*(?![^ /#])")
_PLACED = re.compile(r"(\d{1,3})=(\d{1,3})(m?)(?:\+(\d{1,3}))?(?![^ #])", re.ASCII)
_A_DEED = "deeds such as 5=0 6=1m 8=2+3, each once"


def _scan_placed(scanner: Scanner, _table: object, _known: object) -> dict[int, table.Deed]:
    deeds: dict[int, table.Deed] = {}
    while not scanner.is_at_end and scanner.text[scanner.position] != "#":
        start = scanner.position
        placed = _PLACED.match(scanner.text, start)
        if placed is None or int(placed[1]) in deeds:
            raise scanner.error(_A_DEED, start)
        space, owner, mortgage, level = placed.groups()
        deeds[int(space)] = table.Deed(int(owner), bool(mortgage), int(level or 0))
        scanner.position = placed.end()
        scanner.skip_space()
    return deeds


def _write_placed(deeds: tuple[table.Deed, ...], _table: object, _known: object) -> str:
    return " ".join(
        f"{space}={deed.owner}{'m' * deed.mortgaged}{f'+{deed.level}' * bool(deed.level)}"
        for space, deed in enumerate(deeds)
        if deed.owner is not None
    )


def _scan_kept(scanner: Scanner, _table: object, _known: object) -> tuple[spaces.Numbers, ...]:
    kept = [_scan_cards_of_one(scanner)]
    while scanner.read_match(_SLASH) is not None:
        kept.append(_scan_cards_of_one(scanner))
    return tuple(kept)


def _scan_cards_of_one(scanner: Scanner) -> spaces.Numbers:
    words = scanner.need(_KEPT, f"numbers or {_NONE}, with / between")
    return () if words == _NONE else tuple(map(int, words.split()))


def _write_kept(kept: tuple[spaces.Numbers, ...], _table: object, _known: object) -> str:
    return " / ".join(" ".join(map(str, cards)) or _NONE for cards in kept)


@attrs.frozen(kw_only=True)
class _Head:
    """The facts of a record's head, besides its edition and its moment."""

    offers: Annotated[int, limits.Range(0, table.MOST_OFFERS)]
    castle_sale: Annotated[str, limits.OneOf(table.CASTLE_SALES)]
    house_rules: tuple[Annotated[str, limits.OneOf(table.HOUSE_RULES)], ...] = ()
    turn_player: Annotated[spaces.Seat, Described("a seat")]
    cash: Annotated[tuple[limits.Count, ...], Described("coins, one number a player")]
    positions: Annotated[tuple[spaces.SpaceNumber, ...], Described("spaces, one a player")]
    jail_tries: tuple[Annotated[table.Tries | None, Called((_NONE,))], ...]
    deeds: _Placed
    kept_cards: _Kept
    known_bottom: spaces.CardNumbers
    bankrupt: spaces.Seats
    deck: Annotated[spaces.CardNumbers | None, Called((_NONE,))]
    rolls: tuple[Dice, ...]
    seed: Annotated[Seed | None, Called((_NONE,))]
    used: limits.Count = 0

    @classmethod
    def of(cls, start: table.Start, deal: Deal) -> _Head:
        """Return the head of a game."""
        return cls(
            offers=start.variant.offers,
            castle_sale=start.variant.castle_sale,
            house_rules=start.variant.house_rules,
            turn_player=start.turn_player,
            cash=start.cash,
            positions=start.positions,
            jail_tries=start.jail_tries,
            deeds=start.deeds,
            kept_cards=start.kept_cards,
            known_bottom=start.known_bottom,
            bankrupt=start.bankrupt,
            deck=deal.deck,
            rolls=deal.rolls,
            seed=deal.seed,
            used=deal.used,
        )


_HEAD = lines.Head(
    _Head,
    {
        "variant": "offers {offers}, castles {castle_sale} [, house rules {house_rules}]",
        "turn": "{turn_player}",
        "cash": "{cash}",
        "spaces": "{positions}",
        "tries in jail": "{jail_tries}",
        "deeds": "{deeds}",
        "jail cards": "{kept_cards}",
        "under the deck": "{known_bottom}",
        "out": "{bankrupt}",
        "deck": "{deck}",
        "throws": "{rolls}",
        "seed": "{seed} [after {used}]",
    },
    {
        **moments.OWN,
        _Placed: spellings.Spelling(re.compile(""), _scan_placed, _A_DEED, _write_placed),
        _Kept: spellings.Spelling(_KEPT, _scan_kept, f"numbers or {_NONE}", _write_kept),
    },
)
_MOMENT = "moment"
_FIELDS: dict[str, Scan[Any]] = {
    **_HEAD.scans, _MOMENT: field(str.strip, "a moment such as turn 3; buy"),
}  # fmt: skip


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
        codec: Codec[Any] = with_head({"decision": decision.value}, record(dict, fields))
        codec_of[decision.value] = name_schema(f"{decision.value}-question", codec)
    questions = name_schema("question", codec_by_member("decision", codec_of, as_it_is))
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
