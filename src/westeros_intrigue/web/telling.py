"""What has happened in a game, in sentences for people, as far as the viewer may know it.

Rules: info.public, info.throne, round.throne, round.penalty, final.reveal, final.total.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

from westeros_intrigue.drawing.scene import counted, won_by
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.scoring import rank, score_round
from westeros_intrigue.rules.table import Phase
from westeros_intrigue.rules.view import View

_ADJUSTMENTS = {"option.affiliation": "House Affiliation", "option.rivalry": "Rivalry"}


def told(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return what has happened in the round, the first thing first."""
    timed: list[tuple[int, Placement | Elimination]] = [
        (out.placements_before, out) for out in view.eliminations
    ]
    timed += enumerate(view.placements)
    in_order = sorted(timed, key=itemgetter(0))
    return (
        f"{names[view.starting_player]} starts round {view.round_number}.",
        *(_sentence(event, names) for _, event in in_order),
    )


def _sentence(event: Placement | Elimination, names: Sequence[str]) -> str:
    who = names[event.player]
    if isinstance(event, Placement):
        return f"{who} places {event.move.card} in {event.move.slot}."
    if event.cards_left:
        return f"{who} cannot place and is out, with {counted(event.cards_left, 'card')} left."
    return f"{who} has placed every card and is out."


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
    is_shown = result.throne_card is not None and not scored.is_over
    card = f": {result.throne_card}" if is_shown else ""
    yield f"{last} placed the last card, and draws an Iron Throne card{card}."
    for seat, points in enumerate(result.penalty_points):
        left = counted(result.cards_left[seat], "card")
        changes = "".join(
            f", {each.points:+d} by {_ADJUSTMENTS[each.rule]}"
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
    # The best is told last.
    for seat in (seat for place in reversed(final.ranking) for seat in place):
        cards = "; ".join(map(str, piles[seat])) or "none"
        points = counted(view.penalty_points[seat], "point")
        yield f"{names[seat]}: {points}, Iron Throne cards: {cards}. Total {final.totals[seat]}."
    yield f"Won by {won_by(final, names)}."
