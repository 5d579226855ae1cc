"""`Run`: long jobs in chunks, with workers, progress and Ctrl-C."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from os import PathLike
from typing import Any, TypeVar

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import errors, values
from westeros_intrigue.lab.simulation.results_file import Format, Played, play_and_store
from westeros_intrigue.lab.simulation.workers import map_unordered, nothing

Progress = TypeAliasType("Progress", "Callable[[int, int], object]")
"""Called with the number of rounds, playouts or games played so far, and the total."""


USUAL_CHUNKS = 200
"""The number of chunks of a long job that is stored."""
T = TypeVar("T")


def available_cores() -> int:
    """Return the number of cores that this process may use.

    >>> available_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@attrs.frozen
class Run(values.Value):
    """The settings for running a simulation: workers, size of chunks, and report of progress.

    They do not affect results.

    >>> from westeros_intrigue.lab.simulation import Simulation
    >>> simulation = Simulation(2, "greedy", seed=1)
    >>> simulation.rounds(range(5000), Run(threads=2)) == simulation.rounds(range(5000))
    True
    >>> list(Run(chunk=5).parts(len, range(10), usual=4))
    [(range(0, 5), 5), (range(5, 10), 5)]
    """

    threads: int = attrs.field(default=1, validator=values.Range(1))
    """The number of threads of this process that share the work, such as `available_cores()`.
    Ignored with an executor."""
    executor: Executor | Callable[[], Executor] | None = None
    """Any `concurrent.futures.Executor`, or a function that makes one; None for this process."""
    chunk: int | None = attrs.field(
        default=None, validator=attrs.validators.optional(values.Range(1))
    )
    """The number of rounds or games that a worker plays between checks of progress and Ctrl-C; None
    for a number that suits the work."""
    progress: Progress | None = None
    """Called in the calling thread after each chunk. An exception from it ends the run."""
    out: str | PathLike[str] | None = None
    """A new file for counts or solutions as they arrive, one JSON text per line; None for no file.

    Rounds and games as arrays are not stored: count them, or play them in parts."""
    resume: bool = attrs.field(default=False, validator=values.instance(bool))
    """True to continue an existing file `out`, which must have the same terms and code."""

    def parts(
        self,
        work: Callable[[range], T],
        numbers: range,
        *,
        usual: int,
    ) -> Iterator[tuple[range, T]]:
        """Yield the chunks of some numbers as they are done, each with its result.

        Args:
            work: a function of a chunk; with processes, it must be picklable.
            numbers: the numbers of the rounds or games.
            usual: the size of a chunk unless the run sets one.

        Raises:
            InvalidValue: the run has a file.
        """
        if self.out is not None or self.resume:
            raise errors.InvalidValue(
                "arrays are not stored: count_rounds and count_games store counts"
            )
        size = self.chunk or usual
        chunks = (numbers[at : at + size] for at in range(0, len(numbers), size))
        so_far = 0
        # Close the generator now: otherwise an exception would keep the threads alive.
        results = map_unordered(partial(_with_chunk, work), chunks, self.workers)
        with closing(results) as done:
            for chunk, result in done:
                yield chunk, result
                so_far += len(chunk)
                if self.progress is not None:
                    self.progress(so_far, len(numbers))

    @property
    def workers(self) -> Executor | Callable[[], Executor] | None:
        """The executor, or a function that makes one with the threads; None to work here."""
        if self.executor is None and self.threads > 1:
            return partial(ThreadPoolExecutor, self.threads)
        return self.executor


def _with_chunk(work: Callable[[range], T], chunk: range) -> tuple[range, T]:
    return chunk, work(chunk)


def play_chunks(
    run: Run,
    work: Callable[[Any], Played[T]],
    form: Format[T],
    numbers: range,
    *,
    usual_chunk: int,
    piece: Callable[[range], object] | None = None,
    stop: Callable[[], object] = nothing,
) -> Generator[T, None, None]:
    """Yield the results of all chunks of work, those in the run's file first.

    The arguments and errors are those of `play_and_store`.
    """
    return play_and_store(
        work,
        form,
        numbers,
        size=run.chunk or max(1, min(usual_chunk, -(-len(numbers) // USUAL_CHUNKS))),
        executor=run.workers,
        out=run.out,
        resume=run.resume,
        progress=run.progress,
        piece=piece,
        stop=stop,
    )
