"""Players, the rulebook, the shape of a game, and what the package imports."""

from __future__ import annotations

import functools
import random
from collections import Counter

import pytest

from games.monopoly.tables import boxed, card, own, played, rolled, setup, table
from westeros_intrigue import InvalidValue, WrongType, play_game
from westeros_intrigue.games import monopoly
from westeros_intrigue.games.monopoly import (
    Accept,
    Bid,
    Build,
    Buy,
    Decision,
    Decline,
    Demand,
    GameState,
    Mortgage,
    Move,
    Offer,
    Pass,
    Player,
    Redeem,
    Sell,
    StandBy,
    TryDouble,
    apply,
    observe,
    parse_move,
    random_player,
    simple_player,
    trader_player,
)
from westeros_intrigue.games.monopoly.knowledge.players import (
    _moves_to_try,
    _share_after,
    _wealth,
    reason,
    trader_reason,
)


def simple(state: GameState) -> Move:
    return simple_player(observe(state, state.active_player), random.Random(1))


def test_a_simple_player_buys_bids_and_builds_sensibly() -> None:
    visiting = table(9, 9, at=(18, 0), rolls=[(2, 3)], deeds=own(1, 21, 24))
    visiting = rolled(visiting)
    assert simple(visiting) == Buy()
    bidding = played(visiting, "put-up")
    assert simple(bidding) == Bid(1)
    # It completes the set of player 1, so both may go to twice its price or more.
    assert simple(played(bidding, "bid 7")) == Pass()
    assert simple(played(bidding, "bid 5")) == Bid(6)
    poor = rolled(table(3, 9, at=(18, 0), rolls=[(2, 3)]))
    assert str(simple(poor)) == "put-up"
    assert simple(table(5, 9, deeds=own(0, 37, 39))) == StandBy()
    assert simple(table(9, 9, deeds=own(0, 1) | own(0, 3, mortgaged=True))) == StandBy()
    assert simple(table(10, 9, deeds=own(0, 1) | own(0, 3, mortgaged=True))) == Redeem(3)
    castle = table(20, 9, deeds=own(0, 1, level=4) | own(0, 3, level=5))
    assert simple(castle) == Build(1)


def test_a_simple_player_trades_for_the_last_deed_of_a_set() -> None:
    state = table(20, 9, deeds=own(0, 11, 13) | own(1, 14))
    offer = simple(state)
    assert isinstance(offer, Offer)
    assert str(offer) == "offer 1: 9c for 14"
    asked = played(state, offer)
    assert simple(played(state, "offer 1: 1c for 14")) == Decline()
    assert simple(played(state, "offer 1: 20c for 14")) == Accept()
    assert simple(played(asked, "decline", "1: pass")) == StandBy()


@pytest.mark.parametrize(("player", "players"), [(simple_player, 2), (trader_player, 4)])
def test_a_bot_does_not_repeat_an_offer_that_was_declined(player: Player, players: int) -> None:
    refused, rng = 0, random.Random(1)
    for seed in range(8):
        state, made = setup(players, seed=seed), set[Offer]()
        while not state.is_over and state.turn_number < 200:
            move = player(observe(state, state.active_player), rng)
            if state.decision is Decision.ANSWER and state.active_player == 0:
                move, refused = Decline(), refused + 1
            if isinstance(move, Offer) and move.partner == 0:
                assert move not in made
                made.add(move)
            state = apply(state, move)
        deeds = Counter((offer.partner, offer.take.deeds, offer.give.deeds) for offer in made)
        assert player is simple_player or max(deeds.values(), default=1) == 1
    assert refused > 3


@pytest.mark.parametrize(("given", "spare"), [("9c", ()), ("5+3c", (5,)), ("39", (39,))])
def test_a_search_player_does_not_repeat_an_offer_that_was_declined(
    given: str, spare: tuple[int, ...]
) -> None:
    asked = table(30, 9, deeds=own(0, 11, 13, *spare) | own(1, 14))
    offer = parse_move(f"offer 1: {given} for 14")
    left = _moves_to_try(played(asked, offer, "decline", "1: pass").table, 0)
    assert {*_moves_to_try(asked.table, 0)} - {*left} == {offer}


def trade(state: GameState) -> Move:
    return trader_player(observe(state, state.active_player), random.Random(1))


def test_a_trader_offers_an_exchange_that_shares_the_gain() -> None:
    state = table(30, 9, 9, deeds=own(0, 11, 13, 5) | own(1, 14) | own(2, 31))
    assert str(trade(state)) == "offer 1: 3c for 14"
    assert trade(played(state, "offer 1: 3c for 14")) == Accept()
    assert trade(table(30, 9, 9, deeds=own(0, 5) | own(1, 14))) == StandBy()
    # What one of two players gains the other one loses.
    assert trade(table(30, 9, deeds=own(0, 11, 13, 5) | own(1, 14))) == StandBy()


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("bid 1", "it is worth 3 coins to you"),
        ("decline", "the others gain more in future rents than you"),
        ("buy", "it costs 3, and you have 9 coins"),
    ],
)
def test_a_trader_explains_its_moves(move: str, words: str) -> None:
    state = rolled(table(9, 9, at=(18, 0), rolls=[(2, 3)]))
    state = played(state, "put-up") if move.startswith("bid") else state
    assert trader_reason(observe(state, state.active_player), parse_move(move)) == words


