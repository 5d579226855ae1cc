"""Players, functions from a view to a move: a random, a simple, a trading and a searching one.

The search tries its moves in games consistent with its view.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Annotated, Any

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit.agenda import first_step
from westeros_intrigue.gamekit.chance import RandomSource, check_source, random_below
from westeros_intrigue.gamekit.limits import Range, add_checks
from westeros_intrigue.gamekit.players import NamedPlayers, one_player
from westeros_intrigue.gamekit.ratings import (
    Ratings,
    rate_in_worlds,
    share_playouts,
    surest_move,
)
from westeros_intrigue.gamekit.values import Value, check_type
from westeros_intrigue.games import bots
from westeros_intrigue.games.bots import find_asked_seat
from westeros_intrigue.games.monopoly.knowledge import questions
from westeros_intrigue.games.monopoly.pieces.spaces import SpaceKind, coins, spaces_of
from westeros_intrigue.games.monopoly.position import moves
from westeros_intrigue.games.monopoly.position.moves import Bundle, Move, Offer
from westeros_intrigue.games.monopoly.position.state import (
    Decision,
    Draft,
    GameState,
    Question,
    View,
    building_cost,
    is_built_on,
    rent_of,
    set_sale,
)
from westeros_intrigue.games.monopoly.position.table import Holdings, Phase, solvent_after
from westeros_intrigue.games.monopoly.turns import acts, dealings, throws, trading
from westeros_intrigue.games.monopoly.turns.dealings import RAISING
from westeros_intrigue.games.monopoly.turns.legality import options
from westeros_intrigue.games.monopoly.turns.throws import play

Player = TypeAliasType("Player", Callable[[View, RandomSource], Move])
"""A player: a function from a view and a source of random numbers to a move.

It is called only when its player must decide, and never sees a state.
"""

_RESERVE = 8
"""The coins that a simple player saves for rents."""
_SPARE = 2
"""The coins that a simple player saves when it buys."""
_NEARLY = 2
"""The factor of a deed's worth if it completes a set."""


def random_player(view: View, rng: RandomSource) -> Move:
    """Return a random move, uniform over `legal_moves`; it makes no offers.

    >>> import random
    >>> from westeros_intrigue.games.monopoly import observe, setup
    >>> random_player(observe(setup(2, seed=1), 0), random.Random(1))
    Pass()

    Args:
        view: the view of the seat that decides.
        rng: a source of random numbers, such as `random.Random(1)`.

    Raises:
        WrongType: `view` is not a View, or `rng` not a source of random numbers.
        InvalidValue: the viewer is not to decide.
    """
    return _choose_from(_any_move, view, rng)


def simple_player(view: View, rng: RandomSource) -> Move:
    """Return a sensible move, without using random numbers.

    - It buys every deed that it lands on and can afford. It bids up to the price of a deed, or
      twice the price if the deed completes a set or denies one to another player.
    - It builds and redeems as long as a reserve is left, and demands every rent. In jail, it tries
      for a double.
    - It offers coins for the last deed of a set, doubling them after each refusal, and accepts
      offers that bring it more than they cost.
    - In debt, it mortgages deeds first, then sells buildings.

    >>> import random
    >>> from westeros_intrigue.games.monopoly import observe, setup
    >>> simple_player(observe(setup(2, seed=1), 0), random.Random(1))
    StandBy()

    Args:
        view: the view of the seat that decides.
        rng: unused; every player has it.

    Raises:
        WrongType: `view` is not a View, or `rng` not a source of random numbers.
        InvalidValue: the viewer is not to decide.
    """
    return _choose_from(sensible_move, view, rng)


