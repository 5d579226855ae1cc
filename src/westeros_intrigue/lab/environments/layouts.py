"""Views of any game as numbers: a layout derived from the fields of its views.

The layout has a block for each field, in the order of the fields. What belongs to seats begins with
the viewer's own part. A bool is a number, a word or a small number is one-hot, a large number is
scaled to its range, and a long tuple counts its things.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, Literal, get_args

import attrs
import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.gamekit import GameOf, values
from westeros_intrigue.gamekit.authoring.position import extra_fields
from westeros_intrigue.gamekit.chance import choose
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import AnyGame, find_game
from westeros_intrigue.gamekit.limits import Range, annotation
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.packaging import names_of
from westeros_intrigue.gamekit.values import Word

__all__ = ["Layout"]


def __dir__() -> list[str]:
    return names_of(__name__)


Kind = Literal["flag", "number", "choice", "counts", "seats", "tuple", "parts"]
_MOST_CHOICES = 64
"""The most different values of a field that are one-hot; a number with more is scaled."""
_LONGEST_IN_ORDER = 8
"""A longer tuple counts its things, without their order."""
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
    tuple of parts in their order, or the named parts of a value."""
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

    def _write(self, value: Any, seat: int, numbers: NDArray[np.float32]) -> None:  # noqa: ANN401 - a part of any view
        """Write a value, as a seat sees it, into as many zeros as the block has numbers."""
        match self.kind:
            case "flag":
                numbers[0] = bool(value)
            case "number":
                if isinstance(value, int):
                    numbers[0] = (value - self.least) / max(1, self.most - self.least)
            case "choice" | "counts":
                for each in (value or ()) if self.kind == "counts" else (value,):
                    if (place := self._places.get(_plain(each))) is not None:
                        numbers[place] += 1 / self.most
            case _:
                self._write_parts(value, seat, numbers)

    def _write_parts(self, value: Any, seat: int, numbers: NDArray[np.float32]) -> None:  # noqa: ANN401 - as above
        if self.kind == "parts":
            first = 0
            for name, block in self.parts:
                part = _part_of(value, name)
                if part is not None or block.kind == "choice":
                    block._write(part, seat, numbers[first : first + block.size])
                first += block.size
            return
        [(_, block)] = self.parts
        for place, part in enumerate(value[: self.count] if isinstance(value, Sequence) else ()):
            if self.kind == "seats":
                first = (place - seat) % self.count * block.size
            else:
                first = place * (block.size + 1) + 1
                numbers[first - 1] = 1
            block._write(part, seat, numbers[first : first + block.size])

    @cached_property
    def _places(self) -> Mapping[Any, int]:
        return {choice: place for place, choice in enumerate(self.choices)}

    def _to_data(self) -> dict[str, Any]:
        """Return the block as plain data, from which `Layout.version` is made."""
        data: dict[str, Any] = {"kind": self.kind, "size": self.size}
        if self.choices:
            data["choices"] = [*self.choices]
        if self.kind in {"number", "counts"}:
            data["range"] = [self.least, self.most]
        if self.parts:
            data["count"] = self.count
            data["parts"] = {name: block._to_data() for name, block in self.parts}
        return data


