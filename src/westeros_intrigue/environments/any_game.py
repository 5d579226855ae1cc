"""Any game of the protocol, played by actions: an action is the place of a move in a list.

The list is that of `distinct_moves` for the view of the player, in the order of the game. The
action 0 is thus the first move of the list, and a mask has as many ones as there are moves. Of a
list that is longer than there are actions, only the first moves can be chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, SupportsIndex

import attrs

from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.options import OptionValue
from westeros_intrigue.base.values import Value, check_integer
from westeros_intrigue.environments.playing import action_number, check_one_of, shares_of_victory
from westeros_intrigue.game import GAMES, Game, Move, State, View

MOST_ACTIONS = 512
"""The usual number of actions: more than any game of the library lists moves."""
_SEEDS = 2**53


@attrs.frozen
class AnyTable(Value, Generic[State, View, Move]):
    """A table of any game, set up by values of its options; a game pays a share of the victory."""

    key: str
    """The game, by its key in `GAMES`."""
    players: int | None
    """The number of players; None for the usual number."""
    options: Mapping[str, OptionValue]
    action_count: int
    game: Game[State, View, Move] = attrs.field(init=False, eq=False)
    seats: tuple[int, ...] = attrs.field(init=False, eq=False)
    """The seats that are not automated, from 0."""

    @game.default
    def _find_game(self) -> Game[State, View, Move]:
        check_one_of("game", self.key, tuple(GAMES))
        check_integer("actions", self.action_count, 1)
        return GAMES[self.key]

    @seats.default
    def _find_seats(self) -> tuple[int, ...]:
        state = self.game.new_game(self.players, self.options, seed=0)
        automated = self.game.automated_seats(state)
        return tuple(seat for seat in range(state.players) if seat not in automated)

    worst: ClassVar[float] = 0.0
    best: ClassVar[float] = 1.0
    longest: ClassVar[int] = 100_000
    """A bound for the number of actions of a game."""

    def deal(self, rng: RandomSource, _options: Mapping[str, Any] | None = None) -> State:
        """Return a new game at its first decision, by a seed that is drawn."""
        seed = int(rng.random() * _SEEDS)
        return self.game.proceed(self.game.new_game(self.players, self.options, seed=seed))

    def moves(self, view: View) -> Sequence[Move]:
        """Return the move of each action that the viewer may choose now, from action 0."""
        return self.game.distinct_moves(view)[: self.action_count]

    def legal_actions(self, state: State, seat: int) -> range:
        """Return the actions of a seat that decides, in ascending order."""
        return range(len(self.moves(self.game.observe(state, seat))))

    def text_of(self, state: State, action: int, seat: int) -> str:
        """Return the move of an action of a seat that decides as text."""
        return str(self.moves(self.game.observe(state, seat))[action])

    def play(self, state: State, seat: int, action: SupportsIndex | None) -> State:
        """Return the game at the next decision, after the action of a seat.

        Raises:
            InvalidValue: the action is out of range, or is not legal now.
        """
        number = check_integer("action", action_number(action), 0, self.action_count - 1)
        moves = self.moves(self.game.observe(state, seat))
        if number >= len(moves):
            raise InvalidValue(f"player {seat} has {len(moves)} moves, so action {number} has none")
        return self.game.proceed(self.game.apply(state, moves[number], player=seat))

    def returns(self, state: State) -> tuple[float, ...]:
        """Return the return of each seat so far, from 0: at the end a share of the victory."""
        return shares_of_victory(self.game, state)
