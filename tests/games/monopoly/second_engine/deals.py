"""Offers and auctions, played out."""

from collections.abc import Generator
from typing import Any

from . import acts, holdings
from .holdings import Game
from .options import Decision, lowest_bid
from .script import Script, ask


def offer(game: Game, player: int, decision: Decision) -> Script:
    """The partner accepts, and all moves at once, or declines (trade.offer)."""
    _, partner, give, take = decision
    said = yield from ask(game, "answer", partner, offer=decision, proposer=player)
    if said == ("Accept",):
        acts.hand_over(game, player, partner, give)
        acts.hand_over(game, partner, player, take)


def next_asked(game: Game) -> int | None:
    """Who is asked next; None: closed (auction.protocol)."""
    pending = game["auction"]
    asked: list[int] = [
        *holdings.clockwise_from(game, pending["last_asked"]),
        pending["last_asked"],
    ]
    for player in asked:
        if player not in pending["bidders"] or player == pending["leader"]:
            continue
        if player in pending["passed"]:
            continue
        is_starter = player == pending["starter"]
        if is_starter and pending["kind"] != "deed" and pending["leader"] is None:
            continue  # shortage.protocol: only after a first bid
        return player
    return None


def auction(
    game: Game, kind: str, space: int, starter: int, bidders: list[int]
) -> Generator[None, Decision, tuple[int | None, int]]:
    """An auction of a deed, or of the last building; who won it, and for what."""
    pending: dict[str, Any] = {
        "kind": kind,
        "space": space,
        "starter": starter,
        "bidders": bidders,
        "high": 0,
        "leader": None,
        "passed": [],
        "last_asked": starter,
    }
    game["auction"] = pending
    # auction.finite: bids rise and are limited by cash, and after each there are few passes
    while (player := next_asked(game)) is not None:
        limit = holdings.means(game, player) if kind == "deed" else game["cash"][player]
        if limit < lowest_bid(game):
            decision: Decision = ("Pass",)  # auction.forced
        else:
            decision = yield from ask(game, "bid", player)
        if decision[0] == "Bid":
            pending["high"] = decision[1]
            pending["leader"] = player
            pending["passed"] = []  # auction.protocol: a Bid voids all passes
        elif decision[0] == "Pass":
            pending["passed"].append(player)
        else:
            acts.raise_money(game, player, decision)  # auction.raise: the same bidder is asked on
            continue
        pending["last_asked"] = player
    game["auction"] = None
    return pending["leader"], pending["high"]


def auction_deed(game: Game, space: int, starter: int) -> Script:
    """Auction a deed among all solvent players (auction.when, auction.who)."""
    if "no-auction" in game["variant"]["house_rules"]:
        return  # house.no-auction: it stays with the Treasury
    bidders = holdings.solvent(game)  # also who declined, also in jail
    winner, high = yield from auction(game, "deed", space, starter, bidders)
    if winner is not None:  # auction.unsold: otherwise it stays with the Treasury
        game["cash"][winner] -= high  # auction.bids: to the Treasury
        game["deeds"][space]["owner"] = winner
