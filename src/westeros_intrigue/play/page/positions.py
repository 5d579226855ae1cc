"""The answers that show a game at one moment, each made from the viewer's view.

`show_court` presents the card game and `show_any` all others; what both messages have in common
stands in `messages.Common`.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import html
from collections.abc import Iterator, Sequence

import attrs

import westeros_intrigue
from westeros_intrigue import GameState, House, Phase, View, rule
from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.errors import PlayerFailed
from westeros_intrigue.gamekit.game import AnyGame, AnyPosition, HasPasses
from westeros_intrigue.gamekit.quantities import ranges_of
from westeros_intrigue.gamekit.results import YOU, FinalResult
from westeros_intrigue.gamekit.rulebook import paragraphs
from westeros_intrigue.gamekit.sentences import draw_lines, telling_titles, with_names
from westeros_intrigue.play.page import messages
from westeros_intrigue.play.page.own_screens import show_screen
from westeros_intrigue.play.page.stories import Stories
from westeros_intrigue.play.sessions import AnySession, names_of
from westeros_intrigue.rules import HouseRules
from westeros_intrigue.rules.points import Decision


@attrs.frozen
class Screen(values.Value):
    """A screen that shows a game."""

    here: tuple[int, ...]
    """The seats of the people at this screen."""
    away: tuple[messages.Absence, ...] = ()
    """The people for whom the game may wait, and whose screens are not connected."""
    reading: tuple[int, ...] = ()
    """The seats of people who are still reading the end of a round."""
    watching: int = 0
    """The number of spectators' screens."""
    claims: tuple[messages.SeatClaim, ...] = ()
    """The newcomers who claim a seat, if this screen may let them in."""
    arrivals: tuple[messages.Arrival, ...] = ()
    """The screens that were let in."""
    is_lobby: bool = False
    """True until the game has begun: no screen shows a hand, and nothing happens."""
    is_alone: bool = True
    """False if friends play; nothing can then be undone or skipped."""
    failed: PlayerFailed | OSError | None = None
    """The error of the player to move or of the folder, if the step after this moment failed."""


def first_number(game: AnyGame) -> int:
    """Return the number by which the page calls seat 0 of a game."""
    # Other games count seats from 0 in pictures and sentences.
    is_card_game = game.KEY == westeros_intrigue.KEY or isinstance(game, HouseRules)
    return 1 if is_card_game else 0


def deal_of(session: AnySession) -> int | None:
    """Return the number of the deal of a game that deals all hands again; None for other games."""
    state = session.state
    return state.round_number if isinstance(state, GameState) else None


def names_at(session: AnySession, alone: str = "") -> tuple[str, ...]:
    """Return the names at a table; unnamed people are called players with the page's numbers.

    Args:
        session: the game.
        alone: the name of the only person; empty to treat them like other players.
    """
    return names_of(session.seats, alone, first_number(session.game))


def show_seats(session: AnySession, names: Sequence[str]) -> tuple[messages.TableSeat, ...]:
    """Return the seats with their names on the page."""
    return tuple(
        messages.TableSeat(
            name=name,
            who=seat.who,
            player=seat.player,
            stand_in=seat.stand_in.name if seat.stand_in else "",
            is_asked=seat.stand_in is not None and seat.stand_in.is_asked,
        )
        for name, seat in zip(names, session.seats, strict=True)
    )


def waits_for(session: AnySession) -> str:
    """Return the value of `waits_for` in messages."""
    return "round" if session.state.phase is Phase.ROUND_OVER else session.waits_for


def house_rule_in_words(game: object) -> str:
    """Return the name and the text of a house rule, for a table; "" for another game."""
    if not isinstance(game, HouseRules):
        return ""
    said = [each.text for each in game.RULES] or paragraphs(game.__doc__ or "")
    return f"{game.NAME}: {' '.join(said)}"


