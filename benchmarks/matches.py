"""The cost of distributing a match: two workers against one, and the time of a chunk.

    python -m benchmarks matches

The turns alternate, and the ratios are between neighbours, so a busy machine slows both alike.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from importlib import import_module
from statistics import median
from time import perf_counter
from typing import Any

from westeros_intrigue import Player, greedy_player, random_player
from westeros_intrigue.lab.matches import play_match
from westeros_intrigue.lab.players import MonteCarloPlayer

SLOW: dict[str, Player] = {"greedy": greedy_player, "search": MonteCarloPlayer(200)}
QUICK: dict[str, Player] = {"a": random_player, "b": random_player}
TURNS = 5
DEALS = 24
QUICK_DEALS = 400


def seconds(play: Callable[[], object]) -> float:
    """Return the time that a call takes."""
    began = perf_counter()
    play()
    return perf_counter() - began


def pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool whose processes are running."""
    made = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    play_match(SLOW, deals=4 * workers, seed=1, rounds=1, chunk=1, executor=made)
    return made


def overhead(executor: Executor) -> float:
    """Return the extra time per chunk of chunks of one deal, compared with chunks of fifty."""
    play = partial(play_match, QUICK, deals=QUICK_DEALS, seed=1, rounds=1, executor=executor)
    play(chunk=50)
    differences = [
        seconds(partial(play, chunk=1)) - seconds(partial(play, chunk=50)) for _ in range(TURNS)
    ]
    return median(differences) / (QUICK_DEALS - QUICK_DEALS // 50)


def main(arguments: Sequence[str]) -> None:
    """Measure, and print."""
    argparse.ArgumentParser(
        prog="python -m benchmarks matches", description="What distributing a match costs."
    ).parse_args(arguments)
    with pool(1) as one, pool(2) as two:
        match = partial(play_match, SLOW, deals=DEALS, seed=1, chunk=1)
        pairs = [
            (seconds(partial(match, executor=one)), seconds(partial(match, executor=two)))
            for _ in range(TURNS)
        ]
        ratios = sorted(alone / both for alone, both in pairs)
        print(
            f"two workers against one: {median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )
        print(f"a chunk, process pool: {1000 * overhead(one):.2f} ms")
    with ThreadPoolExecutor(1) as thread:
        print(f"a chunk, thread: {1000 * overhead(thread):.2f} ms")
    distributed: Any = import_module("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        print(f"a chunk, Dask: {1000 * overhead(client.get_executor()):.2f} ms")
