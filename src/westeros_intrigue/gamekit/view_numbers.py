"""Views of any game as numbers, derived from the fields of its views, without NumPy.

Each field has a block of numbers, in the order of the fields. What belongs to seats begins with the
viewer's own part. A bool is a number, a word or a small number is one-hot, and a large number is
scaled to its range. A tuple of the same length in all views, such as the cells of a board, has a
place for each of its things, in their order, and so has each cell of a `Grid`. Only of a tuple
whose length varies, such as a hand, are the things counted, if it can be longer than eight.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, Self, get_args

import attrs

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.authoring.field_kinds import board_of, grids_of, words_of_cells
from westeros_intrigue.gamekit.authoring.game_of import GameOf
from westeros_intrigue.gamekit.authoring.position import Position, extra_fields
from westeros_intrigue.gamekit.chance import choose
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import AnyGame, Game, Move, State, View, find_game
from westeros_intrigue.gamekit.limits import Range, annotation
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.values import Word

Kind = Literal["flag", "number", "choice", "counts", "seats", "places", "tuple", "parts"]
_MOST_CHOICES = 64
"""The most different values of a field that are one-hot; a number with more is scaled."""
_LONGEST_IN_ORDER = 8
"""A longer tuple whose length varies counts its things, without their order."""
_BYTES = array("f").itemsize
_GAMES = 24
_MOST_VIEWS = 600
_LEFT_OUT = {
    "log",
    "events",
    "history",
    "record",
    "game",
    "kind",
    "version",
    "seed",
    "rules",
    "options",
}
"""The keys of a document that are not fields of a view, or only its past."""


@attrs.frozen
class Block(values.Value):
    """The numbers of a field, or of a part of one.

    >>> Block("choice", ("roll", "stop")).size, Block("number", least=0, most=500).size
    (2, 1)
    """

    kind: Kind
    """A bool, a scaled number, one of several choices, counts of things, one part for each seat, a
    part for each place of a tuple that is always as long, a tuple of parts in their order of which
    places can be empty, or the named parts of a value."""
    choices: tuple[int | str | None, ...] = ()
    """The values that are one-hot or counted, ascending; None for an empty field."""
    least: int = 0
    """The lowest number."""
    most: int = 1
    """The highest number, or the most equal things that are counted."""
    parts: tuple[tuple[str, Block], ...] = ()
    """The blocks of the parts, by name; one for all seats, or for all places of a tuple."""
    count: int = 1
    """The number of seats, or of places."""

    @cached_property
    def size(self) -> int:
        """The number of numbers."""
        inside = sum(block.size for _, block in self.parts)
        sizes = {
            "flag": 1,
            "number": 1,
            "choice": len(self.choices),
            "counts": len(self.choices),
            "parts": inside,
        }
        # A place of a tuple can be empty, which one number says.
        return sizes.get(self.kind, self.count * (inside + (self.kind == "tuple")))

    def write(self, value: Any, seat: int, numbers: array[float], first: int) -> None:  # noqa: ANN401 - a part of any view
        """Write a value, as a seat sees it, into zeros from an index on, as many as `size`."""
        match self.kind:
            case "flag":
                numbers[first] = bool(value)
            case "number":
                if isinstance(value, int):
                    share = (value - self.least) / max(1, self.most - self.least)
                    numbers[first] = min(max(share, 0), 1)
            case "choice":
                if (place := self._places.get(_plain(value))) is not None:
                    numbers[first + place] = 1
            case "counts":
                for each in value or ():
                    if (place := self._places.get(_plain(each))) is not None:
                        numbers[first + place] = min(numbers[first + place] + self._step, 1)
            case _:
                self._write_parts(value, seat, numbers, first)

    def _write_parts(self, value: Any, seat: int, numbers: array[float], first: int) -> None:  # noqa: ANN401 - as above
        if self.kind == "parts":
            for name, block in self.parts:
                part = _part_of(value, name)
                if part is not None or block.kind == "choice":
                    block.write(part, seat, numbers, first)
                first += block.size
            return
        [(_, block)] = self.parts
        for place, part in enumerate(value[: self.count] if isinstance(value, Sequence) else ()):
            if self.kind == "seats":
                start = first + (place - seat) % self.count * block.size
            elif self.kind == "places":
                start = first + place * block.size
            else:
                start = first + place * (block.size + 1) + 1
                numbers[start - 1] = 1
            block.write(part, seat, numbers, start)

    @cached_property
    def _places(self) -> Mapping[Any, int]:
        return {choice: place for place, choice in enumerate(self.choices)}

    @cached_property
    def _step(self) -> float:
        """The number for one of several equal things, rounded as an array of numbers stores it."""
        return array("f", [1 / self.most])[0]

    def to_data(self) -> dict[str, Any]:
        """Return the block as plain data, from which the version of a layout is made."""
        data: dict[str, Any] = {"kind": self.kind, "size": self.size}
        if self.choices:
            data["choices"] = [*self.choices]
        if self.kind in {"number", "counts"}:
            data["range"] = [self.least, self.most]
        if self.parts:
            data["count"] = self.count
            data["parts"] = {name: block.to_data() for name, block in self.parts}
        return data


@attrs.frozen
class ViewNumbers(values.Value):
    """The numbers of the views of a game at one kind of table.

    >>> from westeros_intrigue.gamekit.game import GAMES
    >>> numbers, game = ViewNumbers.of("btwixt", 3), GAMES["btwixt"]
    >>> written = write_view(numbers, game.observe(game.setup(3, seed=1), 0))
    >>> written[:4].tolist(), len(written) == numbers.size
    ([1.0, 0.0, 0.0, 0.0], True)
    """

    game: AnyGame = attrs.field(repr=False)
    """The game."""
    players: int
    """The number of seats."""
    blocks: tuple[tuple[str, Block], ...]
    """The blocks of the fields, by name, in order; empty if the game has its own `tensor`."""
    own_size: int = 0
    """The number of numbers of the game's own `tensor`; 0 if it has none."""

    @classmethod
    def of(
        cls,
        game: AnyGame | str,
        players: int | None = None,
        options: Mapping[str, OptionValue] = {},
    ) -> Self:
        """Return the numbers of a game at a table.

        Args:
            game: a game, or its key in `GAMES`.
            players: the number of players; None for the game's usual number.
            options: values of the game's `OPTIONS`, by name.

        Raises:
            InvalidValue: no game has that key, or an argument is out of range.
        """
        played = find_game(game)
        first = played.new_game(players, options, seed=0)
        seen = survey(played, players, options)
        return cls(played, first.players, *derive(played, first, seen))

    @property
    def size(self) -> int:
        """The number of numbers of a view."""
        return self.own_size or self.players + 1 + sum(block.size for _, block in self.blocks)


