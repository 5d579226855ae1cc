"""What an edition does not know, where an owner of the game finds it, and how it is filled in.

Rules: edition.refused, edition.gaps, edition.catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from westeros_intrigue.base.errors import Faulty, InvalidValue
from westeros_intrigue.base.values import Value, brief, check_integer, check_type
from westeros_intrigue.monopoly.editions import Edition, Mark, Space, SpaceKind

_PARTS = {
    "price": ("price", "board space"),
    "mortgage": ("mortgage value", "back of the title deed"),
    "unmortgage": ("unmortgage cost", "back of the title deed"),
    "holdfast_cost": ("cost of a Holdfast", "front of the title deed"),
    "castle_cost": ("cost of a Castle", "front of the title deed"),
    "amount": ("amount of the tax", "board space"),
}
_DEED_PARTS = ("price", "mortgage", "unmortgage")
_BUILDING_PARTS = ("holdfast_cost", "castle_cost")
_MOST_COINS = 1_000_000


class InvalidEdition(Faulty):
    """An edition that contradicts itself, or that lacks values a game needs.

    >>> from westeros_intrigue.monopoly import PRINTED, setup
    >>> try:
    ...     setup(2, PRINTED)
    ... except InvalidEdition as error:
    ...     print(len(error.faults), error.faults[0])
    237 spaces[1].mortgage is unknown: mortgage value, back of the title deed Hardhome
    """


@attrs.frozen
class Gap(Value):
    """A value that an edition does not know.

    >>> print(
    ...     Gap("spaces[1].rents[3]", "rent with 3 Holdfasts", "front of the title deed Hardhome")
    ... )
    spaces[1].rents[3] is unknown: rent with 3 Holdfasts, front of the title deed Hardhome
    """

    path: str
    """Where the value stands in the file."""
    what: str
    """What it is."""
    where: str
    """Where the owner of a copy finds it."""

    def __str__(self) -> str:
        return f"{self.path} is unknown: {self.what}, {self.where}"


def parts_of(space: Space) -> tuple[str, ...]:
    """Return the names of the numbers that a space of this kind has, rents left out."""
    if space.kind is SpaceKind.TAX:
        return ("amount",)
    if space.kind is SpaceKind.LOCATION:
        return _DEED_PARTS + _BUILDING_PARTS
    return _DEED_PARTS if space.kind.is_deed else ()


def missing(edition: Edition) -> tuple[Gap, ...]:
    """Return every value that the edition does not know, space by space, the cards last.

    >>> from westeros_intrigue.monopoly import PRINTED, SAMPLE
    >>> len(missing(PRINTED)), missing(SAMPLE)
    (237, ())

    Rules: edition.refused, edition.gaps.
    """
    check_type("edition", edition, Edition)
    return tuple(_gaps(edition))


def _gaps(edition: Edition) -> Iterator[Gap]:
    for index, space in enumerate(edition.spaces):
        for part in parts_of(space):
            if getattr(space, part) is None:
                what, where = _PARTS[part]
                yield Gap(f"spaces[{index}].{part}", what, f"{where} {space.name}")
        for level, rent in enumerate(space.rents):
            if rent is None:
                what = f"rent with {_buildings(level, edition.storeys)}"
                where = f"front of the title deed {space.name}"
                yield Gap(f"spaces[{index}].rents[{level}]", what, where)
    if edition.cards is None:
        yield Gap("cards", "what each card does, and its copies", "deck of Chance cards")


def _buildings(level: int, storeys: int) -> str:
    if level > storeys:
        return "a Castle"
    return "1 Holdfast" if level == 1 else f"{level} Holdfasts"


def check_complete(edition: Edition) -> None:
    """Check that an edition lacks nothing that a game needs.

    Raises:
        InvalidEdition: values are missing; `faults` has a sentence for each.
    """
    if gaps := missing(edition):
        raise InvalidEdition(str(gap) for gap in gaps)


def fill_in(edition: Edition, values: Mapping[str, int], mark: Mark = Mark.OWNER) -> Edition:
    """Return the edition with values in its gaps, by path; the deck of cards is edited in the file.

    >>> from westeros_intrigue.monopoly import PRINTED
    >>> read = fill_in(PRINTED, {"spaces[1].rents[0]": 1, "spaces[1].unmortgage": 2})
    >>> len(missing(read)), read.spaces[1].rents[0]
    (235, 1)

    Args:
        edition: any edition.
        values: for the path of each gap, as `missing` names it, the number.
        mark: where the numbers come from.

    Raises:
        InvalidValue: a path that is no gap of a number, or a number out of range.
        WrongType: an argument of another type.

    Rules: edition.catalogue.
    """
    check_type("edition", edition, Edition)
    check_type("values", values, Mapping)
    check_type("mark", mark, Mark)
    gaps = {gap.path for gap in missing(edition)} - {"cards"}
    for path, value in values.items():
        if path not in gaps:
            raise InvalidValue(f"{brief(path)} is no number that the edition lacks")
        check_integer(path, value, 1, _MOST_COINS)
    spaces = []
    for index, space in enumerate(edition.spaces):
        known = {
            part: values.get(f"spaces[{index}].{part}", getattr(space, part))
            for part in parts_of(space)
        }
        rents = tuple(
            values.get(f"spaces[{index}].rents[{level}]", rent)
            for level, rent in enumerate(space.rents)
        )
        spaces.append(attrs.evolve(space, rents=rents, **known))
    marks = edition.marks + tuple((path, mark) for path in values)
    hints = tuple((path, found) for path, found in edition.hints if path not in values)
    return attrs.evolve(edition, spaces=tuple(spaces), marks=marks, hints=hints)
