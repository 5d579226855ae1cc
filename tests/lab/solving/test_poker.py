"""Kuhn and Leduc poker, written with the kit, have the values that OpenSpiel computes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from testing.sound_games import Pig

from lab.solving.open_pig import OpenPig
from poker import Bets, Kuhn, kuhn, leduc
from westeros_intrigue import InvalidValue, WrongType, play_game
from westeros_intrigue.lab.solving import GameTree, expectiminimax, solve
from westeros_intrigue.testing import check_game

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python import policy  # noqa: E402 - after the check that it is there
from open_spiel.python.algorithms import cfr, exploitability  # noqa: E402

from westeros_intrigue.lab.environments.openspiel import KitGame  # noqa: E402


def first(view: Bets) -> dict[str, float]:
    """The first legal move: pass in Kuhn, fold or call in Leduc."""
    return {kuhn.moves(view, view.to_move[0])[0]: 1.0}


@pytest.mark.parametrize(
    ("game", "name", "sets"), [(kuhn, "kuhn_poker", 12), (leduc, "leduc_poker", 936)]
)
def test_values_and_exploitability_are_those_of_openspiel(game: Kuhn, name: str, sets: int) -> None:
    tree, theirs = GameTree(game), pyspiel.load_game(name)
    assert len(tree.information_sets) == sets
    uniform = policy.UniformRandomPolicy(theirs)
    expected = exploitability.exploitability(theirs, uniform)
    assert tree.exploitability(tree.uniform) == pytest.approx(expected, abs=1e-9)
    for seat in range(2):
        best = exploitability.best_response(theirs, uniform, seat)["best_response_value"]
        value, moves = tree.best_response([tree.uniform] * 2, seat)
        assert value == pytest.approx(best, abs=1e-9)
        responses: list[Any] = [tree.uniform] * 2
        responses[seat] = lambda view, moves=moves: {moves[view]: 1.0}
        assert tree.values(responses)[seat] == pytest.approx(best, abs=1e-9)


def test_algorithms_of_openspiel_find_the_same_strategy_of_the_kits_game_and_of_their_own() -> None:
    ours = KitGame(kuhn, returns="scores", utility_sum=0.0)
    found = []
    for game in (ours, pyspiel.load_game("kuhn_poker")):
        solver = cfr.CFRSolver(game)
        for _ in range(20):
            solver.evaluate_and_update_policy()
        found.append(exploitability.exploitability(game, solver.average_policy()))
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    state = ours.new_initial_state()
    assert (state.current_player(), len(state.chance_outcomes())) == (pyspiel.PlayerId.CHANCE, 6)
    state.apply_action(0)
    assert [*map(state.action_to_string, state.legal_actions())] == ["pass", "bet"]
    assert "cards=(0, -1)" in state.information_state_string(0)
    assert "cards=(-1, 1)" in state.observation_string(1)
    other = state.resample_from_infostate(0, random.Random(1).random)
    assert other.view(0) == state.view(0)


def test_an_equilibrium_is_found_and_its_value_is_the_known_one() -> None:
    tree = GameTree(kuhn)
    strategy = tree.find_equilibrium(iterations=300)
    assert tree.exploitability(strategy) < 0.003
    assert tree.values([strategy] * 2)[0] == pytest.approx(-1 / 18, abs=0.003)


def test_games_that_state_their_chance_are_games_like_others() -> None:
    for game in (kuhn, leduc):
        knowledge = check_game(game, games=2)
        cards = knowledge.fields["cards"]
        assert knowledge.alike == ()
        assert {viewer for viewer, (seen, _) in cards.items() if seen} == {"own"}
        final = play_game(["thinker", "random"], game=game, seed=3)
        assert game.Record.parse(str(game.Record.from_state(final))).state == final
    dealt = {kuhn.setup(2, seed=seed).cards for seed in range(60)}
    assert len(dealt) == 6


def test_an_open_game_in_which_positions_recur_is_solved() -> None:
    game, target = OpenPig(), {"target": 5}
    solution = solve(game, 2, target, returns="victory")
    beginning = game.new_game(2, target, seed=1)
    assert sum(solution.values) == pytest.approx(1)
    # A turn with every roll above 1 wins at once: hold at 5, and roll with less.
    assert solution.best_moves(beginning) == ("roll",)
    ready = beginning.replace(pot=5)
    assert solution.best_moves(ready) == ("stop",)
    move, values = expectiminimax(game, ready, 2, lambda _: (0.5, 0.5))
    assert (move, values) == ("stop", (1.0, 0.0))
    # 5/6 of the rolls give 2 to 6 points; the rest is checked by the equations of the positions.
    for state in (beginning.replace(pot=pot) for pot in (2, 3, 4)):
        rolled = solution.values_of(game._move(state, 0, "roll", random.Random(1)))
        outcomes = [
            solution.values_of(each)[0] for each, _ in game.chance(state.replace(is_rolling=True))
        ]
        assert rolled[0] == pytest.approx(sum(outcomes) / 6, abs=1e-9)
    with pytest.raises(InvalidValue, match="no game at this table leads to the position"):
        solution.values_of(beginning.replace(points=(77, 0)))


def test_what_cannot_be_solved_says_what_would_do() -> None:
    told = "play of Pig draws from rng, so .* are unknown: return them from chance"
    with pytest.raises(InvalidValue, match=told):
        solve(Pig())
    with pytest.raises(InvalidValue, match="Kuhn hides something: GameTree finds equilibria"):
        solve(kuhn)
    with pytest.raises(InvalidValue, match="more than 10 positions: solve a smaller one"):
        GameTree(kuhn, most_positions=10)
    tree = GameTree(kuhn)
    with pytest.raises(InvalidValue, match="there are 2 seats, and 1 strategies"):
        tree.values([first])
    with pytest.raises(InvalidValue, match="a strategy must return probabilities of the moves"):
        tree.values([lambda _: {"pass": 0.4}] * 2)
    with pytest.raises(InvalidValue, match="seat must be from 0 to 1, not 2"):
        tree.best_response([first] * 2, 2)
    with pytest.raises(WrongType, match="game must be a GameOf, not 'kuhn'"):
        GameTree("kuhn")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        (None, "chance must return pairs, not None"),
        ([1], "chance must return pairs of a position and its weight, not 1"),
        ([(7, 1)], "chance must return a Bets, not 7"),
        ("zero", r"chance\[0\]\[1\] must be at least 1, not 0"),
        ("same", "chance does not end: after 10000 steps, it still returns outcomes; return"),
    ],
)
def test_outcomes_that_are_none_are_refused(outcomes: Any, told: str) -> None:
    class Loaded(Kuhn):
        """Kuhn with other chance."""

        def chance(self, state: Bets) -> Any:
            named = {"zero": [(state, 0)], "same": [(state, 1)]}
            return named[outcomes] if isinstance(outcomes, str) else outcomes

    with pytest.raises((InvalidValue, WrongType), match=told):
        Loaded().setup(2, seed=1)
