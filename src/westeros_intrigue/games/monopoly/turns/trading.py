"""The earnings of deeds, the worth of an exchange to each side, and the best offer.

All deeds of a colour, all Faiths and all Orders are families, whose earnings depend on the number
that a player owns. An exchange is good for players if it raises their share of all wealth, so deeds
that strengthen a rival have a price.

Rules: trade.what, rent.set, rent.faith, rent.order, info.public.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import math
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise

from westeros_intrigue.games.monopoly.pieces.board import Board
from westeros_intrigue.games.monopoly.pieces.spaces import Numbers, SpaceKind, bits_of, spaces_of
from westeros_intrigue.games.monopoly.position.moves import Bundle, Decline, Offer
from westeros_intrigue.games.monopoly.position.table import Holdings, solvent, solvent_after
from westeros_intrigue.games.monopoly.turns import acts, dealings

_ROUNDS = 5
"""The number of rounds of the table whose rents count; with more, coins become too cheap for
trading."""
_STOPS = 7 / 6
"""The average number of spaces on which a token stops per turn, including those after doubles."""
_SPARE = 2
"""The coins that a player keeps after an offer."""


@lru_cache(maxsize=64)
def _family_worths(board: Board, payers: int) -> Mapping[int, tuple[float, ...]]:
    """Return the worth of each number of deeds, from 0, of each family, by the family as bits.

    Args:
        board: the board.
        payers: the number of players who pay rent to the owner.
    """
    families = dict.fromkeys(filter(None, board.siblings))
    visits = payers * _ROUNDS * _STOPS / board.size
    return {bits: tuple(_worths(board, spaces_of(bits), visits)) for bits in families}


def _worths(board: Board, spaces: Numbers, visits: float) -> Iterator[float]:
    price = sum(board.prices[space] for space in spaces) / len(spaces)
    kind = board.kinds[spaces[0]]
    for owned in range(len(spaces) + 1):
        if kind is SpaceKind.LOCATION:
            earned = _earn_by_locations(board, spaces, visits, owned)
        elif kind is SpaceKind.FAITH:
            earned = visits * owned * (0, *board.edition.faith_rent)[owned]
        else:
            part, whole = ((0, 1), *board.edition.order_rent)[owned]
            earned = visits * owned * 7 * part / whole
        yield price * owned + earned


def _earn_by_locations(board: Board, spaces: Numbers, visits: float, owned: int) -> float:
    """Return the earnings of a set's Locations; on a whole set, building goes as far as it pays."""
    bare, *built = (
        visits * sum(board.rents[space][level] for space in spaces)
        - sum(sum(board.building_costs[space][:level]) for space in spaces)
        for level in range(board.castle_level + 1)
    )
    is_whole = owned == len(spaces)
    return max(bare * board.edition.set_factor, *built) if is_whole else bare * owned / len(spaces)


def _estate(worths: Mapping[int, tuple[float, ...]], owned: int, among: int = -1) -> float:
    """Return the worth of a player's deeds in the families of some spaces."""
    return sum(
        worth[(owned & family).bit_count()] for family, worth in worths.items() if family & among
    )


def worth_of_deed(holdings: Holdings, player: int, space: int) -> float:
    """Return the worth that another deed adds to a player's deeds."""
    return _Market(holdings).gain(player, 0, 1 << space)


class _Market:
    """The wealth of all players at one moment, and the effects of exchanges on it."""

    def __init__(self, holdings: Holdings) -> None:
        self._holdings, self._left = holdings, solvent(holdings)
        self._worths = _family_worths(holdings.board, len(self._left) - 1)

    @cached_property
    def shares(self) -> Mapping[int, float]:
        """The share of each player in the wealth of all."""
        cash, owned = self._holdings.cash, self._holdings.owned
        wealth = {
            seat: max(cash[seat] + _estate(self._worths, owned[seat]), 1) for seat in self._left
        }
        total = sum(wealth.values())
        return {seat: each / total for seat, each in wealth.items()}

    def find_prices(
        self, player: int, partner: int, give: Numbers, take: Numbers
    ) -> tuple[float, float]:
        """Return the minimum and the maximum coins that a player should pay a partner for deeds.

        Below the minimum, the partner's share of the wealth shrinks; above the maximum, the
        player's does.
        """
        given, taken = bits_of(give), bits_of(take)
        debts = self._redeem(taken) - self._redeem(given)
        own = self.gain(player, given, taken) - debts
        theirs = self.gain(partner, taken, given) + debts
        gained = max(own + theirs, 0)
        return self.shares[partner] * gained - theirs, own - self.shares[player] * gained

    def gain(self, seat: int, lost: int, won: int) -> float:
        """Return the worth that a player gains, or loses, by an exchange of deeds."""
        before, among = self._holdings.owned[seat], lost | won
        after = before & ~lost | won
        return _estate(self._worths, after, among) - _estate(self._worths, before, among)

    def winning(self, seat: int, space: int) -> tuple[float, float, int]:
        """Return the worth of a seat's deeds of a family now and with one more, and its debt."""
        worths, owned = self._family(seat, space)
        return worths[owned], worths[owned + 1], self._redeem(1 << space)

    def losing(self, seat: int, space: int) -> tuple[float, float, int]:
        """Return the worth of a seat's deeds of a family now and with one less, and its debt."""
        worths, owned = self._family(seat, space)
        return worths[owned], worths[owned - 1], self._redeem(1 << space)

    def _family(self, seat: int, space: int) -> tuple[tuple[float, ...], int]:
        family = self._holdings.board.siblings[space]
        return self._worths[family], (self._holdings.owned[seat] & family).bit_count()

    def _redeem(self, deeds: int) -> int:
        """Return the cost of redeeming deeds."""
        board, mortgaged = self._holdings.board, self._holdings.mortgaged
        return sum(board.unmortgages[space] for space in spaces_of(deeds & mortgaged))


