"""Any game in the environments: their kits, what is hidden, and simultaneous decisions."""

from __future__ import annotations

import importlib
import pickle
import random
import sys
import warnings
from collections.abc import Mapping
from typing import Any

import attrs
import pytest
from helpers.cases import each
from testing.broken_games import Bids, Table

from westeros_intrigue import InvalidValue, MissingExtra, WrongPhase, WrongType
from westeros_intrigue.gamekit.game import GAMES, AnyGame
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.games import monopoly
from westeros_intrigue.lab.environments.action_games import AnyTable
from westeros_intrigue.lab.environments.pettingzoo import GameEnv, ParallelGameEnv

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

TABLES: Mapping[str, tuple[AnyGame | str, int, Mapping[str, OptionValue]]] = {
    "Monopoly": (monopoly, 3, {}),
    "B'Twixt": ("btwixt", 3, {"short": True}),
    "B'Twixt with a draft": ("btwixt", 3, {"variant": "draft", "short": True}),
    "Solo Scheming": ("westeros-intrigue", 4, {"solo": True}),
}


def begun(table: str, **others: Any) -> GameEnv:
    game, players, options = TABLES[table]
    return GameEnv(game, players, options=options, **others)


def reached(table: str, moves: int) -> GameEnv:
    """Return an environment after random moves."""
    environment, rng = begun(table), random.Random(moves)
    environment.reset(seed=moves)
    for _ in range(moves):
        agent = environment.agent_selection
        legal = environment.observe(agent)["action_mask"].nonzero()[0]
        environment.step(rng.choice(legal.tolist()))
    return environment


