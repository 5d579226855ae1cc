"""What strangers see first is true: the README, here and on the package index, and the chart."""

from __future__ import annotations

import datetime as dt
import hashlib
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from helpers.checkout import ROOT, load

README = (ROOT / "README.md").read_text("utf-8")


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The hook of the build, without the program that builds."""
    interface = SimpleNamespace(MetadataHookInterface=object)
    monkeypatch.setitem(sys.modules, "hatchling.metadata.plugin.interface", interface)
    return load("hatch_build.py")


def test_the_links_of_the_readme_lead_to_files() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", README):
        assert (ROOT / target).is_file(), target


def test_the_package_index_shows_no_relative_links(hook: ModuleType) -> None:
    nowhere = hook.for_the_index(
        README, {"Source": "https://a.invalid", "Documentation": "https://b.invalid"}
    )
    assert "](" not in nowhere
    known = {"Source": "https://code.example/it", "Documentation": "https://docs.example/"}
    links = re.findall(r"\]\(([^)]+)\)", hook.for_the_index(README, known))
    assert all(link.startswith("https://") for link in links)
    assert "https://docs.example/_static/court.svg" in links
    assert "https://docs.example/players.html#how-strong-they-are" in links
    assert "https://code.example/it/blob/main/CONTRIBUTING.md" in links


def test_the_readme_has_ratios_and_no_rates_of_one_machine() -> None:
    rates = re.findall(
        r"(?i)\b(?:a|per) second|\bmilliseconds?\b|\bmillions of\b| [mµn]s\b", README
    )
    assert not rates, "an absolute figure stands with its machine, behind a link"


SHELL = shutil.which("sh")
WORKFLOWS = {path.name: path.read_text("utf-8") for path in (ROOT / ".github/workflows").iterdir()}


def test_every_action_is_pinned_to_its_commit() -> None:
    used = re.findall(r"uses: (?!\./)(.*)", "\n".join(WORKFLOWS.values()))
    assert len(used) > 5
    assert [each for each in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v[\d.]+", each)] == []


@pytest.mark.skipif(SHELL is None, reason="there is no shell")
def test_a_release_stops_at_every_placeholder(tmp_path: Path) -> None:
    assert SHELL
    [step] = re.findall(r'run: "(! grep .*)"', WORKFLOWS["publish.yml"])
    names = step.split()[-3:]
    for name in names:
        text = (ROOT / name).read_text("utf-8")
        assert ".invalid" in text or "] - unreleased" in text
        text = re.sub(r"(https://\w+)\.invalid", r"\1.example", text)  # as docs/releasing.md says
        text = text.replace("] - unreleased", "] - 2026-12-01")
        (tmp_path / name).write_text(text, "utf-8")
    runs = (subprocess.run([SHELL, "-c", step], cwd=at, check=False) for at in (ROOT, tmp_path))
    assert [run.returncode for run in runs] == [1, 0]


# The release, and its rehearsal


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program that prepares and rehearses a release."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module("release")


PLAN = """
clone prepare gates names tag distributions containers repair again without-compiler musl aarch64
metadata materials vulnerabilities upload python-3.11 python-3.12 python-3.13 python-3.14 old-python
readme demo page notebook frozen site notes yank patch macos-wheels windows trusted-upload
attestations deployment conda-forge zenodo
"""


def test_the_rehearsal_has_these_steps_in_this_order(release: ModuleType) -> None:
    assert [step.name for step in release.STEPS] == PLAN.split()


def test_the_rehearsal_installs_in_each_python_that_is_supported(release: ModuleType) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert named == [step.name[7:] for step in release.STEPS if step.name.startswith("python-")]


def rehearsed(release: ModuleType, folder: Path, *steps: object) -> tuple[int, str]:
    """The exit status and the log of a rehearsal of other steps."""
    log = folder / "log.txt"
    with release.LocalIndex(folder / "index") as index:
        status = release.rehearse(steps, release.Rehearsal(folder, index), log)
    return status, log.read_text("utf-8")


def raised(error: Exception) -> Callable[[object], str]:
    """A step that ends with an error."""

    def run(_: object) -> str:
        raise error

    return run


@pytest.mark.parametrize("error", ["Failed", "KeyError"])
def test_a_step_that_fails_ends_the_rehearsal_with_its_name(
    release: ModuleType, tmp_path: Path, error: str
) -> None:
    failure = getattr(release, error, KeyError)("the wheel has no licence")
    steps = (
        release.Step("tag", lambda _: "v1.0.0"),
        release.Step("containers", raised(release.NotHere("Docker is not running"))),
        release.Step("metadata", raised(failure)),
        release.Step("upload", raised(AssertionError("a later step runs"))),
    )
    status, log = rehearsed(release, tmp_path, *steps)
    assert status == 1
    lines = log.splitlines()
    assert re.fullmatch(r" 1 tag  +0 s  v1\.0\.0", lines[0])
    assert re.fullmatch(r" 2 containers +0 s  not here: Docker is not running", lines[1])
    assert lines[2].startswith(" 3 metadata   failed: ")
    assert "the wheel has no licence" in log
    assert lines[-1].startswith("The rehearsal ends at the step metadata; see ")
    assert "upload" not in log


def test_a_rehearsal_without_a_failure_counts_what_is_not_done_here(
    release: ModuleType, tmp_path: Path
) -> None:
    steps = (
        release.Step("tag", lambda _: "v1.0.0"),
        release.Step("zenodo", raised(release.NotHere("an account is needed"))),
    )
    status, log = rehearsed(release, tmp_path, *steps)
    assert (status, log.splitlines()[-1]) == (
        0,
        "All 2 steps have passed, but for 1 that are not done here.",
    )


def test_a_command_of_a_step_leaves_what_it_prints_and_fails_with_its_last_lines(
    release: ModuleType, tmp_path: Path
) -> None:
    def run(rehearsal: Any) -> str:
        rehearsal.run(sys.executable, "-c", "print('built')", at=tmp_path)
        return str(rehearsal.run(sys.executable, "-c", "exit('no compiler')", at=tmp_path))

    status, log = rehearsed(release, tmp_path, release.Step("wheels", run))
    assert status == 1
    assert "exit code 1 of " in log
    assert "no compiler" in log
    assert "built\n" in (tmp_path / "output/wheels.txt").read_text("utf-8")


@pytest.mark.usefixtures("release")
def test_a_folder_with_other_files_is_not_rehearsed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = importlib.import_module("release.program")
    monkeypatch.setattr(program, "find_spec", lambda _: True)
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(SystemExit, match="has other files, and a rehearsal deletes what is there"):
        program.main(["rehearse", "--work", str(tmp_path)])
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.usefixtures("release")
def test_the_rehearsal_runs_lines_that_the_workflows_have() -> None:
    line_of = importlib.import_module("release.workflows").line_of
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "scripts/release").glob("*.py"))
    for name, text in WORKFLOWS.items():
        for step in re.findall(r"- name: (.+)\n", text):
            if name in {"publish.yml", "site.yml"}:
                assert line_of(ROOT / ".github/workflows" / name, step)
                assert f'"{step}"' in sources, f"the rehearsal leaves out {step}"


def test_the_index_of_the_rehearsal_marks_a_yanked_version(
    release: ModuleType, tmp_path: Path
) -> None:
    index = release.LocalIndex(tmp_path)
    content = b"a wheel"
    form = {"content": content, "sha256_digest": hashlib.sha256(content).hexdigest().encode()}
    for version in ("1.0", "1.1"):
        assert index.keep(form, f"westeros_intrigue-{version}-py3-none-any.whl") == ""
    assert index.keep(form, "westeros_intrigue-1.0-py3-none-any.whl").startswith("File already")
    index.yank("1.0", "it is broken")
    first, second = index.page().splitlines()
    assert 'data-yanked="it is broken"' in first
    assert "data-yanked" not in second


def copied_version(folder: Path) -> Path:
    """The files that have the version, in a folder."""
    for name in ("src/westeros_intrigue/__init__.py", "CITATION.cff", "CHANGELOG.md"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.mark.usefixtures("release")
def test_a_version_is_prepared_where_it_stands(tmp_path: Path) -> None:
    prepare = importlib.import_module("release.version").prepare
    root = copied_version(tmp_path)
    changelog = root / "CHANGELOG.md"
    changelog.write_text("# Changelog\n\n## [1.0.0] - unreleased\n\nThe first.\n", "utf-8")
    prepare(root, "1.0.0", dt.date(2027, 1, 31))
    assert '__version__ = "1.0.0"\n' in (root / "src/westeros_intrigue/__init__.py").read_text(
        "utf-8"
    )
    assert "version: 1.0.0\ndate-released: 2027-01-31\n" in (root / "CITATION.cff").read_text(
        "utf-8"
    )
    assert "## [1.0.0] - 2027-01-31\n" in changelog.read_text("utf-8")
    prepare(root, "1.0.0", dt.date(2027, 2, 1))  # with another date, after a first attempt
    assert (root / "CITATION.cff").read_text("utf-8").count("date-released:") == 1
    (root / "changes").mkdir()
    (root / "changes/+odds.added.md").write_text("`odds` accepts a card.\n", "utf-8")
    with pytest.raises(SystemExit, match=r"move \+odds\.added\.md there by hand"):
        prepare(root, "1.0.0", dt.date(2027, 1, 31))
    with pytest.raises(SystemExit, match="a version is such as"):
        prepare(root, "v1.0", dt.date(2027, 1, 31))


def test_the_tools_of_a_release_are_pinned() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    tools = [tool.partition(";")[0] for tool in groups["release"]]
    assert len(tools) > 10
    assert [tool for tool in tools if not re.fullmatch(r"[\w\[\]-]+==[\d.]+", tool)] == []


def test_a_workflow_begins_without_rights() -> None:
    for name, text in WORKFLOWS.items():
        [rights] = re.findall(r"(?m)^permissions:(.*\n(?:  .*\n)*)", text)
        assert rights in {" {}\n", "\n  contents: read\n"}, name


def test_the_page_about_a_release_has_steps_by_hand_in_order_and_nothing_else() -> None:
    page = (ROOT / "docs/releasing.md").read_text("utf-8")
    title, *parts = re.split(r"(?m)^## .*\n", page)
    assert re.fullmatch(r"# Release: .*\n\n```\{index\} .*\n```\n\nDo these in order\.\n\n", title)
    for part in parts:
        steps = re.findall(r"(?m)^(\d+)\. .*\n(?:   .*\n)*", part)
        assert [int(step) for step in steps] == [*range(1, len(steps) + 1)]
        assert re.sub(r"(?m)^\d+\. .*\n(?:   .*\n)*", "", part).strip() == ""


def test_the_charts_show_the_published_figures() -> None:
    charts = load("scripts/making/charts.py")
    for chart in charts.CHARTS:
        drawn = charts.drawn(chart)
        assert chart.picture.read_text("utf-8") == drawn, "run scripts/make.py charts"
    for curves in charts.CURVES:
        drawn = charts.drawn_curves(curves)
        assert curves.picture.read_text("utf-8") == drawn, "run scripts/make.py charts"


def test_the_page_about_installing_lists_every_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "docs/install.md").read_text("utf-8"), re.MULTILINE)
    assert {*re.findall(r"`(\w+)`", "".join(rows))} == set(project["optional-dependencies"])


@pytest.mark.long
def test_the_site_has_what_other_programs_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    files = load("scripts/making/site_files.py")
    pages = {"index": ("Title", "A sentence."), "how-to/matches": ("Undo <it>", "Another.")}
    files.write_site_files(tmp_path, pages, "https://docs.example")
    names = {path.name for path in (tmp_path / "data").iterdir()}
    offered = re.findall(r'href="data/(.*?)"', (ROOT / "docs/json.md").read_text("utf-8"))
    assert {name for name in names if not name.endswith(".ipynb")} == set(offered)
    notebooks = {path.name for path in (ROOT / "examples").glob("*.ipynb")}
    exercises = {name.replace(".", "_exercises.") for name in notebooks if "lesson_" in name}
    assert len(exercises) == 3
    assert notebooks | exercises == {name for name in names if name.endswith(".ipynb")}
    with zipfile.ZipFile(tmp_path / "data/types.zip") as archive:
        assert {"types/package.json", "types/game.jsonl", "types/fold_events.ts"} <= set(
            archive.namelist()
        )
    assert "https://docs.example/how-to/matches.html" in (tmp_path / "llms.txt").read_text("utf-8")
    assert (tmp_path / "sitemap.xml").read_text("utf-8").count("<loc>") == 2
    assert "https://docs.example/search.html" in (tmp_path / "404.html").read_text("utf-8")
    assert sum(map(len, files.rules_as_data().values())) > 300


def test_the_passage_of_each_planted_fault_is_in_its_file_once() -> None:
    mutation = load("scripts/mutation.py")
    for fault in mutation.CONFIGURATION["planted"]:
        text = mutation.source_of(ROOT, fault).read_text("utf-8")
        assert text.count(fault["was"]) == 1, fault


def test_all_but_these_planted_faults_are_found_by_short_tests() -> None:
    """The others need C, a package or a long proof; this number may only become smaller."""
    mutation = load("scripts/mutation.py")
    needed = [each for each in map(mutation.needs, mutation.CONFIGURATION["planted"]) if each]
    assert len([each for each in needed if each != "C"]) <= 11
    assert set(needed) <= {"C", "long", *mutation.MORE}


def test_a_planted_fault_or_a_rule_names_all_but_some_files_of_tests() -> None:
    """Nobody has shown that the others find anything; this number may only become smaller."""
    assert len(load("scripts/mutation.py").list_unwatched()) <= 48


# Figures

PAGES = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]
MEASURED = re.compile(
    r"(?<![\w.@-])(\d[\d .,]*)\s"
    r"(?:ms|µs|s|seconds?|minutes?|[MGKk]B|%(?!\s+intervals?)|(?:\w+ ){1,4}a (?:CPU )?second"
    r"|times (?:as|the rate|faster))(?!\w)"
)
"""A number with a unit that only a measurement can know."""
CITED = {
    "README.md": {
        "62.3 % ± 3.2 %": "reader against search:1000, 2 players: won",
        "85.7 % ± 2.6 %": "reader against greedy, 2 players: won",
        "53.3 % ± 1.6 %": "best attack on reader: won",
        "93.9 % ± 0.6 %": "greedy against random, 2 players: won",
    },
}
RATIOS = {
    "5.8 to 6.2 times the rate of python-chess": ("functions", "4 players / python-chess"),
    "6.9 to 7.3 random rounds while a plain C loop": ("rounds", "rounds, 4 players"),
}
"""The ratios of the README, by run and name; a run can also have figures of an Intel Xeon."""
OF_OTHER_ROWS = {
    "benchmarks speed",
    "benchmarks --list",
    "benchmarks server --tables 1000 10000",
    "benchmarks matches",
    "benchmarks guard main",
    "studies pruning",
}
"""The commands that publish a run for each of their rows, or nothing."""
"""The figures of the pages that cannot read them, since other sites show these pages as well."""
CHOSEN = {
    "docs/how-to/options-and-chance.md: 53.06 %": "the known value of Pig, which a test solves",
    **{
        f"docs/how-to/language-models.md: {share} %": "a test counts it again"
        for share in (0, 6, 38, 54, 94)
    },
    "CONTRIBUTING.md: 3 %": "the limit of the guard on speed",
    "docs/how-to/assistants.md: 30 seconds": "the limit of the tool `wait`",
    "docs/players.md: 15 %": "the share of rounds of training against greedy",
    "docs/players.md: 70 %": "the share of rounds of training against greedy",
    "docs/players.md: 50 %": "an even share of two",
    "docs/players.md: 25 %": "an even share of four",
    "docs/how-to/matches.md: 76 %": "what the example prints",
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


def prose(page: Path, cited: Iterable[str]) -> str:
    """The text of a page without its blocks, its code and its figures."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"(\{\w+\})?`[^`]*`", "", COMPUTED_PARTS.sub("", text))
    for each in cited:
        text = re.sub(r"\s".join(map(re.escape, each.split())), "", text)
    return text


def test_what_was_measured_is_read_from_the_figures() -> None:
    typed = {
        f"{page.relative_to(ROOT)}: {match[0]}"
        for page in PAGES
        if page.name not in COMPUTED
        for match in MEASURED.finditer(prose(page, [*CITED.get(page.name, {}), *RATIOS]))
    }
    assert typed == set(CHOSEN)


RUNS: dict[str, dict[str, Any]] = json.loads((ROOT / "docs/figures.json").read_text("utf-8"))


def test_each_figure_that_a_page_asks_for_was_published() -> None:
    # A run that is measured again replaces all its figures, also those it had no package for.
    published = {*RUNS, *(f"{run}: {name}" for run in RUNS for name in RUNS[run]["figures"])}
    asked = {
        name.removeprefix("~")
        for page in PAGES
        for name in re.findall(r"\{(?:figure|measured)\}`([^`]+)`", page.read_text("utf-8"))
    }
    assert len(asked) > 100
    assert not asked - published


def test_who_reads_how_strong_the_best_player_is_reads_what_beats_it() -> None:
    [strength] = re.findall(r"(?ms)^- \*\*Bots with measured strength.*?(?=^- )", README)
    assert "53.3 % ± 1.6 %" in strength, "what the strongest known attack wins"


def test_the_commands_of_the_pages_are_those_of_their_figures() -> None:
    run = [set(one["command"].split()) for one in RUNS.values()]
    measuring = re.compile(r"python -m ((?:benchmarks|studies)[^`\n]*)")
    given = {
        command
        for page in PAGES
        for command in measuring.findall(page.read_text("utf-8"))
        if "figures" not in page.parts and page.parent.name not in {"benchmarks", "studies"}
    }
    assert len(given) > 10
    lost = {each for each in given if not any(set(each.split()) <= one for one in run)}
    assert lost == OF_OTHER_ROWS


@pytest.mark.long
def test_the_commit_of_each_figure_is_in_the_history() -> None:
    def ask(*words: str) -> subprocess.CompletedProcess[str]:
        # `.ci/run` tests a copy without the history, and names the checkout that has it.
        history = os.environ.get("HISTORY", str(ROOT))
        command = ("git", "-c", f"safe.directory={history}", "-C", history, *words)
        return subprocess.run(command, capture_output=True, text=True, check=False)

    if ask("rev-parse", "--is-shallow-repository").stdout.strip() != "false":
        pytest.skip("the history is not here")
    # The publisher writes "unknown" where there is no history.
    commits = {name: run["commit"] for name, run in RUNS.items() if run["commit"] != "unknown"}
    lost = {
        name
        for name, commit in commits.items()
        if ask("merge-base", "--is-ancestor", commit, "HEAD").returncode
    }
    assert not lost


@pytest.mark.parametrize(
    ("page", "text", "name"),
    [(page, text, name) for page, cited in CITED.items() for text, name in cited.items()],
)
def test_a_cited_figure_is_the_measured_one(page: str, text: str, name: str) -> None:
    pytest.importorskip("sphinx")
    figures = load("docs/_ext/figures.py")
    figure = figures.all_figures()[name]
    assert text in " ".join((ROOT / page).read_text("utf-8").split())
    assert text.startswith((figures.shown(figure), figures.shown(figure, alone=True)))


def test_a_difference_has_its_sign_however_large_it_is() -> None:
    pytest.importorskip("sphinx")
    shown = load("docs/_ext/figures.py").shown
    assert shown({"value": 110, "error": 1.09, "unit": "points"}) == "+110 ± 1.09"
    assert shown({"value": -1250, "error": 120, "unit": "points"}) == "-1 250 ± 120"
    assert shown({"value": -0.5, "error": 0.1, "unit": "points of %"}) == "-0.5 % ± 0.1 %"
    assert shown({"value": 369, "unit": "moves"}) == "369 moves"


@pytest.mark.parametrize("text", RATIOS)
def test_a_cited_ratio_is_that_of_a_machine_or_the_range_of_two(text: str) -> None:
    run, name = RATIOS[text]
    runs = [RUNS[each] for each in (run, f"{run}, Intel Xeon") if each in RUNS]
    ratios = [one["figures"][name]["value"] for one in runs]
    ends = dict.fromkeys(f"{ratio:.1f}" for ratio in (min(ratios), max(ratios)))
    assert text.startswith(f"{' to '.join(ends)} ")
    assert text in " ".join(README.split())
