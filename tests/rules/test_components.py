"""The cards: what there is in the box, and what of it counts."""

from __future__ import annotations

from collections import Counter

import pytest
from tables import L, S

from westeros_intrigue import DECK, STANDARD, Card, House, InvalidValue, IronThroneCard, setup


@pytest.mark.rule("components.characters", "components.characters.suits")
def test_the_deck_is_36_different_characters_nine_of_each_of_four_houses() -> None:
    assert len(set(DECK)) == len(DECK) == 36
    assert Counter(card.house for card in DECK) == dict.fromkeys(House, 9)
    assert [house.name for house in House] == ["STARK", "LANNISTER", "BARATHEON", "TARGARYEN"]


@pytest.mark.rule("components.names")
def test_a_card_is_a_house_and_a_number_from_1_to_9_and_has_no_name() -> None:
    assert str(Card(S, 4)) == "S4"
    assert not hasattr(Card(S, 4), "name")
    for number in (0, 10):
        with pytest.raises(InvalidValue, match="number"):
            Card(S, number)


def test_rivals_are_each_other_s_rivals() -> None:
    assert S.rival is L
    assert House.BARATHEON.rival is House.TARGARYEN
    assert all(house.rival.rival is house for house in House)


@pytest.mark.rule("components.throne", "components.throne.spread")
def test_the_assumed_table_has_7_iron_throne_cards_whose_icons_all_differ() -> None:
    assert [card.value for card in STANDARD.throne_cards] == [1, 1, 2, 2, 2, 3, 3]
    assert [card.icons for card in STANDARD.throne_cards] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.rule("components.throne.values", "components.throne.custom")
@pytest.mark.parametrize(("value", "icons"), [(0, 1), (4, 1), (1, 0), (-1, 1), (1, -1)])
def test_an_iron_throne_card_takes_off_1_to_3_points_and_has_an_icon(
    value: int, icons: int
) -> None:
    with pytest.raises(InvalidValue):
        IronThroneCard(value, icons)


@pytest.mark.rule("components.throne.custom")
def test_a_game_can_be_played_with_another_table_of_iron_throne_cards() -> None:
    printed = tuple(IronThroneCard(value, 3) for value in (1, 2, 3))
    state = setup(3, seed=1, variant=STANDARD.with_throne_cards(printed))
    assert Counter(state.rest.throne_cards) == Counter(printed)
