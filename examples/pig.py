"""Pig, a game of dice in a file."""

from __future__ import annotations

from attrs import frozen

from westeros_intrigue.gamekit import (
    GameOf,
    Position,
    RandomSource,
    Word,
    random_below,
    replace_item,
)


@frozen
class Pot(Position):
    """The points of the players, and those of the turn."""

    points: tuple[int, ...]
    pot: int = 0


class Choice(Word):
    """The moves."""

    ROLL = "roll"
    STOP = "stop"


class Pig(GameOf[Pot, Choice]):
    """Roll the die as often as you dare. A one loses the pot. 20 points win."""

    def start(self, players: int, rng: RandomSource) -> Pot:
        """Return the position without points."""
        return Pot((0,) * players, players=players)

    def moves(self, state: Pot, seat: int) -> list[Choice]:
        """Return both choices; an empty pot cannot be kept."""
        return [Choice.ROLL, Choice.STOP] if state.pot else [Choice.ROLL]

    def play(self, state: Pot, seat: int, move: Choice, rng: RandomSource) -> Pot:
        """Roll the die, or keep the pot."""
        after = (seat + 1) % state.players
        if move is Choice.STOP:
            total = state.points[seat] + state.pot
            points = replace_item(state.points, seat, total)
            return state.replace(points=points, pot=0, to_move=after if total < 20 else None)
        die = 1 + random_below(6, rng)
        state = state.announce(f"player {seat} rolls {die}")
        if die == 1:
            return state.replace(pot=0, to_move=after)
        return state.replace(pot=state.pot + die)

    def scores(self, state: Pot) -> tuple[int, ...]:
        """Return the points: the most win."""
        return state.points


pig = Pig()
