"""The board of integers moves cards as the rules do; nothing here needs NumPy."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from helpers.watched_games import watched_game

from westeros_intrigue import Card, is_eliminated
from westeros_intrigue.lab.simulation.board import stack_after


def packed(stack: Iterable[Card]) -> int:
    """A stack as the kernel has it, two bits for each house, from the top."""
    return sum(card.house.index << 2 * place for place, card in enumerate(stack))


def test_cards_that_an_automated_house_sets_aside_go_under_its_stack_the_last_one_on_top() -> None:
    set_aside = set()
    for seed in range(12):
        for before, after in pairwise(watched_game("Solo Scheming", seed).states):
            seat = before.active_player or 0
            # A house that goes out sets all its cards aside once more.
            if seat in before.variant.automated and not is_eliminated(after, seat):
                stack = before.hands[seat]
                drawn = stack.index(after.placements[-1].move.card)
                moved = stack_after(packed(stack), drawn, len(stack))
                assert moved == packed(after.hands[seat])
                set_aside.add(drawn)
    assert max(set_aside) > 1
