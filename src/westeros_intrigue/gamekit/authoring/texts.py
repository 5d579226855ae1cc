"""The texts of a game for which its author wrote none: moves, turns and the fields of positions."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any, TypeVar

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.authoring.field_kinds import (
    Board,
    board_of,
    grids_of,
    letters_of,
)
from westeros_intrigue.gamekit.authoring.position import Position, extra_fields
from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import MOST_LISTED, NotationError, WrongType
from westeros_intrigue.gamekit.values import Word

M = TypeVar("M")

LONGEST_SHOWN = 40
"""The most characters of a wrong text that an error quotes."""
MOST_CARDS = 16
"""A longer tuple of hidden things is a pile, with the number of its things."""


_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")
"""The zeros before a number."""


def parse_move(cls: Any, text: str) -> Any:  # noqa: ANN401 - the class of moves
    """Return the move that a text describes; raise NotationError for any other text.

    Zeros before a number are refused if `str` does not write them: `int`, with which an author
    reads numbers, would let one move have many texts.

    Raises:
        WrongType: the class of moves raises something else than ValueError for the text.
    """
    move = _read_move(cls, text)
    plain = _ZEROS.sub("", text)
    if plain != text and str(move) == plain:
        raise NotationError(text[:LONGEST_SHOWN], 1, 1, plain)
    return move


def _read_move(cls: Any, text: str) -> Any:  # noqa: ANN401 - as above
    if cls is int:
        expected = "a whole number"
        if re.fullmatch("-?[0-9]{1,15}", text, re.ASCII):
            return int(text)
    elif cls is str:
        expected = "one word, in ASCII, that does not begin with #"
        if re.fullmatch(r"(?!#)[!-~]{1,100}", text):
            return text
    elif issubclass(cls, Word):
        expected = join_words([*cls][:MOST_LISTED], "or")
        if text in {*map(str, cls)}:
            return cls(text)
    else:
        try:
            return cls.parse(text)
        except NotationError:
            raise
        except ValueError as error:
            expected = f"a move ({error})"
        except Exception as error:
            raise WrongType(
                f"{cls.__name__}.parse must raise ValueError for a text that is not a move, but "
                f"for {values.short_repr(text)} it raises {type(error).__name__}: {error}"
            ) from error
    raise NotationError(text[:LONGEST_SHOWN], 1, 1, expected)


def show_move(move: object) -> str:
    """Return the text of a move, or the shortened repr of what is not one."""
    is_text = isinstance(move, Word) or hasattr(type(move), "parse")
    return str(move) if is_text else values.short_repr(move)


def list_first(moves: Sequence[object]) -> tuple[str, ...]:
    """Return the texts of the first moves of a list, and an ellipsis if there are more."""
    more = ("…",) if len(moves) > MOST_LISTED else ()
    return (*map(str, moves[:MOST_LISTED]), *more)


def parse_turn(parse: Callable[[str], M], text: str) -> tuple[int, M]:
    """Return the seat and the move in the line of a turn; raise NotationError for any other text.

    Args:
        parse: reads the move.
        text: the line.
    """
    seat, _, move = text.partition(" ")
    if not (seat.isascii() and seat.isdecimal() and len(seat) < 4):
        raise NotationError(text[:LONGEST_SHOWN], 1, 1, "a seat and its move")
    try:
        return int(seat), parse(move)
    except NotationError as error:
        column = len(seat) + 1 + error.column
        raise NotationError(error.text, 1, column, error.expected) from None


def turn_text(turn: tuple[int, object]) -> str:
    """Return the line of a turn: its seat and its move."""
    seat, move = turn
    return f"{seat} {move}"


def has_seats(field: str, position: Position) -> bool:
    """Return True if a field has as many values as the position has seats."""
    value = getattr(position, field)
    return type(value) is tuple and len(value) == position.players


def find_seat_fields(tables: Sequence[Position]) -> frozenset[str]:
    """Return the fields that have one value for each seat in all these positions of a game."""
    cls = type(tables[0])
    names = [name for name in extra_fields(cls) if name not in grids_of(cls)]
    return frozenset(name for name in names if all(has_seats(name, table) for table in tables))


def lines_of(position: Position, seat_fields: Container[str]) -> Iterator[str]:
    """Yield a line for each field that the author added, and for each seat of the seat fields.

    A board has a line for each row instead, below the letters of the columns, and its label if
    there are several boards.
    """
    has_labels = len(grids_of(type(position))) > 1
    for label, part in parts_of(position, seat_fields):
        if isinstance(part, Board):
            yield from [f"{label}:"] if has_labels else []
            yield from _lines_of_board(part)
        elif isinstance(part, tuple) and len(part) > MOST_CARDS and {*part} == {"?"}:
            yield f"{label}: ? x {len(part)}"
        else:
            yield f"{label}: {in_words(part)}"


def _lines_of_board(board: Board) -> Iterator[str]:
    rows = [[*map(in_words, row)] for row in board.rows]
    letters = letters_of(len(rows[0]))
    width = max(map(len, (*letters, *(cell for row in rows for cell in row))))
    edge = len(str(len(rows)))
    for number, cells in (("", letters), *((str(at), row) for at, row in enumerate(rows, 1))):
        yield f"{number:>{edge}} {' '.join(f'{cell:{width}}' for cell in cells)}".rstrip()


def parts_of(position: Position, seat_fields: Container[str]) -> Iterator[tuple[str, object]]:
    """Yield the fields that the author added, or their parts, each with its label.

    A grid is a `Board` with its rows. The parts of a seat are together. Fields without anything are
    left out, such as notes of what no seat has seen yet.
    """
    names, grids = extra_fields(type(position)), grids_of(type(position))
    own = [name for name in names if name in seat_fields and has_seats(name, position)]
    shown = [name for name in own if not _is_blank(getattr(position, name))]
    for name in names:
        if name in grids:
            board = board_of(grids[name], getattr(position, name), position)
            yield name.replace("_", " "), board
        elif name not in own:
            yield name.replace("_", " "), getattr(position, name)
        elif name == own[0]:
            for seat in range(position.players):
                for each in shown:
                    label = f"player {seat}'s {each.replace('_', ' ')}"
                    yield label, getattr(position, each)[seat]


def _is_blank(parts: tuple[object, ...]) -> bool:
    """Return True for a field of which no seat has anything.

    The parts are then False, None, empty texts, or tuples of zeros. A number of a seat, such as
    its points, is never blank, nor are cards that a view hides.
    """
    if all(isinstance(part, bool | str | None) for part in parts):
        return not any(parts)
    return all(
        type(part) is tuple and (not part or (len(part) == len(parts) and not any(part)))
        for part in parts
    )


def in_words(value: object) -> str:
    """Return a value of a field as text."""
    if type(value) is tuple:
        return " ".join(map(in_words, value)) or "-"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "-"}[value]
    return str(value)
