"""Effects and reports on a Dask cluster of one and of two workers are those of this process."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from westeros_intrigue.lab.design import Effect, GameReport, compare_games, measure_game

EXAMPLES = Path(__file__).parents[3] / "examples"
NIM = EXAMPLES / "nim.py"


@contextmanager
def cluster(count: int, *, processes: bool) -> Iterator[Any]:
    """The executor of a cluster; the package has hardly any types, and takes a second to import."""
    distributed: Any = importlib.import_module("distributed")
    with (
        distributed.LocalCluster(
            n_workers=count, threads_per_worker=1, processes=processes, dashboard_address=":0"
        ) as local,
        distributed.Client(local) as client,
    ):
        yield client.get_executor()


def effect(**how: Any) -> Effect:
    return compare_games(
        NIM,
        (NIM, {"stones": 9}),
        players=["random", {"clever": "clever", "random": "random"}],
        deals=60,
        seed=2,
        precision=0.9,
        **how,
    )


def report(**how: Any) -> GameReport:
    return measure_game((NIM, {"stones": 5}), games=10, seed=3, **how)


@pytest.mark.parametrize("count", [1, 2])
def test_the_results_on_a_cluster_are_the_same(count: int) -> None:
    alone = effect()
    assert alone.comparisons[0].deals < 60  # it stops at its precision wherever deals come from
    with cluster(count, processes=False) as executor:
        assert effect(executor=executor, chunk=1) == alone
        assert report(executor=executor, chunk=9) == report()


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 2])
def test_processes_of_a_cluster_find_games_by_their_files(count: int) -> None:
    def rule(**how: Any) -> Effect:
        path = EXAMPLES / "no_repeats.py"
        return compare_games("westeros-intrigue", path, players="greedy", deals=8, seed=4, **how)

    with cluster(count, processes=True) as executor:
        assert effect(executor=executor, chunk=1) == effect()
        assert report(executor=executor) == report()
        assert rule(executor=executor) == rule()
