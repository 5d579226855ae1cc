"""A player that searches: it tries its bids in games that could be behind its view.

Rules: info.memory, claim.total, score.small.
"""

from __future__ import annotations

import math
from itertools import islice

import attrs

from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.limits import Range
from westeros_intrigue.base.named_players import NamedPlayers
from westeros_intrigue.base.values import Value
from westeros_intrigue.base.world_search import searching_players, surest_move
from westeros_intrigue.btwixt.agenda import answer, asked
from westeros_intrigue.btwixt.moves import Move
from westeros_intrigue.btwixt.play import legal_moves
from westeros_intrigue.btwixt.players import (
    Player,
    expected_powers,
    random_player,
    reason,
    sensible_moves,
    simple_player,
)
from westeros_intrigue.btwixt.state import GameState, View
from westeros_intrigue.btwixt.table import DecisionKind, Public
from westeros_intrigue.btwixt.working_copy import WorkingCopy
from westeros_intrigue.btwixt.worlds import worlds


@attrs.frozen
class SearchPlayer(Value):
    """A player that plays the round to its end after each of its bids, and chooses the best.

    In each of the worlds drawn from its view all others go on as simple players. The best bid
    leads to the highest chance to win the game, estimated by the powers of the councils and the
    values of the hands. All other questions it answers as the simple player does.

    >>> import random
    >>> from westeros_intrigue.btwixt import observe, setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> view = observe(setup(3, seed=1, leaders=leaders), 0)
    >>> print(SearchPlayer(4)(view, random.Random(1)))
    kneel

    Raises:
        InvalidValue: the number is out of range.
        WrongType: it is not an int.

    Rules: info.memory, bid.turn.
    """

    worlds: int = attrs.field(default=8, validator=Range(1, 999_999_999))
    """The number of worlds for each bid."""

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return a move of the leader of the view."""
        favourite = simple_player(view, rng)
        seat, decision = view.player, view.decision
        if seat is None or decision is None or decision.kind is not DecisionKind.TURN:
            return favourite
        tried = (favourite, *(move for move in legal_moves(view) if move != favourite))
        tries = islice(worlds(view, rng), self.worlds)
        return surest_move(tried, tries, lambda world, move: _chance_after(world, seat, move))


def _chance_after(world: GameState, seat: int, first: Move) -> float:
    """Return a leader's chance to win once the round has ended to which a move belongs."""
    game = WorkingCopy(world)
    table = game.table
    now = table.season, table.round_number
    move: Move | None = first
    while (question := asked(game)) and (table.season, table.round_number) == now:
        decider = question.seat
        answer(game, question, decider, move or sensible_moves(game, decider)[0])
        move = None
    return _chance_to_win(table, seat, [*map(table.box.total, game.hands)])


# From whole games of simple players: what a round is worth, how much the larger council counts,
# and how the chances depend on the rounds that are left.
_PRIZE = 6.2
_OTHER = 1.35
_SPREAD, _SPREAD_A_ROUND = 2.1, 1.8


def _chance_to_win(table: Public, seat: int, hands: list[int]) -> float:
    """Estimate the chance of a leader to win, by the powers of the councils and values of hands.

    Each leader may expect to win rounds of the season in proportion to the value of the hand, and
    to place one half of what they are worth in each council.
    """
    players = table.players
    in_season = 0 if table.final else players + 2 - table.round_number
    seasons_left = len(table.variant.seasons(players)) - 1 - table.season_index
    a_value = _PRIZE * in_season / 2 / (sum(hands) or 1)
    powers = [
        power + a_value * (hands[council] + hands[(council + 1) % players])
        for council, power in enumerate(expected_powers(table))
    ]
    spread = _SPREAD + _SPREAD_A_ROUND * (in_season + seasons_left * (players + 1))
    standings = []
    for own in range(players):
        small, other = sorted((powers[own], powers[own - 1]))
        standings.append((small + _OTHER * other) / spread)
    return 1 / sum(math.exp(min(each - standings[seat], 50)) for each in standings)


PLAYERS: NamedPlayers[Player] = searching_players(
    random_player, simple_player, reason, SearchPlayer
)
"""The players by name, each with a sentence for people who choose between them."""
