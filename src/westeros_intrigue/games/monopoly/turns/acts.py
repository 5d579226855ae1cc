"""Acts on deeds, which several questions allow, and the reasons for refusing them.

A player builds, sells, mortgages and redeems, or offers another player an exchange. For each kind
of move, a check yields every fault, in words and numbers; a move without faults is legal. Lists of
legal moves omit offers, since there are too many.

Rules: sell.when, trade.listing, interval.undo, shortage.rivals, debt.trade.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar, assert_never, get_args

from westeros_intrigue.gamekit.agenda import first_step
from westeros_intrigue.gamekit.values import shared
from westeros_intrigue.games.monopoly.pieces.spaces import Numbers, bits_of, spaces_of, whole_sets
from westeros_intrigue.games.monopoly.position import moves
from westeros_intrigue.games.monopoly.position.moves import Bundle, Move
from westeros_intrigue.games.monopoly.position.refusals import Fault, Refusal
from westeros_intrigue.games.monopoly.position.state import (
    Question,
    building_cost,
    buildings_left,
    is_built_on,
    means_of,
    next_building,
)
from westeros_intrigue.games.monopoly.position.table import Holdings, solvent_after

M = TypeVar("M", bound=Move)


@lru_cache(maxsize=1 << 15)
def _on_spaces(cls: type[Any], bits: int) -> tuple[Any, ...]:
    """Return the moves of a class on a set of spaces, which make up most lists of moves."""
    return tuple([shared(cls, space) for space in spaces_of(bits)])


def acts_done(holdings: Holdings, player: int, act: type) -> int:
    """Return the spaces, as a set, where a player's act in this interval may not be undone.

    The interval of the acts may be behind an auction on the agenda.

    Rules: interval.undo.
    """
    acts = 0
    for step in holdings.agenda[:2]:
        if isinstance(step, Question):
            for who, what, space in step.done:
                if what is act and who == player:
                    acts |= 1 << space
    return acts


def open_sites(holdings: Holdings, player: int, building: str | None = None) -> list[int]:
    """Return the spaces where a player may build now, ignoring supply and cost.

    Rules: build.set, build.even, house.uneven, build.castle, shortage.rivals.
    """
    board, deeds = holdings.board, holdings.deeds
    sold = acts_done(holdings, player, moves.Sell)
    found = []
    for bits in whole_sets(board.group_bits, holdings.owned[player] & ~(holdings.mortgaged | sold)):
        spaces = spaces_of(bits)
        if _may_be_uneven(holdings):
            found += [
                space
                for space in spaces
                if (level := deeds[space].level) < board.castle_level
                and building in {None, next_building(board, level)}
            ]
            continue
        lowest = min([deeds[space].level for space in spaces])
        # The lowest level determines the next kind of building in the whole set.
        if lowest < board.castle_level and building in {None, next_building(board, lowest)}:
            found += [space for space in spaces if deeds[space].level == lowest]
    return sorted(found)


_OnDeed: TypeAlias = moves.Build | moves.Sell | moves.Mortgage | moves.Redeem
_OF_OTHERS: Mapping[type[_OnDeed], Refusal] = {
    moves.Build: Refusal.BUILDS_ON_OTHERS,
    moves.Sell: Refusal.SELLS_OF_OTHERS,
    moves.Mortgage: Refusal.MORTGAGES_OF_OTHERS,
    moves.Redeem: Refusal.REDEEMS_OF_OTHERS,
}
"""The refusals of acts on a deed that belongs to another player or to the Treasury."""


def _not_own(holdings: Holdings, player: int, move: _OnDeed) -> Fault | None:
    board, space = holdings.board, move.space
    if space >= board.size or not board.siblings[space]:
        return Fault(Refusal.NO_DEED, (space,))
    if (owner := holdings.deeds[space].owner) != player:
        return Fault(_OF_OTHERS[type(move)], (space,), player=owner)
    if not board.sets[space] and isinstance(move, (moves.Build, moves.Sell)):
        return Fault(Refusal.NOT_A_LOCATION, (space,))
    return None


def too_dear(holdings: Holdings, player: int, cost: int, refusal: Refusal) -> Iterator[Fault]:
    """Yield a fault with a refusal if a player cannot pay a cost now."""
    if (cash := holdings.cash[player]) < cost:
        yield Fault(refusal, (), cost, cash)


def _undoing(holdings: Holdings, player: int, undone: type, spaces: Numbers) -> Iterator[Fault]:
    if acts_done(holdings, player, undone) >> spaces[0] & 1:
        yield Fault(Refusal.UNDOES, spaces)


def _may_be_uneven(holdings: Holdings) -> bool:
    """Rules: build.even, sell.holdfast, house.uneven."""
    return "uneven" in holdings.variant.house_rules


def _build(holdings: Holdings, player: int, space: int) -> Iterator[Fault]:
    """Rules: build.set, build.even, house.uneven, build.supply, build.cost."""
    board, deeds = holdings.board, holdings.deeds
    spaces = board.sets[space]
    level = deeds[space].level
    bits = board.set_bits[space]
    if lacking := bits & ~holdings.owned[player]:
        yield Fault(Refusal.SET_INCOMPLETE, spaces_of(lacking))
    if mortgaged := bits & holdings.mortgaged:
        yield Fault(Refusal.SET_MORTGAGED, spaces_of(mortgaged))
    if level == board.castle_level:
        yield Fault(Refusal.FULL, (space,))
        return
    lowest = min([deeds[other].level for other in spaces])
    if level > lowest and not _may_be_uneven(holdings):
        first = [other for other in spaces if deeds[other].level == lowest]
        yield Fault(Refusal.BUILT_UNEVENLY, first)
    if not buildings_left(holdings, space):
        yield Fault(Refusal.SUPPLY_EMPTY, (), 1, 0)
    yield from _undoing(holdings, player, moves.Sell, spaces)
    yield from too_dear(holdings, player, building_cost(holdings, space), Refusal.BUILDING_TOO_DEAR)


def _sell(holdings: Holdings, player: int, space: int) -> Iterator[Fault]:
    """Rules: sell.holdfast, sell.castle, sell.castle-short."""
    board, deeds = holdings.board, holdings.deeds
    spaces = board.sets[space]
    level = deeds[space].level
    if not level:
        yield Fault(Refusal.NO_BUILDING, (space,))
    highest = max([deeds[other].level for other in spaces])
    if level < highest and not _may_be_uneven(holdings):
        first = [other for other in spaces if deeds[other].level == highest]
        yield Fault(Refusal.SOLD_UNEVENLY, first)
    needed = board.castle_level - 1
    if level > needed > (left := holdings.holdfasts_left):
        yield Fault(Refusal.HOLDFASTS_SHORT, (), needed, left)
    yield from _undoing(holdings, player, moves.Build, spaces)


def _sell_set(holdings: Holdings, player: int, move: moves.SellSet) -> Iterator[Fault]:
    """Rules: sell.set."""
    spaces = holdings.board.groups.get(move.group)
    if spaces is None:
        yield Fault(Refusal.NO_SUCH_SET, choices=tuple(holdings.board.groups))
        return
    if lacking := bits_of(spaces) & ~holdings.owned[player]:
        yield Fault(Refusal.SET_NOT_OWNED, spaces_of(lacking))
        return
    if not is_built_on(holdings, spaces[0]):
        yield Fault(Refusal.NO_BUILDINGS, spaces)
    yield from _undoing(holdings, player, moves.Build, spaces)


def _mortgage(holdings: Holdings, player: int, space: int) -> Iterator[Fault]:
    """Rules: mortgage.take."""
    if is_built_on(holdings, space):
        yield Fault(Refusal.MORTGAGE_BUILT_ON, holdings.board.sets[space])
    if holdings.deeds[space].mortgaged:
        yield Fault(Refusal.MORTGAGED, (space,))
    yield from _undoing(holdings, player, moves.Redeem, (space,))


def _redeem(holdings: Holdings, player: int, space: int) -> Iterator[Fault]:
    """Rules: mortgage.redeem."""
    if not holdings.deeds[space].mortgaged:
        yield Fault(Refusal.NOT_MORTGAGED, (space,))
    yield from _undoing(holdings, player, moves.Mortgage, (space,))
    yield from too_dear(
        holdings, player, holdings.board.unmortgages[space], Refusal.REDEMPTION_TOO_DEAR
    )


def _offer(holdings: Holdings, player: int, move: moves.Offer) -> Iterator[Fault]:
    """Rules: trade.what, trade.bound, trade.both, debt.trade."""
    is_partner = move.partner in solvent_after(holdings, player)
    if not is_partner:
        yield Fault(Refusal.BAD_PARTNER)
    step = first_step(holdings.agenda, Question)
    made = step.offers_made(player)
    if made >= holdings.variant.offers:
        yield Fault(Refusal.OFFERS_SPENT, (), made + 1, holdings.variant.offers)
    faults = [*_side(holdings, player, move.give, Refusal.NOT_OWNED)]
    if is_partner:
        faults += _side(holdings, move.partner, move.take, Refusal.NOT_THEIRS)
    yield from faults
    if not move.give or not move.take:
        yield Fault(Refusal.ONE_SIDED)
    if move.give.coins and move.take.coins:
        yield Fault(Refusal.COINS_BOTH_WAYS)
    if step.debt and not faults and is_partner:
        means = means_after(holdings, player, move.give, move.take)
        if means < step.debt:
            yield Fault(Refusal.DEBT_UNPAID, (), step.debt, means)


def _side(holdings: Holdings, giver: int, bundle: Bundle, not_owned: Refusal) -> Iterator[Fault]:
    """Rules: trade.both, trade.buildings."""
    deeds, owned = bits_of(bundle.deeds), holdings.owned[giver]
    if strange := deeds & ~owned:
        yield Fault(not_owned, spaces_of(strange), player=giver)
    if built_on := deeds & owned & holdings.built:
        yield Fault(Refusal.OFFER_BUILT_ON, spaces_of(built_on))
    if bundle.coins > (cash := holdings.cash[giver]):
        yield Fault(Refusal.TOO_FEW_COINS, (), bundle.coins, cash, player=giver)
    if bundle.cards > (cards := len(holdings.kept_cards[giver])):
        yield Fault(Refusal.TOO_FEW_CARDS, (), bundle.cards, cards, player=giver)


def _on_deed(holdings: Holdings, player: int, move: _OnDeed) -> Iterator[Fault]:
    if fault := _not_own(holdings, player, move):
        return iter((fault,))
    match move:
        case moves.Mortgage(space):
            faults = _mortgage(holdings, player, space)
        case moves.Redeem(space):
            faults = _redeem(holdings, player, space)
        case moves.Build(space):
            faults = _build(holdings, player, space)
        case moves.Sell(space):
            faults = _sell(holdings, player, space)
        case _:
            assert_never(move)
    return faults


_ACTS = frozenset({*get_args(_OnDeed), moves.SellSet, moves.Offer})
"""The classes of acts; questions check their other answers themselves."""


def faults(holdings: Holdings, player: int, move: Move) -> Iterator[Fault]:
    """Return the faults of a move that answers the question."""
    if type(move) not in _ACTS:  # asked first, since it is faster than the patterns
        return first_step(holdings.agenda, Question).faults(holdings, player, move)
    match move:
        case moves.Mortgage() | moves.Redeem() | moves.Build() | moves.Sell():
            return _on_deed(holdings, player, move)
        case moves.SellSet():
            return _sell_set(holdings, player, move)
        case moves.Offer():
            return _offer(holdings, player, move)
    raise AssertionError(move)


def legal(holdings: Holdings, player: int, candidates: Iterable[M]) -> Iterator[M]:
    """Yield the moves that answer the question without a fault."""
    return (move for move in candidates if not any(faults(holdings, player, move)))


def builds(holdings: Holdings, player: int, reserve: int = 0) -> list[moves.Build]:
    """Return the legal builds of the player with the floor that leave a reserve of coins."""
    cash = holdings.cash[player] - reserve
    return [
        shared(moves.Build, space)
        for space in open_sites(holdings, player)
        if building_cost(holdings, space) <= cash and buildings_left(holdings, space)
    ]


def redeems(holdings: Holdings, player: int, reserve: int = 0) -> tuple[moves.Redeem, ...]:
    """Return the legal redemptions of the player with the floor that leave a reserve of coins."""
    if not (bits := holdings.owned[player] & holdings.mortgaged):
        return ()
    if not (bits := bits & holdings.board.redeemable(holdings.cash[player] - reserve)):
        return ()
    return _on_spaces(moves.Redeem, bits & ~acts_done(holdings, player, moves.Mortgage))


def mortgages(holdings: Holdings, player: int) -> tuple[moves.Mortgage, ...]:
    """Return the legal mortgages of a player."""
    if not (bits := holdings.owned[player] & ~(holdings.built | holdings.mortgaged)):
        return ()
    return _on_spaces(moves.Mortgage, bits & ~acts_done(holdings, player, moves.Redeem))


def raising(holdings: Holdings, player: int) -> Sequence[Move]:
    """Return the legal sales and mortgages of a player.

    Rules: sell.when.
    """
    mortgaging = mortgages(holdings, player)
    if not holdings.owned[player] & holdings.built:
        return mortgaging
    return (*sales(holdings, player), *mortgaging)


def sales(holdings: Holdings, player: int) -> Sequence[Move]:
    """Return the legal sales of a player's buildings, one by one and by the set."""
    built = holdings.owned[player] & holdings.built
    if not built:
        return ()
    groups = holdings.board.groups.items()
    found: list[Move] = [*_on_spaces(moves.Sell, built)]
    found += [moves.SellSet(group) for group, spaces in groups if built >> spaces[0] & 1]
    return [*legal(holdings, player, found)]


