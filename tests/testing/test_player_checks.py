"""check_player and the variants that it plays: who passes, and that planted faults are told."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from helpers.cases import each
from helpers.refusals import assert_refused

from westeros_intrigue import (
    SOLO_SCHEMING,
    STANDARD,
    Card,
    Move,
    Player,
    RandomSource,
    View,
    distinct_moves,
    greedy_player,
    legal_moves,
    random_player,
)
from westeros_intrigue.testing import CheckFailed, check_player

# Players


@pytest.mark.parametrize(
    "players", [[2], pytest.param([3, 4, 5, 6], marks=pytest.mark.long)], ids=str
)
def test_the_players_of_the_library_keep_what_is_asked(players: list[int]) -> None:
    for player in (random_player, greedy_player):
        check_player(player, players=players)


def raises(view: View, _rng: RandomSource) -> Move:
    raise KeyError(view.players)


def places_a_card_of_another(view: View, _rng: RandomSource) -> Move:
    [*_, move] = legal_moves(view)
    others = [Card(move.card.house, number) for number in range(1, 10)]
    return Move(next(card for card in others if card not in view.hand), move.slot)


def draws_globally(view: View, _rng: RandomSource) -> Move:
    return random.choice(distinct_moves(view))


def ends_the_program(_view: View, _rng: RandomSource) -> Move:
    sys.exit(3)


def looks_at_object_ids(view: View, _rng: RandomSource) -> Move:
    KEPT.append(view)  # so that no two views have the same id
    moves = distinct_moves(view)
    return moves[id(view) // 16 % len(moves)]


KEPT: list[View] = []


NOT_EVERYWHERE: tuple[Callable[[View], object], ...] = (
    lambda view: view.player == 1,
    lambda view: len(distinct_moves(view)) == 1,
    lambda view: len(view.eliminations) == view.players - 1,
    lambda view: view.variant.options == ("house_affiliation",),
)


@pytest.mark.parametrize("fails", NOT_EVERYWHERE)
def test_a_player_that_fails_in_one_kind_of_position_is_brought_there(
    fails: Callable[[View], object],
) -> None:
    def player(view: View, rng: RandomSource) -> Move:
        if fails(view):
            raise NotImplementedError("not here")
        return random_player(view, rng)

    with pytest.raises(CheckFailed, match="raised NotImplementedError: not here"):
        check_player(player, reproducible=False)


class Remembers:
    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, view: View, _rng: RandomSource) -> Move:
        self.calls += 1
        moves = distinct_moves(view)
        return moves[self.calls % len(moves)]


BAD_PLAYERS: dict[str, tuple[Player, str]] = {
    "raises": (raises, "raised KeyError: 2"),
    "a card of another": (places_a_card_of_another, "player 0 has no such card"),
    "global random": (draws_globally, "Python's global source of random numbers"),
    "remembers": (Remembers(), "reproducible=False"),
    "exits": (ends_the_program, "raised SystemExit: 3"),
    "object ids": (looks_at_object_ids, "when the same game was played again: .*, turn "),
}


@each(BAD_PLAYERS)
def test_a_player_with_a_fault_is_told_what_and_where(player: Player, told: str) -> None:
    with pytest.raises(CheckFailed, match="(?s)" + told) as caught:
        check_player(player)
    assert "  game: " in str(caught.value)
    assert ", turn " in str(caught.value)


def test_a_check_that_would_check_nothing_is_an_error() -> None:
    arguments: tuple[dict[str, Any], ...] = (
        {"games": 0},
        {"players": []},
        {"variants": []},
        {"players": [2, 3], "variants": [SOLO_SCHEMING]},
        {"players": [7]},
        {"players": 4},
        {"variants": STANDARD},
        {"seed": "one"},
    )
    calls = [partial(check_player, random_player, **each) for each in arguments]
    assert_refused("arguments of check_player", Exception, calls)
