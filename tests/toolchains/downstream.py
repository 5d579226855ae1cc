"""A project that subclasses, annotates and calls the library; checkers read it without options."""

# ruff: noqa: T201

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

import westeros_intrigue as wi
from westeros_intrigue import (
    Card,
    GameState,
    House,
    IllegalMove,
    Move,
    Phase,
    RandomSource,
    Record,
    View,
    apply,
    legal_moves,
    observe,
    setup,
)
from westeros_intrigue.gamekit import Position
from westeros_intrigue.games import btwixt, monopoly

if TYPE_CHECKING:
    from westeros_intrigue.players import Player


@attrs.frozen
class Seat:
    """A seat at a table."""

    state: GameState
    view: View | None = None
    cards: tuple[Card, ...] = ()
    by_house: Mapping[House, int] | None = None


class Pot(Position):
    """A position of a game of one's own."""

    coins: int = 0


@attrs.frozen
class FirstMove:
    """A player that makes the first legal move."""

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return the first legal move."""
        del rng
        return legal_moves(view)[0]


def first_move() -> Player:
    """Return a player."""
    return FirstMove()


def play(seed: int) -> tuple[int, ...]:
    """Play a game and return its winners."""
    state = setup(4, seed=seed)
    rng = random.Random(seed)
    while state.phase is not Phase.GAME_OVER:
        if moves := legal_moves(state):
            try:
                state = apply(state, rng.choice(moves))
            except IllegalMove as error:
                print([violation.rule for violation in error.violations], error.violations[0].code)
        else:
            state = wi.score_round(state)
    return wi.final_winner(state).winners


def describe(state: GameState) -> str:
    """Return a position, its record and its kind."""
    seat = Seat(state, observe(state, 0))
    record = Record.from_state(state)
    return f"{seat.view} {record} {wi.play_game([wi.greedy_player, first_move()], seed=1)}"


def start_others() -> list[int | None]:
    """Start the other games."""
    return [
        monopoly.new_game(3, seed=1).active_player,
        btwixt.new_game(4, seed=1).active_player,
    ]


print(play(1), describe(setup(2, seed=1)), start_others())
