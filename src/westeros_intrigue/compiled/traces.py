"""A single round of a simulation: its cards and its moves, to be replayed by the rules."""

from __future__ import annotations

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled import board, kernel
from westeros_intrigue.compiled.bits import ROW_BITS
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
    """The moves in order; whose each is follows from the turn order."""

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


def traced_moves(deal: RoundDeal, terms: board.Terms, memory: board.Integers) -> tuple[Move, ...]:
    """Return the moves of a round that has been dealt, as the kernel plays it."""
    # The kernel does not distinguish the cards of a house: it counts them from the lowest number.
    hands = [sorted(hand) for hand in deal.hands]
    moves, left = [], 0
    while memory[board.OUT] != (1 << terms.players) - 1:
        seat, width = memory[board.SEAT], memory[board.WIDTH]
        code = kernel.take_turn(terms, memory)
        if code < 0:
            continue
        row, column = divmod(code & 63, ROW_BITS)
        if row == 0:
            # The first card of all is column 0; each later one at the left is one to its left.
            column = 0 if column == board.LEFT_END else width
            left += column == 0 and width > 0
        cards = [card for card in hands[seat] if card.house.index == code >> 6]
        hands[seat].remove(cards[memory[kernel.WHICH]])
        moves.append(Move(cards[memory[kernel.WHICH]], Slot(row, column - left)))
    return tuple(moves)
