"""Offers: who may make one, what an exchange does, and a few simple offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import attrs

from westeros_intrigue.base.questions import answerer
from westeros_intrigue.base.values import replaced
from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.moves import Bundle, Decline, Offer
from westeros_intrigue.monopoly.property import check_position, means_of
from westeros_intrigue.monopoly.sentences import goods
from westeros_intrigue.monopoly.space_sets import spaces_of
from westeros_intrigue.monopoly.state import Position
from westeros_intrigue.monopoly.steps import Answer, Interval, Owing, Purchase, Step, head
from westeros_intrigue.monopoly.table import Holdings, solvent_after


def offers_made(step: Step, player: int) -> int | None:
    """Return how many offers a player has made at a step; None where offers have no place.

    Rules: trade.when, trade.bound.
    """
    if isinstance(step, Interval):
        return step.offers[player]
    if isinstance(step, (Purchase, Owing)):
        return step.offers
    return None


def tradable(holdings: Holdings, player: int) -> tuple[int, ...]:
    """Return the deeds that a player may trade away, ascending.

    Rules: trade.buildings.
    """
    return spaces_of(holdings.owned[player] & ~holdings.built)


def can_offer(holdings: Holdings, player: int) -> bool:
    """Return whether the player who is asked has any legal offer.

    Rules: trade.listing, trade.both, debt.trade.
    """
    step = holdings.agenda[0]
    made = offers_made(step, player)
    if made is None or made >= holdings.variant.offers:
        return False
    if isinstance(step, Owing):
        return any(
            _best_means(holdings, player, partner) >= step.amount
            for partner in solvent_after(holdings, player)
        )
    return _has_exchange(holdings, player)


def _has_exchange(holdings: Holdings, player: int) -> bool:
    """Return whether a player and a partner have a thing, and a thing or coins for it."""
    cash, cards, built = holdings.cash, holdings.kept_cards, holdings.built
    sides = [False, False]
    for seat, owned in enumerate(holdings.owned):
        if owned & ~built or cards[seat]:
            sides[seat == player] = True
    others_have_thing, has_thing = sides
    if has_thing and (others_have_thing or sum(cash) > cash[player]):
        return True
    return others_have_thing and cash[player] > 0


def _best_means(holdings: Holdings, debtor: int, partner: int) -> int:
    """Return the debtor's means after the best imaginable exchange; -1 if there can be none."""
    own, gained = (
        [_raised(holdings, space) for space in tradable(holdings, seat)]
        + [0] * bool(holdings.kept_cards[seat])
        for seat in (debtor, partner)
    )
    means = means_of(holdings, debtor)
    best = -1
    if own and (gained or holdings.cash[partner]):
        best = means - min(own) + sum(gained) + holdings.cash[partner]
    if holdings.cash[debtor] and gained:  # one coin for everything but coins
        best = max(best, means - 1 + sum(gained))
    return best


def _raised(holdings: Holdings, space: int) -> int:
    """Return the coins that a deed without buildings adds to its owner's means."""
    return 0 if holdings.deeds[space].mortgaged else holdings.board.mortgages[space]


def means_after(holdings: Holdings, player: int, give: Bundle, take: Bundle) -> int:
    """Return a player's means after an exchange.

    Rules: debt.trade.
    """

    def worth(bundle: Bundle) -> int:
        return bundle.coins + sum(_raised(holdings, space) for space in bundle.deeds)

    return means_of(holdings, player) - worth(give) + worth(take)


def count_offer(draft: Draft, player: int) -> None:
    """Count an offer at the step where it was made.

    Rules: trade.bound.
    """
    step = draft.agenda[0]
    if isinstance(step, (Purchase, Owing)):
        draft.replace(attrs.evolve(step, offers=step.offers + 1))
    else:
        interval = head(draft.agenda, Interval)
        offers = replaced(interval.offers, player, interval.offers[player] + 1)
        draft.replace(attrs.evolve(interval, offers=offers))


def exchange(draft: Draft, answer: Answer) -> None:
    """Carry an accepted offer out.

    Rules: trade.offer, mortgage.transfer.
    """
    for giver, taker, bundle in (
        (answer.proposer, answer.partner, answer.give),
        (answer.partner, answer.proposer, answer.take),
    ):
        for space in bundle.deeds:
            draft.give_deed(space, taker)
        if bundle.cards:
            draft.pass_cards(giver, taker, bundle.cards)
        if bundle.coins:
            draft.pay(giver, taker, bundle.coins)


