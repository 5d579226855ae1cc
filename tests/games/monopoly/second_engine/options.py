"""Which decisions are legal, for each kind of question; all but offers."""

from typing import Any

from . import holdings
from .holdings import Game
from .offers import movable

Decision = tuple[Any, ...]
PASSES: list[Decision] = [("Pass",), ("StandBy",)]


def build_options(game: Game, player: int) -> list[Decision]:
    """Build, where site, supply and cash allow it."""
    spaces = []
    for kind in ("holdfast", "castle"):
        if holdings.left_of(game, kind) == 0:  # build.supply
            continue
        for space in holdings.sites(game, player, kind):
            # build.cost; shortage.protocol: for the last piece too the cost must be held
            if holdings.cost_to_build(game, space) <= game["cash"][player]:
                spaces.append(space)
    return [("Build", s) for s in sorted(spaces)]


def money_options(game: Game, player: int) -> list[Decision]:
    """Sell, SellSet and Mortgage (sell.when: no debt is needed)."""
    found: list[Decision] = [("Sell", s) for s in holdings.sellable(game, player)]
    found += [("SellSet", g) for g in holdings.sellable_sets(game, player)]
    found += [("Mortgage", s) for s in holdings.mortgageable(game, player)]
    return found


def floor(game: Game, player: int) -> list[Decision]:
    """With the floor: one act or Pass (interval.act)."""
    redeem: list[Decision] = [("Redeem", s) for s in holdings.redeemable(game, player)]
    return [*build_options(game, player), *money_options(game, player), *redeem, *PASSES]


def answer(_game: Game, _player: int) -> list[Decision]:
    """The partner alone decides (trade.offer)."""
    return [("Accept",), ("Decline",)]


def jail(game: Game, player: int) -> list[Decision]:
    """Before the roll of a turn that starts in jail (jail.start)."""
    found: list[Decision] = []
    if game["cash"][player] >= game["edition"]["jail"]["fee"]:
        found.append(("PayFee",))  # jail.fee: from cash
    if len(game["kept"][player]) > 0:
        found.append(("UseCard",))  # jail.card
    return [*found, ("TryDouble",)]


def purchase(game: Game, player: int) -> list[Decision]:
    """On an unowned deed: buy it or put it up (land.unowned); money may be raised first."""
    found: list[Decision] = []
    space = game["purchase"]["space"]
    if game["cash"][player] >= game["edition"]["spaces"][space]["price"]:
        found.append(("Buy",))  # land.buy
    return [*found, ("PutUp",), *money_options(game, player)]


def lowest_bid(game: Game) -> int:
    """The least that the next bid must be (auction.bids)."""
    auction = game["auction"]
    rules = game["edition"]["auction"]
    least: int = rules["opening"] if auction["leader"] is None else auction["high"] + rules["step"]
    return least


def bid(game: Game, player: int) -> list[Decision]:
    """Who is asked bids up to the own cash, or passes (auction.protocol, auction.cash)."""
    most = game["cash"][player]
    found: list[Decision] = [("Bid", b) for b in range(lowest_bid(game), most + 1)]
    found.append(("Pass",))
    if game["auction"]["kind"] == "deed":
        found += money_options(game, player)  # auction.raise: not for a building
    return found


def siting(game: Game, player: int) -> list[Decision]:
    """A rival who won a building chooses its site (shortage.place)."""
    return [("Place", s) for s in holdings.sites(game, player, game["question"]["building"])]


def rent(_game: Game, _player: int) -> list[Decision]:
    """The owner asks or does not (rent.demand, rent.moment)."""
    return [("Demand",), ("Waive",)]


def debt(game: Game, player: int) -> list[Decision]:
    """Who cannot pay raises money (debt.raise)."""
    found = money_options(game, player)
    if holdings.means(game, player) < game["debt"]["amount"]:
        found.append(("GiveUp",))  # debt.hopeless; never otherwise: debt.must
    return found


def deed_choices(game: Game, player: int, *, swap: bool) -> list[Decision]:
    """What a card lets a player take from others, or swap (§8, ◇)."""
    others: list[int] = []
    for other in holdings.solvent(game):
        if other != player:
            others += movable(game, other)
    found: list[Decision] = []
    for space in sorted(others):
        if swap:
            found += [("Choose", space, own) for own in movable(game, player)]
        else:
            found.append(("Choose", space, None))
    return found


def deed(game: Game, player: int) -> list[Decision]:
    """A card lets its drawer choose a deed."""
    return deed_choices(game, player, swap=game["question"]["swap"])


OPTIONS = {
    "floor": floor,
    "answer": answer,
    "jail": jail,
    "purchase": purchase,
    "bid": bid,
    "siting": siting,
    "rent": rent,
    "debt": debt,
    "deed": deed,
}


def options(game: Game) -> list[Decision]:
    """All legal decisions but offers; nothing while nobody is asked.

    There is always one, whatever is asked (decision.never-stuck).
    """
    question = game["question"]
    if question is None:
        return []
    return OPTIONS[question["decision"]](game, question["player"])
