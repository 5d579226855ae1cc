"""Matches: many games between players, who all play the same deals from every seat.

`play_match` plays one of any game, on one core or on any number of machines.
Counts need nothing else; intervals and ratings the extra `match`:
`pip install "westeros-intrigue[match]"`.
"""

from westeros_intrigue.matches.estimates import Estimate, deals_to_tell
from westeros_intrigue.matches.games import PlayerFailed
from westeros_intrigue.matches.match import Match
from westeros_intrigue.matches.playing import play_match
from westeros_intrigue.matches.ratings import Rating
from westeros_intrigue.matches.results import MatchResult, Pairing, Standing
from westeros_intrigue.matches.resume import MatchInterrupted
from westeros_intrigue.matches.tallies import Tally

__all__ = [
    "Estimate",
    "Match",
    "MatchInterrupted",
    "MatchResult",
    "Pairing",
    "PlayerFailed",
    "Rating",
    "Standing",
    "Tally",
    "deals_to_tell",
    "play_match",
]
