"""What abilities do when they resolve: each operation is one function.

A function takes the state and the step of the effect, changes the state, and puts what is still to
be asked or done in front of the agenda. Operations that are read at some moment, and not resolved,
stand where that moment is: in bidding, claiming and cleaning up.

Rules: effect.must, effect.you-pile, effect.you-claimant, effect.no-retrigger, effect.lasting,
effect.others, order.depth, card.corruption, ally.loras, ally.robb, ally.varys, ally.looks.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from westeros_intrigue.btwixt.questions import ability_of, decider
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.table import DecisionKind, Lasting, Step, Task, given
from westeros_intrigue.btwixt.vocabulary import Onto, Operation, Who
from westeros_intrigue.btwixt.zones import (
    kill_current,
    make_current,
    next_ally,
    on_table,
    push,
    remember,
    token_onto_current,
    with_parts,
)

Effect = Callable[[GameState, Step], GameState]


def resolve(state: GameState, step: Step) -> GameState:
    """Resolve the ability of a step; without a seat "you" is the leader in whose pile it lies."""
    if step.seat is None:
        holders = [seat for seat, pile in enumerate(state.table.piles) if step.card in pile]
        return resolve(state, attrs.evolve(step, seat=holders[0])) if holders else state
    return OPERATIONS[ability_of(step).do](state, step)


def _ask(kind: DecisionKind) -> Effect:
    """An operation that is a question and nothing else."""
    return lambda state, step: push(state, attrs.evolve(step, kind=kind))


def _skip_turns(state: GameState, step: Step) -> GameState:
    lasting = Lasting(given(step.card), decider(step), cards=ability_of(step).cards)
    return on_table(state, lasting=(*state.table.lasting, lasting))


def _claim_next(state: GameState, step: Step) -> GameState:
    state, ally = next_ally(state)
    if ally is None:
        return state
    state = make_current(state, ally, extra=True)
    council = state.table.council_of(step.ally)
    claim = Step(Task.CLAIM, seat=step.seat, ally=ally, council=council, bringer=step.ally)
    return push(state, claim)


def _look_allies(state: GameState, step: Step) -> GameState:
    ability = ability_of(step)
    row = state.table.row[:1]
    # The leftmost of the row is one of those looked at, and the rest come from the deck.
    from_deck = min(given(ability.count) - len(row), len(state.ally_deck))
    looked_at = row + state.ally_deck[:from_deck]
    if not looked_at:
        return state
    seat = decider(step)
    drawn = state.ally_deck[:from_deck]
    state = remember(
        state,
        lambda viewer, known: (
            known.known_top(drawn).covered(row)
            if viewer == seat
            else known.covered(row).mixed(len(looked_at))
        ),
    )
    state = with_parts(state, looked_at=looked_at, ally_deck=state.ally_deck[from_deck:])
    state = on_table(
        state,
        row=state.table.row[len(row) :],
        ally_deck_size=len(state.ally_deck),
        looked_at=len(looked_at),
    )
    kill = attrs.evolve(step, kind=DecisionKind.KILL, count=ability.kill)
    return push(state, kill, attrs.evolve(step, kind=DecisionKind.RETURN))


def _discard(state: GameState, step: Step) -> GameState:
    ability = ability_of(step)
    seats = {Who.YOU: decider(step), Who.SECOND: given(state.table.bid).ranking[1]}
    asked = [
        attrs.evolve(step, kind=DecisionKind.DISCARD, seat=seats[who], count=ability.count)
        for who in ability.who
    ]
    return push(state, *asked)


def _offer_kill(state: GameState, step: Step) -> GameState:
    claimant = decider(step)
    others = tuple(seat for seat in state.table.turn_order if seat != claimant)
    # `other` is the claimant, whose ally it is.
    offer = attrs.evolve(
        step, kind=DecisionKind.OFFER, seat=others[0], other=claimant, seats=others[1:]
    )
    return push(state, offer)


def _gain_token(state: GameState, step: Step) -> GameState:
    if ability_of(step).onto is Onto.CURRENT:
        return token_onto_current(state)
    return push(state, Step(Task.GAIN_TOKEN, seat=step.seat))


def _introduce(state: GameState, _step: Step) -> GameState:
    state, ally = next_ally(state)
    return state if ally is None else make_current(state, ally, extra=True)


OPERATIONS: dict[Operation, Effect] = {
    Operation.MOVE_BID_CARD: _ask(DecisionKind.BID_CARD),
    Operation.MOVE_TOKEN: _ask(DecisionKind.TOKEN_MOVE),
    Operation.WATCH_HAND: _ask(DecisionKind.LEADER),
    Operation.SKIP_TURNS: _skip_turns,
    Operation.TO_PILE_OF: _ask(DecisionKind.LEADER),
    Operation.CLAIM_NEXT: _claim_next,
    Operation.MOVE_ALLY: _ask(DecisionKind.ALLY_MOVE),
    Operation.LOOK_AND_TAKE: _ask(DecisionKind.LEADER),
    Operation.LOOK_ALLIES: _look_allies,
    Operation.DISCARD: _discard,
    Operation.OFFER_KILL: _offer_kill,
    Operation.GAIN_TOKEN: _gain_token,
    Operation.KILL_CURRENT: lambda state, _step: kill_current(state),
    Operation.INTRODUCE: _introduce,
}
"""What each operation that resolves does."""

TASKS = {Task.EFFECT: resolve}
