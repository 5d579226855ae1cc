"""The games of a simulation as arrays: every round, the points, and who won; and their counts."""

from __future__ import annotations

from typing import ClassVar

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled.arrays import BY_ITEMS, Arrays, PlayedRounds, histograms, read_only
from westeros_intrigue.compiled.bits import HOUSE_COUNT
from westeros_intrigue.compiled.counted import CountedGames
from westeros_intrigue.compiled.packing import flat_points
from westeros_intrigue.rules.cards import MOST_ICONS
from westeros_intrigue.rules.history import Decision
from westeros_intrigue.rules.variants import Variant

DECISIONS = tuple(Decision)
"""The meanings of the items of `SimulatedGames.decided_by`."""


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
    # NumPy is quick along the last axis, if it is long.
    is_winner, points = map(np.ascontiguousarray, (played.is_winner.T, played.penalty_points.T))
    return CountedGames(
        played.policies,
        histograms((is_winner * is_winner.sum(axis=0, dtype=np.int16)).T),
        histograms(points.sum(axis=1, dtype=np.int16).T),
        histograms(played.totals),
    )


def ends_of(
    variant: Variant,
    throne_cards: NDArray[np.int16],
    cards_left: NDArray[np.int16],
    last_placer: NDArray[np.int16],
    last_house: NDArray[np.int16],
) -> Arrays:
    """Return the last four fields of `SimulatedGames`; must agree with `scoring.rank`."""
    players = cards_left.shape[-1]
    seats = np.arange(players, dtype=np.int16)[:, None, None]
    left, drawer, house, card = (
        np.ascontiguousarray(each.T) for each in (cards_left, last_placer, last_house, throne_cards)
    )
    by_cards_left = np.asarray(flat_points(variant, players), np.int16)
    points = by_cards_left.take((left * HOUSE_COUNT + house) * players + seats)
    values = np.array([each.value for each in variant.throne_cards], np.int16)[card]
    # The more, the fewer icons.
    merit = np.array([MOST_ICONS + 1 - each.icons for each in variant.throne_cards], np.int32)[card]
    draws = drawer == seats
    totals = (points - draws * values).sum(axis=1, dtype=np.int16)
    is_lowest = totals == totals.min(axis=0)
    best = is_lowest * ((draws * merit).max(axis=1) + np.int32(1))
    is_winner = best == best.max(axis=0)
    # Each tie passes the decision on to the next criterion.
    decided_by = np.add(is_lowest.sum(axis=0) > 1, is_winner.sum(axis=0) > 1, dtype=np.int16)
    return points.T, totals.T, is_winner.T, decided_by