def tradable(holdings: Holdings, player: int) -> Numbers:
    """Return the deeds that a player may trade away, ascending.

    Rules: trade.buildings.
    """
    return spaces_of(holdings.owned[player] & ~holdings.built)


def has_exchange(holdings: Holdings, player: int) -> bool:
    """Return whether one of two players has a thing, and the other a thing or coins for it."""
    cash, built = holdings.cash, holdings.built
    seats = zip(holdings.owned, holdings.kept_cards, strict=True)
    have_things = [bool(owned & ~built or cards) for owned, cards in seats]
    has_thing = have_things.pop(player)
    others_have_thing = any(have_things)
    if has_thing and (others_have_thing or sum(cash) > cash[player]):
        return True
    return others_have_thing and cash[player] > 0


def best_means(holdings: Holdings, debtor: int, partner: int) -> int:
    """Return the debtor's means after the best possible exchange; -1 if there is none."""
    own, gained = (
        [_mortgage_worth(holdings, space) for space in tradable(holdings, seat)]
        + [0] * bool(holdings.kept_cards[seat])
        for seat in (debtor, partner)
    )
    means = means_of(holdings, debtor)
    best = -1
    if own and (gained or holdings.cash[partner]):
        best = means - min(own) + sum(gained) + holdings.cash[partner]
    if holdings.cash[debtor] and gained:  # one coin for everything except coins
        best = max(best, means - 1 + sum(gained))
    return best


def _mortgage_worth(holdings: Holdings, space: int) -> int:
    """Return the coins that a deed without buildings adds to its owner's means."""
    return 0 if holdings.deeds[space].mortgaged else holdings.board.mortgages[space]


def means_after(holdings: Holdings, player: int, give: Bundle, take: Bundle) -> int:
    """Return a player's means after an exchange.

    Rules: debt.trade.
    """

    def worth(bundle: Bundle) -> int:
        return bundle.coins + sum(_mortgage_worth(holdings, space) for space in bundle.deeds)

    return means_of(holdings, player) - worth(give) + worth(take)
