"""Draws the chart of speed, docs/_static/speed.svg, from the figures on docs/benchmarks.md.

Run `python scripts/draw_speed.py` after the page has new figures. A test compares the two.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
PAGE, PICTURE = DOCS / "benchmarks.md", DOCS / "_static" / "speed.svg"
CHART = {
    "compiled simulation, here": r"a second: ([\d ]+) moves",
    "OpenSpiel hearts, in C++": r"^\| OpenSpiel hearts, in C\+\+ \| ([\d ]+) \|",
    "immutable states, here": r"^\| 4 \| ([\d ]+) \|",
    "OpenSpiel tic-tac-toe, in Python": r"^\| OpenSpiel tic-tac-toe, in Python \| ([\d ]+) \|",
    "catanatron": r"^\| catanatron \| ([\d ]+) \|",
    "python-chess": r"^\| python-chess, `legal_moves` and `push` \| ([\d ]+) \|",
    "PettingZoo connect four": r"^\| PettingZoo connect four \| ([\d ]+) \|",
}
"""The bars, and where the page has their figures."""
TOP, ROW, LEFT, WIDTH, HIGH = 44, 30, 230, 720, 1e8
LOW = 1e4
TITLE = '<text x="0" y="16">Random moves a second, one core (each step is tenfold)</text>'
STYLE = """<style>
svg { font: 14px system-ui, sans-serif; background: #fff }
text { fill: #222 }
.axis { stroke: #ddd }
.mark { fill: #666; font-size: 12px }
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


def figures(page: str) -> dict[str, int]:
    """Return the moves a second of each bar, as the page has them."""
    found = {}
    for name, pattern in CHART.items():
        match = re.search(pattern, page, re.MULTILINE)
        if not match:
            raise ValueError(f"docs/benchmarks.md has no figure for {name!r}")
        found[name] = int(match[1].replace(" ", ""))
    return found


def place(rate: float) -> float:
    """Return the place of a rate on the axis, which is logarithmic."""
    return LEFT + (WIDTH - LEFT - 90) * math.log(rate / LOW) / math.log(HIGH / LOW)


def drawn(rates: dict[str, int]) -> str:
    """Return the chart."""
    height = TOP + ROW * len(rates) + 12
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
    lines = [f'{head}aria-label="Random moves a second on one core">', STYLE, TITLE]
    for exponent in range(round(math.log10(LOW)), round(math.log10(HIGH)) + 1):
        x = place(10**exponent)
        lines.append(f'<path class="axis" d="M{x:.0f} {TOP - 6}V{height - 6}"/>')
        lines.append(
            f'<text class="mark" x="{x:.0f}" y="{TOP - 10}" text-anchor="middle">'
            f"{10**exponent:,}</text>".replace(",", "\N{NO-BREAK SPACE}")
        )
    for row, (name, rate) in enumerate(rates.items()):
        y, end = TOP + ROW * row, place(rate)
        kind = "here" if name.endswith("here") else "bar"
        shown = f"{rate:,}".replace(",", "\N{NO-BREAK SPACE}")
        lines += [
            f'<text x="{LEFT - 8}" y="{y + 17}" text-anchor="end">{name}</text>',
            f'<rect class="{kind}" x="{LEFT}" y="{y + 3}" width="{end - LEFT:.0f}" height="20"/>',
            f'<text x="{end + 6:.0f}" y="{y + 18}">{shown}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(drawn(figures(PAGE.read_text("utf-8"))), "utf-8")
