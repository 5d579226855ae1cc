"""Players by name, with one registry per game."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
import sys
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.packaging import PACKAGE

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints
else:  # slow to import, and of use only to programs that read annotations
    EntryPoint = EntryPoints = Any

P = TypeVar("P")


_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


@attrs.frozen
class NamedPlayer(Generic[P]):
    """A player that can be chosen by name.

    >>> from westeros_intrigue.players import PLAYERS
    >>> PLAYERS["random"].is_numbered, PLAYERS["random"].make(0) is PLAYERS.parse("random")
    (False, True)
    """

    name: str
    """The name, such as `greedy`; a name that takes a number ends in `:N`, as in `search:N`."""
    summary: str
    """A sentence that helps users choose."""
    make: Callable[[int], P] = attrs.field(repr=False)
    """Returns the player, given the number if the name takes one."""
    number_field: str = attrs.field(default="", repr=False)
    """The attribute of the player that stores the number, such as `worlds`."""
    reason: Callable[[Any, Any], str] = attrs.field(
        default=lambda _view, _move: "", repr=False, eq=False
    )
    """Returns the reason for a move, given the view, as the end of a sentence, or an empty
    string."""
    stands_for: str = ""
    """The full name if this is a short form, such as `search:200` for `knight`."""
    package: str = ""
    """The package that adds the player; empty for a player of the game itself."""
    seconds: float | None = attrs.field(default=None, eq=False)
    """The CPU seconds that a move takes on average at a table of four, measured in plain Python,
    without the extra `fast`; for a name that takes a number, the seconds for each of the number;
    None if nobody has measured it."""

    @property
    def is_numbered(self) -> bool:
        """True if the name takes a number."""
        return self.name.endswith(":N")


def one_player(
    name: str,
    summary: str,
    player: P,
    reason: Callable[[Any, Any], str] = lambda _view, _move: "",
    *,
    seconds: float | None = None,
) -> NamedPlayer[P]:
    """Return the entry of a player whose name takes no number.

    >>> one_player("first", "makes the first move", lambda view, rng: view.moves[0]).name
    'first'

    Args:
        name: the name.
        summary: a description of the player, as the end of a sentence.
        player: the function.
        reason: a function that returns the reason for a move, given the view; empty for none.
        seconds: the CPU seconds that a move takes, if they are known.
    """
    return NamedPlayer(name, summary, lambda _number: player, reason=reason, seconds=seconds)


class NamedPlayers(values.ByName[str, NamedPlayer[P]]):
    """The players of a game by name, weakest first, then the short forms.

    >>> from westeros_intrigue.games.monopoly import PLAYERS
    >>> PLAYERS, PLAYERS.usual
    (<NamedPlayers: random, simple, trader, search:N, planner>, 'simple')
    >>> PLAYERS.parse("search:20")
    SearchPlayer(worlds=20)

    Other packages can add players through entry points, but cannot replace the game's own, nor
    each other's: a name that is taken is skipped with a RuntimeWarning.

    Args:
        players: the entries.
        usual: the name of the default player.
        short_forms: additional names, each with the full name that it abbreviates.
        group: the entry point group of players that other packages add; empty for none.
    """

    def __init__(
        self,
        players: Iterable[NamedPlayer[P]],
        usual: str,
        short_forms: Mapping[str, str],
        group: str = "",
    ) -> None:
        self._own = {each.name: each for each in players}
        self._group = ""  # find the game's own players without loading plug-ins
        self.usual: str = usual
        """The name of the default player."""
        for name, full in short_forms.items():
            entry, number = self._entry(full)
            summary = entry.summary.replace(" N ", f" {number} ")
            make = partial(_make_short, entry, number)
            seconds = None if entry.seconds is None else entry.seconds * max(number, 1)
            self._own[name] = NamedPlayer(name, summary, make, stands_for=full, seconds=seconds)
        self._group = group

    @property
    def _entries(self) -> Mapping[str, NamedPlayer[P]]:  # type: ignore[override]  # changes
        plugins: Mapping[str, EntryPoint] = {}
        if self._group:
            plugins = find_plugins(self._group, "player", frozenset(self._own), tuple(sys.path))
        return self._own | {name: _load_published(point) for name, point in plugins.items()}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(self)}>"

    def parse(self, name: str) -> P:
        """Return the player with a name.

        Raises:
            InvalidValue: no player has that name; the error lists the names.
        """
        values.check_type("name", name, str)
        entry, number = self._entry(name)
        return entry.make(number)

    def has(self, name: str) -> bool:
        """Return True if `parse` accepts a name.

        >>> from westeros_intrigue.players import PLAYERS
        >>> PLAYERS.has("greedy"), PLAYERS.has("search:0")
        (True, False)
        """
        return self._find(name) is not None

    def seconds(self, name: str) -> float | None:
        """Return the CPU seconds that a move of the player with a name takes on average.

        They are measured in plain Python at tables of four, so a server can refuse players that
        would cost too much. None means that nobody has measured the player.

        >>> from westeros_intrigue.games.monopoly import PLAYERS
        >>> round(PLAYERS.seconds("search:50") / PLAYERS.seconds("planner"), 3)
        6.25

        Raises:
            InvalidValue: no player has that name; the error lists the names.
        """
        values.check_type("name", name, str)
        entry, number = self._entry(name)
        return None if entry.seconds is None else entry.seconds * max(number, 1)

    def name_of(self, player: P) -> str:
        """Return the full name of a player: `search:200`, not `knight`.

        >>> from westeros_intrigue.players import PLAYERS
        >>> PLAYERS.name_of(PLAYERS.parse("greedy"))
        'greedy'

        Raises:
            InvalidValue: the player has no name, for example because you wrote it.
        """
        for entry in self._entries.values():
            number = getattr(player, entry.number_field, 0)
            if entry.stands_for or (entry.is_numbered and not number):
                continue
            with suppress(InvalidValue, WrongType):
                if entry.make(number) == player:
                    return entry.name.replace(":N", f":{number}")
        raise InvalidValue(
            f"no name stands for {values.short_repr(player)}; the names are {self.listed}"
        )

    @property
    def listed(self) -> str:
        """The names as a list in a sentence."""
        return english.join_words(self._entries, "or")

    def _find(self, name: str) -> tuple[NamedPlayer[P], int] | None:
        """Return the entry of a name, and its number; None if no player has the name."""
        entries, (word, _, digits) = self._entries, name.partition(":")
        numbered, entry = entries.get(f"{word}:N"), entries.get(name)
        if numbered and _NUMBER.fullmatch(digits):
            return numbered, int(digits)
        return (entry, 0) if entry and entry is not numbered else None

    def _entry(self, name: str) -> tuple[NamedPlayer[P], int]:
        if found := self._find(name):
            return found
        is_numbered = f"{name.partition(':')[0]}:N" in self._entries
        perhaps = "; N is from 1 to 999999999" if is_numbered else english.did_you_mean(name, self)
        raise InvalidValue(
            f"no player is called {values.short_repr(name)}: choose {self.listed}{perhaps}"
        )


def _make_short(entry: NamedPlayer[P], number: int, _number: int) -> P:
    """Return the player of a short form, which takes no number."""
    return entry.make(number)


class FaultyPlugin(InvalidValue):
    """A game or a player of another package cannot be loaded."""


@contextmanager
def loading(plugin: str) -> Iterator[None]:
    """Raise `FaultyPlugin` for any error inside the `with` block: a plug-in can raise anything."""
    try:
        yield
    except Exception as error:
        raise FaultyPlugin(f"{plugin} cannot be loaded: {type(error).__name__}: {error}") from error


@lru_cache(maxsize=64)
def find_plugins(
    group: str, kind: str, taken: Collection[str], _path: tuple[str, ...]
) -> dict[str, EntryPoint]:
    """Return the entry points of other packages by name. The search reads a file in each one.

    An entry point under a taken name is skipped with a RuntimeWarning that names both packages. Of
    two packages that add the same name, the first in the order of their names keeps it.

    Args:
        group: the group of the entry points.
        kind: what they add: `game` or `player`.
        taken: the names of the owner of the group; a name that ends in `:N` takes any number.
    """
    found: dict[str, EntryPoint] = {}
    for point in sorted(_find_entry_points(group), key=lambda each: (_package(each), each.name)):
        word, _, digits = point.name.partition(":")
        owner = ""
        if point.name in taken or (f"{word}:N" in taken and _NUMBER.fullmatch(digits)):
            owner = _owner_of(group)
        elif point.name in found:
            owner = _package(found[point.name])
        if owner:
            warnings.warn(
                f"the package {_package(point)} adds the {kind} {point.name}, but {owner} has a "
                f"{kind} of that name; skipping it: give its entry point in the group {group} "
                "another name",
                RuntimeWarning,
                stacklevel=2,
            )
        else:
            found[point.name] = point
    return found


def _find_entry_points(group: str) -> EntryPoints:
    """Return the entry points of a group, of all packages that are installed."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import, and of use to few

    return entry_points(group=group)


