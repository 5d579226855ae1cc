"""The sentences that several commands say: who goes out, what a round gave, who won.

Rules: elimination.empty, elimination.unable, round.throne, round.penalty, final.total,
final.ranking.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value
from westeros_intrigue.cli.layout import aligned, counted, listed, wrapped
from westeros_intrigue.cli.terminal import Terminal
from westeros_intrigue.rules.cards import IronThroneCard
from westeros_intrigue.rules.history import Adjustment, Decision, FinalResult
from westeros_intrigue.rules.rulebook import rule

YOU = "You"

DECISIONS = {
    Decision.LOWEST_TOTAL: "by the lowest total (rule final.lowest)",
    Decision.FEWEST_ICONS: "on a tie, by the Iron Throne card with fewest icons (rule final.icons)",
    Decision.SHARED: "on a tie that nothing separates, so they share it (rule final.shared)",
}

_OPTIONS = {"option.affiliation": "House Affiliation", "option.rivalry": "Rivalry"}


def out_text(cards_left: int) -> str:
    """Return why a player goes out, with the rule."""
    if not cards_left:
        return "out: no cards left (rule elimination.empty)"
    fits = "it fits nowhere" if cards_left == 1 else "none fits anywhere"
    return f"out: {counted(cards_left, 'card')} left, and {fits} (rule elimination.unable)"


def short_out_text(cards_left: int) -> str:
    """Return the same in fewer words."""
    rule_id = "elimination.unable" if cards_left else "elimination.empty"
    return f"out with {counted(cards_left, 'card') if cards_left else 'no card'} left ({rule_id})"


def verb(names: Sequence[str], plural: str) -> str:
    """Return a verb in the form that goes with the names: they win, you win, Ada wins."""
    return plural if len(names) > 1 or names == [YOU] else f"{plural}s"


def adjusted_text(adjustments: Sequence[Adjustment], seat: int) -> str:
    """Return what the options gave a seat: `-1 House Affiliation`; empty for nothing."""
    return ", ".join(
        f"{adjustment.points:+} {_OPTIONS[adjustment.rule]}"
        for adjustment in adjustments
        if adjustment.player == seat
    )


@attrs.frozen
class Scored(Value):
    """What a round gave each seat."""

    cards_left: tuple[int, ...]
    adjustments: tuple[Adjustment, ...]
    points: tuple[int, ...]
    """The points of the round, adjustments included."""
    last_placer: int


def result_lines(
    names: Sequence[str], scored: Scored, totals: Sequence[int], width: int
) -> list[str]:
    """Return the table of a round's points, seat by seat; `totals` are those of all rounds."""
    rows = [["", "cards left", "points", "in all", ""]]
    for seat, name in enumerate(names):
        adjusted = adjusted_text(scored.adjustments, seat)
        drawn = "draws an Iron Throne card" if seat == scored.last_placer else ""
        notes = [note for note in (adjusted, drawn) if note]
        numbers = (scored.cards_left[seat], scored.points[seat], totals[seat])
        row = [f"{seat} {name}", *map(str, numbers)]
        rows.append([*row, "; ".join(notes)])
    return aligned(rows, "<>>><", width, "  ")


def final_lines(
    names: Sequence[str],
    final: FinalResult,
    points: Sequence[int],
    piles: Sequence[Sequence[IronThroneCard]],
    *,
    width: int,
) -> list[str]:
    """Return the ranking as a table, and who wins by what."""
    rows = [["place", "", "points", "total", "Iron Throne cards"]]
    place = 1
    for group in final.ranking:
        for seat in group:
            cards = "; ".join(map(str, piles[seat])) or "none"
            row = [f"{place}.", f"{seat} {names[seat]}", str(points[seat]), str(final.totals[seat])]
            rows.append([*row, cards])
        place += len(group)
    winners = [names[seat] for seat in final.winners]
    sentence = f"{listed(winners)} {verb(winners, 'win')} {DECISIONS[final.decided_by]}."
    return [*aligned(rows, "><>><", width, "  "), "", wrapped(sentence, width)]


def rule_lines(rule_id: str, terminal: Terminal) -> list[str]:
    """Return a rule with where it comes from, or that there is none of that id."""
    try:
        found = rule(rule_id)
    except InvalidValue as error:
        return [wrapped(f"{error}. `rules` on the command line lists them all.", terminal.width)]
    lines = [wrapped(found.text, terminal.width, "  ")]
    if found.reason:
        lines.append(wrapped(f"Why so: {found.reason}", terminal.width, "  "))
    return [f"{terminal.bold(found.id)} ({found.kind.value})", *lines]
