"""Work in pieces for the workers of any executor, which must all have the same code.

The version of the library includes a digest of its code, so that different code is noticed.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import io
import multiprocessing
import os
import pickle
import platform
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from functools import cache, partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Any, TypeVar

import attrs

import westeros_intrigue
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import InvalidValue, WesterosIntrigueError
from westeros_intrigue.gamekit.packaging import PACKAGE

DIGITS = 8
"""The number of hexadecimal digits of a digest that are shown."""


@cache
def library_version() -> str:
    """Return the version of the library and a digest of the code that plays, equal on all systems.

    Raises:
        FileNotFoundError: a folder of the library is missing.
    """
    folder = Path(westeros_intrigue.__file__).parent
    return f"{westeros_intrigue.__version__} ({_digest(folder)})"


def _digest(root: Path) -> str:
    """Return a digest of all files of a package that affect the results of games."""
    digest = sha256()
    for folder in _PLAYING:
        for path in sorted((root / folder).resolve(strict=True).rglob("*")):
            if read := _READERS.get(path.suffix):
                digest.update(f"{folder}/{path.name}\n".encode() + read(path))
    return digest.hexdigest()[:DIGITS]


def source(path: Path) -> bytes:
    """Return the contents of a text file, with Unix line ends."""
    return path.read_bytes().replace(b"\r\n", b"\n")


_PLAYING = (
    "gamekit", "rules", "views", "players",
    "lab/simulation", "lab/players", "lab/matches", "lab/design", "games/monopoly", "games/btwixt",
)  # fmt: skip
"""The folders of such files."""
_READERS = {".py": source, ".json": source, ".weights": Path.read_bytes}
"""The readers of such files, by suffix."""


Piece = TypeVar("Piece")
Result = TypeVar("Result")

MOST_WAITING = 2000
"""The number of pieces submitted to an executor at a time: enough for a thousand workers, with
little memory."""

_NOT_TRIED_AGAIN = WesterosIntrigueError, BrokenExecutor, CancelledError
"""The errors of a piece that would also fail at a second attempt. Other errors may come from the
executor: Dask's loses a result if its worker dies while the result is fetched."""

SECONDS_BETWEEN_LOOKS = 0.2
"""The time between checks of Ctrl-C, which does not interrupt waiting on some systems."""


SECONDS_OF_PATIENCE = 60.0
"""The time without a result after which missing workers are reported."""


