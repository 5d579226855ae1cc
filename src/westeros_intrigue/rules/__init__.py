"""The rules of the card game: values, moves, turns and points.

Read the modules in this order: `cards`, `slots` and `court`, the pyramid; `violations`, the reasons
against a move; `variants` and `dealing`, a table and its chance; `events` and `history`, what
happens; `table`, `game` and `view`, what everybody sees, everything, and what one player knows;
`explain` and `moves`, then `setup`, `scoring` and `proceed`; `entries` and `rulebook`, the rules as
data; and `transcript`, a game to be played again.
"""

from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.base.results import FinalResult as FinalResult
from westeros_intrigue.rules.automated import dictated_slot as dictated_slot
from westeros_intrigue.rules.cards import (
    DECK as DECK,
    Card as Card,
    House as House,
    IronThroneCard as IronThroneCard,
)
from westeros_intrigue.rules.court import Court as Court, InvalidCourt as InvalidCourt
from westeros_intrigue.rules.dealing import (
    Deal as Deal,
    InvalidDeal as InvalidDeal,
    RoundDeal as RoundDeal,
    deal_from_deck as deal_from_deck,
    draw_deal as draw_deal,
)
from westeros_intrigue.rules.entries import Kind as Kind, Rule as Rule, Rulebook as Rulebook
from westeros_intrigue.rules.events import (
    Event as Event,
    Reveal as Reveal,
    RoundEnd as RoundEnd,
    RoundStart as RoundStart,
    SetAside as SetAside,
    TurnStart as TurnStart,
    seen_by as seen_by,
)
from westeros_intrigue.rules.explain import explain as explain
from westeros_intrigue.rules.game import GameState as GameState
from westeros_intrigue.rules.history import (
    Adjustment as Adjustment,
    Decision as Decision,
    Elimination as Elimination,
    Placement as Placement,
    RoundResult as RoundResult,
)
from westeros_intrigue.rules.log import events as events
from westeros_intrigue.rules.moves import (
    apply as apply,
    distinct_moves as distinct_moves,
    find_move as find_move,
    is_eliminated as is_eliminated,
    legal_moves as legal_moves,
)
from westeros_intrigue.rules.phases import Phase as Phase
from westeros_intrigue.rules.proceed import proceed as proceed
from westeros_intrigue.rules.rulebook import PRIMER as PRIMER, RULEBOOK as RULEBOOK, rule as rule
from westeros_intrigue.rules.scoring import (
    final_winner as final_winner,
    rank as rank,
    reveal as reveal,
    score_round as score_round,
)
from westeros_intrigue.rules.setup import deal_round as deal_round, setup as setup
from westeros_intrigue.rules.slots import Move as Move, Slot as Slot
from westeros_intrigue.rules.table import Table as Table
from westeros_intrigue.rules.transcript import (
    InvalidRecord as InvalidRecord,
    Transcript as Transcript,
)
from westeros_intrigue.rules.variants import (
    MAX_PLAYERS as MAX_PLAYERS,
    MIN_PLAYERS as MIN_PLAYERS,
    SOLO_SCHEMING as SOLO_SCHEMING,
    STANDARD as STANDARD,
    InvalidVariant as InvalidVariant,
    Variant as Variant,
)
from westeros_intrigue.rules.view import Position as Position, View as View
from westeros_intrigue.rules.violations import (
    IllegalMove as IllegalMove,
    Violation as Violation,
    ViolationCode as ViolationCode,
)

_publish(globals())
