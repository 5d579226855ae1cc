"""The players: their choices and their strength."""

from __future__ import annotations

import functools
import random

import pytest

from games.btwixt.tables import dealt, lying, play
from westeros_intrigue import InvalidValue, play_game
from westeros_intrigue.games import btwixt
from westeros_intrigue.games.btwixt import (
    DRAFT,
    PLAYERS,
    STANDARD,
    DecisionKind,
    Kneel,
    Move,
    Play,
    Player,
    SearchPlayer,
    Variant,
    View,
    apply,
    final_winner,
    legal_moves,
    observe,
    random_player,
    setup,
    simple_player,
)
from westeros_intrigue.games.btwixt.players import _chance_to_win, estimate_powers


@pytest.mark.rule("bid.kneel")
def test_a_player_that_searches_kneels_once_nobody_can_answer() -> None:
    last = dealt("the-game-of-thrones", "", "")
    last = play(last, "play the-game-of-thrones", "kneel", "kneel")
    assert SearchPlayer(1)(observe(last, 0), random.Random(1)) == Kneel()


def test_a_player_that_searches_lets_an_ally_go_that_costs_more_than_it_is_worth() -> None:
    """The card of 11 would win an ally of power 1, and the hand has four rounds to serve."""
    state = dealt("the-game-of-thrones", "test-oath test-oath", "", allies="test-ally-1a")
    state = play(state, "kneel", "play test-oath", "play test-host", "play test-oath")
    assert SearchPlayer(4)(observe(state, 2), random.Random(1)) == Kneel()


@pytest.mark.long
def test_players_that_search_answer_every_question_and_beat_simple_ones() -> None:
    """A player as good as the others would win 6 of 24 games."""
    won = 0.0
    searching = PLAYERS.parse("search:4")
    for seed in range(24):
        rng = random.Random(seed)
        state = setup(4, seed=seed, variant=STANDARD)
        while (seat := state.active_player) is not None:
            move = (searching if seat == seed % 4 else simple_player)(observe(state, seat), rng)
            assert move in legal_moves(state)
            state = apply(state, move)
        winners = final_winner(state).winners
        won += (seed % 4 in winners) / len(winners)
    assert won > 7


def test_the_simple_player_wins_more_than_its_share_against_random_ones() -> None:
    won = share = 0.0
    for seed in range(20):
        rng = random.Random(seed)
        players = 3 + seed % 4
        state = setup(players, seed=seed)
        while not state.is_over:
            seat = state.active_player
            assert seat is not None
            player = simple_player if seat == seed % players else random_player
            state = apply(state, player(observe(state, seat), rng))
        winners = final_winner(state).winners
        won += (seed % players in winners) / len(winners)
        share += 1 / players
    assert won > 1.3 * share
    with pytest.raises(InvalidValue, match="player 0 is not to decide: no player is"):
        random_player(observe(state, 0), random.Random(1))


def two_highest(view: View, rng: random.Random) -> Move:
    """The rule to beat: the highest card while another leads, at most two a round."""
    moves = legal_moves(view)
    totals = [sum(map(view.box.value, pile)) for pile in view.piles]
    order = view.table.turn_order
    played = [seat for seat, _ in view.table.plays].count(view.player or 0)
    cards = [move for move in moves if isinstance(move, Play)]
    if not view.decision or view.decision.kind is not DecisionKind.TURN:
        return simple_player(view, rng)
    if max(order, key=totals.__getitem__) == view.player or played > 1 or not cards:
        return Kneel()
    return max(cards, key=lambda move: view.box.value(move.card))


@pytest.mark.long
def test_the_simple_player_beats_the_rule_of_the_two_highest_cards() -> None:
    won = {simple_player: 0.0, two_highest: 0.0}
    for seed in range(200):
        rng = random.Random(seed)
        seats = [(simple_player, two_highest)[(seat + seed) % 2] for seat in range(4)]
        state = setup(4, seed=seed)
        while (seat := state.active_player) is not None:
            state = apply(state, seats[seat](observe(state, seat), rng))
        winners = final_winner(state).winners
        for seat in winners:
            won[seats[seat]] += 1 / len(winners)
    assert won[simple_player] > 107  # one standard error above even


@pytest.mark.parametrize("variant", [STANDARD, DRAFT])
def test_players_that_play_on_without_views_make_the_moves_that_they_choose_by_them(
    variant: Variant,
) -> None:
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
        state = dealt("test-oath", "", "", allies="test-ally-3a")
        state = lying(state, **{strong: "jaime-lannister"})
        state = play(state, "play test-oath", "kneel", "kneel", "kneel")
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
def test_the_simple_player_bids_no_more_than_wins_the_tie() -> None:
    """Seats 0 and 1 have knelt; a tie goes to the leader first clockwise from the first player."""
    hand = "test-envoy test-envoy test-envoy betrayal corruption pulling-the-strings"
    later = dealt("test-levy", "", hand, allies="varys", first_player=0)
    later = play(later, "play test-levy", "kneel", "play test-envoy", "kneel")
    assert str(simple_player(observe(later, 2), random.Random(1))) == "play pulling-the-strings"
    first = dealt("test-levy", "", hand, allies="varys", first_player=2)
    first = play(first, "play test-envoy", "play test-levy", "kneel", "play test-envoy", "kneel")
    assert str(simple_player(observe(first, 2), random.Random(1))) == "play betrayal"


def test_the_simple_player_kills_an_ally_of_another() -> None:
    state = dealt("test-oath", "betrayal", "", allies="robb-stark")
    state = play(state, "play test-oath", "kneel", "kneel", "kneel", "choose c0")
    offered = observe(state, 1)
    assert str(simple_player(offered, random.Random(1))) == "choose card betrayal"
