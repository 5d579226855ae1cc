"""Players: what they are shown, what they choose, how well they play, and games between them."""

from __future__ import annotations

import math
import pickle
import random
from collections import Counter
from statistics import fmean, stdev

import pytest
from helpers.cases import each
from helpers.strategies import states
from helpers.tables import FOUR_HANDS, game, play
from hypothesis import given

from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    GameState,
    House,
    IllegalMove,
    InvalidValue,
    Move,
    Phase,
    PlayerFailed,
    RandomSource,
    Slot,
    View,
    WrongType,
    determinize,
    distinct_moves,
    draw_text,
    legal_moves,
    observe,
    play_game,
    setup,
)
from westeros_intrigue.players import (
    PLAYERS as NAMED_PLAYERS,
    Player,
    greedy_player,
    provident_player,
    random_player,
)
from westeros_intrigue.rules import draw_deal

ONE_ROUND = STANDARD.with_rounds(1)
PLAYERS = tuple(NAMED_PLAYERS.parse(name.replace(":N", ":8")) for name in NAMED_PLAYERS)
"""All players of the card game; the core alone has the first three."""


def rng(seed: int = 1) -> random.Random:
    return random.Random(seed)


def view_to_move(state: GameState) -> View:
    return observe(state, state.active_player)


# The simple players


@given(states(phases=(Phase.PLAYING,)))
def test_a_player_chooses_a_legal_move(state: GameState) -> None:
    legal = legal_moves(state)
    assert all(player(view_to_move(state), rng()) in legal for player in PLAYERS)


@pytest.mark.rule("components.names")
@pytest.mark.parametrize("player", PLAYERS)
def test_a_player_places_each_card_of_a_house_equally_often(player: Player) -> None:
    # Always the lowest would tell the others which cards the hand does not hold.
    view = view_to_move(game("SSSSSSSSS", "LLLLLLLLL", "BBBBBBBBB", "TTTTTTTTT"))
    chosen = Counter(player(view, source).card for source in [rng()] for _ in range(1800))
    assert set(chosen) == set(view.hand)
    assert all(130 < count < 270 for count in chosen.values())  # 200 each, five deviations


@pytest.mark.parametrize("player", PLAYERS)
def test_a_player_who_is_not_to_move_is_told_so(player: Player) -> None:
    state = setup(4, seed=3)
    with pytest.raises(InvalidValue, match="player 2 is not to move"):
        player(observe(state, 2), rng())
    with pytest.raises(InvalidValue, match="a spectator is not to move"):
        player(observe(state, None), rng())


def test_the_random_player_chooses_each_house_and_slot_equally_often() -> None:
    # Eight Starks and a Lannister; each may go to either end.
    state = play(game("SSSSSSSSL", "SLLLLLLBB", "LLBBBBBBB", "TTTTTTTTT"), "0:S@a0")
    while state.active_player != 0:
        state = play(
            state, f"{state.active_player}:{'SLLT'[state.active_player or 0]}@a{len(state.court)}"
        )
    view = view_to_move(state)
    moves = distinct_moves(view)
    placed = [random_player(view, source) for source in [rng()] for _ in range(3000)]
    chosen = Counter((move.card.house, move.slot) for move in placed)
    expected = 3000 / len(moves)
    assert set(chosen) == {(move.card.house, move.slot) for move in moves}
    # Chi-squared: the mean is the degrees of freedom, and twice that its variance.
    squared = sum((count - expected) ** 2 / expected for count in chosen.values())
    freedom = len(moves) - 1
    assert squared < freedom + 5 * math.sqrt(2 * freedom)


def worth(view: View, move: Move) -> float:
    """Value a move as the greedy player says it does, with public functions alone."""
    court = view.court.place(move.card, move.slot)
    hand = Counter(card.house for card in view.hand if card != move.card)
    unseen = Counter(card.house for card in DECK if card not in {*view.hand, *court.values()})
    return 2 * hand[move.card.house] + sum(
        len(court.open_slots(house)) * (hand[house] - unseen[house] / 2) for house in House
    )


@given(states(phases=(Phase.PLAYING,)))
def test_the_greedy_player_chooses_a_move_of_the_highest_worth(state: GameState) -> None:
    view = view_to_move(state)
    worths = {move: worth(view, move) for move in legal_moves(view)}
    assert worths[greedy_player(view, rng())] == max(worths.values())


def test_the_greedy_player_draws_among_equal_moves() -> None:
    # On a court of one card, left and right are the same.
    view = view_to_move(play(game(*FOUR_HANDS), "0:S@a0"))
    slots = {greedy_player(view, rng(seed)).slot for seed in range(20)}
    assert slots == {Slot(0, -1), Slot(0, 1)}


# Games


