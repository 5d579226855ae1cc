"""The speed and memory of the library, beside other engines, measured in turns.

`python -m benchmarks NAME [--turns N] [--publish]` makes one of the runs in `MEASUREMENTS`, and
`python -m benchmarks speed` all of them. `--publish` writes the results to docs/figures.json.

Random play is uniform over `legal_moves`: each card counts, so a house with many cards in the hand
is played more often than one with few. In lines with "distinct", it is uniform over
`distinct_moves`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module

from benchmarks import (
    btwixt,
    environments,
    figures,
    monopoly,
    other_games,
    profile_of_a_ply,
    second_engine,
    sizes,
    views,
)
from benchmarks.measuring import Contender, Line, Rates, Spread, compared, measured, ratio, table
from benchmarks.publishing import Figure, at_least, machine, publish
from westeros_intrigue import distinct_moves

FOUR = "4 players"
FOUR_DEALT = "4 players, dealing timed"


def functions(turns: int) -> Iterator[Line]:
    """Measure playouts and single calls in one run, with all other engines that are installed."""
    others, missing = other_games.installed()
    counts = figures.PLAYER_COUNTS
    ours = [figures.playouts(players) for players in counts]
    dealt = figures.dealt_playouts(4)
    distinct = [figures.playouts(players, distinct_moves) for players in counts]
    slow = [second_engine.playouts(players) for players in counts]
    calls = [*figures.calls(), *figures.records()]
    slow_calls = [*second_engine.calls(), *second_engine.records()]
    rates = measured([*ours, dealt, *distinct, *calls, *others, *slow, *slow_calls], turns)
    yield f"Plies per second: list the legal moves, choose one at random, apply it; {turns} turns."
    yield "Ratios to the second engine and to python-chess (list, push); median, and range."
    rows: dict[str, Sequence[str]] = {}
    for contenders in (ours, distinct):
        for contender, reference in zip(contenders, slow, strict=True):
            rows[contender.name] = [reference.name, other_games.CHESS]
    rows[dealt.name] = []
    rows |= {contender.name: [] for contender in slow}
    yield from table(rates, rows, [second_engine.NAME, other_games.CHESS])
    yield ""
    yield from against_others(rates, others)
    for name in missing:
        yield f"{name} is not installed, and was not measured"
    yield ""
    yield "Calls at positions of four players from all over a round, games of four rounds."
    yield "Ratios to the second engine where it does the same; median, and range."
    rows = {contender.name: [f"{second_engine.NAME}: {contender.name}"] for contender in calls}
    yield from table(rates, rows, [second_engine.NAME])


def against_others(rates: Rates, others: Sequence[Contender]) -> Iterator[Line]:
    """Compare playouts of four players with the other libraries."""
    yield f"{'':44}{'plies/s':>12}   4 players are so many times as fast"
    for name, _ in others:
        four, rate = (
            FOUR_DEALT if name in other_games.DEALT else FOUR,
            Spread.of(rates[name]).middle,
        )
        yield f"{name:44}{rate:>12,.0f}   {ratio(rates, four, name)}"
        yield Figure(name, rate)
        yield compared(rates, four, name)


def state_bytes(_turns: int) -> Iterator[Line]:
    """Measure the size of a state."""
    yield from sizes.bytes_of_a_state()


def import_time(turns: int) -> Iterator[Line]:
    """Measure the time of an import."""
    yield from sizes.import_time(turns)


def worst_views(turns: int) -> Iterator[Line]:
    """Measure views and worlds at many tables, with their worst."""
    yield from views.report(turns)


def with_extras(module: str, function: str, *extras: str) -> Callable[[int], Iterator[Line]]:
    """Return a measurement that needs extras, which imports its module when it runs."""

    def measure(turns: int) -> Iterator[Line]:
        try:
            found = import_module(f"benchmarks.{module}")
        except ImportError:
            yield f"not measured: it needs the extras {' and '.join(extras)}"
            return
        yield from getattr(found, function)(turns)

    return measure


MEASUREMENTS: Mapping[str, Callable[[int], Iterator[Line]]] = {
    "functions": functions,
    "profile": profile_of_a_ply.report,
    "bytes": state_bytes,
    "import": import_time,
    "views": worst_views,
    "bulk": with_extras("bulk", "speed", "fast"),
    "first-calls": with_extras("bulk", "first_calls", "fast"),
    **{
        name: with_extras("compiled", name, "fast")
        for name in ("rounds", "threads", "search", "solver")
    },
    "environments": environments.report,
    "lock-step": with_extras("lock_step", "report", "fast", "gymnasium"),
    "monopoly": monopoly.report,
    "btwixt": btwixt.report,
}


def main(arguments: Sequence[str], only: str | None = None) -> None:
    """Make the run of this name, or all runs of this module, and print the lines."""
    parser = argparse.ArgumentParser(
        prog=f"python -m benchmarks {only or 'speed'}", description="What things cost."
    )
    parser.add_argument("--turns", type=at_least(1), default=15, help="turns of each (default 15)")
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)
    print(f"{machine()}.")
    print("Random play, uniform over legal_moves where nothing else is said. CPU time.")
    for name, function in MEASUREMENTS.items():
        if only in (None, name):
            print(f"\n{name}")
            found: list[Figure] = []
            for line in function(options.turns):
                if isinstance(line, Figure):
                    found.append(line)
                else:
                    print(f"  {line}".rstrip(), flush=True)
            if options.publish and found:
                publish(name, f"python -m benchmarks {name} --turns {options.turns}", found)
