"""The engine behind the page: messages in, messages out. It stores the states; views leave it."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Iterator
from typing import TypeAlias

from westeros_intrigue.base.chance import fresh_seed
from westeros_intrigue.base.errors import DecodingError, InvalidValue, WesterosIntrigueError
from westeros_intrigue.drawing import draw_svg
from westeros_intrigue.game import GAMES
from westeros_intrigue.players import PLAYERS
from westeros_intrigue.puzzles import daily_puzzle, load_puzzles
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import legal_moves
from westeros_intrigue.rules.rulebook import rule
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.variants import OPTION_RULES, needs_houses
from westeros_intrigue.sessions import PERSON, FileChanged, Folder, GameFile, Session
from westeros_intrigue.web import any_table, event_sentences
from westeros_intrigue.web.advice import advice, reasons_against
from westeros_intrigue.web.answers import (
    Advice,
    Answer,
    AnyPosition,
    Attempted,
    Chaired,
    Choice,
    Chosen,
    Copied,
    Fault,
    Joined,
    Linked,
    OptionChoice,
    Posed,
    Position,
    Reason,
    Refused,
    Reviewed,
    Ruled,
    Unable,
)
from westeros_intrigue.web.any_table import AnySession, stepped
from westeros_intrigue.web.chairs import Chairs, Visitor
from westeros_intrigue.web.friends import (
    Addresses,
    chaired,
    check_visit,
    invited,
    links,
    replaced,
    seats_shown,
)
from westeros_intrigue.web.listeners import SEATS, Listeners
from westeros_intrigue.web.puzzling import attempted, level_choices, posed
from westeros_intrigue.web.requests import (
    Attempt,
    Begin,
    Bring,
    Choices,
    Copy,
    Friends,
    Hint,
    Invite,
    Join,
    Load,
    Look,
    Place,
    Play,
    Pose,
    Replace,
    Request,
    Review,
    Rules,
    Start,
    Step,
    Undo,
    read_request,
)
from westeros_intrigue.web.reviewing import reviewed
from westeros_intrigue.web.seating import TABLE_CHOICES, variant_of
from westeros_intrigue.web.sessions import (
    PageSession,
    Screen,
    course,
    names_in,
    resumed,
    waits_for,
)

KEY = "westeros-intrigue"
"""The game that has a table of its own on the page."""
_MOST_IN_MEMORY = 100
_LOCKS = 64

_InPlay: TypeAlias = Look | Place | Play | Step | Undo | Hint


class Engine:
    """Answers messages about the games of a folder; any number of threads may ask.

    Each change of a game is saved before the answer, so another engine can go on with it.

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
            return self._followed(request, visitor)
        except DecodingError as error:
            return Fault("bad-message", str(error))
        except Unable as unable:
            return unable.fault
        except OSError as error:
            return Fault("not-kept", f"the folder of games cannot be used: {error.strerror}")

    def _followed(self, request: Request, visitor: Visitor | None) -> Answer:
        match request:
            case Choices() | Join():
                return self._choices() if visitor is None else self._met(request, visitor)
            case Begin() | Start() | Load():
                return self._begun(request)
            case Pose() | Attempt():
                return _puzzled(request)
        with self._lock_of(request.game):
            session = self._session(request.game)
            if isinstance(request, Review | Copy | Rules):
                return _opened(session, request)
            if isinstance(request, Friends | Invite | Replace | Bring):
                return self._linked(request, session)
            return self._followed_in_play(request, session, visitor)

    def _lock_of(self, game: str) -> threading.Lock:
        return self._locks[hash(game) % _LOCKS]

    def _followed_in_play(
        self, request: _InPlay, session: AnySession, visitor: Visitor | None
    ) -> Answer:
        screen = self._screen(request.game, session, visitor)
        if isinstance(request, Look):
            return _shown(request.game, session, request.seat, screen, request.card)
        if request.moment != session.moment:
            raise Unable("moved-on", "the game has moved on since")
        if isinstance(request, Hint):
            return _hint(_of_the_court(session), request.seat, screen)
        if isinstance(request, Place | Play) and (reasons := _refusals(session, request)):
            return Refused(reasons)
        session = _changed(session, request, screen)
        self._keep(request.game, self._sessions[request.game][0], session)
        self.listeners.tell(request.game, str(session.moment))
        return _shown(request.game, session, request.seat, screen)

    def _screen(self, game: str, session: AnySession, visitor: Visitor | None) -> Screen:
        chairs = self.chairs.of(game)
        here = tuple(seat for seat in session.people if seat not in chairs)
        is_there = self.listeners.is_there
        away = tuple(seat for seat, chair in chairs.items() if not is_there(game, chair.secret))
        return Screen((visitor.chair.seat,) if visitor else here, away, can_undo=not chairs)

    def _linked(self, request: Friends | Invite | Replace | Bring, session: AnySession) -> Linked:
        game = request.game
        if self._addresses is None:
            raise Unable("cannot-be", "friends cannot play through links here")
        if isinstance(request, Invite):
            after = invited(session, request.seat)
            self.chairs.invite(game, request.seat)
            self._seat(game, after)
        elif isinstance(request, Replace):
            after = replaced(session, request.seat, request.who)
            self.chairs.leave(game, request.seat)
            self._seat(game, after)
        elif isinstance(request, Bring):
            self._bring(request, session)
        found = links(self.chairs.of(game).values(), self._addresses)
        return Linked(tuple(found), self._is_shared)

    def _bring(self, request: Bring, session: AnySession) -> None:
        known = self._session(request.earlier).seats
        for seat in session.people:
            if seat < len(known) and not session.seats[seat].name:
                session = replaced(session, seat, PERSON, known[seat].name)
        self._seat(request.game, session)
        self.chairs.bring(request.game, request.earlier, session.people)
        self.listeners.tell(request.earlier, SEATS)

    def _met(self, request: Choices | Join, visitor: Visitor) -> Chaired | Joined:
        game = visitor.chair.game
        with self._lock_of(game):
            session = self._session(game)
            if isinstance(request, Choices):
                return chaired(visitor, session)
            chair = self.chairs.take(visitor.chair)
            if chair is None:
                raise Unable("not-yours", "somebody else has taken the seat")
            self._seat(game, replaced(session, chair.seat, PERSON, request.name))
        return Joined(chair.secret)

    def _seat(self, game: str, session: AnySession) -> None:
        self._keep(game, self._sessions[game][0], session)
        self.listeners.tell(game, SEATS)

    def _choices(self) -> Chosen:
        return Chosen(
            tables=TABLE_CHOICES,
            levels=tuple(
                Choice(name, f"{name.capitalize()}: {player.summary}")
                for name, player in PLAYERS.items()
                if not player.is_numbered
            ),
            options=tuple(
                OptionChoice(name, rule(each).text, needs_houses=needs_houses([name]))
                for name, each in OPTION_RULES.items()
            ),
            games=tuple(self._games()),
            puzzles=level_choices(),
            daily=daily_puzzle(dt.date.today()).number,  # noqa: DTZ011 - the day where the page is
            others=tuple(any_table.game_choices()),
            has_links=self._addresses is not None,
        )

    def _games(self) -> Iterator[Choice]:
        for saved in self._folder.games():
            yield Choice(saved.id, saved.title)

    def _begun(self, wanted: Begin | Start | Load) -> Position | AnyPosition:
        if isinstance(wanted, Load):
            try:
                return self._new(resumed(wanted.record))
            except WesterosIntrigueError as error:
                raise Unable("cannot-be", f"the record cannot be read: {error}") from None
        seed = fresh_seed() if wanted.seed is None else wanted.seed
        try:
            if isinstance(wanted, Start):
                return self._new(any_table.started(wanted.name, wanted.seats, wanted.options, seed))
            state = setup(
                len(wanted.seats),
                seed=seed,
                variant=variant_of(wanted),
                first_player=wanted.first_player,
            )
            return self._new(Session.begun(GAMES[KEY], state, wanted.seats, seed=seed))
        except (TypeError, ValueError) as error:
            raise Unable("cannot-be", f"there is no such game: {error}") from None

    def _new(self, session: AnySession) -> Position | AnyPosition:
        file = self._folder.new_file(session.game.KEY)
        game = file.path.stem
        self._keep(game, file, session)
        # Several people share the screen, and nobody has chosen a seat yet.
        seat = session.people[0] if len(session.people) == 1 else None
        return _shown(game, session, seat, Screen(session.people))

    def _session(self, game: str) -> AnySession:
        """Return the game as its file has it, which another program may have written."""
        with self._memory:
            file, session = self._sessions.get(game, (self._folder.file(game), None))
        try:
            if session is None or not file.is_current():
                session = resumed(file.read())
                self._remember(game, file, session)
        except FileNotFoundError:
            raise Unable("no-such-game", f"no game {game} is kept here") from None
        except (WesterosIntrigueError, UnicodeDecodeError) as error:
            raise Unable("no-such-game", f"game {game} cannot be read: {error}") from None
        return session

    def _keep(self, game: str, file: GameFile, session: AnySession) -> None:
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


