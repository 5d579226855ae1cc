"""The numbers that stand for what is counted, for one view and for many tables."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache

from westeros_intrigue.environments.layout import MOST_CARDS, MOST_POINTS
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, DECK
from westeros_intrigue.rules.variants import Variant

_SUMMED = {"known", "throne_values"}

Scale = Mapping[str, Sequence[float]]
"""The numbers in the fields of what is counted, by the count."""


def most_of(rounds: int) -> dict[str, int]:
    """Return the count for which the number 1 stands, for each field of what is counted."""
    return {
        "hand_size": MOST_CARDS,
        "out_after": len(DECK) + 1,
        "known": CARDS_PER_HOUSE,
        "penalty_points": MOST_POINTS * rounds,
        "score_pile_size": rounds,
        "throne_values": rounds,
    }


@lru_cache(maxsize=64)
def scale_of(variant: Variant, players: int) -> Scale:
    """Return the numbers of each field; Iron Throne cards count by their place in the variant."""
    icons = [card.icons for card in variant.throne_cards]
    return {
        name: _sums(most) if name in _SUMMED else _shares(most)
        for name, most in most_of(variant.rounds_for(players)).items()
    } | {"throne_icons": [sum(other >= each for other in icons) / len(icons) for each in icons]}


def _shares(most: int) -> list[float]:
    return [count / most for count in range(most + 1)]


def _sums(most: int) -> array[float]:
    """Return sums of equal shares, each rounded to 32 bits, as `layout.CODE` has them."""
    sums = array("f", [0.0])
    for _ in range(most):
        sums.append(sums[-1] + 1 / most)
    return sums
