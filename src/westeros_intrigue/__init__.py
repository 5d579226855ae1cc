"""The rules of the card game Westeros Intrigue: immutable states and pure functions.

A game is a `GameState`. `setup` returns one, `legal_moves` the moves of the player to move, and
`apply` the state after one of them; `score_round` ends a round, and `final_winner` returns the
winners. These are the names that a program needs first. All others are in `rules`, `knowledge`,
`players`, `text`, `drawing`, `data` and `compiled`, each of which begins with the order to read it.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.base import display as _display
from westeros_intrigue.base.errors import (
    DecodingError,
    InvalidValue,
    MissingExtra,
    NotationError,
    WesterosIntrigueError,
    WrongPhase,
    WrongType,
)
from westeros_intrigue.base.on_demand import on_demand as _on_demand
from westeros_intrigue.base.public import publish as _publish

__version__ = "0.9.0"

NAME = "Westeros Intrigue"
KEY = "westeros-intrigue"
"""The name of the game in files and on the command line."""

__all__ = [
    "DECK",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "NAME",
    "SOLO_SCHEMING",
    "STANDARD",
    "Card",
    "Court",
    "Deal",
    "Decision",
    "DecodingError",
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
    "MissingExtra",
    "Move",
    "NotationError",
    "Phase",
    "Placement",
    "Player",
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
    "deal_round",
    "determinize",
    "distinct_moves",
    "draw_svg",
    "draw_text",
    "events",
    "explain",
    "final_winner",
    "find_move",
    "from_json",
    "greedy_player",
    "is_eliminated",
    "legal_moves",
    "observe",
    "odds",
    "parse_card",
    "parse_court",
    "parse_hand",
    "parse_move",
    "parse_slot",
    "play_game",
    "position_key",
    "proceed",
    "random_player",
    "read_records",
    "rule",
    "score_round",
    "setup",
    "to_json",
    "write_records",
]

_ON_DEMAND = {
    "base.chance": "RandomSource",
    "base.game_defaults": "deciders move_in_words question titles",
    "base.results": "FinalResult",
    "data": "DOCUMENTS from_json to_json",
    "drawing": "draw_svg draw_text",
    "game": "play_game",
    "knowledge": "determinize observe odds position_key",
    "players": "PLAYERS Player greedy_player random_player",
    "rules": (
        "DECK MAX_PLAYERS MIN_PLAYERS RULEBOOK SOLO_SCHEMING STANDARD Card Court Deal Decision "
        "Elimination Event GameState House IllegalMove InvalidCourt InvalidDeal "
        "InvalidRecord InvalidVariant IronThroneCard Move Phase Placement Position RoundDeal "
        "RoundResult Slot Table Variant View Violation ViolationCode apply deal_round "
        "distinct_moves events explain final_winner find_move is_eliminated legal_moves proceed "
        "rule score_round seen_by setup"
    ),
    "text": (
        "OPTIONS Record automated_seats new_game parse_card parse_court parse_hand parse_move "
        "parse_slot read_records sentence write_records"
    ),
}
"""All other names, by folder or module. Some are not in `__all__`: they make this module a
`game.Game`."""

if TYPE_CHECKING:
    from westeros_intrigue.base.chance import RandomSource
    from westeros_intrigue.base.game_defaults import deciders as deciders
    from westeros_intrigue.base.game_defaults import move_in_words as move_in_words
    from westeros_intrigue.base.game_defaults import question as question
    from westeros_intrigue.base.game_defaults import titles as titles
    from westeros_intrigue.base.results import FinalResult
    from westeros_intrigue.data import DOCUMENTS as DOCUMENTS
    from westeros_intrigue.data import from_json, to_json
    from westeros_intrigue.drawing import draw_svg, draw_text
    from westeros_intrigue.game import play_game
    from westeros_intrigue.knowledge import determinize, observe, odds, position_key
    from westeros_intrigue.players import PLAYERS as PLAYERS
    from westeros_intrigue.players import Player, greedy_player, random_player
    from westeros_intrigue.rules import (
        DECK,
        MAX_PLAYERS,
        MIN_PLAYERS,
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
        is_eliminated,
        legal_moves,
        proceed,
        rule,
        score_round,
        setup,
    )
    from westeros_intrigue.rules import RULEBOOK as RULEBOOK
    from westeros_intrigue.rules import seen_by as seen_by
    from westeros_intrigue.text import OPTIONS as OPTIONS
    from westeros_intrigue.text import (
        Record,
        parse_card,
        parse_court,
        parse_hand,
        parse_move,
        parse_slot,
        read_records,
        write_records,
    )
    from westeros_intrigue.text import automated_seats as automated_seats
    from westeros_intrigue.text import new_game as new_game
    from westeros_intrigue.text import sentence as sentence
else:
    __getattr__, __dir__ = _on_demand(globals(), _ON_DEMAND)


def _drawing() -> _display.Renderer:
    from westeros_intrigue.drawing import notebook  # noqa: PLC0415 - when a notebook asks

    return notebook


_display.draw_with(_drawing)
_publish(globals())