def position(
    game: str, session: PageSession, seat: int | None, screen: Screen, card: Card | None = None
) -> Position:
    """Return what a person may see of a game; for `card` the picture shows where it may go."""
    state, view = session.state, session.seen_by(seat, screen.here)
    names = names_in(session)
    return Position(
        game=game,
        moment=session.moment,
        seats=seats_shown(session),
        waits_for=waits_for(session),
        view=view,
        moves=legal_moves(view),
        picture=draw_svg(view, open_for=card, unsupported=True, seats=False, names=names),
        told=event_sentences.told(view, names),
        story=event_sentences.story(state, view, names),
        can_undo=screen.can_undo and bool(session.past) and not state.is_over,
        here=screen.here,
        away=screen.away,
    )


def _puzzled(request: Pose | Attempt) -> Posed | Attempted | Refused:
    puzzles = load_puzzles()
    if request.number > len(puzzles):
        raise Unable("cannot-be", f"the puzzles have the numbers 1 to {len(puzzles)}")
    puzzle = puzzles[request.number - 1]
    if isinstance(request, Pose):
        return posed(puzzle, request.card)
    return attempted(puzzle, request.move)


def _of_the_court(session: AnySession) -> PageSession:
    """Return the session of a game that has a table of its own on the page."""
    if not isinstance(session.state, GameState):
        raise Unable("not-now", f"this is for {GAMES[KEY].NAME} alone")
    return session


