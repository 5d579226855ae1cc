"""Worlds: states that agree with a view, drawn with their likelihood given the viewer's evidence.

The model is that a leader who plays, discards, drafts or takes a card is equally likely to choose
each possible card. All explanations of the clues are thus equally likely. If a rule narrowed a
choice, an explanation counts more the fewer cards there were to choose from.

Only the origins of cards that left must be found: they were dealt or drafted to a place, or moved
there later. Uncertain origins are drawn repeatedly, each by its likelihood given the rest (Gibbs
sampling). Explanations with more cards than exist get a small weight and are never returned.
Narrowed choices also depend on the cards that stayed, so a second chain accepts arrangements of the
first, or exchanges two cards (Metropolis-Hastings).

A world also agrees with the viewer's knowledge of the ally deck, and future random outcomes are
drawn again. In it, other seats remember only public information, and see what that world shows
them, until `replay` adds the past.

Rules: info.memory, info.draft, info.taken, info.ally-deck, info.set-aside, setup.chance.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from math import inf, log, prod
from typing import Final, TypeAlias

import attrs

from westeros_intrigue.gamekit.chance import RandomSource, choose, random_below, shuffle
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.values import make_unchecked
from westeros_intrigue.games.btwixt.knowledge.clues import (
    ASIDES,
    DECK,
    OPEN,
    PACKS,
    UNDRAWN,
    UNUSED,
    Clue,
    Pool,
    clues,
    pools,
)
from westeros_intrigue.games.btwixt.pieces.cards import Card, Cards, Ids, Numbers, shared_card
from westeros_intrigue.games.btwixt.pieces.chance import Chance, decks, events_of, own_cards
from westeros_intrigue.games.btwixt.position import moves
from westeros_intrigue.games.btwixt.position.state import (
    UNKNOWN_START,
    GameState,
    View,
    has_right_sizes,
)
from westeros_intrigue.games.btwixt.position.table import Phase, Table, put_on_top, remove_seen
from westeros_intrigue.games.btwixt.turns import seasons

_PATIENCE: Final = 400
"""The number of attempts to find possible origins. A possible view needs a few attempts, or about a
hundred after many thefts from drafted hands."""
_MOST_ORIGINS: Final = 20_000
"""The maximum number of possible origins, for all cards together; a game has some hundreds."""
_SLACKS: Final = (0.05,) * 8 + (0.001,) * 8
"""The weight of one card too many, for each draw of a doubtful origin before an arrangement is
returned; its square is the weight of a card without an origin."""
_WARMER_SLACKS: Final = tuple(
    slack for slack in (0.3, 0.15, 0.07, 0.03, 0.015, 0.007, 0.003, 0.001) for _ in range(4)
)
"""The weights of the next attempts: origins may have blocked each other after many thefts."""
_TRIES: Final = 8
"""The arrangements that the second chain tries before it returns one."""


class _Stack:
    """A pool without the cards known to have left a place."""

    def __init__(self, pool: Pool, rng: RandomSource) -> None:
        """Set cards aside for the places outside the deck."""
        self.room = pool.places.copy()
        unused = self.room.pop(UNUSED, 0)
        waiting = shuffle([*pool.events.elements()], rng) if unused else ()
        if len(waiting) < unused:
            raise InvalidValue("impossible view: more events are unused than there are")
        self.unused, self.joined = [*waiting[:unused]], [*waiting[unused:]]
        self.cards = pool.cards.copy()
        self.cards.subtract(self.unused)
        self.left = self.cards.copy()
        self.size = self.left.total()

    def spend(self, card: str, by: int) -> None:
        """Count a card that is known to have left."""
        self.left[card] -= by
        self.size -= by

    def chance(self, card: str, slack: float) -> float:
        """Return the probability that one more of the cards that left is this one."""
        if card not in self.cards:
            return 0.0
        return max(self.left[card], slack) / max(self.size, 1)

    def exchange(self, slack: float, rng: RandomSource) -> None:
        """Exchange unused events with those that may have joined the deck, if there are any."""
        for _ in self.unused if self.joined else ():
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
        """True if no more cards are counted than exist."""
        return all(number >= 0 for number in (*self.room.values(), *self.left.values()))


@attrs.define(eq=False)
class _Step:
    """A card that left a hidden place, or came to one, or both."""

    number: int
    """The number of earlier steps."""
    place: int
    target: int
    card: str | None
    """The card; None if no player saw it."""
    origins: Sequence[_Origin]
    """Its possible origins; none if all players saw where it came from."""
    among: frozenset[str] | None
    """The ids of the cards that could be chosen to leave; None for all."""
    origin: _Origin | None = None
    following: _Step | None = None
    """Its step from the target; None while it is there."""

    @property
    def known(self) -> str | None:
        """The card, even if it was only seen later; None if never."""
        if self.card is None and self.following is not None:
            return self.following.known
        return self.card

    def likelihood(self, origin: _Origin | None, card: str | None, slack: float) -> float:
        """Return the likelihood of an origin, if the card is this one."""
        if origin is None:
            return slack**2
        if isinstance(origin, _Stack):
            ways = max(origin.room[self.place], slack)
        else:
            ways = float(origin.following is None)
        return ways if card is None else ways * origin.chance(card, slack)

    def chance(self, card: str, slack: float) -> float:
        """Return the probability that the card that came is this one."""
        if self.card is None and self.origin is not None:
            return self.origin.chance(card, slack)
        return float(self.card in {card, None})

    def use(self, card: str | None, by: int) -> None:
        """Add the card to the count of its origin, or remove it."""
        origin = self.origin
        if isinstance(origin, _Stack):
            origin.room[self.place] -= by
        elif origin is not None:
            origin.following = self if by > 0 else None
        if origin is not None and card is not None:
            origin.spend(card, by)

    def spend(self, card: str, by: int) -> None:
        """Count the card at the origin, unless all players saw it come."""
        if self.card is None and self.origin is not None:
            self.origin.spend(card, by)

    def draw(self, slack: float, rng: RandomSource) -> None:
        """Draw the origin again, if there are several."""
        card = self.known
        self.use(card, -1)
        origins = [None, *self.origins]
        sums = [*accumulate([self.likelihood(origin, card, slack) for origin in origins])]
        self.origin = origins[bisect(sums, rng.random() * sums[-1], hi=len(sums) - 1)]
        self.use(card, 1)


_Origin: TypeAlias = _Stack | _Step


class Arrangement:
    """Hidden cards in places, and the clues that they must agree with."""

    def __init__(
        self,
        pools: Iterable[Pool],
        clues: Iterable[Clue],
        rng: RandomSource,
    ) -> None:
        """Read the clues."""
        self._rng = rng
        self._stacks = [_Stack(pool, rng) for pool in pools]
        self._steps: list[_Step] = []
        self._origins = 0
        self._read(clues)
        self._narrowed: defaultdict[int, list[_Step]] = defaultdict(list)
        for step in self._steps:
            if step.among is not None:
                self._narrowed[step.place].append(step)
        self._robbed = {step.place for step in self._steps if step.card is None}
        self._doubtful = [
            step for step in self._steps if step.origins and not self._is_certain(step)
        ]

    def _read(self, clues: Iterable[Clue]) -> None:
        there: defaultdict[int, list[_Step]] = defaultdict(list)
        emptied: set[int] = set()

        for clue in clues:
            place, card = clue.place, clue.card
            if card is None and clue.target == OPEN:
                there[place].clear()
                emptied.add(place)
                continue
            origins: list[_Origin] = []
            if place != OPEN:
                if clue.among is not None and card not in clue.among:
                    raise InvalidValue("impossible view: a card left that could not be chosen")
                origins += [
                    step for step in there[place] if card is None or step.card in {card, None}
                ]
                if place not in emptied:
                    origins += [
                        stack
                        for stack in self._stacks
                        if place in stack.room and (card is None or card in stack.cards)
                    ]
                if not origins:
                    raise InvalidValue("impossible view: a card left a place that did not have it")
                self._origins += len(origins)
                if self._origins > _MOST_ORIGINS:
                    raise InvalidValue("impossible view: more happened than a season has time for")
            step = _Step(len(self._steps), place, clue.target, card, origins, clue.among)
            self._steps.append(step)
            there[clue.target].append(step)

    def _is_certain(self, step: _Step) -> bool:
        """Return whether an origin is the only one, or like all others, and store it if so."""
        if len(step.origins) > 1 and (
            step.place in self._robbed
            or any(isinstance(each, _Stack) or each.card is None for each in step.origins)
        ):
            return False
        card = step.known
        for origin in step.origins:
            if step.likelihood(origin, card, 1.0):
                step.origin = origin
                step.use(card, 1)
                return True
        raise InvalidValue("impossible view: a card left a place twice")

    def draws(self) -> Iterator[Laid]:
        """Yield arrangements endlessly."""
        while True:
            laid = self._lay_out()
            for _ in range(_TRIES if self._narrowed else 0):
                other = self._lay_out()
                if log(1 - self._rng.random()) < other.weight - laid.weight:
                    laid = other
                laid.mix(self._rng)
            yield laid

    def _settle(self) -> None:
        """Draw the origins again until they are possible."""
        patience = min(_PATIENCE, 5 * _MOST_ORIGINS // max(1, self._origins))
        for tried in range(patience):
            for slack in _WARMER_SLACKS if tried else _SLACKS:
                for step in self._doubtful:
                    step.draw(slack, self._rng)
                for stack in self._stacks:
                    stack.exchange(slack, self._rng)
            have_origins = all(step.origin is not None for step in self._doubtful)
            if have_origins and all(stack.is_possible for stack in self._stacks):
                return
        raise InvalidValue("impossible view: no deal agrees with the events")

    def _lay_out(self) -> Laid:
        """Draw the origins, and arrange the other cards at random."""
        self._settle()
        laid = Laid({stack: [] for stack in self._stacks})
        for step in self._steps:
            origin, card = step.origin, step.known
            if isinstance(origin, _Step):
                continue  # a part of another card's way
            way = self._way(card or "", origin, step)
            ways = laid.known if card or origin is None else laid.free[origin]
            ways.append(way)
        for stack, free in laid.free.items():
            for place, number in stack.room.items():
                choices = tuple(self._narrowed.get(place, ()))
                free.extend([_Way("", stack, place, place, choices) for _ in range(number)])
            cards = shuffle([*stack.left.elements()], self._rng)
            for way, card in zip(free, cards, strict=True):
                way.card = card
            laid.known += [_Way(card, None, UNUSED, UNUSED) for card in stack.unused]
        for way in laid.ways if self._narrowed else ():
            laid._count(way)
        return laid

    def _way(self, card: str, pool: _Stack | None, first: _Step) -> _Way:
        """Return the way of a card from the place before its first step."""
        way = _Way(card, pool, first.place, first.place)
        since = -1
        following: _Step | None = first
        while True:
            until = inf if following is None else following.number
            for choice in self._narrowed.get(way.place, ()):
                if since < choice.number <= until:
                    way.choices += (choice,)
            if following is None:
                return way
            if following.card is None:
                way.taken += (following.number,)
            since, way.place = following.number, following.target
            following = following.following


@attrs.define(eq=False)
class _Way:
    """A hidden card, and its places since it was dealt."""

    card: str
    """The card, by id."""
    pool: _Stack | None
    """The pool; None for an unused event, or if all players saw the card come."""
    dealt: int
    """The place of the deal; `OPEN` if all players saw the card come."""
    place: int
    """The current place."""
    choices: tuple[_Step, ...] = ()
    """The narrowed choices that the card was in."""
    taken: Numbers = ()
    """The numbers of the steps by which it was taken unseen."""


@attrs.define(eq=False)
class Laid:
    """An arrangement of all cards, and the narrowed choices from it."""

    free: dict[_Stack, list[_Way]]
    """The ways of the other cards of each pool."""
    known: list[_Way] = attrs.field(factory=list)
    """The ways of the certain cards."""
    allowed: Counter[_Step] = attrs.field(factory=Counter)
    """For each narrowed choice, the number of cards that could be chosen."""

    @property
    def ways(self) -> Iterator[_Way]:
        """The ways of all cards."""
        return chain(self.known, *self.free.values())

    def _count(self, way: _Way, by: int = 1) -> None:
        """Count a card in the choices that it was in."""
        for choice in way.choices:
            if way.card in (choice.among or ()):
                self.allowed[choice] += by

    @property
    def weight(self) -> float:
        """The logarithm of the likelihood of the narrowed choices."""
        return -sum(map(log, self.allowed.values()))

    def mix(self, rng: RandomSource) -> None:
        """Perhaps exchange each card that was in a narrowed choice with another of its pool."""
        for ways in self.free.values():
            for way in ways:
                other = ways[random_below(len(ways), rng)] if way.choices else way
                if way.card == other.card or way.choices is other.choices:
                    continue
                if rng.random() >= self._exchange(way, other):
                    self._exchange(way, other)

    def _exchange(self, *ways: _Way) -> float:
        """Exchange two cards; return the resulting factor of the narrowed choices' likelihood."""
        one, other = ways
        touched = {*one.choices, *other.choices}
        before = prod(self.allowed[choice] for choice in touched)
        for way in ways:
            self._count(way, -1)
        one.card, other.card = other.card, one.card
        for way in ways:
            self._count(way)
        return before / prod(self.allowed[choice] for choice in touched)

    @property
    def placed(self) -> dict[int, list[str]]:
        """The cards in each place."""
        placed: defaultdict[int, list[str]] = defaultdict(list)
        for way in self.ways:
            placed[way.place].append(way.card)
        return {place: sorted(cards) for place, cards in placed.items() if place != OPEN}

    def deal(self) -> tuple[list[Placed], list[str]]:
        """Return the cards that each place had from each pool, and the cards taken unseen."""
        dealt = {stack: defaultdict[int, list[str]](list) for stack in self.free}
        taken: dict[int, str] = {}
        for way in self.ways:
            taken |= dict.fromkeys(way.taken, way.card)
            if way.pool is not None:
                dealt[way.pool][way.dealt].append(way.card)
        return [*dealt.values()], [card for _, card in sorted(taken.items())]


