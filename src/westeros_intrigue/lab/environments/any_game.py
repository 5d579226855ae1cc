"""Any game of the protocol, played by actions: an action is the place of a move in a list.

The list is `distinct_moves` for the view of the player, in the order of the game. The action 0 is
thus the first move of the list, and a mask has as many ones as there are moves. A list that is
longer than there are actions is thinned out: of the kind with the most moves, such as the bids of a
rich player, some remain, from the first to the last.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, SupportsIndex

import attrs

from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import GAMES, Game, Move, State, View
from westeros_intrigue.gamekit.options import OptionValue, check_options
from westeros_intrigue.gamekit.values import Value, check_integer, check_one_of, counted
from westeros_intrigue.lab.environments.playing import shares_of_victory

MOST_ACTIONS = 512
"""The usual number of actions: more than a list of moves has in most games."""
_SEEDS = 2**53


@attrs.frozen
class AnyTable(Value, Generic[State, View, Move]):
    """A table of any game, set up by values of its options; a game pays a share of the victory."""

    key: str
    """The game, by its key in `GAMES`."""
    players: int | None
    options: Mapping[str, OptionValue]
    action_count: int
    game: Game[State, View, Move] = attrs.field(init=False, eq=False)
    seats: tuple[int, ...] = attrs.field(init=False, eq=False)

    @game.default
    def _find_game(self) -> Game[State, View, Move]:
        check_one_of("game", self.key, GAMES)
        count = check_integer("actions", self.action_count, 1)
        object.__setattr__(self, "action_count", count)
        return GAMES[self.key]

    @seats.default
    def _find_seats(self) -> tuple[int, ...]:
        state = self.game.new_game(self.players, self.options, seed=0)
        if self.players is not None:
            object.__setattr__(self, "players", state.players)
        object.__setattr__(self, "options", check_options(self.game.OPTIONS, self.options))
        automated = self.game.automated_seats(state)
        return tuple(seat for seat in range(state.players) if seat not in automated)

    worst: ClassVar[float] = 0.0
    best: ClassVar[float] = 1.0
    longest: ClassVar[int] = 100_000

    def deal(self, rng: RandomSource, _options: Mapping[str, Any] | None = None) -> State:
        seed = int(rng.random() * _SEEDS)
        return self.game.proceed(self.game.new_game(self.players, self.options, seed=seed))

    def moves(self, view: View) -> Sequence[Move]:
        """Return the move of each action that the viewer may choose now, from action 0."""
        listed = self.game.distinct_moves(view)
        return listed if len(listed) <= self.action_count else _thinned(listed, self.action_count)

    def legal_actions(self, state: State, seat: int) -> range:
        return range(len(self.moves(self.game.observe(state, seat))))

    def text_of(self, state: State, action: int, seat: int) -> str:
        return str(self.moves(self.game.observe(state, seat))[action])

    def play(self, state: State, seat: int, action: SupportsIndex | None) -> State:
        number = check_integer("action", action, 0, self.action_count - 1)
        moves = self.moves(self.game.observe(state, seat))
        if number >= len(moves):
            count = counted(len(moves), "move")
            raise InvalidValue(f"player {seat} has {count}, so action {number} has none")
        return self.game.proceed(self.game.apply(state, moves[number], player=seat))

    def returns(self, state: State) -> tuple[float, ...]:
        return shares_of_victory(self.game, state)


def _thinned(moves: Sequence[Move], count: int) -> Sequence[Move]:
    """Return that many of the moves, in order; where possible only one kind lacks any.

    The first and the last of that kind remain, and others at even distances.
    """
    kinds = Counter(map(type, moves))
    [(commonest, number)] = kinds.most_common(1)
    left = number - (len(moves) - count)
    if left < 2:
        return moves[:count]
    kept = {at * (number - 1) // (left - 1) for at in range(left)}
    places = itertools.count()
    return [move for move in moves if type(move) is not commonest or next(places) in kept]
