"""The game in OpenSpiel: its own kits, chance, observers, returns, resampling, and bad input."""

from __future__ import annotations

import pickle
import random
import re
import subprocess
import sys
import textwrap
from collections import Counter
from functools import partial
from typing import Any

import pyspiel
import pytest
from helpers.strategies import FEW
from hypothesis import given, settings, strategies as st
from open_spiel.python.observation import make_observation

from lab.environments.test_tensors import blocks
from westeros_intrigue import STANDARD, House, InvalidValue, Phase, final_winner
from westeros_intrigue.gamekit.game import find_game
from westeros_intrigue.lab.environments import actions, tensors
from westeros_intrigue.lab.environments.openspiel import KitGame, State, resampler
from westeros_intrigue.lab.environments.openspiel.houses import LETTERS
from westeros_intrigue.lab.environments.tensors import MOST_CARDS

CHANCE, DEAL = "python_westeros_intrigue", "python_westeros_intrigue_deal"
GAMES = [
    *(f"{name}(players={players})" for name in (CHANCE, DEAL) for players in range(2, 7)),
    f"{CHANCE}(rounds=1,returns=victory)",
    f"{CHANCE}(players=5,houses=SLBTS,option=house-affiliation+rivalry)",
    f"{CHANCE}(players=4,houses=SBLT,seats=paaa,rounds=2)",
    f"{CHANCE}(players=3,houses=SBL,seats=app,rounds=1,first_player=1)",
    f"{DEAL}(players=5,option=anyone-can-die,seed=3,returns=victory)",
    f"{DEAL}(players=4,houses=SBLT,seats=paaa,rounds=5,option=rivalry)",
    f"{DEAL}(rounds=1,seed=4,opening=S@a0_L@a-1,worlds=6)",
]
SAMPLE = [GAMES[0], GAMES[-1], f"{CHANCE}(players=4,houses=SBLT,seats=paaa,rounds=2)"]


def played(state: State, rng: random.Random, until: float = 1.0) -> State:
    """Play on at random to the end, or stop with some chance before each action."""
    while not state.is_terminal() and (until == 1.0 or rng.random() < until):
        state.apply_action(chosen(state, rng))
    return state


def chosen(state: State, rng: random.Random) -> int:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choices(outcomes, chances)[0])
    return int(rng.choice(state.legal_actions()))


def start(name: str) -> State:
    state: State = pyspiel.load_game(name).new_initial_state()
    return state


def at_a_choice(name: str, rng: random.Random) -> State:
    """A state in which a player is to move, somewhere in a random game."""
    state, rest = start(name), rng.randrange(60)
    while state.is_chance_node() or rest:
        before = state.clone()
        state.apply_action(chosen(state, rng))
        rest = max(0, rest - 1)
        if state.is_terminal():
            return before if not before.is_chance_node() else at_a_choice(name, rng)
    return state


