"""Debts and bankruptcy."""

from . import acts, holdings
from .deals import auction_deed, offer
from .holdings import Game
from .script import GameOverError, Script, TurnOverError, ask, put_under


def owe(game: Game, debtor: int, creditor: int | None, amount: int) -> Script:
    """Pay a player, or the Treasury (None): at once, or after raising money, or never."""
    game["debt"] = {"debtor": debtor, "creditor": creditor, "amount": amount, "offers": 0}
    while game["cash"][debtor] < amount:
        decision = yield from ask(game, "debt", debtor)
        if decision == ("GiveUp",):
            game["debt"] = None
            yield from go_bankrupt(game, debtor, creditor)
            return
        if decision[0] == "Offer":
            game["debt"]["offers"] += 1  # trade.bound: in one debt
            yield from offer(game, debtor, decision)
        else:
            acts.raise_money(game, debtor, decision)  # debt.raise
    game["debt"] = None
    game["cash"][debtor] -= amount  # debt.pay: without a decision, never below 0
    if creditor is not None:
        game["cash"][creditor] += amount
    else:
        game["pot"] += amount  # house.pot: a tax, a card, or the third try


def go_bankrupt(game: Game, player: int, creditor: int | None) -> Script:
    """Out of the game."""
    acts.sell_out(game, player)  # bankrupt.sell-out
    game["bankrupt"].append(player)  # bankrupt.out
    game["tries"][player] = None
    lots = holdings.owned(game, player)  # bankrupt.lots: in board order from GO
    cash = game["cash"][player]
    if creditor is not None:
        # bankrupt.to-player: cash, deeds, all mortgaged, and jail cards; the rest is void
        acts.hand_over(game, player, creditor, (lots, len(game["kept"][player]), cash))
    else:
        game["cash"][player] = 0  # bankrupt.to-treasury
        for space in lots:
            game["deeds"][space].update(owner=None, mortgaged=False)
        while game["kept"][player] != []:
            put_under(game, game["kept"][player].pop(0))
    if len(holdings.solvent(game)) == 1:
        raise GameOverError  # end.last: at once; the lots lapse
    if creditor is None:
        for space in lots:
            yield from auction_deed(game, space, player)  # auction.starter: the bankrupt's seat
    if player == game["turn_player"]:
        raise TurnOverError  # turn.cut, bankrupt.out: after the lots
