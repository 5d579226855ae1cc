"""Players that search: their settings, and the facts that their moves depend on."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import count
from math import inf, nan
from types import SimpleNamespace
from typing import Any

import pytest
from cases import each
from hypothesis import given, settings
from players.test_players import share_of_rounds
from strategies import states

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    House,
    InvalidValue,
    Phase,
    WrongType,
    legal_moves,
    observe,
    play_game,
    setup,
)
from westeros_intrigue.lab.players import LearnedPlayer, MonteCarloPlayer, search
from westeros_intrigue.lab.simulation import fast
from westeros_intrigue.players import Player, greedy_player

ONE_ROUND = STANDARD.with_rounds(1)
Searcher = Callable[..., MonteCarloPlayer]
each_searcher = pytest.mark.parametrize(
    "searcher",
    [MonteCarloPlayer, partial(MonteCarloPlayer, inference=True)],
)


@pytest.mark.rule("solo.elsewhere", "option.anyone", "option.affiliation", "option.rivalry")
@pytest.mark.parametrize(
    "player",
    [
        MonteCarloPlayer(4),
        MonteCarloPlayer(4, inference=True),
        LearnedPlayer(),
        pytest.param(LearnedPlayer(8, inference=True), marks=pytest.mark.long),
    ],
)
def test_they_play_at_every_table(player: Player) -> None:
    for players in range(2, 7):
        options = STANDARD.with_seats(houses=[House.STARK] * players).with_options(
            house_affiliation=True, rivalry=True, anyone_can_die=True
        )
        assert play_game([player] * players, seed=1, variant=options).is_over
    assert play_game([player, None, None, None], seed=1, variant=SOLO_SCHEMING).is_over


@pytest.mark.parametrize(
    "player",
    [LearnedPlayer(0), LearnedPlayer(8), MonteCarloPlayer(20, inference=True)],
)
def test_they_choose_the_same_without_the_extra(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = play_game([player] * 2, seed=3, variant=ONE_ROUND)
    monkeypatch.setattr(fast, "has_numba", lambda: False)
    assert play_game([player] * 2, seed=3, variant=ONE_ROUND) == compiled


@each_searcher
@settings(max_examples=20)
@given(state=states(phases=(Phase.PLAYING,)))
def test_however_few_the_playouts_they_choose_a_legal_move(
    searcher: Searcher, state: GameState
) -> None:
    player = searcher(1, policy="random")
    assert player(observe(state, state.active_player), random.Random(1)) in legal_moves(state)


@each_searcher
def test_a_number_of_seconds_is_kept(searcher: Searcher, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()  # at a clock that goes on by a second at each
    monkeypatch.setattr(search, "time", SimpleNamespace(monotonic=lambda: next(looks)))
    searcher(seconds=5)(observe(setup(2, seed=1), 0), random.Random(1))
    assert next(looks) == 6


@each(
    [
        {"playouts": 0},
        {"policy": "best"},
        {"seconds": 0},
        {"seconds": inf},
        {"seconds": nan},
        {"seconds": True},
    ]
)
def test_what_no_player_can_be_set_to_is_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises((InvalidValue, WrongType)):
        MonteCarloPlayer(**arguments)


@pytest.mark.parametrize("kind", [MonteCarloPlayer, LearnedPlayer])
def test_a_search_that_is_stopped_makes_a_legal_move_at_once_and_else_the_usual_one(
    kind: type[MonteCarloPlayer | LearnedPlayer],
) -> None:
    view, asked = observe(setup(4, seed=2), 0), iter([False] * 3)
    stopped = kind(10**9).choose(view, random.Random(3), stop=lambda: next(asked, True))
    assert stopped in legal_moves(view)
    assert next(asked, None) is None
    whole = kind(200).choose(view, random.Random(3), stop=lambda: False)
    assert whole == kind(200)(view, random.Random(3))


@pytest.mark.long
@pytest.mark.parametrize(
    ("one", "players", "deals", "at_least"),
    [(MonteCarloPlayer(200), 2, 50, 0.6), (LearnedPlayer(), 4, 50, 0.35)],
)
def test_a_player_that_searches_wins_most_rounds_against_a_greedy_one(
    one: Player, players: int, deals: int, at_least: float
) -> None:
    # An even share is 1 of the number of players.
    share, margin = share_of_rounds(one, greedy_player, players, deals)
    assert share - margin >= at_least, f"{share:.3f} ± {margin:.3f} of rounds"
