"""A table: the fold of its log, and its public form for each viewer."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Self

import attrs

from server.setting import Setting
from server.store import Entry, Row
from westeros_intrigue.gamekit import GAMES, Game
from westeros_intrigue.play.sessions import AnyRecord, read_record

RECENT = 8  # the number of entries that a process remembers, for clients that missed some
ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)
_SENTENCES = {
    "sit": "a person sits down as player {0.seat}",
    "bot": "{0.text} sits down as player {0.seat}",
    "leave": "player {0.seat} leaves the table",
    "free": "the seat of player {0.seat} is freed",
}


@attrs.frozen
class Seat:
    """The occupant of a seat."""

    who: str = ""
    """`person`, `automated`, the name of a player of the game, or empty for a free seat."""
    secret: str = ""  # the hash of the person's secret
    kept_for: str | None = None
    """For a seat that others have freed, the hash of the secret of the only person who may take it;
    empty for a bot's seat, which only a bot may take. None for any other seat."""


@attrs.frozen(slots=False)
class Step:
    """An entry of the log, with the states before and after it."""

    entry: Entry
    game: Game[Any, Any, Any]
    before: Any
    after: Any

    @cached_property
    def events(self) -> Sequence[Any]:
        """The events of the game, hidden information included."""
        return self.game.events(self.before, self.after)

    def sentences(self, viewer: int | None) -> list[str]:
        """Return the events in words, as a viewer may know them."""
        if about_seat := _SENTENCES.get(self.entry.kind):
            return [about_seat.format(self.entry)]
        told = (self.game.sentence(event, viewer) for event in self.events)
        return [sentence for sentence in told if sentence]

    def documents(self, viewer: int | None) -> list[Any]:
        """Return the documents of the events, as a viewer may know them."""
        seen = (self.game.seen_by(event, viewer) for event in self.events)
        return [self.game.DOCUMENTS.to_data(event) for event in seen]


@attrs.frozen
class Table:
    """A game of any kind in progress. A table never changes: each entry makes a new one."""

    row: Row = attrs.field(repr=False)
    game: Game[Any, Any, Any] = attrs.field(repr=False)
    state: Any = attrs.field(repr=False)  # the state of the game, hidden information included
    seats: tuple[Seat, ...]
    touched: int  # the time of the last entry, in seconds since 1970
    version: int = 0  # the number of the last entry
    moves: int = 0
    steps: tuple[Step, ...] = attrs.field(default=(), repr=False)  # the last entries, in order
    _last_news: dict[int | None, str] = attrs.field(factory=dict, eq=False, repr=False)

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
        return cls(row, game, state, tuple(seats), row.made)

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.row.id

    @property
    def record(self) -> AnyRecord:
        """The record of the game so far, with the versions of the table, and all hidden cards."""
        tags = {"Library": f"westeros_intrigue {self.row.library}", "Rules": str(self.row.rules)}
        return self.game.Record.from_state(self.state, tags=tags)

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
                seats[entry.seat] = Seat(entry.text, kept_for=seats[entry.seat].kept_for)
            case "leave":
                seats[entry.seat] = Seat()
            case "free":
                chair = seats[entry.seat]
                seats[entry.seat] = Seat(kept_for=chair.secret or chair.kept_for or "")
        steps = (*self.steps, Step(entry, self.game, self.state, state))
        of_entry = (entry.made, entry.number, moves, steps)
        return Table(self.row, self.game, state, tuple(seats), *of_entry)

    def trimmed(self) -> Table:
        """Return the table with only the entries that a process remembers."""
        return attrs.evolve(self, steps=self.steps[-RECENT:])

    def reaches_back_to(self, version: int) -> bool:
        """Return whether `steps` has all entries after a version."""
        return not self.steps or self.steps[0].entry.number <= version + 1

    def seat_of(self, secret: str) -> int | None:
        """Return the seat of a secret; None if there is none."""
        found = hashed(secret)
        for seat, chair in enumerate(self.seats):
            if hmac.compare_digest(chair.secret, found):
                return seat
        return None

    def news_for(self, seat: int | None, after: int) -> dict[str, Any]:
        """Return the news since a version for a seat, or None for a spectator, as JSON data."""
        game = self.game
        deciders = game.deciders(self.state)
        moves = game.distinct_moves(game.observe(self.state, seat)) if seat in deciders else ()
        steps = [step for step in self.steps if step.entry.number > after]
        final = game.final_winner(self.state) if self.state.is_over else None
        return {
            "version": self.version,
            "seats": [chair.who for chair in self.seats],
            "you": seat,
            "deciders": deciders,
            "next": self.moves + 1,
            "moves": [str(move) for move in moves],
            "happened": [sentence for step in steps for sentence in step.sentences(seat)],
            "events": [event for step in steps for event in step.documents(seat)],
            "final": final and {"winners": final.winners, "ranking": final.ranking},
        }

    def shown_to(self, seat: int | None, after: int | None = None) -> dict[str, Any]:
        """Return a viewer's whole knowledge as JSON data, with the news after a version, if any."""
        documents, view = self.game.DOCUMENTS, self.game.observe(self.state, seat)
        return {
            "table": self.id,
            "game": self.game.KEY,
            **self.news_for(seat, self.version if after is None else after),
            "view": documents.to_data(documents.snapshot(view)),
        }

    def last_news(self, seat: int | None) -> str:
        """Return the news of the last entry as JSON, encoded once for all streams of a seat."""
        if seat not in self._last_news:
            self._last_news[seat] = dumped(self.news_for(seat, self.version - 1))
        return self._last_news[seat]


def dumped(data: object) -> str:
    """Return data as the JSON of an answer."""
    return ENCODER.encode(data)


def hashed(secret: str) -> str:
    """Return the hash that the store has for a secret; secrets are too random to guess."""
    return hashlib.sha256(secret.encode()).hexdigest()
