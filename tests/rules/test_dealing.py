"""Chance: how random integers are made of random numbers, hands of houses, rounds of decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from westeros_intrigue import DECK, STANDARD, Card, InvalidDeal
from westeros_intrigue.gamekit.chance import random_below, shuffle
from westeros_intrigue.rules import deal_from_deck


class Numbers:
    """A source of given numbers."""

    def __init__(self, *numbers: float) -> None:
        self.left = list(numbers)

    def random(self) -> float:
        return self.left.pop(0)


ALMOST_ONE = 1 - 2**-53


@pytest.mark.parametrize("bound", [1, 2, 36, 2**32])
def test_a_random_integer_comes_from_one_number_and_from_all_of_its_range(bound: int) -> None:
    assert random_below(bound, Numbers(0.0)) == 0
    assert random_below(bound, Numbers(0.5)) == bound // 2
    assert random_below(bound, Numbers(ALMOST_ONE)) == bound - 1


@pytest.mark.parametrize("bound", [2**32 + 1, 2**60, 2**85])
def test_a_large_random_integer_comes_from_two_numbers_the_second_of_which_counts_too(
    bound: int,
) -> None:
    assert random_below(bound, Numbers(0.0, 0.0)) == 0
    assert random_below(bound, Numbers(0.5, 0.0)) == bound // 2
    assert random_below(bound, Numbers(ALMOST_ONE, ALMOST_ONE)) == bound - 1
    assert random_below(bound, Numbers(0.0, 0.5)) == bound // 2**54


def test_the_second_number_decides_where_the_first_is_between_two_integers() -> None:
    bound, least = 3 * 2**51, 2**-53
    assert random_below(bound, Numbers(least, 0.0)) == 0
    assert random_below(bound, Numbers(least, ALMOST_ONE)) == 1


def test_every_integer_below_the_bound_comes_from_an_equal_part_of_the_numbers() -> None:
    drawn = Counter(random_below(6, Numbers(step / 600)) for step in range(600))
    assert sorted(drawn) == list(range(6))
    assert set(drawn.values()) <= {99, 100, 101}  # the edges are rounded


def test_a_shuffle_takes_one_number_for_each_card_but_the_last_left() -> None:
    numbers = Numbers(*[0.0] * 40)
    assert sorted(shuffle(DECK, numbers)) == list(DECK)
    assert len(numbers.left) == 40 - 35
    assert shuffle("abcd", Numbers(0.0, 0.0, 0.0)) == ("b", "c", "d", "a")
    assert shuffle("abcd", Numbers(*[ALMOST_ONE] * 3)) == tuple("abcd")
    assert shuffle((), Numbers()) == ()


def test_a_deck_that_is_too_long_is_read_no_further_than_to_see_that() -> None:
    def endless() -> Iterator[Card]:
        yield from DECK
        yield DECK[0]
        pytest.fail("one card too many was enough")

    with pytest.raises(InvalidDeal, match="must have 36 cards, not 37"):
        deal_from_deck(endless(), 4)


@pytest.mark.rule("option.anyone")
@pytest.mark.parametrize(
    ("round_number", "sizes", "wanted"),
    [(1, {36}, "36"), (2, {34, 36}, "34 or 36"), (3, {32, 34}, "32 or 34")],
)
def test_a_deck_has_the_characters_in_the_game_and_may_have_the_two_that_die(
    round_number: int, sizes: set[int], wanted: str
) -> None:
    variant = STANDARD.with_options(anyone_can_die=True)
    for size in (30, 32, 34, 36):
        if size in sizes:
            deal_from_deck(DECK[:size], 4, variant, round_number=round_number)
        else:
            with pytest.raises(InvalidDeal) as caught:
                deal_from_deck(DECK[:size], 4, variant, round_number=round_number)
            said = f"the deck of round {round_number} must have {wanted} cards, not {size}"
            assert caught.value.faults == (said,)
