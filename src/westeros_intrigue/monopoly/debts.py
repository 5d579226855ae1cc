"""Debts, and bankruptcy to a player and to the Treasury.

Rules: debt.pay, debt.one-by-one, bankrupt.sell-out, bankrupt.to-player, bankrupt.to-treasury,
bankrupt.lots, bankrupt.out, end.last.
"""

from __future__ import annotations

from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.event_kinds import WentBankrupt
from westeros_intrigue.monopoly.property import owned_deeds, owned_sets, set_sale
from westeros_intrigue.monopoly.steps import Auction, Owing
from westeros_intrigue.monopoly.table import Phase, solvent


def sell_set(draft: Draft, spaces: tuple[int, ...]) -> None:
    """Sell all buildings of a set to the Treasury.

    Rules: sell.set.
    """
    owner = draft.deeds[spaces[0]].owner
    draft.pay(None, owner, set_sale(draft, spaces))
    for space in spaces:
        if draft.deeds[space].level:
            draft.set_level(space, 0)


def go_bankrupt(draft: Draft, step: Owing) -> None:
    """Let the debtor go bankrupt, to the creditor of the debt.

    Rules: bankrupt.sell-out, bankrupt.to-player, bankrupt.to-treasury, bankrupt.out.
    """
    debtor, creditor = step.debtor, step.creditor
    _sell_out(draft, debtor)
    deeds = owned_deeds(draft, debtor)
    if draft.cash[debtor]:
        draft.pay(debtor, creditor, draft.cash[debtor])
    draft.set_tries(debtor, None)
    draft.bankrupt = (*draft.bankrupt, debtor)
    draft.events.append(WentBankrupt(debtor, creditor))
    if cards := draft.kept_cards[debtor]:
        draft.pass_cards(debtor, creditor, len(cards))
    for space in deeds:
        if creditor is None:
            draft.return_deed(space)
        else:
            draft.give_deed(space, creditor)
    left = solvent(draft)
    if len(left) == 1:
        draft.agenda = ()
        draft.phase = Phase.GAME_OVER
        return
    if debtor == draft.turn_player:
        draft.agenda = ()
    else:
        draft.agenda = tuple(
            step for step in draft.agenda if not (isinstance(step, Owing) and step.debtor == debtor)
        )
    if creditor is None:
        draft.push(*(Auction(space, None, debtor, left, debtor) for space in deeds))


def _sell_out(draft: Draft, player: int) -> None:
    for spaces in owned_sets(draft, player):
        if any(draft.deeds[space].level for space in spaces):
            sell_set(draft, spaces)
    for space in owned_deeds(draft, player):
        if not draft.deeds[space].mortgaged:
            draft.turn_deed(space, mortgaged=True)
            draft.pay(None, player, draft.board.mortgages[space])
