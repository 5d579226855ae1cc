"""The board of a complete edition, in the form in which the rules ask for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import attrs

from westeros_intrigue.base.values import Value
from westeros_intrigue.monopoly.chance_cards import ChanceCard
from westeros_intrigue.monopoly.editions import Edition, InvalidEdition
from westeros_intrigue.monopoly.space_sets import bits_of
from westeros_intrigue.monopoly.spaces import DEED_KINDS, SpaceKind
from westeros_intrigue.monopoly.unknowns import missing


def _numbers(part: str) -> Any:  # noqa: ANN401 - as attrs.field
    return _derived(lambda board: tuple(getattr(one, part) or 0 for one in board.edition.spaces))


def _groups(board: Board) -> Mapping[str, tuple[int, ...]]:
    groups: dict[str, tuple[int, ...]] = {}
    for index, space in enumerate(board.edition.spaces):
        if space.kind is SpaceKind.LOCATION and space.group is not None:
            groups[space.group] = (*groups.get(space.group, ()), index)
    return MappingProxyType(groups)


def _deed_spaces(board: Board) -> tuple[int, ...]:
    return tuple(index for index, kind in enumerate(board.kinds) if kind in DEED_KINDS)


def _sets(board: Board) -> tuple[tuple[int, ...], ...]:
    return tuple(
        board.groups[space.group] if space.group is not None else ()
        for space in board.edition.spaces
    )


def _siblings(board: Board) -> tuple[tuple[int, ...], ...]:
    return tuple(
        board.sets[index]
        or tuple(other for other in board.deed_spaces if board.kinds[other] is kind)
        for index, kind in enumerate(board.kinds)
    )


def _redeemable(board: Board) -> tuple[int, ...]:
    return tuple(
        bits_of(space for space in board.deed_spaces if board.unmortgages[space] <= cost)
        for cost in (0, *board.redeem_costs)
    )


def _cards(board: Board) -> tuple[ChanceCard, ...]:
    return tuple(card for card in board.edition.cards or () for _ in range(card.copies))


def _derived(derive: Callable[[Board], object]) -> Any:  # noqa: ANN401 - as attrs.field
    return attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(derive, takes_self=True)
    )


@attrs.frozen
class Board(Value):
    """An edition that lacks nothing, and what follows from it. Tuples go by space, from GO.

    >>> from westeros_intrigue.monopoly import SAMPLE
    >>> board = Board(SAMPLE)
    >>> board.groups["slate"], board.jail, len(board.cards)
    ((1, 3), 9, 28)

    Raises:
        InvalidEdition: the edition has gaps; `faults` lists all.
        WrongType: `edition` is not an Edition.

    Rules: edition.refused, components.counts, components.coins.
    """

    edition: Edition
    """The edition that all of it follows from; two boards are equal when their editions are."""
    size: int = _derived(lambda board: len(board.edition.spaces))
    kinds: tuple[SpaceKind, ...] = _derived(
        lambda board: tuple(space.kind for space in board.edition.spaces)
    )
    names: tuple[str, ...] = _derived(
        lambda board: tuple(space.name for space in board.edition.spaces)
    )
    groups: Mapping[str, tuple[int, ...]] = _derived(_groups)
    """For each colour the spaces of its set."""
    group_bits: tuple[int, ...] = _derived(lambda board: tuple(map(bits_of, board.groups.values())))
    """The sets of all colours as bits."""
    sets: tuple[tuple[int, ...], ...] = _derived(_sets)
    """For each Location the spaces of its set, itself too; () for any other space."""
    set_bits: tuple[int, ...] = _derived(lambda board: tuple(map(bits_of, board.sets)))
    """For each Location its set as bits; 0 for any other space."""
    deed_spaces: tuple[int, ...] = _derived(_deed_spaces)
    siblings: tuple[tuple[int, ...], ...] = _derived(_siblings)
    """For each deed those that raise its rent: its set, all Faiths, or all Orders."""
    locations: tuple[int, ...] = _derived(
        lambda board: tuple(index for index, spaces in enumerate(board.sets) if spaces)
    )
    prices: tuple[int, ...] = _numbers("price")
    mortgages: tuple[int, ...] = _numbers("mortgage")
    unmortgages: tuple[int, ...] = _numbers("unmortgage")
    redeem_costs: tuple[int, ...] = _derived(
        lambda board: tuple(sorted({*board.unmortgages} - {0}))
    )
    """The different costs of redeeming a deed, ascending."""
    redeemable: tuple[int, ...] = _derived(_redeemable)
    """The deeds that less than the first of these costs redeems, the first, and so on, as bits."""
    holdfast_costs: tuple[int, ...] = _numbers("holdfast_cost")
    castle_costs: tuple[int, ...] = _numbers("castle_cost")
    amounts: tuple[int, ...] = _numbers("amount")
    rents: tuple[tuple[int, ...], ...] = _derived(
        lambda board: tuple(
            tuple(rent or 0 for rent in space.rents) for space in board.edition.spaces
        )
    )
    jail: int = _derived(lambda board: board.kinds.index(SpaceKind.JAIL))
    castle_level: int = _derived(lambda board: board.edition.storeys + 1)
    """The level of a Location with a Castle."""
    cards: tuple[ChanceCard, ...] = _derived(_cards)
    """The cards by number: in the order of the file, copies one by one, from 0."""
    coins: int = _derived(lambda board: sum(worth * count for worth, count in board.edition.coins))
    """The worth of all coins of the game."""

    def __attrs_post_init__(self) -> None:
        if gaps := missing(self.edition):
            raise InvalidEdition(map(str, gaps))

    def __hash__(self) -> int:
        return hash(self.edition)

    def __repr__(self) -> str:
        return f"Board({self.edition!r})"


board_of: Callable[[Edition], Board] = lru_cache(maxsize=8)(Board)
"""Return the board of an edition, one for all games with it."""