def trader_player(view: View, rng: RandomSource) -> Move:
    """Return the move of a player who trades, without using random numbers.

    - It values deeds by the rents that they earn, and whole sets also by their buildings.
    - It bids up to the value that a deed adds to its own deeds, and buys every deed that it lands
      on and can afford.
    - It makes offers that raise both its own and the partner's share of all players' wealth, and
      accepts offers that raise its own. It never repeats an offer that a partner declined.
    - Otherwise, it plays like the simple player.

    >>> import random
    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange, observe
    >>> state = arrange(SAMPLE, cash=(30, 9, 9), deeds={20: Deed(0), 22: Deed(0), 24: Deed(1)})
    >>> print(trader_player(observe(state, 0), random.Random(1)))
    offer 1: 8c for 24

    Args:
        view: the view of the seat that decides.
        rng: unused; every player has it.

    Raises:
        WrongType: `view` is not a View, or `rng` not a source of random numbers.
        InvalidValue: the viewer is not to decide.
    """
    return _choose_from(trading_move, view, rng)


def play_on(
    state: GameState, players: Sequence[object], rngs: Sequence[RandomSource | None]
) -> GameState:
    """Play until a seat without one of the players above must decide, or no seat must.

    These players store nothing, so they can choose and move on a single working copy of the table.

    >>> import random
    >>> from westeros_intrigue.games.monopoly import setup
    >>> play_on(setup(2, seed=1), [random_player] * 2, [random.Random(1)] * 2)
    <GameState: 2 players, turn 28, game-over, sample edition>

    Args:
        state: any state.
        players: the player of each seat, from seat 0.
        rngs: the source of random numbers of each seat; only the random player needs one.

    Raises:
        InvalidValue: the table has more or fewer seats.
        WrongType: an argument has the wrong type.
    """
    check_type("state", state, GameState)
    choices = bots.find_choices(_IN_PLACE, state.players, players, rngs)
    for choose, rng in zip(choices, rngs, strict=True):
        if choose is _any_move:
            check_source(rng)
    seat = state.active_player
    if seat is None or choices[seat] is None:
        return state
    draft = Draft.of(state)
    while seat is not None and (choose := choices[seat]) is not None:
        play(draft, seat, choose(draft, seat, rngs[seat]))
        seat = draft.active_player
    return draft.freeze()


_Choice = Callable[[Holdings, int, Any], Move]


def _choose_from(choose: _Choice, view: View, rng: RandomSource) -> Move:
    player = find_asked_seat(view, View, rng)
    return choose(view.table, player, rng)


def _any_move(holdings: Holdings, player: int, rng: RandomSource) -> Move:
    found = (isinstance(holdings, Draft) and holdings.listed) or options(holdings, player)
    return found[random_below(len(found), rng)]


def sensible_move(  # noqa: PLR0911 - one a question
    holdings: Holdings, player: int, _rng: object = None
) -> Move:
    """Return the simple player's answer to the open question."""
    match holdings.agenda[0]:
        case dealings.Interval():
            return _floor(holdings, player, _find_simple_offer)
        case throws.Purchase(space=space):
            price = holdings.board.prices[space]
            left = holdings.cash[player] - price
            return moves.Buy() if left >= min(_SPARE, price) else moves.PutUp()
        case dealings.Auction() as auction:
            return _bid(holdings, player, auction, _limit(holdings, player, auction))
        case dealings.Answer() as offer:
            given, taken = _sides(holdings, player, offer)
            return moves.Accept() if given > taken else moves.Decline()
        case throws.InJail():
            return moves.TryDouble()
        case dealings.Owing():
            found = options(holdings, player)
            return found[0] if isinstance(found[-1], moves.SellSet) else found[-1]
        case _:
            return options(holdings, player)[0]


def trading_move(holdings: Holdings, player: int, _rng: object = None) -> Move:
    """Return the trading player's answer to the open question."""
    match holdings.agenda[0]:
        case dealings.Interval():
            return _floor(holdings, player, trading.find_best_offer)
        case dealings.Answer() as offer:
            return moves.Accept() if trading.is_good(holdings, offer) else moves.Decline()
        case throws.Purchase(space=space):
            can_pay = holdings.cash[player] >= holdings.board.prices[space]
            return moves.Buy() if can_pay else moves.PutUp()
        case dealings.Auction(building=None) as auction:
            worth = trading.worth_of_deed(holdings, player, auction.space)
            return _bid(holdings, player, auction, worth)
    return sensible_move(holdings, player)


