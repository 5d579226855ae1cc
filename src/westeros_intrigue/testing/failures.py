"""The failure of a check of players or engines, and the parts of its message."""

from __future__ import annotations

from collections.abc import Iterable

from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.slots import Move


class CheckFailed(AssertionError):
    """A player or an engine that breaks its protocol; the text names the rule and the moment.

    >>> from westeros_intrigue.testing import check_player
    >>> try:
    ...     check_player(lambda view, rng: None, players=[2])
    ... except CheckFailed as failed:
    ...     print(str(failed).splitlines()[0])
    The player did not return a Move: None.
    """


def moment_of(state: GameState) -> str:
    """Return the round and the placements in it so far, as text.

    >>> from westeros_intrigue import apply, legal_moves, setup
    >>> state = setup(2, seed=1)
    >>> moment_of(state)
    'round 1, at the start of the round'
    >>> moment_of(apply(state, legal_moves(state)[0]))
    'round 1, after 0:S5@a0'
    """
    placed = " ".join(f"{placed.player}:{placed.move}" for placed in state.placements)
    line = f"after {placed}" if placed else "at the start of the round"
    return f"round {state.round_number}, {line}"


def listed(moves: Iterable[Move]) -> str:
    """Return the first eight moves as text, and the number of the others.

    >>> listed([])
    'none'
    """
    texts = [str(move) for move in moves]
    more = f" and {len(texts) - 8} more" if len(texts) > 8 else ""
    return " ".join(texts[:8]) + more if texts else "none"
