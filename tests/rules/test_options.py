"""The options: House Affiliation, Rivalry and Anyone Can Die, case by case."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise, product

import pytest
from tables import BOTTOM_ROW, B, L, S, T, deal_by_houses, play

from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Deal,
    House,
    RoundDeal,
    RoundResult,
    Variant,
    score_round,
    setup,
)
from westeros_intrigue.rules import Adjustment, deal_from_deck, draw_deal
from westeros_intrigue.rules.transitions import add_adjustments, adjustments, points_by_cards_left

AFFILIATION, RIVALRY = "option.affiliation", "option.rivalry"

# House Affiliation and Rivalry

# Player 0 places all his cards, the last of them a Stark; player 1 goes out with 11.
LAST_STARK = (
    f"{BOTTOM_ROW} 0:S@b0 0:S@b1 0:S@b2 0:S@c0 0:L@b-3 0:L@b-2 0:L@b-1 0:L@c-3 0:L@c-2 0:S@c1"
)


def scored(variant: Variant, houses: Sequence[House]) -> RoundResult:
    """The round that ends with a Stark, an empty hand and one of 11 cards, between such houses."""
    deal = Deal((deal_by_houses(("SSSSSSSSSLLLLL", "LLLTTTTTTTTTBB")),), STANDARD.throne_cards[:1])
    start = setup(2, deal=deal, variant=variant.with_rounds(1).with_seats(houses=houses))
    [result] = score_round(play(start, LAST_STARK)).results
    assert result.placements[-1].move.card.house is S
    assert result.cards_left == (0, 11)
    return result


@pytest.mark.rule("option.affiliation", "option.affiliation.point", "option.affiliation.floor")
@pytest.mark.rule("option.rivalry", "option.houses", "option.houses.same")
@pytest.mark.parametrize(
    ("options", "houses", "points"),
    [
        pytest.param("affiliation", (L, S), (0, -1), id="a friend"),
        pytest.param("affiliation", (S, L), (0, 0), id="a friend without points"),
        pytest.param("rivalry", (S, L), (0, 1), id="a rival"),
        pytest.param("rivalry", (L, T), (1, 0), id="a rival with an empty hand"),
        pytest.param("affiliation rivalry", (L, S), (1, -1), id="both at different seats"),
        pytest.param("affiliation rivalry", (L, L), (1, 1), id="rivals who share a house"),
        pytest.param("affiliation rivalry", (S, S), (0, -1), id="friends who share a house"),
        pytest.param("affiliation rivalry", (T, B), (0, 0), id="neither friends nor rivals"),
        pytest.param("", (L, S), (0, 0), id="no options"),
    ],
)
def test_the_house_of_the_last_card_changes_the_points_of_friends_and_rivals(
    options: str, houses: tuple[House, House], points: tuple[int, int]
) -> None:
    variant = STANDARD.with_options(
        house_affiliation="affiliation" in options, rivalry="rivalry" in options
    )
    result = scored(variant, houses)
    assert result.penalty_points == (points[0], 11 + points[1])
    assert result.adjustments == tuple(
        Adjustment(player, more, RIVALRY if more > 0 else AFFILIATION)
        for player, more in enumerate(points)
        if more
    )


# Anyone Can Die: the deals

ANYONE = STANDARD.with_options(anyone_can_die=True)
SOLO_ANYONE = SOLO_SCHEMING.with_options(anyone_can_die=True)

DEALS = pytest.mark.parametrize(
    ("players", "variant", "deals"),
    [
        pytest.param(2, ANYONE, [(14, 0), (17, 0)], id="2"),
        pytest.param(3, ANYONE, [(12, 0), (11, 1), (10, 2)], id="3"),
        pytest.param(4, ANYONE, [(9, 0), (8, 2), (8, 0), (7, 2)], id="4"),
        pytest.param(4, SOLO_ANYONE, [(9, 0), (8, 2), (8, 0), (7, 2), (7, 0)], id="solo"),
        pytest.param(5, ANYONE, [(7, 1), (6, 4), (6, 2), (6, 0), (5, 3)], id="5"),
        pytest.param(6, ANYONE, [(6, 0), (5, 4), (5, 2), (5, 0), (4, 4), (4, 2)], id="6"),
    ],
)


@DEALS
@pytest.mark.rule("option.anyone-deal", "option.anyone-deal.table")
@pytest.mark.rule("option.anyone-deal.two-players")
def test_all_characters_that_are_left_are_dealt_evenly_and_the_rest_start_the_row(
    players: int, variant: Variant, deals: list[tuple[int, int]]
) -> None:
    assert variant.rounds_for(players) == len(deals)
    drawn = draw_deal(players, random.Random(3), variant).rounds
    for round_number, (dealt, (hand, starters)) in enumerate(zip(drawn, deals, strict=True), 1):
        assert variant.hand_size(players, round_number) == hand
        assert variant.starter_count(players, round_number) == starters
        assert [len(cards) for cards in dealt.hands] == [hand] * players
        assert len(dealt.starters) == starters
        if round_number > 1:
            assert len(dealt.dealt) == 36 - 2 * (round_number - 1)


@DEALS
@pytest.mark.rule("option.anyone")
def test_two_characters_die_after_each_round_but_the_last_and_never_return(
    players: int, variant: Variant, deals: list[tuple[int, int]]
) -> None:
    drawn = draw_deal(players, random.Random(4), variant).rounds
    in_game = [set(dealt.dealt) for dealt in drawn]
    in_game[0] = set(DECK)  # also those left unused
    for before, after in pairwise(in_game):
        assert after < before
        assert len(before - after) == 2
    assert len(drawn[-1].unused) == 2 * (len(deals) - 1)


@pytest.mark.rule("option.anyone.unused")
def test_the_cards_that_two_players_left_unused_may_come_back_and_may_die() -> None:
    rng = random.Random(6)
    came_back = died = 0
    for _ in range(30):
        first, second = draw_deal(2, rng, ANYONE).rounds
        assert len(first.unused) == 8
        came_back += len(set(first.unused) & set(second.dealt))
        died += len(set(first.unused) & set(second.unused))
    assert came_back + died == 8 * 30
    assert came_back > died > 0


# Anyone Can Die: the starters


# Anyone Can Die: given deals


def given_rounds(variant: Variant = ANYONE) -> list[RoundDeal]:
    """Three rounds of three players: S1 and S2 die after round 1, S3 and S4 after round 2."""
    return [
        deal_from_deck(DECK[2 * dead :], 3, variant, round_number=dead + 1) for dead in range(3)
    ]


@pytest.mark.rule("round.penalty", "option.affiliation", "option.affiliation.floor")
@pytest.mark.rule("option.rivalry")
def test_points_by_cards_left_are_those_of_the_round_for_each_seat() -> None:
    houses = (House.STARK, House.LANNISTER, House.STARK)
    for affiliation, rivalry in product((False, True), repeat=2):
        options = {"house_affiliation": affiliation, "rivalry": rivalry}
        variant = STANDARD.with_seats(houses=houses).with_options(**options)
        points = points_by_cards_left(variant, 3)
        for last_house, left in product(House, ((0, 1, 12), (5, 0, 0), (12, 12, 1))):
            adjusted = adjustments(variant, last_house, left)
            expected = add_adjustments(left, adjusted)
            of_seats = [points[count][last_house.index][seat] for seat, count in enumerate(left)]
            assert of_seats == list(expected)
