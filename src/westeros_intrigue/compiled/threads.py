"""Long work in pieces: shared among threads, with progress, and ended by Ctrl-C."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing
from itertools import islice

from typing_extensions import TypeAliasType

from westeros_intrigue.base.values import check_integer

Progress = TypeAliasType("Progress", "Callable[[int, int], object]")
"""Called with the number of rounds, playouts or games played so far, and of all asked for."""


def available_cores() -> int:
    """Return how many cores this process may use.

    >>> available_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_in_pieces(
    play: Callable[[slice], None],
    count: int,
    size: int,
    *,
    threads: int,
    progress: Progress | None,
) -> None:
    """Play so many of something, in pieces of a size.

    Raises:
        InvalidValue: it is below 1.
    """
    check_integer("threads", threads, 1)
    # Compile here and now, where Ctrl-C works, and not in a thread.
    play(slice(0, 0))

    def played(piece: slice) -> int:
        play(piece)
        return len(range(count)[piece])

    pieces = (slice(at, at + size) for at in range(0, count, size))
    so_far = 0
    # Closed at once: otherwise an exception, as long as it lives, would keep the threads too.
    with closing(_played(played, pieces, threads)) as done:
        for newly_played in done:
            so_far += newly_played
            if progress is not None:
                progress(so_far, count)


def _played(
    play: Callable[[slice], int], pieces: Iterator[slice], threads: int
) -> Generator[int, None, None]:
    """Play the pieces, and yield what `play` returns as they are done."""
    if threads == 1:
        yield from map(play, pieces)
        return
    with ThreadPoolExecutor(threads) as executor:
        # Only a few wait their turn, so that an exception ends the others before they begin.
        waiting = {executor.submit(play, piece) for piece in islice(pieces, 2 * threads)}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= {executor.submit(play, piece) for piece in islice(pieces, len(done))}
                for future in done:
                    yield future.result()
        finally:
            executor.shutdown(cancel_futures=True)
