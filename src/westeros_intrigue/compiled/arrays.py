"""Arrays as parts of values: they cannot be written to, and are equal by their items."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.compiled.counted import Histogram
from westeros_intrigue.compiled.policies import Policy

T = TypeVar("T", bound=np.generic)


def read_only(array: NDArray[T]) -> NDArray[T]:
    """Return an array that cannot be written to: a copy, unless nobody can write to this one."""
    if array.flags.writeable or not array.flags.owndata:
        array = array.copy()
        array.flags.writeable = False
    return array


def _arrays_equal(one: object, other: object) -> bool:
    return np.array_equal(np.asarray(one), np.asarray(other))


BY_ITEMS = attrs.cmp_using(eq=_arrays_equal)
"""The argument `eq` of `attrs.field` for an array."""


def histograms(numbers: NDArray[np.int16]) -> tuple[Histogram, ...]:
    """Return the histogram of each column."""
    return tuple(map(histogram, numbers.T))


def histogram(numbers: NDArray[np.int16]) -> Histogram:
    """Return how often each number occurs."""
    lowest = int(numbers.min())
    times = enumerate(np.bincount(numbers - lowest).tolist(), start=lowest)
    return Histogram(tuple((number, count) for number, count in times if count))


Arrays = tuple[NDArray[Any], ...]
"""For each field its items, one for each round or game."""


def columns(results: NDArray[np.int16]) -> Arrays:
    """Return of results of rounds the cards left, the last placer, the plies and the last house."""
    return results[..., :-3], results[..., -3], results[..., -1], results[..., -2]


def joined(parts: Iterable[Arrays]) -> Arrays:
    """Return the arrays of all parts, one after the other."""
    arrays = tuple(np.concatenate(column) for column in zip(*parts, strict=True))
    for array in arrays:
        array.flags.writeable = False
    return arrays


@attrs.frozen(repr=False, unsafe_hash=False)
class PlayedRounds:
    """Rounds as arrays of 16-bit integers, which cannot be written to: one item or row for each."""

    players: int
    """The number of players, 2 to 6."""
    policies: tuple[Policy, ...]
    """For each seat, from 0, how it chooses its moves; no matter for an automated seat."""
    seed: int
    """The seed that fixes the rounds."""
    start: int
    """The number of the first of these rounds, from 0."""
    cards_left: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """A row for each round, in it for each seat, from 0, the cards left: its penalty points."""
    last_placer: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each round the seat that placed the last card, from 0: it draws the Iron Throne card."""
    plies: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each round how many cards were placed: in a playout, from its position on."""
    last_house: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each round the house of the last card, by `House.index`: what House Affiliation and
    Rivalry look at."""

    def __len__(self) -> int:
        return len(self.plies)

    def __repr__(self) -> str:
        return described(self, f"{len(self)} rounds", self.players, self.policies, self.seed)


def described(
    value: object, count: str, players: int, policies: Iterable[Policy], seed: int
) -> str:
    """Return the repr of simulated rounds or games."""
    names = ", ".join(policy.value for policy in dict.fromkeys(policies))
    return f"<{type(value).__name__}: {count} of {players} players, {names}, seed {seed}>"
