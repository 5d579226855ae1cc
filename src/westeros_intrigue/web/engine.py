"""The engine behind the page: messages in, messages out. It holds the states; views leave it."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import TypeAlias, assert_never

from westeros_intrigue.base.errors import DecodingError, WesterosIntrigueError
from westeros_intrigue.drawing import draw_svg
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.puzzles import Puzzle, load_puzzles
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.moves import legal_moves
from westeros_intrigue.rules.rulebook import rule
from westeros_intrigue.rules.variants import OPTION_RULES, needs_houses
from westeros_intrigue.text.records import Record
from westeros_intrigue.web import telling
from westeros_intrigue.web.advice import advice, reasons_against
from westeros_intrigue.web.answers import (
    Advice,
    Answer,
    Choice,
    Chosen,
    Copied,
    Fault,
    OptionChoice,
    Position,
    Reason,
    Refused,
    Reviewed,
)
from westeros_intrigue.web.keeping import Folder
from westeros_intrigue.web.levels import LEVELS
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
    Pose,
    Request,
    Review,
    Step,
    Undo,
    read_request,
)
from westeros_intrigue.web.reviewing import reviewed
from westeros_intrigue.web.seating import TABLE_CHOICES, seats_of
from westeros_intrigue.web.sitting import Sitting

_MOST_IN_MEMORY = 100
_LOCKS = 64
_SEEDS = 2**53  # too many to be tried by a player, who knows one of the hands

_InGame: TypeAlias = Look | Place | Step | Undo | Hint | Review | Copy


class _Unable(Exception):
    """What was asked for cannot be done; the answer is the fault."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.fault = Fault(code, text)


class Engine:
    """Answers messages about the games of a folder; any number of threads may ask.

    Each change of a game is kept before it is answered, so another engine can go on with it.

    Args:
        folder: where the games are kept.
    """

    def __init__(self, folder: Folder) -> None:
        """Read nothing yet."""
        self._folder = folder
        self._sittings: dict[str, Sitting] = {}
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
            case Begin():
                return self._begun(request)
            case Load():
                return self._loaded(request.record)
            case Pose():
                return posed(_puzzle(request.number), request.card)
            case Attempt():
                return attempted(_puzzle(request.number), request.move)
        with self._locks[int(request.game, 16) % _LOCKS]:
            return self._followed_in_game(request, self._sitting(request.game))

    def _followed_in_game(self, request: _InGame, sitting: Sitting) -> Answer:
        match request:
            case Look():
                return position(request.game, sitting, request.seat, request.card)
            case Review() | Copy():
                return _opened(sitting, request)
        if request.moment != sitting.moment:
            raise _Unable("moved-on", "the game has moved on since")
        match request:
            case Hint():
                return _hint(sitting, request.seat)
            case Place():
                if reasons := _refusals(sitting, request):
                    return Refused(reasons)
                sitting = sitting.placed(request.seat, request.move)
            case Step():
                sitting = _stepped(sitting)
            case Undo():
                sitting = _undone(sitting)
            case _:
                assert_never(request)
        self._keep(request.game, sitting)
        return position(request.game, sitting, request.seat)

    def _choices(self) -> Chosen:
        return Chosen(
            tables=TABLE_CHOICES,
            levels=tuple(Choice(name, level.title) for name, level in LEVELS.items()),
            options=tuple(
                OptionChoice(name, rule(each).text, needs_houses=needs_houses([name]))
                for name, each in OPTION_RULES.items()
            ),
            games=tuple(self._games()),
            puzzles=level_choices(),
        )

    def _games(self) -> Iterator[Choice]:
        for game in self._folder.latest():
            with suppress(WesterosIntrigueError):  # somebody has changed the file
                if record := self._folder.read(game):
                    yield Choice(game, _title(record))

    def _begun(self, wanted: Begin) -> Position:
        seed = secrets.randbelow(_SEEDS) if wanted.seed is None else wanted.seed
        try:
            return self._new(Sitting.begun(wanted, seed))
        except WesterosIntrigueError as error:
            raise _Unable("cannot-be", f"there is no such game: {error}") from None

    def _loaded(self, text: str) -> Position:
        try:
            return self._new(Sitting.resumed(Record.parse(text)))
        except WesterosIntrigueError as error:
            raise _Unable("cannot-be", f"the record cannot be read: {error}") from None

    def _new(self, sitting: Sitting) -> Position:
        game = self._folder.new_id()
        self._keep(game, sitting)
        # Where several people share the screen, none has said yet who they are.
        seat = sitting.people[0] if len(sitting.people) == 1 else None
        return position(game, sitting, seat)

    def _sitting(self, game: str) -> Sitting:
        with self._memory:
            if game in self._sittings:
                return self._sittings[game]
        try:
            record = self._folder.read(game)
            if record is None:
                raise _Unable("no-such-game", f"no game {game} is kept here")
            sitting = Sitting.resumed(record)
        except WesterosIntrigueError as error:
            raise _Unable("no-such-game", f"game {game} cannot be read: {error}") from None
        self._remember(game, sitting)
        return sitting

    def _keep(self, game: str, sitting: Sitting) -> None:
        self._folder.write(game, sitting.record)
        self._remember(game, sitting)

    def _remember(self, game: str, sitting: Sitting) -> None:
        with self._memory:
            self._sittings.pop(game, None)
            self._sittings[game] = sitting
            if len(self._sittings) > _MOST_IN_MEMORY:
                del self._sittings[next(iter(self._sittings))]


