"""New games by the options of a table, the same way for all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import attrs

from westeros_intrigue.base.options import Option, OptionValue, check_options
from westeros_intrigue.base.values import Value, check_type

T = TypeVar("T")


@attrs.frozen
class NewGames(Value, Generic[T]):
    """The functions that start the games of one kind."""

    options: Sequence[Option]
    """The options of a table."""
    state: type[T]
    """The class of states."""
    begin: Callable[[int | None, Mapping[str, Any], int | None], T]
    """Returns a new game of players, or of the usual number of them, by options and a seed."""
    again: Callable[[T, int | None], T]
    """Returns a new game at the table of a state, by a seed."""

    def new_game(
        self,
        players: int | None = None,
        options: Mapping[str, OptionValue] = {},
        *,
        seed: int | None = None,
    ) -> T:
        """Return a new game at the table that the options describe.

        >>> from westeros_intrigue import btwixt, monopoly, new_game
        >>> state = new_game(3, {"option": ("rivalry",), "rounds": 1}, seed=1)
        >>> state.players, state.variant.options, [str(house) for house in state.variant.houses]
        (3, ('rivalry',), ['Stark', 'Lannister', 'Baratheon'])
        >>> monopoly.new_game(2, {"offers": 0}, seed=1).variant
        Variant(offers=0, castle_sale='full')
        >>> print(btwixt.new_game(3, {"variant": "kingsmoot", "short": True}, seed=1).variant)
        kingsmoot short

        Args:
            players: the number of seats; None for the usual 4.
            options: values of `OPTIONS` by name.
            seed: an int of at least 0; None for fresh entropy.

        Raises:
            WrongType: an argument or an option is of another type.
            InvalidValue: an option is out of range, or options contradict each other.
            InvalidVariant: no table is like that; `faults` lists the reasons.
            DecodingError: the file of an edition or a box is not one.
            ValueError: an edition or a box has gaps or contradicts itself.
        """
        return self.begin(players, check_options(self.options, options), seed)

    def rematch(self, state: T, *, seed: int | None = None) -> T:
        """Return a new game at the table of another, where only chance is new.

        >>> from westeros_intrigue import new_game, rematch
        >>> state = new_game(options={"solo": True}, seed=1)
        >>> rematch(state, seed=1) == state, rematch(state, seed=2) == state
        (True, False)

        Args:
            state: the other game, at any moment.
            seed: an int of at least 0; None for fresh entropy.

        Raises:
            WrongType: `state` is not a GameState, or the seed not an int.
            InvalidValue: the seed is negative, or the state was drawn from a view that does not
                have the whole table.
        """
        check_type("state", state, self.state)
        return self.again(state, seed)