Placed = dict[int, list[str]]
"""The cards in each place, by id."""


def worlds(view: View, rng: RandomSource) -> Iterator[GameState]:
    """Yield states that agree with the view endlessly, reading its evidence only once."""
    for laid in arrangements(view, rng):
        yield world_of(view, laid, rng)


def arrangements(view: View, rng: RandomSource) -> Iterator[Laid]:
    """Yield arrangements of the hidden cards that agree with the view."""
    return Arrangement(pools(view), clues(view), rng).draws()


def world_of(view: View, laid: Laid, rng: RandomSource) -> GameState:
    """Return a state with an arrangement of the hidden cards, that agrees with the view."""
    placed = laid.placed
    table = view.table
    seats = range(table.players)
    hands, packs, asides = (
        [_cards(placed, place + seat) for seat in seats] for place in (0, PACKS, ASIDES)
    )
    blocks = [view.common_blocks] * (table.players + 1)
    if view.player is not None:
        hands[view.player], packs[view.player] = view.hand, view.pack
        asides[view.player], blocks[view.player] = view.aside, view.blocks
    chance = draw_chance_to_come(table, placed, rng)
    if table.phase is Phase.CHOOSING_LEADERS:
        deck = chance.influence[0]
    else:
        deck = shuffle(_cards(placed, DECK), rng)
    allies = _ally_order(view, rng)
    away = table.put_back_size + table.looked_at_size
    put_back, looked_at = allies[: table.put_back_size], allies[table.put_back_size : away]
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
        answers=tuple(_answers(view, packs, rng)),
        past_sights=view.past_sights,
        starts=_starts(view),
    )
    if not has_right_sizes(world):
        raise InvalidValue("impossible view: the table has other numbers of hidden cards")
    return world


