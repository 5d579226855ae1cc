"""A trained network as a player, for matches and games."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable
from typing import Any, SupportsIndex, TypeAlias

import attrs

from westeros_intrigue.gamekit import packaging
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.errors import WrongType
from westeros_intrigue.gamekit.values import Value, check_type
from westeros_intrigue.lab.environments import actions, tensors
from westeros_intrigue.rules.cards import Move
from westeros_intrigue.rules.view import View

Choice: TypeAlias = Callable[[Any, Any], SupportsIndex]
"""A function of an observation, float32, and a mask, bool, that returns an action.

Both are arrays of NumPy, which are untyped here, since the package needs no NumPy.
"""


@attrs.frozen(repr=False)
class PolicyPlayer(Value):
    """A player that chooses by a function of numbers, such as a trained network.

    It needs the extra `fast`. A match plays in several processes only if they can import the
    function.

    >>> import numpy as np
    >>> from westeros_intrigue import play_game
    >>> def first(observation, mask):
    ...     return mask.argmax()
    >>> play_game([PolicyPlayer(first), "greedy"], seed=1).is_over
    True

    Raises:
        WrongType: `choose` is not a function, or another argument is of a wrong type.
    """

    choose: Choice
    """A function of the observation of the seat, `tensors.SIZE` numbers from 0 to 1, and of the
    mask of its legal actions, `actions.ACTION_COUNT` booleans. It returns the number of a legal
    action, from 0."""
    name: str = ""
    """The name in tables of results and in the fingerprint of a match; by default the name of the
    function. Give two networks two names."""
    history: bool = False
    """True if the observation ends with the 252 numbers of `tensors.encode_history`."""

    def __attrs_post_init__(self) -> None:
        if not callable(self.choose):
            raise WrongType(f"choose must be a function, not {self.choose!r}")
        check_type("name", self.name, str)
        check_type("history", self.history, bool)

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return the move of the chosen action.

        Raises:
            IllegalMove: the action is not legal.
            InvalidValue: the action is out of range.
            MissingExtra: NumPy is not installed.
        """
        del rng  # the function draws its own random numbers, if any
        with packaging.needs_extra("PolicyPlayer", "fast"):
            import numpy as np  # noqa: PLC0415 - the other players do without NumPy
        numbers = np.asarray(tensors.encode(view))
        if self.history:
            numbers = np.concatenate([numbers, np.asarray(tensors.encode_history(view))])
        mask = np.asarray(actions.legal_mask(view), dtype=np.bool_)
        return actions.decode(view, self.choose(numbers, mask).__index__())

    def __repr__(self) -> str:
        name = self.name or getattr(self.choose, "__qualname__", type(self.choose).__qualname__)
        return f"PolicyPlayer({name})"
