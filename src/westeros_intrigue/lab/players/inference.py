"""Conclusions from the other player's placements in a round of two.

The other player may be like `LearnedPlayer`, or any good player, who often makes the same
placements. For each hand that the other player may have had, the network shows how likely the
placements are in both cases, and how a player like `LearnedPlayer` would end the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any

from westeros_intrigue.lab.players import search
from westeros_intrigue.lab.simulation import packing
from westeros_intrigue.lab.simulation.board import (
    HANDS,
    LAST_SEAT,
    OUT,
    SEAT,
    Integers,
    Terms,
    start_turn,
)
from westeros_intrigue.lab.simulation.fast import fastest, integers, zeros
from westeros_intrigue.lab.simulation.kernel import DECK_SIZE
from westeros_intrigue.lab.simulation.lock_step import (
    PLIES,
    TABLE_SIZE,
    find_forced_move,
    look_at,
    place,
)
from westeros_intrigue.lab.simulation.network import ONE, Mind, Work, best_of, value_moves_twice
from westeros_intrigue.rules.cards import Move
from westeros_intrigue.rules.state import View
from westeros_intrigue.rules.unseen import house_counts, unseen_now

Likelihoods = Any
"""A number for each hand: a list, or an array."""

_ALIKE_SCALE, _GOOD_SCALE = 0.02 * ONE**2, 0.2 * ONE**2
"""The loss of worth that divides the chance of a placement by e: for a player like `LearnedPlayer`,
and for any good player."""
_SLIP = 0.03
"""The share of placements that a player like `LearnedPlayer` makes at random."""
_LIKELY = 0.1
"""The least likelihood, relative to the highest, of a hand from which the round is played out."""


def share_of(work: Work, count: int, best: int, code: int, scale: float) -> float:
    """Return the chance that a player who loses little worth makes a move."""
    total = chosen = 0.0
    for move in range(count):
        share = exp((work.worths[move] - work.worths[best]) / scale)
        total += share
        if work.codes[move] == code:
            chosen = share
    return chosen / total


def play_to(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    terms: Terms, mind: Mind, viewer: int, way: Integers, last: int, memory: Integers,
    at: int, alike: Likelihoods, good: Likelihoods,
) -> None:  # fmt: skip
    """Make the placements of `way`, then those of `LearnedPlayer`, up to a number or to the end.

    The likelihoods of the hand number `at` are multiplied by those of the other's placements.
    """
    while memory[PLIES] < last and start_turn(terms, memory, 0) and not memory[OUT]:
        ply, seat = memory[PLIES], memory[SEAT]
        code = find_forced_move(memory[HANDS + seat], memory)
        if code < 0 and (ply >= len(way) or seat != viewer):
            look_at(terms, mind, memory)
            count = value_moves_twice(terms, mind)
            best = best_of(mind.work, count)
            code = mind.work.codes[best]
            if ply < len(way):
                share = share_of(mind.work, count, best, way[ply], _ALIKE_SCALE)
                alike[at] *= _SLIP / count + (1 - _SLIP) * share
                good[at] *= share_of(mind.work, count, best, way[ply], _GOOD_SCALE)
        place(terms.players, way[ply] if ply < len(way) else code, memory)


def explain_placements(  # noqa: PLR0917 - for the same reason
    terms: Terms, mind: Mind, viewer: int, start: Integers, way: Integers, codes: Integers,
    hands: Integers, kept: Integers, memory: Integers,
    alike: Likelihoods, good: Likelihoods, ends: Integers,
) -> None:  # fmt: skip
    """Multiply the likelihood of each hand of the other player by that of its placements.

    `way` has the codes of the round's placements and room for one of the viewer's `codes`, which
    are tried with likely hands. A bit of `ends` is set for each of these codes after which the
    viewer places last, and the next bit for hands with which they were tried.
    """
    plies, most = len(way) - 1, 0.0
    for at in range(len(hands)):
        for tried in range(-1, len(codes)):
            for item in range(TABLE_SIZE):
                memory[item] = start[item] if tried < 0 else kept[item]
            if tried < 0:
                memory[HANDS + 1 - viewer] = hands[at]
            else:
                way[plies] = codes[tried]
            last = plies if tried < 0 else DECK_SIZE
            play_to(terms, mind, viewer, way, last, memory, at, alike, good)
            if tried >= 0:
                ends[at] |= (memory[LAST_SEAT] == viewer) << tried
                continue
            if memory[PLIES] < plies:  # with this hand, a player would have been out
                alike[at] = good[at] = 0
            most = max(most, alike[at])
            if alike[at] <= _LIKELY * most:
                break
            for item in range(TABLE_SIZE):
                kept[item] = memory[item]
            ends[at] |= 1 << len(codes)


_ODDS = 0.01
"""The odds, before any placement, that the other player is like `LearnedPlayer`."""
_CERTAIN = 0.02
"""The least share of hands that counts, and the least share of others."""
_OF_HANDS = 2.5
"""The weight of the hands' share, if the other player is certainly like `LearnedPlayer`."""


def infer_chances(view: View, moves: Sequence[Move], chances: Sequence[float]) -> list[float]:
    """Return the chances that the player to move places last after some moves.

    They are given as among any good players. The more the other's placements look like those of
    `LearnedPlayer`, the more the ends count that its likely hands lead to.
    """
    if view.eliminations:
        return [1.0] * len(moves)
    viewer = view.active_player or 0
    placements, placed = packing.placements_in(view), [0, 0]
    for seat, code, _ in placements:
        placed[seat] += packing.hand_of(code >> 6)
    occupied, start = view._board.occupied, zeros(TABLE_SIZE)
    start[SEAT], _, before = placements[0] if placements else (viewer, 0, occupied)
    packing.write_court(start, before)
    start[HANDS + viewer] = packing.pack_hand(house_counts(view.hand)) + placed[viewer]
    unseen, other = unseen_now(view.table, view), 1 - viewer
    hands = sorted(
        (-ways, packing.pack_hand(share) + placed[other])
        for share, ways in unseen.piles[other].shares(house_counts(unseen.cards))
    )  # likely ones first, so that fewer unlikely ones are played out
    alike, good = (integers((-ways for ways, _ in hands), "float64") for _ in range(2))
    ends = zeros(len(hands))
    fastest(explain_placements)(
        packing.terms_of(2, view.variant),
        search.mind_of_view(view, search.LearnedPlayer().weights),
        viewer,
        start,
        integers([*(code for _, code, _ in placements), 0]),
        integers(packing.code_of(occupied, move) for move in moves),
        integers(hand for _, hand in hands),
        zeros(TABLE_SIZE),
        zeros(TABLE_SIZE),
        alike,
        good,
        ends,
    )
    odds = _ODDS * float(sum(alike) / sum(good))
    belief = odds / (1 + odds)
    tried = [(float(each), end) for each, end in zip(alike, ends, strict=True) if end >> len(moves)]
    weight, found = sum(each for each, _ in tried), []
    for at, chance in enumerate(chances):
        share = sum(each for each, end in tried if end >> at & 1) / weight
        share = min(max(share, _CERTAIN), 1 - _CERTAIN)
        logit = _OF_HANDS * belief * _logit(share) + (1 - belief) * _logit(chance)
        found.append(1 / (1 + exp(-logit)))
    return found


def _logit(chance: float) -> float:
    return log(chance / (1 - chance))
