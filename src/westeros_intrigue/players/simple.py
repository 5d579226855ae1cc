"""Players: functions that choose a move from a view, and three simple ones.

One is random, one is greedy, and one is greedy but also considers later slots and the players still
in the round.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Sequence
from operator import mul
from typing import NamedTuple

from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.asking import wrong_viewer
from westeros_intrigue.gamekit.chance import RandomSource, check_source, choose
from westeros_intrigue.gamekit.defaults import deciders
from westeros_intrigue.rules import cards
from westeros_intrigue.rules.board import BOTTOM_ROW, PLANE, PLANE_BITS
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, ROW_ABOVE, Move
from westeros_intrigue.rules.house_games import find_game_of_moves, list_distinct_moves
from westeros_intrigue.rules.unseen import house_counts
from westeros_intrigue.rules.view import View

Player = TypeAliasType("Player", Callable[[View, RandomSource], Move])
"""A player: a function from the view of its seat and a source of random numbers to a legal move.

It is called only when its seat is to move, and never sees a state. A player that needs a memory
must store it between calls.
"""


def random_player(view: View, rng: RandomSource) -> Move:
    """Return a random move, each house and slot equally likely.

    The choice is uniform over `distinct_moves`, so a second card of a house does not make that
    house more likely, as it would with `legal_moves`. Each card of the house is equally likely.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> str(random_player(observe(setup(4, seed=1), 0), random.Random(1)))
    'S5@a0'

    Args:
        view: the view of the seat that decides.
        rng: a source of random numbers, such as `random.Random(1)`.

    Raises:
        InvalidValue: the viewer is not to move.

    Rules: turn.must-place.
    """
    return with_any_card(choose(moves_of(view, rng), rng), view, rng)


def greedy_player(view: View, rng: RandomSource) -> Move:
    """Return the move after which the court fits the player's hand best.

    The player looks one placement ahead. With `own`, `unseen` and `slots` counted for each house
    after the move, the value of the move is the sum over the houses of

        slots * (own - unseen / 2)

    plus twice the number of cards of the placed house in the hand.

    - `slots` is the number of slots open to the house, `own` the number of its cards in the hand.
      Their product is the number of ways to place one of these cards on the next turn.
    - `unseen` is the number of its cards neither in the court nor in the hand, which other players
      may have. A slot for them helps those players; they count half, since they are spread over
      several hands or unused.
    - The last term favours cards of the hand's most frequent house, which leaves a mixed hand: a
      player goes out when no house in the hand has an open slot.

    Ties are broken at random, and each card of the house is equally likely. The player ignores
    later turns, eliminations and points. `docs/players.md` reports its share of victories.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> str(greedy_player(observe(setup(4, seed=1), 0), random.Random(1)))
    'T9@a0'

    Args:
        view: the view of the seat that decides.
        rng: breaks ties.

    Raises:
        InvalidValue: the viewer is not to move.

    Rules: turn.must-place, court.match, elimination.unable.
    """
    moves, board, own = moves_of(view, rng), view._board, house_counts(view.hand)
    lying = _count_by_house(board.occupied)
    # In halves of a point, so that equal moves are equal without rounding.
    weights = [3 * held + placed - CARDS_PER_HOUSE for held, placed in zip(own, lying, strict=True)]

    def worth(move: Move) -> int:
        house = move.card.house.index
        slots = _count_by_house(board.place(house, move.slot.cell).open_bits)
        total: int = sum(map(mul, weights, slots))
        # The placed card leaves the hand, which lowers the weight of its house by 2.
        return total - 2 * slots[house] + 4 * own[house]

    return _choose_best(moves, worth, view, rng)


def _count_by_house(bits: int) -> tuple[int, int, int, int]:
    """Return the number of slots of each house in the bits of a board."""
    return (
        (bits & PLANE).bit_count(),
        (bits >> PLANE_BITS & PLANE).bit_count(),
        (bits >> 2 * PLANE_BITS & PLANE).bit_count(),
        (bits >> 3 * PLANE_BITS).bit_count(),
    )


def _choose_best(
    moves: Sequence[Move], worth: Callable[[Move], int], view: View, rng: RandomSource
) -> Move:
    """Return a random one of the moves that are worth most, with a random card of its house."""
    worths = [*map(worth, moves)]
    most = max(worths)
    best = [move for move, move_worth in zip(moves, worths, strict=True) if move_worth == most]
    return with_any_card(choose(best, rng), view, rng)


def with_any_card(move: Move, view: View, rng: RandomSource) -> Move:
    """Return the move with a random card of its house from the hand, by the view's house rule.

    Always placing the lowest card would reveal which cards the hand lacks.
    """
    alike = [card for card in view.hand if card.house is move.card.house]
    if view.variant.house_rule and (game := find_game_of_moves(view.variant)):
        legal = game.legal_moves(view)
        alike = [card for card in alike if Move(card, move.slot) in legal]
    return Move(choose(alike, rng), move.slot)


def moves_of(view: View, rng: RandomSource) -> tuple[Move, ...]:
    """Check a player's arguments, and return the distinct moves of the view, by its house rule."""
    values.check_type("view", view, View)
    check_source(rng)
    moves = list_distinct_moves(view)
    if not moves:
        raise wrong_viewer(view.player, deciders(view))
    return moves


