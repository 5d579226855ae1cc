"""Fields that say what they are: boards, as texts, pictures, lines and numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from types import new_class
from typing import Annotated, Any
from xml.etree import ElementTree as ET

import pytest
from attrs import frozen

from hex import BOARD, Hex, Stones, hexes
from westeros_intrigue.gamekit import (
    GameOf,
    Grid,
    InvalidValue,
    NotationError,
    OneOf,
    Position,
    RandomSource,
    Range,
    Word,
    WrongType,
    random_below,
    replace_item,
)
from westeros_intrigue.gamekit.view_numbers import ViewNumbers, write_view
from westeros_intrigue.testing import CheckFailed, check_game


def after(*moves: str, size: int = 5) -> Stones:
    state = hexes.setup(2, seed=1, size=size)
    for move in moves:
        state = hexes.apply(state, move)
    return state


class Sign(Word):
    FREE = "."
    CROSS = "cross"
    RING = "ring"


@frozen
class Rows(Position):
    width: int
    cells: Annotated[tuple[Sign, ...], Grid("width", 2)]
    marks: Annotated[tuple[Annotated[str, OneOf((".", "*", "!"))], ...], Grid(2, 1)] = (".", ".")


class Rings(GameOf[Rows, int]):
    """Take a cell of a board of which chance draws the width. The last cell wins."""

    def start(self, players: int, rng: RandomSource) -> Rows:
        width = 2 + random_below(2, rng)
        return Rows(width, (Sign.FREE,) * 2 * width, players=players)

    def moves(self, state: Rows, seat: int) -> Sequence[int]:
        del seat
        return [at for at, sign in enumerate(state.cells) if sign is Sign.FREE]

    def play(self, state: Rows, seat: int, move: int, rng: RandomSource) -> Rows:
        del rng
        cells = replace_item(state.cells, move, Sign.CROSS)
        following = (seat + 1) % state.players if Sign.FREE in cells else None
        return state.replace(cells=cells, to_move=following)

    def scores(self, state: Rows) -> Sequence[int]:
        return [int(seat == (state.turn - 1) % state.players) for seat in range(state.players)]


@frozen
class Quarters(Position):
    cells: Annotated[tuple[bool, ...], Grid(2, 2)] = (False,) * 4


class Quarter(GameOf[Quarters, int]):
    """Take a cell in turn. The last cell wins."""

    MIN_PLAYERS = 4

    def start(self, players: int, rng: RandomSource) -> Quarters:
        del rng
        return Quarters(players=players)

    def moves(self, state: Quarters, seat: int) -> Sequence[int]:
        del seat
        return [at for at, taken in enumerate(state.cells) if not taken]

    def play(self, state: Quarters, seat: int, move: int, rng: RandomSource) -> Quarters:
        del rng
        cells = tuple(taken or at == move for at, taken in enumerate(state.cells))
        return state.replace(cells=cells, to_move=None if all(cells) else (seat + 1) % 4)

    def scores(self, state: Quarters) -> Sequence[int]:
        return [int(seat == 3) for seat in range(state.players)]


rings, quarters = Rings(), Quarter()
Size = Annotated[int, Range(2, 9)]


def test_cells_have_the_names_of_their_columns_and_rows() -> None:
    state = after()
    assert [*BOARD.places(state)][:6] == ["a1", "b1", "c1", "d1", "e1", "a2"]
    assert BOARD.places(state) is BOARD.places(after("a1"))
    assert [*Grid(30, 1).places(state)][25:28] == ["z1", "aa1", "ab1"]
    assert BOARD.sides(after(size=3)) == (3, 3)
    assert Grid("turn", 1).sides(after("a1")) == (1, 1)
    with pytest.raises(InvalidValue, match=r"'sides' of a Grid must be an option or a field"):
        Grid("sides", 1).sides(state)


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        ((0, 1), "width must be from 1 to 99, not 0"),
        ((5, 100), "height must be from 1 to 99, not 100"),
        ((5, "the rows"), "height, 'the rows', must be the name of an option or a field"),
        ((2.5, 1), "width must be an int"),
    ],
)
def test_a_side_is_a_number_or_a_name(sides: tuple[Any, Any], told: str) -> None:
    with pytest.raises((InvalidValue, WrongType), match=told):
        Grid(*sides)


def test_a_board_is_drawn_with_letters_and_numbers() -> None:
    state = after("b1", "c2", size=3)
    assert hexes.draw_text(state).splitlines() == ["  a b c", "1 . x .", "2 . . o", "3 . . ."]
    picture = hexes.draw_svg(hexes.observe(state, 0))
    ET.fromstring(picture)  # noqa: S314 - just drawn
    cells = dict(
        re.findall(r'<g data-cell="(\w+)"[^>]*>.*?(?:<text[^>]*>([^<]*)</text>)?</g>', picture)
    )
    assert [*cells] == [*BOARD.places(state)]
    assert {name: text for name, text in cells.items() if text} == {"b1": "x", "c2": "o"}


def test_a_cell_of_a_picture_has_the_legal_moves_that_name_it() -> None:
    class Slide(Hex):
        def moves(self, state: Stones, seat: int) -> Sequence[str]:
            del state, seat
            return ["a1", "a1-b2", "b22", "ab2", "xb2", "c3,b2", "put-c3&", "pass"]

    state = after("b1", size=3)
    view = hexes.observe(state, 1)
    picture = hexes.draw_svg(view)
    places = dict(re.findall(r'data-cell="(\w+)" data-moves="([^"]*)"', picture))
    assert places == {name: name for name in hexes.legal_moves(view)}
    assert "b1" not in places
    assert "data-moves" not in hexes.draw_svg(hexes.observe(state, 0))
    assert "data-moves" not in hexes.draw_svg(hexes.observe(state, None))
    named = re.findall(r'data-cell="(\w+)" data-moves="([^"]*)"', Slide().draw_svg(view))
    assert named == [("a1", "a1,a1-b2"), ("b2", "a1-b2"), ("c3", "put-c3&amp;")]


def test_several_boards_have_labels() -> None:
    cells = (Sign.FREE, Sign.RING, Sign.FREE, Sign.CROSS)
    state = Rows(2, cells, (".", "*"), players=4)
    assert rings.draw_text(state).splitlines() == [
        "width: 2",
        "cells:",
        "  a     b",
        "1 .     ring",
        "2 .     cross",
        "marks:",
        "  a b",
        "1 . *",
    ]


def test_a_board_with_a_cell_for_each_seat_does_not_turn_with_the_viewer() -> None:
    state = quarters.apply(quarters.setup(4, seed=1), 1)
    layout = ViewNumbers.of(quarters, 4)
    numbers = [[*write_view(layout, quarters.observe(state, seat))[-4:]] for seat in range(4)]
    assert numbers == [[0, 1, 0, 0]] * 4
    assert quarters.draw_text(state).splitlines() == ["  a   b", "1 no  yes", "2 no  no"]


def test_the_numbers_of_a_board_have_a_place_for_each_cell_and_word() -> None:
    layout = ViewNumbers.of(hexes, 2)
    assert layout.size == 3 + 25 * len(".xo")
    seen = {
        write_view(layout, hexes.observe(after(name), 1)).tobytes()
        for name in BOARD.places(after())
    }
    assert len(seen) == 25
    board = dict(ViewNumbers.of(rings, 2).blocks)["cells"]
    row = board.parts[0][1]
    # A row of two cells lacks the third one, and no random game makes a ring.
    assert (board.kind, row.kind, row.count) == ("places", "tuple", 3)
    assert row.parts[0][1].choices == (".", "cross", "ring")
    marks = dict(ViewNumbers.of(rings, 2).blocks)["marks"]
    assert marks.parts[0][1].parts[0][1].choices == ("!", "*", ".")


def test_a_line_writes_a_board_as_rows_and_other_cells_as_json() -> None:
    state = after("b1", "c2", size=3)
    line = hexes.format_position(state)
    assert line.startswith("cells .x./..o/...; players 2")
    assert hexes.parse_position(line).cells == state.cells
    as_json = line.replace(".x./..o/...", json.dumps([*state.cells]))
    assert hexes.parse_position(as_json).cells == state.cells
    odd = rings.setup(2, seed=1)
    written = rings.format_position(rings.apply(odd, 0))
    assert '["cross"' in written
    assert rings.parse_position(written).cells[0] is Sign.CROSS
    for sign in "[;#/":
        bad = state.replace(cells=(sign, *state.cells[1:]))
        assert hexes.parse_position(hexes.format_position(bad)).cells == bad.cells


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("..../....", "1:1: .* cells must have 25 cells, 5 by 5, not 8"),
        ("...../....", "1:13: a row of 5 cells"),
        ("." * 25, "1:1: 5 rows of 5 in cells"),
        ('["."]', "1:1: .* cells must have 25 cells, 5 by 5, not 1"),
        ("", "1:7: rows of cells, or a list in JSON"),
    ],
)
def test_a_line_of_another_board_is_refused(rows: str, told: str) -> None:
    with pytest.raises(NotationError) as refused:
        hexes.parse_position(f"cells {rows}; players 2; to-move 0")
    error = refused.value
    assert re.match(told, f"{error.line}:{error.column}: {error.expected}")


def test_a_position_has_as_many_cells_as_its_board() -> None:
    class Listing(Hex):
        def play(self, state: Stones, seat: int, move: str, rng: RandomSource) -> Stones:
            following = super().play(state, seat, move, rng)
            return following.replace(cells=[*following.cells])

    with pytest.raises(WrongType, match=r"cells must be a tuple of cells, not \['x'"):
        Listing().apply(Listing().setup(2, seed=1), "a1")

    class Narrow(Hex):
        def start(self, players: int, rng: RandomSource, *, size: Size = 5) -> Stones:
            del rng
            return Stones((".",) * size, players=players)

    with pytest.raises(InvalidValue, match="cells must have 25 cells, 5 by 5, not 5"):
        Narrow().setup(2, seed=1)


@frozen
class Several(Position):
    cells: Annotated[tuple[tuple[str, ...], ...], Grid(2, 2)] = ((), ())


@frozen
class Unnamed(Position):
    cells: Annotated[tuple[str, ...], Grid("wide", "high")] = ()


@frozen
class Deep(Position):
    cells: tuple[Annotated[tuple[str, ...], Grid(2, 2)], ...] = ()


@pytest.mark.parametrize(
    ("cls", "told"),
    [
        (Several, r"Several\.cells: a Grid describes a tuple of cells, such as Annotated"),
        (Unnamed, r"Unnamed\.cells: Grid names wide and high, but no option of start with numbers"),
        (Deep, r"Deep\.cells: Grid must describe the whole field"),
    ],
)
def test_a_grid_that_describes_no_board_is_a_fault_of_the_class(cls: Any, told: str) -> None:
    make: Any = new_class("Faulty", (GameOf[cls, int],))
    with pytest.raises(WrongType, match=told):
        make()


@pytest.mark.untraced
def test_a_check_finds_no_fault_in_a_board_and_names_numbers_that_forget_it() -> None:
    assert str(check_game(hexes, games=2)).splitlines()[1].split()[:2] == ["cells", "always"]
    assert check_game(rings, games=2).alike == ()

    class Counting(Hex):
        def tensor(self, view: Stones) -> Sequence[float]:
            return [view.cells.count(sign) / 121 for sign in "xo"]

    [line] = check_game(Counting(), games=2).alike
    told = r"tensor returns the same numbers for two views of player \d: cells is"
    assert re.match(told, line), line


def test_a_check_names_a_board_of_another_size() -> None:
    class Growing(Hex):
        def play(self, state: Stones, seat: int, move: str, rng: RandomSource) -> Stones:
            following = super().play(state, seat, move, rng)
            return following.replace(cells=(*following.cells, "."))

    with pytest.raises(CheckFailed, match="cells must have 25 cells, 5 by 5, not 26"):
        check_game(Growing())


def test_moves_are_found_once_for_many_questions_about_a_position() -> None:
    asked = list[Stones]()

    class Slow(Hex):
        def moves(self, state: Stones, seat: int) -> Sequence[str]:
            asked.append(state)
            return super().moves(state, seat)

    slow = Slow()
    state = slow.apply(slow.setup(2, seed=1), "b2")
    view = slow.observe(state, 1)
    asked.clear()
    for name in BOARD.places(state):
        for position in (state, view):
            violations = slow.explain(position, name)
            assert len(violations) == (name == "b2")
            assert all(each.answers for each in violations)
        assert slow.legal_moves(view) == slow.legal_moves(state)
    assert asked == [state, view]
    assert "b3" not in slow.legal_moves(slow.apply(state, "b3"))
