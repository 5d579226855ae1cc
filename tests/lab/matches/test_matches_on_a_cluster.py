"""Matches on a Dask cluster: the same result despite missing or failing workers and schedulers."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from helpers.patience import PATIENCE

from westeros_intrigue import Player, greedy_player, random_player
from westeros_intrigue.lab.matches import MatchInterrupted, play_match
from westeros_intrigue.lab.simulation import workers

TWO: dict[str, Player] = {"random": random_player, "greedy": greedy_player}


def distributed() -> Any:
    """The package, which has hardly any types; to import it takes a second."""
    return importlib.import_module("distributed")


@contextmanager
def cluster(count: int, *, processes: bool) -> Iterator[Any]:
    with (
        distributed().LocalCluster(
            n_workers=count, threads_per_worker=1, processes=processes, dashboard_address=":0"
        ) as local,
        distributed().Client(local) as client,
    ):
        yield client


def test_the_result_on_a_cluster_is_the_same() -> None:
    with cluster(2, processes=False) as client:
        result = play_match(TWO, deals=15, seed=5, chunk=2, executor=client.get_executor())
    assert result == play_match(TWO, deals=15, seed=5)


class Deserted(Executor):
    """Runs nothing before a test lets it, as an executor does whose workers are gone."""

    def __init__(self) -> None:
        self.left: list[Callable[[], None]] = []

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.left.append(lambda: future.set_result(work(*arguments, **named)))
        return future


def test_an_executor_without_workers_is_reported_once_a_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    executor, told = Deserted(), []

    def bring_a_worker(message: str, *_: object, **__: object) -> None:
        told.append(message)
        executor.left.pop(0)()

    monkeypatch.setattr(workers, "SECONDS_OF_PATIENCE", 0.3)
    monkeypatch.setattr("warnings.warn", bring_a_worker)
    assert list(workers.map_unordered(abs, [-1, -2], executor)) == [1, 2]
    assert [each.partition(":")[0] for each in told] == ["no workers left"] * 2


def test_slow_workers_are_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "SECONDS_OF_PATIENCE", 0.1)
    monkeypatch.setattr(workers, "SECONDS_BETWEEN_LOOKS", 0.05)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with ThreadPoolExecutor(1) as threads:
            assert list(workers.map_unordered(sleep, [0.5], threads)) == [None]
        with cluster(1, processes=False) as client:
            pieces = workers.map_unordered(sleep, [0.5], client.get_executor())
            assert list(pieces) == [None]


def test_a_cluster_without_workers_is_reported_and_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    monkeypatch.setattr(workers, "SECONDS_OF_PATIENCE", 0.3)
    with cluster(0, processes=False) as client:

        def bring_a_worker(message: str, *_: object, **__: object) -> None:
            told.append(message)
            client.cluster.scale(1)
            client.wait_for_workers(1, timeout=PATIENCE)

        monkeypatch.setattr("warnings.warn", bring_a_worker)
        result = play_match(TWO, deals=3, seed=5, chunk=2, executor=client.get_executor())
    [message] = [each for each in told if "worker" in each]
    assert message.startswith("no workers left: there was no result for 0.3 seconds, and no worker")
    assert result == play_match(TWO, deals=3, seed=5)


@pytest.mark.long
def test_a_worker_that_is_killed_costs_no_deal() -> None:
    with cluster(2, processes=True) as client:
        killed: list[int] = []

        def kill(_played: int, _of_all: int) -> None:
            if not killed:
                killed.extend([next(iter(client.run(os.getpid).values()))])
                os.kill(killed[0], signal.SIGKILL)

        executor = client.get_executor()
        result = play_match(TWO, deals=100, seed=5, chunk=2, executor=executor, progress=kill)
    assert killed
    assert result == play_match(TWO, deals=100, seed=5)


@pytest.mark.long
def test_a_lost_scheduler_costs_no_finished_chunk(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--no-dashboard"]
    command += ["--port", "0", "--scheduler-file", str(tmp_path / "scheduler.json")]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--no-dashboard"]
    worker += [*command[-2:], "--death-timeout", str(PATIENCE)]
    with (
        subprocess.Popen(command, stderr=subprocess.DEVNULL) as scheduler,
        subprocess.Popen(worker, stderr=subprocess.DEVNULL, cwd=tmp_path) as process,
        ExitStack() as ending,
    ):
        ending.callback(process.terminate)
        ending.callback(scheduler.kill)

        def kill(played: int, _of_all: int) -> None:
            if played >= 20:
                scheduler.kill()

        client = ending.enter_context(
            distributed().Client(scheduler_file=str(tmp_path / "scheduler.json"), timeout=PATIENCE)
        )
        executor = client.get_executor()
        with pytest.raises(
            MatchInterrupted, match="of 3000 deals of random and greedy were played"
        ) as caught:
            play_match(TWO, deals=3000, seed=5, chunk=2, executor=executor, out=path, progress=kill)
    assert 20 <= caught.value.played < 3000
    assert path.read_bytes().count(b"\n") == 1 + caught.value.played // 2
