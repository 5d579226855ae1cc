"""The games of a simulation as arrays: every round, the points, and who won; and their counts."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled.arrays import BY_ITEMS, PlayedRounds, histograms, read_only
from westeros_intrigue.compiled.counted import CountedGames
from westeros_intrigue.rules.cards import MOST_ICONS
from westeros_intrigue.rules.history import Decision
from westeros_intrigue.rules.variants import Variant

DECISIONS = tuple(Decision)
"""The meanings of the items of `SimulatedGames.decided_by`."""
LOWEST_TOTAL, FEWEST_ICONS, SHARED = map(
    DECISIONS.index, (Decision.LOWEST_TOTAL, Decision.FEWEST_ICONS, Decision.SHARED)
)


@attrs.frozen(repr=False, unsafe_hash=False)
class SimulatedGames(PlayedRounds, Value):
    """The games of a simulation as arrays, each of which begins with the games.

    Rounds come second, where an array has them; in `SimulatedRounds` they come first.

    >>> from westeros_intrigue.compiled import simulate_games
    >>> games = simulate_games(3, 100, seed=1)
    >>> games, games.penalty_points.shape
    (<SimulatedGames: 100 games of 3 players, random, seed 1>, (100, 3, 3))
    >>> bool((games.is_winner.sum(axis=1) >= 1).all())
    True

    Rules: round.penalty, round.throne, final.total, final.lowest, final.icons, final.shared.
    """

    THING: ClassVar[str] = "games"
    """The things that are counted by the length."""

    variant: Variant
    """The table: options, seats, rounds, Iron Throne cards."""
    first_player: int
    """The seat that starts the first round, counted from 0."""
    throne_cards: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game and round the Iron Throne card drawn, by its place in
    `variant.throne_cards`."""
    penalty_points: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game, round and seat, from 0, the points of the round, options included."""
    totals: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game and seat, from 0, all points less the values of its Iron Throne cards."""
    is_winner: NDArray[np.bool_] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game and seat, from 0, True if it won, alone or with others."""
    decided_by: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game the criterion that decided it, by the place in `list(Decision)`."""


def counts_of_games(played: SimulatedGames) -> CountedGames:
    """Return the counts of games."""
    winners = played.is_winner * played.is_winner.sum(axis=1, keepdims=True, dtype=np.int16)
    return CountedGames(
        played.policies,
        histograms(winners),
        histograms(played.penalty_points.sum(axis=1, dtype=np.int16)),
        histograms(played.totals),
    )


class GameEnds(NamedTuple):
    """The ends of games, as `SimulatedGames` has them."""

    penalty_points: NDArray[np.int16]
    totals: NDArray[np.int16]
    is_winner: NDArray[np.bool_]
    decided_by: NDArray[np.int16]


def new_ends(games: int, rounds: int, players: int) -> GameEnds:
    """Return arrays for the ends of games."""
    totals = np.zeros((games, players), np.int16)
    points = np.zeros((games, rounds, players), np.int16)
    return GameEnds(points, totals, totals != 0, np.zeros(games, np.int16))


def rank_players(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    points: NDArray[np.int16],
    values: NDArray[np.int64],
    icons: NDArray[np.int64],
    results: NDArray[np.int16],
    throne_cards: NDArray[np.int16],
    ends: GameEnds,
) -> None:
    """Work out points, totals, winners and what decided each game; must agree with `scoring.rank`.

    `points` are those by cards left, house of the last card, and seat; the next two are of the Iron
    Throne cards.
    """
    games, rounds, players = ends.penalty_points.shape
    for game in range(games):
        tied, winners = 0, 0
        lowest, least = 0, 0
        for seat in range(players):
            total, fewest = 0, MOST_ICONS + 1
            for each in range(rounds):
                number = game * rounds + each
                left, house = results[number, seat], results[number, players + 1]
                ends.penalty_points[game, each, seat] = points[left, house, seat]
                total += points[left, house, seat]
                if results[number, players] == seat:
                    total -= values[throne_cards[game, each]]
                    fewest = min(fewest, icons[throne_cards[game, each]])
            ends.totals[game, seat] = total
            if tied == 0 or total < lowest:
                tied, lowest, winners = 0, total, 0
            if total == lowest:
                tied += 1
                if winners == 0 or fewest < least:
                    winners, least = 0, fewest
                    ends.is_winner[game, :seat] = False
                ends.is_winner[game, seat] = fewest == least
                winners += fewest == least
        ends.decided_by[game] = (
            LOWEST_TOTAL if tied == 1 else FEWEST_ICONS if winners == 1 else SHARED
        )
