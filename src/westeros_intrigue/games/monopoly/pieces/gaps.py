"""The gaps of an edition: the values that it lacks, where an owner finds them, and filling them in.

Rules: edition.gaps, edition.catalogue, edition.refused.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Mapping
from itertools import groupby

import attrs

from westeros_intrigue.gamekit import errors
from westeros_intrigue.gamekit.english import count_things, join_words
from westeros_intrigue.gamekit.values import (
    Value,
    check_integer,
    check_type,
    replace_item,
    short_repr,
)
from westeros_intrigue.games.monopoly.pieces.editions import (
    DECK,
    Edition,
    Gap,
    Mark,
    find_values,
)
from westeros_intrigue.games.monopoly.pieces.spaces import MOST_COINS

UNKNOWN = "-"
"""An answer for a number that the owner does not know."""


def missing(edition: Edition) -> tuple[Gap, ...]:
    """Return every unknown value of the edition, space by space, then the cards.

    >>> from westeros_intrigue.games.monopoly import PRINTED, SAMPLE
    >>> len(missing(PRINTED)), missing(SAMPLE)
    (237, ())

    Raises:
        WrongType: `edition` is not an Edition.

    Rules: edition.refused, edition.gaps.
    """
    check_type("edition", edition, Edition)
    return tuple(gap for _, gap in find_values(edition) if gap is not None)


def fill_in(edition: Edition, values: Mapping[str, int], mark: Mark = Mark.OWNER) -> Edition:
    """Return the edition with some gaps filled by path; for the deck of cards, edit the file.

    >>> from westeros_intrigue.games.monopoly import PRINTED
    >>> read = fill_in(PRINTED, {"/spaces/1/rents/0": 1, "/spaces/1/unmortgage": 2})
    >>> len(missing(read)), read.spaces[1].rents[0]
    (235, 1)

    Args:
        edition: any edition.
        values: the number for each gap, by its path from `missing`.
        mark: the source of the numbers.

    Raises:
        InvalidEdition: the numbers contradict each other, or invented ones would count as printed.
        InvalidValue: a path is not a gap for a number, or a number is out of range.

    Rules: edition.catalogue, edition.well-formed, edition.sample-flag.
    """
    check_type("values", values, Mapping)
    check_type("mark", mark, Mark)
    gaps = {gap.path for gap in missing(edition)} - {DECK}
    spaces = [*edition.spaces]
    for path, value in values.items():
        if path not in gaps:
            raise errors.InvalidValue(
                f"{short_repr(path)} is not the path of a number that the edition lacks"
            )
        number = check_integer(path, value, 1, MOST_COINS)
        _, _, index, part, *level = path.split("/")
        space = spaces[int(index)]
        filled = replace_item(space.rents, int(level[0]), number) if level else number
        spaces[int(index)] = attrs.evolve(space, **{part: filled})  # type: ignore[arg-type]
    marks = edition.marks + tuple((path, mark) for path in values)
    hints = tuple((path, found) for path, found in edition.hints if path not in values)
    return attrs.evolve(edition, spaces=tuple(spaces), marks=marks, hints=hints)


@attrs.frozen
class Filling(Value):
    """An edition whose gaps are filled in, space by space; each answer returns another one.

    >>> from westeros_intrigue.games.monopoly import PRINTED
    >>> filling = Filling(PRINTED)
    >>> first, *others = filling.asked
    >>> filling.answered("-").asked == (*others,) or not others
    True
    """

    edition: Edition
    """The edition with the answers so far."""
    skipped: frozenset[str] = frozenset()
    """The paths of the numbers that the owner does not know."""

    @property
    def asked(self) -> tuple[Gap, ...]:
        """The unknown numbers of the next space that has any; empty at the end."""
        gaps = [gap for gap in missing(self.edition) if gap.path not in {DECK, *self.skipped}]
        by_space = groupby(gaps, _find_space)
        return next((tuple(asked) for _, asked in by_space), ())

    @property
    def name(self) -> str:
        """The name of the space; empty at the end."""
        asked = self.asked
        return self.edition.spaces[_find_space(asked[0])].name if asked else ""

    def question(self, gap: Gap) -> str:
        """Return the question for a gap, with possible numbers.

        >>> from westeros_intrigue.games.monopoly import PRINTED
        >>> filling = Filling(PRINTED)
        >>> filling.question(filling.asked[0])
        'mortgage value, on the back of the title deed (perhaps 1)'
        """
        hints = " or ".join(map(str, dict(self.edition.hints).get(gap.path, ())))
        perhaps = f" (perhaps {hints})" if hints else ""
        return f"{gap.what}, {gap.where.removesuffix(f' {self.name}')}{perhaps}"

    def answered(self, text: str) -> Filling:
        """Return the edition with numbers for the gaps of `asked`, in order, separated by spaces.

        `-` stands for an unknown number, and an empty text skips the space.

        Raises:
            InvalidValue: there are too many numbers, or one is malformed or impossible.
            WrongType: `text` is not a str.
        """
        check_type("text", text, str)
        asked = [gap.path for gap in self.asked]
        words = text.split() or [UNKNOWN] * len(asked)
        if len(words) > len(asked):
            wanted = count_things(len(asked), "number")
            raise errors.InvalidValue(f"expected at most {wanted}, not {len(words)}")
        answers = dict(zip(asked, words, strict=False))
        known = {path: word for path, word in answers.items() if word != UNKNOWN}
        if bad := [word for word in known.values() if not re.fullmatch("[0-9]{1,9}", word)]:
            wanted = f"expected numbers up to {MOST_COINS}, or {UNKNOWN} for unknown ones"
            raise errors.InvalidValue(f"{wanted}, not {join_words(bad)}")
        filled = fill_in(self.edition, {path: int(word) for path, word in known.items()})
        return Filling(filled, self.skipped | answers.keys() - known.keys())


def _find_space(gap: Gap) -> int:
    """Return the index of the space in a path such as /spaces/1/price."""
    return int(gap.path.split("/")[2])
