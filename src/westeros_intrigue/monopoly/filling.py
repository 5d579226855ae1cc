"""The numbers of an owner's copy, asked for space by space.

Rules: edition.gaps.
"""

from __future__ import annotations

import re

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value, listed
from westeros_intrigue.monopoly.editions import Edition
from westeros_intrigue.monopoly.unknowns import Gap, fill_in, missing

UNKNOWN = "-"
"""An answer for a number that the owner does not know."""


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
