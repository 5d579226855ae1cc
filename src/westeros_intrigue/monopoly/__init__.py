"""Monopoly: Game of Thrones Edition (Hasbro E3278): immutable states and pure functions.

`setup` begins a game of an edition, `legal_moves` returns the moves of the player who is asked, and
`may_offer` the deals that may be proposed; `apply` runs on to the next decision, `observe` returns
a player's view, and `final_winner` the player who is left.

>>> import random
>>> rng, state = random.Random(1), setup(2, seed=1)
>>> while not state.is_over:
...     moves = legal_moves(state)
...     state = apply(state, moves[int(rng.random() * len(moves))])
>>> final_winner(state).winners
(1,)
"""

from westeros_intrigue.base.game_defaults import automated_seats, deciders, seen_by, titles
from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.base.records import write_records
from westeros_intrigue.base.results import FinalResult
from westeros_intrigue.monopoly.arrange import InvalidPosition, arrange
from westeros_intrigue.monopoly.chance import Deal, InvalidDeal, dice_at, draw_deal
from westeros_intrigue.monopoly.chance_cards import ChanceCard, Effect, Word
from westeros_intrigue.monopoly.data import DOCUMENTS
from westeros_intrigue.monopoly.drawing import draw_svg, draw_text
from westeros_intrigue.monopoly.edition_files import PRINTED, SAMPLE, read_edition, write_edition
from westeros_intrigue.monopoly.editions import Edition, InvalidEdition, Mark
from westeros_intrigue.monopoly.event_kinds import Event
from westeros_intrigue.monopoly.explain import explain
from westeros_intrigue.monopoly.game import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    apply,
    distinct_moves,
    final_winner,
    is_eliminated,
    legal_moves,
    proceed,
    setup,
    supply_card,
    supply_dice,
)
from westeros_intrigue.monopoly.moves import (
    Accept,
    Bid,
    Build,
    Bundle,
    Buy,
    Choose,
    Decline,
    Demand,
    GiveUp,
    Mortgage,
    Move,
    Offer,
    Pass,
    PayFee,
    Place,
    PutUp,
    Redeem,
    Sell,
    SellSet,
    StandBy,
    TryDouble,
    UseCard,
    Waive,
)
from westeros_intrigue.monopoly.moves_in_words import move_in_words
from westeros_intrigue.monopoly.notation import parse_move
from westeros_intrigue.monopoly.players import Player, random_player, simple_player
from westeros_intrigue.monopoly.property import means, rent
from westeros_intrigue.monopoly.questions import question
from westeros_intrigue.monopoly.records import Record
from westeros_intrigue.monopoly.rulebook import RULEBOOK, rule
from westeros_intrigue.monopoly.search import PLAYERS, SearchPlayer
from westeros_intrigue.monopoly.sentences import sentence
from westeros_intrigue.monopoly.snapshots import Showing, Snapshot
from westeros_intrigue.monopoly.spaces import Space, SpaceKind
from westeros_intrigue.monopoly.state import GameState, Position, View
from westeros_intrigue.monopoly.statistics import Return, Survey, survey
from westeros_intrigue.monopoly.steps import Decision
from westeros_intrigue.monopoly.table import STANDARD, Deed, Phase, Table, Variant
from westeros_intrigue.monopoly.table_options import OPTIONS, new_game, read_records, rematch
from westeros_intrigue.monopoly.trades import may_offer, simple_offers
from westeros_intrigue.monopoly.unknowns import Gap, fill_in, missing
from westeros_intrigue.monopoly.views import determinize, events, observe
from westeros_intrigue.monopoly.violations import IllegalMove, Violation, ViolationCode

NAME = "Monopoly: Game of Thrones Edition"
KEY = "monopoly"
"""The name of the game in files and on the command line."""

__all__ = [
    "DOCUMENTS",
    "KEY",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "NAME",
    "OPTIONS",
    "PLAYERS",
    "PRINTED",
    "RULEBOOK",
    "SAMPLE",
    "STANDARD",
    "Accept",
    "Bid",
    "Build",
    "Bundle",
    "Buy",
    "ChanceCard",
    "Choose",
    "Deal",
    "Decision",
    "Decline",
    "Deed",
    "Demand",
    "Edition",
    "Effect",
    "Event",
    "FinalResult",
    "GameState",
    "Gap",
    "GiveUp",
    "IllegalMove",
    "InvalidDeal",
    "InvalidEdition",
    "InvalidPosition",
    "Mark",
    "Mortgage",
    "Move",
    "Offer",
    "Pass",
    "PayFee",
    "Phase",
    "Place",
    "Player",
    "Position",
    "PutUp",
    "Record",
    "Redeem",
    "Return",
    "SearchPlayer",
    "Sell",
    "SellSet",
    "Showing",
    "Snapshot",
    "Space",
    "SpaceKind",
    "StandBy",
    "Survey",
    "Table",
    "TryDouble",
    "UseCard",
    "Variant",
    "View",
    "Violation",
    "ViolationCode",
    "Waive",
    "Word",
    "apply",
    "arrange",
    "automated_seats",
    "deciders",
    "determinize",
    "dice_at",
    "distinct_moves",
    "draw_deal",
    "draw_svg",
    "draw_text",
    "events",
    "explain",
    "fill_in",
    "final_winner",
    "is_eliminated",
    "legal_moves",
    "may_offer",
    "means",
    "missing",
    "move_in_words",
    "new_game",
    "observe",
    "parse_move",
    "proceed",
    "question",
    "random_player",
    "read_edition",
    "read_records",
    "rematch",
    "rent",
    "rule",
    "seen_by",
    "sentence",
    "setup",
    "simple_offers",
    "simple_player",
    "supply_card",
    "supply_dice",
    "survey",
    "titles",
    "write_edition",
    "write_records",
]

_publish(globals())
