"""The course of a judged game as a figure of matplotlib.

Rules: info.public.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from westeros_intrigue.base.extras import needs_extra

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from westeros_intrigue.players.review import JudgedPlacement


def course_of(placements: Sequence[JudgedPlacement], names: Sequence[str]) -> Figure:
    """Return a figure: the chances to win the round, and below what each placement has lost.

    Raises:
        MissingExtra: matplotlib is not installed.
    """
    with needs_extra("a plot", "plot"):
        matplotlib = import_module("matplotlib.figure")
    figure: Figure = matplotlib.Figure((9, 4.5), layout="constrained")
    chances, losses = figure.subplots(2, sharex=True, height_ratios=(3, 2))
    numbered = list(enumerate(placements, start=1))
    rounds = range(1, max((each.round_number for each in placements), default=1) + 1)
    for seat, name in enumerate(names):
        for number in rounds:
            own = [(x, e) for x, e in numbered if (e.player, e.round_number) == (seat, number)]
            places = [x for x, _ in own]
            win = [100 * each.analysis.of(each.move).win for _, each in own]
            look = {"color": f"C{seat}", "markersize": 3, "linewidth": 1}
            chances.plot(places, win, "o-", label=name if number == 1 else "", **look)
            losses.bar(places, [each.loss for _, each in own], color=f"C{seat}")
    for x, judged in numbered:
        if judged.is_turning_point:
            losses.annotate(
                f" {judged.move}",
                (x, judged.loss),
                rotation=90,
                fontsize=8,
                ha="center",
                va="bottom",
            )
        if judged.number == 1 and x > 1:
            for axes in (chances, losses):
                axes.axvline(x - 0.5, color="grey", linestyle=":")
    chances.set(ylabel="chance to win the round, %", ylim=(-5, 105))
    losses.set(ylabel="points lost", xlabel="placement", ymargin=0.6)
    losses.locator_params(axis="x", integer=True)
    chances.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
    return figure
