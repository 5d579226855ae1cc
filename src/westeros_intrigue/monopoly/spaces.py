"""The spaces of a board, with the numbers that are printed on them and on their title deeds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import attrs

from westeros_intrigue.base.limits import Length, Printable, Range
from westeros_intrigue.base.values import (
    NamedEnum,
    Value,
    check_integer,
    check_iterable,
    counted,
    instance,
)

MOST_COINS = 10_000
"""The largest number of coins, or of things in the box, in an edition."""
MOST_CASH = 10**15
"""The largest number in a move: games end before a player has more coins."""
MOST_CASH_AT_START = 10**12
"""The most coins of a player on an arranged table, so few that no game goes beyond `MOST_CASH`."""
LONGEST_NAME = 80
"""The most characters of a name."""
FEWEST_SPACES = 12
"""The fewest spaces of a board: a throw never passes GO twice."""
MOST_SPACES = 200
"""The most spaces of a board."""
MOST_CARDS = 200
"""The most Chance cards of a deck."""
MOST_PLAYERS = 6
"""The most players of any edition."""

Name = Annotated[str, Printable(LONGEST_NAME)]
"""A name of one line."""
Price = Annotated[int, Range(1, MOST_COINS)]
"""Coins that something costs, at least 1."""
Coins = Annotated[int, Range(0, MOST_COINS)]
"""A number of coins, or of things in the box."""
Seat = Annotated[int, Range(0, MOST_PLAYERS - 1)]
"""The number of a player, from 0."""
SpaceNumber = Annotated[int, Range(0, MOST_SPACES - 1)]
"""The number of a space, clockwise from 0 for GO."""
CardNumber = Annotated[int, Range(0, MOST_CARDS - 1)]
"""The number of a Chance card in the deck of the edition, from 0."""


class SpaceKind(NamedEnum):
    """The kinds of spaces.

    >>> SpaceKind("go_to_jail").is_deed, SpaceKind.FAITH.is_deed
    (False, True)
    """

    GO = "go"
    """The start, which pays the salary."""
    LOCATION = "location"
    """A Location, on which its owner may build."""
    FAITH = "faith"
    """A Faith, whose rent depends on the owner's number of Faiths."""
    ORDER = "order"
    """An Order, whose rent depends on the throw."""
    CHANCE = "chance"
    """A player who lands there draws a Chance card."""
    TAX = "tax"
    """A player who lands there pays the amount."""
    JAIL = "jail"
    """The jail, also for a visit."""
    FREE = "free"
    """Nothing happens there."""
    GO_TO_JAIL = "go_to_jail"
    """A player who lands there goes to jail."""

    @property
    def is_deed(self) -> bool:
        """True if the space has a title deed."""
        return self in DEED_KINDS


DEED_KINDS = (SpaceKind.LOCATION, SpaceKind.FAITH, SpaceKind.ORDER)
"""The kinds of spaces that can be owned."""


def _coins() -> Any:  # noqa: ANN401 - as attrs.field
    return attrs.field(default=None, validator=attrs.validators.optional(Range(1, MOST_COINS)))


def _rents(rents: Iterable[int | None]) -> tuple[int | None, ...]:
    check_iterable("rents", rents)
    return tuple(
        rent if rent is None else check_integer("a rent", rent, 1, MOST_COINS) for rent in rents
    )


@attrs.frozen
class Space(Value):
    """One space of the board. A number is None where it is unknown, or where the kind has none.

    >>> Space("The Lighthouse", SpaceKind.FAITH, price=2).mortgage is None
    True

    Raises:
        InvalidValue: a number out of range, or a name with a control character.
        WrongType: a part of another type.

    Rules: components.deeds.
    """

    name: str = attrs.field(validator=Printable(LONGEST_NAME))
    """The printed name."""
    kind: SpaceKind = attrs.field(validator=instance(SpaceKind))
    """The kind of space."""
    group: str | None = attrs.field(
        default=None, validator=attrs.validators.optional(Printable(LONGEST_NAME))
    )
    """The colour of a Location."""
    price: int | None = _coins()
    """The coins that buy the deed, as on the board."""
    mortgage: int | None = _coins()
    """The coins that the Treasury lends on the deed."""
    unmortgage: int | None = _coins()
    """The coins that redeem the deed."""
    rents: Annotated[tuple[Price | None, ...], Length(most=20)] = attrs.field(
        default=(), converter=_rents
    )
    """The rents of a Location: with 0 Holdfasts, 1, and so on, and last with a Castle."""
    holdfast_cost: int | None = _coins()
    """The coins that a Holdfast costs."""
    castle_cost: int | None = _coins()
    """The coins that a Castle costs, after the last Holdfast."""
    amount: int | None = _coins()
    """The coins of a tax."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the numbers that a space of this kind has, rents left out."""
        return _PARTS.get(self.kind, ())


_DEED_PARTS = ("price", "mortgage", "unmortgage")
_PARTS = {
    SpaceKind.LOCATION: (*_DEED_PARTS, "holdfast_cost", "castle_cost"),
    SpaceKind.FAITH: _DEED_PARTS,
    SpaceKind.ORDER: _DEED_PARTS,
    SpaceKind.TAX: ("amount",),
}


def building(*, is_castle: bool) -> str:
    """Return what a building is called."""
    return "Castle" if is_castle else "Holdfast"


def buildings(level: int, storeys: int) -> str:
    """Return in words what stands on a Location of a level."""
    if level > storeys:
        return "a Castle"
    return counted(level, "Holdfast") if level else "no building"
