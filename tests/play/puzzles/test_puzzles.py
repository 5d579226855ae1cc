"""Each puzzle has exactly one winning move, and is as hard as its level says."""

from __future__ import annotations

import pickle
import random
from collections import Counter

import pytest

from westeros_intrigue import (
    InvalidValue,
    WrongPhase,
    apply,
    distinct_moves,
    format_position,
    greedy_player,
    legal_moves,
    observe,
    parse_position,
    setup,
)
from westeros_intrigue.lab.simulation import solve, winning_moves
from westeros_intrigue.play.puzzles import find_solution, load_puzzles

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


def test_the_line_of_a_puzzle_is_a_puzzle_with_the_same_solution() -> None:
    for puzzle in load_puzzles()[::40]:
        read = parse_position(format_position(puzzle.state))
        assert find_solution(read) == puzzle.solution  # type: ignore[arg-type]  # all hands are known


@pytest.mark.rule("round.throne")
def test_a_position_without_one_winning_move_is_no_puzzle() -> None:
    puzzle = load_puzzles()[0]
    lost = apply(puzzle.state, puzzle.solution)
    with pytest.raises(InvalidValue, match="here none does"):
        find_solution(lost)
    wrong = next(move for move in distinct_moves(puzzle.state) if not puzzle.is_solved_by(move))
    won = apply(puzzle.state, wrong)
    several = winning_moves(won)
    assert len(several) > 1
    with pytest.raises(InvalidValue, match=f"here {len(several)} do: {several[0]}"):
        find_solution(won)
    with pytest.raises(WrongPhase):
        find_solution(puzzle.end_after(puzzle.solution))


def test_a_puzzle_has_two_players_and_few_cards() -> None:
    with pytest.raises(InvalidValue, match="18 cards or fewer together, not 28"):
        find_solution(setup(2, seed=1))
    with pytest.raises(InvalidValue, match="two players"):
        find_solution(setup(3, seed=1))
