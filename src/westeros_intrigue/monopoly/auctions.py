"""Auctions: how they open and end, and who may bid for the last building of its kind.

Rules: auction.when, auction.who, auction.finite, auction.unsold, auction.bids, shortage.last,
shortage.rivals, shortage.protocol, shortage.place.
"""

from __future__ import annotations

from westeros_intrigue.base.values import shared
from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.event_kinds import AuctionOpened, Unsold
from westeros_intrigue.monopoly.property import building_cost, buildings_left, means_of, sites
from westeros_intrigue.monopoly.spaces import building
from westeros_intrigue.monopoly.steps import Act, Auction, Interval, Siting
from westeros_intrigue.monopoly.table import Holdings, solvent, solvent_after


def is_undoing(holdings: Holdings, player: int, undone: Act, spaces: tuple[int, ...]) -> bool:
    """Return whether a player did the contrary in this interval, under an auction as well.

    Rules: interval.undo.
    """
    return acts_done(holdings, player, undone) >> spaces[0] & 1 == 1


def acts_done(holdings: Holdings, player: int, act: Act) -> int:
    """Return as a set of spaces where a player did an act that may not be undone now."""
    step = holdings.agenda[0]
    if type(step) is not Interval and len(holdings.agenda) > 1:
        step = holdings.agenda[1]
    acts = 0
    if type(step) is Interval:
        for who, what, space in step.done:
            if who == player and what is act:
                acts |= 1 << space
    return acts


def open_sites(holdings: Holdings, player: int, *, castle: bool | None = None) -> list[int]:
    """Return where a player may build now, but for supply and cost.

    Rules: shortage.rivals.
    """
    return [
        space
        for space in sites(holdings, player, castle=castle)
        if not is_undoing(holdings, player, Act.SOLD, holdings.board.sets[space])
    ]


def lowest_bid(holdings: Holdings, auction: Auction) -> int:
    """Return the least that may be bid next.

    Rules: auction.bids.
    """
    edition = holdings.board.edition
    if auction.leader is None:
        return edition.opening_bid
    return auction.high + edition.bid_step


def is_outbid(holdings: Holdings, player: int, auction: Auction) -> bool:
    """Return whether a bidder cannot bid, whatever they sell.

    Rules: auction.forced.
    """
    lowest = lowest_bid(holdings, auction)
    if holdings.cash[player] >= lowest:
        return False
    return auction.level is not None or means_of(holdings, player) < lowest


def rivals(holdings: Holdings, player: int, space: int) -> tuple[int, ...]:
    """Return who else could build the last building that a player asks for, ascending.

    Rules: shortage.last, shortage.rivals.
    """
    if buildings_left(holdings, space) != 1:
        return ()
    castle = holdings.deeds[space].level == holdings.board.castle_level - 1
    found = (
        seat
        for seat in solvent_after(holdings, player)
        if holdings.cash[seat] and open_sites(holdings, seat, castle=castle)
    )
    return tuple(sorted(found))


def note(draft: Draft, player: int, act: Act, spaces: tuple[int, ...]) -> None:
    """Remember in the interval an act that may not be undone.

    Rules: interval.undo.
    """
    step, done = draft.agenda[0], (player, act, spaces[0])
    if type(step) is Interval and done not in step.done:
        acts = (*step.done, done)
        draft.replace(shared(Interval, step.floor, step.passes, acts, step.offers))


def build(draft: Draft, player: int, space: int, price: int | None) -> None:
    """Build on a Location; None for a price that was paid before.

    Rules: build.cost, build.castle, shortage.place.
    """
    if price is not None:
        draft.pay(player, None, price)
    draft.set_level(space, draft.deeds[space].level + 1)
    note(draft, player, Act.BUILT, draft.board.sets[space])


def open_for_deed(draft: Draft, space: int, starter: int) -> None:
    """Open the auction of a deed.

    Rules: auction.when, auction.starter.
    """
    draft.push(shared(Auction, space, None, starter, solvent(draft), starter))
    draft.events.append(shared(AuctionOpened, starter, space, draft.board.names[space]))


def open_for_building(draft: Draft, space: int, starter: int, rivals: tuple[int, ...]) -> None:
    """Open the auction of the last building of its kind.

    Rules: shortage.last, shortage.protocol.
    """
    level = draft.deeds[space].level + 1
    lot = building(is_castle=level == draft.board.castle_level)
    draft.push(Auction(space, level, starter, tuple(sorted((*rivals, starter))), starter))
    draft.events.append(AuctionOpened(starter, space, draft.board.names[space], lot))


def close(draft: Draft, auction: Auction) -> None:
    """Close an auction: the winner pays and gets the lot.

    Rules: auction.bids, auction.unsold, shortage.protocol, shortage.place.
    """
    draft.drop()
    space, winner = auction.space, auction.leader
    if auction.level is None:
        if winner is None:
            draft.events.append(Unsold(space, draft.board.names[space]))
        else:
            draft.pay(winner, None, auction.high)
            draft.give_deed(space, winner)
    elif winner is None:
        build(draft, auction.starter, space, building_cost(draft, space))
    elif winner == auction.starter:
        build(draft, winner, space, auction.high)
    else:
        draft.pay(winner, None, auction.high)
        draft.push(Siting(winner, auction.level == draft.board.castle_level))
