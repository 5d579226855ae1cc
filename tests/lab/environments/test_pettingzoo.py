"""The game in PettingZoo: its own kits, agents and turns, rewards, seeds, and bad input."""

from __future__ import annotations

import random
import warnings
from collections import defaultdict
from functools import partial
from typing import Any

import numpy as np
import pytest
from helpers.refusals import assert_refused
from helpers.tables import ONE_ROUND, wrong
from helpers.watched_games import TABLES
from hypothesis import given, strategies as st
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import CaptureStdoutWrapper, TerminateIllegalWrapper

import westeros_intrigue as wi
from westeros_intrigue.drawing.svg import PAINTS
from westeros_intrigue.lab.environments.action_games import Rewards
from westeros_intrigue.lab.environments.pettingzoo import GameEnv, WesterosIntrigueEnv, env
from westeros_intrigue.lab.environments.rendering import HEIGHT, WIDTH, Pixels, frame

with warnings.catch_warnings():
    # Where PyGame is installed the kit makes a game of PettingZoo in a way that it gives up.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, seed_test

REWARDS: tuple[Rewards, ...] = ("points", "victory")


def played(environment: Any, rng: random.Random) -> dict[str, float]:
    """Play a game with random legal actions; what each agent has been rewarded in all."""
    rewarded: dict[str, float] = defaultdict(float)
    for agent in environment.agent_iter():
        observation, reward, is_over, _, _ = environment.last()
        rewarded[agent] += reward
        legal = [*map(int, observation["action_mask"].nonzero()[0])]
        environment.step(None if is_over else rng.choice(legal))
    return rewarded


@pytest.mark.parametrize("table", ["6 players", "Solo Scheming"])
def test_the_kits_of_pettingzoo_pass_at_every_table(table: str) -> None:
    players, variant = TABLES[table]

    def make() -> Any:
        return env(players, variant=variant)

    api_test(make(), num_cycles=60)
    seed_test(make, num_cycles=30)
    parallel_api_test(turn_based_aec_to_parallel(make()), num_cycles=30)


@given(st.sampled_from(list(TABLES)), st.sampled_from(REWARDS), st.randoms())
def test_rewards_add_up_to_the_result(table: str, rewards: Rewards, rng: random.Random) -> None:
    players, variant = TABLES[table]
    environment = env(players, variant=variant, rewards=rewards)
    environment.reset(seed=rng.randrange(1000))
    rewarded = played(environment, rng)
    with pytest.raises(wi.WrongPhase, match="the game is over: call reset"):
        environment.unwrapped.step(0)
    result = wi.final_winner(environment.unwrapped.game)
    for seat in set(range(players)) - set(variant.automated):
        share = (seat in result.winners) / len(result.winners)
        earned = -result.totals[seat] if rewards == "points" else share
        assert rewarded[f"player_{seat}"] == earned
    assert len(rewarded) == players - len(variant.automated)


def test_a_seed_deals_the_cards_of_setup_and_no_seed_continues_the_random_numbers() -> None:
    one, other = WesterosIntrigueEnv(3, first_player=2), WesterosIntrigueEnv(3, first_player=2)
    for environment in (one, other):
        environment.reset(seed=7)
    assert one.game == wi.setup(3, seed=7, first_player=2)
    for environment in (one, other):
        environment.reset()
    assert one.game == other.game != wi.setup(3, seed=7, first_player=2)
    fresh = WesterosIntrigueEnv(3)
    fresh.reset()
    assert fresh.game != wi.setup(3, seed=7)


def test_an_illegal_action_says_why_and_changes_nothing() -> None:
    environment = WesterosIntrigueEnv(2)
    environment.reset(seed=1)
    before = environment.game
    with pytest.raises(wi.IllegalMove) as refused:
        environment.step(2)
    assert refused.value.violations[0].rule == "court.support"
    assert environment.game == before
    guarded = TerminateIllegalWrapper(env(2), illegal_reward=-50)
    guarded.reset(seed=1)
    guarded.step(2)
    assert guarded.terminations == {"player_0": True, "player_1": True}
    assert guarded.last()[1] == -50


