"""Trials of moves are rounds of the public functions, in worlds as likely as they are."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.choices_of_policies import choose
from helpers.compiling import each_set, extension
from helpers.watched_games import some_positions

import westeros_intrigue as wi
from westeros_intrigue.gamekit.chance import SplitMix
from westeros_intrigue.lab.simulation import Policy
from westeros_intrigue.lab.simulation.trial_kernel import NUMBERS_A_WORLD, NUMBERS_TO_DRAW
from westeros_intrigue.lab.simulation.trials import Trials

HOUSED = wi.STANDARD.with_seats(houses=tuple(wi.House)[:3])
SCORED = (
    (3, HOUSED.with_options(house_affiliation=True)),
    (3, HOUSED.with_options(rivalry=True)),
    (3, HOUSED.with_options(house_affiliation=True, rivalry=True)),
)


def played_on(state: wi.GameState, policy: Policy, source: wi.RandomSource) -> wi.GameState:
    while state.active_player is not None:
        if state.active_player in state.variant.automated:
            state = wi.apply(state, wi.legal_moves(state)[0])
        else:
            state = wi.apply(state, choose(policy, state, source))
    return state


def came_out(end: wi.GameState, hero: int) -> list[int]:
    """The margin, the points, and whether the player placed last."""
    result = wi.score_round(end).results[-1]
    scores = [*result.penalty_points]
    scores[result.last_placer] -= 2
    margin = sum(scores) - end.players * scores[hero]
    return [margin, scores[hero], int(result.last_placer == hero)]


@pytest.mark.untraced
@pytest.mark.usefixtures("compiled_or_not")
def test_a_trial_is_what_the_public_functions_play() -> None:
    positions = (*some_positions(26, seed=1), *some_positions(6, seed=1, tables=SCORED))
    for number, state in enumerate(positions):
        hero = state.active_player
        assert hero is not None
        if hero in state.variant.automated:
            continue
        policy = list(Policy)[number % 4]
        moves = wi.distinct_moves(state)
        trials = Trials(state, policy, 77)
        Trials(positions[-number], policy, 77)  # does not change those set up before
        tried = trials.of(moves, 3, trials.worlds(3, 1))
        ends = zip(*batched_by(len(moves), tried), strict=True)
        for move, found in zip(moves, ends, strict=True):
            end = played_on(
                wi.apply(state, move), policy, SplitMix(77, 3 * NUMBERS_A_WORLD + NUMBERS_TO_DRAW)
            )
            assert [*found] == came_out(end, hero)


def batched_by(size: int, numbers: Sequence[int]) -> list[list[int]]:
    """The margins, the points and the wins of single trials of some moves."""
    return [[*numbers[at : at + size]] for at in range(0, len(numbers), size)]


def all_tried() -> list[tuple[list[int], list[int]]]:
    """Worlds of views of many tables, and the trials of all moves in them."""
    found = []
    for number, state in enumerate(some_positions(13, seed=4)):
        if state.active_player not in state.variant.automated:
            view = wi.observe(state, state.active_player)
            trials = Trials(view, list(Policy)[number % 4], 9)
            worlds = trials.worlds(0, 2)
            tried = trials.of(wi.distinct_moves(view), 0, worlds)
            found.append(([*worlds], [*tried]))
    return found


def test_compiled_trials_are_those_of_plain_python() -> None:
    with extension(None):
        expected = all_tried()
    for _ in each_set():
        assert all_tried() == expected
