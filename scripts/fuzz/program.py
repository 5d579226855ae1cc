"""The command line of the fuzzer: the kinds that it asks for, and the shares of their outcomes."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec

from fuzz.any_game import kinds_of
from fuzz.engine import Kind, describe, run
from fuzz.own import own
from westeros_intrigue.gamekit.game import GAMES


@cache
def kinds() -> tuple[Kind, ...]:
    """Return all kinds."""
    every = [kind for key in GAMES for kind in own(key).kinds()]
    every += [kind for game in GAMES.values() for kind in kinds_of(game)]
    if find_spec("westeros_intrigue.lab") and find_spec("numpy"):
        every += import_module("fuzz.results_files").file_kinds()
    return tuple(every)


def main(words: Sequence[str] | None = None) -> int:
    """Run the cases that the command line asks for; return 1 if a promise was broken."""
    parser = argparse.ArgumentParser(
        prog="python scripts/fuzz",
        description="Damage what the library reads of every game, and check what it makes of it.",
    )
    parser.add_argument(
        "--kinds", nargs="*", default=["*"], help="names or patterns, such as */view"
    )
    parser.add_argument("--seed", type=int, default=0, help="the seed of all cases")
    parser.add_argument("--first", type=int, default=0, help="the number of each kind's first case")
    parser.add_argument("--cases", type=int, help="how many cases, of all kinds together")
    parser.add_argument("--seconds", type=float, help="the time after which no case begins")
    arguments = parser.parse_args(words)
    chosen = [
        kind for kind in kinds() if any(fnmatchcase(kind.name, name) for name in arguments.kinds)
    ]
    if not chosen:
        parser.error(f"no such kind; choose from {', '.join(kind.name for kind in kinds())}")
    cases = arguments.cases
    if cases is None and arguments.seconds is None:
        cases = 100 * len(chosen)
    outcomes, failures = run(
        chosen,
        seed=arguments.seed,
        first=arguments.first,
        cases=cases,
        seconds=arguments.seconds,
        report=partial(print, flush=True),
    )
    print(*describe(outcomes), sep="\n")
    print(f"{sum(map(Counter.total, outcomes.values()))} cases, {len(failures)} failures")
    return 1 if failures else 0
