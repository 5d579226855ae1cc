"""Exact solutions of rounds: the result of perfect play, and the moves that reach it.

The solver packs a position as integers for the search, then asks it a series of yes-or-no
questions. It needs no extra.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterator

import attrs

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.values import Value, check_integer, check_type
from westeros_intrigue.lab.simulation import board, fast, search
from westeros_intrigue.lab.simulation.board import HOUSE_COUNT, LAST_WORTH
from westeros_intrigue.lab.simulation.fast import fastest
from westeros_intrigue.lab.simulation.packing import (
    board_of,
    code_of,
    mirror_of,
    refuse_house_rule,
    terms_of,
)
from westeros_intrigue.rules import house_rules
from westeros_intrigue.rules.cards import Move
from westeros_intrigue.rules.game_events import Phase, check_phase
from westeros_intrigue.rules.moves import apply, distinct_moves
from westeros_intrigue.rules.state import GameState

NODES_A_SLICE = 30_000
"""The number of positions between checks of Ctrl-C, some hundredths of a second apart."""
TABLE_BITS = 20
"""The entries of the hash table of the compiled search, as a power of two: 16 MB."""
PLAIN_TABLE_BITS = 14
"""The same for the search in Python, which examines fewer positions: about 300 kB."""


class SearchStopped(Exception):
    """The search was ended by the limit of nodes."""


class Solver:
    """A search for one seat, with a table shared by all its questions.

    Values are those of `Solution`, seen from the seat `hero`.
    """

    def __init__(self, state: GameState, nodes: int | None = None) -> None:
        """Set the table up for a position in play and all that follow it in the round."""
        players, variant = state.players, state.variant
        people = [seat for seat in range(players) if seat not in variant.automated]
        if players != 2 and len(people) != 1:
            raise InvalidValue(
                "two seats can be solved, or one player against automated seats, and "
                f"{len(people)} of {players} seats have players"
            )
        refuse_house_rule(variant, "total", *house_rules.BEGINNING)
        self.hero: int = (state.active_player or 0) if players == 2 else people[0]
        self._nodes = nodes
        self._terms = terms_of(players, variant, self.hero)
        entries = 1 << (TABLE_BITS if fast.has_extension() else PLAIN_TABLE_BITS)
        self._work: search.Search = search.new_search(entries)

    @property
    def nodes(self) -> int:
        """The number of positions examined so far."""
        return int(self._work.line[search.NODES])

    def bounds(self, state: GameState) -> tuple[int, int]:
        """Return the bounds of the value, without any search."""
        packed, node = _board(state), [0] * search.NODE_SIZE
        is_open, gained = search.advance(self._terms, packed, packed[board.PLACED])
        if is_open:
            search.judge(self._terms, packed, node)
        gained += self._lead(state)
        return node[search.LOW] + gained, node[search.HIGH] + gained

    def reaches(self, state: GameState, value: int) -> bool:
        """Return whether the hero reaches a value, or a better one.

        Raises:
            SearchStopped: the limit of nodes came first.
        """
        line = self._work.line
        self._work.root[:] = fast.integers(_board(state))
        line[search.PLY] = search.AT_START
        while True:
            slice_end = self.nodes + NODES_A_SLICE
            line[search.NODE_LIMIT] = min(slice_end, self._nodes or slice_end)
            outcome = fastest(search.search)(self._terms, self._work, value - self._lead(state))
            if outcome != search.UNKNOWN:
                return bool(outcome == search.YES)
            if self.nodes == self._nodes:
                raise SearchStopped

    def value(self, state: GameState, bounds: list[int]) -> int:
        """Return the value of a position, narrowing its bounds along the way.

        Raises:
            SearchStopped: the limit of nodes came first; the bounds are still valid.
        """
        bounds[:] = self.bounds(state)
        # The last placer is the quickest to settle; the rest continues from there.
        goal = min(max(LAST_WORTH, bounds[0] + 1), bounds[1])
        while bounds[0] < bounds[1]:
            if self.reaches(state, goal):
                bounds[0] = goal
                goal += 1
            else:
                goal -= 1
                # The last placer has no more cards left than the other.
                if self._terms.players == 2 and -LAST_WORTH < goal < LAST_WORTH:
                    goal = -LAST_WORTH
                bounds[1] = goal
        return bounds[0]

    def keeps(self, state: GameState, move: Move, value: int) -> bool:
        """Return whether a move preserves the value of a position for its player."""
        is_hero = state.active_player == self.hero
        return self.reaches(apply(state, move), value + (not is_hero)) == is_hero

    def line(self, state: GameState, value: int, first: Move) -> Iterator[Move]:
        """Yield the placements of a best line, whose first move preserves the value."""
        yield first
        state = apply(state, first)
        while state.active_player is not None:
            moves = distinct_moves(state)
            best = moves[0]
            if len(moves) > 1:
                moves = self._likely_first(state, moves, value)
                best = next(move for move in moves if self.keeps(state, move, value))
            yield best
            state = apply(state, best)

    def _likely_first(
        self, state: GameState, moves: tuple[Move, ...], value: int
    ) -> tuple[Move, ...]:
        # Repeating a settled question cheaply finds the move that settles it.
        self.reaches(state, value + (state.active_player != self.hero))
        code = self._work.line[search.FIRST_CHOSEN]
        return tuple(sorted(moves, key=lambda move: code_of(state._board.occupied, move) != code))

    def _lead(self, state: GameState) -> int:
        left = [held.bit_count() for held in state._held]
        return left[1 - self.hero] - left[self.hero] if len(left) == 2 else -left[self.hero]


def _board(state: GameState) -> list[int]:
    """Return the board of a state, with its mirror, before the turn passes from the last seat."""
    packed, last = board_of(state), state.last_placer
    packed[board.SEAT] = (state.starting_player - 1) % state.players if last is None else last
    for house in range(HOUSE_COUNT):
        packed[board.MIRROR + house] = mirror_of(packed[house], packed[board.WIDTH])
    return packed


@attrs.frozen
class Solution(Value):
    """The result of a round in which all players play perfectly and see all cards.

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
    """The seat whose value this is, from 0: the seat to move, or the only player against automated
    seats at a table of more than two."""
    value: int | None
    """At a table of two, the other's cards left minus the player's own, plus 2 if the player places
    last, minus 2 if the other does. At a larger table, only the player's score: 2 if they place
    last, minus their cards left. None if the limit of nodes ended the search first."""
    bounds: tuple[int, int]
    """The lowest and the highest possible value; both equal the value once it is known."""
    best_moves: tuple[Move, ...]
    """All distinct moves that preserve the value, in the order of `distinct_moves`; empty if the
    limit ended the search before all were judged."""
    line: tuple[Move, ...]
    """The placements of one best line to the end of the round, including automated seats; empty if
    the limit ended the search."""
    nodes: int
    """The number of positions that the search examined."""


