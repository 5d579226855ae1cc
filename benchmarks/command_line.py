"""The command line of a folder of runs, `benchmarks` or `studies`: `python -m FOLDER NAME`.

A run imports its module when it begins, since many need packages that others do not.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

Runs = Mapping[str, tuple[str, str]]
"""By name: the module whose `main` makes the run, and what it measures."""


def name_of_run(folder: str, about: str, runs: Runs, words: Sequence[str]) -> str | None:
    """Return the name of the run that a command line begins with; None if it asks for the list.

    Args:
        folder: the folder of the runs.
        about: what they do, for `--help`.
        runs: all runs.
        words: the words of the command line; those after the name are the run's own.
    """
    lines = [f"{name:<15}{of_run}" for name, (_, of_run) in runs.items()]
    parser = argparse.ArgumentParser(
        prog=f"python -m {folder}",
        description=f"{about} `python -m {folder} NAME --help` has the options of one.",
        epilog="\n".join(["runs:", *(f"  {line}" for line in lines)]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--list", action="store_true", help="list the runs")
    parser.add_argument("name", nargs="?", choices=runs, metavar="NAME", help="a run of the list")
    parser.add_argument("options", nargs=argparse.REMAINDER, help="the options of the run")
    chosen = parser.parse_args(words[:1])  # the rest is the run's own, --list and --help included
    if chosen.list:
        print(*lines, sep="\n")
        return None
    if chosen.name is None:
        parser.error("name a run; --list lists them")
    name: str = chosen.name
    return name