def test_with_a_deal_the_seed_is_for_the_players_alone() -> None:
    deal = draw_deal(3, rng(4))
    games = [play_game([random_player] * 3, deal=deal, seed=seed) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
    assert {state.results[0].deal for state in games} == {deal.rounds[0]}
    assert play_game([random_player] * 3, deal=deal).phase is Phase.GAME_OVER


def test_a_player_that_breaks_a_rule_is_refused_and_named() -> None:
    def stubborn(view: View, _: RandomSource) -> Move:
        return Move(view.hand[0], Slot(1, 0))

    with pytest.raises(PlayerFailed, match="IllegalMove: S1 cannot go to b0") as failed:
        play_game([random_player, stubborn], seed=2)
    error = failed.value
    assert isinstance(error.__cause__, IllegalMove)
    assert (error.player, error.seat, error.moment) == ("stubborn", 1, 1)
    assert pickle.loads(pickle.dumps(error)) == error  # noqa: S301 - our own


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise OSError


@each(
    {
        "a broken network": (
            ConnectionError("no route\nkey=secret"),
            "ConnectionError",
            "no route",
        ),
        "the end of the program": (SystemExit(3), "SystemExit", "3"),
        "control characters": (ValueError("a\x1b[2Jb"), "ValueError", "a [2Jb"),
        "an error that cannot be written": (Unspeakable(), "Unspeakable", ""),
    }
)
def test_whatever_a_player_raises_is_its_own_failure(
    raised: BaseException, kind: str, reason: str
) -> None:
    def failing(_view: View, _rng: RandomSource) -> Move:
        raise raised

    with pytest.raises(PlayerFailed) as failed:
        play_game(["greedy", failing], seed=2)
    error = failed.value
    assert error.__cause__ is raised
    assert (error.kind, error.reason) == (kind, reason)
    assert error.in_public == f"failing, asked for player 1's move at step 1, failed: {kind}"
    assert str(error) == error.in_public + (f": {reason}" if reason else "")
    assert not isinstance(error, OSError)


def test_the_step_of_a_failure_is_unknown_in_a_world_drawn_for_a_view() -> None:
    def failing(_view: View, _rng: RandomSource) -> Move:
        raise TimeoutError

    world = determinize(view_to_move(play(game(*FOUR_HANDS), "0:S@a0")), rng())
    with pytest.raises(PlayerFailed, match=r"^failing, asked for player 1's move, failed: Time"):
        play_game([failing] * 4, state=world, seed=1)


def test_ctrl_c_is_no_failure_of_the_player_that_it_meets() -> None:
    def interrupted(_view: View, _rng: RandomSource) -> Move:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_game([interrupted, "greedy"], seed=1)


def test_a_seat_has_a_player_exactly_if_it_is_not_automated() -> None:
    solo: list[Player | None] = [greedy_player, None, None, None]
    assert play_game(solo, seed=3, variant=SOLO_SCHEMING).is_over
    with pytest.raises(InvalidValue, match="seat 2, which is automated, must be None"):
        play_game([*solo[:2], random_player, None], seed=1, variant=SOLO_SCHEMING)
    with pytest.raises(InvalidValue, match="seat 0 is not automated"):
        play_game([None, random_player], seed=1)


def test_a_text_is_no_list_of_players_or_names() -> None:
    with pytest.raises(WrongType, match="players must be a tuple, not 'greedy'"):
        play_game("greedy")
    with pytest.raises(WrongType, match="names must be a tuple, not 'ab'"):
        draw_text(setup(2, seed=1), names="ab")


# Strength


def share_of_rounds(one: Player, others: Player, players: int, deals: int) -> tuple[float, float]:
    """Let one player play each deal from every seat, and another player all other seats.

    Return the share of rounds that the one wins, which is to place the last card, and half the
    width of its interval: 2.6 standard errors between deals, 99 of 100 times.
    """
    source = rng()
    shares = []
    for _ in range(deals):
        deal = draw_deal(players, source, ONE_ROUND)
        wins = 0
        for seat in range(players):
            seated: list[Player] = [others] * players
            seated[seat] = one
            final = play_game(seated, deal=deal, rng=source, variant=ONE_ROUND)
            wins += final.results[0].last_placer == seat
        shares.append(wins / players)
    return fmean(shares), 2.6 * stdev(shares) / math.sqrt(deals)


@pytest.mark.parametrize(
    ("one", "others", "players", "deals", "at_least"),
    [
        (greedy_player, random_player, 2, 100, 0.80),
        (greedy_player, random_player, 4, 30, 0.35),
        (provident_player, random_player, 4, 25, 0.35),
        pytest.param(provident_player, greedy_player, 2, 300, 0.48, marks=pytest.mark.long),
    ],
)
def test_a_player_wins_most_rounds_against_a_weaker_one(
    one: Player, others: Player, players: int, deals: int, at_least: float
) -> None:
    # An even share is 1 of the number of players.
    share, margin = share_of_rounds(one, others, players, deals)
    assert share - margin >= at_least, f"{share:.3f} ± {margin:.3f} of rounds"


def test_where_each_seat_has_a_source_no_player_moves_another_s_chance() -> None:
    def drawn_by(other: Player) -> list[float]:
        drawn: list[float] = []

        def watching(view: View, rng: RandomSource) -> Move:
            drawn.append(rng.random())
            return legal_moves(view)[0]

        rngs = (random.Random(1), random.Random(2))
        play_game([watching, other], seed=3, variant=ONE_ROUND, rngs=rngs)
        return drawn

    for other in (random_player, lambda view, _: legal_moves(view)[-1]):
        drawn, source = drawn_by(other), random.Random(1)
        assert drawn == [source.random() for _ in drawn]
    for rngs in ([rng()], [rng(), None]):
        with pytest.raises((InvalidValue, WrongType)):
            play_game([random_player] * 2, rngs=rngs)
