"""Deeds and their numbers: sets, rents, building, selling, mortgages, means."""

from __future__ import annotations

from westeros_intrigue.base.values import check_integer, check_type
from westeros_intrigue.monopoly.space_sets import spaces_of, whole_sets
from westeros_intrigue.monopoly.spaces import SpaceKind
from westeros_intrigue.monopoly.state import GameState, Position, View
from westeros_intrigue.monopoly.table import Holdings, castles_left, holdfasts_left


def owns_set(holdings: Holdings, player: int, space: int) -> bool:
    """Return whether a player owns the whole set of a space, mortgaged or not.

    Rules: rent.siblings.
    """
    wanted = holdings.board.set_bits[space]
    return bool(wanted) and holdings.owned[player] & wanted == wanted


def is_built_on(holdings: Holdings, space: int) -> bool:
    """Return whether buildings stand in the set of a deed.

    Rules: trade.buildings.
    """
    return holdings.built >> space & 1 == 1


def owned_deeds(holdings: Holdings, player: int) -> tuple[int, ...]:
    """Return the spaces whose deeds a player owns, ascending."""
    return spaces_of(holdings.owned[player])


def owned_sets(holdings: Holdings, player: int) -> list[tuple[int, ...]]:
    """Return the sets that a player owns whole, from GO."""
    return [*map(spaces_of, whole_sets(holdings.board.group_bits, holdings.owned[player]))]


def sites(holdings: Holdings, player: int, *, castle: bool | None = None) -> list[int]:
    """Return where a player could build but for supply and cost; None for either building.

    Rules: build.set, build.even, build.castle.
    """
    top = holdings.board.castle_level
    deeds, owned = holdings.deeds, holdings.owned[player] & ~holdings.mortgaged
    found = []
    for bits in whole_sets(holdings.board.group_bits, owned):
        spaces = spaces_of(bits)
        lowest = min([deeds[space].level for space in spaces])
        # The lowest level determines the kind of building that is due in the whole set.
        if lowest < top and castle in (None, lowest == top - 1):
            found += [space for space in spaces if deeds[space].level == lowest]
    return sorted(found)


def building_cost(holdings: Holdings, space: int) -> int:
    """Return what the next building on a Location costs.

    Rules: build.cost.
    """
    board = holdings.board
    if holdings.deeds[space].level == board.castle_level - 1:
        return board.castle_costs[space]
    return board.holdfast_costs[space]


def buildings_left(holdings: Holdings, space: int) -> int:
    """Return how many of the buildings that come next on a Location the Treasury has.

    Rules: build.supply.
    """
    if holdings.deeds[space].level == holdings.board.castle_level - 1:
        return castles_left(holdings)
    return holdfasts_left(holdings)


def _sale(holdings: Holdings, space: int, level: int) -> int:
    """Return what the building sells for that brought a Location to a level.

    Rules: sell.holdfast, sell.castle.
    """
    board = holdings.board
    if level == board.castle_level and holdings.variant.castle_sale == "full":
        return board.castle_costs[space]
    costs = board.castle_costs if level == board.castle_level else board.holdfast_costs
    return (costs[space] + 1) // 2


def sale(holdings: Holdings, space: int) -> int:
    """Return what the highest building on a Location sells for."""
    return _sale(holdings, space, holdings.deeds[space].level)


def set_sale(holdings: Holdings, spaces: tuple[int, ...]) -> int:
    """Return what all buildings of a set sell for.

    Rules: sell.set.
    """
    return sum(
        _sale(holdings, space, level)
        for space in spaces
        for level in range(1, holdings.deeds[space].level + 1)
    )


def is_short_of_holdfasts(holdings: Holdings, space: int) -> bool:
    """Return whether a Castle cannot be sold alone.

    Rules: sell.castle-short.
    """
    board = holdings.board
    return (
        holdings.deeds[space].level == board.castle_level
        and holdfasts_left(holdings) < board.castle_level - 1
    )


def means_of(holdings: Holdings, player: int) -> int:
    """Return what a player could pay after selling and mortgaging everything.

    Rules: debt.means.
    """
    board = holdings.board
    total = holdings.cash[player]
    for space in owned_deeds(holdings, player):
        deed = holdings.deeds[space]
        if not deed.mortgaged:
            total += board.mortgages[space]
        if deed.level:
            total += set_sale(holdings, (space,))
    return total


def rent_of(holdings: Holdings, space: int) -> int:
    """Return the rent of an owned Location or Faith.

    Rules: rent.location, rent.set, rent.faith.
    """
    board = holdings.board
    deed = holdings.deeds[space]
    owner = deed.owner
    if board.kinds[space] is SpaceKind.FAITH:
        return board.edition.faith_rent[_owned_siblings(holdings, space) - 1]
    rent = board.rents[space][deed.level]
    if deed.level or owner is None or not owns_set(holdings, owner, space):
        return rent
    return rent * board.edition.set_factor


def order_share(holdings: Holdings, space: int) -> tuple[int, int]:
    """Return which part of a throw an Order's rent is, as a fraction.

    Rules: rent.order.
    """
    return holdings.board.edition.order_rent[_owned_siblings(holdings, space) - 1]


def _owned_siblings(holdings: Holdings, space: int) -> int:
    owner = holdings.deeds[space].owner
    return sum(holdings.deeds[other].owner == owner for other in holdings.board.siblings[space])


def check_position(position: object) -> None:
    """Raise a WrongType unless something is a state or a view."""
    check_type("position", position, GameState | View)


def check_seat(position: Position, player: int) -> int:
    """Return a seat after checking that the position has it.

    Raises:
        WrongType: it is not an int.
        InvalidValue: the seat does not exist.
    """
    return check_integer("player", player, 0, position.players - 1)


def means(position: Position, player: int) -> int:
    """Return what a player could pay after selling all buildings and mortgaging all deeds.

    >>> from westeros_intrigue.monopoly import setup
    >>> means(setup(2, seed=1), 0)
    36

    Args:
        position: a state or a view.
        player: the seat, from 0.

    Raises:
        InvalidValue: the seat does not exist.

    Rules: debt.means.
    """
    check_position(position)
    return means_of(position.table, check_seat(position, player))


def rent(position: Position, space: int) -> int | None:
    """Return the rent of a deed as things stand; None where a visitor owes nothing.

    Of an Order, whose rent is a part of a throw, it is what a throw of 12 brings.

    >>> from westeros_intrigue.monopoly import SAMPLE, Deed, arrange
    >>> table = arrange(SAMPLE, cash=(9, 9), deeds={1: Deed(0), 3: Deed(0, mortgaged=True)})
    >>> rent(table, 1), rent(table, 3), rent(table, 5)
    (2, None, None)

    Args:
        position: a state or a view.
        space: counted from GO, 0.

    Raises:
        InvalidValue: the space does not exist.

    Rules: rent.location, rent.set, rent.faith, rent.order, rent.siblings.
    """
    check_position(position)
    table = position.table
    space = check_integer("space", space, 0, table.board.size - 1)
    deed = table.deeds[space]
    if deed.owner is None or deed.mortgaged:
        return None
    if table.board.kinds[space] is SpaceKind.ORDER:
        return part_of_throw(order_share(table, space), _HIGHEST_THROW)
    return rent_of(table, space)


_HIGHEST_THROW = 12


def part_of_throw(share: tuple[int, int], thrown: int) -> int:
    """Return a part of a throw, rounded up.

    Rules: rent.order.
    """
    part, whole = share
    return -(-thrown * part // whole)
