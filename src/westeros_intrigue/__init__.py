"""The rules of the card game Westeros Intrigue: immutable states and pure functions.

A game is a `GameState`: `setup` returns one, `legal_moves` its legal moves, `apply` the state after
one. `score_round` ends a round, and `final_winner` returns the winners. Read `gamekit` first, then
`rules`, `views`, `players`, `notation`, `drawing`, `documents` and `testing`; then the wings `lab`,
`play` and `games`.
"""

import sys as _sys
import typing as _typing
from importlib import import_module as _import_module

from westeros_intrigue.documents import (
    DOCUMENTS,
    from_json,
    to_json,
)
from westeros_intrigue.drawing import draw_svg, draw_text
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.defaults import (
    deciders,
    goods_of,
    move_in_words,
    play_on,
    player_in_words,
    titles,
)
from westeros_intrigue.gamekit.errors import (
    DecodingError,
    DeprecatedName,
    InvalidValue,
    MissingExtra,
    MissingName,
    NotationError,
    PlayerFailed,
    WesterosIntrigueError,
    WrongPhase,
    WrongType,
)
from westeros_intrigue.gamekit.packaging import missing_here as _missing_here, names_of as _names_of
from westeros_intrigue.gamekit.records import write_records
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.notation import (
    OPTIONS,
    Record,
    automated_seats,
    format_position,
    new_game,
    parse_card,
    parse_court,
    parse_hand,
    parse_move,
    parse_position,
    parse_slot,
    read_records,
    rematch,
    sentence,
)
from westeros_intrigue.players import (
    PLAYERS,
    Player,
    greedy_player,
    random_player,
)
from westeros_intrigue.players.whole_games import play_game
from westeros_intrigue.rules import (
    DECK,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NOTATION,
    PRIMER,
    RULEBOOK,
    RULES_VERSION,
    SOLO_SCHEMING,
    STANDARD,
    Card,
    Court,
    Deal,
    Decision,
    Elimination,
    Event,
    GameState,
    House,
    HouseRules,
    IllegalMove,
    InvalidCourt,
    InvalidDeal,
    InvalidRecord,
    InvalidVariant,
    IronThroneCard,
    Move,
    Phase,
    Placement,
    Position,
    RoundDeal,
    RoundResult,
    Slot,
    Table,
    Variant,
    View,
    Violation,
    ViolationCode,
    apply,
    deal_round,
    distinct_moves,
    events,
    explain,
    final_winner,
    find_move,
    house_rule,
    is_eliminated,
    legal_moves,
    proceed,
    question,
    rule,
    score_round,
    seen_by,
    setup,
    spellings,
    supply_chance,
    table_rules,
)
from westeros_intrigue.views import (
    determinize,
    observe,
    odds,
    position_key,
)

__version__ = "1.0.0rc1"

NAME = "Westeros Intrigue"
"""The name of the game as people know it."""
KEY = "westeros-intrigue"
"""The name of the game in files and on the command line."""

__all__ = [
    "DECK",
    "DOCUMENTS",
    "KEY",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "NAME",
    "NOTATION",
    "OPTIONS",
    "PLAYERS",
    "PRIMER",
    "RULEBOOK",
    "RULES_VERSION",
    "SOLO_SCHEMING",
    "STANDARD",
    "Card",
    "Court",
    "Deal",
    "Decision",
    "DecodingError",
    "DeprecatedName",
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
    "InvalidValue",
    "InvalidVariant",
    "IronThroneCard",
    "MissingExtra",
    "MissingName",
    "Move",
    "NotationError",
    "Phase",
    "Placement",
    "Player",
    "PlayerFailed",
    "Position",
    "RandomSource",
    "Record",
    "RoundDeal",
    "RoundResult",
    "Slot",
    "Table",
    "Variant",
    "View",
    "Violation",
    "ViolationCode",
    "WesterosIntrigueError",
    "WrongPhase",
    "WrongType",
    "apply",
    "automated_seats",
    "deal_round",
    "deciders",
    "determinize",
    "distinct_moves",
    "draw_svg",
    "draw_text",
    "events",
    "explain",
    "final_winner",
    "find_move",
    "format_position",
    "from_json",
    "goods_of",
    "greedy_player",
    "house_rule",
    "is_eliminated",
    "legal_moves",
    "move_in_words",
    "new_game",
    "observe",
    "odds",
    "parse_card",
    "parse_court",
    "parse_hand",
    "parse_move",
    "parse_position",
    "parse_slot",
    "play_game",
    "play_on",
    "player_in_words",
    "position_key",
    "proceed",
    "question",
    "random_player",
    "read_records",
    "rematch",
    "rule",
    "score_round",
    "seen_by",
    "sentence",
    "setup",
    "spellings",
    "supply_chance",
    "table_rules",
    "titles",
    "to_json",
    "write_records",
]


def __dir__() -> list[str]:
    return _names_of(__name__)


if not _typing.TYPE_CHECKING:  # or checkers would accept every name

    def __getattr__(name: str) -> object:
        raise _missing_here(name)


if "hypothesis" in _sys.modules:  # if it comes later, it calls `westeros_intrigue_hypothesis`
    _import_module("westeros_intrigue.testing.hypothesis_hook").register()
