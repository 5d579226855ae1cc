"""Players are as strong, and chances as right, as the studies measure on little data."""

from __future__ import annotations

import random
from statistics import fmean, stdev

import attrs
import pytest

from studies.chances import ADVISED, seen_in, slope_of
from studies.exploit import ATTACKS, Nested
from studies.strength import strength
from westeros_intrigue import STANDARD, House, apply, observe, setup
from westeros_intrigue.lab.players import LearnedPlayer, ReadingPlayer
from westeros_intrigue.players import parse_player

ROUND = STANDARD.with_rounds(1)
LEARNED = LearnedPlayer()


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "deals", "share"), [(2, 40, 0.6), (3, 16, 0.55), (4, 16, 0.35)]
)
def test_it_beats_the_network(players: int, deals: int, share: float) -> None:
    """It wins 0.74, 0.82 and 0.61 of the rounds of many deals, over three standard errors more.

    It takes long: the strongest player thinks about each placement of the deals.
    """
    found = strength(ReadingPlayer(), LEARNED, players, deals, 4)
    assert fmean(found.shares) > share


@pytest.mark.long
def test_an_attack_that_knows_the_network_reads_it() -> None:
    found = strength(ATTACKS["reads:0.01"]("learned"), LEARNED, 2, 30, 4)
    assert fmean(found.shares) > 0.65


def test_the_nested_attack_finds_the_placements_that_the_player_would_make() -> None:
    start, rng, attack = setup(2, seed=3, variant=ROUND), random.Random(3), Nested()
    state, target = start, ReadingPlayer(4)
    for _ in range(12):
        seat = state.active_player
        assert seat is not None
        state = apply(state, (attack, target)[seat](observe(state, seat), rng))
    held = tuple(sum(card.house is house for card in start.hands[1]) for house in House)
    even = 1 / len(attack.chances)
    assert attack.chances[held] / sum(attack.chances.values()) > even


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 5])
def test_the_chance_shown_is_how_often_the_round_is_won(players: int) -> None:
    """It takes long: each decision of fifty rounds is analysed."""
    adviser = attrs.evolve(ADVISED, assumed="knight")
    knight = parse_player("knight")
    rounds = [seen_in([knight] * players, f"test {number}", adviser) for number in range(50)]
    differences = [fmean(each.shown - each.won for each in of_round) for of_round in rounds]
    assert abs(fmean(differences)) < 4 * stdev(differences) / 50**0.5
    # 50 rounds bound a slope less tightly than the 500 whose slopes docs/players.md has.
    assert 0.6 < slope_of([each for of_round in rounds for each in of_round]) < 1.4


@pytest.mark.long
@pytest.mark.parametrize(
    ("opponent", "limit"), [("squire", 0.145), ("greedy", 0.12), ("learned", 0.11)]
)
def test_the_chance_is_right_whoever_sits_there(opponent: str, limit: float) -> None:
    """It takes long: each decision of forty rounds is analysed."""
    adviser = attrs.evolve(ADVISED, assumed=opponent)
    seats = [parse_player(opponent)] * 2
    rounds = [seen_in(seats, f"test {number}", adviser) for number in range(40)]
    score = fmean((each_.shown - each_.won) ** 2 for made in rounds for each_ in made)
    assert score < limit
