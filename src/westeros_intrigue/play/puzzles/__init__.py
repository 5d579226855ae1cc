"""Two hundred puzzles: positions of two players with exactly one move that wins the round.

Read `Puzzle` first, then `load_puzzles` and `daily_puzzle`, all in this file. `find_solution` asks
whether any other position is a puzzle.
"""

import datetime as dt
from functools import cache, reduce
from importlib import resources

import attrs

from westeros_intrigue import (
    GameState,
    InvalidValue,
    Move,
    View,
    apply,
    draw_svg,
    observe,
    parse_move,
    setup,
)
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.packaging import names_of as _names_of
from westeros_intrigue.gamekit.pictures import ShownAsPicture as _ShownAsPicture
from westeros_intrigue.gamekit.values import Value, check_type
from westeros_intrigue.lab.simulation import solve, winning_moves

__all__ = ["Puzzle", "daily_puzzle", "find_solution", "load_puzzles", "play_out"]


def __dir__() -> list[str]:
    return _names_of(__name__)


_MOST_CARDS = 18
"""The most cards in both hands, as at the highest level. The work grows fast with the cards."""


@attrs.frozen
class Puzzle(Value, _ShownAsPicture):
    """A position in which exactly one move wins the round, whatever the other player does.

    Both hands are visible. The player who places the last card wins the round. Cards of one house
    are equivalent, so any card of the right house in the right slot solves the puzzle.

    >>> puzzle = load_puzzles()[0]
    >>> print(puzzle.state.court)
    a-3 T9 B5 B8 L5 T2 B2 S1 / b-3 T8 B3 L8 T1 B7 S7 / c-3 T5 L3 L1 B1 S4 / d0 S9
    >>> [" ".join(map(str, hand)) for hand in puzzle.state.hands]
    ['L4 L6 B4 T6', 'S3 S5 L7 B9 T7']
    >>> puzzle.state.active_player, puzzle.is_solved_by(puzzle.solution)
    (1, True)

    Rules: round.throne, turn.must-place.
    """

    number: int
    """The number of the puzzle, from 1."""
    level: int
    """The difficulty, 1 to 4: both hands together have 7 to 10, 11 to 12, 13 to 15 or 16 to 18
    cards. From level 2 on, `greedy_player` fails to find the move."""
    seed: int
    """The seed of the deal, for `setup(2, seed=...)`."""
    placed: tuple[Move, ...]
    """The moves that lead to the position."""
    solution: Move
    """The winning move, with the lowest card of its house."""

    def _repr_svg_(self) -> str:
        return draw_svg(self.state, reveal=True)

    @property
    def state(self) -> GameState:
        """The position, with the seat to move in `active_player`."""
        state = setup(2, seed=self.seed)
        for move in self.placed:
            state = apply(state, move)
        return state

    @property
    def view(self) -> View:
        """The view of the player to move."""
        state = self.state
        return observe(state, state.active_player)

    def end_after(self, move: Move) -> GameState:
        """Return the end of the round after a move, if both players then play perfectly.

        >>> puzzle = load_puzzles()[0]
        >>> puzzle.end_after(puzzle.solution).placements[-1].player == puzzle.state.active_player
        True

        Raises:
            IllegalMove: the rules refuse the move.
        """
        return play_out(self.state, move)

    def is_solved_by(self, move: Move) -> bool:
        """Return True if a move wins the round.

        >>> from westeros_intrigue import legal_moves
        >>> puzzle = load_puzzles()[0]
        >>> {str(move.slot) for move in legal_moves(puzzle.state) if puzzle.is_solved_by(move)}
        {'d-3'}
        """
        check_type("move", move, Move)
        return (move.card.house, move.slot) == (self.solution.card.house, self.solution.slot)


