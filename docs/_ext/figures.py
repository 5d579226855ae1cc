"""The roles `figure` and `measured`: numbers from figures.json, which the benchmarks write.

{figure}`import: import attrs` is a number of the run `import` with its spread or interval; with a
tilde before the name, the role omits them. {measured}`import` is the machine and the date of a run.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

logger = logging.getLogger(__name__)

FIGURES = Path(__file__).parents[1] / "figures.json"
_DECIMALS = {"": 2, "points": 2, "squared": 3, "%": 1, "points of %": 1}


def all_figures() -> dict[str, dict[str, Any]]:
    """Return every figure by its run and name, such as `import: import attrs`."""
    runs = json.loads(FIGURES.read_text(encoding="utf-8"))
    return {
        f"{run}: {name}": figure for run in runs for name, figure in runs[run]["figures"].items()
    }


def shown(figure: dict[str, Any], *, alone: bool = False) -> str:
    """Return a figure as a page shows it, with its interval or spread unless `alone`."""
    unit = figure.get("unit", "")
    after = "" if unit in {"", "points", "squared"} else " %" if "%" in unit else f" {unit}"
    text = f"{_number(figure['value'], unit)}{after}"
    if alone:
        return text
    if "error" in figure:
        return f"{text} ± {_number(figure['error'], unit).lstrip('+')}{after}"
    for ends in (figure.get("interval"), figure.get("spread")):
        if ends:
            low, high = (_number(end, unit) for end in ends)
            return f"{text} ({low} to {high})"
    return text


def _number(value: float, unit: str) -> str:
    sign = "+" if "points" in unit else ""
    if abs(value) >= 100 and "%" not in unit:
        return f"{value:{sign},.0f}".replace(",", " ")
    if unit not in _DECIMALS:
        return f"{value:.2g}"
    return f"{value:{sign}.{_DECIMALS[unit]}f}"


class FigureRole(SphinxRole):
    """Inserts a figure into the text."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the figure; an unknown name is a warning."""
        name = self.text.removeprefix("~")
        figure = all_figures().get(name)
        if figure is None:
            logger.warning("no figure %r", name, location=self.get_location())
            return [], []
        self.env.note_dependency(str(FIGURES))
        text = shown(figure, alone=self.text.startswith("~"))
        return [nodes.inline("", text.replace(" ", "\N{NO-BREAK SPACE}", 1))], []


def measured(run: dict[str, Any]) -> str:
    """Return the machine, the Python and the date of a run, as a page shows them."""
    processor, python, *_ = run["machine"].split("; ")
    return f"{processor.partition(',')[0]}, {python}, {run['date']}"


class MeasuredRole(SphinxRole):
    """Inserts where and when a run was measured."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the machine and the date; an unknown run is a warning."""
        run = json.loads(FIGURES.read_text(encoding="utf-8")).get(self.text)
        if run is None:
            logger.warning("no run %r", self.text, location=self.get_location())
            return [], []
        self.env.note_dependency(str(FIGURES))
        return [nodes.inline("", measured(run))], []


def setup(app: Sphinx) -> dict[str, object]:
    """Register with Sphinx."""
    app.add_role("figure", FigureRole())
    app.add_role("measured", MeasuredRole())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
