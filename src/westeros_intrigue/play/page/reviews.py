"""Advice about moves: why one is refused, which is best, and what those of the past cost.

Advice is computed from the view of the player who asks or who moved. A record, which contains every
hand, belongs to a game that is over.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Sequence
from itertools import islice, pairwise
from typing import Any, TypeAlias

import attrs

from westeros_intrigue import GameState, Move, Phase, View, Violation
from westeros_intrigue.gamekit import english
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import AnyGame, AnyPosition, write_line
from westeros_intrigue.gamekit.judging import Verdict, judge, seat_of, speaking_to
from westeros_intrigue.gamekit.refusals import AnyViolation
from westeros_intrigue.gamekit.results import YOU
from westeros_intrigue.lab.players.analysis import HINT_PLAYOUTS, analyse, better, why
from westeros_intrigue.lab.players.outlooks import players_in
from westeros_intrigue.play.page import messages, requests
from westeros_intrigue.play.page.positions import Screen, show_position
from westeros_intrigue.play.sessions import AnySession, Session, names_of

PageSession: TypeAlias = Session[GameState, View, Move]


def judge_move(game: AnyGame, view: AnyPosition, text: str, names: Sequence[str]) -> Verdict:
    """Return the move that a viewer entered, in notation or in words, and the reasons against it.

    Args:
        game: the game.
        view: the viewer's view.
        text: the move.
        names: the names of the seats.
    """

    def speak(sentence: str) -> str:
        # Most moves are legal, and need no names.
        seat = seat_of(view)
        called = [YOU if at == seat else name for at, name in enumerate(names)]
        return speaking_to(game, view, seat, called)(sentence)

    return judge(game, view, text, speak, advise=_advise_in_colours)


def show_reasons(verdict: Verdict) -> tuple[messages.Reason, ...]:
    """Return the reasons of a verdict as the page shows them."""
    return tuple(messages.Reason(each.code, each.rule, str(each)) for each in verdict.reasons)


def _advise_in_colours(violation: AnyViolation) -> str:
    """Return the advice of a violation for the page.

    The court on the page has no coordinates: it marks the places that are open to the chosen card.
    """
    if not isinstance(violation, Violation):
        return violation.remedy
    advice = violation.remedy.removesuffix(violation.suggestion)
    if violation.open_slots:
        return f"{advice}Choose a green place."
    if violation.instead:
        cards = english.join_words(dict.fromkeys(move.card for move in violation.instead), "or")
        fits_there = violation.instead[0].slot == violation.slot
        return f"{advice}{cards} would fit {'there' if fits_there else 'elsewhere'}."
    return advice


def find_hint(session: AnySession, seat: int | None, screen: Screen) -> messages.Advice:
    """Return a move for the person to move: by the default player, or the best placement.

    Raises:
        Unable: the person is not to move.
    """
    view = session.view_of(seat, screen.here)
    if not session.game.legal_moves(view):
        raise messages.Unable("not-now", "only the person to move can get a hint")
    if not isinstance(view, View):
        move, told = session.hint(view, names_of(session.seats))
        return messages.Advice(str(move), told)
    analysis = analyse(view, playouts=HINT_PLAYOUTS, assumed=_players_of(session))
    best, *others = (judged.move for judged in analysis.moves)
    sentences = [f"{name_placement(best)} looks best."]
    if reason := why(view, best, others):
        sentences.append(f"It {reason}.")
    if analysis.belief:
        name = names_of(session.seats, YOU, 1)[analysis.belief.player]
        sentences.append(analysis.belief.in_words(name))
    return messages.Advice(str(best), " ".join(filter(None, sentences)))


def _players_of(session: AnySession) -> tuple[str, ...]:
    """Return the players of the seats, whom the chances assume."""
    return players_in(seat.player for seat in session.seats)


@attrs.frozen
class _Judgement:
    """The value of a placement, as in `messages.PlacementReview`."""

    text: str = ""
    win: int | None = None
    against: str = ""
    loss: int | None = 0
    rank: int = 0
    choices: int = 0
    better: Move | None = None


def _judge(view: View, move: Move, assumed: Sequence[str], name: str) -> _Judgement:
    """Return the value of a placement, from the player's view; `name` is the other of two."""
    analysis = analyse(view, playouts=HINT_PLAYOUTS, assumed=assumed)
    best, made, lost = analysis.best, analysis.of(move), analysis.loss(move)
    win = round(100 * (made.win if made.has_chance else best.win))
    judged = _Judgement(
        win=win if best.has_chance else None,
        against=analysis.against,
        loss=0 if made.has_chance else None,
        rank=made.rank,
        choices=len(analysis.moves),
    )
    if len(analysis.moves) == 1:
        return attrs.evolve(judged, text="It was the only legal placement.")
    if not analysis.is_clear_loss(move):
        return attrs.evolve(judged, text="No other placement was clearly better.")
    reasons = ", and ".join(better(view, best, made))
    # The page shows rows instead of slots, so this distinguishes two slots in a row.
    is_near = (best.move.card, best.move.slot.row) == (move.card, move.slot.row)
    where = f"{move.card} elsewhere in that row" if is_near else name_placement(best.move)
    text = f"{where} was better: it {reasons}."
    if analysis.belief and (told := analysis.belief.in_words(name, is_past=True)):
        text += f" {told}"
    loss = round(100 * lost) if made.has_chance else None
    return attrs.evolve(judged, text=text, loss=loss, better=best.move)


