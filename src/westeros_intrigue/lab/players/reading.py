"""Reading hands from placements, and the player that does.

The placements of the other players show their hands. `read` finds how likely these are, and
`Reading.try_moves` ends the round with hands drawn by their chances. At a table of two, each hand
that the other may have is weighed. At a larger table, worlds that agree with the view are drawn,
and weighed by the hands of all seats in them.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from bisect import bisect
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate, chain
from math import perm, prod
from operator import add, mul
from threading import get_ident
from typing import NamedTuple

import attrs

from westeros_intrigue.gamekit.chance import RandomSource, SplitMix, random_below
from westeros_intrigue.gamekit.limits import Ordinal, add_checks
from westeros_intrigue.gamekit.values import Value, check_type
from westeros_intrigue.lab.players import search
from westeros_intrigue.lab.players.inference import MODEL_SIZE, Model, try_hands, weigh_hands
from westeros_intrigue.lab.simulation import packing
from westeros_intrigue.lab.simulation.board import (
    COUNT_BITS,
    HANDS,
    HOUSE_COUNT,
    SEAT,
    Integers,
    Terms,
    count_of,
)
from westeros_intrigue.lab.simulation.fast import (
    Policy,
    as_signed,
    fastest,
    has_extension,
    integers,
    zeros,
)
from westeros_intrigue.lab.simulation.lock_step import TABLE_SIZE
from westeros_intrigue.lab.simulation.network import Mind
from westeros_intrigue.lab.simulation.trials import Stop, trials_of
from westeros_intrigue.rules.cards import Move
from westeros_intrigue.rules.house_games import list_distinct_moves
from westeros_intrigue.rules.unseen import house_counts, unseen_now
from westeros_intrigue.rules.view import View


class Habits(NamedTuple):
    """A model of the other player: two kinds of players, and which of them it may be.

    Both prefer what the network values. The first kind places nearly like it, the second loosely.

    >>> Habits(scale=0.02).loose
    0.3
    """

    scale: float = 0.05
    """The worth that makes a placement of the first kind e times less likely, if it is lost."""
    slips: float = 0.05
    """The share of its placements that are made at random."""
    loose_scale: float = 0.5
    """The same worth for the second kind."""
    loose_slips: float = 0.2
    """The same share for the second kind."""
    loose: float = 0.3
    """The chance, before any placement, that it is of the second kind."""
    trust: float = 1.0
    """The weight of the network's worth of a move, where each round that is ended after the move
    has weight 1, at most `MOST_COUNTED` of them."""
    trust_if_loose: float = 64.0
    """The weight added to it if the other player is of the second kind. Rounds are ended as if it
    were of the first kind, so the network then knows more."""

    @property
    def model(self) -> Model:
        """The kinds as compiled functions take them."""
        model: Model = integers(self[:MODEL_SIZE], "d")
        return model


UNKNOWN = Habits()
"""The habits of an unknown player; chosen by rounds against many players."""
MOST_COUNTED = 16
"""The most rounds ended after a move that count one by one; more of them only make it surer."""


@attrs.frozen(slots=False)  # for the cached property
class Reading:
    """The chances of the other player's hands, and the table to try moves at."""

    terms: Terms
    mind: Mind
    habits: Habits
    table: Integers
    """The position, as `lock_step` has it."""
    hands: Sequence[int]
    """The hands that the others may have now, packed: one of each, in the order of seats, then
    those of the next world. At a table of two, these are all hands that the other may have."""
    chances: Sequence[float]
    """The chance of each world."""
    loose: float
    """The chance that another player is of the second kind: the mean of theirs."""
    prior: Sequence[float]
    """The chance of each world by the cards alone."""

    @cached_property
    def _upto(self) -> list[float]:
        return [*accumulate(self.chances)]

    def draw_hands(self, count: int, seed: int) -> Integers:
        """Draw worlds evenly by their chances: each is drawn as often as its chance says."""
        start, upto = SplitMix(seed, 0).random(), self._upto
        last, others = len(upto) - 1, self.terms.players - 1
        places = ((start + number) / count * upto[-1] for number in range(count))
        worlds = (others * min(bisect(upto, place), last) for place in places)
        drawn: Integers = integers(
            chain.from_iterable(self.hands[world : world + others] for world in worlds)
        )
        return drawn

    def try_moves(self, codes: Sequence[int], count: int, seed: int, first: int = 0) -> list[int]:
        """Return the ends of the round after each of some moves, in the same drawn worlds.

        All ends of a move are together: 1 if the player to move places last, else 0.
        """
        hands, wins = self.draw_hands(count, seed + first), zeros(count * len(codes))
        fastest(try_hands)(
            self.terms,
            self.mind,
            self.habits.model,
            integers(codes),
            hands,
            as_signed(seed),
            first,
            self.table,
            wins,
        )
        return [*wins]

    def judge(self, wins: int, tried: int, worth: float) -> float:
        """Return the value of a move, about -0.5 to 0.5, by its wins in trials and its worth."""
        trust = self.habits.trust + self.habits.trust_if_loose * self.loose
        counted = min(tried, MOST_COUNTED)
        share = wins / tried - 1 / self.terms.players if tried else 0.0
        return (counted * share + trust * worth) / (counted + trust)

    def judge_some(
        self,
        codes: Sequence[int],
        worths: Sequence[float],
        count: int,
        seed: int,
        stop: Stop = None,
    ) -> dict[int, float]:
        """Judge moves by a number of trials each, and return the best few, by index, best first.

        Once `stop` returns True, the trials so far decide.
        """
        wins, tried, alive = [0] * len(codes), 0, [*range(len(codes))]
        judged: dict[int, float] = {}
        first = max(1, count // _FIRST_SHARE)
        for more in filter(None, (first, count - first)):
            if tried and stop and stop():
                break
            ends = self.try_moves([codes[at] for at in alive], more, seed, tried)
            tried += more
            for index, at in enumerate(alive):
                wins[at] += sum(ends[index * more : (index + 1) * more])
            judged = {at: self.judge(wins[at], tried, worths[at]) for at in alive}
            alive = sorted(alive, key=judged.__getitem__, reverse=True)[:_FINALISTS]
        return {at: judged[at] for at in alive}


def can_read(view: View) -> bool:
    """Return whether the others' hands can be read, and more than one move may matter."""
    return len(view.eliminations) < view.players - 1 and search.knows_table(view.variant)


class Course(NamedTuple):
    """The placements of a round so far."""

    terms: Terms
    start: Integers
    """The table before them, without hands."""
    codes: tuple[int, ...]
    """Their codes, in order."""
    placed: tuple[int, ...]
    """The cards that each seat has placed, packed as a hand."""


def course_of(view: View) -> Course:
    """Return the placements of the round that a viewer sees, who is to move."""
    placements, placed = packing.placements_in(view), [0] * view.players
    for seat, code, _ in placements:
        placed[seat] += 1 << COUNT_BITS * (code >> 6)
    start = zeros(TABLE_SIZE)
    first_seat, _, first_court = (
        placements[-1] if placements else (view.active_player, 0, view._board.occupied)
    )
    start[SEAT] = first_seat or 0
    packing.write_court(start, first_court)
    codes = tuple(code for _, code, _ in reversed(placements))
    return Course(packing.terms_of(view.players, view.variant), start, codes, tuple(placed))


class Weighed(NamedTuple):
    """A table, and the likelihoods of a seat's hands there, for both kinds of players."""

    table: Integers
    """The table after the placements."""
    alike: list[float]
    """The likelihoods if the seat places nearly like the network."""
    loose: list[float]
    """The likelihoods if it places loosely."""


def weigh(  # noqa: PLR0917 - the arguments of the compiled function, in its order
    course: Course, mind: Mind, habits: Habits, seat: int, held: Sequence[int],
    hands: Sequence[int], prior: Sequence[float],
) -> Weighed:  # fmt: skip
    """Return the likelihoods of the hands that a seat may have had.

    All hands are packed, as they were before the placements. `held` has one hand of each seat,
    which agree with the placements; that of the seat itself does not matter. `prior` is how likely
    each of the seat's hands was then.
    """
    table = course.start[:]
    table[HANDS : HANDS + len(held)] = integers(held)
    alike = integers([likelihood * (1 - habits.loose) for likelihood in prior], "d")
    loose = integers([likelihood * habits.loose for likelihood in prior], "d")
    fastest(weigh_hands)(
        course.terms, mind, habits.model, seat, integers(course.codes), table, integers(hands),
        alike, loose,
    )  # fmt: skip
    return Weighed(table, [*map(float, alike)], [*map(float, loose)])


DRAWN = 1000
"""The worlds that are drawn and weighed at a table of more than two."""


def read(view: View, habits: Habits = UNKNOWN, seed: int = 0, drawn: int = DRAWN) -> Reading:
    """Return the chances of the others' hands, in a view of which `can_read` is true.

    At a table of more than two, they are those of a number of worlds, drawn with a seed.
    """
    mind = search.mind_of_thread(search.LearnedPlayer().weights, view.players, get_ident())
    if view.players > 2:
        return _read_worlds(view, mind, habits, seed, drawn)
    course, viewer, unseen = course_of(view), view.active_player or 0, unseen_now(view)
    shares, ways = zip(*unseen.piles[1 - viewer].shares(house_counts(unseen.cards)), strict=True)
    hands = [packing.pack_hand(share) for share in shares]
    placed = course.placed[1 - viewer]
    prior = in_proportion(
        count * _chance_of_cards(hand, placed) for hand, count in zip(hands, ways, strict=True)
    )
    table, alike, loose = _weigh_in(view, course, mind, habits, hands, prior)
    both = [*map(add, alike, loose)]
    loose_chance = sum(loose) / sum(both) if any(both) else habits.loose
    chances = in_proportion(both) if any(both) else prior
    return Reading(course.terms, mind, habits, table, hands, chances, loose_chance, prior)


def _read_worlds(view: View, mind: Mind, habits: Habits, seed: int, count: int) -> Reading:
    """Return the chances of the others' hands in worlds drawn from a view of more than two."""
    drawn = trials_of(view, Policy.EPSILON_GREEDY, seed).worlds(0, count)
    others = others_at(view)
    hands = [
        drawn[world + seat] for world in range(0, len(drawn), 2 * view.players) for seat in others
    ]
    return _weigh_worlds(view, course_of(view), mind, habits, hands)


def _weigh_worlds(
    view: View, course: Course, mind: Mind, habits: Habits, hands: Sequence[int]
) -> Reading:
    """Return the chances of worlds, each of the hands of the others, by the placements so far."""
    viewer, others = view.active_player or 0, others_at(view)
    held, count = [*course.placed], len(hands) // len(others)
    held[viewer] += packing.pack_hand(house_counts(view.hand))
    for at, seat in enumerate(others):
        held[seat] += hands[at]
    prior, likely, shares, table = [1.0] * count, [1.0] * count, [0.0] * count, course.start
    for at, seat in enumerate(others):
        placed, in_worlds = course.placed[seat], hands[at :: len(others)]
        distinct = [*dict.fromkeys(in_worlds)]
        by_cards = [_chance_of_cards(hand, placed) for hand in distinct]
        before = [hand + placed for hand in distinct]
        table, alike, loose = weigh(course, mind, habits, seat, held, before, by_cards)
        by_hand = dict(zip(distinct, zip(by_cards, alike, loose, strict=True), strict=True))
        for number, hand in enumerate(in_worlds):
            of_cards, one, other = by_hand[hand]
            prior[number] *= of_cards
            likely[number] *= one + other
            shares[number] += other / (one + other) if one + other else habits.loose
    prior = in_proportion(prior)
    chances = in_proportion(likely) if any(likely) else prior  # if no world explains all seats
    loose_chance = sum(map(mul, chances, shares)) / len(others)
    return Reading(course.terms, mind, habits, table, hands, chances, loose_chance, prior)


def others_at(view: View) -> list[int]:
    """Return the seats of the others at the table of the player to move, in their order."""
    return [seat for seat in range(view.players) if seat != view.active_player]


def _chance_of_cards(hand: int, placed: int) -> float:
    """Return the chance that a player placed certain cards, if it placed cards of their houses.

    Each card of a house in the hand was as likely to be the one placed. Both are packed; the cards
    that were placed are not in the hand.
    """
    return 1 / prod(
        perm(count_of(hand, house) + gone, gone)
        for house in range(HOUSE_COUNT)
        if (gone := count_of(placed, house))
    )


def chances_upto(view: View, reading: Reading, placements: int) -> list[float]:
    """Return the chances of a reading's worlds by the first placements of the round alone."""
    course = course_of(view)
    course = course._replace(codes=course.codes[:placements])
    if view.players > 2:
        return [*_weigh_worlds(view, course, reading.mind, reading.habits, reading.hands).chances]
    _, alike, loose = _weigh_in(
        view, course, reading.mind, reading.habits, reading.hands, reading.prior
    )
    return in_proportion(map(add, alike, loose))


def in_proportion(numbers: Iterable[float]) -> list[float]:
    """Return numbers divided by their sum."""
    terms = [*numbers]
    total = sum(terms)
    return [term / total for term in terms]


def _weigh_in(  # noqa: PLR0917 - those of `weigh`
    view: View, course: Course, mind: Mind, habits: Habits, hands: Sequence[int],
    prior: Sequence[float],
) -> Weighed:  # fmt: skip
    """Return the likelihoods of the hands that the other player of two may have now."""
    viewer = view.active_player or 0
    own = packing.pack_hand(house_counts(view.hand)) + course.placed[viewer]
    before = [hand + course.placed[1 - viewer] for hand in hands]
    return weigh(course, mind, habits, 1 - viewer, [own, own], before, prior)


class Trials(NamedTuple):
    """All moves of a position, tried with the same hands of the others."""

    reading: Reading
    worths: list[float]
    """The network's worth of each move."""
    ends: list[list[int]]
    """For each move, 1 for each hand with which the player to move places last, else 0."""

    @property
    def judged(self) -> list[float]:
        """The value of each move, about -0.5 to 0.5."""
        return [
            self.reading.judge(sum(ended), len(ended), worth)
            for ended, worth in zip(self.ends, self.worths, strict=True)
        ]

    @property
    def weight(self) -> float:
        """The effect of the share of ended rounds that a move wins on its judgement."""
        count = len(self.ends[0])
        return self.reading.judge(count, count, 0.0) - self.reading.judge(0, count, 0.0)


def try_all(
    view: View, habits: Habits, count: int, seed: int, stop: Stop = None
) -> Trials:  # fmt: skip
    """Try all moves with a number of hands, in the order of `distinct_moves`.

    Once `stop` returns True, the trials so far decide.
    """
    reading, worths = read(view, habits, seed), search.LearnedPlayer()._worths(view)
    codes = [packing.code_of(view._board.occupied, move) for move in list_distinct_moves(view)]
    ends: list[list[int]] = [[] for _ in codes]
    at_once = MOST_COUNTED if stop else count
    for first in range(0, count, at_once):
        if first and stop and stop():
            break
        more = min(at_once, count - first)
        tried = reading.try_moves(codes, more, seed, first)
        for at, ended in enumerate(ends):
            ended.extend(tried[at * more : (at + 1) * more])
    return Trials(reading, worths, ends)


_FIRST_SHARE, _FINALISTS = 4, 3
"""The divisor of the hands with which all moves are tried; the number of moves that are tried with
the others."""
_ELSEWHERE = search.LearnedPlayer(4000)
_BY_HOUSE_RULES = search.LearnedPlayer(200)
"""Playouts by the checked rules, for a house rule about moves, take a hundred times longer."""


@attrs.frozen(field_transformer=add_checks)
class ReadingPlayer(search.Thinker, Value):
    """A player that reads the others' hands from their placements.

    For each hand that another player may have, the network of `LearnedPlayer` shows how likely its
    placements were. The player ends the round after each of its moves with hands drawn by their
    chances, and makes the move that wins most often. The less the others place like the network,
    the more the network's own opinion counts.

    Where the network does not apply, it plays like `LearnedPlayer(4000)`, or like
    `LearnedPlayer(200)` by a house rule about moves. Without the compiled half
    of the package, the moves at a table of two are the same, but take seconds; at larger tables,
    where they would take half a minute, it plays like `LearnedPlayer(4000)`.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> player = ReadingPlayer()
    >>> str(player(observe(setup(2, seed=1), 0), random.Random(1)))
    'L9@a0'

    Raises:
        InvalidValue: an argument is out of range.

    Rules: turn.must-place, info.leftover, info.elimination, round.throne, round.penalty.
    """

    playouts: Ordinal = 48
    """The number of hands of each other player with which a move is tried: at a table of four, a
    move is tried in three times as many worlds as there are hands at a table of two."""
    habits: Habits = UNKNOWN
    """The player's model of each other one."""

    def __attrs_post_init__(self) -> None:
        check_type("habits", self.habits, Habits)

    def _best(self, view: View, moves: tuple[Move, ...], rng: RandomSource, stop: Stop) -> Move:
        if not can_read(view) or (view.players > 2 and not has_extension()):
            is_slow = packing.has_own_moves(view.variant)
            return (_BY_HOUSE_RULES if is_slow else _ELSEWHERE)._best(view, moves, rng, stop)
        seed = random_below(2**32, rng)
        reading, count = read(view, self.habits, seed), self.playouts * (view.players - 1)
        worths = search.LearnedPlayer()._worths(view)
        codes = [packing.code_of(view._board.occupied, move) for move in moves]
        judged = reading.judge_some(codes, worths, count, seed, stop)
        return moves[next(iter(judged))]
