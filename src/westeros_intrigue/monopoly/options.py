"""The legal moves at each decision, offers left out.

Rules: trade.listing, decision.never-stuck, build.set, sell.set, mortgage.take, mortgage.redeem,
jail.life.
"""

from __future__ import annotations

from westeros_intrigue.monopoly import moves, steps
from westeros_intrigue.monopoly.auctions import is_undoing, open_sites
from westeros_intrigue.monopoly.cards import choosable
from westeros_intrigue.monopoly.moves import Move
from westeros_intrigue.monopoly.property import (
    building_cost,
    buildings_left,
    highest_level,
    is_built_on,
    is_short_of_holdfasts,
    means_of,
)
from westeros_intrigue.monopoly.table import Holdings
from westeros_intrigue.monopoly.trades import tradable


def options(holdings: Holdings, player: int) -> list[Move]:
    """Return every legal move but offers, in a fixed order, of the player who is asked.

    Kinds stand in the order of the classes in `moves`, spaces by index, bids rising.
    """
    step = holdings.agenda[0]
    found: list[Move]
    match step:
        case steps.Interval():
            found = _floor(holdings, player)
        case steps.Auction():
            found = _bids(holdings, player, step)
        case steps.Owing():
            found = _raising(holdings, player)
            if means_of(holdings, player) < step.amount:
                found.append(moves.GiveUp())
        case steps.Purchase():
            can_buy = holdings.cash[player] >= holdings.board.prices[step.space]
            found = [
                *([moves.Buy()] if can_buy else []),
                moves.PutUp(),
                *_raising(holdings, player),
            ]
        case steps.JailOrRoll():
            found = _ways_out(holdings, player)
        case steps.Siting():
            found = [
                moves.Place(space) for space in open_sites(holdings, player, castle=step.is_castle)
            ]
        case steps.DeedChoice():
            found = _choices(holdings, player, step)
        case steps.RentClaim():
            found = [moves.Demand(), moves.Waive()]
        case _:
            found = [moves.Accept(), moves.Decline()]
    return found


def _floor(holdings: Holdings, player: int) -> list[Move]:
    cash = holdings.cash[player]
    builds: list[Move] = [
        moves.Build(space)
        for space in open_sites(holdings, player)
        if building_cost(holdings, space) <= cash and buildings_left(holdings, space)
    ]
    unmortgages = holdings.board.unmortgages
    redeems = [
        moves.Redeem(space)
        for space in _owned(holdings, player)
        if holdings.deeds[space].mortgaged
        and unmortgages[space] <= cash
        and not is_undoing(holdings, player, steps.Act.MORTGAGED, (space,))
    ]
    return [*builds, *_raising(holdings, player), *redeems, moves.Pass()]


def _owned(holdings: Holdings, player: int) -> list[int]:
    deeds = holdings.deeds
    return [space for space in holdings.board.deed_spaces if deeds[space].owner == player]


def _raising(holdings: Holdings, player: int) -> list[Move]:
    """Return the sales and mortgages open to a player.

    Rules: sell.when, sell.set.
    """
    owned = _owned(holdings, player)
    deeds = holdings.deeds
    is_builder = any(deeds[space].level for space in owned)
    sales = _sales(holdings, player) if is_builder else []
    mortgages = [
        moves.Mortgage(space)
        for space in owned
        if not deeds[space].mortgaged
        and not (is_builder and is_built_on(holdings, space))
        and not is_undoing(holdings, player, steps.Act.REDEEMED, (space,))
    ]
    return [*sales, *mortgages]


def _sales(holdings: Holdings, player: int) -> list[Move]:
    single: list[int] = []
    groups: list[Move] = []
    for name, spaces in holdings.board.groups.items():
        if not is_built_on(holdings, spaces[0]) or holdings.deeds[spaces[0]].owner != player:
            continue
        if is_undoing(holdings, player, steps.Act.BUILT, spaces):
            continue
        highest = highest_level(holdings, spaces)
        single += [
            space
            for space in spaces
            if holdings.deeds[space].level == highest and not is_short_of_holdfasts(holdings, space)
        ]
        groups.append(moves.SellSet(name))
    return [*(moves.Sell(space) for space in sorted(single)), *groups]


def _bids(holdings: Holdings, player: int, auction: steps.Auction) -> list[Move]:
    found: list[Move] = [
        moves.Bid(amount)
        for amount in range(lowest_bid(holdings, auction), holdings.cash[player] + 1)
    ]
    found.append(moves.Pass())
    if auction.level is None:
        found += _raising(holdings, player)
    return found


def lowest_bid(holdings: Holdings, auction: steps.Auction) -> int:
    """Return the least that may be bid next.

    Rules: auction.bids.
    """
    edition = holdings.board.edition
    if auction.leader is None:
        return edition.opening_bid
    return auction.high + edition.bid_step


def is_outbid(holdings: Holdings, player: int, auction: steps.Auction) -> bool:
    """Return whether a bidder cannot bid, whatever they sell.

    Rules: auction.forced.
    """
    lowest = lowest_bid(holdings, auction)
    if auction.level is not None:
        return holdings.cash[player] < lowest
    return holdings.cash[player] < lowest and means_of(holdings, player) < lowest


def _ways_out(holdings: Holdings, player: int) -> list[Move]:
    found: list[Move] = []
    if holdings.cash[player] >= holdings.board.edition.jail_fee:
        found.append(moves.PayFee())
    if holdings.kept_cards[player]:
        found.append(moves.UseCard())
    found.append(moves.TryDouble())
    return found


def _choices(holdings: Holdings, player: int, step: steps.DeedChoice) -> list[Move]:
    deeds = choosable(holdings, player)
    if not step.is_swap:
        return [moves.Choose(deed) for deed in deeds]
    return [moves.Choose(deed, own) for deed in deeds for own in tradable(holdings, player)]
