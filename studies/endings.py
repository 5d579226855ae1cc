"""Solved endings of two players who hide their hands: the worth of each move, and players' losses.

Run `python -m studies endings` to judge players on `studies/endings.jsonl`, with `--publish`
to write docs/figures.json; `--make` writes the file anew. An ending is a position in a round of two
`learned` with at most eight cards in both hands. Each player knows its own hand and the court; all
deals of the cards that are not in the court are equally likely, eight of which are in no hand. So
each player decides at information sets: a hand, and the placements so far. The first who cannot
place loses the round. Counterfactual regret minimization (CFR+) finds an equilibrium, and best
responses bound its error.

A line of the file has the hands as dealt, the placements in order from seat 0, the number of
information sets, the chance to win of the seat to move, over all its hands, and for each move of
the hand that it has its worth: the chance to win against the opponent's strategy at equilibrium.
`error` is the most that a better strategy wins of either player's. The seat to move makes each of
its first moves at times, so that the opponent has an answer to all. What a player gives away is the
worth of the best move less that of its own move; an opponent who knows the player can win more.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from functools import reduce
from itertools import count, islice, product
from math import comb, prod
from pathlib import Path
from statistics import fmean
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from benchmarks.publishing import Figure, publish
from studies.strength import ONE_ROUND, half_width, player
from westeros_intrigue import (
    Court,
    Deal,
    GameState,
    House,
    Move,
    apply,
    observe,
    parse_card,
    parse_move,
    setup,
)
from westeros_intrigue.rules import RoundDeal, draw_deal
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES
from westeros_intrigue.rules.unseen import house_counts

FILE = Path(__file__).with_name("endings.jsonl")
COUNT, SEED = 200, "endings"
MOST_CARDS = 8
"""The largest number of cards in both hands."""
MOST_POSITIONS = 1500
"""The largest number of positions of an ending that is solved."""
LEAST_DIFFERENCE = 0.05
"""The minimum difference between the best and the worst move, so that the choice matters."""
ITERATIONS, FEW_ITERATIONS = 200, 30
"""The iterations that solve an ending, and those after which one without a choice is left out."""
TREMBLE = 0.01
"""The share of its first moves that the seat to move makes at random."""
JUDGED = ("greedy", "search:1000", "learned", "learned:400", "reader", "advice")
SAMPLES = 10
"""The number of choices of a player in each ending, since most players are random."""

Numbers = NDArray[np.float64]
Counts = NDArray[np.int64]
Flags = NDArray[np.bool_]


class TooLarge(Exception):
    """An ending has more than `MOST_POSITIONS`."""


@attrs.define(eq=False)
class Level:
    """The positions after a number of placements, as a spectator sees them, and what follows.

    What follows is an array with a row for each placement from one of the positions, and a column
    for each hand of the player who places, as it was at the start of the ending.
    """

    parents: Counts
    """The position that each placement begins at; in ascending order."""
    can_place: Flags
    """Whether a hand has the card."""
    positions: int
    regrets: Numbers = attrs.field(init=False)
    total: Numbers = attrs.field(init=False)
    """The sum of the strategies so far, by how likely they led here."""
    lost: Flags = attrs.field(init=False)
    """For each position and hand, whether it has no placement."""
    uniform: Numbers = attrs.field(init=False)
    """The strategy that chooses any placement."""
    having: Counts = attrs.field(init=False)
    """The positions with a placement of any hand."""
    first: Counts = attrs.field(init=False)
    """The first placement of each of them."""

    def __attrs_post_init__(self) -> None:
        self.regrets, self.total = np.zeros((2, *self.can_place.shape))
        self.having, self.first = np.unique(self.parents, return_index=True)
        counts = self.sum(self.can_place.astype(float))
        self.lost = counts == 0
        self.uniform = self.can_place / np.maximum(counts[self.parents], 1)

    def sum(self, rows: Numbers) -> Numbers:
        """Return the sum of the rows of placements for each position."""
        return self._gather(np.add, rows, 0.0)

    def best(self, rows: Numbers) -> Numbers:
        """Return the most of the rows of possible placements for each position; else 0."""
        found = self._gather(np.maximum, np.where(self.can_place, rows, -1.0), -1.0)
        return np.maximum(found, 0.0)

    def _gather(self, function: np.ufunc, rows: Numbers, nothing: float) -> Numbers:
        gathered = np.full((self.positions, rows.shape[1]), nothing)
        if len(rows):
            gathered[self.having] = function.reduceat(rows, self.first, axis=0)
        return gathered

    def strategy(self, weights: Numbers) -> Numbers:
        """Return each placement's share of the weights, or an equal share of none."""
        sums = self.sum(weights)[self.parents]
        return np.divide(weights, sums, out=self.uniform.copy(), where=sums > 0)


