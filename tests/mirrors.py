"""Positions of two players as a mirror shows them."""

from __future__ import annotations

from westeros_intrigue import Deal, GameState, Move, Slot, apply, setup


def mirrored(state: GameState) -> GameState:
    """The position seen in the mirror, reached by mirrored moves."""
    assert state.round_deal is not None
    seen = setup(2, deal=Deal((state.round_deal,)), first_player=state.starting_player)
    for placement in state.placements:
        row, column = placement.move.slot.row, placement.move.slot.column
        seen = apply(seen, Move(placement.move.card, Slot(row, -column - row)))
    return seen
