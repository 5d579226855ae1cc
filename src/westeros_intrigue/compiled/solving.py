"""Exact solutions of rounds: what perfect play comes to, by which moves.

It needs no extra; with numba installed the search is compiled.
"""

from __future__ import annotations

from threading import Event

import attrs

from westeros_intrigue.base.values import Value, check_integer, check_type
from westeros_intrigue.compiled.board import LAST_WORTH
from westeros_intrigue.compiled.solver import SearchStopped, Solver
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import distinct_moves
from westeros_intrigue.rules.phases import Phase, check_phase
from westeros_intrigue.rules.slots import Move


@attrs.frozen
class Solution(Value):
    """The result of a round in which everybody plays perfectly and sees all cards.

    >>> from westeros_intrigue import apply, legal_moves, setup
    >>> state = setup(2, seed=1)
    >>> for _ in range(12):
    ...     state = apply(state, legal_moves(state)[-1])
    >>> solution = solve(state)
    >>> solution.value, solution.player, [str(move) for move in solution.best_moves]
    (3, 0, ['L3@a-1', 'L3@a5', 'B2@a-1', 'B2@a5'])

    Rules: round.penalty, round.throne.
    """

    player: int
    """The seat whose value it is, from 0: the seat to move, or the one player against automated
    seats at a table of more than two."""
    value: int | None
    """At a table of two the other's cards left less the player's own, and 2 more if the player
    places last, 2 less if the other does. At a larger table the player's score alone: 2 if they
    place last, less their cards left. None where the limit of nodes ended the search before."""
    bounds: tuple[int, int]
    """The least and the most that the value can be; both are the value once it is known."""
    best_moves: tuple[Move, ...]
    """All distinct moves that preserve the value, in the order of `distinct_moves`; none where the
    limit ended the search before all were judged."""
    line: tuple[Move, ...]
    """The placements of one best line to the round's end, those of automated seats included; none
    where the limit ended the search."""
    nodes: int
    """The number of positions that the search looked at."""


def solve(state: GameState, *, nodes: int | None = None) -> Solution:
    """Solve a round exactly: two players, or one player against automated seats.

    All hands and stacks are known to it. The rest of the game is left out: no options, no points
    of other rounds, and an Iron Throne card is worth 2, its mean.

    >>> from westeros_intrigue import apply, legal_moves, setup
    >>> state = setup(2, seed=1)
    >>> for _ in range(16):
    ...     state = apply(state, legal_moves(state)[-1])
    >>> solution = solve(state)
    >>> solution.value, solution.bounds
    (5, (5, 5))
    >>> for move in solution.line:
    ...     state = apply(state, move)
    >>> state.phase, [len(hand) for hand in state.hands]
    (Phase.ROUND_OVER, [1, 4])

    Args:
        state: a state in `Phase.PLAYING`.
        nodes: the most positions to look at, at least 1; None for no limit.

    Raises:
        WrongPhase: there is nobody to place a card.
        InvalidValue: more than two seats, and not one player; a number out of its range.

    Rules: turn.must-place, round.penalty, round.throne, solo.highest.
    """
    return solution_of(state, nodes, Event())


def winning_moves(state: GameState) -> tuple[Move, ...]:
    """Return the moves that win a round of two players, whatever the other does.

    The player who places last wins the round. That is quicker to find than the number of cards.

    >>> from westeros_intrigue import apply, legal_moves, setup
    >>> state = setup(2, seed=1)
    >>> for _ in range(12):
    ...     state = apply(state, legal_moves(state)[-1])
    >>> [str(move) for move in winning_moves(state)]
    ['L3@a-1', 'L3@a5', 'B2@a-1', 'B2@a5']

    Args:
        state: a state of two players in `Phase.PLAYING`, whose hands are all known.

    Returns:
        Those of the distinct moves, in their order; none if the other can place last.

    Raises:
        WrongPhase: there is nobody to place a card.
        InvalidValue: there are more than two seats.

    Rules: round.throne, turn.must-place.
    """
    check_type("state", state, GameState)
    check_phase(state.phase, Phase.PLAYING, "a round is won")
    check_integer("players", state.players, 2, 2)
    solver = Solver(state, None, Event())
    moves = distinct_moves(state)
    return tuple(move for move in moves if solver.keeps(state, move, LAST_WORTH))


def solution_of(state: GameState, nodes: int | None, stopped: Event) -> Solution:
    """Return the solution of a position, or what is known of it once the event is set."""
    check_type("state", state, GameState)
    check_phase(state.phase, Phase.PLAYING, "a round is solved")
    if nodes is not None:
        nodes = check_integer("nodes", nodes, 1)
    solver = Solver(state, nodes, stopped)
    bounds: list[int] = []
    best: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    try:
        value = solver.value(state, bounds)
        moves = distinct_moves(state)
        best = tuple(move for move in moves if len(moves) == 1 or solver.keeps(state, move, value))
        line = tuple(solver.line(state, value, best[0]))
    except SearchStopped:
        pass  # what is known by then is returned
    low, high = bounds
    return Solution(
        player=solver.hero,
        value=low if low == high else None,
        bounds=(low, high),
        best_moves=best,
        line=line,
        nodes=solver.nodes,
    )
