"""Environments on compiled tables: the same games, observations and rewards as on states."""

from __future__ import annotations

import copy
import pickle
import random
from functools import partial
from typing import Any

import pytest
from helpers.tables import ONE_ROUND
from helpers.watched_games import TABLES
from hypothesis import given, settings, strategies as st

from westeros_intrigue import (
    STANDARD,
    IllegalMove,
    InvalidDeal,
    InvalidValue,
    Variant,
    WrongPhase,
    greedy_player,
    random_player,
)
from westeros_intrigue.lab.environments.action_games import Rewards
from westeros_intrigue.lab.environments.gymnasium import OneSeatEnv
from westeros_intrigue.lab.environments.pettingzoo import WesterosIntrigueEnv
from westeros_intrigue.lab.players import LearnedPlayer, MonteCarloPlayer
from westeros_intrigue.lab.players.search import WEIGHTS
from westeros_intrigue.lab.simulation import fast
from westeros_intrigue.players import provident_player
from westeros_intrigue.rules import Deal, draw_deal
from westeros_intrigue.rules.moves import RULEBOOK

pytestmark = pytest.mark.skipif(not fast.has_extension(), reason="the compiled half is missing")
COMPILED = (greedy_player, random_player, LearnedPlayer())


def on_states(environment: Any) -> Any:
    """Return an environment that plays on states, as it does without the compiled half."""
    assert environment._given is not None
    environment._given = None
    return environment


@pytest.mark.untraced
@settings(max_examples=25)
@given(
    st.sampled_from(sorted(TABLES)), st.integers(0, 2**32), st.sampled_from(["points", "victory"])
)
def test_a_seat_plays_the_same_games_as_on_states(table: str, seed: int, rewards: Rewards) -> None:
    players, variant = TABLES[table]
    if variant.house_rule:
        return
    chance = random.Random(seed)
    learner = chance.choice([seat for seat in range(players) if seat not in variant.automated])
    empty = {learner, *variant.automated}
    seated = [None if seat in empty else chance.choice(COMPILED) for seat in range(players)]
    start = chance.randrange(players) if variant.first_player is None else variant.first_player
    terms: Any = {"variant": variant, "rewards": rewards, "first_player": start}
    compiled, plain = OneSeatEnv(seated, **terms), on_states(OneSeatEnv(seated, **terms))
    for again in (seed, None):  # the second game goes on with the same random numbers
        same(compiled.reset(seed=again), plain.reset(seed=again))
        is_over = False
        while not is_over:
            action = chance.choice(compiled.action_masks().nonzero()[0].tolist())
            step, expected = compiled.step(action), plain.step(action)
            same((step[0], step[-1]), (expected[0], expected[-1]))
            assert step[1:4] == expected[1:4]
            is_over = step[2]
            if chance.random() < 0.1:
                assert compiled.game == plain.game
        assert compiled.game == plain.game


@pytest.mark.untraced
@settings(max_examples=25)
@given(
    st.sampled_from(sorted(TABLES)), st.integers(0, 2**32), st.sampled_from(["points", "victory"])
)
def test_agents_play_the_same_games_as_on_states(table: str, seed: int, rewards: Rewards) -> None:
    players, variant = TABLES[table]
    if variant.house_rule:
        return
    chance, terms = random.Random(seed), {"variant": variant, "rewards": rewards}
    settings_: Any = {"players": players, **terms}
    compiled = WesterosIntrigueEnv(**settings_)
    plain = on_states(WesterosIntrigueEnv(**settings_))
    for environment in (compiled, plain):
        environment.reset(seed=seed)
    while not any(compiled.terminations.values()):
        for agent in compiled.agents:
            seen, expected = compiled.observe(agent), plain.observe(agent)
            assert (seen["observation"] == expected["observation"]).all()
            assert (seen["action_mask"] == expected["action_mask"]).all()
        mask = compiled.observe(compiled.agent_selection)["action_mask"]
        action = chance.choice(mask.nonzero()[0].tolist())
        for environment in (compiled, plain):
            environment.step(action)
        assert compiled.agent_selection == plain.agent_selection
        assert compiled.rewards == plain.rewards
        assert compiled._cumulative_rewards == plain._cumulative_rewards
    assert plain.terminations == compiled.terminations
    for agent in compiled.agents:  # at the end of the game
        assert (compiled.observe(agent)["observation"] == plain.observe(agent)["observation"]).all()
    assert compiled.game == plain.game


def same(seen: Any, expected: Any) -> None:
    """Compare observations, and infos with masks."""
    (numbers, info), (numbers_expected, info_expected) = seen, expected
    assert (numbers == numbers_expected).all()
    assert numbers.dtype == numbers_expected.dtype
    assert info.keys() == info_expected.keys()
    assert (info["action_mask"] == info_expected["action_mask"]).all()
    assert info["action_mask"].dtype == info_expected["action_mask"].dtype