def _shown(
    game: str, session: AnySession, seat: int | None, screen: Screen, card: Card | None = None
) -> Position | AnyPosition:
    """Return what a person may see of a game of any kind."""
    if isinstance(session.state, GameState):
        return position(game, session, seat, screen, card)
    return any_table.shown(game, session, seat, screen)


def _refusals(session: AnySession, request: Place | Play) -> tuple[Reason, ...]:
    if request.seat not in session.people:
        raise Unable("not-now", f"seat {request.seat} is not a person's")
    # Asked about the view, since the state would reveal the cards of others.
    view = session.game.observe(session.state, request.seat)
    if isinstance(request, Play):
        return any_table.reasons_against(session.game, view, request.move)
    _of_the_court(session)
    return reasons_against(view, request.move)


def _changed(
    session: AnySession, request: Place | Play | Step | Undo, screen: Screen
) -> AnySession:
    if isinstance(request, Place):
        return session.moved(request.seat, request.move)
    if isinstance(request, Play):
        return session.moved(request.seat, session.game.parse_move(request.move))
    if isinstance(request, Undo) and not screen.can_undo:
        raise Unable("not-now", "friends play, and nothing of theirs is taken back")
    try:
        is_step = isinstance(request, Step)
        return stepped(session, request.seat) if is_step else session.undone()
    except InvalidValue as error:
        raise Unable("not-now", str(error)) from None


def _hint(session: PageSession, seat: int, screen: Screen) -> Advice:
    view = session.seen_by(seat, screen.here)
    if not legal_moves(view):
        raise Unable("not-now", "a hint is for the person to move")
    return advice(view)


def _opened(session: AnySession, request: Review | Copy | Rules) -> Reviewed | Copied | Ruled:
    if isinstance(request, Rules):
        rules = session.game.RULEBOOK.values()
        return Ruled(session.game.NAME, tuple(rule.text for rule in rules))
    if not session.state.is_over:
        raise Unable("not-now", "the game is not over, and its record holds every hand")
    if isinstance(request, Copy):
        return Copied(str(session.record))
    placements = len(course(_of_the_court(session)))
    if request.number >= placements:
        raise Unable("cannot-be", f"the game has {placements} placements")
    return reviewed(session, request.number)
