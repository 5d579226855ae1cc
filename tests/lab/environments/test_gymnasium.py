"""One seat of the game in Gymnasium: its own kit, opponents, rewards, seeds, and bad input."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.wrappers import FlattenObservation
from helpers.refusals import assert_refused
from helpers.tables import ONE_ROUND
from helpers.watched_games import TABLES
from hypothesis import given, strategies as st

from westeros_intrigue import (
    House,
    InvalidValue,
    Move,
    Player,
    PlayerFailed,
    RandomSource,
    Record,
    Variant,
    View,
    WrongPhase,
    WrongType,
    draw_svg,
    draw_text,
    final_winner,
    greedy_player,
    observe,
    random_player,
    setup,
)
from westeros_intrigue.gamekit import one_player
from westeros_intrigue.lab.environments import actions
from westeros_intrigue.lab.environments.action_games import Rewards
from westeros_intrigue.lab.environments.gymnasium import OneSeatEnv
from westeros_intrigue.lab.environments.rendering import frame
from westeros_intrigue.players import PLAYERS

NAME = "westeros_intrigue.lab.environments.gymnasium:WesterosIntrigue-v0"


def seats(players: int, variant: Variant, learner: int) -> list[Player | None]:
    """Random players but for the learner, and the automated seats."""
    empty = {learner, *variant.automated}
    return [None if seat in empty else random_player for seat in range(players)]


def learners(players: int, variant: Variant) -> list[int]:
    return [seat for seat in range(players) if seat not in variant.automated]


@pytest.mark.parametrize("table", ["6 players", "Solo Scheming"])
def test_the_kit_of_gymnasium_passes_at_every_table(table: str) -> None:
    players, variant = TABLES[table]
    for learner in learners(players, variant):
        environment = gymnasium.make(
            NAME, players=seats(players, variant, learner), variant=variant, render_mode="ansi"
        )
        check_env(environment.unwrapped)


def test_a_learner_that_reads_no_info_finds_the_mask_in_the_observation() -> None:
    environment = gymnasium.make(NAME, mask_in_observation=True)
    check_env(environment.unwrapped)
    plain = gymnasium.make(NAME)
    (observed, info), (numbers, _) = environment.reset(seed=1), plain.reset(seed=1)
    is_over = False
    while not is_over:
        assert environment.observation_space.contains(observed)
        assert (observed["observation"] == numbers).all()
        assert (observed["action_mask"] == info["action_mask"]).all()
        action = observed["action_mask"].argmax()
        observed, _, is_over, _, info = environment.step(action)
        numbers, *_ = plain.step(action)
    assert not observed["action_mask"].any()
    assert FlattenObservation(environment).reset(seed=1)[0].shape == (len(numbers) + 120,)
    with pytest.raises(WrongType, match="mask_in_observation must be a bool, not 1"):
        OneSeatEnv(mask_in_observation=1)  # type: ignore[arg-type]


@given(
    st.sampled_from(list(TABLES)),
    st.sampled_from(["points", "victory"]),
    st.randoms(),
)
def test_rewards_add_up_to_the_learners_result(
    table: str, rewards: Rewards, rng: random.Random
) -> None:
    players, variant = TABLES[table]
    learner = rng.choice(learners(players, variant))
    environment = OneSeatEnv(seats(players, variant, learner), variant=variant, rewards=rewards)
    _, info = environment.reset(seed=rng.randrange(1000))
    rewarded, is_over = 0.0, False
    while not is_over:
        assert environment.game.active_player == learner
        action = rng.choice([*map(int, info["action_mask"].nonzero()[0])])
        _, reward, is_over, is_cut, info = environment.step(action)
        rewarded += reward
        assert not is_cut
    result = final_winner(environment.game)
    share = (learner in result.winners) / len(result.winners)
    assert rewarded == (-result.totals[learner] if rewards == "points" else share)
    assert not info["action_mask"].any()
    with pytest.raises(WrongPhase, match="the game is over"):
        environment.step(0)


@pytest.mark.parametrize(("rewards", "worst"), [("points", -56.0), ("victory", -1.0)])
def test_an_illegal_action_ends_the_game_with_the_worst_result_and_says_why(
    rewards: Rewards, worst: float
) -> None:
    environment = OneSeatEnv(rewards=rewards)
    _, info = environment.reset(seed=1)
    rewarded = 0.0
    while environment.game.round_number == 1:
        _, reward, _, _, info = environment.step(info["action_mask"].argmax())
        rewarded += reward
    illegal = int(info["action_mask"].argmin())
    view = observe(environment.game, 0)
    seen, reward, is_over, is_cut, info = environment.step(illegal)
    assert (is_over, is_cut, rewarded + reward) == (True, False, worst)
    assert seen.any()
    assert info["violations"] == [*map(str, actions.explain_action(view, illegal))]
    assert info["violations"]
    with pytest.raises(WrongPhase, match="call reset"):
        environment.step(illegal)


def test_a_seed_repeats_everything_and_no_seed_continues_the_random_numbers() -> None:
    def seen(environment: OneSeatEnv) -> list[Any]:
        told: list[Any] = [environment.reset(seed=5)]
        told += [environment.step(told[-1][-1]["action_mask"].argmax()) for _ in range(4)]
        return [*told, environment.reset()]

    players = [random_player, None, greedy_player]
    one, other = seen(OneSeatEnv(players)), seen(OneSeatEnv(players))
    assert data_equivalence(one, other, exact=True)
    assert not data_equivalence(one[0], one[-1])


def test_the_game_is_drawn_as_the_learner_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    modes: dict[str | None, Callable[[View], object]] = {
        "ansi": draw_text, "svg": draw_svg, "rgb_array": frame, None: lambda _: None
    }  # fmt: skip
    for mode, draw in modes.items():
        environment = OneSeatEnv([greedy_player, None], render_mode=mode)
        environment.reset(seed=1)
        drawn, expected = environment.render(), draw(observe(environment.game, 1))
        assert np.array_equal(np.asarray(drawn), np.asarray(expected))
    environment = OneSeatEnv(render_mode="human")
    environment.reset(seed=1)
    environment.step(0)
    assert capsys.readouterr().out.endswith(f"\n\n{draw_text(observe(environment.game, 0))}\n")
    assert environment.render() is None


def test_a_seed_deals_the_cards_of_setup_and_a_name_seats_its_player() -> None:
    one, other = (OneSeatEnv([None, greedy]) for greedy in (greedy_player, "greedy"))
    for environment in (one, other):
        environment.reset(seed=1)
        assert environment.game.hands == setup(2, seed=1).hands
        environment.step(environment.action_masks().argmax())
    assert one.game == other.game


def test_bad_tables_are_refused() -> None:
    automated = ONE_ROUND.with_seats(houses=[House.STARK] * 2, automated=(1,))
    tables: tuple[tuple[Any, Variant], ...] = (
        ([greedy_player] * 2, ONE_ROUND),
        ([None, None], ONE_ROUND),
        ([None], ONE_ROUND),
        ([None, "nobody"], ONE_ROUND),
        ([None, 3], ONE_ROUND),
        ([None, greedy_player], automated),
        ([None] * 4, ONE_ROUND.with_options(rivalry=True)),
    )
    calls = [partial(OneSeatEnv, players, variant=variant) for players, variant in tables]
    assert_refused("tables of an environment of Gymnasium", Exception, calls)


def test_an_opponent_that_fails_is_named_and_the_learner_can_act_again() -> None:
    is_down = True

    def chatty(view: View, rng: RandomSource) -> Move:
        if is_down and view.court:
            raise ConnectionError("no route")
        return random_player(view, rng)

    table = OneSeatEnv([None, chatty], variant=ONE_ROUND)
    _, info = table.reset(seed=1)
    action, before = int(info["action_mask"].argmax()), table.game
    with pytest.raises(PlayerFailed, match=r"^chatty, asked for player 1's move at step 1, failed"):
        table.step(action)
    assert table.game == before
    is_down = False
    assert not table.step(action)[2]


def test_an_opponent_with_a_name_fails_under_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_view: View, _rng: RandomSource) -> Move:
        raise TimeoutError

    entry = one_player("broken", "fails", broken)
    monkeypatch.setitem(PLAYERS._own, "broken", entry)
    with pytest.raises(PlayerFailed, match=r"^broken, asked for player 0's move at step 0, failed"):
        OneSeatEnv(["broken", None], variant=ONE_ROUND).reset(seed=1)


def test_reset_refuses_an_option_that_would_have_no_effect() -> None:
    environment = OneSeatEnv()
    deal = Record.from_state(setup(2, seed=1)).deal
    environment.reset(options={})
    for wrong in ({"deel": deal}, {"deal": deal, 7: 0}):
        with pytest.raises(InvalidValue, match=r"reset has no option .*: it takes only deal"):
            environment.reset(options=wrong)  # type: ignore[arg-type]  # as a program may pass it
