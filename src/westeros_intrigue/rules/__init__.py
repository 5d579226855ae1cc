"""The rules of the card game: its pieces, its table and the game itself, one floor above another.

Read the modules in this order; each imports only modules above it in this list.

The pieces, each without a game: `cards`, `board`, `variants`, `dealing`, `violations`,
`house_rules`, `court`, `automated`, `points`.

The table and its events, all that every player can see: `game_events`, `round_results`,
`public_facts`, `following`, `unseen`, `table`.

The game, with its hidden cards and what each player sees of it: `state`, `view`, `moves`,
`scoring`, `log`, `house_games`.

`rulebook.json` has the rules in words, by their ids.
"""

from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.gamekit.rulebook import Kind, Rule, Rulebook
from westeros_intrigue.rules.automated import find_dictated_slot
from westeros_intrigue.rules.cards import DECK, Card, House, IronThroneCard, Move, Slot
from westeros_intrigue.rules.court import Court, InvalidCourt
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, RoundDeal, deal_from_deck, draw_deal
from westeros_intrigue.rules.game_events import (
    Elimination,
    Event,
    Phase,
    Placement,
    Reveal,
    RoundEnd,
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
from westeros_intrigue.rules.points import Adjustment, Decision, rank
from westeros_intrigue.rules.round_results import EarlierRounds, RoundResult
from westeros_intrigue.rules.scoring import final_winner, proceed, reveal, score_round
from westeros_intrigue.rules.state import GameState, deal_round, setup
from westeros_intrigue.rules.table import Table
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
