"""The guard on speed: what it refuses, with counts made up for it, and its calls, each once."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.cases import each

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import counting, guard, staleness  # noqa: E402 - found by the line above
from benchmarks.fixed_calls import CALLS, EXAMPLES, counted  # noqa: E402

sys.path += [str(ROOT / folder) for folder in EXAMPLES]
BASE = {"apply": 1000.0, "odds": 500.0, "format_position": None}
STORED = json.loads(guard.COUNTS.read_text("utf-8"))


@pytest.mark.untraced
@each(list(CALLS))
def test_this_checkout_has_each_call(name: str) -> None:
    (done,) = counted([name])
    assert not done.absent
    assert done.operations > 0


def test_a_call_that_a_commit_does_not_have_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("westeros_intrigue.apply", None)
    absent, done = counted(["apply", "setup"])
    assert absent.absent == "TypeError: 'NoneType' object is not callable"
    assert not done.absent


def judged(
    apply: float | None,
    *slower: str,
    new_lines: str | None = "",
    format_position: float | None = 700.0,
) -> list[str]:
    """What the guard refuses if `apply` takes this many instructions, and not a thousand."""
    head = {"apply": apply, "odds": 400.0, "format_position": format_position}
    return guard.refusals(BASE, head, slower, new_lines)


def permission(trailer: str) -> dict[str, float]:
    """Return how many times as slow a trailer allows calls to be."""
    times, faults = guard.permitted([trailer])
    assert faults == []
    return times


@pytest.mark.parametrize("instructions", [10, 1000, 1030])
def test_up_to_three_percent_more_need_no_reason(instructions: float) -> None:
    assert judged(instructions) == []


def test_more_than_three_percent_are_refused() -> None:
    (refusal,) = judged(1031)
    assert refusal.startswith("apply: 1.031 times the instructions of BASE, and no commit has")
    assert "'Slower: NAME, N %: REASON'" in refusal


def test_a_trailer_and_a_described_change_permit_what_they_say() -> None:
    slower = "apply, 5 %: the house rule is asked"
    assert judged(1050, slower, new_lines="- `apply` asks the house rule.") == []
    (unlisted,) = judged(1050, slower, new_lines="- `odds` asks the house rule.")
    assert unlisted.endswith("no new file of changes names it")
    assert judged(1050, slower, new_lines=None) == []  # before the first release
    (beyond,) = judged(1051, slower, new_lines="- `apply` asks the house rule.")
    assert beyond.endswith("but the trailers allow 1.050")
    (of_another_call,) = judged(1050, "odds, 5 %: cards are counted", new_lines="odds, apply")
    assert "no commit has a trailer" in of_another_call


def test_two_trailers_of_a_call_multiply() -> None:
    slower = ("apply, 5 %: the house rule is asked", "apply, 10 %: so is the width")
    assert judged(1155, *slower, new_lines="apply") == []
    assert len(judged(1156, *slower, new_lines="apply")) == 1


@pytest.mark.parametrize(
    ("trailer", "fault"),
    [
        ("apply: it is better so", "is not of the form"),
        ("apply, 5%: no space", "is not of the form"),
        ("apply, 5 %:", "is not of the form"),
        ("applx, 5 %: a name mistyped", "names no call"),
    ],
)
def test_a_trailer_that_permits_nothing_is_refused(trailer: str, fault: str) -> None:
    (refusal,) = judged(1000, trailer)
    assert f"'Slower: {trailer}' {fault}" in refusal


def test_a_call_that_only_one_commit_has_is_listed() -> None:
    assert judged(1000, format_position=None) == [
        "format_position: HEAD does not have this call; correct it in benchmarks/fixed_calls.py"
    ]
    head = {"apply": 1100.0, "odds": 400.0, "format_position": 700.0}
    _, *lines = guard.report(BASE, head)
    assert [line.split()[:2] for line in lines] == [
        ["apply", "1.100"],
        ["odds", "0.800"],
        ["format_position", "not"],
    ]


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of two commits, instead of this one."""
    monkeypatch.setattr(counting, "ROOT", tmp_path)
    monkeypatch.delenv("BASE", raising=False)
    git(tmp_path, "init", "--quiet")
    commit(tmp_path, "Begin", "# Changelog\n\n- apply\n")
    commit(
        tmp_path,
        "Ask the house rule\n\nSlower: apply, 5 %: it is asked\nSlower: odds, 4 %: so are they",
        "# Changelog\n\n- apply\n- The house rule is\n  asked.\n",
    )
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    author = ["-c", "user.name=A", "-c", "user.email=a@b.c"]
    command = ["git", *author, "-C", str(folder), *arguments]
    subprocess.run(command, check=True)


