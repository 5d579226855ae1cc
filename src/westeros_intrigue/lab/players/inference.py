"""Conclusions from the other player's placements in a round of two.

The other player may be like `LearnedPlayer`, or any good player, who often makes the same
placements. For each hand that the other player may have had, the network shows how likely the
placements are in both cases, and how a player like `LearnedPlayer` would end the round.
`native/inference.h` has the same functions.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from math import exp, log
from threading import get_ident

from westeros_intrigue.lab.players import search
from westeros_intrigue.lab.simulation import packing
from westeros_intrigue.lab.simulation.board import (
    COUNT_BITS,
    HANDS,
    LAST_SEAT,
    OUT,
    SEAT,
    Integers,
    Terms,
    start_turn,
)
from westeros_intrigue.lab.simulation.fast import fastest, integers, zeros
from westeros_intrigue.lab.simulation.lock_step import (
    TABLE_SIZE,
    find_forced_move,
    look_at,
    place,
    take_turn,
)
from westeros_intrigue.lab.simulation.network import ONE, Mind, Work, best_of, value_moves_twice
from westeros_intrigue.rules.cards import Move
from westeros_intrigue.rules.unseen import house_counts, unseen_now
from westeros_intrigue.rules.view import View

Likelihoods = MutableSequence[float]
"""A number for each hand; for compiled code, an array of them."""

# The numbers of this module are fitted to rounds of players like `LearnedPlayer`, and of players
# who follow advice. The rounds of docs/benchmarks.md are others.
_ALIKE_SCALE, _GOOD_SCALE = 0.02 * ONE**2, 0.2 * ONE**2
"""The loss of worth that divides the chance of a placement by e: for a player like `LearnedPlayer`,
and for any good player."""
_SLIP = 0.03
"""The share of placements that a player like `LearnedPlayer` makes at random."""
_LIKELY, _UNLIKELY = 0.3, 0.02
"""The likelihoods, relative to the highest, from which the round is ended with a hand, and below
which the hand is no longer considered."""


def share_of(work: Work, count: int, best: int, code: int, scale: float) -> float:
    """Return the chance that a player who loses little worth makes a move."""
    total = chosen = 0.0
    for move in range(count):
        share = exp((work.worths[move] - work.worths[best]) / scale)
        total += share
        if work.codes[move] == code:
            chosen = share
    return chosen / total


def weigh_placement(  # noqa: PLR0917 - compiled functions have no keyword-only arguments
    terms: Terms, mind: Mind, code: int, placed: int, memory: Integers,
    hands: Integers, alike: Likelihoods, good: Likelihoods,
) -> None:  # fmt: skip
    """Multiply each hand's likelihood by the placement's; `placed` is no longer in the hands."""
    work, place_of_hand, most_alike, most_good = mind.work, HANDS + memory[SEAT], 0.0, 0.0
    look_at(terms, mind, memory)
    for at in range(len(hands)):
        hand = hands[at] - placed
        if good[at] and find_forced_move(hand, memory) < 0:
            mind.board[place_of_hand] = hand
            count = value_moves_twice(terms, mind)
            best = best_of(work, count)
            share = share_of(work, count, best, code, _ALIKE_SCALE)
            alike[at] *= _SLIP / count + (1 - _SLIP) * share
            good[at] *= share_of(work, count, best, code, _GOOD_SCALE)
        most_alike, most_good = max(most_alike, alike[at]), max(most_good, good[at])
    for at in range(len(hands)):
        if alike[at] < _UNLIKELY * most_alike and good[at] < _UNLIKELY * most_good:
            alike[at] = good[at] = 0


def end_rounds(  # noqa: PLR0917 - for the same reason
    terms: Terms, mind: Mind, codes: Integers, placed: int, memory: Integers,
    hands: Integers, alike: Likelihoods, ends: Integers,
) -> None:  # fmt: skip
    """End the round after each code of the player to move, with each likely hand of the other.

    A bit of `ends` is set for each code after which the player places last, and the next bit for
    the hands that were likely.
    """
    most, viewer = 0.0, memory[SEAT]
    for at in range(len(hands)):
        most = max(most, alike[at])
    for at in range(len(hands)):
        if alike[at] < _LIKELY * most:
            continue
        ends[at] = 1 << len(codes)
        for index in range(len(codes)):
            tried = memory[:]
            tried[HANDS + 1 - viewer] = hands[at] - placed
            place(terms.players, codes[index], tried)
            while start_turn(terms, tried) and not tried[OUT]:
                take_turn(terms, mind, tried)
            ends[at] |= (tried[LAST_SEAT] == viewer) << index


def explain_placements(  # noqa: PLR0917 - for the same reason
    terms: Terms, mind: Mind, viewer: int, way: Integers, codes: Integers, memory: Integers,
    hands: Integers, alike: Likelihoods, good: Likelihoods, ends: Integers,
) -> None:  # fmt: skip
    """Multiply each hand's likelihood by those of its placements, and end the round with the hand.

    `way` has the codes of the round's placements; `memory` has the court and the viewer's hand
    before them.
    """
    placed, memory[HANDS + 1 - viewer] = 0, hands[0]
    for ply in range(len(way)):
        start_turn(terms, memory)
        if memory[SEAT] != viewer:
            weigh_placement(terms, mind, way[ply], placed, memory, hands, alike, good)
            placed += 1 << COUNT_BITS * (way[ply] >> 6)
        place(terms.players, way[ply], memory)
    start_turn(terms, memory)
    end_rounds(terms, mind, codes, placed, memory, hands, alike, ends)


_ODDS = 0.01
"""The odds, before any placement, that the other player is like `LearnedPlayer`."""
_CERTAIN = 0.02
"""The least share of hands that counts, and the least share of others."""
_OF_HANDS = 2.5
"""The weight of the hands' share, if the other player is certainly like `LearnedPlayer`."""


