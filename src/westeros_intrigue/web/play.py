"""The requests that change a game, open what was hidden in it, or are about a puzzle."""

from __future__ import annotations

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.game import GAMES
from westeros_intrigue.puzzles import load_puzzles
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.sessions import AnySession
from westeros_intrigue.web.advice import reasons_against
from westeros_intrigue.web.answers import (
    AnyPosition,
    Attempted,
    Copied,
    Posed,
    Position,
    Reason,
    Refused,
    Reviewed,
    Ruled,
    Unable,
)
from westeros_intrigue.web.puzzling import attempted, posed
from westeros_intrigue.web.requests import Attempt, Copy, Play, Pose, Review, Step, Undo
from westeros_intrigue.web.reviewing import check_over, past, reviewed
from westeros_intrigue.web.sessions import Screen

_MOST_STEPS = 500


def puzzled(request: Pose | Attempt) -> Posed | Attempted | Refused:
    """Return a puzzle, or what comes of a placement in it."""
    puzzles = load_puzzles()
    if request.number > len(puzzles):
        raise Unable("cannot-be", f"the puzzles have the numbers 1 to {len(puzzles)}")
    puzzle = puzzles[request.number - 1]
    if isinstance(request, Pose):
        return posed(puzzle)
    return attempted(puzzle, request.move)


def rules_of(key: str) -> Ruled:
    """Return the rules of a game.

    Raises:
        Unable: no game has this key.
    """
    if key not in GAMES:
        raise Unable("cannot-be", f"the games are {', '.join(GAMES)}, not {key}")
    game = GAMES[key]
    rules = tuple(rule.text for rule in game.RULEBOOK.values())
    return Ruled(game.NAME, game.PRIMER, rules)


def refusals(session: AnySession, request: Play, screen: Screen) -> tuple[Reason, ...]:
    """Return what is wrong with a move of a person at a screen; nothing if it is legal.

    Raises:
        Unable: nobody at this screen sits there.
    """
    if request.seat not in session.people:
        raise Unable("not-now", f"seat {request.seat} is not a person's")
    if request.seat not in screen.here:
        raise Unable("not-yours", "somebody else sits there")
    # Asked about the view, since the state would reveal the cards of others.
    view = session.game.observe(session.state, request.seat)
    return reasons_against(session.game, view, request.move)


def changed(session: AnySession, request: Play | Step | Undo, screen: Screen) -> AnySession:
    """Return the game after a request.

    Raises:
        Unable: nothing can happen, or be undone, at this moment.
    """
    if isinstance(request, Play):
        return session.moved(request.seat, session.game.parse_move(request.move))
    if isinstance(request, Undo) and not screen.can_undo:
        raise Unable("not-now", "friends play, and what they did cannot be undone")
    try:
        is_step = isinstance(request, Step)
        return _stepped(session, request.seat) if is_step else session.undone()
    except InvalidValue as error:
        raise Unable("not-now", str(error)) from None


def _stepped(session: AnySession, seat: int | None) -> AnySession:
    """Return the game after the steps up to the next event that the viewer learns of.

    Raises:
        InvalidValue: the game waits for a person, or is over.
    """
    after = session.stepped()
    for _ in range(_MOST_STEPS):
        happened = after.game.events(session.state, after.state)
        is_told = any(after.game.sentence(event, seat) for event in happened)
        if is_told or after.waits_for != "step":
            break
        after = after.stepped()
    return after


def opened(
    session: AnySession, request: Review | Copy
) -> Reviewed | Position | AnyPosition | Copied:
    """Return what was hidden in a game that is over.

    Raises:
        Unable: it is not over, or has no such moment.
    """
    check_over(session)
    if isinstance(request, Copy):
        return Copied(str(session.record))
    if not isinstance(session.state, GameState):
        return past(request.game, session, request.number)
    return reviewed(session, request.number)
