"""What can be wrong with an offer.

Rules: trade.what, trade.bound, trade.buildings, trade.both, debt.trade.
"""

from __future__ import annotations

from westeros_intrigue.monopoly.moves import Bundle, Offer
from westeros_intrigue.monopoly.property import is_built_on
from westeros_intrigue.monopoly.refusals import Refusals, is_space, named, violation
from westeros_intrigue.monopoly.steps import Owing
from westeros_intrigue.monopoly.table import Table, solvent_after
from westeros_intrigue.monopoly.trades import means_after, offers_made
from westeros_intrigue.monopoly.violations import ViolationCode


def offer_refusals(table: Table, player: int, move: Offer) -> Refusals:
    """Yield everything that is wrong with an offer."""
    partner: int | None = move.partner
    if partner not in solvent_after(table, player):
        sentence = f"{move}: no other player in the game sits there. Choose another partner."
        yield violation(ViolationCode.BAD_PARTNER, sentence)
        partner = None
    made = offers_made(table.agenda[0], player)
    if made is not None and made >= table.variant.offers:
        sentence = f"{move}: player {player} has made {made} offers now. Wait for another time."
        yield violation(
            ViolationCode.OFFERS_SPENT, sentence, needed=made + 1, found=table.variant.offers
        )
    faults = list(_side_refusals(table, player, move, move.give, ViolationCode.NOT_OWNED))
    if partner is not None:
        faults += _side_refusals(table, partner, move, move.take, ViolationCode.NOT_THEIRS)
    yield from faults
    if not move.give or not move.take:
        sentence = f"{move}: one side is empty. Let each give something."
        yield violation(ViolationCode.ONE_SIDED, sentence)
    if move.give.coins and move.take.coins:
        sentence = f"{move}: both sides hold coins. Let only one side pay the difference."
        yield violation(ViolationCode.COINS_BOTH_WAYS, sentence)
    step = table.agenda[0]
    if isinstance(step, Owing) and not faults and partner is not None:
        means = means_after(table, player, move.give, move.take)
        if means < step.amount:
            sentence = (
                f"{move}: player {player} could raise {means} after it, and owes {step.amount}. "
                "Ask for more."
            )
            yield violation(ViolationCode.DEBT_UNPAID, sentence, needed=step.amount, found=means)


def _side_refusals(
    table: Table, giver: int, move: Offer, bundle: Bundle, not_owned: ViolationCode
) -> Refusals:
    strange = [
        space
        for space in bundle.deeds
        if not is_space(table, space) or table.deeds[space].owner != giver
    ]
    if strange:
        told = ", ".join(map(str, strange))
        sentence = f"{move}: player {giver} does not own the deed of {told}. Leave it out."
        yield violation(not_owned, sentence, spaces=strange)
    built_on = [
        space for space in bundle.deeds if space not in strange and is_built_on(table, space)
    ]
    if built_on:
        sentence = (
            f"{move}: buildings stand in the set of {named(table, built_on)}. "
            "They must all be sold first."
        )
        yield violation(ViolationCode.BUILT_ON, sentence, spaces=built_on)
    cash, cards = table.cash[giver], len(table.kept_cards[giver])
    if bundle.coins > cash:
        sentence = f"{move}: player {giver} has {cash} coins. Name no more than these."
        yield violation(ViolationCode.TOO_FEW_COINS, sentence, needed=bundle.coins, found=cash)
    if bundle.cards > cards:
        sentence = f"{move}: player {giver} has {cards} jail cards. Name no more than these."
        yield violation(ViolationCode.TOO_FEW_CARDS, sentence, needed=bundle.cards, found=cards)
