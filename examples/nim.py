"""A whole game in a few lines: Nim, as a plug-in that every front end of the library can play."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen

from westeros_intrigue.gamekit import GameOf, Position, RandomSource, Range, Rule, random_below


@frozen
class Heap(Position):
    """A heap of stones."""

    stones: Annotated[int, Range(0, 99)]


def clever(view: Heap, _rng: RandomSource, game: GameOf[Heap, int]) -> int:
    """Leave a multiple of four: of one more than a player may take."""
    moves = game.legal_moves(view)
    return next((move for move in moves if (view.stones - move) % (max(moves) + 1) == 0), 1)


class Nim(GameOf[Heap, int]):
    """Take one to three stones in turn. The player who takes the last one wins."""

    RULES = (Rule("take.stones", "A player takes one to three stones."),)
    BOTS = (clever,)

    def start(
        self,
        players: int,
        rng: RandomSource,
        *,
        stones: Annotated[int, Range(1, 99), "the stones of the heap"] | None = None,
    ) -> Heap:
        """Return a heap of 12 to 20 stones, or of the number in the options."""
        return Heap(stones or 12 + random_below(9, rng), players=players)

    def moves(self, state: Heap, seat: int) -> range:
        """Return the numbers of stones that can be taken."""
        return range(1, min(3, state.stones) + 1)

    def play(self, state: Heap, seat: int, move: int, rng: RandomSource) -> Heap:
        """Take stones; the next player follows unless the heap is empty."""
        left = state.stones - move
        following = (seat + 1) % state.players if left else None
        return state.replace(stones=left, to_move=following).announce(f"player {seat} takes {move}")

    def scores(self, state: Heap) -> list[int]:
        """Return 1 for the player who made the last move."""
        return [int(seat == (state.turn - 1) % state.players) for seat in range(state.players)]

    def move_in_words(self, position: Heap, move: int, /) -> str:
        """Return a move in words."""
        return "take one stone" if move == 1 else f"take {move} stones"

    def draw(self, position: Heap) -> str:
        """Return the heap as a row of stones."""
        return f"{'o' * position.stones or 'empty'} ({position.stones} stones)"


nim = Nim()
