"""Matches on a Dask cluster: the same result despite failing workers and schedulers."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE

from westeros_intrigue import Player, greedy_player, random_player
from westeros_intrigue.lab.matches import MatchInterrupted, play_match

TWO: dict[str, Player] = {"random": random_player, "greedy": greedy_player}


def distributed() -> Any:
    """The package, which has hardly any types; to import it takes a second."""
    return importlib.import_module("distributed")


@contextmanager
def cluster(workers: int, *, processes: bool) -> Iterator[Any]:
    with (
        distributed().LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=processes, dashboard_address=":0"
        ) as local,
        distributed().Client(local) as client,
    ):
        yield client


def test_the_result_on_a_cluster_is_the_same() -> None:
    with cluster(2, processes=False) as client:
        result = play_match(TWO, deals=15, seed=5, chunk=2, executor=client.get_executor())
    assert result == play_match(TWO, deals=15, seed=5)


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
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as scheduler:
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--no-dashboard"]
        worker += [*command[-2:], "--death-timeout", str(PATIENCE)]
        with subprocess.Popen(worker, stderr=subprocess.DEVNULL, cwd=tmp_path) as process:

            def kill(played: int, _of_all: int) -> None:
                if played == 20:
                    scheduler.kill()

            with distributed().Client(
                scheduler_file=str(tmp_path / "scheduler.json"), timeout=PATIENCE
            ) as client:
                executor = client.get_executor()
                with pytest.raises(MatchInterrupted, match="of 3000 deals were played") as caught:
                    play_match(
                        TWO, deals=3000, seed=5, chunk=2, executor=executor, out=path, progress=kill
                    )
            process.terminate()
    assert 20 <= caught.value.played < 3000
    assert path.read_bytes().count(b"\n") == 1 + caught.value.played // 2
