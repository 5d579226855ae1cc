"""The cards that a viewer has not seen: where they can be, and in how many ways.

Each hidden pile contains some of the unseen cards. A pile about which nothing is known can contain
any of them, so its number of ways does not depend on the other piles. Only the restricted piles are
counted, house by house, in a table indexed by the number of cards left of each house.

Rules: info.public, info.leftover, info.elimination, info.memory, solo.public, option.anyone,
option.anyone-deal.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate, chain, pairwise
from math import comb, perm, prod
from operator import add, sub
from typing import Protocol, runtime_checkable

import attrs

from westeros_intrigue.gamekit.chance import RandomSource, random_below, shuffle
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.rules.cards import (
    CARDS_PER_HOUSE,
    DECK,
    HOUSES,
    Card,
    Cards,
    House,
    in_two_places,
)
from westeros_intrigue.rules.game_events import Phase
from westeros_intrigue.rules.public_facts import TableFacts
from westeros_intrigue.rules.round_results import RoundResult, list_missing_houses
from westeros_intrigue.rules.variants import Variant


@runtime_checkable
class Viewer(Protocol):
    """A view, or a table as a spectator sees it."""

    @property
    def table(self) -> TableFacts:
        """The public information."""
        ...

    @property
    def _hands_in_sight(self) -> Mapping[int, Cards]:
        """The hands that the viewer sees, by seat, from 0: their own, or none."""
        ...

    @property
    def results(self) -> Sequence[RoundResult]:
        """The finished rounds, as the viewer knows them."""
        ...


Pools = list[list[Card]]
"""For each house, its undistributed cards, shuffled."""
Counts = tuple[int, ...]
"""The number of cards of each house, in the order of the deck."""
Ways = Counter[Counts]
"""The number of ways to reach counts."""
CountWays = Callable[[Counts, int], int]
"""Counts the ways to fill piles from a step on, from the cards left of each house and the step."""


@attrs.frozen
class Pile:
    """A place with cards that the viewer has not seen: a hand or the cards not in the round."""

    size: int = 0
    """The number of unseen cards in it."""
    barred: frozenset[int] = frozenset()
    """The houses that cannot be in it, by index."""
    needed: frozenset[int] = frozenset()
    """The houses, by index, one of which it must contain; empty if it needs none."""

    @property
    def is_free(self) -> bool:
        """True if it can contain any cards."""
        return not self.barred and not self.needed

    def shares(self, left: Counts) -> Iterator[tuple[Counts, int]]:
        """Yield each share of the remaining cards that it can have, with its number of ways."""
        most = tuple(0 if house in self.barred else count for house, count in enumerate(left))
        for share in _counts_of(self.size, most):
            if not self.needed or any(share[house] for house in self.needed):
                yield share, prod(map(comb, left, share))

    def draw(self, share: Counts, pools: Pools, rng: RandomSource) -> list[Card]:  # noqa: ARG002
        """Remove a share from the shuffled pools, a list of cards for each house, and return it."""
        return [pool.pop() for pool, count in zip(pools, share, strict=True) for _ in range(count)]


@attrs.frozen
class Death:
    """A moment between two rounds when characters died."""

    count: int
    """The number of characters that died."""
    may_die: Cards
    """The cards that can have died: if cards have numbers, the cards seen in no later round."""
    hidden: Counts
    """The number of cards of each house that the viewer did not see in the round before, including
    the dead of earlier moments."""
    hands: tuple[Pile, ...]
    """The hidden hands of the round before that its eliminations restrict."""


@attrs.frozen(slots=False)  # for the cached property
class DeadPile(Pile):
    """The characters that have died, moment by moment.

    No dead character was seen after its death, and each death left fewer cards for later rounds, so
    the cards seen in those rounds limit which characters died. This pile is filled before all
    others.
    """

    deaths: tuple[Death, ...] = ()
    """The moments, from the first."""
    has_numbers: bool = True
    """False for printed cards. Characters then cannot be recognised from round to round, and only
    the houses count."""

    @property
    def is_free(self) -> bool:
        """True if any cards can be dead."""
        return False

    def shares(self, left: Counts) -> Iterator[tuple[Counts, int]]:
        """Yield each set of dead cards, by house, with its number of histories."""
        for dead, ways in self._tables[-1].items():
            if seen := self._ways_to_be_seen(left, dead):
                yield dead, ways * seen

    def draw(self, share: Counts, pools: Pools, rng: RandomSource) -> list[Card]:
        """Remove a share from the pools: first how many died at each moment, then which cards."""
        if not self.has_numbers:
            return super().draw(share, pools, rng)
        course = [share]
        for moment in reversed(range(len(self.deaths))):
            options = [
                (earlier, ways * self._ways_to_die(moment, earlier, course[-1]))
                for earlier, ways in self._tables[moment].items()
                if min(less(course[-1], earlier)) >= 0
            ]
            course.append(_choose(options, rng))
        dead: list[Card] = []
        for death, (earlier, later) in zip(self.deaths, pairwise(course[::-1]), strict=True):
            for house, count in zip(HOUSES, less(later, earlier), strict=True):
                alive = [c for c in death.may_die if c.house is house and c not in dead]
                dead += shuffle(alive, rng)[:count]
        for card in dead:
            pools[card.house.index].remove(card)
        return dead

    def _ways_to_die(self, moment: int, earlier: Counts, later: Counts) -> int:
        """Count the ways for characters to die at a moment and for the round before to be dealt."""
        death = self.deaths[moment]
        seen = self._ways_to_be_seen(death.hidden, earlier)
        dealt = seen and self._dealings[moment](less(death.hidden, earlier), 0)
        alive = less(house_counts(death.may_die), earlier)
        return seen * dealt * prod(map(comb, alive, less(later, earlier)))

    def _ways_to_be_seen(self, hidden: Counts, dead: Counts) -> int:
        """Count the ways to identify the visible cards of a round as characters.

        A card with a number is one character; a printed card is any living one of its house.
        """
        if self.has_numbers:
            return 1
        return prod(
            perm(CARDS_PER_HOUSE - died, CARDS_PER_HOUSE - unseen)
            for died, unseen in zip(dead, hidden, strict=True)
        )

    @cached_property
    def _dealings(self) -> list[CountWays]:
        # For each moment, the hidden hands of the round before it.
        return [_count_ways(death.hands) for death in self.deaths]

    @cached_property
    def _tables(self) -> list[Ways]:
        # After each number of moments, the possible dead by house, with their number of histories.
        tables: list[Ways] = [Counter({(0,) * len(HOUSES): 1})]
        for moment, death in enumerate(self.deaths):
            table: Ways = Counter()
            for earlier, ways in tables[-1].items():
                alive = less(house_counts(death.may_die), earlier)
                for dying in _counts_of(death.count, alive):
                    later = tuple(map(add, earlier, dying))
                    if more := ways * self._ways_to_die(moment, earlier, later):
                        table[later] += more
            tables.append(table)
        return tables


@attrs.frozen(eq=False, slots=False)  # for the cached properties
class Unseen:
    """The unseen cards and their piles, with tables that speed up repeated draws."""

    cards: Sequence[Card]
    piles: Sequence[Pile]

    @cached_property
    def restricted(self) -> list[int]:
        """The indexes of the restricted piles, in the order in which the table fills them."""
        indexes = [index for index, pile in enumerate(self.piles) if not pile.is_free]
        return sorted(indexes, key=lambda index: type(self.piles[index]) is not DeadPile)

    @cached_property
    def count_ways(self) -> CountWays:
        """The number of ways to fill the restricted piles from a step on, with the cards left."""
        return _count_ways([self.piles[index] for index in self.restricted])

    @property
    def has_ways(self) -> bool:
        """Return True if the piles have a place for each card and some distribution fits."""
        sizes = [pile.size for pile in self.piles]
        fits = min(sizes) >= 0 and sum(sizes) == len(self.cards)
        return fits and self.count_ways(house_counts(self.cards), 0) > 0

    def draw(self, rng: RandomSource) -> list[Cards]:
        """Return the cards of each pile, with all distributions equally likely.

        The cards of a pile come in random order.
        """
        left = house_counts(self.cards)
        pools = [
            list(shuffle([card for card in self.cards if card.house is house], rng))
            for house in HOUSES
        ]
        drawn: dict[int, Cards] = {}
        for step, index in enumerate(self.restricted):
            pile = self.piles[index]
            weights = [
                (share, ways * self.count_ways(less(left, share), step + 1))
                for share, ways in pile.shares(left)
            ]
            share = _choose(weights, rng)
            drawn[index] = shuffle(pile.draw(share, pools, rng), rng)
            left = less(left, share)
        others = shuffle([card for pool in pools for card in pool], rng)
        for index, pile in enumerate(self.piles):
            if index not in drawn:
                drawn[index], others = others[: pile.size], others[pile.size :]
        return [drawn[index] for index in range(len(self.piles))]

    def ways_to_hold(self, index: int) -> list[list[int]]:
        """Return, for each house, the number of ways for a pile to have 0, 1, 2, … of its cards."""
        pile = self.piles[index]
        weights = [[0] * (pile.size + 1) for _ in HOUSES]
        if index in self.restricted:
            step = self.restricted.index(index)
            for left, ways in self._reached[step].items():
                for share, own_ways in pile.shares(left):
                    weight = ways * own_ways * self.count_ways(less(left, share), step + 1)
                    for row, count in zip(weights, share, strict=True):
                        row[count] += weight
        else:
            # It can have any cards that the restricted piles leave.
            free = sum(other.size for other in self.piles if other.is_free)
            for row, of_house in zip(weights, self._left_to_free_piles, strict=True):
                for count, ways in of_house.items():
                    for held in range(pile.size + 1):
                        others = comb(free - count, pile.size - held)
                        row[held] += ways * comb(count, held) * others
        return weights

    @cached_property
    def _reached(self) -> list[Ways]:
        # For each step, the cards that the earlier restricted piles can leave, with their ways.
        reached: list[Ways] = [Counter({house_counts(self.cards): 1})]
        for step, index in enumerate(self.restricted):
            table: Ways = Counter()
            for left, ways in reached[-1].items():
                for share, own_ways in self.piles[index].shares(left):
                    rest = less(left, share)
                    # Skip cards that the later piles cannot absorb.
                    if self.count_ways(rest, step + 1):
                        table[rest] += ways * own_ways
            reached.append(table)
        return reached

    @cached_property
    def _left_to_free_piles(self) -> list[Counter[int]]:
        # For each house, the ways in which the restricted piles leave each number of its cards.
        tables: list[Counter[int]] = [Counter() for _ in HOUSES]
        for left, ways in self._reached[-1].items():
            for table, count in zip(tables, left, strict=True):
                table[count] += ways
        return tables


def _count_ways(piles: Sequence[Pile]) -> CountWays:
    """Return the function that counts the ways to fill the piles."""

    @cache
    def count(left: Counts, step: int) -> int:
        if step == len(piles):
            return 1
        return sum(
            ways * count(less(left, share), step + 1) for share, ways in piles[step].shares(left)
        )

    return count


def house_counts(cards: Iterable[Card]) -> Counts:
    """Return the number of cards of each house."""
    counts = [0] * len(HOUSES)
    for card in cards:
        counts[card.house.index] += 1
    return tuple(counts)


def less(counts: Counts, share: Counts) -> Counts:
    """Return the counts without a share."""
    return tuple(map(sub, counts, share))


def _counts_of(size: int, most: Counts) -> Iterator[Counts]:
    """Yield every choice of `size` cards, by house."""
    if len(most) == 1:
        yield (size,)
        return
    rest = sum(most[1:])
    for first in range(max(0, size - rest), min(size, most[0]) + 1):
        for others in _counts_of(size - first, most[1:]):
            yield (first, *others)


def _choose(options: Sequence[tuple[Counts, int]], rng: RandomSource) -> Counts:
    """Return an option, with a probability proportional to its number of ways."""
    sums = list(accumulate(ways for _, ways in options))
    return options[bisect_right(sums, random_below(sums[-1], rng))][0]


def check_possible(view: Viewer) -> Unseen:
    """Return the unseen cards. Raise InvalidValue unless some deal leads to the view or table."""
    unseen = unseen_now(view)
    if not unseen.has_ways:
        raise InvalidValue(f"no deal agrees with the {type(view).__name__.lower()}")
    return unseen


def check_finished(view: Viewer) -> None:
    """Raise InvalidValue unless some deal leads to each finished round."""
    for result in view.results:
        if not unseen_at_end(view, result).has_ways:
            raise InvalidValue(f"no deal agrees with round {result.round_number}")


def unseen_now(view: Viewer) -> Unseen:
    """Return the cards that a viewer has not seen this round, with the piles that can contain them.

    A table is the view of a spectator.
    """
    table, cards_known = view.table, _list_known_hands(view)
    piles = _list_hidden_hands(table.hand_sizes, cards_known, table.missing_houses)
    if table.phase is Phase.DEALING:
        return Unseen(DECK, [*piles, Pile(len(DECK))])
    seat, open_houses = table.active_player, table._board.open_houses
    if (
        seat is not None
        and table.can_place
        and len(open_houses) < len(HOUSES)
        and open_houses.isdisjoint(card.house for card in cards_known[seat])
    ):
        needed = frozenset(house.index for house in open_houses)
        piles[seat] = attrs.evolve(piles[seat], needed=needed)
    return _unseen(view, cards_seen_in(table, cards_known), piles, table.round_number)


def check_hands_now(view: Viewer) -> None:
    """Raise InvalidValue if the cards that a viewer sees this round contradict one another.

    A card is then in two places, or could have been placed when its player went out. `unseen_now`
    checks this too, and counts what is hidden.
    """
    table = view.table
    _check_hands(table, _list_known_hands(view), table.variant)


def check_hands_at_end(result: RoundResult, variant: Variant, seat: int, kept: Cards) -> None:
    """Raise InvalidValue if a seat cannot have kept these cards, as `check_hands_now` does."""
    cards_known = result._known_left
    cards_known[seat] = kept
    _check_hands(result, cards_known, variant)


def _check_hands(
    played: TableFacts | RoundResult, cards_known: Sequence[Cards], variant: Variant
) -> None:
    # The missing houses take a replay of the round, and matter only to known cards.
    if any(cards_known[out.player] for out in played.eliminations):
        parts = played.starters, played.placements, played.eliminations
        for seat, missing in enumerate(list_missing_houses(variant, len(cards_known), *parts)):
            _check_left(seat, cards_known[seat], missing)
    _check_once(cards_seen_in(played, cards_known))


def _check_left(seat: int, cards: Cards, missing: Sequence[House]) -> None:
    """Raise InvalidValue if a seat that went out could have placed one of its cards."""
    if missing and any(card.house in missing for card in cards):
        raise InvalidValue(f"player {seat} went out, and one of these cards could have been placed")


def _check_once(seen: Sequence[Card]) -> frozenset[Card]:
    """Return the cards as a set. Raise InvalidValue if one occurs twice."""
    seen_once = frozenset(seen)
    if len(seen_once) < len(seen):
        raise InvalidValue(f"{in_two_places(seen)[0]} is in two places")
    return seen_once


def _list_known_hands(view: Viewer) -> list[Cards]:
    """Return, for each seat, the cards that a viewer sees: their own hand, and parts of stacks."""
    cards_known = [*view.table.known_stacks]
    for owner, hand in view._hands_in_sight.items():
        cards_known[owner] = hand
    return cards_known


def unseen_at_end(view: Viewer, result: RoundResult) -> Unseen:
    """Return the cards that a viewer had not seen at the end of a finished round."""
    seen = cards_seen_in(result, result._known_left)
    return _unseen(view, seen, _hands_at_end(result, view.table.variant), result.round_number)


def cards_seen_in(played: TableFacts | RoundResult, hands: Iterable[Iterable[Card]]) -> list[Card]:
    """Return the cards of a round that a viewer has seen: in the court, and in hands."""
    placed = [placement.move.card for placement in played.placements]
    return [*played.starters, *placed, *chain(*hands)]


def _hands_at_end(result: RoundResult, variant: Variant) -> list[Pile]:
    """Return the unseen cards of each seat at the end of a finished round."""
    missing = result.list_missing_houses(variant)
    return _list_hidden_hands(result.cards_left, result._known_left, missing)


def _list_hidden_hands(
    sizes: Iterable[int], hands: Iterable[Cards], missing: Iterable[Sequence[House]]
) -> list[Pile]:
    """Return the unseen cards of each seat, with the restrictions that play has revealed."""
    piles = []
    for seat, (size, cards, houses) in enumerate(zip(sizes, hands, missing, strict=True)):
        _check_left(seat, cards, houses)
        hidden = size - len(cards)
        barred = frozenset(house.index for house in houses) if hidden else frozenset()
        piles.append(Pile(hidden, barred))
    return piles


def _unseen(view: Viewer, seen: Sequence[Card], hands: Sequence[Pile], round_number: int) -> Unseen:
    players, variant, seen_once = view.table.players, view.table.variant, _check_once(seen)
    unseen = [card for card in DECK if card not in seen_once]
    in_game = variant.cards_in_game(round_number)
    dealt = players * variant.hand_size(players, round_number)
    unused = in_game - dealt - variant.starter_count(players, round_number)
    piles = [*hands, Pile(unused)]
    if variant.has_dead(round_number):
        piles.append(dead_pile(view, unseen, round_number))
    return Unseen(unseen, piles)


def dead_pile(view: Viewer, unseen: Sequence[Card], round_number: int) -> DeadPile:
    """Return the pile of characters that died before a round in which some cards are unseen.

    Rules: components.names, option.anyone, info.memory, info.elimination.
    """
    deaths, table = [], view.table
    unseen_later = tuple(unseen) if table.has_numbers else DECK
    in_game = table.variant.cards_in_game
    for result in reversed(view.results[: round_number - 1 - table.earlier.count]):
        number = result.round_number
        seen = frozenset(cards_seen_in(result, result._known_left))
        hidden = house_counts(card for card in DECK if card not in seen)
        hands = [pile for pile in _hands_at_end(result, table.variant) if not pile.is_free]
        count = in_game(number) - in_game(number + 1)
        deaths.append(Death(count, unseen_later, hidden, tuple(hands)))
        if table.has_numbers:
            unseen_later = tuple(card for card in unseen_later if card not in seen)
    before = len(DECK) - in_game(table.earlier.count + 1)
    deaths.append(Death(before, unseen_later, house_counts(DECK), ()))
    size = sum(death.count for death in deaths)
    return DeadPile(size, deaths=tuple(deaths[::-1]), has_numbers=table.has_numbers)
