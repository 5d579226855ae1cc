"""What has happened in a game, in sentences for people, as far as the viewer may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from westeros_intrigue.drawing.scene import counted, won_by
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.rules.events import Event, RoundStart, SetAside
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.log import events
from westeros_intrigue.rules.phases import Phase
from westeros_intrigue.rules.rulebook import rule
from westeros_intrigue.rules.scoring import rank, score_round
from westeros_intrigue.rules.view import View


def told(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return what has happened in the round, the first thing first."""
    happened = events(None, view)
    last_start = max(
        number for number, event in enumerate(happened) if isinstance(event, RoundStart)
    )
    sentences = (_sentence(event, names) for event in happened[last_start:])
    return tuple(sentence for sentence in sentences if sentence)


def _sentence(event: Event, names: Sequence[str]) -> str:
    """Return an event of a round in words; nothing of its end, of which the story tells."""
    match event:
        case RoundStart(starting_player=seat, round_number=number):
            return f"{names[seat]} starts round {number}."
        case SetAside(player=seat, cards=cards) if cards:
            return f"{names[seat]} turns over {' '.join(map(str, cards))}, which cannot be placed."
        case Placement(player=seat, move=move):
            return f"{names[seat]} places {move.card} in {move.slot}."
        case Elimination(player=seat, cards_left=left) if left:
            return f"{names[seat]} cannot place and is out, with {counted(left, 'card')} left."
        case Elimination(player=seat):
            return f"{names[seat]} has placed every card and is out."
    return ""


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
    # The best is told last.
    for seat in (seat for place in reversed(final.ranking) for seat in place):
        cards = "; ".join(map(str, piles[seat])) or "none"
        points = counted(view.penalty_points[seat], "point")
        yield f"{names[seat]}: {points}, Iron Throne cards: {cards}. Total {final.totals[seat]}."
    yield f"Won by {won_by(final, names)}."
