"""One round of a simulation by itself: its cards and its moves, to be replayed by the rules."""

from __future__ import annotations

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled import kernel
from westeros_intrigue.rules.dealing import Deal, RoundDeal
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.slots import Move, Slot


@attrs.frozen
class TracedRound(Value):
    """The cards and the moves of one simulated round.

    >>> from westeros_intrigue.compiled import trace_round
    >>> traced = trace_round(4, 1, seed=1)
    >>> len(traced.replay().placements) == len(traced.moves)
    True

    Rules: setup.hand-size, setup.starter, turn.must-place.
    """

    deal: RoundDeal
    """The round's cards."""
    starting_player: int
    """The seat that starts, from 0."""
    moves: tuple[Move, ...]
    """The moves in order; the turn order tells whose each is."""

    def replay(self) -> GameState:
        """Return the finished round as `setup` and `apply` play it, each move checked.

        It is the first round of a game whose later rounds and Iron Throne cards are not dealt.
        """
        state = setup(
            len(self.deal.hands), deal=Deal((self.deal,)), first_player=self.starting_player
        )
        for move in self.moves:
            state = apply(state, move)
        return state


def traced_moves(deal: RoundDeal, table: kernel.Integers, plies: int) -> tuple[Move, ...]:
    """Return the moves that the kernel has written down in a table."""
    # The kernel does not distinguish the cards of a house: it counts them from the lowest number.
    hands = [sorted(hand) for hand in deal.hands]
    moves = []
    for ply in range(plies):
        seat, house, slot, which = decoded(int(table[kernel.MOVES + ply]))
        card = [held for held in hands[seat] if held.house.index == house][which]
        hands[seat].remove(card)
        moves.append(Move(card, slot))
    return tuple(moves)


def decoded(move: int) -> tuple[int, int, Slot, int]:
    """Return seat, house, slot and card of a move as `kernel.place` writes it down."""
    slot = Slot(row=move >> 9 & 15, column=(move >> 4 & 31) - 8)
    return move >> 15, move >> 13 & 3, slot, move & 15
