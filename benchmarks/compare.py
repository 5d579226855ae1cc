"""Compare two commits: `python -m benchmarks compare OLD NEW [--only NAME ...] [--seconds]`.

OLD and NEW are commits, or folders with a checkout. Both run the figures in `figures.py` of this
checkout with their own package. If valgrind is installed, and without `--seconds`, the instructions
of each figure are counted, which do not depend on other work of the machine. Otherwise CPU seconds
are measured, in processes that take turns. Each turn has different positions, the same for both
commits. The bytes of a state are compared directly. A ratio above 1 means that NEW does more work,
takes longer, or takes more memory.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from benchmarks.counting import (
    ROOT,
    can_count,
    checkout,
    count,
    environment_of,
    mark,
    python,
)
from benchmarks.figures import all_figures
from benchmarks.measuring import Contender, Spread
from benchmarks.publishing import at_least
from benchmarks.sizes import kept_states

BYTES = "bytes of a state"
TIMES = 3
"""How often the work of a turn is repeated."""
TIMED, COUNTED = "timed", "counted"


def figures() -> dict[str, Contender]:
    """Return the figures that can be compared, by name."""
    return {contender.name: contender for contender in all_figures()}


def work(name: str, turn: int) -> float:
    """Do a figure's work for one turn; return CPU seconds per operation, or the bytes."""
    if name == BYTES:
        return kept_states(turn, players=4)
    job = figures()[name].prepare(turn)
    start = time.process_time()
    operations = sum(job() for _ in range(TIMES))
    return (time.process_time() - start) / operations


def marked_work(name: str, turn: int) -> None:
    """Do a figure's work for one turn, and mark its repetitions after the first."""
    job = figures()[name].prepare(turn)
    job()
    mark()
    for _ in range(TIMES):
        job()
    mark()


def instructions(package: Path, name: str, turn: int) -> int:
    """Count the instructions of a figure's work."""
    done = count(_worker(name, turn, COUNTED), environment_of(package))
    return done.instructions[0]


def measure(package: Path, name: str, turn: int) -> float:
    """Measure the result of `work` in a separate process."""
    done = subprocess.run(  # noqa: S603 - our own
        _worker(name, turn, TIMED),
        check=True,
        env=environment_of(package),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    return float(done.stdout)


def compared(
    old: Path, new: Path, names: Sequence[str], turns: int, *, counted: bool
) -> Iterator[str]:
    """Yield a line for each figure: the ratio of NEW to OLD, with its range over the turns."""
    unit = "instructions" if counted else "CPU seconds"
    yield f"{unit} of NEW / of OLD, {turns} turns: median, range"
    for package in (old, new):
        measure(package, names[0], 0)  # compiles
    # Counts are the same however busy the machine is; seconds are not.
    with ThreadPoolExecutor(os.cpu_count() if counted else 1) as pool:
        for name in names:
            function = instructions if counted and name != BYTES else measure
            asked = [
                [pool.submit(function, package, name, turn) for package in (old, new)]
                for turn in range(turns)
            ]
            pairs = [[job.result() for job in pair] for pair in asked]
            spread = Spread.of([after / before for before, after in pairs])
            yield f"{name:24}" + "".join(f"{value:>8.3f}" for value in spread)


def _worker(name: str, turn: int, kind: str) -> list[str]:
    return python("benchmarks", "compare", "--worker", name, str(turn), kind)


def main(arguments: Sequence[str]) -> None:
    """Compare what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks compare")
    parser.add_argument("old", nargs="?", metavar="OLD", help="a commit, or a folder")
    parser.add_argument("new", nargs="?", metavar="NEW", help="a commit, or a folder")
    parser.add_argument(
        "--only", nargs="+", choices=[*figures(), BYTES], metavar="NAME", help="the figures"
    )
    parser.add_argument("--turns", type=at_least(1), default=3, help="turns of each (default 3)")
    parser.add_argument("--seconds", action="store_true", help="measure seconds, not instructions")
    parser.add_argument("--worker", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.worker:
        name, turn, kind = options.worker
        if kind == COUNTED:
            marked_work(name, int(turn))
        else:
            print(work(name, int(turn)))
        return
    if options.old is None or options.new is None:
        parser.error("name OLD and NEW")
    counted = not options.seconds and can_count()
    with ExitStack() as stack:
        old, new = (
            checkout(name, Path(stack.enter_context(tempfile.TemporaryDirectory())))
            for name in (options.old, options.new)
        )
        names = options.only or [*figures(), BYTES]
        for line in compared(old, new, names, options.turns, counted=counted):
            print(line, flush=True)
