"""Stale figures: those whose calls need other instructions than when they were measured.

Figures of plain Python in `docs/figures.json` have the instructions of the calls that they time, as
counted at their commit. The guard counts the same calls anyway, so it sees at no cost which figures
a change has made untrue. Runs of compiled code have a digest of the C that they time instead, and
any change of it but for comments makes them stale. Figures of other libraries are not followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from platform import python_implementation, python_version
from typing import Any

from benchmarks.fixed_calls import CALLS

LIMIT = 0.03
"""The share by which the instructions of its calls, together, may change before a figure is
stale."""

Calls = tuple[str, ...]
_PLAYOUT = ("legal_moves", "apply")
_FUNCTIONS: Mapping[str, Calls] = {
    r"\d players": _PLAYOUT,
    r"\d players, distinct": ("distinct_moves", "apply"),
    r"4 players, dealing timed": (*_PLAYOUT, "setup"),
    r"legal_moves": ("legal_moves",),
    r"apply": ("apply",),
    r"explain, legal": ("explain a legal move",),
    r"explain, refused": ("explain a refused move",),
    r"observe": ("observe",),
    r"Determinizer|draw": ("determinize",),
    r"odds": ("odds",),
    r"write JSON": ("write a state as JSON",),
    r"read JSON": ("read a state from JSON",),
    r"read JSON of a view": ("read a view from JSON",),
    r"write a record": ("write a record as text",),
    r"parse a record": ("read a record from text",),
    r"replay a record": ("replay a record",),
}
TIMED: Mapping[str, Mapping[str, Calls]] = {
    "functions": _FUNCTIONS,
    "functions, Intel Xeon": _FUNCTIONS,
    "views": {r"odds, .*": ("odds",)},
    "environments": {
        r"PettingZoo: Westeros Intrigue.*": ("observe", "encode", *_PLAYOUT),
        r"Gymnasium: Westeros Intrigue.*": ("observe", "encode", "greedy_player", *_PLAYOUT),
        r"OpenSpiel: Westeros Intrigue": _PLAYOUT,
        r"OpenSpiel: Westeros Intrigue, observed": ("observe", "encode", *_PLAYOUT),
    },
    "monopoly": {
        r"\d players, decisions": ("Monopoly: random game", *_PLAYOUT),
        r"\d (?:random|simple) players, turns": ("Monopoly: game of simple_player", *_PLAYOUT),
    },
    "btwixt": {
        r"\d players, (?:games|moves)": ("B'Twixt: random game", *_PLAYOUT),
        r"\d simple players, games": ("B'Twixt: game of simple_player", *_PLAYOUT),
    },
}
"""For each run, the calls that its figures time, by patterns of the names of what was timed."""


COMPILED: Mapping[str, str] = {
    "bulk": "lanes.h",
    "learners": "observations.h",
    "lock-step": "observations.h",
    "rounds": "lanes.h",
    "rounds, Intel Xeon": "lanes.h",
    "search": "lanes.h",
    "solver": "search.h",
}
"""The runs whose figures time compiled code, and the C that they call."""
_CHOICE_OF_INSTRUCTIONS = ("baseline.c", "processor.c", "x86_64_v3.c", "x86_64_v4.c")
_COMMENT_OR_BLANK = re.compile(r"/\*.*?\*/|\s+", re.DOTALL)
_INCLUDED = re.compile(r'^#include "(.+)"', re.MULTILINE)


def _with_included(folder: Path, name: str) -> set[str]:
    """Return the names of a file and of all that it includes from its folder."""
    included = _INCLUDED.findall((folder / name).read_text("utf-8"))
    return {name}.union(*(_with_included(folder, each) for each in included))


def digest_of_c(folder: Path, run: str) -> str:
    """Return a digest of the C in a folder that a run times, without its comments and blanks."""
    names = _with_included(folder, COMPILED[run]).union(_CHOICE_OF_INSTRUCTIONS)
    texts = (
        _COMMENT_OR_BLANK.sub("", (folder / name).read_text("utf-8")) for name in sorted(names)
    )
    return sha256("\n".join(texts).encode()).hexdigest()[:16]


def stale_compiled(published: Mapping[str, Mapping[str, Any]], folder: Path) -> Iterator[str]:
    """Yield a sentence for each run of compiled code that was measured with other C."""
    for run in sorted(COMPILED.keys() & published.keys()):
        if published[run].get("c") != digest_of_c(folder, run):
            yield (
                f"docs/figures.json: the run {run!r} was measured with other C. Run "
                f"`{published[run]['command']} --publish`, or remove it"
            )


def calls_of(run: str, figure: str) -> Calls:
    """Return the fixed calls that a figure times; none if it is not followed.

    A ratio is named by what it divides, such as `4 players / python-chess`.
    """
    timed = figure.partition(" / ")[0]
    return next(
        (calls for name, calls in TIMED.get(run, {}).items() if re.fullmatch(name, timed)), ()
    )


def counted_with() -> str:
    """Return the interpreter and the packages on which counts depend."""
    return f"{python_implementation()} {python_version()}, attrs {version('attrs')}"


def calls_of_run(run: str, figures: Mapping[str, Any]) -> list[str]:
    """Return the fixed calls that the figures of a run time, in the order of `CALLS`."""
    timed = {call for figure in figures for call in calls_of(run, figure)}
    return [call for call in CALLS if call in timed]


def stale_figures(
    published: Mapping[str, Mapping[str, Any]], now: Mapping[str, float | None]
) -> Iterator[str]:
    """Yield a sentence for each run with stale figures, by the counts of this checkout.

    Counts of another interpreter say nothing, and are not compared.
    """
    for run, measured in published.items():
        then = measured.get("instructions", {})
        if then.get("with") != counted_with():
            continue
        changes = {
            figure: change
            for figure in measured["figures"]
            if (change := _change(calls_of(run, figure), then["calls"], now)) is not None
        }
        stale = [figure for figure, change in changes.items() if abs(change - 1) > LIMIT]
        if stale:
            first = stale[0]
            yield (
                f"docs/figures.json: of the run {run!r}, {len(stale)} figures are stale. {first!r} "
                f"needs {changes[first]:.2f} times the instructions of when it was measured. Run "
                f"`{measured['command']} --publish`, or remove what is stale"
            )


def _change(calls: Calls, then: Mapping[str, int], now: Mapping[str, float | None]) -> float | None:
    """Return how many times the instructions calls need now; None if one was not counted."""
    counts = [now.get(call) for call in calls]
    known = [count for count in counts if count is not None]
    if not calls or len(known) < len(calls):
        return None
    return sum(known) / sum(then[call] for call in calls)
