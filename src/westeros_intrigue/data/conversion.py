"""The documents of the card game: one kind for each class, as data or as JSON.

A card, a slot and a move are bare text, here as in every other document.
"""

from __future__ import annotations

from typing import TypeVar

from westeros_intrigue.base.results import FinalResult
from westeros_intrigue.data.codecs import Data, named
from westeros_intrigue.data.documents import Documents
from westeros_intrigue.data.jsontext import DEFAULT_SIZE_LIMIT
from westeros_intrigue.data.records import record_codec
from westeros_intrigue.data.states import state_codec
from westeros_intrigue.data.tables import table_codec
from westeros_intrigue.data.values import CODECS, UNCHECKED
from westeros_intrigue.data.views import view_codec
from westeros_intrigue.knowledge.snapshots import Snapshot
from westeros_intrigue.rules import history
from westeros_intrigue.rules.cards import Card, IronThroneCard
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.dealing import Deal, RoundDeal
from westeros_intrigue.rules.events import Reveal, RoundEnd, RoundStart, SetAside, TurnStart
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.transcript import Transcript
from westeros_intrigue.rules.variants import Variant
from westeros_intrigue.rules.view import View
from westeros_intrigue.rules.violations import Violation
from westeros_intrigue.text.records import Record

T = TypeVar("T")


def to_data(value: object) -> Data:
    """Return a value as dicts, lists, strings, integers, booleans and None.

    **The data of a GameState contains every hand** and all cards of later rounds: its kind is
    `omniscient-state`. Send a player the data of `observe(state, player)` instead.

    >>> from westeros_intrigue import House, Placement, Slot
    >>> to_data(Placement(2, Move(Card(House.STARK, 4), Slot(1, -2))))
    {'game': 'westeros-intrigue', 'kind': 'placement', 'version': 1, 'player': 2, 'move': 'S4@b-2'}
    >>> to_data(Card(House.STARK, 4))
    'S4'

    Raises:
        InvalidValue: the value is a state drawn from a view, which has no complete history, or
            contains an integer beyond 2^53, which many readers of JSON cannot read.
    """
    return DOCUMENTS.to_data(value)


def from_data(cls: type[T], data: object) -> T:
    """Return the value of data that `to_data` returned.

    The data may come from anybody: every value returned is valid, and every state or view is one
    that a game can reach.

    >>> from_data(Move, "S4@b-2")
    Move(card=Card(house=House.STARK, number=4), slot=Slot(row=1, column=-2))
    >>> from westeros_intrigue import House, Placement
    >>> data = to_data(Placement(2, Move(Card(House.STARK, 4), Slot(0, 0))))
    >>> from_data(Placement, {**data, "player": True})
    Traceback (most recent call last):
    westeros_intrigue.DecodingError: /player: expected an integer, not true

    Raises:
        DecodingError: the data is invalid; `path` is the place, `reason` the fault.
    """
    return DOCUMENTS.from_data(cls, data)


def to_json(value: object) -> str:
    """Return a value as JSON; equal values of a class have the same text.

    **The JSON of a GameState contains every hand**; see `to_data`.

    >>> to_json(IronThroneCard(3, icons=7))
    '{"game":"westeros-intrigue","kind":"iron-throne-card","version":1,"value":3,"icons":7}'

    Raises:
        InvalidValue: as for `to_data`.
    """
    return DOCUMENTS.to_json(value)


def from_json(cls: type[T], text: str | bytes, *, size_limit: int = DEFAULT_SIZE_LIMIT) -> T:
    """Return the value of a JSON text that `to_json` returned.

    >>> from_json(Slot, '"b-2"')
    Slot(row=1, column=-2)
    >>> from_json(Deal, '{"rounds":[],"rounds":[],"throne_cards":[]}')
    Traceback (most recent call last):
    westeros_intrigue.DecodingError: the document: expected an object, not an object with \
the key 'rounds' twice

    Args:
        cls: the class of the value.
        text: the JSON, from anybody.
        size_limit: the greatest number of characters or bytes to parse.

    Raises:
        DecodingError: the text is too long, or is not the JSON of such a value.
        InvalidValue: the limit is below 1.
    """
    return DOCUMENTS.from_json(cls, text, size_limit=size_limit)


_CODECS = CODECS.extended(
    {
        GameState: state_codec,
        Table: lambda _: named("table", table_codec(UNCHECKED)),
        View: view_codec,
        Record: record_codec,
    }
)
DOCUMENTS = Documents(
    "westeros-intrigue",
    _CODECS,
    (
        IronThroneCard,
        Court,
        RoundDeal,
        Deal,
        Variant,
        history.Placement,
        history.Elimination,
        history.Adjustment,
        RoundStart,
        TurnStart,
        SetAside,
        RoundEnd,
        Reveal,
        history.RoundResult,
        FinalResult,
        Violation,
        Transcript,
        GameState,
        Table,
        View,
        Snapshot,
        Record,
    ),
    kinds={GameState: "omniscient-state"},
    bare=(Card, Slot, Move),
    snapshot=Snapshot.of,
)
"""The documents of the card game."""
