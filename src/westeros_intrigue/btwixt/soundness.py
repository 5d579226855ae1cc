"""Invariants of every state: each card, ally and token is in one place, and sizes are right.

Rules: bid.between, effect.kill, token.gain, token.return, info.public.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, chain

from westeros_intrigue.btwixt.cards import Card
from westeros_intrigue.btwixt.chance import cards_of, events_of, misfits, own_cards
from westeros_intrigue.btwixt.memory import Blocks
from westeros_intrigue.btwixt.ring import MAX_PLAYERS, MIN_PLAYERS
from westeros_intrigue.btwixt.scoring import rank
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.table import Phase, Table
from westeros_intrigue.btwixt.working_copy import by_id


def misshapen(table: Table) -> Iterator[str]:
    """Yield what is out of range in a table from outside; nothing for any of a game."""
    players = table.players
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        yield f"{players} leaders cannot play"
        return
    per_seat = ("leaders", "hand_sizes", "pack_sizes", "aside_sizes", "piles", "knelt", "councils")
    for name in per_seat:
        if len(getattr(table, name)) != players:
            yield f"{name} has {len(getattr(table, name))} entries, and there are {players} leaders"
    known = {leader.id for leader in table.box.leaders}
    leaders = [leader for leader in table.leaders if leader is not None]
    if not known.issuperset(leaders) or len(set(leaders)) < len(leaders):
        yield "leaders names one twice, or one that is not in the box"
    if table.season not in table.variant.seasons(players):
        yield f"the game has no {table.season}"
    elif not 1 <= table.round_number <= players + 1:
        yield f"a season has no round {table.round_number}"
    else:
        yield from _progress_faults(table)
    if (table.bid is None) == (table.phase is Phase.CLAIMING):
        yield "a bid is known while the ally is claimed, and at no other time"
    yield from _end_faults(table)
    bids = [result.bid for result in table.results] + [table.bid]
    for bid in filter(None, bids):
        if len(bid.totals) != players or sorted(bid.ranking) != [*range(players)]:
            yield "a bid ranks every leader once"


def _progress_faults(table: Table) -> Iterator[str]:
    before = table.season_index * (table.players + 1) + table.round_number - 1
    if len(table.results) != before + (table.phase is Phase.GAME_OVER):
        yield f"{len(table.results)} rounds have results, and {before} came before this one"
    if len(set(table.skipped)) < len(table.skipped):
        yield "a leader has skipped twice since the last play"
    number = Counter[str]()
    for _, card in table.plays:
        number[card.id] += 1
        if card.copy != number[card.id]:
            yield f"{card} is not numbered in the order of play"
            return


def _end_faults(table: Table) -> Iterator[str]:
    if table.phase is not Phase.GAME_OVER:
        if table.final is not None or table.token_values:
            yield "the game is not over, yet its end is stated"
        return
    sizes = [len(values) for values in table.token_values]
    if sizes != [len(council.tokens) for council in table.councils]:
        yield "after the end every token in a council is turned over"
        return
    if table.final != rank(table.powers, [len(council.allies) for council in table.councils]):
        yield "the councils lead to another end"


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
    yield from misstated(state)
    away = (*state.put_back, *state.looked_at)
    hidden = (*away, *state.ally_deck)
    if not all(_agree(blocks, hidden, is_ordered=not away) for blocks in state.blocks):
        yield "the ally deck is another than somebody remembers"


def misstated(state: GameState) -> Iterator[str]:
    """Yield which sizes on the table are other than those of what is hidden."""
    sizes: dict[str, object] = {
        f"{name}_sizes": tuple(map(len, getattr(state, f"{name}s")))
        for name in ("hand", "pack", "aside")
    }
    for name in ("deck", "ally_deck", "looked_at", "put_back"):
        sizes[f"{name}_size"] = len(getattr(state, name))
    for name, right in sizes.items():
        if (told := getattr(state.table, name)) != right:
            yield f"{name} is {told}, and {right} is right"


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
