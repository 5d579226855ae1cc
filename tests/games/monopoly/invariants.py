"""Invariants at every decision, as checks for randomly played games."""

from __future__ import annotations

from westeros_intrigue.games import monopoly
from westeros_intrigue.games.monopoly.turns.dealings import Owing
from westeros_intrigue.games.monopoly.turns.throws import Purchase


def check(state: monopoly.GameState) -> None:
    """What holds of every state."""
    table = state.table
    board = state.board
    assert sum(state.cash) + state.treasury + state.pot == state.edition.money.total
    assert state.pot >= 0
    assert not state.pot or "pot" in state.variant.house_rules
    assert min(state.cash) >= 0
    solvent = [seat for seat in range(state.players) if seat not in state.bankrupt]
    for space, deed in enumerate(state.deeds):
        if deed.owner is None:
            assert not deed.mortgaged
            assert not deed.level
        else:
            assert deed.owner in solvent
            assert board.kinds[space].is_deed
    assert state.holdfasts_left >= 0
    assert state.castles_left >= 0
    for spaces in board.groups.values():
        levels = [state.deeds[space].level for space in spaces]
        assert max(levels) - min(levels) <= 1 or "uneven" in state.variant.house_rules
        if any(levels):
            assert len({state.deeds[space].owner for space in spaces}) == 1
            assert not any(state.deeds[space].mortgaged for space in spaces)
    kept = [card for cards in state.kept_cards for card in cards]
    assert sorted([*kept, *state.known_bottom, *state.unseen_cards]) == list(
        range(len(board.cards))
    )
    assert 0 <= state.doubles <= 2
    for seat in solvent:
        assert board.kinds[state.positions[seat]] is not monopoly.SpaceKind.GO_TO_JAIL
        tries = state.jail_tries[seat]
        assert tries is None or state.positions[seat] == board.jail
        # The last try counts while its fee is owed.
        is_owing = any(isinstance(step, Owing) and step.debtor == seat for step in table.agenda)
        assert tries is None or tries < board.edition.jail.tries or is_owing
    for step in table.agenda:
        if isinstance(step, Owing) and step.creditor is None:
            assert step.debtor == state.turn_player
    if state.phase is monopoly.Phase.PLAYING:
        assert state.active_player in solvent


def check_move(before: monopoly.GameState, after: monopoly.GameState) -> None:
    """What holds of every move."""
    for seat in range(before.players):
        assert (
            sum(monopoly.ledger(before, after, seat).values())
            == after.cash[seat] - before.cash[seat]
        )


def check_decision(state: monopoly.GameState) -> None:
    """What holds of what somebody is asked."""
    player, moves = state.active_player, monopoly.legal_moves(state)
    assert player is not None
    assert moves
    for move in moves:
        assert monopoly.explain(state, move) == ()
    is_alone = len(moves) == 1 and not monopoly.may_offer(state)
    assert not is_alone or (
        state.decision is monopoly.Decision.FLOOR and player == state.turn_player
    )
    step = state.agenda[0]
    if isinstance(step, Owing):
        amount = step.amount
        assert (monopoly.GiveUp() in moves) == (monopoly.means(state, player) < amount)
        assert state.cash[player] < amount
        if not any(
            isinstance(move, (monopoly.Sell, monopoly.SellSet, monopoly.Mortgage)) for move in moves
        ):
            assert monopoly.means(state, player) == state.cash[player]
    if isinstance(step, Purchase):
        assert state.deeds[step.space].owner is None
