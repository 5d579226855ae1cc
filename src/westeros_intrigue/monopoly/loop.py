"""The loop: the agenda is worked off until somebody must decide, or chance must be supplied."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from westeros_intrigue.base.values import shared
from westeros_intrigue.monopoly import auctions, cards, steps, turns
from westeros_intrigue.monopoly.answers import answer, pass_bid
from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.history import Moves
from westeros_intrigue.monopoly.moves import Move
from westeros_intrigue.monopoly.options import PASSES, options
from westeros_intrigue.monopoly.steps import Question, head
from westeros_intrigue.monopoly.table import Phase, next_solvent
from westeros_intrigue.monopoly.trades import can_offer


def play(draft: Draft, player: int, move: Move) -> None:
    """Make a legal move of the player who is asked, and run on to the next decision.

    The move is added to the game, with what happened after it.
    """
    answer(draft, player, move)
    advance(draft)
    draft.moves = Moves(draft.moves, move, tuple(draft.events))
    draft.events.clear()


def advance(draft: Draft) -> None:
    """Run on to the next decision, the next chance that must be supplied, or the end."""
    draft.active_player = draft.listed = None
    playing = Phase.PLAYING  # looked up once, as the members of an enumeration are slow to get
    if draft.phase is not Phase.GAME_OVER:
        draft.phase = playing
    while draft.phase is playing:
        if not draft.agenda:
            turns.begin_turn(draft, next_solvent(draft, draft.turn_player))
        step = draft.agenda[0]
        if work := _WORK.get(type(step)):
            work(draft, step)
        elif _asks(draft):
            return


def _asks(draft: Draft) -> bool:
    """Ask the first question, unless nobody is left to ask, or there is but one move.

    Rules: debt.pay, decision.forced.
    """
    match draft.agenda[0]:
        case steps.Interval() as interval:
            return _gives_floor(draft, interval)
        case steps.Auction() as auction:
            return _asks_bidder(draft, auction)
        case steps.Owing(player, creditor, amount) if draft.cash[player] >= amount:
            draft.drop()
            draft.pay(player, creditor, amount)
            return False
    [player] = head(draft.agenda, Question).deciders
    found = options(draft, player)
    if len(found) == 1 and not can_offer(draft, player):
        answer(draft, player, found[0])
        return False
    draft.active_player, draft.listed = player, found
    return True


def _gives_floor(draft: Draft, step: steps.Interval) -> bool:
    """Give the floor to the next player who wants it and can act.

    Rules: interval.act, interval.skip, interval.close, interval.standing.
    """
    player, passes, standing, roller = step.floor, step.passes, draft.standing, draft.turn_player
    solvent = len(draft.cash) - len(draft.bankrupt)
    # The pass of the player about to roll is the throw, so that player is always asked.
    while player != roller and passes < solvent:
        if player not in standing:
            listed = options(draft, player)
            if len(listed) > len(PASSES) or can_offer(draft, player):
                draft.listed = listed
                break
        player, passes = next_solvent(draft, player), passes + 1
    if passes >= solvent:
        draft.drop()
        return False
    if player != step.floor:
        draft.replace(shared(steps.Interval, player, passes, step.done, step.offers))
    if player in standing:
        at = standing.index(player)
        draft.standing = standing[:at] + standing[at + 1 :]
    draft.active_player = player
    return True


def _asks_bidder(draft: Draft, step: steps.Auction) -> bool:
    """Ask the next bidder who can bid, or close the auction.

    Rules: auction.forced.
    """
    bidder = step.deciders
    if not bidder:
        auctions.close(draft, step)
        return False
    [player] = bidder
    if auctions.is_outbid(draft, player, step):
        pass_bid(draft, step, player)
        return False
    draft.active_player = player
    return True


_WORK: Mapping[type, Callable[[Draft, Any], None]] = {
    steps.Roll: turns.roll,
    steps.TryRoll: turns.try_double,
    steps.Exit: turns.leave_and_walk,
    steps.Again: turns.roll_again,
    steps.Draw: cards.draw,
    steps.Effects: cards.carry_out,
    steps.OrderThrow: turns.throw_for_order,
}
"""The work of each step that asks nobody."""