def solve(state: GameState, *, nodes: int | None = None) -> Solution:
    """Solve a round exactly: two players, or one player against automated seats.

    All hands and stacks must be known. The rest of the game is ignored: options, house rules that
    forbid moves and the points of other rounds do not count, and an Iron Throne card counts 2, the
    mean.

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
        nodes: the maximum number of positions to examine, at least 1; None for no limit.

    Raises:
        WrongPhase: no player is to move.
        InvalidValue: there are more than two seats with more than one player, or a number is out of
            range.

    Rules: turn.must-place, round.penalty, round.throne, solo.highest.
    """
    check_type("state", state, GameState)
    check_phase(state.phase, Phase.PLAYING, "a round is solved")
    if nodes is not None:
        nodes = check_integer("nodes", nodes, 1)
    solver = Solver(state, nodes)
    bounds: list[int] = []
    best: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    try:
        value = solver.value(state, bounds)
        moves = distinct_moves(state)
        best = tuple(move for move in moves if len(moves) == 1 or solver.keeps(state, move, value))
        line = tuple(solver.line(state, value, best[0]))
    except SearchStopped:
        pass  # return the facts known so far
    low, high = bounds
    return Solution(
        player=solver.hero,
        value=low if low == high else None,
        bounds=(low, high),
        best_moves=best,
        line=line,
        nodes=solver.nodes,
    )


def winning_moves(state: GameState) -> tuple[Move, ...]:
    """Return the moves that win a round of two players against any defence.

    The player who places last wins the round. This is faster to find than the number of cards left.

    >>> from westeros_intrigue import apply, legal_moves, setup
    >>> state = setup(2, seed=1)
    >>> for _ in range(12):
    ...     state = apply(state, legal_moves(state)[-1])
    >>> [str(move) for move in winning_moves(state)]
    ['L3@a-1', 'L3@a5', 'B2@a-1', 'B2@a5']

    Args:
        state: a state of two players in `Phase.PLAYING`, with all hands known.

    Returns:
        The winning distinct moves, in order; none if the other can place last.

    Raises:
        WrongPhase: no player is to move.
        InvalidValue: there are more than two seats.

    Rules: round.throne, turn.must-place.
    """
    check_type("state", state, GameState)
    check_phase(state.phase, Phase.PLAYING, "a round is won")
    if state.players != 2:
        raise InvalidValue(f"winning_moves is for rounds of two seats, not of {state.players}")
    solver = Solver(state)
    moves = distinct_moves(state)
    return tuple(move for move in moves if solver.keeps(state, move, LAST_WORTH))
