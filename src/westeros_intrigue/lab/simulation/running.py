"""Long jobs in chunks, with workers, a file of results, progress and Ctrl-C."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import os
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from os import PathLike
from typing import TypeVar

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import english, errors, limits, values
from westeros_intrigue.lab.simulation import results_file
from westeros_intrigue.lab.simulation.workers import map_unordered

Progress = TypeAliasType("Progress", Callable[[int, int], object])
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
    """

    threads: int = attrs.field(default=1, validator=limits.validator_of(limits.Ordinal))
    """The number of threads of this process that share the work, such as `available_cores()`.
    Ignored with an executor."""
    executor: Executor | Callable[[], Executor] | None = None
    """Any `concurrent.futures.Executor`; or a function that makes one, and another if its workers
    have died; None for this process."""
    chunk: int | None = attrs.field(
        default=None, validator=limits.validator_of(limits.Ordinal | None)
    )
    """The number of rounds or games that a worker plays between checks of progress and Ctrl-C; None
    for a number that suits the work."""
    progress: Progress | None = None
    """Called in the calling thread after each chunk. An exception from it ends the run."""
    out: str | PathLike[str] | None = None
    """A new file for counts as they arrive, one JSON text per line; None for no file.

    Rounds and games as arrays are not stored: count them, or play them in parts."""
    resume: bool = attrs.field(default=False, validator=limits.validator_of(bool))
    """True to continue an existing file `out`, which must have the same terms and code."""

    def __attrs_post_init__(self) -> None:
        executor, progress = self.executor, self.progress
        if not (executor is None or isinstance(executor, Executor) or callable(executor)):
            shown = values.short_repr(executor)
            raise errors.WrongType(
                f"executor must be an Executor or a function that makes one, not {shown}"
            )
        if not (progress is None or callable(progress)):
            shown = values.short_repr(progress)
            raise errors.WrongType(f"progress must be a function of two numbers, not {shown}")
        if self.out is not None:
            values.check_type("out", self.out, str | PathLike)
        elif self.resume:
            raise errors.InvalidValue("resume=True needs out=, the file to continue")


_MOST_BROKEN = 5
"""The number of successive executors that may break without a result before the job ends."""
_ADVICE = (
    ". If a player ends its process, pass the class of the executor instead of an object: the "
    "match then finds the player, who loses the game with forfeits=True"
)


@attrs.define(slots=False)
class MatchInterrupted(errors.WesterosIntrigueError, RuntimeError):
    """The executor failed: a worker died, a scheduler was lost, or a player was not picklable.

    Its cause is the executor's own error.

    >>> print(MatchInterrupted(120, 500, "BrokenProcessPool: a worker died"))
    the executor failed when 120 of 500 deals were played: BrokenProcessPool: a worker died
    >>> print(MatchInterrupted(1, 5, "CancelledError", players=("ann", "ben")))
    the executor failed when 1 of 5 deals of ann and ben were played: CancelledError
    """

    played: int
    """The number of deals played. With `out=`, they are in the file, and `resume=True` continues
    the match."""
    deals: int
    """The number of all deals."""
    reason: str
    """The executor's own error."""
    thing: str = "deal"
    """The unit: a deal, or a round or a game of a simulation."""
    players: tuple[str, ...] = ()
    """The names of the entrants of a match; empty for a simulation."""

    def __str__(self) -> str:
        players = f" of {english.join_words(self.players)}" if self.players else ""
        return (
            f"the executor failed when {self.played} of {self.deals} {self.thing}s{players} were "
            f"played: {self.reason}"
        )


def chunk_size(count: int, most: int = 50) -> int:
    """Return the usual size of a chunk of a long job that is stored, at most `most`."""
    return max(1, min(most, -(-count // USUAL_CHUNKS)))


def play_chunks(
    run: Run,
    work: Callable[[range], results_file.Played[T]],
    numbers: range,
    thing: str,
    form: results_file.Format[T] | None = None,
    *,
    usual_chunk: int,
    after_break: Callable[[range], results_file.Played[T]] | None = None,
    players: tuple[str, ...] = (),
) -> Generator[results_file.Played[T], None, None]:
    """Yield the results of all chunks: first those in the run's file, then the others as they come.

    If an executor breaks, a new one is made. If several in succession break without a result, the
    job ends: a chunk probably kills every worker.

    Args:
        run: the workers, the file and the report of progress.
        work: a function of the numbers of a chunk; with processes, it must be picklable.
        numbers: the numbers of the deals, rounds or games to play, without gaps.
        thing: the unit that is numbered.
        form: the content of the file; None if the run has no file.
        usual_chunk: the number of them in a chunk, unless the run sets it.
        after_break: the function instead of `work` once an executor has broken; None for `work`.
        players: the names of the entrants of a match, for errors.

    Raises:
        InvalidValue: the file exists or belongs to another job, or a worker or the file has other
            code.
        DecodingError: the file is damaged.
        MatchInterrupted: the executor failed.
    """
    left = results_file.RemainingNumbers(numbers, thing)
    with ExitStack() as stack:
        file = None
        if run.out is not None and form is not None:
            file = stack.enter_context(
                results_file.open_results(
                    run.out,
                    resume=run.resume,
                    # A salt is every card of the deals to come.
                    is_secret="salt" in form.terms,
                )
            )
            yield from results_file.read_results(file, form, left)

        pieces = partial(left.chunks, run.chunk or usual_chunk)
        executor = run.executor
        if executor is None and run.threads > 1:
            executor = partial(ThreadPoolExecutor, run.threads)
        parts = _play_pieces(work, left, pieces, executor, after_break=after_break, players=players)
        for played in stack.enter_context(closing(parts)):
            if file is not None:
                results_file.add_line(file, played.line)
            left.remove(played.numbers)
            yield played
            if run.progress is not None:
                run.progress(left.taken, left.count)


def _play_pieces(
    work: Callable[[range], T],
    left: results_file.RemainingNumbers,
    pieces: Callable[[], Iterable[range]],
    executor: Executor | Callable[[], Executor] | None,
    *,
    after_break: Callable[[range], T] | None,
    players: tuple[str, ...],
) -> Generator[T, None, None]:
    """Yield the results of the pieces of the numbers left as they are completed.

    The caller removes the numbers of each result.
    """
    if executor is None:
        yield from map(work, pieces())
        return
    before, broken = 0, 0
    while True:
        try:
            with closing(map_unordered(work, pieces(), executor)) as played:
                yield from played
        except errors.WesterosIntrigueError:
            raise
        except Exception as error:
            broken = broken + 1 if left.taken == before else 1
            if isinstance(executor, Executor) or broken == _MOST_BROKEN:
                reason = ": ".join(filter(None, (type(error).__name__, str(error))))
                if after_break and isinstance(error, BrokenExecutor) and broken == 1:
                    reason += _ADVICE
                raise MatchInterrupted(
                    left.taken, left.count, reason, left.thing, players
                ) from error
            before, work = left.taken, after_break or work
        else:
            return
