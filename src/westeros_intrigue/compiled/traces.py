"""One round of a simulation by itself: its cards and its moves, to be replayed by the rules."""

from __future__ import annotations

import attrs

from westeros_intrigue.base.chance import shuffled
from westeros_intrigue.base.values import Value
from westeros_intrigue.compiled import kernel
from westeros_intrigue.compiled.policies import Policies, Policy
from westeros_intrigue.compiled.rounds import Simulation
from westeros_intrigue.compiled.sources import RoundSource
from westeros_intrigue.rules.cards import DECK
from westeros_intrigue.rules.dealing import Deal, RoundDeal, deal_from_deck
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.slots import Move, Slot


@attrs.frozen
class TracedRound(Value):
    """The cards and the moves of one simulated round.

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


def trace_round(
    players: int,
    number: int,
    *,
    policy: Policies = Policy.RANDOM,
    seed: int,
    first_player: int = 0,
    rotate: bool = False,
) -> TracedRound:
    """Return the cards and moves of one round of `simulate_rounds` with the same arguments.

    >>> traced = trace_round(4, 0, policy=Policy.GREEDY, seed=1)
    >>> [str(move) for move in traced.moves[:4]]
    ['L5@a0', 'T1@a-1', 'B4@a1', 'T4@b-1']
    >>> traced.replay()
    <GameState: 4 players, round 1 of 4, round-over>

    Args:
        players: 2 to 6.
        number: the round, from 0.
        policy: how all seats choose, or for each seat, from 0, how it does.
        seed: 0 to 2**64 - 1.
        first_player: the seat that starts round 0, counted from 0.
        rotate: whether each round is started by the seat to the left of the one before.

    Raises:
        InvalidValue: a number out of its range; not as many policies as players.

    Rules: setup.hand-size, setup.starter, turn.clockwise, turn.must-place.
    """
    simulation = Simulation.checked(
        players, policy=policy, seed=seed, first_player=first_player, rotate=rotate
    )
    deal = deal_from_deck(shuffled(DECK, RoundSource(seed, number)), players)
    outcomes = kernel.new_outcomes(1, players)
    table = simulation.trace(number, outcomes)
    # The kernel does not tell the cards of a house apart: it counts them from the lowest number.
    hands = [sorted(hand) for hand in deal.hands]
    moves = []
    for ply in range(outcomes.plies[0]):
        seat, house, slot, which = decoded(int(table[kernel.MOVES + ply]))
        card = [held for held in hands[seat] if held.house.index == house][which]
        hands[seat].remove(card)
        moves.append(Move(card, slot))
    return TracedRound(deal, simulation.starting_player(number), tuple(moves))


def decoded(move: int) -> tuple[int, int, Slot, int]:
    """Return seat, house, slot and card of a move as `kernel.place` writes it down."""
    slot = Slot(row=move >> 9 & 15, column=(move >> 4 & 31) - 8)
    return move >> 15, move >> 13 & 3, slot, move & 15
