"""Players, functions from a view to a move: a random, a simple and a searching one.

Rules: info.memory, bid.turn, claim.total, score.small.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from operator import itemgetter
from typing import Annotated

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.gamekit.chance import RandomSource, choose
from westeros_intrigue.gamekit.players import NamedPlayers
from westeros_intrigue.gamekit.ratings import (
    Ratings,
    rate_in_worlds,
    share_playouts,
    surest_move,
)
from westeros_intrigue.games import bots
from westeros_intrigue.games.bots import find_asked_seat
from westeros_intrigue.games.btwixt.knowledge.worlds import worlds
from westeros_intrigue.games.btwixt.pieces.cards import Cards
from westeros_intrigue.games.btwixt.position.moves import Choose, Draft, Kneel, Move, Play
from westeros_intrigue.games.btwixt.position.state import GameState, View
from westeros_intrigue.games.btwixt.position.table import DecisionKind, Public
from westeros_intrigue.games.btwixt.position.working_copy import WorkingCopy
from westeros_intrigue.games.btwixt.turns.abilities import PlaceAlly
from westeros_intrigue.games.btwixt.turns.game import legal_moves
from westeros_intrigue.games.btwixt.turns.questions import list_answers, question_of, sort_powers
from westeros_intrigue.games.btwixt.turns.seasons import Turn

Player = TypeAliasType("Player", Callable[[View, RandomSource], Move])
"""A player: a function from the view of its seat and a source of random numbers to a move."""

_TOKEN = 2  # the approximate worth of a token, whose value is hidden


def random_player(view: View, rng: RandomSource) -> Move:
    """Return a random move, each distinct one equally likely.

    >>> import random
    >>> from westeros_intrigue.games.btwixt import observe, setup
    >>> print(random_player(observe(setup(3, seed=1), 0), random.Random(1)))
    leader tyrion-lannister

    Args:
        view: the view of the seat that decides.
        rng: a source of random numbers, such as `random.Random(1)`.

    Raises:
        WrongType: `view` is not a View, or `rng` not a source of random numbers.
        InvalidValue: the viewer does not decide.

    Rules: bid.turn.
    """
    return _one(list_answers, view, rng)


def simple_player(view: View, rng: RandomSource) -> Move:
    """Return a sensible move, at random among equally good ones.

    It budgets the value of its hand over the rounds of the season, with more for a strong ally. It
    plays its highest card while the bid stays within the budget, and kneels as soon as it leads. It
    places allies and tokens to strengthen its small council, prefers high cards, and discards low
    ones. It ignores deals and other leaders' plans.

    >>> import random
    >>> from westeros_intrigue.games.btwixt import observe, setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> view = observe(setup(3, seed=1, leaders=leaders), 0)
    >>> print(simple_player(view, random.Random(1)))
    play the-game-of-thrones

    Args:
        view: the view of the seat that decides.
        rng: breaks ties.

    Raises:
        WrongType: `view` is not a View, or `rng` not a source of random numbers.
        InvalidValue: the viewer does not decide.

    Rules: claim.total, claim.winner, score.small.
    """
    return _one(sensible_moves, view, rng)


def reason(view: View, move: Move) -> str:
    """Return a simple player's reason for a move, as the end of a sentence; empty if obvious.

    >>> from westeros_intrigue.games.btwixt import legal_moves, observe, setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> view = observe(setup(3, seed=1, leaders=leaders), 0)
    >>> reason(view, legal_moves(view)[0])
    'the ally is worth more cards than the bid so far'
    """
    asking = view.table.asking
    if isinstance(move, Kneel):
        totals = [*map(view.box.total, view.piles)]
        leads = totals[view.player or 0] == max(totals) > 0
        return "you lead" if leads else "the bid would cost more cards than the ally is worth"
    if isinstance(move, Play):
        return "the ally is worth more cards than the bid so far"
    return "" if asking is None else _REASONS.get(asking.KIND, "")


_REASONS = {
    DecisionKind.DRAFT: "no card of the pack is higher",
    DecisionKind.BID_CARD: "no card there is higher",
    DecisionKind.TOKEN_MOVE: "it makes your councils strongest",
    DecisionKind.PLACE_ALLY: "it makes your councils strongest",
    DecisionKind.PLACE_TOKEN: "it makes your councils strongest",
    DecisionKind.TAKE: "no card there is higher",
    DecisionKind.DISCARD: "no card of yours is lower",
}
"""The simple player's reasons for its choices; the other ones are obvious."""


def sensible_moves(position: View | WorkingCopy, seat: int) -> Sequence[Move]:
    """Return the legal moves that seem best for a leader who must decide."""
    moves, table = list_answers(position, seat), position.table
    asking = table.asking
    if isinstance(asking, Turn):
        return (_bid(table, seat, asking.see_hidden(position, seat), moves),)
    found = None if asking is None else _WORTH.get(asking.KIND)
    if found is None:
        return moves
    worths = [found(table, seat, move) for move in moves]
    most = max(worths)
    return [move for move, worth in zip(moves, worths, strict=True) if worth == most]


