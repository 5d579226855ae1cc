"""Values of the second game as JSON, written in one way and read without trust.

A game is written as what it began with, its chance and its moves, and what is read is replayed:
every game from `from_json` is one that the rules lead to. The rest of a document repeats
what lies on the table, for clients that know no rules; it must agree.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar, get_args

import attrs

from westeros_intrigue.base.errors import DecodingError, WesterosIntrigueError, fault, faults_at
from westeros_intrigue.base.results import Criterion, FinalResult, ranking_faults
from westeros_intrigue.data.codecs import (
    NULL,
    Codec,
    Data,
    as_it_is,
    choice,
    described,
    merged,
    named,
    text,
)
from westeros_intrigue.data.derivation import Codecs
from westeros_intrigue.data.documents import Documents
from westeros_intrigue.data.objects import derived, differences, read_fields, record, with_head
from westeros_intrigue.monopoly.arrange import checked
from westeros_intrigue.monopoly.board import Board, board_of
from westeros_intrigue.monopoly.chance import LAST_SEED, Deal, Seed
from westeros_intrigue.monopoly.edition_files import EDITION
from westeros_intrigue.monopoly.editions import Edition
from westeros_intrigue.monopoly.event_kinds import Event
from westeros_intrigue.monopoly.history import Moves
from westeros_intrigue.monopoly.moves import Move
from westeros_intrigue.monopoly.notation import parse_move
from westeros_intrigue.monopoly.questions import FACTS
from westeros_intrigue.monopoly.records import Record
from westeros_intrigue.monopoly.snapshots import Showing, Snapshot
from westeros_intrigue.monopoly.spaces import Seat
from westeros_intrigue.monopoly.state import GameState, View
from westeros_intrigue.monopoly.table import Start, Variant

T = TypeVar("T")
_SEED = "^(0|[1-9][0-9]{0,19})$"


def _parsed_move(words_of_move: str) -> Move | None:
    try:
        return parse_move(words_of_move)
    except WesterosIntrigueError:
        return None


def _seed_of(digits: str) -> int | None:
    # Many readers of JSON cannot read a number of 64 bits exactly.
    plain = re.fullmatch(_SEED, digits, re.ASCII)
    return int(digits) if plain and int(digits) <= LAST_SEED else None


def _read_board(data: object) -> Board:
    with faults_at():
        return board_of(EDITION.read(data))


def _moves(codecs: Codecs) -> Codec[Moves]:
    array = codecs.codec_for(tuple[Move, ...])
    return attrs.evolve(array, read=lambda data: Moves.of(array.read(data)))


def _start(codecs: Codecs) -> Codec[Start]:
    codec = codecs.record(Start)

    def read(data: object) -> Start:
        start = codec.read(data)
        if len(start.deeds) != start.board.size:
            raise fault(f"expected {start.board.size} deeds, one a space", "/deeds")
        with faults_at():
            return checked(start)

    return named("start", attrs.evolve(codec, read=read))


_DECISION = choice(FACTS)


def _showing(codecs: Codecs) -> Codec[Showing]:
    """Return the codec of the facts on the table, with the members of each question."""
    questions: list[Codec[Any]] = []
    for decision, numbers in FACTS.items():
        members = codecs.each({"player": Seat, **numbers})
        questions.append(with_head({"decision": decision.value}, record(dict, members)))
    schema = {"oneOf": [{"type": "null"}, *(question.schema for question in questions)]}
    by_decision = dict(zip(FACTS, questions, strict=True))

    def read(data: object) -> Data:
        if data is None:
            return None
        if type(data) is not dict or "decision" not in data:
            raise fault(f"expected a question or null, not {described(data)}")
        with faults_at("decision"):
            decision = _DECISION.read(data["decision"])
        by_decision[decision].read(data)
        return data

    question: Codec[Data] = Codec(as_it_is, read, schema, merged(*questions))
    names = [field.name for field in attrs.fields(Showing) if field.name != "question"]
    return named("table", record(Showing, {**codecs.fields(Showing, names), "question": question}))


def _record(codecs: Codecs) -> Codec[Record]:
    codec = codecs.record(Record)

    def read(data: object) -> Record:
        found = codec.read(data)
        _played(found)
        return found

    return named("record", attrs.evolve(codec, read=read))


def _played(record_read: Record, path: str = "") -> GameState:
    """Return the game of a record, which need not be trusted."""
    place = f"{path}/deal"
    try:
        for number, state in enumerate(record_read.replay()):  # noqa: B007 - the last one
            place = f"{path}/moves/{number}"
    except WesterosIntrigueError as error:
        raise fault(str(error), place) from None
    return state


def _state(codecs: Codecs) -> Codec[GameState]:
    table = codecs.codec_for(Showing)
    parts = {"record": named("record", codecs.record(Record)), "table": derived(table)}

    def write(state: GameState) -> Data:
        # A state drawn from a view, or one whose chance came by hand, is written with that chance.
        game = parts["record"].write(Record.from_state(state))
        return {"record": game, "table": table.write(Showing.of(state))}

    def read(data: object) -> GameState:
        found = read_fields(data, parts)
        state = _played(found["record"], "/record")
        if faults := differences(found["table"], table.write(Showing.of(state)), "/table"):
            raise DecodingError(faults)
        return state

    return attrs.evolve(record(GameState, parts), write=write, read=read)


def _view(codecs: Codecs) -> Codec[View]:
    table = codecs.codec_for(Showing)
    parts = {
        **codecs.fields(View, ["player"]),
        "record": named("record", codecs.record(Record)),
        "table": derived(table),
    }

    def write(view: View) -> Data:
        # Only the chance that everybody has seen: neither the deck that is left nor a seed.
        seen = Record(view.table.start, _seen(view), view.table.moves)
        game = parts["record"].write(seen)
        return {"player": view.player, "record": game, "table": table.write(Showing.of(view))}

    def read(data: object) -> View:
        found = read_fields(data, parts)
        player, state = found["player"], _played(found["record"], "/record")
        if player is not None and player >= state.players:
            raise fault(f"the game has {state.players} players, so not player {player}", "/player")
        view = View(state.table, player)
        if found["record"].deal != _seen(view):
            raise fault("a view contains only the chance that was seen", "/record/deal")
        if faults := differences(found["table"], table.write(Showing.of(view)), "/table"):
            raise DecodingError(faults)
        return view

    return attrs.evolve(record(View, parts), write=write, read=read)


def _seen(view: View) -> Deal:
    return Deal(view.table.draws, view.table.throws)


_CODECS = Codecs(
    {
        Edition: EDITION,
        Board: Codec(
            lambda board: EDITION.write(board.edition),
            _read_board,
            EDITION.schema,
            EDITION.definitions,
        ),
        Move: named("move", text("a move", r"^[a-z].*$", _parsed_move)),
        Moves: _moves,
        Seed: text("a seed as digits", _SEED, _seed_of),
        Start: _start,
        Showing: _showing,
        Record: _record,
        GameState: _state,
        View: _view,
        Criterion: NULL,
    },
    {FinalResult: ranking_faults},
)
DOCUMENTS = Documents(
    "monopoly",
    _CODECS,
    (
        Edition,
        Variant,
        Deal,
        Record,
        GameState,
        View,
        Snapshot,
        *get_args(Event.__value__),
        FinalResult,
    ),
    kinds={GameState: "omniscient-state"},
    snapshot=Snapshot.of,
)
"""The documents of the game."""
