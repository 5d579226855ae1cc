"""Questions: steps of the agenda of a game that wait for an answer.

The table of such a game has a tuple of steps, the next one first. Most are done as soon as they
come to the front; a question stays there until somebody answers it.
"""

from __future__ import annotations

from typing import ClassVar, Protocol

from westeros_intrigue.base.chance import RandomSource, check_source
from westeros_intrigue.base.display import viewer_in_words
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import NamedEnum, check_type, listed


class Question:
    """A step that waits for an answer of one seat, or of several at the same time."""

    __slots__ = ()

    KIND: ClassVar[NamedEnum]
    """The kind of the question; each game has its own."""
    MOVES: ClassVar[tuple[type, ...]]
    """The classes of the moves that answer it."""
    DECIDER: ClassVar[str]
    """The name of the field with the seat that may answer, where no others may."""

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may answer, from 0, the first to be asked in front.

        Of several each may be the first to answer: the order of the answers changes nothing.
        """
        return (getattr(self, self.DECIDER),)


class _Position(Protocol):
    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may decide now."""


class _View(_Position, Protocol):
    @property
    def player(self) -> int | None:
        """The seat of the viewer; None for a spectator."""


def answerer(position: _Position, player: int | None = None) -> int | None:
    """Return the seat whose answer is awaited, of the viewer of a view, or named, or the first.

    None stands for a question to others, or to nobody.

    >>> from westeros_intrigue.monopoly import observe, setup
    >>> state = setup(3, seed=1)
    >>> answerer(state), answerer(state, 2), answerer(observe(state, 1))
    (0, None, None)
    """
    deciders = position.deciders
    if not deciders:
        return None
    seat: int | None = getattr(position, "player", deciders[0] if player is None else player)
    return seat if seat in deciders and (player is None or player == seat) else None


def asked_seat(view: _View, cls: type, rng: RandomSource) -> int:
    """Return the seat that a player moves for, after checking what the player is called with.

    Raises:
        WrongType: `view` is not a `cls`, or `rng` not a source of random numbers.
        InvalidValue: the viewer is not asked.
    """
    check_type("view", view, cls)
    check_source(rng)
    if (seat := answerer(view)) is None:
        asked = f"ask player {listed(view.deciders, 'or')}" if view.deciders else "nobody is"
        raise InvalidValue(f"{viewer_in_words(view.player)} is not to decide: {asked}")
    return seat
