"""The legal moves at each decision, offers left out.

Rules: trade.listing, decision.never-stuck, build.set, sell.set, mortgage.take, mortgage.redeem,
jail.life.
"""

from __future__ import annotations

from westeros_intrigue.monopoly.auctions import is_undoing, open_sites
from westeros_intrigue.monopoly.cards import choosable
from westeros_intrigue.monopoly.moves import (
    Accept,
    Bid,
    Build,
    Buy,
    Choose,
    Decline,
    Demand,
    GiveUp,
    Mortgage,
    Move,
    Pass,
    PayFee,
    Place,
    PutUp,
    Redeem,
    Sell,
    SellSet,
    TryDouble,
    UseCard,
    Waive,
)
from westeros_intrigue.monopoly.property import (
    building_cost,
    buildings_left,
    highest_level,
    is_built_on,
    is_short_of_holdfasts,
    means_of,
)
from westeros_intrigue.monopoly.steps import (
    Act,
    Auction,
    DeedChoice,
    Interval,
    JailOrRoll,
    Owing,
    Purchase,
    RentClaim,
    Siting,
)
from westeros_intrigue.monopoly.table import Holdings
from westeros_intrigue.monopoly.trades import tradable


def options(holdings: Holdings, player: int) -> list[Move]:
    """Return every legal move but offers, in a fixed order, of the player who is asked.

    Kinds stand in the order of the classes in `moves`, spaces by index, bids rising.
    """
    step = holdings.agenda[0]
    moves: list[Move]
    match step:
        case Interval():
            moves = _floor(holdings, player)
        case Auction():
            moves = _bids(holdings, player, step)
        case Owing():
            moves = _raising(holdings, player)
            if means_of(holdings, player) < step.amount:
                moves.append(GiveUp())
        case Purchase():
            can_buy = holdings.cash[player] >= holdings.board.prices[step.space]
            moves = [*([Buy()] if can_buy else []), PutUp(), *_raising(holdings, player)]
        case JailOrRoll():
            moves = _ways_out(holdings, player)
        case Siting():
            moves = [Place(space) for space in open_sites(holdings, player, castle=step.is_castle)]
        case DeedChoice():
            moves = _choices(holdings, player, step)
        case RentClaim():
            moves = [Demand(), Waive()]
        case _:
            moves = [Accept(), Decline()]
    return moves


def _floor(holdings: Holdings, player: int) -> list[Move]:
    cash = holdings.cash[player]
    builds: list[Move] = [
        Build(space)
        for space in open_sites(holdings, player)
        if building_cost(holdings, space) <= cash and buildings_left(holdings, space)
    ]
    unmortgages = holdings.board.unmortgages
    redeems = [
        Redeem(space)
        for space in _owned(holdings, player)
        if holdings.deeds[space].mortgaged
        and unmortgages[space] <= cash
        and not is_undoing(holdings, player, Act.MORTGAGED, (space,))
    ]
    return [*builds, *_raising(holdings, player), *redeems, Pass()]


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
        Mortgage(space)
        for space in owned
        if not deeds[space].mortgaged
        and not (is_builder and is_built_on(holdings, space))
        and not is_undoing(holdings, player, Act.REDEEMED, (space,))
    ]
    return [*sales, *mortgages]


def _sales(holdings: Holdings, player: int) -> list[Move]:
    single: list[int] = []
    groups: list[Move] = []
    for name, spaces in holdings.board.groups.items():
        if not is_built_on(holdings, spaces[0]) or holdings.deeds[spaces[0]].owner != player:
            continue
        if is_undoing(holdings, player, Act.BUILT, spaces):
            continue
        highest = highest_level(holdings, spaces)
        single += [
            space
            for space in spaces
            if holdings.deeds[space].level == highest and not is_short_of_holdfasts(holdings, space)
        ]
        groups.append(SellSet(name))
    return [*(Sell(space) for space in sorted(single)), *groups]


def _bids(holdings: Holdings, player: int, auction: Auction) -> list[Move]:
    moves: list[Move] = [
        Bid(amount) for amount in range(lowest_bid(holdings, auction), holdings.cash[player] + 1)
    ]
    moves.append(Pass())
    if auction.level is None:
        moves += _raising(holdings, player)
    return moves


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
    if auction.level is not None:
        return holdings.cash[player] < lowest
    return holdings.cash[player] < lowest and means_of(holdings, player) < lowest


def _ways_out(holdings: Holdings, player: int) -> list[Move]:
    moves: list[Move] = []
    if holdings.cash[player] >= holdings.board.edition.jail_fee:
        moves.append(PayFee())
    if holdings.kept_cards[player]:
        moves.append(UseCard())
    moves.append(TryDouble())
    return moves


def _choices(holdings: Holdings, player: int, step: DeedChoice) -> list[Move]:
    deeds = choosable(holdings, player)
    if not step.is_swap:
        return [Choose(deed) for deed in deeds]
    return [Choose(deed, own) for deed in deeds for own in tradable(holdings, player)]
