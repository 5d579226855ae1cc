"""Tables in lock step in Gymnasium: its spaces, wrappers and seeds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import NormalizeObservation

from westeros_intrigue import InvalidValue, WrongType
from westeros_intrigue.lab.environments.gymnasium import TablesEnv

pytestmark = pytest.mark.usefixtures("plain_python")


def steps_of(environment: TablesEnv, seed: int | None, count: int = 12) -> Iterator[Any]:
    """The results of a reset, and of steps with the first legal action."""
    result: tuple[Any, ...] = environment.reset(seed=seed)
    for _ in range(count):
        yield result
        result = environment.step(result[-1]["action_mask"].argmax(axis=1))


def test_a_seed_repeats_the_games_and_no_seed_continues_from_it() -> None:
    one, other = TablesEnv(2), TablesEnv(2)
    for seed in (7, None, None):
        assert data_equivalence(list(steps_of(one, seed)), list(steps_of(other, seed)))
    (first, _), (second, _) = one.reset(seed=7), one.reset()
    assert not np.array_equal(first, second)


def test_the_learner_is_rewarded_for_the_rounds_that_it_wins() -> None:
    environment = TablesEnv(2, opponents="random", rewards="victory")
    _, infos = environment.reset(seed=2)
    learners, earned = infos["seat"], set()
    for _ in range(60):
        _, rewards, is_over, _, infos = environment.step(infos["action_mask"].argmax(axis=1))
        assert (infos["seat"] == learners).all()
        assert rewards.tolist() == [infos["rewards"][at, seat] for at, seat in enumerate(learners)]
        assert (rewards[~is_over] == 0).all()
        earned.update(rewards[is_over].tolist())
    assert earned == {0, 1}


def test_self_play_is_refused_since_it_would_pay_whoever_placed_last() -> None:
    with pytest.raises(WrongType, match=r"for self-play use Tables, which pay each seat"):
        TablesEnv(2, opponents=None)  # type: ignore[arg-type]


def test_next_step_shows_a_finished_game_as_zeros_and_then_the_new_one_without_playing() -> None:
    environment = TablesEnv(2, autoreset_mode=AutoresetMode.NEXT_STEP)
    assert environment.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    same_step, played = [*steps_of(TablesEnv(2), 2, 30)], [[0], [0]]
    observations, infos = environment.reset(seed=2)
    is_over = np.zeros(2, np.bool_)
    for _ in range(20):
        was_over, actions = is_over, infos["action_mask"].argmax(axis=1)
        actions[was_over] = -1  # is not looked at
        observations, rewards, is_over, _, infos = environment.step(actions)
        for nothing in (rewards[was_over], is_over[was_over], observations[is_over]):
            assert not nothing.any()
        for at in np.flatnonzero(~was_over):
            expected = same_step[len(played[at])]
            assert rewards[at] == expected[1][at]
            assert is_over[at] == expected[2][at]
            played[at].append(0)
        for at in np.flatnonzero(~is_over):
            assert (observations[at] == same_step[len(played[at]) - 1][0][at]).all()
    assert 4 < len(played[0]) < 21
    NormalizeObservation(environment).reset(seed=1)
    with pytest.raises(InvalidValue, match="SAME_STEP"):
        TablesEnv(2, autoreset_mode=AutoresetMode.DISABLED)


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_the_mask_can_be_part_of_the_observations(mode: AutoresetMode) -> None:
    environment = TablesEnv(4, autoreset_mode=mode, mask_in_observation=True)
    plain = TablesEnv(4, autoreset_mode=mode)
    (observations, infos), (numbers, _) = environment.reset(seed=2), plain.reset(seed=2)
    for _ in range(20):
        assert environment.observation_space.contains(observations)
        assert (observations["observation"] == numbers).all()
        assert (observations["action_mask"] == infos["action_mask"]).all()
        actions = observations["action_mask"].argmax(axis=1)
        # What a learner does with its arrays changes nothing at the tables.
        observations["action_mask"][:] = 1
        assert infos["action_mask"].min() == 0
        observations, _, _, _, infos = environment.step(actions)
        numbers, *_ = plain.step(actions)


def test_reset_refuses_options_since_it_has_none() -> None:
    environment = TablesEnv(2)
    environment.reset(options={})
    with pytest.raises(InvalidValue, match="reset has no option 'reset_mask': it takes none"):
        environment.reset(options={"reset_mask": [True, False]})
