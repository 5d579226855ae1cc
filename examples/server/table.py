"""A table: the fold of its log, and its public form for each viewer."""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Self

import attrs

from server.hashing import hashed
from server.places import Place
from server.setting import FORFEIT, Setting
from server.store import Entry, Row
from westeros_intrigue.gamekit import GAMES, Game
from westeros_intrigue.play.sessions import AUTOMATED, AnyRecord, Seat, read_record

RECENT = 8  # the number of entries that a process remembers, for clients that missed some
MOST_AT_ONCE = 6  # bots' moves that are stored, and told, together
ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)
_SENTENCES = {
    "sit": "{name} sits down as player {entry.seat}",
    "back": "{name} is back as player {entry.seat}",
    "bot": "{entry.text} sits down as player {entry.seat}",
    "stand-in": "{stand_in} ({entry.text}) plays for player {entry.seat}",
    "leave": "player {entry.seat} leaves the table",
    "free": "the seat of player {entry.seat} is freed",
    "late": "the time of player {entry.seat} is over: {stand_in} ({entry.text}) plays on",
    "forfeit": "the time of player {entry.seat} is over, and with it the game",
}


@attrs.frozen(slots=False)
class Step:
    """An entry of the log, with the states before and after it."""

    entry: Entry
    game: Game[Any, Any, Any]
    before: Any
    after: Any
    place: Place  # of the entry's seat, before it
    place_after: Place

    @cached_property
    def events(self) -> Sequence[Any]:
        """The events of the game, hidden information included."""
        return self.game.events(self.before, self.after)

    def sentences(self, viewer: int | None) -> list[str]:
        """Return the events in words, as a viewer may know them."""
        if (kind := self._kind) in _SENTENCES:
            seat = self.place_after.seat
            stand_in = seat.stand_in.name if seat.stand_in else ""
            name = seat.name or "a person"
            return [_SENTENCES[kind].format(entry=self.entry, name=name, stand_in=stand_in)]
        told = (self.game.sentence(event, viewer) for event in self.events)
        return [sentence for sentence in told if sentence]

    @property
    def _kind(self) -> str:
        """The kind of the entry, with what it means for the person whose seat it is."""
        if self.entry.kind == "sit" and not self.place.chair.is_free:
            return "back"
        is_lent = self.entry.kind == "bot" and self.place_after.seat.stand_in
        return "stand-in" if is_lent else self.entry.kind

    def documents(self, viewer: int | None) -> list[Any]:
        """Return the documents of the events, as a viewer may know them."""
        seen = (self.game.seen_by(event, viewer) for event in self.events)
        return [self.game.DOCUMENTS.to_data(event) for event in seen]


@attrs.frozen(slots=False)
class Table:
    """A game of any kind in progress. A table never changes: each entry makes a new one."""

    row: Row = attrs.field(repr=False)
    game: Game[Any, Any, Any] = attrs.field(repr=False)
    setting: Setting = attrs.field(repr=False)
    state: Any = attrs.field(repr=False)  # the state of the game, hidden information included
    places: tuple[Place, ...]
    touched: int  # the time of the last entry, in seconds since 1970
    since: int = 0  # the time since which the deciders decide
    version: int = 0  # the number of the last entry
    moves: int = 0
    used: tuple[int, ...] = ()  # the seconds that each seat has taken for its moves
    loser: int | None = None  # the seat whose time was over, if that has ended the game
    steps: tuple[Step, ...] = attrs.field(default=(), repr=False)  # the last entries, in order
    _told: dict[tuple[int | None, int], str] = attrs.field(factory=dict, eq=False, repr=False)

    @classmethod
    def begun(cls, row: Row) -> Self:
        """Return a table before its first entry."""
        game, setting = GAMES[row.game], Setting.stored(row.setting)
        state = read_record(row.start, setting.files)[1].state
        places = [*map(Place.free, range(state.players))]
        for seat in game.automated_seats(state):
            places[seat] = attrs.evolve(places[seat], seat=Seat("", AUTOMATED))
        for seat, name in setting.bots.items():
            places[seat] = places[seat].given(name, ())
        used = (0,) * len(places)
        return cls(row, game, setting, state, tuple(places), row.made, row.made, used=used)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats: whose each is, and who plays it."""
        return tuple(place.seat for place in self.places)

    @property
    def is_over(self) -> bool:
        """True if the game is over, by the rules or by a forfeit."""
        return self.state.is_over or self.loser is not None

    @property
    def due(self) -> tuple[int, int] | None:
        """The seat whose time is over next, and when, in seconds since 1970; None without one."""
        clock = self.setting.clock
        if clock is None or self.is_over or not all(place.who for place in self.places):
            return None
        times = [
            (self.since + seconds, seat)
            for seat in self.game.deciders(self.state)
            if self.places[seat].is_played_by_person
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
        state, place, moves, used = self.state, self.places[entry.seat], self.moves, [*self.used]
        since, loser = self.since, self.loser
        match entry.kind:
            case "move":
                move = self.game.parse_move(entry.text)
                state = self.game.proceed(self.game.apply(state, move, player=entry.seat))
                moves += 1
                used[entry.seat] += max(entry.made - since, 0)
                since = entry.made
            case "sit":
                secret, _, name = entry.text.partition(" ")
                place = place.taken(secret, name)
                if not all(before.who for before in self.places):
                    since = entry.made  # clocks run once everybody sits
            case "bot":
                place = place.given(entry.text, self.seats)
            case "leave":
                place = place.left()
            case "free":
                place = place.freed()
            case "late":
                used[entry.seat] += max(entry.made - since, 0)
                since = entry.made
                place = place.freed().given(entry.text, self.seats)
            case "forfeit":
                loser = entry.seat
        at, before = entry.seat, self.places[entry.seat]
        step = Step(entry, self.game, self.state, state, before, place)
        return attrs.evolve(
            self,
            state=state,
            places=(*self.places[:at], place, *self.places[at + 1 :]),
            touched=entry.made,
            since=since,
            version=entry.number,
            moves=moves,
            used=tuple(used),
            loser=loser,
            steps=(*self.steps, step),
            told={},
        )

    def trimmed(self) -> Table:
        """Return the table with only the entries that a process remembers, or a few more."""
        if len(self.steps) <= RECENT + MOST_AT_ONCE:
            return self
        return attrs.evolve(self, steps=self.steps[-RECENT:])

    def reaches_back_to(self, version: int) -> bool:
        """Return whether `steps` has all entries after a version."""
        return not self.steps or self.steps[0].entry.number <= version + 1

    def seat_of(self, secret: str) -> int | None:
        """Return the seat of a secret; None if there is none."""
        found = hashed(secret)
        for place in self.places:
            if hmac.compare_digest(place.chair.secret, found):
                return place.chair.seat
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
            "seats": [place.who for place in self.places],
            "names": [seat.name for seat in self.seats],
            "stand_ins": [seat.stand_in and seat.stand_in.name for seat in self.seats],
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

    def news_text(self, seat: int | None, after: int) -> str:
        """Return the news since a version as JSON, encoded once for all streams of a seat."""
        if not 0 < self.version - after <= RECENT + MOST_AT_ONCE:
            return dumped(self.news_for(seat, after))  # any number that one client asks for
        if (key := (seat, after)) not in self._told:
            self._told[key] = dumped(self.news_for(seat, after))
        return self._told[key]


def dumped(data: object) -> str:
    """Return data as the JSON of an answer."""
    return ENCODER.encode(data)
