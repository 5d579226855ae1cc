"""Long work: a progress bar, and workers here or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any

from rich import progress as bars
from rich.text import Text

from westeros_intrigue.gamekit.errors import DecodingError, MissingExtra
from westeros_intrigue.gamekit.packaging import needs_extra
from westeros_intrigue.lab.matches import MatchInterrupted, PlayerFailed
from westeros_intrigue.lab.simulation.workers import process_pool
from westeros_intrigue.play.terminal.commands import (
    Options,
    Parser,
    add_number,
    add_path,
    add_switch,
)
from westeros_intrigue.play.terminal.files import path_of
from westeros_intrigue.play.terminal.output import Refused
from westeros_intrigue.play.terminal.terminal import Terminal

_MOST_WORKERS = 1024
_PATIENCE = 10
"""The seconds that a scheduler has to answer."""


def add_workers(parser: Parser, things: str, most: int) -> None:
    """Add the options for workers, the file of results and progress."""
    who = parser.add_mutually_exclusive_group()
    help_text = "how many processes share the work (default 1, this one)"
    add_number(who, "--workers", 1, _MOST_WORKERS, help_text, default=1)
    help_text = (
        "the address of a scheduler of Dask, such as tcp://10.0.0.1:8786, whose workers do it"
    )
    who.add_argument("--scheduler", metavar="ADDRESS", help=help_text)
    help_text = f"how many {things} a worker gets at a time (default 1/200 of the work, or fewer)"
    add_number(parser, "--chunk", 1, most, help_text)
    where = parser.add_mutually_exclusive_group()
    add_path(where, "--out", "a new file for what is played, as it comes")
    add_path(where, "--resume", "continue what FILE contains, or begin it")
    add_switch(parser, "--json", "write JSON in place of the table")


@contextmanager
def long_work(options: Options, terminal: Terminal, count: int) -> Iterator[dict[str, Any]]:
    """Yield the arguments for the work, and print why it failed if it did."""
    out = options.out if options.resume is None else options.resume
    if out is not None:
        path_of(out)
    kept = f"what was played is stored: --resume {out} continues"
    try:
        with _workers(options) as executor, progress_bar(terminal, count) as progress:
            how = {"chunk": options.chunk, "out": out, "resume": options.resume is not None}
            yield {**how, "executor": executor, "progress": progress}
    except (MatchInterrupted, MissingExtra, PlayerFailed) as error:
        raise Refused("\n".join([str(error), *([kept] if out else [])])) from error
    except DecodingError as error:
        raise Refused(f"{out}: {error}", 2) from error
    except KeyboardInterrupt:
        if out is not None:
            terminal.complain(kept)
        raise


@contextmanager
def _workers(options: Options) -> Iterator[Executor | Callable[[], Executor] | None]:
    """Yield the argument for `executor=`: None, a function that makes a pool, or a cluster."""
    if options.scheduler is not None:
        with _client(options.scheduler) as client:
            yield client.get_executor()
    elif options.workers > 1:
        yield partial(process_pool, options.workers)
    else:
        yield None


def _client(address: str) -> Any:  # noqa: ANN401 - Dask has hardly any types
    with needs_extra("--scheduler", "cluster"):
        distributed = import_module("distributed")
    try:
        return distributed.Client(address, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise Refused(f"no scheduler answers at {address}: {error}") from error


class _Rate(bars.ProgressColumn):
    """The number of items done in a second."""

    def render(self, task: bars.Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.1f}/s")


@contextmanager
def progress_bar(
    terminal: Terminal, count: int | None = None
) -> Iterator[Callable[[int, int], None]]:
    """Show on the standard error how much of `count` is done, at what rate, and the time left.

    A pipe or a file shows nothing. Call the yielded function with the work done and the total.
    """
    progress = bars.Progress(
        bars.BarColumn(),
        bars.TaskProgressColumn(),
        bars.MofNCompleteColumn(),
        _Rate(),
        bars.TimeRemainingColumn(),
        console=terminal.errors,
        transient=True,
        disable=not terminal.errors.is_terminal or terminal.errors.is_dumb_terminal,
    )
    with progress:
        task = progress.add_task("", total=count)
        yield lambda done, of_all: progress.update(task, completed=done, total=of_all)
