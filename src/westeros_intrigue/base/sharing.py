"""Work in pieces, shared out to the workers of any executor."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future
from itertools import islice
from queue import SimpleQueue
from typing import TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")

MOST_WAITING = 2000
"""How many pieces an executor holds at once: enough for a thousand workers, and no burden to the
memory of one."""


def shared_out(
    work: Callable[[Piece], Result],
    pieces: Iterable[Piece],
    executor: Executor | None,
    *,
    most_waiting: int = MOST_WAITING,
) -> Generator[Result, None, None]:
    """Yield what `work` makes of each piece, in the order in which the pieces are done.

    Without an executor the work is done here. When the generator is closed, or a piece raises,
    pieces that wait are cancelled, and those under way are left to themselves.
    """
    if executor is None:
        yield from map(work, pieces)
        return
    done: SimpleQueue[Future[Result]] = SimpleQueue()
    waiting: set[Future[Result]] = set()
    left = iter(pieces)

    def submit(count: int) -> None:
        for piece in islice(left, count):
            future = executor.submit(work, piece)
            waiting.add(future)
            future.add_done_callback(done.put)

    try:
        submit(most_waiting)
        while waiting:
            future = done.get()
            waiting.remove(future)
            submit(1)
            yield future.result()
    finally:
        for future in waiting:
            future.cancel()