def infer_chances(view: View, moves: Sequence[Move], chances: Sequence[float]) -> list[float]:
    """Return the chances that the player to move places last after some moves.

    They are given as among any good players. The more the other player places like
    `LearnedPlayer`, the more the ends count that its likely hands lead to.
    """
    if view.eliminations:
        return [1.0] * len(moves)
    viewer = view.active_player or 0
    placements, placed = packing.placements_in(view), [0, 0]
    for seat, code, _ in placements:
        placed[seat] += 1 << COUNT_BITS * (code >> 6)
    occupied, start = view._board.occupied, zeros(TABLE_SIZE)
    start[SEAT], _, before = placements[-1] if placements else (viewer, 0, occupied)
    packing.write_court(start, before)
    start[HANDS + viewer] = packing.pack_hand(house_counts(view.hand)) + placed[viewer]
    unseen, other = unseen_now(view), 1 - viewer
    shares, ways = zip(*unseen.piles[other].shares(house_counts(unseen.cards)), strict=True)
    alike, good = (integers(ways, "d") for _ in range(2))
    ends = zeros(len(ways))
    fastest(explain_placements)(
        packing.terms_of(2, view.variant),
        search.mind_of_thread(search.LearnedPlayer().weights, 2, get_ident()),
        viewer,
        integers(code for _, code, _ in reversed(placements)),
        integers(packing.code_of(occupied, move) for move in moves),
        start,
        integers(packing.pack_hand(share) + placed[other] for share in shares),
        alike,
        good,
        ends,
    )
    odds = _ODDS * float(sum(alike) / sum(good))
    belief = odds / (1 + odds)
    ended = [
        (float(likelihood), end)
        for likelihood, end in zip(alike, ends, strict=True)
        if end >> len(moves)
    ]
    weight, inferred = sum(likelihood for likelihood, _ in ended), []
    for at, chance in enumerate(chances):
        share = sum(likelihood for likelihood, end in ended if end >> at & 1) / weight
        share = min(max(share, _CERTAIN), 1 - _CERTAIN)
        logit = _OF_HANDS * belief * _logit(share) + (1 - belief) * _logit(chance)
        inferred.append(1 / (1 + exp(-logit)))
    return inferred


def _logit(chance: float) -> float:
    return log(chance / (1 - chance))
