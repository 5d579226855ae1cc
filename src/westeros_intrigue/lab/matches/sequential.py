"""Matches that end as soon as the answer is clear: Wald's sequential probability ratio test."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Sequence
from math import log
from numbers import Real

import attrs

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.values import Value, check_type

_FEWEST = 10
"""The number of deals before which nothing is decided: the variance is not known."""


@attrs.frozen
class SequentialTest(Value):
    """The question of a match of two entrants: whether the first is this much better.

    The test compares two answers: that the first is ranked before the second in `less` of the
    games, or in `more`. Pass it to `play_match`, which then ends after the first deal that decides.
    If the truth is one of the two shares, the verdict is wrong with about the probability `error`;
    if it is outside them, more rarely. It needs about half the deals of a match whose length is
    fixed, on average.

    >>> test = SequentialTest(0.5, 0.55)
    >>> test.verdict([1.0, 0.5] * 200).is_more, test.verdict([0.5] * 15), test.error
    (True, None, 0.05)

    Raises:
        InvalidValue: a share or the error is out of range, or `less` is not below `more`.
        WrongType: one of them is not a number.
    """

    less: float
    """The smaller share of games, above 0."""
    more: float
    """The larger share of games, below 1."""
    error: float = 0.05
    """The probability of a wrong verdict, below a half."""

    def __attrs_post_init__(self) -> None:
        for name, number in attrs.asdict(self).items():
            check_type(name, number, Real)
        if not 0 < self.less < self.more < 1:
            raise InvalidValue(
                f"less must be above 0 and below more, which is below 1, not {self.less} and "
                f"{self.more}"
            )
        if not 0 < self.error < 0.5:
            raise InvalidValue(f"error must be above 0 and below 0.5, not {self.error}")

    def log_ratio(self, scores: Sequence[float]) -> float:
        """Return the logarithm of the likelihood of `more` over that of `less`.

        It takes the mean of the scores as normal, with the variance that they show. Two more
        scores, 0 and 1, keep a few equal scores from deciding.

        >>> round(SequentialTest(0.5, 0.6).log_ratio([1.0, 0.5, 1.0, 0.0]), 2)
        0.15

        Args:
            scores: for each deal, the share of its games that the first entrant won, from 0 to 1.
        """
        count = len(scores)
        mean = sum(scores) / count
        squares = sum((score - mean) ** 2 for score in (*scores, 0.0, 1.0))
        variance = squares / (count + 2)
        return count * (self.more - self.less) * (2 * mean - self.less - self.more) / (2 * variance)

    def verdict(self, scores: Sequence[float]) -> Verdict | None:
        """Return the verdict after some deals, or None if it is still open.

        Args:
            scores: for each deal, the share of its games that the first entrant won, from 0 to 1.
        """
        if len(scores) < _FEWEST:
            return None
        ratio, bound = self.log_ratio(scores), log((1 - self.error) / self.error)
        return Verdict(self, ratio > 0, len(scores), ratio) if abs(ratio) >= bound else None


@attrs.frozen
class Verdict(Value):
    """The answer of a sequential test.

    >>> print(SequentialTest(0.5, 0.55).verdict([1.0, 0.5] * 200))
    0.55 rather than 0.5 of the games, after 400 blocks of deals; wrong with a probability of 0.05
    """

    test: SequentialTest
    """The question."""
    is_more: bool
    """True for the larger share."""
    decided_after: int
    """The number of deals, or of blocks if a block has several."""
    log_ratio: float
    """The logarithm of the likelihood ratio then."""

    def __str__(self) -> str:
        shares = self.test.less, self.test.more
        answer, other = shares[::-1] if self.is_more else shares
        return (
            f"{answer:.4g} rather than {other:.4g} of the games, after {self.decided_after} "
            f"blocks of deals; wrong with a probability of {self.test.error:.2g}"
        )


class Deciding:
    """A test that reads the deals in their order, however they come.

    The result of a match is therefore the same for any number of workers.

    Args:
        test: the test.
        deals: the number of deals of the match.
        blocks: the number of its blocks.
    """

    def __init__(self, test: SequentialTest, deals: int, blocks: int) -> None:
        self._test = test
        self._deals = deals
        self._blocks = blocks
        self._played: set[int] = set()
        self._next = 0
        """The first deal that has not been read."""
        self.scores: list[float] = []
        """The scores of the blocks so far, in order."""
        self.verdict: Verdict | None = None

    def read(self, numbers: range, score_of: Callable[[int], float | None]) -> bool:
        """Read deals that have been played; return True once they decide.

        Args:
            numbers: the numbers of the deals.
            score_of: returns the score of a block, from its number; None if nobody met in it.
        """
        self._played.update(numbers)
        while self._next in self._played and self.verdict is None:
            self._played.remove(self._next)
            block = self._next * self._blocks // self._deals
            self._next += 1
            is_last = self._next * self._blocks // self._deals > block
            if is_last and (score := score_of(block)) is not None:
                self.scores.append(score)
                self.verdict = self._test.verdict(self.scores)
        return self.verdict is not None

    @property
    def deals(self) -> int:
        """The number of deals that have been read."""
        return self._next