@attrs.frozen
class Layout(values.Value):
    """The numbers of the views of a game at one kind of table.

    The range of a field is the `Range` in its annotation, together with the values of views in
    games of random moves from fixed seeds, so it is the same everywhere. A value beyond its range
    is cut, and a word that never occurred is zeros.

    >>> layout = Layout.of("btwixt", 3)
    >>> layout.version == Layout.of("btwixt", 3).version, layout.size > 100
    (True, True)
    >>> from westeros_intrigue.games import btwixt
    >>> view = btwixt.observe(btwixt.setup(3, seed=1), 0)
    >>> layout.encode(view)[:4].tolist()
    [1.0, 0.0, 0.0, 0.0]

    A game made with `GameOf` can have a method `tensor` that returns the numbers of a view, each
    from 0 to 1 and always as many; the layout is then a single block.
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
    ) -> Layout:
        """Return the layout of a game at a table.

        Args:
            game: a game, or its key in `GAMES`.
            players: the number of players; None for the game's usual number.
            options: values of the game's `OPTIONS`, by name.

        Raises:
            InvalidValue: no game has that key, or an argument is out of range.
        """
        played = find_game(game)
        first = played.new_game(players, options, seed=0)
        if own := _own_numbers(played, played.observe(played.proceed(first), 0)):
            return cls(played, first.players, (), len(own))
        seen = [*_survey(played, players, options)]
        names = list(dict.fromkeys(name for fields in seen for name in fields))
        spans = _ranges_of(first) if isinstance(played, GameOf) else {}
        blocks = [
            (name, _block([fields.get(name) for fields in seen], first.players, spans.get(name)))
            for name in names
        ]
        return cls(played, first.players, tuple(each for each in blocks if each[1].size))

    @property
    def size(self) -> int:
        """The number of numbers of a view."""
        return self.own_size or self.players + 1 + sum(block.size for _, block in self.blocks)

    @cached_property
    def version(self) -> str:
        """The key of the game, the version of its rules, and a digest of the layout.

        Networks that were trained with one version cannot read another. The digest also depends on
        the game's `ACTIONS`.
        """
        data = {"own": self.own_size, **{name: block._to_data() for name, block in self.blocks}}
        if listed := [*map(str, getattr(self.game, "ACTIONS", ()))]:
            data["ACTIONS"] = listed
        digest = hashlib.sha256(json.dumps([self.players, data]).encode()).hexdigest()[:8]
        return f"{self.game.KEY}/{getattr(self.game, 'RULES_VERSION', 1)}/{digest}"

    @property
    def starts(self) -> dict[str, int]:
        """The index of the first number of each field; the seats to move come first."""
        names = ["to_move", *(name for name, _ in self.blocks)]
        sizes = [self.players + 1, *(block.size for _, block in self.blocks)]
        return dict(zip(names, accumulate(sizes[:-1], initial=0), strict=True))

    def encode(self, view: Any) -> NDArray[np.float32]:  # noqa: ANN401 - a view of the game
        """Return the numbers of a view, each from 0 to 1, as a new array.

        Raises:
            InvalidValue: the game's own `tensor` returns another number of numbers than before.
        """
        numbers: NDArray[np.float32] = np.zeros(self.size, np.float32)
        if self.own_size:
            own = _own_numbers(self.game, view)
            if len(own) != self.own_size:
                raise InvalidValue(
                    f"tensor of {self.game.NAME} must always return {self.own_size} numbers, as "
                    f"for the first view, not {len(own)}"
                )
            numbers[:] = own
            return numbers
        fields = _fields_of(self.game, view)
        viewer = fields.get("viewer", getattr(view, "viewer", None))
        seat = viewer if isinstance(viewer, int) and viewer >= 0 else 0
        for decider in self.game.deciders(view):
            numbers[(decider - seat) % self.players] = 1
        numbers[self.players] = view.is_over
        first = self.players + 1
        for name, block in self.blocks:
            if (value := fields.get(name)) is not None or block.kind == "choice":
                block._write(value, seat, numbers[first : first + block.size])
            first += block.size
        return np.clip(numbers, 0, 1)


def _own_numbers(game: AnyGame, view: Any) -> Sequence[float]:  # noqa: ANN401 - a view of the game
    return game.tensor(view) if isinstance(game, GameOf) else ()


def _survey(
    game: AnyGame, players: int | None, options: Mapping[str, OptionValue]
) -> Iterator[Mapping[str, Any]]:
    """Yield the fields of views in games of random moves, from fixed seeds."""
    left = _MOST_VIEWS
    for seed in range(_GAMES):
        rng = random.Random(seed)  # noqa: S311 - the same games everywhere
        state = game.proceed(game.new_game(players, options, seed=seed))
        turn, step = 0, 1
        while state.active_player is not None:
            # Long games are seen at ever longer distances.
            if turn % step == 0 and left:
                yield _fields_of(game, game.observe(state, state.active_player))
                left -= 1
            turn += 1
            step = 1 + turn // 40
            if turn > _MOST_VIEWS:
                break
            state = game.proceed(game.apply(state, choose(game.legal_moves(state), rng)))
        if not left:
            return
        yield _fields_of(game, game.observe(state, 0))
        left -= 1


def _fields_of(game: AnyGame, view: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a view of the game
    """Return the fields of a view: those of its class, or for a module those of its document."""
    if isinstance(game, GameOf):
        return {name: getattr(view, name) for name in extra_fields(type(view))}
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
    longest = max(map(len, there))
    if not parts:
        return Block("choice")
    if by_seat and all(len(value) == players for value in there):
        return Block(
            "seats", parts=(("seat", _block(parts, players, span, by_seat=False)),), count=players
        )
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
