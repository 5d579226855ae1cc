"""Playouts: from any position as the public functions play on, in worlds as likely as they are."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt
from typing import Any

import numpy as np
import pytest
from helpers.choices_of_policies import choose
from helpers.compiling import each_set, extension
from helpers.watched_games import some_positions
from helpers.worlds_by_enumeration import number_of_ways, worlds

import westeros_intrigue as wi
from lab.simulation.test_board import packed
from westeros_intrigue.lab.simulation import Policy, RoundSource, playouts
from westeros_intrigue.lab.simulation.fast import fastest, integers, zeros
from westeros_intrigue.lab.simulation.packing import new_memory, plan_of, terms_of
from westeros_intrigue.lab.simulation.trial_kernel import draw_worlds


def test_a_playout_of_a_state_is_what_the_public_functions_play() -> None:
    rng = random.Random(3)
    for state in some_positions(39, seed=1):
        policies = [rng.choice(list(Policy)) for _ in range(state.players)]
        played = playouts(state, policies, 2, seed=7, start=5)
        for number in range(2):
            source, end = RoundSource(7, 5 + number), state
            while end.active_player is not None:
                seat = end.active_player
                if seat in end.variant.automated:
                    end = wi.apply(end, wi.legal_moves(end)[0])
                else:
                    end = wi.apply(end, choose(policies[seat], end, source))
            assert [len(hand) for hand in end.hands] == played.cards_left[number].tolist()
            assert end.last_placer == played.last_placer[number]
            assert len(end.placements) - len(state.placements) == played.plies[number]
            assert end.placements[-1].move.card.house.index == played.last_house[number]


World = tuple[tuple[int, int], ...]
"""For each seat its hand and its stack, as the kernel has them."""


def drawn_worlds(view: wi.View, count: int) -> Counter[World]:
    """The worlds that playouts begin with."""
    players, plan = view.players, integers(plan_of(view))
    memory, terms = new_memory([], view), terms_of(players, view.variant)
    drawn = zeros(2 * players * count)
    fastest(draw_worlds)(terms, plan, 9, 0, drawn, memory)
    worlds = np.reshape(drawn, (count, 2, players)).swapaxes(1, 2).tolist()
    return Counter(tuple((hand, stack) for hand, stack in world) for world in worlds)


def far_off(observed: Counter[Any], expected: dict[Any, float]) -> float:
    """How many standard deviations a chi-square statistic is above its mean."""
    assert set(observed) <= set(expected)
    frequent = {key: often for key, often in expected.items() if often >= 5}
    pairs = [(observed[key], often) for key, often in frequent.items()]
    rare = sum(expected.values()) - sum(frequent.values())
    if rare >= 5:
        pairs.append((sum(observed.values()) - sum(seen for seen, _ in pairs), rare))
    freedom = len(pairs) - 1
    squares = [(seen - often) ** 2 / often for seen, often in pairs]
    return (sum(squares) - freedom) / sqrt(2 * freedom) if freedom > 0 else 0.0


def test_in_small_endings_each_world_comes_as_often_as_any_other() -> None:
    count, tried, endings = 4000, 0, 4
    for state in some_positions(8 * endings, seed=5):
        seats = [seat for seat in range(state.players) if seat not in state.variant.automated]
        view = wi.observe(state, seats[-1])
        if tried == endings or not 1 < number_of_ways(view) < 300:
            continue
        tried += 1
        exact: Counter[World] = Counter()
        for world in worlds(view):
            hands = [sum(1 << 4 * card.house.index for card in cards) for cards in world]
            stacks = [
                packed(cards) if seat in view.variant.automated else 0
                for seat, cards in enumerate(world)
            ]
            exact[tuple(zip(hands, stacks, strict=True))] += 1
        expected = {world: often * count / exact.total() for world, often in exact.items()}
        assert far_off(drawn_worlds(view, count), expected) < 6
    assert tried == endings


def test_the_compiled_half_plays_the_playouts_of_the_kernel() -> None:
    positions = [
        position
        for state in some_positions(26, seed=9)
        for position in (state, wi.observe(state, None))
    ]
    policies: list[str] = ["random", "greedy", "legal", "epsilon-greedy"]
    tables = list(zip(positions, policies * len(positions), strict=False))
    with extension(None):
        expected = [playouts(position, policy, 20, seed=3) for position, policy in tables]
    for _ in each_set():
        assert [playouts(position, policy, 20, seed=3) for position, policy in tables] == expected


def test_what_cannot_be_played_out_is_refused() -> None:
    state = wi.setup(4, seed=1)
    over = state
    while over.active_player is not None:
        over = wi.apply(over, wi.legal_moves(over)[0])
    with pytest.raises(wi.WrongPhase, match=r"Phase\.PLAYING"):
        playouts(over, Policy.GREEDY, 1, seed=1)
    usual = {"position": state, "policies": Policy.GREEDY, "count": 1, "seed": 1}
    wrong: dict[str, Any] = {
        "count": -1, "seed": -1, "start": -1, "threads": 0, "policies": [Policy.GREEDY]
    }  # fmt: skip
    for name, value in wrong.items():
        with pytest.raises(wi.InvalidValue):
            playouts(**{**usual, name: value})
