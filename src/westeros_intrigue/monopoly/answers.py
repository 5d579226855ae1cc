"""The effect of each move: it answers the first step of the agenda."""

from __future__ import annotations

from bisect import bisect

from westeros_intrigue.base.values import shared
from westeros_intrigue.monopoly import (
    auctions,
    debts,
    event_kinds as events,
    moves,
    steps,
    trades,
    turns,
)
from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.moves import Move
from westeros_intrigue.monopoly.property import building_cost, rent_of, sale
from westeros_intrigue.monopoly.spaces import SpaceKind
from westeros_intrigue.monopoly.steps import Act
from westeros_intrigue.monopoly.table import next_solvent


def answer(draft: Draft, player: int, move: Move) -> None:
    """Carry out a legal move of the player who is asked."""
    step = draft.agenda[0]
    if type(step) is steps.Interval:
        # After every act the floor goes on, and all are asked again.
        passes = step.passes + 1 if type(move) in _PASSES else 0
        floor = next_solvent(draft, step.floor)
        draft.replace(shared(steps.Interval, floor, passes, step.done, step.offers))
        if type(move) is moves.Pass:
            return
    if type(move) in _ACTS:
        _act(draft, player, move)
    else:
        _reply(draft, player, move)


_PASSES = (moves.Pass, moves.StandBy)
_ACTS = frozenset((moves.StandBy, moves.Build, *steps.RAISING, moves.Redeem, moves.Offer))
"""The moves that leave the question open."""


def _act(draft: Draft, player: int, move: Move) -> None:
    """Do an act, which leaves the question open.

    Rules: interval.standing, build.one, shortage.last, sell.holdfast, sell.castle, sell.set,
    mortgage.take, mortgage.redeem, trade.offer, trade.bound.
    """
    board = draft.board
    match move:
        case moves.StandBy():
            at = bisect(draft.standing, player)
            draft.standing = (*draft.standing[:at], player, *draft.standing[at:])
        case moves.Mortgage(space):
            draft.turn_deed(space, mortgaged=True)
            draft.pay(None, player, board.mortgages[space])
            auctions.note(draft, player, Act.MORTGAGED, (space,))
        case moves.Redeem(space):
            draft.pay(player, None, board.unmortgages[space])
            draft.turn_deed(space, mortgaged=False)
            auctions.note(draft, player, Act.REDEEMED, (space,))
        case moves.Build(space):
            if rivals := auctions.rivals(draft, player, space):
                auctions.open_for_building(draft, space, player, rivals)
            else:
                auctions.build(draft, player, space, building_cost(draft, space))
        case moves.Sell(space):
            draft.pay(None, player, sale(draft, space))
            draft.set_level(space, draft.deeds[space].level - 1)
            auctions.note(draft, player, Act.SOLD, board.sets[space])
        case moves.SellSet(group):
            debts.sell_set(draft, board.groups[group])
            auctions.note(draft, player, Act.SOLD, board.groups[group])
        case moves.Offer(partner, give, take):
            trades.count_offer(draft, player)
            draft.push(steps.Answer(player, partner, give, take))
            given, taken = (tuple(board.names[at] for at in side.deeds) for side in (give, take))
            draft.events.append(events.Offered(player, partner, give, take, given, taken))


def _reply(draft: Draft, player: int, move: Move) -> None:  # noqa: PLR0912 - one a question
    """Do what a reply leads to, which closes the question, or in an auction passes it on.

    Rules: auction.bids, auction.protocol, trade.offer, land.unowned, land.buy, rent.moment,
    jail.fee, jail.card, jail.try, debt.hopeless, card.draw, shortage.place.
    """
    board = draft.board
    match draft.agenda[0]:
        case steps.Auction() as auction if isinstance(move, moves.Bid):
            draft.replace(auction.raised_by(player, move.amount))
            draft.events.append(shared(events.BidMade, player, move.amount))
        case steps.Auction() as auction:
            pass_bid(draft, auction, player)
        case steps.Purchase(space=space):
            draft.drop()
            if type(move) is moves.PutUp:
                auctions.open_for_deed(draft, space, player)
            else:
                draft.pay(player, None, board.prices[space])
                draft.give_deed(space, player)
        case steps.RentClaim(_, visitor, space) if type(move) is moves.Waive:
            draft.drop()
            draft.events.append(shared(events.RentWaived, player, visitor, board.names[space]))
        case steps.RentClaim() as claim:
            _demand(draft, claim)
        case steps.InJail() if type(move) is moves.TryDouble:
            draft.replace(steps.TryRoll(player))
        case steps.InJail():
            if type(move) is moves.PayFee:
                draft.pay(player, None, board.edition.jail_fee)
            else:
                draft.pass_cards(player, None, 1)
            turns.leave_jail(draft, player)
            draft.replace(shared(steps.Roll, player))
        case steps.Answer() as offer:
            accepted = type(move) is moves.Accept
            draft.drop()
            draft.events.append(events.Answered(player, accepted))
            if accepted:
                trades.exchange(draft, offer)
        case steps.Owing() as debt:
            draft.drop()
            debts.go_bankrupt(draft, debt)
        case steps.DeedChoice() if isinstance(move, moves.Choose):
            draft.drop()
            owner = draft.deeds[move.deed].owner
            draft.give_deed(move.deed, player)
            if move.own is not None and owner is not None:
                draft.give_deed(move.own, owner)
        case steps.Siting() if isinstance(move, moves.Place):
            draft.drop()
            auctions.build(draft, player, move.space, None)


def _demand(draft: Draft, claim: steps.RentClaim) -> None:
    """Rules: rent.demand, rent.order."""
    owner, visitor, board = claim.owner, claim.visitor, draft.board
    is_order = board.kinds[claim.space] is SpaceKind.ORDER
    amount = None if is_order else rent_of(draft, claim.space)
    name = board.names[claim.space]
    draft.events.append(shared(events.RentDemanded, owner, visitor, name, amount))
    draft.replace(
        steps.OrderThrow(owner, visitor)
        if amount is None
        else shared(steps.Owing, visitor, owner, amount)
    )


def pass_bid(draft: Draft, auction: steps.Auction, player: int) -> None:
    """Pass in an auction.

    Rules: auction.protocol.
    """
    draft.replace(auction.passed_by(player))
    draft.events.append(shared(events.Passed, player))
