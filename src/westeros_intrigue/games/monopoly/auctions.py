"""Dealings between players: auctions, debts and bankruptcy, and offers.

An auction opens and ends, also for the last building of its kind. A player goes bankrupt to another
player or to the Treasury.

Rules: auction.when, auction.who, auction.finite, auction.unsold, auction.bids, shortage.last,
shortage.rivals, shortage.protocol, shortage.place, debt.pay, debt.one-by-one, bankrupt.sell-out,
bankrupt.to-player, bankrupt.to-treasury, bankrupt.lots, bankrupt.out, end.last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import attrs

from westeros_intrigue.gamekit.questions import answerer
from westeros_intrigue.gamekit.values import replaced, shared
from westeros_intrigue.games.monopoly.moves import Bundle, Decline, Offer
from westeros_intrigue.games.monopoly.sentences import goods
from westeros_intrigue.games.monopoly.spaces import building, spaces_of
from westeros_intrigue.games.monopoly.state import (
    Draft,
    Position,
    building_cost,
    buildings_left,
    check_position,
    deeds_of,
    means_of,
    set_sale,
    sets_of,
    sites,
)
from westeros_intrigue.games.monopoly.steps import (
    Act,
    Answer,
    Auction,
    Interval,
    Owing,
    Purchase,
    Siting,
    Step,
    head,
)
from westeros_intrigue.games.monopoly.table import (
    AuctionOpened,
    Holdings,
    Phase,
    Unsold,
    WentBankrupt,
    solvent,
    solvent_after,
)


def is_undoing(holdings: Holdings, player: int, undone: Act, spaces: tuple[int, ...]) -> bool:
    """Return whether a player did the contrary in this interval, under an auction as well.

    Rules: interval.undo.
    """
    return acts_done(holdings, player, undone) >> spaces[0] & 1 == 1


def acts_done(holdings: Holdings, player: int, act: Act) -> int:
    """Return as a set of spaces where a player did an act that may not be undone now."""
    step = holdings.agenda[0]
    if type(step) is not Interval and len(holdings.agenda) > 1:
        step = holdings.agenda[1]
    acts = 0
    if type(step) is Interval:
        for who, what, space in step.done:
            if who == player and what is act:
                acts |= 1 << space
    return acts


def open_sites(holdings: Holdings, player: int, *, castle: bool | None = None) -> list[int]:
    """Return where a player may build now, but for supply and cost.

    Rules: shortage.rivals.
    """
    return [
        space
        for space in sites(holdings, player, castle=castle)
        if not is_undoing(holdings, player, Act.SOLD, holdings.board.sets[space])
    ]


def lowest_bid(holdings: Holdings, auction: Auction) -> int:
    """Return the least that may be bid next.

    Rules: auction.bids.
    """
    edition = holdings.board.edition
    if auction.leader is None:
        return edition.opening_bid
    return auction.high + edition.bid_step


def is_outbid(holdings: Holdings, player: int, auction: Auction) -> bool:
    """Return whether a bidder cannot bid, whatever they sell.

    Rules: auction.forced.
    """
    lowest = lowest_bid(holdings, auction)
    if holdings.cash[player] >= lowest:
        return False
    return auction.level is not None or means_of(holdings, player) < lowest


def rivals(holdings: Holdings, player: int, space: int) -> tuple[int, ...]:
    """Return who else could build the last building that a player asks for, ascending.

    Rules: shortage.last, shortage.rivals.
    """
    if buildings_left(holdings, space) != 1:
        return ()
    castle = holdings.deeds[space].level == holdings.board.castle_level - 1
    found = (
        seat
        for seat in solvent_after(holdings, player)
        if holdings.cash[seat] and open_sites(holdings, seat, castle=castle)
    )
    return tuple(sorted(found))


def note(draft: Draft, player: int, act: Act, spaces: tuple[int, ...]) -> None:
    """Remember in the interval an act that may not be undone.

    Rules: interval.undo.
    """
    step, done = draft.agenda[0], (player, act, spaces[0])
    if type(step) is Interval and done not in step.done:
        acts = (*step.done, done)
        draft.replace(shared(Interval, step.floor, step.passes, acts, step.offers))


def build(draft: Draft, player: int, space: int, price: int | None) -> None:
    """Build on a Location; None for a price that was paid before.

    Rules: build.cost, build.castle, shortage.place.
    """
    if price is not None:
        draft.pay(player, None, price)
    draft.set_level(space, draft.deeds[space].level + 1)
    note(draft, player, Act.BUILT, draft.board.sets[space])


def open_for_deed(draft: Draft, space: int, starter: int) -> None:
    """Open the auction of a deed.

    Rules: auction.when, auction.starter.
    """
    draft.push(shared(Auction, space, None, starter, solvent(draft), starter))
    draft.events.append(shared(AuctionOpened, starter, space, draft.board.names[space]))


def open_for_building(draft: Draft, space: int, starter: int, rivals: tuple[int, ...]) -> None:
    """Open the auction of the last building of its kind.

    Rules: shortage.last, shortage.protocol.
    """
    level = draft.deeds[space].level + 1
    lot = building(is_castle=level == draft.board.castle_level)
    draft.push(Auction(space, level, starter, tuple(sorted((*rivals, starter))), starter))
    draft.events.append(AuctionOpened(starter, space, draft.board.names[space], lot))


def close(draft: Draft, auction: Auction) -> None:
    """Close an auction: the winner pays and gets the lot.

    Rules: auction.bids, auction.unsold, shortage.protocol, shortage.place.
    """
    draft.drop()
    space, winner = auction.space, auction.leader
    if auction.level is None:
        if winner is None:
            draft.events.append(Unsold(space, draft.board.names[space]))
        else:
            draft.pay(winner, None, auction.high)
            draft.give_deed(space, winner)
    elif winner is None:
        build(draft, auction.starter, space, building_cost(draft, space))
    elif winner == auction.starter:
        build(draft, winner, space, auction.high)
    else:
        draft.pay(winner, None, auction.high)
        draft.push(Siting(winner, auction.level == draft.board.castle_level))


def sell_set(draft: Draft, spaces: tuple[int, ...]) -> None:
    """Sell all buildings of a set to the Treasury.

    Rules: sell.set.
    """
    owner = draft.deeds[spaces[0]].owner
    draft.pay(None, owner, set_sale(draft, spaces))
    for space in spaces:
        if draft.deeds[space].level:
            draft.set_level(space, 0)


def go_bankrupt(draft: Draft, step: Owing) -> None:
    """Let the debtor go bankrupt, to the creditor of the debt.

    Rules: bankrupt.sell-out, bankrupt.to-player, bankrupt.to-treasury, bankrupt.out.
    """
    debtor, creditor = step.debtor, step.creditor
    _sell_out(draft, debtor)
    deeds = deeds_of(draft, debtor)
    if draft.cash[debtor]:
        draft.pay(debtor, creditor, draft.cash[debtor])
    draft.set_tries(debtor, None)
    draft.bankrupt = (*draft.bankrupt, debtor)
    draft.events.append(WentBankrupt(debtor, creditor))
    if cards := draft.kept_cards[debtor]:
        draft.pass_cards(debtor, creditor, len(cards))
    for space in deeds:
        if creditor is None:
            draft.return_deed(space)
        else:
            draft.give_deed(space, creditor)
    left = solvent(draft)
    if len(left) == 1:
        draft.agenda = ()
        draft.phase = Phase.GAME_OVER
        return
    if debtor == draft.turn_player:
        draft.agenda = ()
    else:
        draft.agenda = tuple(
            step for step in draft.agenda if not (isinstance(step, Owing) and step.debtor == debtor)
        )
    if creditor is None:
        draft.push(*(Auction(space, None, debtor, left, debtor) for space in deeds))


def _sell_out(draft: Draft, player: int) -> None:
    for spaces in sets_of(draft, player):
        if any(draft.deeds[space].level for space in spaces):
            sell_set(draft, spaces)
    for space in deeds_of(draft, player):
        if not draft.deeds[space].mortgaged:
            draft.turn_deed(space, mortgaged=True)
            draft.pay(None, player, draft.board.mortgages[space])


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
        [_mortgage_worth(holdings, space) for space in tradable(holdings, seat)]
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


def _mortgage_worth(holdings: Holdings, space: int) -> int:
    """Return the coins that a deed without buildings adds to its owner's means."""
    return 0 if holdings.deeds[space].mortgaged else holdings.board.mortgages[space]


def means_after(holdings: Holdings, player: int, give: Bundle, take: Bundle) -> int:
    """Return a player's means after an exchange.

    Rules: debt.trade.
    """

    def worth(bundle: Bundle) -> int:
        return bundle.coins + sum(_mortgage_worth(holdings, space) for space in bundle.deeds)

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


def find_declined_coins(holdings: Holdings) -> dict[tuple[int, Bundle, tuple[int, ...]], int]:
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

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange
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

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange
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

    >>> from westeros_intrigue.games.monopoly import SAMPLE, Deed, arrange
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