def test_invalid_actions_agents_seeds_and_arguments_are_refused() -> None:
    environment = WesterosIntrigueEnv(2)
    for call in (
        environment.render,
        lambda: environment.observe("player_0"),
        lambda: environment.step(0),
    ):
        with pytest.raises(wi.WrongPhase, match="call reset"):
            call()
    environment.reset(seed=1)
    with pytest.raises(wi.WrongType, match="action must be an int"):
        environment.step(wrong(np.float32(1)))
    with pytest.raises(wi.InvalidValue, match="action must be from 0 to 119"):
        environment.step(np.int64(120))
    for ask in (environment.observe, environment.observation_space, environment.action_space):
        with pytest.raises(wi.InvalidValue, match="agent must be one of"):
            ask("player_2")
    with pytest.raises(wi.InvalidValue, match="seed must be at least 0"):
        environment.reset(seed=-1)


def test_bad_arguments_are_refused() -> None:
    automated = ONE_ROUND.with_seats(houses=[wi.House.STARK] * 2, automated=(0, 1))
    arguments: tuple[dict[str, Any], ...] = (
        {"players": 7},
        {"first_player": 4},
        {"variant": wi.STANDARD.with_options(rivalry=True)},
        {"rewards": "money"},
        {"render_mode": "x"},
        {"players": 2, "variant": automated},
        {"variant": wi.STANDARD.with_throne_cards(())},
    )
    calls = [partial(env, **each) for each in arguments]
    assert_refused("arguments of an environment of PettingZoo", Exception, calls)


# Frames

COURT, HANDS = slice(0, 252), slice(252, HEIGHT)


def count(pixels: Pixels, kind: str) -> int:
    """How many pixels have the ground of a kind of element."""
    ground = np.frombuffer(bytes.fromhex(PAINTS[kind][0].fill[1:]), np.uint8)
    return int((pixels == ground).all(axis=2).sum())


def test_each_card_fills_a_cell_and_each_hidden_one_is_a_back() -> None:
    state, rng = wi.proceed(wi.setup(2, seed=7)), random.Random(1)
    while not state.is_over:
        view = wi.observe(state, 0)
        pixels = frame(view)
        assert pixels.shape == (HEIGHT, WIDTH, 3)
        for house in wi.House:
            lying = sum(card.house is house for card in view.court.values())
            cells = count(pixels[COURT], house.letter)
            assert 800 * lying <= cells <= 44 * 28 * lying
            held = sum(card.house is house for card in view.hand)
            assert bool(count(pixels[HANDS], house.letter)) >= bool(held)
        assert bool(count(pixels[HANDS], "back")) is bool(view.hand_sizes[1])
        player = state.active_player
        assert player is not None
        state = wi.proceed(wi.apply(state, wi.random_player(wi.observe(state, player), rng)))
    assert (frame(wi.observe(state, 0))[HANDS] == [0x8A, 0x3F, 0xD1]).all(axis=2).any()


def test_a_mode_that_a_wrapper_adds_is_not_added_to_other_environments() -> None:
    before = [*WesterosIntrigueEnv.metadata["render_modes"]]
    wrapped = CaptureStdoutWrapper(WesterosIntrigueEnv(players=2, render_mode="human"))
    assert wrapped.metadata["render_modes"] == [*before, "ansi"]
    assert WesterosIntrigueEnv.metadata["render_modes"] == before


def test_reset_refuses_an_option_that_would_have_no_effect() -> None:
    environment, other = WesterosIntrigueEnv(2), GameEnv("btwixt")
    deal = wi.Record.from_state(wi.setup(2, seed=1)).deal
    environment.reset(options={"deal": deal, "options": 1})
    with pytest.raises(wi.InvalidValue, match="reset has no option 'deel': it takes only deal"):
        environment.reset(options={"deel": deal})
    other.reset(options={"options": 1})
    with pytest.raises(wi.InvalidValue, match="reset has no option 'deal': it takes none"):
        other.reset(options={"deal": None})
