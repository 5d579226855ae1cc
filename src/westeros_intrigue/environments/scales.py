"""The numbers that stand for what is counted, for one view and for many tables."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from westeros_intrigue.environments.layout import MOST_CARDS, MOST_POINTS
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, DECK
from westeros_intrigue.rules.variants import Variant


class Scale(NamedTuple):
    """The numbers in the fields of what is counted, by the count."""

    hand_size: Sequence[float]
    out_after: Sequence[float]
    known: Sequence[float]
    penalty_points: Sequence[float]
    score_pile_size: Sequence[float]
    throne_values: Sequence[float]
    throne_icons: Sequence[float]
    """The number for each Iron Throne card, by its place in the variant."""


@lru_cache(maxsize=64)
def scale_of(variant: Variant, players: int) -> Scale:
    """Return the numbers for all that is counted."""
    rounds, icons = variant.rounds_for(players), [card.icons for card in variant.throne_cards]
    return Scale(
        _shares(MOST_CARDS),
        _shares(len(DECK) + 1),
        _sums(CARDS_PER_HOUSE),
        _shares(MOST_POINTS * rounds),
        _shares(rounds),
        _sums(rounds),
        [sum(other >= each for other in icons) / len(icons) for each in icons],
    )


def _shares(most: int) -> list[float]:
    return [count / most for count in range(most + 1)]


def _sums(most: int) -> array[float]:
    """Return sums of equal shares, each rounded to 32 bits, as `layout.CODE` has them."""
    sums = array("f", [0.0])
    for _ in range(most):
        sums.append(sums[-1] + 1 / most)
    return sums
