"""The effect of each move: it answers the first step of the agenda."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping
from typing import Any

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
from westeros_intrigue.monopoly.steps import Act, head
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
    _DONE[type(move)](draft, player, move)


def _pass(draft: Draft, player: int, _move: moves.Pass) -> None:
    pass_bid(draft, head(draft.agenda, steps.Auction), player)


def pass_bid(draft: Draft, auction: steps.Auction, player: int) -> None:
    """Pass in an auction.

    Rules: auction.protocol.
    """
    draft.replace(auction.passed_by(player))
    draft.events.append(shared(events.Passed, player))


def _stand_by(draft: Draft, player: int, _move: moves.StandBy) -> None:
    """Rules: interval.standing."""
    at = bisect(draft.standing, player)
    draft.standing = (*draft.standing[:at], player, *draft.standing[at:])


def _bid(draft: Draft, player: int, move: moves.Bid) -> None:
    """Rules: auction.bids, auction.protocol."""
    draft.replace(head(draft.agenda, steps.Auction).raised_by(player, move.amount))
    draft.events.append(shared(events.BidMade, player, move.amount))


def _build(draft: Draft, player: int, move: moves.Build) -> None:
    """Build, or open the auction of the last building.

    Rules: shortage.last, build.one.
    """
    if rivals := auctions.rivals(draft, player, move.space):
        auctions.open_for_building(draft, move.space, player, rivals)
    else:
        auctions.build(draft, player, move.space, building_cost(draft, move.space))


def _redeem(draft: Draft, player: int, move: moves.Redeem) -> None:
    """Rules: mortgage.redeem."""
    draft.pay(player, None, draft.board.unmortgages[move.space])
    draft.turn_deed(move.space, mortgaged=False)
    auctions.note(draft, player, Act.REDEEMED, (move.space,))


def _mortgage(draft: Draft, player: int, move: moves.Mortgage) -> None:
    """Rules: mortgage.take."""
    draft.turn_deed(move.space, mortgaged=True)
    draft.pay(None, player, draft.board.mortgages[move.space])
    auctions.note(draft, player, Act.MORTGAGED, (move.space,))


def _sell(draft: Draft, player: int, move: moves.Sell) -> None:
    """Rules: sell.holdfast, sell.castle."""
    draft.pay(None, player, sale(draft, move.space))
    draft.set_level(move.space, draft.deeds[move.space].level - 1)
    auctions.note(draft, player, Act.SOLD, draft.board.sets[move.space])


def _sell_set(draft: Draft, player: int, move: moves.SellSet) -> None:
    """Rules: sell.set."""
    spaces = draft.board.groups[move.group]
    debts.sell_set(draft, spaces)
    auctions.note(draft, player, Act.SOLD, spaces)


def _offer(draft: Draft, player: int, move: moves.Offer) -> None:
    """Rules: trade.offer, trade.bound."""
    trades.count_offer(draft, player)
    draft.push(steps.Answer(player, move.partner, move.give, move.take))
    given, taken = (
        tuple(draft.board.names[space] for space in bundle.deeds)
        for bundle in (move.give, move.take)
    )
    draft.events.append(events.Offered(player, move.partner, move.give, move.take, given, taken))


def _reply(draft: Draft, player: int, move: moves.Accept | moves.Decline) -> None:
    """Rules: trade.offer."""
    offer, accepted = head(draft.agenda, steps.Answer), type(move) is moves.Accept
    draft.drop()
    draft.events.append(events.Answered(player, accepted))
    if accepted:
        trades.exchange(draft, offer)


def _buy(draft: Draft, player: int, _move: moves.Buy) -> None:
    """Rules: land.buy."""
    space = head(draft.agenda, steps.Purchase).space
    draft.drop()
    draft.pay(player, None, draft.board.prices[space])
    draft.give_deed(space, player)


def _put_up(draft: Draft, player: int, _move: moves.PutUp) -> None:
    """Rules: land.unowned."""
    space = head(draft.agenda, steps.Purchase).space
    draft.drop()
    auctions.open_for_deed(draft, space, player)


def _demand(draft: Draft, _player: int, _move: moves.Demand) -> None:
    """Rules: rent.demand, rent.order."""
    claim = head(draft.agenda, steps.RentClaim)
    is_order = draft.board.kinds[claim.space] is SpaceKind.ORDER
    amount = None if is_order else rent_of(draft, claim.space)
    name = draft.board.names[claim.space]
    draft.events.append(shared(events.RentDemanded, claim.owner, claim.visitor, name, amount))
    draft.replace(
        steps.OrderThrow(claim.owner, claim.visitor)
        if amount is None
        else shared(steps.Owing, claim.visitor, claim.owner, amount)
    )


def _waive(draft: Draft, _player: int, _move: moves.Waive) -> None:
    """Rules: rent.moment."""
    claim = head(draft.agenda, steps.RentClaim)
    draft.drop()
    name = draft.board.names[claim.space]
    draft.events.append(shared(events.RentWaived, claim.owner, claim.visitor, name))


def _pay_fee(draft: Draft, player: int, _move: moves.PayFee) -> None:
    """Rules: jail.fee."""
    draft.pay(player, None, draft.board.edition.jail_fee)
    _leave_jail(draft, player)


def _use_card(draft: Draft, player: int, _move: moves.UseCard) -> None:
    """Rules: jail.card."""
    used, *kept = draft.kept_cards[player]
    draft.set_cards(player, tuple(kept))
    draft.known_bottom = (*draft.known_bottom, used)
    draft.events.append(events.CardsPassed(player, None, 1))
    _leave_jail(draft, player)


def _leave_jail(draft: Draft, player: int) -> None:
    turns.leave_jail(draft, player)
    draft.replace(shared(steps.Roll, player))


def _try_double(draft: Draft, player: int, _move: moves.TryDouble) -> None:
    """Rules: jail.try."""
    draft.replace(steps.TryRoll(player))


def _give_up(draft: Draft, _player: int, _move: moves.GiveUp) -> None:
    """Rules: debt.hopeless."""
    debt = head(draft.agenda, steps.Owing)
    draft.drop()
    debts.go_bankrupt(draft, debt)


def _choose(draft: Draft, player: int, move: moves.Choose) -> None:
    """Rules: card.draw."""
    draft.drop()
    owner = draft.deeds[move.deed].owner
    draft.give_deed(move.deed, player)
    if move.own is not None and owner is not None:
        draft.give_deed(move.own, owner)


def _place(draft: Draft, player: int, move: moves.Place) -> None:
    """Rules: shortage.place."""
    draft.drop()
    auctions.build(draft, player, move.space, None)


_PASSES = (moves.Pass, moves.StandBy)
_DONE: Mapping[type, Callable[[Draft, int, Any], None]] = {
    moves.Pass: _pass,
    moves.StandBy: _stand_by,
    moves.Bid: _bid,
    moves.Build: _build,
    moves.Redeem: _redeem,
    moves.Mortgage: _mortgage,
    moves.Sell: _sell,
    moves.SellSet: _sell_set,
    moves.Offer: _offer,
    moves.Accept: _reply,
    moves.Decline: _reply,
    moves.Buy: _buy,
    moves.PutUp: _put_up,
    moves.Demand: _demand,
    moves.Waive: _waive,
    moves.PayFee: _pay_fee,
    moves.UseCard: _use_card,
    moves.TryDouble: _try_double,
    moves.GiveUp: _give_up,
    moves.Choose: _choose,
    moves.Place: _place,
}
