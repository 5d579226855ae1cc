"""Playing a game by actions, in whatever framework.

Rules: setup.first-player, turn.must-place, solo.highest, round.end, round.penalty, final.reveal,
final.total, final.lowest, final.icons, final.shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Literal, SupportsIndex, get_args

import attrs

from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.values import Value, brief, check_integer, check_type
from westeros_intrigue.environments import actions
from westeros_intrigue.environments.layout import MOST_POINTS
from westeros_intrigue.knowledge.views import observe
from westeros_intrigue.players import Player
from westeros_intrigue.players.games import check_whole
from westeros_intrigue.rules.dealing import Deal
from westeros_intrigue.rules.game import GameState
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.proceed import proceed
from westeros_intrigue.rules.scoring import final_winner
from westeros_intrigue.rules.setup import setup
from westeros_intrigue.rules.variants import InvalidVariant, Variant, check_players
from westeros_intrigue.rules.violations import IllegalMove

Rewards = Literal["points", "victory"]
"""What a game is worth: its points, or a share of the victory."""


@attrs.frozen
class TableToPlay(Value):
    """What all games of an environment have in common."""

    players: int
    variant: Variant
    rewards: Rewards
    first_player: int

    def __attrs_post_init__(self) -> None:
        check_players(self.players)
        check_type("variant", self.variant, Variant)
        check_integer("first_player", self.first_player, 0, self.players - 1)
        check_one_of("rewards", self.rewards, get_args(Rewards))
        self.variant.check(self.players, self.first_player)
        if not self.seats:
            raise InvalidVariant(["every seat is automated, and nobody is left to choose"])

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that choose, from 0; the others are automated."""
        automated = self.variant.automated
        return tuple(seat for seat in range(self.players) if seat not in automated)

    def seat_without_player(self, players: Sequence[Player | None]) -> int:
        """Return the one seat that is not automated and has no player.

        Raises:
            InvalidValue: it is not one, or an automated seat has a player.
            WrongType: a player cannot be called.
        """
        for seat, player in enumerate(players):
            if player is not None and seat in self.variant.automated:
                raise InvalidValue(f"the player of seat {seat}, which is automated, must be None")
            if player is not None and not callable(player):
                raise WrongType(f"a player must be callable with view and rng, not {brief(player)}")
        empty = [seat for seat in self.seats if players[seat] is None]
        if len(empty) != 1:
            raise InvalidValue(
                f"one seat must be None, for the learner, besides automated ones, not {len(empty)}"
            )
        return empty[0]

    @property
    def worst(self) -> float:
        """What no game brings less than; -1 for "victory", as a punishment."""
        return -float(MOST_POINTS * self.rounds) if self.rewards == "points" else -1.0

    @property
    def best(self) -> float:
        """What no game brings more than: each Iron Throne card takes off 3 points at the most."""
        return 3.0 * self.rounds if self.rewards == "points" else 1.0

    @property
    def rounds(self) -> int:
        """How many rounds a game has."""
        return self.variant.rounds_for(self.players)

    def deal(self, rng: RandomSource, options: Mapping[str, Any] | None = None) -> GameState:
        """Return a new game at the first choice, of the deal in the options or a drawn one.

        Raises:
            InvalidDeal: the deal does not fit the game, or stops short.
        """
        check_type("options", {} if options is None else options, dict)
        deal: Deal | None = (options or {}).get("deal")
        state = setup(
            self.players,
            rng=rng if deal is None else None,
            deal=deal,
            variant=self.variant,
            first_player=self.first_player,
        )
        if deal is not None:
            check_whole(deal, self.rounds)
        return proceed(state)

    def play(self, state: GameState, seat: int, action: SupportsIndex | None) -> GameState:
        """Return the game at the next choice, after a seat has chosen an action.

        Raises:
            IllegalMove: it breaks a rule; the error knows what the seat may know.
            InvalidValue: there is no such action.
        """
        number = _number(action)
        try:
            return proceed(apply(state, actions.decode(state, number)))
        except IllegalMove:
            pass  # its error knows every hand; that of the view knows what the seat may know
        return proceed(apply(state, actions.decode(observe(state, seat), number)))

    def returns(self, state: GameState) -> tuple[float, ...]:
        """Return for each seat, from 0, what the game has brought it so far.

        All of it is known to everybody: the Iron Throne cards count when they are revealed. With
        "points", a point is worth -1, and at the end it is the total with its sign turned. With
        "victory" it is 0 until the end, then 1, shared among the winners.
        """
        result = final_winner(state) if state.is_over else None
        if self.rewards == "points":
            totals = result.totals if result else state.penalty_points
            return tuple(float(-points) for points in totals)
        winners = result.winners if result else ()
        return tuple((seat in winners) / (len(winners) or 1) for seat in range(self.players))

    def earned(self, before: GameState, after: GameState) -> tuple[float, ...]:
        """Return for each seat, from 0, what it has earned between two states."""
        if before._frame is after._frame:
            return (0.0,) * self.players
        return tuple(
            now - then for then, now in zip(self.returns(before), self.returns(after), strict=True)
        )


def check_one_of(name: str, found: object, wanted: Sequence[object]) -> None:
    """Check that what was found is one of a few values; an InvalidValue if not."""
    if found not in wanted:
        raise InvalidValue(
            f"{name} must be one of {', '.join(map(repr, wanted))}, not {brief(found)}"
        )


def _number(action: Any) -> Any:  # noqa: ANN401 - what is no action is refused by `decode`
    # The integers of NumPy are actions too.
    try:
        return action if isinstance(action, bool) else index(action)
    except TypeError:
        return action