def _bid(holdings: Holdings, player: int, auction: dealings.Auction, limit: float) -> Move:
    lowest = auction.find_lowest_bid(holdings)
    return moves.Bid(lowest) if lowest <= min(limit, holdings.cash[player]) else moves.Pass()


def reason(view: View, move: Move) -> str:  # noqa: PLR0911 - one a kind of move
    """Return a simple player's reason for a move, as the end of a sentence; empty if obvious.

    >>> from westeros_intrigue.games.monopoly import observe, setup
    >>> reason(observe(setup(2, seed=1), 0), moves.StandBy())
    'nothing to build or redeem is affordable with 8 coins left over'
    """
    holdings, player = view.table, view.player or 0
    step, board = holdings.agenda[0], holdings.board
    match move:
        case moves.Buy() | moves.PutUp():
            price = board.prices[first_step(holdings.agenda, throws.Purchase).space]
            return f"it costs {price}, and you have {coins(holdings.cash[player])}"
        case moves.Bid() | moves.Pass() if isinstance(step, dealings.Auction):
            return f"it is worth {coins(_limit(holdings, player, step))} to you"
        case moves.Build(space=space):
            following = board.rents[space][holdings.deeds[space].level + 1]
            added = following - (rent_of(holdings, space) or 0)
            return f"it adds {coins(added)} of rent for {building_cost(holdings, space)}"
        case moves.Redeem():
            return f"it earns rent again and leaves {_RESERVE} coins for rents"
        case moves.Offer():
            return f"it completes a set and leaves {_RESERVE} coins for rents"
        case moves.StandBy():
            return f"nothing to build or redeem is affordable with {_RESERVE} coins left over"
        case moves.Accept() | moves.Decline() if isinstance(step, dealings.Answer):
            given, taken = _sides(holdings, player, step)
            return f"you get {coins(given)} of value for {taken}"
        case moves.TryDouble():
            return "you pay no rent in jail"
        case moves.Mortgage():
            return "you can redeem the deed when the debt is paid"
        case moves.Sell() | moves.SellSet():
            return "no deed is left to mortgage for the debt"
    return ""


def trader_reason(view: View, move: Move) -> str:
    """Return a trading player's reason for a move, as the end of a sentence; empty if obvious.

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange, observe, parse_move
    >>> state = arrange(SAMPLE, cash=(30, 9, 9), deeds={20: Deed(0), 22: Deed(0), 24: Deed(1)})
    >>> trader_reason(observe(state, 0), parse_move("offer 1: 8c for 24"))
    'you gain more in future rents than the others'
    """
    step = view.table.agenda[0]
    match move:
        case moves.Offer() | moves.Accept():
            return "you gain more in future rents than the others"
        case moves.Decline():
            return "the others gain more in future rents than you"
        case moves.Bid() | moves.Pass() if isinstance(step, dealings.Auction) and not step.building:
            worth = trading.worth_of_deed(view.table, view.player or 0, step.space)
            return f"it is worth {coins(round(worth))} to you"
    return reason(view, move)


def _floor(
    holdings: Holdings, player: int, find_offer: Callable[[Holdings, int], Offer | None]
) -> Move:
    """Return a build, a redemption, at most one offer in a turn, or StandBy."""
    found = acts.builds(holdings, player, _RESERVE) or acts.redeems(holdings, player, _RESERVE)
    if found:
        return found[-1]
    made = first_step(holdings.agenda, dealings.Interval).offers[player]
    may_offer = player == holdings.turn_player and not made and holdings.variant.offers
    return (may_offer and find_offer(holdings, player)) or moves.StandBy()


def _find_simple_offer(holdings: Holdings, player: int) -> moves.Offer | None:
    """Return an offer of coins for the only missing deed of a set.

    Each refusal doubles the offer.
    """
    owned, spare = holdings.owned[player], holdings.cash[player] - _RESERVE
    for bits in holdings.board.group_bits if spare > 2 * _NEARLY else ():
        lacking = spaces_of(bits & ~owned)
        if len(lacking) != 1 or (owner := holdings.deeds[lacking[0]].owner) is None:
            continue
        # One coin more than the deed's worth to its owner, by the estimate used here.
        price = 2 * _NEARLY * holdings.board.prices[lacking[0]] + 1
        if price > spare or is_built_on(holdings, lacking[0]):
            continue
        take = moves.Bundle(lacking)
        price = max(price, 2 * trading.find_declined_coins(holdings).get((owner, lacking, ()), 0))
        if price <= spare:
            return moves.Offer(owner, moves.Bundle(coins=price), take)
    return None


