"""The share of the time of the learners in examples/learners that the tables take.

Run `python -m studies learners`, with `--publish` to write docs/figures.json. It needs PyTorch,
sb3-contrib and the extras `fast` and `gymnasium`. Times are CPU times, after a first run in which
the code is compiled.
"""

from __future__ import annotations

import argparse
import runpy
import sys
import time
from collections.abc import Iterator, Sequence
from unittest.mock import patch

import numpy as np

from benchmarks.publishing import ROOT, Figure, publish
from westeros_intrigue.lab.environments.vector import Tables

LEARNERS = {"plain_loop": ("2", "60"), "stable_baselines": ("8192", "65536")}
"""The examples, with the argument of a first run and of the measured one."""


def shares() -> Iterator[Figure]:
    """Yield the share of each learner's time, in percent."""
    for name, (first, measured) in LEARNERS.items():
        seconds_of(name, first)
        of_tables, of_all = seconds_of(name, measured)
        yield Figure(name, round(100 * of_tables / of_all, 1), unit="%")


def seconds_of(name: str, argument: str) -> tuple[float, float]:
    """Return the CPU seconds of the steps of the tables, and of the whole example."""
    step, spent = Tables.step, 0.0

    def timed(tables: Tables, actions: np.ndarray) -> None:
        nonlocal spent
        begun = time.process_time()
        step(tables, actions)
        spent += time.process_time() - begun

    path = ROOT / "examples" / "learners" / f"{name}.py"
    with (
        patch.object(Tables, "step", timed),
        patch.object(sys, "argv", [name, argument]),
        patch("westeros_intrigue.lab.matches.play_match"),  # which judges, after the training
    ):
        begun = time.process_time()
        runpy.run_path(str(path), run_name="__main__")
        return spent, time.process_time() - begun


def main(arguments: Sequence[str]) -> None:
    """Measure as the command line says, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m studies learners")
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)
    found = list(shares())
    for figure in found:
        print(f"{figure.name}: {figure.value} % of the time")
    if options.publish:
        publish("learners", "python -m studies learners", found)
