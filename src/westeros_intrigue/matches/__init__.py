"""Matches: many games between players, who all play the same deals from every seat.

`play_match` plays one of any game, on one core or on any number of machines.
Counts need nothing else; intervals and ratings the extra `match`:
`pip install "westeros-intrigue[match]"`.
"""

from westeros_intrigue.base.packaging import publish as _publish
from westeros_intrigue.data.results_file import MatchInterrupted as MatchInterrupted
from westeros_intrigue.matches.match import Match as Match, PlayerFailed as PlayerFailed
from westeros_intrigue.matches.playing import play_match as play_match
from westeros_intrigue.matches.results import (
    Estimate as Estimate,
    MatchResult as MatchResult,
    Pairing as Pairing,
    Rating as Rating,
    Standing as Standing,
    Tally as Tally,
    deals_to_tell as deals_to_tell,
)

_publish(globals())
