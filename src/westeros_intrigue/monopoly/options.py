"""The legal moves at each decision, offers left out.

Rules: trade.listing, decision.never-stuck, jail.life.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product, starmap
from typing import TypeVar, overload

import attrs

from westeros_intrigue.monopoly import moves, steps
from westeros_intrigue.monopoly.auctions import lowest_bid, open_sites
from westeros_intrigue.monopoly.cards import choosable
from westeros_intrigue.monopoly.legality import CHECKS
from westeros_intrigue.monopoly.moves import Bid, Move
from westeros_intrigue.monopoly.property import building_cost, is_built_on, owned_deeds, owns_set
from westeros_intrigue.monopoly.spaces import MOST_SPACES
from westeros_intrigue.monopoly.table import Holdings
from westeros_intrigue.monopoly.trades import tradable

M = TypeVar("M", bound=Move)

# The moves that only name a space exist once, since most lists of moves consist of them.
_BUILDS = tuple(map(moves.Build, range(MOST_SPACES)))
_SELLS = tuple(map(moves.Sell, range(MOST_SPACES)))
_MORTGAGES = tuple(map(moves.Mortgage, range(MOST_SPACES)))
_REDEEMS = tuple(map(moves.Redeem, range(MOST_SPACES)))
_PASSES = (moves.Pass(), moves.StandBy())
_GIVE_UP = (moves.GiveUp(),)
_VISIT = (moves.Buy(), moves.PutUp())
_WAYS_OUT = (moves.PayFee(), moves.UseCard(), moves.TryDouble())
_CLAIM = (moves.Demand(), moves.Waive())
_ANSWER = (moves.Accept(), moves.Decline())


@attrs.frozen(eq=False)
class BidsAnd(Sequence[Move]):
    """The legal moves in an auction: a range of bids, which are made when asked for, and others.

    >>> found = BidsAnd(range(3, 1000), (moves.Pass(),))
    >>> len(found), found[0], found[-1], Bid(999) in found, Bid(1000) in found
    (998, Bid(amount=3), Pass(), True, False)

    Rules: auction.bids, auction.cash.
    """

    bids: range
    """The coins that may be bid."""
    others: tuple[Move, ...]

    def __len__(self) -> int:
        return len(self.bids) + len(self.others)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        at = range(len(self))[index]
        return Bid(self.bids[at]) if at < len(self.bids) else self.others[at - len(self.bids)]

    def __iter__(self) -> Iterator[Move]:
        return chain(map(Bid, self.bids), self.others)

    def __contains__(self, move: object) -> bool:
        return move.amount in self.bids if isinstance(move, Bid) else move in self.others

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


def options(holdings: Holdings, player: int) -> Sequence[Move]:
    """Return every legal move but offers, in a fixed order, of the player who is asked.

    Kinds stand in the order of the classes in `moves`, spaces by index, bids rising.
    """
    step = holdings.agenda[0]
    found = legal(holdings, player, _candidates(holdings, player))
    if isinstance(step, steps.Auction):
        return BidsAnd(range(lowest_bid(holdings, step), holdings.cash[player] + 1), tuple(found))
    return tuple(found)


def forced_move(holdings: Holdings, player: int) -> Move | None:
    """Return the only move of the player who is asked, offers left out; None if there are more.

    Rules: decision.forced.
    """
    found = legal(holdings, player, _candidates(holdings, player))
    only = next(found)
    return only if next(found, None) is None else None


def can_act(holdings: Holdings, player: int) -> bool:
    """Return whether a player with the floor may do anything but pass and offer.

    Rules: interval.act, interval.skip.
    """
    # Asked at every pass: a player without deeds can do nothing, and most others can mortgage one.
    if not (owned := owned_deeds(holdings, player)):
        return False
    acts = chain(
        raising(holdings, owned), redeems(holdings, player, owned), builds(holdings, player, owned)
    )
    return next(legal(holdings, player, acts), None) is not None


def legal(holdings: Holdings, player: int, candidates: Iterable[M]) -> Iterator[M]:
    """Yield the moves that have no fault."""
    for move in candidates:
        check = CHECKS.get(type(move))
        if check is None or next(check(holdings, player, move), None) is None:
            yield move


def _candidates(holdings: Holdings, player: int) -> Iterable[Move]:  # noqa: PLR0911 - one a step
    """Return the moves that can be legal at the first step of the agenda."""
    match holdings.agenda[0]:
        case steps.Interval():
            owned = owned_deeds(holdings, player)
            return chain(
                builds(holdings, player, owned),
                raising(holdings, owned),
                redeems(holdings, player, owned),
                _PASSES,
            )
        case steps.Auction(level=None):
            return chain(_PASSES[:1], raising(holdings, owned_deeds(holdings, player)))
        case steps.Auction():  # nobody sells: that would change supply and sites meanwhile
            return _PASSES[:1]
        case steps.Owing():
            return chain(raising(holdings, owned_deeds(holdings, player)), _GIVE_UP)
        case steps.Purchase():
            return chain(_VISIT, raising(holdings, owned_deeds(holdings, player)))
        case steps.JailOrRoll():
            return _WAYS_OUT
        case steps.Siting(is_castle=is_castle):
            return map(moves.Place, open_sites(holdings, player, castle=is_castle))
        case steps.DeedChoice(is_swap=is_swap):
            own = tradable(holdings, player) if is_swap else [None]
            return starmap(moves.Choose, product(choosable(holdings, player), own))
        case steps.RentClaim():
            return _CLAIM
        case _:
            return _ANSWER


def builds(holdings: Holdings, player: int, owned: Iterable[int]) -> Iterator[moves.Build]:
    """Yield the building acts on a player's deeds that can be legal with the floor, by space."""
    sets, cash = holdings.board.sets, holdings.cash[player]
    for space in owned:
        # Cash is asked first, since most sites and mortgages fail for want of it.
        if (
            sets[space]
            and building_cost(holdings, space) <= cash
            and owns_set(holdings, player, sets[space])
        ):
            yield _BUILDS[space]


def redeems(holdings: Holdings, player: int, owned: Iterable[int]) -> Iterator[moves.Redeem]:
    """Yield the redemptions of a player's deeds that can be legal with the floor, by space."""
    deeds, cash, costs = holdings.deeds, holdings.cash[player], holdings.board.unmortgages
    for space in owned:
        if deeds[space].mortgaged and costs[space] <= cash:
            yield _REDEEMS[space]


def raising(holdings: Holdings, owned: Sequence[int]) -> Iterator[Move]:
    """Yield the sales and mortgages of a player's deeds that can be legal.

    Rules: sell.when.
    """
    deeds = holdings.deeds
    built = [space for space in owned if deeds[space].level]
    if built:
        yield from (_SELLS[space] for space in built)
        for group, spaces in holdings.board.groups.items():
            if spaces[0] in owned and is_built_on(holdings, spaces[0]):
                yield moves.SellSet(group)
    for space in owned:
        if not deeds[space].mortgaged:
            yield _MORTGAGES[space]
