"""Games that no player can hold up or bring down: a time limit, and games in another process.

A player can catch any error, ignore an alarm, call code that never returns, or end its process. Its
limit therefore has three steps. An alarm interrupts the player by an exception that is not an
`Exception`. If the player goes on, its process ends, with a note of where it was. And whoever
watches that process kills it, whatever happens in it.

`Timed` takes the first two steps. `play_watched` is the third: it plays in a fork of this process,
which says whose move it waits for, so that the right player loses the game.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import faulthandler
import gc
import os
import pickle
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import IO, Any, NoReturn, Self

import attrs

from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.asking import failure
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.errors import InvalidValue, WesterosIntrigueError
from westeros_intrigue.lab.matches.match import (
    Chooser,
    GameOutcome,
    Match,
    MoveTooLong,
    PlayedDeal,
    copy_player,
    lose,
    play_seated,
    report_of,
)

GRACE = 1.0
"""The seconds that a player has after the limit, to be interrupted before its process ends."""
_BETWEEN_ALARMS = 0.1
"""The seconds after which a player that has caught the interruption is interrupted again."""
_LATE = 2.0
"""The seconds after its end is due, after which a process is killed."""
_BETWEEN_LOOKS = 0.5
"""The seconds after which a silent process is looked at: a process of its own that it has started
can keep its pipe open after its end."""


class ProcessEnded(WesterosIntrigueError, RuntimeError):
    """The process in which a player was asked for its move ended.

    >>> print(ProcessEnded("the process was ended by SIGKILL"))
    the process was ended by SIGKILL
    """


class _TimesUp(BaseException):
    """Interrupts a player whose time is up; what catches errors does not catch it."""


def check_interruptible() -> None:
    """Raise InvalidValue unless players that run in this thread can be interrupted by an alarm."""
    if not hasattr(signal, "setitimer"):
        raise InvalidValue("move_seconds needs a system with alarms, such as Linux or macOS")
    if threading.current_thread() is not threading.main_thread():
        raise InvalidValue(
            "move_seconds needs players in processes of their own: pass "
            "executor=ProcessPoolExecutor"
        )


def can_watch() -> bool:
    """Return True if this system can play games in a fork of this process."""
    return hasattr(os, "fork")


@attrs.frozen
class Timed:
    """A player with a limit for each move, in a process that ends if the player does not stop."""

    player: Chooser
    seconds: int
    traces: int
    """The number of an open file for the place where the player was when its process ended."""

    def __call__(self, view: Any, rng: RandomSource) -> object:  # noqa: ANN401 - of any game
        """Return the player's move. Raise MoveTooLong if its time was up, whatever it did."""
        times_up = 0

        def interrupt(_signal: int, _frame: object) -> None:
            nonlocal times_up
            times_up += 1
            raise _TimesUp

        previous = signal.signal(signal.SIGALRM, interrupt)
        try:
            faulthandler.dump_traceback_later(self.seconds + GRACE, exit=True, file=self.traces)
            alarm = signal.setitimer(signal.ITIMER_REAL, self.seconds, _BETWEEN_ALARMS)
            try:
                move = self.player(view, rng)
            finally:
                signal.setitimer(signal.ITIMER_REAL, *alarm)
                faulthandler.cancel_dump_traceback_later()
        except BaseException as error:
            if not times_up:
                raise
            raise too_long(self.seconds) from error
        finally:
            signal.signal(signal.SIGALRM, previous)
        if times_up:
            raise too_long(self.seconds)
        return move


def too_long(seconds: int, trace: str | None = None) -> MoveTooLong:
    """Return the error of a player whose time was up; `trace` is what its process noted, if any."""
    text = f"the match allows {english.count_things(seconds, 'second')} a move"
    if trace is not None:
        text += f", and the player went on when it was interrupted, so its process ended\n{trace}"
    return MoveTooLong(text.rstrip())


