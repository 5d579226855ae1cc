"""Points as numbers: what options add to a round, and who wins with which totals."""

from __future__ import annotations

import pytest

from westeros_intrigue import STANDARD, House, IronThroneCard, Variant
from westeros_intrigue.rules import Decision, rank
from westeros_intrigue.rules.points import add_adjustments, list_adjustments, tabulate_points

S, L, B, T = House
SEATS = STANDARD.with_seats(houses=(S, L, B))
AFFILIATION = SEATS.with_options(house_affiliation=True)
RIVALRY = SEATS.with_options(rivalry=True)
BOTH = AFFILIATION.with_options(rivalry=True)


@pytest.mark.parametrize(
    ("variant", "last_house", "cards_left", "points"),
    [
        (STANDARD, S, (3, 2, 4), (3, 2, 4)),
        (AFFILIATION, S, (3, 2, 4), (2, 2, 4)),
        (AFFILIATION, S, (0, 2, 4), (0, 2, 4)),  # never below 0
        (AFFILIATION, T, (3, 2, 4), (3, 2, 4)),  # nobody sits there for Targaryen
        (RIVALRY, S, (3, 2, 4), (3, 3, 4)),
        (RIVALRY, T, (3, 2, 0), (3, 2, 1)),  # also without a card left
        (BOTH, L, (3, 2, 4), (4, 1, 4)),
    ],
)
def test_options_adjust_the_points_of_a_round_by_the_house_of_the_last_card(
    variant: Variant, last_house: House, cards_left: tuple[int, ...], points: tuple[int, ...]
) -> None:
    adjustments = list_adjustments(variant, last_house, cards_left)
    assert add_adjustments(cards_left, adjustments) == points


def test_the_table_of_points_for_compiled_code_says_the_same() -> None:
    table = tabulate_points(BOTH, 3)
    for left, by_house in enumerate(table):
        for house, points in zip(House, by_house, strict=True):
            cards_left = (left,) * 3
            adjustments = list_adjustments(BOTH, house, cards_left)
            assert points == add_adjustments(cards_left, adjustments)


@pytest.mark.parametrize(
    ("points", "piles", "totals", "ranking", "decided_by"),
    [
        ((5, 4, 9), ("", "", ""), (5, 4, 9), ((1,), (0,), (2,)), Decision.LOWEST_TOTAL),
        ((5, 4), ("2:1", ""), (3, 4), ((0,), (1,)), Decision.LOWEST_TOTAL),
        ((5, 4), ("3:6", "2:3"), (2, 2), ((1,), (0,)), Decision.FEWEST_ICONS),
        # The card with the fewest icons counts, not their sum; a player without cards has none.
        ((6, 4), ("1:2 3:7", "2:3"), (2, 2), ((0,), (1,)), Decision.FEWEST_ICONS),
        ((4, 2), ("2:7", ""), (2, 2), ((0,), (1,)), Decision.FEWEST_ICONS),
        ((2, 2, 3), ("", "", ""), (2, 2, 3), ((0, 1), (2,)), Decision.SHARED),
        ((1, 0), ("3:1", ""), (-2, 0), ((0,), (1,)), Decision.LOWEST_TOTAL),
    ],
)
def test_the_lowest_total_wins_and_icons_decide_ties(
    points: tuple[int, ...],
    piles: tuple[str, ...],
    totals: tuple[int, ...],
    ranking: tuple[tuple[int, ...], ...],
    decided_by: Decision,
) -> None:
    cards = [
        [IronThroneCard(*map(int, text.split(":"))) for text in pile.split()] for pile in piles
    ]
    final = rank(points, cards)
    assert final.totals == totals
    assert final.ranking == ranking
    assert final.winners == ranking[0]
    assert final.decided_by is decided_by
