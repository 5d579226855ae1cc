"""A second, naive engine of Westeros Intrigue, to compare the package with.

Written from the rulebook alone, sharing no code with the package. It is meant to be slow and
obvious: a court is a dictionary, a hand is a list, and a legal placement is found by trying
every slot of a large box.
"""

from .court import Card, Court, Slot, broken_court_rules, open_slots, slots_of_the_box
from .game import FinishedRound, Game, RoundDeal
from .houses import dictated_slot, draw_until_one_fits, recycle
from .scoring import Adjustment, Result, ThroneCard, rank, round_adjustments
from .tables import hand_size, starter_count, width_limit

__all__ = [
    "Adjustment",
    "Card",
    "Court",
    "FinishedRound",
    "Game",
    "Result",
    "RoundDeal",
    "Slot",
    "ThroneCard",
    "broken_court_rules",
    "dictated_slot",
    "draw_until_one_fits",
    "hand_size",
    "open_slots",
    "rank",
    "recycle",
    "round_adjustments",
    "slots_of_the_box",
    "starter_count",
    "width_limit",
]
