"""A process's access to the tables of a store: it shows them and appends to their logs.

At each request, it first asks the store for the entries after the state that it remembers.
"""

from __future__ import annotations

import hmac
import logging
import random
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

import attrs

from server.hashing import hashed
from server.ids import DRAWN, drawn_id, stored_id
from server.places import Place, owners
from server.setting import FORFEIT, Setting, check_bot
from server.store import KEEP, Tables
from server.table import MOST_AT_ONCE, Table
from westeros_intrigue import WesterosIntrigueError, __version__
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.play.saved import Entry, Head, head_of
from westeros_intrigue.play.sessions import AUTOMATED, PERSON, check_name

IN_MEMORY = 5000  # the number of tables that a process remembers
ABSENCE = 120  # seconds without a sign of life after which others may free a person's seat
SIGNED = 30  # seconds for which a sign of life in the store is young enough
GRACE = 5  # seconds before a process plays the bots of another process's last entry
QUICK = 0.001  # CPU seconds, as `PLAYERS` states them; a quick bot's move needs no worker
TOGETHER_SECONDS = 0.05  # the time in which bots' moves are collected to be stored together
NO_TABLE = "there is no such table"
NOT_DRAWN = "draw a secret of 16 to 64 letters, digits, - and _"
LISTED = 100  # the maximum number of open tables in the list
NO_BOTS = {"", PERSON, AUTOMATED}  # who decides if no bot does


@attrs.define
class Refused(Exception):
    """A request that changes nothing, with the status of HTTP."""

    status: int
    text: str
    reasons: Sequence[object] = ()  # the violations of a refused move
    missed: dict[str, Any] | None = None
    """The news for the viewer, if something else happened first."""
    wait: float = 0.0  # the seconds after which the client may ask again; 0 if that changes nothing


@attrs.frozen
class BotTurn:
    """A bot to move at a version of a table, which can be sent to a worker."""

    game: str
    name: str
    view: Any
    seat: int
    version: int
    moves: int  # the number of moves before
    is_quick: bool  # True if choosing costs less than sending the view to a worker or a thread

    def chosen(self) -> tuple[str, float]:
        """Return the move that the bot chooses, and the CPU seconds that it has taken."""
        begun = time.thread_time()
        player = GAMES[self.game].PLAYERS.parse(self.name)
        rng = random.Random(secrets.randbits(64))  # quicker than a seed from the system
        return str(player(self.view, rng)), time.thread_time() - begun


