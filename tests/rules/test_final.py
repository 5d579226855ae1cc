"""Who wins: the final rule, on bare numbers and at the end of a game."""

from __future__ import annotations

import pytest
from cases import each
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


LOWEST, ICONS, SHARED = Decision.LOWEST_TOTAL, Decision.FEWEST_ICONS, Decision.SHARED


@pytest.mark.rule("final.total", "final.lowest", "final.icons", "final.icons.fewest")
@pytest.mark.rule("final.shared", "final.shared.holders", "final.ranking")
@pytest.mark.rule("components.tokens", "components.tokens.supply")
@each(
    {
        "all cards are taken off": (
            (7, 7, 7), ((*pile(6, value=3), *pile(4, value=2)), pile(1), ()),
            (2, 6, 7), ((0,), (1,), (2,)), LOWEST,
        ),
        "more than the tokens are worth": ((162, 121), ((), ()), (162, 121), ((1,), (0,)), LOWEST),
        "whatever the icons": ((5, 3), (pile(1), pile(9)), (4, 2), ((1,), (0,)), LOWEST),
        "a negative total": ((0, 0), (pile(3, value=3), ()), (-3, 0), ((0,), (1,)), LOWEST),
        "the fewest icons of all": (
            (4, 4, 9), (pile(5), pile(2), pile(1)), (3, 3, 8), ((1,), (0,), (2,)), ICONS
        ),
        "the fewest icons, whatever the value of their card": (
            (8, 8), ((*pile(9), *pile(1, value=3)), pile(5, 6, value=2)),
            (4, 4), ((0,), (1,)), ICONS,
        ),
        "any card beats none": ((5, 4), (pile(7), ()), (4, 4), ((0,), (1,)), ICONS),
        "the best card alone": ((5, 4), (pile(1, 7), pile(2)), (3, 3), ((0,), (1,)), ICONS),
        "nobody has a card": ((3, 4, 3), ((), (), ()), (3, 4, 3), ((0, 2), (1,)), SHARED),
        "equal fewest icons": (
            (4, 5, 4), (pile(2), pile(2, 5), pile(3)), (3, 3, 3), ((0, 1), (2,)), SHARED
        ),
        "every place": (
            (2, 9, 5, 9, 6, 9), ((), (), (), pile(4), pile(6), ()),
            (2, 9, 5, 8, 5, 9), ((0,), (4,), (2,), (3,), (1, 5)), LOWEST,
        ),
    }
)  # fmt: skip
def test_the_lowest_total_wins_then_the_fewest_icons_and_else_the_victory_is_shared(
    points: tuple[int, ...],
    piles: tuple[tuple[IronThroneCard, ...], ...],
    totals: tuple[int, ...],
    ranking: tuple[tuple[int, ...], ...],
    decided_by: Decision,
) -> None:
    assert rank(points, piles) == FinalResult(ranking[0], totals, ranking, decided_by)


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
    with pytest.raises(WrongPhase, match="a game has winners only in"):
        final_winner(observe(over, 0))
