"""What plays by the printed rules alone refuses every house rule that it would not follow."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from westeros_intrigue import (
    STANDARD,
    GameState,
    HouseRules,
    InvalidValue,
    Move,
    Position,
    observe,
    play_game,
)
from westeros_intrigue.lab.environments.gymnasium import OneSeatEnv, TablesEnv
from westeros_intrigue.lab.environments.pettingzoo import WesterosIntrigueEnv
from westeros_intrigue.lab.environments.vector import Tables
from westeros_intrigue.lab.matches import play_match
from westeros_intrigue.lab.players import MonteCarloPlayer, analyse
from westeros_intrigue.lab.simulation import Simulation, playouts, solve, winning_moves


class Flat(HouseRules):
    """Nobody places above the second row."""

    def allows(self, position: Position, move: Move, /) -> bool:
        """Return True for the first two rows."""
        del position
        return move.slot.row < 2


class Lucky(HouseRules):
    """The last placer of each round loses a point."""

    def total(self, state: Position, player: int, total: int, /) -> int:
        """Return the total, minus one for each round."""
        return total - sum(result.last_placer == player for result in state.results)


class Again(HouseRules):
    """A move that `apply` makes otherwise."""

    def apply(self, state: GameState, move: Move, /, *, player: int | None = None) -> GameState:
        """Return the state after a move."""
        return super().apply(state, move, player=player)


class Rigged(HouseRules):
    """Every game has the same deal."""

    def setup(self, players: int = 2, /, **table: Any) -> GameState:
        """Return a game of the first seed."""
        return super().setup(players, **{**table, "seed": 1, "rng": None})


def simulated(state: GameState) -> Simulation:
    """A simulation of the table of a state."""
    return Simulation(2, "greedy", seed=1, variant=state.variant)


FLAT, LUCKY, AGAIN, RIGGED = Flat(), Lucky(), Again(), Rigged()
ENTRIES: dict[str, Callable[[GameState], object]] = {
    "Simulation": lambda state: simulated(state).games(range(1)),
    "Simulation counted": lambda state: simulated(state).count_games(range(1)),
    "playouts": lambda state: playouts(state, "greedy", 10, seed=1),
    "playouts of a view": lambda state: playouts(observe(state, 0), "greedy", 10, seed=1),
    "solve": solve,
    "winning_moves": winning_moves,
    "Tables": lambda state: Tables(4, seed=1, variant=state.variant),
    "TablesEnv": lambda state: TablesEnv(4, variant=state.variant),
    "OneSeatEnv": lambda state: OneSeatEnv([None, "random"], variant=state.variant),
    "WesterosIntrigueEnv": lambda state: WesterosIntrigueEnv(2, variant=state.variant),
    "play_match": lambda state: play_match(
        {"a": "random", "b": "random"}, deals=1, seed=1, variant=state.variant
    ),
}
OF_ROUNDS = {"playouts", "playouts of a view", "solve", "winning_moves"}
ON_STATES = {"play_match"}


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
@pytest.mark.parametrize("rule", [FLAT, AGAIN], ids=["allows", "apply"])
def test_a_rule_about_moves_is_refused(entry: Callable[[GameState], object], rule: Any) -> None:
    with pytest.raises(InvalidValue, match="only its own game knows the moves and points of"):
        entry(rule.setup(2, seed=1))


@pytest.mark.parametrize("name", sorted({*ENTRIES} - OF_ROUNDS - ON_STATES))
def test_a_rule_about_totals_is_refused_where_games_end(name: str) -> None:
    with pytest.raises(InvalidValue, match="only its own game knows the moves and points of the"):
        ENTRIES[name](LUCKY.setup(2, seed=1))


@pytest.mark.parametrize("name", sorted({*ENTRIES} - OF_ROUNDS))
def test_a_rule_about_the_deal_is_refused_where_games_begin(name: str) -> None:
    with pytest.raises(InvalidValue, match="only its own game knows the moves and points of the"):
        ENTRIES[name](RIGGED.setup(2, seed=1))


@pytest.mark.parametrize("rule", [LUCKY, RIGGED], ids=["total", "setup"])
def test_a_rule_about_deals_or_totals_makes_no_difference_to_a_round(rule: Any) -> None:
    state = rule.setup(2, seed=1)
    assert playouts(state, "greedy", 10, seed=1).cards_left.shape == (10, 2)
    assert analyse(observe(state, 0), playouts=30).moves


@pytest.mark.parametrize("rewards", ["points", "victory"])
def test_an_environment_knows_neither_points_nor_moves_of_a_rule(rewards: Any) -> None:
    for rule in (FLAT, LUCKY):
        variant = rule.setup(2, seed=1).variant
        with pytest.raises(InvalidValue, match="play such games by play_game, play_match or Ga"):
            OneSeatEnv([None, "random"], variant=variant, rewards=rewards)


def test_its_own_game_plays_it_with_the_bots_that_search() -> None:
    final = play_game([MonteCarloPlayer(20), "learned"], game=FLAT, seed=1)
    assert all(
        slot.row < 2 or len(state.court) > 10
        for state in FLAT.Record.from_state(final).replay()
        for slot in state.court
    )
    assert analyse(FLAT.setup(2, seed=1), playouts=30).moves
    played = play_match({"a": "random", "b": "greedy"}, game=FLAT, players=2, deals=1, seed=1)
    assert played.match.variant == attrs.evolve(STANDARD, house_rule="flat")


class OddNumbers(HouseRules):
    """Nobody places an even card while an odd one fits."""

    def allows(self, position: Position, move: Move, /) -> bool:
        """Return True for an odd card."""
        del position
        return move.card.number % 2 == 1


def test_an_analysis_and_playouts_follow_a_rule_about_moves() -> None:
    odd, asked = OddNumbers(), list[Position]()
    state = odd.setup(2, seed=1)
    view = odd.observe(state, 0)
    found = analyse(view, playouts=20)
    assert {judged.move for judged in found.moves} <= {*odd.legal_moves(view)}
    assert "S" in found.draw_svg(view)

    class Watching(OddNumbers):
        """The same, but what is asked is noted."""

        def allows(self, position: Position, move: Move, /) -> bool:
            """Return True for an odd card."""
            asked.append(position)
            return super().allows(position, move)

    watching = Watching()
    view = watching.observe(watching.setup(2, seed=1), 0)
    asked.clear()
    MonteCarloPlayer(4)(view, random.Random(1))
    assert len({len(position.placements) for position in asked}) > 10, "whole rounds follow it"
