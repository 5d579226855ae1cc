"""The moves of a game so far, and what happened after each; a state costs little at any length."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator

from westeros_intrigue.base.errors import WrongType
from westeros_intrigue.base.values import Value, brief, check_iterable, counted
from westeros_intrigue.monopoly.event_kinds import Event
from westeros_intrigue.monopoly.moves import MOVE_TYPES, Move


class Moves(Value):
    """Moves in order: a state has one move more than the one before, and shares all others.

    The events after the last move follow from the rules and are not compared.

    >>> from westeros_intrigue.monopoly import Buy, PutUp
    >>> first = Moves.of([Buy()])
    >>> second = first.then(PutUp())
    >>> len(second), list(second), first == Moves.of([Buy()])
    (2, [Buy(), PutUp()], True)
    """

    __slots__ = ("_before", "_hash", "_last", "_length", "events")

    events: tuple[Event, ...]
    """The events since the last move; before the first one, since the beginning."""

    _before: Moves | None
    _last: Move | None
    _length: int
    _hash: int | None

    def __init__(
        self,
        before: Moves | None = None,
        last: Move | None = None,
        events: tuple[Event, ...] = (),
    ) -> None:
        """Go on from the moves before a last one; without both, start without a move."""
        self._before, self._last, self.events = before, last, events
        self._length = 0 if before is None else before._length + 1
        self._hash = None

    @classmethod
    def of(cls, moves: Iterable[Move]) -> Moves:
        """Return the moves one after the other."""
        chain = cls()
        check_iterable("moves", moves)
        for move in moves:
            if type(move) not in MOVE_TYPES:
                raise WrongType(f"each of moves must be a move, not {brief(move)}")
            chain = chain.then(move)
        return chain

    def then(self, move: Move, events: tuple[Event, ...] = ()) -> Moves:
        """Return these moves and another one, and what happened after it."""
        return Moves(self, move, events)

    def and_then(self, events: tuple[Event, ...]) -> Moves:
        """Return these moves, after which more has happened."""
        return Moves(self._before, self._last, self.events + events)

    def events_since(self, earlier: Moves) -> tuple[Event, ...] | None:
        """Return what happened after earlier moves; None if these do not go on from them."""
        found: list[tuple[Event, ...]] = []
        link: Moves | None = self
        while link is not None and link._length > earlier._length:
            found.append(link.events)
            link = link._before
        if link is not earlier:
            known = len(earlier.events)
            if link is None or link != earlier or link.events[:known] != earlier.events:
                return None
            found.append(link.events[known:])
        return tuple(itertools.chain.from_iterable(reversed(found)))

    def all_events(self) -> tuple[Event, ...]:
        """Return everything that happened since the beginning."""
        links = [link.events for link in self._links()]
        return tuple(itertools.chain.from_iterable(reversed(links)))

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Move]:
        return reversed(list(self._backwards()))

    def __reversed__(self) -> Iterator[Move]:
        return self._backwards()

    def _backwards(self) -> Iterator[Move]:
        return (link._last for link in self._links() if link._last is not None)

    def _links(self) -> Iterator[Moves]:
        link: Moves | None = self
        while link is not None:
            yield link
            link = link._before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moves):
            return NotImplemented
        if self._length != other._length:
            return False
        for mine, theirs in zip(self._links(), other._links(), strict=True):
            if mine is theirs:
                return True
            if mine._last != theirs._last:
                return False
        return True

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(tuple(self))
        return self._hash

    def __repr__(self) -> str:
        return f"<{counted(self._length, 'move')}>"

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        # In one tuple: a pickle of the links would recurse as deep as the game is long.
        links = tuple((link._last, link.events) for link in self._links())
        return _linked, (links[::-1],)


def _linked(links: Iterable[tuple[Move | None, tuple[Event, ...]]]) -> Moves:
    """Return the moves whose links are these, the beginning first."""
    chain = Moves()
    for move, events in links:
        chain = chain.and_then(events) if move is None else chain.then(move, events)
    return chain
