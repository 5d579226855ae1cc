"""The legal moves at each decision, offers left out.

Rules: trade.listing, decision.never-stuck, jail.life.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, product, starmap
from typing import TypeVar, overload

import attrs

from westeros_intrigue.monopoly import moves, steps
from westeros_intrigue.monopoly.auctions import acts_done, lowest_bid, open_sites
from westeros_intrigue.monopoly.cards import choosable
from westeros_intrigue.monopoly.legality import is_sound
from westeros_intrigue.monopoly.moves import Bid, Move
from westeros_intrigue.monopoly.property import building_cost, buildings_left
from westeros_intrigue.monopoly.space_sets import spaces_of, whole_sets
from westeros_intrigue.monopoly.spaces import MOST_SPACES
from westeros_intrigue.monopoly.table import Holdings
from westeros_intrigue.monopoly.trades import tradable

M = TypeVar("M", bound=Move)

# The moves that only name a space exist once, since most lists of moves consist of them.
_BUILDS = tuple(map(moves.Build, range(MOST_SPACES)))
_SELLS = tuple(map(moves.Sell, range(MOST_SPACES)))
_MORTGAGES = tuple(map(moves.Mortgage, range(MOST_SPACES)))
_REDEEMS = tuple(map(moves.Redeem, range(MOST_SPACES)))
_bid = lru_cache(maxsize=1 << 10)(Bid)  # a game makes the same few again and again
_PASS = (moves.Pass(),)
PASSES = (*_PASS, moves.StandBy())
"""The moves of a player with the floor who can do nothing but pass and offer."""
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
        at = range(len(self))[index] if index < 0 else index
        bids = len(self.bids)
        return _bid(self.bids[at]) if at < bids else self.others[at - bids]

    def __iter__(self) -> Iterator[Move]:
        return chain(map(_bid, self.bids), self.others)

    def __contains__(self, move: object) -> bool:
        return move.amount in self.bids if isinstance(move, Bid) else move in self.others

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


def options(holdings: Holdings, player: int) -> Sequence[Move]:  # noqa: PLR0911 - one a question
    """Return every legal move but offers, in a fixed order, of the player who is asked.

    Kinds stand in the order of the classes in `moves`, spaces by index, bids rising.
    """
    match holdings.agenda[0]:
        case steps.Interval():
            return _with_floor(holdings, player)
        case steps.Auction() as auction:
            # No sales for a building: they would change supply and sites meanwhile.
            raised = raising(holdings, player) if auction.level is None else ()
            bids = range(lowest_bid(holdings, auction), holdings.cash[player] + 1)
            return BidsAnd(bids, (*_PASS, *raised))
        case steps.Owing():
            return (*raising(holdings, player), *legal(holdings, player, _GIVE_UP))
        case steps.Purchase(space=space):
            can_buy = holdings.cash[player] >= holdings.board.prices[space]
            return (*_VISIT[not can_buy :], *raising(holdings, player))
        case steps.InJail():
            return tuple(legal(holdings, player, _WAYS_OUT))
        case steps.RentClaim():
            return _CLAIM
        case steps.Answer():
            return _ANSWER
        case steps.Siting(is_castle=is_castle):
            return tuple(map(moves.Place, open_sites(holdings, player, castle=is_castle)))
        case steps.DeedChoice(is_swap=is_swap):
            own = tradable(holdings, player) if is_swap else [None]
            return tuple(starmap(moves.Choose, product(choosable(holdings, player), own)))
        case step:
            raise AssertionError(f"{step} asks nobody")


def legal(holdings: Holdings, player: int, candidates: Iterable[M]) -> Iterator[M]:
    """Yield the moves that have no fault."""
    return (move for move in candidates if is_sound(holdings, player, move))


def _with_floor(holdings: Holdings, player: int) -> Sequence[Move]:
    owned = holdings.owned[player]
    if not owned:
        return PASSES
    others = _mortgages_and_more(_mortgageable(holdings, player), _redeemable(holdings, player))
    if not whole_sets(holdings.board.group_bits, owned):
        return others
    return (*builds(holdings, player), *sales(holdings, player), *others)


def builds(holdings: Holdings, player: int, reserve: int = 0) -> list[moves.Build]:
    """Return the legal building acts of a player with the floor that leave a reserve of coins."""
    cash = holdings.cash[player] - reserve
    return [
        _BUILDS[space]
        for space in open_sites(holdings, player)
        if building_cost(holdings, space) <= cash and buildings_left(holdings, space)
    ]


def redeems(holdings: Holdings, player: int, reserve: int = 0) -> list[moves.Redeem]:
    """Return the legal redemptions of a player with the floor that leave a reserve of coins."""
    return [_REDEEMS[space] for space in spaces_of(_redeemable(holdings, player, reserve))]


def raising(holdings: Holdings, player: int) -> Sequence[Move]:
    """Return the legal sales and mortgages of a player.

    Rules: sell.when.
    """
    mortgages = _mortgages(_mortgageable(holdings, player))
    found = sales(holdings, player)
    return (*found, *mortgages) if found else mortgages


def sales(holdings: Holdings, player: int) -> Sequence[Move]:
    """Return the legal sales of a player's buildings, one by one and by the set."""
    built = holdings.owned[player] & holdings.built
    if not built:
        return ()
    groups = holdings.board.groups.items()
    found: list[Move] = [_SELLS[space] for space in spaces_of(built)]
    found += [moves.SellSet(group) for group, spaces in groups if built >> spaces[0] & 1]
    return [*legal(holdings, player, found)]


def _mortgageable(holdings: Holdings, player: int) -> int:
    bits = holdings.owned[player] & ~(holdings.built | holdings.mortgaged)
    return bits and bits & ~acts_done(holdings, player, steps.Act.REDEEMED)


def _redeemable(holdings: Holdings, player: int, reserve: int = 0) -> int:
    bits = holdings.owned[player] & holdings.mortgaged
    if not bits:
        return 0
    board = holdings.board
    bits &= board.redeemable[bisect_right(board.redeem_costs, holdings.cash[player] - reserve)]
    return bits and bits & ~acts_done(holdings, player, steps.Act.MORTGAGED)


@lru_cache(maxsize=1 << 14)
def _mortgages(bits: int) -> tuple[Move, ...]:
    return tuple(_MORTGAGES[space] for space in spaces_of(bits))


@lru_cache(maxsize=1 << 14)
def _mortgages_and_more(mortgageable: int, redeemable: int) -> tuple[Move, ...]:
    redemptions = (_REDEEMS[space] for space in spaces_of(redeemable))
    return (*_mortgages(mortgageable), *redemptions, *PASSES)
