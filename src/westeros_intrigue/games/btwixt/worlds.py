"""Worlds: states that a view may be of, drawn as likely as the viewer's evidence makes each.

The model is that a leader who plays, discards, drafts or takes a card is as likely to choose any
card that could have been chosen. So every way in which the clues can have come about counts alike;
where a rule narrowed a choice, a way counts the more, the fewer cards there were to choose from.

Only the origins of the cards that left have to be found: dealt or drafted to a place, or moved
there later. Uncertain origins are drawn repeatedly, each by its likelihood beside the rest (Gibbs
sampling); ways with more cards than there are get a small weight, and are never returned. Narrowed
choices also depend on the cards that stayed, so a second chain takes arrangements of the first, or
exchanges two cards (Metropolis-Hastings).

A world also fits what the viewer knows of the ally deck, and draws future chance afresh. Other
seats remember only public information in it, and see what they would see there.

Rules: info.memory, info.draft, info.taken, info.ally-deck, info.set-aside, setup.chance.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import inf, log, prod
from typing import Final, TypeAlias

import attrs

from westeros_intrigue.gamekit.chance import RandomSource, check_source, random_below, shuffle
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.values import check_type
from westeros_intrigue.games.btwixt import moves, seasons
from westeros_intrigue.games.btwixt.cards import Card, Cards, Ids, shared_card
from westeros_intrigue.games.btwixt.chance import Chance, decks, events_of, own_cards
from westeros_intrigue.games.btwixt.clues import (
    ASIDES,
    DECK,
    PACKS,
    UNDRAWN,
    UNUSED,
    Clue,
    Pool,
    clues,
    pools,
)
from westeros_intrigue.games.btwixt.state import GameState, View
from westeros_intrigue.games.btwixt.table import Phase, Table, put_on_top, remove_seen

_PATIENCE: Final = 400
"""The attempts to find origins that are possible; a view that can be needs a few of them, or about
a hundred after many thefts from drafted hands."""
_MOST_ORIGINS: Final = 20_000
"""The most origins to choose from, of all cards together; a game has some hundreds of them."""
_SLACKS: Final = (0.05,) * 8 + (0.001,) * 8
"""For each time that a doubtful origin is drawn before an arrangement is returned, the weight of a
card that is one too many; its square is that of a card without an origin."""
_TRIES: Final = 8
"""The arrangements that the second chain tries before it returns one."""


class _Stack:
    """A pool without the cards that are known to have left a place."""

    def __init__(self, pool: Pool, may_be_unused: Counter[str], rng: RandomSource) -> None:
        """Set cards aside for the places outside the deck."""
        self.room = Counter(pool.places)
        unused = self.room.pop(UNUSED, 0)
        waiting = shuffle(list(may_be_unused.elements()), rng) if unused else ()
        if len(waiting) < unused:
            raise InvalidValue("the view cannot be: more events are unused than there are")
        self.unused, self.joined = list(waiting[:unused]), list(waiting[unused:])
        self.cards = Counter(pool.cards)
        self.cards.subtract(self.unused)
        self.left = self.cards.copy()
        self.size = self.left.total()

    def use(self, card: str, by: int) -> None:
        """Count a card that is known to have left."""
        self.left[card] -= by
        self.size -= by

    def chance(self, card: str, slack: float) -> float:
        """Return how likely it is that one more of the cards that left is this one."""
        if card not in self.cards:
            return 0.0
        return max(self.left[card], slack) / max(self.size, 1)

    def exchange(self, slack: float, rng: RandomSource) -> None:
        """Let an unused event change places with one that may have joined the deck."""
        here = random_below(len(self.unused), rng)
        there = random_below(len(self.joined), rng)
        old, new = self.unused[here], self.joined[there]
        ways = (self.cards[old] + 1) * max(self.left[new], slack)
        before = self.cards[new] * max(self.left[old] + 1, slack)
        if old != new and rng.random() * before < ways:
            self.unused[here], self.joined[there] = new, old
            for counter in (self.cards, self.left):
                counter[old] += 1
                counter[new] -= 1

    @property
    def is_possible(self) -> bool:
        """True if no more cards are counted than there are."""
        return all(number >= 0 for number in (*self.room.values(), *self.left.values()))


@attrs.define(eq=False)
class _Arrival:
    """A card that came to a place after the deal."""

    place: int
    since: int
    """The number of leavings before."""
    card: str | None
    """The card; None if no player saw it."""
    taking: _Leaving | None = None
    """If no player saw it, the way in which it left the place before."""
    leaving: _Leaving | None = None
    """The way in which it left again; None while it is there."""


@attrs.define(eq=False)
class _Leaving:
    """A card that left a place."""

    place: int
    card: str | None
    """The card; None if no player saw it."""
    origins: list[_Origin]
    """Its possible origins."""
    number: int
    """The number of leavings before."""
    among: frozenset[str] | None
    """The ids of the cards that could be chosen; None if all could be."""
    arrival: _Arrival | None = None
    """If no player saw it, its arrival at another place."""
    origin: _Origin | None = None

    @property
    def known(self) -> str | None:
        """The card, also if it was only seen later; None if it never was."""
        leaving: _Leaving | None = self
        while leaving is not None and leaving.arrival is not None:
            leaving = leaving.arrival.leaving
        return None if leaving is None else leaving.card

    def likelihood(self, origin: _Origin | None, card: str | None, slack: float) -> float:
        """Return how likely an origin is, if the card is this one."""
        if origin is None:
            return slack**2
        if isinstance(origin, _Stack):
            ways = max(origin.room[self.place], slack)
            return ways if card is None else ways * origin.chance(card, slack)
        if origin.leaving is not None:
            return 0.0
        first = _first(origin)
        if card is None or first is None:
            return 1.0
        if isinstance(first, _Stack):
            return first.chance(card, slack)
        return float(first.card == card)

    def use(self, card: str | None, by: int) -> None:
        """Count the card at its origin, or no longer."""
        if isinstance(self.origin, _Stack):
            self.origin.room[self.place] -= by
        elif self.origin is not None:
            self.origin.leaving = self if by > 0 else None
        first = _first(self.origin)
        if card is not None and isinstance(first, _Stack):
            first.use(card, by)

    def draw(self, slack: float, rng: RandomSource) -> None:
        """Draw the origin again, if there are several."""
        card = self.known
        self.use(card, -1)
        origins = [None, *self.origins]
        weights = [self.likelihood(origin, card, slack) for origin in origins]
        left = rng.random() * sum(weights)
        for origin, weight in zip(origins, weights, strict=True):
            self.origin = origin
            left -= weight
            if left < 0:
                break
        self.use(card, 1)


_Origin: TypeAlias = _Stack | _Arrival


def _first(origin: _Origin | None) -> _Origin | None:
    """Return from where a card came that may have changed hands unseen."""
    while isinstance(origin, _Arrival) and origin.taking is not None:
        origin = origin.taking.origin
    return origin


class Arrangement:
    """Hidden cards in places, and the clues that they have to fit."""

    def __init__(
        self,
        pools: Sequence[Pool],
        clues: Iterable[Clue],
        may_be_unused: Counter[str],
        rng: RandomSource,
    ) -> None:
        """Begin with the clues read; `may_be_unused` counts the events that may not have joined."""
        self._rng = rng
        self._stacks = [_Stack(pool, may_be_unused, rng) for pool in pools]
        self._leavings: list[_Leaving] = []
        self._arrivals: list[_Arrival] = []
        self._origins = 0
        self._read(clues)
        self._narrowed: defaultdict[int, list[_Leaving]] = defaultdict(list)
        for leaving in self._leavings:
            if leaving.among is not None:
                self._narrowed[leaving.place].append(leaving)
        self._robbed = {leaving.place for leaving in self._leavings if leaving.arrival}
        self._doubtful = [leaving for leaving in self._leavings if not self._is_certain(leaving)]

    def _read(self, clues: Iterable[Clue]) -> None:
        there: defaultdict[int, list[_Arrival]] = defaultdict(list)
        emptied: set[int] = set()

        def join(place: int, card: str | None, taking: _Leaving | None = None) -> _Arrival:
            arrival = _Arrival(place, len(self._leavings), card, taking)
            there[place].append(arrival)
            self._arrivals.append(arrival)
            return arrival

        def leave(place: int, card: str | None, among: frozenset[str] | None = None) -> _Leaving:
            if among is not None and card not in among:
                raise InvalidValue("the view cannot be: a card left that could not be chosen")
            origins: list[_Origin] = [
                arrival for arrival in there[place] if card is None or arrival.card in {card, None}
            ]
            if place not in emptied:
                origins += [
                    stack
                    for stack in self._stacks
                    if place in stack.room and (card is None or card in stack.cards)
                ]
            if not origins:
                raise InvalidValue("the view cannot be: a card left a place that did not have it")
            self._origins += len(origins)
            if self._origins > _MOST_ORIGINS:
                raise InvalidValue("the view cannot be: more happened than a season has time for")
            leaving = _Leaving(place, card, origins, len(self._leavings), among)
            self._leavings.append(leaving)
            return leaving

        for clue in clues:
            if clue.target is not None:
                taking = leave(clue.place, None)
                taking.arrival = join(clue.target, None, taking)
            if clue.left is not None:
                leave(clue.place, clue.left, clue.among)
            if clue.joined is not None:
                join(clue.place, clue.joined)
            if clue.seen is not None:
                # To see a hand is to see all of it leave, and come back.
                for card in clue.seen:
                    leave(clue.place, card)
                there[clue.place].clear()
                emptied.add(clue.place)
                for card in clue.seen:
                    join(clue.place, card)

    def _is_certain(self, leaving: _Leaving) -> bool:
        """Return whether an origin is the only one, or like all others; such a one is noted."""
        if len(leaving.origins) > 1 and (
            leaving.place in self._robbed
            or any(isinstance(each, _Stack) or each.card is None for each in leaving.origins)
        ):
            return False
        for origin in leaving.origins:
            if isinstance(origin, _Stack) or origin.leaving is None:
                break  # otherwise each is that of another card, and has no likelihood
        if not leaving.likelihood(origin, leaving.known, 1.0):
            raise InvalidValue("the view cannot be: a card left a place twice")
        leaving.origin = origin
        leaving.use(leaving.known, 1)
        return True

    def draws(self) -> Iterator[dict[int, list[str]]]:
        """Yield arrangements without end: the cards in each place as they lie now."""
        while True:
            laid = self._lay_out()
            for _ in range(_TRIES if self._narrowed else 0):
                other = self._lay_out()
                if log(1 - self._rng.random()) < other.weight - laid.weight:
                    laid = other
                laid.mix(self._rng)
            yield laid.placed

    def _settle(self) -> None:
        """Draw the origins again until they are possible."""
        patience = min(_PATIENCE, max(3, 5 * _MOST_ORIGINS // max(1, self._origins)))
        for _ in range(patience):
            for slack in _SLACKS:
                self._sweep(slack)
            if self._is_possible:
                return
        raise InvalidValue("the view cannot be: no deal leads to what was seen")

    def _sweep(self, slack: float) -> None:
        for leaving in self._doubtful:
            leaving.draw(slack, self._rng)
        for stack in self._stacks:
            if stack.joined:
                for _ in stack.unused:
                    stack.exchange(slack, self._rng)

    @property
    def _is_possible(self) -> bool:
        return all(leaving.origin is not None for leaving in self._doubtful) and all(
            stack.is_possible for stack in self._stacks
        )

    def _lay_out(self) -> _Laid:
        """Draw the origins, and lay the other cards in any order."""
        self._settle()
        laid = _Laid()
        rests = {stack: _Rest() for stack in self._stacks}
        for leaving in self._leavings:
            if isinstance(stack := leaving.origin, _Stack):
                place, choices = self._way(leaving.place, 0, leaving)
                laid.count(leaving.known, choices)
                if place is not None:
                    rests[stack].add(place, choices)
        for arrival in self._arrivals:
            if arrival.card is not None:
                place, choices = self._way(arrival.place, arrival.since, arrival.leaving)
                laid.count(arrival.card, choices)
                if place is not None:
                    laid.known.append((place, arrival.card))
        for stack, rest in rests.items():
            for place, number in stack.room.items():
                rest.add(place, self._narrowed.get(place, ()), number)
            rest.cards += shuffle([*stack.left.elements()], self._rng)
            laid.known += [(UNUSED, card) for card in stack.unused]
            laid.add_rest(rest)
        return laid

    def _way(
        self, place: int, since: int, leaving: _Leaving | None
    ) -> tuple[int | None, Sequence[_Leaving]]:
        """Return where a card lies now, if in a place, and the narrowed choices that it was in."""
        choices: list[_Leaving] = []
        while True:
            until = inf if leaving is None else leaving.number
            choices += [
                choice
                for choice in self._narrowed.get(place, ())
                if since <= choice.number <= until
            ]
            if leaving is None:
                return place, choices
            if (arrival := leaving.arrival) is None:
                return None, choices
            place, since, leaving = arrival.place, arrival.since, arrival.leaving


@attrs.define(eq=False)
class _Rest:
    """The rest of a pool: cards, each with its place and the narrowed choices it was in."""

    cards: list[str] = attrs.field(factory=list)
    places: list[int] = attrs.field(factory=list)
    choices: list[Sequence[_Leaving]] = attrs.field(factory=list)

    def add(self, place: int, choices: Sequence[_Leaving], number: int = 1) -> None:
        """Add as many cards."""
        self.places += [place] * number
        self.choices += [choices] * number


@attrs.define(eq=False)
class _Laid:
    """An arrangement of all cards, and the narrowed choices from it."""

    known: list[tuple[int, str]] = attrs.field(factory=list)
    """The cards whose places are certain, each after its place."""
    rests: list[_Rest] = attrs.field(factory=list)
    allowed: Counter[_Leaving] = attrs.field(factory=Counter)
    """For each narrowed choice, how many cards could be chosen."""

    def count(self, card: str | None, choices: Iterable[_Leaving], by: int = 1) -> None:
        """Count a card in the choices that it was in."""
        for choice in choices:
            if choice.among is not None and card in choice.among:
                self.allowed[choice] += by

    def add_rest(self, rest: _Rest) -> None:
        """Add what remains of a pool."""
        self.rests.append(rest)
        for card, choices in zip(rest.cards, rest.choices, strict=True):
            self.count(card, choices)

    @property
    def weight(self) -> float:
        """The logarithm of how likely the narrowed choices are."""
        return -sum(map(log, self.allowed.values()))

    def mix(self, rng: RandomSource) -> None:
        """Exchange each card that was in a narrowed choice with another of its pool, or do not."""
        for rest in self.rests:
            cards = rest.cards
            for here, choices in enumerate(rest.choices):
                there = random_below(len(cards), rng) if choices else here
                if cards[here] == cards[there] or rest.choices[there] is choices:
                    continue
                if rng.random() >= self._exchange(rest, here, there):
                    self._exchange(rest, here, there)

    def _exchange(self, rest: _Rest, here: int, there: int) -> float:
        """Exchange two cards; return how many times as likely the narrowed choices are now."""
        touched = {*rest.choices[here], *rest.choices[there]}
        before = prod(self.allowed[choice] for choice in touched)
        for index in (here, there):
            self.count(rest.cards[index], rest.choices[index], -1)
        rest.cards[here], rest.cards[there] = rest.cards[there], rest.cards[here]
        for index in (here, there):
            self.count(rest.cards[index], rest.choices[index])
        return before / prod(self.allowed[choice] for choice in touched)

    @property
    def placed(self) -> dict[int, list[str]]:
        """The cards in each place."""
        placed: defaultdict[int, list[str]] = defaultdict(list)
        for place, card in self.known:
            placed[place].append(card)
        for rest in self.rests:
            for place, card in zip(rest.places, rest.cards, strict=True):
                placed[place].append(card)
        return {place: sorted(cards) for place, cards in placed.items()}


Placed = dict[int, list[str]]
"""The cards in each place, by id."""


def determinize(view: View, rng: RandomSource) -> GameState:
    """Return a state that the view may be of, for search; it has no record and no JSON.

    Each is drawn as often as it is likely, if whoever plays, discards, drafts or takes a card
    chooses at random among the cards of the hand or pack that the rules let them choose.

    >>> import random
    >>> from westeros_intrigue.games.btwixt import observe, setup
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
        deck = shuffle(_cards(placed, DECK), rng)
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
        past_sights=view.past_sights,
    )
    for fault in _misstatements(world):
        raise InvalidValue(f"the view cannot be: {fault}")
    return world