def show_position(
    game_id: str,
    session: AnySession,
    seat: int | None,
    screen: Screen | None = None,
    stories: Stories | None = None,
    *,
    is_drawn: bool = True,
) -> messages.Shown:
    """Return a person's view of any game, as a message.

    Args:
        game_id: the id of the game.
        session: the game.
        seat: the seat of the person; None for public information.
        screen: the screen; None for that of all people.
        stories: the stories of its readers; None to put the whole story into words.
        is_drawn: False to leave out the table as a picture and in words.
    """
    screen = screen or Screen(session.people)
    stories = stories or Stories()
    viewer = session.viewer_for(seat, screen.here)
    view: AnyPosition = session.game.observe(session.state, viewer)
    names = names_at(session, "" if viewer is None else YOU)
    story, standings = _describe_end(session, view, names)
    common = messages.Common(
        game=game_id,
        key=session.game.KEY,
        moment=session.moment,
        seats=show_seats(session, names),
        waits_for="friends" if screen.is_lobby else waits_for(session),
        viewer=viewer,
        active=session.state.active_player,
        story=story,
        standings=standings,
        can_undo=screen.is_alone and session.can_undo,
        here=screen.here,
        away=screen.away,
        reading=screen.reading,
        watching=screen.watching,
        claims=screen.claims,
        arrivals=screen.arrivals,
        failure=_describe_failure(session, names, screen.failed),
    )
    if isinstance(view, View):
        return show_court(common, view, session, stories)
    return show_any(common, view, session, stories, is_drawn=is_drawn)


def show_court(
    common: messages.Common, view: View, session: AnySession, stories: Stories
) -> messages.Position:
    """Return the message that shows a view of the card game, perhaps with a house rule."""
    told = stories.tell_story(common.game, session, view, common.viewer, names=names_in(common))
    return messages.Position(
        game=common.game,
        key=common.key,
        moment=common.moment,
        seats=common.seats,
        waits_for=common.waits_for,
        viewer=common.viewer,
        active=common.active,
        story=common.story,
        standings=common.standings,
        can_undo=common.can_undo,
        here=common.here,
        away=common.away,
        reading=common.reading,
        watching=common.watching,
        claims=common.claims,
        arrivals=common.arrivals,
        failure=common.failure,
        told=tuple(filter(None, (house_rule_in_words(session.game), *told))),
        view=view,
        moves=tuple(session.game.legal_moves(view)),
        takes=open_slots(view),
    )


def names_in(common: messages.Common) -> tuple[str, ...]:
    """Return the names of the seats."""
    return tuple(seat.name for seat in common.seats)


def show_any(
    common: messages.Common,
    view: AnyPosition,
    session: AnySession,
    stories: Stories,
    *,
    is_drawn: bool = True,
) -> messages.AnyPosition:
    """Return the message that shows a view of a game other than the card game."""
    game, viewer, names = session.game, common.viewer, names_in(common)
    titles = telling_titles(game.titles(view))
    # As the story speaks to its reader, so does the table.
    called = [YOU if seat == viewer else name for seat, name in enumerate(names)]

    def with_all_names(text: str) -> str:
        return with_names(text, called, titles)

    players = range(view.players)
    goods = tuple(
        tuple(messages.Choice(*named) for named in game.goods_of(view, player).items())
        for player in players
    )
    moves = {
        str(move): english.capital(with_all_names(game.move_in_words(view, move)))
        for move in game.legal_moves(view)
    }
    return messages.AnyPosition(
        game=common.game,
        key=common.key,
        moment=common.moment,
        seats=common.seats,
        waits_for=common.waits_for,
        viewer=common.viewer,
        active=common.active,
        story=common.story,
        standings=common.standings,
        can_undo=common.can_undo,
        here=common.here,
        away=common.away,
        reading=common.reading,
        watching=common.watching,
        claims=common.claims,
        arrivals=common.arrivals,
        failure=common.failure,
        told=stories.tell_story(common.game, session, view, viewer, names=names, titles=titles),
        name=game.NAME,
        question=english.as_sentence(with_all_names(game.question(view))),
        moves=tuple(messages.Choice(*each) for each in moves.items()),
        ranges=ranges_of(game, moves),
        passes=tuple(game.PASSES) if isinstance(game, HasPasses) else (),
        facts=tuple(game.player_in_words(view, player) for player in players),
        goods=goods if any(goods) else (),
        picture=_draw(game, view, called) if is_drawn else "",
        words=draw_lines(game, view, called) if is_drawn else (),
        screen=show_screen(game, view),
    )


def _draw(game: AnyGame, view: AnyPosition, names: Sequence[str]) -> str:
    return with_names(game.draw_svg(view), [html.escape(name) for name in names])


