"""Values of the second game as JSON, written in one way and read without trust.

A game is written as what it began with, its chance and its moves, and what is read is replayed. So
whatever comes out of `from_json` is a game that the rules lead to. The rest of a document repeats
what lies on the table, for clients that know no rules; it must agree.
"""

from __future__ import annotations

from typing import Any, TypeVar

import attrs

from westeros_intrigue.base.errors import (
    DecodingError,
    WesterosIntrigueError,
    fault,
)
from westeros_intrigue.base.tags import TAG_LIMIT
from westeros_intrigue.data.codecs import (
    BOOLEAN,
    Codec,
    Data,
    array,
    choice,
    differences,
    integer,
    optional,
    read_fields,
    record,
    string,
    text,
    words,
)
from westeros_intrigue.data.documents import Documents
from westeros_intrigue.data.jsontext import DEFAULT_SIZE_LIMIT
from westeros_intrigue.monopoly.arrange import InvalidPosition, checked
from westeros_intrigue.monopoly.board import Board
from westeros_intrigue.monopoly.chance import Deal, Dice
from westeros_intrigue.monopoly.edition_files import EDITION
from westeros_intrigue.monopoly.editions import Edition, InvalidEdition
from westeros_intrigue.monopoly.game import FinalResult
from westeros_intrigue.monopoly.history import Moves
from westeros_intrigue.monopoly.moves import Move
from westeros_intrigue.monopoly.notation import parse_move
from westeros_intrigue.monopoly.questions import facts
from westeros_intrigue.monopoly.records import Record
from westeros_intrigue.monopoly.state import GameState, OnTable, View
from westeros_intrigue.monopoly.table import Deed, Phase, Start, Variant

T = TypeVar("T")
P = TypeVar("P", GameState, View)

_SEAT = integer(0, 5)
_SPACE = integer(0, 199)
_CARD = integer(0, 20_000)
_DIE = integer(1, 6)
_COINS = integer(0)
_VARIANT = record(Variant, {"offers": integer(0, 1000), "castle_sale": words(("full", "half"))})
_DEED = record(Deed, {"owner": optional(_SEAT), "mortgaged": BOOLEAN, "level": integer(0, 11)})


def _parsed_move(words_of_move: str) -> Move | None:
    try:
        return parse_move(words_of_move)
    except WesterosIntrigueError:
        return None


_MOVE: Codec[Move] = text("a move", r"[a-z].*", _parsed_move)


def _seed_text(seed: str) -> int | None:
    # A number of 64 bits is beyond what many readers of JSON can take.
    plain = seed.isascii() and seed.isdigit() and len(seed) <= 40 and str(int(seed)) == seed
    return int(seed) if plain else None


def _dice_codec() -> Codec[Dice]:
    pair = array(_DIE, 2, 2)

    def read(data: object) -> Dice:
        first, second = pair.read(data)
        return first, second

    return Codec(pair.write, read, pair.schema)


_DICE = _dice_codec()
_DEAL = record(
    Deal,
    {
        "deck": optional(array(_CARD)),
        "rolls": array(_DICE),
        "seed": optional(text("a seed as digits", r"[0-9]+", _seed_text)),
    },
)


def _read_board(data: object) -> Board:
    try:
        return Board(EDITION.read(data))
    except InvalidEdition as error:
        raise fault(str(error)) from None


_BOARD: Codec[Board] = Codec(
    lambda board: EDITION.write(board.edition), _read_board, EDITION.schema
)
# The parts of a table by name: with some of them a game starts, and all but a few are shown.
_PARTS: dict[str, Codec[Any]] = {
    "board": _BOARD,
    "variant": _VARIANT,
    "sample": BOOLEAN,
    "phase": choice(Phase),
    "turn_number": integer(1),
    "turn_player": _SEAT,
    "doubles": integer(0, 2),
    "cash": array(_COINS),
    "treasury": integer(-(10**9)),
    "positions": array(_SPACE),
    "jail_tries": array(optional(integer(0, 20))),
    "standing": array(_SEAT),
    "deeds": array(_DEED),
    "holdfasts_left": integer(0),
    "castles_left": integer(0),
    "kept_cards": array(array(_CARD)),
    "known_bottom": array(_CARD),
    "unseen_cards": array(_CARD),
    "bankrupt": array(_SEAT),
}
_START_FIELDS = {field.name: _PARTS[field.name] for field in attrs.fields(Start)}
_START_RECORD = record(Start, _START_FIELDS)


def _read_start(data: object) -> Start:
    start = _START_RECORD.read(data)
    if len(start.deeds) != start.board.size:
        raise fault(f"{start.board.size} deeds are wanted, one a space", "/deeds")
    try:
        return checked(start)
    except InvalidPosition as error:
        raise fault(str(error)) from None


_START: Codec[Start] = Codec(_START_RECORD.write, _read_start, _START_RECORD.schema)


def _read_moves(data: object) -> Moves:
    return Moves.of(_MOVES_ARRAY.read(data))


_MOVES_ARRAY = array(_MOVE)
_MOVES: Codec[Moves] = Codec(
    lambda moves: [str(move) for move in moves], _read_moves, _MOVES_ARRAY.schema
)
_TAGS = array(array(string(TAG_LIMIT), 2, 2))
_RECORD = record(Record, {"start": _START, "deal": _DEAL, "moves": _MOVES, "tags": _TAGS})

