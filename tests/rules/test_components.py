"""The cards: what there is in the box, and what of it counts."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tables import FOUR_HANDS, L, S, court, game, slot

from westeros_intrigue import (
    DECK,
    STANDARD,
    Card,
    House,
    InvalidValue,
    InvalidVariant,
    IronThroneCard,
    distinct_moves,
    legal_moves,
    setup,
)
from westeros_intrigue.rules import rank


@pytest.mark.rule("components.characters", "components.characters.suits")
def test_the_deck_is_36_different_characters_nine_of_each_of_four_houses() -> None:
    assert len(set(DECK)) == len(DECK) == 36
    assert Counter(card.house for card in DECK) == dict.fromkeys(House, 9)
    assert [house.name for house in House] == ["STARK", "LANNISTER", "BARATHEON", "TARGARYEN"]


def test_the_deck_is_in_the_order_of_houses_then_numbers_and_cards_sort_like_it() -> None:
    assert list(DECK) == [Card(house, number) for house in House for number in range(1, 10)]
    mixed = random.Random(1).sample(DECK, 36)
    assert sorted(mixed) == list(DECK)
    assert [card.index for card in DECK] == list(range(36))


@pytest.mark.rule("components.characters.house")
def test_only_the_house_of_a_card_decides_where_it_may_go() -> None:
    state = game(*FOUR_HANDS)
    numbers = {where: set[int]() for where in distinct_moves(state)}
    for legal in legal_moves(state):
        [same] = [one for one in numbers if one.card.house is legal.card.house]
        numbers[same].add(legal.card.number)
    assert sorted(map(len, numbers.values())) == [2, 7]  # 2 Lannisters and 7 Starks for slot a0


@pytest.mark.rule("components.names")
def test_a_card_is_a_house_and_a_number_from_1_to_9_and_has_no_name() -> None:
    assert str(Card(S, 4)) == "S4"
    assert not hasattr(Card(S, 4), "name")
    for number in (0, 10):
        with pytest.raises(InvalidValue, match="number"):
            Card(S, number)


def test_a_house_prints_as_its_name_and_is_read_from_its_letter() -> None:
    assert [str(house) for house in House] == ["Stark", "Lannister", "Baratheon", "Targaryen"]
    assert [House(letter) for letter in "SLBT"] == list(House)


def test_rivals_are_each_other_s_rivals() -> None:
    assert S.rival is L
    assert House.BARATHEON.rival is House.TARGARYEN
    assert all(house.rival.rival is house for house in House)


@pytest.mark.rule("components.throne", "components.throne.spread")
def test_the_assumed_table_has_7_iron_throne_cards_whose_icons_all_differ() -> None:
    assert [card.value for card in STANDARD.throne_cards] == [1, 1, 2, 2, 2, 3, 3]
    assert [card.icons for card in STANDARD.throne_cards] == [1, 2, 3, 4, 5, 6, 7]
    assert STANDARD.throne_cards == STANDARD.throne_cards


@pytest.mark.rule("components.throne.values", "components.throne.custom")
@pytest.mark.parametrize(("value", "icons"), [(0, 1), (4, 1), (1, 0), (-1, 1), (1, -1)])
def test_an_iron_throne_card_takes_off_1_to_3_points_and_has_an_icon(
    value: int, icons: int
) -> None:
    with pytest.raises(InvalidValue):
        IronThroneCard(value, icons)


def test_an_iron_throne_card_prints_what_it_takes_off_and_its_icons() -> None:
    assert str(IronThroneCard(3, 7)) == "3 points off, 7 icons"
    assert str(IronThroneCard(1, 1)) == "1 point off, 1 icon"


@pytest.mark.rule("components.throne.custom")
def test_a_game_can_be_played_with_another_table_of_iron_throne_cards() -> None:
    printed = tuple(IronThroneCard(value, 3) for value in (1, 2, 3))
    state = setup(3, seed=1, variant=STANDARD.with_throne_cards(printed))
    assert Counter(state.rest.throne_cards) == Counter(printed)


@pytest.mark.rule("components.throne.custom")
def test_a_table_of_fewer_iron_throne_cards_than_rounds_is_refused() -> None:
    short = STANDARD.with_throne_cards(STANDARD.throne_cards[:3])
    assert setup(3, seed=1, variant=short).rest.throne_cards
    with pytest.raises(InvalidVariant, match="4 rounds need as many Iron Throne cards"):
        setup(4, seed=1, variant=short)


@pytest.mark.rule("components.tokens")
def test_a_penalty_is_a_number_of_points_whatever_tokens_it_is_paid_in() -> None:
    points = (4, 2 + 2, 1 + 1 + 2, 5 - 1)
    assert rank(points, ((),) * 4).totals == (4, 4, 4, 4)


@pytest.mark.rule("components.tokens.supply")
def test_more_points_can_be_taken_than_24_tokens_are_worth() -> None:
    assert rank((162, 24 * 5 + 1), ((), ())).totals == (162, 121)


def test_a_row_of_the_court_prints_with_its_first_slot_and_a_dot_for_a_gap() -> None:
    assert str(court("SLSS", "S.S")) == "a0 S1 L1 S2 S3 / b0 S4 . S5"
    assert str(court()) == "-"
    assert str(slot("b-3")) == "b-3"
