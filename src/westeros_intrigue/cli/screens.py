"""The screens of each game: Westeros Intrigue has its own, which any other game can do without."""

from __future__ import annotations

from westeros_intrigue import GameState, Record
from westeros_intrigue.cli.any_table import AnyTable
from westeros_intrigue.cli.court_replay import CourtReplay
from westeros_intrigue.cli.court_table import CourtTable
from westeros_intrigue.cli.replays import AnyGameReplay, AnyReplay
from westeros_intrigue.cli.tables import AnyGameTable
from westeros_intrigue.cli.terminal import Terminal
from westeros_intrigue.game import AnyGame
from westeros_intrigue.sessions import AnyRecord, AnySession, GameFile


def table_of(terminal: Terminal, session: AnySession, file: GameFile) -> AnyGameTable:
    """Return the table at which people play a game."""
    kind = CourtTable if isinstance(session.state, GameState) else AnyTable
    return kind(terminal, session, file)


def replay_of(
    game: AnyGame, record: AnyRecord, terminal: Terminal, *, is_open: bool
) -> AnyGameReplay:
    """Return the steps of a record."""
    if isinstance(record, Record):
        return CourtReplay(record, terminal, is_open=is_open)
    return AnyReplay(game, record, terminal, is_open=is_open)