_ANYTHING: Codec[Any] = Codec(lambda value: value, lambda data: data, {})


def _shown(position: OnTable) -> dict[str, Data]:
    """Return what lies on the table and what is asked, for clients that know no rules."""
    shown = {
        name: codec.write(getattr(position, name))
        for name, codec in _PARTS.items()
        if name not in {"board", "variant"}
    }
    return {**shown, "question": facts(position.table)}


def _checked_against(position: P, shown: object) -> P:
    if faults := differences(shown, _shown(position), "/table"):
        raise DecodingError(faults)
    return position


def _write_state(state: GameState) -> Data:
    # A state drawn from a view, or one whose chance came by hand, is written with that chance.
    data = _RECORD.write(Record.from_state(state))
    return {"record": data, "table": _shown(state)}


def _read_state(data: object) -> GameState:
    found = read_fields(data, {"record": _RECORD, "table": _ANYTHING})
    state = _played(found["record"], "/record")
    return _checked_against(state, found["table"])


def _write_view(view: View) -> Data:
    # Only the chance that everybody has seen: without the deck that is left, and without a seed.
    table = view.table
    seen = Record(table.start, Deal(table.draws, table.throws), table.moves)
    return {"player": view.player, "record": _RECORD.write(seen), "table": _shown(view)}


def _read_view(data: object) -> View:
    fields: dict[str, Codec[Any]] = {
        "player": optional(_SEAT),
        "record": _RECORD,
        "table": _ANYTHING,
    }
    found = read_fields(data, fields)
    player, state = found["player"], _played(found["record"], "/record")
    if player is not None and player >= state.players:
        raise fault(f"there is no player {player} among {state.players}", "/player")
    if found["record"].deal != Deal(state.table.draws, state.table.throws):
        raise fault("a view holds no chance but what was seen", "/record/deal")
    return _checked_against(View(state.table, player), found["table"])


def _played(record_read: Record, path: str = "") -> GameState:
    """Return the game of a record, which need not be trusted."""
    place = f"{path}/deal"
    try:
        for number, state in enumerate(record_read.replay()):  # noqa: B007 - the last one
            place = f"{path}/moves/{number}"
    except WesterosIntrigueError as error:
        raise fault(str(error), place) from None
    return state


def _read_record(data: object) -> Record:
    found = _RECORD.read(data)
    _played(found)
    return found


_RANKING = array(array(_SEAT, 1, 1), 2, 6)
_FINAL = record(FinalResult, {"ranking": _RANKING})
_KINDS: dict[type, tuple[str, Codec[Any]]] = {
    Edition: ("edition", EDITION),
    Variant: ("variant", _VARIANT),
    Deal: ("deal", _DEAL),
    Record: ("record", Codec(_RECORD.write, _read_record, _RECORD.schema)),
    GameState: ("omniscient-state", Codec(_write_state, _read_state, {"type": "object"})),
    View: ("view", Codec(_write_view, _read_view, {"type": "object"})),
    FinalResult: ("final-result", _FINAL),
}
DOCUMENTS = Documents("monopoly", _KINDS, {})
"""The documents of the game."""


def to_data(value: object) -> Data:
    """Return a value as dicts, lists, strings, integers, booleans and None.

    **The data of a GameState holds the chance to come.** What may be sent to a player is the data
    of `observe(state, player)`.

    >>> to_data(Variant())
    {'game': 'monopoly', 'kind': 'variant', 'version': 1, 'offers': 3, 'castle_sale': 'full'}

    Raises:
        WrongType: the value is of a class that has no data.

    Rules: info.public, info.deck.
    """
    return DOCUMENTS.to_data(value)


def from_data(cls: type[T], data: object) -> T:
    """Return the value of data that `to_data` has written; the data need not be trusted.

    >>> from_data(Variant, to_data(Variant(offers=0)))
    Variant(offers=0, castle_sale='full')

    Args:
        cls: the class of the value.
        data: what was read.

    Raises:
        DecodingError: the data is not of this class, or tells of what no game leads to.
        WrongType: the class has no data.
    """
    return DOCUMENTS.from_data(cls, data)


def to_json(value: object) -> str:
    """Return a value as the one JSON text that it has.

    >>> to_json(Variant())
    '{"game":"monopoly","kind":"variant","version":1,"offers":3,"castle_sale":"full"}'

    Raises:
        WrongType: the value is of a class that has no data.
    """
    return DOCUMENTS.to_json(value)


def from_json(cls: type[T], document: str | bytes, *, size_limit: int = DEFAULT_SIZE_LIMIT) -> T:
    """Return the value of a JSON text, from anybody.

    >>> from_json(Variant, to_json(Variant()))
    Variant(offers=3, castle_sale='full')

    Args:
        cls: the class of the value.
        document: the text; bytes are read as UTF-8.
        size_limit: how long it may be.

    Raises:
        DecodingError: the text is not JSON, is too long, or describes what no game leads to.
        WrongType: an argument of another type.
    """
    return DOCUMENTS.from_json(cls, document, size_limit=size_limit)
