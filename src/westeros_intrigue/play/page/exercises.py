"""Exercises, which belong to no saved game: the three placements of the lesson, and the puzzles."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import datetime as dt
import random
from collections.abc import Iterator, Sequence
from itertools import groupby

import westeros_intrigue
from westeros_intrigue import (
    GameState,
    Move,
    View,
    apply,
    greedy_player,
    legal_moves,
    observe,
    setup,
)
from westeros_intrigue.gamekit import AnyGame, english
from westeros_intrigue.gamekit.sentences import sentences
from westeros_intrigue.play.page import messages, requests
from westeros_intrigue.play.page.positions import open_slots
from westeros_intrigue.play.page.reviews import judge_move, name_placement, show_reasons
from westeros_intrigue.play.puzzles import daily_puzzle, load_puzzles, play_out

_LESSON = 0
"""The seed of the practice game, which always allows placements of all three kinds."""
_LEARNER = 0
"""The seat of the learner in it."""
_MOST_TRIES = 3


def practise(moves: Sequence[Move]) -> messages.Practice:
    """Return the position after some of three placements: two in the first row, one above them.

    Three computer players answer each placement.

    Raises:
        Unable: a placement is not among those to try.
    """
    state = setup(4, seed=_LESSON)
    for number, move in enumerate(moves):
        if move not in _list_tries(observe(state, _LEARNER), number):
            raise messages.Unable("cannot-be", "this placement is not for practice")
        state = _let_others_answer(apply(state, move))
    view = observe(state, _LEARNER)
    return messages.Practice(view, _list_tries(view, len(moves)), open_slots(view))


def _list_tries(view: View, number: int) -> tuple[Move, ...]:
    """Return the placements that a learner can try after a number of others; empty at the end."""
    if number == _MOST_TRIES:
        return ()
    is_above = number == _MOST_TRIES - 1
    return tuple(move for move in legal_moves(view) if (move.slot.row > 0) is is_above)


def _let_others_answer(state: GameState) -> GameState:
    """Return the practice game at the learner's next turn."""
    while (seat := state.active_player) not in {_LEARNER, None}:
        state = apply(state, greedy_player(observe(state, seat), random.Random(0)))  # noqa: S311 - no secret
    return state


def list_puzzles() -> Iterator[messages.Choice]:
    """Yield the levels of the puzzles, each by the number of its first puzzle."""
    for level, group in groupby(load_puzzles(), key=lambda puzzle: puzzle.level):
        first, *_, last = (puzzle.number for puzzle in group)
        yield messages.Choice(str(first), f"Level {level}: puzzles {first} to {last}")


_GAME: AnyGame = westeros_intrigue
_NAMES = ("Player 1", "Player 2")
_WINS = "wins, whatever the other player does."
_LOSES = "does not win. The other player places the last card."


def find_daily_puzzle() -> int:
    """Return the number of the puzzle of the day."""
    return daily_puzzle(dt.date.today()).number  # noqa: DTZ011 - the day where the page is


def answer_puzzle(
    request: requests.Pose | requests.Attempt | requests.Practise,
) -> messages.PuzzlePosition | messages.PuzzleResult | messages.Refused | messages.Practice:
    """Return a puzzle, the result of a placement in it, or a practice position.

    Raises:
        Unable: no such puzzle exists.
    """
    if isinstance(request, requests.Practise):
        return practise(request.moves)
    puzzles, number = load_puzzles(), request.number
    if number > len(puzzles):
        raise messages.Unable("cannot-be", f"the puzzles have the numbers 1 to {len(puzzles)}")
    puzzle = puzzles[number - 1]
    if isinstance(request, requests.Pose):
        state, view = puzzle.state, puzzle.view
        return messages.PuzzlePosition(
            number=number,
            level=puzzle.level,
            following=number + 1 if number < len(puzzles) else None,
            is_daily=number == find_daily_puzzle(),
            names=_NAMES,
            view=view,
            other_hand=state.hands[1 - (state.active_player or 0)],
            moves=legal_moves(view),
            takes=open_slots(view),
        )
    return judge_attempt(puzzle.state, puzzle.solution, request.move)


def judge_attempt(
    state: GameState, solution: Move, attempt: Move | None
) -> messages.PuzzleResult | messages.Refused:
    """Return the result of a placement in the position of a puzzle; None places the solution."""
    move, view = attempt or solution, observe(state, state.active_player)
    verdict = judge_move(_GAME, view, str(move), _NAMES)
    if not verdict.is_legal:
        return messages.Refused(show_reasons(verdict))
    wins = (move.card.house, move.slot) == (solution.card.house, solution.slot)
    end = play_out(state, move)
    rest = sentences(_GAME, state, end, view.player, _NAMES)
    return messages.PuzzleResult(
        wins=wins,
        text=f"{name_placement(move)} {_WINS if wins else _LOSES}",
        placements=end.placements[len(state.placements) :],
        told=tuple(map(english.as_sentence, rest)),
    )
