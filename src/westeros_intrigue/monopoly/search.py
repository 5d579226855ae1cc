"""A player that searches: it tries its moves in games that could be behind its view."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import attrs

from westeros_intrigue.base.chance import RandomSource
from westeros_intrigue.base.limits import Range
from westeros_intrigue.base.named_players import NamedPlayers
from westeros_intrigue.base.questions import asked_seat
from westeros_intrigue.base.values import Value
from westeros_intrigue.base.world_search import searching_players, surest_move
from westeros_intrigue.monopoly import moves
from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.loop import play
from westeros_intrigue.monopoly.moves import Bundle, Move, Offer
from westeros_intrigue.monopoly.options import builds, legal, options
from westeros_intrigue.monopoly.players import (
    Player,
    random_player,
    reason,
    sensible_move,
    simple_player,
    worth,
)
from westeros_intrigue.monopoly.property import set_sale
from westeros_intrigue.monopoly.state import GameState, View
from westeros_intrigue.monopoly.steps import RAISING, Decision, Question, head
from westeros_intrigue.monopoly.table import Holdings, Phase, solvent_after
from westeros_intrigue.monopoly.trades import declined_coins, tradable
from westeros_intrigue.monopoly.views import determinize

_TURNS = 24
"""The turns that a playout goes on; by then most rents of some laps have been paid."""
_MOST_OFFERS = 2
"""The offers that are tried at most."""
_TRIED = frozenset({Decision.PURCHASE, Decision.ANSWER, Decision.JAIL, Decision.SITING})
"""The decisions in which every kind of move but sales and mortgages is tried."""


@attrs.frozen
class SearchPlayer(Value):
    """A player that plays its moves out in worlds drawn from its view, and chooses the best.

    In each world all moves meet the same dice and cards, and simple players go on for some turns.
    The best move has the largest share of the wealth at the end, on average.

    >>> import random
    >>> from westeros_intrigue.monopoly import apply, observe, parse_move, setup
    >>> state = apply(setup(2, seed=1), parse_move("pass"))
    >>> SearchPlayer(4)(observe(state, 0), random.Random(1))
    Buy()

    Raises:
        InvalidValue: the number is out of range.
        WrongType: it is not an int.

    Rules: info.views, info.deck.
    """

    worlds: int = attrs.field(default=16, validator=Range(1, 999_999_999))
    """The number of worlds for each decision."""

    def __call__(self, view: View, rng: RandomSource) -> Move:
        """Return a move of the player of the view."""
        player = asked_seat(view, View, rng)
        tried = _tried(view.table, player)
        if len(tried) == 1:
            return tried[0]
        worlds = (determinize(view, rng) for _ in range(self.worlds))
        return surest_move(tried, worlds, lambda world, move: _share_after(world, player, move))


def _tried(holdings: Holdings, player: int) -> tuple[Move, ...]:
    """Return the moves worth a try, the simple player's first."""
    favourite = sensible_move(holdings, player)
    decision = head(holdings.agenda, Question).KIND
    found: list[Move] = [favourite]
    if decision is Decision.FLOOR:
        found += [*builds(holdings, player), moves.StandBy()]
        if player == holdings.turn_player:
            found += islice(legal(holdings, player, _offers(holdings, player)), _MOST_OFFERS)
    elif decision is Decision.BID:
        # One step up or out: later bids are decided when they are asked for.
        others = options(holdings, player)
        found += [move for move in (others[0], moves.Pass()) if isinstance(move, _IN_AUCTIONS)]
    elif decision in _TRIED:
        found += [move for move in options(holdings, player) if not isinstance(move, RAISING)]
    return tuple(dict.fromkeys(found))


def _offers(holdings: Holdings, player: int) -> Iterator[Offer]:
    """Yield offers for deeds that go with the player's own, at prices simple players accept.

    What a partner declined is not offered again for as many coins.
    """
    declined = declined_coins(holdings)
    board, deeds, cash = holdings.board, holdings.deeds, holdings.cash[player]
    spare = tradable(holdings, player)
    wanted = [
        (sum(deeds[other].owner != player for other in board.siblings[space]), space, partner)
        for partner in solvent_after(holdings, player)
        for space in tradable(holdings, partner)
        if any(deeds[other].owner == player for other in board.siblings[space])
    ]
    for _, space, partner in sorted(wanted):
        price = 2 * worth(holdings, partner, space) + 1
        take = Bundle((space,))
        if declined.get((partner, take, ()), 0) < price <= cash:
            yield Offer(partner, Bundle(coins=price), take)
        for given in spare:
            coins = max(price - 2 * worth(holdings, partner, given), 0)
            is_new = declined.get((partner, take, (given,)), -1) < coins
            if is_new and given not in board.siblings[space] and coins <= cash:
                yield Offer(partner, Bundle((given,), coins=coins), take)


_IN_AUCTIONS = (moves.Bid, moves.Pass)


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
    """Return the coins of a player, and what the deeds and buildings are worth."""
    board, deeds = holdings.board, holdings.deeds
    wealth = float(holdings.cash[player])
    for space in board.deed_spaces:
        deed = deeds[space]
        if deed.owner != player:
            continue
        # Deeds that raise each other's rent are worth more together.
        siblings = board.siblings[space]
        owned = sum(deeds[other].owner == player for other in siblings)
        worth = board.prices[space] * (1 + owned / len(siblings))
        wealth += worth / 2 if deed.mortgaged else worth
        if deed.level:
            wealth += 3 * set_sale(holdings, (space,))
    return wealth


PLAYERS: NamedPlayers[Player] = searching_players(
    random_player, simple_player, reason, SearchPlayer
)
"""The players by name, each with a sentence for people who choose between them."""
