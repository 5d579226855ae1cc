"""The engine behind the page: messages in, messages out. It stores the states; views leave it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TypeAlias

from westeros_intrigue.gamekit.chance import fresh_seed
from westeros_intrigue.gamekit.errors import DecodingError, WesterosIntrigueError
from westeros_intrigue.play.page.friends import (
    HOST,
    SEATS,
    Addresses,
    Chairs,
    Listeners,
    Screen,
    Visitor,
    chaired,
    check_leaving,
    check_visit,
    invited,
    links,
    replaced,
    resumed,
)
from westeros_intrigue.play.page.messages import (
    Again,
    Answer,
    AnyPosition,
    Attempt,
    Branch,
    Chaired,
    Choice,
    Choices,
    Chosen,
    Copy,
    Fault,
    Friends,
    Hint,
    Invite,
    Join,
    Joined,
    Linked,
    Load,
    Look,
    Play,
    Pose,
    Position,
    Refused,
    Replace,
    Reported,
    Request,
    Review,
    Rules,
    Start,
    Status,
    Step,
    Unable,
    Undo,
    read_request,
)
from westeros_intrigue.play.page.play import (
    again,
    branched,
    changed,
    check_over,
    game_choices,
    hint,
    level_choices,
    levels,
    opened,
    puzzled,
    refusals,
    rules_of,
    shown,
    started,
    todays_puzzle,
    warm_up,
)
from westeros_intrigue.play.sessions import PERSON, AnySession, FileChanged, Folder, GameFile

_MOST_IN_MEMORY = 100
_LOCKS = 64

_InPlay: TypeAlias = Look | Play | Step | Undo | Hint
_OfSeats: TypeAlias = Friends | Invite | Replace
_InGame: TypeAlias = _InPlay | Again | Review | Branch | Copy | _OfSeats


class Engine:
    """Answers messages about the games of a folder; any number of threads may ask.

    Each change of a game is saved before the answer, so another engine can go on with it.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from westeros_intrigue.play.page import written
    >>> engine = Engine(Folder(Path(tempfile.mkdtemp())))
    >>> print(written(engine.answer('{"do": "look", "game": "nim-1", "seat": null}')))
    {"kind":"fault","code":"no-such-game","text":"no game nim-1 is stored here"}

    Args:
        folder: the folder of the games.
        addresses: returns the addresses that lead to a chair, by its token; None where friends
            cannot play through links.
        is_shared: True if other machines reach these addresses.
    """

    def __init__(
        self, folder: Folder, addresses: Addresses | None = None, *, is_shared: bool = False
    ) -> None:
        """Read no game yet."""
        self.chairs: Chairs = Chairs(folder.path)
        self.listeners: Listeners = Listeners()
        self._addresses = addresses
        self._is_shared = is_shared
        self._folder = folder
        self._is_preparing = False
        self._sessions: dict[str, tuple[GameFile, AnySession]] = {}
        self._memory = threading.Lock()
        self._locks = [threading.Lock() for _ in range(_LOCKS)]

    def answer(self, document: str | bytes, visitor: Visitor | None = None) -> Answer:
        """Return the answer to a message from anybody: a `Fault` if it cannot be followed.

        Args:
            document: the message.
            visitor: the one who came through the link of a seat; None for the one who serves it.
        """
        try:
            request = read_request(document)
            if visitor is not None:
                check_visit(request, visitor)
            return self._handle(request, visitor)
        except DecodingError as error:
            return Fault("bad-message", str(error))
        except Unable as unable:
            return unable.fault
        except OSError as error:
            return Fault("not-kept", f"the folder of games cannot be used: {error.strerror}")

    def prepare(self) -> None:
        """Call once what takes long on its first call; a `status` asked meanwhile says so.

        >>> import tempfile
        >>> from pathlib import Path
        >>> Engine(Folder(Path(tempfile.mkdtemp()))).prepare()
        """
        self._is_preparing = True
        try:
            warm_up()
        finally:
            self._is_preparing = False

    def _handle(self, request: Request, visitor: Visitor | None) -> Answer:
        match request:
            case Choices() | Join():
                return self._choices() if visitor is None else self._join(request, visitor)
            case Start() | Load():
                return self._start(request)
            case Pose() | Attempt():
                return puzzled(request)
            case Rules():
                return rules_of(request.name)
            case Status():
                return Reported(self._is_preparing)
        with self._lock_of(request.game):
            return self._handle_in_game(request, *self._session(request.game), visitor)

    def _handle_in_game(
        self, request: _InGame, file: GameFile, session: AnySession, visitor: Visitor | None
    ) -> Answer:
        if isinstance(request, Branch):
            return self._new(branched(session, request.moment))
        if isinstance(request, Again):
            return self._rematch(request.game, session)
        if isinstance(request, Review | Copy):
            return opened(session, request)
        if isinstance(request, Friends | Invite | Replace):
            return self._linked(request, file, session, visitor)
        return self._handle_in_play(request, file, session, visitor)

    def _lock_of(self, game: str) -> threading.Lock:
        return self._locks[hash(game) % _LOCKS]

    def _handle_in_play(
        self, request: _InPlay, file: GameFile, session: AnySession, visitor: Visitor | None
    ) -> Answer:
        screen = self._screen(request.game, session, visitor)
        if isinstance(request, Look):
            return shown(request.game, session, request.seat, screen)
        if request.moment != session.moment:
            raise Unable("moved-on", "the game has moved on since")
        if isinstance(request, Hint):
            return hint(session, request.seat, screen)
        if isinstance(request, Play) and (reasons := refusals(session, request, screen)):
            return Refused(reasons)
        session = changed(session, request, screen)
        self._save(request.game, file, session)
        self.listeners.tell(request.game, str(session.moment))
        return shown(request.game, session, request.seat, screen)

    def _screen(self, game: str, session: AnySession, visitor: Visitor | None) -> Screen:
        secrets = {seat: chair.secret for seat, chair in self.chairs.of(game).items()}
        who = visitor.chair.secret if visitor else HOST
        screens = {seat: secrets.get(seat, HOST) for seat in session.people}
        here = tuple(seat for seat, screen in screens.items() if screen == who)
        is_there = self.listeners.is_there
        away = tuple(
            seat for seat, screen in screens.items() if screen != who and not is_there(game, screen)
        )
        return Screen(here, away, can_undo=not secrets)

    def _linked(
        self,
        request: _OfSeats,
        file: GameFile,
        session: AnySession,
        visitor: Visitor | None,
    ) -> Linked:
        game = request.game
        if self._addresses is None:
            raise Unable("cannot-be", "friends cannot play through links here")
        if isinstance(request, Invite):
            after = invited(session, request.seat)
            self.chairs.invite(game, request.seat)
            self._seat(game, file, after)
        elif isinstance(request, Replace):
            check_leaving(request, session, visitor)
            after = replaced(session, request.seat, request.who)
            self.chairs.leave(game, request.seat)
            self._seat(game, file, after)
        if visitor is not None:  # invitations are for others
            return Linked((), self._is_shared, ())
        found = links(self.chairs.of(game).values(), self._addresses, is_shared=self._is_shared)
        return Linked(tuple(found), self._is_shared, levels(session.game))

    def _rematch(self, earlier: str, session: AnySession) -> Position | AnyPosition:
        check_over(session)
        begun = self._new(again(session, fresh_seed()))
        self.chairs.bring(begun.game, earlier, session.people)
        self.listeners.tell(earlier, SEATS)
        return begun

    def _join(self, request: Choices | Join, visitor: Visitor) -> Chaired | Joined:
        game = visitor.chair.game
        with self._lock_of(game):
            file, session = self._session(game)
            if isinstance(request, Choices):
                return chaired(visitor, session)
            seated = replaced(session, visitor.chair.seat, PERSON, request.name)
            chair = self.chairs.take(visitor.chair)
            if chair is None:
                raise Unable("not-yours", "somebody else sits there")
            self._seat(game, file, seated)
        return Joined(chair.secret)

    def _seat(self, game: str, file: GameFile, session: AnySession) -> None:
        self._save(game, file, session)
        self.listeners.tell(game, SEATS)

    def _choices(self) -> Chosen:
        return Chosen(
            games=tuple(self._games()),
            puzzles=level_choices(),
            daily=todays_puzzle(),
            tables=tuple(game_choices()),
            has_links=self._addresses is not None,
        )

    def _games(self) -> Iterator[Choice]:
        for saved in self._folder.games():
            yield Choice(saved.id, saved.title)

    def _start(self, wanted: Start | Load) -> Position | AnyPosition:
        if isinstance(wanted, Load):
            try:
                return self._new(resumed(self._folder, wanted.record))
            except WesterosIntrigueError as error:
                raise Unable("cannot-be", f"the record cannot be read: {error}") from None
        seed = fresh_seed() if wanted.seed is None else wanted.seed
        try:
            return self._new(started(self._folder, wanted.name, wanted.seats, wanted.options, seed))
        except (TypeError, ValueError) as error:
            raise Unable("cannot-be", f"the game cannot be: {error}") from None

    def _new(self, session: AnySession) -> Position | AnyPosition:
        file = self._folder.new_file(session.game.KEY)
        game = file.path.stem
        self._save(game, file, session)
        # Several people share the screen, and nobody has chosen a seat yet.
        seat = session.people[0] if len(session.people) == 1 else None
        return shown(game, session, seat, Screen(session.people))

    def _session(self, game: str) -> tuple[GameFile, AnySession]:
        """Return a game's file, and the game as it has it, which another program may have written.

        Meanwhile others may have pushed the game out of the memory.
        """
        with self._memory:
            file, session = self._sessions.get(game, (self._folder.file(game), None))
        try:
            if session is None or not file.is_current():
                session = resumed(self._folder, file.read())
                self._remember(game, file, session)
        except FileNotFoundError:
            raise Unable("no-such-game", f"no game {game} is stored here") from None
        except (WesterosIntrigueError, UnicodeDecodeError) as error:
            raise Unable("no-such-game", f"game {game} cannot be read: {error}") from None
        return file, session

    def _save(self, game: str, file: GameFile, session: AnySession) -> None:
        try:
            file.write(str(session.record))
        except FileChanged:
            raise Unable("moved-on", "another program has played on in this game") from None
        self._remember(game, file, session)

    def _remember(self, game: str, file: GameFile, session: AnySession) -> None:
        with self._memory:
            self._sessions.pop(game, None)
            self._sessions[game] = (file, session)
            if len(self._sessions) > _MOST_IN_MEMORY:
                del self._sessions[next(iter(self._sessions))]
