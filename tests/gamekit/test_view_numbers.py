"""Numbers of views, without NumPy."""

from __future__ import annotations

from array import array
from typing import Any

import pytest
from attrs import evolve
from testing.sound_games import SOUND, Pig

from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.view_numbers import (
    Block,
    ViewNumbers,
    derive,
    survey,
    write_view,
)


def written(block: Block, value: object, seat: int = 0) -> list[float]:
    """Return the numbers of a block, between two that it must not change."""
    numbers = array("f", [7, *[0] * block.size, 7])
    block.write(value, seat, numbers, 1)
    assert (numbers[0], numbers[-1]) == (7, 7)
    return [round(number, 6) for number in numbers[1:-1]]


@pytest.mark.parametrize(
    ("block", "value", "numbers"),
    [
        (Block("flag"), True, [1]),
        (Block("number", least=10, most=110), 35, [0.25]),
        (Block("number", least=10, most=110), 500, [1]),
        (Block("number", least=10, most=110), -500, [0]),
        (Block("choice", (None, 3, 4)), None, [1, 0, 0]),
        (Block("choice", (3, 4)), 5, [0, 0]),
        (Block("counts", (1, 2, 3), most=3), (2, 2, 3, 9), [0, 0.666667, 0.333333]),
        (Block("counts", (1, 2), most=3), (1,) * 5, [1, 0]),
        (Block("tuple", parts=(("at", Block("flag")),), count=3), (True, 0), [1, 1, 1, 0, 0, 0]),
        (Block("places", parts=(("place", Block("flag")),), count=3), (1, 0, 1, 1), [1, 0, 1]),
    ],
    ids=str,
)  # fmt: skip
def test_a_block_writes_its_numbers_and_no_others(
    block: Block, value: object, numbers: list[float]
) -> None:
    assert written(block, value) == numbers


def test_the_part_of_the_viewer_comes_first() -> None:
    seats = Block("seats", parts=(("seat", Block("number", most=10)),), count=3)
    assert [written(seats, (1, 2, 3), seat) for seat in range(3)] == [
        [0.1, 0.2, 0.3],
        [0.2, 0.3, 0.1],
        [0.3, 0.1, 0.2],
    ]


@pytest.mark.parametrize("game", [*(each() for each in SOUND), GAMES["westeros-intrigue"]], ids=str)
def test_what_is_surveyed_leads_to_the_same_numbers(game: Any) -> None:
    layout = ViewNumbers.of(game, 3)
    surveyed = [*survey(game, 3)]
    assert ViewNumbers(game, 3, *derive(game, game.new_game(3, seed=0), surveyed)) == layout
    for state, seat in surveyed[::60]:
        numbers = write_view(layout, game.observe(state, seat))
        assert len(numbers) == layout.size
        assert all(0 <= number <= 1 for number in numbers)


def test_what_is_seen_changes_the_numbers() -> None:
    game = Pig()
    layout = ViewNumbers.of(game, 2)
    view = game.observe(game.setup(2, seed=1), 0)
    pots = {write_view(layout, evolve(view, pot=pot)).tobytes() for pot in range(10)}
    assert len(pots) == 10
