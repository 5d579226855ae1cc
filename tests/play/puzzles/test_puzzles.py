"""Each puzzle has exactly one winning move, and is as hard as its level says."""

from __future__ import annotations

import pickle
import random
from collections import Counter

import pytest

from westeros_intrigue import distinct_moves, greedy_player, legal_moves, observe
from westeros_intrigue.lab.simulation import solve, winning_moves
from westeros_intrigue.play.puzzles import load_puzzles

CARDS = {1: range(7, 11), 2: range(11, 13), 3: range(13, 16), 4: range(16, 19)}


@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.rule("round.throne")
def test_exactly_one_move_of_each_puzzle_wins(step: int) -> None:
    for puzzle in load_puzzles()[::step]:
        assert winning_moves(puzzle.state) == (puzzle.solution,)
        assert len(distinct_moves(puzzle.state)) > 3


def test_the_level_says_how_many_cards_there_are_and_greedy_players_miss_the_move() -> None:
    for puzzle in load_puzzles():
        state = puzzle.state
        assert sum(map(len, state.hands)) in CARDS[puzzle.level]
        assert not state.eliminations
        view = observe(state, state.active_player)
        choices = [greedy_player(view, random.Random(seed)) for seed in range(4)]
        assert puzzle.level == 1 or not any(map(puzzle.is_solved_by, choices))


def test_there_are_fifty_of_each_level_each_of_a_deal_of_its_own() -> None:
    puzzles = load_puzzles()
    assert [puzzle.number for puzzle in puzzles] == list(range(1, 201))
    assert Counter(puzzle.level for puzzle in puzzles) == dict.fromkeys(CARDS, 50)
    assert [puzzle.level for puzzle in puzzles] == sorted(puzzle.level for puzzle in puzzles)
    assert len({puzzle.seed for puzzle in puzzles}) == 200
    assert pickle.loads(pickle.dumps(puzzles[3])) == puzzles[3]  # noqa: S301 - our own


def test_any_card_of_the_house_is_the_winning_move_in_the_right_slot_alone() -> None:
    puzzle = load_puzzles()[0]
    solved = {move for move in legal_moves(puzzle.state) if puzzle.is_solved_by(move)}
    hand = puzzle.state.hands[1]
    assert {move.card for move in solved} == {
        card for card in hand if card.house is puzzle.solution.card.house
    }
    assert {move.slot for move in solved} == {puzzle.solution.slot}
    solution = solve(puzzle.state)
    assert solution.value is not None
    assert solution.value >= 2
    assert puzzle.solution in solution.best_moves