def declined_coins(holdings: Holdings) -> dict[tuple[int, Bundle, tuple[int, ...]], int]:
    """Return the most coins that were offered in vain, by partner, goods and deeds given for them.

    Rules: info.public.
    """
    found: dict[tuple[int, Bundle, tuple[int, ...]], int] = {}
    for offer, answer in pairwise(holdings.moves):
        if type(answer) is Decline and isinstance(offer, Offer):
            exchange = offer.partner, offer.take, offer.give.deeds
            found[exchange] = max(found.get(exchange, 0), offer.give.coins)
    return found


def may_offer(position: Position) -> bool:
    """Return whether the player who is to decide has any legal offer.

    >>> from westeros_intrigue.monopoly import SAMPLE, Deed, arrange
    >>> (
    ...     may_offer(arrange(SAMPLE, cash=(9, 9))),
    ...     may_offer(arrange(SAMPLE, cash=(9, 9), deeds={5: Deed(1)})),
    ... )
    (False, True)

    Raises:
        WrongType: `position` is not a position.

    Rules: trade.listing, debt.trade.
    """
    check_position(position)
    player = answerer(position)
    return player is not None and can_offer(position.table, player)


def goods_of(position: Position, player: int) -> Mapping[str, str]:
    """Return what a player, from 0, can offer now, in words, by the names that offers have.

    >>> from westeros_intrigue.monopoly import SAMPLE, Deed, arrange
    >>> goods_of(arrange(SAMPLE, cash=(9, 9), deeds={5: Deed(1)}), 1)
    {'5': 'Thornwick', '9c': '9 coins'}

    Raises:
        WrongType: `position` is not a position.

    Rules: trade.what, trade.buildings.
    """
    if not may_offer(position):
        return {}
    table = position.table
    counted = (Bundle(cards=len(table.kept_cards[player])), Bundle(coins=table.cash[player]))
    words = {str(space): table.board.names[space] for space in tradable(table, player)}
    return words | {str(most): goods(most, ()) for most in counted if most}


def simple_offers(position: Position) -> Iterator[Offer]:
    """Yield a fixed family of legal offers: things for coins, coins for things, thing for thing.

    Coins are 1, 2, 3, 5, 8, 13 and so on, as far as cash goes; one thing for another may have
    coins on top, on either side.

    >>> from westeros_intrigue.monopoly import SAMPLE, Deed, arrange
    >>> [str(offer) for offer in simple_offers(arrange(SAMPLE, cash=(2, 9), deeds={5: Deed(1)}))]
    ['offer 1: 1c for 5', 'offer 1: 2c for 5']

    Raises:
        WrongType: `position` is not a position.

    Rules: trade.listing.
    """
    if not may_offer(position):
        return
    table = position.table
    step = table.agenda[0]
    player = position.active_player
    assert player is not None  # noqa: S101 - for the type checker: somebody may offer
    for partner in sorted(solvent_after(table, player)):
        for give, take in _pairs(table, player, partner):
            if isinstance(step, Owing) and means_after(table, player, give, take) < step.amount:
                continue
            yield Offer(partner, give, take)


def _pairs(holdings: Holdings, player: int, partner: int) -> Iterator[tuple[Bundle, Bundle]]:
    mine, theirs = _things(holdings, player), _things(holdings, partner)
    my_coins, their_coins = _coins(holdings.cash[player]), _coins(holdings.cash[partner])
    for thing in mine:
        for coins in their_coins:
            yield thing, Bundle(coins=coins)
    for thing in theirs:
        for coins in my_coins:
            yield Bundle(coins=coins), thing
    for thing in mine:
        for other in theirs:
            yield thing, other
            for coins in my_coins:
                yield Bundle(thing.deeds, thing.cards, coins), other
            for coins in their_coins:
                yield thing, Bundle(other.deeds, other.cards, coins)


def _things(holdings: Holdings, player: int) -> list[Bundle]:
    cards = [Bundle(cards=1)] if holdings.kept_cards[player] else []
    return [Bundle((space,)) for space in tradable(holdings, player)] + cards


def _coins(cash: int) -> list[int]:
    found = []
    coins, following = 1, 2
    while coins <= cash:
        found.append(coins)
        coins, following = following, coins + following
    return found
