"""The engine behind the page: messages in, messages out. It stores the states; views leave it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, TypeAlias, assert_never

from westeros_intrigue.base.chance import fresh_seed
from westeros_intrigue.base.errors import DecodingError, InvalidValue, WesterosIntrigueError
from westeros_intrigue.drawing import draw_svg
from westeros_intrigue.game import GAMES
from westeros_intrigue.players import PLAYERS
from westeros_intrigue.puzzles import Puzzle, load_puzzles
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import legal_moves
from westeros_intrigue.rules.rulebook import rule
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.variants import OPTION_RULES, needs_houses
from westeros_intrigue.sessions import FileChanged, Folder, GameFile, Seat, Session
from westeros_intrigue.web import any_table, event_sentences
from westeros_intrigue.web.advice import advice, reasons_against
from westeros_intrigue.web.answers import (
    Advice,
    Answer,
    AnyPosition,
    Choice,
    Chosen,
    Copied,
    Fault,
    OptionChoice,
    Position,
    Reason,
    Refused,
    Reviewed,
    Ruled,
)
from westeros_intrigue.web.any_table import AnySession, stepped
from westeros_intrigue.web.puzzling import attempted, level_choices, posed
from westeros_intrigue.web.requests import (
    Attempt,
    Begin,
    Choices,
    Copy,
    Hint,
    Load,
    Look,
    Place,
    Play,
    Pose,
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
from westeros_intrigue.web.sessions import PageSession, course, names_in, resumed, waits_for

KEY = "westeros-intrigue"
"""The game that has a table of its own on the page."""
_MOST_IN_MEMORY = 100
_LOCKS = 64

_InGame: TypeAlias = Look | Place | Play | Step | Undo | Hint | Review | Copy | Rules


class _Unable(Exception):
    """The request cannot be done; the answer is the fault."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.fault = Fault(code, text)


class Engine:
    """Answers messages about the games of a folder; any number of threads may ask.

    Each change of a game is saved before the answer, so another engine can go on with it.

    Args:
        folder: the folder of the games.
    """

    def __init__(self, folder: Folder) -> None:
        """Read nothing yet."""
        self._folder = folder
        self._sessions: dict[str, tuple[GameFile, AnySession]] = {}
        self._memory = threading.Lock()
        self._locks = [threading.Lock() for _ in range(_LOCKS)]

    def answer(self, document: str | bytes) -> Answer:
        """Return the answer to a message from anybody: a `Fault` if it cannot be followed."""
        try:
            return self._followed(read_request(document))
        except DecodingError as error:
            return Fault("bad-message", str(error))
        except _Unable as unable:
            return unable.fault
        except OSError as error:
            return Fault("not-kept", f"the folder of games cannot be used: {error.strerror}")

    def _followed(self, request: Request) -> Answer:
        match request:
            case Choices():
                return self._choices()
            case Begin() | Start():
                return self._begun(request)
            case Load():
                return self._loaded(request.record)
            case Pose():
                return posed(_puzzle(request.number), request.card)
            case Attempt():
                return attempted(_puzzle(request.number), request.move)
        with self._locks[hash(request.game) % _LOCKS]:
            return self._followed_in_game(request, self._session(request.game))

    def _followed_in_game(self, request: _InGame, session: AnySession) -> Answer:
        match request:
            case Look():
                return _shown(request.game, session, request.seat, request.card)
            case Review() | Copy() | Rules():
                return _opened(session, request)
        if request.moment != session.moment:
            raise _Unable("moved-on", "the game has moved on since")
        match request:
            case Hint():
                return _hint(_of_the_court(session), request.seat)
            case Place() | Play():
                if reasons := _refusals(session, request):
                    return Refused(reasons)
                move: Any = request.move
                if isinstance(request, Play):
                    move = session.game.parse_move(request.move)
                session = session.moved(request.seat, move)
            case Step() | Undo():
                is_step = isinstance(request, Step)
                try:
                    session = stepped(session, request.seat) if is_step else session.undone()
                except InvalidValue as error:
                    raise _Unable("not-now", str(error)) from None
            case _:
                assert_never(request)
        self._keep(request.game, self._sessions[request.game][0], session)
        return _shown(request.game, session, request.seat)

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
            others=tuple(any_table.game_choices(without=KEY)),
        )

    def _games(self) -> Iterator[Choice]:
        for saved in self._folder.games():
            yield Choice(saved.id, saved.title)

    def _begun(self, wanted: Begin | Start) -> Position | AnyPosition:
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
            raise _Unable("cannot-be", f"there is no such game: {error}") from None

    def _loaded(self, text: str) -> Position | AnyPosition:
        try:
            return self._new(resumed(text))
        except WesterosIntrigueError as error:
            raise _Unable("cannot-be", f"the record cannot be read: {error}") from None

    def _new(self, session: AnySession) -> Position | AnyPosition:
        file = self._folder.new_file(session.game.KEY)
        game = file.path.stem
        self._keep(game, file, session)
        # Several people share the screen, and nobody has chosen a seat yet.
        seat = session.people[0] if len(session.people) == 1 else None
        return _shown(game, session, seat)

    def _session(self, game: str) -> AnySession:
        """Return the game as its file has it, which another program may have written."""
        with self._memory:
            file, session = self._sessions.get(game, (self._folder.file(game), None))
        try:
            if session is None or not file.is_current():
                session = resumed(file.read())
                self._remember(game, file, session)
        except FileNotFoundError:
            raise _Unable("no-such-game", f"no game {game} is kept here") from None
        except (WesterosIntrigueError, UnicodeDecodeError) as error:
            raise _Unable("no-such-game", f"game {game} cannot be read: {error}") from None
        return session

    def _keep(self, game: str, file: GameFile, session: AnySession) -> None:
        try:
            file.write(str(session.record))
        except FileChanged:
            raise _Unable("moved-on", "another program has played on in this game") from None
        self._remember(game, file, session)

    def _remember(self, game: str, file: GameFile, session: AnySession) -> None:
        with self._memory:
            self._sessions.pop(game, None)
            self._sessions[game] = (file, session)
            if len(self._sessions) > _MOST_IN_MEMORY:
                del self._sessions[next(iter(self._sessions))]


