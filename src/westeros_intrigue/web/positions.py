"""Answers that show a game at one moment, as one person or everybody may see it."""

from __future__ import annotations

import html
from typing import Any

from westeros_intrigue.base.values import capital
from westeros_intrigue.rules.cards import House
from westeros_intrigue.rules.moves import legal_moves
from westeros_intrigue.rules.view import View
from westeros_intrigue.sessions import AnySession, names_of
from westeros_intrigue.sessions.seats import with_names
from westeros_intrigue.web.advice import advice
from westeros_intrigue.web.answers import Advice, AnyPosition, Choice, Position, Unable
from westeros_intrigue.web.endings import ending
from westeros_intrigue.web.event_sentences import printed, told
from westeros_intrigue.web.sessions import Screen, names_in, seats_shown, waits_for

_MOST_TOLD = 60


def shown(
    game_id: str, session: AnySession, seat: int | None, screen: Screen | None = None
) -> Position | AnyPosition:
    """Return what a person may see of a game of any kind."""
    game, state = session.game, session.state
    screen = screen or Screen(session.people)
    viewer, view = session.looks(seat, screen.here), session.seen_by(seat, screen.here)
    is_court = isinstance(view, View)
    # Other games count their seats from 0, in pictures and in sentences.
    first = 1 if is_court else 0
    called = names_in(session, viewer, first)
    story, standings = ending(session, view, called)
    table: dict[str, Any] = {
        "game": game_id,
        "moment": session.moment,
        "seats": seats_shown(session, viewer, first),
        "waits_for": waits_for(session),
        "viewer": viewer,
        "active": state.active_player,
        "story": story,
        "standings": standings,
        "can_undo": screen.can_undo and session.can_undo,
        "here": screen.here,
        "away": screen.away,
    }
    if is_court:
        takes = tuple(map(view.court.open_slots, House))
        return Position(
            **table, told=told(view, called), view=view, moves=legal_moves(view), takes=takes
        )
    titles = game.titles(state)
    happened = game.events(game.observe(session.first, viewer), view)[-_MOST_TOLD:]
    sentences = (game.sentence(event, viewer) for event in happened)

    def named(text: str) -> str:
        return with_names(text, called, titles)

    players = range(state.players)
    goods = [
        tuple(Choice(*each) for each in game.goods_of(view, player).items()) for player in players
    ]
    return AnyPosition(
        **table,
        key=game.KEY,
        name=game.NAME,
        question=printed(named(game.question(view))),
        moves=tuple(
            Choice(str(move), capital(named(game.move_in_words(view, move))))
            for move in game.legal_moves(view)
        ),
        facts=tuple(game.player_in_words(view, player) for player in players),
        goods=tuple(goods) if any(goods) else (),
        picture=with_names(game.draw_svg(view), [html.escape(name) for name in called]),
        words=named(game.draw_text(view)),
        told=tuple(printed(named(each)) for each in sentences if each),
    )


def hint(session: AnySession, seat: int, screen: Screen) -> Advice:
    """Return a move for the person to move: that of the usual player, except in the card game.

    Raises:
        Unable: the person is not to move.
    """
    view = session.seen_by(seat, screen.here)
    if not session.game.legal_moves(view):
        raise Unable("not-now", "a hint is for the person to move")
    if isinstance(view, View):
        return advice(view)
    move, told = session.hint(view, names_of(session.seats))
    return Advice(str(move), told)
