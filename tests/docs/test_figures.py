"""Figures that were measured: each from one place, with its command, machine, date and commit."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
RUNS = json.loads((ROOT / "docs/figures.json").read_text("utf-8"))
PAGES = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]
MEASURED = re.compile(
    r"(?<![\w.@-])(\d[\d .,]*)\s"
    r"(?:ms|µs|s|seconds?|minutes?|[MGKk]B|%(?!\s+intervals?)|(?:\w+ ){1,4}a (?:CPU )?second"
    r"|times (?:as|the rate|faster))(?!\w)"
)
"""A number with a unit that only a measurement can know."""
CITED = {
    "README.md": {
        "0.11 ms (0.05 to 0.16)": "views: odds, the standard game",
        "142 000 fully checked moves a second": "functions: 4 players",
        "5.72 (4.70 to 6.85)": "functions: 4 players / python-chess",
        "10 200 000 random rounds a second": "bulk: random, 4 players",
        "61.5 % ± 1.2 %": "learned against search:1000, 2 players: won",
        "87.8 % ± 1.4 %": "learned against greedy, 2 players: won",
        "93.9 % ± 0.6 %": "greedy against random, 2 players: won",
        "8 000 000 steps a second": "lock-step: 2 players, self-play",
    },
    "CHANGELOG.md": {"63.6 %": "advice against search:1000, 2 players: won"},
}
"""The figures of the pages that cannot read them, since other sites show these pages as well."""
CHOSEN = {
    "docs/players.md: 15 %": "the share of rounds of training against greedy",
    "docs/players.md: 70 %": "the share of rounds of training against greedy",
    "docs/players.md: 50 %": "an even share of two",
    "docs/players.md: 25 %": "an even share of four",
    "docs/how-to/matches.md: 78 %": "what the example prints",
    "docs/how-to/matches.md: 50 %": "an even share of two",
    "docs/how-to/matches.md: 52 %": "a share to distinguish",
    "docs/how-to/matches.md: 55 %": "a share to distinguish",
    "docs/how-to/matches.md: 60 %": "a share to distinguish",
}
"""Numbers that were chosen, that follow from others, or that an example prints."""
COMPUTED = {"knowledge.md"}
"""Pages whose numbers come from the tables of a script."""
COMPUTED_PARTS = re.compile(
    r"^## (?:Statistics|An experiment)\b.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL
)
"""Parts whose numbers come from the tables of a script, or from the examples in them."""


def load(name: str) -> ModuleType:
    pytest.importorskip("docutils")
    pytest.importorskip("sphinx")
    spec = importlib.util.spec_from_file_location("figures", ROOT / "docs/_ext" / name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def prose(page: Path, cited: Iterable[str]) -> str:
    """The text of a page without its blocks, its code and its figures."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"(\{\w+\})?`[^`]*`", "", COMPUTED_PARTS.sub("", text))
    for each in cited:
        text = re.sub(r"\s".join(map(re.escape, each.split())), "", text)
    return text


def test_every_figure_of_a_page_exists() -> None:
    names = {f"{run}: {name}" for run in RUNS for name in RUNS[run]["figures"]}
    used = {
        name
        for page in PAGES
        for name in re.findall(r"\{figure\}`~?([^`]*)`", page.read_text("utf-8"))
    }
    assert used - names == set()


def test_what_was_measured_is_read_from_the_figures() -> None:
    typed = {
        f"{page.relative_to(ROOT)}: {match[0]}"
        for page in PAGES
        if page.name not in COMPUTED
        for match in MEASURED.finditer(prose(page, CITED.get(page.name, {})))
    }
    assert typed == set(CHOSEN)


@pytest.mark.parametrize(
    ("page", "text", "name"),
    [(page, text, name) for page, cited in CITED.items() for text, name in cited.items()],
)
def test_a_cited_figure_is_the_measured_one(page: str, text: str, name: str) -> None:
    figures = load("figures.py")
    figure = figures.all_figures()[name]
    assert text in " ".join((ROOT / page).read_text("utf-8").split())
    assert text.startswith((figures.shown(figure), figures.shown(figure, alone=True)))
