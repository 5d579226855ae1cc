"""The rules of the card game Westeros Intrigue: immutable states and pure functions.

A game is a `GameState`. `setup` returns one, `legal_moves` the moves of the player to move, and
`apply` the state after one of them; `score_round` ends a round, and `final_winner` returns the
winners. These are the names that a program needs first. All others are in `rules`, `knowledge`,
`players`, `text`, `drawing`, `data` and `compiled`, each of which begins with the order to read it.
"""

from typing import TYPE_CHECKING

from westeros_intrigue.gamekit.errors import (
    DecodingError as DecodingError,
    InvalidValue as InvalidValue,
    MissingExtra as MissingExtra,
    NotationError as NotationError,
    WesterosIntrigueError as WesterosIntrigueError,
    WrongPhase as WrongPhase,
    WrongType as WrongType,
)
from westeros_intrigue.gamekit.packaging import on_demand as _on_demand, publish as _publish

__version__ = "0.9.0"

NAME = "Westeros Intrigue"
KEY = "westeros-intrigue"
"""The name of the game in files and on the command line."""

_ON_DEMAND = {
    "gamekit.chance": "RandomSource",
    "gamekit.questions": "deciders goods_of move_in_words play_on player_in_words question titles",
    "gamekit.records": "write_records",
    "gamekit.display": "FinalResult",
    "documents": "DOCUMENTS from_json to_json",
    "drawing": "draw_svg draw_text",
    "views": "determinize observe odds position_key",
    "players": "PLAYERS Player greedy_player random_player",
    "players.playing": "play_game",
    "rules": "DECK MAX_PLAYERS MIN_PLAYERS PRIMER RULEBOOK SOLO_SCHEMING STANDARD Card Court Deal Decision Elimination Event GameState House IllegalMove InvalidCourt InvalidDeal InvalidRecord InvalidVariant IronThroneCard Move Phase Placement Position RoundDeal RoundResult Slot Table Variant View Violation ViolationCode apply deal_round distinct_moves events explain final_winner find_move is_eliminated legal_moves proceed rule score_round seen_by setup",
    "notation": "OPTIONS Record automated_seats new_game parse_card parse_court parse_hand parse_move parse_slot read_records rematch sentence",
}
"""All other names, by folder or module."""
_OF_GAMES = (
    "DOCUMENTS OPTIONS PLAYERS PRIMER RULEBOOK automated_seats deciders goods_of move_in_words "
    "new_game play_on player_in_words question rematch seen_by sentence titles"
)
"""Those that only make this module a `game.Game`, and are not in `__all__`."""

if TYPE_CHECKING:
    from westeros_intrigue.documents import (
        DOCUMENTS as DOCUMENTS,
        from_json as from_json,
        to_json as to_json,
    )
    from westeros_intrigue.drawing import draw_svg as draw_svg, draw_text as draw_text
    from westeros_intrigue.gamekit.chance import RandomSource as RandomSource
    from westeros_intrigue.gamekit.display import FinalResult as FinalResult
    from westeros_intrigue.gamekit.questions import (
        deciders as deciders,
        goods_of as goods_of,
        move_in_words as move_in_words,
        play_on as play_on,
        player_in_words as player_in_words,
        question as question,
        titles as titles,
    )
    from westeros_intrigue.gamekit.records import write_records as write_records
    from westeros_intrigue.notation import (
        OPTIONS as OPTIONS,
        Record as Record,
        automated_seats as automated_seats,
        new_game as new_game,
        parse_card as parse_card,
        parse_court as parse_court,
        parse_hand as parse_hand,
        parse_move as parse_move,
        parse_slot as parse_slot,
        read_records as read_records,
        rematch as rematch,
        sentence as sentence,
    )
    from westeros_intrigue.players import (
        PLAYERS as PLAYERS,
        Player as Player,
        greedy_player as greedy_player,
        random_player as random_player,
    )
    from westeros_intrigue.players.playing import play_game as play_game
    from westeros_intrigue.rules import (
        DECK as DECK,
        MAX_PLAYERS as MAX_PLAYERS,
        MIN_PLAYERS as MIN_PLAYERS,
        PRIMER as PRIMER,
        RULEBOOK as RULEBOOK,
        SOLO_SCHEMING as SOLO_SCHEMING,
        STANDARD as STANDARD,
        Card as Card,
        Court as Court,
        Deal as Deal,
        Decision as Decision,
        Elimination as Elimination,
        Event as Event,
        GameState as GameState,
        House as House,
        IllegalMove as IllegalMove,
        InvalidCourt as InvalidCourt,
        InvalidDeal as InvalidDeal,
        InvalidRecord as InvalidRecord,
        InvalidVariant as InvalidVariant,
        IronThroneCard as IronThroneCard,
        Move as Move,
        Phase as Phase,
        Placement as Placement,
        Position as Position,
        RoundDeal as RoundDeal,
        RoundResult as RoundResult,
        Slot as Slot,
        Table as Table,
        Variant as Variant,
        View as View,
        Violation as Violation,
        ViolationCode as ViolationCode,
        apply as apply,
        deal_round as deal_round,
        distinct_moves as distinct_moves,
        events as events,
        explain as explain,
        final_winner as final_winner,
        find_move as find_move,
        is_eliminated as is_eliminated,
        legal_moves as legal_moves,
        proceed as proceed,
        rule as rule,
        score_round as score_round,
        seen_by as seen_by,
        setup as setup,
    )
    from westeros_intrigue.views import (
        determinize as determinize,
        observe as observe,
        odds as odds,
        position_key as position_key,
    )
else:
    __getattr__, __dir__ = _on_demand(globals(), _ON_DEMAND)


_publish(globals(), but=f"KEY {_OF_GAMES}")