def _package(point: EntryPoint) -> str:
    """Return the name of the package of an entry point, or its object if no package is known."""
    return point.dist.name if point.dist else point.value


def _owner_of(group: str) -> str:
    """Return the package whose names come first in a group: this one, or that of a plug-in game."""
    for point in sorted(_find_entry_points(GAME_GROUP), key=_package):
        if player_group(point.name) == group and point.name not in BUILT_IN:
            return _package(point)
    return PACKAGE.replace("_", "-")


@lru_cache(maxsize=64)  # the name of a package is read from a file
def _load_published(point: EntryPoint) -> NamedPlayer[Any]:
    """Return the entry of a player of another package, which is imported on first use."""
    package = _package(point)

    def make(number: int) -> Any:  # noqa: ANN401 - a player of any game
        with loading(f"the player {point.name} of the package {package}"):
            found = point.load()
            player = found(number) if point.name.endswith(":N") else found
            if not callable(player):
                raise TypeError(f"{point.value} cannot be called with a view and rng")
        return player

    return NamedPlayer(point.name, f"is a player of the package {package}", make, package=package)


def check_one_each(seats: int, things: Sequence[object], name: str) -> None:
    """Raise InvalidValue or WrongType unless each seat has one thing, such as a player."""
    values.check_type(f"{name}s", things, Sequence)
    if len(things) != seats:
        raise InvalidValue(
            f"there are {seats} seats, and {english.count_things(len(things), name)}"
        )


def player_group(game: str) -> str:
    """Return the entry point group for players of a game, given its key.

    Dashes become underscores, since packaging tools refuse dashes in a group.

    >>> player_group("last-counts"), player_group("westeros-intrigue")
    ('westeros_intrigue.players.last_counts', 'westeros_intrigue.players')
    """
    return f"{_GROUP}.{game}".removesuffix(".westeros-intrigue").replace("-", "_")


_GROUP = "westeros_intrigue.players"
GAME_GROUP = "westeros_intrigue.games"
"""The entry point group of plug-in games."""
BUILT_IN = {
    "westeros-intrigue": "westeros_intrigue",
    "monopoly": "westeros_intrigue.games.monopoly",
    "btwixt": "westeros_intrigue.games.btwixt",
}
"""The modules of the library's games by key; no plug-in can have these keys."""
