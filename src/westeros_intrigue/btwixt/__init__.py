"""A Game of Thrones: B'Twixt: the whole game as immutable states and pure functions.

Three to six leaders sit in a ring, bid for allies with influence cards, and share each council
with a neighbour. A game is a `GameState`; what one leader may know of it is a `View`.

Much of the printed box is not publicly known. `KNOWN_CARDS` is what is; an owner of the game can
enter the rest in a file of the same form. `SAMPLE_BOX` can be played at once, and notes card by
card what is invented in it.

B'Twixt is a game of Fantasy Flight Games; its name, those of its cards and A Game of Thrones are
trademarks of their owners. This library is not affiliated with them, nor endorsed by them.

>>> state = setup(3, seed=1)
>>> state = apply(state, parse_move("leader jon-snow"))
>>> state.decision.kind, state.active_player
(DecisionKind.CHOOSE_LEADER, 1)
"""

from westeros_intrigue.base.game_defaults import (
    automated_seats as automated_seats,
    goods_of as goods_of,
)
from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.base.records import write_records as write_records
from westeros_intrigue.base.results import FinalResult as FinalResult
from westeros_intrigue.btwixt.box import (
    KNOWN_CARDS as KNOWN_CARDS,
    SAMPLE_BOX as SAMPLE_BOX,
    Box as Box,
)
from westeros_intrigue.btwixt.cards import (
    Ally as Ally,
    Card as Card,
    InfluenceCard as InfluenceCard,
    Kind as Kind,
    Leader as Leader,
    describe as describe,
)
from westeros_intrigue.btwixt.chance import (
    Chance as Chance,
    InvalidChance as InvalidChance,
    draw_chance as draw_chance,
)
from westeros_intrigue.btwixt.check import (
    BoxReport as BoxReport,
    check_box as check_box,
    check_box_file as check_box_file,
)
from westeros_intrigue.btwixt.documents import DOCUMENTS as DOCUMENTS
from westeros_intrigue.btwixt.events import (
    Event as Event,
    Happening as Happening,
    seen_by as seen_by,
    sentence as sentence,
)
from westeros_intrigue.btwixt.faults import Fault as Fault, InvalidBox as InvalidBox
from westeros_intrigue.btwixt.in_words import (
    move_in_words as move_in_words,
    player_in_words as player_in_words,
    question as question,
    titles as titles,
)
from westeros_intrigue.btwixt.memory import Block as Block
from westeros_intrigue.btwixt.moves import (
    Choose as Choose,
    ChooseLeader as ChooseLeader,
    Decline as Decline,
    Draft as Draft,
    Kneel as Kneel,
    Move as Move,
    Play as Play,
    Skip as Skip,
    parse_card as parse_card,
    parse_move as parse_move,
)
from westeros_intrigue.btwixt.pictures import draw_svg as draw_svg
from westeros_intrigue.btwixt.play import (
    apply as apply,
    deciders as deciders,
    distinct_moves as distinct_moves,
    explain as explain,
    legal_moves as legal_moves,
    proceed as proceed,
)
from westeros_intrigue.btwixt.players import (
    PLAYERS as PLAYERS,
    Player as Player,
    SearchPlayer as SearchPlayer,
    play_on as play_on,
    random_player as random_player,
    simple_player as simple_player,
)
from westeros_intrigue.btwixt.records import Record as Record
from westeros_intrigue.btwixt.ring import (
    MAX_PLAYERS as MAX_PLAYERS,
    MIN_PLAYERS as MIN_PLAYERS,
    left_council as left_council,
    neighbours as neighbours,
    right_council as right_council,
)
from westeros_intrigue.btwixt.rulebook import PRIMER as PRIMER, RULEBOOK as RULEBOOK, rule as rule
from westeros_intrigue.btwixt.scoring import (
    council_powers as council_powers,
    final_winner as final_winner,
    rank as rank,
)
from westeros_intrigue.btwixt.setup import setup as setup
from westeros_intrigue.btwixt.state import (
    GameState as GameState,
    Position as Position,
    View as View,
)
from westeros_intrigue.btwixt.table import (
    Bid as Bid,
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
from westeros_intrigue.btwixt.table_options import (
    OPTIONS as OPTIONS,
    new_game as new_game,
    read_records as read_records,
    rematch as rematch,
)
from westeros_intrigue.btwixt.text import draw_text as draw_text
from westeros_intrigue.btwixt.variants import (
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
from westeros_intrigue.btwixt.views import events as events, observe as observe
from westeros_intrigue.btwixt.violations import (
    IllegalMove as IllegalMove,
    Violation as Violation,
    ViolationCode as ViolationCode,
)
from westeros_intrigue.btwixt.vocabulary import (
    Ability as Ability,
    Colour as Colour,
    Onto as Onto,
    Operation as Operation,
    Side as Side,
    Timing as Timing,
    Who as Who,
)
from westeros_intrigue.btwixt.worlds import determinize as determinize

NAME = "A Game of Thrones: B'Twixt"
KEY = "btwixt"
"""The name of the game in files and on the command line."""

_publish(globals())
