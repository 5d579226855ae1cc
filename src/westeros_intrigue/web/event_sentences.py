"""The events of a game in sentences for people, as far as the viewer may know them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from westeros_intrigue.drawing.scene import counted, won_by
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.rules.events import RoundStart, SetAside
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.log import events
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.rulebook import rule
from westeros_intrigue.rules.scoring import rank, score_round
from westeros_intrigue.rules.view import View
from westeros_intrigue.sessions.seats import with_names
from westeros_intrigue.text.sentences import sentence

_IN_A_ROUND = (RoundStart, SetAside, Placement, Elimination)


def told(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return what has happened in the round, the first thing first."""
    happened = events(None, view)
    last_start = max(
        number for number, event in enumerate(happened) if isinstance(event, RoundStart)
    )
    # The story describes the end.
    in_round = (each for each in happened[last_start:] if isinstance(each, _IN_A_ROUND))
    sentences = (sentence(each, view.player) for each in in_round)
    return tuple(f"{with_names(each, names)}." for each in sentences if each)


def story(state: GameState, view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return how the round or the game ended; nothing while one is played.

    Args:
        state: the game.
        view: what the reader may see of it.
        names: what the seats are called.
    """
    if state.phase is Phase.ROUND_OVER:
        scored = observe(score_round(state), view.player)
        return tuple(_round_story(scored.results[-1], scored, names))
    return tuple(_final_story(view, names)) if state.is_over else ()


def _round_story(result: RoundResult, scored: View, names: Sequence[str]) -> Iterator[str]:
    last = names[result.last_placer]
    # At the end of the game all are turned over, and until then the reader knows their own.
    is_shown = not scored.is_over or result.last_placer == scored.player
    card = f": {result.throne_card}" if is_shown and result.throne_card else ""
    yield f"{last} placed the last card, and draws an Iron Throne card{card}."
    for seat, points in enumerate(result.penalty_points):
        left = counted(result.cards_left[seat], "card")
        changes = "".join(
            f", {each.points:+d} by {rule(each.rule).title}"
            for each in result.adjustments
            if each.player == seat
        )
        taken = counted(points, "penalty point")
        total = scored.penalty_points[seat]
        yield f"{names[seat]} has {left} left{changes}: {taken}, {total} in all."


def _final_story(view: View, names: Sequence[str]) -> Iterator[str]:
    piles = view.revealed_score_piles
    final = rank(view.penalty_points, piles)
    yield "The Iron Throne cards are turned over."
    # The best comes last.
    for seat in (seat for place in reversed(final.ranking) for seat in place):
        cards = "; ".join(map(str, piles[seat])) or "none"
        points = counted(view.penalty_points[seat], "point")
        yield f"{names[seat]}: {points}, Iron Throne cards: {cards}. Total {final.totals[seat]}."
    yield f"Won by {won_by(final, names)}."
