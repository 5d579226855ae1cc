"""The CPU seconds of the commands `effect` and `measure`, as typed without other options.

    python -m benchmarks design [--turns 2]

Both are for simple bots on a laptop: each must take less than a minute. The commands run in a
process of their own, whose start counts too.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence

from benchmarks.measuring import Spread
from benchmarks.publishing import ROOT, Figure, at_least, publish

LIMIT = 60
"""The CPU seconds that a command may take."""
COMMANDS = {
    "effect, card game, option": "effect --rule option=anyone-can-die",
    "effect, card game, house rule": "effect --rule no_repeats.py",
    "effect, Monopoly": "effect --game monopoly --rule house_rules=pot",
    "effect, B'Twixt": "effect --game btwixt --rule short",
    "effect, Nim": "effect --game nim.py --rule stones=30",
    "effect, Follow Suit": "effect --game follow_suit.py --rule size=4",
    "measure, card game": "measure",
    "measure, Monopoly": "measure --game monopoly",
    "measure, B'Twixt": "measure --game btwixt",
    "measure, Nim": "measure --game nim.py",
    "measure, Follow Suit": "measure --game follow_suit.py",
}
"""The arguments of each command, which runs in the folder of the examples."""


def cpu_seconds(arguments: str) -> float:
    """Return the CPU seconds of a command."""
    before = os.times()
    subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-m", "westeros_intrigue", *arguments.split()],
        cwd=ROOT / "examples",
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = os.times()
    user = after.children_user - before.children_user
    return user + after.children_system - before.children_system


def figures(turns: int) -> Iterator[Figure]:
    """Yield the CPU seconds of each command, over turns in which all run once."""
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(turns):
        for name, arguments in COMMANDS.items():
            taken[name].append(cpu_seconds(arguments))
    for name, seconds in taken.items():
        spread = Spread.of(seconds)
        print(f"{name}: {spread} CPU s")
        yield Figure(name, spread.middle, spread=(spread.lowest, spread.highest), unit="s")


def main(arguments: Sequence[str]) -> int:
    """Measure, print, and return 1 if a command takes too long."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks design",
        description=__doc__.partition("\n")[0] if __doc__ else None,
    )
    parser.add_argument("--turns", type=at_least(1), default=2)
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)
    found = [*figures(options.turns)]
    if options.publish:
        publish("design", f"python -m benchmarks design --turns {options.turns}", found)
    return int(any(figure.value > LIMIT for figure in found))
