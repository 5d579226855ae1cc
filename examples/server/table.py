"""A table: the fold of its log, and its public form for each viewer."""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Self

import attrs

from server.hashing import hashed
from server.setting import FORFEIT, Setting
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
    "late": "the time of player {0.seat} is over: {0.text} plays on",
    "forfeit": "the time of player {0.seat} is over, and with it the game",
}


@attrs.frozen
class Seat:
    """The occupant of a seat."""

    who: str = ""
    """`person`, `automated`, the name of a player of the game, or empty for a free seat."""
    secret: str = ""  # the hash of the person's secret
    kept_for: str | None = None
    """For a seat that others have freed, or that a bot plays for a person, the hash of the secret
    of the only person who may take it; empty for a bot's seat, which only a bot may take. None for
    any other seat."""
    name: str = ""  # the name of the person


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


@attrs.frozen(slots=False)
class Table:
    """A game of any kind in progress. A table never changes: each entry makes a new one."""

    row: Row = attrs.field(repr=False)
    game: Game[Any, Any, Any] = attrs.field(repr=False)
    state: Any = attrs.field(repr=False)  # the state of the game, hidden information included
    seats: tuple[Seat, ...]
    touched: int  # the time of the last entry, in seconds since 1970
    since: int = 0  # the time since which the deciders decide
    version: int = 0  # the number of the last entry
    moves: int = 0
    used: tuple[int, ...] = ()  # the seconds that each seat has taken for its moves
    loser: int | None = None  # the seat whose time was over, if that has ended the game
    steps: tuple[Step, ...] = attrs.field(default=(), repr=False)  # the last entries, in order
    _last_news: dict[int | None, str] = attrs.field(factory=dict, eq=False, repr=False)

    @classmethod
    def begun(cls, row: Row) -> Self:
        """Return a table before its first entry."""
        game, setting = GAMES[row.game], Setting.stored(row.setting)
        state = read_record(row.start, setting.files)[1].state
        seats = [Seat()] * state.players
        for seat in game.automated_seats(state):
            seats[seat] = Seat("automated")
        for seat, name in setting.bots.items():
            seats[seat] = Seat(name)
        used = (0,) * len(seats)
        return cls(row, game, state, tuple(seats), row.made, row.made, used=used)

    @cached_property
    def setting(self) -> Setting:
        """The setting of the table."""
        return Setting.stored(self.row.setting)

    @property
    def is_over(self) -> bool:
        """True if the game is over, by the rules or by a forfeit."""
        return self.state.is_over or self.loser is not None

    @property
    def due(self) -> tuple[int, int] | None:
        """The seat whose time is over next, and when, in seconds since 1970; None without one."""
        clock = self.setting.clock
        if clock is None or self.is_over or not all(chair.who for chair in self.seats):
            return None
        times = [
            (self.since + seconds, seat)
            for seat in self.game.deciders(self.state)
            if self.seats[seat].who == "person"
            for seconds in (clock.move, clock.game and max(clock.game - self.used[seat], 0))
            if seconds is not None
        ]
        return min(times)[::-1] if times else None

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
        state, seats, moves, used = self.state, list(self.seats), self.moves, [*self.used]
        since, loser, chair = self.since, self.loser, self.seats[entry.seat]
        match entry.kind:
            case "move":
                move = self.game.parse_move(entry.text)
                state = self.game.proceed(self.game.apply(state, move, player=entry.seat))
                moves += 1
                used[entry.seat] += max(entry.made - since, 0)
                since = entry.made
            case "sit":
                secret, _, name = entry.text.partition(" ")
                seats[entry.seat] = Seat("person", secret, name=name)
                if not all(before.who for before in self.seats):
                    since = entry.made  # clocks run once everybody sits
            case "bot":
                seats[entry.seat] = Seat(entry.text, kept_for=chair.kept_for, name=chair.name)
            case "leave":
                seats[entry.seat] = Seat()
            case "free":
                kept = chair.secret or chair.kept_for or ""
                seats[entry.seat] = Seat(kept_for=kept, name=chair.name)
            case "late":
                used[entry.seat] += max(entry.made - since, 0)
                since = entry.made
                seats[entry.seat] = Seat(entry.text, kept_for=chair.secret, name=chair.name)
            case "forfeit":
                loser = entry.seat
        return attrs.evolve(
            self,
            state=state,
            seats=tuple(seats),
            touched=entry.made,
            since=since,
            version=entry.number,
            moves=moves,
            used=tuple(used),
            loser=loser,
            steps=(*self.steps, Step(entry, self.game, self.state, state)),
            last_news={},
        )

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
        deciders = () if self.is_over else game.deciders(self.state)
        moves = game.distinct_moves(game.observe(self.state, seat)) if seat in deciders else ()
        steps = [step for step in self.steps if step.entry.number > after]
        final = game.final_winner(self.state) if self.state.is_over else None
        result: dict[str, Any] | None = None
        if final:
            result = {"winners": final.winners, "ranking": final.ranking}
        elif self.loser is not None:
            result = {FORFEIT: self.loser}
        return {
            "version": self.version,
            "seats": [chair.who for chair in self.seats],
            "names": [chair.name for chair in self.seats],
            "due": self.due and self.due[1],
            "you": seat,
            "deciders": deciders,
            "next": self.moves + 1,
            "moves": [str(move) for move in moves],
            "happened": [sentence for step in steps for sentence in step.sentences(seat)],
            "events": [event for step in steps for event in step.documents(seat)],
            "final": result,
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
