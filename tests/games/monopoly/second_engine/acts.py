"""Acts that end at once: payments, sales, mortgages, buildings, and what an offer moves."""

from collections.abc import Callable
from typing import Any

from . import board, holdings
from .holdings import Game
from .options import Decision


def note(game: Game, player: int, act: str, thing: Any) -> None:
    """Remember an act for the running interval (interval.undo)."""
    if game["interval"] is not None:
        game["interval"]["done"].append((player, act, thing))


def build(game: Game, player: int, space: int, price: int) -> None:
    """Put one building on a Location, for its cost or for a bid (build.one)."""
    game["cash"][player] -= price  # build.cost, shortage.place: to the Treasury
    game["deeds"][space]["level"] += 1  # build.castle: the four Holdfasts are free by this
    note(game, player, "built", board.group_of(game["edition"], space))


def sell(game: Game, player: int, space: int) -> None:
    """Sell one building."""
    if holdings.level(game, space) == board.castle_level(game["edition"]):
        game["cash"][player] += holdings.castle_price(game, space)  # sell.castle
    else:
        game["cash"][player] += holdings.holdfast_price(game, space)  # sell.holdfast
    game["deeds"][space]["level"] -= 1
    note(game, player, "sold", board.group_of(game["edition"], space))


def sell_set(game: Game, player: int, group: str) -> None:
    """Sell all buildings of a set (sell.set)."""
    for space in board.spaces_of_group(game["edition"], group):
        game["cash"][player] += holdings.price_of_all_on(game, space)
        game["deeds"][space]["level"] = 0
    note(game, player, "sold", group)


def mortgage(game: Game, player: int, space: int) -> None:
    """Turn a deed face down for its mortgage value (mortgage.take)."""
    game["cash"][player] += game["edition"]["spaces"][space]["mortgage"]
    game["deeds"][space]["mortgaged"] = True
    note(game, player, "mortgaged", space)


def redeem(game: Game, player: int, space: int) -> None:
    """Pay a mortgage back (mortgage.redeem)."""
    game["cash"][player] -= game["edition"]["spaces"][space]["unmortgage"]
    game["deeds"][space]["mortgaged"] = False
    note(game, player, "redeemed", space)


MONEY_ACTS: dict[str, Callable[[Game, int, Any], None]] = {
    "Sell": sell,
    "SellSet": sell_set,
    "Mortgage": mortgage,
    "Redeem": redeem,
}


def raise_money(game: Game, player: int, decision: Decision) -> None:
    """Carry out a Sell, a SellSet, a Mortgage or a Redeem."""
    MONEY_ACTS[decision[0]](game, player, decision[1])


def hand_over(game: Game, giver: int, taker: int, bundle: Any) -> None:
    """Move one side of a deal; deeds stay mortgaged, at no fee (mortgage.transfer)."""
    deeds, cards, coins = bundle
    for space in deeds:
        game["deeds"][space]["owner"] = taker
    for _ in range(cards):
        game["kept"][taker].append(game["kept"][giver].pop(0))
    game["cash"][giver] -= coins
    game["cash"][taker] += coins


def sell_out(game: Game, player: int) -> None:
    """Turn all that a bankrupt has into cash (bankrupt.sell-out): it is then their means."""
    for group in board.groups(game["edition"]):
        if holdings.whole_set(game, player, board.spaces_of_group(game["edition"], group)[0]):
            sell_set(game, player, group)
    for space in holdings.owned(game, player):
        if not game["deeds"][space]["mortgaged"]:
            mortgage(game, player, space)