def position(game: str, sitting: Sitting, seat: int | None, card: Card | None = None) -> Position:
    """Return what a person may see of a game; for `card` the picture shows where it may go."""
    state, view = sitting.state, sitting.seen_by(seat)
    names = sitting.names
    return Position(
        game=game,
        moment=sitting.moment,
        seats=sitting.seats,
        waits_for=sitting.waits_for,
        view=view,
        moves=legal_moves(view),
        picture=draw_svg(view, open_for=card, unsupported=True, seats=False, names=names),
        told=telling.told(view, names),
        story=telling.story(state, view, names),
        can_undo=bool(sitting.past) and not state.is_over,
    )


def _puzzle(number: int) -> Puzzle:
    puzzles = load_puzzles()
    if number > len(puzzles):
        raise _Unable("cannot-be", f"the puzzles have the numbers 1 to {len(puzzles)}")
    return puzzles[number - 1]


def _title(record: Record) -> str:
    """Return what a kept game is called."""
    names = ", ".join(seat.name for seat in seats_of(record))
    state = record.state
    rounds = state.variant.rounds_for(state.players)
    return f"{names}: {'over' if state.is_over else f'round {state.round_number} of {rounds}'}"


def _refusals(sitting: Sitting, request: Place) -> tuple[Reason, ...]:
    if request.seat not in sitting.people:
        raise _Unable("not-now", f"seat {request.seat} is not a person's")
    # Asked about the view, since the state would tell about the cards of others.
    view = observe(sitting.state, request.seat)
    return reasons_against(view, request.move)


def _stepped(sitting: Sitting) -> Sitting:
    if sitting.waits_for not in {"step", "round"}:
        raise _Unable("not-now", f"the game waits for {sitting.waits_for}, not for a step")
    return sitting.stepped()


def _undone(sitting: Sitting) -> Sitting:
    if sitting.state.is_over or not sitting.past:
        raise _Unable("not-now", "there is nothing to take back")
    return sitting.undone()


def _hint(sitting: Sitting, seat: int) -> Advice:
    view = sitting.seen_by(seat)
    if not legal_moves(view):
        raise _Unable("not-now", "a hint is for the person to move")
    return advice(view)


def _opened(sitting: Sitting, request: Review | Copy) -> Reviewed | Copied:
    if not sitting.state.is_over:
        raise _Unable("not-now", "the game is not over, and its record holds every hand")
    if isinstance(request, Copy):
        return Copied(str(sitting.record))
    if request.number >= len(sitting.course):
        raise _Unable("cannot-be", f"the game has {len(sitting.course)} placements")
    return reviewed(sitting, request.number)