def play_watched(match: Match, entrants: Sequence[Chooser], deals: range) -> tuple[PlayedDeal, ...]:
    """Play deals in all their seatings, in a fork of this process.

    A player loses the game if the fork is silent for too long while it decides; so does one who
    decides when the fork ends, after the game has been played once more, since a system that lacks
    memory also ends processes. Another fork then plays the next game.

    Args:
        match: the terms.
        entrants: the players, in the order of the names.
        deals: the numbers of the deals.

    Raises:
        EntrantFailed: a player failed in any way, and the match does not count that as a forfeit.
    """
    games = [(deal, seating) for deal in deals for seating in match.seatings(deal)]
    played: list[GameOutcome] = []
    ended = 0  # at the game that is played next
    while len(played) < len(games):
        before = len(played)
        with (
            tempfile.TemporaryFile() as traces,
            _Fork(match, entrants, games[before:], traces) as fork,
        ):
            loss = fork.play(played)
        if loss is None:
            continue
        ended = ended + 1 if len(played) == before else 1
        if ended > 1 or isinstance(loss.error, MoveTooLong):
            deal, seating = games[len(played)]
            played.append(loss.outcome(match, entrants, deal, seating))
            ended = 0
    of_deals: dict[int, list[GameOutcome]] = {deal: [] for deal in deals}
    for (deal, _), outcome in zip(games, played, strict=True):
        of_deals[deal].append(outcome)
    return tuple(PlayedDeal(deal, (*outcomes,)) for deal, outcomes in of_deals.items())


@attrs.frozen
class _Doing:
    """A fork copies a seat's player, or reads its report."""

    seat: int


@attrs.frozen
class _Asking:
    """A fork asks a seat for its move, after the move of another decision."""

    seat: int
    last: tuple[int, object] | None
    """The decision before, as a seat and its move; None for the first of a game."""


@attrs.frozen
class _Raised:
    """Playing ended with an error, which is not a forfeit."""

    error: BaseException
    cause: BaseException | None


@attrs.frozen
class _Loss:
    """The seat at which a fork ended, and what happened in the game before."""

    seat: int
    is_asked: bool
    """True if the seat was asked for a move."""
    moves: tuple[tuple[int, object], ...]
    """All earlier moves of the game for which seats were asked."""
    error: WesterosIntrigueError

    def outcome(
        self, match: Match, entrants: Sequence[Chooser], deal: int, seating: tuple[int | None, ...]
    ) -> GameOutcome:
        """Return the outcome of the game: its moves are played again, up to the failure.

        Raises:
            EntrantFailed: the match does not count this failure as a forfeit.
        """
        start = match.start(deal)
        if not self.is_asked:
            failed = failure(self.error, match.names[seating[self.seat] or 0], self.seat, 0)
            failed.__cause__ = self.error
            return lose(match, deal, start, seating, failed)
        scripts: dict[int, list[object]] = {self.seat: []}
        for seat, move in self.moves:
            scripts.setdefault(seat, []).append(move)
        players = [
            _script(scripts[seat], self.error) if seat in scripts
            # Never asked: the game itself plays it.
            else None if entrant is None else entrants[entrant]
            for seat, entrant in enumerate(seating)
        ]  # fmt: skip
        return play_seated(match, deal, start, seating, players)


def _script(moves: Sequence[object], error: WesterosIntrigueError) -> Chooser:
    """Return a player that makes the moves of a game once more, and then fails."""
    left = iter(moves)

    def choose(_view: object, _rng: object) -> object:
        for move in left:
            return move
        raise error

    return choose


class _Fork:
    """A fork of this process that plays games and says what it does. It ends with the block."""

    def __init__(
        self,
        match: Match,
        entrants: Sequence[Chooser],
        games: Sequence[tuple[int, tuple[int | None, ...]]],
        traces: IO[bytes],
    ) -> None:
        self._match, self._games, self._traces = match, len(games), traces
        self._heard, says = Pipe(duplex=False)
        self._status: int | None = None
        for stream in (sys.stdout, sys.stderr):
            stream.flush()  # or the fork would write it once more
        with warnings.catch_warnings():
            # The fork takes no lock that another thread could hold, unless a player does.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process = os.fork()
        if not self._process:
            self._heard.close()
            _run(_Playing(match, entrants, says, self._traces.fileno()), games)
        says.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._heard.close()

    def play(self, played: list[GameOutcome]) -> _Loss | None:
        """Add the outcomes of the games; return where the fork ended, or None after the last."""
        most = len(played) + self._games
        doing: _Doing | _Asking = _Doing(0)
        moves: list[tuple[int, object]] = []
        while (message := self._next()) is not None:
            if isinstance(message, _Raised):
                raise message.error from message.cause
            if isinstance(message, GameOutcome):
                played.append(message)
                if len(played) == most:
                    self._wait()  # it may yet write what players have printed
                    return None
                doing, moves = _Doing(0), []
                continue
            doing = message
            if isinstance(doing, _Asking) and doing.last is not None:
                moves.append(doing.last)
        is_silent = self._status is None
        self._end()
        self._traces.seek(0)
        trace = self._traces.read().decode(errors="replace")
        error: WesterosIntrigueError
        if self._match.move_seconds and (is_silent or trace.startswith("Timeout (")):
            error = too_long(self._match.move_seconds, trace)
        else:
            error = ProcessEnded(f"{_ending_in_words(self._status)}\n{trace}".rstrip())
        return _Loss(doing.seat, isinstance(doing, _Asking), tuple(moves), error)

    def _next(self) -> Any:  # noqa: ANN401 - any message
        """Return the next message; None if the fork has ended, or is silent for too long."""
        seconds = self._match.move_seconds
        limit = None if seconds is None else time.monotonic() + seconds + GRACE + _LATE
        while True:
            has_ended = self._has_ended()
            if self._heard.poll(0 if has_ended else _BETWEEN_LOOKS):
                with suppress(EOFError, OSError):
                    return self._heard.recv()
                self._wait()
                return None
            if has_ended or (limit is not None and time.monotonic() > limit):
                return None

    def _has_ended(self) -> bool:
        if self._status is None:
            with suppress(ChildProcessError):
                ended, status = os.waitpid(self._process, os.WNOHANG)
                if ended:
                    self._status = os.waitstatus_to_exitcode(status)
        return self._status is not None

    def _wait(self) -> None:
        """Wait a little for the end of a fork that has closed its pipe."""
        limit = time.monotonic() + _LATE
        while not self._has_ended() and time.monotonic() < limit:
            time.sleep(0.001)

    def _end(self) -> None:
        if not self._has_ended():
            with suppress(ProcessLookupError):
                os.kill(self._process, signal.SIGKILL)
            with suppress(ChildProcessError):
                self._status = os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])