def commit(folder: Path, message: str, changelog: str) -> None:
    (folder / "CHANGELOG.md").write_text(changelog, encoding="utf-8")
    git(folder, "add", "CHANGELOG.md")
    git(folder, "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", message)


def test_the_reasons_are_read_from_the_commits_after_the_base(repository: Path) -> None:
    assert guard.trailers("HEAD~1", "HEAD") == [
        "apply, 5 %: it is asked",
        "odds, 4 %: so are they",
    ]
    assert guard.trailers("HEAD", "HEAD") == []
    assert guard.changelog("HEAD~1", "HEAD") == "- The house rule is asked."
    assert guard.changelog("HEAD", None) == ""
    (repository / "CHANGELOG.md").write_text("- apply\n", encoding="utf-8")
    assert guard.changelog("HEAD", None) == ""
    (repository / "CHANGELOG.md").write_text("- odds\n", encoding="utf-8")
    assert guard.changelog("HEAD", None) == "- odds"


def test_before_the_first_release_there_are_no_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "ROOT", tmp_path)
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text("# Changelog\n\n## [1.0.0rc1] - unreleased\n", encoding="utf-8")
    assert guard.is_before_first_release()
    changelog.write_text("# Changelog\n\n## [1.0.0rc1] - 2027-01-31\n", encoding="utf-8")
    assert not guard.is_before_first_release()


def test_a_change_in_a_file_of_its_own_counts_also_before_it_is_committed(
    repository: Path,
) -> None:
    (repository / "changes").mkdir()
    (repository / "changes/+odds.changed.md").write_text("`odds` counts more.\n", encoding="utf-8")
    git(repository, "add", "changes")
    assert guard.changelog("HEAD", None) == "`odds` counts more."


