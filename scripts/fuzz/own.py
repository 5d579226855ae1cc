"""The things of a game that the kit does not say, such as the owner's file of a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from fuzz.engine import Chance, Kind, require
from westeros_intrigue import WesterosIntrigueError

MODULES = {"westeros-intrigue": "card_game", "monopoly": "monopoly", "btwixt": "btwixt"}
"""By game, the module of this folder with its `OWN`."""


class Own:
    """The things of a game that nothing is known of, and the base of those of the others."""

    properties: tuple[str, ...] = ()
    """Properties of states that have documents, and are no field of theirs."""
    texts: Mapping[str, Callable[[int, Chance], str]] = {}
    """By the name of an option that is a text: makes one for a number of players."""
    refusals_of_records: tuple[type[WesterosIntrigueError], ...] = (WesterosIntrigueError,)
    """The documented errors of reading a record, whose moves are checked when it is replayed."""
    has_plain_lines = True
    """True if the lines of positions are damaged like any line."""
    has_snapshots_of_all = False
    """True if also the view of a player has a snapshot."""

    def play(self, _number: int, _chance: Chance) -> Iterator[Any] | None:
        """Return the states of the game of a number in a batch; None if it is like any other."""
        return None

    def has_record(self, _state: Any) -> bool:
        """Return True if a record can be made of a state."""
        return True

    def views_like(self, _view: Any) -> Iterator[Any]:
        """Yield other values that are worth damaging where there is a view."""
        yield from ()

    def view_in(self, value: Any) -> Any:
        """Return the view that a value shows, else the value itself."""
        return value

    def files_of(self, _record: Any) -> dict[str, str]:
        """Return the owner's file with which a record was played."""
        return {}

    def as_written(self, data: Any) -> Any:
        """Return data as the library writes them, of those that are read in any order."""
        return data

    def check_part(self, value: Any) -> None:
        """Check a value that is neither a position nor a record."""
        require(str(value), "the text of a value is empty")

    def check_position(self, _position: Any) -> None:
        """Check the other forms of a position."""

    def check_move(self, _state: Any, _move: Any) -> None:
        """Check a move that was made."""

    def check_events(self, _view: Any, _happened: Any, _seen: Any) -> None:
        """Check the events between a view and the one after a move."""

    def check_world(self, view: Any, seen: Any) -> None:
        """Check a world of a view, as the same seat sees it."""
        require(seen == view, "a world has another view")

    def check_snapshot(self, _view: Any, _snapshot: Any) -> None:
        """Check the snapshot of a view."""

    def kinds(self) -> Iterator[Kind]:
        """Yield the kinds of input that only this game has."""
        yield from ()


@cache
def own(key: str) -> Own:
    """Return the things of a game, by its key."""
    if key not in MODULES:
        return Own()
    things: Own = import_module(f"fuzz.{MODULES[key]}").OWN
    return things
