"""The values of positions that follow each other, improved until they no longer change."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from array import array
from collections.abc import Iterator, Mapping, Sequence
from operator import mul
from typing import NamedTuple

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.lab.solving.packed import CHANCE, OVER, Links

_CLOSE = 1e-13
_MOST_SWEEPS = 100_000
_STEADY, _QUICK = 0.05, 0.9
"""The difference of two ratios of changes, and the largest ratio, with which the sum of all further
changes can be foreseen."""


def find_values(links: Links, ends: Mapping[int, tuple[float, ...]]) -> list[array[float]]:
    """Return the expected returns of each position, in an array for each seat.

    If the returns of two seats always have the same sum, those of the first seat determine the
    others.

    Args:
        links: what follows each position.
        ends: the returns of each end of a game, by its number.

    Raises:
        InvalidValue: the values do not converge.
    """
    seats = len(next(iter(ends.values()), ()))
    sums = {round(sum(worth), 9) for worth in ends.values()}
    has_two_sides = seats == 2 and len(sums) == 1
    total = sums.pop() if has_two_sides else 0.0
    starting = [total / 2] if has_two_sides else [0.0] * seats
    expected = [array("d", [start]) * len(links.deciders) for start in starting]
    for number, worth in ends.items():
        for seat, of_seat in enumerate(expected):
            of_seat[number] = worth[seat]
    for group in in_order(links.starts, links.following):
        _improve(links, group, expected, has_two_sides=has_two_sides)
    if has_two_sides:
        expected.append(array("d", (total - value for value in expected[0])))
    return expected


class _Row(NamedTuple):
    """A position of a group, with what follows it."""

    number: int
    decider: int
    following: tuple[int, ...]
    shares: tuple[float, ...] | None


def _rows(links: Links, group: Sequence[int]) -> Iterator[_Row]:
    for number in group:
        if (decider := links.deciders[number]) != OVER:
            following = links.following[links.starts[number] : links.starts[number + 1]]
            yield _Row(number, decider, tuple(following), links.shares.get(number))


def _improve(
    links: Links, group: Sequence[int], expected: Sequence[array[float]], *, has_two_sides: bool
) -> None:
    """Replace the values of a group of positions by what follows, until they no longer change."""
    rows = [*_rows(links, group)]
    sweep = _sweep_two_sides if has_two_sides else _sweep
    is_alone = len(rows) <= 1 and all(row.number not in row.following for row in rows)
    before = ratio = 0.0
    for _ in range(_MOST_SWEEPS):
        old = [[each[row.number] for row in rows] for each in expected]
        change = sweep(rows, expected)
        if change < _CLOSE or is_alone:
            return
        ratio, earlier = (change / before if before else 0.0), ratio
        before = change
        if abs(ratio - earlier) < _STEADY * ratio < _STEADY * _QUICK:
            # Changes that shrink evenly have a sum, so that most sweeps can be left out.
            for each, values in zip(expected, old, strict=True):
                for row, value in zip(rows, values, strict=True):
                    each[row.number] += (each[row.number] - value) * ratio / (1 - ratio)
            before = ratio = 0.0
    raise InvalidValue("the values of the positions do not converge: the game may never end")


def _sweep_two_sides(rows: Sequence[_Row], expected: Sequence[array[float]]) -> float:
    """Improve each value of the first seat, which the second one lowers; return the change."""
    values, change = expected[0], 0.0
    value_of = values.__getitem__
    for number, decider, following, shares in rows:
        if decider == CHANCE:
            found = map(value_of, following)
            new = sum(map(mul, shares, found)) if shares else sum(found) / len(following)
        else:
            new = (min if decider else max)(map(value_of, following))
        if new != values[number]:
            change = max(change, abs(new - values[number]))
            values[number] = new
    return change


def _sweep(rows: Sequence[_Row], expected: Sequence[array[float]]) -> float:
    """Improve each value of each seat; return the largest change."""
    change = 0.0
    for number, decider, following, shares in rows:
        if decider == CHANCE:
            weights = shares or (1 / len(following),) * len(following)
            news = [sum(map(mul, weights, map(each.__getitem__, following))) for each in expected]
        else:
            best = max(following, key=expected[decider].__getitem__)
            news = [each[best] for each in expected]
        for each, new in zip(expected, news, strict=True):
            change = max(change, abs(new - each[number]))
            each[number] = new
    return change


def in_order(starts: Sequence[int], following: Sequence[int]) -> Iterator[list[int]]:
    """Yield the numbers of positions in groups, each after all groups that can follow it.

    The positions of a group lead back to each other. (Tarjan's algorithm, without recursion.)

    >>> [*in_order([0, 1, 3, 4, 4], [1, 0, 2, 3])]
    [[3], [2], [1, 0]]

    Args:
        starts: the place of the first position that follows each one, and after the last.
        following: the numbers of the positions that follow.
    """
    count = len(starts) - 1
    found, lowest, done = (array("I", [0]) * count for _ in range(3))
    waiting: list[int] = []
    path: list[tuple[int, int]] = []
    moment = ends = 0
    for first in range(count):
        if not found[first]:
            path.append((first, starts[first]))
        while path:
            number, place = path.pop()
            if not found[number]:
                moment += 1
                found[number] = lowest[number] = moment
                waiting.append(number)
            low = lowest[number]
            for at in range(place, starts[number + 1]):
                after = following[at]
                if not found[after]:
                    lowest[number] = low
                    path += ((number, at), (after, starts[after]))
                    break
                low = min(low, lowest[after])
            else:
                lowest[number] = low
                done[number] = ends = ends + 1
                if low == found[number]:
                    group = _take_group(waiting, number, lowest)
                    # Within a group too, what follows comes first, but for the ways back.
                    yield sorted(group, key=done.__getitem__)


def _take_group(waiting: list[int], first: int, lowest: array[int]) -> list[int]:
    """Take a complete group off the positions that wait for one."""
    group: list[int] = []
    while not group or group[-1] != first:
        group.append(waiting.pop())
        lowest[group[-1]] = len(lowest) + 1  # so that it leads back nowhere
    return group