def _starts(view: View) -> tuple[str, ...]:
    """Return the starts of the views of a world: other seats have seen what it does not tell."""
    if view.table.phase is Phase.CHOOSING_LEADERS:
        return ()  # all is public until the deal
    starts = [UNKNOWN_START] * view.players
    if view.player is None:
        return (*starts, view.start)
    starts[view.player] = view.start
    # A spectator has seen all, unless the game began at a line, of which each saw another part.
    return (*starts, UNKNOWN_START if view.start else "")


def _cards(placed: Placed, place: int) -> Cards:
    return tuple(map(shared_card, placed.get(place, ())))


def _answers(view: View, packs: list[Cards], rng: RandomSource) -> Iterator[tuple[int, moves.Move]]:
    """Draw the answers of seats that have answered while others still decide."""
    is_drafting = isinstance(view.table.asking, seasons.Pick)
    for seat in range(view.players) if is_drafting else ():
        if seat not in view.deciders:
            own = view.answer if seat == view.player else None
            yield seat, own or moves.Draft(choose(packs[seat], rng))


def _ally_order(view: View, rng: RandomSource) -> Ids:
    """Draw the hidden allies from the top: those that the viewer looks at, then the blocks.

    Each block is in a random order.
    """
    table = view.table
    seen = (*view.put_back, *view.looked_at)
    if len(seen) > sum(block.size for block in view.blocks):
        raise InvalidValue("impossible view: more allies are looked at than are hidden")
    # In a world of another's view, the leader who looks at allies may not know them by the blocks.
    blocks = put_on_top(remove_seen(view.blocks, seen), seen)
    lying = {*table.row, *table.dead, *(current.ally for current in table.current)}
    lying.update(*(council.allies for council in table.councils), *(each.known for each in blocks))
    free = shuffle([ally.id for ally in table.box.allies if ally.id not in lying], rng)
    order: list[str] = []
    used = 0
    for block in blocks:
        unknown = block.size - len(block.known)
        order += shuffle((*block.known, *free[used : used + unknown]), rng)
        used += unknown
    if used != len(free):
        raise InvalidValue("impossible view: the hidden allies do not fill their deck")
    return tuple(order)


