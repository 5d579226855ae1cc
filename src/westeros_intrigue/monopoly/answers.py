"""What each move does: it answers the first step of the agenda.

Rules: interval.act, trade.offer, land.buy, rent.demand, auction.bids, jail.fee, jail.card.
"""

from __future__ import annotations

from westeros_intrigue.monopoly import auctions, debts, trades, turns
from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.editions import SpaceKind
from westeros_intrigue.monopoly.moves import (
    Accept,
    Bid,
    Build,
    Buy,
    Choose,
    Decline,
    Demand,
    GiveUp,
    Mortgage,
    Move,
    Offer,
    Pass,
    PayFee,
    Place,
    PutUp,
    Redeem,
    Sell,
    SellSet,
    TryDouble,
    UseCard,
    Waive,
)
from westeros_intrigue.monopoly.property import building_cost, rent_of, sale
from westeros_intrigue.monopoly.state import next_solvent, solvent
from westeros_intrigue.monopoly.steps import (
    Act,
    Answer,
    Auction,
    DeedChoice,
    Interval,
    JailOrRoll,
    OrderThrow,
    Owing,
    Purchase,
    RentClaim,
    Roll,
    TryRoll,
)


def answer(draft: Draft, player: int, move: Move) -> None:
    """Carry out a legal move of the player who is asked."""
    match draft.agenda[0], move:
        case Interval() as step, _:
            _act(draft, player, step, move)
        case Auction() as step, Bid(amount):
            draft.replace(
                Auction(
                    step.space, step.level, step.starter, step.bidders, player, amount, player, ()
                )
            )
        case Auction() as step, Pass():
            _pass_in_auction(draft, player, step)
        case Answer() as step, Accept() | Decline():
            draft.drop()
            if isinstance(move, Accept):
                trades.exchange(draft, step)
        case _, Offer():
            trades.count_offer(draft, player)
            draft.push(Answer(player, move.partner, move.give, move.take))
        case _, Sell() | SellSet() | Mortgage():
            _raise_money(draft, player, move)
        case _:
            _settle(draft, player, move)


def _settle(draft: Draft, player: int, move: Move) -> None:
    """Answer a step that one move ends."""
    step = draft.agenda[0]
    draft.drop()
    match step, move:
        case Purchase(), Buy():
            draft.pay(player, None, draft.board.prices[step.space])
            draft.give_deed(step.space, player)
        case Purchase(), PutUp():
            draft.push(Auction(step.space, None, player, solvent(draft), player))
        case RentClaim(), Demand():
            _demand(draft, step)
        case JailOrRoll(), _:
            _leave_jail(draft, player, move)
        case Owing(), GiveUp():
            debts.go_bankrupt(draft, step)
        case DeedChoice(), Choose(deed, own):
            owner = draft.deeds[deed].owner
            draft.give_deed(deed, player)
            if own is not None and owner is not None:
                draft.give_deed(own, owner)
        case _, Place(space):
            auctions.build(draft, player, space, None)
        case _, Waive():
            pass


def pass_over(draft: Draft, player: int) -> None:
    """Pass for the player who is asked. Rules: interval.close, auction.protocol."""
    step = draft.agenda[0]
    if isinstance(step, Interval):
        draft.replace(
            Interval(next_solvent(draft, player), step.passes + 1, step.done, step.offers)
        )
    elif isinstance(step, Auction):
        _pass_in_auction(draft, player, step)


def _pass_in_auction(draft: Draft, player: int, step: Auction) -> None:
    draft.replace(
        Auction(
            step.space,
            step.level,
            step.starter,
            step.bidders,
            player,
            step.high,
            step.leader,
            (*step.passed, player),
        )
    )


def _act(draft: Draft, player: int, step: Interval, move: Move) -> None:
    """Carry out an act of an interval; the floor goes on. Rules: interval.act, build.one."""
    if isinstance(move, Pass):
        pass_over(draft, player)
        return
    draft.replace(Interval(next_solvent(draft, player), 0, step.done, step.offers))
    match move:
        case Build(space):
            _build(draft, player, space)
        case Redeem(space):
            draft.pay(player, None, draft.board.unmortgages[space])
            draft.turn_deed(space, mortgaged=False)
            auctions.note(draft, auctions.done_of(player, Act.REDEEMED, (space,)))
        case Offer():
            trades.count_offer(draft, player)
            draft.push(Answer(player, move.partner, move.give, move.take))
        case _:
            _raise_money(draft, player, move)


def _build(draft: Draft, player: int, space: int) -> None:
    """Build, or open the auction of the last building. Rules: shortage.last, build.one."""
    rivals = auctions.rivals(draft, player, space)
    if rivals:
        level = draft.deeds[space].level + 1
        draft.push(Auction(space, level, player, tuple(sorted((*rivals, player))), player))
    else:
        auctions.build(draft, player, space, building_cost(draft, space))


def _raise_money(draft: Draft, player: int, move: Move) -> None:
    """Sell or mortgage; in an interval that cannot be undone. Rules: interval.undo."""
    match move:
        case Sell(space):
            draft.pay(None, player, sale(draft, space))
            draft.set_level(space, draft.deeds[space].level - 1)
            done = auctions.done_of(player, Act.SOLD, draft.board.sets[space])
        case SellSet(group):
            spaces = draft.board.groups[group]
            debts.sell_set(draft, spaces)
            done = auctions.done_of(player, Act.SOLD, spaces)
        case Mortgage(space):
            draft.turn_deed(space, mortgaged=True)
            draft.pay(None, player, draft.board.mortgages[space])
            done = auctions.done_of(player, Act.MORTGAGED, (space,))
        case _:
            return
    auctions.note(draft, done)


def _demand(draft: Draft, step: RentClaim) -> None:
    """Ask for the rent. Rules: rent.demand, rent.order."""
    if draft.board.kinds[step.space] is SpaceKind.ORDER:
        draft.push(OrderThrow(step.owner, step.visitor))
    else:
        draft.push(Owing(step.visitor, step.owner, rent_of(draft, step.space)))


def _leave_jail(draft: Draft, player: int, move: Move) -> None:
    """Pay, show a card, or try for a double. Rules: jail.fee, jail.card, jail.try."""
    if isinstance(move, TryDouble):
        draft.push(TryRoll(player))
        return
    if isinstance(move, PayFee):
        draft.pay(player, None, draft.board.edition.jail_fee)
    elif isinstance(move, UseCard):
        used, *kept = draft.kept_cards[player]
        draft.set_cards(player, tuple(kept))
        draft.known_bottom = (*draft.known_bottom, used)
    turns.leave_jail(draft, player)
    draft.push(Roll(player))
