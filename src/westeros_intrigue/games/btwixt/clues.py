"""A viewer's clues about hidden influence cards, and the invariants that every state keeps.

A pool is a set of cards of which the viewer knows in which places they were dealt or drafted, but
not which went where. A clue is something that the viewer saw later of a hand.

The invariants: each card, ally and token is in one place, and sizes are right.

Rules: bid.between, effect.kill, token.gain, token.return, info.public, info.hand, info.returned,
info.taken, info.draft, info.set-aside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain, zip_longest
from typing import Final

import attrs

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.games.btwixt.cards import MAX_PLAYERS, MIN_PLAYERS, Card, Operation
from westeros_intrigue.games.btwixt.chance import cards_of, events_of, misfits, own_cards
from westeros_intrigue.games.btwixt.moves import Event, Happening
from westeros_intrigue.games.btwixt.questions import rank
from westeros_intrigue.games.btwixt.seasons import direction
from westeros_intrigue.games.btwixt.state import GameState, View, by_id
from westeros_intrigue.games.btwixt.table import Blocks, Phase, Table


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
    yield from misstatements(state)
    away = (*state.put_back, *state.looked_at)
    hidden = (*away, *state.ally_deck)
    if not all(_agree(blocks, hidden, is_ordered=not away) for blocks in state.blocks):
        yield "the ally deck is another than somebody remembers"


def misstatements(state: GameState) -> Iterator[str]:
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


DECK: Final = -1
"""The influence deck; the place of a hand is its seat."""
UNUSED: Final = -2
"""The events that have not joined the deck."""

PACKS, ASIDES, UNDRAWN = (MAX_PLAYERS * number for number in (1, 2, 3))
"""The numbers to add to a seat for the places of its pack and of its cards set aside, and to the
number of a leader of the box for the place of the white cards that were not drawn."""


@attrs.frozen
class Pool:
    """Cards, and as many places; each way to put the ones into the others is equally likely."""

    cards: tuple[str, ...]
    """The cards, by id."""
    places: tuple[int, ...]


@attrs.frozen
class Clue:
    """Something that was seen of the cards in a place."""

    place: int
    left: str | None = None
    """The card that was seen to leave."""
    among: frozenset[str] | None = None
    """The cards, by id, of which one could be chosen to leave; None if all of the place could."""
    joined: str | None = None
    """The card that was seen to join."""
    target: int | None = None
    """The place to which a card went that was not seen."""
    seen: tuple[str, ...] | None = None
    """All the cards that were seen to be there."""


def pools(view: View) -> tuple[Pool, ...]:
    """Return the pools of a season, as the viewer knew them after the deal or the draft."""
    table = view.table
    log = view.log
    if not any(event.happening is Happening.DEALT for event in log):
        return ()
    viewer = view.player if has_seen_the_deal(view) else None
    events = events_of(table.box, table.variant)
    cards = Counter(_ids(cards_of(table.box, *table.variant.first_kinds) + events))
    joined = table.variant.events_added(table.players) * table.season_index
    places = Counter({DECK: table.deck_size, UNUSED: len(events) - joined})
    found = [*_white_pools(table)]
    if table.variant.is_drafted:
        found += _draft_pools(view, log, viewer, cards, places)
    else:
        places.update(dict.fromkeys(range(table.players), table.variant.hand_size))
    found.append(_pool(cards, places))
    return tuple(found)


def _ids(cards: tuple[Card, ...]) -> list[str]:
    return [card.id for card in cards]


def _pool(cards: Counter[str], places: Counter[int]) -> Pool:
    if cards.total() != places.total() or min(cards.values(), default=0) < 0:
        raise InvalidValue("the view cannot be: the hidden cards do not fill their places")
    return Pool(tuple(cards.elements()), tuple(places.elements()))


def has_seen_the_deal(view: View) -> bool:
    """Return whether the viewer saw their own cards; in a world of another view they need not."""
    seen = [event for event in view.log if event.player == view.player and event.happening in OWN]
    return bool(seen) and all(event.cards or not event.count for event in seen)


OWN = {Happening.DEALT, Happening.PASSED, Happening.DRAFTED}


def _white_pools(table: Table) -> Iterator[Pool]:
    """Yield a pool for each leader: one white card is in the hand, the others are not drawn."""
    index = table.season_index
    removed = Counter(table.removed[: table.players * index])
    for number, own in enumerate(own_cards(table.box, table.variant)):
        leader = table.box.leaders[number]
        cards = Counter(_ids(own))
        for card, count in removed.items():
            if card.id in cards:
                cards[card.id] -= count
        places = Counter({UNDRAWN + number: cards.total()})
        if leader.id in table.leaders:
            places[UNDRAWN + number] -= 1
            places[table.leaders.index(leader.id)] = 1
        yield _pool(cards, places)


def _draft_pools(
    view: View,
    log: tuple[Event, ...],
    viewer: int | None,
    cards: Counter[str],
    places: Counter[int],
) -> Iterator[Pool]:
    """Yield the knowledge of packs that the viewer has seen; the rest goes into the main pool.

    Between two looks at a pack, each leader between has drafted one of the cards that are missing.
    """
    table = view.table
    size = table.variant.hand_size
    drafting = any(table.pack_sizes)
    done = table.aside_sizes[0] if drafting else size
    way = direction(table)
    seen: dict[int, Counter[str]] = {}
    picks: dict[int, str] = {}
    if viewer is not None:
        own = [event for event in log if event.player == viewer]
        packs = [event for event in own if event.happening in {Happening.DEALT, Happening.PASSED}]
        seen = {number: Counter(_ids(event.cards)) for number, event in enumerate(packs)}
        drafted = [event for event in own if event.happening is Happening.DRAFTED]
        picks = {number: event.cards[0].id for number, event in enumerate(drafted)}
    for first in range(table.players):
        # The place of each card of the pack, in the order in which they are picked.
        holders = [(first + way * turn) % table.players for turn in range(size)]
        there = [
            seat + ASIDES * drafting if turn < done else PACKS + holders[done]
            for turn, seat in enumerate(holders)
        ]
        looks = [turn for turn, seat in enumerate(holders) if seat == viewer and turn in seen]
        places.update(there[: looks[0]] if looks else there)
        if looks:
            cards.subtract(seen[looks[0]])
        for turn, following in zip_longest(looks, looks[1:]):
            if turn not in picks:
                continue  # the viewer is looking at this pack now
            left = seen[turn].copy()
            left.subtract([picks[turn]])
            if following is not None:
                left.subtract(seen[following])
            yield _pool(left, Counter(there[turn + 1 : following]))


def clues(view: View) -> Iterator[Clue]:
    """Yield what the viewer has seen of the hands since the deal, in order.

    Of the viewer's own hand only the deal counts, since it removes its cards from the pools.
    """
    log = view.log
    viewer = view.player if has_seen_the_deal(view) else None
    leaving = {Happening.PLAYED, Happening.DISCARDED}
    own_leaving = set() if view.table.variant.is_drafted else {Happening.DEALT}
    for event, among in _with_choices(view.table, log):
        seat, ids = event.player, _ids(event.cards)
        if seat is None:
            continue
        if event.happening in (own_leaving if seat == viewer else leaving):
            yield from (Clue(seat, left=card, among=among) for card in ids)
        elif event.happening in {Happening.TOOK_BACK, Happening.RETURNED} and seat != viewer:
            yield from (Clue(seat, joined=card) for card in ids)
        elif event.happening is Happening.SAW_HAND and event.cards and event.other is not None:
            yield Clue(event.other, seen=tuple(ids))
        elif event.happening is Happening.TOOK and event.other is not None:
            if not ids:
                yield Clue(event.other, target=seat)
                continue
            if event.other != viewer:
                yield Clue(event.other, left=ids[0])
            if seat != viewer:
                yield Clue(seat, joined=ids[0])
    if viewer is None and view.player is not None:
        for seat, hand in ((view.player, view.hand), *view.shown_hands):
            yield Clue(seat, seen=tuple(_ids(hand)))
        if view.pack or view.aside:
            yield Clue(PACKS + view.player, seen=tuple(_ids(view.pack)))
            yield Clue(ASIDES + view.player, seen=tuple(_ids(view.aside)))


def _with_choices(
    table: Table, log: Iterable[Event]
) -> Iterator[tuple[Event, frozenset[str] | None]]:
    """Yield each event, and from what its card could be chosen; None for any of the hand.

    Rules: ally.jaime, ally.robb.
    """
    titles = {entry.id for entry in table.box.influence}
    forbidding = table.box.able(Operation.NO_COPIES)
    current: set[str] = set()
    lying = Counter[str]()
    for event in log:
        ids = _ids(event.cards)
        match event.happening:
            case Happening.REVEALED:
                current = {*event.allies}
                lying.clear()
            case Happening.INTRODUCED:
                current |= {*event.allies}
            case Happening.KILLED:
                current -= {*event.allies}
            case Happening.TOOK_BACK:
                lying.subtract(ids)
        narrowed = None
        if event.happening is Happening.DISCARDED and event.allies:
            narrowed = frozenset(ids)
        elif event.happening is Happening.PLAYED and current & forbidding:
            narrowed = frozenset(titles.difference(+lying))
        yield event, narrowed
        if event.happening is Happening.PLAYED:
            lying.update(ids)
