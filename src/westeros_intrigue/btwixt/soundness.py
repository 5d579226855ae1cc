"""What holds in every state: each card, ally and token is in one place, and sizes are told right.

Rules: bid.between, effect.kill, token.gain, token.return, info.public.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from westeros_intrigue.btwixt.cards import Card, CardKind
from westeros_intrigue.btwixt.chance import cards_of, first_deck, own_cards
from westeros_intrigue.btwixt.seasons import season_index
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.table import Phase
from westeros_intrigue.btwixt.variants import Base


def unsound(state: GameState) -> Iterator[str]:
    """Yield what is wrong with a state; nothing for any that a game leads to."""
    table = state.table
    box = table.box
    cards = [*table.discard, *table.removed, *state.deck]
    for part in (table.piles, state.hands, state.packs, state.asides):
        cards += [card for pile in part for card in pile]
    cards += [] if table.played is None else [table.played]
    expected = [*first_deck(box, table.variant)]
    if table.variant.base is Base.ADVANCED:
        expected += [*cards_of(box, CardKind.EVENT), *chain(*own_cards(box))]
        cards += _waiting(state)
    yield from _compared("influence card", cards, expected)
    allies = [*state.ally_deck, *table.row, *table.dead, *state.looked_at, *state.put_back]
    allies += [current.ally for current in table.current]
    allies += [ally for council in table.councils for ally in council.allies]
    yield from _compared("ally", allies, [ally.id for ally in box.allies])
    tokens = [*table.supply, *(token for current in table.current for token in current.tokens)]
    tokens += [token for council in table.councils for token in council.tokens]
    yield from _compared("token", tokens, range(len(box.token_values)))
    sizes = {
        "hand_sizes": (table.hand_sizes, tuple(map(len, state.hands))),
        "pack_sizes": (table.pack_sizes, tuple(map(len, state.packs))),
        "aside_sizes": (table.aside_sizes, tuple(map(len, state.asides))),
        "deck_size": (table.deck_size, len(state.deck)),
        "ally_deck_size": (table.ally_deck_size, len(state.ally_deck)),
        "looked_at": (table.looked_at, len(state.looked_at)),
        "put_back": (table.put_back, len(state.put_back)),
    }
    for name, (told, found) in sizes.items():
        if told != found:
            yield f"{name} is {told}, and {found} is right"


def _waiting(state: GameState) -> list[Card]:
    """The events that have not joined the deck, and the white cards that were not drawn."""
    table = state.table
    index = season_index(table)
    waiting = [*state.chance.events[table.variant.events_added(table.players) * index :]]
    for leader, own in zip(table.box.leaders, state.chance.leader_cards, strict=True):
        dealt = leader.id in table.leaders and table.phase is not Phase.CHOOSING_LEADERS
        waiting += own[index + 1 :] if dealt else own
    return waiting


def _compared(what: str, found: Iterable[object], expected: Iterable[object]) -> Iterator[str]:
    counted, right = Counter(found), Counter(expected)
    for thing in sorted(map(str, right - counted)):
        yield f"the {what} {thing} is nowhere"
    for thing in sorted(map(str, counted - right)):
        yield f"the {what} {thing} is in two places, or does not exist"
