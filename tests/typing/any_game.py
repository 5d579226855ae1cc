"""Each game is a module of the one shape, with types of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_type

import attrs

import westeros_intrigue
from westeros_intrigue import (
    Court,
    GameState,
    HouseRules,
    Move,
    Phase,
    Position,
    RandomSource,
    View,
    gamekit,
    play_game,
)
from westeros_intrigue.gamekit.game import Game
from westeros_intrigue.games import btwixt, monopoly

flagship: Game[GameState, View, Move] = westeros_intrigue
second: Game[monopoly.GameState, monopoly.View, monopoly.Move] = monopoly
third: Game[btwixt.GameState, btwixt.View, btwixt.Move] = btwixt

assert_type(second.setup(2, seed=1), monopoly.GameState)
assert_type(third.observe(third.setup(3, seed=1), 0), btwixt.View)
assert_type(third.parse_move("kneel"), btwixt.Move)
assert_type(play_game([btwixt.simple_player] * 3, game=btwixt), btwixt.GameState)


class LowCourt(HouseRules):
    """A house rule names what it overrides as it likes, and receives the card game's types."""

    def allows(self, at: Position, placement: Move) -> bool:
        """Keep the court low."""
        return placement.slot.row < 3 or len(at.placements) > 20

    def total(self, state: GameState, player: int, total: int) -> int:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        """Forget that the winner of a view is asked for, too."""
        return total - player * len(state.rest.rounds)


fourth: Game[GameState, View, Move] = LowCourt()
assert_type(LowCourt().setup(2, seed=1), GameState)
assert_type(LowCourt().parse_move("S4@a0"), Move)


@attrs.frozen
class Pile(gamekit.Position):
    """The stones that are left."""

    stones: int = 5


class LastStone(gamekit.GameOf[Pile, int]):
    """Take one or two stones. The last stone wins."""

    def start(self, players: int, rng: RandomSource) -> Pile:
        """Return the whole pile."""
        del rng
        return Pile(players=players)

    def moves(self, state: Pile, seat: int) -> Sequence[int]:
        """Return one and two."""
        del seat
        return range(1, min(2, state.stones) + 1)

    def play(self, state: Pile, seat: int, move: int, rng: RandomSource) -> Pile:
        """Take the stones."""
        del seat, rng
        return state.replace(stones=state.stones - move)

    def scores(self, state: Pile) -> Sequence[int]:
        """Return nothing yet."""
        return [0] * state.players


fifth: Game[Pile, Pile, int] = LastStone()
assert_type(LastStone().Record.parse("").state, Pile)
assert_type(LastStone().OPTIONS, Sequence[gamekit.Option])

# Nothing is assigned to a position, not even to a property.

flagship.setup(2, seed=1).phase = Phase.PLAYING  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
flagship.setup(2, seed=1).hands = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
flagship.observe(flagship.setup(2, seed=1), 0).court = Court()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
second.setup(2, seed=1).cash = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
second.observe(second.setup(2, seed=1), 0).players = 3  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
third.setup(3, seed=1).players = 4  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
third.observe(third.setup(3, seed=1), 0).phase = btwixt.Phase.GAME_OVER  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
