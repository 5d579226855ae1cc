"""The rules of the card game Westeros Intrigue: immutable states and pure functions.

A game is a `GameState`. `setup` makes one, `legal_moves` says what the player to move may do,
`apply` does it, `score_round` ends a round, and `final_winner` says who won.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.base import display as _display
from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.errors import (
    DecodingError,
    InvalidValue,
    MissingExtra,
    NotationError,
    WesterosIntrigueError,
    WrongPhase,
    WrongType,
)
from westeros_intrigue.base.game_defaults import deciders
from westeros_intrigue.base.on_demand import on_demand as _on_demand
from westeros_intrigue.knowledge.views import observe, throne_cards_left
from westeros_intrigue.knowledge.worlds import Determinizer, determinize, odds
from westeros_intrigue.players import Player, greedy_player, play_game, random_player
from westeros_intrigue.rules.automated import dictated_slot
from westeros_intrigue.rules.cards import ASSUMED_THRONE_CARDS, DECK, Card, House, IronThroneCard
from westeros_intrigue.rules.court import Court, InvalidCourt
from westeros_intrigue.rules.dealing import Deal, InvalidDeal, RoundDeal, deal_from_deck, draw_deal
from westeros_intrigue.rules.events import (
    Event,
    Reveal,
    RoundEnd,
    RoundStart,
    SetAside,
    TurnStart,
)
from westeros_intrigue.rules.explain import explain
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import (
    Adjustment,
    Decision,
    Elimination,
    FinalResult,
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
from westeros_intrigue.rules.proceed import advance, proceed
from westeros_intrigue.rules.rulebook import RULEBOOK, Kind, Rule, rule
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
from westeros_intrigue.text import (
    Record,
    RecordedPlacement,
    RecordedRound,
    parse_card,
    parse_court,
    parse_hand,
    parse_move,
    parse_slot,
    read_records,
    write_records,
)

__version__ = "0.1.0"

NAME = "Westeros Intrigue"
KEY = "westeros-intrigue"
"""The name of the game in files and on the command line."""

__all__ = [
    "ASSUMED_THRONE_CARDS",
    "DECK",
    "DOCUMENTS",
    "KEY",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "NAME",
    "OPTIONS",
    "PLAYERS",
    "RULEBOOK",
    "SOLO_SCHEMING",
    "STANDARD",
    "Adjustment",
    "Analysis",
    "Card",
    "Court",
    "Deal",
    "Decision",
    "DecodingError",
    "Determinizer",
    "Elimination",
    "Event",
    "FinalResult",
    "GameState",
    "House",
    "IllegalMove",
    "InvalidCourt",
    "InvalidDeal",
    "InvalidRecord",
    "InvalidValue",
    "InvalidVariant",
    "IronThroneCard",
    "JudgedMove",
    "JudgedPlacement",
    "Kind",
    "MissingExtra",
    "MonteCarloPlayer",
    "Move",
    "NotationError",
    "Phase",
    "Placement",
    "Player",
    "Position",
    "RandomSource",
    "Record",
    "RecordAnalysis",
    "RecordedPlacement",
    "RecordedRound",
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
    "TreeSearchPlayer",
    "TurnStart",
    "Variant",
    "View",
    "Violation",
    "ViolationCode",
    "WesterosIntrigueError",
    "WrongPhase",
    "WrongType",
    "advance",
    "analyse",
    "analyse_record",
    "apply",
    "automated_seats",
    "deal_from_deck",
    "deal_round",
    "deciders",
    "determinize",
    "dictated_slot",
    "distinct_moves",
    "draw_deal",
    "draw_svg",
    "draw_text",
    "events",
    "explain",
    "final_winner",
    "find_move",
    "from_data",
    "from_json",
    "greedy_player",
    "is_eliminated",
    "legal_moves",
    "new_game",
    "observe",
    "odds",
    "parse_card",
    "parse_court",
    "parse_hand",
    "parse_move",
    "parse_record",
    "parse_slot",
    "play_game",
    "position_key",
    "proceed",
    "provident_player",
    "random_player",
    "rank",
    "read_records",
    "reveal",
    "rule",
    "score_round",
    "sentence",
    "setup",
    "throne_cards_left",
    "to_data",
    "to_json",
    "write_records",
]

_ON_DEMAND = {
    "compiled": "Playouts Solution playouts solve solve_all",
    "data": "DOCUMENTS from_data from_json to_data to_json",
    "drawing": "draw_svg draw_text",
    "knowledge.keys": "position_key",
    "players.analysis": "Analysis JudgedMove analyse",
    "players.judged": "JudgedPlacement",
    "players.monte_carlo": "MonteCarloPlayer",
    "players.named": "PLAYERS",
    "players.provident": "provident_player",
    "players.review": "RecordAnalysis analyse_record",
    "players.tree_search": "TreeSearchPlayer",
    "text.sentences": "sentence",
    "text.table_options": "OPTIONS automated_seats new_game parse_record",
}
"""Names above the rules, by module. Those of `compiled` are not in `__all__`, since some need the
extra `fast`. Values are imported at once, since their reprs name each other."""

if TYPE_CHECKING:
    from westeros_intrigue.compiled import Playouts as Playouts
    from westeros_intrigue.compiled import Solution as Solution
    from westeros_intrigue.compiled import playouts as playouts
    from westeros_intrigue.compiled import solve as solve
    from westeros_intrigue.compiled import solve_all as solve_all
    from westeros_intrigue.data import DOCUMENTS, from_data, from_json, to_data, to_json
    from westeros_intrigue.drawing import draw_svg, draw_text
    from westeros_intrigue.knowledge.keys import position_key
    from westeros_intrigue.players.analysis import Analysis, JudgedMove, analyse
    from westeros_intrigue.players.judged import JudgedPlacement
    from westeros_intrigue.players.monte_carlo import MonteCarloPlayer
    from westeros_intrigue.players.named import PLAYERS
    from westeros_intrigue.players.provident import provident_player
    from westeros_intrigue.players.review import RecordAnalysis, analyse_record
    from westeros_intrigue.players.tree_search import TreeSearchPlayer
    from westeros_intrigue.text.sentences import sentence
    from westeros_intrigue.text.table_options import (
        OPTIONS,
        automated_seats,
        new_game,
        parse_record,
    )
else:
    __getattr__, __dir__ = _on_demand(globals(), _ON_DEMAND)


def _drawing() -> _display.Renderer:
    from westeros_intrigue.drawing import notebook  # noqa: PLC0415 - when a notebook asks

    return notebook


_display.draw_with(_drawing)
