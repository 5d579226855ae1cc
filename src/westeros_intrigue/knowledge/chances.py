"""The chances of the cards in other hands, as notebooks and terminals show them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from westeros_intrigue.base.display import Tabled
from westeros_intrigue.base.public import public
from westeros_intrigue.rules.cards import HOUSES, House


@public
class Odds(tuple[Mapping[House, tuple[Fraction, ...]], ...], Tabled):
    """For each seat, from 0, and house the probability of 0, 1, 2, … cards of the house.

    It is a tuple of mappings that nobody can change. Its `repr` has the average number of cards of
    each house in each hand, and a notebook shows them in a table, with the probability of any.

    >>> from westeros_intrigue import observe, odds, setup
    >>> chances = odds(observe(setup(2, seed=1), 0))
    >>> chances
    <Odds of S, L, B, T: 2.0 5.0 2.0 5.0 / 4.5 2.5 4.5 2.5>
    >>> chances.in_words[1]
    ('4.5 (100 %)', '2.5 (99 %)', '4.5 (100 %)', '2.5 (99 %)')

    Rules: info.leftover, info.memory.
    """

    __slots__ = ()

    @property
    def means(self) -> tuple[tuple[float, ...], ...]:
        """For each seat, from 0, the average number of cards of each house."""
        return tuple(tuple(_mean(hand[house]) for house in HOUSES) for hand in self)

    @property
    def in_words(self) -> tuple[tuple[str, ...], ...]:
        """For each seat, from 0, and house: the average number of cards, the probability of any."""
        return tuple(
            tuple(
                f"{_mean(hand[house]):.1f} ({float(100 - 100 * hand[house][0]):.0f} %)"
                for house in HOUSES
            )
            for hand in self
        )

    def __repr__(self) -> str:
        hands = (" ".join(f"{mean:.1f}" for mean in means) for means in self.means)
        return f"<Odds of {', '.join(house.letter for house in HOUSES)}: {' / '.join(hands)}>"


def _mean(chances: tuple[Fraction, ...]) -> float:
    return float(sum(count * chance for count, chance in enumerate(chances)))
