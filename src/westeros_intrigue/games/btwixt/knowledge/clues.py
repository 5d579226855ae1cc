"""A viewer's clues about hidden influence cards.

A pool is a group of cards whose places the viewer knows, but not which card is in which place. A
clue is a later observation of a hand.

Rules: info.hand, info.returned, info.taken, info.draft, info.set-aside.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from typing import Final

import attrs

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.games.btwixt.pieces import chance
from westeros_intrigue.games.btwixt.pieces.cards import MAX_PLAYERS, Cards, Numbers
from westeros_intrigue.games.btwixt.pieces.operations import Operation
from westeros_intrigue.games.btwixt.position.happenings import Happening
from westeros_intrigue.games.btwixt.position.state import View
from westeros_intrigue.games.btwixt.position.table import Phase, Table
from westeros_intrigue.games.btwixt.turns import seasons

DECK: Final = -1
"""The influence deck. The place of a hand is its seat."""
UNUSED: Final = -2
"""The events that have not joined the deck."""

OPEN: Final = -3
"""The piles and the discard pile, where all players see a card."""

PACKS, ASIDES, UNDRAWN = (MAX_PLAYERS * number for number in (1, 2, 3))
"""The offsets of places: added to a seat for its pack and for its cards set aside, and to a
leader's number in the box for the undrawn white cards."""


@attrs.frozen
class Pool:
    """Cards, and the same number of places; all assignments are equally likely."""

    cards: Counter[str]
    """The number of each card, by id."""
    places: Counter[int]
    """The number of cards in each place."""
    events: Counter[str] = attrs.field(factory=Counter)
    """The cards among them that may be in the place `UNUSED`."""

    def __attrs_post_init__(self) -> None:
        if self.cards.total() != self.places.total():
            raise InvalidValue("impossible view: the hidden cards do not fill their places")


@attrs.frozen
class Clue:
    """A card that went from one place to another; without target and card, an empty place."""

    place: int
    """The place that the card left, or that is empty."""
    target: int = OPEN
    """The place to which the card went."""
    card: str | None = None
    """The card; None if no player saw it."""
    among: frozenset[str] | None = None
    """The cards, by id, that could have been chosen to leave; None for all cards of the place."""


def sighting(place: int, ids: Sequence[str]) -> Iterator[Clue]:
    """Yield the clues from seeing all cards of a place: they leave it empty and come back."""
    yield from (Clue(place, OPEN, card) for card in ids)
    yield Clue(place)
    yield from (Clue(OPEN, place, card) for card in ids)


def pools(view: View) -> Iterator[Pool]:
    """Yield the pools of a season as the viewer knew them after the deal or the draft."""
    table = view.table
    if table.phase is Phase.CHOOSING_LEADERS:
        return
    events = chance.events_of(table.box, table.variant)
    cards = Counter(_ids(chance.cards_of(table.box, *table.variant.first_kinds) + events))
    joined = table.variant.events_added(table.players) * table.season_index
    places = Counter({DECK: table.deck_size, UNUSED: len(events) - joined})
    yield from _white_pools(table)
    if table.variant.is_drafted:
        # The last pool has the parts of packs that the viewer has not seen.
        for part in chain.from_iterable(packs(view)):
            if part.cards is None:
                places.update(part.places)
                continue
            cards.subtract(part.cards)
            if part.places:
                yield Pool(+part.cards, Counter(part.places))
    else:
        places.update(dict.fromkeys(range(table.players), table.variant.hand_size))
    yield Pool(+cards, +places, Counter(_ids(events)) - Counter(_ids(table.joined)))


def _ids(cards: Cards) -> list[str]:
    return [card.id for card in cards]


def find_informed_viewer(view: View) -> int | None:
    """Return the viewer if they saw their own cards; not always in a world of another view."""
    kind = Happening.DEALT  # once: in Python 3.11, it takes longer to look up than to compare
    dealt = (event for event in view.log if event.happening is kind)
    has_hidden = any(event.player == view.player and not event.cards for event in dealt)
    return None if has_hidden else view.player


DEALT = {Happening.DEALT, Happening.PASSED}
"""The events with which a leader gets hidden cards."""


