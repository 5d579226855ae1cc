"""Matches: many games between players, who all play the same deals from every seat.

`play_match` plays one of any game, on one core or on any number of machines.
Counts need nothing else; intervals and ratings the extra `match`:
`pip install "westeros-intrigue[match]"`.
"""

from westeros_intrigue.base.public import publish as _publish
from westeros_intrigue.data.resume import MatchInterrupted as MatchInterrupted
from westeros_intrigue.matches.estimates import Estimate as Estimate, deals_to_tell as deals_to_tell
from westeros_intrigue.matches.games import PlayerFailed as PlayerFailed
from westeros_intrigue.matches.match import Match as Match
from westeros_intrigue.matches.playing import play_match as play_match
from westeros_intrigue.matches.ratings import Rating as Rating
from westeros_intrigue.matches.results import (
    MatchResult as MatchResult,
    Pairing as Pairing,
    Standing as Standing,
)
from westeros_intrigue.matches.tallies import Tally as Tally

_publish(globals())
