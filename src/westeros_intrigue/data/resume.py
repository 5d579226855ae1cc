"""Long jobs in chunks, whose results are stored as they arrive, so that a job can be resumed.

Simulations, matches and solved positions are such jobs; `compiled.Run` has their terms.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor
from contextlib import ExitStack, closing
from os import PathLike
from typing import Any, TypeVar

from westeros_intrigue.base.errors import WesterosIntrigueError
from westeros_intrigue.base.workers import map_unordered, nothing
from westeros_intrigue.data.results_file import Format, Left, Played, ResultsFile

_MOST_BROKEN = 5
"""The number of executors that may break in succession without a result before the job ends."""
T = TypeVar("T")


class MatchInterrupted(WesterosIntrigueError, RuntimeError):
    """A failure of the executor: a worker died, a scheduler was lost, a player was not picklable.

    Its cause is the executor's own error.

    >>> print(MatchInterrupted(120, 500, "BrokenProcessPool: a worker died"))
    the executor failed when 120 of 500 deals were played: BrokenProcessPool: a worker died
    """

    played: int
    """The number of deals played. With `out=` they are in the file, and `resume=True` continues."""
    deals: int
    """The number of all deals."""
    reason: str
    """The executor's own error."""
    thing: str
    """The unit: a deal, or in a simulation a round or a game."""

    def __init__(self, played: int, deals: int, reason: str, thing: str = "deal") -> None:
        self.played = played
        self.deals = deals
        self.reason = reason
        self.thing = thing
        super().__init__(played, deals, reason, thing)

    def __str__(self) -> str:
        return (
            f"the executor failed when {self.played} of {self.deals} {self.thing}s were played: "
            f"{self.reason}"
        )


def play_and_store(
    work: Callable[[Any], Played[T]],
    form: Format[T],
    count: int,
    *,
    size: int,
    executor: Executor | Callable[[], Executor] | None,
    out: str | PathLike[str] | None,
    resume: bool,
    progress: Callable[[int, int], object] | None,
    piece: Callable[[range], object] | None = None,
    stop: Callable[[], object] = nothing,
) -> Generator[T, None, None]:
    """Yield the results of all chunks: first those of the file, then the others as they arrive.

    Args:
        work: a function of a chunk, or of what `piece` makes of it for a worker.
        form: the content of the file.
        count: the number of things to be played.
        size: their number in a chunk.
        executor: as of `map_unordered`.
        out: the file, if there is one.
        resume: True to continue an existing file.
        progress: called after each chunk with the number played and the count.
        piece: returns what a worker needs of a chunk.
        stop: called once no more results are wanted.

    Raises:
        InvalidValue: the file exists or is of another job; or a worker or the
            file has other code.
        DecodingError: the file is damaged.
        MatchInterrupted: the executor failed.
    """
    left = Left(count)
    with ExitStack() as stack:
        file = None
        if out is not None:
            file = stack.enter_context(ResultsFile(out, form, resume=resume))
            yield from file.read(left)

        def pieces() -> Iterable[object]:
            chunks = left.chunks(size)
            return map(piece, chunks) if piece else chunks

        parts = _play(work, left, pieces, executor, form.thing, stop)
        for played in stack.enter_context(closing(parts)):
            if file is not None:
                file.add(played.line)
            for numbers in played.numbers:
                left.take(numbers)
            yield played.sums
            if progress is not None:
                progress(left.taken, count)


def _play(  # noqa: PLR0917 - one caller
    work: Callable[[Any], Played[T]],
    left: Left,
    pieces: Callable[[], Iterable[object]],
    executor: Executor | Callable[[], Executor] | None,
    thing: str,
    stop: Callable[[], object],
) -> Generator[Played[T], None, None]:
    """Yield the chunks as they are completed, with a new executor whenever one breaks.

    If several in succession break without a result, the job ends: probably a chunk kills every
    worker.
    """
    if executor is None:
        yield from map_unordered(work, pieces(), None)
        return
    before, broken = 0, 0
    while True:
        try:
            with closing(map_unordered(work, pieces(), executor, stop=stop)) as played:
                yield from played
        except WesterosIntrigueError:
            raise
        except Exception as error:
            broken = broken + 1 if left.taken == before else 1
            if isinstance(executor, Executor) or broken == _MOST_BROKEN:
                reason = ": ".join(filter(None, (type(error).__name__, str(error))))
                raise MatchInterrupted(left.taken, left.count, reason, thing) from error
            before = left.taken
        else:
            return
