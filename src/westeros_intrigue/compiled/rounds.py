"""The rounds of a simulation as arrays, and their counts."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled.arrays import BY_ITEMS, histogram, histograms, read_only
from westeros_intrigue.compiled.counted import CountedRounds
from westeros_intrigue.compiled.policies import Policy
from westeros_intrigue.rules.variants import STANDARD


@attrs.frozen(repr=False, unsafe_hash=False)
class SimulatedRounds(Value):
    """The rounds of a simulation as arrays, one item or row for each round.

    The arrays are of 16-bit integers and cannot be written to. Two simulations are equal when
    their terms and all their arrays are; they have no hash.

    >>> from westeros_intrigue.compiled import simulate_rounds
    >>> simulated = simulate_rounds(4, 10, seed=1)
    >>> simulated.cards_left.shape, len(simulated)
    ((10, 4), 10)
    >>> bool((simulated.court_size == simulated.plies).all())
    True
    >>> set(simulated.starting_player.tolist())
    {0}

    Rules: round.end, round.throne, round.penalty.
    """

    players: int
    """The number of players, 2 to 6."""
    policies: tuple[Policy, ...]
    """For each seat, from 0, how it chooses its moves."""
    seed: int
    """The seed that fixes the rounds."""
    start: int
    """The number of the first of these rounds, from 0."""
    first_player: int
    """The seat that starts round 0, counted from 0."""
    rotate: bool
    """True if the seat to the left of the one before starts each round."""
    cards_left: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """A row for each round, in it for each seat, from 0, the cards left: its penalty points."""
    last_placer: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each round the seat that placed the last card, from 0: it draws the Iron Throne card."""
    plies: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each round how many cards were placed."""
    last_house: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each round the house of the last card, by `House.index`: what House Affiliation and
    Rivalry look at."""

    def __len__(self) -> int:
        return len(self.plies)

    def __repr__(self) -> str:
        policies = ", ".join(policy.value for policy in dict.fromkeys(self.policies))
        return (
            f"<SimulatedRounds: {len(self)} rounds of {self.players} players, {policies}, "
            f"seed {self.seed}>"
        )

    @property
    def court_size(self) -> NDArray[np.int16]:
        """For each round how many cards the court has at its end, the starter included."""
        return self.plies + np.int16(STANDARD.starter_count(self.players, 1))

    @property
    def starting_player(self) -> NDArray[np.int16]:
        """For each round the seat that started it, from 0 (rule round.rotation with `rotate`)."""
        numbers = np.arange(self.start, self.start + len(self))
        seats = (self.first_player + self.rotate * numbers) % self.players
        return seats.astype(np.int16)


def counts_of_rounds(played: SimulatedRounds) -> CountedRounds:
    """Return the counts of rounds."""
    last_placers = np.bincount(played.last_placer, minlength=played.players)
    return CountedRounds(
        played.policies,
        histograms(played.cards_left),
        tuple(last_placers.tolist()),
        histogram(played.court_size),
    )
