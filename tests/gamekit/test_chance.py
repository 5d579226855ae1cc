"""Shuffles: the same cards in the same order from the same numbers, whatever arithmetic is used."""

from __future__ import annotations

import random

import pytest

from westeros_intrigue.gamekit import chance

_WORDS = 624
"""The words of the state of Python's generator."""


def _in_integers(items: list[int], numbers: list[float]) -> tuple[int, ...]:
    """Shuffle with integers alone, which never round."""
    mixed = list(items)
    for last, number in zip(range(len(mixed) - 1, 0, -1), numbers, strict=True):
        chosen = int(number * 2**53) * (last + 1) >> 53
        mixed[last], mixed[chosen] = mixed[chosen], mixed[last]
    return tuple(mixed)


def _source_of(bits: int) -> random.Random:
    """Return a generator whose next number is this one of 53 bits, divided by 2**53."""

    def word_before_tempering(word: int) -> int:
        word ^= word >> 18
        word ^= word << 15 & 0xEFC60000
        shifted = word
        for _ in range(5):
            shifted = word ^ shifted << 7 & 0x9D2C5680
        return shifted ^ shifted >> 11 ^ shifted >> 22

    first, second = bits >> 26 << 5, (bits & 0x3FFFFFF) << 6
    source = random.Random()
    words = [word_before_tempering(first), word_before_tempering(second)]
    source.setstate((3, (*words, *[1] * (_WORDS - 2), 0), None))
    return source


@pytest.mark.parametrize("count", [1, 2, 5, 36, 54, 200])
def test_a_shuffle_agrees_with_integers(count: int) -> None:
    items = list(range(count))
    for seed in range(50):
        numbers = random.Random(seed)
        drawn = [numbers.random() for _ in items[1:]]
        assert chance.shuffle(items, random.Random(seed)) == _in_integers(items, drawn)


def test_a_product_that_is_rounded_up_does_not_change_the_shuffle() -> None:
    rounded_up = [
        (count, bits)
        for count in range(3, 100)
        for place in range(1, count)
        # The largest number whose exact product is below the place.
        for bits in [(place * 2**53 - 1) // count]
        if bits / 2**53 * count == place
    ]
    assert rounded_up
    for count, bits in rounded_up:
        source = _source_of(bits)
        assert source.random() == bits / 2**53
        numbers = _source_of(bits)
        items = list(range(count))
        drawn = [numbers.random() for _ in items[1:]]
        assert chance.shuffle(items, _source_of(bits)) == _in_integers(items, drawn)
