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
)
from westeros_intrigue.monopoly.property import building_cost, rent_of, sale
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
    Siting,
    TryRoll,
)
from westeros_intrigue.monopoly.table import next_solvent, solvent


def answer(draft: Draft, player: int, move: Move) -> None:
    """Carry out a legal move of the player who is asked."""
    step = draft.agenda[0]
    if isinstance(step, Interval):
        # Whatever is done, the floor goes on; only a pass leaves the others' passes standing.
        pass_floor(draft, step, passes=step.passes + 1 if isinstance(move, Pass) else 0)
    match step, move:
        case Auction(), Bid(amount):
            draft.replace(
                Auction(step.space, step.level, step.starter, step.bidders, player, amount, player)
            )
        case Auction(), Pass():
            pass_bid(draft, step, player)
        case Interval(), Pass():
            pass
        case _, Build(space):
            _build(draft, player, space)
        case _, Redeem(space):
            draft.pay(player, None, draft.board.unmortgages[space])
            draft.turn_deed(space, mortgaged=False)
            auctions.note(draft, auctions.done_of(player, Act.REDEEMED, (space,)))
        case _, (Sell() | SellSet() | Mortgage()) as raising:
            _raise_money(draft, player, raising)
        case _, Offer():
            trades.count_offer(draft, player)
            draft.push(Answer(player, move.partner, move.give, move.take))
        case _:
            _settle(draft, player, move)


def _settle(draft: Draft, player: int, move: Move) -> None:
    """Answer a step that one move ends; Decline and Waive do nothing else."""
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
        case Answer(), Accept():
            trades.exchange(draft, step)
        case Owing(), GiveUp():
            debts.go_bankrupt(draft, step)
        case DeedChoice(), Choose(deed, own):
            owner = draft.deeds[deed].owner
            draft.give_deed(deed, player)
            if own is not None and owner is not None:
                draft.give_deed(own, owner)
        case Siting(), Place(space):
            auctions.build(draft, player, space, None)


def pass_floor(draft: Draft, step: Interval, *, passes: int) -> None:
    """Give the floor to the next player.

    Rules: interval.act, interval.close.
    """
    floor = next_solvent(draft, step.floor)
    draft.replace(Interval(floor, passes, step.done, step.offers))


def pass_bid(draft: Draft, step: Auction, player: int) -> None:
    """Pass in an auction.

    Rules: auction.protocol.
    """
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


def _build(draft: Draft, player: int, space: int) -> None:
    """Build, or open the auction of the last building.

    Rules: shortage.last, build.one.
    """
    rivals = auctions.rivals(draft, player, space)
    if rivals:
        level = draft.deeds[space].level + 1
        draft.push(Auction(space, level, player, tuple(sorted((*rivals, player))), player))
    else:
        auctions.build(draft, player, space, building_cost(draft, space))


def _raise_money(draft: Draft, player: int, move: Sell | SellSet | Mortgage) -> None:
    """Sell or mortgage; in an interval that cannot be undone.

    Rules: interval.undo.
    """
    if isinstance(move, Mortgage):
        draft.turn_deed(move.space, mortgaged=True)
        draft.pay(None, player, draft.board.mortgages[move.space])
        done = auctions.done_of(player, Act.MORTGAGED, (move.space,))
    elif isinstance(move, SellSet):
        spaces = draft.board.groups[move.group]
        debts.sell_set(draft, spaces)
        done = auctions.done_of(player, Act.SOLD, spaces)
    else:
        draft.pay(None, player, sale(draft, move.space))
        draft.set_level(move.space, draft.deeds[move.space].level - 1)
        done = auctions.done_of(player, Act.SOLD, draft.board.sets[move.space])
    auctions.note(draft, done)


def _demand(draft: Draft, step: RentClaim) -> None:
    """Ask for the rent.

    Rules: rent.demand, rent.order.
    """
    if draft.board.kinds[step.space] is SpaceKind.ORDER:
        draft.push(OrderThrow(step.owner, step.visitor))
    else:
        draft.push(Owing(step.visitor, step.owner, rent_of(draft, step.space)))


def _leave_jail(draft: Draft, player: int, move: Move) -> None:
    """Pay, show a card, or try for a double.

    Rules: jail.fee, jail.card, jail.try.
    """
    if isinstance(move, TryDouble):
        draft.push(TryRoll(player))
        return
    if isinstance(move, PayFee):
        draft.pay(player, None, draft.board.edition.jail_fee)
    else:
        used, *kept = draft.kept_cards[player]
        draft.set_cards(player, tuple(kept))
        draft.known_bottom = (*draft.known_bottom, used)
    turns.leave_jail(draft, player)
    draft.push(Roll(player))
