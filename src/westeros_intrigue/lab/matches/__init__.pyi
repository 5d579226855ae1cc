from westeros_intrigue.gamekit.errors import PlayerFailed as PlayerFailed
from westeros_intrigue.lab.matches.match import (
    EntrantFailed as EntrantFailed,
    Forfeit as Forfeit,
    Match as Match,
)
from westeros_intrigue.lab.matches.playing import play_match as play_match
from westeros_intrigue.lab.matches.results import (
    MatchResult as MatchResult,
    Pairing as Pairing,
    Rating as Rating,
    Standing as Standing,
    Tally as Tally,
    deals_to_tell as deals_to_tell,
)
from westeros_intrigue.lab.simulation.counted import Estimate as Estimate
from westeros_intrigue.lab.simulation.running import MatchInterrupted as MatchInterrupted
