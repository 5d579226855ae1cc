"""What can be wrong with each kind of move, offers left out.

Rules: build.set, build.even, build.supply, build.cost, sell.holdfast, sell.castle-short,
mortgage.take, mortgage.redeem, interval.undo, auction.bids, auction.cash, debt.must.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from typing_extensions import TypeAliasType

from westeros_intrigue.monopoly import moves
from westeros_intrigue.monopoly.auctions import is_undoing, open_sites
from westeros_intrigue.monopoly.cards import choosable
from westeros_intrigue.monopoly.moves import Move
from westeros_intrigue.monopoly.options import lowest_bid
from westeros_intrigue.monopoly.property import (
    building_cost,
    buildings_left,
    highest_level,
    is_built_on,
    is_short_of_holdfasts,
    lowest_level,
    means_of,
    owns_set,
)
from westeros_intrigue.monopoly.steps import Act, Auction, DeedChoice, Owing, Purchase, Siting, head
from westeros_intrigue.monopoly.table import Holdings, Table, holdfasts_left
from westeros_intrigue.monopoly.trades import tradable
from westeros_intrigue.monopoly.violations import RULES, Violation, ViolationCode

Refusals = TypeAliasType("Refusals", Iterator[Violation])


def violation(
    code: ViolationCode,
    sentence: str,
    *,
    rule: str | None = None,
    spaces: Iterable[int] = (),
    needed: int | None = None,
    found: int | None = None,
) -> Violation:
    """Return a violation that cites the rule of its code, unless a narrower one is given."""
    return Violation(code, rule or RULES[code], sentence, tuple(spaces), needed, found)


def named(holdings: Holdings, spaces: Iterable[int], conjunction: str = "and") -> str:
    """Return the names of spaces, each with its number."""
    names = [f"{holdings.board.names[space]} ({space})" for space in spaces]
    return f" {conjunction} ".join(names)


def is_space(holdings: Holdings, space: int) -> bool:
    """Return whether the board has a deed there."""
    return space < holdings.board.size and holdings.board.kinds[space].is_deed


def _own_refusals(
    table: Table, player: int, space: int, move: Move, *, location: bool = False
) -> Refusals:
    board = table.board
    if not is_space(table, space):
        sentence = f"{move}: space {space} has no deed. Choose a space that has one."
        yield violation(ViolationCode.NOT_A_CHOICE, sentence, spaces=(space,))
    elif table.deeds[space].owner != player:
        sentence = (
            f"{move}: {named(table, [space])} belongs to {_owner(table, space)}. "
            "Choose a deed of your own."
        )
        yield violation(ViolationCode.NOT_OWNED, sentence, spaces=(space,))
    elif location and not board.sets[space]:
        sentence = f"{move}: {named(table, [space])} is no Location. Choose a Location."
        yield violation(ViolationCode.NOT_A_CHOICE, sentence, rule="build.set", spaces=(space,))


def _owner(table: Table, space: int) -> str:
    owner = table.deeds[space].owner
    return "the Treasury" if owner is None else f"player {owner}"


def _dear(table: Table, player: int, move: Move, cost: int, rule: str) -> Refusals:
    cash = table.cash[player]
    if cash < cost:
        sentence = f"{move} costs {cost}, and player {player} has {cash}. Raise money first."
        yield violation(ViolationCode.TOO_DEAR, sentence, rule=rule, needed=cost, found=cash)


def _undoes(table: Table, player: int, move: Move, act: Act, spaces: tuple[int, ...]) -> Refusals:
    if is_undoing(table, player, act, spaces):
        sentence = (
            f"{move} takes back what player {player} did in this interval. Wait for the next one."
        )
        yield violation(ViolationCode.UNDOES, sentence, spaces=spaces)


def build_refusals(table: Table, player: int, move: moves.Build) -> Refusals:
    """Yield what keeps a player from building.

    Rules: build.set, build.even, build.supply.
    """
    space = move.space
    if found := list(_own_refusals(table, player, space, move, location=True)):
        yield from found
        return
    spaces = table.board.sets[space]
    level = table.deeds[space].level
    lacking = [other for other in spaces if table.deeds[other].owner != player]
    if lacking:
        sentence = f"{move}: the set lacks {named(table, lacking)}. Own the whole set first."
        yield violation(ViolationCode.SET_INCOMPLETE, sentence, spaces=lacking)
    mortgaged = [other for other in spaces if table.deeds[other].mortgaged]
    if mortgaged:
        sentence = f"{move}: {named(table, mortgaged)} must be redeemed first."
        yield violation(ViolationCode.SET_MORTGAGED, sentence, spaces=mortgaged)
    if level == table.board.castle_level:
        sentence = f"{move}: a Castle stands there. Choose another Location."
        yield violation(ViolationCode.FULL, sentence, spaces=(space,))
        return
    lowest = lowest_level(table, spaces)
    if level > lowest:
        first = [other for other in spaces if table.deeds[other].level == lowest]
        sentence = f"{move}: build first on {named(table, first, 'or')}, where less stands."
        yield violation(ViolationCode.UNEVEN, sentence, spaces=first)
    if not buildings_left(table, space):
        sentence = f"{move}: the Treasury has no such building left. Wait until one is sold."
        yield violation(ViolationCode.SUPPLY_EMPTY, sentence, needed=1, found=0)
    yield from _undoes(table, player, move, Act.SOLD, spaces)
    yield from _dear(table, player, move, building_cost(table, space), "build.cost")


def sell_refusals(table: Table, player: int, move: moves.Sell) -> Refusals:
    """Yield what keeps a player from selling a building.

    Rules: sell.holdfast, sell.castle.
    """
    space = move.space
    if found := list(_own_refusals(table, player, space, move, location=True)):
        yield from found
        return
    spaces = table.board.sets[space]
    level = table.deeds[space].level
    if not level:
        sentence = f"{move}: nothing is built there. Choose a Location with a building."
        yield violation(ViolationCode.NOTHING_BUILT, sentence, spaces=(space,))
    highest = highest_level(table, spaces)
    if level < highest:
        first = [other for other in spaces if table.deeds[other].level == highest]
        sentence = f"{move}: sell first on {named(table, first, 'or')}, where more stands."
        yield violation(ViolationCode.UNEVEN, sentence, rule="sell.holdfast", spaces=first)
    if is_short_of_holdfasts(table, space):
        needed, left = table.board.castle_level - 1, holdfasts_left(table)
        sentence = (
            f"{move}: {needed} Holdfasts would take the Castle's place, and the Treasury has "
            f"{left}. Sell the whole set."
        )
        yield violation(ViolationCode.HOLDFASTS_SHORT, sentence, needed=needed, found=left)
    yield from _undoes(table, player, move, Act.BUILT, spaces)


def sell_set_refusals(table: Table, player: int, move: moves.SellSet) -> Refusals:
    """Yield what keeps a player from selling a set's buildings.

    Rules: sell.set.
    """
    spaces = table.board.groups.get(move.group)
    if spaces is None:
        sentence = f"{move}: there is no such set. Choose {', '.join(table.board.groups)}."
        yield violation(ViolationCode.NOT_A_CHOICE, sentence, rule="sell.set")
    elif not owns_set(table, player, spaces):
        lacking = [space for space in spaces if table.deeds[space].owner != player]
        sentence = f"{move}: the set lacks {named(table, lacking)}. Choose a set of your own."
        yield violation(ViolationCode.SET_INCOMPLETE, sentence, rule="sell.set", spaces=lacking)
    else:
        if not is_built_on(table, spaces[0]):
            sentence = f"{move}: nothing is built there. Choose a set with buildings."
            yield violation(ViolationCode.NOTHING_BUILT, sentence, rule="sell.set", spaces=spaces)
        yield from _undoes(table, player, move, Act.BUILT, spaces)


def mortgage_refusals(table: Table, player: int, move: moves.Mortgage) -> Refusals:
    """Yield what keeps a player from mortgaging a deed.

    Rules: mortgage.take.
    """
    space = move.space
    if found := list(_own_refusals(table, player, space, move)):
        yield from found
        return
    if is_built_on(table, space):
        sentence = f"{move}: buildings stand in the set. Sell them all first."
        spaces = table.board.sets[space]
        yield violation(ViolationCode.BUILT_ON, sentence, rule="mortgage.take", spaces=spaces)
    if table.deeds[space].mortgaged:
        sentence = f"{move}: the deed is mortgaged already. Choose another one."
        yield violation(ViolationCode.MORTGAGED, sentence, spaces=(space,))
    yield from _undoes(table, player, move, Act.REDEEMED, (space,))


def redeem_refusals(table: Table, player: int, move: moves.Redeem) -> Refusals:
    """Yield what keeps a player from redeeming a deed.

    Rules: mortgage.redeem.
    """
    space = move.space
    if found := list(_own_refusals(table, player, space, move)):
        yield from found
        return
    if not table.deeds[space].mortgaged:
        sentence = f"{move}: the deed is not mortgaged. Choose one that is."
        yield violation(ViolationCode.NOT_MORTGAGED, sentence, spaces=(space,))
    yield from _undoes(table, player, move, Act.MORTGAGED, (space,))
    yield from _dear(table, player, move, table.board.unmortgages[space], "mortgage.redeem")


def buy_refusals(table: Table, player: int, move: moves.Buy) -> Refusals:
    """Yield what keeps a visitor from buying.

    Rules: land.buy.
    """
    space = head(table.agenda, Purchase).space
    yield from _dear(table, player, move, table.board.prices[space], "land.buy")


def fee_refusals(table: Table, player: int, move: moves.PayFee) -> Refusals:
    """Yield what keeps a player from paying the fee.

    Rules: jail.fee.
    """
    yield from _dear(table, player, move, table.board.edition.jail_fee, "jail.fee")


def bid_refusals(table: Table, player: int, move: moves.Bid) -> Refusals:
    """Yield what is wrong with a bid.

    Rules: auction.bids, auction.cash.
    """
    lowest, cash = lowest_bid(table, head(table.agenda, Auction)), table.cash[player]
    if move.amount < lowest:
        sentence = f"{move} is too low. Bid at least {lowest}, or pass."
        yield violation(ViolationCode.BID_LOW, sentence, needed=lowest, found=move.amount)
    if move.amount > cash:
        sentence = f"{move} is more than the {cash} that player {player} has. Bid less, or pass."
        yield violation(ViolationCode.BID_OVER_CASH, sentence, needed=move.amount, found=cash)


def place_refusals(table: Table, player: int, move: moves.Place) -> Refusals:
    """Yield why a building cannot stand there.

    Rules: shortage.place.
    """
    found = open_sites(table, player, castle=head(table.agenda, Siting).is_castle)
    if move.space not in found:
        sentence = f"{move}: it cannot stand there. Choose {named(table, found, 'or')}."
        yield violation(ViolationCode.NOT_A_CHOICE, sentence, rule="shortage.place", spaces=found)


def jail_card_refusals(table: Table, player: int, move: moves.UseCard) -> Refusals:
    """Yield what keeps a player from using a card.

    Rules: jail.card.
    """
    if not table.kept_cards[player]:
        sentence = f"{move}: player {player} has no such card. Pay the fee, or try for a double."
        yield violation(ViolationCode.NO_CARD, sentence, needed=1, found=0)


def give_up_refusals(table: Table, player: int, move: moves.GiveUp) -> Refusals:
    """Yield what keeps a debtor from giving up.

    Rules: debt.must.
    """
    means, amount = means_of(table, player), head(table.agenda, Owing).amount
    if means >= amount:
        sentence = (
            f"{move}: player {player} owes {amount} and can raise {means}. "
            "Sell buildings or mortgage deeds."
        )
        yield violation(ViolationCode.CAN_PAY, sentence, needed=amount, found=means)


def choice_refusals(table: Table, player: int, move: moves.Choose) -> Refusals:
    """Yield why a deed cannot be chosen.

    Rules: card.draw, trade.buildings.
    """
    step = head(table.agenda, DeedChoice)
    deeds = choosable(table, player)
    if move.deed not in deeds:
        sentence = f"{move}: that deed cannot be taken. Choose {named(table, deeds, 'or')}."
        yield violation(ViolationCode.NOT_A_CHOICE, sentence, rule="card.draw", spaces=deeds)
    own = tradable(table, player) if step.is_swap else []
    if move.own not in own if own else move.own is not None:
        wanted = f"Give {named(table, own, 'or')} for it" if own else "Give nothing for it"
        sentence = f"{move}: the exchange is not what the card says. {wanted}."
        yield violation(ViolationCode.NOT_A_CHOICE, sentence, rule="card.draw", spaces=own)