@attrs.define(eq=False)
class Ending:
    """The end of a round of two who hide their hands; player 0 is the one to move."""

    hands: tuple[Counts, Counts]
    """The hands that each may have, as counts of houses."""
    chances: Numbers
    """How likely each hand of player 0, a row, and each of player 1, a column, are together."""
    levels: list[Level]
    names: tuple[str, ...]
    """The first placements, by their house and slot."""
    court: Court
    sizes: tuple[int, int]
    """The number of cards in each hand."""
    learned: int = 0
    """The iterations so far."""

    @classmethod
    def of(cls, state: GameState) -> Ending:
        """Return the ending that a position begins.

        Raises:
            TooLarge: it has more than `MOST_POSITIONS`.
        """
        court, seat = state.court, state.active_player or 0
        left = [CARDS_PER_HOUSE - count for count in house_counts(court.values())]
        sizes = state.hand_sizes[seat], state.hand_sizes[1 - seat]
        first, second = (np.array(list(hands_of(size, left))) for size in sizes)
        ways = [
            [
                prod(map(comb, left, one)) * prod(map(comb, np.subtract(left, one).tolist(), other))
                if all(sum(both) <= most for *both, most in zip(one, other, left, strict=True))
                else 0
                for other in second.tolist()
            ]
            for one in first.tolist()
        ]
        chances = np.array(ways, float)
        levels, names = levels_of(court, np.array(left), (first, second))
        return cls((first, second), chances / chances.sum(), levels, names, court, sizes)

    @property
    def information_sets(self) -> int:
        """The number of the positions that a player can tell apart and chooses in."""
        return sum(int((~level.lost).sum()) for level in self.levels)

    def reach(self, strategies: Sequence[Numbers]) -> list[tuple[Numbers, Numbers]]:
        """Return for each level how likely each hand of both came to each position by choice."""
        found = [(np.ones((1, len(self.hands[0]))), np.ones((1, len(self.hands[1]))))]
        for turn, (level, strategy) in enumerate(zip(self.levels, strategies, strict=True)):
            both = [of_one[level.parents] for of_one in found[-1]]
            both[turn % 2] = both[turn % 2] * strategy
            found.append((both[0], both[1]))
        return found

    def worths(
        self, seat: int, strategies: Sequence[Numbers], *, is_best: bool = False, learns: int = 0
    ) -> list[Numbers]:
        """Return for each level how much a player wins with each hand, weighed by all chances.

        If `is_best`, the player answers the other's strategies best. If `learns` is the number of
        an iteration, it changes its own regrets and its own total.
        """
        reach = self.reach(strategies)
        chances = self.chances.T if seat == 0 else self.chances
        worth = np.zeros((len(reach[-1][0]), len(self.hands[seat])))
        found = [worth]
        for turn in reversed(range(len(self.levels))):
            level, strategy = self.levels[turn], strategies[turn]
            own, others = reach[turn][seat], reach[turn][1 - seat]
            if turn % 2 != seat:
                worth = level.sum(worth) + (others * level.lost) @ chances
            elif is_best:
                worth = level.best(worth)
            else:
                after, worth = worth, level.sum(strategy * worth)
                if learns:
                    gained = np.where(level.can_place, after - worth[level.parents], 0.0)
                    level.regrets = np.maximum(level.regrets + gained, 0.0)
                    level.total += learns * own[level.parents] * strategy
            found.insert(0, worth)
        return found

    def learn(self, iterations: int = ITERATIONS) -> None:
        """Change both strategies by their regrets (CFR+)."""
        strategies = [level.strategy(level.regrets) for level in self.levels]
        self._tremble(strategies)
        for turn in range(self.learned + 1, self.learned + iterations + 1):
            for seat in range(2):
                self.worths(seat, strategies, learns=turn)
                for number, level in enumerate(self.levels[seat::2]):
                    strategies[2 * number + seat] = level.strategy(level.regrets)
                if seat == 0:
                    self._tremble(strategies)
        self.learned += iterations

    def worth_of(self, hand: Sequence[int]) -> tuple[float, dict[str, float], float]:
        """Return the chance of player 0 over all hands, the worth of each move of one, the error.

        `hand` has the counts of houses.
        """
        strategies = self.learnt()
        best = self.worths(0, strategies, is_best=True)
        high = float(best[0].sum())
        low = 1 - float(self.worths(1, strategies, is_best=True)[0].sum())
        place = self.hands[0].tolist().index(list(hand))
        chance = self.chances[place].sum()
        worths = {
            name: round(float(best[1][number, place] / chance), 4)
            for number, name in enumerate(self.names)
            if self.levels[0].can_place[number, place]
        }
        return (high + low) / 2, worths, high - low

    def learnt(self) -> list[Numbers]:
        """Return the mean strategy of each level."""
        strategies = [level.strategy(level.total) for level in self.levels]
        self._tremble(strategies)
        return strategies

    def _tremble(self, strategies: list[Numbers]) -> None:
        strategies[0] = (1 - TREMBLE) * strategies[0] + TREMBLE * self.levels[0].uniform


