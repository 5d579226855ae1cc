"""Legality, written once: for each kind of move what can be wrong with it, in words and numbers.

A check yields every fault of a move, for `explain`; a move is an option when its check yields none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from typing_extensions import TypeAliasType

from westeros_intrigue.monopoly import moves
from westeros_intrigue.monopoly.auctions import is_undoing, lowest_bid, open_sites
from westeros_intrigue.monopoly.cards import choosable
from westeros_intrigue.monopoly.moves import Bundle, Move
from westeros_intrigue.monopoly.property import (
    building_cost,
    buildings_left,
    is_built_on,
    is_short_of_holdfasts,
    means_of,
)
from westeros_intrigue.monopoly.space_sets import spaces_of
from westeros_intrigue.monopoly.steps import Act, Auction, DeedChoice, Owing, Purchase, Siting, head
from westeros_intrigue.monopoly.table import Holdings, holdfasts_left, solvent_after
from westeros_intrigue.monopoly.trades import means_after, offers_made, tradable
from westeros_intrigue.monopoly.violations import ViolationCode as Code


class Fault(NamedTuple):
    """One thing that is wrong with a move, not yet in words."""

    code: Code
    template: str
    """The sentence after the move; {all} and {any} stand for the spaces, {needed} and
    {found} for the numbers. Front ends write You for a player, so no verb agrees with one."""
    spaces: Sequence[int] = ()
    needed: int | None = None
    found: int | None = None
    rule: str | None = None
    """The id of the rule, where it is a narrower one than that of the code."""


Faults = TypeAliasType("Faults", Iterator[Fault])


def _not_own(
    holdings: Holdings, player: int, space: int, *, location: bool = False
) -> tuple[Fault, ...]:
    board = holdings.board
    if space >= board.size or not board.siblings[space]:
        template = "{any} has no deed. Choose a space that has one."
        return (Fault(Code.NOT_A_CHOICE, template, (space,)),)
    if (owner := holdings.deeds[space].owner) != player:
        who = "the Treasury" if owner is None else f"player {owner}"
        template = f"{{all}} belongs to {who}. Choose a deed of your own."
        return (Fault(Code.NOT_OWNED, template, (space,)),)
    if location and not board.sets[space]:
        template = "{all} is not a Location. Choose a Location."
        return (Fault(Code.NOT_A_CHOICE, template, (space,), rule="build.set"),)
    return ()


def _too_dear(holdings: Holdings, player: int, cost: int, rule: str) -> Faults:
    if (cash := holdings.cash[player]) < cost:
        template = "it costs {needed}, and the cash is {found}. Raise money first."
        yield Fault(Code.TOO_DEAR, template, (), cost, cash, rule)


def _undoes(spaces: Sequence[int]) -> Fault:
    template = "it reverses an earlier act of this interval. Wait for the next one."
    return Fault(Code.UNDOES, template, spaces)


def _build(holdings: Holdings, player: int, space: int) -> Faults:
    """Rules: build.set, build.even, build.supply, build.cost."""
    board, deeds = holdings.board, holdings.deeds
    spaces = board.sets[space]
    level = deeds[space].level
    bits = board.set_bits[space]
    if lacking := bits & ~holdings.owned[player]:
        template = "the set lacks {all}. Own the whole set first."
        yield Fault(Code.SET_INCOMPLETE, template, spaces_of(lacking))
    if mortgaged := bits & holdings.mortgaged:
        yield Fault(Code.SET_MORTGAGED, "{all} must be redeemed first.", spaces_of(mortgaged))
    if level == board.castle_level:
        template = "the Location already has a Castle. Choose another one."
        yield Fault(Code.FULL, template, (space,))
        return
    lowest = min([deeds[other].level for other in spaces])
    if level > lowest:
        first = [other for other in spaces if deeds[other].level == lowest]
        yield Fault(Code.UNEVEN, "build first on {any}, where less stands.", first)
    if not buildings_left(holdings, space):
        template = "the Treasury has no such building left. Wait until one is sold."
        yield Fault(Code.SUPPLY_EMPTY, template, (), 1, 0)
    if is_undoing(holdings, player, Act.SOLD, spaces):
        yield _undoes(spaces)
    yield from _too_dear(holdings, player, building_cost(holdings, space), "build.cost")


def _sell(holdings: Holdings, player: int, space: int) -> Faults:
    """Rules: sell.holdfast, sell.castle, sell.castle-short."""
    board, deeds = holdings.board, holdings.deeds
    spaces = board.sets[space]
    level = deeds[space].level
    if not level:
        template = "nothing is built there. Choose a Location with a building."
        yield Fault(Code.NOTHING_BUILT, template, (space,))
    highest = max([deeds[other].level for other in spaces])
    if level < highest:
        first = [other for other in spaces if deeds[other].level == highest]
        template = "sell first on {any}, where more stands."
        yield Fault(Code.UNEVEN, template, first, rule="sell.holdfast")
    if is_short_of_holdfasts(holdings, space):
        template = (
            "{needed} Holdfasts would replace the Castle, and the Treasury has {found}. Sell "
            "the whole set."
        )
        needed, left = board.castle_level - 1, holdfasts_left(holdings)
        yield Fault(Code.HOLDFASTS_SHORT, template, (), needed, left)
    if is_undoing(holdings, player, Act.BUILT, spaces):
        yield _undoes(spaces)


def _sell_set(holdings: Holdings, player: int, move: moves.SellSet) -> Faults:
    """Rules: sell.set."""
    deeds = holdings.deeds
    spaces = holdings.board.groups.get(move.group)
    if spaces is None:
        template = f"the board lacks that set. Choose {', '.join(holdings.board.groups)}."
        yield Fault(Code.NOT_A_CHOICE, template, rule="sell.set")
        return
    if lacking := [space for space in spaces if deeds[space].owner != player]:
        template = "the set lacks {all}. Choose a set of your own."
        yield Fault(Code.SET_INCOMPLETE, template, lacking, rule="sell.set")
        return
    if not is_built_on(holdings, spaces[0]):
        template = "nothing is built there. Choose a set with buildings."
        yield Fault(Code.NOTHING_BUILT, template, spaces, rule="sell.set")
    if is_undoing(holdings, player, Act.BUILT, spaces):
        yield _undoes(spaces)


def _mortgage(holdings: Holdings, player: int, space: int) -> Faults:
    """Rules: mortgage.take."""
    if is_built_on(holdings, space):
        template = "buildings stand in the set. Sell them all first."
        spaces = holdings.board.sets[space]
        yield Fault(Code.BUILT_ON, template, spaces, rule="mortgage.take")
    if holdings.deeds[space].mortgaged:
        template = "the deed is mortgaged already. Choose another one."
        yield Fault(Code.MORTGAGED, template, (space,))
    if is_undoing(holdings, player, Act.REDEEMED, (space,)):
        yield _undoes((space,))


def _redeem(holdings: Holdings, player: int, space: int) -> Faults:
    """Rules: mortgage.redeem."""
    if not holdings.deeds[space].mortgaged:
        template = "the deed is not mortgaged. Choose one that is."
        yield Fault(Code.NOT_MORTGAGED, template, (space,))
    if is_undoing(holdings, player, Act.MORTGAGED, (space,)):
        yield _undoes((space,))
    yield from _too_dear(holdings, player, holdings.board.unmortgages[space], "mortgage.redeem")


def _choose(holdings: Holdings, player: int, move: moves.Choose) -> Faults:
    """Rules: card.draw, trade.buildings."""
    deeds = choosable(holdings, player)
    if move.deed not in deeds:
        template = "the card does not offer that deed. Choose {any}."
        yield Fault(Code.NOT_A_CHOICE, template, deeds, rule="card.draw")
    own = tradable(holdings, player) if head(holdings.agenda, DeedChoice).is_swap else []
    if move.own not in own if own else move.own is not None:
        wanted = "Give {any} for it" if own else "Give nothing for it"
        template = f"the card does not ask for that exchange. {wanted}."
        yield Fault(Code.NOT_A_CHOICE, template, own, rule="card.draw")


def _offer(holdings: Holdings, player: int, move: moves.Offer) -> Faults:
    """Rules: trade.what, trade.bound, trade.both, debt.trade."""
    is_partner = move.partner in solvent_after(holdings, player)
    if not is_partner:
        template = "no other player in the game sits there. Choose another partner."
        yield Fault(Code.BAD_PARTNER, template)
    step = holdings.agenda[0]
    made = offers_made(step, player)
    if made is not None and made >= holdings.variant.offers:
        template = f"the offers of this time are used up: {made}. Wait for another one."
        yield Fault(Code.OFFERS_SPENT, template, (), made + 1, holdings.variant.offers)
    faults = [*_side(holdings, player, move.give, Code.NOT_OWNED)]
    if is_partner:
        faults += _side(holdings, move.partner, move.take, Code.NOT_THEIRS)
    yield from faults
    if not move.give or not move.take:
        yield Fault(Code.ONE_SIDED, "one side is empty. Put something on each side.")
    if move.give.coins and move.take.coins:
        template = "both sides have coins. Let only one side pay the difference."
        yield Fault(Code.COINS_BOTH_WAYS, template)
    if isinstance(step, Owing) and not faults and is_partner:
        means = means_after(holdings, player, move.give, move.take)
        if means < step.amount:
            template = "the debt is {needed}, and {found} could be raised after it. Ask for more."
            yield Fault(Code.DEBT_UNPAID, template, (), step.amount, means)


def _side(holdings: Holdings, giver: int, bundle: Bundle, not_owned: Code) -> Faults:
    """Rules: trade.both, trade.buildings."""
    board, deeds = holdings.board, holdings.deeds
    strange = [
        space for space in bundle.deeds if space >= board.size or deeds[space].owner != giver
    ]
    if strange:
        template = f"the deed of {{all}} does not belong to player {giver}. Leave it out."
        yield Fault(not_owned, template, strange)
    built_on = [
        space for space in bundle.deeds if space not in strange and is_built_on(holdings, space)
    ]
    if built_on:
        template = "buildings stand in the set of {all}. They must all be sold first."
        yield Fault(Code.BUILT_ON, template, built_on)
    cash, cards = holdings.cash[giver], len(holdings.kept_cards[giver])
    if bundle.coins > cash:
        template = f"the coins of player {giver} are {{found}}. Name no more than these."
        yield Fault(Code.TOO_FEW_COINS, template, (), bundle.coins, cash)
    if bundle.cards > cards:
        template = f"the jail cards of player {giver} are {{found}}. Name no more than these."
        yield Fault(Code.TOO_FEW_CARDS, template, (), bundle.cards, cards)


def faults(holdings: Holdings, player: int, move: Move) -> Faults:  # noqa: PLR0912 - one a kind of move
    """Yield everything that is wrong with a move that answers the question.

    Rules: land.buy, jail.fee, jail.card, auction.bids, auction.cash, shortage.place, debt.must.
    """
    cash, board = holdings.cash[player], holdings.board
    match move:
        case moves.Sell(space):
            yield from _not_own(holdings, player, space, location=True) or _sell(
                holdings, player, space
            )
        case moves.Build(space):
            yield from _not_own(holdings, player, space, location=True) or _build(
                holdings, player, space
            )
        case moves.Mortgage(space):
            yield from _not_own(holdings, player, space) or _mortgage(holdings, player, space)
        case moves.Redeem(space):
            yield from _not_own(holdings, player, space) or _redeem(holdings, player, space)
        case moves.SellSet():
            yield from _sell_set(holdings, player, move)
        case moves.Offer():
            yield from _offer(holdings, player, move)
        case moves.Choose():
            yield from _choose(holdings, player, move)
        case moves.Buy():
            price = board.prices[head(holdings.agenda, Purchase).space]
            yield from _too_dear(holdings, player, price, "land.buy")
        case moves.PayFee():
            yield from _too_dear(holdings, player, board.edition.jail_fee, "jail.fee")
        case moves.UseCard() if not holdings.kept_cards[player]:
            template = "a jail card is needed. Pay the fee, or try for a double."
            yield Fault(Code.NO_CARD, template, (), 1, 0)
        case moves.Bid(amount):
            lowest = lowest_bid(holdings, head(holdings.agenda, Auction))
            if amount < lowest:
                template = "the bid is too low. Bid at least {needed}, or pass."
                yield Fault(Code.BID_LOW, template, (), lowest, amount)
            if amount > cash:
                template = "the cash is only {found}. Bid less, or pass."
                yield Fault(Code.BID_OVER_CASH, template, (), amount, cash)
        case moves.Place(space):
            found = open_sites(holdings, player, castle=head(holdings.agenda, Siting).is_castle)
            if space not in found:
                template = "it cannot be built there. Choose {any}."
                yield Fault(Code.NOT_A_CHOICE, template, found, rule="shortage.place")
        case moves.GiveUp():
            means, debt = means_of(holdings, player), head(holdings.agenda, Owing).amount
            if means >= debt:
                raised = "{found} can be raised. Sell buildings or mortgage deeds."
                yield Fault(Code.CAN_PAY, f"the debt is {{needed}}, and {raised}", (), debt, means)


def is_sound(holdings: Holdings, player: int, move: Move) -> bool:
    """Return whether a move that answers the question has no fault."""
    return next(faults(holdings, player, move), None) is None
