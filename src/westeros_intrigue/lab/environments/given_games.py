"""Games of an environment on a compiled table, with the cards and the random numbers of Python.

If all players of an environment are compiled, a step need not make states: `GivenGame` plays the
same games as states do, many times as fast. `CardGame` is the environment; it makes its state only
when somebody asks for it, by playing the learner's actions again.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
from collections.abc import Mapping, Sequence
from itertools import chain
from threading import get_ident
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from westeros_intrigue.gamekit.values import check_integer
from westeros_intrigue.lab.environments import numbers, tensors
from westeros_intrigue.lab.environments.action_games import TableToPlay, check_reset_options
from westeros_intrigue.lab.environments.actions import ACTION_COUNT
from westeros_intrigue.lab.environments.rendering import Played, look_from
from westeros_intrigue.lab.players import LearnedPlayer
from westeros_intrigue.lab.players.search import mind_of_thread
from westeros_intrigue.lab.simulation import kernel, packing
from westeros_intrigue.lab.simulation.board import SEAT
from westeros_intrigue.lab.simulation.fast import (
    Policy,
    allocate_zeros,
    fastest,
    has_extension,
    tables_of_zeros,
)
from westeros_intrigue.lab.simulation.lock_step import LEARNERS, MOST_TURNS, terms_of_tables
from westeros_intrigue.players.simple import Player, greedy_player, random_player
from westeros_intrigue.rules.dealing import Deal, draw_deal
from westeros_intrigue.rules.state import GameState

_BEGIN = -1
_NOT_MADE = -1
_RANGE = 2.0**53
_NUMBERS_A_TURN = 2
"""The numbers that these draw for a move, and then for a card of its house."""


class GivenGame:
    """A compiled table that is given the cards of its games, and the numbers of its players."""

    def __init__(self, table: TableToPlay, players: Sequence[Player | None]) -> None:
        """Prepare the memory of the table; seats without a player are learners' or automated."""
        variant, count = table.variant, table.players
        by_seat = enumerate(map(_policy_of, players))
        policies = {seat: policy for seat, policy in by_seat if policy}
        learned = [seat for seat, each in enumerate(players) if isinstance(each, LearnedPlayer)]
        weights = [each.weights for each in players if isinstance(each, LearnedPlayer)]
        self._weights = weights[0] if weights else None
        self._throne_cards = variant.throne_cards
        self._decks = numbers.ROW_SIZE + len(variant.throne_cards)
        given = self._decks + table.rounds * kernel.DECK_SIZE
        of_a_seat = 1 + MOST_TURNS * table.rounds
        self._terms = terms_of_tables(
            count, variant, table.first_player, 0,
            is_for_victory=table.rewards == "victory", stride=0, chance=numbers.ROW_SIZE,
            by_network=packing.seats_as_bits(learned), given=given,
        )  # fmt: skip
        self._turns = sum(self._terms.hand_sizes)
        """The most placements of a seat in a game."""
        self._given = {seat: given + seat * of_a_seat for seat in policies}
        self._scale = numbers.scale_of(table)
        self._row = allocate_zeros((tensors.SIZE,), np.float32)
        self._mask = allocate_zeros((ACTION_COUNT,), np.bool_)
        self._rewards = allocate_zeros((count,), np.float32)
        [self._memory] = tables_of_zeros(1, given + count * of_a_seat)
        self._memory[: kernel.MEMORY_SIZE] = packing.new_memory(
            [policies.get(seat, Policy.RANDOM) for seat in range(count)]
        )
        self._memory[LEARNERS] = packing.seats_as_bits(
            seat for seat in table.seats if players[seat] is None
        )
        self.is_over: bool = False

    def begin(self, deal: Deal, seeds: Sequence[int]) -> None:
        """Begin a game with a whole deal, and the seed of each seat's random numbers."""
        memory = self._memory
        for place, card in enumerate(deal.throne_cards[: len(deal.rounds)], numbers.ROW_SIZE):
            memory[place] = self._throne_cards.index(card)
        for place, of_round in enumerate(deal.rounds):
            dealt = [card.house.index for card in chain(*zip(*of_round.hands, strict=True))]
            dealt += [card.house.index for card in of_round.starters]
            start = self._decks + kernel.DECK_SIZE * place
            memory[start : start + len(dealt)] = dealt
        for seat, used in self._given.items():
            draw = random.Random(seeds[seat]).random  # noqa: S311 - a game, no secret
            drawn = [draw() for _ in range(_NUMBERS_A_TURN * self._turns)]
            memory[used] = 0
            chosen = [int(number * _RANGE) for number in drawn[::_NUMBERS_A_TURN]]
            memory[used + 1 : used + 1 + self._turns] = chosen
        self.play(_BEGIN)

    def play(self, action: int) -> bool:
        """Play an action, and everything up to the next decision of a learner.

        Return False if it is illegal, so that nothing has changed.
        """
        weights = self._weights
        mind = mind_of_thread(weights, len(self._rewards), get_ident()) if weights else None
        outcome = fastest(numbers.play_given)(
            self._terms, mind, action, self._rewards, self._memory
        )
        self.is_over = outcome == 1
        return bool(outcome >= 0)

    @property
    def seat(self) -> int | None:
        """The seat to move; None at the end of the game."""
        return None if self.is_over else int(self._memory[SEAT])

    @property
    def rewards(self) -> list[float]:
        """The reward of each seat in the last step."""
        rewards: list[float] = self._rewards.tolist()
        if self._terms.is_for_victory:
            # A share of the victory, such as a third, in 64 bits.
            rewards = [1 / round(1 / share) if share else 0.0 for share in rewards]
        return rewards

    def look_from(self, viewer: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """Return new arrays: what `rendering.look_from` returns."""
        fastest(numbers.show_given)(
            self._terms, self._scale, viewer, self._memory, self._row, self._mask
        )
        return self._row.copy(), self._mask.astype(np.int8)


def _policy_of(player: Player | None) -> Policy | None:
    """Return the policy that chooses as a player does, with the same numbers."""
    if player is greedy_player:
        return Policy.GREEDY
    return Policy.RANDOM if player is random_player else None


def make_given_game(table: TableToPlay, players: Sequence[Player | None]) -> GivenGame | None:
    """Return a compiled table for the players; None if they or the rules are not compiled."""
    weights: set[bytes] = set()
    for player in players:
        if isinstance(player, LearnedPlayer) and player == LearnedPlayer(weights=player.weights):
            weights.add(player.weights)
        elif player is not None and _policy_of(player) is None:  # also a subclass, or with playouts
            return None
    if len(weights) > 1 or not has_extension() or packing.has_own_slots(table.variant):
        return None
    return GivenGame(table, players)


class CardGame(Played[GameState, TableToPlay]):
    """An environment of the card game, which plays on a compiled table where it can.

    Its state is then made only when it is asked for, by playing all actions again.
    """

    _given: GivenGame | None = None
    _deal: Deal | None = None
    """The cards of the game on the compiled table."""
    _actions: list[int]
    _made = _NOT_MADE
    """The number of actions that the state has played; `_NOT_MADE` without a state."""
    _seeds: Sequence[int] = ()
    """The seed of each seat's random numbers, from seat 0, if the other seats have players."""
    _rngs: list[random.Random]
    """The random numbers of the state's players."""

    @override
    def _begin(self, rng: random.Random, options: Mapping[str, Any] | None) -> None:
        table = self._table
        if self._given is None:
            self._rngs = [*map(random.Random, self._seeds)]
            super()._begin(rng, options)
            return
        deal = check_reset_options(options, "deal").get("deal")
        if deal is None:
            deal = draw_deal(table.players, rng, table.variant)
        else:
            table.deal(rng, options)  # checks it
        self._given.begin(deal, self._seeds)
        self._deal, self._actions, self._made = deal, [], _NOT_MADE

    @override
    def _play(self, seat: int, action: SupportsIndex | None) -> Sequence[float]:
        if self._given is None:
            return super()._play(seat, action)
        number = check_integer("action", action, 0, self._table.action_count - 1)
        if not self._given.play(number):
            self._table.play(self.game, seat, number)  # raises IllegalMove, with the reasons
        self._actions.append(number)
        return self._given.rewards

    @override
    def _seat_to_move(self) -> int | None:
        return super()._seat_to_move() if self._given is None else self._given.seat

    def _look_from(self, seat: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """Return the numbers and the mask of a seat, as `rendering.look_from` does."""
        if self._given is None:
            return look_from(self.game, seat)
        self._check_begun()
        return self._given.look_from(seat)

    @override
    def _check_begun(self) -> None:
        if self._given is None or self._deal is None:
            super()._check_begun()

    @property
    @override
    def game(self) -> GameState:
        deal = self._deal
        if deal and self._made != len(self._actions):
            made, self._made = self._made, _NOT_MADE  # so that it begins again if it is interrupted
            if made == _NOT_MADE:
                self._rngs = [*map(random.Random, self._seeds)]
                self._game, made = self._play_on(self._table.set_up(deal)), 0
            state = super().game
            for action in self._actions[made:]:
                seat = state.active_player
                assert seat is not None  # noqa: S101 - the table has played the action
                state = self._play_on(self._table.play(state, seat, action))
            self._game, self._made = state, len(self._actions)
        return super().game
