"""Offers: which are legal, and whether any is."""

from collections.abc import Iterator
from typing import Any

from .holdings import Game, built_on, means, owned, solvent

Bundle = tuple[tuple[int, ...], int, int]  # deeds, number of jail cards, coins
Offer = tuple[str, int, Bundle, Bundle]


def offers_made(game: Game) -> int | None:
    """Offers already made by who decides; None where no offer can be made (trade.when)."""
    question = game["question"]
    if question is None:
        return None
    if question["decision"] == "floor":
        in_interval: int = game["interval"]["offers"].get(question["player"], 0)
        return in_interval
    if question["decision"] == "purchase" or question["decision"] == "debt":
        so_far: int = game[question["decision"]]["offers"]
        return so_far
    return None


def movable(game: Game, player: int) -> list[int]:
    """The deeds that trade.buildings lets go."""
    return [s for s in owned(game, player) if not built_on(game, s)]


def means_after(game: Game, offer: Offer) -> int:
    """The means of who makes an offer, once it is accepted."""
    _, _, give, take = offer
    total = means(game, game["question"]["player"])
    for space in give[0]:
        if not game["deeds"][space]["mortgaged"]:
            total -= game["edition"]["spaces"][space]["mortgage"]
    for space in take[0]:
        if not game["deeds"][space]["mortgaged"]:  # mortgage.transfer: it stays mortgaged
            total += game["edition"]["spaces"][space]["mortgage"]
    return total - give[2] + take[2]


def can_give(game: Game, player: int, bundle: Bundle) -> bool:
    """Whether a player has all of a side that is not empty (trade.both, trade.buildings)."""
    deeds, cards, coins = bundle
    return (
        bundle != ((), 0, 0)
        and all(space in movable(game, player) for space in deeds)
        and cards <= len(game["kept"][player])
        and coins <= game["cash"][player]
    )


def is_legal_offer(game: Game, offer: Offer) -> bool:
    """Whether an offer can be made now."""
    _, partner, give, take = offer
    made = offers_made(game)
    if made is None or made >= game["variant"]["offers"]:  # trade.bound
        return False
    player = game["question"]["player"]
    if partner == player or partner not in solvent(game):
        return False  # trade.what: two at a time; bankrupt.out
    if not can_give(game, player, give) or not can_give(game, partner, take):
        return False
    if give[2] > 0 and take[2] > 0:
        return False  # trade.both
    in_debt = game["question"]["decision"] == "debt"
    return not in_debt or means_after(game, offer) >= game["debt"]["amount"]  # debt.trade


def single_things(game: Game, player: int) -> list[Bundle]:
    """Each deed that may go, and a jail card, alone."""
    things: list[Bundle] = [((s,), 0, 0) for s in movable(game, player)]
    if len(game["kept"][player]) > 0:
        things.append(((), 1, 0))
    return things


def best_imaginable(game: Game) -> Iterator[Offer]:
    """One least thing for all that a partner can give; if none is legal, no offer is."""
    player = game["question"]["player"]
    for partner in solvent(game):
        all_deeds = tuple(movable(game, partner))
        all_cards = len(game["kept"][partner])
        for thing in single_things(game, player):
            yield "Offer", partner, thing, (all_deeds, all_cards, game["cash"][partner])
        yield "Offer", partner, ((), 0, 1), (all_deeds, all_cards, 0)


def may_offer(game: Game) -> bool:
    """Whether any offer is legal now (trade.listing, debt.trade)."""
    return game["question"] is not None and any(
        is_legal_offer(game, offer) for offer in best_imaginable(game)
    )


def amounts(most: int) -> list[int]:
    """1 2 3 5 8 13 … up to a number of coins."""
    found, a, b = [], 1, 2
    while a <= most:
        found.append(a)
        a, b = b, a + b
    return found


def simple_offers(game: Game) -> list[Any]:
    """The legal offers of the family of trade.listing."""
    if not may_offer(game):
        return []
    player = game["question"]["player"]
    family: list[Offer] = []
    for partner in solvent(game):
        if partner == player:
            continue
        mine = single_things(game, player)
        theirs = single_things(game, partner)
        for thing in mine:
            for coins in amounts(game["cash"][partner]):
                family.append(("Offer", partner, thing, ((), 0, coins)))
        for wanted in theirs:
            for coins in amounts(game["cash"][player]):
                family.append(("Offer", partner, ((), 0, coins), wanted))
        for thing in mine:
            for wanted in theirs:
                family.append(("Offer", partner, thing, wanted))
                for coins in amounts(game["cash"][player]):
                    family.append(("Offer", partner, (thing[0], thing[1], coins), wanted))
                for coins in amounts(game["cash"][partner]):
                    family.append(("Offer", partner, thing, (wanted[0], wanted[1], coins)))
    if game["question"]["decision"] == "debt":
        return [offer for offer in family if is_legal_offer(game, offer)]  # debt.trade
    return family