def derive(
    game: Game[State, View, Move],
    first: State,
    surveyed: Iterable[tuple[State, int]],
) -> tuple[tuple[tuple[str, Block], ...], int]:
    """Return the blocks of the fields, and the number of numbers of the game's own `tensor`.

    Args:
        game: the game.
        first: the first position of a game, before chance.
        surveyed: the states that `survey` yields at the same table.
    """
    if own := _own_numbers(game, game.observe(game.proceed(first), 0)):
        return (), len(own)
    seen = [_fields_of(game, game.observe(state, seat)) for state, seat in surveyed]
    names = list(dict.fromkeys(name for fields in seen for name in fields))
    spans = _ranges_of(first) if isinstance(game, GameOf) else {}
    cls: type[Position] = type(first) if isinstance(first, Position) else Position
    grids = grids_of(cls)
    blocks = [
        (
            name,
            _block_of_boards([fields[name] for fields in seen], cls, name, spans.get(name))
            if name in grids
            else _block([fields.get(name) for fields in seen], first.players, spans.get(name)),
        )
        for name in names
    ]
    return tuple(each for each in blocks if each[1].size), 0


def write_view(layout: ViewNumbers, view: Any) -> array[float]:  # noqa: ANN401 - a view of the game
    """Return the numbers of a view, each from 0 to 1.

    Raises:
        InvalidValue: the game's own `tensor` returns another number of numbers than before.
    """
    game, players = layout.game, layout.players
    if layout.own_size:
        own = _own_numbers(game, view)
        if len(own) != layout.own_size:
            raise InvalidValue(
                f"tensor of {game.NAME} must always return {layout.own_size} numbers, as for the "
                f"first view, not {len(own)}"
            )
        return array("f", own)
    numbers = array("f", bytes(_BYTES * layout.size))
    fields = _fields_of(game, view)
    viewer = fields.get("viewer", getattr(view, "viewer", None))
    seat = viewer if isinstance(viewer, int) and viewer >= 0 else 0
    for decider in game.deciders(view):
        numbers[(decider - seat) % players] = 1
    numbers[players] = view.is_over
    first = players + 1
    for name, block in layout.blocks:
        if (value := fields.get(name)) is not None or block.kind == "choice":
            block.write(value, seat, numbers, first)
        first += block.size
    return numbers


