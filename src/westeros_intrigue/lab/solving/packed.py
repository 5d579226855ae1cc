"""The positions of an open game as integers, and what can follow each of them.

A position is an integer that has a number for the value of each field, so that millions of them
need little memory. It is unpacked when the game is asked what follows.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from array import array
from collections.abc import Callable, Mapping
from operator import attrgetter, getitem
from typing import Generic

import attrs

from westeros_intrigue.gamekit.authoring.outcomes import StatedChance
from westeros_intrigue.gamekit.authoring.position import extra_fields
from westeros_intrigue.gamekit.english import count_things
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.lab.solving.rules import M, Rules, S, Values

_set = object.__setattr__


class _Numbers(dict[object, int]):
    """Numbers for the values of a field, from 0, shifted to the place of the field."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self._place = place
        self.values_of: list[object] = []
        """The value of each number."""

    def __missing__(self, value: object) -> int:
        number = self[value] = len(self.values_of) << self._place
        self.values_of.append(value)
        return number


class Packer(Generic[S]):
    """Positions of a table as integers; all have the options of the first one, and no log."""

    def __init__(self, root: S, most: int, *, has_turn: bool) -> None:
        """Set up the tables of the values of each field.

        Args:
            root: a position of the table.
            most: the maximum number of positions, and so of values.
            has_turn: True if positions differ that only the number of moves before them tells
                apart.
        """
        self._root, self._class = root, type(root)
        self._names: tuple[str, ...] = (
            "to_move",
            *extra_fields(type(root)),
            *(["turn"] if has_turn else []),
        )
        self._kept = {
            each.name: getattr(root, each.name)
            for each in attrs.fields(type(root))
            if each.name not in self._names
        } | {"log": ()}
        self._bits = (most + 1).bit_length()
        places = range(0, self._bits * len(self._names), self._bits)
        self._numbers = tuple(_Numbers(place) for place in places)
        self._values_of: Callable[[S], tuple[object, ...]] = attrgetter(*self._names)

    def pack(self, position: S) -> int:
        """Return a position as an integer."""
        return sum(map(getitem, self._numbers, self._values_of(position)))

    def find(self, position: S) -> int | None:
        """Return a position as an integer; None if it has a value that no packed one has."""
        found = zip(self._numbers, self._values_of(position), strict=True)
        return (
            None if any(value not in numbers for numbers, value in found) else self.pack(position)
        )

    def unpack(self, packed: int, turn: int) -> S:
        """Return the position of an integer, after a number of moves."""
        position = object.__new__(self._class)
        for name, value in self._kept.items():
            _set(position, name, value)
        _set(position, "turn", turn)
        mask = (1 << self._bits) - 1
        for name, numbers in zip(self._names, self._numbers, strict=True):
            _set(position, name, numbers.values_of[packed & mask])
            packed >>= self._bits
        return position

    def is_number(self, name: str) -> bool:
        """Return True if the values of a field are numbers."""
        return type(self._numbers[self._names.index(name)].values_of[-1]) is int

    def count_values(self) -> dict[str, int]:
        """Return the number of values of each field of the author."""
        counts = zip(self._names, map(len, self._numbers), strict=True)
        return {name: count for name, count in counts if name != "to_move"}


_GROWTH = 1.5
"""The factor by which the values of a field that still grows exceed those at half-time."""
CHANCE = -1
"""The decider of a position in which chance comes next."""
OVER = -2
"""The decider of the end of a game."""


@attrs.frozen(eq=False)
class Links:
    """The positions that follow each position of a game, by number."""

    deciders: array[int] = attrs.field(factory=lambda: array("i"))
    """The seat that decides in each position, `CHANCE` or `OVER`."""
    starts: array[int] = attrs.field(factory=lambda: array("I", [0]))
    """The place in `following` at which what follows a position begins, and where the last ends."""
    following: array[int] = attrs.field(factory=lambda: array("I"))
    """The numbers of the positions that follow, those of one position side by side."""
    shares: dict[int, tuple[float, ...]] = attrs.field(factory=dict)
    """The probabilities of the outcomes of positions, unless they are all equal."""