def position(
    game: str, session: PageSession, seat: int | None, card: Card | None = None
) -> Position:
    """Return what a person may see of a game; for `card` the picture shows where it may go."""
    state, view = session.state, session.seen_by(seat)
    names = names_in(session)
    return Position(
        game=game,
        moment=session.moment,
        seats=tuple(Seat(name, seat.who) for name, seat in zip(names, session.seats, strict=True)),
        waits_for=waits_for(session),
        view=view,
        moves=legal_moves(view),
        picture=draw_svg(view, open_for=card, unsupported=True, seats=False, names=names),
        told=event_sentences.told(view, names),
        story=event_sentences.story(state, view, names),
        can_undo=bool(session.past) and not state.is_over,
    )


def _puzzle(number: int) -> Puzzle:
    puzzles = load_puzzles()
    if number > len(puzzles):
        raise _Unable("cannot-be", f"the puzzles have the numbers 1 to {len(puzzles)}")
    return puzzles[number - 1]


def _of_the_court(session: AnySession) -> PageSession:
    """Return the session of a game that has a table of its own on the page."""
    if not isinstance(session.state, GameState):
        raise _Unable("not-now", f"this is for {GAMES[KEY].NAME} alone")
    return session


def _shown(
    game: str, session: AnySession, seat: int | None, card: Card | None = None
) -> Position | AnyPosition:
    """Return what a person may see of a game of any kind."""
    if isinstance(session.state, GameState):
        return position(game, session, seat, card)
    return any_table.shown(game, session, seat)


def _refusals(session: AnySession, request: Place | Play) -> tuple[Reason, ...]:
    if request.seat not in session.people:
        raise _Unable("not-now", f"seat {request.seat} is not a person's")
    # Asked about the view, since the state would reveal the cards of others.
    view = session.game.observe(session.state, request.seat)
    if isinstance(request, Play):
        return any_table.reasons_against(session.game, view, request.move)
    _of_the_court(session)
    return reasons_against(view, request.move)


def _hint(session: PageSession, seat: int) -> Advice:
    view = session.seen_by(seat)
    if not legal_moves(view):
        raise _Unable("not-now", "a hint is for the person to move")
    return advice(view)


def _opened(session: AnySession, request: Review | Copy | Rules) -> Reviewed | Copied | Ruled:
    if isinstance(request, Rules):
        rules = session.game.RULEBOOK.values()
        return Ruled(session.game.NAME, tuple(rule.text for rule in rules))
    if not session.state.is_over:
        raise _Unable("not-now", "the game is not over, and its record holds every hand")
    if isinstance(request, Copy):
        return Copied(str(session.record))
    placements = len(course(_of_the_court(session)))
    if request.number >= placements:
        raise _Unable("cannot-be", f"the game has {placements} placements")
    return reviewed(session, request.number)
