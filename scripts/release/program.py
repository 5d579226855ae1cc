"""The command line of a release: prepare it, print its notes, rehearse it."""

from __future__ import annotations

import argparse
import datetime as dt
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from release import ending, making, using, version
from release.engine import ROOT, Rehearsal, Step, rehearse
from release.index import LocalIndex

LOG = ROOT / "build/release/log.txt"
MARK = ".rehearsal"
"""The file in the folder of a rehearsal, without which nothing there is deleted."""
STEPS = (
    Step("clone", making.clone),
    Step("prepare", making.prepare),
    Step("gates", making.gates),
    Step("names", making.surface),
    Step("tag", making.tag),
    Step("distributions", making.distributions),
    Step("containers", making.containers),
    Step("repair", making.repair),
    Step("again", making.again),
    Step("without-compiler", making.without_compiler),
    Step("musl", making.on_musl),
    Step("aarch64", making.on_aarch64),
    Step("metadata", making.metadata),
    Step("materials", making.bill_of_materials),
    Step("vulnerabilities", making.vulnerabilities),
    Step("upload", using.upload),
    *(Step(f"python-{each}", partial(using.install, version=each)) for each in using.SUPPORTED),
    Step("old-python", using.old_python),
    Step("readme", using.readme),
    Step("demo", using.demo),
    Step("page", using.page),
    Step("notebook", using.notebook),
    Step("frozen", using.frozen_program),
    Step("site", ending.site),
    Step("notes", ending.notes),
    Step("yank", ending.yank),
    Step("patch", ending.patch),
    *ending.ELSEWHERE,
)
"""The steps of a rehearsal, in order."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python scripts/release", description="Prepare a release, or rehearse it."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    preparing = commands.add_parser("prepare", help="set the version and the date")
    preparing.add_argument("version")
    preparing.add_argument("--date", type=dt.date.fromisoformat, help="by default today")
    commands.add_parser("notes", help="print the section of the changelog")
    rehearsing = commands.add_parser("rehearse", help="do every step that needs no account")
    rehearsing.add_argument(
        "--work", type=Path, help="a folder that stays; by default a temporary one"
    )
    rehearsing.add_argument("--log", type=Path, default=LOG, help="by default %(default)s")
    names = [step.name for step in STEPS]
    begin = "go on in the folder of an earlier rehearsal"
    rehearsing.add_argument(
        "--begin-at", metavar="STEP", choices=names, default=names[0], help=begin
    )
    rehearsing.add_argument(
        "--end-at", metavar="STEP", choices=names, default=names[-1], help="leave out later steps"
    )
    asked = parser.parse_args(arguments)
    if asked.command == "prepare":
        date = asked.date or dt.datetime.now(dt.UTC).date()
        for line in version.prepare(ROOT, asked.version, date):
            print(f"look at {line}")
    elif asked.command == "notes":
        print(version.notes(ROOT), end="")
    else:
        if asked.begin_at != names[0] and not (asked.work and (asked.work / "clone").is_dir()):
            parser.error("--begin-at continues in the --work of an earlier rehearsal")
        first, last = names.index(asked.begin_at), names.index(asked.end_at)
        if last < first:
            parser.error(f"{asked.end_at} comes before {asked.begin_at}")
        return run(STEPS[first : last + 1], asked.work, asked.log)
    return 0


def run(steps: Sequence[Step], work: Path | None, log: Path) -> int:
    """Rehearse in a folder, or in a temporary one."""
    if find_spec("ziglang") is None:
        sys.exit("The tools are in the group `release`: python -m pip install --group release")
    if work is None:
        with tempfile.TemporaryDirectory(prefix="release-") as folder:
            return run(steps, Path(folder), log)
    work = work.resolve()
    mark = work / MARK
    is_free = not work.exists() or (work.is_dir() and not any(work.iterdir()))
    if not (is_free or (work.is_dir() and mark.exists())):
        sys.exit(
            f"{work} has other files, and a rehearsal deletes what is there: name a new folder"
        )
    work.mkdir(parents=True, exist_ok=True)
    mark.touch()
    with LocalIndex(work / "index") as index:
        return rehearse(steps, Rehearsal(work, index), log.resolve())