def draw_chance_to_come(table: Table, placed: Placed, rng: RandomSource) -> Chance:
    """Draw future random outcomes; past ones are left empty."""
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
    tokens = token_values(table, rng)
    leaders = shuffle([leader.id for leader in box.leaders], rng)
    return make_unchecked(
        Chance, allies=(), tokens=tokens, leaders=leaders, influence=influence, events=events,
        leader_cards=white,
    )  # fmt: skip


def _before(cards: Iterable[Card], waiting: Cards) -> Cards:
    """Put the drawn cards before the undrawn ones."""
    drawn = Counter(cards)
    drawn.subtract(waiting)
    return (*drawn.elements(), *waiting)


def token_values(table: Table, rng: RandomSource) -> Numbers:
    """Return the value of each token: as scoring revealed it, otherwise drawn."""
    values = table.box.token_values
    turned = {
        token: value
        for council, known in zip(table.councils, table.token_values, strict=False)
        for token, value in zip(council.tokens, known, strict=False)
    }
    tokens = [token for token in range(len(values)) if token not in turned]
    hidden = [*(Counter(values) - Counter(turned.values())).elements()]
    if len(hidden) != len(tokens):
        raise InvalidValue("impossible view: other tokens are turned over than the box has")
    shuffled = shuffle(hidden, rng)
    if not turned:
        return shuffled  # as until scoring
    drawn = zip(tokens, shuffled, strict=True)
    return tuple(value for _, value in sorted((*drawn, *turned.items())))
