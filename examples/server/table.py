"""A table: the fold of its log, and what each viewer is shown of it."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, Self

import attrs

from server.setting import Setting
from server.store import Entry, Row
from westeros_intrigue.game import GAMES, Game
from westeros_intrigue.sessions import read_record

RECENT = 64
"""How many of the last entries a table in memory keeps with what happened by them."""


@attrs.frozen
class Seat:
    """Who sits in a seat."""

    who: str = ""
    """`person`, `automated`, the name of a player of the game, or empty where nobody sits."""
    secret: str = ""
    """The hash of the person's secret."""


@attrs.frozen
class Step:
    """An entry of the log, with what happened by it."""

    entry: Entry
    moves: int
    """How many moves had been made after it."""
    events: tuple[Any, ...]
    """The events of the game. **They contain what is hidden.**"""


@attrs.frozen
class Table:
    """A game of any kind under way. It never changes: each entry makes another."""

    id: str
    game: Game[Any, Any, Any] = attrs.field(repr=False)
    state: Any = attrs.field(repr=False)
    """The state of the game. **It contains what is hidden.**"""
    seats: tuple[Seat, ...]
    touched: int
    """When something last happened, in seconds since 1970."""
    version: int = 0
    """The number of the last entry."""
    moves: int = 0
    """How many moves have been made."""
    steps: tuple[Step, ...] = attrs.field(default=(), repr=False)
    """The last entries, in order."""

    @classmethod
    def begun(cls, row: Row) -> Self:
        """Return a table before its first entry."""
        game, setting = GAMES[row.game], Setting.parse(row.setting)
        state = read_record(row.start, setting.files)[1].state
        seats = [Seat()] * state.players
        for seat in game.automated_seats(state):
            seats[seat] = Seat("automated")
        for seat, name in setting.bots.items():
            seats[seat] = Seat(name)
        return cls(row.id, game, state, tuple(seats), row.made)

    def then(self, entry: Entry) -> Table:
        """Return the table after its next entry."""
        state, seats, moves = self.state, list(self.seats), self.moves
        match entry.kind:
            case "move":
                move = self.game.parse_move(entry.text)
                state = self.game.proceed(self.game.apply(state, move, player=entry.seat))
                moves += 1
            case "sit":
                seats[entry.seat] = Seat("person", entry.text)
            case "bot":
                seats[entry.seat] = Seat(entry.text)
            case "leave":
                seats[entry.seat] = Seat()
        events = () if state is self.state else tuple(self.game.events(self.state, state))
        return attrs.evolve(
            self,
            state=state,
            seats=tuple(seats),
            touched=entry.made,
            version=entry.number,
            moves=moves,
            steps=(*self.steps, Step(entry, moves, events)),
        )

    def trimmed(self) -> Table:
        """Return the table as a process keeps it."""
        return attrs.evolve(self, steps=self.steps[-RECENT:])

    def reaches_back_to(self, version: int) -> bool:
        """Return whether `steps` has all entries after one."""
        return not self.steps or self.steps[0].entry.number <= version + 1

    def seat_of(self, secret: str) -> int | None:
        """Return the seat of a secret; None if it is nobody's."""
        found = hashed(secret)
        for seat, chair in enumerate(self.seats):
            if hmac.compare_digest(chair.secret, found):
                return seat
        return None

    def shown_to(self, seat: int | None, after: int | None = None) -> dict[str, Any]:
        """Return what a seat may know, or a spectator for None, as data for JSON.

        Args:
            seat: the viewer.
            after: since which version `happened` begins; None for the last one.
        """
        game = self.game
        view = game.observe(self.state, seat)
        final = game.final_winner(self.state) if self.state.is_over else None
        return {
            "table": self.id,
            "game": game.KEY,
            "version": self.version,
            "seats": [chair.who for chair in self.seats],
            "you": seat,
            "deciders": game.deciders(view),
            "next": self.moves + 1,
            "moves": [str(move) for move in game.distinct_moves(view)],
            "happened": self._told(seat, self.version if after is None else after),
            "view": game.DOCUMENTS.to_data(view),
            "final": final and {"winners": final.winners, "ranking": final.ranking},
        }

    def _told(self, viewer: int | None, after: int) -> list[str]:
        """Return what has happened after a version, in sentences for a viewer."""
        return [
            sentence
            for step in self.steps
            if step.entry.number > after
            for sentence in (
                [self.game.sentence(event, viewer) for event in step.events]
                if step.entry.kind == "move"
                else [said_of(step.entry)]
            )
            if sentence
        ]


def said_of(entry: Entry) -> str:
    """Return an entry that is no move in words."""
    match entry.kind:
        case "sit":
            return f"a person sits down as player {entry.seat}"
        case "bot":
            return f"{entry.text} sits down as player {entry.seat}"
    return f"player {entry.seat} leaves the table"


def hashed(secret: str) -> str:
    """Return the hash by which the store knows a secret, which is too random to be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()
