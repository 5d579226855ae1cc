"""Games that are played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any


def played_at_random(game: Any, steps: int) -> Iterator[Any]:
    """The states of a game of three or more players, from its beginning."""
    chance = random.Random(1)
    state = game.new_game(max(3, game.MIN_PLAYERS), seed=1)
    for _ in range(steps):
        yield state
        if state.is_over:
            return
        moves = game.distinct_moves(state)
        state = game.apply(state, chance.choice(moves)) if moves else game.proceed(state)
