"""Records: a game as it began, its chance, and its moves, to be replayed and written down.

Rules: chance.deal.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.monopoly.chance import Deal
from westeros_intrigue.monopoly.game import apply, begin
from westeros_intrigue.monopoly.history import Moves
from westeros_intrigue.monopoly.state import GameState
from westeros_intrigue.monopoly.table import Start
from westeros_intrigue.monopoly.telling import told


@attrs.frozen
class Record(Value):
    """A game from its start to any point of it.

    >>> from westeros_intrigue.monopoly import Pass, setup
    >>> state = setup(2, seed=0)
    >>> record = Record.of(apply(state, Pass()))
    >>> record.play() == apply(state, Pass())
    True
    >>> print(record)
    Sample edition (invented numbers), a sample with invented numbers; 2 players
    turn 1, player 0, on GO (0)
      0: pass
        player 1 can only pass
        player 0 throws 5-5
        player 0 moves to Jail / Just Visiting (10)

    Raises:
        IllegalMove: while it is played, if the rules refuse a move.

    Rules: chance.deal, edition.sample-flag.
    """

    start: Start = attrs.field(repr=False)
    """What lay on the table when the game began."""
    deal: Deal
    """The chance of the game."""
    moves: Moves
    """Its moves, in order."""

    @classmethod
    def of(cls, state: GameState) -> Record:
        """Return the record of a game up to a state.

        Chance that was supplied by hand is part of it.

        Raises:
            WrongType: `state` is no GameState.
        """
        check_type("state", state, GameState)
        return cls(state.table.start, state.deal, state.table.moves)

    def states(self) -> Iterator[GameState]:
        """Yield the state before the first move, and after each move.

        Raises:
            IllegalMove: the rules refuse a move.
            InvalidDeal: the deck holds other cards than the edition.
        """
        state = begin(self.start, self.deal)
        yield state
        for move in self.moves:
            state = apply(state, move)
            yield state

    def play(self) -> GameState:
        """Return the state after the last move.

        Raises:
            IllegalMove: the rules refuse a move.
            InvalidDeal: the deck holds other cards than the edition.
        """
        *_, last = self.states()
        return last

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def _lines(record: Record) -> Iterator[str]:
    edition = record.start.board.edition
    sample = ", a sample with invented numbers" if edition.sample else ""
    yield f"{edition.name}{sample}; {len(record.start.cash)} players"
    turn = 0
    before: GameState | None = None
    for state, move in zip(record.states(), (None, *record.moves), strict=True):
        if move is not None and before is not None:
            yield f"  {before.active_player}: {move}"
        events = [told(state.board, event) for event in state.events]
        yield from (f"    {event}" for event in events)
        if state.turn_number != turn and not state.is_over:
            turn = state.turn_number
            seat = state.turn_player
            space = state.positions[seat]
            yield f"turn {turn}, player {seat}, on {state.board.names[space]} ({space})"
        before = state
