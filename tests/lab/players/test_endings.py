"""Players that solve the end of a round in each drawn world."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace

import pytest

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    House,
    View,
    apply,
    distinct_moves,
    legal_moves,
    observe,
    play_game,
    setup,
)
from westeros_intrigue.lab.players import MonteCarloPlayer, TreeSearchPlayer
from westeros_intrigue.lab.players.search import best_when_solved, is_ending
from westeros_intrigue.lab.simulation import solve
from westeros_intrigue.views import Determinizer

ONE_ROUND = STANDARD.with_rounds(1)


def endings(state: GameState, most_cards: int) -> Iterator[GameState]:
    """The positions of a round played at random in which so few cards are left to choose from."""
    rng = random.Random(1)
    while state.active_player is not None:
        is_chosen = state.active_player not in state.variant.automated
        if is_chosen and is_ending(observe(state, state.active_player), most_cards):
            yield state
        state = apply(state, rng.choice(legal_moves(state)))


def value(state: GameState, seat: int) -> int:
    """What perfect play of a round of two comes to, seen from a seat."""
    if state.active_player is None:
        cards = [len(hand) for hand in state.hands]
        return cards[1 - seat] - cards[seat] + (2 if state.last_placer == seat else -2)
    found = solve(state).value
    assert found is not None
    return found if state.active_player == seat else -found


@pytest.mark.rule("round.throne", "round.penalty")
def test_the_move_made_has_the_greatest_sum_of_values_in_the_worlds_drawn() -> None:
    late = [each for each in endings(setup(2, seed=4), 14) if len(distinct_moves(each)) > 1]
    assert len(late) >= 2
    for state in late:
        view, moves = observe(state, state.active_player), distinct_moves(state)
        determinizer, rng = Determinizer(view), random.Random(5)
        worlds = [determinizer.draw(rng, later_rounds=False) for _ in range(10)]
        assert view.player is not None
        sums = {
            (move.card.house, move.slot): sum(
                value(apply(world, move), view.player) for world in worlds
            )
            for move in moves
        }
        for searcher in (MonteCarloPlayer, TreeSearchPlayer):
            player = searcher(10 * len(moves), solve_last=14)
            move = player(view, random.Random(5))
            assert sums[move.card.house, move.slot] == max(sums.values())


@pytest.mark.rule("solo.elsewhere")
def test_with_all_cards_known_the_move_made_is_a_best_one() -> None:
    for seed in (1, 2, 3):
        for state in endings(setup(4, seed=seed, variant=SOLO_SCHEMING), 16):
            assert best_when_solved(distinct_moves(state), [state]) in solve(state).best_moves


def test_what_cannot_be_solved_is_played_out() -> None:
    def first_view(players: int, **options: bool) -> View:
        houses = list(House)[:players]
        variant = ONE_ROUND.with_seats(houses=houses).with_options(**options)
        return observe(setup(players, seed=1, variant=variant), 0)

    assert is_ending(first_view(2), 28)
    assert not is_ending(first_view(2), 27)
    assert not is_ending(first_view(2, rivalry=True), 28)
    assert not is_ending(first_view(2, house_affiliation=True), 28)
    assert not is_ending(first_view(3), 36)
    solver, other = MonteCarloPlayer(20, solve_last=36), MonteCarloPlayer(20)
    games = [play_game([player] * 3, seed=1, variant=ONE_ROUND) for player in (solver, other)]
    assert games[0] == games[1]


def test_a_player_who_solves_takes_the_seconds_too(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(endings(setup(2, seed=4), 14))
    view = observe(state, state.active_player)
    looks = count()  # at a clock that goes on by a second at each
    clock = SimpleNamespace(monotonic=lambda: next(looks))
    monkeypatch.setattr("westeros_intrigue.lab.players.search.time", clock)
    MonteCarloPlayer(seconds=5, solve_last=14)(view, random.Random(1))
    assert next(looks) == 6
