"""What holds at every decision of every game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

import attrs
import pytest

from monopoly.tables import SHEET, setup
from westeros_intrigue import monopoly, play_game
from westeros_intrigue.base.chance import random_below
from westeros_intrigue.monopoly import (
    Bid,
    Decision,
    Edition,
    Event,
    GameState,
    GiveUp,
    Mortgage,
    Move,
    Offer,
    Pass,
    Phase,
    Sell,
    SellSet,
    SpaceKind,
    Variant,
    apply,
    events,
    explain,
    legal_moves,
    may_offer,
    means,
    observe,
    random_player,
    simple_offers,
    simple_player,
)
from westeros_intrigue.monopoly.event_kinds import Thrown
from westeros_intrigue.monopoly.steps import Auction, Owing, Purchase, RentClaim, TryRoll

SCARCE = attrs.evolve(SHEET, name="scarce", holdfasts=6, castles=1)
MOST_DECISIONS = 100_000


def check(state: GameState) -> None:
    """What holds of every state."""
    table = state.table
    board = state.board
    assert sum(state.cash) + state.treasury == board.coins
    assert min(state.cash) >= 0
    solvent = [seat for seat in range(state.players) if seat not in state.bankrupt]
    for space, deed in enumerate(state.deeds):
        if deed.owner is None:
            assert not deed.mortgaged
            assert not deed.level
        else:
            assert deed.owner in solvent
            assert board.kinds[space].is_deed
    assert state.holdfasts_left >= 0
    assert state.castles_left >= 0
    for spaces in board.groups.values():
        levels = [state.deeds[space].level for space in spaces]
        assert max(levels) - min(levels) <= 1
        if any(levels):
            assert len({state.deeds[space].owner for space in spaces}) == 1
            assert not any(state.deeds[space].mortgaged for space in spaces)
    kept = [card for cards in state.kept_cards for card in cards]
    assert sorted([*kept, *state.known_bottom, *state.unseen_cards]) == list(
        range(len(board.cards))
    )
    assert 0 <= state.doubles <= 2
    for seat in solvent:
        assert board.kinds[state.positions[seat]] is not SpaceKind.GO_TO_JAIL
        tries = state.jail_tries[seat]
        assert tries is None or state.positions[seat] == board.jail
        # The third try counts while its fee is owed.
        is_owing = any(isinstance(step, Owing) and step.debtor == seat for step in table.agenda)
        assert tries in {None, 0, 1, 2} or is_owing
    for step in table.agenda:
        if isinstance(step, Owing) and step.creditor is None:
            assert step.debtor == state.turn_player
    if state.phase is Phase.PLAYING:
        assert state.active_player in solvent


def throws(before: GameState, after: GameState) -> list[Event]:
    return [event for event in events(before, after) if isinstance(event, Thrown)]


def check_move(before: GameState, move: Move, after: GameState) -> None:
    """What holds of every move."""
    player = before.active_player
    assert player is not None
    if not isinstance(before.step, RentClaim | TryRoll):
        assert len(throws(before, after)) <= 1
    if isinstance(move, (Sell, SellSet, Mortgage)) and not after.is_over:
        raised_for = before.step
        is_settled = isinstance(raised_for, Owing) and after.step != raised_for
        if not is_settled:
            assert means(after, player) == means(before, player)
    if isinstance(move, Bid):
        step = before.step
        assert isinstance(step, Auction)
        assert step.high < move.amount <= before.cash[player]
    if isinstance(move, Offer):
        assert (after.cash, after.deeds) == (before.cash, before.deeds)
    if isinstance(move, Pass) and before.decision is Decision.FLOOR and not throws(before, after):
        assert (after.cash, after.deeds, after.positions) == (
            before.cash, before.deeds, before.positions,
        )  # fmt: skip


def check_decision(state: GameState, moves: Sequence[Move]) -> None:
    """What holds of what somebody is asked."""
    player = state.active_player
    assert player is not None
    assert moves
    for move in moves:
        assert explain(state, move) == ()
    is_alone = len(moves) == 1 and not may_offer(state)
    assert not is_alone or (state.decision is Decision.FLOOR and player == state.turn_player)
    if isinstance(state.step, Owing):
        amount = state.step.amount
        assert (GiveUp() in moves) == (means(state, player) < amount)
        assert state.cash[player] < amount
        if not any(isinstance(move, (Sell, SellSet, Mortgage)) for move in moves):
            assert means(state, player) == state.cash[player]
    if isinstance(state.step, Purchase):
        assert state.deeds[state.step.space].owner is None


def last_of_game(
    players: int, seed: int, edition: Edition, variant: Variant, *, building: bool, every: int
) -> GameState:
    """The end of a game by moves at random, an offer now and then; each move is checked.

    States are checked every so many moves.

    Where they build, three moves in four are those of the simple player.
    """
    rng = random.Random(seed)
    state = setup(players, edition, seed=seed, variant=variant)
    for number in range(MOST_DECISIONS):
        if number % every == 0 or state.is_over:
            check(state)
        if state.is_over:
            return state
        moves = legal_moves(state)
        if number % every == 0:
            check_decision(state, moves)
        move = moves[random_below(len(moves), rng)]
        if building and random_below(4, rng):
            move = simple_player(observe(state, state.active_player), rng)
        elif random_below(12, rng) == 0 and (offers := list(islice(simple_offers(state), 9))):
            assert may_offer(state)
            move = offers[random_below(len(offers), rng)]
        following = apply(state, move)
        check_move(state, move, following)
        state = following
    raise AssertionError(f"the game of seed {seed} does not end")


VARIANTS = (Variant(), Variant(offers=0), Variant(castle_sale="half"))


@pytest.mark.long
@pytest.mark.rule(
    "components.master", "debt.means", "auction.finite", "interval.finite", "decision.never-stuck"
)
def test_the_invariants_hold_in_a_thousand_games_and_all_of_them_end() -> None:
    for seed in range(1000):
        last_of_game(
            (2, 2, 3, 4, 6)[seed % 5],
            seed,
            SCARCE if seed % 3 == 0 else SHEET,
            VARIANTS[seed % 7 % 3],
            building=seed % 10 == 0,
            every=8,
        )


@pytest.mark.rule("setup.first")
def test_seats_are_alike() -> None:
    for seed in range(2):
        one = setup(3, seed=seed)
        other = setup(3, seed=seed, first_player=1)
        rng = random.Random(seed)
        while not one.is_over:
            assert other.active_player == (one.active_player + 1) % 3  # type: ignore[operator]
            assert other.cash == (one.cash[2], *one.cash[:2])
            moves = legal_moves(one)
            assert [str(move) for move in moves] == [str(move) for move in legal_moves(other)]
            move = moves[random_below(len(moves), rng)]
            one, other = apply(one, move), apply(other, move)
        assert other.is_over


def test_the_simple_player_beats_random_ones() -> None:
    wins = 0
    for seed in range(12):
        players = [random_player] * 4
        players[seed % 4] = simple_player
        final = play_game(players, game=monopoly, seed=seed)
        wins += final.bankrupt.count(seed % 4) == 0
    assert wins >= 10
