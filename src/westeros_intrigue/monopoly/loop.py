"""The loop: the agenda is worked off until somebody must decide, or chance must be supplied.

Rules: turn.steps, decision.forced, interval.skip, interval.close, auction.forced, debt.pay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from westeros_intrigue.monopoly import auctions, cards, debts, steps, turns
from westeros_intrigue.monopoly.answers import answer, pass_bid, pass_floor
from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.options import is_outbid, options
from westeros_intrigue.monopoly.steps import asked_by, next_bidder
from westeros_intrigue.monopoly.table import Phase
from westeros_intrigue.monopoly.trades import can_offer


def advance(draft: Draft) -> None:
    """Run on to the next decision, the next chance that must be supplied, or the end."""
    draft.active_player = None
    if draft.phase is not Phase.GAME_OVER:
        draft.phase = Phase.PLAYING
    while draft.phase is Phase.PLAYING:
        if not draft.agenda:
            turns.next_turn(draft)
        step = draft.agenda[0]
        carry_out = _CARRIED_OUT.get(type(step))
        if carry_out is not None:
            draft.drop()
            carry_out(draft, step)
        elif _asks(draft):
            return


# The steps that ask nobody, and what each does once it is off the agenda.
_CARRIED_OUT: Mapping[type, Callable[[Draft, Any], None]] = {
    steps.Turn: turns.begin_turn,
    steps.Roll: turns.roll,
    steps.TryRoll: turns.try_double,
    steps.Exit: turns.leave_and_walk,
    steps.Walk: turns.walk,
    steps.Again: turns.roll_again,
    steps.Landed: turns.land,
    steps.OrderThrow: turns.throw_for_order,
    steps.Draw: cards.draw,
    steps.Effects: cards.carry_out,
}


def _asks(draft: Draft) -> bool:
    """Open the decision of the first step; False if there was nothing to decide."""
    step = draft.agenda[0]
    match step:
        case steps.Interval():
            return _gives_floor(draft, step)
        case steps.Auction():
            return _asks_bidder(draft, step)
        case steps.Owing() if debts.can_settle(draft, step):
            debts.settle(draft, step)
            return False
        case steps.JailOrRoll() if draft.jail_tries[step.player] is None:
            draft.replace(steps.Roll(step.player))
            return False
        case _:
            return _asks_player(draft)


def _gives_floor(draft: Draft, step: steps.Interval) -> bool:
    """Give the floor to the next player who can act.

    Rules: interval.skip, interval.close.
    """
    if step.passes >= len(draft.cash) - len(draft.bankrupt):
        draft.drop()
        return False
    player = step.floor
    if (
        player != draft.turn_player
        and not can_offer(draft, player)
        and len(options(draft, player)) == 1
    ):
        pass_floor(draft, step, passes=step.passes + 1)
        return False
    draft.active_player = player
    return True


def _asks_bidder(draft: Draft, step: steps.Auction) -> bool:
    """Ask the next bidder who can bid, or close the auction.

    Rules: auction.forced.
    """
    player = next_bidder(step, len(draft.cash))
    if player is None:
        auctions.close(draft, step)
        return False
    if is_outbid(draft, player, step):
        pass_bid(draft, step, player)
        return False
    draft.active_player = player
    return True


def _asks_player(draft: Draft) -> bool:
    """Ask whoever the step is about, unless there is but one move.

    Rules: decision.forced.
    """
    asked = asked_by(draft.agenda[0], len(draft.cash))
    assert asked is not None  # noqa: S101 - every step that is not carried out asks somebody
    player = asked[0]
    moves = options(draft, player)
    if len(moves) > 1 or can_offer(draft, player):
        draft.active_player = player
        return True
    answer(draft, player, moves[0])
    return False