def name_placement(move: Move) -> str:
    """Return a placement in words, as in advice: the card, and where it goes."""
    return f"{move.card} in {move.slot}"


def check_over(session: AnySession) -> None:
    """Raise `Unable` for an unfinished game, since its hidden cards must stay hidden."""
    if not session.state.is_over:
        raise messages.Unable("not-now", "the game is not over, and its record contains every hand")


def write_out(
    session: AnySession,
    request: requests.Review | requests.Copy | requests.Write,
    screen: Screen,
) -> messages.Answer:
    """Return the viewer's position, or hidden information in a finished game or finished rounds.

    Raises:
        Unable: the game is not over, or has no such moment.
    """
    if isinstance(request, requests.Write):
        return _write_position(session, request, screen)
    if isinstance(request, requests.Copy):
        check_over(session)
        return messages.RecordCopy(str(session.record))
    if not isinstance(session.state, GameState):
        check_over(session)
        return _show_past(request.game, session, request.number)
    return review_placement(session, request.number, screen.here)


def _write_position(
    session: AnySession, request: requests.Write, screen: Screen
) -> messages.PositionLine:
    """Return the viewer's position, or a moment of a finished game, in one line.

    Raises:
        Unable: the game has no such moment, is not over, or no line can describe the position.
    """
    position: AnyPosition
    if request.moment is None:
        viewer = session.viewer_for(request.seat, screen.here)
        position = session.game.observe(session.state, viewer)
    else:
        check_over(session)
        position = _find_state(session, request.moment)
    try:
        return messages.PositionLine(write_line(session.game, position))
    except InvalidValue as error:
        raise messages.Unable("cannot-be", str(error)) from None


def _show_past(game: str, session: AnySession, moment: int) -> messages.Shown:
    """Return an earlier moment of a finished game."""
    state = _find_state(session, moment)
    earlier = attrs.evolve(session, state=state, moment=moment, past=())
    return show_position(game, earlier, session.only_person)


def _find_state(session: AnySession, moment: int) -> Any:  # noqa: ANN401 - each game has its states
    """Return the state of a game at a moment, from 0.

    Raises:
        Unable: the game has no such moment before its end.
    """
    if moment >= session.moment:
        raise messages.Unable("cannot-be", f"the game has {session.moment} moments to look at")
    return next(islice(session.record.replay(), moment, None))


def rounds_over(session: PageSession) -> int:
    """Return the number of rounds that are over."""
    return session.state.round_number - (session.state.phase is Phase.PLAYING)


def review_placement(
    session: PageSession, number: int, here: Sequence[int]
) -> messages.PlacementReview:
    """Return a placement of a finished round, counted from 0 over all rounds.

    Before the end of the game, only placements by the only reader at the screen are judged.

    Raises:
        Unable: no round is over, or the rounds have fewer placements.
    """
    if not (over := rounds_over(session)):
        raise messages.Unable("not-now", "no round is over")
    placements = [
        (moment, before, after)
        for moment, (before, after) in enumerate(pairwise(session.record.replay()))
        if len(after.placements) > len(before.placements) and after.round_number <= over
    ]
    if number >= len(placements):
        raise messages.Unable(
            "cannot-be", f"the game has {english.count_things(len(placements), 'placement')}"
        )
    moment, before, after = placements[number]
    placed = after.placements[-1]
    # An automated house makes no choices.
    is_judged = placed.player not in before.variant.automated
    is_judged &= session.state.is_over or (placed.player,) == tuple(here)
    observe = session.game.observe
    move = placed.move
    names = names_of(session.seats, YOU, 1)
    judged = _Judgement()
    if is_judged:
        view, other = observe(before, placed.player), names[placed.player - 1]
        judged = _judge(view, move, _players_of(session), other)
    who = names[placed.player]
    return messages.PlacementReview(
        number=number,
        count=len(placements),
        text=f"Round {after.round_number}: {who} placed {move.card} in {move.slot}.",
        judgement=judged.text,
        win=judged.win,
        against=judged.against,
        loss=judged.loss,
        rank=judged.rank,
        choices=judged.choices,
        better=judged.better,
        view=observe(after, None),
        moment=moment,
        placers=tuple(after.placements[-1].player for _, _, after in placements),
        rounds=tuple(after.round_number for _, _, after in placements),
    )