def _describe_end(
    session: AnySession,
    view: AnyPosition,
    names: Sequence[str],
) -> tuple[tuple[str, ...], tuple[messages.Standing, ...]]:
    """Return the end of the round or the game as sentences, and the standings; empty before.

    Args:
        session: the game.
        view: the reader's view.
        names: the names of the seats.
    """
    state = session.state
    if not isinstance(view, View):
        if not state.is_over:
            return (), ()
        final = session.game.final_winner(state)
        return (_name_winners(final, names),), tuple(_standings(final))
    called = [YOU if seat == view.player else name for seat, name in enumerate(names)]
    if state.is_over:
        final = session.game.final_winner(state)
        return tuple(_final_story(final, called)), tuple(_standings(final, view))
    if state.phase is not Phase.ROUND_OVER:
        return (), ()
    scored = session.game.observe(session.stepped().state, view.player)
    story = (with_names(told, called) for told in _round_story(scored))
    return tuple(story), tuple(_round_standings(scored))


def _round_story(scored: View) -> Iterator[str]:
    result = scored.results[-1]
    placer = f"player {result.last_placer}"
    yield f"{placer} draws an Iron Throne card for the last placement."
    # This also scores the last round, but its cards are revealed later.
    if result.throne_card and result.last_placer == scored.player:
        off = english.count_things(result.throne_card.value, "point")
        yield f"Only you see it: at the end, it takes {off} off your total."
    else:
        yield f"At the end, it takes 1 to 3 points off {placer}'s total."
    points = scored.penalty_points
    leaders = [f"player {seat}" for seat, each in enumerate(points) if each == min(points)]
    lead = f"lead{'s' * (len(leaders) == 1)} with {english.count_things(min(points), 'point')}"
    yield f"{english.join_words(leaders)} {lead}: the fewest win."


def _round_standings(scored: View) -> Iterator[messages.Standing]:
    result = scored.results[-1]
    for seat, points in enumerate(result.penalty_points):
        yield messages.Standing(
            seat=seat,
            place=None,
            cards_left=result.cards_left[seat],
            points=points,
            notes=tuple(
                f"{each.points:+d} by {rule(each.rule).title}"
                for each in result.adjustments
                if each.player == seat
            ),
            # After the last round, the drawer's card must stay hidden from the others.
            throne_cards=(result.throne_card,)
            if result.throne_card and seat == result.last_placer == scored.player
            else (),
            total=scored.penalty_points[seat],
        )


def _final_story(final: FinalResult, names: Sequence[str]) -> Iterator[str]:
    least = english.count_things(final.totals[final.winners[0]], "point")
    yield _name_winners(final, names, f" with {least}")
    if final.decided_by is Decision.FEWEST_ICONS:
        yield "The Iron Throne card with the fewest icons breaks the tie."


def _standings(final: FinalResult, view: View | None = None) -> Iterator[messages.Standing]:
    for place, seat in final.places:
        yield messages.Standing(
            seat=seat,
            place=place,
            cards_left=view.results[-1].cards_left[seat] if view else 0,
            points=view.penalty_points[seat] if view else 0,
            notes=(),
            throne_cards=view.revealed_score_piles[seat] if view else (),
            total=final.totals[seat] if final.totals else None,
        )


def _name_winners(final: FinalResult, called: Sequence[str], how: str = "") -> str:
    winner, *others = final.winners
    if others:
        return f"{' and '.join(called[seat] for seat in final.winners)} share the win."
    return with_names(f"player {winner} wins{how}.", called)


def _describe_failure(
    session: AnySession, names: Sequence[str], failed: PlayerFailed | OSError | None
) -> messages.Failure | None:
    if failed is None:
        return None
    text = english.as_sentence(failure_in_words(failed, names))
    if isinstance(failed, PlayerFailed):
        return messages.Failure(text, session.substitute(failed.player))
    return messages.Failure(text, "")


def failure_in_words(failed: PlayerFailed | OSError, names: Sequence[str]) -> str:
    """Return a failure as people at the table may read it.

    >>> failure_in_words(PlayerFailed("chatty", 1, 5, "KeyError", "S4"), ("Ada", "Ben"))
    "chatty, asked for Ben's move at step 5, failed: KeyError"
    >>> failure_in_words(OSError(28, "No space left on device"), ())
    'the folder of games cannot be used: No space left on device'
    """
    if isinstance(failed, PlayerFailed):
        return with_names(failed.in_public, names)
    return f"the folder of games cannot be used: {failed.strerror or failed}"


def open_slots(view: View) -> messages.OpenSlots:
    """Return the slots open to each house."""
    return tuple(map(view.court.open_slots, House))