def test_the_base_is_named_or_the_parent(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = guard.commit_of("HEAD~1"), guard.commit_of("HEAD")
    assert guard.base_of_checkout() == first
    commit(repository, "Go on", "# Changelog\n")
    assert guard.base_of_checkout() == second
    monkeypatch.setenv("BASE", "HEAD~2")
    assert guard.base_of_checkout() == first
    monkeypatch.setenv("BASE", "0" * 40)  # of a new branch
    assert guard.base_of_checkout() == second


def test_the_base_is_where_the_branch_left_its_upstream(repository: Path) -> None:
    second = guard.commit_of("HEAD")
    git(repository, "branch", "upstream")
    git(repository, "branch", "--quiet", "--set-upstream-to=upstream")
    assert guard.base_of_checkout() == guard.commit_of("HEAD~1")  # nothing is new
    for message in ("Go on", "Go on further"):
        commit(repository, message, f"# {message}\n")
    assert guard.base_of_checkout() == second


def test_a_checkout_without_history_counts_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(counting, "ROOT", tmp_path)
    monkeypatch.setattr(guard, "can_count", lambda: True)
    assert guard.main([]) == 0
    assert "the checkout has no commit before its own" in capsys.readouterr().out
    monkeypatch.setattr(guard, "can_count", lambda: False)
    assert guard.main([]) == 0
    assert "valgrind is not installed" in capsys.readouterr().out


def test_the_page_shows_the_ratios_of_the_stored_counts() -> None:
    assert set(STORED["instructions"]) <= set(CALLS)
    (shown,) = guard.TABLE.findall(guard.PAGE.read_text("utf-8"))
    assert shown == guard.table(STORED)


PUBLISHED = json.loads(guard.FIGURES.read_text("utf-8"))


def published(**then: int) -> dict[str, Any]:
    """A run with two figures that are followed, measured when its calls took these instructions."""
    names = ("apply", "4 players / python-chess", "python-chess", "legal_moves")
    about = {"with": staleness.counted_with(), "calls": then}
    command = "python -m benchmarks functions"
    return {
        "functions": {"command": command, "instructions": about, "figures": dict.fromkeys(names)}
    }


def test_a_figure_is_stale_when_its_call_has_changed_by_three_percent() -> None:
    run = published(apply=1000, legal_moves=500)
    assert not [*staleness.stale_figures(run, {"apply": 1029.0, "legal_moves": 486.0})]
    for apply in (1031.0, 969.0):
        # A playout, which lists the moves as well, has changed by less.
        (sentence,) = staleness.stale_figures(run, {"apply": apply, "legal_moves": 500.0})
        assert sentence == (
            "docs/figures.json: of the run 'functions', 1 figures are stale. 'apply' needs "
            f"{apply / 1000:.2f} times the instructions of when it was measured. Run "
            "`python -m benchmarks functions --publish`, or remove what is stale"
        )
    assert [*staleness.stale_figures(run, {"apply": 1031.0})]
    run["functions"]["instructions"]["with"] = "PyPy"
    assert not [*staleness.stale_figures(run, {"apply": 5000.0})]


def test_a_figure_of_compiled_code_is_stale_when_the_c_has_changed(tmp_path: Path) -> None:
    for name in ("baseline.c", "processor.c", "x86_64_v3.c", "x86_64_v4.c", "lanes.h"):
        (tmp_path / name).write_text('#include "rounds.h"\n' if name == "lanes.h" else "")
    source = tmp_path / "rounds.h"
    source.write_text("int rounds = 1; /* as many as players */")
    run = {"command": "python -m benchmarks rounds", "c": staleness.digest_of_c(tmp_path, "rounds")}
    source.write_text("int  rounds = 1; /* one */\n")
    (tmp_path / "tables.h").write_text("int tables = 1;")  # the run does not include it
    assert not [*staleness.stale_compiled({"rounds": run}, tmp_path)]
    source.write_text("int rounds = 2;")
    (sentence,) = staleness.stale_compiled({"rounds": run}, tmp_path)
    assert sentence == (
        "docs/figures.json: the run 'rounds' was measured with other C. Run "
        "`python -m benchmarks rounds --publish`, or remove it"
    )


def test_the_guard_refuses_a_stale_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(guard, "FIGURES", tmp_path / "figures.json")
    guard.FIGURES.write_text(json.dumps(published(apply=1000, legal_moves=1000)))
    monkeypatch.setattr(guard, "counts_of_all", lambda *_: [{"apply": 1100.0}] * 2)
    assert guard.guard("HEAD", None, ["apply"]) == 1
    assert "refused: docs/figures.json: of the run 'functions'" in capsys.readouterr().err


@pytest.mark.parametrize("run", staleness.TIMED)
def test_each_run_that_is_followed_has_the_counts_of_all_its_calls(run: str) -> None:
    measured = PUBLISHED[run]
    calls = staleness.calls_of_run(run, measured["figures"])
    assert calls
    assert [*measured["instructions"]["calls"]] == calls
    patterns = staleness.TIMED[run]
    alike = [other for other, others in staleness.TIMED.items() if others is patterns]
    timed = {
        figure.partition(" / ")[0] for other in alike for figure in PUBLISHED[other]["figures"]
    }
    unknown = [name for name in patterns if not any(re.fullmatch(name, each) for each in timed)]
    assert not unknown, "patterns of no figure"


@pytest.mark.long
@pytest.mark.skipif(not counting.can_count(), reason="valgrind is not installed")
def test_what_is_counted_is_the_work_between_the_marks(tmp_path: Path) -> None:
    """It takes long: valgrind runs a whole start of Python."""
    program = (
        "from benchmarks.counting import mark\n"
        "for count in (100_000, 100_000, 200_000):\n"
        "    mark(); sum(range(count)); mark()\n"
        "    sum(range(50_000))\n"
    )
    command = [sys.executable, "-S", "-c", program]  # without the packages of the environment
    _, one, two = counting.count(command, counting.environment_of(tmp_path)).instructions
    assert two / one == pytest.approx(2, abs=0.05)
