"""Whether old figures still hold: the first deals of a run, with its players of today and of then.

Run `python -m studies replay [RUN ...] [--older N] [--deals N]`, with `--publish` to write
docs/figures.json. A run of `python -m studies strength` has the commit at which it was made. Its
first deals are played twice, with the package of this checkout and with that of the commit, which
is compiled if it has a compiled half. If all placements are the same, so are the shares and the
margins of the run: `replayed` then says so beside its figures, and the time of a placement and the
machine are those of today. If they differ, run its command again. Without names, these are the runs
that are over 300 commits old.

The players must be those of the package: somebody who follows hints, or sees all hands, is part of
the studies, so that such a run must be made again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from operator import truediv
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.counting import checkout, environment_of, git
from benchmarks.publishing import FIGURES, ROOT, at_least, machine, write

OLD = 300
"""The commits since a run that make it old."""
PLAY = """
import hashlib, json, random, sys, time
from westeros_intrigue import SOLO_SCHEMING, STANDARD, apply, observe, setup
from westeros_intrigue.players import parse_player
from westeros_intrigue.rules import draw_deal

one, others, players, seed, deals = json.loads(sys.argv[1])
variant = (SOLO_SCHEMING if others == "solo" else STANDARD).with_rounds(1)
chosen = [parse_player(name) if name != "solo" else None for name in (one, others)]
for number in range(deals):
    deal = draw_deal(players, random.Random(f"{seed} {number}"), variant)
    placed, seconds, made = [], 0.0, 0
    for own in range(1 if others == "solo" else players):
        state = setup(players, deal=deal, variant=variant)
        rngs = [random.Random(f"{seed} {number} player {seat}") for seat in range(players)]
        while (seat := state.active_player) is not None:
            view, begun = observe(state, seat), time.thread_time()
            move = chosen[seat != own](view, rngs[seat])
            if seat == own:
                seconds, made = seconds + time.thread_time() - begun, made + 1
            state = apply(state, move)
        placed.append([str(each.move) for each in state.placements])
    print(hashlib.sha256(json.dumps(placed).encode()).hexdigest(), seconds, made)
"""
"""Plays deals with the package of any commit, and prints a digest of the placements of each, and
the CPU seconds and number of those of the one player."""


COMPILE = """
import sys
from pathlib import Path
from hatch_extension import compile_extension

compile_extension(*map(Path, sys.argv[1:]))
"""


class Played(NamedTuple):
    """The deals of a run."""

    one: str
    others: str
    players: int
    seed: int

    @classmethod
    def of(cls, command: str) -> Played | None:
        """Return what the command of a run plays; None if it cannot be replayed."""
        words = command.split()
        if words[:4] != ["python", "-m", "studies", "strength"] or "--than" in words:
            return None
        options = dict(zip(words[6::2], words[7::2], strict=True))
        return cls(words[4], words[5], int(options["--players"]), int(options["--seed"]))


class Deals(NamedTuple):
    """What became of some deals."""

    digests: tuple[str, ...] = ()
    """A digest of the placements of each."""
    milliseconds: float = 0.0
    """The CPU time of a placement of the one player, in the fastest deal, which other work of the
    machine has slowed least."""
    error: str = ""
    """The error in which they ended."""


def play(played: Played, deals: int, package: Path) -> Deals:
    """Play the first deals of a run with a package."""
    ran = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-c", PLAY, json.dumps([*played, deals])],
        check=False,
        env=environment_of(package),
        cwd=package,
        capture_output=True,
        text=True,
    )
    if ran.returncode:
        return Deals(error=ran.stderr.strip().rpartition("\n")[2])
    digests, seconds, made = zip(*map(str.split, ran.stdout.splitlines()), strict=True)
    return Deals(digests, 1000 * min(map(truediv, map(float, seconds), map(int, made))))


def package_of(commit: str, folder: Path) -> Path:
    """Return the folder of the package of a commit, compiled if it has a compiled half."""
    package = checkout(commit, folder, "native")
    if (package / "native").is_dir():
        folders = package / "native", package / "src/westeros_intrigue/lab/simulation"
        command = [sys.executable, "-c", COMPILE, *map(str, folders)]
        subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)  # noqa: S603 - ours
    return package


def age_of(run: Mapping[str, Any]) -> int:
    """Return the commits since a run, or since its deals were replayed."""
    commit = run.get("replayed", run)["commit"]
    counted = git("rev-list", "--count", f"{commit}..HEAD").decode().strip()
    return int(counted) if counted else 0


def main(arguments: Sequence[str]) -> int:
    """Replay the deals of runs, and say which are equal; return 1 unless all are."""
    parser = argparse.ArgumentParser(
        prog="python -m studies replay",
        description=__doc__.partition("\n")[0] if __doc__ else None,
    )
    parser.add_argument("runs", nargs="*", metavar="RUN")
    parser.add_argument("--older", type=int, default=OLD, help="commits since the runs")
    parser.add_argument("--deals", type=at_least(1), default=10)
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)
    published: dict[str, Any] = json.loads(FIGURES.read_text("utf-8"))
    runs = options.runs or [name for name, run in published.items() if age_of(run) > options.older]
    if missing := [name for name in runs if name not in published]:
        parser.error(f"no run is called {missing[0]!r}")
    is_equal = True
    with tempfile.TemporaryDirectory() as folder:
        packages: dict[str, Path] = {}
        for name in runs:
            told, milliseconds = replay(published[name], options.deals, Path(folder), packages)
            is_equal &= milliseconds is not None
            print(f"{name}: {told}", flush=True)
            if options.publish and milliseconds is not None:
                published = json.loads(FIGURES.read_text("utf-8"))  # it may have changed meanwhile
                write(published | {name: replayed(published[name], options.deals, milliseconds)})
    return 0 if is_equal else 1


def replay(
    run: Mapping[str, Any], deals: int, folder: Path, packages: dict[str, Path]
) -> tuple[str, float | None]:
    """Return what came of the deals of a run in words, and the time of a placement if all agree.

    The packages of commits are made in a folder as they are needed.
    """
    played, commit = Played.of(run["command"]), run["commit"]
    if played is None:
        return "no deals of named players: run it again", None
    for name in (str(ROOT), commit):
        if name not in packages:
            packages[name] = package_of(name, folder / Path(name).name)
    today, then = (play(played, deals, packages[name]) for name in (str(ROOT), commit))
    for when, found in (("today", today), ("then", then)):
        if found.error:
            return f"cannot be replayed with the package of {when} ({found.error})", None
    same = sum(map(str.__eq__, today.digests, then.digests))
    if same < deals:
        return f"different: {same} of {deals} deals are equal", None
    return f"equal: the placements of {deals} deals are the same", today.milliseconds


def replayed(run: Mapping[str, Any], deals: int, milliseconds: float) -> dict[str, Any]:
    """Return a run whose deals were equal, with the time, machine and commit of the replay."""
    commit = git("rev-parse", "--short=10", "HEAD").decode().strip()
    about = {"deals": deals, "commit": commit, "date": datetime.now(UTC).date().isoformat()}
    figures = {**run["figures"], "a placement": {"value": round(milliseconds, 2), "unit": "ms"}}
    return {**run, "machine": machine(), "replayed": about, "figures": figures}
