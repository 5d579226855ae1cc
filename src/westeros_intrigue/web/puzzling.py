"""Puzzles: positions with one placement that wins the round. Both hands lie open."""

from __future__ import annotations

import datetime as dt
from itertools import groupby

import westeros_intrigue
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.puzzles import Puzzle, daily_puzzle, load_puzzles
from westeros_intrigue.rules.cards import House
from westeros_intrigue.rules.moves import legal_moves
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.web.advice import reasons_against
from westeros_intrigue.web.answers import Attempted, Choice, Posed, Refused
from westeros_intrigue.web.event_sentences import told

_NAMES = ("Player 1", "Player 2")
_WINS = "wins, whatever the other player does."
_LOSES = "does not win. The other player places the last card."


def level_choices() -> tuple[Choice, ...]:
    """Return the levels of the puzzles, each by the number of its first one."""
    choices = []
    for level, group in groupby(load_puzzles(), key=lambda puzzle: puzzle.level):
        numbers = [puzzle.number for puzzle in group]
        title = f"Level {level}: puzzles {numbers[0]} to {numbers[-1]}"
        choices.append(Choice(str(numbers[0]), title))
    return tuple(choices)


def todays_puzzle() -> int:
    """Return the number of the puzzle of the day."""
    return daily_puzzle(dt.date.today()).number  # noqa: DTZ011 - the day where the page is


def posed(puzzle: Puzzle) -> Posed:
    """Return a puzzle."""
    state = puzzle.state
    view = observe(state, state.active_player)
    [other_hand] = (hand for seat, hand in enumerate(state.hands) if seat != view.player)
    number = puzzle.number
    return Posed(
        number=number,
        level=puzzle.level,
        following=number + 1 if number < len(load_puzzles()) else None,
        is_daily=number == todays_puzzle(),
        names=_NAMES,
        view=view,
        other_hand=other_hand,
        moves=legal_moves(view),
        takes=tuple(map(view.court.open_slots, House)),
    )


def attempted(puzzle: Puzzle, move: Move | None) -> Attempted | Refused:
    """Return whether a placement wins the round, and how the round goes on after it.

    Args:
        puzzle: the puzzle.
        move: the placement; None for the one that solves it.
    """
    move = move or puzzle.solution
    state = puzzle.state
    view = observe(state, state.active_player)
    if reasons := reasons_against(westeros_intrigue, view, str(move)):
        return Refused(reasons)
    end = observe(puzzle.end_after(move), view.player)
    wins = puzzle.is_solved_by(move)
    return Attempted(
        wins=wins,
        text=f"{move.card} in {move.slot} {_WINS if wins else _LOSES}",
        told=told(end, _NAMES)[len(told(view, _NAMES)) :],
    )
