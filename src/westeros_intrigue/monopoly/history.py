"""The moves of a game so far, kept so that a state costs little whatever its length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Self

from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.values import brief, check_iterable
from westeros_intrigue.monopoly.moves import MOVE_TYPES, Move


class Moves:
    """Moves in order: a state has one move more than the one before, and shares all others.

    >>> from westeros_intrigue.monopoly import Buy, PutUp
    >>> first = Moves.of([Buy()])
    >>> second = first.then(PutUp())
    >>> len(second), list(second), first == Moves.of([Buy()])
    (2, [Buy(), PutUp()], True)
    """

    __slots__ = ("_before", "_hash", "_last", "_length")

    _before: Moves | None
    _last: Move | None
    _length: int
    _hash: int

    def __init__(self) -> None:
        """Start without a move."""
        self._before = self._last = None
        self._length = self._hash = 0

    @classmethod
    def of(cls, moves: Iterable[Move]) -> Moves:
        """Return the moves one after the other."""
        chain = cls()
        check_iterable("moves", moves)
        for move in moves:
            if not isinstance(move, MOVE_TYPES):
                raise WrongType(f"each of moves must be a move, not {brief(move)}")
            chain = chain.then(move)
        return chain

    def then(self, move: Move) -> Moves:
        """Return these moves and another one."""
        longer = Moves()
        longer._before, longer._last = self, move
        longer._length = self._length + 1
        longer._hash = hash((self._hash, move))
        return longer

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Move]:
        return reversed(list(self._backwards()))

    def __reversed__(self) -> Iterator[Move]:
        return self._backwards()

    def _backwards(self) -> Iterator[Move]:
        chain: Moves | None = self
        while chain is not None and chain._last is not None:
            yield chain._last
            chain = chain._before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moves):
            return NotImplemented
        mine: Moves | None = self
        theirs: Moves | None = other
        if self._length != other._length or self._hash != other._hash:
            return False
        while mine is not theirs and mine is not None and theirs is not None:
            if mine._last != theirs._last:
                return False
            mine, theirs = mine._before, theirs._before
        return True

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<{self._length} moves>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        # In one tuple: a pickle of the links would recurse as deep as the game is long.
        return Moves.of, (tuple(self),)
