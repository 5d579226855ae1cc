from westeros_intrigue.gamekit.display import FinalResult as FinalResult
from westeros_intrigue.gamekit.questions import (
    automated_seats as automated_seats,
    goods_of as goods_of,
)
from westeros_intrigue.gamekit.records import write_records as write_records
from westeros_intrigue.games.btwixt.box import (
    KNOWN_CARDS as KNOWN_CARDS,
    SAMPLE_BOX as SAMPLE_BOX,
    Box as Box,
    Fault as Fault,
    InvalidBox as InvalidBox,
)
from westeros_intrigue.games.btwixt.cards import (
    MAX_PLAYERS as MAX_PLAYERS,
    MIN_PLAYERS as MIN_PLAYERS,
    Ability as Ability,
    Ally as Ally,
    Card as Card,
    Colour as Colour,
    InfluenceCard as InfluenceCard,
    Kind as Kind,
    Leader as Leader,
    Onto as Onto,
    Operation as Operation,
    Side as Side,
    Timing as Timing,
    Who as Who,
    describe as describe,
    left_council as left_council,
    neighbours as neighbours,
    right_council as right_council,
)
from westeros_intrigue.games.btwixt.chance import (
    Chance as Chance,
    InvalidChance as InvalidChance,
    draw_chance as draw_chance,
)
from westeros_intrigue.games.btwixt.game import (
    PRIMER as PRIMER,
    RULEBOOK as RULEBOOK,
    apply as apply,
    deciders as deciders,
    distinct_moves as distinct_moves,
    events as events,
    explain as explain,
    legal_moves as legal_moves,
    observe as observe,
    proceed as proceed,
    rule as rule,
    setup as setup,
)
from westeros_intrigue.games.btwixt.moves import (
    Choose as Choose,
    ChooseLeader as ChooseLeader,
    Decline as Decline,
    Draft as Draft,
    Event as Event,
    Happening as Happening,
    IllegalMove as IllegalMove,
    Kneel as Kneel,
    Move as Move,
    Play as Play,
    Skip as Skip,
    Violation as Violation,
    ViolationCode as ViolationCode,
    parse_card as parse_card,
    parse_move as parse_move,
    seen_by as seen_by,
    sentence as sentence,
)
from westeros_intrigue.games.btwixt.players import (
    PLAYERS as PLAYERS,
    Player as Player,
    SearchPlayer as SearchPlayer,
    play_on as play_on,
    random_player as random_player,
    simple_player as simple_player,
)
from westeros_intrigue.games.btwixt.questions import (
    council_powers as council_powers,
    final_winner as final_winner,
    rank as rank,
)
from westeros_intrigue.games.btwixt.records import (
    DOCUMENTS as DOCUMENTS,
    OPTIONS as OPTIONS,
    Record as Record,
    new_game as new_game,
    read_records as read_records,
    rematch as rematch,
)
from westeros_intrigue.games.btwixt.replay import determinize as determinize
from westeros_intrigue.games.btwixt.state import (
    GameState as GameState,
    Position as Position,
    View as View,
)
from westeros_intrigue.games.btwixt.table import (
    Bid as Bid,
    Block as Block,
    Council as Council,
    Current as Current,
    DecidedBy as DecidedBy,
    Decision as Decision,
    DecisionKind as DecisionKind,
    Lasting as Lasting,
    Phase as Phase,
    RoundResult as RoundResult,
    Table as Table,
)
from westeros_intrigue.games.btwixt.text import (
    draw_svg as draw_svg,
    draw_text as draw_text,
    move_in_words as move_in_words,
    player_in_words as player_in_words,
    question as question,
    titles as titles,
)
from westeros_intrigue.games.btwixt.variants import (
    ADVANCED as ADVANCED,
    DRAFT as DRAFT,
    KINGSMOOT as KINGSMOOT,
    STANDARD as STANDARD,
    Base as Base,
    Drafting as Drafting,
    InvalidVariant as InvalidVariant,
    Season as Season,
    Variant as Variant,
)

NAME: str
KEY: str