def worth(holdings: Holdings, player: int, space: int) -> int:
    """Return the worth of a deed to a player, in coins."""
    price = holdings.board.prices[space]
    others = holdings.board.set_bits[space] & ~(1 << space)
    owners = {holdings.deeds[other].owner for other in spaces_of(others)}
    if len(owners) == 1 and None not in owners:
        return price * _NEARLY * (2 if owners == {player} else 1)
    return price + (holdings.board.kinds[space] is not SpaceKind.LOCATION)


def _limit(holdings: Holdings, player: int, auction: dealings.Auction) -> int:
    """Return the worth of the object of an auction to a player, in coins."""
    if auction.building is not None:
        return building_cost(holdings, auction.space)
    return worth(holdings, player, auction.space)


def _sides(holdings: Holdings, player: int, offer: dealings.Answer) -> list[int]:
    """Return the worth of both sides of an offer to a player, in coins."""
    return [
        side.coins + 2 * (side.cards + sum(worth(holdings, player, at) for at in side.deeds))
        for side in (offer.give, offer.take)
    ]


_IN_PLACE: tuple[tuple[Player, _Choice], ...] = (
    (random_player, _any_move),
    (simple_player, sensible_move),
    (trader_player, trading_move),
)
"""The players that can choose on any table, with the functions that choose."""


_TURNS = 24
"""The number of turns of a playout, enough for the rents of a few laps."""
_MOST_OFFERS = 2
"""The maximum number of offers to try."""
_TRIED = frozenset({Decision.PURCHASE, Decision.ANSWER, Decision.JAIL, Decision.SITING})
"""The decisions in which the search tries all kinds of moves except sales and mortgages."""


@attrs.frozen(field_transformer=add_checks)
class SearchPlayer(Value):
    """A player that plays out its moves in worlds drawn from its view, and chooses the best.

    In each world, all moves face the same dice and cards, and simple players continue for some
    turns. The best move leads to the largest average share of the wealth.

    >>> import random
    >>> from westeros_intrigue.games.monopoly import apply, observe, parse_move, setup
    >>> state = apply(setup(2, seed=1), parse_move("pass"))
    >>> SearchPlayer(4)(observe(state, 0), random.Random(1))
    Buy()

    Raises:
        InvalidValue: the number is out of range.
        WrongType: the number is not an int.

    Rules: info.views, info.deck.
    """

    worlds: Annotated[int, Range(1, 999_999_999)] = 16
    """The number of worlds for each decision."""

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return a move of the player of the view."""
        player = find_asked_seat(view, View, rng)
        tried = _moves_to_try(view.table, player)
        if len(tried) == 1:
            return tried[0]
        worlds = (questions.determinize(view, rng) for _ in range(self.worlds))
        return surest_move(tried, worlds, lambda world, move: _share_after(world, player, move))

    def rate_moves(self, view: View, rng: RandomSource, /, *, playouts: int) -> Ratings[Move]:
        """Return the ratings of the moves worth trying, or of all if the search would try only one.

        >>> import random
        >>> from westeros_intrigue.games.monopoly import apply, observe, parse_move, setup
        >>> view = observe(apply(setup(2, seed=1), parse_move("pass")), 0)
        >>> found = SearchPlayer().rate_moves(view, random.Random(1), playouts=40)
        >>> print(*found.moves, sep=", ")
        buy: 48.7 ± 2.0 %, put-up: 46.4 ± 2.1 %

        Args:
            view: the view of the seat that decides.
            rng: a source of random numbers, such as `random.Random(1)`.
            playouts: the number of games to play, shared by the moves; at least one each.
        """
        player = find_asked_seat(view, View, rng)
        tried = _moves_to_try(view.table, player)
        if len(tried) == 1:
            tried = tuple(dict.fromkeys((*tried, *options(view.table, player))))
        count = share_playouts(playouts, tried)
        worlds = (questions.determinize(view, rng) for _ in range(count))
        measure = f"the average share of the players' wealth {_TURNS} turns later"
        return rate_in_worlds(
            player, measure, tried, worlds, lambda world, move: _share_after(world, player, move)
        )


def _moves_to_try(holdings: Holdings, player: int) -> tuple[Move, ...]:
    """Return the moves worth trying, the simple player's first."""
    favourite = sensible_move(holdings, player)
    decision = first_step(holdings.agenda, Question).KIND
    found: list[Move] = [favourite]
    if decision is Decision.FLOOR:
        found += [*acts.builds(holdings, player), moves.StandBy()]
        if player == holdings.turn_player:
            found += islice(acts.legal(holdings, player, _offers(holdings, player)), _MOST_OFFERS)
    elif decision is Decision.BID:
        # Raise by one step or pass: later bids are decided when they come.
        found += [options(holdings, player)[0], moves.Pass()]
    elif decision in _TRIED:
        found += [move for move in options(holdings, player) if not isinstance(move, RAISING)]
    return tuple(dict.fromkeys(found))


