"""The end of a round, solved in each drawn world instead of played out."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Event

from westeros_intrigue.compiled.solver import Solver, is_solvable
from westeros_intrigue.rules.card_counts import house_counts
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.variants import needs_houses
from westeros_intrigue.rules.view import View


def is_ending(view: View, most_cards: int) -> bool:
    """Return whether a round can be solved from here, with at most that many cards in hands.

    The solver leaves out the options that change points.
    """
    variant, table = view.variant, view.table
    out = {elimination.player for elimination in table.eliminations}
    cards = sum(size for seat, size in enumerate(table.hand_sizes) if seat not in out)
    can_solve = is_solvable(view.players, variant) and not needs_houses(variant.options)
    return cards <= most_cards and can_solve


def best_when_solved(moves: tuple[Move, ...], worlds: Iterable[GameState]) -> Move:
    """Return the move of the greatest sum of values in some worlds, each played perfectly."""
    solver: Solver | None = None
    values: dict[object, list[int]] = {}
    sums = [0] * len(moves)
    for world in worlds:
        # Many worlds are alike but for the numbers of the cards.
        alike = (
            tuple(map(house_counts, world.hands)),
            tuple(stack and tuple(card.house for card in stack.cards) for stack in world.stacks),
        )
        if alike not in values:
            solver = solver or Solver(world, None, Event())
            values[alike] = [solver.value(apply(world, move), []) for move in moves]
        sums = [total + value for total, value in zip(sums, values[alike], strict=True)]
    return moves[sums.index(max(sums))]
