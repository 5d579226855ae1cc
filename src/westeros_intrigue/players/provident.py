"""A greedy player that provides for later: slots to come, and who is still in."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import NamedTuple

from westeros_intrigue.base.chance import RandomSource, random_below
from westeros_intrigue.base.public import public
from westeros_intrigue.players.simple import moves_of, with_any_card
from westeros_intrigue.rules import pyramid
from westeros_intrigue.rules.card_counts import house_counts
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, HOUSES
from westeros_intrigue.rules.pyramid import PLANE, PLANE_BITS, ROW_ABOVE
from westeros_intrigue.rules.slots import Move
from westeros_intrigue.rules.view import View


class _Weights(NamedTuple):
    """The worth of the slots of a house, in quarters for each card that could go there."""

    first: int
    """The worth of having an open slot at all."""
    each: int
    """The worth of each open slot."""
    promised: int
    """The worth of each place that lacks one of the two cards below it."""

    def of(self, slots: int, promised: int) -> int:
        """Return the worth of numbers of open and promised slots."""
        return self.first * (slots > 0) + self.each * slots + self.promised * promised


# To oneself, to the others, and for each card of the house that is placed; found by trial.
_GROWING_ROW = _Weights(0, 12, 3), _Weights(1, 3, 1), 17
_FULL_ROW = _Weights(8, 11, 4), _Weights(14, 7, 2), 18


@public
def provident_player(view: View, rng: RandomSource) -> Move:
    """Return the move after which the court provides best for the player's hand, now and later.

    Like `greedy_player` it looks one placement ahead, but it weighs three more things. A slot that
    only lacks one of the two cards below it is promised: it counts in part. Others have only what
    is in the hands of players still in, so the unseen cards count by that share of them. And once
    the bottom row is full, which no new end opens, the first slot of a house weighs more than the
    next. For each house the worth is

        own * value of its slots to oneself - share * unseen * value of its slots to others

    and to the sum comes four times the number of cards that the hand has of the house placed, and
    a little more. `docs/players.md` has the numbers, and how often it wins.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> str(provident_player(observe(setup(4, seed=1), 0), random.Random(1)))
    'T9@a0'

    Raises:
        InvalidValue: the viewer is not to move.

    Rules: turn.must-place, court.match, court.width, elimination.unable.
    """
    moves = moves_of(view, rng)
    table, court = view.table, view.court
    own = house_counts(view.hand)
    unseen = tuple(
        CARDS_PER_HOUSE - held - lying
        for held, lying in zip(own, house_counts(court.values()), strict=True)
    )
    out = {elimination.player for elimination in table.eliminations}
    held_by_others = sum(
        size
        for seat, size in enumerate(table.hand_sizes)
        if seat != view.player and seat not in out
    )
    hidden = max(1, sum(unseen))
    best: list[Move] = []
    most = 0
    for move in moves:
        placed = move.card.house.index
        occupied, open_slots, _ = table.board.place(placed, move.slot.cell)
        is_full = (occupied & pyramid.BOTTOM_ROW).bit_count() == court.width_limit
        mine, theirs, mixed = _FULL_ROW if is_full else _GROWING_ROW
        worth = mixed * own[placed] * hidden
        for house in range(len(HOUSES)):
            slots = (open_slots >> PLANE_BITS * house & PLANE).bit_count()
            promised = _promised(occupied, house)
            held = own[house] - (house == placed)
            worth += held * hidden * mine.of(slots, promised)
            worth -= unseen[house] * held_by_others * theirs.of(slots, promised)
        if not best or worth > most:
            best, most = [move], worth
        elif worth == most:
            best.append(move)
    return with_any_card(best[random_below(len(best), rng)], view, rng)


def _promised(occupied: int, house: int) -> int:
    """Count the places above a card of the house that lack the other of the two below them.

    Places count as far as the bottom row reaches now.
    """
    plane = occupied >> PLANE_BITS * house & PLANE
    lying = reduce(or_, (occupied >> PLANE_BITS * each for each in range(len(HOUSES)))) & PLANE
    row = lying & (1 << ROW_ABOVE) - 1
    left = row & -row
    pyramid_places = sum(
        left * ((1 << row.bit_count() - height) - 1) << ROW_ABOVE * height
        for height in range(1, row.bit_count())
    )
    lacking = (plane | plane >> 1) & ~(lying & lying >> 1)
    return (lacking << ROW_ABOVE & pyramid_places & ~lying).bit_count()
