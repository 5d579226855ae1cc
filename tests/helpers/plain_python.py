"""Compiled functions as the plain Python that they are made of, and rounds by the kernel alone."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

from helpers.compiling import numba
from westeros_intrigue.lab.simulation import fast, lanes
from westeros_intrigue.lab.simulation.lanes import courts, deals, machine, play
from westeros_intrigue.lab.simulation.lanes.machine import in_groups

MODULES = (machine, courts, deals, play, lanes)


@contextlib.contextmanager
def uncompiled() -> Iterator[None]:
    """Compile nothing: run the functions of the lanes as plain Python, in four lanes."""
    # Integers overflow in lanes, as they should.
    with numba(is_there=False), pytest.MonkeyPatch.context() as patch, np.errstate(over="ignore"):
        for module in MODULES:
            patch.setattr(module, "LANES", 4, raising=False)
            for name, value in list(vars(module).items()):
                if isinstance(value, in_groups):
                    patch.setattr(module, name, partial(_group_by_group, value.py_func))
        yield


def _play_by_kernel(*arguments: Any) -> None:
    fast.fastest(play.play_one_by_one)(*arguments)


def _group_by_group(function: Callable[..., None], *arguments: Any) -> None:
    for words in arguments[-1]:
        function(*arguments[:-1], words)


@contextlib.contextmanager
def by_kernel() -> Iterator[None]:
    """Play each lane by the kernel, one after another."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (play, lanes):
            patch.setattr(module, "play_to_the_end", _play_by_kernel)
        yield
