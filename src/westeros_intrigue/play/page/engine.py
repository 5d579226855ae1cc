"""The engine of the page: it answers messages about the games in a folder.

It stores the states and sends only the answers that the modules beside it make from views.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import logging
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import attrs

from westeros_intrigue import observe, setup
from westeros_intrigue.gamekit.errors import DecodingError, PlayerFailed, WesterosIntrigueError
from westeros_intrigue.gamekit.judging import Verdict
from westeros_intrigue.lab.players.analysis import hint
from westeros_intrigue.play.page import (
    exercises,
    friends,
    messages,
    next_games,
    own_screens,
    positions,
    requests,
    reviews,
    tables,
)
from westeros_intrigue.play.page.joining import Joining
from westeros_intrigue.play.page.messages import Answer, Fault, Unable
from westeros_intrigue.play.page.positions import Screen
from westeros_intrigue.play.page.seating import screen_of
from westeros_intrigue.play.page.stories import Stories
from westeros_intrigue.play.sessions import (
    AnySession,
    FileChanged,
    Folder,
)
from westeros_intrigue.play.sessions.chairs import Visit
from westeros_intrigue.play.sessions.claims import Device
from westeros_intrigue.play.sessions.folder import OpenGame, UnknownGame
from westeros_intrigue.players import parse_player

_LOG = logging.getLogger(__name__)
_MOST_STEPS = 500
"""The maximum number of steps, hidden from the viewer, that one request makes."""
_MOST_SKIPPED = 5_000
"""The maximum number of steps that one request skips."""

_QUIET = (requests.Look, requests.Friends)
"""The requests that hidden pages also send."""
_FROM_A_HAND = (requests.Hint, requests.Preview, requests.Play, requests.Write)
"""The requests whose answers follow from the hand of a seat."""
_PAUSE = 700
"""The milliseconds before each step, until a page requests a different pace."""


class Engine(Joining):
    """Answers messages about the games in a folder, from any number of threads.

    Each change is saved before the answer, so another engine can continue the game.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from westeros_intrigue.play.page import write_answer
    >>> engine = Engine(Folder(Path(tempfile.mkdtemp())))
    >>> look = '{"do": "look", "game": "nim-1", "seat": null, "shown": null}'
    >>> print(write_answer(engine.answer(look)))
    {"kind":"fault","code":"no-such-game","text":"No game nim-1 is stored here"}

    Args:
        folder: the folder of the games.
        addresses: returns the addresses of a link, given its token; None if friends cannot play
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
        super().__init__(folder, addresses, is_shared=is_shared, on_change=on_change)
        self.pause: int = _PAUSE
        """The milliseconds between a change of a game and the call of `go_on`."""
        self._stories = Stories()

    def answer(  # noqa: PLR0911 - one for each kind of failure
        self,
        document: str | bytes,
        visitor: Visit | None = None,
        device: Device = Device(),  # noqa: B008 - it is frozen
    ) -> Answer:
        """Return the answer to an untrusted message: a `Fault` if it cannot be followed.

        Args:
            document: the message.
            visitor: the place that the visitor's link opens; None for the host.
            device: the browser and the address from which the message comes, as far as they are
                known.
        """
        try:
            request = requests.read_request(document)
        except DecodingError as error:
            return Fault("bad-message", str(error))
        try:
            if visitor is not None:
                friends.check_visit(request, visitor)
            if visitor is None or not visitor.is_newcomer:
                self._note_device(screen_of(visitor), device)
            return self._handle(request, visitor, device)
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
        is_lobby = self.people.of(game.id).is_lobby
        if is_lobby or positions.waits_for(session) != "step" or self._failure_in(game):
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

    def _handle(self, request: requests.Request, visitor: Visit | None, device: Device) -> Answer:
        answer = self._follow(request, visitor, device)
        if visitor is None:
            self._note_seen(request, answer)
        return answer

    def _follow(  # noqa: PLR0911 - one for each kind of request
        self, request: requests.Request, visitor: Visit | None, device: Device
    ) -> Answer:
        match request:
            case requests.Choices():
                return self._list_choices() if visitor is None else self._offer_seat(visitor)
            case requests.Join() | requests.Claimed() | requests.Withdraw():
                if visitor is None:
                    raise Unable("cannot-be", "the host has a seat at each table")
                return self._enter(request, visitor, device)
            case requests.Start() | requests.Arrange():
                with _naming_attempt("the game cannot begin"):
                    return self._begin(tables.start(self._games.folder, request))
            case requests.Load():
                with _naming_attempt("the record cannot be read"):
                    return self._begin(self._games.resume(request.record))
            case requests.Again():
                with _naming_attempt("the next game cannot begin"):
                    return self._start_next(request, visitor)
            case requests.Pose() | requests.Attempt() | requests.Practise():
                return exercises.answer_puzzle(request)
            case requests.Rules() | requests.Tables():
                return tables.describe_games(request)
            case requests.Status():
                pass
            case requests.Pace():
                self.pause = request.milliseconds
            case _:
                with self._games.opening(request.game) as game:
                    self._note_sign(request, visitor)
                    return self._handle_in_game(request, game, visitor)
        return messages.EngineStatus(self._is_preparing)

    def _handle_in_game(
        self, request: requests.OfGame, game: OpenGame, visitor: Visit | None
    ) -> Answer:
        session, screen = game.session, self._screen_of(game, visitor)
        match request:
            case requests.Look():
                if visitor is None or visitor.seat is not None:
                    self._note_moment(game, visitor, request.shown)
                    screen = self._screen_of(game, visitor)  # without this reader, or with them
                return self._show(game.id, session, request, screen)
            case requests.Now():
                try:
                    return self._act(request, game, screen)
                except PlayerFailed as failed:
                    raise self._report(game, failed) from failed
            case requests.Delete():
                self._games.folder.delete(game.id)
                self.people.forget(game.id)
                self.listeners.announce(game.id, friends.SEATS)
                return self._list_choices()
            case requests.Branch():
                return self._begin(tables.branch(session, request.moment, screen))
            case requests.Review() | requests.Copy() | requests.Write():
                return reviews.write_out(session, request, screen)
            case _:
                return self._answer_friends(request, game, visitor)

    def _act(
        self, request: requests.Now, game: OpenGame, screen: Screen
    ) -> messages.Advice | messages.Consequences | messages.Refused | messages.Shown:
        """Answer a request about the moment that a screen shows.

        Raises:
            PlayerFailed: a player raised an error or chose an illegal move.
        """
        session = game.session
        if request.moment != session.moment:
            raise Unable("moved-on", "the game has moved on since")
        if screen.is_lobby:
            raise Unable("not-now", "the game begins when all chairs are taken")
        if isinstance(request, requests.Hint):
            return reviews.find_hint(session, request.seat, screen)
        if isinstance(request, requests.Play | requests.Preview):
            verdict = _judge(session, request, screen)
            if not verdict.is_legal:
                return messages.Refused(reviews.show_reasons(verdict))
            request = attrs.evolve(request, move=str(verdict.move))  # which can be in words
        elif not isinstance(request, requests.Step) and not screen.is_alone:
            raise Unable("not-now", "friends are playing: nothing can be undone or skipped")
        if isinstance(request, requests.Preview):
            view = session.view_of(request.seat, screen.here)
            return own_screens.show_preview(session.game, view, request.move)
        after = _change(session, request)
        if after.moment < session.moment:
            self.listeners.presence.forget_moments(game.id)
            self._stories.forget(game.id)
        self._continue(game, after)
        shown = attrs.evolve(screen, failed=None)
        return self._show(game.id, after, request, shown)

    def _show(
        self,
        game_id: str,
        session: AnySession,
        request: requests.Look | requests.Now,
        screen: Screen,
    ) -> messages.Shown:
        """Return a game as a request asks for it; its story goes on where its reader is."""
        seat, stories = request.seat, self._stories
        return positions.show_position(
            game_id, session, seat, screen, stories, is_drawn=request.drawn
        )

    def _continue(self, game: OpenGame, after: AnySession) -> None:
        """Save a change of a game and announce it; who has waited for the next deal plays on."""
        deal = positions.deal_of(after)
        for chair in self.people.of(game.id).chairs:
            if chair.waits not in {None, deal}:
                after = after.taken_back(chair.seat)
                self.people.welcome(game.id, chair.seat)
        self._games.save(game.file, after)
        self._failures.pop(game.id, None)
        self._moved[game.id] = self.listeners.presence.read_clock()
        self.listeners.announce(game.id, str(after.moment))

    def _report(self, game: OpenGame, error: PlayerFailed | OSError) -> Unable:
        """Show a failure on all screens; return the fault for the screen that asked.

        The host's log contains the whole error, which may name hidden cards.
        """
        session = game.session
        self._failures[game.id] = session.moment, error
        _LOG.warning("%s", error, exc_info=error.__cause__ or error)
        self.listeners.announce(game.id, friends.SEATS)
        names = positions.names_at(session)
        return Unable("failed", positions.failure_in_words(error, names))

    def _note_sign(self, request: requests.OfGame, visitor: Visit | None) -> None:
        """Note that a screen has asked for something, and so is there."""
        presence, who = self.listeners.presence, screen_of(visitor)
        if isinstance(request, requests.Beat):
            presence.beat(request.game, who, is_hidden=request.is_hidden)
        else:
            presence.hear(request.game, who, is_quiet=isinstance(request, _QUIET))

    def _note_seen(self, request: requests.Request, answer: Answer) -> None:
        """Note the hand that an answer has shown at the host's screen, or that it follows from."""
        if isinstance(answer, messages.Shown) and answer.viewer is not None:
            self._seen.add((answer.game, answer.viewer))
        elif isinstance(request, _FROM_A_HAND) and request.seat is not None:
            self._seen.add((request.game, request.seat))

    def _note_moment(self, game: OpenGame, visitor: Visit | None, shown: int | None) -> None:
        """Note the moment that a screen shows; tell the table if it begins or ends to read."""
        moment = game.session.moment
        shown_moment = moment if shown is None else min(shown, moment)
        is_changed = self.listeners.presence.show(
            game.id, screen_of(visitor), shown_moment, is_held=shown_moment < moment
        )
        if is_changed:
            self.listeners.announce(game.id, friends.SEATS)

    def _start_next(self, request: requests.Again, visitor: Visit | None) -> messages.Shown:
        """Start another game at the table, unless a friend or the host already has."""
        earlier = request.game
        with self._games.opening(earlier) as game:
            session = game.session
            reviews.check_over(session)
            # Friends come along to one game; a person alone can begin any number.
            begun = self.people.game_after(earlier)
            if not begun:
                after, seats = next_games.begin_next(session, self.people.of(earlier), request.name)
                begun = self._games.add(after).id
                try:
                    self.people.move_on(begun, earlier, session.people, seats)
                except FileChanged:
                    self._games.folder.delete(begun)
                    raise
                self._begun.add(begun)
                self.listeners.presence.move_on(begun, earlier)
                self.listeners.announce(earlier, begun)
        with self._games.opening(begun) as game:
            screen = self._screen_of(game, visitor)
            seat = next(iter(screen.here), None)
            return positions.show_position(game.id, game.session, seat, screen)

    def _list_choices(self) -> messages.NewGameChoices:
        saved = sorted(
            self._games.folder.games(positions.first_number), key=lambda each: each.is_over
        )
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
        self._begun.add(game.id)
        self.listeners.presence.beat(game.id, friends.HOST)
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


def _judge(
    session: AnySession, request: requests.Play | requests.Preview, screen: Screen
) -> Verdict:
    """Return the move of a person at the screen, and the reasons against it.

    Raises:
        Unable: no person at this screen has the seat.
    """
    if request.seat not in screen.here:
        raise Unable("not-yours", "another player sits there")
    # The view is checked, since the state would reveal the cards of others.
    view = session.game.observe(session.state, request.seat)
    return reviews.judge_move(session.game, view, request.move, positions.names_at(session))


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


def warm_up() -> None:
    """Request a hint, make searching players move, and try a puzzle."""
    view = observe(setup(2, seed=0), 0)
    hint(view)
    for name in ("squire", "learned"):
        parse_player(name)(view, random.Random(0))  # noqa: S311 - a game, no secret
    exercises.answer_puzzle(requests.Attempt(1, None))
