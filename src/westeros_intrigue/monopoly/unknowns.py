"""The values that an edition does not know, where an owner of the game finds them, filling in.

Rules: edition.gaps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.options import FileReport
from westeros_intrigue.base.values import Value, brief, check_integer, check_type, counted, listed
from westeros_intrigue.monopoly.edition_files import read_edition
from westeros_intrigue.monopoly.editions import Edition, Mark
from westeros_intrigue.monopoly.spaces import MOST_COINS, buildings

UNKNOWN = "-"
"""An answer for a number that the owner does not know."""
_PARTS = {
    "price": ("price", "on the board space"),
    "mortgage": ("mortgage value", "on the back of the title deed"),
    "unmortgage": ("unmortgage cost", "on the back of the title deed"),
    "holdfast_cost": ("cost of a Holdfast", "on the front of the title deed"),
    "castle_cost": ("cost of a Castle", "on the front of the title deed"),
    "amount": ("amount of the tax", "on the board space"),
}


@attrs.frozen
class Gap(Value):
    """A value that an edition does not know.

    >>> from westeros_intrigue.monopoly import PRINTED
    >>> print(missing(PRINTED)[6])
    /spaces/1/rents/2: unknown rent with 2 Holdfasts, on the front of the title deed Hardhome
    """

    path: str
    """The JSON Pointer of the value in the file."""
    what: str
    """The name of the value."""
    where: str
    """The place where the owner of a copy finds it."""

    def __str__(self) -> str:
        return f"{self.path}: unknown {self.what}, {self.where}"


def missing(edition: Edition) -> tuple[Gap, ...]:
    """Return every value that the edition does not know, space by space, the cards last.

    >>> from westeros_intrigue.monopoly import PRINTED, SAMPLE
    >>> len(missing(PRINTED)), missing(SAMPLE)
    (237, ())

    Raises:
        WrongType: `edition` is not an Edition.

    Rules: edition.refused, edition.gaps.
    """
    check_type("edition", edition, Edition)
    return tuple(_gaps(edition))


def _gaps(edition: Edition) -> Iterator[Gap]:
    for index, space in enumerate(edition.spaces):
        for part in space.parts:
            if getattr(space, part) is None:
                what, where = _PARTS[part]
                yield Gap(f"/spaces/{index}/{part}", what, f"{where} {space.name}")
        for level, rent in enumerate(space.rents):
            if rent is None:
                what = f"rent with {buildings(level, edition.storeys)}"
                where = f"on the front of the title deed {space.name}"
                yield Gap(f"/spaces/{index}/rents/{level}", what, where)
    if edition.cards is None:
        yield Gap("/cards", "effects and copies of each card", "in the deck of Chance cards")


def report(edition: Edition, command: str) -> FileReport:
    """Return the gaps of an edition, or the command that plays with one that has no gaps."""
    gaps = missing(edition)
    head = f"{edition.name}: {counted(len(edition.spaces), 'space')}, {len(gaps)} unknown"
    return "\n".join([head, *([f"  {gap}" for gap in gaps] or [command])]), not gaps


def file_report(text: str, command: str) -> FileReport:
    """Return the report of a file. Since editions name no game, any file is read as one."""
    return report(read_edition(text), command)


def fill_in(edition: Edition, values: Mapping[str, int], mark: Mark = Mark.OWNER) -> Edition:
    """Return the edition with values in its gaps, by path; the deck of cards is edited in the file.

    >>> from westeros_intrigue.monopoly import PRINTED
    >>> read = fill_in(PRINTED, {"/spaces/1/rents/0": 1, "/spaces/1/unmortgage": 2})
    >>> len(missing(read)), read.spaces[1].rents[0]
    (235, 1)

    Args:
        edition: any edition.
        values: for the path of each gap, as `missing` names it, the number.
        mark: where the numbers come from.

    Raises:
        InvalidEdition: the numbers contradict each other, or invented ones would pass for printed.
        InvalidValue: a path that is not a gap of a number, or a number out of range.

    Rules: edition.catalogue, edition.well-formed, edition.sample-flag.
    """
    check_type("edition", edition, Edition)
    check_type("values", values, Mapping)
    check_type("mark", mark, Mark)
    gaps = {gap.path for gap in missing(edition)} - {"/cards"}
    numbers = {}
    for path, value in values.items():
        if path not in gaps:
            raise InvalidValue(f"{brief(path)} is not the path of a number that the edition lacks")
        numbers[path] = check_integer(path, value, 1, MOST_COINS)
    spaces = []
    for index, space in enumerate(edition.spaces):
        known = {
            part: numbers.get(f"/spaces/{index}/{part}", getattr(space, part))
            for part in space.parts
        }
        rents = tuple(
            numbers.get(f"/spaces/{index}/rents/{level}", rent)
            for level, rent in enumerate(space.rents)
        )
        spaces.append(attrs.evolve(space, rents=rents, **known))
    marks = edition.marks + tuple((path, mark) for path in values)
    hints = tuple((path, found) for path, found in edition.hints if path not in values)
    return attrs.evolve(edition, spaces=tuple(spaces), marks=marks, hints=hints)


@attrs.frozen
class Filling(Value):
    """An edition whose gaps are filled in, space by space. It never changes: answers make others.

    >>> from westeros_intrigue.monopoly import PRINTED
    >>> filling = Filling(PRINTED)
    >>> first, *others = filling.asked
    >>> filling.answered("-").asked == (*others,) or not others
    True
    """

    edition: Edition
    skipped: frozenset[str] = frozenset()
    """The paths of the numbers that the owner does not know."""

    @property
    def asked(self) -> tuple[Gap, ...]:
        """The unknown numbers of the next space that has any; empty at the end."""
        gaps = [gap for gap in missing(self.edition) if gap.path not in {"/cards", *self.skipped}]
        return tuple(gap for gap in gaps if _space(gap) == _space(gaps[0]))

    @property
    def name(self) -> str:
        """The name of the space."""
        return self.edition.spaces[_space(self.asked[0])].name

    def question(self, gap: Gap) -> str:
        """Return what is asked for, with the numbers that it may be."""
        hints = " or ".join(map(str, dict(self.edition.hints).get(gap.path, ())))
        perhaps = f" (perhaps {hints})" if hints else ""
        return f"{gap.what}, {gap.where.removesuffix(f' {self.name}')}{perhaps}"

    def answered(self, text: str) -> Filling:
        """Return the edition after numbers in the order of `asked`, with spaces between.

        `-` stands for one that is unknown, and an empty text skips the space.

        Raises:
            InvalidValue: there are too many, one is not a number, or it cannot be.
        """
        asked = self.asked
        words = text.split() or [UNKNOWN] * len(asked)
        if len(words) > len(asked):
            raise InvalidValue(f"{len(words)} were entered, and {len(asked)} are asked for")
        answers = {gap.path: word for gap, word in zip(asked, words, strict=False)}
        unknown = [path for path, word in answers.items() if word == UNKNOWN]
        known = {path: word for path, word in answers.items() if word != UNKNOWN}
        if bad := [word for word in known.values() if not re.fullmatch("[0-9]+", word)]:
            raise InvalidValue(f"{listed(bad)} {'are' if len(bad) > 1 else 'is'} not a number")
        values = {path: int(word) for path, word in known.items()}
        return Filling(fill_in(self.edition, values), self.skipped.union(unknown))


def _space(gap: Gap) -> int:
    """Return the index of the space in whose part a number lacks, as in /spaces/1/price."""
    return int(gap.path.split("/")[2])
