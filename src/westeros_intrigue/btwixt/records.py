"""Whole games: what a game is replayed from.

Rules: setup.chance.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.btwixt.box import Box
from westeros_intrigue.btwixt.chance import Chance
from westeros_intrigue.btwixt.moves import Move
from westeros_intrigue.btwixt.play import apply
from westeros_intrigue.btwixt.setup import setup
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.variants import Variant


@attrs.frozen
class Record(Value):
    """All that a game is replayed from: **it holds every hand**.

    >>> from westeros_intrigue.btwixt import setup
    >>> state = setup(3, seed=1)
    >>> Record.of(state).play() == state
    True

    Rules: setup.chance.
    """

    box: Box
    variant: Variant
    players: int
    first_player: int
    """The first player of the first round, from 0."""
    leaders: tuple[str, ...] | None
    """The leader cards by seat if they were given; None if they were chosen by moves."""
    chance: Chance
    moves: tuple[Move, ...]

    @classmethod
    def of(cls, state: GameState) -> Record:
        """Return the record of a game, up to a state of it.

        >>> from westeros_intrigue.btwixt import setup
        >>> Record.of(setup(3, seed=1)).moves
        ()

        Raises:
            WrongType: `state` is no GameState.
            InvalidValue: the state was drawn from a view, and so has no history.
        """
        check_type("state", state, GameState)
        if state.moves is None:
            raise InvalidValue("a state drawn from a view has no record")
        table = state.table
        first_player = (table.first_player - len(table.results)) % table.players
        leaders = tuple(map(str, table.leaders)) if state.given_leaders else None
        return cls(
            table.box,
            table.variant,
            table.players,
            first_player,
            leaders,
            state.chance,
            state.moves,
        )

    def states(self) -> Iterator[GameState]:
        """Yield the state before each move and the one after the last.

        >>> from westeros_intrigue.btwixt import setup
        >>> len(list(Record.of(setup(3, seed=1)).states()))
        1

        Raises:
            IllegalMove: a move is refused.
            InvalidBox: the game cannot be played with the box.
            InvalidChance: the game cannot have that chance.
            InvalidValue: a number is out of its range.
        """
        state = setup(
            self.players,
            box=self.box,
            chance=self.chance,
            first_player=self.first_player,
            leaders=self.leaders,
            variant=self.variant,
        )
        yield state
        for move in self.moves:
            state = apply(state, move)
            yield state

    def play(self) -> GameState:
        """Return the state after the last move.

        >>> from westeros_intrigue.btwixt import setup
        >>> Record.of(setup(3, seed=1)).play().active_player
        0

        Raises:
            IllegalMove: a move is refused.
            InvalidBox: the game cannot be played with the box.
            InvalidChance: the game cannot have that chance.
            InvalidValue: a number is out of its range.
        """
        *_, last = self.states()
        return last