def play_out(state: GameState, move: Move) -> GameState:
    """Return the end of the round after a move, if both players then play perfectly.

    >>> puzzle = load_puzzles()[0]
    >>> play_out(puzzle.state, puzzle.solution) == puzzle.end_after(puzzle.solution)
    True

    Args:
        state: a state of two players in `Phase.PLAYING`, with all hands known.
        move: a legal move.

    Raises:
        WrongPhase: no player is to move.
        IllegalMove: the rules refuse the move.

    Rules: round.throne, turn.must-place.
    """
    after = apply(state, move)
    return reduce(apply, solve(after).line if after.active_player is not None else (), after)


def find_solution(state: GameState) -> Move:
    """Return the only move that wins the round, whatever the other player does.

    >>> from westeros_intrigue import parse_position
    >>> row = "a-3 L4 L2 B6 T5 S1 B2 S6 / b-3 L1 L6 B9 T3 S4 B4"
    >>> line = f"{row} / c-3 L7 B8 T8 T2 S5 / d-3 L3 B3 T4 S9 / e-1 S2; B7 T1, *S8 B5 T7"
    >>> str(find_solution(parse_position(line)))
    'B5@e-3'

    Args:
        state: a state of two players in `Phase.PLAYING`, whose hands have 18 cards or fewer
            together.

    Returns:
        The winning move, with the lowest card of its house.

    Raises:
        WrongPhase: no player is to move.
        InvalidValue: no move wins, or several do; or the position has more than two seats, an
            automated seat, a house rule or too many cards.

    Rules: round.throne, turn.must-place.
    """
    check_type("state", state, GameState)
    if state.players != 2 or state.variant.automated:
        raise InvalidValue("a puzzle is a position of two players, without other seats")
    if state.variant.house_rule:
        raise InvalidValue(
            f"a puzzle has no house rule, and the position has {state.variant.house_rule}: the "
            "solver does not know which moves it forbids"
        )
    cards = sum(map(len, state.hands))
    if cards > _MOST_CARDS:
        raise InvalidValue(
            f"the hands of a puzzle have {_MOST_CARDS} cards or fewer together, not {cards}"
        )
    winning = winning_moves(state)
    if len(winning) == 1:
        return winning[0]
    if not winning:
        raise InvalidValue(
            "exactly one move of a puzzle wins, and here none does: the other player can place the "
            "last card"
        )
    raise InvalidValue(
        f"exactly one move of a puzzle wins, and here {len(winning)} do: "
        f"{join_words(list(map(str, winning)), 'and')}"
    )


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles, easy levels first.

    The solver in `westeros_intrigue.lab.simulation` proves each of them and shows why other moves
    lose:

    >>> from westeros_intrigue import apply, distinct_moves
    >>> from westeros_intrigue.lab.simulation import solve
    >>> puzzle = load_puzzles()[0]
    >>> wrong = next(move for move in distinct_moves(puzzle.state) if not puzzle.is_solved_by(move))
    >>> answer = solve(apply(puzzle.state, wrong))
    >>> str(wrong), [str(move) for move in answer.line]
    ('L7@d-3', ['L4@d-2', 'B9@d-1', 'B4@e-1', 'L6@e-3'])
    """
    text = resources.files(__name__).joinpath("puzzles.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return tuple(_puzzle(number, line) for number, line in enumerate(lines, start=1))


def daily_puzzle(day: dt.date) -> Puzzle:
    """Return the puzzle of a day, the same for everyone; each appears once in two hundred days.

    >>> [daily_puzzle(dt.date(2027, 1, day)).number for day in (1, 2, 3)]
    [87, 160, 33]

    Args:
        day: the date.
    """
    check_type("day", day, dt.date)
    puzzles = load_puzzles()
    # The step has no common factor with their number, and makes the levels alternate.
    return puzzles[day.toordinal() * 73 % len(puzzles)]


def _puzzle(number: int, line: str) -> Puzzle:
    level, seed, *moves = line.split()
    *placed, solution = map(parse_move, moves)
    return Puzzle(number, int(level), int(seed), tuple(placed), solution)
