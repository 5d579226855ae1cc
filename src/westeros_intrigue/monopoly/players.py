"""Players: functions from a view to a move, a random one and one of plain sense."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from typing_extensions import TypeAliasType

from westeros_intrigue.base.chance import RandomSource, random_below
from westeros_intrigue.base.questions import asked_seat
from westeros_intrigue.monopoly import moves, steps
from westeros_intrigue.monopoly.auctions import lowest_bid
from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.loop import play
from westeros_intrigue.monopoly.moves import Move
from westeros_intrigue.monopoly.options import builds, options, raising, redeems
from westeros_intrigue.monopoly.property import building_cost, is_built_on, owns_set
from westeros_intrigue.monopoly.space_sets import spaces_of
from westeros_intrigue.monopoly.spaces import SpaceKind
from westeros_intrigue.monopoly.state import GameState, View
from westeros_intrigue.monopoly.steps import head
from westeros_intrigue.monopoly.table import Holdings
from westeros_intrigue.monopoly.trades import declined_coins

Player = TypeAliasType("Player", Callable[[View, RandomSource], Move])
"""A player: a function from a view and a source of random numbers to a move.

It is called only when its player is to decide, and never sees a state.
"""

_RESERVE = 8
"""The coins that a simple player saves for rents."""
_SPARE = 2
"""The coins that a simple player saves when it buys."""
_NEARLY = 2
"""The factor of a deed's worth where it completes a set."""


def random_player(view: View, rng: RandomSource) -> Move:
    """Return a move at random, each of `legal_moves` equally likely; it makes no offers.

    >>> import random
    >>> from westeros_intrigue.monopoly import observe, setup
    >>> random_player(observe(setup(2, seed=1), 0), random.Random(1))
    Pass()

    Raises:
        WrongType: `view` is not a View, or `rng` not a source of random numbers.
        InvalidValue: the viewer is not to decide.
    """
    found = options(view.table, asked_seat(view, View, rng))
    return found[random_below(len(found), rng)]


def simple_player(view: View, rng: RandomSource) -> Move:
    """Return the move of a player of plain sense; it draws no random number.

    - It buys what it lands on and can pay, and bids up to the price of a deed; twice the price for
      a deed that completes a set or denies another player one.
    - It builds where a building costs least for the rent it adds, as long as a reserve is left,
      redeems deeds of its sets, and asks every rent.
    - It offers coins for the last deed of a set, twice as many after each refusal, and accepts what
      is worth more than its own part.
    - In debt it mortgages single deeds first, then sells buildings.

    >>> import random
    >>> from westeros_intrigue.monopoly import observe, setup
    >>> simple_player(observe(setup(2, seed=1), 0), random.Random(1))
    StandBy()

    Raises:
        WrongType: `view` is not a View, or `rng` not a source of random numbers.
        InvalidValue: the viewer is not to decide.
    """
    return sensible_move(view.table, asked_seat(view, View, rng))


def play_on(
    state: GameState, players: Sequence[object], rngs: Sequence[RandomSource | None]
) -> GameState:
    """Return the state when a seat decides that neither of the players above has, or nobody does.

    They choose and move on one working copy of the table, as they store nothing of what they see.

    >>> import random
    >>> from westeros_intrigue.monopoly import setup
    >>> play_on(setup(2, seed=1), [random_player] * 2, [random.Random(1)] * 2)
    <GameState: 2 players, turn 29, game-over, sample edition>

    Args:
        state: any state.
        players: the player of each seat, from seat 0.
        rngs: the source of random numbers of each seat.
    """
    choices = [
        next((choose for known, choose in _IN_PLACE if known is player), None) for player in players
    ]
    seat = state.active_player
    if seat is None or choices[seat] is None:
        return state
    draft = Draft.of(state)
    while seat is not None and (choose := choices[seat]) is not None:
        play(draft, seat, choose(draft, seat, rngs[seat]))
        seat = draft.active_player
    return draft.frozen()


def _any_move(draft: Draft, player: int, rng: RandomSource) -> Move:
    found = draft.listed or options(draft, player)
    return found[random_below(len(found), rng)]


def sensible_move(holdings: Holdings, player: int) -> Move:  # noqa: PLR0911 - one a question
    """Return the move of a simple player who is asked."""
    cash, board = holdings.cash[player], holdings.board
    match holdings.agenda[0]:
        case steps.Interval():
            return _floor(holdings, player)
        case steps.Purchase(space=space):
            price = board.prices[space]
            return moves.Buy() if cash - price >= min(_SPARE, price) else moves.PutUp()
        case steps.Auction() as auction:
            lowest = lowest_bid(holdings, auction)
            limit = min(_limit(holdings, player, auction), cash)
            return moves.Bid(lowest) if lowest <= limit else moves.Pass()
        case steps.Answer() as offer:
            given, taken = _sides(holdings, player, offer)
            return moves.Accept() if given > taken else moves.Decline()
        case steps.InJail():
            if holdings.kept_cards[player]:
                return moves.UseCard()
            # While deeds are for sale a turn in jail is a turn lost; later it is a rest from rents.
            unowned = sum(holdings.deeds[space].owner is None for space in board.deed_spaces)
            pays = cash >= board.edition.jail_fee and unowned > len(board.deed_spaces) // 3
            return moves.PayFee() if pays else moves.TryDouble()
        case steps.Owing():
            return _debt(holdings, player)
        case steps.RentClaim():
            return moves.Demand()
        case _:
            return options(holdings, player)[0]