def is_good(holdings: Holdings, offer: dealings.Answer) -> bool:
    """Return whether an offer raises its partner's share of the wealth."""
    give, take = offer.give, offer.take
    fee = holdings.board.edition.jail.fee
    paid = give.coins - take.coins + fee // 2 * (give.cards - take.cards)
    market = _Market(holdings)
    least, _ = market.find_prices(offer.proposer, offer.partner, give.deeds, take.deeds)
    return paid > least


def find_best_offer(holdings: Holdings, player: int) -> Offer | None:
    """Return the offer that most raises a player's share of the wealth.

    It is a fair offer, from which the partner also gains. Declined exchanges are not offered again.
    """
    found = sorted(filter(_is_good_for_both, _terms(holdings, player)), key=_loss)
    declined = find_declined_coins(holdings) if found else {}
    return next(
        (_offer(terms) for terms in found if _exchange(terms) not in declined),
        None,
    )


Exchange = tuple[int, Numbers, Numbers]
"""The partner of an offer, the deeds wanted, and those given for them."""
_Terms = tuple[float, bool, int, int, Numbers, int]
"""The player's gain in coins, whether both sides gain, the partner, the deed wanted, the deeds
given for it, and the coins that the player pays, negative to receive them."""


def _is_good_for_both(terms: _Terms) -> bool:
    return terms[1]


def _loss(terms: _Terms) -> float:
    return -terms[0]


def _exchange(terms: _Terms) -> Exchange:
    _, _, partner, wanted, give, _ = terms
    return partner, (wanted,), give


def _offer(terms: _Terms) -> Offer:
    _, _, partner, wanted, give, coins = terms
    take = Bundle((wanted,), coins=max(-coins, 0))
    return Offer(partner, Bundle(give, coins=max(coins, 0)), take)


def fair_offers(holdings: Holdings, player: int) -> list[tuple[float, bool, Offer]]:
    """Return offers for single deeds at a price that shares the gain between both sides.

    The player has other deeds of the family, and pays coins, or a deed and perhaps coins. Each
    offer comes with the player's gain in coins, largest first, and with True if both gain.
    """
    found = sorted(_terms(holdings, player), key=_loss)
    return [(terms[0], terms[1], _offer(terms)) for terms in found]


def _terms(holdings: Holdings, player: int) -> Iterator[_Terms]:
    """Yield the terms of fair offers, of which there are many: nothing else is made for them."""
    market, siblings = _Market(holdings), holdings.board.siblings
    cash = holdings.cash
    spare = max(cash[player] - _SPARE, 0)
    own = acts.tradable(holdings, player)
    for partner in solvent_after(holdings, player):
        # The deeds given are of another family than the one wanted, so both worths add up.
        given = [
            (space, *market.losing(player, space), *market.winning(partner, space)) for space in own
        ]
        share, their_share = market.shares[player], market.shares[partner]
        for wanted in acts.tradable(holdings, partner):
            family = siblings[wanted]
            if not family & holdings.owned[player]:
                continue
            own_before, own_after, debt = market.winning(player, wanted)
            before, after, _ = market.losing(partner, wanted)
            ways: list[tuple[Numbers, float, float, int]] = [
                ((), own_after - own_before, after - before, debt)
            ]
            ways += [
                (
                    (space,),
                    (own_after + now) - (own_before + was),
                    (after + theirs_now) - (before + theirs_was),
                    debt - freed,
                )
                for space, was, now, freed, theirs_was, theirs_now, _ in given
                if not family >> space & 1
            ]
            for give, gain, their_gain, debts in ways:
                gained = max(gain - debts + (their_gain + debts), 0)
                least = their_share * gained - (their_gain + debts)
                most = gain - debts - share * gained
                coins = max(math.floor((least + most) / 2), math.floor(least) + 1)
                coins = max(min(coins, spare), -cash[partner])
                if give or coins > 0:
                    yield most - coins, least < coins < most, partner, wanted, give, coins


def find_declined_coins(holdings: Holdings) -> dict[Exchange, int]:
    """Return the most coins that were offered for each declined exchange.

    Rules: info.public.
    """
    declined = [
        offer
        for offer, answer in pairwise(holdings.moves)
        if type(answer) is Decline and isinstance(offer, Offer)
    ]
    # Of the offers for an exchange, the one with the most coins comes last, and so it counts.
    declined.sort(key=lambda offer: offer.give.coins)
    return {
        (offer.partner, offer.take.deeds, offer.give.deeds): offer.give.coins for offer in declined
    }
