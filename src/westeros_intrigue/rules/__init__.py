"""The rules of the card game: values, moves, turns and points.

Read `cards`, `variants` and `dealing` first: the pieces of a game and its random outcomes. Then
read `violations`, `court` and `automated`: where a card may go, and why not elsewhere.
`game_events`, `public_facts` and `unseen` are parts of a table, and `following` changes it event by
event. `table` contains the public information; `state` contains the whole game, or one player's
view of it. `moves` and `scoring` advance a game, and `log` recovers its events and replays its
moves. `house_rules` is what a court asks of a house rule, and `house_games` makes a game of one.
`rulebook.json` has the rules in words.
"""

from westeros_intrigue.gamekit.display import FinalResult
from westeros_intrigue.gamekit.rulebook import Kind, Rule, Rulebook
from westeros_intrigue.rules.automated import find_dictated_slot
from westeros_intrigue.rules.cards import DECK, Card, House, IronThroneCard, Move, Slot
from westeros_intrigue.rules.court import Court, InvalidCourt
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, RoundDeal, deal_from_deck, draw_deal
from westeros_intrigue.rules.game_events import (
    Adjustment,
    Decision,
    EarlierRounds,
    Elimination,
    Event,
    Phase,
    Placement,
    Reveal,
    RoundEnd,
    RoundResult,
    RoundStart,
    SetAside,
    TurnStart,
    seen_by,
)
from westeros_intrigue.rules.house_games import HouseRules, house_rule
from westeros_intrigue.rules.log import InvalidRecord, events
from westeros_intrigue.rules.moves import (
    PRIMER,
    RULEBOOK,
    apply,
    distinct_moves,
    explain,
    find_move,
    is_eliminated,
    legal_moves,
    rule,
)
from westeros_intrigue.rules.scoring import final_winner, proceed, rank, reveal, score_round
from westeros_intrigue.rules.state import GameState, Position, View, deal_round, setup
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.variants import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    SOLO_SCHEMING,
    STANDARD,
    InvalidVariant,
    Variant,
)
from westeros_intrigue.rules.violations import IllegalMove, Violation, ViolationCode

__all__ = [
    "DECK",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "PRIMER",
    "RULEBOOK",
    "SOLO_SCHEMING",
    "STANDARD",
    "Adjustment",
    "Card",
    "Court",
    "Deal",
    "Decision",
    "EarlierRounds",
    "Elimination",
    "Event",
    "FinalResult",
    "GameState",
    "House",
    "HouseRules",
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
    "Rulebook",
    "SetAside",
    "Slot",
    "Table",
    "TurnStart",
    "Variant",
    "View",
    "Violation",
    "ViolationCode",
    "apply",
    "deal_from_deck",
    "deal_round",
    "distinct_moves",
    "draw_deal",
    "events",
    "explain",
    "final_winner",
    "find_dictated_slot",
    "find_move",
    "house_rule",
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
