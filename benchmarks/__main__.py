"""The command line of the suite: `python -m benchmarks [--turns N] [--only NAME]`.

Random play is uniform over `legal_moves`: each card counts, so a house with many cards in hand is
played more often than one with few. Where a line says "distinct", it is uniform over
`distinct_moves`.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

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
from benchmarks.measuring import Contender, Rates, Spread, measured, ratio, table
from westeros_intrigue import distinct_moves

FOUR = "4 players"
FOUR_DEALT = "4 players, dealing timed"


def functions(turns: int) -> Iterator[str]:
    """Measure playouts and single calls in one run, beside everything else that is installed."""
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


def against_others(rates: Rates, others: Sequence[Contender]) -> Iterator[str]:
    """Compare playouts of four players with the other libraries."""
    yield f"{'':44}{'plies/s':>12}   4 players are so many times as fast"
    for name, _ in others:
        spread = ratio(rates, FOUR_DEALT if name in other_games.DEALT else FOUR, name)
        yield f"{name:44}{Spread.of(rates[name]).middle:>12,.0f}   {spread}"


def state_bytes(_turns: int) -> Iterator[str]:
    """Measure the size of a state."""
    yield from sizes.bytes_of_a_state()


def import_time(turns: int) -> Iterator[str]:
    """Measure the time of an import."""
    yield from sizes.import_time(turns)


def worst_views(turns: int) -> Iterator[str]:
    """Measure views and worlds at many tables, with their worst."""
    yield from views.report(turns)


def bulk(turns: int) -> Iterator[str]:
    """Measure simulation in bulk."""
    try:
        from benchmarks import bulk as module  # noqa: PLC0415 - it needs an extra
    except ImportError:
        yield "the extra `fast` is not installed: not measured"
        return
    yield from module.report(turns)


def tables_in_lock_step(turns: int) -> Iterator[str]:
    """Measure steps at tables in lock step."""
    try:
        from benchmarks import lock_step  # noqa: PLC0415 - it needs an extra
    except ImportError:
        yield "the extras `fast` and `gymnasium` are not installed: not measured"
        return
    yield from lock_step.report(turns)


MEASUREMENTS: Mapping[str, Callable[[int], Iterator[str]]] = {
    "functions": functions,
    "profile": profile_of_a_ply.report,
    "bytes": state_bytes,
    "import": import_time,
    "views": worst_views,
    "bulk": bulk,
    "environments": environments.report,
    "lock-step": tables_in_lock_step,
    "monopoly": monopoly.report,
    "btwixt": btwixt.report,
}


PACKAGES = (
    "attrs", "chess", "open_spiel", "catanatron", "pettingzoo", "numba", "numpy", "envpool", "pgx",
)  # fmt: skip


def machine() -> str:
    """Return what the figures were measured on."""
    cpu = platform.processor() or "unknown processor"
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                cpu = line.partition(":")[2].strip()
                break
    versions = []
    for name in PACKAGES:
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{cpu}, {platform.system()}; {python}; {', '.join(versions)}."


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the measurements that the command line asks for, and print what they yield."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="What things cost.")
    parser.add_argument("--turns", type=int, default=15, help="turns of each (default 15)")
    parser.add_argument("--only", choices=MEASUREMENTS, help="run this measurement alone")
    options = parser.parse_args(arguments)
    if options.turns < 1:
        parser.error("--turns must be at least 1")
    print(machine())
    print("Random play, uniform over legal_moves where nothing else is said. CPU time.")
    for name, function in MEASUREMENTS.items():
        if options.only in (None, name):
            print(f"\n{name}")
            for line in function(options.turns):
                print(f"  {line}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
