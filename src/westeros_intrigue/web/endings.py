"""The ends of rounds and games: who draws or wins, and the standings, as the viewer may know them.

Rules: round.throne, round.penalty, final.reveal, final.total, info.throne.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from westeros_intrigue.base.results import FinalResult
from westeros_intrigue.base.values import counted
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.rules.history import Decision
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.rulebook import rule
from westeros_intrigue.rules.scoring import rank, score_round
from westeros_intrigue.rules.view import View
from westeros_intrigue.sessions import AnySession
from westeros_intrigue.web.answers import Standing


def ending(
    session: AnySession,
    view: Any,  # noqa: ANN401 - a view of the game
    names: Sequence[str],
) -> tuple[tuple[str, ...], tuple[Standing, ...]]:
    """Return the end of the round or the game in sentences, and the standings; nothing before it.

    Args:
        session: the game.
        view: what the reader may see of it.
        names: what the seats are called.
    """
    state = session.state
    if not isinstance(view, View):
        if not state.is_over:
            return (), ()
        final = session.game.final_winner(state)
        return (_won(final, names),), tuple(_standings(final))
    if state.is_over:
        return tuple(_final_story(view, names)), tuple(_final_standings(view))
    if state.phase is not Phase.ROUND_OVER:
        return (), ()
    scored = observe(score_round(state), view.player)
    return tuple(_round_story(scored, names)), tuple(_round_standings(scored))


def _round_story(scored: View, names: Sequence[str]) -> Iterator[str]:
    result = scored.results[-1]
    is_own = result.last_placer == scored.player
    who = "You draw" if is_own else f"{names[result.last_placer]} draws"
    yield f"{who} an Iron Throne card."
    # The last round is also scored here, but its cards are turned over later.
    shown = f"Only you see it: {result.throne_card}."
    yield shown if is_own else "Face down until the end: 1 to 3 points off."


def _round_standings(scored: View) -> Iterator[Standing]:
    result = scored.results[-1]
    for seat, points in enumerate(result.penalty_points):
        is_drawn = seat == result.last_placer == scored.player and result.throne_card
        yield Standing(
            seat=seat,
            place=None,
            cards_left=result.cards_left[seat],
            points=points,
            notes=tuple(
                f"{each.points:+d} by {rule(each.rule).title}"
                for each in result.adjustments
                if each.player == seat
            ),
            throne_cards=(result.throne_card,) if is_drawn and result.throne_card else (),
            total=scored.penalty_points[seat],
        )


def _final_story(view: View, names: Sequence[str]) -> Iterator[str]:
    final = rank(view.penalty_points, view.revealed_score_piles)
    called = ["You" if seat == view.player else name for seat, name in enumerate(names)]
    least = final.totals[final.winners[0]]
    yield _won(final, called, f" with {counted(least, 'point')}")
    if final.decided_by is Decision.FEWEST_ICONS:
        yield "In the tie the Iron Throne card with the fewest icons decides."
    others = [seat for group in final.ranking[1:] for seat in group]
    nearest = view.player if view.player in others else next(iter(others), None)
    if nearest is not None and (gap := final.totals[nearest] - least):
        are = "You are" if nearest == view.player else f"{names[nearest]} is"
        yield f"{are} {counted(gap, 'point')} behind."


def _final_standings(view: View) -> Iterator[Standing]:
    piles = view.revealed_score_piles
    final = rank(view.penalty_points, piles)
    for place, seat in final.places:
        yield Standing(
            seat=seat,
            place=place,
            cards_left=view.results[-1].cards_left[seat],
            points=view.penalty_points[seat],
            notes=(),
            throne_cards=piles[seat],
            total=final.totals[seat],
        )


def _standings(final: FinalResult) -> Iterator[Standing]:
    for place, seat in final.places:
        total = final.totals[seat] if final.totals else None
        yield Standing(seat, place, 0, 0, (), (), total)


def _won(final: FinalResult, called: Sequence[str], how: str = "") -> str:
    winners = [called[seat] for seat in final.winners]
    if len(winners) > 1:
        return f"{' and '.join(winners)} share the win."
    return f"{winners[0]} {'win' if winners == ['You'] else 'wins'}{how}."
