"""The command line of the benchmarks: `python -m benchmarks NAME [options]`.

`python -m benchmarks --list` lists the runs; `python -m benchmarks NAME --help` has the options of
one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from benchmarks.command_line import Runs, name_of_run

RUNS: Runs = {
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
    "guard": ("guard", "the instructions of fixed calls at two commits, and a limit"),
    "compare": ("compare", "the figures of two commits"),
    "imports": ("imports", "the instructions of an import, beside other libraries"),
    "extras": ("extras", "the installed size with each extra"),
    "matches": ("matches", "what distributing a match costs"),
    "design": ("design", "the CPU seconds of the commands effect and measure"),
    "page": ("page", "a click on the page, and many tables at once"),
    "page-calls": ("page_calls", "the calls of functions for a placement on the page"),
    "server": ("server", "the capacity of the server in examples/server"),
    "service": ("service", "the same under load, while a process and the store are killed"),
    "costs": ("costs", "the CPU seconds of a move, beside those that PLAYERS states"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the run that the command line names, and return the status of the process."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    name = name_of_run("benchmarks", "Measure speed and memory.", RUNS, words)
    if name is None:
        return 0
    module, _ = RUNS[name]
    run = import_module(f"benchmarks.{module}")
    if module == "speed" and name != "speed":
        run.main(words[1:], only=name)
        return 0
    return run.main(words[1:]) or 0


if __name__ == "__main__":
    sys.exit(main())