class _Weights(NamedTuple):
    """The value of a house's slots, in quarters, for each card that could go there."""

    first: int
    """The value of having any open slot."""
    each: int
    """The value of each open slot."""
    promised: int
    """The value of each slot that lacks one of the two cards below it."""

    def of(self, slots: int, promised: int) -> int:
        """Return the value of a number of open and promised slots."""
        return self.first * (slots > 0) + self.each * slots + self.promised * promised


# The values for oneself, for the others, and of each card of the placed house; found by trial.
_GROWING_ROW = _Weights(0, 12, 3), _Weights(1, 3, 1), 17
_FULL_ROW = _Weights(8, 11, 4), _Weights(14, 7, 2), 18


def provident_player(view: View, rng: RandomSource) -> Move:
    """Return the move after which the court suits the player's hand best, now and later.

    Like `greedy_player`, it looks one placement ahead, but it considers three more things. A slot
    that lacks only one of the two cards below it is promised, and counts in part. Unseen cards
    count only by the share that is in the hands of players still in the round. Once the bottom row
    is full and no new ends open, a house's first slot counts more than the next. For each house,
    the value is

        own * value of its slots to oneself - share * unseen * value of its slots to others

    plus a bonus for each card of the placed house in the hand. `docs/players.md` reports the
    numbers and the player's share of victories.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> str(provident_player(observe(setup(4, seed=1), 0), random.Random(1)))
    'T9@a0'

    Args:
        view: the view of the seat that decides.
        rng: breaks ties.

    Raises:
        InvalidValue: the viewer is not to move.

    Rules: turn.must-place, court.match, court.width, elimination.unable.
    """
    moves, board, own = moves_of(view, rng), view._board, house_counts(view.hand)
    unseen = [
        CARDS_PER_HOUSE - held - placed
        for held, placed in zip(own, _count_by_house(board.occupied), strict=True)
    ]
    out = {view.player, *(elimination.player for elimination in view.eliminations)}
    held_by_others = sum(size for seat, size in enumerate(view.hand_sizes) if seat not in out)
    hidden = max(1, sum(unseen))

    def worth(move: Move) -> int:
        placed = move.card.house.index
        occupied, open_bits, *_ = board.place(placed, move.slot.cell)
        is_full = (occupied & BOTTOM_ROW).bit_count() >= board.width_limit
        mine, theirs, mixed = _FULL_ROW if is_full else _GROWING_ROW
        total = mixed * own[placed] * hidden
        counts = zip(_count_by_house(open_bits), _count_promised(occupied), strict=True)
        for house, (slots, promised) in enumerate(counts):
            held = own[house] - (house == placed)
            total += held * hidden * mine.of(slots, promised)
            total -= unseen[house] * held_by_others * theirs.of(slots, promised)
        return total

    return _choose_best(moves, worth, view, rng)


def _count_promised(occupied: int) -> list[int]:
    """Return, for each house, the number of slots above its cards that lack the other card below.

    Only slots within the current width of the bottom row count.
    """
    planes = [occupied >> PLANE_BITS * house & PLANE for house in range(len(cards.HOUSES))]
    lying = sum(planes)
    row = lying & (1 << ROW_ABOVE) - 1
    left = row & -row
    pyramid_places = sum(
        left * ((1 << row.bit_count() - height) - 1) << ROW_ABOVE * height
        for height in range(1, row.bit_count())
    )
    # No card lies above a slot that lacks a card below it.
    half = ~(lying & lying >> 1)
    return [
        (((plane | plane >> 1) & half) << ROW_ABOVE & pyramid_places).bit_count()
        for plane in planes
    ]
