"""Moves that differ only in a quantity, such as bids: a range of numbers instead of a long list."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Protocol, TypeAlias, runtime_checkable

import attrs

from westeros_intrigue.gamekit import limits, values

_FEWEST = 5
"""The moves from which on a game that declares no quantities has a range."""
_FEWEST_DECLARED = 2
_PLURAL = re.compile(r"s\b")
_NUMBER = re.compile(r"\d{1,9}")
Words = Annotated[str, limits.Longest(10_000)]
"""A text of a move, or a part of it."""
_Forms: TypeAlias = tuple[str, str, str]
"""A move before and after its number, and its words without it."""


@runtime_checkable
class HasQuantities(Protocol):
    """A name that a game can leave out.

    >>> from westeros_intrigue.gamekit.game import GAMES
    >>> isinstance(GAMES["monopoly"], HasQuantities), GAMES["monopoly"].QUANTITIES
    (True, ('bid',))
    """

    @property
    def QUANTITIES(self) -> Sequence[str]:  # noqa: N802 - a constant of a module
        """The words before the number in moves that state a quantity; "" if they are only a number.

        Front ends ask for a number instead of listing such moves. For a game without this name,
        they do so where five moves or more have the same words except for one number.
        """
        ...


@attrs.frozen
class MoveRange(values.Value):
    """Moves that differ only in their number, which can be any from the least to the most.

    >>> bids = MoveRange("bid ", "", 4, 36, "bid 4 to 36 coins")
    >>> bids.example, "bid 36" in bids, "bid 37" in bids
    ('bid 5', True, False)
    >>> bids.move_of(7), bids.number_of("bid 7"), bids.number_of("pass")
    ('bid 7', 7, None)
    >>> bids.is_named(7, "Bid 7 coins")
    True
    """

    before: Words
    """The text of a move before the number."""
    after: Words
    """The text after the number."""
    least: limits.Count
    """The least number."""
    most: limits.Count
    """The largest number."""
    words: Words
    """The moves in words."""

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) and self.number_of(move) is not None

    def move_of(self, number: int) -> str:
        """Return the move with a number, as a text."""
        return f"{self.before}{number}{self.after}"

    def number_of(self, move: str) -> int | None:
        """Return the number of a move; None for a move that does not belong to the range."""
        number = move.removeprefix(self.before).removesuffix(self.after)
        if not (number.isascii() and number.isdecimal()) or self.move_of(int(number)) != move:
            return None
        return int(number) if self.least <= int(number) <= self.most else None

    def is_named(self, number: int, typed: str) -> bool:
        """Return True if a text is the move with a number, as a text or in words, in any case.

        Args:
            number: the number of the move.
            typed: the text, as a person typed it.
        """
        words = self.words.replace(f"{self.least} to {self.most}", str(number))
        singular = _PLURAL.sub("", typed.lower())
        return typed == self.move_of(number) or singular == _PLURAL.sub("", words.lower())

    @property
    def example(self) -> str:
        """A move of the range, not the first."""
        return self.move_of(min(self.least + 1, self.most))


def ranges_of(game: object, moves: Mapping[str, str]) -> tuple[MoveRange, ...]:
    """Return the ranges in moves that are texts, each with its words.

    >>> from westeros_intrigue.gamekit.game import GAMES
    >>> bids = {f"bid {number}": f"bid {number} coins" for number in range(4, 9)}
    >>> [bid] = ranges_of(GAMES["monopoly"], bids | {"pass": "pass"})
    >>> bid.words
    'bid 4 to 8 coins'

    Args:
        game: the game, whose `QUANTITIES` say which moves state a quantity.
        moves: the moves as the game writes them, with their words.
    """
    declared = tuple(game.QUANTITIES) if isinstance(game, HasQuantities) else None
    words_of: dict[_Forms, dict[int, str]] = {}
    for move, words in moves.items():
        for found in _NUMBER.finditer(move):
            before, after = move[: found.start()], move[found.end() :]
            if declared is not None and (after or before.rstrip() not in declared):
                continue
            stated, count = re.subn(rf"\b{found[0]}\b", "\0", words, count=1)
            # One coin is in the same range as two coins.
            form = "" if declared is not None else _PLURAL.sub("", stated)
            if count or declared is not None:
                forms = (before, after, form)
                words_of.setdefault(forms, {})[int(found[0])] = stated
    fewest = _FEWEST if declared is None else _FEWEST_DECLARED
    return tuple(
        MoveRange(before, after, run[0], run[-1], _in_words(before, after, stated[run[-1]], run))
        for (before, after, _), stated in words_of.items()
        for run in _runs(sorted(stated))
        if len(run) >= fewest
    )


def others(moves: Mapping[str, str], ranges: Iterable[MoveRange]) -> dict[str, str]:
    """Return the moves that belong to no range, with their words.

    >>> others({"bid 4": "bid 4 coins", "pass": "pass"}, [MoveRange("bid ", "", 4, 9, "")])
    {'pass': 'pass'}
    """
    known = tuple(ranges)
    return {move: words for move, words in moves.items() if not any(move in each for each in known)}


def _runs(numbers: Sequence[int]) -> list[list[int]]:
    """Return the runs of successive numbers."""
    runs = [[*numbers[:1]]]
    for before, number in pairwise(numbers):
        if number == before + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def _in_words(before: str, after: str, words: str, run: Sequence[int]) -> str:
    """Return the words of a range, from the words of a move around its number."""
    stated = f"{run[0]} to {run[-1]}"
    return words.replace("\0", stated) if "\0" in words else f"{before}{stated}{after}"
