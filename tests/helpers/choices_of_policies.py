"""How the policies choose, written on the public functions and nothing else."""

from __future__ import annotations

from westeros_intrigue import GameState, House, Move, RandomSource, distinct_moves, legal_moves
from westeros_intrigue.gamekit.chance import random_below
from westeros_intrigue.lab.simulation import Policy
from westeros_intrigue.lab.simulation.fast import EPSILON


def choose(policy: Policy, state: GameState, rng: RandomSource) -> Move:
    """Choose as a policy does, with one random number, or two where it may err."""
    if policy is Policy.EPSILON_GREEDY:
        policy = Policy.RANDOM if rng.random() < EPSILON else Policy.GREEDY
    moves = legal_moves(state) if policy is Policy.LEGAL else distinct_moves(state)
    if policy is Policy.GREEDY:
        values = [greedy_value(state, move) for move in moves]
        moves = tuple(
            move for move, value in zip(moves, values, strict=True) if value == max(values)
        )
    return moves[random_below(len(moves), rng)]


def greedy_value(state: GameState, move: Move) -> float:
    """What the greedy player looks at: see `greedy_player`."""
    assert state.active_player is not None
    before = [card.house for card in state.hands[state.active_player]]
    court = state.court.place(move.card, move.slot)
    value = 2.0 * before.count(move.card.house)
    for house in House:
        own = before.count(house) - (house is move.card.house)
        lying = sum(card.house is house for card in court.values())
        value += len(court.open_slots(house)) * (own - (9 - lying - own) / 2)
    return value
