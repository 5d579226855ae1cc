"""Automated seats and the options against the second engine, ply by ply, over whole random games.

The second engine keeps two lists a house, one drawn from and one set aside on, and follows the two
texts step by step. `WESTEROS_GAMES=50 pytest tests/rules/test_solo_against_second_engine.py` plays
50 games for each table, each choice of options and each first player drawn, instead of one.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from itertools import compress, product

import pytest
from helpers import strategies
from helpers.against_second_engine import play_along
from hypothesis import given, settings, strategies as st
from second_engine import hand_size, starter_count

import westeros_intrigue as wi
from westeros_intrigue.rules.variants import OPTIONS

GAMES = int(os.environ.get("WESTEROS_GAMES", "1"))
MOST_ROUNDS = 7
TRIED_MOVES = 4

SEATS = pytest.mark.parametrize("players", [2, 3, 4, 5, 6, pytest.param(None, id="solo")])
CHOICES = [
    pytest.param(
        chosen,
        id="-".join(compress(OPTIONS, chosen)) or "none",
        marks=() if all(chosen) else pytest.mark.long,
    )
    for chosen in product((False, True), repeat=len(OPTIONS))
]


def table(players: int | None, options: tuple[bool, ...], seed: int) -> wi.GameState:
    """A game with these options that has just been set up.

    Which seats are automated, how many rounds there are and who starts depends on the seed. With
    None for the players the table is that of Solo Scheming, as it is.
    """
    rng = random.Random(seed)
    if players is None:
        variant, players, first_player = wi.SOLO_SCHEMING, 4, 0
    else:
        houses = [rng.choice(list(wi.House)) for _ in range(players)]
        automated = rng.sample(range(players), rng.randrange(players + 1))
        rounds = rng.choice((players, rng.randrange(1, MOST_ROUNDS + 1)))
        variant = wi.STANDARD.with_seats(houses=houses, automated=automated).with_rounds(rounds)
        first_player = rng.randrange(players)
    variant = variant.with_options(**dict(zip(OPTIONS, options, strict=True)))
    return wi.setup(players, seed=seed, first_player=first_player, variant=variant)


def compare_dictation(state: wi.GameState, move: wi.Move) -> None:
    """Assert that on an automated seat's turn a move is refused unless it is the one dictated."""
    [dictated] = wi.legal_moves(state)
    named = [why for why in wi.explain(state, move) if why.code is wi.ViolationCode.NOT_DICTATED]
    if move == dictated:
        assert not named
    else:
        beside = move.card == dictated.card and move.slot.row == dictated.slot.row
        broken = "solo.stack" if move.slot == dictated.slot else "solo.highest"
        [why] = named
        assert (why.dictated, why.rule) == (dictated, "solo.side" if beside else broken)


def tried_moves(state: wi.GameState, rng: random.Random) -> Iterable[wi.Move]:
    """Legal moves and others: cards of the hand and of the deck, to slots in and near the court."""
    active_player = state.active_player
    assert active_player is not None
    for _ in range(TRIED_MOVES):
        card = rng.choice((*state.hands[active_player], rng.choice(wi.DECK)))
        move = wi.Move(card, wi.Slot(rng.randrange(5), rng.randrange(-8, 9)))
        if active_player in state.variant.automated:
            compare_dictation(state, move)
        yield move


def compare_along(state: wi.GameState, seed: int) -> wi.GameState:
    """Play a whole game in both engines, and compare at every ply."""
    rng = random.Random(seed)
    return play_along(state, rng.choice, lambda state: tried_moves(state, rng))


@pytest.mark.untraced
@SEATS
@pytest.mark.parametrize("options", CHOICES)
def test_whole_games_with_any_automated_seats_and_options_go_the_same_way_in_both_engines(
    players: int | None, options: tuple[bool, ...]
) -> None:
    anyone_can_die = dict(zip(OPTIONS, options, strict=True))["anyone_can_die"]
    for game in range(GAMES):
        # Another number for each table, so that all have other seats, rounds and first players.
        number = sum(is_chosen << at for at, is_chosen in enumerate(reversed(options)))
        seed = 100 * game + 10 * (players or 1) + number
        over = compare_along(table(players, options, seed), seed)
        assert over.phase is wi.Phase.GAME_OVER
        for result in over.results:
            deal, number = result.deal, result.round_number
            assert deal is not None
            solo = players is None
            cards = hand_size(over.players, number, anyone_can_die=anyone_can_die, solo=solo)
            count = starter_count(over.players, number, anyone_can_die=anyone_can_die)
            assert {len(hand) for hand in deal.hands} == {cards}
            assert len(deal.starters) == len(result.starters) == count


@settings(max_examples=8)
@given(
    data=st.data(),
    automated=st.sets(st.integers(0, 3)),
    seats=st.lists(st.sampled_from(wi.House), min_size=4, max_size=4),
)
def test_a_round_of_any_deal_with_automated_seats_goes_the_same_way_in_both_engines(
    data: st.DataObject, automated: set[int], seats: list[wi.House]
) -> None:
    """The same once more where a failure shrinks to a short game."""
    variant = wi.STANDARD.with_rounds(1).with_options(house_affiliation=True, rivalry=True)
    variant = variant.with_seats(houses=seats, automated=sorted(automated))
    state = data.draw(strategies.starts(4, variant))
    play_along(state, lambda legal: data.draw(st.sampled_from(legal)))
