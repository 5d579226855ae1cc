"""Players that search: their settings, what their moves depend on, and which worlds they weigh."""

from __future__ import annotations

import random
from typing import Any

import pytest
from helpers.cases import each
from helpers.choices_of_policies import greedy_value
from helpers.compiling import extension
from helpers.strategies import states
from hypothesis import given, settings
from players.test_players import share_of_rounds

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    Deal,
    GameState,
    House,
    InvalidValue,
    Move,
    Phase,
    RandomSource,
    RoundDeal,
    View,
    WrongType,
    apply,
    distinct_moves,
    greedy_player,
    legal_moves,
    observe,
    play_game,
    random_player,
    setup,
)
from westeros_intrigue.lab.players import LearnedPlayer, MonteCarloPlayer
from westeros_intrigue.lab.simulation import Policy
from westeros_intrigue.lab.simulation.fast import integers
from westeros_intrigue.lab.simulation.packing import pack_hand
from westeros_intrigue.lab.simulation.trials import Trials
from westeros_intrigue.players import Player
from westeros_intrigue.rules.unseen import house_counts
from westeros_intrigue.views import Determinizer

ONE_ROUND = STANDARD.with_rounds(1)


@pytest.mark.untraced
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
def test_they_choose_the_same_in_plain_python(player: Player) -> None:
    compiled = play_game([player] * 2, seed=3, variant=ONE_ROUND)
    with extension(None):
        assert play_game([player] * 2, seed=3, variant=ONE_ROUND) == compiled


@pytest.mark.untraced
@pytest.mark.parametrize(
    "player",
    [
        MonteCarloPlayer(1, policy=Policy.LEGAL),
        MonteCarloPlayer(1, policy=Policy.RANDOM, inference=True),
        LearnedPlayer(1),
    ],
)
@settings(max_examples=20)
@given(state=states(phases=(Phase.PLAYING,)))
def test_however_few_the_playouts_they_choose_a_legal_move(
    player: Player, state: GameState
) -> None:
    assert player(observe(state, state.active_player), random.Random(1)) in legal_moves(state)


@each([{"playouts": 0}, {"policy": "best"}])
def test_impossible_settings_of_a_player_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises((InvalidValue, WrongType)):
        MonteCarloPlayer(**arguments)


@pytest.mark.parametrize("kind", [MonteCarloPlayer, LearnedPlayer])
def test_a_stopped_search_makes_a_legal_move_immediately_and_another_the_usual_one(
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


# Inference from placements

SLIPS = 0.7
"""The least share of moves that inference takes to be made at random."""


def likelihood(state: GameState, move: Move) -> float:
    """How likely a greedy player who makes seven moves in ten at random places this very card."""
    moves = distinct_moves(state)
    assert state.active_player is not None
    hand = state.hands[state.active_player]
    values = [greedy_value(state, each) for each in moves]
    worth = greedy_value(state, move)
    is_best = worth == max(values)
    chance = SLIPS / len(moves) + is_best * (1 - SLIPS) / values.count(max(values))
    return chance / sum(card.house is move.card.house for card in hand)


def supposed_player(view: View, rng: RandomSource) -> Move:
    """Choose as inference supposes of a greedy player."""
    return (random_player if rng.random() < SLIPS else greedy_player)(view, rng)


def played_again(dealt: RoundDeal, view: View) -> tuple[GameState, float]:
    """The state that the placements seen lead to in a deal, and how likely the others make them."""
    state, product = setup(view.players, deal=Deal([dealt])), 1.0
    for placed in view.placements:
        if placed.player != view.player:
            product *= likelihood(state, placed.move)
        state = apply(state, placed.move)
    return state, product


def some_views() -> list[View]:
    rng = random.Random(1)
    views = []
    for players in (2, 3, 4, 6):
        state = setup(players, rng=rng)
        for _ in range(3 * players - 1):
            state = apply(state, supposed_player(observe(state, state.active_player), rng))
        views.append(observe(state, state.active_player))
    return views


@pytest.mark.long
@pytest.mark.usefixtures("compiled_or_not")
def test_a_world_weighs_as_much_as_what_was_placed_is_likely_in_it() -> None:
    for view in some_views():
        determinizer, rng = Determinizer(view), random.Random(2)
        worlds = [played_again(determinizer.draw_deal(rng), view) for _ in range(12)]
        likeliest = max(likely for _, likely in worlds)
        hands = [
            packed
            for world, _ in worlds
            for packed in (*(pack_hand(house_counts(hand)) for hand in world.hands),
                           *(0 for _ in world.hands))  # their stacks, which do not count
        ]  # fmt: skip
        weights = Trials(view, Policy.GREEDY, 1, candidates=2).weights(integers(hands))
        assert [weight / max(weights) for weight in weights] == pytest.approx(
            [likely / likeliest for _, likely in worlds], rel=1e-3, abs=1e-5
        )


def test_worlds_are_kept_by_their_weight() -> None:
    for view in some_views():
        trials = Trials(view, Policy.GREEDY, 1, candidates=2)
        worlds = Trials(view, Policy.GREEDY, 1).worlds(0, 40)
        weights, kept = trials.weights(worlds), trials.likely(worlds, 10)
        assert len(kept) == 10
        for world, weight in enumerate(weights):
            assert abs(kept.count(world) - 10 * weight / sum(weights)) < 1
