"""Arrangements of hidden cards: drawn at random, each as likely as what a viewer has seen makes it.

The model is that a leader who plays, discards, drafts or takes a card is as likely to choose any of
the cards that could have been chosen; the reasons of a choice prove nothing beyond that. An
arrangement of the pools counts once for every way in which the clues could have come from it: when
a card leaves a hand that contains three like it, three times.

If every clue concerns one pool only, such an arrangement is drawn directly. Otherwise a first
one is put together and then changed by many small steps of a Markov chain that leaves the
distribution as it is (Metropolis): two cards of a pool change places, or a card that changed hands
unseen becomes another.

Rules: info.memory, info.draft, info.taken.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from westeros_intrigue.base.chance import RandomSource, random_below, shuffled
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.btwixt.clues import UNUSED, Clue, Pool

Cell = tuple[int, str]
"""A place, and the id of a card that may be there."""

_SWEEPS: Final = 12
"""The steps of the chain for each hidden card; more make no difference that a test can see."""
_BEGINNINGS: Final = 25
_REPAIRS: Final = 300
"""The attempts to make an arrangement fit all clues; a view that can be needs a few of them."""


class Arrangement:
    """Hidden cards in places, and the clues that they have to fit."""

    def __init__(
        self,
        pools: Sequence[Pool],
        clues: Iterable[Clue],
        limits: Counter[str],
        rng: RandomSource,
    ) -> None:
        """Begin with the clues read; `limits` is how many of an event may be unused."""
        self._pools = pools
        self._clues = tuple(clues)
        self._limits = limits
        self._rng = rng
        self._cards: list[list[str]] = []
        self._numbers: defaultdict[Cell, int] = defaultdict(int)
        self._taken: list[str | None] = [None for clue in self._clues if clue.target is not None]
        self._read_clues()

    def _read_clues(self) -> None:
        """Find what each cell has to fit: offsets of cards that left, and exact numbers."""
        self._offsets: dict[Cell, list[int]] = {}
        self._seen: dict[int, list[tuple[Counter[str], Counter[str]]]] = {}
        change: defaultdict[int, Counter[str]] = defaultdict(Counter)
        taken = iter(self._taken)
        for clue in self._clues:
            here = change[clue.place]
            card = next(taken) if clue.target is not None else clue.left
            if clue.seen is not None:
                self._seen.setdefault(clue.place, []).append((Counter(clue.seen), here.copy()))
            if card is not None:
                self._offsets.setdefault((clue.place, card), []).append(here[card])
                here[card] -= 1
                if clue.target is not None:
                    change[clue.target][card] += 1
            if clue.joined is not None:
                here[clue.joined] += 1
        self._change = change

    def _fit(self, cell: Cell, number: int) -> tuple[int, int]:
        """Return how far a number of cards is from fitting, and in how many ways it fits."""
        place, card = cell
        wrong, ways = 0, 1
        for offset in self._offsets.get(cell, ()):
            if number + offset > 0:
                ways *= number + offset
            else:
                wrong += 1 - number - offset
        for seen, change in self._seen.get(place, ()):
            wrong += abs(number + change[card] - seen[card])
        if place == UNUSED:
            wrong += max(0, number - self._limits[card])
        return wrong, ways

    def _needed(self) -> dict[Cell, int]:
        """Return how many cards each cell must have at the least."""
        needed = {cell: max(1 - offset for offset in each) for cell, each in self._offsets.items()}
        for place, sights in self._seen.items():
            seen, change = sights[0]
            for card in seen.keys() | change.keys():
                needed[place, card] = seen[card] - change[card]
        return {cell: number for cell, number in needed.items() if number > 0}

    def _is_direct(self, needed: dict[Cell, int]) -> bool:
        """Return whether each clue concerns one pool, and no card came back or changed hands."""
        if self._taken:
            return False
        for (place, card), offsets in self._offsets.items():
            if place in self._seen:
                continue
            pools = len(self._pools_of((place, card)))
            falling = offsets == [-number for number in range(len(offsets))]
            if pools > 1 or (pools == 1 and not falling):
                return False
        return all(len(self._pools_of(cell)) == 1 for cell in needed)

    def _pools_of(self, cell: Cell) -> list[int]:
        """Return the pools, by index, from which the card may have come to the place."""
        place, card = cell
        return [
            index
            for index, pool in enumerate(self._pools)
            if card in pool.cards and place in pool.places
        ]

    def _is_hopeless(self, needed: dict[Cell, int]) -> bool:
        """Return whether more cards are needed somewhere, or of a kind, than there are."""
        if self._taken:
            return False
        cards, places = Counter[str](), Counter[int]()
        for (place, card), number in needed.items():
            cards[card] += number
            places[place] += number
        for pool in self._pools:
            cards.subtract(pool.cards)
            places.subtract(pool.places)
        return any(number > 0 for number in (*cards.values(), *places.values()))

    def draw(self) -> dict[int, list[str]]:
        """Return the cards in each place as they lie now, drawn at random.

        Raises:
            InvalidValue: no arrangement fits the clues.
        """
        needed = self._needed()
        is_direct = self._is_direct(needed)
        for _ in range(0 if self._is_hopeless(needed) else _BEGINNINGS):
            self._begin(needed)
            self._begin_taking()
            if self._repaired():
                break
        else:
            raise InvalidValue("the view cannot be: no deal leads to what was seen")
        if not is_direct:
            for _ in range(_SWEEPS * sum(map(len, self._cards))):
                self._step()
        return self._placed()

    def _begin(self, needed: dict[Cell, int]) -> None:
        """Put needed cards where they are needed, and the others anywhere."""
        free = [Counter(pool.cards) for pool in self._pools]
        room = [Counter(pool.places) for pool in self._pools]
        put: list[dict[int, list[str]]] = [defaultdict(list) for _ in self._pools]
        cells = [cell for cell, number in needed.items() for _ in range(number)]
        choices = {cell: self._pools_of(cell) for cell in needed}
        for place, card in sorted(shuffled(cells, self._rng), key=lambda cell: len(choices[cell])):
            ways = [
                index
                for index in choices[place, card]
                for _ in range(free[index][card] * room[index][place])
            ]
            if ways:
                index = ways[random_below(len(ways), self._rng)]
                put[index][place].append(card)
                free[index][card] -= 1
                room[index][place] -= 1
        self._cards = []
        self._numbers.clear()
        for pool, left, empty, there in zip(self._pools, free, room, put, strict=True):
            for card in shuffled(list(left.elements()), self._rng):
                if empty[UNUSED] and there[UNUSED].count(card) < self._limits[card]:
                    there[UNUSED].append(card)
                    left[card] -= 1
                    empty[UNUSED] -= 1
            rest = iter(shuffled(list(left.elements()), self._rng))
            for place, number in empty.items():
                there[place] += [next(rest) for _ in range(number)]
            cards = [there[place].pop() for place in pool.places]
            self._cards.append(cards)
            for cell in zip(pool.places, cards, strict=True):
                self._numbers[cell] += 1

    def _begin_taking(self) -> None:
        """Choose a card for each that changed hands unseen, one that was there if possible."""
        if not self._taken:
            return
        number = 0
        self._taken = [None] * len(self._taken)
        for clue in self._clues:
            if clue.target is not None:
                there = self._at(clue.place, number)
                choices = sorted(there.elements()) or sorted(self._pools[-1].cards)
                self._taken[number] = choices[random_below(len(choices), self._rng)]
                number += 1
        self._read_clues()

    def _at(self, place: int, number: int) -> Counter[str]:
        """Return the cards in a place when the card of some number changed hands unseen."""
        there = Counter(
            {card: count for (where, card), count in self._numbers.items() if where == place}
        )
        taken = -1
        for clue in self._clues:
            if clue.target is not None:
                taken += 1
                if taken == number:
                    break
            moved = self._taken[taken] if clue.target is not None else clue.left
            if clue.place == place and moved is not None:
                there[moved] -= 1
            if clue.target == place and moved is not None:
                there[moved] += 1
            if clue.place == place and clue.joined is not None:
                there[clue.joined] += 1
        return +there

    def _wrong(self) -> list[tuple[int, Cell]]:
        """Return the cells that do not fit, each with how far it is from it."""
        wrong = ((self._fit(cell, self._numbers[cell])[0], cell) for cell in self._cells())
        return [pair for pair in wrong if pair[0]]

    def _cells(self) -> list[Cell]:
        seen = {(place, card) for place, sights in self._seen.items() for card in sights[0][0]}
        return sorted({*self._offsets, *self._numbers, *seen})

    def _repaired(self) -> bool:
        """Exchange cards until all clues fit; return whether they do at the end."""
        for _ in range(_REPAIRS):
            wrong = self._wrong()
            if not wrong:
                return True
            # A walk over arrangements that are not worse, mostly by what is missing somewhere.
            for _ in range(8):
                _, cell = wrong[random_below(len(wrong), self._rng)]
                if self._taken and not random_below(8, self._rng):
                    self._retake(strict=False)
                else:
                    self._exchange(*cell)
        return not self._wrong()

    def _exchange(self, place: int, card: str) -> None:
        """Exchange a card of a place for one of another place, unless that makes things worse.

        One of the two is fixed.
        """
        index = random_below(len(self._cards), self._rng)
        places, cards = self._pools[index].places, self._cards[index]
        inside = [slot for slot, each in enumerate(places) if each == place]
        outside = [
            slot for slot, each in enumerate(cards) if each == card and places[slot] != place
        ]
        if not inside or not outside:
            return
        here = inside[random_below(len(inside), self._rng)]
        there = outside[random_below(len(outside), self._rng)]
        if cards[here] == card:
            there = random_below(len(cards), self._rng)
        if places[here] != places[there] and cards[here] != cards[there]:
            before, after = self._compared(index, here, there)
            if after[0] <= before[0] or not random_below(20, self._rng):
                self._swap(index, here, there)

    def _step(self) -> None:
        """Take one step of the chain."""
        if self._taken and not random_below(8, self._rng):
            self._retake(strict=True)
            return
        total = sum(map(len, self._cards))
        here = random_below(total, self._rng)
        index = 0
        while here >= len(self._cards[index]):
            here -= len(self._cards[index])
            index += 1
        there = random_below(len(self._cards[index]), self._rng)
        places, cards = self._pools[index].places, self._cards[index]
        if places[here] == places[there] or cards[here] == cards[there]:
            return
        before, after = self._compared(index, here, there)
        if not after[0] and random_below(before[1], self._rng) < after[1]:
            self._swap(index, here, there)

    def _compared(self, index: int, here: int, there: int) -> tuple[tuple[int, int], ...]:
        """Return how the cells fit that an exchange changes, before and after it."""
        places, cards = self._pools[index].places, self._cards[index]
        changes = (
            ((places[here], cards[here]), -1),
            ((places[here], cards[there]), 1),
            ((places[there], cards[there]), -1),
            ((places[there], cards[here]), 1),
        )
        before = [(cell, self._numbers[cell]) for cell, _ in changes]
        after = [(cell, self._numbers[cell] + by) for cell, by in changes]
        return self._fits(before), self._fits(after)

    def _fits(self, numbers: Iterable[tuple[Cell, int]]) -> tuple[int, int]:
        """Return how far numbers of cards in cells are from fitting, and in how many ways."""
        wrong, ways = 0, 1
        for cell, number in numbers:
            # Of most cards nothing was seen where they lie.
            if cell in self._offsets or cell[0] in self._seen or cell[0] == UNUSED:
                each_wrong, each_ways = self._fit(cell, number)
                wrong += each_wrong
                ways *= each_ways
        return wrong, ways

    def _total(self) -> tuple[int, int]:
        return self._fits((cell, self._numbers[cell]) for cell in self._cells())

    def _swap(self, index: int, here: int, there: int) -> None:
        places, cards = self._pools[index].places, self._cards[index]
        for slot, new in ((here, cards[there]), (there, cards[here])):
            self._numbers[places[slot], cards[slot]] -= 1
            self._numbers[places[slot], new] += 1
        cards[here], cards[there] = cards[there], cards[here]

    def _retake(self, *, strict: bool) -> None:
        """Replace a card that changed hands unseen, by one that fits, each with its weight."""
        number = random_below(len(self._taken), self._rng)
        before = self._taken[number]
        kinds = sorted({card for pool in self._pools for card in pool.cards})
        old = self._total()
        self._taken[number] = kinds[random_below(len(kinds), self._rng)]
        self._read_clues()
        new = self._total()
        if strict:
            accepted = not new[0] and random_below(old[1], self._rng) < new[1]
        else:
            accepted = new[0] <= old[0] or not random_below(10, self._rng)
        if not accepted:
            self._taken[number] = before
            self._read_clues()

    def _placed(self) -> dict[int, list[str]]:
        """Return the cards in each place after all that was seen."""
        there: defaultdict[int, Counter[str]] = defaultdict(Counter)
        for (place, card), number in self._numbers.items():
            there[place][card] += number
        for place, change in self._change.items():
            there[place].update(change)
        if any(number < 0 for cards in there.values() for number in cards.values()):
            raise InvalidValue("the view cannot be: a card left a hand that did not contain it")
        return {place: sorted(cards.elements()) for place, cards in there.items()}
