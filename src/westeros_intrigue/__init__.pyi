from westeros_intrigue.documents import (
    DOCUMENTS as DOCUMENTS,
    from_json as from_json,
    to_json as to_json,
)
from westeros_intrigue.drawing import draw_svg as draw_svg, draw_text as draw_text
from westeros_intrigue.gamekit.chance import RandomSource as RandomSource
from westeros_intrigue.gamekit.display import FinalResult as FinalResult
from westeros_intrigue.gamekit.errors import (
    DecodingError as DecodingError,
    InvalidValue as InvalidValue,
    MissingExtra as MissingExtra,
    NotationError as NotationError,
    PlayerFailed as PlayerFailed,
    WesterosIntrigueError as WesterosIntrigueError,
    WrongPhase as WrongPhase,
    WrongType as WrongType,
)
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
    format_position as format_position,
    new_game as new_game,
    parse_card as parse_card,
    parse_court as parse_court,
    parse_hand as parse_hand,
    parse_move as parse_move,
    parse_position as parse_position,
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

__version__: str
NAME: str
KEY: str