@pytest.mark.parametrize("name", SAMPLE)
def test_random_games_pass_the_kit_with_serialization(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()  # it writes every state


@pytest.mark.long
def test_the_public_api_test_passes_and_is_not_empty() -> None:
    # It looks at the games that are registered when it is imported.
    program = """
        import unittest
        import westeros_intrigue.lab.environments.openspiel
        from absl import flags
        from open_spiel.integration_tests import api_test
        flags.FLAGS(["api_test", "--test_only_games=python_westeros_intrigue"])
        suite = api_test.load_tests(unittest.defaultTestLoader, None, None)
        assert suite.countTestCases() == 10, suite.countTestCases()
        assert unittest.TextTestRunner().run(suite).wasSuccessful()
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


@settings(max_examples=FEW)
@given(st.sampled_from(GAMES), st.randoms())
def test_returns_are_the_points_or_the_share_of_the_victory(name: str, rng: random.Random) -> None:
    state = played(start(name), rng)
    with pytest.raises(RuntimeError, match="the game is over"):
        state.apply_action(0)
    result = final_winner(state.position)
    seats = sorted(set(range(state.position.players)) - set(state.position.variant.automated))
    if "victory" in name:
        expected = [(seat in result.winners) / len(result.winners) for seat in seats]
        assert pyspiel.load_game(name).utility_sum() == pytest.approx(sum(expected))
    else:
        expected = [-result.totals[seat] for seat in seats]
    assert state.returns() == expected
    assert start(name).returns() == [0.0] * len(seats)


def test_chance_deals_by_house_and_draws_the_iron_throne_cards() -> None:
    state, rng = start(f"{CHANCE}(players=5,rounds=2)"), random.Random(1)
    dealt: Counter[int] = Counter()
    for _ in range(36):
        left = 36 - dealt.total()
        outcomes = dict(state.chance_outcomes())
        assert outcomes == {
            house: pytest.approx((9 - dealt[house]) / left)
            for house in range(4)
            if dealt[house] < 9
        }
        outcome = chosen(state, rng)
        dealt[outcome] += 1
        state.apply_action(outcome)
    assert state.position.phase is Phase.PLAYING
    assert [len(hand) for hand in state.position.hands] == [7] * 5
    drawn: list[int] = []
    while not state.is_terminal():
        outcome, before = chosen(state, rng), state.position
        if state.is_chance_node() and state.action_to_string(outcome).startswith("draw"):
            outcomes = dict(state.chance_outcomes())
            assert outcomes.keys() == set(range(7)) - set(drawn)
            assert set(outcomes.values()) == {1 / len(outcomes)}
            drawn.append(outcome)
        state.apply_action(outcome)
        if before.phase is Phase.ROUND_OVER:
            pile = state.position.score_piles[before.last_placer or 0]
            assert pile[-1] == STANDARD.throne_cards[drawn[-1]]
    assert len(drawn) == 2


def test_while_cards_are_dealt_each_player_sees_the_own_ones() -> None:
    state = start(CHANCE)
    for house in (0, 1, 0, 2, 3):
        state.apply_action(house)
    assert state.observation_string(0).endswith("dealt SST")
    assert state.observation_string(1).endswith("dealt LB")
    observation = make_observation(state.get_game())
    observation.set_from(state, 1)
    shown = blocks(observation.dict["view"])
    assert shown["known"][:8] == pytest.approx([0, 1 / 9, 1 / 9, 0, 0, 0, 0, 0])
    assert shown["hand_size"][:2] == pytest.approx([2 / MOST_CARDS, 3 / MOST_CARDS])
    assert "5 cards dealt" in state.observation_string(0)
    with pytest.raises(RuntimeError, match="chance has not dealt all cards"):
        state.resample_from_infostate(1, random.random)


def test_texts_name_houses_and_no_numbers() -> None:
    rng = random.Random(1)
    for name in (f"{CHANCE}(players=5)", f"{CHANCE}(players=4,solo=true,rounds=2)"):
        state = start(name)
        while not state.is_terminal():
            for text in (state.information_state_string(0), state.observation_string(0)):
                assert not re.search(f"[{LETTERS}][0-9]", text)
            state.apply_action(chosen(state, rng))


def test_worlds_agree_with_public_information() -> None:
    state = start(f"{DEAL}(rounds=1,seed=4,opening=S@a0_L@a-1,worlds=6)")
    assert state.chance_outcomes() == [(number, 1 / 6) for number in range(6)]
    worlds = [state.child(number).position for number in range(6)]
    assert worlds[0] == start(f"{DEAL}(rounds=1,seed=4,opening=S@a0_L@a-1)").position
    assert len({world.table for world in worlds}) == 1
    assert len({world.hands for world in worlds}) > 1
    assert state.position.phase is Phase.DEALING
    assert state.action_to_string(5) == "pick deal 5"
    with pytest.raises(RuntimeError, match="chance has not dealt all cards"):
        state.resample_from_infostate(0, random.random)


KINDS = {
    "observation": (True, False, True),
    "information": (True, True, True),
    "public": (True, False, False),
    "public history": (True, True, False),
    "private": (False, False, True),
    "nothing": (False, False, False),
}


def observer(game: Any, kind: str) -> Any:
    public, recall, private = KINDS[kind]
    kinds = pyspiel.PrivateInfoType
    return make_observation(
        game,
        pyspiel.IIGObservationType(
            public_info=public,
            perfect_recall=recall,
            private_info=kinds.SINGLE_PLAYER if private else kinds.NONE,
        ),
    )


@settings(max_examples=FEW)
@given(st.sampled_from(GAMES), st.randoms())
def test_an_observer_shows_the_parts_that_it_is_asked_for_and_to_all_the_same_public_one(
    name: str, rng: random.Random
) -> None:
    state = at_a_choice(name, rng)
    game, player = state.get_game(), state.current_player()
    view = state.view(player)
    shown = {}
    for kind in KINDS:
        shown[kind] = observer(game, kind)
        shown[kind].set_from(state, player)
        assert len(shown[kind].tensor) == sum(map(len, shown[kind].dict.values()))
    whole = tensors.encode(view)
    for kind in ("observation", "information"):
        assert shown[kind].dict["view"].tolist() == whole.tolist()
        assert shown[kind].dict["player"].tolist() == [place == player for place in range(6)]
    history = tensors.encode_history(view)
    assert shown["information"].dict["history"].tolist() == history.tolist()
    assert [*state.observation_tensor(player)] == shown["observation"].tensor.tolist()
    assert [*state.information_state_tensor(player)] == shown["information"].tensor.tolist()
    hand = blocks(shown["private"].dict["view"])["known"][:4]
    assert [round(9 * share) for share in hand] == [
        sum(card.house is house for card in view.hand) for house in House
    ]
    assert not shown["nothing"].tensor.any()
    assert shown["nothing"].string_from(state, player) == ""
    for kind in ("public", "public history"):
        told = set()
        for player in range(game.num_players()):
            shown[kind].set_from(state, player)
            told.add((shown[kind].tensor.tobytes(), shown[kind].string_from(state, player)))
        assert len(told) == 1
        public = blocks(shown[kind].dict["view"])
        for seat, is_automated in enumerate(public["automated"]):
            assert is_automated or not any(public["known"][4 * seat : 4 * seat + 4])


@settings(max_examples=FEW)
@given(st.sampled_from(GAMES), st.randoms())
def test_a_resampled_state_is_the_same_to_the_player_and_can_be_played_on(
    name: str, rng: random.Random
) -> None:
    state = at_a_choice(name, rng)
    player = state.current_player()
    for other in (
        resampler(rng)(state, player),
        state.resample_from_infostate(
            player, pyspiel.UniformProbabilitySampler(rng.randrange(2**31), 0.0, 1.0)
        ),
    ):
        for tell in ("information_state_string", "observation_string", "observation_tensor"):
            assert getattr(other, tell)(player) == getattr(state, tell)(player)
        assert other.view(player) == state.view(player)
        assert other.legal_actions() == state.legal_actions()
        assert played(other.clone(), rng).is_terminal()
        assert not other.is_terminal()


@settings(max_examples=FEW)
@given(st.sampled_from(GAMES), st.randoms())
def test_a_state_has_the_games_legal_actions_and_copies_that_are_equal_and_apart(
    name: str, rng: random.Random
) -> None:
    state = at_a_choice(name, rng)
    legal = state.legal_actions()
    assert tuple(legal) == actions.legal_actions(state.position)
    assert len({state.action_to_string(action) for action in legal}) == len(legal)
    copies = [
        state.clone(),
        pickle.loads(pickle.dumps(state)),  # noqa: S301 - our own
        state.get_game().deserialize_state(state.serialize()),
    ]
    before = str(state)
    for copy in copies:
        assert (copy.position, copy.history()) == (state.position, state.history())
        assert str(copy) == before
        copy.apply_action(chosen(copy, rng))
        assert str(state) == before


def test_an_illegal_action_says_which_rules_it_breaks() -> None:
    state = start(f"{DEAL}(seed=7)")
    with pytest.raises(ValueError, match="A Stark card cannot go to b0"):
        state.apply_action(2)
    with pytest.raises(ValueError, match="action must be from 0 to 119"):
        state.apply_action(500)
    with pytest.raises(ValueError, match=r"the outcome must be one of 0, 1, 2, 3, not 7"):
        start(CHANCE).apply_action(7)
    for read in (state.view, partial(make_observation(state.get_game()).set_from, state)):
        with pytest.raises(ValueError, match="player must be from 0 to 1"):
            read(9)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (f"{CHANCE}(players=7)", "players must be from 2 to 6"),
        (f"{CHANCE}(houses=SX)", "expected a house: S, L, B or T, found 'X'"),
        (f"{CHANCE}(houses=SL,seats=aa)", "every seat is automated"),
        (f"{CHANCE}(seats=p)", "seats must be 2 letters"),
        (
            f"{CHANCE}(houses=SL,seats=px)",
            "seats must be 2 letters, p for a player and a for automated, not 'px'",
        ),
        (f"{CHANCE}(option=anyone-can-die)", "plays anyone-can-die, for which cards are dealt"),
        (f"{DEAL}(opening=S@b0)", "cannot go to b0"),
        (f"{DEAL}(opening=zzz)", "a house of the opening must be one of"),
        (f"{DEAL}(worlds=1000000000)", "worlds must be from 1 to 10000"),
    ],
)
def test_bad_parameters_are_refused(name: str, says: str) -> None:
    with pytest.raises(Exception, match=says):
        pyspiel.load_game(name)


@pytest.mark.parametrize("key", ["westeros-intrigue", "monopoly", "btwixt"])
def test_a_game_that_is_a_module_is_played_from_a_seed(key: str) -> None:
    module, game, rng = find_game(key), KitGame(key, 3, seed=7), random.Random(1)
    state, observer = game.new_initial_state(), game.make_py_observer()
    for _ in range(30):
        seat = state.current_player()
        view, action = state.view(seat), rng.choice(state.legal_actions())
        move = module.distinct_moves(view)[action]
        assert state.action_to_string(action) == str(move)
        assert observer.string_from(state, seat) == module.DOCUMENTS.to_json(view)
        other = state.resample_from_infostate(seat, rng.random)
        assert other.view(seat) == view
        assert other.information_state_string(seat) == state.information_state_string(seat)
        before = state.clone()
        state.apply_action(action)
        assert before.position != state.position
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == pytest.approx(1)
    winners = module.final_winner(state.position).winners
    assert state.returns() == [(seat in winners) / len(winners) for seat in range(3)]


def test_actions_of_a_module_are_at_most_those_that_openspiel_was_promised() -> None:
    game = KitGame("monopoly", 2, seed=1, action_count=2)
    state = game.new_initial_state()
    while not state.is_terminal() and len(state.history()) < 100:
        assert 0 < len(state.legal_actions()) <= game.num_distinct_actions() == 2
        state.apply_action(state.legal_actions()[-1])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({}, "draws its chance from a seed, so its outcomes are unknown: pass a seed"),
        ({"seed": 1, "returns": "scores"}, "has no scores .*: pass returns='victory'"),
        ({"seed": 1, "players": 9}, "players must be from 2 to 6, not 9"),
        ({"seed": 1, "options": {"pot": 1}}, "the game has no option 'pot'; its options: edition"),
        ({"seed": 1, "action_count": 0}, "action_count must be at least 1, not 0"),
    ],
)
def test_a_module_that_openspiel_cannot_play_so_says_what_would_do(
    arguments: dict[str, Any], says: str
) -> None:
    with pytest.raises(InvalidValue, match=says):
        KitGame("monopoly", **arguments)