class Host:
    """Serves the tables of a store, for any number of threads.

    Each method raises `Refused` for a request that changes nothing.
    """

    def __init__(self, store: Tables) -> None:
        self._store = store
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._signs: OrderedDict[tuple[str, int], int] = OrderedDict()
        """By table and seat, when this process last kept a sign of life."""
        self._lock = threading.Lock()

    @property
    def count(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    def create(self, table_id: str, text: str, secret: str = "") -> Table:
        """Return a new table, or the one that the same request made earlier.

        Whoever sends a secret with the request is the maker of the table, who ends, keeps and
        drops it. The secret can also be that of a seat.
        """
        if secret and not DRAWN.fullmatch(secret):
            raise Refused(400, NOT_DRAWN)
        try:
            setting = attrs.evolve(Setting.parse(text), maker=secret and hashed(secret))
            game = GAMES[setting.game]
            state = game.proceed(game.new_game(setting.players, setting.options))
            setting.check_bots(state)
        except (ValueError, TypeError) as error:
            raise Refused(400, str(error)) from None
        head = head_of(stored_id(table_id), game.Record.from_state(state))
        self._store.create(head)
        # A process that made the head may have been killed before it stored the setting.
        self._store.append(table_id, Entry(1, "setting", None, str(setting)))
        table = self.table(table_id)
        if table.setting != Setting.stored(str(setting)):
            raise Refused(409, "another table has this id: draw a new one")
        if setting.is_open and table.version == 1:
            self._store.enlist(table_id, self._store.now())
        return table

    def table(self, table_id: str, after: int | None = None) -> Table:
        """Return a table as it is now, with its last steps, or all after a version."""
        with self._lock:
            table = self._tables.get(table_id)
        if table is None or not (after is None or table.reaches_back_to(after)):
            table = self._begun(table_id)
        table = self._folded(table, self._store.entries(table_id, table.version))
        if table.version == 0:  # its process is still making it
            raise Refused(404, NO_TABLE)
        if table.can_be_dropped and self._store.head(table_id) is None:
            raise self._gone(table_id)
        return self._remember(table)

    def remembered(self, table_id: str, version: int, after: int) -> Table | None:
        """Return a table from memory, with all steps after a version; None if the store is needed.

        Args:
            table_id: the id.
            version: the version that the table must have reached.
            after: the version after which the steps begin.
        """
        with self._lock:
            table = self._tables.get(table_id)
        if table is None or table.version < version or not table.reaches_back_to(after):
            return None
        return table

    def open_tables(self) -> list[dict[str, Any]]:
        """Return the open tables with a free seat as JSON data, the latest first."""
        listed = []
        for table_id in self._store.listed(LISTED):
            try:
                table = self.table(table_id)
            except Refused:
                continue  # of other rules, or deleted since
            free = [seat for seat, place in enumerate(table.places) if place.is_free]
            if table.is_over or not free:
                self._store.strike(table_id)
                continue
            setting, shown = table.setting, {"table": table_id, "game": table.game.KEY}
            clock = setting.clock and attrs.asdict(setting.clock)
            names = [place.seat.name or place.who for place in table.places]
            listed.append({**shown, "free": free, "names": names, "clock": clock})
        return listed

    def sit(
        self, table_id: str, seat: int, secret: str, name: str = "", invitation: str = ""
    ) -> Table:
        """Return a table after a person has taken a seat with a secret that the client has drawn.

        A person takes back a seat that others have freed, or that a bot plays for them. Nobody
        else gets it, since they would see its hand. Whoever comes to a game under way asks for a
        seat that belongs to nobody, and sits down when all others have agreed, or, by asking again,
        while all are absent. Who sits there already gets the name.
        """
        if not DRAWN.fullmatch(secret):
            raise Refused(400, NOT_DRAWN)

        def entry(table: Table) -> tuple[str, str] | None:
            place, own = _place(table, seat), table.seat_of(secret)
            if own == seat and place.is_played_by_person:
                shown = _checked_name(table, seat, name)
                return ("name", shown) if shown not in {"", place.seat.name} else None
            if own not in {seat, None}:
                raise Refused(409, f"this secret is that of seat {own}")
            if own is None:
                if table.setting.invitation not in {"", hashed(invitation)}:
                    raise Refused(403, "an invitation is needed to sit at this table")
                if table.has_begun:
                    return _asked(table, place, secret, name) or self._alone(table)
                _check_free(place)
            _check_time(table, seat)
            shown = _checked_name(table, seat, name) or place.seat.name
            return "sit", shown

        return self._append(table_id, seat, entry, hashed(secret))

    def admit(self, table_id: str, seat: int, number: int, secret: str, *, agrees: bool) -> Table:
        """Return a table after a person at it has answered somebody who asks for a seat.

        All people must agree, also those for whom a bot plays. Whoever is absent while a bot or
        nobody plays is not asked: `yes` names these seats, and can be sent again later.

        Args:
            table_id: the id of the table.
            seat: the seat that is asked for.
            number: the number of the question, so that the answer is for nobody else.
            secret: the secret of the person who answers.
            agrees: True to agree; False to refuse, after which nobody asks any more.
        """

        def entry(table: Table) -> tuple[str, str] | None:
            own, asking = own_seat(table, secret), _place(table, seat).asking
            if asking is None or asking.number != number:
                raise Refused(409, f"nobody asks for seat {seat} with number {number}")
            if not agrees:
                return "no", str(own)
            silent = sorted(owners(table.places) - {own, *asking.agreed})
            away = [
                seat
                for seat in silent
                if not (table.places[seat].is_played_by_person or self._is_here(table, seat))
            ]
            if own in asking.agreed and away != silent:
                return None
            return "yes", " ".join(map(str, (own, *away)))

        return self._append(table_id, seat, entry)

    def show_sign(self, table: Table, seat: int) -> None:
        """Keep a sign of life of a seat's person, unless one is known that is young enough."""
        key, time_now = (table.id, seat), self._store.now()
        known = max(self._signs.get(key, 0), table.signs[seat])
        if time_now < known + 1000 * SIGNED:
            return
        self._signs[key] = time_now
        self._signs.move_to_end(key)
        while len(self._signs) > IN_MEMORY:
            self._signs.popitem(last=False)
        self._store.sign(table.id, seat, time_now)

    def _is_here(self, table: Table, seat: int) -> bool:
        """Return whether a seat's person has given a sign of life, to any process, lately."""
        signs = table.signs[seat], self._store.signed(table.id, seat)
        return self._store.now() < max(signs) + 1000 * ABSENCE

    def _alone(self, table: Table) -> tuple[str, str] | None:
        """Return the entry of somebody who asks again for a seat; None if anybody is waited for.

        As long as all people are absent, nobody could agree, or free a seat. A person whose time
        runs is waited for until its end: with days for a move, all are often away.
        """
        people, clock = sorted(owners(table.places)), table.setting.clock
        for seat in people:
            if (clock and table.places[seat].is_played_by_person) or self._is_here(table, seat):
                return None
        return "alone", " ".join(map(str, people))

    def end_time(self, table_id: str) -> Table:
        """Return a table after the bot, or the forfeit, of a player whose time is over."""
        while True:
            table = self.table(table_id)
            clock = table.setting.clock
            flag = table.flag
            if clock is None or flag is None or flag[1] > self._store.now():
                return table
            kind = "forfeit" if clock.then == FORFEIT else "late"
            seat = flag[0]
            if after := self._stored(table, Entry(table.version + 1, kind, seat, clock.then)):
                return after

    def _on_time(self, table_id: str) -> Table:
        """Return a table as it is now: what comes too late for a clock comes after its end."""
        table = self.table(table_id)
        is_late = table.flag and table.flag[1] < self._store.now()
        return self.end_time(table_id) if is_late else table

    def seat_bot(self, table_id: str, seat: int, secret: str, name: str) -> Table:
        """Return a table after a person at the table has given a seat to a bot.

        It is a free seat, one that was freed, that of another bot, or the person's own, which the
        bot then plays for them.
        """

        def entry(table: Table) -> tuple[str, str] | None:
            place = _place(table, seat)
            own = own_seat(table, secret)
            try:
                check_bot(table.game, name)
            except ValueError as error:
                raise Refused(400, str(error)) from None
            if place.who == name:
                return None
            if own != seat and not (place.is_freed or place.is_bot_s):
                _check_free(place)
            return "bot", name

        return self._append(table_id, seat, entry)

    def leave(self, table_id: str, seat: int, secret: str) -> Table:
        """Return a table after a seat was left: the caller's, or an absent person's.

        With a clock, only the clock ends the time of somebody who is absent.
        """

        def entry(table: Table) -> tuple[str, str] | None:
            place = _place(table, seat)
            own = None if place.is_free else own_seat(table, secret)
            if place.is_free or (place.is_freed and own != seat):
                return None
            if place.who == AUTOMATED:
                raise Refused(409, "the rules move this seat")
            if own == seat:
                return ("go" if table.has_begun else "leave"), ""
            if place.is_bot_s or not place.is_played_by_person:
                raise Refused(409, f"{place.who} plays seat {seat}: put another bot in its place")
            if table.has_begun and table.setting.clock:
                raise Refused(409, "the table has a clock: at its end, the time of a seat is over")
            if self._is_here(table, seat):
                told = f"wait until it has given no sign of life for {ABSENCE} seconds"
                raise Refused(409, f"the person of seat {seat} is here: {told}")
            return ("free" if table.has_begun else "clear"), ""

        return self._append(table_id, seat, entry)

    def end(self, table_id: str, secret: str) -> Table:
        """Return a table after its maker has ended the game, so that its record can be read."""
        return self._made(table_id, secret, "end", lambda table: table.is_over)

    def keep(self, table_id: str, secret: str) -> Table:
        """Return a table after its maker has said that it is to be kept."""
        return self._made(table_id, secret, KEEP, lambda table: table.is_kept)

    def drop(self, table_id: str, secret: str) -> None:
        """Delete a table for its maker, unless a game is under way there."""
        while True:
            table = self._on_time(table_id)
            _check_maker(table, secret)
            if not table.can_be_dropped:
                raise Refused(409, "the game is under way: end it first")
            if self._store.delete(table_id, table.version):
                self._gone(table_id)
                return

    def _made(
        self, table_id: str, secret: str, kind: str, is_done: Callable[[Table], bool]
    ) -> Table:
        """Return a table after an entry of its maker, unless there is one already."""
        while True:
            table = self._on_time(table_id)
            _check_maker(table, secret)
            if is_done(table):
                return table
            if after := self._stored(table, Entry(table.version + 1, kind, None, "")):
                return after

    def play(
        self, table_id: str, number: int, secret: str, text: str, arrived: int | None = None
    ) -> Table:
        """Return a table after a person's move, by its number in the game, from 1.

        The same request again returns the same table. A move counts that has come a little after
        the end of its time (`LAG`), however long the process and the store then take.

        Args:
            table_id: the id of the table.
            number: the number of the move.
            secret: the secret of the person.
            text: the move.
            arrived: the time at which the request has come, in milliseconds since 1970 by the clock
                of the store; None for now.
        """
        arrived = self._store.now() if arrived is None else arrived
        with self._lock:
            table = self._tables.get(table_id)
        # Memory may lack entries of other processes; then the store refuses the number of the next.
        table = table or self.table(table_id)
        while True:
            try:
                if after := self._moved(table, number, secret, text, arrived):
                    return after
                table = self.table(table_id)
            except Refused:
                before, table = table, self.table(table_id)  # after which the move may be right
                if table.version == before.version:
                    raise

    def _moved(
        self, table: Table, number: int, secret: str, text: str, arrived: int
    ) -> Table | None:
        """Return a table after a person's move; None if another entry came first."""
        seat, game = own_seat(table, secret), table.game
        place = table.places[seat]
        if table.is_ended:
            raise Refused(409, "the game is over: the maker of the table has ended it")
        if table.loser is not None:
            raise Refused(409, f"the game is over: the time of seat {table.loser} was over")
        try:
            move = game.parse_move(text)
        except ValueError as error:
            raise Refused(400, str(error)) from None
        if number <= table.moves:
            return self._repeated(table, number, seat, str(move))
        if number > table.moves + 1:
            raise Refused(409, f"the next move is number {table.moves + 1}")
        if not table.has_begun:
            free = ", ".join(str(each.chair.seat) for each in table.places if not each.who)
            raise Refused(409, f"the game begins once all seats are taken; free: {free}")
        if not place.is_played_by_person:
            whose = f"{place.who} plays seat {seat}" if place.who else f"seat {seat} is freed"
            raise Refused(409, f"{whose}: sit down again to take it back")
        end, bot = table.last_moment_of(seat), table.decided_by(seat)
        if bot != PERSON:
            raise Refused(409, f"the time of seat {seat} for this move is over: {bot} makes it")
        if end is not None and end < arrived:
            raise Refused(409, f"the time of seat {seat} is over")
        entry = Entry(table.version + 1, "move", seat, str(move))
        try:
            table.then(entry)
        except WesterosIntrigueError:
            # Checked in the view, so that no reason depends on hidden information.
            reasons = game.explain(game.observe(table.state, seat), move)
            raise Refused(422, "the rules are against it", reasons) from None
        return self._stored(table, entry)

    def bot_turn(self, table: Table, *, is_own: bool = False) -> BotTurn | None:
        """Return the bot for this process to play; None without a bot or without persons.

        The process of the last entry (`is_own`) plays immediately; others wait in case it fails.
        """
        is_watched = not all(place.chair.is_free for place in table.places)
        if not table.has_begun or table.is_over or not is_watched:
            return None
        if not is_own and self._store.now() < table.touched + 1000 * GRACE:
            return None
        for seat in table.game.deciders(table.state):
            who, players = table.decided_by(seat), table.game.PLAYERS
            if who not in NO_BOTS and players.has(who):
                view, seconds = table.game.observe(table.state, seat), players.seconds(who)
                is_quick = seconds is not None and seconds <= QUICK
                now = table.version, table.moves
                return BotTurn(table.game.KEY, who, view, seat, *now, is_quick)
        return None

    def play_bots(self, table: Table, moves: Sequence[Entry]) -> tuple[Table, bool]:
        """Store bots' moves; return the table, and False if they come too late.

        They follow entries that came first, unless a move was among them. If a person has taken a
        seat back, only the moves before that of the seat are stored: nobody keeps another's bot
        from its move by sitting down, or by changing a name.

        Args:
            table: the table before the moves.
            moves: the moves, one after another.
        """
        while (after := self._stored(table, *moves)) is None:
            before, table = table, self.table(table.id)
            of_bots = takewhile(partial(_is_bot_s, table), moves)
            moves = [
                attrs.evolve(move, number=number)
                for number, move in enumerate(of_bots, table.version + 1)
            ]
            if table.moves != before.moves or table.is_over or not moves:
                return table, False
        return after, True

    def _stored(self, table: Table, *entries: Entry) -> Table | None:
        """Return a table after new entries, with the times that the store has given them.

        None of them is stored, and the result is None, if another entry came first.
        """
        if self._store.append(table.id, *entries):
            kept = self._store.entries(table.id, table.version)[: len(entries)]
            return self._remember(self._folded(table, kept))
        if self._store.head(table.id) is None:
            raise self._gone(table.id)
        return None

    def _gone(self, table_id: str) -> Refused:
        """Forget a table that another process has deleted; return the answer about it."""
        with self._lock:
            self._tables.pop(table_id, None)
        return Refused(404, NO_TABLE)

    def _begun(self, table_id: str) -> Table:
        if (head := self._store.head(table_id)) is None:
            raise Refused(404, NO_TABLE)
        if head.rules != GAMES[head.game].Record.RULES_VERSION:
            raise _refused(head, "to continue it", None)
        return Table.begun(head)

    def _folded(self, table: Table, entries: Sequence[Entry]) -> Table:
        """Return a table after entries of its log, which another version may have written."""
        for entry in entries:
            try:
                table = table.then(entry)
            except (WesterosIntrigueError, ValueError, LookupError) as error:
                what = f"entry {entry.number}" if table.version else "the first state"
                raise _refused(table.head, what, error) from error
        return table

    def _append(
        self,
        table_id: str,
        seat: int,
        chosen: Callable[[Table], tuple[str, str] | None],
        by: str = "",
    ) -> Table:
        """Return a table after an entry about a seat, chosen again if another entry came first.

        The choice is the entry's kind and text, or None if no entry is needed.
        """
        while (choice := chosen(table := self._on_time(table_id))) is not None:
            entry = Entry(table.version + 1, choice[0], seat, choice[1], by)
            if after := self._stored(table, entry):
                return after
        return table

    def _repeated(self, table: Table, number: int, seat: int, text: str) -> Table:
        """Return the table right after a move, if it is the requested one."""
        after = self._begun(table.id)
        for entry in self._store.entries(table.id, 0):
            before, after = after, self._folded(after, [entry])
            if after.moves == number:
                break
        if (entry.seat, entry.text) == (seat, text):
            return after
        missed = self.table(table.id, before.version).shown_to(seat, before.version)
        raise Refused(409, f"another move has number {number}", missed=missed)

    def _remember(self, table: Table) -> Table:
        with self._lock:
            known = self._tables.pop(table.id, table)
            self._tables[table.id] = max(known, table, key=lambda each: each.version).trimmed()
            if len(self._tables) > IN_MEMORY:
                self._tables.popitem(last=False)
        return table


def is_time_to_store(begun: float, moves: Sequence[Entry]) -> bool:
    """Return whether bots' moves that were collected since a time are to be stored."""
    return len(moves) >= MOST_AT_ONCE or time.monotonic() > begun + TOGETHER_SECONDS


def bot_move(table: Table, turn: BotTurn, text: str) -> tuple[Entry, Table]:
    """Return a bot's move as an entry that is not stored yet, and the table after it."""
    entry = Entry(turn.version + 1, "move", turn.seat, text, made=table.touched)
    return entry, table.then(entry)


def _is_bot_s(table: Table, move: Entry) -> bool:
    return table.decided_by(move.seat or 0) not in NO_BOTS


def own_seat(table: Table, secret: str) -> int:
    """Return the seat of a secret, or raise Refused."""
    if (seat := table.seat_of(secret)) is None:
        raise Refused(403, "the secret belongs to no seat at this table")
    return seat


def is_maker(table: Table, secret: str) -> bool:
    """Return whether a secret is that of the maker of a table."""
    return hmac.compare_digest(table.setting.maker, hashed(secret))


def _check_maker(table: Table, secret: str) -> None:
    """Raise Refused unless a secret is that of the maker of a table."""
    if not is_maker(table, secret):
        raise Refused(403, "only the maker of the table does this, with the secret that made it")


def _refused(head: Head, what: str, error: Exception | None) -> Refused:
    """Return the answer about a table that this version cannot show; the reason may be secret."""
    logging.getLogger(__name__).error("table %s: %s is refused: %s", drawn_id(head.id), what, error)
    made = f"this table was made by library {head.library} with rules {head.rules}"
    now = f"library {__version__} with rules {GAMES[head.game].Record.RULES_VERSION}"
    return Refused(409, f"{made}; {now}, which this server runs, refuses {what}")


def _place(table: Table, seat: int) -> Place:
    if seat >= len(table.places):
        raise Refused(404, f"the seats are 0 to {len(table.places) - 1}")
    return table.places[seat]


def _check_free(place: Place) -> None:
    """Raise Refused unless anybody may sit down."""
    seat = place.chair.seat
    if place.is_freed:
        raise Refused(409, f"seat {seat} has been freed: it is for a bot, or for its person")
    if not place.is_free:
        raise Refused(409, f"seat {seat} is taken: {place.who}")


def _check_time(table: Table, seat: int) -> None:
    """Raise Refused if a seat has no time left for the game, which nobody starts again."""
    clock = table.setting.clock
    if clock and clock.game and table.used[seat] >= 1000 * clock.game:
        player = table.places[seat].who or "a bot"
        raise Refused(409, f"the time of seat {seat} is over: {player} plays on")


def _asked(table: Table, place: Place, secret: str, name: str) -> tuple[str, str] | None:
    """Return the entry of a person who comes to a game under way; None if it is there."""
    seat, wanted = place.chair.seat, table.seat_asked_by(secret)
    if table.is_over:
        raise Refused(409, "the game is over")
    if wanted == seat:
        return None
    if wanted is not None:
        raise Refused(409, f"this secret asks for seat {wanted}")
    if (left := table.seat_left_by(secret)) not in {None, seat}:
        raise Refused(409, f"this secret has left seat {left}, and has seen its hand")
    if place.is_person_s or place.who == AUTOMATED:
        whose = "a bot, or for the person who sat there" if place.is_freed else place.who
        taken = "has been freed: it is for" if place.is_freed else "is taken:"
        raise Refused(409, f"seat {seat} {taken} {whose}")
    _check_time(table, seat)
    if place.asking:
        raise Refused(409, f"somebody else asks for seat {seat}: wait for the answer")
    return "ask", _checked_name(table, seat, name)


def _checked_name(table: Table, seat: int, name: str) -> str:
    """Return a person's name as others see it, or raise Refused."""
    others = [
        shown
        for number, other in enumerate(table.named)
        for shown in (other.name * (number != seat), other.stand_in and other.stand_in.name)
        if shown
    ]
    try:
        return check_name(name, others, table.game.PLAYERS)
    except ValueError as error:
        raise Refused(400, str(error)) from None
