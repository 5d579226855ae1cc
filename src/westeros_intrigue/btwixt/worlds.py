"""Worlds: states that a view may be of, drawn at random.

A world puts every hidden card into one of the places where the viewer thinks it may be, and fits
the number of cards in each. The ally deck fits what the viewer knows of its blocks. What is still
to come is drawn afresh, and why somebody chose as they did is no evidence. Two things are not
promised: worlds need not be equally likely where cards went unseen from place to place, and the
other seats remember no more than everybody does.

Rules: info.memory, info.ally-deck, info.draft, info.set-aside, setup.chance.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from westeros_intrigue.base.chance import RandomSource, check_source, random_below, shuffled
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import check_type
from westeros_intrigue.btwixt import memory
from westeros_intrigue.btwixt.cards import Card, Kind
from westeros_intrigue.btwixt.chance import Chance, cards_of, first_deck, own_cards
from westeros_intrigue.btwixt.memory import Memory
from westeros_intrigue.btwixt.seasons import season_index
from westeros_intrigue.btwixt.state import GameState, View
from westeros_intrigue.btwixt.table import Phase, Table
from westeros_intrigue.btwixt.variants import Base

Slot = tuple[int, int]
"""A place, and for undrawn cards the leader of the box to whom they belong; otherwise -1."""


def determinize(view: View, rng: RandomSource) -> GameState:
    """Return a state that the view may be of, for search; it has no record and no JSON.

    >>> import random
    >>> from westeros_intrigue.btwixt import observe, setup
    >>> view = observe(setup(3, seed=1), 1)
    >>> observe(determinize(view, random.Random(1)), 1) == view
    True

    Raises:
        WrongType: an argument is of another type.
        InvalidValue: no state has this view.

    Rules: info.memory, setup.chance.
    """
    check_type("view", view, View)
    check_source(rng)
    table = view.table
    placed = _placed_cards(view, rng)
    seats = range(table.players)
    hands = tuple(tuple(sorted(placed.get((memory.hand(seat), -1), ()))) for seat in seats)
    packs = tuple(tuple(sorted(placed.get((memory.pack(seat), -1), ()))) for seat in seats)
    asides = tuple(
        view.aside if seat == view.player else tuple(placed.get((memory.aside(seat), -1), ()))
        for seat in seats
    )
    allies = _ally_order(view, rng)
    away = table.put_back + table.looked_at
    put_back, looked_at = allies[: table.put_back], allies[table.put_back : away]
    if view.looked_at:
        put_back, looked_at = view.put_back, view.looked_at
    world = GameState(
        table=table,
        hands=hands,
        packs=packs,
        asides=asides,
        deck=shuffled(placed.get((memory.DECK, -1), ()), rng),
        ally_deck=allies[away:],
        looked_at=looked_at,
        put_back=put_back,
        memories=(),
        chance=_chance_to_come(table, placed, rng),
        moves=None,
    )
    memories = [_memory(view, world, seat) for seat in seats]
    return attrs.evolve(world, memories=(*memories, view.common))


def _memory(view: View, world: GameState, seat: int) -> Memory:
    """What a seat knows in the world: the viewer what the viewer knows, others at least this."""
    if seat == view.player:
        return view.memory
    known = view.common
    box = world.table.box
    for place, cards in (
        (memory.hand(seat), world.hands[seat]),
        (memory.pack(seat), world.packs[seat]),
        (memory.aside(seat), world.asides[seat]),
    ):
        known = known.saw(place, [box._numbers[card] for card in cards])
    return known


def _placed_cards(view: View, rng: RandomSource) -> dict[Slot, list[Card]]:
    """Put every hidden card into a place, so that each place holds as many as it must."""
    table = view.table
    left = _sizes(table)
    cards = [
        (card, slots)
        for card, places in zip(table.box.cards, view.memory.places, strict=True)
        if (slots := _slots(table, card, places, left))
    ]
    placed: dict[Slot, list[Card]] = {slot: [] for slot in left}
    where: dict[Card, tuple[Slot, ...]] = dict(cards)
    # Cards with few places go first, so that the others seldom have to make room.
    order = sorted(shuffled(cards, rng), key=lambda pair: len(pair[1]))
    for card, slots in order:
        room = [slot for slot in slots for _ in range(left[slot])]
        if room:
            slot = room[random_below(len(room), rng)]
        else:
            slot = _make_room(slots, where, placed, left)
        placed[slot].append(card)
        left[slot] -= 1
    if any(left.values()):
        raise InvalidValue("the view cannot be: the hidden cards do not fill their places")
    return placed


def _make_room(
    slots: tuple[Slot, ...],
    where: dict[Card, tuple[Slot, ...]],
    placed: dict[Slot, list[Card]],
    left: dict[Slot, int],
) -> Slot:
    """Free a place in one of the slots by moving cards on, each to another of its places."""
    came: dict[Slot, tuple[Slot, Card]] = {}
    frontier = list(slots)
    seen = set(slots)
    while frontier:
        slot = frontier.pop(0)
        for card in placed[slot]:
            for other in where[card]:
                if other in seen:
                    continue
                seen.add(other)
                came[other] = (slot, card)
                if left[other]:
                    return _move_on(other, came, placed, left)
                frontier.append(other)
    raise InvalidValue("the view cannot be: a hidden card has no place")


def _move_on(
    free: Slot,
    came: dict[Slot, tuple[Slot, Card]],
    placed: dict[Slot, list[Card]],
    left: dict[Slot, int],
) -> Slot:
    left[free] -= 1
    while free in came:
        source, card = came[free]
        placed[source].remove(card)
        placed[free].append(card)
        free = source
    left[free] += 1
    return free


def _sizes(table: Table) -> dict[Slot, int]:
    """How many cards each place holds."""
    sizes: dict[Slot, int] = {(memory.DECK, -1): table.deck_size}
    for seat in range(table.players):
        sizes[memory.hand(seat), -1] = table.hand_sizes[seat]
        sizes[memory.pack(seat), -1] = table.pack_sizes[seat]
        sizes[memory.aside(seat), -1] = table.aside_sizes[seat]
    if table.variant.base is Base.ADVANCED:
        index = season_index(table)
        joined = table.variant.events_added(table.players) * index
        sizes[memory.EVENTS, -1] = len(cards_of(table.box, Kind.EVENT)) - joined
        for leader, (entry, own) in enumerate(
            zip(table.box.leaders, own_cards(table.box), strict=True)
        ):
            dealt = entry.id in table.leaders and table.phase is not Phase.CHOOSING_LEADERS
            sizes[memory.UNDRAWN, leader] = len(own) - (index + 1 if dealt else 0)
    return sizes


def _slots(table: Table, card: Card, places: int, sizes: dict[Slot, int]) -> tuple[Slot, ...]:
    slots = [slot for slot in sizes if slot[1] < 0 and slot[0] & places]
    if places & memory.UNDRAWN:
        leaders = [leader.id for leader in table.box.leaders]
        slots.append((memory.UNDRAWN, leaders.index(table.box.entry(card).leader or "")))
    return tuple(slots)


def _ally_order(view: View, rng: RandomSource) -> tuple[str, ...]:
    """Draw the hidden allies from the top: the blocks, each in a random order."""
    table = view.table
    lying = {ally for council in table.councils for ally in council.allies}
    lying |= {current.ally for current in table.current} | {*table.row, *table.dead}
    lying |= {ally for block in view.memory.allies for ally in block.known}
    free = shuffled([ally.id for ally in table.box.allies if ally.id not in lying], rng)
    order: list[str] = []
    used = 0
    for block in view.memory.allies:
        unknown = block.size - len(block.known)
        order += shuffled((*block.known, *free[used : used + unknown]), rng)
        used += unknown
    if used != len(free) or len(order) != table.ally_deck_size + table.looked_at + table.put_back:
        raise InvalidValue("the view cannot be: the hidden allies do not fill their deck")
    return tuple(order)


def _chance_to_come(table: Table, placed: dict[Slot, list[Card]], rng: RandomSource) -> Chance:
    """Draw what chance is still to decide; what it has decided is left empty."""
    box, variant = table.box, table.variant
    index = season_index(table)
    events: tuple[Card, ...] = ()
    white: tuple[tuple[Card, ...], ...] = ()
    if variant.base is Base.ADVANCED:
        waiting = shuffled(placed[memory.EVENTS, -1], rng)
        events = _before(cards_of(box, Kind.EVENT), waiting)
        white = tuple(
            _before(own, shuffled(placed[memory.UNDRAWN, leader], rng))
            for leader, own in enumerate(own_cards(box))
        )
    added = variant.events_added(table.players)
    first = 0 if table.phase is Phase.CHOOSING_LEADERS else index + 1
    influence = tuple(
        shuffled(first_deck(box, variant) + events[: added * season], rng)
        if season >= first
        else ()
        for season in range(len(variant.seasons(table.players)))
    )
    values = shuffled(_hidden_values(table), rng)
    turned = dict(
        pair
        for council, known in zip(table.councils, table.token_values, strict=False)
        for pair in zip(council.tokens, known, strict=True)
    )
    hidden = iter(values)
    tokens = tuple(
        turned[token] if token in turned else next(hidden) for token in range(len(box.token_values))
    )
    leaders = shuffled([leader.id for leader in box.leaders], rng)
    return Chance((), tokens, leaders, influence, events, white)


def _before(cards: Iterable[Card], waiting: tuple[Card, ...]) -> tuple[Card, ...]:
    """Put the cards that have been drawn before those that wait."""
    return (*(card for card in cards if card not in waiting), *waiting)


def _hidden_values(table: Table) -> list[int]:
    values = list(table.box.token_values)
    for known in table.token_values:
        for value in known:
            values.remove(value)
    return values
