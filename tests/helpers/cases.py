"""The cases of a test: one after another in a loop, or a sample, and which classes count."""

from __future__ import annotations

import inspect
import reprlib
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from types import ModuleType
from typing import Any

import pytest

import westeros_intrigue

FACES = (
    "gamekit",
    "rules",
    "views",
    "notation",
    "documents",
    "drawing",
    "players",
    "lab.simulation",
    "lab.players",
    "play.printing",
)
"""The folders of the card game, each with public names of its own."""


def each(cases: Mapping[str, Any] | Iterable[Any]) -> Callable[[Callable[..., None]], Any]:
    """Run a test for one case after another; a failure says which case it was.

    A test of several arguments takes the parts of a case.
    """
    named = list(cases.items()) if isinstance(cases, Mapping) else [(case, case) for case in cases]

    def in_a_loop(test: Callable[..., None]) -> Callable[[], None]:
        has_parts = len(inspect.signature(test).parameters) > 1

        @wraps(test)
        def run() -> None:
            for name, case in named:
                try:
                    test(*case) if has_parts else test(case)
                except BaseException as failure:
                    failure.add_note(f"case: {reprlib.repr(name)}")
                    raise

        del run.__wrapped__  # or pytest would look for fixtures
        return run

    return in_a_loop


def sampled(names: Iterable[Any], sample: Collection[Any]) -> list[Any]:
    """The names as parameters of a test; those outside the sample are long proofs.

    A test of several arguments takes the parts of a tuple.
    """
    return [
        pytest.param(
            *(name if isinstance(name, tuple) else [name]),
            marks=() if name in sample else pytest.mark.long,
        )
        for name in names
    ]


MODULES = (
    "westeros_intrigue",
    "westeros_intrigue.documents",
    "westeros_intrigue.drawing",
    "westeros_intrigue.views",
    "westeros_intrigue.players",
    "westeros_intrigue.rules",
    "westeros_intrigue.notation",
    "westeros_intrigue.games.btwixt",
    "westeros_intrigue.games.monopoly",
    "westeros_intrigue.testing",
    "westeros_intrigue.lab.simulation",
    "westeros_intrigue.lab.players",
    "westeros_intrigue.lab.language",
    "westeros_intrigue.lab.environments",
    "westeros_intrigue.lab.environments.actions",
    "westeros_intrigue.lab.environments.gymnasium",
    "westeros_intrigue.lab.environments.layouts",
    "westeros_intrigue.lab.environments.openspiel",
    "westeros_intrigue.lab.environments.pettingzoo",
    "westeros_intrigue.lab.environments.tensors",
    "westeros_intrigue.lab.environments.vector",
    "westeros_intrigue.gamekit",
    "westeros_intrigue.lab.matches",
    "westeros_intrigue.lab.design",
    "westeros_intrigue.lab.solving",
    "westeros_intrigue.play.elements",
    "westeros_intrigue.play.notebook",
    "westeros_intrigue.play.printing",
    "westeros_intrigue.play.puzzles",
    "westeros_intrigue.play.referee",
    "westeros_intrigue.play.saved",
    "westeros_intrigue.play.sessions",
    "westeros_intrigue.play.page",
)
"""The faces of the package, each with names of its own."""


def own_names(module: ModuleType) -> list[str]:
    """The public names of a module, without those that it shares with the root of the package."""
    is_face = module.__name__.removeprefix("westeros_intrigue.") in FACES
    shared = westeros_intrigue.__all__ if is_face else ()
    return [
        name
        for name in module.__all__
        if name not in shared or getattr(westeros_intrigue, name) is not getattr(module, name)
    ]
