"""Tables in the cells of notebooks, on which people play. It needs the extra `widget`."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import AnyGame, AnyPosition, find_game
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.packaging import needs_extra
from westeros_intrigue.gamekit.records import GameRecord
from westeros_intrigue.play.elements import element_source
from westeros_intrigue.play.notebook.hosting import (
    Frames,
    Host,
    Message,
    Still,
    game_of,
    seat_players,
)
from westeros_intrigue.play.sessions import AnySession, Session

with needs_extra("a table in a notebook", "widget"):
    import anywidget
    import traitlets

Make = Callable[[Callable[[Message], object]], Host | Frames | Still]
"""Makes what answers a cell, given the function that sends messages to it."""


class NotebookTable(anywidget.AnyWidget):
    """A table in a notebook, on which a person plays or looks at a game.

    A game in progress is sent to the cell. A notebook's file stores only what a spectator sees.
    `play`, `begin`, `replay` and `show` make tables.

    >>> from westeros_intrigue import setup
    >>> from westeros_intrigue.play import notebook
    >>> table = notebook.play(setup(2, seed=1), seat=1, opponents="greedy")
    >>> table.wait()
    >>> len(table.state.placements), [*table.record.replay()][-1] == table.state
    (1, True)
    >>> table.close()
    """

    _esm: ClassVar[str] = element_source()
    _public = traitlets.Dict({}).tag(sync=True)
    """The spectator's position, for a file without a kernel."""
    _last = traitlets.Int(0).tag(sync=True)
    """The last moment of a game to go through; 0 for a game that is played."""

    def __init__(self, make: Make) -> None:
        """Begin to answer the cell."""
        super().__init__()
        self._host = make(self._send_message)
        self.on_msg(self._hear)
        if isinstance(self._host, Host):
            self._host.start()
        elif isinstance(self._host, Frames):
            self._last = self._host.last
        self._public = self._host.public()

    def __repr__(self) -> str:
        return f"<NotebookTable: {self._host.game.NAME}>"

    @property
    def state(self) -> Any:  # noqa: ANN401 - of any game
        """The position on the table now; a state **contains all hidden information**."""
        return self._host.position

    @property
    def record(self) -> GameRecord[Any]:
        """The record of the game so far; **it contains all hidden information**.

        Raises:
            InvalidValue: the table shows a position without a game.
        """
        if isinstance(self._host, Still):
            raise InvalidValue("a position alone has no record")
        return self._host.session.record

    def wait(self) -> None:
        """Wait until searching players have moved."""
        if isinstance(self._host, Host):
            self._host.wait()

    def close(self) -> None:
        """Remove the table from its cells."""
        self._host.close()
        super().close()

    def _hear(self, _widget: object, request: object, _buffers: object) -> None:
        self._host.hear(request if isinstance(request, dict) else {})

    def _send_message(self, message: Message) -> None:
        if message["do"] == "show":
            self._public = self._host.public()
        self.send(message)

    def _repr_mimebundle_(self, **asked: Any) -> Any:  # noqa: ANN401 - as anywidget returns it
        """Return the widget, and the spectator's picture for a program that shows none."""
        shown = super()._repr_mimebundle_(**asked)
        data, *metadata = shown if isinstance(shown, tuple) else (shown,)
        both = {**(data or {}), **self._host.still()}
        return (both, *metadata) if metadata else both


def play(
    state: AnyPosition,
    seat: int = 0,
    opponents: str | Sequence[str] = "",
    *,
    game: AnyGame | str | None = None,
) -> NotebookTable:
    """Return a table on which you play on from a state, as the last value of a cell.

    Choose a card or a move on the table. The next cell continues with `table.state` and
    `table.record`, which contain all hidden information.

    >>> import westeros_intrigue
    >>> from westeros_intrigue.play import notebook
    >>> table = notebook.play(westeros_intrigue.setup(4, seed=7), opponents="greedy")
    >>> table, table.state.active_player
    (<NotebookTable: Westeros Intrigue>, 0)

    Args:
        state: the state.
        seat: your seat, from 0.
        opponents: the name of the other players, such as `greedy`, or a name for each other seat in
            order; empty for the usual player.
        game: the game or its key; None if the state is of a game of the library, without a house
            rule.

    Raises:
        InvalidValue: the game does not have the seat or a player of that name.
        WrongType: `state` is not a state of a known game.
        MissingExtra: the extra `widget` is not installed.
    """
    found = game_of(state, game)
    # With a secret seed, the players' choices stay hidden too.
    session = seat_players(found, state, seat, opponents, secrets.randbits(64))
    return NotebookTable(lambda send: Host(session, seat, send))


def begin(
    game: AnyGame | str,
    players: int | None = None,
    seat: int = 0,
    opponents: str | Sequence[str] = "",
    *,
    options: Mapping[str, OptionValue] = {},
    seed: int | None = None,
) -> NotebookTable:
    """Return a table on which you play a new game.

    >>> from westeros_intrigue.play import notebook
    >>> notebook.begin("btwixt", 3).state.players
    3

    Args:
        game: the game or its key.
        players: the number of players; None for the usual one.
        seat: your seat, from 0.
        opponents: the players of the other seats, as for `play`.
        options: values of the game's options, by name.
        seed: the seed of the deal; None for a secret one. A reader who sees a seed in a cell can
            deal the same hands.

    Raises:
        InvalidValue: a value is not possible in the game.
        MissingExtra: the extra `widget` is not installed.
    """
    found = find_game(game)
    drawn = secrets.randbits(64) if seed is None else values.check_integer("seed", seed)
    state = found.new_game(players, options, seed=drawn)
    session = seat_players(found, state, seat, opponents, drawn)
    return NotebookTable(lambda send: Host(session, seat, send))


def show(position: AnyPosition, *, game: AnyGame | str | None = None) -> NotebookTable:
    """Return a table that shows a position: a view, or what a spectator sees of a state.

    The notebook's file keeps what is shown.

    >>> from westeros_intrigue import observe, setup
    >>> from westeros_intrigue.play import notebook
    >>> notebook.show(observe(setup(2, seed=1), 0)).state.player
    0

    Args:
        position: a state or a view.
        game: the game or its key, as for `play`.

    Raises:
        WrongType: `position` is not a position of a known game.
        MissingExtra: the extra `widget` is not installed.
    """
    found = game_of(position, game)
    return NotebookTable(lambda send: Still(found, position, send))


def replay(
    record: GameRecord[Any], seat: int | None = None, *, game: AnyGame | str | None = None
) -> NotebookTable:
    """Return a table with a slider through the moments of a record.

    A notebook's file keeps the picture of the last moment, as a spectator sees it. The moments come
    from the kernel.

    >>> from westeros_intrigue import Record, play_game
    >>> from westeros_intrigue.play import notebook
    >>> table = notebook.replay(Record.from_state(play_game(["greedy", "greedy"], seed=1)), seat=1)
    >>> table.state.is_over
    True

    Args:
        record: the record.
        seat: the seat whose hand is shown, from 0; None for what a spectator sees.
        game: the game or its key, as for `play`.

    Raises:
        InvalidValue: the game does not have the seat.
        WrongType: `record` is not a record of a known game.
        MissingExtra: the extra `widget` is not installed.
    """
    found = game_of(record, game)
    session: AnySession = Session.resumed(found, record)
    if seat is not None:
        seat = values.check_integer("seat", seat, 0, len(session.seats) - 1)
    states = tuple(record.replay())
    return NotebookTable(lambda send: Frames(session, seat, states, send))
