"""What each move does: it answers the first step of the agenda.

Rules: interval.act, trade.offer, land.buy, rent.demand, auction.bids, jail.fee, jail.card.
"""

from __future__ import annotations

import attrs

from westeros_intrigue.monopoly import auctions, debts, moves, steps, trades, turns
from westeros_intrigue.monopoly import event_kinds as events
from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.moves import Move
from westeros_intrigue.monopoly.property import building_cost, rent_of, sale
from westeros_intrigue.monopoly.spaces import SpaceKind
from westeros_intrigue.monopoly.table import next_solvent


def answer(draft: Draft, player: int, move: Move) -> None:
    """Carry out a legal move of the player who is asked."""
    step = draft.agenda[0]
    if isinstance(step, steps.Interval):
        # After every act the floor goes on, and all are asked again.
        has_passed = isinstance(move, moves.Pass | moves.StandBy)
        floor, passes = next_solvent(draft, step.floor), step.passes + 1 if has_passed else 0
        draft.replace(steps.Interval(floor, passes, step.done, step.offers))
    match step, move:
        case steps.Auction(), moves.Bid(amount):
            bid = attrs.evolve(step, last_asked=player, high=amount, leader=player, passed=())
            draft.replace(bid)
            draft.events.append(events.BidMade(player, amount))
        case steps.Auction(), moves.Pass():
            pass_bid(draft, step, player)
        case steps.Interval(), moves.Pass():
            pass
        case steps.Interval(), moves.StandBy():
            draft.standing = tuple(sorted((*draft.standing, player)))
        case _, moves.Build(space):
            _build(draft, player, space)
        case _, moves.Redeem(space):
            draft.pay(player, None, draft.board.unmortgages[space])
            draft.turn_deed(space, mortgaged=False)
            auctions.note(draft, auctions.done_of(player, steps.Act.REDEEMED, (space,)))
        case _, (moves.Sell() | moves.SellSet() | moves.Mortgage()) as raising:
            _raise_money(draft, player, raising)
        case _, moves.Offer():
            trades.count_offer(draft, player)
            draft.push(steps.Answer(player, move.partner, move.give, move.take))
            given, taken = (
                tuple(draft.board.names[space] for space in bundle.deeds)
                for bundle in (move.give, move.take)
            )
            draft.events.append(
                events.Offered(player, move.partner, move.give, move.take, given, taken)
            )
        case _:
            _settle(draft, player, move)


def _settle(draft: Draft, player: int, move: Move) -> None:
    """Answer a step that one move ends."""
    step = draft.agenda[0]
    draft.drop()
    match step, move:
        case steps.Purchase(), moves.Buy():
            draft.pay(player, None, draft.board.prices[step.space])
            draft.give_deed(step.space, player)
        case steps.Purchase(), moves.PutUp():
            auctions.open_for_deed(draft, step.space, player)
        case steps.RentClaim(owner, visitor, at), moves.Waive():
            draft.events.append(events.RentWaived(owner, visitor, draft.board.names[at]))
        case steps.RentClaim(), _:
            _demand(draft, step)
        case steps.JailOrRoll(), _:
            _leave_jail(draft, player, move)
        case steps.Answer(), _:
            accepted = isinstance(move, moves.Accept)
            draft.events.append(events.Answered(player, accepted))
            if accepted:
                trades.exchange(draft, step)
        case steps.Owing(), moves.GiveUp():
            debts.go_bankrupt(draft, step)
        case steps.DeedChoice(), moves.Choose(deed, own):
            other = draft.deeds[deed].owner
            draft.give_deed(deed, player)
            if own is not None and other is not None:
                draft.give_deed(own, other)
        case steps.Siting(), moves.Place(space):
            auctions.build(draft, player, space, None)


def pass_bid(draft: Draft, step: steps.Auction, player: int) -> None:
    """Pass in an auction.

    Rules: auction.protocol.
    """
    draft.replace(attrs.evolve(step, last_asked=player, passed=(*step.passed, player)))
    draft.events.append(events.Passed(player))


def _build(draft: Draft, player: int, space: int) -> None:
    """Build, or open the auction of the last building.

    Rules: shortage.last, build.one.
    """
    rivals = auctions.rivals(draft, player, space)
    if rivals:
        level = draft.deeds[space].level + 1
        draft.push(steps.Auction(space, level, player, tuple(sorted((*rivals, player))), player))
        building = "Castle" if level == draft.board.castle_level else "Holdfast"
        name = draft.board.names[space]
        draft.events.append(events.AuctionOpened(player, space, name, building))
    else:
        auctions.build(draft, player, space, building_cost(draft, space))


def _raise_money(
    draft: Draft, player: int, move: moves.Sell | moves.SellSet | moves.Mortgage
) -> None:
    """Sell or mortgage; in an interval that cannot be undone.

    Rules: interval.undo.
    """
    if isinstance(move, moves.Mortgage):
        draft.turn_deed(move.space, mortgaged=True)
        draft.pay(None, player, draft.board.mortgages[move.space])
        done = auctions.done_of(player, steps.Act.MORTGAGED, (move.space,))
    elif isinstance(move, moves.SellSet):
        spaces = draft.board.groups[move.group]
        debts.sell_set(draft, spaces)
        done = auctions.done_of(player, steps.Act.SOLD, spaces)
    else:
        draft.pay(None, player, sale(draft, move.space))
        draft.set_level(move.space, draft.deeds[move.space].level - 1)
        done = auctions.done_of(player, steps.Act.SOLD, draft.board.sets[move.space])
    auctions.note(draft, done)


def _demand(draft: Draft, step: steps.RentClaim) -> None:
    """Ask for the rent.

    Rules: rent.demand, rent.order.
    """
    name = draft.board.names[step.space]
    is_order = draft.board.kinds[step.space] is SpaceKind.ORDER
    amount = None if is_order else rent_of(draft, step.space)
    draft.events.append(events.RentDemanded(step.owner, step.visitor, name, amount))
    if amount is None:
        draft.push(steps.OrderThrow(step.owner, step.visitor))
    else:
        draft.push(steps.Owing(step.visitor, step.owner, amount))


def _leave_jail(draft: Draft, player: int, move: Move) -> None:
    """Pay, show a card, or try for a double.

    Rules: jail.fee, jail.card, jail.try.
    """
    if isinstance(move, moves.TryDouble):
        draft.push(steps.TryRoll(player))
        return
    if isinstance(move, moves.PayFee):
        draft.pay(player, None, draft.board.edition.jail_fee)
    else:
        used, *kept = draft.kept_cards[player]
        draft.set_cards(player, tuple(kept))
        draft.events.append(events.CardsPassed(player, None, 1))
        draft.known_bottom = (*draft.known_bottom, used)
    turns.leave_jail(draft, player)
    draft.push(steps.Roll(player))
