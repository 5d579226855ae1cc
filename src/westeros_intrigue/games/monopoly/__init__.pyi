from westeros_intrigue.gamekit.display import FinalResult as FinalResult
from westeros_intrigue.gamekit.questions import (
    automated_seats as automated_seats,
    deciders as deciders,
    seen_by as seen_by,
    titles as titles,
)
from westeros_intrigue.gamekit.records import write_records as write_records
from westeros_intrigue.games.monopoly.board import (
    Deal as Deal,
    InvalidDeal as InvalidDeal,
    dice_at as dice_at,
    draw_deal as draw_deal,
)
from westeros_intrigue.games.monopoly.drawing import draw_svg as draw_svg, draw_text as draw_text
from westeros_intrigue.games.monopoly.editions import (
    PRINTED as PRINTED,
    SAMPLE as SAMPLE,
    AuctionTerms as AuctionTerms,
    Edition as Edition,
    Filling as Filling,
    Gap as Gap,
    InvalidEdition as InvalidEdition,
    JailTerms as JailTerms,
    Mark as Mark,
    Money as Money,
    Supply as Supply,
    fill_in as fill_in,
    missing as missing,
    read_edition as read_edition,
    write_edition as write_edition,
)
from westeros_intrigue.games.monopoly.game import (
    MAX_PLAYERS as MAX_PLAYERS,
    MIN_PLAYERS as MIN_PLAYERS,
    PRIMER as PRIMER,
    RULEBOOK as RULEBOOK,
    InvalidPosition as InvalidPosition,
    apply as apply,
    arrange as arrange,
    distinct_moves as distinct_moves,
    final_winner as final_winner,
    is_eliminated as is_eliminated,
    legal_moves as legal_moves,
    proceed as proceed,
    rule as rule,
    setup as setup,
    supply_card as supply_card,
    supply_dice as supply_dice,
)
from westeros_intrigue.games.monopoly.legality import (
    explain as explain,
    goods_of as goods_of,
    may_offer as may_offer,
    simple_offers as simple_offers,
)
from westeros_intrigue.games.monopoly.moves import (
    Accept as Accept,
    Bid as Bid,
    Build as Build,
    Bundle as Bundle,
    Buy as Buy,
    Choose as Choose,
    Decline as Decline,
    Demand as Demand,
    GiveUp as GiveUp,
    IllegalMove as IllegalMove,
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
    Violation as Violation,
    ViolationCode as ViolationCode,
    Waive as Waive,
    parse_move as parse_move,
)
from westeros_intrigue.games.monopoly.players import (
    PLAYERS as PLAYERS,
    Player as Player,
    SearchPlayer as SearchPlayer,
    play_on as play_on,
    random_player as random_player,
    simple_player as simple_player,
    trader_player as trader_player,
)
from westeros_intrigue.games.monopoly.questions import (
    Showing as Showing,
    Snapshot as Snapshot,
    determinize as determinize,
    events as events,
    ledger as ledger,
    observe as observe,
)
from westeros_intrigue.games.monopoly.records import (
    DOCUMENTS as DOCUMENTS,
    OPTIONS as OPTIONS,
    Record as Record,
    new_game as new_game,
    read_records as read_records,
    rematch as rematch,
)
from westeros_intrigue.games.monopoly.sentences import (
    move_in_words as move_in_words,
    player_in_words as player_in_words,
    question as question,
    sentence as sentence,
)
from westeros_intrigue.games.monopoly.spaces import (
    ChanceCard as ChanceCard,
    Effect as Effect,
    Space as Space,
    SpaceKind as SpaceKind,
    Word as Word,
)
from westeros_intrigue.games.monopoly.state import (
    Decision as Decision,
    GameState as GameState,
    Position as Position,
    View as View,
    means as means,
    rent as rent,
)
from westeros_intrigue.games.monopoly.table import (
    STANDARD as STANDARD,
    Deed as Deed,
    Event as Event,
    Phase as Phase,
    Purpose as Purpose,
    Table as Table,
    Variant as Variant,
)

NAME: str
KEY: str