def _white_pools(table: Table) -> Iterator[Pool]:
    """Yield a pool for each leader: one white card is in the hand, the others are undrawn."""
    index = table.season_index
    removed = Counter(_ids(table.removed[: table.players * index]))
    for number, own in enumerate(chance.own_cards(table.box, table.variant)):
        leader = table.box.leaders[number]
        cards = Counter(_ids(own)) - removed
        places = Counter({UNDRAWN + number: cards.total()})
        if leader.id in table.leaders:
            places[UNDRAWN + number] -= 1
            places[table.leaders.index(leader.id)] = 1
        yield Pool(+cards, +places)


@attrs.frozen
class Part:
    """Cards that leave a pack one after another, or those that the viewer is looking at."""

    places: Numbers
    """The place of each card; empty if the viewer knows the cards in their order."""
    cards: Counter[str] | None = None
    """The cards; None if the viewer has not seen them."""


def packs(view: View) -> Iterator[tuple[Part, ...]]:
    """Yield the parts of each pack of a season whose hands are drafted.

    Between two sightings of a pack, each leader in between has drafted one of the missing cards.
    """
    table = view.table
    viewer = find_informed_viewer(view)
    size = table.variant.hand_size
    drafting = any(table.pack_sizes)
    done = table.aside_sizes[0] if drafting else size
    way = seasons.direction(table)
    own = [event for event in view.log if event.player == viewer is not None]
    seen = [Counter(_ids(event.cards)) for event in own if event.happening in DEALT]
    picks = [_ids(event.cards) for event in own if event.happening is Happening.DRAFTED]
    for first in range(table.players):
        holders = [(first + way * turn) % table.players for turn in range(size)]
        places = tuple(
            seat + ASIDES * drafting if turn < done else PACKS + holders[done]
            for turn, seat in enumerate(holders)
        )
        looks = [turn for turn, seat in enumerate(holders[: len(seen)]) if seat == viewer]
        parts = [Part(places[: looks[0]] if looks else places)]
        for turn, following in zip_longest(looks, looks[1:]):
            left = seen[turn].copy()
            if turn < len(picks):
                left.subtract(picks[turn])
                left.subtract(seen[following] if following else ())
                parts += Part((), Counter(picks[turn])), Part(places[turn + 1 : following], left)
            else:
                parts.append(Part((), left))
        yield tuple(parts)


def clues(view: View) -> Iterator[Clue]:  # noqa: PLR0912 - one case a happening
    """Yield the viewer's observations of hands since the deal, in order.

    The viewer's own hand is as open as a pile: only the deal counts, which removes its cards from
    the pools. While a rule narrows the choice of a card, the clue has the cards that it allows.

    Rules: ally.jaime, ally.robb.
    """
    titles = {entry.id for entry in view.box.influence}
    forbidding = view.box.able[Operation.NO_COPIES]
    viewer, is_drafted = find_informed_viewer(view), view.variant.is_drafted
    current: set[str] = set()
    lying = Counter[str]()
    # The place of a player's hand; the viewer's own, and no player's, is open.
    places: dict[int | None, int] = {seat: seat for seat in range(view.players)}
    places |= {None: OPEN, viewer: OPEN}
    for event in view.log:
        if not event.count:
            continue  # no card and no ally moved, as when a leader kneels
        seat, other = places[event.player], places[event.other]
        ids = [card.id for card in event.cards]
        source = target = OPEN
        narrowed = None
        match event.happening:  # the most frequent ones first
            case Happening.PLAYED:
                source = seat
                if current & forbidding:
                    narrowed = frozenset(titles.difference(+lying))
                lying.update(ids)
            case Happening.DEALT if (
                viewer is not None and event.player == viewer and not is_drafted
            ):
                source = viewer
            case Happening.REVEALED:
                current = {*event.allies}
                lying.clear()
            case Happening.INTRODUCED:
                current.update(event.allies)
            case Happening.KILLED:
                current.difference_update(event.allies)
            case Happening.DISCARDED:
                source = seat
                narrowed = frozenset(ids) if event.allies else None
            case Happening.TOOK_BACK | Happening.RETURNED:
                target = seat
                lying.subtract(ids)
            case Happening.SAW_HAND if ids:
                yield from sighting(other, ids)
            case Happening.TOOK:
                source, target = other, seat
        if source != target:
            for card in ids or (None,):
                yield Clue(source, target, card, narrowed)
    if viewer is None and view.player is not None:
        drafted = (PACKS + view.player, view.pack), (ASIDES + view.player, view.aside)
        for place, cards in ((view.player, view.hand), *view.shown_hands, *drafted):
            yield from sighting(place, _ids(cards))
