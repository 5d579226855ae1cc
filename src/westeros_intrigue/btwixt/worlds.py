"""Worlds: states that a view may be of, drawn at random.

A world puts every hidden card where it may be by all that the viewer has seen since the season
began. The ally deck fits what the viewer knows of it. What is still to come is drawn afresh. The
other seats remember no more in it than what everybody saw, and see what they would see there.

Rules: info.memory, info.ally-deck, info.draft, info.set-aside, setup.chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from westeros_intrigue.base.chance import RandomSource, check_source, random_below, shuffled
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.values import check_type
from westeros_intrigue.btwixt.arrangements import Arrangement
from westeros_intrigue.btwixt.cards import Card, shared_card
from westeros_intrigue.btwixt.chance import Chance, decks, events_of, own_cards
from westeros_intrigue.btwixt.clues import ASIDES, DECK, PACKS, UNDRAWN, UNUSED, clues, pools
from westeros_intrigue.btwixt.drafting import Pick
from westeros_intrigue.btwixt.memory import covered, without
from westeros_intrigue.btwixt.moves import Draft, Move
from westeros_intrigue.btwixt.soundness import misstated
from westeros_intrigue.btwixt.state import GameState, View
from westeros_intrigue.btwixt.table import Phase, Table

Placed = dict[int, list[str]]
"""The cards in each place, by id."""


def determinize(view: View, rng: RandomSource) -> GameState:
    """Return a state that the view may be of, for search; it has no record and no JSON.

    Each is drawn as often as it is likely, if whoever plays, discards, drafts or takes a card
    chooses at random among the cards of the hand or pack that the rules let them choose.

    >>> import random
    >>> from westeros_intrigue.btwixt import observe, setup
    >>> view = observe(setup(3, seed=1), 1)
    >>> observe(determinize(view, random.Random(1)), 1) == view
    True

    Raises:
        InvalidValue: no state has this view.

    Rules: info.memory, setup.chance.
    """
    check_type("view", view, View)
    check_source(rng)
    return next(worlds(view, rng))


def worlds(view: View, rng: RandomSource) -> Iterator[GameState]:
    """Yield states that the view may be of, without end; what was seen is read only once."""
    may_be_unused = Counter(card.id for card in events_of(view.box, view.variant))
    may_be_unused.subtract(card.id for card in view.table.joined)
    for placed in Arrangement(pools(view), clues(view), may_be_unused, rng).draws():
        yield _world(view, placed, rng)


def _world(view: View, placed: Placed, rng: RandomSource) -> GameState:
    table = view.table
    seats = range(table.players)
    hands, packs, asides = (
        [_cards(placed, place + seat) for seat in seats] for place in (0, PACKS, ASIDES)
    )
    if view.player is not None:
        hands[view.player], packs[view.player] = view.hand, view.pack
        asides[view.player] = view.aside
    chance = _chance_to_come(table, placed, rng)
    if table.phase is Phase.CHOOSING_LEADERS:
        deck = chance.influence[0]
    else:
        deck = shuffled(_cards(placed, DECK), rng)
    allies = _ally_order(view, rng)
    away = table.put_back_size + table.looked_at_size
    put_back, looked_at = allies[: table.put_back_size], allies[table.put_back_size : away]
    blocks = [view.common_blocks] * (table.players + 1)
    if view.player is not None:
        blocks[view.player] = view.blocks
    world = GameState(
        table=table,
        hands=tuple(hands),
        packs=tuple(packs),
        asides=tuple(asides),
        deck=deck,
        ally_deck=allies[away:],
        looked_at=looked_at,
        put_back=put_back,
        blocks=tuple(blocks),
        sights=view.sights,
        chance=chance,
        moves=None,
        answers=_answers(view, packs, rng),
    )
    for fault in misstated(world):
        raise InvalidValue(f"the view cannot be: {fault}")
    return world


def _cards(placed: Placed, place: int) -> tuple[Card, ...]:
    return tuple(map(shared_card, placed.get(place, ())))


def _answers(
    view: View, packs: list[tuple[Card, ...]], rng: RandomSource
) -> tuple[tuple[int, Move], ...]:
    """Draw the answers of those who have answered while others are still to decide."""
    step = view.table.agenda[0] if view.table.agenda else None
    if not isinstance(step, Pick):
        return ()
    answers: list[tuple[int, Move]] = []
    for seat in range(view.table.players):
        if seat not in step.deciders:
            if seat == view.player and view.answer is not None:
                answers.append((seat, view.answer))
            elif packs[seat]:
                card = packs[seat][random_below(len(packs[seat]), rng)]
                answers.append((seat, Draft(card)))
            else:
                raise InvalidValue("the view cannot be: who has no pack has not drafted from it")
    return tuple(answers)


def _ally_order(view: View, rng: RandomSource) -> tuple[str, ...]:
    """Draw the hidden allies from the top: those that the viewer looks at, then the blocks.

    Each block is in a random order.
    """
    table = view.table
    seen = (*view.put_back, *view.looked_at)
    if len(seen) > sum(block.size for block in view.blocks):
        raise InvalidValue("the view cannot be: more allies are looked at than are hidden")
    # In a world of another's view, who looks at allies may not know them by the blocks.
    blocks = covered(without(view.blocks, seen), seen)
    lying = {ally for council in table.councils for ally in council.allies}
    lying |= {current.ally for current in table.current} | {*table.row, *table.dead}
    lying |= {ally for block in blocks for ally in block.known}
    free = shuffled([ally.id for ally in table.box.allies if ally.id not in lying], rng)
    order: list[str] = []
    used = 0
    for block in blocks:
        unknown = block.size - len(block.known)
        order += shuffled((*block.known, *free[used : used + unknown]), rng)
        used += unknown
    if used != len(free):
        raise InvalidValue("the view cannot be: the hidden allies do not fill their deck")
    return tuple(order)


def _chance_to_come(table: Table, placed: Placed, rng: RandomSource) -> Chance:
    """Draw what chance is still to decide; what it has decided is left empty."""
    box, variant = table.box, table.variant
    dealt = table.phase is not Phase.CHOOSING_LEADERS
    first = table.season_index + dealt
    every = events_of(box, variant)
    events = _before(every, shuffled(_cards(placed, UNUSED) if dealt else every, rng))
    white = tuple(
        _before(own, shuffled(_cards(placed, UNDRAWN + leader) if dealt else own, rng))
        for leader, own in enumerate(own_cards(box, variant))
    )
    influence = tuple(
        shuffled(deck, rng) if season >= first else ()
        for season, deck in enumerate(decks(table.players, box, variant, events))
    )
    tokens = tuple(_token_values(table, rng))
    leaders = shuffled([leader.id for leader in box.leaders], rng)
    return Chance((), tokens, leaders, influence, events, white)


def _before(cards: Iterable[Card], waiting: tuple[Card, ...]) -> tuple[Card, ...]:
    """Put the cards that have been drawn before those that wait."""
    drawn = Counter(cards)
    drawn.subtract(waiting)
    return (*drawn.elements(), *waiting)


def _token_values(table: Table, rng: RandomSource) -> Iterator[int]:
    """Yield the value of each token: as seen if it is turned over, and otherwise drawn."""
    values = table.box.token_values
    turned = {
        token: value
        for council, known in zip(table.councils, table.token_values, strict=False)
        for token, value in zip(council.tokens, known, strict=True)
    }
    left = Counter(values)
    left.subtract(turned.values())
    if min(left.values(), default=0) < 0 or not turned.keys() <= set(range(len(values))):
        raise InvalidValue("the view cannot be: other tokens are turned over than the box has")
    hidden = iter(shuffled([*left.elements()], rng))
    for token in range(len(values)):
        yield turned[token] if token in turned else next(hidden)