def _own_numbers(game: AnyGame, view: Any) -> Sequence[float]:  # noqa: ANN401 - a view of the game
    return game.tensor(view) if isinstance(game, GameOf) else ()


def survey(
    game: Game[State, View, Move],
    players: int | None = None,
    options: Mapping[str, OptionValue] = {},
) -> Iterator[tuple[State, int]]:
    """Yield states in games of random moves, from fixed seeds, and for each a seat that sees it.

    Args:
        game: the game.
        players: the number of players; None for the game's usual number.
        options: values of the game's `OPTIONS`, by name.
    """
    left = _MOST_VIEWS
    for seed in range(_GAMES):
        rng = random.Random(seed)  # noqa: S311 - the same games everywhere
        state = game.proceed(game.new_game(players, options, seed=seed))
        turn, step = 0, 1
        while state.active_player is not None:
            # Long games are seen at ever longer distances.
            if turn % step == 0 and left:
                yield state, state.active_player
                left -= 1
            turn += 1
            step = 1 + turn // 40
            if turn > _MOST_VIEWS:
                break
            state = game.proceed(game.apply(state, choose(game.legal_moves(state), rng)))
        if not left:
            return
        yield state, 0
        left -= 1


def _fields_of(game: AnyGame, view: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a view of the game
    """Return the fields of a view: those of its class, or for a module those of its document."""
    if isinstance(game, GameOf):
        cls = type(view)
        fields = {name: getattr(view, name) for name in extra_fields(cls)}
        for name, grid in grids_of(cls).items():
            fields[name] = board_of(grid, fields[name], view).rows
        return fields
    data: Any = game.DOCUMENTS.to_data(view)
    return {name: data[name] for name in data if name not in _LEFT_OUT}


def _ranges_of(position: Any) -> Mapping[str, tuple[int, int]]:  # noqa: ANN401 - a position of any game
    """Return the fields whose annotation has a single range of integers, with its ends."""
    cls, found = type(position), {}
    for name in extra_fields(cls):
        spans = {(each.low, each.high) for each in _ranges_in(annotation(cls, name))}
        if len(spans) == 1:
            [(low, high)] = spans
            if high is not None:
                found[name] = (low, high)
    return found


def _ranges_in(hint: Any) -> Iterator[Range]:  # noqa: ANN401 - any annotation
    """Yield the ranges in an annotation, such as that of the integers of a tuple."""
    yield from (each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Range))
    for part in get_args(hint):
        if get_args(part):
            yield from _ranges_in(part)


def _part_of(value: Any, name: str) -> Any:  # noqa: ANN401 - a part of any view
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)


