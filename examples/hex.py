"""Hex: a board of which the kit knows the shape, so that it draws it, reads it and plays clicks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from attrs import frozen

from westeros_intrigue.gamekit import (
    GameOf,
    Grid,
    Position,
    RandomSource,
    Range,
    Rule,
    replace_item,
)

BOARD = Grid("size", "size")
SIGNS = "xo"
NEAR = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
"""The steps by row and column to the six neighbours of a cell."""


@frozen
class Stones(Position):
    """The board, row by row; each row lies half a cell to the right of the one above it."""

    cells: Annotated[tuple[str, ...], BOARD]


class Hex(GameOf[Stones, str]):
    """Put a stone on a free cell. x joins the top to the bottom, o the left side to the right."""

    MAX_PLAYERS = 2
    RULES = (Rule("hex.join", "Whoever joins both own sides wins."),)

    def start(
        self,
        players: int,
        rng: RandomSource,
        *,
        size: Annotated[int, Range(2, 11), "the cells of a side"] = 5,
    ) -> Stones:
        """Return an empty board."""
        return Stones((".",) * size**2, players=players)

    def moves(self, state: Stones, seat: int) -> Sequence[str]:
        """Return the names of the free cells."""
        return [name for name, at in BOARD.places(state).items() if state.cells[at] == "."]

    def play(self, state: Stones, seat: int, move: str, rng: RandomSource) -> Stones:
        """Put a stone on a cell."""
        at = BOARD.places(state)[move]
        state = state.replace(cells=replace_item(state.cells, at, SIGNS[seat]))
        state = state.announce(f"player {seat} takes {move}")
        return state.replace(to_move=None if self.has_joined(state, seat) else 1 - seat)

    def has_joined(self, state: Stones, seat: int) -> bool:
        """Return True if stones of a seat lead from its first side to the one across."""
        size, _ = BOARD.sides(state)
        own = {divmod(at, size) for at, sign in enumerate(state.cells) if sign == SIGNS[seat]}
        reached = {cell for cell in own if cell[seat] == 0}
        todo = [*reached]
        while todo:
            row, column = todo.pop()
            found = {(row + down, column + right) for down, right in NEAR} & own - reached
            reached |= found
            todo += found
        return any(cell[seat] == size - 1 for cell in reached)

    def scores(self, state: Stones) -> Sequence[int]:
        """Return 1 for the player who has joined both sides."""
        return [int(self.has_joined(state, seat)) for seat in range(2)]


hexes = Hex()
