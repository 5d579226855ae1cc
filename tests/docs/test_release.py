"""What strangers see first is true: the README, here and on the package index, and the chart."""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from cases import each
from checkout import ROOT, load

from westeros_intrigue.rules import RULEBOOK

README = (ROOT / "README.md").read_text("utf-8")
CLAIMS = re.findall(r"^- \*\*.*?(?=^- \*\*|^$)", README, flags=re.MULTILINE | re.DOTALL)
LINKED = re.compile(r"\]\((docs/[^)#]+)")
FIGURE = re.compile(r"\d[\d .]*\d(?: (?:%|million|ms))?|\d(?:\.\d+| %)")


owner = load("scripts/owner.py")


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The hook of the build, without the program that builds."""
    interface = SimpleNamespace(MetadataHookInterface=object)
    monkeypatch.setitem(sys.modules, "hatchling.metadata.plugin.interface", interface)
    return load("hatch_build.py")


@each(CLAIMS)
def test_a_figure_of_the_readme_is_on_a_page_that_it_links(claim: str) -> None:
    text = "".join((ROOT / page).read_text("utf-8") for page in LINKED.findall(claim))
    text += f"{len(RULEBOOK)}"  # the atlas lists the rules, and counts none
    figures = FIGURE.findall(re.sub(r"\(.*?\)", "", claim))
    assert figures
    assert [figure for figure in figures if figure not in " ".join(text.split())] == []


def test_the_readme_is_short_and_its_links_lead_to_files() -> None:
    assert README.count("\n") <= 90
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", README):
        assert (ROOT / target).is_file(), target


def test_the_package_index_shows_no_relative_links(hook: ModuleType) -> None:
    nowhere = hook.for_the_index(README, {"repository": "", "documentation": ""})
    assert "](" not in nowhere
    known = {"repository": "https://code.example/it", "documentation": "https://docs.example/"}
    links = re.findall(r"\]\(([^)]+)\)", hook.for_the_index(README, known))
    assert all(link.startswith("https://") for link in links)
    assert "https://docs.example/_static/court.svg" in links
    assert "https://docs.example/players.html#how-strong-they-are" in links
    assert "https://code.example/it/blob/main/CONTRIBUTING.md" in links


def test_the_owner_is_asked_for_the_commit_of_every_action() -> None:
    workflows = [path.read_text("utf-8") for path in (ROOT / ".github/workflows").glob("*.yml")]
    used = re.findall(r"uses: ([\w-]+/\S+)(?: # (\S+))?$", "".join(workflows), flags=re.MULTILINE)
    named = {f"{action.split('@')[0]}@{tag}" if tag else action for action, tag in used}
    assert named == set(owner.read_facts()["actions"])


def test_an_action_is_pinned_to_its_commit() -> None:
    workflow = "      - uses: some/action@v1\n      - uses: ./.github/workflows/check.yml\n"
    commit = 40 * "a"
    pinned = owner.pinned(workflow, {"some/action@v1": commit})
    assert pinned == workflow.replace("@v1", f"@{commit} # v1")
    assert owner.pinned(pinned, {"some/action@v1": commit}) == pinned


def test_what_is_empty_or_wrong_is_listed() -> None:
    facts = {
        "addresses": {"repository": "", "documentation": "https://docs.example"},
        "actions": {"some/action@v1": "v1"},
    }
    assert [*owner.faults(facts)] == [
        "addresses.repository is empty",
        "actions.some/action@v1 must match [0-9a-f]{40}, not 'v1'",
    ]


def test_other_files_show_what_the_owner_has_entered(tmp_path: Path) -> None:
    facts = owner.read_facts()
    assert owner.out_of_date(facts) == {}
    for name in ("CITATION.cff", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    known = {
        **facts,
        "addresses": {"repository": "https://code.example", "documentation": "https://a.example"},
        "release": {"date": "2026-12-01"},
    }
    for path, text in owner.out_of_date(known, tmp_path).items():
        path.write_text(text, "utf-8")
    assert owner.out_of_date(known, tmp_path) == {}
    citation = (tmp_path / "CITATION.cff").read_text("utf-8")
    assert citation.endswith(
        'repository-code: "https://code.example"\nurl: "https://a.example"\n'
        'date-released: "2026-12-01"\n'
    )
    assert "] - 2026-12-01\n" in (tmp_path / "CHANGELOG.md").read_text("utf-8")
    assert owner.out_of_date(facts, tmp_path)[tmp_path / "CITATION.cff"] == (
        ROOT / "CITATION.cff"
    ).read_text("utf-8")


def test_a_speed_that_links_the_benchmarks_is_one_of_theirs() -> None:
    benchmarks = (ROOT / "docs/benchmarks.md").read_text("utf-8")
    pages = "".join(page.read_text("utf-8") for page in (ROOT / "docs").rglob("*.md"))
    linked = re.findall(
        r"\b(\d[\d ]*)(?: to (\d[\d ]*))? [^.\d]*a second\]\([^)]*benchmarks\.md", pages
    )
    assert linked
    figures = [figure for pair in linked for figure in pair if figure]
    assert [figure for figure in figures if f"| {figure} " not in benchmarks] == []


def test_the_charts_show_the_figures_of_their_pages() -> None:
    charts = load("scripts/draw_charts.py")
    for chart in charts.CHARTS:
        drawn = charts.drawn(chart)
        assert chart.picture.read_text("utf-8") == drawn, "run scripts/draw_charts.py"


def test_the_page_about_installing_lists_every_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "docs/install.md").read_text("utf-8"), re.MULTILINE)
    assert {*re.findall(r"`(\w+)`", "".join(rows))} == set(project["optional-dependencies"])


def test_the_site_has_what_other_programs_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    files = load("scripts/site_files.py")
    pages = {"index": ("Title", "A sentence."), "how-to/matches": ("Undo <it>", "Another.")}
    files.write_site_files(tmp_path, pages, "https://docs.example")
    names = {path.name for path in (tmp_path / "data").iterdir()}
    offered = re.findall(r'href="data/(.*?)"', (ROOT / "docs/reference.md").read_text("utf-8"))
    assert names == set(offered)
    assert "https://docs.example/how-to/matches.html" in (tmp_path / "llms.txt").read_text("utf-8")
    assert (tmp_path / "sitemap.xml").read_text("utf-8").count("<loc>") == 2
    assert "https://docs.example/search.html" in (tmp_path / "404.html").read_text("utf-8")
    assert sum(map(len, files.rules_as_data().values())) > 300
