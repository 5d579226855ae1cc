"""The tables that a server holds for its clients: names, room for more, and one call at a time."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import attrs
from mcp.server.mcpserver.exceptions import ToolError

from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.errors import WesterosIntrigueError
from westeros_intrigue.gamekit.stores import TABLE_ID
from westeros_intrigue.play.assistants.printed import Printed
from westeros_intrigue.play.assistants.tables import Local, Table
from westeros_intrigue.play.saved.table import PRINTED
from westeros_intrigue.play.sessions import Folder

MOST_TABLES = 32
"""The most tables of the assistant that starts the program."""
MOST_TABLES_OF_CLIENT = 8
"""The most tables of each client over HTTP."""
_MOST_TABLES_OF_ALL = 32 * MOST_TABLES_OF_CLIENT
MOST_TABLES_OF_ADDRESS = 8 * MOST_TABLES_OF_CLIENT
"""The most tables of all clients at an address, where a program can call itself many clients."""
_SECONDS_UNTIL_IDLE = 60 * 60
"""The time without a call after which a table gives way to another of the same client."""
_SECONDS_UNTIL_FORGOTTEN = 12 * _SECONDS_UNTIL_IDLE
"""The time without a call after which a table over HTTP is forgotten: its client has gone."""
_REOPENED = "reopened"
"""The client of the saved tables that were opened again over HTTP, where a name is all that says
whose a table is."""
_MOST_REOPENED = 4 * MOST_TABLES
"""The most tables over HTTP that were opened again. They take no room from those that clients
begin: of more, the one used longest ago is put aside until its next call."""
_MOST_LISTED = 20
"""The most saved tables that are listed, the one that changed last first."""
_MOST_CALLS = 4
"""The most calls at once that wait for the same table of another machine."""
_BYTES_OF_NAME = 8
_SECRET_NAME = f"t[0-9a-f]{{{2 * _BYTES_OF_NAME}}}"


@attrs.frozen(kw_only=True)
class Allowed:
    """The tools and tables that the person who starts the server permits."""

    lists_moves: bool = True
    """True to offer a tool that lists legal moves."""
    gives_hints: bool = True
    """True to offer a tool that says what the computer would do."""
    any_host: bool = False
    """True to follow links to any machine, and not only to this one and the local network."""
    names_are_secret: bool = False
    """True to give tables unguessable names, since several clients share the server."""


@attrs.define
class Held:
    """A table with its lock, and the client that has begun it."""

    table: Table
    client: str
    address: str
    """The address of the client over HTTP; otherwise empty."""
    used: float
    """The time of the last call."""
    lock: threading.Lock = attrs.field(factory=threading.Lock)
    calls: int = 0
    """The calls that wait for the table now, if it is on another machine."""


@attrs.define
class HeldTables:
    """The tables of a server, by name."""

    allowed: Allowed
    folder: Folder
    clock: Callable[[], float] = time.monotonic
    agreed: set[tuple[str, str]] = attrs.field(factory=set)
    """The clients and the servers of links to which their persons have agreed."""
    asked: dict[str, dict[str, tuple[int, str]]] = attrs.field(factory=dict)
    """By client, the links whose people are asked whether the assistant may sit down."""
    _held: dict[str, Held] = attrs.field(factory=dict)
    _known: dict[str, dict[str, None]] = attrs.field(factory=dict)
    """By client over HTTP, the names by which it has opened saved tables, the last one last."""
    _lock: threading.Lock = attrs.field(factory=threading.Lock)

    def add(self, table: Table, client: str, address: str = "", name: str = "") -> tuple[str, str]:
        """Return the name of a client's new table, and a note if another has given way to it.

        A saved table has the name of its game in the folder, and others get one here.
        """
        with self._lock:
            try:
                gone = self._make_room(client, address)
            except ToolError:
                table.close()
                raise
            number = len(self._held) + 1
            while f"t{number}" in self._held:
                number += 1
            name = name or self.secret_name or f"t{number}"
            self._held[name] = Held(table, client, address, self.clock())
        return name, f"Table {gone} is closed to make room." if gone else ""

    @property
    def secret_name(self) -> str:
        """An unguessable name for a new table; empty if the server has a single client."""
        return f"t{secrets.token_hex(_BYTES_OF_NAME)}" if self.allowed.names_are_secret else ""

    def reopen(self, name: str) -> Held | None:
        """Return a saved table that is not open, such as one of a program that has ended.

        A client that knows a secret name has its table. For several clients, a name that can be
        guessed opens nothing, since others have such games in the same folder.
        """
        form = _SECRET_NAME if self.allowed.names_are_secret else TABLE_ID
        if not re.fullmatch(form, name):
            return None
        with as_tool_errors():
            if self.folder.tables.head(name) is None:
                return None
            table = self.read(name)
        is_shared = self.allowed.names_are_secret
        client = _REOPENED if is_shared else ""
        with self._lock:
            self._put_saved_aside(client, _MOST_REOPENED if is_shared else MOST_TABLES)
            held = self._held[name] = Held(table, client, "", self.clock())
        return held

    def note_name(self, name: str, client: str) -> None:
        """Remember that a client has used a table, whose secret name it therefore knows.

        The client's list has the table from then on, though somebody else may have begun it.
        """
        if not self.allowed.names_are_secret:
            return  # the list has all saved tables
        with self._lock:
            held = self._held.get(name)
            if held is None or held.client != _REOPENED:
                return
            known = self._known.pop(client, {})
            known.pop(name, None)
            self._known[client] = known | {name: None}
            for remembered in (self._known[client], self._known):
                while len(remembered) > _MOST_REOPENED:
                    remembered.pop(next(iter(remembered)))

    def _put_saved_aside(self, client: str, most: int) -> None:
        """Forget the client's saved table that was used longest ago, if it has the most it may.

        Nothing is lost: it opens again by its name.
        """
        own = {name: held for name, held in self._held.items() if held.client == client}
        saved = [(held.used, name) for name, held in own.items() if not held.table.is_elsewhere]
        if len(own) >= most and saved:
            self._held.pop(min(saved)[1])

    def read(self, name: str) -> Table:
        """Return a saved table as it is in the folder.

        Raises:
            InvalidValue: there is no such table, or this version does not continue it.
            ValueError: its log is not one of the game.
        """
        head = self.folder.tables.head(name)
        is_printed = head is not None and head.cards == PRINTED
        return Printed(self.folder, name) if is_printed else Local(self.folder, name)

    def of_client(self, client: str) -> dict[str, Table]:
        """Return the open tables of a client, by name."""
        return {name: held.table for name, held in self._held.items() if held.client == client}

    def names_of(self, client: str) -> list[str]:
        """Return the names of the client's tables: saved ones that it knows, then its open ones.

        Raises:
            ToolError: the folder cannot be read.
        """
        saved = [*reversed(self._known.get(client, {}))][:_MOST_LISTED]
        if not self.allowed.names_are_secret:
            with as_tool_errors():
                saved = [*self.folder.tables.ids()[:_MOST_LISTED]]
        return [*dict.fromkeys((*saved, *self.of_client(client)))]

    def check_room(self, client: str, address: str = "") -> None:
        """Check that a client can have another table, before a chair is taken for it."""
        with self._lock:
            self._find_room(client, address)

    def _make_room(self, client: str, address: str) -> str:
        """Close tables as far as necessary; return the name of the client's own, or nothing."""
        gone = self._find_room(client, address)
        if gone:
            self._held.pop(gone).table.close()
        return gone

    def _find_room(self, client: str, address: str) -> str:
        """Return the name of the client's table that gives way to a new one; empty if none must.

        Nobody's table gives way to that of another client.
        """
        now, is_shared = self.clock(), self.allowed.names_are_secret
        if is_shared:
            for name, held in list(self._held.items()):
                if now - held.used > _SECONDS_UNTIL_FORGOTTEN:
                    self._held.pop(name).table.close()
        most = MOST_TABLES_OF_CLIENT if is_shared else MOST_TABLES
        own = {name: held for name, held in self._held.items() if held.client == client}
        if len(own) >= most:
            ready = [
                (not held.table.places, held.used, name)
                for name, held in own.items()
                if held.table.places or now - held.used > _SECONDS_UNTIL_IDLE
            ]
            if not ready:
                raise ToolError(f"there are {most} tables already: finish a game first")
            return min(ready)[2]
        there = sum(held.address == address for held in self._held.values() if address)
        if there >= MOST_TABLES_OF_ADDRESS:
            raise ToolError(
                "the server has no room for more tables from your address: finish a game first"
            )
        begun = sum(held.client != _REOPENED for held in self._held.values())
        if begun >= _MOST_TABLES_OF_ALL:
            raise ToolError("the server has no room for more tables of all its clients: try later")
        return ""

    @contextmanager
    def at(self, name: str, *, plays: bool = False) -> Iterator[Table]:
        """Hold a table while a tool uses it; errors become answers of the tool.

        Args:
            name: the name of the table.
            plays: True to make the steps that need no decision; False for a tool that only reads.
        """
        held = self._held.get(name) or self.reopen(name)
        if held is None:
            is_open = self._held and not self.allowed.names_are_secret
            there = f"there is {english.join_words(self._held, 'or')}, and tables lists saved ones"
            start = "start with new_game or join, or see what tables lists"
            raise ToolError(f"no table {name[:20]!r}: {there if is_open else start}")
        held.used = self.clock()
        with as_tool_errors():
            if held.table.is_elsewhere:
                with _apart(held, name) as table:
                    _update(table, plays=plays)
                    yield table
            else:
                with held.lock:
                    _update(held.table, plays=plays)
                    yield held.table


def _update(table: Table, *, plays: bool) -> None:
    if plays:
        table.refresh()
    else:
        table.read()


@contextmanager
def _apart(held: Held, name: str) -> Iterator[Table]:
    """Use a table of another machine in a copy: no call waits for its answers to another."""
    with held.lock:
        if held.calls >= _MOST_CALLS:
            raise ToolError(f"{held.calls} calls wait for table {name} already: wait for them")
        held.calls += 1
        table = held.table.apart()
    try:
        yield table
    finally:
        with held.lock:
            held.calls -= 1
            held.table = table.later(held.table)


@contextmanager
def as_tool_errors() -> Iterator[None]:
    """Raise ToolError for errors that an assistant can read; none of them names a path."""
    try:
        yield
    except (WesterosIntrigueError, ValueError, TypeError) as error:
        raise ToolError(str(error)) from None
    except OSError as error:
        told = error.strerror or type(error).__name__
        raise ToolError(f"the folder of games cannot be used: {told}") from None
