"""Players: functions that choose a move from a view, two simple ones, and games between them.

Rules: interval.floor, auction.protocol, trade.offer, info.views.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from typing_extensions import TypeAliasType

from westeros_intrigue.base.chance import RandomSource, check_source, random_below
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.named_players import NamedPlayers, one_player
from westeros_intrigue.base.values import check_integer, check_type
from westeros_intrigue.monopoly.chance import draw_seed
from westeros_intrigue.monopoly.editions import Edition
from westeros_intrigue.monopoly.game import apply, legal_moves, setup
from westeros_intrigue.monopoly.moves import (
    Accept,
    Bid,
    Build,
    Bundle,
    Buy,
    Decline,
    Demand,
    Mortgage,
    Move,
    Offer,
    Pass,
    PayFee,
    Redeem,
    Sell,
    StandBy,
    TryDouble,
    UseCard,
)
from westeros_intrigue.monopoly.property import owns_set
from westeros_intrigue.monopoly.spaces import SpaceKind
from westeros_intrigue.monopoly.state import GameState, View
from westeros_intrigue.monopoly.steps import Answer, Auction, Decision, Interval, Purchase, head
from westeros_intrigue.monopoly.table import STANDARD, Table, Variant
from westeros_intrigue.monopoly.views import observe

Player = TypeAliasType("Player", Callable[[View, RandomSource], Move])
"""A player: from what its seat may know, and a source of random numbers, to one of its moves.