class Positions(Generic[S, M]):
    """All positions of an open game at a table, numbered in the order in which they were found."""

    def __init__(self, rules: Rules[S, M], most: int, *, has_turn: bool) -> None:
        """Find all positions.

        Raises:
            InvalidValue: there are more than `most`.
        """
        self._rules, self._most = rules, most
        self._no_chance = StatedChance(rules.game.NAME, "play")
        self.packer: Packer[S] = Packer(rules.root, most, has_turn=has_turn)
        self.numbers: dict[int, int] = {}
        self._packed: list[int] = []
        self._turns: array[int] = array("I")
        self.links: Links = Links()
        self.ends: dict[int, Values] = {}
        """The returns of each end of a game."""
        self.is_clear: bool = True
        """False if positions that are equal have different scores."""
        self._half: Mapping[str, int] = {}
        self._number_of(rules.root)
        self._find_all()

    def __len__(self) -> int:
        return len(self._packed)

    def _number_of(self, position: S) -> int:
        packed = self.packer.pack(position)
        number = self.numbers.get(packed)
        if number is None:
            number = len(self._packed)
            if number == self._most:
                raise self._too_large()
            if number == self._most // 2:
                self._half = self.packer.count_values()
            self.numbers[packed] = number
            self._packed.append(packed)
            self._turns.append(position.turn)
        return number

    def _find_all(self) -> None:
        rules, game, number_of = self._rules, self._rules.game, self._number_of
        unpack, packed, turns = self.packer.unpack, self._packed, self._turns
        states_chance, links, number = game._states_chance, self.links, 0
        while number < len(packed) and self.is_clear:
            position = unpack(packed[number], turns[number])
            if states_chance and (weighed := game._outcomes(position)):
                links.following.extend([number_of(outcome) for outcome, _ in weighed])
                links.deciders.append(CHANCE)
                weights = [weight for _, weight in weighed]
                if len({*weights}) > 1:
                    total = sum(weights)
                    links.shares[number] = tuple(weight / total for weight in weights)
            elif position.to_move:
                seat = position.to_move[0]
                found = [
                    self._number_after(self._play(position, seat, move))
                    for move in game.moves(position, seat)
                ]
                links.following.extend(found)
                links.deciders.append(seat)
            else:
                self.ends.setdefault(number, rules.worth(position))
                links.deciders.append(OVER)
            links.starts.append(len(links.following))
            number += 1

    def _play(self, position: S, seat: int, move: M) -> S:
        """Return the position after a move, without the log that `Rules.after` adds."""
        game = self._rules.game
        after = game.play(position, seat, move, self._no_chance)
        game._check_position("play", after, position)
        return after.replace(turn=position.turn + 1)

    def _number_after(self, after: S) -> int:
        """Return the number of a position after a move; note the returns if it is an end."""
        number = self._number_of(after)
        if not after.to_move and not self._rules.outcomes(after):
            worth = self._rules.worth(after)
            self.is_clear &= self.ends.setdefault(number, worth) == worth
        return number

    def _too_large(self) -> InvalidValue:
        """Return the error for more positions than the maximum, with the field that grows."""
        counts, grown = self.packer.count_values(), ""
        growing = {
            name: count / self._half[name]
            for name, count in counts.items()
            if self._half.get(name) and count > _GROWTH * self._half[name]
        }
        # Numbers that grow also make the tuples grow to which they are added.
        if name := max(growing, key=self.packer.is_number, default=""):
            grown = f"; {name} still grows, and has {count_things(counts[name], 'value')} so far"
            grown += ", so end the game or bound the field if nothing else does"
        return InvalidValue(
            f"the game has more than {count_things(self._most, 'position')}{grown}: solve a "
            "smaller one, or pass a larger most_positions"
        )
