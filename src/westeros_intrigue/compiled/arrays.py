"""Arrays as parts of values: they cannot be written to, and are equal by their items."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, TypeVar

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.compiled.counted import Histogram
from westeros_intrigue.compiled.policies import Policy
from westeros_intrigue.compiled.running import Run

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
    # NumPy is quick along a line of memory.
    return tuple(map(histogram, np.ascontiguousarray(numbers.T)))


def histogram(numbers: NDArray[np.int16]) -> Histogram:
    """Return how often each number occurs."""
    lowest = int(numbers.min())
    times = enumerate(np.bincount(numbers - lowest).tolist(), start=lowest)
    return Histogram(tuple((number, count) for number, count in times if count))


Arrays = tuple[NDArray[Any], ...]
"""For each field its items, one for each round or game."""


Fill = Callable[[range, Arrays], None]
"""A function that plays the rounds or games of some numbers, and writes them to arrays."""


def room_for_rounds(players: int, *shape: int) -> Arrays:
    """Return room for the cards left, the last placer, the plies and the last house of rounds."""
    return np.empty((*shape, players), np.int16), *(np.empty(shape, np.int16) for _ in range(3))


def filled(
    run: Run, fill: Fill, room: Callable[[int], Arrays], numbers: range, size: int
) -> Arrays:
    """Return the arrays of some numbers; `room` makes them, and workers fill part after part."""
    if run.workers is not None or not numbers:
        # Compile here and now, where Ctrl-C works, and not in a thread.
        fill(numbers[:0], room(0))
    try:
        arrays = room(len(numbers))
    except MemoryError as error:
        raise MemoryError(f"{error}: play parts, or count (count_rounds, count_games)") from error

    def part(chunk: range) -> Arrays:
        first, end = chunk.start - numbers.start, chunk.stop - numbers.start
        return tuple(array[first:end] for array in arrays)

    def fill_here(chunk: range) -> Arrays:
        fill(chunk, part(chunk))
        return ()

    work = fill_here if run.executor is None else partial(_fill_elsewhere, fill, room)
    for chunk, results in run.parts(work, numbers, here=size, elsewhere=size):
        for array, items in zip(part(chunk), results):  # noqa: B905 - nothing of what was filled here
            array[:] = items
    for array in arrays:
        array.flags.writeable = False
    return arrays


def _fill_elsewhere(fill: Fill, room: Callable[[int], Arrays], chunk: range) -> Arrays:
    arrays = room(len(chunk))
    fill(chunk, arrays)
    return arrays


@attrs.frozen(repr=False, unsafe_hash=False)
class PlayedRounds:
    """Rounds as arrays, which cannot be written to.

    Each array begins with the rounds. In whole games it begins with the games, and their rounds
    come second.
    """

    THING: ClassVar[str] = "rounds"
    """The things that are counted by the length."""

    players: int
    """The number of players, 2 to 6."""
    policies: tuple[Policy, ...]
    """For each seat, from 0, its policy; that of an automated seat has no effect."""
    seed: int
    """The seed that fixes them."""
    start: int
    """The number of the first, from 0."""
    cards_left: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each round and seat, from 0, the cards left: its penalty points before options."""
    last_placer: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each round the seat that placed the last card, from 0: it draws the Iron Throne card."""
    plies: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each round the number of cards placed: in a playout, from its position on."""
    last_house: NDArray[np.int16] = attrs.field(converter=read_only, eq=BY_ITEMS)
    """For each round the house of the last card, by `House.index`: House Affiliation and Rivalry
    depend on it."""

    def __len__(self) -> int:
        return len(self.plies)

    def __repr__(self) -> str:
        names = ", ".join(policy.value for policy in dict.fromkeys(self.policies))
        count = f"{len(self)} {self.THING} of {self.players} players"
        return f"<{type(self).__name__}: {count}, {names}, seed {self.seed}>"
