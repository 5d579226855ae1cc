from westeros_intrigue.gamekit.display import FinalResult as FinalResult
from westeros_intrigue.gamekit.rulebook import Kind as Kind, Rule as Rule, Rulebook as Rulebook
from westeros_intrigue.rules.cards import (
    DECK as DECK,
    Card as Card,
    House as House,
    IronThroneCard as IronThroneCard,
    Move as Move,
    Slot as Slot,
)
from westeros_intrigue.rules.court import (
    Court as Court,
    IllegalMove as IllegalMove,
    InvalidCourt as InvalidCourt,
    Violation as Violation,
    ViolationCode as ViolationCode,
    find_dictated_slot as find_dictated_slot,
)
from westeros_intrigue.rules.dealing import (
    Deal as Deal,
    InvalidDeal as InvalidDeal,
    RoundDeal as RoundDeal,
    deal_from_deck as deal_from_deck,
    draw_deal as draw_deal,
)
from westeros_intrigue.rules.history import (
    Adjustment as Adjustment,
    Decision as Decision,
    EarlierRounds as EarlierRounds,
    Elimination as Elimination,
    Event as Event,
    Phase as Phase,
    Placement as Placement,
    Reveal as Reveal,
    RoundEnd as RoundEnd,
    RoundResult as RoundResult,
    RoundStart as RoundStart,
    SetAside as SetAside,
    TurnStart as TurnStart,
    seen_by as seen_by,
)
from westeros_intrigue.rules.log import InvalidRecord as InvalidRecord, events as events
from westeros_intrigue.rules.moves import (
    PRIMER as PRIMER,
    RULEBOOK as RULEBOOK,
    apply as apply,
    distinct_moves as distinct_moves,
    explain as explain,
    find_move as find_move,
    is_eliminated as is_eliminated,
    legal_moves as legal_moves,
    rule as rule,
)
from westeros_intrigue.rules.scoring import (
    final_winner as final_winner,
    proceed as proceed,
    rank as rank,
    reveal as reveal,
    score_round as score_round,
)
from westeros_intrigue.rules.state import (
    GameState as GameState,
    Position as Position,
    View as View,
    deal_round as deal_round,
    setup as setup,
)
from westeros_intrigue.rules.table import Table as Table
from westeros_intrigue.rules.variants import (
    MAX_PLAYERS as MAX_PLAYERS,
    MIN_PLAYERS as MIN_PLAYERS,
    SOLO_SCHEMING as SOLO_SCHEMING,
    STANDARD as STANDARD,
    InvalidVariant as InvalidVariant,
    Variant as Variant,
)
