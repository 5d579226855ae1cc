"""A function of numbers as a player: it sees what learners see, and its mistakes are named."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from westeros_intrigue import (
    PlayerFailed,
    WrongType,
    greedy_player,
    legal_moves,
    observe,
    play_game,
    setup,
)
from westeros_intrigue.lab.environments import PolicyPlayer, actions, tensors
from westeros_intrigue.lab.matches import play_match

np = pytest.importorskip("numpy")


def first_legal(_observation: Any, mask: Any) -> Any:
    return mask.argmax()


def test_the_function_gets_the_numbers_of_its_seat_and_the_mask() -> None:
    seen: list[Any] = []

    def look(observation: Any, mask: Any) -> Any:
        seen.append((observation, mask))
        return mask.argmax()

    view = observe(setup(3, seed=1), setup(3, seed=1).active_player or 0)
    move = PolicyPlayer(look)(view, random.Random(1))
    [(observation, mask)] = seen
    assert observation.tolist() == list(tensors.encode(view))
    assert mask.tolist() == list(map(bool, actions.legal_mask(view)))
    assert observation.dtype == np.float32
    assert mask.dtype == np.bool_
    assert move in legal_moves(view)


def test_the_history_follows_the_observation() -> None:
    sizes: list[int] = []

    def measure(observation: Any, mask: Any) -> Any:
        sizes.append(len(observation))
        return mask.argmax()

    PolicyPlayer(measure, history=True)(observe(setup(2, seed=1), 0), random.Random(1))
    assert sizes == [tensors.SIZE + tensors.HISTORY_SIZE]


def test_an_array_without_axes_is_an_action_as_learners_return_it() -> None:
    view = observe(setup(2, seed=1), 0)
    [action, *_] = actions.legal_actions(view)
    move = PolicyPlayer(lambda *_: np.array(action))(view, random.Random(1))
    assert move == actions.decode(view, action)


@pytest.mark.parametrize("action", [119, 500, -1])
def test_an_action_that_is_not_legal_names_the_player(action: int) -> None:
    player = PolicyPlayer(lambda *_: action, "mine")
    with pytest.raises(PlayerFailed, match=r"PolicyPlayer\(mine\)"):
        play_game([player, greedy_player], seed=1)


def test_only_a_function_is_a_policy() -> None:
    with pytest.raises(WrongType, match="choose must be a function, not 3"):
        PolicyPlayer(3)  # type: ignore[arg-type]


def test_a_policy_of_a_module_goes_to_other_processes_and_plays_a_match() -> None:
    player = pickle.loads(pickle.dumps(PolicyPlayer(first_legal)))  # noqa: S301 - our own
    assert player == PolicyPlayer(first_legal)
    result = play_match({"first": player, "greedy": "greedy"}, deals=20, rounds=1, seed=1)
    assert {standing.name for standing in result.standings} == {"first", "greedy"}
    assert repr(player) == "PolicyPlayer(first_legal)"
