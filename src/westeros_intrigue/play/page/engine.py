"""The engine of the page: it answers messages about the games in a folder.

It stores the states and sends only the answers that the modules beside it make from views.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import attrs

from westeros_intrigue import observe, setup
from westeros_intrigue.gamekit.chance import fresh_seed
from westeros_intrigue.gamekit.errors import DecodingError, PlayerFailed, WesterosIntrigueError
from westeros_intrigue.lab.players.analysis import hint
from westeros_intrigue.play import sessions
from westeros_intrigue.play.page import (
    exercises,
    friends,
    messages,
    positions,
    requests,
    reviews,
    tables,
)
from westeros_intrigue.play.page.friends import Chair
from westeros_intrigue.play.page.messages import Answer, Fault, Unable
from westeros_intrigue.play.page.positions import Screen
from westeros_intrigue.play.sessions import PERSON, AnySession, FileChanged, Folder, Seat
from westeros_intrigue.play.sessions.folder import FILE_TAG, OpenGame, OpenGames, UnknownGame
from westeros_intrigue.play.sessions.seats import check_name
from westeros_intrigue.players import parse_player

_LOG = logging.getLogger(__name__)
_MOST_STEPS = 500
"""The maximum number of steps, hidden from the viewer, that one request makes."""
_MOST_SKIPPED = 5_000
"""The maximum number of steps that one request skips."""

_PAUSE = 700
"""The milliseconds before each step, until a page requests a different pace."""


class Engine:
    """Answers messages about the games in a folder, from any number of threads.

    Each change is saved before the answer, so another engine can continue the game.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from westeros_intrigue.play.page import write_answer
    >>> engine = Engine(Folder(Path(tempfile.mkdtemp())))
    >>> print(write_answer(engine.answer('{"do": "look", "game": "nim-1", "seat": null}')))
    {"kind":"fault","code":"no-such-game","text":"No game nim-1 is stored here"}

    Args:
        folder: the folder of the games.
        addresses: returns the addresses of a chair, given its token; None if friends cannot play
            through links.
        is_shared: True if other machines can reach these addresses.
        on_change: called with the game and the news of each change, in addition to the listeners.
    """

    def __init__(
        self,
        folder: Folder,
        addresses: friends.Addresses | None = None,
        *,
        is_shared: bool = False,
        on_change: Callable[[str, str], object] | None = None,
    ) -> None:
        """Start without open games."""
        self.chairs: friends.Chairs = friends.Chairs(folder.path)
        self.listeners: friends.Listeners = friends.Listeners(on_change)
        self.pause: int = _PAUSE
        """The milliseconds between a change of a game and the call of `go_on`."""
        self._addresses = addresses
        self._is_shared = is_shared
        self._is_preparing = False
        self._games = OpenGames(folder)
        self._rematches: dict[str, str] = {}
        self._failures: dict[str, tuple[int, PlayerFailed | OSError]] = {}
        """The moment of each game before the latest step that failed, and the error."""

    def answer(  # noqa: PLR0911 - one for each kind of failure
        self, document: str | bytes, visitor: Chair | None = None
    ) -> Answer:
        """Return the answer to an untrusted message: a `Fault` if it cannot be followed.

        Args:
            document: the message.
            visitor: the chair whose link the visitor came through; None for the host.
        """
        try:
            request = requests.read_request(document)
        except DecodingError as error:
            return Fault("bad-message", str(error))
        try:
            if visitor is not None:
                friends.check_visit(request, visitor)
            return self._handle(request, visitor)
        except Unable as unable:
            return unable.fault
        except UnknownGame as error:
            return Fault("no-such-game", str(error))
        except FileChanged:
            return Fault("moved-on", "another program has continued this game")
        except OSError as error:
            return Fault("not-kept", positions.failure_in_words(error, ()))
        except (ValueError, WesterosIntrigueError) as error:
            return Fault("cannot-be", str(error))

    def go_on(self, game_id: str) -> None:
        """Make the next step of a game if it is not waiting for a person, and announce it.

        The end of a round stays until one of the readers continues. A player that fails is not
        asked again here: all screens show its failure, until a person asks it again or another
        player has its seat.

        >>> import tempfile
        >>> from pathlib import Path
        >>> Engine(Folder(Path(tempfile.mkdtemp()))).go_on("no-such-game")
        """
        try:
            with self._games.opening(game_id) as game:
                self._go_on(game)
        except (UnknownGame, FileChanged):
            pass  # it is gone, or another program continues it
        except OSError as error:
            _LOG.warning("game %s: %s", game_id, positions.failure_in_words(error, ()))

    def _go_on(self, game: OpenGame) -> None:
        session = game.session
        if positions.waits_for(session) != "step" or self._failure_in(game):
            return
        try:
            self._continue(game, _step_on(session, *(session.people or (None,))))
        except (PlayerFailed, OSError) as error:
            self._report(game, error)

    def prepare(self) -> None:
        """Make the slow first calls; a `status` request reports them while they run.

        >>> import tempfile
        >>> from pathlib import Path
        >>> Engine(Folder(Path(tempfile.mkdtemp()))).prepare()
        """
        self._is_preparing = True
        try:
            warm_up()
        finally:
            self._is_preparing = False

    def _handle(  # noqa: PLR0911 - one for each kind of request
        self, request: requests.Request, visitor: Chair | None
    ) -> Answer:
        match request:
            case requests.Choices() | requests.Join():
                return self._list_choices() if visitor is None else self._join(request, visitor)
            case requests.Start():
                with _naming_attempt("the game cannot begin"):
                    return self._begin(tables.start_game(self._games.folder, request))
            case requests.Load():
                with _naming_attempt("the record cannot be read"):
                    return self._begin(self._games.resume(request.record))
            case requests.Again():
                return self._start_rematch(request.game, visitor)
            case requests.Pose() | requests.Attempt() | requests.Practise():
                return exercises.answer_puzzle(request)
            case requests.Rules() | requests.Tables():
                return tables.describe_games(request)
            case requests.Status():
                pass
            case requests.Pace():
                self.pause = request.milliseconds
            case requests.Read():
                self.listeners.read(request.game, _who(visitor), is_reading=request.is_reading)
            case _:
                with self._games.opening(request.game) as game:
                    return self._handle_in_game(request, game, visitor)
        return messages.EngineStatus(self._is_preparing)

    def _handle_in_game(
        self, request: requests.OfGame, game: OpenGame, visitor: Chair | None
    ) -> Answer:
        session, screen = game.session, self._screen_of(game, visitor)
        match request:
            case requests.Look():
                return positions.show_position(game.id, session, request.seat, screen)
            case requests.Now():
                try:
                    return self._act(request, game, screen)
                except PlayerFailed as failed:
                    raise self._report(game, failed) from failed
            case requests.Delete():
                self._games.folder.delete(game.id)
                self.listeners.announce(game.id, friends.SEATS)
                return self._list_choices()
            case requests.Branch():
                return self._begin(tables.branch(session, request.moment, screen))
            case requests.Review() | requests.Copy():
                return reviews.open_record(session, request, screen)
            case _:
                return self._answer_friends(request, game, visitor)

    def _act(
        self, request: requests.Now, game: OpenGame, screen: Screen
    ) -> messages.Advice | messages.Refused | messages.Shown:
        """Answer a request about the moment that a screen shows.

        Raises:
            PlayerFailed: a player raised an error or chose an illegal move.
        """
        session = game.session
        if request.moment != session.moment:
            raise Unable("moved-on", "the game has moved on since")
        if isinstance(request, requests.Hint):
            return reviews.find_hint(session, request.seat, screen)
        if reasons := _refuse(session, request, screen):
            return messages.Refused(reasons)
        after = _change(session, request)
        self._continue(game, after)
        shown = attrs.evolve(screen, failed=None)
        return positions.show_position(game.id, after, request.seat, shown)

    def _continue(self, game: OpenGame, after: AnySession) -> None:
        """Save a change of a game and announce it."""
        self._games.save(game.file, after)
        self._failures.pop(game.id, None)
        self.listeners.announce(game.id, str(after.moment))

    def _failure_in(self, game: OpenGame) -> PlayerFailed | OSError | None:
        """Return the error of the step after this moment; None unless it has been tried."""
        moment, failed = self._failures.get(game.id, (None, None))
        session = game.session
        is_replaced = isinstance(failed, PlayerFailed) and (
            failed.player != session.seats[failed.seat].who
        )
        return None if moment != session.moment or is_replaced else failed

    def _report(self, game: OpenGame, error: PlayerFailed | OSError) -> Unable:
        """Show a failure on all screens; return the fault for the screen that asked.

        The host's log has the whole error, which may name hidden cards.
        """
        session = game.session
        self._failures[game.id] = session.moment, error
        _LOG.warning("%s", error, exc_info=error.__cause__ or error)
        self.listeners.announce(game.id, friends.SEATS)
        names = sessions.names_of(session.seats, first=1)
        return Unable("failed", positions.failure_in_words(error, names))

    def _screen_of(self, game: OpenGame, visitor: Chair | None) -> Screen:
        game_id, who = game.id, _who(visitor)
        secrets = {seat: chair.token for seat, chair in self.chairs.of(game_id).items()}
        screens = {seat: secrets.get(seat, friends.HOST) for seat in game.session.people}
        here = tuple(seat for seat, screen in screens.items() if screen == who)
        away = tuple(
            seat
            for seat, screen in screens.items()
            if screen != who and not self.listeners.is_there(game_id, screen)
        )
        is_read = self.listeners.is_read
        reading = tuple(seat for seat, screen in screens.items() if is_read(game_id, screen))
        is_alone = {*screens.values()} <= {friends.HOST}
        return Screen(here, away, reading, is_alone, self._failure_in(game))

    def _answer_friends(
        self, request: requests.OfGame, game: OpenGame, visitor: Chair | None
    ) -> messages.Invitations:
        session = game.session
        if self._addresses is None and not isinstance(request, requests.Replace):
            raise Unable("cannot-be", "friends cannot play through links here")
        match request:
            case requests.Invite(seat=seat):
                if seat is not None and seat not in session.people:
                    session = _seat_player(session, seat, PERSON)
                self.chairs.invite(game.id, seat)
                self._seat(game, session)
            case requests.Replace(seat=seat, who=who):
                usual, failed = session.game.PLAYERS.usual, self._failure_in(game)
                is_stuck = isinstance(failed, PlayerFailed) and failed.seat == seat
                if visitor is not None and who != usual:
                    raise Unable("not-yours", f"a seat that has a link is left to {usual}")
                if visitor is not None and seat != visitor.seat and not is_stuck:
                    is_hosts = seat in session.people and seat not in self.chairs.of(game.id)
                    if not is_hosts or self.listeners.is_there(game.id, friends.HOST):
                        told = "friends can release only the host's seats, once the host has gone"
                        raise Unable("not-yours", told)
                after = _seat_player(session, seat, who)
                self.chairs.leave(game.id, seat)
                self._seat(game, after)
        if visitor is not None or self._addresses is None:  # invitations are for other players
            return messages.Invitations((), self._is_shared, ())
        chairs, is_shared = self.chairs.of(game.id).values(), self._is_shared
        found = friends.list_links(chairs, self._addresses, is_shared=is_shared)
        levels = tables.list_players(session.game)
        return messages.Invitations(tuple(found), is_shared, levels)

    def _start_rematch(self, game_id: str, visitor: Chair | None) -> messages.Shown:
        """Start another game at the table, unless a friend or the host already has."""
        with self._games.opening(game_id) as game:
            session = game.session
            reviews.check_over(session)
            # Friends come along to one game; a person alone can begin any number.
            if not self.chairs.of(self._rematches.get(game_id, "")):
                seed = fresh_seed()
                state = session.game.rematch(session.state, seed=seed)
                tags = {name: value for name, value in session.tags if name.startswith(FILE_TAG)}
                again = sessions.Session.begun(
                    session.game, state, session.seats, seed=seed, tags=tags
                )
                self._rematches[game_id] = begun = self._games.add(again).id
                self.chairs.move_chairs(begun, game_id)
                self.listeners.announce(game_id, begun)
        with self._games.opening(self._rematches[game_id]) as game:
            screen = self._screen_of(game, visitor)
            seat = next(iter(screen.here), None)
            return positions.show_position(game.id, game.session, seat, screen)

    def _join(self, request: requests.Choices | requests.Join, visitor: Chair) -> Answer:
        with self._games.opening(visitor.game) as game:
            if isinstance(request, requests.Choices) or visitor.seat is None:
                return friends.offer_seat(game.session, visitor)
            seated = _seat_player(game.session, visitor.seat, PERSON, request.name)
            taken = self.chairs.occupy(visitor)
            if taken is None:
                raise Unable("not-yours", "another player sits there")
            self._seat(game, seated)
        return messages.Joined(taken.token)

    def _seat(self, game: OpenGame, session: AnySession) -> None:
        self._games.save(game.file, session)
        self.listeners.announce(game.id, friends.SEATS)

    def _list_choices(self) -> messages.NewGameChoices:
        saved = sorted(self._games.folder.games(), key=lambda each: each.is_over)
        return messages.NewGameChoices(
            games=tuple(
                messages.Choice(each.id, each.title)
                for each in saved
                if each.is_over or each.command == "play"
            ),
            puzzles=tuple(exercises.list_puzzles()),
            daily=exercises.find_daily_puzzle(),
            table=next(tables.list_games()),
        )

    def _begin(self, session: AnySession) -> messages.Shown:
        game = self._games.add(session)
        # If several people share the screen, none of them has chosen a seat yet.
        return positions.show_position(game.id, session, session.only_person)


@contextmanager
def _naming_attempt(what: str) -> Iterator[None]:
    """Put what cannot be done before the text of an error."""
    try:
        yield
    except FileChanged:
        raise
    except (ValueError, WesterosIntrigueError) as error:
        raise Unable("cannot-be", f"{what}: {error}") from None


def _who(visitor: Chair | None) -> str:
    """Return the screen of a visitor, or of the host, as listeners name it."""
    return visitor.token if visitor else friends.HOST


def _refuse(
    session: AnySession, request: requests.Now, screen: Screen
) -> tuple[messages.Reason, ...]:
    """Return the faults of a move by a person at the screen; empty if it is legal.

    Raises:
        Unable: no person at this screen has the seat, or friends are playing.
    """
    if isinstance(request, requests.Play):
        if request.seat not in screen.here:
            raise Unable("not-yours", "another player sits there")
        # The view is checked, since the state would reveal the cards of others.
        view = session.game.observe(session.state, request.seat)
        return reviews.explain_refusal(session.game, view, request.move)
    if not isinstance(request, requests.Step) and not screen.is_alone:
        raise Unable("not-now", "friends are playing: nothing can be undone or skipped")
    return ()


def _change(session: AnySession, request: requests.Now) -> AnySession:
    """Return the game after a request that nothing refuses.

    Raises:
        InvalidValue: nothing can happen, or be undone, at this moment.
        PlayerFailed: the player to move raised an error or chose an illegal move.
    """
    if isinstance(request, requests.Play) and request.seat is not None:
        return session.moved(request.seat, session.game.parse_move(request.move))
    if isinstance(request, requests.Undo):
        return session.undone()
    after = _step_on(session, request.seat)
    with suppress(PlayerFailed):  # what has happened stays, and the next request tries again
        for _ in range(_MOST_SKIPPED if isinstance(request, requests.Skip) else 0):
            if positions.waits_for(after) != "step":
                break
            after = after.stepped()
    return after


def _step_on(session: AnySession, *seats: int | None) -> AnySession:
    """Return the game after the steps up to the next event that a viewer sees.

    Raises:
        InvalidValue: the game is waiting for a person, or is over.
        PlayerFailed: the player to move raised an error or chose an illegal move.
    """
    after = session.stepped()
    with suppress(PlayerFailed):  # what has happened stays, and the next request tries again
        for _ in range(_MOST_STEPS):
            happened = after.game.events(session.state, after.state)
            is_told = any(after.game.sentence(event, seat) for event in happened for seat in seats)
            if is_told or after.waits_for != "step":
                break
            after = after.stepped()
    return after


def _seat_player(session: AnySession, seat: int, who: str, name: str = "") -> AnySession:
    """Return the game with another player in a seat.

    Raises:
        InvalidValue: the seat does not exist, or no such player can have it.
    """
    names = enumerate(sessions.names_of(session.seats, first=1))
    check_name(name, [each for at, each in names if at != seat], session.game.PLAYERS)
    return session.reseated(seat, Seat(name, who))


def warm_up() -> None:
    """Request a hint, make searching players move, and try a puzzle."""
    view = observe(setup(2, seed=0), 0)
    hint(view)
    for name in ("squire", "learned"):
        parse_player(name)(view, random.Random(0))  # noqa: S311 - a game, no secret
    exercises.answer_puzzle(requests.Attempt(1, None))
