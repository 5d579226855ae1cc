"""The decisions that a reader of refusals ends with a legal move, in each game.

Run `python -m studies refusals [--games N]`, with `--publish` to write docs/figures.json. The
reader, `tests/helpers/refusal_reader.py`, begins each decision with a wrong move, sees no list of
moves, and then follows the sentences of the refusals. Of Monopoly, whose games are longer, a third
as many games are played as of the card game, and of B'Twixt two thirds. The intervals are 95 %
intervals between games.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.publishing import Figure, at_least, publish
from westeros_intrigue.lab.simulation.counted import bounds_of_share, measure

TESTS = Path(__file__).resolve().parent.parent / "tests"
THIRDS = {"westeros-intrigue": 3, "monopoly": 1, "btwixt": 2}


def _reader() -> Any:
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    return importlib.import_module("helpers.refusal_reader")


def main(arguments: Sequence[str]) -> None:
    """Play the games, and print the decisions of each by the tries that they took."""
    parser = argparse.ArgumentParser(
        prog="python -m studies refusals", description="Whether refusals lead to legal moves."
    )
    parser.add_argument("--games", type=at_least(1), default=60)
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)
    reader, figures = _reader(), list[Figure]()
    for key, thirds in THIRDS.items():
        of_games: list[Counter[int]] = [
            reader.count_tries(reader.play_wrongly(key, seed))
            for seed in range(max(2, options.games * thirds // 3))
        ]
        tries = sum(of_games, Counter[int]())
        ended, total = tries.total() - tries[0], tries.total()
        size, share, variance = measure(
            (each.total() - each[0], each.total(), 1) for each in of_games
        )
        low, high = bounds_of_share(share, variance, size)
        by_try = ", ".join(f"{tries[number]} at try {number}" for number in (2, 3))
        print(f"{key}: {ended} of {total} decisions within three tries ({by_try})", flush=True)
        figures.append(Figure(key, 100 * ended / total, interval=(100 * low, 100 * high), unit="%"))
    if options.publish:
        publish("refusals", f"python -m studies refusals --games {options.games}", figures)