def _offers(holdings: Holdings, player: int) -> Iterator[Offer]:
    """Yield offers for deeds that match the player's own, at prices that simple players accept.

    Declined offers are not repeated for the same coins.
    """
    declined = trading.find_declined_coins(holdings)
    board, owned, cash = holdings.board, holdings.owned[player], holdings.cash[player]
    spare = acts.tradable(holdings, player)
    wanted = [
        ((board.siblings[space] & ~owned).bit_count(), space, partner)
        for partner in solvent_after(holdings, player)
        for space in acts.tradable(holdings, partner)
        if board.siblings[space] & owned
    ]
    for _, space, partner in sorted(wanted):
        price = 2 * worth(holdings, partner, space) + 1
        take = Bundle((space,))
        if declined.get((partner, take.deeds, ()), 0) < price <= cash:
            yield Offer(partner, Bundle(coins=price), take)
        for given in spare:
            extra = max(price - 2 * worth(holdings, partner, given), 0)
            is_new = declined.get((partner, take.deeds, (given,)), -1) < extra
            is_sibling = board.siblings[space] >> given & 1
            if is_new and not is_sibling and extra <= cash:
                yield Offer(partner, Bundle((given,), coins=extra), take)


def _share_after(world: GameState, player: int, move: Move) -> float:
    """Return a player's share of the wealth some turns after a move in a world."""
    draft = Draft.of(world)
    end = draft.turn_number + _TURNS
    asked: int | None = player
    while asked is not None and draft.turn_number < end and player not in draft.bankrupt:
        play(draft, asked, move)
        asked = draft.active_player
        if asked is not None:
            move = sensible_move(draft, asked)
    if draft.phase is Phase.GAME_OVER or player in draft.bankrupt:
        return float(player not in draft.bankrupt)
    wealth = [_wealth(draft, other) for other in range(len(draft.cash))]
    return wealth[player] / (sum(wealth) or 1)


def _wealth(holdings: Holdings, player: int) -> float:
    """Return the coins of a player plus the worth of the deeds and buildings."""
    board, owned = holdings.board, holdings.owned[player]
    wealth = float(holdings.cash[player])
    for space in spaces_of(owned):
        deed, siblings = holdings.deeds[space], board.siblings[space]
        # Deeds that raise each other's rent are worth more together.
        share = (owned & siblings).bit_count() / siblings.bit_count()
        worth = board.prices[space] * (1 + share)
        wealth += worth / 2 if deed.mortgaged else worth
        if deed.level:
            wealth += 3 * set_sale(holdings, (space,))
    return wealth


PLAYERS: NamedPlayers[Player] = bots.searching_players(
    "monopoly", random_player, simple_player, reason, SearchPlayer,
    one_player(
        "trader", "trades by the earnings of deeds", trader_player, trader_reason, seconds=0.0003
    ),
    seconds=0.004,
)  # fmt: skip
"""The players by name, each with a sentence that helps users choose."""
