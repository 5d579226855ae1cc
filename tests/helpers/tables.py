"""Small tables for the tests: positions and lines of play written as text.

A slot is written as the library prints it, `b-1`; a house as its letter, `S`, `L`, `B` or `T`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from westeros_intrigue import (
    STANDARD,
    Card,
    Court,
    Deal,
    GameState,
    House,
    Move,
    Phase,
    RoundDeal,
    Slot,
    apply,
    distinct_moves,
    find_move,
    score_round,
    setup,
)

S, L, B, T = House.STARK, House.LANNISTER, House.BARATHEON, House.TARGARYEN

ONE_ROUND = STANDARD.with_rounds(1)

# Two players; player 1 can go out right after the bottom row is full, see BOTTOM_ROW.
TWO_HANDS = ("SSSSSSSSSBBBBB", "LLLTTTTTTTTTBB")
BOTTOM_ROW = "0:S@a0 1:L@a-1 0:S@a1 1:L@a-2 0:S@a2 1:L@a-3 0:S@a3"

FOUR_HANDS = ("SSSSSSSLL", "LLLLLLBBB", "SSTTTTTTT", "LBBBBBBTT")


def assert_faults(faults: Sequence[str], patterns: Sequence[str]) -> None:
    """Assert that there are just these faults in this order, by patterns of their facts."""
    assert len(faults) == len(patterns), faults
    for fault, pattern in zip(faults, patterns, strict=True):
        assert re.search(pattern, fault), f"{fault!r} says nothing of {pattern!r}"


def slot(text: str) -> Slot:
    """Read 'b-1'."""
    return Slot(ord(text[0]) - ord("a"), int(text[1:]))


def card(text: str) -> Card:
    """Read 'S4'."""
    return Card(House(text[0]), int(text[1:]))


def move(text: str) -> Move:
    """Read 'S4@b-1'."""
    placed, where = text.split("@")
    return Move(card(placed), slot(where))


def slots(text: str) -> tuple[Slot, ...]:
    """Read 'b-1 b0'."""
    return tuple(slot(word) for word in text.split())


def court(*rows: str, width_limit: int = 8) -> Court:
    """Lay a court from the bottom row up: houses from column 0 to the right, '.' for a gap."""
    cards = {}
    numbers = dict.fromkeys(House, 0)
    for row, houses in enumerate(rows):
        for column, letter in enumerate(houses):
            if letter != ".":
                numbers[House(letter)] += 1
                cards[Slot(row, column)] = Card(House(letter), numbers[House(letter)])
    return Court(cards, width_limit)


class InOrder:
    """A source that leaves everything in its order: cards by houses get the lowest numbers."""

    def random(self) -> float:
        return 1 - 2**-53


def deal_by_houses(hands: Sequence[str], starters: str = "") -> RoundDeal:
    """Deal cards by their houses, numbered as they come: hand after hand, then the starters."""
    return RoundDeal.from_houses(hands, starters, rng=InOrder())


def game(*hands: str, starters: str = "", first_player: int = 0) -> GameState:
    """Set up a game of one round, with the houses of each hand."""
    deal = Deal((deal_by_houses(hands, starters),), STANDARD.throne_cards[:1])
    return setup(len(hands), deal=deal, variant=ONE_ROUND, first_player=first_player)


def play(state: GameState, line: str) -> GameState:
    """Play a line such as '0:S@a0 1:L@a1': the seat, the house, the slot."""
    for word in line.split():
        seat, placement = word.split(":")
        house, where = placement.split("@")
        assert state.active_player == int(seat), f"{word}: the turn is {state.active_player}'s"
        state = apply(state, find_move(state, House(house), slot(where)))
    return state


def wrong(value: object) -> Any:
    """A value that a type checker lets pass anywhere."""
    return value


def play_out(state: GameState) -> GameState:
    """Play the round to its end, always with the first move there is."""
    while state.phase is Phase.PLAYING:
        state = apply(state, distinct_moves(state)[0])
    return state


def play_game(state: GameState) -> GameState:
    """Play the whole game to its end, always with the first move there is."""
    while state.phase is not Phase.GAME_OVER:
        state = score_round(play_out(state))
    return state
