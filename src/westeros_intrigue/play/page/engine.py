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
from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.chance import fresh_seed
from westeros_intrigue.gamekit.errors import DecodingError, PlayerFailed, WesterosIntrigueError
from westeros_intrigue.lab.players.analysis import hint
from westeros_intrigue.play import sessions
from westeros_intrigue.play.page import (
    exercises,
    friends,
    messages,
    own_screens,
    positions,
    requests,
    reviews,
    tables,
)
from westeros_intrigue.play.page.messages import Answer, Fault, Unable
from westeros_intrigue.play.page.positions import Screen
from westeros_intrigue.play.sessions import (
    PERSON,
    AnySession,
    FileChanged,
    Folder,
    Seat,
    StandIn,
)
from westeros_intrigue.play.sessions.folder import FILE_TAG, OpenGame, OpenGames, UnknownGame
from westeros_intrigue.play.sessions.people import RELIEVED, Claims, People, Visit
from westeros_intrigue.play.sessions.seats import check_name, name_stand_in
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
        self.people: People = People(folder.path)
        self.claims: Claims = Claims()
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
        self, document: str | bytes, visitor: Visit | None = None
    ) -> Answer:
        """Return the answer to an untrusted message: a `Fault` if it cannot be followed.

        Args:
            document: the message.
            visitor: the place that the visitor's link opens; None for the host.
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
        self, request: requests.Request, visitor: Visit | None
    ) -> Answer:
        match request:
            case requests.Choices():
                return self._list_choices() if visitor is None else self._offer_seat(visitor)
            case requests.Join():
                if visitor is None:
                    raise Unable("cannot-be", "the host has a seat at each table")
                return self._join(request, visitor)
            case requests.Claimed():
                return self._follow_claim(request.claim)
            case requests.Start() | requests.Arrange():
                with _naming_attempt("the game cannot begin"):
                    return self._begin(tables.start(self._games.folder, request))
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
            case _:
                with self._games.opening(request.game) as game:
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
                return positions.show_position(game.id, session, request.seat, screen)
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
        if isinstance(request, requests.Hint):
            return reviews.find_hint(session, request.seat, screen)
        if reasons := _refuse(session, request, screen):
            return messages.Refused(reasons)
        if isinstance(request, requests.Preview):
            view = session.view_of(request.seat, screen.here)
            return own_screens.show_preview(session.game, view, request.move)
        after = _change(session, request)
        if after.moment < session.moment:
            self.listeners.presence.forget_moments(game.id)
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
            failed.player != session.seats[failed.seat].player
        )
        return None if moment != session.moment or is_replaced else failed

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

    def _note_moment(self, game: OpenGame, visitor: Visit | None, shown: int | None) -> None:
        """Note the moment that a screen shows; tell the table if it begins or ends to read."""
        moment = game.session.moment
        shown_moment = moment if shown is None else min(shown, moment)
        is_changed = self.listeners.presence.show(
            game.id, _who(visitor), shown_moment, is_held=shown_moment < moment
        )
        if is_changed:
            self.listeners.announce(game.id, friends.SEATS)

    def _screen_of(self, game: OpenGame, visitor: Visit | None) -> Screen:
        session, table, who = game.session, self.people.of(game.id), _who(visitor)
        presence = self.listeners.presence
        here = tuple(seat for seat in session.people if who in table.screens_of(seat, friends.HOST))
        screens = {seat: friends.name_screen(table, seat) for seat in session.people}
        away = tuple(
            self._absence(game, seat, screen)
            for seat, screen in screens.items()
            if seat not in here
            and session.is_played_by_person(seat)
            and not presence.is_there(game.id, screen)
        )
        reading = tuple(
            seat for seat, screen in screens.items() if presence.is_reading(game.id, screen)
        )
        return Screen(
            here,
            away,
            reading,
            watching=self.listeners.count_watching(game.id, table.watch),
            claims=self._claims_for(game.id, visitor),
            is_alone=not table.chairs,
            failed=self._failure_in(game),
        )

    def _absence(self, game: OpenGame, seat: int, screen: str) -> messages.Absence:
        seconds = self.listeners.presence.seconds_away(game.id, screen)
        chair = self.people.of(game.id).chair_of(seat)
        free_in = friends.seconds_until_free(seconds)
        return messages.Absence(
            seat, seconds, free_in, has_come=chair is None or bool(chair.secret)
        )

    def _claims_for(self, game_id: str, visitor: Visit | None) -> tuple[int, ...]:
        """Return the seats that newcomers claim: the host answers or, once they are away, others.

        Spectators and newcomers do not. No person is driven from a seat at which they are again.
        """
        presence, table = self.listeners.presence, self.people.of(game_id)
        is_host_there = presence.is_there(game_id, friends.HOST)
        if visitor is not None and (visitor.seat is None or is_host_there):
            return ()
        return tuple(
            claim.seat
            for claim in self.claims.of(game_id)
            if (chair := table.chair_of(claim.seat))
            and not presence.is_there(game_id, chair.secret)
        )

    def _answer_friends(
        self, request: requests.OfGame, game: OpenGame, visitor: Visit | None
    ) -> messages.Invitations | messages.EngineStatus:
        match request:
            case requests.Replace():
                self._replace(request, game, visitor)
            case requests.Lend(seat=seat):
                self._check_lending(seat, game, visitor)
                is_here = seat in self._screen_of(game, visitor).here
                # A stand-in does not ask for the person, whose page then takes the seat back.
                self._lend(game, seat, is_own=is_here and not (visitor and visitor.is_stand_in))
            case requests.TakeBack(seat=seat):
                self._take_back(seat, game, visitor)
            case requests.React(sign=sign):
                [seat, *_] = self._screen_of(game, visitor).here or (None,)
                if seat is not None:
                    self.listeners.tell_all(game.id, f"{friends.REACTION} {seat} {sign}")
                return messages.EngineStatus(self._is_preparing)
            case _ if self._addresses is None:
                raise Unable("cannot-be", "friends cannot play through links here")
            case requests.Invite(seat=seat):
                self._invite(seat, game)
            case requests.Close():
                self.people.close(game.id)
                self.listeners.announce(game.id, friends.SEATS)
            case requests.Admit(seat=seat, is_right=is_right):
                if seat not in self._claims_for(game.id, visitor):
                    raise Unable("not-now", "no newcomer asks for this seat")
                secret = self.people.renew(game.id, seat) if is_right else ""
                self.claims.answer(game.id, seat, secret or "")
                self.listeners.announce(game.id, friends.SEATS)
        return self._list_chairs(game)

    def _list_chairs(self, game: OpenGame) -> messages.Invitations:
        table, is_shared = self.people.of(game.id), self._is_shared
        link = self._addresses and friends.find_link(table, self._addresses, is_shared=is_shared)
        chairs = friends.show_chairs(game.session, table, self.listeners.presence)
        return messages.Invitations(link or None, tuple(chairs), is_shared)

    def _invite(self, seat: int | None, game: OpenGame) -> None:
        """Offer a seat to whoever opens the link of the table.

        Raises:
            InvalidValue: the seat does not exist, or the rules play it.
        """
        session = game.session
        if seat is not None and seat not in session.people:
            session = session.reseated(seat, Seat("", PERSON))
        self.people.offer(game.id, seat)
        self._seat(game, session)

    def _replace(self, request: requests.Replace, game: OpenGame, visitor: Visit | None) -> None:
        """Seat another player, or a person at the host's screen, instead of a computer player."""
        session, seat, who = game.session, request.seat, request.who
        failed = self._failure_in(game)
        is_stuck = isinstance(failed, PlayerFailed) and failed.seat == seat
        if visitor is not None:
            if not isinstance(failed, PlayerFailed) or not is_stuck:
                raise Unable("not-yours", "friends replace only a player that fails")
            if who != session.substitute(failed.player):
                raise Unable("not-yours", "friends seat the player that is offered instead")
        if is_stuck and seat in session.people:
            stand_in = session.seats[seat].stand_in
            name = stand_in.name if stand_in else name_stand_in(session.seats)
            self._seat(game, session.lent(seat, StandIn(name, who)))
        elif seat not in session.people:
            self._seat(game, _seat_player(session, seat, who))
        elif who == PERSON and self.people.of(game.id).player_of(seat) == "":
            self.people.withdraw(game.id, seat)
            self._seat(game, session.taken_back(seat))
        else:
            raise Unable("cannot-be", "the seat is a person's: lend it instead")

    def _check_lending(self, seat: int, game: OpenGame, visitor: Visit | None) -> None:
        """Raise `Unable` unless a visitor may let the computer play for a person.

        The rule is the same for all at the table: for oneself at any time, for others once they
        have been away for a minute.
        """
        session, screen = game.session, self._screen_of(game, visitor)
        if seat not in session.people:
            raise Unable("cannot-be", "only a person's seat can be lent")
        if not session.is_played_by_person(seat):
            raise Unable("not-now", "the computer plays for this person already")
        if seat in screen.here:
            return
        absence = next((each for each in screen.away if each.seat == seat), None)
        if absence is None:
            raise Unable("not-yours", "this person is here")
        is_free_chair = visitor is None and not absence.has_come
        if absence.free_in and not is_free_chair:
            told = (
                f"wait for {english.count_things(absence.free_in, 'second')}: the person may return"
            )
            raise Unable("not-now", told)

    def _lend(self, game: OpenGame, seat: int, *, is_own: bool) -> None:
        """Let the game's usual computer player play for a person."""
        session = game.session
        stand_in = StandIn(name_stand_in(session.seats), session.game.PLAYERS.usual, is_own)
        self.people.take_back(game.id, seat, RELIEVED)  # another person who played for this one
        self._seat(game, session.lent(seat, stand_in))

    def _take_back(self, seat: int, game: OpenGame, visitor: Visit | None) -> None:
        """Let the person of a seat play it again."""
        if seat not in self._screen_of(game, visitor).here:
            raise Unable("not-yours", "another player sits there")
        if visitor and visitor.is_stand_in:
            raise Unable("not-yours", "you play until the person of this seat is back")
        self.people.take_back(game.id, seat)
        if game.session.seats[seat].stand_in:
            self._seat(game, game.session.taken_back(seat))

    def _start_rematch(self, game_id: str, visitor: Visit | None) -> messages.Shown:
        """Start another game at the table, unless a friend or the host already has."""
        with self._games.opening(game_id) as game:
            session = game.session
            reviews.check_over(session)
            # Friends come along to one game; a person alone can begin any number.
            if not self.people.of(self._rematches.get(game_id, "")).chairs:
                seed = fresh_seed()
                state = session.game.rematch(session.state, seed=seed)
                tags = {name: value for name, value in session.tags if name.startswith(FILE_TAG)}
                again = sessions.Session.begun(
                    session.game, state, session.seats, seed=seed, tags=tags
                )
                self._rematches[game_id] = begun = self._games.add(again).id
                self.people.move_on(begun, game_id)
                self.listeners.announce(game_id, begun)
        with self._games.opening(self._rematches[game_id]) as game:
            screen = self._screen_of(game, visitor)
            seat = next(iter(screen.here), None)
            return positions.show_position(game.id, game.session, seat, screen)

    def _offer_seat(self, visitor: Visit) -> messages.SeatOffer:
        with self._games.opening(visitor.game) as game:
            table, presence = self.people.of(game.id), self.listeners.presence
            return friends.offer_seat(game.session, table, visitor, presence)

    def _join(self, request: requests.Join, visitor: Visit) -> messages.Joined | messages.Asked:
        """Give a newcomer a place at the table: to watch, in a free chair, or in a person's.

        Raises:
            Unable: the chair is not free, or its person is there.
        """
        seat = request.seat
        with self._games.opening(visitor.game) as game:
            table = self.people.of(game.id)
            if seat is None:
                return messages.Joined(table.watch)
            chairs = friends.show_chairs(game.session, table, self.listeners.presence)
            chair = next((each for each in chairs if each.seat == seat), None)
            if chair is None:
                raise Unable("cannot-be", "there is no such chair at the table")
            if request.how == "claim":
                return self._claim(game, chair)
            if request.how == "play":
                if not chair.can_be_lent:
                    raise Unable("not-now", "the person of this seat may still return")
                name = check_name(request.name, _names(game.session), game.session.game.PLAYERS)
                lent = game.session.lent(
                    seat, StandIn(name or name_stand_in(game.session.seats), PERSON)
                )
                secret = self.people.lend(game.id, seat)
                self._seat(game, lent)
            else:
                own = game.session.seats[seat]
                seated = _seat_player(game.session, seat, PERSON, request.name or own.name)
                secret = self.people.sit(game.id, seat)
                if secret is not None:
                    self._seat(game, seated)
        if secret is None:
            raise Unable("not-yours", "another player sits there")
        return messages.Joined(secret)

    def _claim(self, game: OpenGame, chair: messages.ChairOffer) -> messages.Asked:
        if chair.is_free or chair.is_there:
            raise Unable("not-now", "the chair is free, or its person is there")
        claim = self.claims.make(game.id, chair.seat)
        self.listeners.announce(game.id, friends.SEATS)
        return messages.Asked(claim.number)

    def _follow_claim(self, number: str) -> messages.Joined | messages.Asked:
        """Return the secret of a claimed seat, once a person at the table has let the newcomer in.

        Raises:
            Unable: they have refused, or another newcomer has claimed the seat since.
        """
        if secret := self.claims.secret(number):
            return messages.Joined(secret)
        if not self.claims.is_open(number):
            raise Unable("not-yours", "the people at the table have not let you in")
        return messages.Asked(number)

    def _seat(self, game: OpenGame, session: AnySession) -> None:
        self._games.save(game.file, session)
        self.listeners.announce(game.id, friends.SEATS)

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


def _names(session: AnySession) -> tuple[str, ...]:
    """Return all names at a table, those of stand-ins too."""
    stand_ins = (seat.stand_in.name for seat in session.seats if seat.stand_in)
    return (*positions.names_at(session), *stand_ins)


def _who(visitor: Visit | None) -> str:
    """Return the screen of a visitor, or of the host, as listeners name it."""
    return visitor.token if visitor else friends.HOST


def _refuse(
    session: AnySession, request: requests.Now, screen: Screen
) -> tuple[messages.Reason, ...]:
    """Return the faults of a move by a person at the screen; empty if it is legal.

    Raises:
        Unable: no person at this screen has the seat, or friends are playing.
    """
    if isinstance(request, requests.Play | requests.Preview):
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
    names = enumerate(positions.names_at(session))
    check_name(name, [each for at, each in names if at != seat], session.game.PLAYERS)
    return session.reseated(seat, Seat(name, who))


def warm_up() -> None:
    """Request a hint, make searching players move, and try a puzzle."""
    view = observe(setup(2, seed=0), 0)
    hint(view)
    for name in ("squire", "learned"):
        parse_player(name)(view, random.Random(0))  # noqa: S311 - a game, no secret
    exercises.answer_puzzle(requests.Attempt(1, None))
