"""The players: their choices and their strength."""

from __future__ import annotations

import functools
import random

import pytest

from games.btwixt.tables import dealt, lying, play
from westeros_intrigue import play_game
from westeros_intrigue.games import btwixt
from westeros_intrigue.games.btwixt import (
    DRAFT,
    PLAYERS,
    STANDARD,
    Kneel,
    Player,
    SearchPlayer,
    Variant,
    apply,
    final_winner,
    legal_moves,
    observe,
    random_player,
    setup,
    simple_player,
)
from westeros_intrigue.games.btwixt.knowledge.players import _chance_to_win, estimate_powers


@pytest.mark.rule("bid.kneel")
def test_a_search_player_kneels_once_no_leader_can_answer() -> None:
    last = dealt("the-game-of-thrones", "", "")
    last = play(last, "play the-game-of-thrones", "kneel", "kneel")
    assert SearchPlayer(1)(observe(last, 0), random.Random(1)) == Kneel()


def test_a_search_player_does_not_overpay_for_an_ally() -> None:
    """The card of 11 would win an ally of power 1, and the hand has four rounds to serve."""
    state = dealt("the-game-of-thrones", "oath oath", "", allies="page")
    state = play(state, "kneel", "play oath", "play host", "play oath")
    assert SearchPlayer(4)(observe(state, 2), random.Random(1)) == Kneel()


def won_by(player: Player, others: Player, seeds: range) -> float:
    """How many games a player wins for each that a player as good as the others would."""
    won = share = 0.0
    for seed in seeds:
        rng, players = random.Random(seed), 3 + seed % 4
        state = setup(players, seed=seed)
        while (seat := state.active_player) is not None:
            move = (player if seat == seed % players else others)(observe(state, seat), rng)
            assert move in legal_moves(state)
            state = apply(state, move)
        winners = final_winner(state).winners
        won += (seed % players in winners) / len(winners)
        share += 1 / players
    return won / share


@pytest.mark.long
def test_search_players_answer_every_question_and_beat_simple_players() -> None:
    assert won_by(PLAYERS.parse("search:4"), simple_player, range(5)) > 2


def test_the_simple_player_wins_more_than_its_share_against_random_players() -> None:
    assert won_by(simple_player, random_player, range(16)) > 2.2


@pytest.mark.parametrize("variant", [STANDARD, DRAFT])
def test_players_make_the_same_moves_with_and_without_views(variant: Variant) -> None:
    players: list[Player] = [random_player, simple_player, simple_player]
    by_view: list[Player] = [functools.partial(player) for player in players]
    alone = play_game(by_view, game=btwixt, seed=1, variant=variant)
    for seated in (players, [*players[:2], by_view[2]]):
        final = play_game(seated, game=btwixt, seed=1, variant=variant)
        assert final == alone
        assert (final.table.past, final.past_sights) == (alone.table.past, alone.past_sights)


@pytest.mark.rule("score.small")
def test_the_simple_player_makes_its_small_council_stronger() -> None:
    for strong, weak in (("c0", "c2"), ("c2", "c0")):
        state = dealt("oath", "", "", allies="maester")
        state = lying(state, **{strong: "jaime-lannister"})
        state = play(state, "play oath", "kneel", "kneel", "kneel")
        chosen = {str(simple_player(observe(state, 0), random.Random(n))) for n in range(12)}
        assert chosen == {f"choose {weak}"}


@pytest.mark.rule("score.small")
def test_councils_of_5_and_15_promise_more_in_mid_game_than_those_of_8_and_10() -> None:
    """Rounds are left in which the small council can still grow."""
    powers = {"c0": "jaime-lannister", "c1": "robb-stark oberyn-martell", "c2": "shae sansa-stark"}
    state = lying(dealt("", "", "", ""), **powers, c3="arianne-martell loras-tyrell")
    assert estimate_powers(state.table) == [5, 15, 10, 8]
    uneven, even = (_chance_to_win(state.table, seat, [60] * 4) for seat in (1, 3))
    assert uneven > even


@pytest.mark.rule("claim.winner")
def test_the_simple_player_bids_only_enough_to_win_the_tie() -> None:
    """Seats 0 and 1 have knelt; a tie goes to the leader first clockwise from the first player."""
    hand = "envoy envoy envoy betrayal corruption pulling-the-strings"
    later = dealt("levy", "", hand, allies="varys", first_player=0)
    later = play(later, "play levy", "kneel", "play envoy", "kneel")
    assert str(simple_player(observe(later, 2), random.Random(1))) == "play pulling-the-strings"
    first = dealt("levy", "", hand, allies="varys", first_player=2)
    first = play(first, "play envoy", "play levy", "kneel", "play envoy", "kneel")
    assert str(simple_player(observe(first, 2), random.Random(1))) == "play betrayal"


def test_the_simple_player_kills_an_ally_of_another() -> None:
    state = dealt("oath", "betrayal", "", allies="robb-stark")
    state = play(state, "play oath", "kneel", "kneel", "kneel", "choose c0")
    offered = observe(state, 1)
    assert str(simple_player(offered, random.Random(1))) == "choose card betrayal"
