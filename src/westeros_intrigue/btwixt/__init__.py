"""A Game of Thrones: B'Twixt: the whole game as immutable states and pure functions.

Three to six leaders sit in a ring, bid for allies with influence cards, and share each council
with a neighbour. A game is a `GameState`; what one leader may know of it is a `View`.

Much of the printed box is not publicly known. `KNOWN_CARDS` is what is; an owner of the game can
enter the rest in a file of the same form. `SAMPLE_BOX` can be played at once, and notes card by
card what is invented in it.

>>> state = setup(3, seed=1)
>>> state = apply(state, parse_move("leader jon-snow"))
>>> state.decision.kind, state.active_player
(DecisionKind.CHOOSE_LEADER, 1)
"""

from typing import Final

from westeros_intrigue.base.game_defaults import automated_seats
from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.base.records import write_records
from westeros_intrigue.base.results import FinalResult
from westeros_intrigue.btwixt.box import KNOWN_CARDS, SAMPLE_BOX, Box
from westeros_intrigue.btwixt.cards import Ally, Card, InfluenceCard, Kind, Leader
from westeros_intrigue.btwixt.chance import Chance, InvalidChance, draw_chance
from westeros_intrigue.btwixt.check import BoxReport, check_box, check_box_file
from westeros_intrigue.btwixt.documents import DOCUMENTS
from westeros_intrigue.btwixt.events import Event, Happening, seen_by, sentence
from westeros_intrigue.btwixt.faults import Fault, InvalidBox
from westeros_intrigue.btwixt.in_words import move_in_words, question, titles
from westeros_intrigue.btwixt.memory import Block
from westeros_intrigue.btwixt.moves import (
    Choose,
    ChooseLeader,
    Decline,
    Draft,
    Kneel,
    Move,
    Play,
    Skip,
)
from westeros_intrigue.btwixt.notation import parse_card, parse_move
from westeros_intrigue.btwixt.pictures import draw_svg
from westeros_intrigue.btwixt.play import (
    apply,
    deciders,
    distinct_moves,
    explain,
    legal_moves,
    proceed,
)
from westeros_intrigue.btwixt.players import (
    Player,
    random_player,
    simple_player,
)
from westeros_intrigue.btwixt.records import Record
from westeros_intrigue.btwixt.ring import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    left_council,
    neighbours,
    right_council,
)
from westeros_intrigue.btwixt.rulebook import RULEBOOK, rule
from westeros_intrigue.btwixt.scoring import council_powers, final_winner, rank
from westeros_intrigue.btwixt.search import PLAYERS, SearchPlayer
from westeros_intrigue.btwixt.setup import setup
from westeros_intrigue.btwixt.state import GameState, Position, View
from westeros_intrigue.btwixt.table import (
    Bid,
    Council,
    Current,
    DecidedBy,
    Decision,
    DecisionKind,
    Lasting,
    Phase,
    RoundResult,
    Table,
)
from westeros_intrigue.btwixt.table_options import (
    OPTIONS,
    new_game,
    read_records,
)
from westeros_intrigue.btwixt.text import draw_text
from westeros_intrigue.btwixt.variants import (
    ADVANCED,
    DRAFT,
    KINGSMOOT,
    STANDARD,
    Base,
    Drafting,
    InvalidVariant,
    Season,
    Variant,
)
from westeros_intrigue.btwixt.views import events, observe
from westeros_intrigue.btwixt.violations import IllegalMove, Violation, ViolationCode
from westeros_intrigue.btwixt.vocabulary import (
    Ability,
    Colour,
    Onto,
    Operation,
    Side,
    Timing,
    Who,
)
from westeros_intrigue.btwixt.wording import describe
from westeros_intrigue.btwixt.worlds import determinize

NAME: Final = "A Game of Thrones: B'Twixt"
KEY = "btwixt"
"""The name of the game in files and on the command line."""

__all__ = [
    "ADVANCED",
    "DOCUMENTS",
    "DRAFT",
    "KEY",
    "KINGSMOOT",
    "KNOWN_CARDS",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "NAME",
    "OPTIONS",
    "PLAYERS",
    "RULEBOOK",
    "SAMPLE_BOX",
    "STANDARD",
    "Ability",
    "Ally",
    "Base",
    "Bid",
    "Block",
    "Box",
    "BoxReport",
    "Card",
    "Chance",
    "Choose",
    "ChooseLeader",
    "Colour",
    "Council",
    "Current",
    "DecidedBy",
    "Decision",
    "DecisionKind",
    "Decline",
    "Draft",
    "Drafting",
    "Event",
    "Fault",
    "FinalResult",
    "GameState",
    "Happening",
    "IllegalMove",
    "InfluenceCard",
    "InvalidBox",
    "InvalidChance",
    "InvalidVariant",
    "Kind",
    "Kneel",
    "Lasting",
    "Leader",
    "Move",
    "Onto",
    "Operation",
    "Phase",
    "Play",
    "Player",
    "Position",
    "Record",
    "RoundResult",
    "SearchPlayer",
    "Season",
    "Side",
    "Skip",
    "Table",
    "Timing",
    "Variant",
    "View",
    "Violation",
    "ViolationCode",
    "Who",
    "apply",
    "automated_seats",
    "check_box",
    "check_box_file",
    "council_powers",
    "deciders",
    "describe",
    "determinize",
    "distinct_moves",
    "draw_chance",
    "draw_svg",
    "draw_text",
    "events",
    "explain",
    "final_winner",
    "left_council",
    "legal_moves",
    "move_in_words",
    "neighbours",
    "new_game",
    "observe",
    "parse_card",
    "parse_move",
    "proceed",
    "question",
    "random_player",
    "rank",
    "read_records",
    "right_council",
    "rule",
    "seen_by",
    "sentence",
    "setup",
    "simple_player",
    "titles",
    "write_records",
]

_publish(globals())
