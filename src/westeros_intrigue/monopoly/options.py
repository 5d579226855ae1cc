"""The legal moves at each decision, offers left out.

Rules: trade.listing, decision.never-stuck, jail.life.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import overload

import attrs

from westeros_intrigue.monopoly import moves, steps
from westeros_intrigue.monopoly.auctions import lowest_bid, open_sites
from westeros_intrigue.monopoly.cards import choosable
from westeros_intrigue.monopoly.legality import is_legal
from westeros_intrigue.monopoly.moves import Bid, Move
from westeros_intrigue.monopoly.property import is_built_on, owns_set
from westeros_intrigue.monopoly.table import Holdings
from westeros_intrigue.monopoly.trades import tradable

# The moves that only name a space exist once, since most lists of moves consist of them.
_BUILDS = tuple(map(moves.Build, range(moves.MOST_SPACES)))
_SELLS = tuple(map(moves.Sell, range(moves.MOST_SPACES)))
_MORTGAGES = tuple(map(moves.Mortgage, range(moves.MOST_SPACES)))
_REDEEMS = tuple(map(moves.Redeem, range(moves.MOST_SPACES)))
_PASS, _GIVE_UP = moves.Pass(), moves.GiveUp()
_PASSES = (_PASS, moves.StandBy())
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


def options(holdings: Holdings, player: int) -> Sequence[Move]:  # noqa: PLR0911 - one a decision
    """Return every legal move but offers, in a fixed order, of the player who is asked.

    Kinds stand in the order of the classes in `moves`, spaces by index, bids rising.
    """
    step = holdings.agenda[0]
    match step:
        case steps.Interval():
            return with_passes(acts(holdings, player))
        case steps.Auction():
            # Nobody sells for a building: that would change supply and sites meanwhile.
            raising = _raising(holdings, player) if step.level is None else ()
            bids = range(lowest_bid(holdings, step), holdings.cash[player] + 1)
            return BidsAnd(bids, (_PASS, *_legal(holdings, player, raising)))
        case steps.Owing():
            return _legal(holdings, player, (*_raising(holdings, player), _GIVE_UP))
        case steps.Purchase():
            return _legal(holdings, player, (*_VISIT, *_raising(holdings, player)))
        case steps.JailOrRoll():
            return _legal(holdings, player, _WAYS_OUT)
        case steps.Siting():
            sites = open_sites(holdings, player, castle=step.is_castle)
            return tuple(map(moves.Place, sites))
        case steps.DeedChoice():
            return tuple(_choices(holdings, player, is_swap=step.is_swap))
        case steps.RentClaim():
            return _CLAIM
        case _:
            return _ANSWER


def acts(holdings: Holdings, player: int) -> tuple[Move, ...]:
    """Return what a player with the floor may do but pass and offer.

    Rules: interval.act.
    """
    owned = _owned(holdings, player)
    sets, deeds = holdings.board.sets, holdings.deeds
    builds = [_BUILDS[space] for space in owned if owns_set(holdings, player, sets[space])]
    redeems = [_REDEEMS[space] for space in owned if deeds[space].mortgaged]
    return _legal(holdings, player, (*builds, *_raising(holdings, player), *redeems))


def with_passes(found: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the legal moves of a player with the floor, whose acts are given."""
    return (*found, *_PASSES)


def _legal(holdings: Holdings, player: int, candidates: Iterable[Move]) -> tuple[Move, ...]:
    return tuple([move for move in candidates if is_legal(holdings, player, move)])


def _owned(holdings: Holdings, player: int) -> list[int]:
    deeds = holdings.deeds
    return [space for space in holdings.board.deed_spaces if deeds[space].owner == player]


def _raising(holdings: Holdings, player: int) -> list[Move]:
    """Return the sales and mortgages that may be open to a player.

    Rules: sell.when.
    """
    deeds = holdings.deeds
    owned = _owned(holdings, player)
    found: list[Move] = [_SELLS[space] for space in owned if deeds[space].level]
    if found:
        found += [
            moves.SellSet(group)
            for group, spaces in holdings.board.groups.items()
            if deeds[spaces[0]].owner == player and is_built_on(holdings, spaces[0])
        ]
    return found + [_MORTGAGES[space] for space in owned if not deeds[space].mortgaged]


def _choices(holdings: Holdings, player: int, *, is_swap: bool) -> Iterator[Move]:
    for deed in choosable(holdings, player):
        if is_swap:
            yield from (moves.Choose(deed, own) for own in tradable(holdings, player))
        else:
            yield moves.Choose(deed)
