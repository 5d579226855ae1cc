"""Values as data and as JSON: the codecs are derived from the annotations.

The document of a GameState is its record, so what is read is always a state that a game leads to.
The document of a View is what a leader may be sent. A box is written in whole, but for the sample,
which is named.

Rules: info.public, info.hand.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import attrs

from westeros_intrigue.base.errors import NotationError, fault, faults_at
from westeros_intrigue.base.results import Criterion, FinalResult, ranking_faults
from westeros_intrigue.btwixt import possible
from westeros_intrigue.btwixt.agenda import STEPS
from westeros_intrigue.btwixt.box import SAMPLE_BOX, Box
from westeros_intrigue.btwixt.boxfile import codec_of
from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.chance import Chance
from westeros_intrigue.btwixt.events import Event
from westeros_intrigue.btwixt.moves import MOVES, Move, parse_card, parse_move
from westeros_intrigue.btwixt.records import Record
from westeros_intrigue.btwixt.state import GameState, View
from westeros_intrigue.btwixt.table import DecidedBy, Step
from westeros_intrigue.btwixt.variants import Variant
from westeros_intrigue.data.codecs import Codec, Faults, described, named, text
from westeros_intrigue.data.derivation import Codecs
from westeros_intrigue.data.documents import Documents

T = TypeVar("T")


def _parsed_by(parse: Callable[[str], T]) -> Callable[[str], T | None]:
    def read(text: str) -> T | None:
        with suppress(NotationError):
            value = parse(text)
            if str(value) == text:  # only the one text that is written is read
                return value
        return None

    return read


_CARD: Codec[Card] = named(
    "card", text("a card", "^[a-z][a-z0-9-]*(#[1-9][0-9]{0,5})?$", _parsed_by(parse_card))
)
_MOVE: Codec[Move] = named("move", text("a move", "^[a-z].*$", _parsed_by(parse_move)))


def _of_class(cls: type[Any]) -> Codec[Any]:
    def read(data: object) -> Move:
        move = _MOVE.read(data)
        if type(move) is not cls:
            raise fault(f"expected a {cls.__name__}, not {described(data)}")
        return move

    return attrs.evolve(_MOVE, read=read)


def _box(_: Codecs) -> Codec[Box]:
    file = codec_of(Box)

    def read(data: object) -> Box:
        with faults_at():
            return SAMPLE_BOX if data == "sample" else file.read(data)

    box: Codec[Box] = Codec(
        lambda box: "sample" if box == SAMPLE_BOX else file.write(box),
        read,
        {"if": {"type": "string"}, "then": {"const": "sample"}, "else": file.schema},
        file.definitions,
    )
    return named("box", box)


def _state(codecs: Codecs) -> Codec[GameState]:
    record = codecs.codec_for(Record)

    def read(data: object) -> GameState:
        game: Record = record.read(data)
        with faults_at():
            return game.state

    return attrs.evolve(
        record, write=lambda state: record.write(Record.from_state(state)), read=read
    )


def _view_faults(view: View) -> Faults:
    return [("", reason) for reason in possible.faults(view)]


_CODECS = Codecs(
    {
        Card: _CARD,
        Move: _MOVE,
        **{cls: _of_class(cls) for cls in MOVES},
        Box: _box,
        Step: lambda codecs: codecs.tagged("step", STEPS),
        Criterion: lambda codecs: codecs.codec_for(DecidedBy),
        GameState: _state,
    },
    {View: _view_faults, FinalResult: ranking_faults},
)
DOCUMENTS = Documents(
    "btwixt",
    _CODECS,
    (GameState, View, Event, Record, Chance, Variant, FinalResult),
    kinds={GameState: "omniscient-state"},
    bare=(Box, Card, *MOVES),
)
"""The documents of the game."""
