"""The page: the calls of the package's functions for one placement, as `sys.setprofile` sees them.

    python -m benchmarks page-calls [--list NUMBER] [--game KEY]

Four people share a screen and play the first round, and the engine answers each of their first ten
placements. At another game, a person plays against three computer players, on the game's own table.
Each beginning of a function counts, and each return to a generator; functions of other packages do
not. Calls do not depend on the machine, but a little on the version of Python.
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


def count_calls(key: str = westeros_intrigue.KEY) -> list[Counter[CodeType]]:
    """Return the calls of each function for each placement, or move of another game."""
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(Folder(Path(folder)))
        is_card_game = key == westeros_intrigue.KEY
        return list(_placements(engine) if is_card_game else _moves(engine, key))


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


def _moves(engine: Engine, key: str) -> Iterator[Counter[CodeType]]:
    who = ["person", *(["simple"] * 3)]
    seats = [{"name": "", "who": each} for each in who]
    start = {"do": "start", "name": key, "seats": seats, "options": [], "seed": 4}
    shown = json.loads(_answer(engine, start))
    left = PLACEMENTS
    while left:
        # Its own table needs neither a picture nor words.
        at = {"game": shown["game"], "seat": 0, "moment": shown["moment"], "drawn": False}
        if shown["waits_for"] != "person":
            shown = json.loads(_answer(engine, {"do": "step", **at}))
            continue
        move = {"do": "play", **at, "move": shown["moves"][0]["name"]}
        with _counting() as entered:
            text = _answer(engine, move)
        shown = json.loads(text)
        if shown["kind"] != "table":
            raise ValueError(text)
        left -= 1
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
    parser.add_argument("--game", default=westeros_intrigue.KEY, metavar="KEY", help="another game")
    options = parser.parse_args(arguments)
    counted = count_calls(options.game)
    calls = [sum(entered.values()) for entered in counted]
    functions, range_of_calls = mean(map(len, counted)), f"{min(calls)} to {max(calls)}"
    what = "placement" if options.game == westeros_intrigue.KEY else "move"
    print(f"one {what}: {mean(calls):.0f} calls ({range_of_calls}), {functions:.0f} functions")
    for code, number in sum(counted, Counter()).most_common(options.list):
        place = f"{Path(code.co_filename).relative_to(_PACKAGE)}:{code.co_firstlineno}"
        print(f"{number / PLACEMENTS:6.1f}  {place} {code.co_qualname}")