def _misstatements(state: GameState) -> Iterator[str]:
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


def _cards(placed: Placed, place: int) -> Cards:
    return tuple(map(shared_card, placed.get(place, ())))


def _answers(
    view: View, packs: list[Cards], rng: RandomSource
) -> tuple[tuple[int, moves.Move], ...]:
    """Draw the answers of those who have answered while others are still to decide."""
    step = view.table.agenda[0] if view.table.agenda else None
    if not isinstance(step, seasons.Pick):
        return ()
    answers: list[tuple[int, moves.Move]] = []
    for seat in range(view.table.players):
        if seat not in step.deciders:
            if seat == view.player and view.answer is not None:
                answers.append((seat, view.answer))
            elif packs[seat]:
                card = packs[seat][random_below(len(packs[seat]), rng)]
                answers.append((seat, moves.Draft(card)))
            else:
                raise InvalidValue("the view cannot be: who has no pack has not drafted from it")
    return tuple(answers)


def _ally_order(view: View, rng: RandomSource) -> Ids:
    """Draw the hidden allies from the top: those that the viewer looks at, then the blocks.

    Each block is in a random order.
    """
    table = view.table
    seen = (*view.put_back, *view.looked_at)
    if len(seen) > sum(block.size for block in view.blocks):
        raise InvalidValue("the view cannot be: more allies are looked at than are hidden")
    # In a world of another's view, who looks at allies may not know them by the blocks.
    blocks = put_on_top(remove_seen(view.blocks, seen), seen)
    lying = {ally for council in table.councils for ally in council.allies}
    lying |= {current.ally for current in table.current} | {*table.row, *table.dead}
    lying |= {ally for block in blocks for ally in block.known}
    free = shuffle([ally.id for ally in table.box.allies if ally.id not in lying], rng)
    order: list[str] = []
    used = 0
    for block in blocks:
        unknown = block.size - len(block.known)
        order += shuffle((*block.known, *free[used : used + unknown]), rng)
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
    events = _before(every, shuffle(_cards(placed, UNUSED) if dealt else every, rng))
    white = tuple(
        _before(own, shuffle(_cards(placed, UNDRAWN + leader) if dealt else own, rng))
        for leader, own in enumerate(own_cards(box, variant))
    )
    influence = tuple(
        shuffle(deck, rng) if season >= first else ()
        for season, deck in enumerate(decks(table.players, box, variant, events))
    )
    tokens = tuple(_token_values(table, rng))
    leaders = shuffle([leader.id for leader in box.leaders], rng)
    return Chance((), tokens, leaders, influence, events, white)


def _before(cards: Iterable[Card], waiting: Cards) -> Cards:
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
    hidden = iter(shuffle([*left.elements()], rng))
    for token in range(len(values)):
        yield turned[token] if token in turned else next(hidden)
