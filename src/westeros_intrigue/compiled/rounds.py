"""The rounds of a simulation as arrays, their counts, and a single round move by move."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled import board, kernel
from westeros_intrigue.compiled.arrays import PlayedRounds, histogram, histograms
from westeros_intrigue.compiled.bits import ROW_BITS
from westeros_intrigue.compiled.counted import CountedRounds
from westeros_intrigue.rules.dealing import Deal, RoundDeal
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.slots import Move, Slot
from westeros_intrigue.rules.variants import STANDARD


@attrs.frozen(repr=False, unsafe_hash=False)
class SimulatedRounds(PlayedRounds, Value):
    """The rounds of a simulation as arrays, one item or row for each round.

    The arrays cannot be written to. Two simulations are equal if their terms and all their arrays
    are; they have no hash. In `SimulatedGames` the arrays of these names have the games first.

    >>> from westeros_intrigue.compiled import simulate_rounds
    >>> simulated = simulate_rounds(4, 10, seed=1)
    >>> simulated.cards_left.shape, len(simulated)
    ((10, 4), 10)
    >>> bool((simulated.court_size == simulated.plies).all())
    True
    >>> set(simulated.starting_player.tolist())
    {0}

    Rules: round.end, round.throne, round.penalty.
    """

    first_player: int
    """The seat that starts round 0, counted from 0."""
    rotate: bool
    """True if the seat to the left of the one before starts each round."""

    @property
    def court_size(self) -> NDArray[np.int16]:
        """For each round how many cards the court has at its end, the starter included."""
        return self.plies + np.int16(STANDARD.starter_count(self.players, 1))

    @property
    def starting_player(self) -> NDArray[np.int16]:
        """For each round the seat that started it, from 0 (rule round.rotation with `rotate`)."""
        numbers = np.arange(self.start, self.start + len(self))
        seats = (self.first_player + self.rotate * numbers) % self.players
        return seats.astype(np.int16)


def counts_of_rounds(played: SimulatedRounds) -> CountedRounds:
    """Return the counts of rounds."""
    last_placers = np.bincount(played.last_placer, minlength=played.players)
    return CountedRounds(
        played.policies,
        histograms(played.cards_left),
        tuple(last_placers.tolist()),
        histogram(played.court_size),
    )


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
