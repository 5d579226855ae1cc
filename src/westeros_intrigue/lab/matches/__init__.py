"""Matches: many games between players, each of whom plays every deal from every seat.

Read `match` first, the terms and a single game; then `watched`, `separate`, `sequential`,
`results` and `many_games`.
Intervals and ratings need the extra `match`: `pip install "westeros-intrigue[match]"`.
"""

from westeros_intrigue.gamekit.errors import PlayerFailed
from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.lab.matches.many_games import play_match
from westeros_intrigue.lab.matches.match import EntrantFailed, Forfeit, Match, ReportingPlayer
from westeros_intrigue.lab.matches.results import (
    MatchResult,
    Pairing,
    Rating,
    Standing,
    Tally,
    deals_to_tell,
)
from westeros_intrigue.lab.matches.separate import SeparateFailed, SeparatePlayer
from westeros_intrigue.lab.matches.sequential import SequentialTest, Verdict
from westeros_intrigue.lab.simulation.counted import Estimate
from westeros_intrigue.lab.simulation.running import MatchInterrupted

__all__ = [
    "EntrantFailed",
    "Estimate",
    "Forfeit",
    "Match",
    "MatchInterrupted",
    "MatchResult",
    "Pairing",
    "PlayerFailed",
    "Rating",
    "ReportingPlayer",
    "SeparateFailed",
    "SeparatePlayer",
    "SequentialTest",
    "Standing",
    "Tally",
    "Verdict",
    "deals_to_tell",
    "play_match",
]


def __dir__() -> list[str]:
    return _names_of(__name__)