@pytest.mark.parametrize("table", TABLES)
def test_the_kits_of_pettingzoo_pass_for_every_game(
    table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(begun(table), num_cycles=40)
    seed_test(lambda: begun(table), num_cycles=20)
    parallel_api_test(ParallelGameEnv(begun(table)), num_cycles=40)
    render_test(
        lambda render_mode: begun(table, render_mode=render_mode),
        custom_tests={"svg": lambda shown: shown.startswith("<svg")},
    )
    assert capsys.readouterr().out
    assert pickle.loads(pickle.dumps(begun(table)._table)) == begun(table)._table  # noqa: S301


@each([5, 512])
def test_a_bidder_with_thousands_of_coins_may_pass_and_mortgage_as_well(actions: int) -> None:
    rich = attrs.evolve(monopoly.SAMPLE, money=monopoly.Money(9000, 2, ((9000, 6),)))
    options = {"edition": monopoly.write_edition(rich)}
    table = AnyTable("monopoly", 2, options, actions)
    assert table.deal(random.Random(1)).cash == (9000, 9000)
    state = monopoly.arrange(
        rich, cash=(9000, 9000), deeds={1: monopoly.Deed(1)}, deal=monopoly.Deal(rolls=((2, 3),))
    )
    for words in ("pass", "stand-by", "put-up"):
        state = monopoly.apply(state, monopoly.parse_move(words))
    moves = [*map(str, table.moves(monopoly.observe(state, 1)))]
    assert len(moves) == actions
    assert {"bid 1", "bid 9000", "pass", "mortgage 1"} <= {*moves}
    assert table.play(state, 1, moves.index("pass")).active_player == 0
    with pytest.raises(InvalidValue, match=f"player 1 must be from 0 to {actions - 1}"):
        table.play(state, 1, actions)


def told(environment: GameEnv, seat: int) -> list[object]:
    """Return all that the environment tells an agent of a state."""
    agent, game = f"player_{seat}", environment._table.game
    seen, shown = environment.observe(agent), game.observe(environment.game, None)
    parts = [game.draw_text(shown), game.draw_svg(shown)]
    if environment.agent_selection == agent:
        with pytest.raises(InvalidValue, match=f"of player {seat} must be from 0") as refused:
            environment.step(511)
        parts.append(str(refused.value))
    return [seen["view"], seen["action_mask"].tobytes(), *parts]


@pytest.mark.parametrize("moves", [0, 30])
@pytest.mark.parametrize("table", ["Monopoly", "B'Twixt", "B'Twixt with a draft"])
def test_equal_views_lead_to_equal_observations_pictures_and_errors(table: str, moves: int) -> None:
    environment = reached(table, moves)
    state, game = environment.game, environment._table.game
    for seat in range(state.players):
        here = told(environment, seat)
        environment._game = game.determinize(game.observe(state, seat), random.Random(seat))
        assert told(environment, seat) == here
        environment._game = state


def test_simultaneous_choices_are_hidden_from_each_other() -> None:
    environment = begun("B'Twixt with a draft")
    environment.reset(seed=1)
    game = environment._table.game
    while len(game.deciders(environment.game)) < 3:
        environment.step(0)
    first, second, _ = game.deciders(environment.game)
    before, views = environment.observe(f"player_{second}")["view"], set()
    for action in (0, 1):
        state = environment._table.play(environment.game, first, action)
        assert game.legal_moves(game.observe(state, second)) == game.legal_moves(before)
        views.add(game.observe(state, second))
    assert len(views) == 1


def test_all_deciders_act_in_one_step_and_an_error_changes_nothing() -> None:
    environment = ParallelGameEnv(begun("B'Twixt with a draft"))
    seen, _ = environment.reset(seed=1)
    while sum(each["action_mask"].any() for each in seen.values()) < 3:
        seen, *_ = environment.step(dict.fromkeys(environment.agents, 0))
    before = environment._in_turn.game
    with pytest.raises(WrongType, match="the action of player 2 must be an int, not None"):
        environment.step({"player_0": 0, "player_1": 0})
    with pytest.raises(
        InvalidValue, match=r"the action of player 2 must be from 0 to \d+, not 500"
    ):
        environment.step({"player_0": 0, "player_1": 0, "player_2": 500})
    assert environment._in_turn.game == before
    environment.step(dict.fromkeys(environment.agents, 1))
    assert len(GAMES["btwixt"].deciders(environment._in_turn.game)) in {1, 3}
    while environment.agents:
        environment.step(dict.fromkeys(environment.agents, 0))
    with pytest.raises(WrongPhase, match="call reset"):
        environment.step({})


class Snatch(Bids):
    """The first card that is chosen ends the game."""

    def play(self, *arguments: Any) -> Table:
        return super().play(*arguments).replace(to_move=None)


def test_a_step_ends_with_the_game_even_if_others_were_to_decide() -> None:
    environment = ParallelGameEnv(GameEnv(Snatch(), 3))
    environment.reset(seed=1)
    environment.step(dict.fromkeys(environment.agents, 0))
    assert sum(environment._in_turn.rewards.values()) == 1
    assert environment.agents == []


@each(
    [
        ({"game": "chess"}, "game must be one of"),
        ({"options": {"hotels": 1}}, "the game has no option 'hotels'"),
        ({"render_mode": "rgb_array"}, "render_mode must be one of None"),
        ({"action_count": 0}, "action_count must be at least 1"),
    ]
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidValue, match=says):
        GameEnv(**{"game": "btwixt", **arguments})


# Extras

FRAMEWORKS = {"gymnasium": "gymnasium", "openspiel": "pyspiel", "pettingzoo": "pettingzoo"}
"""Each extra, and what it brings."""


@pytest.mark.parametrize(("extra", "framework"), FRAMEWORKS.items())
def test_a_missing_framework_names_the_extra(
    extra: str, framework: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"westeros_intrigue.lab.environments.{extra}"
    for module in [known for known in sys.modules if known.startswith(name)]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, framework, None)
    vector = "westeros_intrigue.lab.environments.vector"  # which needs another extra
    monkeypatch.setitem(sys.modules, vector, None)
    with pytest.raises(MissingExtra, match=rf"needs {framework}: .*westeros-intrigue\[{extra}\]"):
        importlib.import_module(name)