def play_on(
    state: GameState, players: Sequence[object], rngs: Sequence[RandomSource | None]
) -> GameState:
    """Play until a seat without one of the two players above must decide, or no seat must.

    These players store nothing, so they can choose from a working copy of the game and change it.

    >>> import random
    >>> from westeros_intrigue.games.btwixt import setup
    >>> play_on(setup(3, seed=1), [random_player] * 3, [random.Random(1)] * 3)
    <GameState: 3 players, winter, round 4, game-over>

    Args:
        state: any state.
        players: the player of each seat, from seat 0.
        rngs: the source of random numbers of each seat.

    Raises:
        InvalidValue: the table has more or fewer seats.
        WrongType: an argument has the wrong type.

    Rules: order.depth.
    """
    values.check_type("state", state, GameState)
    seat = state.active_player
    found = bots.find_choices(_MOVES, state.players, players, rngs)
    if seat is None or found[seat] is None:
        return state
    game = WorkingCopy(state)
    while question := question_of(game):
        seat = question.seat
        candidates, source = found[seat], rngs[seat]
        if candidates is None or source is None:
            break
        game.answer(seat, choose(candidates(game, seat), source))
    return game.freeze()


def _one(candidates: Callable[[View, int], Sequence[Move]], view: View, rng: RandomSource) -> Move:
    return choose(candidates(view, find_asked_seat(view, View, rng)), rng)


def _bid(table: Public, seat: int, hand: Cards, moves: Sequence[Move]) -> Move:
    """Return the highest card while it is worth playing and another seat leads; else kneel."""
    value, total = table.box.value, table.box.total
    cards = [(value(move.card), move) for move in moves if isinstance(move, Play)]
    kneel = moves[len(cards)]  # since playing comes before kneeling
    totals = [*map(total, table.piles)]
    order = table.turn_order
    leader = max(order, key=totals.__getitem__)  # the first of equal ones
    alone = table.knelt.count(False) == 1
    if not cards or (leader == seat and (any(totals) or alone)):
        return kneel
    needed = totals[leader] - totals[seat] + (order.index(leader) < order.index(seat))
    spent = total([card for player, card in table.plays if player == seat])
    prize = sum(table.box.power(each.ally) for each in table.current)
    rounds_left = table.players + 2 - table.round_number
    whole = total(hand) + spent
    price = whole if rounds_left == 1 else whole / rounds_left * (0.9 + 0.25 * (prize - _POWER))
    if alone:
        # The last to bid needs only the cheapest card that wins.
        enough = [pair for pair in cards if pair[0] >= needed]
        if enough:
            cost, move = min(enough, key=itemgetter(0))
            return move if spent + cost <= 1.5 * price else kneel
        is_worth_it = spent + needed <= price
    else:
        is_worth_it = spent < price and spent + needed <= 1.6 * price
    return max(cards, key=itemgetter(0))[1] if is_worth_it else kneel


_POWER = 4.2  # the approximate power of an ally


def estimate_powers(table: Public) -> list[int]:
    """Return the public part of the councils' powers."""
    return [
        table.power_of(council.allies) + _TOKEN * len(council.tokens) for council in table.councils
    ]


def _gain_card(table: Public, _seat: int, move: Move) -> int:
    return table.box.value(move.card) if isinstance(move, Draft | Choose) and move.card else 0


def _lose_card(table: Public, seat: int, move: Move) -> int:
    return -_gain_card(table, seat, move)


def _standing(table: Public, seat: int, move: Move) -> int:
    """Rate a leader's position after placing an ally or a token, or moving a token.

    The small council counts most, then the other council.
    """
    powers = estimate_powers(table)
    if isinstance(move, Choose) and move.council is not None:
        if move.to is not None:
            powers[move.council] -= _TOKEN
            powers[move.to] += _TOKEN
        elif isinstance(table.asking, PlaceAlly):
            allies = table.councils[move.council].allies
            larger = table.power_of((*allies, table.asking.ally))
            powers[move.council] += larger - table.power_of(allies)
        else:
            powers[move.council] += _TOKEN
    small, other = sort_powers(powers, seat)
    return 4 * small + other


