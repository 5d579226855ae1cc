"""Games in bulk are the library's games, round by round."""

from __future__ import annotations

import random

import pytest
from helpers.choices_of_policies import choose
from helpers.compiling import each_set, extension

import westeros_intrigue as wi
from westeros_intrigue.lab.simulation import GameSource, Policy, SimulatedGames, Simulation
from westeros_intrigue.rules import draw_deal
from westeros_intrigue.rules.variants import OPTIONS


def played_by_the_library(terms: Simulation, number: int) -> wi.GameState:
    """The same game through the public functions, with the game's own random numbers."""
    players, variant = terms.players, terms.variant
    source = GameSource(terms.seed, number, players, variant)
    deal = draw_deal(players, source, variant)
    state = wi.setup(players, deal=deal, variant=variant, first_player=terms.first_player)
    while state.phase is not wi.Phase.GAME_OVER:
        seat = state.active_player
        if seat is None:
            state = wi.score_round(state)
        elif seat in variant.automated:
            state = wi.apply(state, wi.legal_moves(state)[0])
        else:
            state = wi.apply(state, choose(terms.policies[seat], state, source))
    return state


def some_table(rng: random.Random) -> tuple[int, wi.Variant]:
    """Any number of players, options, automated seats and Iron Throne cards."""
    players, variant = rng.randrange(2, 7), wi.STANDARD
    if rng.random() < 0.2:
        players, variant = 4, wi.SOLO_SCHEMING
    else:
        houses = [rng.choice(list(wi.House)) for _ in range(players)]
        automated = [seat for seat in range(players) if rng.random() < 0.3]
        variant = variant.with_seats(houses=houses, automated=automated)
    if rng.random() < 0.4:  # ties between holders, and victories shared among them
        throne_cards = [wi.IronThroneCard(1, icons=rng.randrange(1, 3)) for _ in range(9)]
        variant = variant.with_throne_cards(throne_cards)
    return players, variant.with_options(**{name: rng.random() < 0.5 for name in OPTIONS})


def some_terms(rng: random.Random) -> Simulation:
    players, variant = some_table(rng)
    first_player = rng.randrange(players) if variant.first_player is None else 0
    policy = [rng.choice(list(Policy)) for _ in range(players)]
    return Simulation(players, policy, rng.getrandbits(64), variant, first_player)


@pytest.mark.untraced
def test_the_compiled_half_plays_the_games_of_the_kernel() -> None:
    def simulated() -> list[SimulatedGames]:
        return [
            Simulation(players, policy, seed=5, variant=variant).games(range(start, start + 5))
            for players, start in ((2, 0), (3, 100), (4, 7), (5, 1), (6, 2))
            for variant in (wi.STANDARD, wi.STANDARD.with_options(anyone_can_die=True))
            for policy in Policy
        ]

    with extension(None):
        expected = simulated()
    for _ in each_set():
        assert simulated() == expected


def compare(terms: Simulation, games: SimulatedGames, number: int) -> None:
    state = played_by_the_library(terms, number)
    final = wi.final_winner(state)
    thrones = terms.variant.throne_cards
    for result, left, last, house, plies, throne, points in zip(
        state.results,
        games.cards_left[number].tolist(),
        games.last_placer[number].tolist(),
        games.last_house[number].tolist(),
        games.plies[number].tolist(),
        games.throne_cards[number].tolist(),
        games.penalty_points[number].tolist(),
        strict=True,
    ):
        assert list(result.cards_left) == left
        assert result.last_placer == last
        assert result.placements[-1].move.card.house.index == house
        assert len(result.placements) == plies
        assert result.throne_card == thrones[throne]
        assert list(result.penalty_points) == points
    assert list(final.totals) == games.totals[number].tolist()
    assert final.winners == tuple(games.is_winner[number].nonzero()[0].tolist())
    assert final.decided_by is [*wi.Decision][games.decided_by[number]]


@pytest.mark.untraced
def test_each_game_is_the_librarys_with_the_same_choices() -> None:
    rng = random.Random(1)
    decided = set()
    for _ in range(25):
        terms = some_terms(rng)
        games = terms.games(range(2))
        compare(terms, games, 0)
        compare(terms, games, 1)
        decided.update(games.decided_by.tolist())
    assert decided == {0, 1, 2}
