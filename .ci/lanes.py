"""Runs the sessions of noxfile.py in a copy of the checkout, two at once, after what each requires.

`.ci/run` installs nox and calls this. What fails keeps nothing else from running, but for what
needs it: one run shows every failure.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from graphlib import TopologicalSorter
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
sys.dont_write_bytecode = True  # a checkout stays as it is

import noxfile  # noqa: E402 - what .ci/run installs nox for

LANES = 2
WITH_WORKERS = ("tests", "long_proofs")
"""The checks that take both cores: one of them runs at a time, with another check beside it."""
TAIL = 80
"""The last lines of a check that failed, which are shown once more at the end."""

Requires = dict[str, list[str]]
_children: list[subprocess.Popen[bytes]] = []


def main(arguments: Sequence[str]) -> int:
    """Run the checks that are named, or all, and return the exit status."""
    parser = argparse.ArgumentParser(prog=".ci/run", description=noxfile.__doc__)
    parser.add_argument("--work", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--list", action="store_true", help="name all checks")
    parser.add_argument("checks", nargs="*", metavar="CHECK", help="or `release`; by default all")
    asked = parser.parse_args(arguments)
    if asked.list:
        print(*noxfile.REQUIRES, sep="\n")
        return 0
    if unknown := {*asked.checks} - {*noxfile.REQUIRES, "release"}:
        names = ", ".join(noxfile.REQUIRES)
        parser.error(f"there is no {' or '.join(sorted(unknown))}; there are: {names} and release")
    wanted = with_what_they_need(chosen(asked.checks))
    logs().mkdir(parents=True, exist_ok=True)
    for log in logs().glob("*.log"):
        log.unlink()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    noxfile.copy_checkout(asked.work / "checkout")
    started = time.monotonic()
    failed, left = run_in_lanes(wanted, asked.work)
    for name in failed:
        print(f"\n== the end of {name}, which failed")
        print(*printed(name).splitlines()[-TAIL:], sep="\n")
    if failed:
        print(f"\nCI failed: {' '.join(failed)}" + (f"; not run: {' '.join(left)}" if left else ""))
        return 1
    seconds = time.monotonic() - started
    print(f"\nCI passed in {seconds:.0f} s: {' '.join(asked.checks) or 'every check'}")
    print(*costs(wanted), sep="\n")
    return 0


def chosen(names: Sequence[str]) -> list[str]:
    """Return the checks that are asked for: by default all but those of a release."""
    if names and "release" not in names:
        return [*names]
    return [name for name in noxfile.REQUIRES if names or name not in noxfile.RELEASE]


def with_what_they_need(names: Sequence[str]) -> Requires:
    """Return checks and all that they need, with what each needs, in the order of noxfile.py."""
    needed, queue = set[str](), [*names]
    while queue:
        if (name := queue.pop()) not in needed:
            needed.add(name)
            queue += noxfile.REQUIRES[name]
    return {name: needs for name, needs in noxfile.REQUIRES.items() if name in needed}


def run_in_lanes(wanted: Requires, work: Path) -> tuple[list[str], list[str]]:
    """Run checks; return those that failed, and those that were not run since they need one."""
    order = TopologicalSorter(wanted)
    order.prepare()
    ready, begun, failed = list[str](), list[str](), list[str]()
    running: dict[Future[tuple[int, float]], str] = {}
    with ThreadPoolExecutor(LANES) as lanes:
        while True:
            ready += order.get_ready()
            while len(running) < LANES and (name := first_of(ready, [*wanted], running.values())):
                ready.remove(name)
                begun.append(name)
                print(f"-- {name} begins", flush=True)
                running[lanes.submit(run, name, work)] = name
            if not running:
                return failed, [name for name in wanted if name not in begun]
            wait(running, return_when=FIRST_COMPLETED)
            for future in [future for future in running if future.done()]:
                name = running.pop(future)
                status, seconds = future.result()
                print(f"\n== {name}\n{printed(name)}", end="")
                print(f"== {'failed after' if status else 'done in'} {seconds:.0f} s", flush=True)
                if status:
                    failed.append(name)
                else:
                    order.done(name)


def first_of(ready: Sequence[str], in_order: list[str], running: Iterable[str]) -> str | None:
    """Return the check to begin: one with workers if none runs, else the first in order."""
    is_taken = {*WITH_WORKERS} & {*running}
    choice = [name for name in ready if not (is_taken and name in WITH_WORKERS)]
    return min(
        choice, key=lambda name: (name not in WITH_WORKERS, in_order.index(name)), default=None
    )


def run(name: str, work: Path) -> tuple[int, float]:
    """Run a check, with what it prints in a file; return its status and the seconds it took."""
    started = time.monotonic()
    with log_of(name).open("wb") as log:
        child = subprocess.Popen(
            [sys.executable, "-m", "nox", "--session", name],
            cwd=work / "checkout",
            env=variables(work),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        _children.append(child)
        return child.wait(), time.monotonic() - started


def end(number: int, _frame: FrameType | None) -> None:
    """End what runs, with all that it started, since no terminal does."""
    for child in _children:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGTERM)
    os._exit(128 + number)


def variables(work: Path) -> Mapping[str, str]:
    """Return the environment variables of every check."""
    checkout = work / "checkout"
    programs = (
        checkout / ".venv/bin",  # filled by `tools`
        work / "typescript/node_modules/.bin",  # filled by `typescript`
        Path("/usr/lib/ccache"),  # where it is installed, the C of all environments is made once
    )
    added = {
        "CI": "true",
        "CI_WORK": str(work),
        "CI_LOGS": str(logs()),
        "HISTORY": str(ROOT),  # for the tests of the copy, which has none
        "PATH": os.pathsep.join([*map(str, programs), os.environ["PATH"]]),
        "VIRTUAL_ENV": str(checkout / ".venv"),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "PIP_QUIET": "2",
        "PIP_NO_COMPILE": "0",  # pip takes 0 for no: a module is compiled when it is imported
        "CCACHE_DIR": str(work / "ccache"),
        "CCACHE_BASEDIR": str(work),
        "CCACHE_NOHASHDIR": "true",
    }
    # With a C compiler, an extension that cannot be built is a failure; without one, every check
    # runs in plain Python.
    if shutil.which(os.environ.get("CC", "cc")):
        added["WESTEROS_INTRIGUE_EXTENSION"] = "always"
    return {**os.environ, **added}


def logs() -> Path:
    """Return the folder of what the checks printed, the one thing that stays."""
    return ROOT / "build/ci"


def log_of(name: str) -> Path:
    """Return the file of what a check printed."""
    return logs() / f"{name}.log"


def printed(name: str) -> str:
    """Return what a check printed."""
    return log_of(name).read_text("utf-8", errors="replace")


def costs(names: Requires) -> Iterator[str]:
    """Yield how many tests there were, and what they took."""
    for name in names:
        for line in printed(name).splitlines():
            if line.endswith("  all") or (line.startswith("=") and " passed" in line):
                yield f"{name}: {line.strip('= ')}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
