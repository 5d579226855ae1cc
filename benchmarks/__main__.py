"""The command line of the benchmarks: `python -m benchmarks NAME [options]`.

`python -m benchmarks --list` lists the runs; `python -m benchmarks NAME --help` has the options of
one. A run imports its module when it begins, since many need packages that others do not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

RUNS: Mapping[str, tuple[str, str]] = {
    "speed": ("speed", "all runs from functions to btwixt, one after another"),
    "functions": ("speed", "playouts and single calls, beside other libraries"),
    "profile": ("speed", "the parts of a ply's time"),
    "bytes": ("speed", "the memory of a state"),
    "import": ("speed", "the time of an import"),
    "views": ("speed", "views, worlds and odds, early and late in a round"),
    "bulk": ("speed", "compiled rounds, beside the public functions"),
    "first-calls": ("speed", "the time of the first calls in a new process"),
    "rounds": ("speed", "compiled rounds, beside plain C"),
    "threads": ("speed", "compiled rounds in two threads, beside one"),
    "search": ("speed", "the playouts of the search"),
    "solver": ("speed", "the solver, beside the same search in C"),
    "environments": ("speed", "steps in Gymnasium, PettingZoo and OpenSpiel"),
    "lock-step": ("speed", "steps at tables in lock step"),
    "monopoly": ("speed", "Monopoly"),
    "btwixt": ("speed", "B'Twixt"),
    "house-rules": ("house_rules", "what each house rule of Monopoly does to games"),
    "guard": ("guard", "the instructions of fixed calls at two commits, and a limit"),
    "compare": ("compare", "the figures of two commits"),
    "imports": ("imports", "the instructions of an import, beside other libraries"),
    "extras": ("extras", "the installed size with each extra"),
    "matches": ("matches", "what distributing a match costs"),
    "page": ("page", "a click on the page, and many tables at once"),
    "page-calls": ("page_calls", "the calls of functions for a placement on the page"),
    "server": ("server", "the capacity of the server in examples/server"),
    "service": ("service", "the same under load, while a process and the store are killed"),
    "strength": ("strength", "the rounds that a player wins against others"),
    "games": ("games", "the games that a player wins against others, in any game"),
    "endings": ("endings", "what players give away in solved endings"),
    "refusals": ("refusals", "how many refusals lead to a legal move, in each game"),
    "chances": ("chances", "how accurate the chance of a hint is"),
    "mistakes": ("mistakes", "the chance that mistakes lose"),
    "costs": ("costs", "the CPU seconds of a move, beside those that PLAYERS states"),
    "best-response": ("best_response", "the most that can be won against a player"),
    "exploit": ("exploit", "what the best attack known wins against a player"),
    "learners": ("learners", "the share of a learner's time that the tables take"),
    "pruning": ("pruning", "what each part of the solver's pruning saves"),
}
"""By name: the module whose `main` makes the run, and what it measures."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the run that the command line names, and return the status of the process."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Measure speed, memory and strength."
    )
    parser.add_argument("--list", action="store_true", help="list the runs")
    parser.add_argument("name", nargs="?", choices=RUNS, metavar="NAME", help="a run of the list")
    parser.add_argument("options", nargs=argparse.REMAINDER, help="the options of the run")
    words = list(sys.argv[1:] if arguments is None else arguments)
    # The words after the name are the run's own, --list and --help included.
    chosen = parser.parse_args(words[:1])
    if chosen.list:
        for name, (_, about) in RUNS.items():
            print(f"{name:<15}{about}")
        return 0
    if chosen.name is None:
        parser.error("name a run; --list lists them")
    module, _ = RUNS[chosen.name]
    run = import_module(f"benchmarks.{module}")
    if module == "speed" and chosen.name != "speed":
        run.main(words[1:], only=chosen.name)
        return 0
    return run.main(words[1:]) or 0


if __name__ == "__main__":
    sys.exit(main())
