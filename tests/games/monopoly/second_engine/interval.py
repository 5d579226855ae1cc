"""The interval before each roll, and what is built in it."""

from typing import Any

from . import acts, holdings
from .deals import auction, offer
from .holdings import Game
from .options import Decision
from .script import Script, ask


def interval(game: Game, roller: int) -> Script:
    """Before a roll, everybody may act until all have passed in a row (interval.close)."""
    # jail.life: who is in jail has the floor as ever; interval.finite: offers are counted, and
    # all else goes one way
    pending: dict[str, Any] = {"floor": roller, "passes": 0, "done": [], "offers": {}}
    game["interval"] = pending
    while pending["passes"] < len(holdings.solvent(game)):
        player = pending["floor"]  # interval.floor: first who is about to roll
        if player in game["standing"] and player != game["turn_player"]:
            decision: Decision = ("Pass",)  # interval.standing
        else:
            decision = yield from ask(game, "floor", player)
        if decision == ("StandBy",):
            game["standing"].add(player)
        if decision in {("Pass",), ("StandBy",)}:
            pending["passes"] += 1
        else:
            pending["passes"] = 0
            yield from act(game, player, decision)
        pending["floor"] = holdings.next_solvent(game, player)  # interval.act: one act each
    game["interval"] = None


def act(game: Game, player: int, decision: Decision) -> Script:
    """One act of who has the floor."""
    if decision[0] == "Offer":
        made = game["interval"]["offers"]
        made[player] = made.get(player, 0) + 1  # trade.bound: in one interval
        yield from offer(game, player, decision)
    elif decision[0] == "Build":
        yield from build(game, player, decision[1])
    else:
        acts.raise_money(game, player, decision)


def build(game: Game, player: int, space: int) -> Script:
    """Build, unless others want the last piece too."""
    kind = holdings.kind_to_build(game, space)
    price = holdings.cost_to_build(game, space)
    winner = player
    is_auctioned = "no-auction" not in game["variant"]["house_rules"]  # house.no-auction
    if holdings.left_of(game, kind) == 1 and is_auctioned:  # shortage.last
        rivals = [
            p
            for p in holdings.solvent(game)
            if p != player and game["cash"][p] >= 1 and holdings.sites(game, p, kind) != []
        ]  # shortage.rivals
        leader, high = yield from auction(game, kind, space, player, sorted([*rivals, player]))
        if leader is not None:
            winner, price = leader, high  # shortage.place: the bid instead of the cost
        # shortage.protocol: all rivals passed: the asker builds at cost
    if winner != player:
        game["cash"][winner] -= price  # auction.bids: paid as soon as the auction is closed
        # shortage.place: the rival chooses the site
        _, space = yield from ask(game, "siting", winner, building=kind, price=price)
        price = 0
    acts.build(game, winner, space, price)