It is called only when its seat is to decide, and never sees a state.
"""

_RESERVE = 4
"""The coins that a simple player keeps for rents."""
_NEARLY = 2
"""How much more a deed is worth to whom it gives a set."""


def random_player(view: View, rng: RandomSource) -> Move:
    """Return a move at random, each of `legal_moves` equally likely; it makes no offers.

    >>> from westeros_intrigue.monopoly import setup
    >>> random_player(observe(setup(2, seed=1), 0), random.Random(1))
    Pass()

    Raises:
        WrongType: `view` is no View, or `rng` no source of random numbers.
        InvalidValue: the viewer is not to decide.
    """
    moves = _moves(view, rng)
    return moves[random_below(len(moves), rng)]


def simple_player(view: View, rng: RandomSource) -> Move:
    """Return the move of a player of plain sense; it draws no random number.

    - It buys what it lands on and can pay, and bids up to the price of a deed; twice the price for
      a deed that completes a set or keeps another player from one.
    - It builds where a building costs least for the rent it adds, as long as a reserve is left,
      redeems deeds of its sets, and asks every rent.
    - It offers coins for the last deed of a set, and accepts what is worth more than it gives.
    - In debt it mortgages single deeds first, then sells buildings.

    >>> from westeros_intrigue.monopoly import setup
    >>> simple_player(observe(setup(2, seed=1), 0), random.Random(1))
    StandBy()

    Raises:
        WrongType: `view` is no View, or `rng` no source of random numbers.
        InvalidValue: the viewer is not to decide.
    """
    moves = _moves(view, rng)
    player = view.player
    assert player is not None  # noqa: S101 - for the type checker: a spectator has no moves
    choose = _CHOICES.get(view.decision)
    return choose(view.table, player, moves) if choose is not None else moves[0]


def _floor(table: Table, player: int, moves: Sequence[Move]) -> Move:
    cash = table.cash[player]
    builds = [move for move in moves if isinstance(move, Build)]
    affordable = [move for move in builds if _cost(table, move.space) + _RESERVE <= cash]
    if affordable:
        return max(affordable, key=lambda move: _gain(table, move.space))
    for move in moves:
        if (
            isinstance(move, Redeem)
            and table.board.unmortgages[move.space] + _RESERVE <= cash
            and owns_set(table, player, table.board.sets[move.space])
        ):
            return move
    return _wanted_deed(table, player) or StandBy()


def _cost(table: Table, space: int) -> int:
    board = table.board
    if table.deeds[space].level == board.castle_level - 1:
        return board.castle_costs[space]
    return board.holdfast_costs[space]


def _gain(table: Table, space: int) -> tuple[float, int]:
    rents = table.board.rents[space]
    level = table.deeds[space].level
    return (rents[level + 1] - rents[level]) / _cost(table, space), space


def _wanted_deed(table: Table, player: int) -> Offer | None:
    """Return an offer of coins for the one deed that a set lacks, once an interval."""
    cash = table.cash[player]
    made = head(table.agenda, Interval).offers[player]
    if player != table.turn_player or made or not table.variant.offers:
        return None
    for spaces in table.board.groups.values():
        lacking = [space for space in spaces if table.deeds[space].owner != player]
        if len(lacking) != 1:
            continue
        owner = table.deeds[lacking[0]].owner
        # One coin more than the deed is worth to its owner, by the worth that is used here.
        price = 2 * _NEARLY * table.board.prices[lacking[0]] + 1
        if owner is not None and price + _RESERVE <= cash:
            return Offer(owner, Bundle(coins=price), Bundle((lacking[0],)))
    return None


def _worth(table: Table, player: int, space: int) -> int:
    """Return what a deed is worth to a player."""
    price = table.board.prices[space]
    others = [other for other in table.board.sets[space] if other != space]
    owners = {table.deeds[other].owner for other in others}
    if len(owners) == 1 and None not in owners:
        return price * _NEARLY * (2 if owners == {player} else 1)
    if table.board.kinds[space] is not SpaceKind.LOCATION:
        return price + 1
    return price


def _purchase(table: Table, player: int, moves: Sequence[Move]) -> Move:
    price = table.board.prices[head(table.agenda, Purchase).space]
    if Buy() in moves and table.cash[player] - price >= min(2, price):
        return Buy()
    return moves[1] if moves[0] == Buy() else moves[0]


def _bid(table: Table, player: int, moves: Sequence[Move]) -> Move:
    step = head(table.agenda, Auction)
    limit = (
        _cost(table, step.space) if step.level is not None else _worth(table, player, step.space)
    )
    if isinstance(moves[0], Bid) and moves[0].amount <= limit:
        return moves[0]
    return Pass()


def _answer(table: Table, player: int, _moves: Sequence[Move]) -> Move:
    step = head(table.agenda, Answer)

    def value(bundle: Bundle) -> int:
        deeds = sum(2 * _worth(table, player, space) for space in bundle.deeds)
        return deeds + bundle.coins + 2 * bundle.cards

    return Accept() if value(step.give) > value(step.take) else Decline()


def _jail(table: Table, _player: int, moves: Sequence[Move]) -> Move:
    if UseCard() in moves:
        return UseCard()
    # While deeds are to be had a turn in jail is a turn lost; later it is a rest from rents.
    unowned = sum(table.deeds[space].owner is None for space in table.board.deed_spaces)
    if PayFee() in moves and unowned > len(table.board.deed_spaces) // 3:
        return PayFee()
    return TryDouble()


def _debt(table: Table, player: int, moves: Sequence[Move]) -> Move:
    mortgages = [move for move in moves if isinstance(move, Mortgage)]
    if mortgages:
        return min(mortgages, key=lambda move: _mortgage_order(table, player, move.space))
    sales = [move for move in moves if isinstance(move, Sell)]
    return min(sales, key=lambda move: _gain_lost(table, move.space)) if sales else moves[-1]


def _mortgage_order(table: Table, player: int, space: int) -> tuple[bool, int, int]:
    in_set = owns_set(table, player, table.board.sets[space])
    return in_set, table.board.prices[space], space


def _gain_lost(table: Table, space: int) -> int:
    rents = table.board.rents[space]
    level = table.deeds[space].level
    return rents[level] - rents[level - 1]


def _rent(_table: Table, _player: int, _moves: Sequence[Move]) -> Move:
    return Demand()


_CHOICES: dict[Decision | None, Callable[[Table, int, Sequence[Move]], Move]] = {
    Decision.FLOOR: _floor,
    Decision.PURCHASE: _purchase,
    Decision.BID: _bid,
    Decision.ANSWER: _answer,
    Decision.JAIL: _jail,
    Decision.DEBT: _debt,
    Decision.RENT: _rent,
}


def _moves(view: View, rng: RandomSource) -> Sequence[Move]:
    check_type("view", view, View)
    check_source(rng)
    moves = legal_moves(view)
    if not moves:
        who = "a spectator" if view.player is None else f"player {view.player}"
        raise InvalidValue(f"{who} is not to decide: ask player {view.active_player}")
    return moves


def play_game(
    players: Sequence[Player],
    *,
    edition: Edition | None = None,
    seed: int | None = None,
    rng: RandomSource | None = None,
    first_player: int = 0,
    variant: Variant = STANDARD,
) -> GameState:
    """Play a game to its end and return the last state.

    Each player is shown its own view and nothing else.

    >>> final = play_game([simple_player, random_player], seed=1)
    >>> final.is_over
    True

    Args:
        players: one for each seat, from 0.
        edition: the numbers; by default `SAMPLE`.
        seed: an int of at least 0, for the game's chance and for the players' random numbers.
        rng: a source of random numbers in its place.
        first_player: the seat that begins, from 0.
        variant: what can vary.

    Raises:
        IllegalMove: a player chose a move that the rules refuse.
        InvalidValue: a number out of range, or both seed and rng.
        WrongType: an argument of another type.
    """
    check_type("players", players, Sequence)
    if seed is not None and rng is not None:
        raise InvalidValue("give only one of seed and rng")
    if rng is None:
        chosen = None if seed is None else check_integer("seed", seed, 0)
        rng = random.SystemRandom() if chosen is None else random.Random(chosen)  # noqa: S311 - a game
    state = setup(
        len(players),
        edition,
        seed=draw_seed(rng) if seed is None else seed,
        first_player=first_player,
        variant=variant,
    )
    while (seat := state.active_player) is not None:
        state = apply(state, players[seat](observe(state, seat), rng), player=seat)
    return state


PLAYERS: NamedPlayers[Player] = NamedPlayers(
    (
        one_player("random", "makes any move", random_player),
        one_player("simple", "makes moves of plain sense", simple_player),
    ),
    "simple",
    {},
)
"""The players by name, each with a sentence for people who choose between them."""
