"""A game that is over, shown again placement by placement."""

from __future__ import annotations

from itertools import islice

import attrs

from westeros_intrigue.base.values import counted
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.sessions import AnySession, Session
from westeros_intrigue.web.advice import judgement
from westeros_intrigue.web.answers import AnyPosition, Position, Reviewed, Unable
from westeros_intrigue.web.positions import shown
from westeros_intrigue.web.sessions import PageSession, course, names_in


def reviewed(session: PageSession, number: int) -> Reviewed:
    """Return a placement of a game that is over, counted from 0 over all rounds.

    Raises:
        Unable: the game has fewer placements.
    """
    placements = course(session)
    if number >= len(placements):
        raise Unable("cannot-be", f"the game has {counted(len(placements), 'placement')}")
    moment, before, after = placements[number]
    placed = after.placements[-1]
    # An automated house chooses nothing.
    is_chosen = placed.player not in before.variant.automated
    judged = judgement(observe(before, placed.player), placed.move) if is_chosen else None
    move = placed.move
    who = names_in(session, next(iter(session.people), None))[placed.player]
    return Reviewed(
        number=number,
        count=len(placements),
        text=f"Round {after.round_number}: {who} placed {move.card} in {move.slot}.",
        judgement=judged.text if judged else "",
        win=judged.win if judged else None,
        loss=judged.loss if judged else 0,
        better=judged.better if judged else None,
        view=observe(after, None),
        moment=moment,
        placers=tuple(after.placements[-1].player for _, _, after in placements),
        rounds=tuple(after.round_number for _, _, after in placements),
    )


def past(game: str, session: AnySession, moment: int) -> Position | AnyPosition:
    """Return an earlier moment of a game that is over."""
    if moment >= session.moment:
        raise Unable("cannot-be", f"the game has {session.moment} moments to look at")
    state = next(islice(session.record.replay(), moment, None))
    earlier = attrs.evolve(session, state=state, moment=moment, past=())
    seat = session.people[0] if len(session.people) == 1 else None
    return shown(game, earlier, seat)


def check_over(session: AnySession) -> None:
    """Raise `Unable` for a game that is under way: what lies behind it is hidden."""
    if not session.state.is_over:
        raise Unable("not-now", "the game is not over, and its record contains every hand")


def branched(session: AnySession, moment: int) -> AnySession:
    """Return a new game that goes on from an earlier moment of a game.

    Named players do at first what they did.

    Raises:
        Unable: the game is not over, or has no such moment.
    """
    check_over(session)
    if moment >= session.moment:
        raise Unable("cannot-be", f"the game has {session.moment} moments to go on from")
    state = next(islice(session.record.replay(), moment, None))
    record = session.game.Record.from_state(state, tags=dict(session.record.tags))
    return Session.resumed(session.game, record)
