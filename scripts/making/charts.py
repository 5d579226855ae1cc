"""Draw the charts of speed, strength and the accuracy of chances from docs/figures.json.

Run `python scripts/make.py charts` after new figures are published. A test compares the two.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parents[2] / "docs"


class Curves(NamedTuple):
    """A panel for each kind of opponents: the rounds won by the chance that hints showed."""

    picture: Path
    title: str
    opponents: tuple[str, ...]
    players: tuple[int, ...]
    """The numbers of players, each with a curve."""
    prefix: str = ""
    """The beginning of the names of the figures."""


class Chart(NamedTuple):
    """Bars, and the figures that they show."""

    picture: Path
    title: str
    bars: Mapping[str, str]
    """The figure of each bar, by run and name. Names of red bars end with "here" or "won"."""
    marks: tuple[int, ...]
    """The figures on the axis, at equal distances."""
    unit: str = ""


CHARTS = (
    Chart(
        DOCS / "_static" / "speed.svg",
        "Random moves a second, one core of an AMD EPYC (each step is tenfold)",
        {
            "compiled simulation, here": "bulk: random, 4 players, moves",
            "OpenSpiel hearts, in C++": "functions: OpenSpiel hearts (C++)",
            "immutable states, here": "functions: 4 players",
            "OpenSpiel tic-tac-toe, in Python": "functions: OpenSpiel tic-tac-toe (Python)",
            "catanatron": "functions: catanatron",
            "python-chess": "functions: python-chess",
            "PettingZoo connect four": "functions: PettingZoo connect four",
        },
        (10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000),
    ),
    Chart(
        DOCS / "_static" / "strength.svg",
        "Rounds of two players won against greedy",
        {
            "greedy": "",
            **{
                name: f"{name} against greedy, 2 players: won"
                for name in (
                    "provident",
                    "search:1000",
                    "learned",
                    "learned:400",
                    "learned-infers:400",
                )
            },
        },
        (0, 25, 50, 75, 100),
        " %",
    ),
)
OPPONENTS = (
    "squire", "knight", "maester", "greedy", "learned", "provident", "search:1000", "person",
    "mixed",
)  # fmt: skip
CURVES = (
    Curves(
        DOCS / "_static" / "chances.svg",
        "Rounds won, in per cent, by the chance shown: moves that hints advised",
        OPPONENTS,
        (2, 3, 4, 5, 6),
    ),
    Curves(
        DOCS / "_static" / "chances_of_others.svg",
        "Rounds won, in per cent, by the chance shown: moves that hints did not advise",
        OPPONENTS,
        (2, 3, 4, 5, 6),
        "other moves, ",
    ),
)
BANDS = tuple(f"{low}% to {low + 10}%" for low in range(0, 100, 10))
TOP, ROW, LEFT, RIGHT, WIDTH = 44, 30, 230, 90, 720
STYLE = """<style>
svg { font: 14px system-ui, sans-serif; background: #fff }
text { fill: #222 }
.axis { stroke: #ddd }
.mark { fill: #666; font-size: 10px }
.bar { fill: #9aa5b1 }
.here { fill: #a4262c }
@media (prefers-color-scheme: dark) {
  svg { background: #131416 }
  text { fill: #ddd }
  .axis { stroke: #333 }
  .bar { fill: #5b6672 }
  .here { fill: #e0565c }
}
</style>"""


def figures(chart: Chart) -> dict[str, float]:
    """Return the figure of each bar; a player against itself wins half."""
    runs = json.loads((DOCS / "figures.json").read_text("utf-8"))
    found = {}
    for bar, figure in chart.bars.items():
        run, _, name = figure.rpartition(": ")
        found[bar] = runs[run]["figures"][name]["value"] if figure else 50.0
    return found


def place(chart: Chart, figure: float) -> float:
    """Return the place of a figure on the axis, which is logarithmic unless it begins with 0."""
    low, high = chart.marks[0], chart.marks[-1]
    share = math.log(figure / low) / math.log(high / low) if low else figure / high
    return LEFT + (WIDTH - LEFT - RIGHT) * share


def shown(chart: Chart, figure: float) -> str:
    """Return a figure with its unit; no line breaks within it."""
    return f"{figure:,.10g}{chart.unit}".replace(",", " ").replace(" ", "\N{NO-BREAK SPACE}")


def drawn(chart: Chart) -> str:
    """Return the chart."""
    height = TOP + ROW * len(chart.bars) + 12
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
    lines = [
        f'{head}aria-label="{chart.title}">',
        STYLE,
        f'<text x="0" y="16">{chart.title}</text>',
    ]
    for mark in chart.marks:
        x, text = place(chart, mark), shown(chart, mark)
        lines += [
            f'<path class="axis" d="M{x:.0f} {TOP - 6}V{height - 6}"/>',
            f'<text class="mark" x="{x:.0f}" y="{TOP - 10}" text-anchor="middle">{text}</text>',
        ]
    for row, (name, figure) in enumerate(figures(chart).items()):
        y, end = TOP + ROW * row, place(chart, figure)
        kind = "here" if name.endswith(("here", "won")) else "bar"
        lines += [
            f'<text x="{LEFT - 8}" y="{y + 17}" text-anchor="end">{name}</text>',
            f'<rect class="{kind}" x="{LEFT}" y="{y + 3}" width="{end - LEFT:.0f}" height="20"/>',
            f'<text x="{end + 6:.0f}" y="{y + 18}">{shown(chart, figure)}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])


PANEL, GAP, COLUMNS, HEAD = 200, 45, 3, 70
CURVE_STYLE = """<style>
.curve { fill: none; stroke-width: 2 }
.p2 { stroke: #a4262c }
.p3 { stroke: #1f6fb2 }
.p4 { stroke: #2e7d4f }
.p5 { stroke: #b8860b }
.p6 { stroke: #8a5cc2 }
@media (prefers-color-scheme: dark) {
  .p2 { stroke: #e0565c }
  .p3 { stroke: #5aa7e0 }
  .p4 { stroke: #62b784 }
  .p5 { stroke: #d9a83a }
  .p6 { stroke: #b491e0 }
}
</style>"""


def points(opponent: str, players: int, prefix: str) -> list[tuple[float, float]]:
    """Return the chance shown and the rounds won in each band, in per cent."""
    runs = json.loads((DOCS / "figures.json").read_text("utf-8"))
    found = runs.get(f"chances against {opponent}, {players} players", {}).get("figures", {})
    return [
        (found[f"{prefix}shown {band}"]["value"], found[f"{prefix}won {band}"]["value"])
        for band in BANDS
        if f"{prefix}shown {band}" in found
    ]


def drawn_curves(curves: Curves) -> str:
    """Return the panels; a curve on the diagonal belongs to accurate chances."""
    width = COLUMNS * (PANEL + GAP)
    height = HEAD + math.ceil(len(curves.opponents) / COLUMNS) * (PANEL + GAP)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
    lines = [
        f'{head}aria-label="{curves.title}">',
        STYLE,
        CURVE_STYLE,
        f'<text x="0" y="16">{curves.title}</text>',
    ]
    for at, players in enumerate(curves.players):
        x = 90 * at
        lines += [
            f'<path class="curve p{players}" d="M{x} 36h16"/>',
            f'<text x="{x + 20}" y="41">{players} players</text>',
        ]
    for number, opponent in enumerate(curves.opponents):
        row, column = divmod(number, COLUMNS)
        x, bottom = 28 + column * (PANEL + GAP), HEAD + row * (PANEL + GAP) + PANEL
        lines += [
            f'<text x="{x}" y="{bottom - PANEL - 6}">{opponent}</text>',
            f'<path class="axis" d="M{x} {bottom}l{PANEL} {-PANEL}"/>',
        ]
        for mark in (0, 50, 100):
            right, up = x + PANEL * mark // 100, bottom - PANEL * mark // 100
            left, under = f'x="{x - 4}" y="{up + 4}"', f'x="{right}" y="{bottom + 14}"'
            lines += [
                f'<path class="axis" d="M{x} {up}h{PANEL}M{right} {bottom}v{-PANEL}"/>',
                f'<text class="mark" {left} text-anchor="end">{mark}</text>',
                f'<text class="mark" {under} text-anchor="middle">{mark}</text>',
            ]
        for players in curves.players:
            places = [
                f"{x + PANEL * shown / 100:.0f} {bottom - PANEL * won / 100:.0f}"
                for shown, won in points(opponent, players, curves.prefix)
            ]
            if places:
                lines.append(f'<path class="curve p{players}" d="M{"L".join(places)}"/>')
    return "\n".join([*lines, "</svg>", ""])


def main(_arguments: Sequence[str] = ()) -> None:
    """Draw all charts."""
    for chart in CHARTS:
        chart.picture.write_text(drawn(chart), "utf-8")
    for curves in CURVES:
        curves.picture.write_text(drawn_curves(curves), "utf-8")
