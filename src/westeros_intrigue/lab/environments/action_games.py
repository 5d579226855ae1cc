"""Games played by actions, for all frameworks.

`TableToPlay` is the card game, with the codes of `actions` and `tensors`. `AnyTable` is any game of
the protocol: an action is the index of a move in `distinct_moves` of the player's view. Action 0 is
thus the first move of the list, and a mask has as many ones as there are moves. A list longer than
the number of actions is thinned out: of the most frequent kind of move, such as the bids of a rich
player, only some remain, including the first and the last.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from operator import sub
from typing import Annotated, Any, ClassVar, Generic, Literal, SupportsIndex, TypeAlias, get_args

import attrs

import westeros_intrigue
from westeros_intrigue.gamekit import english, errors, limits, values
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.game import GAMES, AnyGame, Game, Move, State, View, find_game
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.lab.environments import actions
from westeros_intrigue.lab.environments.tensors import MOST_POINTS
from westeros_intrigue.rules import dealing
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.scoring import final_winner, proceed
from westeros_intrigue.rules.state import GameState, setup
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, InvalidVariant, Variant
from westeros_intrigue.rules.violations import IllegalMove
from westeros_intrigue.views.observation import observe

Rewards = Literal["points", "victory"]
"""The rewards of a game. "points" pays each round's points as it is scored, and the Iron Throne
cards at the end of the game; "victory" pays 1 at the end of the game, shared among the winners."""
MOST_ACTIONS = 512
"""The default number of actions, more than the moves of most positions."""
_SEEDS = 2**53


def check_reset_options(options: Mapping[str, Any] | None, *names: str) -> Mapping[str, Any]:
    """Return the options of `reset`, which frameworks pass as any dict; {} for None.

    Raises:
        InvalidValue: a key is not one of those that have an effect.
        WrongType: they are not a dict.
    """
    if options is None:
        return {}
    values.check_type("options", options, dict)
    for name in options:
        if name not in names:
            takes = f"takes only {english.join_words(names)}" if names else "takes none"
            raise errors.InvalidValue(f"reset has no option {values.short_repr(name)}: it {takes}")
    return options


@attrs.frozen(field_transformer=limits.add_checks)
class TableToPlay(values.Value):
    """A table of the card game, with the codes of `actions` and `tensors`."""

    game: ClassVar[AnyGame] = westeros_intrigue
    action_count: ClassVar[int] = actions.ACTION_COUNT

    players: Annotated[int, limits.Range(MIN_PLAYERS, MAX_PLAYERS)]
    variant: Variant
    rewards: Annotated[Rewards, limits.OneOf(get_args(Rewards))]
    first_player: limits.Count

    def __attrs_post_init__(self) -> None:
        from westeros_intrigue.lab.simulation import packing  # noqa: PLC0415 - for tables only

        self.variant.check(self.players, self.first_player)
        # A state knows the slots that a house rule opens and, at the end of a game, its totals;
        # without such slots, tables are compiled, and points are those of rounds.
        is_on_states = packing.has_own_slots(self.variant)
        followed = ["total"] if is_on_states and self.rewards == "victory" else []
        packing.refuse_house_rule(self.variant, "permits", *followed)
        if not self.variant.throne_cards:
            raise InvalidVariant(["unknown Iron Throne cards cannot be drawn"])
        if not self.seats:
            raise InvalidVariant(["every seat is automated, so no seat is left for a player"])

    @property
    def seats(self) -> tuple[int, ...]:
        automated = self.variant.automated
        return tuple(seat for seat in range(self.players) if seat not in automated)

    @property
    def worst(self) -> float:
        # "victory" pays at least 0; less is a penalty for an illegal action.
        return -float(MOST_POINTS * self.rounds) if self.rewards == "points" else -1.0

    @property
    def rounds(self) -> int:
        """The number of rounds of a game."""
        return self.variant.rounds_for(self.players)

    def deal(self, rng: RandomSource, options: Mapping[str, Any] | None = None) -> GameState:
        deal: dealing.Deal | None = check_reset_options(options, "deal").get("deal")
        state = setup(
            self.players,
            rng=rng if deal is None else None,
            deal=deal,
            variant=self.variant,
            first_player=self.first_player,
        )
        if deal and (faults := [*_missing_cards(deal, self.rounds)]):
            raise dealing.InvalidDeal(faults)
        return proceed(state)

    def set_up(self, deal: dealing.Deal) -> GameState:
        """Return a game with the cards of a whole deal, at its first decision."""
        state = setup(self.players, deal=deal, variant=self.variant, first_player=self.first_player)
        return proceed(state)

    def play(self, state: GameState, seat: int, action: SupportsIndex | None) -> GameState:
        number = values.check_integer("action", action, 0, self.action_count - 1)
        with suppress(IllegalMove):  # a state's error contains every hand: the view's is raised
            return proceed(apply(state, actions.decode(state, number)))
        return proceed(apply(state, actions.decode(observe(state, seat), number)))

    def returns(self, state: GameState) -> tuple[float, ...]:
        # All public: Iron Throne cards count only once they are revealed.
        if self.rewards == "victory":
            return shares_of_victory(self.game, state)
        totals = final_winner(state).totals if state.is_over else state.penalty_points
        return tuple(float(-points) for points in totals)


def _as_key(game: AnyGame | str) -> AnyGame | str:
    """Return a game's key in `GAMES`, since modules cannot be pickled, or the game without one."""
    played = find_game(game)
    return played.KEY if GAMES.get(played.KEY) is played else played


