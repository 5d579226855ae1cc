"""Compare two commits: `python -m benchmarks.compare OLD NEW [--only NAME ...] [--seconds]`.

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
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path

from benchmarks.figures import all_figures
from benchmarks.measuring import Contender, Spread
from benchmarks.sizes import NO_BYTECODE, kept_states

ROOT = Path(__file__).resolve().parent.parent
BYTES = "bytes of a state"
REPEATS = (1, 6)
"""The numbers of repetitions in the two processes whose instructions are compared. Both include the
start and the first repetition, which differ slightly between processes."""
_REFERENCES = re.compile(r"I +refs: +([\d,]+)")


def figures() -> dict[str, Contender]:
    """Return the figures that can be compared, by name."""
    return {contender.name: contender for contender in all_figures()}


def checkout(name: str, folder: Path) -> Path:
    """Copy the package of a commit, or of a folder with a checkout, into a folder."""
    if Path(name).is_dir():
        # A copy, since the folder may change in the meantime.
        shutil.copytree(Path(name) / "src", folder / "src")
        return folder
    command = ["git", "-C", str(ROOT), "archive", "--format=tar", name, "src"]
    archive = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603 - ours
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder


def work(name: str, turn: int, repeats: int) -> float:
    """Do a figure's work for one turn; return CPU seconds per operation, or the bytes."""
    if name == BYTES:
        return kept_states(turn, players=4)
    job = figures()[name].prepare(turn)
    start = time.process_time()
    operations = sum(job() for _ in range(repeats))
    return (time.process_time() - start) / operations


def instructions(package: Path, name: str, turn: int) -> int:
    """Count the instructions of a figure's work: the difference that repeating it makes."""
    counts = []
    for repeats in REPEATS:
        tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no"]
        command = [*tool, "--cachegrind-out-file=/dev/null", *_worker(name, turn, repeats)]
        done = subprocess.run(  # noqa: S603 - our own
            command, check=True, env=_environment(package), cwd=ROOT, capture_output=True, text=True
        )
        found = _REFERENCES.search(done.stderr)
        if found is None:
            raise RuntimeError(f"valgrind counted nothing:\n{done.stderr}")
        counts.append(int(found[1].replace(",", "")))
    return counts[1] - counts[0]


def measure(package: Path, name: str, turn: int) -> float:
    """Measure the result of `work` in a separate process."""
    done = subprocess.run(  # noqa: S603 - our own
        _worker(name, turn, 3),
        check=True,
        env=_environment(package),
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


def _worker(name: str, turn: int, repeats: int) -> list[str]:
    # As a module, so that Python finds `benchmarks`, and the package in PYTHONPATH first.
    arguments = ["--worker", name, str(turn), str(repeats)]
    return [sys.executable, "-m", "benchmarks.compare", *arguments]


def _environment(package: Path) -> dict[str, str]:
    # Compiled files stay beside the copy of the package.
    environment = {key: value for key, value in os.environ.items() if key not in NO_BYTECODE}
    return {
        **environment,
        "PYTHONPATH": str(package / "src"),
        "PYTHONPYCACHEPREFIX": str(package / "compiled"),
        "PYTHONHASHSEED": "0",
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare")
    parser.add_argument("old", nargs="?", metavar="OLD", help="a commit, or a folder")
    parser.add_argument("new", nargs="?", metavar="NEW", help="a commit, or a folder")
    parser.add_argument(
        "--only", nargs="+", choices=[*figures(), BYTES], metavar="NAME", help="the figures"
    )
    parser.add_argument("--turns", type=int, default=3, help="turns of each (default 3)")
    parser.add_argument("--seconds", action="store_true", help="measure seconds, not instructions")
    parser.add_argument("--worker", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.worker:
        name, turn, repeats = options.worker
        print(work(name, int(turn), int(repeats)))
        return
    if options.old is None or options.new is None:
        parser.error("name OLD and NEW")
    counted = not options.seconds and shutil.which("valgrind") is not None
    with ExitStack() as stack:
        old, new = (
            checkout(name, Path(stack.enter_context(tempfile.TemporaryDirectory())))
            for name in (options.old, options.new)
        )
        names = options.only or [*figures(), BYTES]
        for line in compared(old, new, names, options.turns, counted=counted):
            print(line, flush=True)


if __name__ == "__main__":
    main()
