"""The rules of the card game: values, moves, turns and points.

Read the modules in this order: `cards`, `slots` and `court`, the pyramid; `violations`, the reasons
against a move; `variants` and `dealing`, a table and its chance; `events` and `history`, what
happens; `table`, `game` and `view`, what everybody sees, everything, and what one player knows;
`explain` and `moves`, then `setup`, `scoring` and `proceed`; `entries` and `rulebook`, the rules as
data; and `transcript`, a game to be played again.
"""

from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.base.results import FinalResult
from westeros_intrigue.rules.automated import dictated_slot
from westeros_intrigue.rules.cards import DECK, Card, House, IronThroneCard
from westeros_intrigue.rules.court import Court, InvalidCourt
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, RoundDeal, deal_from_deck, draw_deal
from westeros_intrigue.rules.entries import Kind, Rule
from westeros_intrigue.rules.events import (
    Event,
    Reveal,
    RoundEnd,
    RoundStart,
    SetAside,
    TurnStart,
    seen_by,
)
from westeros_intrigue.rules.explain import explain
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import (
    Adjustment,
    Decision,
    Elimination,
    Placement,
    RoundResult,
)
from westeros_intrigue.rules.log import events
from westeros_intrigue.rules.moves import (
    apply,
    distinct_moves,
    find_move,
    is_eliminated,
    legal_moves,
)
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.proceed import proceed
from westeros_intrigue.rules.rulebook import RULEBOOK, rule
from westeros_intrigue.rules.scoring import final_winner, rank, reveal, score_round
from westeros_intrigue.rules.setup import deal_round, setup
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.transcript import InvalidRecord, Transcript
from westeros_intrigue.rules.variants import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    SOLO_SCHEMING,
    STANDARD,
    InvalidVariant,
    Variant,
)
from westeros_intrigue.rules.view import Position, View
from westeros_intrigue.rules.violations import IllegalMove, Violation, ViolationCode

__all__ = [
    "DECK",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "RULEBOOK",
    "SOLO_SCHEMING",
    "STANDARD",
    "Adjustment",
    "Card",
    "Court",
    "Deal",
    "Decision",
    "Elimination",
    "Event",
    "FinalResult",
    "GameState",
    "House",
    "IllegalMove",
    "InvalidCourt",
    "InvalidDeal",
    "InvalidRecord",
    "InvalidVariant",
    "IronThroneCard",
    "Kind",
    "Move",
    "Phase",
    "Placement",
    "Position",
    "Reveal",
    "RoundDeal",
    "RoundEnd",
    "RoundResult",
    "RoundStart",
    "Rule",
    "SetAside",
    "Slot",
    "Table",
    "Transcript",
    "TurnStart",
    "Variant",
    "View",
    "Violation",
    "ViolationCode",
    "apply",
    "deal_from_deck",
    "deal_round",
    "dictated_slot",
    "distinct_moves",
    "draw_deal",
    "events",
    "explain",
    "final_winner",
    "find_move",
    "is_eliminated",
    "legal_moves",
    "proceed",
    "rank",
    "reveal",
    "rule",
    "score_round",
    "seen_by",
    "setup",
]

_publish(globals())
