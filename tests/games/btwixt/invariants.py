"""Invariants of every state: each card, ally and token is in one place, and sizes are right."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, chain

from westeros_intrigue.games.btwixt import Card, GameState
from westeros_intrigue.games.btwixt.pieces.chance import cards_of, events_of, misfits, own_cards
from westeros_intrigue.games.btwixt.position.state import by_id
from westeros_intrigue.games.btwixt.position.table import Blocks, Phase


def unsound(state: GameState) -> Iterator[str]:
    """Yield what is wrong with a state; nothing for any that a game leads to."""
    table = state.table
    box = table.box
    cards = [*table.discard, *table.removed, *state.deck]
    cards += chain.from_iterable((*state.hands, *state.packs, *state.asides))
    for seat, hand in enumerate((*state.hands, *state.packs)):
        if list(hand) != sorted(hand, key=by_id):
            yield f"the cards of seat {seat % table.players} are not sorted by id"
    for card in cards:
        if card.copy:
            yield f"{card} has a number and lies in no pile"
    cards += chain.from_iterable(table.piles)
    cards += [] if table.played is None else [table.played]
    cards += _waiting(state)
    side = (events_of(box, table.variant), *own_cards(box, table.variant))
    expected = [*cards_of(box, *table.variant.first_kinds), *chain(*side)]
    alike = [Card(card.id) for card in cards]  # numbers only part the cards of piles
    yield from misfits("the set of influence cards", alike, expected)
    allies = [*state.ally_deck, *table.row, *table.dead, *state.looked_at, *state.put_back]
    allies += [current.ally for current in table.current]
    allies += [ally for council in table.councils for ally in council.allies]
    yield from misfits("the set of allies", allies, [ally.id for ally in box.allies])
    tokens = [*table.supply, *(token for current in table.current for token in current.tokens)]
    tokens += [token for council in table.councils for token in council.tokens]
    yield from misfits("the set of tokens", tokens, range(len(box.token_values)))
    for name in ("hand", "pack", "aside"):
        if getattr(table, f"{name}_sizes") != tuple(map(len, getattr(state, f"{name}s"))):
            yield f"{name}_sizes is wrong"
    for name in ("deck", "ally_deck", "looked_at", "put_back"):
        if getattr(table, f"{name}_size") != len(getattr(state, name)):
            yield f"{name}_size is wrong"
    away = (*state.put_back, *state.looked_at)
    hidden = (*away, *state.ally_deck)
    if not all(_agree(blocks, hidden, is_ordered=not away) for blocks in state.blocks):
        yield "the ally deck is another than somebody remembers"


def _agree(blocks: Blocks, deck: tuple[str, ...], *, is_ordered: bool) -> bool:
    """Return whether the blocks cover a deck, and its allies lie where they have them."""
    ends = [*accumulate(block.size for block in blocks)]
    if (ends or [0])[-1] != len(deck):
        return False
    return not is_ordered or all(
        set(block.known) <= set(deck[end - block.size : end])
        for block, end in zip(blocks, ends, strict=True)
    )


def _waiting(state: GameState) -> list[Card]:
    """The events that have not joined the deck, and the white cards that were not drawn."""
    table = state.table
    index = table.season_index
    waiting = [*state.chance.events[table.variant.events_added(table.players) * index :]]
    for leader, own in zip(table.box.leaders, state.chance.leader_cards, strict=False):
        dealt = leader.id in table.leaders and table.phase is not Phase.CHOOSING_LEADERS
        waiting += own[index + 1 :] if dealt else own
    return waiting
