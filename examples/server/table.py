"""A table: the fold of its head and its log, and its public form for each viewer.

The library reads the head. The kinds of entries are the server's own, since its doors and clocks
are: with `setting`, the first entry, the table is there; `move` has a move in notation, and what
follows it without a decision; `sit`, `name`, `bot` and `late` (a bot plays on) say who plays;
`leave` and `clear` give a seat back before the game begins, by its person and by others, and `go`
and `free` after; `ask`, `yes`, `no` and `alone` (all people are absent) are about a person who
comes to a game under way; `forfeit` ends it. `by` is the hash of the secret of the person who sits
down or asks. The text of `yes`, after the seat that agrees, and of `alone` has the seats that are
not asked, since their people are absent. `end` and `keep` are by the maker of the table: the game
ends without a result, and the table is deleted later than others.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

import attrs

from server.hashing import hashed
from server.ids import drawn_id
from server.places import Asking, Place, owners
from server.setting import FORFEIT, Setting
from server.store import KEEP
from westeros_intrigue.gamekit import GAMES, Game
from westeros_intrigue.play.saved import Entry, Head, SavedTable
from westeros_intrigue.play.sessions import AUTOMATED, PERSON, AnyRecord, Seat

RECENT = 8  # the number of entries that a process remembers, for clients that missed some
MOST_AT_ONCE = 6  # bots' moves that are stored, and told, together
LAG = 500  # milliseconds after the end of a time in which a decision still counts
NOBODY = -1  # in place of a seat, if an entry is of no person who plays
ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)
ADMITTING = {"ask", "yes", "alone", "go", "free"}
"""The kinds of entries after which somebody who asks for a seat may have it."""
_SENTENCES = {
    "sit": "{name} sits down as player {entry.seat}",
    "back": "{name} is back as player {entry.seat}",
    "name": "player {entry.seat} is now called {name}",
    "bot": "{entry.text} sits down as player {entry.seat}",
    "stand-in": "{stand_in} ({entry.text}) plays for player {entry.seat}",
    "ask": "{asking} asks for the seat of player {entry.seat}: all others have to agree",
    "yes": "player {author} agrees that the seat of player {entry.seat} is taken",
    "no": "the seat of player {entry.seat} is not given to {asking}",
    "leave": "player {entry.seat} leaves the table",
    "go": "player {entry.seat} leaves the game",
    "free": "the seat of player {entry.seat} is freed",
    "clear": "the seat of player {entry.seat} is freed",
    "late": "the time of player {entry.seat} is over: {stand_in} ({entry.text}) plays on",
    "forfeit": "the time of player {entry.seat} is over, and with it the game",
    "end": "the maker of the table ends the game",
    "keep": "the maker of the table keeps it",
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
    admitted: tuple[Place, ...] = ()  # other seats that people have taken with it

    @cached_property
    def events(self) -> Sequence[Any]:
        """The events of the game, hidden information included."""
        return self.game.events(self.before, self.after)

    def sentences(self, viewer: int | None) -> list[str]:
        """Return the events in words, as a viewer may know them."""
        if (kind := self._kind) in _SENTENCES:
            seat = self.place_after.seat
            stand_in = seat.stand_in.name if seat.stand_in else ""
            asking = self.place.asking or self.place_after.asking
            names = {"name": seat.name, "asking": asking and asking.name, "stand_in": stand_in}
            shown = {key: name or "a person" for key, name in names.items()}
            shown["author"] = self.entry.text.partition(" ")[0]
            seated = (
                f"{place.seat.name or 'a person'} sits down as player {place.chair.seat}"
                for place in self.admitted
            )
            return [_SENTENCES[kind].format(entry=self.entry, **shown), *seated]
        told = (self.game.sentence(event, viewer) for event in self.events)
        return [sentence for sentence in told if sentence]

    @property
    def _kind(self) -> str:
        """The kind of the entry, with what it means for the person whose seat it is."""
        if self.entry.kind == "sit" and not self.place.chair.is_free:
            return "back"
        if self.entry.kind in {"ask", "yes", "alone"} and self.place_after.asking is None:
            return "sit"
        is_lent = self.entry.kind == "bot" and self.place_after.seat.stand_in
        return "stand-in" if is_lent else self.entry.kind

    def documents(self, viewer: int | None) -> list[Any]:
        """Return the documents of the events, as a viewer may know them."""
        seen = (self.game.seen_by(event, viewer) for event in self.events)
        return [self.game.DOCUMENTS.to_data(event) for event in seen]


@attrs.frozen(slots=False)
class Table:
    """A game of any kind in progress. A table never changes: each entry makes a new one."""

    head: Head = attrs.field(repr=False)
    game: Game[Any, Any, Any] = attrs.field(repr=False)
    setting: Setting = attrs.field(repr=False)
    state: Any = attrs.field(repr=False)  # the state of the game, hidden information included
    places: tuple[Place, ...]
    touched: int  # the time of the last entry, in milliseconds since 1970, by the store's clock
    version: int = 0  # the number of the last entry
    moves: int = 0
    begun_with: int | None = None
    """The number of the entry with which all seats were taken, and the game began; None before."""
    since: tuple[int | None, ...] = ()
    """By seat, the time since which it decides, while clocks run; None if it does not."""
    late: frozenset[int] = frozenset()
    """The seats whose time is over for the move under way: a bot makes it, whoever sits there."""
    used: tuple[int, ...] = ()  # the milliseconds that each seat has taken for its moves
    signs: tuple[int, ...] = ()  # the times of the last entries of each seat's person
    gone: tuple[tuple[str, int], ...] = ()
    """The hashes of the secrets of those who have left the game under way, with their seats."""
    loser: int | None = None  # the seat whose time was over, if that has ended the game
    is_ended: bool = False  # True if the maker of the table has ended the game
    is_kept: bool = False  # True if the maker of the table keeps it
    steps: tuple[Step, ...] = attrs.field(default=(), repr=False)  # the last entries, in order
    _told: dict[tuple[int | None, int], str] = attrs.field(factory=dict, eq=False, repr=False)

    @classmethod
    def begun(cls, head: Head) -> Table:
        """Return a table before its first entry, which has the setting."""
        return cls(head, GAMES[head.game], Setting(head.game), None, (), head.made // 1000)

    def set_up(self, entry: Entry) -> Table:
        """Return the table after its first entry."""
        setting = Setting.stored(entry.text)
        state = SavedTable.begun(self.head, setting.files).session.state
        places = [*map(Place.free, range(state.players))]
        for seat in self.game.automated_seats(state):
            places[seat] = attrs.evolve(places[seat], seat=Seat("", AUTOMATED))
        for seat, name in setting.bots.items():
            places[seat] = places[seat].given(name, ())
        table = attrs.evolve(
            self,
            setting=setting,
            state=state,
            places=tuple(places),
            touched=entry.made,
            version=entry.number,
            since=(None,) * len(places),
            used=(0,) * len(places),
            signs=(0,) * len(places),
            told={},
        )
        return _with_begin(table, table.version, table.touched) if table.is_full else table

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats: whose each is, and who plays it."""
        return tuple(place.seat for place in self.places)

    @property
    def named(self) -> tuple[Seat, ...]:
        """The seats, and those who ask for one: no two of them have names that look alike."""
        asking = (place.asking for place in self.places if place.asking)
        return (*self.seats, *(Seat(each.name, PERSON) for each in asking))

    @property
    def is_over(self) -> bool:
        """True if the game is over, by the rules or by a forfeit."""
        return self.state.is_over or self.loser is not None or self.is_ended

    @property
    def can_be_dropped(self) -> bool:
        """True unless a game is under way."""
        return self.is_over or not self.has_begun

    @property
    def has_begun(self) -> bool:
        """True from the moment at which all seats were taken: from then on, hands are shown."""
        return self.begun_with is not None

    @property
    def is_full(self) -> bool:
        """True if somebody plays each seat."""
        return all(place.who for place in self.places)

    @property
    def due(self) -> tuple[int, int] | None:
        """The seat whose time is over next, and when, in milliseconds since 1970, or None.

        The time of a seat that nobody plays runs as well: leaving stops no clock.
        """
        times = [
            (end, seat) for seat in self._seats_in_time if (end := self.end_of(seat)) is not None
        ]
        return min(times)[::-1] if times else None

    @property
    def flag(self) -> tuple[int, int] | None:
        """The seat for which the time can be ended next, and from when on; None without one."""
        times = [
            (end, seat)
            for seat in self._seats_in_time
            if (end := self.last_moment_of(seat)) is not None
        ]
        return min(times)[::-1] if times else None

    @property
    def _seats_in_time(self) -> list[int]:
        """The seats whose time has an end: those that a person or nobody plays."""
        if self.setting.clock is None or self.is_over:
            return []
        return [seat for seat in range(len(self.places)) if self.decided_by(seat) in {PERSON, ""}]

    def end_of(self, seat: int) -> int | None:
        """Return when the time of a seat that decides is over, whoever plays it; None if never."""
        return self._end_of(seat, 0)

    def last_moment_of(self, seat: int) -> int | None:
        """Return until when a seat's decision counts, because of the way of its request.

        Each move may be late by `LAG`. For the game, it is forgiven once: otherwise a program
        without time left could go on to the end.
        """
        return self._end_of(seat, LAG)

    def _end_of(self, seat: int, lag: int) -> int | None:
        clock, since = self.setting.clock, self.since[seat]
        if clock is None or since is None:
            return None
        ends = []
        if clock.move is not None:
            ends.append(since + 1000 * clock.move + lag)
        if clock.game is not None:
            ends.append(self.touched + max(1000 * clock.game + lag - self.used[seat], 0))
        return min(ends, default=None)

    def decided_by(self, seat: int) -> str:
        """Return who makes a seat's next move: its player, or a bot once its time is over."""
        clock, who = self.setting.clock, self.places[seat].who
        return clock.then if clock and seat in self.late and who in {PERSON, ""} else who

    @property
    def id(self) -> str:
        """The id of the table."""
        return drawn_id(self.head.id)

    @property
    def record(self) -> AnyRecord:
        """The record of the game so far, with the versions of the table, and all hidden cards."""
        tags = {"Library": f"westeros_intrigue {self.head.library}", "Rules": str(self.head.rules)}
        return self.game.Record.from_state(self.state, tags=tags)

    def then(self, entry: Entry) -> Table:
        """Return the table after its next entry."""
        if self.version == 0:
            return self.set_up(entry)
        at, state, author = entry.seat or 0, self.state, NOBODY
        if entry.kind == "move":
            move = self.game.parse_move(entry.text)
            state = self.game.proceed(self.game.apply(state, move, player=at))
        is_move = entry.kind == "move" and self.decided_by(at) == PERSON
        # Nobody else gives the seat of a person who plays to a bot.
        is_lent = entry.kind == "bot" and self.places[at].is_played_by_person
        if is_move or is_lent or entry.kind in {"sit", "name"}:
            author = at
        away = {at} if entry.kind == "free" else set()
        if entry.kind == "yes":
            author, *others = map(int, entry.text.split())
            away.update(others)
        if entry.kind == "alone":
            away.update(map(int, entry.text.split()))
        place = _place_after(self.places[at], entry, self.named)
        asked = (*self.places[:at], place, *self.places[at + 1 :])
        if entry.kind == "go":
            asked = tuple(each.unanswered_by(at) for each in asked)
        places = _admitted(asked, at, away) if entry.kind in ADMITTING else asked
        here = {author} | {
            after.chair.seat
            for after, before in zip(places, asked, strict=True)
            if after is not before
        }
        admitted = tuple(
            after
            for after, before in zip(places, asked, strict=True)
            if after is not before and after.chair.seat != at
        )
        left = ((self.places[at].chair.secret, at),) if entry.kind == "go" else ()
        step = Step(entry, self.game, self.state, state, self.places[at], places[at], admitted)
        after = attrs.evolve(
            self,
            state=state,
            places=places,
            touched=entry.made,
            version=entry.number,
            moves=self.moves + (entry.kind == "move"),
            loser=at if entry.kind == "forfeit" else self.loser,
            is_ended=self.is_ended or entry.kind == "end",
            is_kept=self.is_kept or entry.kind == KEEP,
            signs=tuple(
                entry.made if seat in here else sign for seat, sign in enumerate(self.signs)
            ),
            gone=(*self.gone, *left),
            steps=(*self.steps, step),
            told={},
        )
        if not self.has_begun:
            # Servers before this one let people play while others were still to come.
            begins = after.is_full or entry.kind == "move"
            return _with_begin(after, entry.number, after.touched) if begins else after
        return _with_times(self, entry, after) if self.setting.clock else after

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
        known = hashed(secret)
        for place in self.places:
            if hmac.compare_digest(place.chair.secret, known):
                return place.chair.seat
        return None

    def seat_asked_by(self, secret: str) -> int | None:
        """Return the seat that the person with a secret asks for; None if there is none."""
        known = hashed(secret)
        for place in self.places:
            if place.asking and hmac.compare_digest(place.asking.secret, known):
                return place.chair.seat
        return None

    def seat_left_by(self, secret: str) -> int | None:
        """Return the seat that the person with a secret has left; None if there is none."""
        known = hashed(secret)
        return next((seat for left, seat in self.gone if hmac.compare_digest(left, known)), None)

    def view_of(self, seat: int | None) -> Any:  # noqa: ANN401 - of any game
        """Return what a seat sees: before the game begins, what a spectator sees."""
        return self.game.observe(self.state, seat if self.has_begun else None)

    def news_for(self, seat: int | None, after: int) -> dict[str, Any]:
        """Return the news since a version for a seat, or None for a spectator, as JSON data."""
        game = self.game
        is_playing = self.has_begun and not self.is_over
        deciders = game.deciders(self.state) if is_playing else ()
        own = seat if seat in deciders and seat not in self.late else None
        moves = () if own is None else game.distinct_moves(game.observe(self.state, own))
        steps = [step for step in self.steps if step.entry.number > after]
        final = game.final_winner(self.state) if self.state.is_over else None
        result: dict[str, Any] | None = None
        if final:
            result = {"winners": final.winners, "ranking": final.ranking}
        elif self.loser is not None:
            result = {FORFEIT: self.loser}
        elif self.is_ended:
            result = {"ended": True}
        # With the entry that begins the game, a seat sees its hand, which no event has.
        has_begun = self.begun_with is not None and after < self.begun_with
        view = {"view": self._snapshot(seat)} if has_begun else {}
        return {
            "version": self.version,
            **view,
            "has_begun": self.has_begun,
            "seats": [place.who for place in self.places],
            "names": [seat.name for seat in self.seats],
            "stand_ins": [seat.stand_in and seat.stand_in.name for seat in self.seats],
            "asking": [_shown_asking(place.asking) for place in self.places],
            "due": self.due and self.due[1],
            "late": sorted(self.late),
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
        return {
            "table": self.id,
            "game": self.game.KEY,
            **self.news_for(seat, self.version if after is None else after),
            "view": self._snapshot(seat),
        }

    def _snapshot(self, seat: int | None) -> Any:  # noqa: ANN401 - JSON data
        documents = self.game.DOCUMENTS
        return documents.to_data(documents.snapshot(self.view_of(seat)))

    def news_text(self, seat: int | None, after: int) -> str:
        """Return the news since a version as JSON, encoded once for all streams of a seat."""
        if not 0 < self.version - after <= RECENT + MOST_AT_ONCE:
            return dumped(self.news_for(seat, after))  # any number that one client asks for
        if (key := (seat, after)) not in self._told:
            self._told[key] = dumped(self.news_for(seat, after))
        return self._told[key]


def _place_after(place: Place, entry: Entry, seats: Sequence[Seat]) -> Place:  # noqa: PLR0911 - one a kind
    """Return the place of an entry's seat after the entry, before anybody is admitted."""
    match entry.kind:
        case "sit":
            return place.taken(entry.by, entry.text)
        case "ask":
            return place.asked_for(Asking(entry.number, entry.by, entry.text))
        case "yes":
            return place.agreed_by(int(entry.text.partition(" ")[0]))
        case "no":
            return place.asked_for(None)
        case "name":
            return place.called(entry.text)
        case "bot":
            return place.given(entry.text, seats)
        case "late":
            return place.freed().given(entry.text, seats)
        case "free":
            return place.freed()
        case "leave" | "clear":
            return place.left()
        case "go":
            return place.gone()
    return place


def _with_begin(table: Table, number: int, time: int) -> Table:
    """Return a table after all seats were taken, with an entry and at a time."""
    decides = table.game.deciders(table.state) if table.setting.clock else ()
    since = tuple(time if seat in decides else None for seat in range(len(table.places)))
    return attrs.evolve(table, begun_with=number, since=since, told={})


def _with_times(before: Table, entry: Entry, after: Table) -> Table:
    """Return a table after an entry with the time that has passed counted for those who decided.

    Only a decision ends the time of a seat for a move. The bot that plays on at its end makes that
    decision, even if a person sits down before.
    """
    elapsed = after.touched - before.touched
    used = tuple(
        spent + elapsed * (since is not None)
        for spent, since in zip(before.used, before.since, strict=True)
    )
    decides = () if after.is_over else after.game.deciders(after.state)
    decided = entry.seat if entry.kind == "move" else NOBODY
    since = tuple(
        (after.touched if seat == decided or start is None else start) if seat in decides else None
        for seat, start in enumerate(before.since)
    )
    late = before.late | ({entry.seat or 0} if entry.kind == "late" else set())
    late = frozenset(seat for seat in late if seat in decides and seat != decided)
    return attrs.evolve(after, used=used, since=since, late=late, told={})


def _admitted(places: tuple[Place, ...], at: int, away: Collection[int]) -> tuple[Place, ...]:
    """Return the places after those have sat down whom all people at the table admit.

    Args:
        places: the places.
        at: the seat of the entry, which comes first: of several newcomers, each waits for those
            who have sat down before.
        away: the seats of people who are not asked, since they are absent.
    """
    people, after = owners(places).difference(away), [*places]
    for place in sorted(places, key=lambda each: each.chair.seat != at):
        if place.asking and people <= {*place.asking.agreed}:
            after[place.chair.seat] = place.taken(place.asking.secret, place.asking.name)
            people.add(place.chair.seat)
    return tuple(after)


def _shown_asking(asking: Asking | None) -> dict[str, Any] | None:
    """Return what everybody sees of somebody who asks for a seat, as JSON data."""
    if asking is None:
        return None
    return {"number": asking.number, "name": asking.name, "agreed": asking.agreed}


def dumped(data: object) -> str:
    """Return data as the JSON of an answer."""
    return ENCODER.encode(data)
