"""Dealings between players: intervals, offers, auctions, debts and bankruptcy.

In an interval, all players may act. The last building of a kind is also auctioned if several
players want it. A debt is paid as soon as there is money for it, or makes its debtor bankrupt.

Rules: interval.floor, auction.when, auction.who, auction.finite, auction.unsold, auction.bids,
shortage.last, shortage.rivals, shortage.protocol, shortage.place, debt.pay, debt.one-by-one,
bankrupt.sell-out, bankrupt.to-player, bankrupt.to-treasury, bankrupt.lots, bankrupt.out, end.last.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Annotated, Any

import attrs

from westeros_intrigue.gamekit.agenda import first_step
from westeros_intrigue.gamekit.english import Speaker
from westeros_intrigue.gamekit.limits import Count, OneOf, Range
from westeros_intrigue.gamekit.refusals import MOST_NAMED
from westeros_intrigue.gamekit.spellings import Among, Called, Described, Told, usually
from westeros_intrigue.gamekit.values import Value, replace_item, shared
from westeros_intrigue.games.monopoly.pieces.spaces import (
    MOST_CASH,
    Numbers,
    Seat,
    Seats,
    SpaceNumber,
    coins,
    spaces_of,
    whole_sets,
)
from westeros_intrigue.games.monopoly.position import happenings, moves, sentences, state, table
from westeros_intrigue.games.monopoly.position.happenings import Purpose
from westeros_intrigue.games.monopoly.position.moves import Bid, Bundle, Move
from westeros_intrigue.games.monopoly.position.refusals import Fault, Refusal
from westeros_intrigue.games.monopoly.position.state import Decision, Draft, Question
from westeros_intrigue.games.monopoly.position.table import Holdings
from westeros_intrigue.games.monopoly.turns import acts

RAISING = (moves.Sell, moves.SellSet, moves.Mortgage)
"""The moves that raise money for a debt."""
_ACTS = (moves.Build, *RAISING, moves.Redeem, moves.Offer)
"""The moves that leave the question open."""
REVERSED: Mapping[type, type] = {
    moves.Build: moves.Sell, moves.Sell: moves.Build,
    moves.Mortgage: moves.Redeem, moves.Redeem: moves.Mortgage,
}  # fmt: skip
"""The acts that cannot be undone within an interval, with those that would undo them."""
_PASS = (moves.Pass(),)
PASSES = (*_PASS, moves.StandBy())
"""The moves of a player with the floor who can only pass and offer."""
_bid = lru_cache(maxsize=1 << 10)(Bid)  # games reuse a few of them


Building = Annotated[str, OneOf(("Holdfast", "Castle"))]
"""A kind of building."""
Passes = Annotated[int, Range(1)]
"""A number of passes in a row, if there are any."""
Coins = Annotated[int, Range(0, MOST_CASH)]
"""An amount that a game can reach."""


def _no_offers(holdings: Holdings, _known: object) -> Numbers:
    return (0,) * len(holdings.cash)


class Trading(Question):
    """A question to a player who may make offers before answering.

    Rules: trade.when, trade.bound.
    """

    __slots__ = ()

    def counting(self, _player: int, more: int = 1, /) -> Trading:
        """Return the question after another offer of a player."""
        return attrs.evolve(self, offers=self.offers + more)  # type: ignore[misc]  # of a subclass

    def can_offer(self, holdings: Holdings, player: int) -> bool:
        """Return whether the asked player has a legal offer.

        Rules: trade.listing, trade.both, debt.trade.
        """
        is_allowed = self.offers_made(player) < holdings.variant.offers
        return is_allowed and acts.has_exchange(holdings, player)

    def accept(self, draft: Draft, player: int, move: Move) -> None:
        """Carry out a legal answer; an act leaves the question open."""
        if type(move) in _ACTS:
            draft.push(self)
            do_act(draft, player, move)
        else:
            self.reply(draft, player, move)

    def reply(self, draft: Draft, player: int, move: Move, /) -> None:
        """Carry out an answer that closes the question."""
        raise NotImplementedError


def do_act(draft: Draft, player: int, move: Move) -> None:
    """Do an act, which leaves the question open.

    Rules: build.one, shortage.last, sell.holdfast, sell.castle, sell.set, mortgage.take,
    mortgage.redeem, trade.offer, trade.bound.
    """
    board = draft.board
    match move:
        case moves.Mortgage(space):
            draft.turn_deed(space, mortgaged=True)
            draft.pay(None, player, board.mortgages[space], Purpose.MORTGAGE)
            note_act(draft, player, moves.Mortgage, (space,))
        case moves.Redeem(space):
            draft.pay(player, None, board.unmortgages[space], Purpose.REDEMPTION)
            draft.turn_deed(space, mortgaged=False)
            note_act(draft, player, moves.Redeem, (space,))
        case moves.Build(space):
            if bidders := find_bidders(draft, player, space):
                building = state.next_building(board, draft.deeds[space].level)
                open_auction(draft, space, player, bidders, building)
            else:
                build(draft, player, space, state.building_cost(draft, space))
        case moves.Sell(space):
            draft.pay(None, player, state.sale(draft, space), Purpose.SALE)
            draft.set_level(space, draft.deeds[space].level - 1)
            note_act(draft, player, moves.Sell, board.sets[space])
        case moves.SellSet(group):
            spaces = board.groups[group]
            draft.pay(None, player, state.set_sale(draft, spaces), Purpose.SALE)
            for space in spaces:
                if draft.deeds[space].level:
                    draft.set_level(space, 0)
            note_act(draft, player, moves.Sell, spaces)
        case moves.Offer(partner, give, take):
            draft.replace(first_step(draft.agenda, Trading).counting(player))
            draft.push(Answer(player, partner, give, take))
            given, taken = (tuple(board.names[at] for at in side.deeds) for side in (give, take))
            draft.events.append(happenings.Offered(player, partner, give, take, given, taken))


@attrs.frozen
class Interval(
    Trading,
    Value,
    kind=Decision.FLOOR,
    decider="floor",
    moves=(*_ACTS, moves.Pass, moves.StandBy),
    told_later=(moves.Pass, moves.StandBy),
    line="floor {floor} [passes {passes}] [done {done}] [offers {offers}]",
    so_far=("floor", "passes", "done", "offers"),
):
    """Players may act until all have passed in a row, which the next throw tells.

    Rules: interval.floor, interval.close, interval.finite, interval.live.
    """

    floor: state.Roller
    """The player who may act now."""
    passes: Annotated[Passes, usually(0)]
    """The number of passes in a row."""
    done: Annotated[tuple[state.Done, ...], usually(())]
    """The acts that may not be undone in this interval."""
    offers: Annotated[tuple[Count, ...], Told(_no_offers)]
    """The number of offers of each player in the interval."""

    def in_words(self, holdings: Holdings, speaker: Speaker) -> str:
        roller = speaker.whose(holdings.turn_player)
        asked = f"{speaker.does(self.floor, 'may')} act before {roller} throw"
        return asked + sentences.pot_in_words(holdings)

    def offers_made(self, player: int) -> int:
        return self.offers[player]

    def counting(self, player: int, more: int = 1) -> Interval:
        offers = replace_item(self.offers, player, self.offers[player] + more)
        return attrs.evolve(self, offers=offers)

    def options(self, holdings: Holdings, player: int) -> Sequence[Move]:
        owned = holdings.owned[player]
        if not owned:
            return PASSES
        mortgages, redeems = acts.mortgages(holdings, player), acts.redeems(holdings, player)
        if not whole_sets(holdings.board.group_bits, owned):
            return mortgages + redeems + PASSES
        builds, sales = acts.builds(holdings, player), acts.sales(holdings, player)
        return (*builds, *sales, *mortgages, *redeems, *PASSES)

    def waits(self, draft: Draft) -> bool:
        """Pass the floor to the next player who wants it and can act.

        Rules: interval.act, interval.skip, interval.close, interval.standing.
        """
        player, passes, standing, roller = (
            self.floor, self.passes, draft.standing, draft.turn_player,
        )  # fmt: skip
        left = len(draft.cash) - len(draft.bankrupt)
        # The player about to roll passes by throwing, and so is always asked.
        while player != roller and passes < left:
            if player not in standing:
                found = self.options(draft, player)
                if len(found) > len(PASSES) or self.can_offer(draft, player):
                    draft.listed = found
                    break
            player, passes = table.next_solvent(draft, player), passes + 1
        if passes >= left:
            draft.drop()
            return False
        if player != self.floor:
            draft.replace(shared(Interval, player, passes, self.done, self.offers))
        if player in standing:
            draft.standing = tuple([seat for seat in standing if seat != player])
        draft.active_player = player
        return True

    def accept(self, draft: Draft, player: int, move: Move) -> None:
        """Do an act, or pass; in both cases, the floor moves on.

        Rules: interval.standing.
        """
        is_pass = isinstance(move, (moves.Pass, moves.StandBy))
        passes = self.passes + 1 if is_pass else 0
        floor = table.next_solvent(draft, self.floor)
        draft.push(shared(Interval, floor, passes, self.done, self.offers))
        if type(move) is moves.StandBy:
            draft.standing = tuple(sorted((*draft.standing, player)))
        elif not is_pass:
            do_act(draft, player, move)


@attrs.frozen
class Answer(
    Question,
    Value,
    kind=Decision.ANSWER,
    decider="partner",
    moves=(moves.Accept, moves.Decline),
    line="{proposer} offers {partner}: {give} for {take}",
):
    """The partner answers an offer.

    Rules: trade.offer.
    """

    proposer: Seat
    partner: Seat
    give: Bundle
    take: Bundle

    def in_words(self, holdings: Holdings, speaker: Speaker) -> str:
        sides = sentences.sides_in_words(holdings.board, self.give, self.take)
        offers, partner = speaker.does(self.proposer, "offers"), speaker.name(self.partner)
        return f"{offers} {partner} {sides}"

    def accept(self, draft: Draft, player: int, move: Move) -> None:
        """Carry out an accepted offer.

        Rules: trade.offer, mortgage.transfer.
        """
        is_accepted = isinstance(move, moves.Accept)
        draft.events.append(happenings.Answered(player, is_accepted))
        sides = ((self.proposer, self.partner, self.give), (self.partner, self.proposer, self.take))
        for giver, taker, bundle in sides if is_accepted else ():
            for space in bundle.deeds:
                draft.give_deed(space, taker)
            draft.pass_cards(giver, taker, bundle.cards)
            draft.pay(giver, taker, bundle.coins, Purpose.TRADE)


@attrs.frozen
class AuctionMoves(Sequence[Move]):
    """The legal moves in an auction: a range of bids, created on demand, and others.

    >>> found = AuctionMoves(range(3, 1000), (moves.Pass(),))
    >>> len(found), found[0], found[-1], Bid(999) in found, Bid(1000) in found
    (998, Bid(amount=3), Pass(), True, False)

    Rules: auction.bids, auction.cash.
    """

    bids: range
    """The coins that may be bid."""
    others: tuple[Move, ...]

    def __len__(self) -> int:
        return len(self.bids) + len(self.others)

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401 - a move, or moves for a slice
        if isinstance(index, slice):
            return tuple(map(self.__getitem__, range(len(self))[index]))
        at = range(len(self))[index] if index < 0 else index
        bids = len(self.bids)
        return _bid(self.bids[at]) if at < bids else self.others[at - bids]

    def __iter__(self) -> Iterator[Move]:
        return chain(map(_bid, self.bids), self.others)

    def __contains__(self, move: object) -> bool:
        return move.amount in self.bids if isinstance(move, Bid) else move in self.others


def usual_bidders(holdings: Holdings, lot: Mapping[str, Any]) -> Numbers:
    """Return the bidders for a lot, as far as the table tells them.

    A player who has sold in the interval may not bid for a building (rule interval.undo); the table
    without its interval does not tell that.

    Rules: auction.who, shortage.last, shortage.rivals.
    """
    space, starter = lot["space"], lot["starter"]
    if lot["building"] is None:
        return table.solvent(holdings)
    if space >= holdings.board.size or starter >= len(holdings.cash):
        return ()
    is_full = holdings.deeds[space].level == holdings.board.castle_level
    if not holdings.board.sets[space] or is_full:
        return ()
    return find_bidders(holdings, starter, space)


@attrs.frozen
class Auction(
    Question,
    Value,
    kind=Decision.BID,
    moves=(moves.Bid, moves.Pass, *RAISING),
    line="auction [{building}] {space} by {starter} [high {high} from {leader}] [passes {passes}]",
    so_far=("high", "leader", "passes"),
):
    """An auction.

    Rules: auction.protocol, shortage.protocol.
    """

    space: SpaceNumber
    """The deed; for a building, the space where the starter wants it."""
    building: Annotated[Building | None, usually(None)]
    """Holdfast or Castle; None for a deed."""
    starter: Annotated[Seat, Described("the seat that asks for it")]
    bidders: Annotated[Seats, Told(usual_bidders)]
    """The participating seats, ascending."""
    high: Annotated[Coins, Described("a bid")] = 0
    leader: Annotated[Seat | None, Described("the seat that bid")] = None
    """The highest bidder."""
    passes: Passes = 0
    """The number of players who have passed since the last bid."""

    @property
    def answers(self) -> tuple[type, ...]:
        """The moves; sales for a building would change supply and sites (rule auction.raise)."""
        return self.MOVES if self.building is None else (moves.Bid, moves.Pass)

    @property
    def deciders(self) -> Numbers:
        """The seat to ask next; empty when the auction is closed.

        Bidders are asked clockwise from the leader, who is asked only after a higher bid. The
        player who wanted to build is asked only after a first bid.

        >>> Auction(23, None, 2, (0, 1, 2, 3)).deciders
        (3,)

        Rules: auction.protocol, auction.starter, shortage.protocol.
        """
        bidders, leader = self.bidders, self.leader
        if self.passes == len(bidders) - (leader is not None or self.building is not None):
            return ()
        following = bisect_right(bidders, self.starter if leader is None else leader)
        return (bidders[(following + self.passes) % len(bidders)],)

    def in_words(self, holdings: Holdings, speaker: Speaker) -> str:
        board, space = holdings.board, self.space
        if self.building:
            lot = f"the last {self.building}"
        else:
            lot = f"{board.names[space]} ({sentences.rents_in_words(board, space)})"
        lowest = coins(self.find_lowest_bid(holdings))
        highest = "nobody has bid"
        if self.leader is not None:
            highest = f"{speaker.does(self.leader, 'leads')} with {coins(self.high)}"
        [bidder] = self.deciders
        return f"{speaker.does(bidder, 'may')} bid at least {lowest} for {lot}; {highest}"

    def find_lowest_bid(self, holdings: Holdings) -> int:
        """Return the lowest possible bid.

        Rules: auction.bids.
        """
        terms = holdings.board.edition.auction
        return terms.opening if self.leader is None else self.high + terms.step

    def options(self, holdings: Holdings, player: int) -> Sequence[Move]:
        bids = range(self.find_lowest_bid(holdings), holdings.cash[player] + 1)
        if self.building is None and (raised := acts.raising(holdings, player)):
            return AuctionMoves(bids, (*_PASS, *raised))
        return AuctionMoves(bids, _PASS)

    def faults(self, holdings: Holdings, player: int, move: Move) -> Iterator[Fault]:
        """Rules: auction.bids, auction.cash."""
        if isinstance(move, Bid):
            lowest, cash, amount = (
                self.find_lowest_bid(holdings),
                holdings.cash[player],
                move.amount,
            )
            if amount < lowest:
                yield Fault(Refusal.BID_LOW, (), lowest, amount)
            if amount > cash:
                yield Fault(Refusal.BID_OVER_CASH, (), amount, cash)

    def waits(self, draft: Draft) -> bool:
        """Ask the next bidder who can bid, or close the auction.

        Rules: auction.forced.
        """
        bidder = self.deciders
        if not bidder:
            self._close(draft)
            return False
        [player] = bidder
        lowest = self.find_lowest_bid(draft)
        # A player who cannot bid even after selling everything passes.
        if draft.cash[player] < lowest and (
            self.building is not None or state.means_of(draft, player) < lowest
        ):
            draft.drop()
            self.carry_out(draft, player, *_PASS)
            return False
        draft.active_player = player
        return True

    def accept(self, draft: Draft, player: int, move: Move) -> None:
        """Rules: auction.bids, auction.protocol."""
        lot = self.space, self.building, self.starter, self.bidders
        if isinstance(move, Bid):
            draft.push(Auction(*lot, move.amount, player))  # a bid cancels all passes
            draft.events.append(shared(happenings.BidMade, player, move.amount))
        elif isinstance(move, moves.Pass):
            draft.push(Auction(*lot, self.high, self.leader, self.passes + 1))
            draft.events.append(shared(happenings.Passed, player))
        else:
            draft.push(self)
            do_act(draft, player, move)

    def _close(self, draft: Draft) -> None:
        """Close the auction: the winner pays and gets the lot.

        Rules: auction.bids, auction.unsold, shortage.protocol, shortage.place.
        """
        draft.drop()
        space, winner = self.space, self.leader
        if self.building is None:
            if winner is None:
                draft.events.append(happenings.Unsold(space, draft.board.names[space]))
            else:
                draft.pay(winner, None, self.high, Purpose.DEED)
                draft.give_deed(space, winner)
        elif winner in (None, self.starter):
            cost = state.building_cost(draft, space) if winner is None else self.high
            build(draft, self.starter, space, cost)
        else:
            draft.pay(winner, None, self.high, Purpose.BUILDING)
            draft.push(Siting(winner, self.building))


@attrs.frozen
class Siting(
    Question, Value, kind=Decision.SITING, moves=(moves.Place,), line="{player} places {building}"
):
    """The winner of a building chooses its place.

    Rules: shortage.place.
    """

    player: Seat
    building: Building
    """Holdfast or Castle."""

    def in_words(self, _holdings: Holdings, speaker: Speaker) -> str:
        return f"{speaker.does(self.player, 'has')} won a {self.building}: where does it stand?"

    def options(self, holdings: Holdings, player: int) -> Sequence[Move]:
        return tuple(map(moves.Place, acts.open_sites(holdings, player, self.building)))

    def faults(self, holdings: Holdings, player: int, move: moves.Place) -> Iterator[Fault]:
        found = acts.open_sites(holdings, player, self.building)
        if move.space not in found:
            yield Fault(Refusal.NOT_A_SITE, found)

    def accept(self, draft: Draft, player: int, move: moves.Place) -> None:
        build(draft, player, move.space, None)


def find_bidders(holdings: Holdings, player: int, space: int) -> Numbers:
    """Return the players, ascending, who could build the last building; () if only one could.

    Rules: shortage.last, shortage.rivals.
    """
    if state.buildings_left(holdings, space) != 1 or not has_auctions(holdings):
        return ()
    building = state.next_building(holdings.board, holdings.deeds[space].level)
    rivals = [
        seat
        for seat in table.solvent_after(holdings, player)
        if holdings.cash[seat] and acts.open_sites(holdings, seat, building)
    ]
    return tuple(sorted((*rivals, player))) if rivals else ()


def note_act(draft: Draft, player: int, act: type, spaces: Numbers) -> None:
    """Store an act that may not be undone in this interval.

    Rules: interval.undo.
    """
    step, done = draft.agenda[0], (player, act, spaces[0])
    if type(step) is Interval and done not in step.done:
        noted = (*step.done, done)
        draft.replace(shared(Interval, step.floor, step.passes, noted, step.offers))


def build(draft: Draft, player: int, space: int, price: int | None) -> None:
    """Build on a Location; a price of None means that it is already paid.

    Rules: build.cost, build.castle, shortage.place.
    """
    if price is not None:
        draft.pay(player, None, price, Purpose.BUILDING)
    draft.set_level(space, draft.deeds[space].level + 1)
    note_act(draft, player, moves.Build, draft.board.sets[space])


def has_auctions(holdings: Holdings) -> bool:
    """Return whether deeds and last buildings are auctioned.

    Rules: auction.when, house.no-auction.
    """
    return "no-auction" not in holdings.variant.house_rules


def open_auction(
    draft: Draft, space: int, starter: int, bidders: Numbers, building: str | None = None
) -> None:
    """Open the auction of a deed, or of the last building of its kind.

    With the house rule against auctions, the deed stays with the Treasury at once.

    Rules: auction.when, auction.starter, shortage.last, shortage.protocol, house.no-auction.
    """
    name = draft.board.names[space]
    if not has_auctions(draft):
        draft.events.append(happenings.Unsold(space, name))
        return
    draft.push(shared(Auction, space, building, starter, bidders))
    draft.events.append(shared(happenings.AuctionOpened, starter, space, name, building))


@attrs.frozen
class Owing(
    Trading,
    Value,
    kind=Decision.DEBT,
    decider="debtor",
    moves=(*RAISING, moves.Offer, moves.GiveUp),
    line="{debtor} owes {amount} to {creditor} for {why} [offers {offers}]",
    so_far=("offers",),
):
    """A debt; None stands for the Treasury as creditor.

    Rules: debt.pay, debt.raise, debt.must.
    """

    debtor: Seat
    creditor: Annotated[Seat | None, Called(("treasury",))]
    amount: Coins
    why: Annotated[Purpose, Among((Purpose.TAX, Purpose.RENT, Purpose.CARD, Purpose.JAIL))]
    offers: Count = 0
    """The number of offers that the debtor has made because of the debt."""

    @property
    def debt(self) -> int:
        return self.amount

    def in_words(self, holdings: Holdings, speaker: Speaker) -> str:
        debtor, creditor = self.debtor, speaker.name(self.creditor)
        owes = f"{speaker.does(debtor, 'owes')} {coins(self.amount)} to {creditor} {self.why.words}"
        # Without a second verb, which names for seats could not conjugate.
        cash, means = holdings.cash[debtor], state.means_of(holdings, debtor)
        return f"{owes}, with {cash} in cash and means of {means}"

    def can_offer(self, holdings: Holdings, player: int) -> bool:
        return super().can_offer(holdings, player) and any(
            acts.best_means(holdings, player, partner) >= self.amount
            for partner in table.solvent_after(holdings, player)
        )

    def options(self, holdings: Holdings, player: int) -> Sequence[Move]:
        can_pay = state.means_of(holdings, player) >= self.amount
        return (*acts.raising(holdings, player), *(() if can_pay else (moves.GiveUp(),)))

    def faults(self, holdings: Holdings, player: int, _move: moves.GiveUp) -> Iterator[Fault]:
        means = state.means_of(holdings, player)
        if means >= self.amount:
            raising = map(str, acts.raising(holdings, player)[:MOST_NAMED])
            yield Fault(Refusal.CAN_PAY, (), self.amount, means, choices=tuple(raising))

    def waits(self, draft: Draft) -> bool:
        if draft.cash[self.debtor] < self.amount:
            return super().waits(draft)
        draft.drop()
        draft.pay(self.debtor, self.creditor, self.amount, self.why)
        return False

    def reply(self, draft: Draft, _player: int, _move: Move) -> None:
        """Make the debtor bankrupt, to the creditor of the debt.

        Rules: bankrupt.sell-out, bankrupt.to-player, bankrupt.to-treasury, bankrupt.out.
        """
        debtor, creditor = self.debtor, self.creditor
        draft.push(self)  # until everything is sold, since acts leave a question open
        _sell_out(draft, debtor)
        deeds = state.deeds_of(draft, debtor)
        draft.pay(debtor, creditor, draft.cash[debtor], Purpose.BANKRUPTCY)
        draft.set_tries(debtor, None)
        draft.bankrupt = (*draft.bankrupt, debtor)
        draft.events.append(happenings.WentBankrupt(debtor, creditor))
        draft.pass_cards(debtor, creditor, len(draft.kept_cards[debtor]))
        for space in deeds:
            draft.give_deed(space, creditor)
        left = table.solvent(draft)
        is_over = len(left) == 1
        if is_over:
            draft.phase = table.Phase.GAME_OVER
        following = () if is_over or debtor == draft.turn_player else draft.agenda
        draft.agenda = tuple(
            step for step in following if not (isinstance(step, Owing) and step.debtor == debtor)
        )
        if creditor is None and not is_over and has_auctions(draft):
            push_lots(draft, debtor, deeds)


def push_lots(draft: Draft, debtor: int, deeds: Numbers) -> None:
    """Auction the deeds of a bankrupt player one after another.

    Rules: bankrupt.lots.
    """
    left = table.solvent(draft)
    draft.push(*(Auction(space, None, debtor, left) for space in deeds))


def _sell_out(draft: Draft, player: int) -> None:
    built = draft.owned[player] & draft.built
    for group, spaces in draft.board.groups.items():
        if built >> spaces[0] & 1:
            do_act(draft, player, moves.SellSet(group))
    for space in spaces_of(draft.owned[player] & ~draft.mortgaged):
        do_act(draft, player, moves.Mortgage(space))


STEPS = (Interval, Answer, Auction, Siting, Owing)
"""The classes of the steps that a line can name."""
