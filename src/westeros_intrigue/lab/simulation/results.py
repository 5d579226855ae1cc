"""The results of a simulation as arrays: rounds, games, and their counts.

The arrays are read-only and compared item by item, so values can contain them.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any, ClassVar

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.gamekit import errors
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.notebook_tables import Columnar
from westeros_intrigue.gamekit.values import Value
from westeros_intrigue.lab.simulation import fast, packing, running
from westeros_intrigue.lab.simulation.board import HOUSE_COUNT
from westeros_intrigue.lab.simulation.counted import CountedGames, CountedRounds, Histogram
from westeros_intrigue.lab.simulation.results_file import Played
from westeros_intrigue.rules import variants
from westeros_intrigue.rules.cards import MOST_ICONS

Small = NDArray[np.int16]


def histograms(numbers: Small) -> tuple[Histogram, ...]:
    """Return the histogram of each column."""
    # NumPy is fast along contiguous memory.
    return tuple(map(histogram, np.ascontiguousarray(numbers.T)))


def histogram(numbers: Small) -> Histogram:
    """Return the frequency of each number."""
    lowest = int(numbers.min())
    times = enumerate(np.bincount(numbers - lowest).tolist(), start=lowest)
    return Histogram(tuple((number, count) for number, count in times if count))


Arrays = tuple[NDArray[Any], ...]
"""The items of each field, one for each round or game."""
Play = Callable[[range], Arrays]
"""A function that plays rounds or games by number."""


def room_for_rounds(players: int, *shape: int) -> Arrays:
    """Return arrays for the cards left, last placers, plies and last houses of rounds."""
    return np.empty((*shape, players), np.int16), *(np.empty(shape, np.int16) for _ in range(3))


A_PIECE = {"round": 50_000, "game": 10_000, "playout": 50_000}
"""The number played between checks of progress and Ctrl-C, some hundredths of a second apart, so
that threads rarely wait for each other or allocate memory."""
A_PIECE_IN_PYTHON = {"round": 500, "game": 100, "playout": 500}
"""The same without the extension, which is some thousand times as fast: tenths of a second."""


def usual_piece(thing: str) -> int:
    """Return the number played between checks of progress and Ctrl-C."""
    piece = A_PIECE[thing]
    return piece if fast.has_extension() else min(piece, A_PIECE_IN_PYTHON[thing])


def play_arrays(run: running.Run, play: Play, numbers: range, thing: str) -> Arrays:
    """Return the arrays of some rounds or games, which workers play in chunks.

    Args:
        run: the workers and the report of progress.
        play: plays rounds or games; with processes, it must be picklable.
        numbers: the numbers of the rounds or games, without gaps.
        thing: the unit: a round, a game or a playout.

    Raises:
        InvalidValue: the run has a file.
        MatchInterrupted: the executor failed.
    """
    if run.out is not None:
        raise errors.InvalidValue(
            "arrays are not stored: count_rounds and count_games store counts"
        )
    if run == running.Run() and len(numbers) <= usual_piece(thing):
        return play(numbers)  # A copy would take longer than the rest of a small job.
    empty = play(numbers[:0])
    try:
        arrays = tuple(np.empty((len(numbers), *part.shape[1:]), part.dtype) for part in empty)
    except MemoryError as error:
        raise MemoryError(f"{error}: play parts, or count (count_rounds, count_games)") from error
    parts = running.play_chunks(
        run, partial(_play_chunk, play), numbers, thing, usual_chunk=usual_piece(thing)
    )
    # Close the generator now: otherwise an exception would keep the threads alive.
    with closing(parts) as chunks:
        for chunk in chunks:
            place = chunk.numbers.start - numbers.start
            for array, items in zip(arrays, chunk.sums, strict=True):
                array[place : place + len(items)] = items
    return arrays


def _play_chunk(play: Play, chunk: range) -> Played[Arrays]:
    return Played(chunk, play(chunk))


@attrs.frozen(repr=False, eq=False)
class PlayedRounds:  # noqa: PLW1641 - arrays have no hash
    """Rounds as read-only arrays.

    The first axis of each array is the round. In whole games, it is the game, and the second axis
    is the round.
    """

    THING: ClassVar[str] = "round"
    """The unit of the length."""

    players: int
    """The number of players, 2 to 6."""
    policies: tuple[fast.Policy, ...]
    """The policy of each seat, from 0; it has no effect for an automated seat."""
    seed: int
    """The seed."""
    start: int
    """The number of the first round or game, from 0."""
    cards_left: NDArray[np.int16]
    """For each round and seat, from 0, the cards left, which are its penalty points before
    options."""
    last_placer: NDArray[np.int16]
    """For each round, the seat that placed the last card, from 0, and drew the Iron Throne card."""
    plies: NDArray[np.int16]
    """For each round, the number of cards placed; in a playout, only those after its position."""
    last_house: NDArray[np.int16]
    """For each round, the house of the last card, by `House.index`, for House Affiliation and
    Rivalry."""

    def __attrs_post_init__(self) -> None:
        for value in attrs.astuple(self, recurse=False):
            if isinstance(value, np.ndarray):
                value.flags.writeable = False

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        mine, its = (attrs.astuple(results, recurse=False) for results in (self, other))
        return all(map(np.array_equal, mine, its))

    def __len__(self) -> int:
        return len(self.plies)

    def __repr__(self) -> str:
        names = ", ".join(dict.fromkeys(_names(self)))
        count = f"{count_things(len(self), self.THING)} of {self.players} players"
        return f"<{type(self).__name__}: {count}, {names}, seed {self.seed}>"


def _by_seat(name: str, array: NDArray[np.generic]) -> dict[str, NDArray[np.generic]]:
    """Return the columns of an array by seat, from 0."""
    return {f"{name}_{seat}": array[:, seat] for seat in range(array.shape[1])}


def _names(played: PlayedRounds) -> tuple[str, ...]:
    return tuple(policy.value for policy in played.policies)


@attrs.frozen(repr=False, eq=False)
class SimulatedRounds(PlayedRounds, Value, Columnar):
    """The rounds of a simulation as arrays, one item or row for each round.

    The arrays are read-only. Two such values are equal if their players, policies, seeds and all
    their arrays are equal; they have no hash.

    >>> from westeros_intrigue.lab.simulation import Simulation
    >>> simulated = Simulation(4, "random", seed=1).rounds(range(10))
    >>> simulated.cards_left.shape, len(simulated)
    ((10, 4), 10)
    >>> bool((simulated.court_size == simulated.plies).all())
    True

    Rules: round.end, round.throne, round.penalty.
    """

    @property
    def court_size(self) -> NDArray[np.int16]:
        """For each round, the number of cards in the court at the end, including the starter."""
        return self.plies + np.int16(variants.STANDARD.starter_count(self.players, 1))

    def to_columns(self) -> dict[str, NDArray[np.generic]]:
        """Return a column for each array and seat, such as for pandas, Polars or Arrow.

        Each has an item for each round. `round` is the number of the round in the simulation, from
        0; `cards_left_0` are the cards left of seat 0.

        >>> from westeros_intrigue.lab.simulation import Simulation
        >>> columns = Simulation(2, "random", seed=1).rounds(range(5, 8)).to_columns()
        >>> columns["round"], list(columns)[1:]
        (array([5, 6, 7]), ['cards_left_0', 'cards_left_1', 'last_placer', 'plies', 'last_house'])
        """
        return {
            "round": np.arange(self.start, self.start + len(self)),
            **_by_seat("cards_left", self.cards_left),
            "last_placer": self.last_placer,
            "plies": self.plies,
            "last_house": self.last_house,
        }


def counts_of_rounds(played: SimulatedRounds) -> CountedRounds:
    """Return the counts of rounds."""
    last_placers = np.bincount(played.last_placer, minlength=played.players)
    return CountedRounds(
        _names(played),
        histograms(played.cards_left),
        tuple(last_placers.tolist()),
        histogram(played.court_size),
    )


@attrs.frozen(repr=False, eq=False)
class SimulatedGames(PlayedRounds, Value, Columnar):
    """The games of a simulation as arrays whose first axis is the game.

    The second axis of arrays by round is the round; in `SimulatedRounds`, it is the first.

    >>> from westeros_intrigue.lab.simulation import Simulation
    >>> games = Simulation(3, "random", seed=1).games(range(100))
    >>> games, games.penalty_points.shape
    (<SimulatedGames: 100 games of 3 players, random, seed 1>, (100, 3, 3))
    >>> bool((games.is_winner.sum(axis=1) >= 1).all())
    True

    Rules: round.penalty, round.throne, final.total, final.lowest, final.icons, final.shared.
    """

    THING: ClassVar[str] = "game"
    """The unit of the length."""

    throne_cards: NDArray[np.int16]
    """For each game and round, the Iron Throne card drawn, by its index in the variant's
    `throne_cards`."""
    penalty_points: NDArray[np.int16]
    """For each game, round and seat, from 0, the points of the round, options included."""
    totals: NDArray[np.int16]
    """For each game and seat, from 0, all points minus the values of its Iron Throne cards."""
    is_winner: NDArray[np.bool_]
    """For each game and seat, from 0, True if it won, alone or with others."""
    decided_by: NDArray[np.int16]
    """For each game, the criterion that decided it, by its index in `list(Decision)`."""

    def to_columns(self) -> dict[str, NDArray[np.generic]]:
        """Return a column for each array and seat, such as for pandas, Polars or Arrow.

        Each has an item for each game. `game` is the number of the game in the simulation, from 0;
        `total_0` is the total of seat 0. Arrays by round are left out.

        >>> from westeros_intrigue.lab.simulation import Simulation
        >>> list(Simulation(2, "random", seed=1).games(range(3)).to_columns())
        ['game', 'total_0', 'total_1', 'is_winner_0', 'is_winner_1', 'decided_by']
        """
        return {
            "game": np.arange(self.start, self.start + len(self)),
            **_by_seat("total", self.totals),
            **_by_seat("is_winner", self.is_winner),
            "decided_by": self.decided_by,
        }


def counts_of_games(played: SimulatedGames) -> CountedGames:
    """Return the counts of games."""
    # NumPy is fast along a long last axis.
    is_winner, points = map(np.ascontiguousarray, (played.is_winner.T, played.penalty_points.T))
    return CountedGames(
        _names(played),
        histograms((is_winner * is_winner.sum(axis=0, dtype=np.int16)).T),
        histograms(points.sum(axis=1, dtype=np.int16).T),
        histograms(played.totals),
    )


def ends_of(
    variant: variants.Variant,
    throne_cards: Small,
    cards_left: Small,
    last_placer: Small,
    last_house: Small,
) -> Arrays:
    """Return the last four fields of `SimulatedGames`, which must agree with `scoring.rank`."""
    players = cards_left.shape[-1]
    seats = np.arange(players, dtype=np.int16)[:, None, None]
    left, drawer, house, card = (
        np.ascontiguousarray(column.T)
        for column in (cards_left, last_placer, last_house, throne_cards)
    )
    by_cards_left = np.asarray(packing.flat_points(variant, players), np.int16)
    points = by_cards_left.take((left * HOUSE_COUNT + house) * players + seats)
    cards = variant.throne_cards
    values = np.array([throne_card.value for throne_card in cards], np.int16)[card]
    # Higher for fewer icons.
    merit = np.array([MOST_ICONS + 1 - throne_card.icons for throne_card in cards], np.int32)[card]
    draws = drawer == seats
    totals = (points - draws * values).sum(axis=1, dtype=np.int16)
    is_lowest = totals == totals.min(axis=0)
    best = is_lowest * ((draws * merit).max(axis=1) + np.int32(1))
    is_winner = best == best.max(axis=0)
    # Each tie passes the decision on to the next criterion.
    decided_by = np.add(is_lowest.sum(axis=0) > 1, is_winner.sum(axis=0) > 1, dtype=np.int16)
    return points.T, totals.T, is_winner.T, decided_by
