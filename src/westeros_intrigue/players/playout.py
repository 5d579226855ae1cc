"""A playout: the rest of a round, played on the bits of its court and hands."""

from __future__ import annotations

import attrs

from westeros_intrigue.base.chance import RandomSource, check_source
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.players.settings import check_policy
from westeros_intrigue.players.simple import greedy_placement, random_placement
from westeros_intrigue.rules.automated import dictated_move
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.phases import Phase, check_phase
from westeros_intrigue.rules.turns import ONE_HOUSE, can_place, pass_turn

_PLACEMENTS = {"greedy": greedy_placement, "random": random_placement}


@public
@attrs.frozen
class Outcome(Value):
    """How a round ended.

    >>> Outcome(cards_left=(0, 2), last_placer=0).last_placer
    0

    Rules: round.end, round.penalty, round.throne.
    """

    cards_left: tuple[int, ...]
    """For each seat, from 0, how many cards were left in its hand."""
    last_placer: int
    """The seat that placed the last card, from 0."""


@public
def playout(state: GameState, rng: RandomSource, policy: str) -> Outcome:
    """Play a round to its end, and return how it ended.

    It ends as if `random_player` or `greedy_player` had chosen each move with the same random
    numbers, and `apply` had made it. No states are made on the way, which saves time. An automated
    seat follows its procedure.

    >>> import random
    >>> from westeros_intrigue import setup
    >>> playout(setup(3, seed=1), random.Random(1), "greedy")
    Outcome(cards_left=(1, 1, 1), last_placer=2)

    Args:
        state: a state in `Phase.PLAYING`.
        rng: the source of the players' chance.
        policy: how all seats choose: `"random"` or `"greedy"`.

    Raises:
        WrongPhase: no placement is to be made.
        InvalidValue: there is no such policy.

    Rules: round.end, turn.must-place, solo.highest.
    """
    check_type("state", state, GameState)
    check_source(rng)
    check_policy(policy)
    check_phase(state.phase, Phase.PLAYING, "a playout begins")
    players, houses = state.players, state.variant.houses
    choose = _PLACEMENTS[policy]
    board = state.board
    held, stacks = list(state._held), list(state._stacks)
    out = {gone.player for gone in state.eliminations}
    seat, last_placer = state.active_player, 0

    def fits(other: int) -> bool:
        return can_place(held[other], board.open_slots)

    while seat is not None:
        if stacks and (stack := stacks[seat]):
            move = dictated_move(stack.cards, board.open_slots, houses[seat])
            stacks[seat] = stack.after_placement(move.card)
            card, house_index, cell = 1 << move.card.index, move.card.house.index, move.slot.cell
        else:
            house_index, cell = choose(held[seat], board, rng)
            # A player draws the card of the house with a number. Which it is changes nothing here.
            rng.random()
            cards = held[seat] & ONE_HOUSE << CARDS_PER_HOUSE * house_index
            card = cards & -cards
        held[seat] ^= card
        board = board.place(house_index, cell)
        last_placer = seat
        seat, going_out = pass_turn((seat + 1) % players, players, out, fits)
        out.update(going_out)
    return Outcome(tuple(hand.bit_count() for hand in held), last_placer)
