"""The course of a judged game as a figure of matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from westeros_intrigue.base.extras import needs_extra
from westeros_intrigue.players.judged import JudgedPlacement

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def course_of(placements: Sequence[JudgedPlacement], names: Sequence[str]) -> Figure:
    """Return a figure: the chances to win the round, and below what each placement has lost.

    Raises:
        MissingExtra: matplotlib is not installed.
    """
    with needs_extra("a plot", "plot"):
        matplotlib = import_module("matplotlib.figure")
    width = max(9, 2 + len(placements) / 8)  # so that neighbours' names do not touch
    figure: Figure = matplotlib.Figure((width, 4.5), layout="constrained")
    chances, losses = figure.subplots(2, sharex=True, height_ratios=(3, 2))
    rounds: dict[tuple[int, int], list[tuple[int, JudgedPlacement]]] = {}
    for x, judged in enumerate(placements, start=1):
        rounds.setdefault((judged.player, judged.round_number), []).append((x, judged))
        if judged.is_turning_point:
            losses.annotate(
                f" {judged.move}",
                (x, judged.loss),
                rotation=90,
                fontsize=8,
                ha="center",
                va="bottom",
            )
        if x > 1 and judged.round_number != placements[x - 2].round_number:
            for axes in (chances, losses):
                axes.axvline(x - 0.5, color="grey", linestyle=":")
    named: set[int] = set()
    for seat, round_number in sorted(rounds):
        own = rounds[seat, round_number]
        places = [x for x, _ in own]
        win = [100 * judged.analysis.of(judged.move).win for _, judged in own]
        look = {"color": f"C{seat}", "markersize": 3, "linewidth": 1}
        chances.plot(places, win, "o-", label="" if seat in named else names[seat], **look)
        losses.bar(places, [judged.loss for _, judged in own], color=f"C{seat}")
        named.add(seat)
    chances.set(ylabel="chance to win the round, %", ylim=(-5, 105))
    losses.set(ylabel="points lost", xlabel="placement", ymargin=0.6)
    losses.locator_params(axis="x", integer=True)
    if named:
        chances.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return figure