def _missing_cards(deal: dealing.Deal, rounds: int) -> Iterator[str]:
    """Yield a sentence for the hands, and for the Iron Throne cards, that a game needs besides."""
    if len(deal.rounds) < rounds:
        yield f"the game has {english.count_things(rounds, 'round')}, not {len(deal.rounds)}"
    if (drawn := len(deal.throne_cards)) < rounds:
        needed = english.count_things(rounds, "Iron Throne card")
        yield f"the game draws {needed}, and the deal has {drawn}"


@attrs.frozen(field_transformer=limits.add_checks)
class AnyTable(values.Value, Generic[State, View, Move]):
    """A table of any game, set up from its options; a game pays a share of the victory."""

    game_or_key: AnyGame | str = attrs.field(converter=_as_key)
    """The key of the game in `GAMES`, or a game that has none."""
    players: limits.Ordinal | None
    options: Mapping[str, OptionValue]
    action_count: limits.Ordinal

    @cached_property
    def game(self) -> Game[State, View, Move]:
        # A key does not tell the types of its game: whoever makes the table says them.
        game: Game[State, View, Move] = find_game(self.game_or_key)
        return game

    @cached_property
    def seats(self) -> tuple[int, ...]:
        state = self.game.new_game(self.players, self.options, seed=0)
        automated = self.game.automated_seats(state)
        return tuple(seat for seat in range(state.players) if seat not in automated)

    def deal(self, rng: RandomSource, options: Mapping[str, Any] | None = None) -> State:
        check_reset_options(options)
        game, seed = self.game, int(rng.random() * _SEEDS)
        return game.proceed(game.new_game(self.players, self.options, seed=seed))

    @cached_property
    def listed(self) -> tuple[Move, ...]:
        """All moves of a game whose author lists them; empty if a view contains the list."""
        listed: tuple[Move, ...] = getattr(self.game, "ACTIONS", ())
        return listed

    def moves(self, view: View) -> Sequence[Move]:
        """Return the moves of the viewer's legal actions; from action 0, unless they are listed."""
        found = self.game.distinct_moves(view)
        return found if len(found) <= self.action_count else _thin(found, self.action_count)

    def legal_actions(self, view: View) -> Mapping[int, Move]:
        """Return the viewer's legal actions, ascending, with their moves.

        Raises:
            InvalidValue: a legal move is not in the game's `ACTIONS`.
        """
        moves = self.moves(view)
        if not self.listed:
            return dict(enumerate(moves))
        if missing := [move for move in moves if move not in self.listed]:
            raise errors.InvalidValue(
                f"ACTIONS of {self.game.NAME} lacks the legal move {missing[0]}: list every move"
            )
        return {number: move for number, move in enumerate(self.listed) if move in moves}

    def play(self, state: State, seat: int, action: SupportsIndex | None) -> State:
        legal = self.legal_actions(self.game.observe(state, seat))
        last = max(legal, default=-1)
        number = values.check_integer(f"the action of player {seat}", action, 0, last)
        if number not in legal:
            shown = english.join_words(map(str, [*legal][: errors.MOST_LISTED]), "or")
            raise errors.InvalidValue(
                f"the action of player {seat}, {number}, is not legal: choose {shown}, as the mask "
                "says"
            )
        return self.game.proceed(self.game.apply(state, legal[number], player=seat))

    def returns(self, state: State) -> tuple[float, ...]:
        return shares_of_victory(self.game, state)


ActionTable: TypeAlias = TableToPlay | AnyTable
"""The settings that all games of an environment share.

`deal` returns a game at its first decision, `play` the game at the next one after the action of a
seat, and `returns` each seat's public return so far. Errors contain nothing hidden from the seat.
"""


def any_table(
    game: Game[State, View, Move] | str,
    players: int | None,
    options: Mapping[str, OptionValue],
    action_count: int,
) -> AnyTable[State, View, Move]:
    """Return a table of any game; the number of actions is that of the game's `ACTIONS`, if any."""
    listed: tuple[Move, ...] = getattr(find_game(game), "ACTIONS", ())
    return AnyTable(game, players, options, len(listed) or action_count)


def _thin(moves: Sequence[Move], count: int) -> Sequence[Move]:
    """Return `count` of the moves, in order; only one kind of move is thinned out if possible.

    The first and the last of that kind are kept, and others at even distances.
    """
    [(commonest, number)] = Counter(map(type, moves)).most_common(1)
    left = number - (len(moves) - count)
    if left < 2:
        return moves[:count]
    kept = {at * (number - 1) // (left - 1) for at in range(left)}
    places = itertools.count()
    return [move for move in moves if type(move) is not commonest or next(places) in kept]


def shares_of_victory(game: Game[State, View, Move], state: State) -> tuple[float, ...]:
    """Return each seat's share of the victory, from 0; all 0 before the end."""
    winners = game.final_winner(state).winners if state.is_over else ()
    return tuple((seat in winners) / (len(winners) or 1) for seat in range(state.players))


def rewards_between(table: ActionTable, before: Any, after: Any) -> tuple[float, ...]:  # noqa: ANN401 - states of its game
    """Return the reward of each seat between two states, from 0."""
    return tuple(map(sub, table.returns(after), table.returns(before)))
