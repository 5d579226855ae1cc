"""Solved endings of two players: the worth of each move, and the losses of players.

Run `python -m benchmarks endings` to judge players on `benchmarks/endings.jsonl`, with `--publish`
to write docs/figures.json; `--make` writes the file anew. An ending is a position in a round of two
`learned`, seen by the seat to move. It knows its own hand and the court; each hand of the opponent
that agrees with them is as likely as the ways to deal it, as 8 of 36 cards were never dealt. The
opponent knows both hands. The first who cannot place loses the round, so the worth of a move is the
chance to win it if both go on at equilibrium. Counterfactual regret minimization (CFR+) finds it,
and best responses bound its error.

A line of the file has the hands as dealt, the placements in order from seat 0, the number of hands
that the opponent may have, and for each move its worth; `error` is the largest distance of a worth
from the truth. What a player gives away is the worth of the best move less that of its own move.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from functools import reduce
from itertools import chain, count, islice, product
from math import comb, prod
from pathlib import Path
from statistics import fmean
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from benchmarks.publishing import Figure, publish
from benchmarks.strength import ONE_ROUND, half_width, player
from westeros_intrigue import (
    Court,
    Deal,
    GameState,
    House,
    Move,
    Slot,
    apply,
    distinct_moves,
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
MOST_NODES = 2000
"""The largest tree that is solved, over all moves of the viewer."""
LEAST_DIFFERENCE = 0.05
"""The minimum difference between the best and the worst move, so that the choice matters."""
ITERATIONS = 100
JUDGED = ("greedy", "search:1000", "learned", "learned:400", "advice")
SAMPLES = 10
"""The number of choices of a player in each ending, since most players are random."""

Numbers = NDArray[np.float64]
Counts = NDArray[np.int64]


class TooLarge(Exception):
    """A tree has more than `MOST_NODES`."""


@attrs.define
class Belief:
    """The possible hands of the opponent, as counts of houses, with their probabilities."""

    hands: Counts
    chances: Numbers

    @classmethod
    def of(cls, state: GameState) -> Belief:
        """Return the knowledge of the seat to move about the other hand."""
        seat = state.active_player or 0
        seen = house_counts(chain(state.court.values(), state.hands[seat]))
        unseen = [CARDS_PER_HOUSE - count for count in seen]
        size = state.hand_sizes[1 - seat]
        hands = [
            hand for hand in product(*(range(most + 1) for most in unseen)) if sum(hand) == size
        ]
        ways = np.array([prod(map(comb, unseen, hand)) for hand in hands], np.float64)
        return cls(np.array(hands), ways / ways.sum())


@attrs.define(eq=False)
class Node:
    """A position as both players see it: the seat to move, and the positions after its moves.

    The viewer's strategy is a number for each move. The opponent's is a number for each move and
    hand, 0 if the hand lacks the house. Hands without a move have lost.
    """

    is_viewers: bool
    can_place: NDArray[np.bool_]
    """For each move and hand of the opponent whether it is possible."""
    children: list[Node]
    regrets: Numbers
    total: Numbers
    """The sum of the strategies so far, by how likely they led here."""

    def strategy(self, weights: Numbers) -> Numbers:
        """Return for each move and hand its share of the weights, or an equal share of none."""
        sums = weights.sum(0)
        counts = np.maximum(self.can_place.sum(0), 1)
        return np.where(sums > 0, weights / np.where(sums > 0, sums, 1), self.can_place / counts)


def one_of(house: House) -> Counts:
    """Return the counts of a card of a house."""
    return np.array([each is house for each in HOUSES], np.int64)


def options(court: Court, hand: Counts) -> list[tuple[House, Slot]]:
    """Return the possible placements from some counts of houses."""
    return [
        (house, slot) for house in HOUSES if hand[house.index] for slot in court.open_slots(house)
    ]


def tree(court: Court, own: Counts, others: Counts, turn: int, room: list[int]) -> Node:
    """Return the tree from a position on, where the viewer has the even turns.

    `room` has how many nodes it may still have.
    """
    is_viewers = turn % 2 == 0
    room[0] -= 1
    if room[0] < 0:
        raise TooLarge
    most = own if is_viewers else others.max(0)
    children, possible = [], []
    for house, slot in options(court, most):
        after = own - one_of(house) if is_viewers else own
        left = others if is_viewers else others - one_of(house)
        children.append(tree(court.place(house, slot), after, left, turn + 1, room))
        possible.append(np.ones(1, bool) if is_viewers else left[:, house.index] >= 0)
    width = 1 if is_viewers else len(others)
    can_place = np.array(possible, bool).reshape(len(children), width)
    return Node(is_viewers, can_place, children, *np.zeros((2, len(children), width)))


def improve(node: Node, viewers: float, others: Numbers, turn: int) -> Numbers:
    """Change the strategies by their regrets (CFR+); return for each hand the chance of the viewer.

    `viewers` and `others` are how likely each came here by its own moves, and by chance.
    """
    if not node.children:
        return np.full(len(others), 0.0 if node.is_viewers else 1.0)
    chosen = node.strategy(node.regrets)
    found = np.array(
        [
            improve(child, viewers * share[0], others, turn)
            if node.is_viewers
            else improve(child, viewers, others * share, turn)
            for child, share in zip(node.children, chosen, strict=True)
        ]
    )
    worth: Numbers = (chosen * found).sum(0)
    if node.is_viewers:
        gained = ((found - worth) @ others)[:, None]
        node.total += turn * viewers * chosen
    else:
        worth = np.where(node.can_place.any(0), worth, 1.0)
        gained = np.where(node.can_place, viewers * (worth - found), 0)
        node.total += turn * others * chosen
    node.regrets = np.maximum(node.regrets + gained, 0)
    return worth


def respond(node: Node, others: Numbers, *, is_best: bool) -> Numbers:
    """Return the chance of the viewer for each hand, if one side plays as it has learnt.

    The other answers best: the viewer if `is_best`, else the opponent. `others` is as for
    `improve`, and only counts for the viewer's best answer.
    """
    if not node.children:
        return np.full(len(others), 0.0 if node.is_viewers else 1.0)
    learnt = node.strategy(node.total)
    found = np.array(
        [
            respond(child, others if node.is_viewers else others * share, is_best=is_best)
            for child, share in zip(node.children, learnt, strict=True)
        ]
    )
    if node.is_viewers and is_best:
        return np.asarray(found[(found @ others).argmax()])
    if node.is_viewers or is_best:
        found = (learnt * found).sum(0)
    else:
        found = np.where(node.can_place, found, 1.0).min(0)
    return np.asarray(found) if node.is_viewers else np.where(node.can_place.any(0), found, 1.0)


def trees(state: GameState) -> dict[str, Node]:
    """Return the tree after each move of the seat to move.

    Raises:
        TooLarge: they have more than `MOST_NODES` in all.
    """
    others, room, found = Belief.of(state).hands, [MOST_NODES], {}
    hand = state.hands[state.active_player or 0]
    own = np.array(house_counts(hand))
    for move in distinct_moves(state):
        court = state.court.place(move.card.house, move.slot)
        left = own - one_of(move.card.house)
        found[name_of(move)] = tree(court, left, others, 1, room)
    return found


def solve(roots: dict[str, Node], belief: Belief) -> tuple[dict[str, float], float]:
    """Return the worth of each move, and the largest error of one."""
    worths, error = {}, 0.0
    for name, root in roots.items():
        for turn in range(1, ITERATIONS + 1):
            improve(root, 1.0, belief.chances, turn)
        high, low = (
            float(respond(root, belief.chances, is_best=is_best) @ belief.chances)
            for is_best in (True, False)
        )
        worths[name] = round((high + low) / 2, 4)
        error = max(error, (high - low) / 2)
    return worths, error


def name_of(move: Move) -> str:
    """Return a move by its house and slot; cards of a house play alike."""
    return f"{move.card.house.letter}@{move.slot}"


def ending(number: int) -> dict[str, Any] | None:
    """Return the earliest position of a round whose trees are small enough, if its moves differ."""
    rng = random.Random(f"{SEED} {number}")
    deal, learned = draw_deal(2, rng, ONE_ROUND), player("learned")
    state, states = setup(2, deal=deal, variant=ONE_ROUND), list[GameState]()
    while state.active_player is not None:
        if state.active_player == len(state.placements) % 2:  # nobody is out
            states.insert(0, state)
        state = apply(state, learned(observe(state, state.active_player), rng))
    found = None
    for before in states:
        try:
            found = before, trees(before)
        except TooLarge:
            break
    if found is None:
        return None
    state, roots = found
    worths, error = solve(roots, Belief.of(state))
    if max(worths.values()) - min(worths.values()) < LEAST_DIFFERENCE:
        return None
    return {
        "hands": [" ".join(map(str, hand)) for hand in deal.rounds[0].hands],
        "placements": " ".join(str(placed.move) for placed in state.placements),
        "other_hands": len(Belief.of(state).chances),
        "worths": worths,
        "error": round(error, 5),
    }


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
    made = islice(filter(None, map(ending, count())), COUNT)
    with FILE.open("w", encoding="utf-8") as file:
        for line in made:
            file.write(json.dumps(line) + "\n")
            file.flush()


def main(arguments: Sequence[str]) -> None:
    """Judge players on the endings, and print their losses."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks endings",
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
        publish("endings", "python -m benchmarks endings", found)
