"""Simulation in bulk as programs use it. Type checkers read this file; nothing runs it."""

from __future__ import annotations

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue import RandomSource, draw_deal
from westeros_intrigue.compiled import Policy, Progress, RoundSource, simulate_rounds, trace_round


def told(played: int, of_all: int) -> None:
    print(played, of_all)  # noqa: T201


def told_alone(played: int) -> None:
    print(played)  # noqa: T201


progress: Progress = told
simulated = simulate_rounds(2, 1000, policy=[Policy.GREEDY] * 2, seed=1, progress=progress)
assert_type(simulated.cards_left, NDArray[np.int16])
source: RandomSource = RoundSource(1, number=0)
draw_deal(4, source)

simulate_rounds(4, 1000)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
simulate_rounds(4, 1000, 1)  # type: ignore[call-arg, arg-type]  # pyright: ignore[reportCallIssue]
simulate_rounds(4, 10, seed="one")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
trace_round(4, 0, policy="greedy", seed=1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
simulated.plies = simulated.last_house  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
wrong: Progress = told_alone  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
Policy.RANDOM  # type: ignore[attr-defined]  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]
