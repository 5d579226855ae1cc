"""Endings with hidden hands have the values that the kit's exact tools and OpenSpiel find."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from math import comb, prod
from operator import sub
from pathlib import Path

import pytest
from attrs import frozen

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from studies import endings  # noqa: E402 - found by the line above
from studies.endings import Ending, hand_of, lines, state_of  # noqa: E402
from westeros_intrigue import (  # noqa: E402
    GameState,
    House,
    apply,
    distinct_moves,
    parse_slot,
)
from westeros_intrigue.gamekit import GameOf, Position, RandomSource, choose  # noqa: E402
from westeros_intrigue.lab.solving import GameTree  # noqa: E402
from westeros_intrigue.rules.unseen import house_counts  # noqa: E402


@frozen
class Rest(Position):
    """An ending: the hands as counts of houses, none before they are dealt."""

    hands: tuple[tuple[int, ...], ...]
    placements: tuple[str, ...] = ()


class HiddenHands(GameOf[Rest, str]):
    """The end of a round from a position, whose hands are dealt again."""

    MIN_PLAYERS = MAX_PLAYERS = 2
    ending: Ending

    def start(self, players: int, rng: RandomSource) -> Rest:
        del rng
        return Rest(((), ()), players=players)

    @property
    def deals(self) -> list[tuple[tuple[tuple[int, ...], ...], int]]:
        """The hands of both, with the ways to deal them."""
        left = [9 - count for count in house_counts(self.ending.court.values())]
        return [
            ((first, second), ways)
            for first, second in product(
                *(endings.hands_of(size, left) for size in self.ending.sizes)
            )
            if (ways := count_ways(left, first) * count_ways(map(sub, left, first), second))
        ]

    def chance(self, state: Rest) -> list[tuple[Rest, int]]:
        if state.hands[0]:
            return []
        return [(self._turn(state.replace(hands=hands), 0), ways) for hands, ways in self.deals]

    def _turn(self, state: Rest, seat: int) -> Rest:
        return state.replace(to_move=seat if self.moves(state, seat) else None)

    def moves(self, state: Rest, seat: int) -> Sequence[str]:
        court, hand = self.ending.court, [*state.hands[seat]]
        for number, text in enumerate(state.placements):
            letter, _, slot = text.partition("@")
            [house] = [each for each in House if each.letter == letter]
            court = court.place(house, parse_slot(slot))
            if number % 2 == seat:
                hand[house.index] -= 1
        return [
            f"{house.letter}@{slot}"
            for house in House
            if hand[house.index] > 0
            for slot in court.open_slots(house)
        ]

    def play(self, state: Rest, seat: int, move: str, rng: RandomSource) -> Rest:
        del rng
        return self._turn(state.replace(placements=(*state.placements, move)), 1 - seat)

    def scores(self, state: Rest) -> Sequence[int]:
        has_lost = len(state.placements) % 2
        return [int(seat != has_lost) for seat in range(2)]

    def hide(self, state: Rest, seat: int | None) -> Rest:
        return state.replace(
            hands=tuple(hand if owner == seat else () for owner, hand in enumerate(state.hands))
        )

    def guess(self, view: Rest, rng: RandomSource) -> Rest:
        return view.replace(hands=choose([hands for hands, _ in self.deals], rng))


def count_ways(left: Iterable[int], hand: Iterable[int]) -> int:
    """The ways to deal a hand from the cards that are left."""
    return prod(comb(max(most, 0), count) for most, count in zip(left, hand, strict=True))


def small_endings(cards: int) -> Iterator[GameState]:
    """The positions of the file's rounds in which two still have a number of cards."""
    rng = random.Random(1)
    for line in lines():
        state = state_of(line)
        while state.active_player is not None and sum(state.hand_sizes) > cards:
            state = apply(state, rng.choice(distinct_moves(state)))
        alternates = state.active_player == len(state.placements) % 2
        if alternates and sum(state.hand_sizes) == cards and len(distinct_moves(state)) > 1:
            yield state


def game_of(ending: Ending) -> HiddenHands:
    game = HiddenHands()
    game.ending = ending
    return game


@pytest.mark.parametrize("state", [*islice(small_endings(4), 3)])
def test_a_best_response_is_that_of_the_kit(state: GameState) -> None:
    ending = Ending.of(state)
    tree = GameTree(game_of(ending))
    strategies = [level.uniform for level in ending.levels]
    for seat in range(2):
        expected, _ = tree.best_response([tree.uniform] * 2, seat)
        found = ending.worths(seat, strategies, is_best=True)[0].sum()
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.untraced
def test_the_value_is_that_of_an_equilibrium() -> None:
    state = next(small_endings(4))
    ending = Ending.of(state)
    ending.learn()
    value, worths, error = ending.worth_of(hand_of(state))
    tree = GameTree(game_of(ending))
    strategy = tree.find_equilibrium(iterations=300)
    assert value == pytest.approx(
        tree.values([strategy] * 2)[0], abs=error + tree.exploitability(strategy)
    )
    assert 0 <= error < 0.01
    assert all(0 <= worth <= 1 for worth in worths.values())


@pytest.mark.untraced
def test_a_best_response_is_that_of_openspiel() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python import policy  # noqa: PLC0415 - after the check that it is there
    from open_spiel.python.algorithms import exploitability  # noqa: PLC0415

    from westeros_intrigue.lab.environments.openspiel import KitGame  # noqa: PLC0415

    ending = Ending.of(next(small_endings(4)))
    strategies = [level.uniform for level in ending.levels]
    theirs = KitGame(game_of(ending), returns="scores", utility_sum=1.0)
    uniform = policy.UniformRandomPolicy(theirs)
    for seat in range(2):
        expected = exploitability.best_response(theirs, uniform, seat)["best_response_value"]
        found = ending.worths(seat, strategies, is_best=True)[0].sum()
        assert found == pytest.approx(expected, abs=1e-9)