def reason(view: View, move: Move) -> str:
    """Return why a simple player makes a move, as the end of a sentence; empty if it is plain.

    >>> from westeros_intrigue.monopoly import observe, setup
    >>> reason(observe(setup(2, seed=1), 0), moves.StandBy())
    'no building and no deed of a set can be had now with 8 coins left'
    """
    holdings, player, told = view.table, view.player or 0, ""
    step, board = holdings.agenda[0], holdings.board
    match move:
        case moves.Buy() | moves.PutUp():
            price = board.prices[head(holdings.agenda, steps.Purchase).space]
            told = f"it costs {price}, and you have {holdings.cash[player]} coins"
        case moves.Bid() | moves.Pass() if isinstance(step, steps.Auction):
            told = f"it is worth {_limit(holdings, player, step)} coins to you"
        case moves.Build(space=space):
            added, _ = _gain(holdings, space)
            cost = building_cost(holdings, space)
            told = f"it adds {added * cost:.0f} coins of rent for {cost}"
        case moves.Redeem() | moves.Offer():
            told = f"the set is yours then, and {_RESERVE} coins are left for rents"
        case moves.StandBy():
            told = f"no building and no deed of a set can be had now with {_RESERVE} coins left"
        case moves.Accept() | moves.Decline() if isinstance(step, steps.Answer):
            given, taken = _sides(holdings, player, step)
            told = f"you get what is worth {given} coins to you, for {taken}"
        case moves.PayFee():
            told = "many deeds are still for sale"
        case moves.TryDouble():
            told = "in jail no rent is due"
        case moves.Mortgage() | moves.Sell():
            told = "of all ways to pay the debt it costs the least rent"
    return told


def _floor(holdings: Holdings, player: int) -> Move:
    if affordable := builds(holdings, player, _RESERVE):
        return max(affordable, key=lambda move: _gain(holdings, move.space))
    for move in redeems(holdings, player, _RESERVE):
        if owns_set(holdings, player, move.space):
            return move
    return _wanted_deed(holdings, player) or moves.StandBy()


def _gain(holdings: Holdings, space: int) -> tuple[float, int]:
    """Return how much rent the next building adds for its cost, and the space."""
    rents, level = holdings.board.rents[space], holdings.deeds[space].level
    return (rents[level + 1] - rents[level]) / building_cost(holdings, space), space


def _wanted_deed(holdings: Holdings, player: int) -> moves.Offer | None:
    """Return an offer of coins for the one deed that a set lacks, once in an own turn.

    What an owner declined is not offered again, but twice the coins.
    """
    made = head(holdings.agenda, steps.Interval).offers[player]
    if player != holdings.turn_player or made or not holdings.variant.offers:
        return None
    owned, spare = holdings.owned[player], holdings.cash[player] - _RESERVE
    for bits in holdings.board.group_bits if spare > 2 * _NEARLY else ():
        lacking = spaces_of(bits & ~owned)
        if len(lacking) != 1 or (owner := holdings.deeds[lacking[0]].owner) is None:
            continue
        # One coin more than the deed is worth to its owner, by the worth that is used here.
        price = 2 * _NEARLY * holdings.board.prices[lacking[0]] + 1
        if price > spare or is_built_on(holdings, lacking[0]):
            continue
        take = moves.Bundle(lacking)
        price = max(price, 2 * declined_coins(holdings).get((owner, take, ()), 0))
        if price <= spare:
            return moves.Offer(owner, moves.Bundle(coins=price), take)
    return None


def worth(holdings: Holdings, player: int, space: int) -> int:
    """Return how many coins a deed is worth to a player."""
    price = holdings.board.prices[space]
    others = [other for other in holdings.board.sets[space] if other != space]
    owners = {holdings.deeds[other].owner for other in others}
    if len(owners) == 1 and None not in owners:
        return price * _NEARLY * (2 if owners == {player} else 1)
    return price + (holdings.board.kinds[space] is not SpaceKind.LOCATION)


def _limit(holdings: Holdings, player: int, auction: steps.Auction) -> int:
    """Return how many coins the object of an auction is worth to a player."""
    if auction.level is not None:
        return building_cost(holdings, auction.space)
    return worth(holdings, player, auction.space)


def _sides(holdings: Holdings, player: int, offer: steps.Answer) -> list[int]:
    """Return how many coins the two sides of an offer are worth to a player."""
    return [
        side.coins + 2 * (side.cards + sum(worth(holdings, player, at) for at in side.deeds))
        for side in (offer.give, offer.take)
    ]


def _debt(holdings: Holdings, player: int) -> Move:
    found = list(raising(holdings, player))
    mortgages = [move for move in found if isinstance(move, moves.Mortgage)]
    if mortgages:
        return min(mortgages, key=lambda move: _mortgage_order(holdings, player, move.space))
    sales = [move for move in found if isinstance(move, moves.Sell)]
    if sales:
        return min(sales, key=lambda move: _rent_lost(holdings, move.space))
    return found[-1] if found else moves.GiveUp()


def _mortgage_order(holdings: Holdings, player: int, space: int) -> tuple[bool, int, int]:
    in_set = owns_set(holdings, player, space)
    return in_set, holdings.board.prices[space], space


def _rent_lost(holdings: Holdings, space: int) -> int:
    rents, level = holdings.board.rents[space], holdings.deeds[space].level
    return rents[level] - rents[level - 1]


_IN_PLACE: tuple[tuple[Player, Callable[[Draft, int, Any], Move]], ...] = (
    (random_player, _any_move),
    (simple_player, lambda draft, player, _rng: sensible_move(draft, player)),
)
"""The players that choose on any table, with what they choose."""
