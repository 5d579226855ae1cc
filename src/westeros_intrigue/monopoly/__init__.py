"""Monopoly: Game of Thrones Edition (Hasbro E3278): immutable states and pure functions.

`setup` begins a game of an edition, `legal_moves` returns the moves of the player who is asked, and
`may_offer` the deals that may be proposed; `apply` runs on to the next decision, `observe` returns
a player's view, and `final_winner` the player who is left.

Monopoly is a trademark of Hasbro, and Game of Thrones one of Home Box Office. This library is not
affiliated with them, nor endorsed by them.

>>> import random
>>> rng, state = random.Random(1), setup(2, seed=1)
>>> while not state.is_over:
...     moves = legal_moves(state)
...     state = apply(state, moves[int(rng.random() * len(moves))])
>>> final_winner(state).winners
(1,)
"""

from westeros_intrigue.base.game_defaults import (
    automated_seats as automated_seats,
    deciders as deciders,
    seen_by as seen_by,
    titles as titles,
)
from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.base.records import write_records as write_records
from westeros_intrigue.base.results import FinalResult as FinalResult
from westeros_intrigue.monopoly.arrange import (
    InvalidPosition as InvalidPosition,
    arrange as arrange,
)
from westeros_intrigue.monopoly.chance import (
    Deal as Deal,
    InvalidDeal as InvalidDeal,
    dice_at as dice_at,
    draw_deal as draw_deal,
)
from westeros_intrigue.monopoly.chance_cards import (
    ChanceCard as ChanceCard,
    Effect as Effect,
    Word as Word,
)
from westeros_intrigue.monopoly.data import DOCUMENTS as DOCUMENTS
from westeros_intrigue.monopoly.drawing import draw_svg as draw_svg, draw_text as draw_text
from westeros_intrigue.monopoly.edition_files import (
    PRINTED as PRINTED,
    SAMPLE as SAMPLE,
    read_edition as read_edition,
    write_edition as write_edition,
)
from westeros_intrigue.monopoly.editions import (
    Edition as Edition,
    InvalidEdition as InvalidEdition,
    Mark as Mark,
)
from westeros_intrigue.monopoly.event_kinds import Event as Event
from westeros_intrigue.monopoly.explain import explain as explain
from westeros_intrigue.monopoly.game import (
    MAX_PLAYERS as MAX_PLAYERS,
    MIN_PLAYERS as MIN_PLAYERS,
    apply as apply,
    distinct_moves as distinct_moves,
    final_winner as final_winner,
    is_eliminated as is_eliminated,
    legal_moves as legal_moves,
    proceed as proceed,
    setup as setup,
    supply_card as supply_card,
    supply_dice as supply_dice,
)
from westeros_intrigue.monopoly.moves import (
    Accept as Accept,
    Bid as Bid,
    Build as Build,
    Bundle as Bundle,
    Buy as Buy,
    Choose as Choose,
    Decline as Decline,
    Demand as Demand,
    GiveUp as GiveUp,
    Mortgage as Mortgage,
    Move as Move,
    Offer as Offer,
    Pass as Pass,
    PayFee as PayFee,
    Place as Place,
    PutUp as PutUp,
    Redeem as Redeem,
    Sell as Sell,
    SellSet as SellSet,
    StandBy as StandBy,
    TryDouble as TryDouble,
    UseCard as UseCard,
    Waive as Waive,
)
from westeros_intrigue.monopoly.notation import parse_move as parse_move
from westeros_intrigue.monopoly.players import (
    Player as Player,
    play_on as play_on,
    random_player as random_player,
    simple_player as simple_player,
)
from westeros_intrigue.monopoly.property import means as means, rent as rent
from westeros_intrigue.monopoly.questions import question as question
from westeros_intrigue.monopoly.records import Record as Record
from westeros_intrigue.monopoly.rulebook import PRIMER as PRIMER, RULEBOOK as RULEBOOK, rule as rule
from westeros_intrigue.monopoly.search import PLAYERS as PLAYERS, SearchPlayer as SearchPlayer
from westeros_intrigue.monopoly.sentences import (
    move_in_words as move_in_words,
    player_in_words as player_in_words,
    sentence as sentence,
)
from westeros_intrigue.monopoly.snapshots import Showing as Showing, Snapshot as Snapshot
from westeros_intrigue.monopoly.spaces import Space as Space, SpaceKind as SpaceKind
from westeros_intrigue.monopoly.state import (
    GameState as GameState,
    Position as Position,
    View as View,
)
from westeros_intrigue.monopoly.statistics import (
    Return as Return,
    Survey as Survey,
    survey as survey,
)
from westeros_intrigue.monopoly.steps import Decision as Decision
from westeros_intrigue.monopoly.table import (
    STANDARD as STANDARD,
    Deed as Deed,
    Phase as Phase,
    Table as Table,
    Variant as Variant,
)
from westeros_intrigue.monopoly.table_options import (
    OPTIONS as OPTIONS,
    new_game as new_game,
    read_records as read_records,
    rematch as rematch,
)
from westeros_intrigue.monopoly.trades import (
    goods_of as goods_of,
    may_offer as may_offer,
    simple_offers as simple_offers,
)
from westeros_intrigue.monopoly.unknowns import Gap as Gap, fill_in as fill_in, missing as missing
from westeros_intrigue.monopoly.views import (
    determinize as determinize,
    events as events,
    observe as observe,
)
from westeros_intrigue.monopoly.violations import (
    IllegalMove as IllegalMove,
    Violation as Violation,
    ViolationCode as ViolationCode,
)

NAME = "Monopoly: Game of Thrones Edition"
KEY = "monopoly"
"""The name of the game in files and on the command line."""

_publish(globals())
