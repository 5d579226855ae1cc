"""Views of any game as numbers: a layout derived from the fields of its views.

The layout has a block for each field, in the order of the fields, as `gamekit.view_numbers` derives
them: it explains them, and is also what a check of a game uses.
"""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from itertools import accumulate
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.gamekit.packaging import names_of
from westeros_intrigue.gamekit.view_numbers import ViewNumbers, write_view

__all__ = ["Layout"]


def __dir__() -> list[str]:
    return names_of(__name__)


@attrs.frozen
class Layout(ViewNumbers):
    """The numbers of the views of a game at one kind of table.

    The range of a field is the `Range` in its annotation, together with the values of views in
    games of random moves from fixed seeds, so it is the same everywhere. A value beyond its range
    is cut, and a word that never occurred is zeros.

    >>> layout = Layout.of("btwixt", 3)
    >>> layout.version == Layout.of("btwixt", 3).version, layout.size > 100
    (True, True)
    >>> from westeros_intrigue.games import btwixt
    >>> view = btwixt.observe(btwixt.setup(3, seed=1), 0)
    >>> layout.encode(view)[:4].tolist()
    [1.0, 0.0, 0.0, 0.0]

    A game made with `GameOf` can have a method `tensor` that returns the numbers of a view, each
    from 0 to 1 and always as many; the layout is then a single block.
    """

    @cached_property
    def version(self) -> str:
        """The key of the game, the version of its rules, and a digest of the layout.

        Networks that were trained with one version cannot read another. The digest also depends on
        the game's `ACTIONS`.
        """
        data = {"own": self.own_size, **{name: block.to_data() for name, block in self.blocks}}
        if listed := [*map(str, getattr(self.game, "ACTIONS", ()))]:
            data["ACTIONS"] = listed
        digest = hashlib.sha256(json.dumps([self.players, data]).encode()).hexdigest()[:8]
        return f"{self.game.KEY}/{getattr(self.game, 'RULES_VERSION', 1)}/{digest}"

    @property
    def starts(self) -> dict[str, int]:
        """The index of the first number of each field; the seats to move come first."""
        names = ["to_move", *(name for name, _ in self.blocks)]
        sizes = [self.players + 1, *(block.size for _, block in self.blocks)]
        return dict(zip(names, accumulate(sizes[:-1], initial=0), strict=True))

    def encode(self, view: Any) -> NDArray[np.float32]:  # noqa: ANN401 - a view of the game
        """Return the numbers of a view, each from 0 to 1, as a new array.

        Raises:
            InvalidValue: the game's own `tensor` returns another number of numbers than before.
        """
        return np.frombuffer(write_view(self, view), np.float32)
