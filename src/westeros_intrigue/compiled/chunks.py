"""Simulations in chunks, which the workers of any executor play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from typing import Any, TypeVar

import attrs
import numpy as np

from westeros_intrigue.base.sharing import shared_out
from westeros_intrigue.compiled.threads import Progress

Simulated = TypeVar("Simulated", bound=attrs.AttrsInstance)


def parts(numbers: range, size: int) -> Iterator[range]:
    """Return the numbers in parts of a size, in order; the last one may be smaller."""
    return (numbers[at : at + size] for at in range(0, len(numbers), size))


def simulated_in_chunks(
    simulate: Callable[..., Simulated],
    numbers: range,
    size: int,
    executor: Executor,
    progress: Progress | None,
) -> Simulated:
    """Return what `simulate(count, start=)` makes of the numbers, played in chunks of a size."""
    # Compile here and now, where Ctrl-C works; workers on this machine find what is compiled.
    nothing = simulate(0, start=numbers.start)
    played: dict[int, Simulated] = {}
    so_far = 0
    chunks = parts(numbers, size)
    with closing(shared_out(partial(_played, simulate), chunks, executor)) as done:
        for chunk, simulated in done:
            played[chunk.start] = simulated
            so_far += len(chunk)
            if progress is not None:
                progress(so_far, len(numbers))
    in_order = [nothing, *(played[start] for start in sorted(played))]
    fields: dict[str, Any] = {
        name: getattr(nothing, name) for name in attrs.fields_dict(type(nothing))
    }
    for name, value in fields.items():
        if isinstance(value, np.ndarray):
            fields[name] = np.concatenate([getattr(simulated, name) for simulated in in_order])
    return type(nothing)(**fields)


def _played(simulate: Callable[..., Simulated], chunk: range) -> tuple[range, Simulated]:
    return chunk, simulate(len(chunk), start=chunk.start)