class _NamesOfSession(pickle.Unpickler):
    """Reads a pickle, and lists the names that it takes from the main module."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data))
        self.found: list[str] = []

    def find_class(self, module: str, name: str, /) -> Any:  # noqa: ANN401 - of any module
        if module == "__main__":
            self.found.append(name)
        return super().find_class(module, name)


def _check_importable(work: bytes, method: str) -> None:
    """Refuse functions of a notebook or a prompt, which new processes cannot import.

    Args:
        work: the pickle of the work.
        method: the way in which the processes start, such as `spawn`.

    Raises:
        InvalidValue: the work needs such a function, and the processes are not forks of this one.
    """
    main = sys.modules["__main__"]
    path = getattr(main, "__file__", None)
    is_program = main.__spec__ is not None or (path is not None and Path(path).is_file())
    if is_program or method == "fork" or b"__main__" not in work:
        return
    reader = _NamesOfSession(work)
    reader.load()
    if reader.found:
        raise InvalidValue(
            f"{join_words(sorted({*reader.found}))} is defined in this session, and workers that "
            f"start by {method} cannot import it: write it to a file, such as bots.py, and import "
            "it from there"
        )


def map_unordered(  # noqa: PLR0915 - submission, loss and Ctrl-C share the pieces that wait
    work: Callable[[Piece], Result],
    pieces: Iterable[Piece],
    executor: Executor | Callable[[], Executor],
) -> Generator[Result, None, None]:
    """Yield the result of `work` for each piece, in order of completion.

    An executor that a function makes here is shut down at the end. A piece that raises an error is
    tried once more, unless the error is one of this library's or the executor is broken. If it
    fails again, waiting pieces are cancelled, running pieces are completed and yielded, and the
    first error is raised. If no result comes for a minute and no worker is known to be at work, a
    RuntimeWarning says so, since executors wait for workers in silence.

    Closing the generator does not stop running pieces if the caller owns the executor. Ctrl-C ends
    worker processes immediately, and their pool accepts no more work.

    Raises:
        InvalidValue: a worker has another version of the library; the message names both.
    """
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - a browser has none
    from multiprocessing.reduction import ForkingPickler  # noqa: PLC0415 - for the same reason

    workers = executor if isinstance(executor, Executor) else executor()
    is_own = workers is not executor
    version = library_version()
    done: SimpleQueue[Future[Result]] = SimpleQueue()
    waiting: dict[Future[Result], tuple[Piece, bool]] = {}
    errors: list[Exception] = []
    left = iter(pieces)

    def submit(some: Iterable[Piece], *, again: bool = False) -> None:
        try:
            for piece in some:
                # An exception could leave a lock of the executor or of the future locked forever.
                with ctrl_c_on_hold():
                    future = workers.submit(_in_worker, version, work, piece)
                    waiting[future] = piece, again
                    future.add_done_callback(done.put)
        except Exception as error:  # noqa: BLE001 - raised at the end; an executor may be broken
            errors.append(error)

    def cancel(*, wait: bool) -> None:
        if is_own:
            # `shutdown` cancels the futures. Until Python 3.12, a process pool whose workers die
            # from the same Ctrl-C fails on a future that another thread has cancelled.
            workers.shutdown(wait, cancel_futures=True)
            return
        with ctrl_c_on_hold():
            for future in [future for future in waiting if future.cancel()]:
                del waiting[future]

    try:
        if isinstance(workers, ProcessPoolExecutor):
            # If a thread of the pool cannot pickle it, Python 3.11 may wait for the pool forever.
            context: Any = workers._mp_context  # which has no public name
            method = context.get_start_method()
            _check_importable(bytes(ForkingPickler.dumps(work)), method)
        submit(islice(left, MOST_WAITING))
        while waiting:
            future = _first(done, partial(_warn_if_idle, workers, waiting))
            if future not in waiting:
                continue  # cancelled above
            piece, is_second = waiting.pop(future)
            try:
                result = future.result()
            except Exception as error:  # noqa: BLE001 - raised at the end
                if errors or is_second or isinstance(error, _NOT_TRIED_AGAIN):
                    errors.append(error)
                    if not isinstance(error, BrokenExecutor):  # which fails all waiting pieces
                        cancel(wait=False)
                else:
                    submit([piece], again=True)
            else:
                submit(islice(left, 0 if errors else 1))
                yield result
    except KeyboardInterrupt:
        if isinstance(workers, ProcessPoolExecutor) and not is_own:
            # Its workers have probably died from the same Ctrl-C; see `cancel`.
            workers.shutdown(wait=False, cancel_futures=True)
            waiting.clear()
        raise
    finally:
        cancel(wait=True)
    if errors:
        raise errors[0]


def _first(done: SimpleQueue[Result], complain: Callable[[], bool]) -> Result:
    """Return the first item of a queue once there is one.

    Args:
        done: the queue.
        complain: called after some time without an item, again and again until it returns True.
    """
    has_complained, looked = False, time.monotonic()
    while True:
        with suppress(Empty):
            return done.get(timeout=SECONDS_BETWEEN_LOOKS)
        if not has_complained and time.monotonic() - looked > SECONDS_OF_PATIENCE:
            has_complained, looked = complain(), time.monotonic()


def _warn_if_idle(executor: Executor, waiting: Iterable[Future[Any]]) -> bool:
    """Warn if no worker of an executor is known to be at work; return True if so."""
    if any(future.running() for future in waiting):
        return False
    # Futures of Dask's executor never say that they run, but its client knows the workers.
    client = getattr(executor, "_client", None)
    with suppress(OSError):  # it may be looking for its scheduler
        if client is not None and client.nthreads():
            return False
    warnings.warn(
        f"no workers left: there was no result for {SECONDS_OF_PATIENCE:g} seconds, and no worker "
        "is known to be at work. The job continues once one comes; Ctrl-C ends it, and what has "
        "been stored with out= stays",
        RuntimeWarning,
        stacklevel=2,
    )
    return True


def _in_worker(library: str, work: Callable[[Piece], Result], piece: Piece) -> Result:
    """Do a piece in a worker, if it has the same version of the library.

    From the first piece on, Ctrl-C ends a worker process immediately. By default, it would raise an
    exception there, and a lock of the pool's queue might never be released. The other workers, and
    then the whole program, would wait forever. A forked worker ignores Ctrl-C until then.
    """
    handler = signal.getsignal(signal.SIGINT)
    if (
        multiprocessing.parent_process() is not None
        and threading.current_thread() is threading.main_thread()
        and (handler is signal.default_int_handler or isinstance(handler, _Pressed))
    ):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if (version := library_version()) != library:
        where = f"{platform.node()}, process {os.getpid()}"
        raise InvalidValue(f"a worker ({where}) has {PACKAGE} {version}, not {library}")
    return work(piece)


@attrs.define
class _Pressed:
    """The number of times that Ctrl-C was pressed while it was on hold."""

    times: int = 0

    def __call__(self, _number: int, _frame: FrameType | None) -> None:
        self.times += 1


@contextmanager
def ctrl_c_on_hold() -> Iterator[_Pressed]:
    """Postpone Ctrl-C until the end of the block."""
    pressed = _Pressed()
    if threading.current_thread() is not threading.main_thread():
        yield pressed  # Python interrupts only the main thread.
        return
    before = signal.signal(signal.SIGINT, pressed)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed.times:
        signal.raise_signal(signal.SIGINT)
