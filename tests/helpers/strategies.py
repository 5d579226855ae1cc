"""The strategies of the package, with the standard game where a test names no variant."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import settings, strategies as st

from westeros_intrigue import STANDARD, GameState, Phase, Variant, testing

FEW = settings().max_examples // 5
"""How many examples of a test that takes long over one."""
MANY = settings(max_examples=4 * settings().max_examples)
"""For a test of which an example takes no time."""


def starts(
    players: int | None = None, variant: Variant = STANDARD, *, rounds: int | None = None
) -> st.SearchStrategy[GameState]:
    return testing.starts(players, variant, rounds=rounds)


def states(
    players: int | None = None,
    variant: Variant = STANDARD,
    *,
    phases: Collection[Phase] = tuple(Phase),
) -> st.SearchStrategy[GameState]:
    return testing.states(players, variant, phases=phases)
