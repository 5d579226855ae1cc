"""Chance cards: drawing them, and what their effects put on the agenda.

Rules: card.draw, card.return, card.moment, card.keep, debt.one-by-one.
"""

from __future__ import annotations

from westeros_intrigue.monopoly.chance_cards import Effect, Word
from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.event_kinds import Drew
from westeros_intrigue.monopoly.sentences import effect_in_words
from westeros_intrigue.monopoly.steps import DeedChoice, Draw, Effects, Owing, Step
from westeros_intrigue.monopoly.table import Holdings, Phase, solvent_after
from westeros_intrigue.monopoly.trades import tradable
from westeros_intrigue.monopoly.turns import enter_jail, walk, walk_back


def draw(draft: Draft, step: Draw) -> None:
    """Draw the top card; it goes under the deck when read.

    Rules: card.draw, card.moment.
    """
    card: int | None
    if len(draft.draws) < len(draft.start.unseen_cards):
        card = draft.deal.card(len(draft.draws))
        if card is None:
            draft.phase = Phase.DRAWING
            return
        draft.draws = (*draft.draws, card)
    else:
        card = draft.known_bottom[0]
        draft.known_bottom = draft.known_bottom[1:]
    draft.drop()
    drawn = draft.board.cards[card]
    effects = ", then ".join(effect_in_words(one, draft.board.names) for one in drawn.effects)
    draft.events.append(Drew(step.player, card, drawn.id, effects))
    if drawn.is_kept:
        draft.set_cards(step.player, (*draft.kept_cards[step.player], card))
    else:
        draft.known_bottom = (*draft.known_bottom, card)
        draft.push(Effects(step.player, card, 0))


def carry_out(draft: Draft, step: Effects) -> None:
    """Carry out one effect of a card, and leave the next for later.

    Rules: card.draw.
    """
    draft.drop()
    effects = draft.board.cards[step.card].effects
    if step.effect + 1 < len(effects):
        draft.push(Effects(step.player, step.card, step.effect + 1))
    effect = effects[step.effect]
    match effect.word:
        case Word.GO_TO_JAIL:
            enter_jail(draft, step.player)
        case Word.COLLECT:
            draft.pay(None, step.player, effect.numbers[0])
        case Word.MOVE_BY if effect.numbers[0] < 0:
            walk_back(draft, step.player, -effect.numbers[0])
        case Word.TAKE_DEED | Word.SWAP_DEED:
            is_swap = effect.word is Word.SWAP_DEED
            if choosable(draft, step.player) and not (is_swap and not tradable(draft, step.player)):
                draft.push(DeedChoice(step.player, is_swap))
        case Word.MOVE_TO | Word.MOVE_TO_NEAREST | Word.MOVE_BY:
            walk(draft, step.player, _distance(draft, step.player, effect))
        case _:
            draft.push(*_debts(draft, step.player, effect))


def choosable(holdings: Holdings, player: int) -> list[int]:
    """Return the deeds of others among which a card lets its drawer choose, ascending.

    Rules: trade.buildings.
    """
    return sorted(
        space for other in solvent_after(holdings, player) for space in tradable(holdings, other)
    )


def _distance(draft: Draft, player: int, effect: Effect) -> int:
    board = draft.board
    position = draft.positions[player]
    if effect.word is Word.MOVE_BY:
        return effect.numbers[0]
    if effect.word is Word.MOVE_TO:
        return (effect.numbers[0] - position) % board.size or board.size
    return next(
        distance
        for distance in range(1, board.size + 1)
        if board.kinds[(position + distance) % board.size] is effect.kind
    )


def _debts(draft: Draft, player: int, effect: Effect) -> list[Step]:
    """Return what somebody owes because of a card, in order.

    Rules: debt.one-by-one.
    """
    amount = effect.numbers[0]
    others = solvent_after(draft, player)
    if effect.word is Word.COLLECT_EACH:
        return [Owing(other, player, amount) for other in others]
    if effect.word is Word.PAY_EACH:
        return [Owing(player, other, amount) for other in others]
    if effect.word is Word.PAY_BUILDINGS:
        amount = _building_dues(draft, player, *effect.numbers)
    return [Owing(player, None, amount)] if amount else []


def _building_dues(draft: Draft, player: int, holdfast: int, castle: int) -> int:
    top = draft.board.castle_level
    levels = [deed.level for deed in draft.deeds if deed.owner == player]
    return sum(castle if level == top else holdfast * level for level in levels)
