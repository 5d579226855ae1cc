"""Kinds of fields: what a field of a position is, stated in its annotation.

Texts, pictures, lines and the numbers for learners follow from the shape of a board, and views and
worlds from the deck of which hands are.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Annotated, Any, TypeGuard, get_args, get_origin

import attrs

from westeros_intrigue.gamekit.authoring.position import Position, extra_fields
from westeros_intrigue.gamekit.english import count_things, join_words
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.limits import OneOf, annotation, tuple_of
from westeros_intrigue.gamekit.values import Value, Word, check_integer, short_repr

_LONGEST_SIDE = 99
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _check_side(_grid: object, attribute: Any, side: int | str) -> None:  # noqa: ANN401 - of attrs
    if isinstance(side, str):
        if not side.isidentifier():
            raise InvalidValue(
                f"{attribute.name}, {short_repr(side)}, must be the name of an option or a field"
            )
    else:
        check_integer(attribute.name, side, 1, _LONGEST_SIDE)


@attrs.frozen
class Grid(Value):
    """A board of cells: the annotation of a tuple with one value for each cell, row by row.

    The first cell is `a1`, the next one in its row `b1`, and the first one of the second row `a2`.
    The column after `z` is `aa`.

    >>> from typing import Annotated
    >>> from attrs import frozen
    >>> from westeros_intrigue.gamekit import Grid, Position
    >>> BOARD = Grid(3, 2)
    >>> @frozen
    ... class Stones(Position):
    ...     cells: Annotated[tuple[str, ...], BOARD]
    >>> stones = Stones((".", "x", ".", ".", ".", "o"), players=2)
    >>> BOARD.places(stones)["b1"], [*BOARD.places(stones)]
    (1, ['a1', 'b1', 'c1', 'a2', 'b2', 'c2'])

    The board is drawn as text and as a picture, in which a click on a cell plays the legal move of
    that name, or marks the moves that name the cell. A line writes cells of one character as rows,
    such as `cells .x./..o`, and learners get the numbers of each cell in its place.

    Args:
        width: the number of columns.
        height: the number of rows.

    Raises:
        InvalidValue: a side is not from 1 to 99.
    """

    width: int | str = attrs.field(validator=_check_side)
    """The number of columns, or the name of an option or of a field that has it."""
    height: int | str = attrs.field(validator=_check_side)
    """The number of rows, or the name of an option or of a field that has it."""

    def sides(self, position: Position) -> tuple[int, int]:
        """Return the numbers of columns and rows in a position.

        >>> Grid("size", 2).sides(Position(players=2, _options=(("size", 5),)))
        (5, 2)

        Raises:
            InvalidValue: the position has no such option or field with a number from 1 to 99.
        """
        return _side_in(self.width, position), _side_in(self.height, position)

    def places(self, position: Position) -> Mapping[str, int]:
        """Return the index of each cell by its name, row by row; the same mapping each time.

        >>> Grid(2, 2).places(Position(players=2))["b2"]
        3
        """
        return places_of(*self.sides(position))


def _cards_of(deck: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(deck)


def _check_names(_hand: object, attribute: Any, names: tuple[str, ...]) -> None:  # noqa: ANN401 - of attrs
    tuple_of(attribute.name, str, names)


def _usual_cover(hand: Hand) -> Any:  # noqa: ANN401 - of the type of the cards
    """Return a value that can stand for a hidden card of a deck."""
    kinds = {*map(type, hand.of)}
    cover: int | str = 0 if kinds == {int} else "?"
    if hand.of and (kinds not in ({int}, {str}) or cover in hand.of):
        raise InvalidValue(
            "a Hand of these cards needs a value that stands for a hidden one, such as hidden=-1"
        )
    return cover


@attrs.frozen
class Hand(Value):
    """Hidden hands: the annotation of a tuple with the cards of each seat, or with a card of each.

    Each seat sees its own cards. `hide` and `guess` of the game follow: a view has `hidden` instead
    of the other cards, and a world of it has cards that the seat has not seen.

    >>> from typing import Annotated
    >>> from attrs import frozen
    >>> from westeros_intrigue.gamekit import Hand, Position
    >>> DECK = tuple(range(1, 13))
    >>> @frozen
    ... class Trick(Position):
    ...     hands: Annotated[tuple[tuple[int, ...], ...], Hand(DECK, seen=("table",), rest="stock")]
    ...     stock: tuple[int, ...]
    ...     table: tuple[int, ...] = ()

    If moves show what a seat cannot have, `may_hold` of the game says so.

    Raises:
        InvalidValue: there is no deck, or no value of its own for a hidden card.
        WrongType: `seen` is not a tuple of names.
    """

    of: tuple[Any, ...] = attrs.field(converter=_cards_of)
    """The deck: all cards that hands can have, equal ones as often as there are."""
    seen: tuple[str, ...] = attrs.field(default=(), kw_only=True, validator=_check_names)
    """The names of the fields in which cards of the deck lie open, such as a trick."""
    rest: str = attrs.field(default="", kw_only=True)
    """The name of the field with the cards that no seat sees, such as a stock; empty if the rest
    of the deck is in no field. The cards of a view, and those hidden in it, then need not be the
    whole deck."""
    hidden: Any = attrs.field(default=attrs.Factory(_usual_cover, takes_self=True), kw_only=True)
    """The value that stands for a hidden card: by default 0 for integers, and "?" for texts."""

    def __attrs_post_init__(self) -> None:
        if not self.of or self.hidden in self.of:
            found = f"not {short_repr(self.hidden)}" if self.of else "and there is none"
            raise InvalidValue(f"a Hand needs a deck without the value of hidden cards, {found}")


def _side_in(side: int | str, position: Position) -> int:
    if isinstance(side, int):
        return side
    found = dict(position._options).get(side, getattr(position, side, None))
    if type(found) is not int or not 1 <= found <= _LONGEST_SIDE:
        raise InvalidValue(
            f"the side {side!r} of a Grid must be an option or a field with a number from 1 to "
            f"{_LONGEST_SIDE}, not {short_repr(found)}"
        )
    return found


@lru_cache(maxsize=64)  # sides can be fields, so any that a text names
def places_of(width: int, height: int) -> Mapping[str, int]:
    """Return the index of each cell of a grid by its name, row by row."""
    names = (f"{letters}{row + 1}" for row in range(height) for letters in letters_of(width))
    return MappingProxyType({name: at for at, name in enumerate(names)})


@cache
def letters_of(width: int) -> tuple[str, ...]:
    """Return the letters of the columns of a grid: a to z, then aa."""
    more = (first + second for first in _LETTERS for second in _LETTERS)
    return (*_LETTERS, *more)[:width]


@attrs.frozen
class Board:
    """The rows of a grid in a position."""

    rows: tuple[tuple[Any, ...], ...]


def board_of(grid: Grid, cells: Sequence[Any], position: Position) -> Board:
    """Return the rows of a grid.

    Args:
        grid: the grid.
        cells: its cells in a position.
        position: the position.
    """
    width, _ = grid.sides(position)
    return Board(tuple(tuple(cells[at : at + width]) for at in range(0, len(cells), width)))


def grids_of(cls: type[Position]) -> Mapping[str, Grid]:
    """Return the grids among the fields of a class of positions, by the names of the fields."""
    key: Any = cls  # mypy takes a class of values without hashes for one without a hash
    return _kinds_of(key)[0]


def hands_of(cls: type[Position]) -> Mapping[str, Hand]:
    """Return the hands among the fields of a class of positions, by the names of the fields."""
    key: Any = cls  # as above
    return _kinds_of(key)[1]


@lru_cache(maxsize=256)
def _kinds_of(cls: Any) -> tuple[Mapping[str, Grid], Mapping[str, Hand]]:  # noqa: ANN401 - as above
    marks = [
        (name, each)
        for name in extra_fields(cls)
        for each in getattr(annotation(cls, name), "__metadata__", ())
    ]
    return (
        {name: each for name, each in marks if isinstance(each, Grid)},
        {name: each for name, each in marks if isinstance(each, Hand)},
    )


def words_of_cells(cls: type[Position], name: str) -> Sequence[str]:
    """Return the words that the annotation of a grid states for its cells, if it states any."""
    [cell, *_] = get_args(get_args(annotation(cls, name))[0])
    if _is_word(cell):
        return [str(word) for word in cell]
    limits = getattr(cell, "__metadata__", ())
    return next((each.words for each in limits if isinstance(each, OneOf)), ())


def _is_word(hint: Any) -> TypeGuard[type[Word]]:  # noqa: ANN401 - any annotation
    return isinstance(hint, type) and issubclass(hint, Word)


def check_fields(position: Position) -> None:
    """Check that the fields of a position are what their annotations say.

    Raises:
        InvalidValue: a grid has another number of cells, or not each seat has a hand.
        WrongType: the cells of a grid, or the hands, are not a tuple.
    """
    cls: Any = type(position)
    grids, hands = _kinds_of(cls)
    for name in hands:
        parts, players = getattr(position, name), position.players
        if type(parts) is not tuple:
            raise WrongType(f"{name} must be a tuple of hands, not {short_repr(parts)}")
        if len(parts) != players:
            raise InvalidValue(
                f"{name} must have {count_things(players, 'hand')}, one for each player, not "
                f"{len(parts)}"
            )
    for name, grid in grids.items():
        cells = getattr(position, name)
        width, height = grid.sides(position)
        if type(cells) is not tuple:
            raise WrongType(f"{name} must be a tuple of cells, not {short_repr(cells)}")
        if len(cells) != width * height:
            raise InvalidValue(
                f"{name} must have {width * height} cells, {width} by {height}, not {len(cells)}"
            )


def find_field_faults(cls: type[Position], options: Iterable[str]) -> Iterator[str]:
    """Yield the faults of the kinds in the annotations of a class of positions.

    Args:
        cls: the class.
        options: the names of the options of a table that are numbers.
    """
    grids, hands, names = grids_of(cls), hands_of(cls), extra_fields(cls)
    for name in names:
        hint = annotation(cls, name)
        if name in grids:
            faults = _find_faults_of_grid(grids[name], hint, (*names, *options))
        elif name in hands:
            faults = _find_faults_of_hand(
                hands[name], hint, [each for each in names if each != name]
            )
        else:
            kinds = [type(each).__name__ for each in _metadata_in(hint) if _is_kind(each)]
            faults = (f"{kind} must describe the whole field" for kind in kinds[:1])
        yield from (f"{cls.__name__}.{name}: {fault}" for fault in faults)


def _is_kind(mark: object) -> bool:
    return isinstance(mark, Grid | Hand)


def _find_faults_of_grid(grid: Grid, hint: Any, names: Sequence[str]) -> Iterator[str]:  # noqa: ANN401 - any annotation
    if not _is_tuple_of_things(get_args(hint)[0]):
        yield "a Grid describes a tuple of cells, such as Annotated[tuple[str, ...], Grid(5, 5)]"
    sides = dict.fromkeys((grid.width, grid.height))
    missing = [side for side in sides if isinstance(side, str) and side not in names]
    if missing:
        yield (
            f"Grid names {join_words(missing, 'and')}, but no option of start with numbers and no "
            "field has that name"
        )


def _find_faults_of_hand(hand: Hand, hint: Any, names: Sequence[str]) -> Iterator[str]:  # noqa: ANN401 - any annotation
    seats = get_args(hint)[0]
    is_deep = not _is_tuple_of_things(seats)
    if not _is_tuple_of_things(get_args(seats)[0] if is_deep and get_args(seats) else seats):
        yield (
            "a Hand describes the cards of each seat, such as "
            "Annotated[tuple[tuple[str, ...], ...], Hand(DECK)]"
        )
    missing = [name for name in (*hand.seen, *filter(None, [hand.rest])) if name not in names]
    if missing:
        yield f"Hand names {join_words(missing, 'and')}, but no other field has that name"


def _is_tuple_of_things(hint: Any) -> bool:  # noqa: ANN401 - any annotation
    """Return True for a tuple of any length of which the things are not tuples themselves."""
    parts = get_args(hint)
    is_open = get_origin(hint) is tuple and len(parts) == 2 and parts[1] is Ellipsis
    return is_open and get_origin(parts[0]) is not tuple


def _metadata_in(hint: Any) -> Iterator[object]:  # noqa: ANN401 - any annotation
    """Yield the metadata of an annotation and of its parts."""
    yield from getattr(hint, "__metadata__", ())
    for part in get_args(hint) if get_origin(hint) is not Annotated else get_args(hint)[:1]:
        yield from _metadata_in(part)
