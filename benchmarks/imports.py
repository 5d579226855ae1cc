"""What the import of the package costs, beside the imports of other libraries.

Run `python -m benchmarks imports`, with `--publish` to write docs/figures.json. valgrind counts the
instructions of each import in a process of its own, with compiled files in place, less those of a
process that imports nothing. It needs valgrind, and python-chess from the group `benchmark`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence

from benchmarks.counting import ROOT, can_count, count, environment_of
from benchmarks.publishing import Figure, publish

REFERENCE = "import chess, chess.pgn"
MOST = 1.35
"""The largest ratio of the root's import to the reference. Beyond it, the changelog says why."""
IMPORTS = {
    "root": "import westeros_intrigue",
    "gamekit": "from westeros_intrigue.gamekit import GameOf, Position",
    "monopoly": "from westeros_intrigue.games import monopoly",
    "btwixt": "from westeros_intrigue.games import btwixt",
    "attrs": "import attrs, typing_extensions",
}


def instructions_of(statement: str) -> int:
    """Count the instructions of a statement in a process of its own, in which nothing is compiled.

    Raises:
        RuntimeError: the statement failed.
    """
    program = f"import os\nos.getppid()\n{statement}\nos.getppid()"  # as `mark` does
    environment = environment_of(ROOT)
    command = [sys.executable, "-c", program]
    subprocess.run(command, check=True, env=environment, cwd=ROOT)  # noqa: S603 - compiles the files
    return count(command, environment).instructions[0]


def main(arguments: Sequence[str]) -> None:
    """Count as the command line says, print the ratios, and fail if the root costs too much."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks imports")
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)
    if not can_count():
        parser.error("valgrind is not installed")
    reference = instructions_of(REFERENCE)
    ratios = {name: instructions_of(IMPORTS[name]) / reference for name in IMPORTS}
    print(f"{REFERENCE}: {reference / 1e6:.0f} million instructions")
    for name, ratio in ratios.items():
        print(f"{IMPORTS[name]}: {ratio:.2f} times as many")
    if options.publish:
        figures = [Figure(name, round(ratio, 2)) for name, ratio in ratios.items()]
        publish("imports", "python -m benchmarks imports", figures)
    if ratios["root"] > MOST:
        sys.exit(f"the root's import costs more than {MOST} times the reference")