def _ending_in_words(status: int | None) -> str:
    """Return how a process ended.

    >>> _ending_in_words(-9), _ending_in_words(3)
    ('the process was ended by SIGKILL', 'the process ended with the exit code 3')
    """
    if status is not None and status < 0:
        with suppress(ValueError):
            return f"the process was ended by {signal.Signals(-status).name}"
    return f"the process ended with the exit code {status}"


def _run(playing: _Playing, games: Sequence[tuple[int, tuple[int | None, ...]]]) -> NoReturn:
    """Play the games of a fork, and end it."""
    status = 1
    try:
        # The garbage of the process that was forked stays: collecting it could take a lock that
        # another thread of that process held, as executors of processes do.
        if sys.implementation.name == "cpython":
            gc.freeze()
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # the process that watches ends this one
        faulthandler.enable(playing.traces)
        playing.play(games)
        status = 0
    finally:
        with suppress(BaseException):
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
        os._exit(status)  # nothing of the process that was forked may happen twice


class _Playing:
    """The games of a fork, which says whose player does something before it does."""

    def __init__(
        self, match: Match, entrants: Sequence[Chooser], says: Connection, traces: int
    ) -> None:
        self.traces = traces
        self._match, self._entrants, self._says = match, entrants, says
        self._last: tuple[int, object] | None = None

    def play(self, games: Sequence[tuple[int, tuple[int | None, ...]]]) -> None:
        """Play games, and say their outcomes."""
        try:
            for deal, seating in games:
                self._send(self._outcome(deal, seating))
        except BaseException as error:  # noqa: BLE001 - raised in the process that watches
            cause = error.__cause__
            self._send(_Raised(_sendable(error), cause and _sendable(cause)))

    def _outcome(self, deal: int, seating: tuple[int | None, ...]) -> GameOutcome:
        self._last = None
        players: list[Chooser | None] = []
        for seat, entrant in enumerate(seating):
            self._send(_Doing(seat))
            players.append(copy_player(self._entrants, entrant))
        start = self._match.start(deal)
        outcome = play_seated(self._match, deal, start, seating, players, ask=self._announce)
        reports: tuple[str, ...] = ()
        for seat, player in enumerate(players):
            self._send(_Doing(seat))
            reports += (report_of(player),)
        return attrs.evolve(outcome, reports=reports if any(reports) else ())

    def _announce(self, seat: int, player: Chooser) -> Chooser:
        self._send(_Asking(seat, self._last))
        seconds = self._match.move_seconds
        asked = player if seconds is None else Timed(player, seconds, self.traces)

        def choose_and_remember(view: Any, rng: RandomSource) -> object:  # noqa: ANN401 - of any game
            move = asked(view, rng)
            self._last = seat, move
            return move

        return choose_and_remember

    def _send(self, message: object) -> None:
        self._says.send(message)


def _sendable(error: BaseException) -> BaseException:
    """Return an error by itself, or another with its text if it cannot be pickled."""
    # Dask makes all errors take the errors before them along, of which one may be unsendable.
    error.__cause__ = error.__context__ = error.__traceback__ = None
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - of another package's class
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