def test_a_simple_player_demands_rents_and_tries_for_a_double_in_jail() -> None:
    state = rolled(table(9, 9, at=(10, 0), tries=(0, None), kept=((card("jail-card"),), ())))
    assert simple(state) == TryDouble()
    owed = rolled(table(9, 9, rolls=[(2, 3)], deeds=own(1, 5)))
    assert simple(owed) == Demand()


def test_a_simple_player_in_debt_mortgages_deeds_before_it_sells() -> None:
    rent = own(1, 31, 32, 34, level=1)
    deeds = rent | own(0, 1, 3, level=2) | own(0, 5) | own(0, 37, 39)
    state = table(2, 9, at=(22, 0), rolls=[(6, 4)], deeds=deeds)
    state = played(rolled(state), "1: demand")
    assert simple(state) == Mortgage(39)
    state = played(state, "mortgage 39", "mortgage 37")
    assert simple(state) == Mortgage(5)
    sold = table(7, 9, at=(22, 0), rolls=[(6, 4)], deeds=rent | own(0, 1, 3, level=2))
    assert simple(played(rolled(sold), "1: demand")) == Sell(1)
    lost = table(1, 9, at=(22, 0), rolls=[(6, 4)], deeds=rent, kept=((card("jail-card"),), ()))
    assert str(simple(played(rolled(lost), "1: demand"))) == "give-up"


INDEBTED = own(1, 31, 32, 34, level=1) | own(0, 5)
TRADING = table(20, 9, deeds=own(0, 11, 13) | own(1, 14))
BUILDING = table(9, 9, deeds=own(0, 16, 18, 19) | own(1, 6, 8, 9), edition=boxed(1))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (rolled(table(9, 9, at=(18, 0), rolls=[(2, 3)])), "it costs 3, and you have 9 coins"),
        (table(20, 9, deeds=own(0, 1, 3)), "it adds 1 coin of rent for 1"),
        (played(TRADING, "offer 1: 20c for 14"), "you get 20 coins of value for 8"),
        (rolled(table(9, 9, at=(10, 0), tries=(0, None))), "you pay no rent in jail"),
        (TRADING, "it completes a set and leaves 8 coins for rents"),
        (played(BUILDING, "build 16"), "it is worth 2 coins to you"),
        (
            played(rolled(table(8, 9, at=(22, 0), rolls=[(6, 4)], deeds=INDEBTED)), "1: demand"),
            "you can redeem the deed when the debt is paid",
        ),
        (rolled(table(9, 9, rolls=[(2, 3)], deeds=own(1, 5))), ""),
    ],
)
def test_a_simple_player_explains_its_moves(state: GameState, words: str) -> None:
    assert reason(observe(state, state.active_player), simple(state)) == words


def test_players_are_asked_only_when_they_decide() -> None:
    state = setup(2, seed=1)
    for player in (random_player, simple_player):
        with pytest.raises(InvalidValue, match="ask player 0"):
            player(observe(state, 1), random.Random(1))
        with pytest.raises(InvalidValue, match="a spectator"):
            player(observe(state, None), random.Random(1))
    with pytest.raises(WrongType, match="rng must be an object with a method random"):
        monopoly.play_on(state, [simple_player, random_player], [None, None])


@pytest.mark.parametrize("seed", [1, 5])
def test_players_make_the_same_moves_with_and_without_views(seed: int) -> None:
    players: list[Player] = [random_player, simple_player, trader_player]
    by_view: list[Player] = [functools.partial(player) for player in players]
    alone = play_game(by_view, game=monopoly, seed=seed)
    for seated in (players, [*players[:2], by_view[2]]):
        final = play_game(seated, game=monopoly, seed=seed)
        assert final == alone
        assert final.moves.all_events() == alone.moves.all_events()


def test_a_search_player_values_wins_sets_and_deeds_that_are_free() -> None:
    claim = rolled(table(9, 1, at=(0, 0), rolls=[(1, 2)], deeds=own(1, 1, 3, level=4)))
    won = rolled(table(1, 9, at=(0, 0), rolls=[(1, 2)], deeds=own(1, 1, 3, level=4)))
    assert [_share_after(won, player, Demand()) for player in (0, 1)] == [0, 1]
    assert 0 < _share_after(claim, 1, Demand()) < 1
    mortgaged, free, both, built = (
        _wealth(table(9, 9, deeds=deeds).table, 0)
        for deeds in (
            own(0, 1, mortgaged=True), own(0, 1), own(0, 1, 3), own(0, 1, 3, level=1),
        )
    )  # fmt: skip
    assert 9 < mortgaged < free < 9 + (both - 9) / 2 < built


def test_the_simple_player_beats_random_players() -> None:
    wins = 0
    for seed in range(12):
        players = [random_player] * 4
        players[seed % 4] = simple_player
        final = play_game(players, game=monopoly, seed=seed)
        wins += final.bankrupt.count(seed % 4) == 0
    assert wins >= 10