@pytest.mark.rule("turn.must-place")
def test_illegal_actions_have_the_reasons_that_states_give() -> None:
    compiled, plain = OneSeatEnv([None, "greedy"]), on_states(OneSeatEnv([None, "greedy"]))
    for environment in (compiled, plain):
        environment.reset(seed=3)
        environment.step(environment.action_masks().argmax())
    step, expected = compiled.step(5), plain.step(5)
    assert step[1:3] == expected[1:3]
    assert step[-1]["violations"] == expected[-1]["violations"] != []
    with pytest.raises(WrongPhase, match="the game is over"):
        compiled.step(0)

    agents = WesterosIntrigueEnv(2)
    agents.reset(seed=3)
    before = agents.observe("player_0")["observation"]
    with pytest.raises(IllegalMove) as refused:
        agents.step(5)
    assert {violation.rule for violation in refused.value.violations} <= {*RULEBOOK}
    assert (agents.observe("player_0")["observation"] == before).all()
    for wrong in (-1, 120):
        with pytest.raises(InvalidValue, match="action must be from 0 to 119"):
            agents.step(wrong)


def test_a_given_deal_is_checked_and_played() -> None:
    deal = draw_deal(2, random.Random(9), STANDARD)
    compiled, plain = OneSeatEnv([None, "greedy"]), on_states(OneSeatEnv([None, "greedy"]))
    for options in ({"deal": deal}, {}):
        same(compiled.reset(seed=1, options=options), plain.reset(seed=1, options=options))
        assert compiled.game == plain.game
    game = compiled.game
    for faulty in (Deal(deal.rounds[:1]), draw_deal(3, random.Random(9))):
        with pytest.raises(InvalidDeal):
            compiled.reset(options={"deal": faulty})
    with pytest.raises(InvalidValue, match="reset has no option 'deel': it takes only deal"):
        compiled.reset(options={"deel": deal})
    assert compiled.game == game  # a refused deal changes nothing


def test_observations_are_new_arrays() -> None:
    environment = OneSeatEnv([None, "greedy"], variant=ONE_ROUND)
    first, info = environment.reset(seed=1)
    kept = first.copy(), info["action_mask"].copy()
    environment.step(info["action_mask"].argmax())
    assert (first == kept[0]).all()
    assert (info["action_mask"] == kept[1]).all()
    first[:] = 7
    info["action_mask"][:] = 7
    assert environment._observe()[0].max() == 1
    assert environment.action_masks().max() == 1


def test_an_environment_can_be_copied_in_the_middle_of_a_game() -> None:
    environment = OneSeatEnv([None, LearnedPlayer(), greedy_player], variant=ONE_ROUND)
    _, info = environment.reset(seed=1)
    environment.step(info["action_mask"].argmax())
    for copied in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))):  # noqa: S301 - our own
        action = copied.action_masks().argmax()
        step = copied.step(action)
        assert copied.game != environment.game
        assert step[0].sum() > 0
    assert (environment._observe()[1]["action_mask"] == environment.action_masks()).all()


def test_nothing_is_played_before_the_first_reset() -> None:
    environment, agents = OneSeatEnv([None, "greedy"]), WesterosIntrigueEnv(2)
    for call in (
        lambda: environment.step(0),
        environment.action_masks,
        lambda: environment.game,
        lambda: agents.step(0),
        lambda: agents.observe("player_0"),
    ):
        with pytest.raises(WrongPhase, match=r"call reset\(\)"):
            call()


@pytest.mark.parametrize(
    "players",
    [
        [None, provident_player],
        [None, LearnedPlayer(40)],
        [None, MonteCarloPlayer(20)],
        [None, partial(greedy_player)],
        [
            None,
            LearnedPlayer(),
            LearnedPlayer(weights=WEIGHTS.read_bytes()[: len(WEIGHTS.read_bytes()) // 2] * 2),
        ],
    ],
)
def test_other_players_play_on_states(players: list[Any]) -> None:
    environment = OneSeatEnv(players, variant=ONE_ROUND)
    assert environment._given is None
    assert environment.reset(seed=1)[1]["action_mask"].any()


def test_a_house_rule_that_opens_slots_is_played_on_states(monkeypatch: pytest.MonkeyPatch) -> None:
    from westeros_intrigue.lab.simulation import packing  # noqa: PLC0415

    monkeypatch.setattr(packing, "has_own_slots", lambda _variant: True)
    assert WesterosIntrigueEnv(2, variant=Variant())._given is None


def test_a_state_that_was_interrupted_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    environment, plain = OneSeatEnv([None, "random"]), on_states(OneSeatEnv([None, "random"]))
    for each in (environment, plain):
        each.reset(seed=4)
        for _ in range(3):
            each.step(each.action_masks().argmax())

    def interrupted(_state: Any) -> Any:
        environment._rngs[1].random()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(environment, "_play_on", interrupted)
        with pytest.raises(KeyboardInterrupt):
            _ = environment.game
    assert environment.game == plain.game
