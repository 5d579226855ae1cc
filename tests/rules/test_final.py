"""Who wins: the final rule, on bare numbers and at the end of a game."""

from __future__ import annotations

import pytest
from tables import play_game, play_out

from westeros_intrigue import (
    STANDARD,
    Decision,
    FinalResult,
    IronThroneCard,
    View,
    WrongPhase,
    final_winner,
    observe,
    setup,
)
from westeros_intrigue.rules import rank


def pile(*icons: int, value: int = 1) -> tuple[IronThroneCard, ...]:
    """A score pile of cards of one value."""
    return tuple(IronThroneCard(value, count) for count in icons)


@pytest.mark.rule("final.total")
def test_a_total_is_the_points_less_the_values_of_all_iron_throne_cards() -> None:
    piles = ((IronThroneCard(3, 6), IronThroneCard(2, 4)), (IronThroneCard(1, 1),), ())
    assert rank((7, 7, 7), piles).totals == (2, 6, 7)


@pytest.mark.rule("final.lowest")
def test_the_lowest_total_wins_whatever_the_icons_say() -> None:
    final = rank((5, 3), (pile(1), pile(9)))
    assert (final.winners, final.decided_by) == ((1,), Decision.LOWEST_TOTAL)


@pytest.mark.rule("final.lowest", "final.total")
def test_a_total_may_be_negative_and_then_wins() -> None:
    final = rank((0, 0), (pile(3, value=3), ()))
    assert final == FinalResult((0,), (-3, 0), ((0,), (1,)), Decision.LOWEST_TOTAL)


@pytest.mark.rule("final.icons")
def test_a_tie_goes_to_the_card_with_the_fewest_icons() -> None:
    final = rank((4, 4, 9), (pile(5), pile(2), pile(1)))
    assert final.totals == (3, 3, 8)
    assert (final.winners, final.decided_by) == ((1,), Decision.FEWEST_ICONS)


@pytest.mark.rule("final.icons", "final.icons.fewest")
def test_on_a_tie_the_fewest_icons_count_whatever_the_value_of_their_card() -> None:
    dear = (IronThroneCard(1, 9), IronThroneCard(3, 1))
    even = (IronThroneCard(2, 5), IronThroneCard(2, 6))
    final = rank((8, 8), (dear, even))
    assert (final.totals, final.winners) == ((4, 4), (0,))


@pytest.mark.rule("final.icons")
def test_on_a_tie_any_card_beats_none() -> None:
    final = rank((5, 4), (pile(7), ()))
    assert final.totals == (4, 4)
    assert (final.winners, final.decided_by) == ((0,), Decision.FEWEST_ICONS)


@pytest.mark.rule("final.icons.fewest")
def test_on_a_tie_a_player_counts_by_his_best_card_and_not_by_the_sum_of_his_icons() -> None:
    final = rank((5, 4), (pile(1, 7), pile(2)))
    assert final.totals == (3, 3)
    assert (final.winners, final.decided_by) == ((0,), Decision.FEWEST_ICONS)


@pytest.mark.rule("final.shared")
def test_tied_players_without_a_card_share_the_victory() -> None:
    final = rank((3, 4, 3), ((), (), ()))
    assert final.winners == (0, 2)
    assert final.ranking == ((0, 2), (1,))
    assert final.decided_by is Decision.SHARED


@pytest.mark.rule("final.shared.holders")
def test_tied_holders_whose_fewest_icons_are_equal_share_the_victory() -> None:
    final = rank((4, 5, 4), (pile(2), pile(2, 5), pile(3)))
    assert final.totals == (3, 3, 3)
    assert (final.winners, final.decided_by) == ((0, 1), Decision.SHARED)


@pytest.mark.rule("final.ranking")
def test_every_place_goes_by_total_then_by_icons_and_else_is_shared() -> None:
    final = rank((2, 9, 5, 9, 6, 9), ((), (), (), pile(4), pile(6), ()))
    assert final.totals == (2, 9, 5, 8, 5, 9)
    assert final.ranking == ((0,), (4,), (2,), (3,), (1, 5))
    assert final.decided_by is Decision.LOWEST_TOTAL


def test_the_end_of_a_game_is_ranked_by_its_points_and_piles() -> None:
    over = play_game(setup(5, seed=4))
    final = final_winner(over)
    assert final == rank(over.penalty_points, over.score_piles)
    assert sorted(seat for place in final.ranking for seat in place) == list(range(5))
    assert final.winners == final.ranking[0]


@pytest.mark.rule("final.reveal")
def test_every_view_of_a_finished_game_tells_who_won() -> None:
    final = play_game(setup(4, seed=1))
    for player in (None, *range(4)):
        assert final_winner(observe(final, player)) == final_winner(final)
    over = play_out(setup(4, seed=1, variant=STANDARD.with_rounds(1)))
    hidden = View(over.table.scored(), None)
    with pytest.raises(WrongPhase, match="not revealed"):
        final_winner(hidden)
    with pytest.raises(WrongPhase, match="a game is won in"):
        final_winner(observe(over, 0))
