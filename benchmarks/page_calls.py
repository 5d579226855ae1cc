"""The page: the calls of the package's functions for one placement, as `sys.setprofile` sees them.

    python -m benchmarks page-calls [--list NUMBER]

Four people share a screen and play the first round, and the engine answers each of their first ten
placements. Each beginning of a function counts, and each return to a generator; functions of other
packages do not. Calls do not depend on the machine, but a little on the version of Python.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from types import CodeType, FrameType
from typing import Any

import westeros_intrigue
from westeros_intrigue.play.page import write_answer
from westeros_intrigue.play.page.engine import Engine
from westeros_intrigue.play.sessions import Folder

PLACEMENTS = 10
"""The number of placements; nobody is out before the last of them."""
_PACKAGE = str(Path(westeros_intrigue.__file__).parent)


def count_calls() -> list[Counter[CodeType]]:
    """Return the calls of each function for each placement."""
    with tempfile.TemporaryDirectory() as folder:
        return list(_placements(Engine(Folder(Path(folder)))))


def _placements(engine: Engine) -> Iterator[Counter[CodeType]]:
    seats = [{"name": "", "who": "person"}] * 4
    start = {"do": "start", "name": "westeros-intrigue", "seats": seats, "options": [], "seed": 1}
    shown = json.loads(_answer(engine, start))
    for _ in range(PLACEMENTS):
        at = {"game": shown["game"], "seat": shown["active"]}
        shown = json.loads(_answer(engine, {"do": "look", "shown": None, **at}))
        placement = {"do": "play", **at, "moment": shown["moment"], "move": shown["moves"][0]}
        with _counting() as entered:
            text = _answer(engine, placement)
        shown = json.loads(text)
        if shown["kind"] != "position":
            raise ValueError(text)
        yield entered


@contextmanager
def _counting() -> Iterator[Counter[CodeType]]:
    entered: Counter[CodeType] = Counter()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_PACKAGE):
            entered[frame.f_code] += 1

    sys.setprofile(note)
    try:
        yield entered
    finally:
        sys.setprofile(None)


def _answer(engine: Engine, request: dict[str, Any]) -> str:
    return write_answer(engine.answer(json.dumps(request)))


def main(arguments: Sequence[str]) -> None:
    """Count as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks page-calls", description=__doc__)
    parser.add_argument("--list", type=int, default=0, metavar="NUMBER", help="the most called")
    options = parser.parse_args(arguments)
    counted = count_calls()
    calls = [sum(entered.values()) for entered in counted]
    functions, range_of_calls = mean(map(len, counted)), f"{min(calls)} to {max(calls)}"
    print(f"one placement: {mean(calls):.0f} calls ({range_of_calls}), {functions:.0f} functions")
    for code, number in sum(counted, Counter()).most_common(options.list):
        place = f"{Path(code.co_filename).relative_to(_PACKAGE)}:{code.co_firstlineno}"
        print(f"{number / PLACEMENTS:6.1f}  {place} {code.co_qualname}")
