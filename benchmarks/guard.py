"""Guard the speed of plain Python: `python -m benchmarks guard [BASE [HEAD]] [--only NAME ...]`.

The fixed games and calls of `fixed_calls.py` are counted in instructions at two commits, with this
interpreter and its packages. If HEAD needs over 3 % more instructions than BASE for a call, the
guard refuses it, unless a commit between the two has a trailer for it, such as

    Slower: apply, 5 %: a placement is now checked against the house rule

and, after the first release, a new file of `changes` names the call. HEAD is this checkout by
default, and BASE the commit in the environment variable BASE, the merge base with the upstream
branch, or the parent: the first of them that this checkout has and that is not its own commit.

It also refuses figures of `docs/figures.json` that are stale, since a call that they time has
changed by 3 % since they were measured, as `staleness.py` says.

`--store COMMIT ...` counts commits for `benchmarks/counts.json`, and renews the table on
docs/benchmarks.md. Earlier commits are counted anew, since counts of another interpreter differ.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.counting import (
    ROOT,
    can_count,
    checkout,
    count,
    environment_of,
    git,
    python,
)
from benchmarks.fixed_calls import CALLS, EXAMPLES, WARM, Done
from benchmarks.staleness import stale_compiled, stale_figures

COUNTS = ROOT / "benchmarks" / "counts.json"
FIGURES = ROOT / "docs" / "figures.json"
PAGE = ROOT / "docs" / "benchmarks.md"
TABLE = re.compile(r"(?<=<!-- counts -->\n\n).*?(?=\n\n<!-- end of counts -->)", re.DOTALL)
"""The place of the table on the page."""
LIMIT = 1.03
"""How many times the instructions of BASE a call may need without a trailer."""
FORM = "Slower: NAME, N %: REASON"
_TRAILER = re.compile(r"(?P<name>.+?), (?P<percent>\d+(?:\.\d+)?) %: \S.*")

Counts = Mapping[str, float | None]
"""The instructions of one operation of each call; None for a call that the commit does not have."""


def counts_of(package: Path, names: Sequence[str]) -> dict[str, float | None]:
    """Count the calls of a copy of the package, in one process."""
    command = python("benchmarks.fixed_calls", *names)
    environment = environment_of(package, *EXAMPLES)
    # Compiles what is imported, without valgrind, which would take long.
    subprocess.run(command, check=True, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603 - our own
    run = count(command, environment)
    *_, marks = run.instructions[:WARM]
    calls = [Done(*json.loads(line)) for line in run.output.splitlines()]
    done = [call for call in calls if not call.absent]
    counts: dict[str, float | None] = {call.name: None for call in calls}
    for call, instructions in zip(done, run.instructions[WARM:], strict=True):
        counts[call.name] = (instructions - marks) / call.operations
    return counts


def counts_of_all(commits: Sequence[str], names: Sequence[str]) -> list[dict[str, float | None]]:
    """Count the calls at several commits, or in folders with a checkout."""
    with ExitStack() as stack:
        packages = [
            checkout(commit, Path(stack.enter_context(tempfile.TemporaryDirectory())), *EXAMPLES)
            for commit in commits
        ]
        # Counts are the same however busy the machine is.
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(lambda package: counts_of(package, names), packages))


def base_of_checkout() -> str | None:
    """Return the commit that this checkout is compared with; None without an earlier one."""
    head = commit_of("HEAD")
    merge_base = git("merge-base", "HEAD", "@{upstream}").decode().strip()
    for name in (os.environ.get("BASE", ""), merge_base, "HEAD~1"):
        commit = commit_of(name) if name else None
        if commit is not None and commit != head:
            return commit
    return None


def commit_of(name: str) -> str | None:
    """Return the full id of a commit; None if this checkout does not have it."""
    return git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").decode().strip() or None


def trailers(base: str, head: str) -> list[str]:
    """Return the values of the trailers `Slower` of the commits between two."""
    shown = "--format=%(trailers:key=Slower,valueonly,unfold)"
    return [line for line in git("log", shown, f"{base}..{head}").decode().splitlines() if line]


def changelog(base: str, head: str | None) -> str:
    """Return the new lines about changes: of a commit, or of the files of this checkout.

    A release moves the files of `changes` into CHANGELOG.md, so a line there counts as well.
    """
    commits = [base] if head is None else [base, head]
    paths = ("CHANGELOG.md", "changes")
    lines = git("diff", "--unified=0", *commits, "--", *paths).decode().splitlines()
    added = [line[1:] for line in lines if line.startswith("+") and not line.startswith("+++")]
    return " ".join(" ".join(added).split())


def is_before_first_release() -> bool:
    """Return True if the changelog has only a version without a date: nobody has one to compare."""
    sections = re.findall(r"(?m)^## .*$", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    return len(sections) == 1 and sections[0].endswith("unreleased")


def permitted(slower: Iterable[str]) -> tuple[dict[str, float], list[str]]:
    """Return how many times as slow trailers allow calls to be, and what is wrong with others.

    Two trailers that name a call multiply, as two commits make it slower one after the other.
    """
    times: dict[str, float] = {}
    faults = []
    for text in slower:
        found = _TRAILER.fullmatch(text)
        if found is None:
            faults.append(f"the trailer 'Slower: {text}' is not of the form '{FORM}'")
        elif found["name"] not in CALLS:
            faults.append(
                f"the trailer 'Slower: {text}' names no call of benchmarks/fixed_calls.py"
            )
        else:
            name, percent = found["name"], float(found["percent"])
            times[name] = round(times.get(name, 1) * (1 + percent / 100), 9)
    return times, faults


def ratios(base: Counts, head: Counts) -> dict[str, float]:
    """Return the ratio of HEAD to BASE for the calls that both have, the worst first."""
    both = {
        name: now / before
        for name, now in head.items()
        if now is not None and (before := base.get(name)) is not None
    }
    return dict(sorted(both.items(), key=lambda item: -item[1]))


def refusals(base: Counts, head: Counts, slower: Iterable[str], new_lines: str | None) -> list[str]:
    """Return why HEAD is refused: a sentence for each call and each trailer; empty if it is not.

    `slower` are the values of the trailers, and `new_lines` are those about changes; None before
    the first release, which has no changes.
    """
    times, found = permitted(slower)
    found += [
        f"{name}: HEAD does not have this call; correct it in benchmarks/fixed_calls.py"
        for name, now in head.items()
        if now is None
    ]
    for name, ratio in ratios(base, head).items():
        if ratio <= LIMIT:
            continue
        needs = f"{name}: {ratio:.3f} times the instructions of BASE"
        if name not in times:
            found.append(
                f"{needs}, and no commit has a trailer '{FORM}' that names it: make it faster, "
                "or give the reason in a trailer"
            )
        elif ratio > times[name]:
            found.append(f"{needs}, but the trailers allow {times[name]:.3f}")
        elif new_lines is not None and name not in new_lines:
            found.append(f"{needs}, as a trailer says, but no new file of changes names it")
    return found


def report(base: Counts, head: Counts) -> Iterator[str]:
    """Yield a line for each call: its ratio, the worst first, and what a commit does not have."""
    yield f"{'instructions of HEAD / of BASE':44}{'':7}{'BASE':>14}{'HEAD':>14} an operation"
    for name, ratio in ratios(base, head).items():
        yield f"{name:44}{ratio:>7.3f}{base[name]:>14,.0f}{head[name]:>14,.0f}"
    for side, counts in (("BASE", base), ("HEAD", head)):
        for name, found in counts.items():
            if found is None:
                yield f"{name:44}not in {side}"


def guard(base: str, head: str | None, names: Sequence[str]) -> int:
    """Compare two commits, or a commit with this checkout; return the status of the process."""
    print(f"BASE is {base[:10]}, HEAD is {head[:10] if head else 'this checkout'}", flush=True)
    before, now = counts_of_all([base, head or str(ROOT)], names)
    for line in report(before, now):
        print(line)
    new_lines = None if is_before_first_release() else changelog(base, head)
    refused = refusals(before, now, trailers(base, head or "HEAD"), new_lines)
    if head is None:
        published = json.loads(FIGURES.read_text("utf-8"))
        refused += stale_figures(published, now)
        refused += stale_compiled(published, ROOT / "native")
    for sentence in refused:
        print(f"refused: {sentence}", file=sys.stderr)
    return 1 if refused else 0


def store(commits: Sequence[str]) -> None:
    """Count commits, the newest last; write the counts, and the table of their ratios."""
    found = counts_of_all(commits, list(CALLS))
    valgrind = subprocess.run(["valgrind", "--version"], check=True, capture_output=True, text=True)  # noqa: S607 - that of `count`
    stored = {
        "command": f"python -m benchmarks guard --store {' '.join(commits)}",
        "interpreter": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}",
        "versions": {"attrs": version("attrs"), "valgrind": valgrind.stdout.strip()},
        "commits": commits,
        "instructions": {
            name: [None if counts[name] is None else round(counts[name] or 0) for counts in found]
            for name in CALLS
        },
    }
    COUNTS.write_text(_on_lines(stored), encoding="utf-8")
    page = PAGE.read_text("utf-8")
    PAGE.write_text(TABLE.sub(lambda _: table(stored), page), encoding="utf-8")


def _on_lines(stored: Mapping[str, Any]) -> str:
    about = [
        f" {json.dumps(key)}: {json.dumps(value)},"
        for key, value in stored.items()
        if key != "instructions"
    ]
    calls = [
        f"  {json.dumps(name)}: {json.dumps(numbers)}"
        for name, numbers in stored["instructions"].items()
    ]
    return "\n".join(["{", *about, ' "instructions": {', ",\n".join(calls), " }", "}", ""])


def table(stored: Mapping[str, Any]) -> str:
    """Return the table of the page: the newest commit beside the others, the worst call first."""
    *others, newest = (commit[:8] for commit in stored["commits"])
    lines = [
        f"| call | instructions, {newest} | "
        + " | ".join(f"times those of {commit}" for commit in others)
        + " |",
        "| --- |" + " ---: |" * len(stored["commits"]),
    ]

    def worst(item: tuple[str, Sequence[int | None]]) -> float:
        oldest, *_, now = item[1]
        return now / oldest if now and oldest else 0

    for name, (*before, now) in sorted(stored["instructions"].items(), key=worst, reverse=True):
        cells = [f"{now / one:.2f}" if one else "\N{EN DASH}" for one in before]
        number = f"{now:,}".replace(",", " ")
        lines.append(f"| {' | '.join([name, number, *cells])} |")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Do what the command line says, and return the status of the process."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks guard")
    parser.add_argument("base", nargs="?", metavar="BASE", help="a commit")
    parser.add_argument("head", nargs="?", metavar="HEAD", help="a commit (default: the checkout)")
    parser.add_argument("--only", nargs="+", choices=CALLS, metavar="NAME", help="these calls")
    parser.add_argument("--store", nargs="+", metavar="COMMIT", help="the newest last")
    options = parser.parse_args(arguments)
    if not can_count():
        print("The guard counted nothing: valgrind is not installed.")
        return 0
    named = [name for name in (options.base, options.head, *(options.store or ())) if name]
    commits = {name: commit_of(name) for name in named}
    for name, commit in commits.items():
        if commit is None:
            parser.error(f"this checkout has no commit {name!r}")
    if options.store:
        store([commits[name] or name for name in options.store])
        return 0
    base = commits[options.base] if options.base else base_of_checkout()
    if base is None:
        print("The guard counted nothing: the checkout has no commit before its own.")
        return 0
    return guard(base, commits.get(options.head), options.only or list(CALLS))
