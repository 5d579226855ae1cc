"""Chance cards: drawing them, and what their effects put on the agenda.

Rules: card.draw, card.return, card.moment, card.keep, debt.one-by-one.
"""

from __future__ import annotations

from westeros_intrigue.monopoly.chance_cards import Word
from westeros_intrigue.monopoly.draft import Draft
from westeros_intrigue.monopoly.event_kinds import Drew
from westeros_intrigue.monopoly.sentences import effect_in_words
from westeros_intrigue.monopoly.steps import DeedChoice, Draw, Effects, Owing
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
        draft.gain_cards(step.player, (card,))
    else:
        draft.known_bottom = (*draft.known_bottom, card)
        draft.push(Effects(step.player, card, 0))


def carry_out(draft: Draft, step: Effects) -> None:  # noqa: PLR0912 - one a word
    """Carry out one effect of a card, and leave the next for later.

    Rules: card.draw, debt.one-by-one.
    """
    draft.drop()
    effects = draft.board.cards[step.card].effects
    if step.effect + 1 < len(effects):
        draft.push(Effects(step.player, step.card, step.effect + 1))
    effect, player, board = effects[step.effect], step.player, draft.board
    others = solvent_after(draft, player)
    amount = effect.numbers[0] if effect.numbers else 0
    match effect.word:
        case Word.GO_TO_JAIL:
            enter_jail(draft, player)
        case Word.MOVE_BY if amount < 0:
            walk_back(draft, player, -amount)
        case Word.MOVE_BY:
            walk(draft, player, amount)
        case Word.MOVE_TO:
            distance = (amount - draft.positions[player]) % board.size
            walk(draft, player, distance or board.size)
        case Word.MOVE_TO_NEAREST:
            ahead = (*board.kinds, *board.kinds).index(effect.kind, draft.positions[player] + 1)
            walk(draft, player, ahead - draft.positions[player])
        case Word.TAKE_DEED | Word.SWAP_DEED:
            is_swap = effect.word is Word.SWAP_DEED
            if choosable(draft, player) and not (is_swap and not tradable(draft, player)):
                draft.push(DeedChoice(player, is_swap))
        case Word.COLLECT:
            draft.pay(None, player, amount)
        case Word.COLLECT_EACH:
            draft.push(*(Owing(other, player, amount) for other in others))
        case Word.PAY_EACH:
            draft.push(*(Owing(player, other, amount) for other in others))
        case Word.PAY_BUILDINGS:
            if dues := _building_dues(draft, player, *effect.numbers):
                draft.push(Owing(player, None, dues))
        case Word.PAY:
            draft.push(Owing(player, None, amount))


def choosable(holdings: Holdings, player: int) -> list[int]:
    """Return the deeds of others among which a card lets its drawer choose, ascending.

    Rules: trade.buildings.
    """
    return sorted(
        space for other in solvent_after(holdings, player) for space in tradable(holdings, other)
    )


def _building_dues(draft: Draft, player: int, holdfast: int, castle: int) -> int:
    top = draft.board.castle_level
    levels = [deed.level for deed in draft.deeds if deed.owner == player]
    return sum(castle if level == top else holdfast * level for level in levels)