def _plain(value: Any) -> int | str | None:  # noqa: ANN401 - a part of any view
    """Return a word as text, and any other thing that can be a choice as it is."""
    if isinstance(value, Word):
        return str(value)
    return value if isinstance(value, int | str) or value is None else str(value)


def _block(
    seen: Sequence[Any], players: int, span: tuple[int, int] | None = None, *, by_seat: bool = True
) -> Block:
    """Return the block for a field that had these values, and whose numbers have this range."""
    there = [value for value in seen if value is not None]
    kinds = {*map(type, there)}
    if kinds == {bool}:
        return Block("flag")
    if kinds and kinds <= {list, tuple}:
        return _block_of_tuples(there, players, span, by_seat=by_seat)
    if kinds and kinds <= {int, bool}:
        least, most = min(*there, *span or there), max(*there, *span or there)
        if most - least >= _MOST_CHOICES:
            return Block("number", least=least, most=most)
        numbers = tuple(range(least, most + 1))
        return Block("choice", (None, *numbers) if None in seen else numbers)
    if kinds == {dict} or (there and all(map(_has_parts, there))):
        names = [name for value in there for name in _names_of(value)]
        parts = [
            (name, _block([_part_of(value, name) for value in there], players))
            for name in dict.fromkeys(names)
        ]
        return Block("parts", parts=tuple(part for part in parts if part[1].size))
    # Texts of which nearly each is another one say little, and a field without values nothing.
    words = sorted({str(_plain(value)) for value in there})
    return Block("choice", tuple(words) if len(words) <= _MOST_CHOICES else ())


def _block_of_boards(
    boards: Sequence[Sequence[Sequence[Any]]],
    cls: type[Position],
    name: str,
    span: tuple[int, int] | None,
) -> Block:
    """Return the block of a grid, of which these are the rows, with a place for each cell."""
    rows = [row for board in boards for row in board]
    cells = [*words_of_cells(cls, name), *(cell for row in rows for cell in row)]
    block = _block(cells, 0, span, by_seat=False)
    for lines in (rows, boards) if block.size else ():
        lengths = {*map(len, lines)}
        kind: Kind = "places" if len(lengths) == 1 else "tuple"
        block = Block(kind, parts=(("place", block),), count=max(lengths))
    return block


def _has_parts(value: object) -> bool:
    return isinstance(value, dict) or (attrs.has(type(value)) and not isinstance(value, Word))


def _names_of(value: Any) -> list[str]:  # noqa: ANN401 - a part of any view
    return (
        sorted(value) if isinstance(value, dict) else [at.name for at in attrs.fields(type(value))]
    )


def _block_of_tuples(
    there: Sequence[Any], players: int, span: tuple[int, int] | None, *, by_seat: bool
) -> Block:
    parts = [part for value in there for part in value]
    lengths = {*map(len, there)}
    longest = max(lengths)
    if not parts:
        return Block("choice")
    if by_seat and all(len(value) == players for value in there):
        return Block(
            "seats", parts=(("seat", _block(parts, players, span, by_seat=False)),), count=players
        )
    if len(lengths) == 1:
        block = _block(parts, players, span, by_seat=False)
        return Block("places", parts=(("place", block),), count=longest) if block.size else block
    simple = not any(
        isinstance(part, list | tuple | Mapping) or attrs.has(type(part)) for part in parts
    )
    low, high = span or (0, -1)
    declared = range(low, min(high + 1, low + 4 * _MOST_CHOICES + 1))
    choices = tuple(sorted({*map(_plain, parts), *declared}, key=str)) if simple else ()
    if simple and longest > _LONGEST_IN_ORDER and len(choices) <= 4 * _MOST_CHOICES:
        most = max(list(value).count(part) for value in there[-_GAMES:] for part in value or [0])
        return Block("counts", choices, most=max(1, most))
    block = _block(parts, players, span, by_seat=False)
    count = min(longest, 4 * _LONGEST_IN_ORDER)
    return Block("tuple", parts=(("place", block),), count=count) if block.size else block
