"""The requests about a game under way: what they show of it, and what they change."""

from __future__ import annotations

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.game import GAMES
from westeros_intrigue.puzzles import load_puzzles
from westeros_intrigue.rules.cards import House
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import legal_moves
from westeros_intrigue.rules.view import View
from westeros_intrigue.web import any_table
from westeros_intrigue.web.advice import advice, reasons_against
from westeros_intrigue.web.answers import (
    Advice,
    AnyPosition,
    Attempted,
    Copied,
    Posed,
    Position,
    Reason,
    Refused,
    Reviewed,
    Ruled,
    Suggestion,
    Unable,
)
from westeros_intrigue.web.any_table import AnySession, stepped
from westeros_intrigue.web.endings import ending
from westeros_intrigue.web.event_sentences import told
from westeros_intrigue.web.puzzling import attempted, posed
from westeros_intrigue.web.requests import (
    Attempt,
    Copy,
    Place,
    Play,
    Pose,
    Review,
    Rules,
    Step,
    Undo,
)
from westeros_intrigue.web.reviewing import check_over, past, reviewed
from westeros_intrigue.web.sessions import (
    PageSession,
    Screen,
    course,
    names_in,
    seats_shown,
    waits_for,
)

KEY = "westeros-intrigue"
"""The game that has its own table on the page."""


def position(game: str, session: PageSession, seat: int | None, screen: Screen) -> Position:
    """Return what a person may see of a game."""
    state, view = session.state, session.seen_by(seat, screen.here)
    names = names_in(session, view.player)
    story, standings = ending(state, view, names)
    return Position(
        game=game,
        moment=session.moment,
        seats=seats_shown(session, view.player),
        waits_for=waits_for(session),
        view=view,
        moves=legal_moves(view),
        takes=tuple(map(view.court.open_slots, House)),
        told=told(view, names),
        story=story,
        standings=standings,
        can_undo=screen.can_undo and bool(session.past) and not state.is_over,
        here=screen.here,
        away=screen.away,
    )


def puzzled(request: Pose | Attempt) -> Posed | Attempted | Refused:
    """Return a puzzle, or what comes of a placement in it."""
    puzzles = load_puzzles()
    if request.number > len(puzzles):
        raise Unable("cannot-be", f"the puzzles have the numbers 1 to {len(puzzles)}")
    puzzle = puzzles[request.number - 1]
    if isinstance(request, Pose):
        return posed(puzzle)
    return attempted(puzzle, request.move)


def of_the_court(session: AnySession) -> PageSession:
    """Return the session of a game that has its own table on the page."""
    if not isinstance(session.state, GameState):
        raise Unable("not-now", f"this is for {GAMES[KEY].NAME} alone")
    return session


def shown(
    game: str, session: AnySession, seat: int | None, screen: Screen
) -> Position | AnyPosition:
    """Return what a person may see of a game of any kind."""
    if isinstance(session.state, GameState):
        return position(game, session, seat, screen)
    return any_table.shown(game, session, seat, screen)


def refusals(session: AnySession, request: Place | Play) -> tuple[Reason, ...]:
    """Return what is wrong with a move of a person; nothing if it is legal."""
    if request.seat not in session.people:
        raise Unable("not-now", f"seat {request.seat} is not a person's")
    # Asked about the view, since the state would reveal the cards of others.
    view = session.game.observe(session.state, request.seat)
    if isinstance(request, Play):
        return any_table.reasons_against(session.game, view, request.move)
    of_the_court(session)
    return reasons_against(view, request.move)


def changed(session: AnySession, request: Place | Play | Step | Undo, screen: Screen) -> AnySession:
    """Return the game after a request."""
    if isinstance(request, Place):
        return session.moved(request.seat, request.move)
    if isinstance(request, Play):
        return session.moved(request.seat, session.game.parse_move(request.move))
    if isinstance(request, Undo) and not screen.can_undo:
        raise Unable("not-now", "friends play, and what they did cannot be undone")
    try:
        is_step = isinstance(request, Step)
        return stepped(session, request.seat) if is_step else session.undone()
    except InvalidValue as error:
        raise Unable("not-now", str(error)) from None


def hint(session: AnySession, seat: int, screen: Screen) -> Advice | Suggestion:
    """Return advice for the person to move."""
    view = session.seen_by(seat, screen.here)
    if not session.game.legal_moves(view):
        raise Unable("not-now", "a hint is for the person to move")
    return advice(view) if isinstance(view, View) else any_table.suggestion(session, view)


def opened(
    session: AnySession, request: Review | Copy | Rules
) -> Reviewed | AnyPosition | Copied | Ruled:
    """Return what can be opened of a game: its rules, or once it is over what was hidden."""
    if isinstance(request, Rules):
        rules = session.game.RULEBOOK.values()
        return Ruled(session.game.NAME, tuple(rule.text for rule in rules))
    check_over(session)
    if isinstance(request, Copy):
        return Copied(str(session.record))
    if not isinstance(session.state, GameState):
        return past(request.game, session, request.number)
    placements = len(course(session))
    if request.number >= placements:
        raise Unable("cannot-be", f"the game has {placements} placements")
    return reviewed(session, request.number)
