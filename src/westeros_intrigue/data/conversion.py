"""The documents of the card game: one kind for each class, as data or as JSON.

A card, a slot and a move are bare text, here as in every other document.
"""

from __future__ import annotations

from typing import Final

from westeros_intrigue.base.results import FinalResult
from westeros_intrigue.data.codecs import named
from westeros_intrigue.data.documents import Documents
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
to_data: Final = DOCUMENTS.to_data
from_data: Final = DOCUMENTS.from_data
to_json: Final = DOCUMENTS.to_json
from_json: Final = DOCUMENTS.from_json
