"""The games of a simulation as arrays: every round, the points, and who won; and their counts."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled.arrays import BY_ITEMS, histograms, read_only, read_only_flags
from westeros_intrigue.compiled.counted import CountedGames
from westeros_intrigue.compiled.policies import Policy
from westeros_intrigue.rules.history import Decision
from westeros_intrigue.rules.variants import Variant

DECISIONS = tuple(Decision)
"""The meanings of the items of `SimulatedGames.decided_by`."""


@attrs.frozen(repr=False, unsafe_hash=False)
class SimulatedGames(Value):
    """The games of a simulation as arrays, one item or row for each game.

    The arrays cannot be written to. Where an array has rounds, they come second, from the first.

    >>> from westeros_intrigue.compiled import simulate_games
    >>> games = simulate_games(3, 100, seed=1)
    >>> games, games.penalty_points.shape
    (<SimulatedGames: 100 games of 3 players, random, seed 1>, (100, 3, 3))
    >>> bool((games.is_winner.sum(axis=1) >= 1).all())
    True

    Rules: round.penalty, round.throne, final.total, final.lowest, final.icons, final.shared.
    """

    players: int
    """The number of players, 2 to 6."""
    variant: Variant
    """The table: options, seats, rounds, Iron Throne cards."""
    policies: tuple[Policy, ...]
    """For each seat, from 0, how it chooses its moves; no matter for an automated seat."""
    seed: int
    """The seed that fixes the games."""
    start: int
    """The number of the first of these games, from 0."""
    first_player: int
    """The seat that starts the first round, counted from 0."""
    cards_left: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game, round and seat, from 0, the cards left."""
    last_placer: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game and round the seat that placed the last card, from 0."""
    last_house: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game and round the house of the last card, by `House.index`."""
    plies: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game and round how many cards were placed."""
    throne_cards: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game and round the Iron Throne card drawn, by its place in
    `variant.throne_cards`."""
    penalty_points: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game, round and seat, from 0, the points of the round, options included."""
    totals: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game and seat, from 0, all points less the values of its Iron Throne cards."""
    is_winner: NDArray[np.bool_] = attrs.field(converter=read_only_flags, eq=BY_ITEMS)
    """For each game and seat, from 0, whether it won, alone or with others."""
    decided_by: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each game what decided it, by the place in `list(Decision)`."""

    def __len__(self) -> int:
        return len(self.totals)

    def __repr__(self) -> str:
        policies = ", ".join(policy.value for policy in dict.fromkeys(self.policies))
        return (
            f"<SimulatedGames: {len(self)} games of {self.players} players, {policies}, "
            f"seed {self.seed}>"
        )


def counts_of_games(played: SimulatedGames) -> CountedGames:
    """Return the counts of games."""
    winners = played.is_winner * played.is_winner.sum(axis=1, keepdims=True, dtype=np.int16)
    return CountedGames(
        played.policies,
        histograms(winners),
        histograms(played.penalty_points.sum(axis=1, dtype=np.int16)),
        histograms(played.totals),
    )


def ends_of_games(
    variant: Variant,
    points: NDArray[np.int16],
    last_placer: NDArray[np.int16],
    throne_cards: NDArray[np.int16],
) -> tuple[NDArray[np.int16], NDArray[np.bool_], NDArray[np.int16]]:
    """Return totals, winners and what decided each game; must agree with `scoring.rank`."""
    values = np.array([card.value for card in variant.throne_cards], np.int16)
    icons = np.array([card.icons for card in variant.throne_cards], np.int64)
    seats = np.arange(points.shape[2])
    is_drawer = last_placer[:, :, None] == seats
    drawn = throne_cards[:, :, None]
    totals = points.sum(axis=1, dtype=np.int16) - (is_drawer * values[drawn]).sum(
        axis=1, dtype=np.int16
    )
    none = np.iinfo(np.int64).max
    fewest = np.where(is_drawer, icons[drawn], none).min(axis=1)
    is_lowest = totals == totals.min(axis=1, keepdims=True)
    among = np.where(is_lowest, fewest, none).min(axis=1, keepdims=True)
    is_winner = is_lowest & (fewest == among)
    decided_by = np.where(
        is_lowest.sum(axis=1) == 1,
        DECISIONS.index(Decision.LOWEST_TOTAL),
        np.where(
            is_winner.sum(axis=1) == 1,
            DECISIONS.index(Decision.FEWEST_ICONS),
            DECISIONS.index(Decision.SHARED),
        ),
    )
    return totals, is_winner, decided_by.astype(np.int16)