def hands_of(size: int, left: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the hands of a size, as counts of houses, of some cards."""
    return [hand for hand in product(*(range(most + 1) for most in left)) if sum(hand) == size]


def levels_of(
    court: Court, left: Counts, hands: tuple[Counts, Counts]
) -> tuple[list[Level], tuple[str, ...]]:
    """Return the levels from a court on, and the first placements."""
    levels, names, positions = list[Level](), tuple[str, ...](), 1
    now = [(court, left, (np.zeros_like(left), np.zeros_like(left)))]
    while now:
        mover = len(levels) % 2
        parents, can_place, following, texts = [], [], [], []
        for number, (here, unplaced, placed) in enumerate(now):
            left_in_hands = hands[mover] - placed[mover]
            are_possible = (left_in_hands >= 0).all(1) & (left_in_hands.sum(1) > 0)
            for house in HOUSES:
                has_house = are_possible & (left_in_hands[:, house.index] > 0)
                if not unplaced[house.index] or not has_house.any():
                    continue
                one = one_of(house)
                both = placed[0] + one * (mover == 0), placed[1] + one * (mover == 1)
                for slot in here.open_slots(house):
                    parents.append(number)
                    can_place.append(has_house)
                    texts.append(f"{house.letter}@{slot}")
                    following.append((here.place(house, slot), unplaced - one, both))
        positions += len(following)
        if positions > MOST_POSITIONS:
            raise TooLarge
        shape = len(following), len(hands[mover])
        flags = np.array(can_place, bool).reshape(shape)
        levels.append(Level(np.array(parents, int), flags, len(now)))
        names = names or tuple(texts)
        now = following
    return levels, names


def one_of(house: House) -> Counts:
    """Return the counts of a card of a house."""
    return np.array([each is house for each in HOUSES], np.int64)


def name_of(move: Move) -> str:
    """Return a move by its house and slot; cards of a house play alike."""
    return f"{move.card.house.letter}@{move.slot}"


def hand_of(state: GameState) -> Sequence[int]:
    """Return the counts of houses in the hand of the seat to move."""
    return house_counts(state.hands[state.active_player or 0])


def ending_of(number: int) -> dict[str, Any] | None:
    """Return the earliest position of a round that is small enough, if its moves differ."""
    rng = random.Random(f"{SEED} {number}")
    deal, learned = draw_deal(2, rng, ONE_ROUND), player("learned")
    state, states = setup(2, deal=deal, variant=ONE_ROUND), list[GameState]()
    while state.active_player is not None:
        is_nobody_out = state.active_player == len(state.placements) % 2
        if is_nobody_out and sum(state.hand_sizes) <= MOST_CARDS:
            states.append(state)
        state = apply(state, learned(observe(state, state.active_player), rng))
    for before in states:
        try:
            ending = Ending.of(before)
        except TooLarge:
            continue
        for iterations in (FEW_ITERATIONS, ITERATIONS - FEW_ITERATIONS):
            ending.learn(iterations)
            value, worths, error = ending.worth_of(hand_of(before))
            if not worths or max(worths.values()) - min(worths.values()) < LEAST_DIFFERENCE:
                return None
        return {
            "hands": [" ".join(map(str, hand)) for hand in deal.rounds[0].hands],
            "placements": " ".join(str(placed.move) for placed in before.placements),
            "information_sets": ending.information_sets,
            "value": round(value, 4),
            "worths": worths,
            "error": round(error, 5),
        }
    return None


def state_of(line: dict[str, Any]) -> GameState:
    """Return the position of a line of the file."""
    hands = [tuple(map(parse_card, hand.split())) for hand in line["hands"]]
    deal = Deal((RoundDeal(hands),)).completed(2, ONE_ROUND, random.Random(1))
    state = setup(2, deal=deal, variant=ONE_ROUND)
    return reduce(apply, map(parse_move, line["placements"].split()), state)


def lines() -> list[dict[str, Any]]:
    """Return the endings of the file."""
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def given_away(name: str, line: dict[str, Any]) -> float:
    """Return the mean loss in a player's chance of winning in an ending."""
    state, one, worths = state_of(line), player(name), line["worths"]
    view, best = observe(state, state.active_player or 0), max(worths.values())
    choices = (one(view, random.Random(number)) for number in range(SAMPLES))
    return float(best - fmean(worths[name_of(move)] for move in choices))


def make() -> None:
    """Write the file."""
    made = islice(filter(None, map(ending_of, count())), COUNT)
    with FILE.open("w", encoding="utf-8") as file:
        for line in made:
            file.write(json.dumps(line) + "\n")
            file.flush()


def main(arguments: Sequence[str]) -> None:
    """Judge players on the endings, and print their losses."""
    parser = argparse.ArgumentParser(
        prog="python -m studies endings",
        description=__doc__.partition("\n")[0] if __doc__ else None,
    )
    parser.add_argument("--make", action="store_true", help="write the endings anew")
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    options = parser.parse_args(arguments)
    if options.make:
        make()
    suite, found = lines(), list[Figure]()
    for name in JUDGED:
        lost = [100 * given_away(name, line) for line in suite]
        print(f"{name} gives away {fmean(lost):.1f} ± {half_width(lost):.1f} points of %")
        found.append(
            Figure(name, round(fmean(lost), 1), error=round(half_width(lost), 1), unit="%")
        )
    if options.publish:
        publish("endings", "python -m studies endings", found)