_WORTH: dict[DecisionKind, Callable[[Public, int, Move], int]] = {
    DecisionKind.DRAFT: _gain_card,
    DecisionKind.BID_CARD: _gain_card,
    DecisionKind.TOKEN_MOVE: _standing,
    DecisionKind.PLACE_ALLY: _standing,
    DecisionKind.PLACE_TOKEN: _standing,
    DecisionKind.TAKE: _gain_card,
    DecisionKind.DISCARD: _lose_card,
    DecisionKind.OFFER: _gain_card,
    DecisionKind.CANCEL: _gain_card,
}
"""For each question with a sensible answer, the worth of a move."""
_MOVES: tuple[tuple[Player, Callable[[View | WorkingCopy, int], Sequence[Move]]], ...] = (
    (random_player, list_answers),
    (simple_player, sensible_moves),
)
"""The players that store nothing, each with the moves among which it chooses at random."""


@attrs.frozen(field_transformer=limits.add_checks)
class SearchPlayer(values.Value):
    """A player that plays out the round after each possible bid, and chooses the best.

    In worlds drawn from its view, all leaders continue as simple players. The best bid leads to the
    highest chance of winning the game, estimated from the powers of the councils and the values of
    the hands. The player answers all other questions like the simple player.

    >>> import random
    >>> from westeros_intrigue.games.btwixt import observe, setup
    >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
    >>> view = observe(setup(3, seed=1, leaders=leaders), 0)
    >>> print(SearchPlayer(4)(view, random.Random(1)))
    play betrayal

    Raises:
        InvalidValue: the number is out of range.
        WrongType: the number is not an int.

    Rules: info.memory, bid.turn.
    """

    worlds: Annotated[int, limits.Range(1, 999_999_999)] = 8
    """The number of worlds for each bid."""

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return a move of the leader of the view."""
        favourite = simple_player(view, rng)
        seat = view.player
        if seat is None or not isinstance(view.table.asking, Turn):
            return favourite
        tried = (favourite, *(move for move in legal_moves(view) if move != favourite))
        tries = islice(worlds(view, rng), self.worlds)
        return surest_move(tried, tries, partial(_chance_after, seat))

    def rate_moves(self, view: View, rng: RandomSource, /, *, playouts: int) -> Ratings[Move]:
        """Return the ratings of all legal moves, also for questions that the search does not try.

        >>> import random
        >>> from westeros_intrigue.games.btwixt import observe, setup
        >>> leaders = ("cersei-lannister", "tyrion-lannister", "jon-snow")
        >>> view = observe(setup(3, seed=1, leaders=leaders), 0)
        >>> print(SearchPlayer().rate_moves(view, random.Random(1), playouts=400).moves[0])
        play pulling-the-strings: 36.4 ± 0.0 %

        Args:
            view: the view of the seat that decides.
            rng: a source of random numbers, such as `random.Random(1)`.
            playouts: the number of games to play, shared by the moves; at least one each.
        """
        seat = find_asked_seat(view, View, rng)
        tried = legal_moves(view)
        tries = islice(worlds(view, rng), share_playouts(playouts, tried))
        measure = "the chance of winning the game"
        return rate_in_worlds(seat, measure, tried, tries, partial(_chance_after, seat))


def _chance_after(seat: int, world: GameState, first: Move) -> float:
    """Return a leader's chance of winning after the end of the round in which a move is made."""
    game = WorkingCopy(world)
    table = game.table
    now = table.season, table.round_number
    game.answer(seat, first)
    while (question := question_of(game)) and (table.season, table.round_number) == now:
        game.answer(question.seat, sensible_moves(game, question.seat)[0])
    return _chance_to_win(table, seat, [*map(table.box.total, game.hands)])


# Fitted to whole games of simple players: the worth of a round, the weight of the larger council,
# and how the chances depend on the rounds left.
_PRIZE = 6.2
_OTHER = 1.35
_SPREAD, _SPREAD_A_ROUND = 2.1, 1.8


def _chance_to_win(table: Public, seat: int, hands: list[int]) -> float:
    """Estimate a leader's chance of winning from the powers of councils and values of hands.

    Each leader is expected to win rounds of the season in proportion to the value of their hand,
    and to place half of the gains in each council.
    """
    players = table.players
    in_season = 0 if table.final else players + 2 - table.round_number
    seasons_left = len(table.variant.seasons(players)) - 1 - table.season_index
    a_value = _PRIZE * in_season / 2 / (sum(hands) or 1)
    powers = [
        power + a_value * (hands[council] + hands[(council + 1) % players])
        for council, power in enumerate(estimate_powers(table))
    ]
    spread = _SPREAD + _SPREAD_A_ROUND * (in_season + seasons_left * (players + 1))
    standings = []
    for own in range(players):
        small, other = sorted((powers[own], powers[own - 1]))
        standings.append((small + _OTHER * other) / spread)
    return 1 / sum(math.exp(min(each - standings[seat], 50)) for each in standings)


PLAYERS: NamedPlayers[Player] = bots.searching_players(
    "btwixt", random_player, simple_player, reason, SearchPlayer, seconds=0.002
)
"""The players by name, each with a sentence that helps users choose."""
