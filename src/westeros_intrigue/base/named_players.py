"""Players by name: one registry a game, which every function, command and file reads."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import attrs

from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import ByName, brief, check_type, meant

P = TypeVar("P")


@runtime_checkable
class Stoppable(Protocol):
    """A player that searches, and can be stopped."""

    def choose(
        self,
        view: Any,  # noqa: ANN401 - of any game
        rng: RandomSource,
        *,
        stop: Callable[[], bool] | None = None,
    ) -> Any:  # noqa: ANN401 - a move of that game
        """Return the best move found, or the best so far once `stop` returns True."""


_NUMBERED = re.compile(r"([a-z][a-z-]*):([1-9][0-9]{0,8})")


@attrs.frozen
class NamedPlayer(Generic[P]):
    """A player that can be chosen by its name."""

    name: str
    """The name, such as `greedy`; one with a number ends in `:N`, as in `search:N`."""
    summary: str
    """A sentence for people who choose between players."""
    make: Callable[[int], P] = attrs.field(repr=False)
    """Returns the player, for the number where the name has one."""
    number_of: Callable[[P], int | None] = attrs.field(
        default=lambda _player: None, repr=False, eq=False
    )
    """Returns the number for which `make` returns an equal player; None for any other player."""
    reason: Callable[[Any, Any], str] = attrs.field(
        default=lambda _view, _move: "", repr=False, eq=False
    )
    """Returns why the player makes a move with a view, as the end of a sentence; perhaps empty."""
    stands_for: str = ""
    """The name of which this one is a short form, as `knight` is of `search:200`."""

    @property
    def is_numbered(self) -> bool:
        """True if the name has a number."""
        return self.name.endswith(":N")


def one_player(
    name: str,
    summary: str,
    player: P,
    reason: Callable[[Any, Any], str] = lambda _view, _move: "",
) -> NamedPlayer[P]:
    """Return the entry of a player that has no number."""
    return NamedPlayer(name, summary, lambda _number: player, reason=reason)


class NamedPlayers(ByName[NamedPlayer[P]]):
    """The players of a game by name, the weakest first, and then the short forms."""

    def __init__(
        self, players: Iterable[NamedPlayer[P]], usual: str, short_forms: Mapping[str, str]
    ) -> None:
        self._entries = {each.name: each for each in players}
        self.usual: str = usual
        """The name of the default player."""
        for name, full in short_forms.items():
            entry, number = self._entry(full)
            summary = entry.summary.replace(" N ", f" {number} ")
            self._entries[name] = attrs.evolve(
                one_player(name, summary, entry.make(number)), stands_for=full
            )

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(self)}>"

    def parse(self, name: str) -> P:
        """Return the player of a name.

        Raises:
            InvalidValue: no player has that name; the error lists those that can be chosen.
        """
        check_type("name", name, str)
        entry, number = self._entry(name)
        return entry.make(number)

    def has(self, name: str) -> bool:
        """Return True if `parse` accepts a name."""
        try:
            self._entry(name)
        except InvalidValue:
            return False
        return True

    def count_tries(self, name: str) -> int:
        """Return how many playouts or games the player of a name tries at each move.

        It is the number in its full name, and 0 for a player that does not search.

        >>> from westeros_intrigue.players import PLAYERS
        >>> [PLAYERS.count_tries(name) for name in ("greedy", "search:50", "knight")]
        [0, 50, 200]

        Raises:
            InvalidValue: no player has that name.
        """
        entry, number = self._entry(name)
        return self._entry(entry.stands_for)[1] if entry.stands_for else number

    def name_of(self, player: P) -> str:
        """Return the name of a player, in full: `search:200`, not `knight`.

        Raises:
            InvalidValue: the player has no name, such as one that you wrote.
        """
        for entry in self._entries.values():
            if entry.is_numbered:
                if (number := entry.number_of(player)) is not None:
                    return f"{entry.name[:-1]}{number}"
            elif not entry.stands_for and entry.make(0) == player:
                return entry.name
        raise InvalidValue(f"no name stands for {brief(player)}; the names are {self.listed}")

    @property
    def listed(self) -> str:
        """The names as a list in a sentence."""
        *others, last = self._entries
        return f"{', '.join(others)} or {last}" if others else last

    def _entry(self, name: str) -> tuple[NamedPlayer[P], int]:
        if (numbered := _NUMBERED.fullmatch(name)) and (
            entry := self._entries.get(f"{numbered[1]}:N")
        ):
            return entry, int(numbered[2])
        entry = self._entries.get(name)
        if entry is None or entry.is_numbered:
            is_numbered = f"{name.partition(':')[0]}:N" in self._entries
            perhaps = "; N is from 1 to 999999999" if is_numbered else meant(name, self)
            raise InvalidValue(f"no player is called {brief(name)}: choose {self.listed}{perhaps}")
        return entry, 0
