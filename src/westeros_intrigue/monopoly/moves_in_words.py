"""Moves and players in words, with the names and prices that matter."""

from __future__ import annotations

from collections.abc import Mapping

from westeros_intrigue.base.values import counted
from westeros_intrigue.monopoly import moves
from westeros_intrigue.monopoly.moves import Move
from westeros_intrigue.monopoly.property import (
    building_cost,
    check_position,
    owned_deeds,
    sale,
    set_sale,
)
from westeros_intrigue.monopoly.sentences import coins, goods
from westeros_intrigue.monopoly.state import Position
from westeros_intrigue.monopoly.steps import Purchase


def move_in_words(position: Position, move: Move) -> str:
    """Return a move in words, with the names and prices that matter.

    >>> from westeros_intrigue.monopoly import SAMPLE, Deed, arrange, parse_move
    >>> state = arrange(SAMPLE, cash=(9, 6), deeds={5: Deed(0), 14: Deed(1)})
    >>> move_in_words(state, parse_move("mortgage 5"))
    'mortgage Thornwick for 2 coins'
    >>> move_in_words(state, parse_move("offer 1: 5 for 14+2c"))
    'offer player 1 Thornwick for The Two Lanterns and 2 coins'

    Rules: info.public.
    """
    check_position(position)
    table = position.table
    board, names = table.board, table.board.names
    words = _WORDS.get(type(move), str(move))
    match move:
        case moves.Build(space):
            words = f"build on {names[space]} for {coins(building_cost(table, space))}"
        case moves.Sell(space):
            words = f"sell a building on {names[space]} for {coins(sale(table, space))}"
        case moves.SellSet(group):
            worth = coins(set_sale(table, board.groups[group]))
            words = f"sell all buildings of the set {group} for {worth}"
        case moves.Mortgage(space):
            words = f"mortgage {names[space]} for {coins(board.mortgages[space])}"
        case moves.Redeem(space):
            words = f"redeem {names[space]} for {coins(board.unmortgages[space])}"
        case moves.Offer(partner, give, take):
            given, taken = (goods(each, (names[at] for at in each.deeds)) for each in (give, take))
            words = f"offer player {partner} {given} for {taken}"
        case moves.Buy() if isinstance(step := table.agenda[0], Purchase):
            words = f"buy {names[step.space]} for {coins(board.prices[step.space])}"
        case moves.PayFee():
            words = f"pay {coins(board.edition.jail_fee)} and leave jail"
        case moves.Bid(amount):
            words = f"bid {coins(amount)}"
        case moves.Place(space):
            words = f"build it on {names[space]}"
        case moves.Choose(deed, own):
            words = f"take {names[deed]}" + ("" if own is None else f" for {names[own]}")
    return words


def player_in_words(position: Position, player: int) -> str:
    """Return the coins and the number of deeds of a player, in words.

    >>> from westeros_intrigue.monopoly import SAMPLE, Deed, arrange
    >>> player_in_words(arrange(SAMPLE, cash=(9, 1), deeds={5: Deed(1)}), 1)
    '1 coin, 1 deed'

    Rules: info.public.
    """
    check_position(position)
    table = position.table
    if player in table.bankrupt:
        return "bankrupt"
    words = [coins(table.cash[player]), counted(len(owned_deeds(table, player)), "deed")]
    return ", ".join(words + ["in jail"] * (table.jail_tries[player] is not None))


_WORDS: Mapping[type, str] = {
    moves.Accept: "accept the offer",
    moves.Decline: "decline the offer",
    moves.PutUp: "put it up for auction",
    moves.Pass: "pass",
    moves.StandBy: "pass until your own next throw",
    moves.Demand: "ask for the rent",
    moves.Waive: "let it go",
    moves.UseCard: "leave jail by a card",
    moves.TryDouble: "try to throw a double",
    moves.GiveUp: "go bankrupt",
}
