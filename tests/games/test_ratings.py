"""Ratings of moves by the players of Monopoly and B'Twixt that search."""

from __future__ import annotations

import random

import pytest

from westeros_intrigue.gamekit import GAMES, InvalidValue, rate_moves, read_line

LINES = {
    "monopoly": (
        "*30@5, 30@0; turn 1 of 0; buy; deck 27 13 1; seed 1",
        "*30@5, 30@0; turn 1 of 0; buy; unseen 32; seen by 0",
    ),
    "btwixt": (
        "summer 2 sansa-stark; *levy / oath, x 0 / pulling-the-strings, x 1; -, -, septa +1",
        "summer 2 sansa-stark; *levy / oath, x - / pulling-the-strings, x feast; -, -, septa +[1]",
    ),
}


@pytest.mark.parametrize(("key", "line"), [(key, line) for key in LINES for line in LINES[key]])
def test_the_search_of_a_game_rates_the_moves_of_a_state_and_of_a_view(key: str, line: str) -> None:
    game = GAMES[key]
    position = read_line(game, line)
    found = rate_moves(game, position, playouts=12)
    legal = {*map(str, game.legal_moves(position))}
    assert {str(each.move) for each in found.moves} <= legal
    assert [each.worth for each in found.moves] == sorted(
        (each.worth for each in found.moves), reverse=True
    )
    assert all(0 <= each.worth <= 1 for each in found.moves)
    assert rate_moves(game, position, playouts=12) == found, "the same numbers each time"
    assert rate_moves(game, position, random.Random(5), playouts=12).moves != found.moves


def test_debts_are_rated_although_the_search_tries_one_way_to_pay() -> None:
    monopoly = GAMES["monopoly"]
    owing = read_line(monopoly, "*1@4: 5 6 8, 30@0; 0 owes 2 to treasury for tax; seed 1")
    assert len(rate_moves(monopoly, owing, playouts=3).moves) == 3


def test_a_state_is_rated_by_what_its_player_can_know() -> None:
    game = GAMES["btwixt"]
    line = (
        "summer 2 sansa-stark; *levy / oath, x - / pulling-the-strings, x {hand}; -, -, septa +[1]"
    )
    states = [read_line(game, line.format(hand=hand)) for hand in ("feast", "host")]
    found = [rate_moves(game, state, playouts=40) for state in states]
    assert found[0] == found[1]


def test_a_spectator_is_asked_for_the_player_to_move() -> None:
    game = GAMES["btwixt"]
    with pytest.raises(InvalidValue) as refused:
        rate_moves(game, read_line(game, "summer 1 page; *10, 10, 10; -, -, -"))
    assert str(refused.value) == "a spectator is not to move: ask player 0"
