"""Players: functions that choose a move from a view, and two simple ones."""

from __future__ import annotations

from collections.abc import Callable

from typing_extensions import TypeAliasType

from westeros_intrigue.base.chance import RandomSource, check_source, random_below
from westeros_intrigue.base.display import viewer_in_words
from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.public import public
from westeros_intrigue.base.values import check_type
from westeros_intrigue.rules import pyramid
from westeros_intrigue.rules.cards import CARDS_PER_HOUSE, DECK, HOUSES
from westeros_intrigue.rules.game import bits_of
from westeros_intrigue.rules.moves import distinct_moves
from westeros_intrigue.rules.pyramid import PLANE, PLANE_BITS, Board
from westeros_intrigue.rules.slots import SLOTS, Move
from westeros_intrigue.rules.turns import ONE_HOUSE
from westeros_intrigue.rules.view import View

Player = TypeAliasType("Player", "Callable[[View, RandomSource], Move]")
"""A player: a function from the view of its seat and a source of random numbers to a legal move.

It is called only when its seat is to move, and never sees a state. A player that needs memory must
store it itself.
"""


@public
def random_player(view: View, rng: RandomSource) -> Move:
    """Return a move at random, each house and slot equally likely.

    The choice is uniform over `distinct_moves`: a second card of a house does not make that house
    more likely, as a uniform choice over `legal_moves` would. Each card of the house is equally
    likely.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> str(random_player(observe(setup(4, seed=1), 0), random.Random(1)))
    'S5@a0'

    Raises:
        InvalidValue: the viewer is not to move.

    Rules: turn.must-place.
    """
    moves = moves_of(view, rng)
    return with_any_card(moves[random_below(len(moves), rng)], view, rng)


@public
def greedy_player(view: View, rng: RandomSource) -> Move:
    """Return the move after which the court fits the player's hand best.

    The player looks one placement ahead. With `own`, `unseen` and `slots` counted for each house
    after the move, the value of the move is the sum over the houses of

        slots * (own - unseen / 2)

    plus twice the number of cards of the placed house in the hand.

    - `slots` is the number of slots open to the house, `own` the number of its cards in the hand.
      Their product is the number of ways to place a card of it next time.
    - `unseen` is the number of its cards neither in the court nor in the hand, which other players
      may have. A slot for them helps the others; they count half, since they are spread over
      several hands or unused.
    - The last term makes for a mixed hand, by placing cards of its most frequent house first: a
      player goes out when no house in the hand has an open slot.

    Ties are broken at random, and each card of the house is equally likely. The player ignores
    later turns, eliminations and points. `docs/players.md` reports its share of victories.

    >>> import random
    >>> from westeros_intrigue import observe, setup
    >>> str(greedy_player(observe(setup(4, seed=1), 0), random.Random(1)))
    'T9@a0'

    Raises:
        InvalidValue: the viewer is not to move.

    Rules: turn.must-place, court.match, elimination.unable.
    """
    moves_of(view, rng)
    house_index, cell = greedy_placement(bits_of(view.hand), view.board, rng)
    return with_any_card(Move(DECK[CARDS_PER_HOUSE * house_index], SLOTS[cell]), view, rng)


def greedy_placement(held: int, board: Board, rng: RandomSource) -> tuple[int, int]:
    """Return the index of a house and the cell of the greedy player's move."""
    own, weights = [], []
    for index in range(len(HOUSES)):
        count = (held >> CARDS_PER_HOUSE * index & ONE_HOUSE).bit_count()
        lying = (board.occupied >> PLANE_BITS * index & PLANE).bit_count()
        own.append(count)
        # In halves of a point, so that equal moves are equal without rounding.
        weights.append(3 * count + lying - CARDS_PER_HOUSE)
    best: list[tuple[int, int]] = []
    most = 0
    for placed, count in enumerate(own):
        if not count:
            continue
        for cell in pyramid.cells(board.open_slots >> PLANE_BITS * placed & PLANE):
            opened = board.place(placed, cell).open_slots
            # The placed card leaves the hand, which lowers the weight of its house by 2.
            worth = 4 * count - 2 * (opened >> PLANE_BITS * placed & PLANE).bit_count()
            for weight in weights:
                worth += weight * (opened & PLANE).bit_count()
                opened >>= PLANE_BITS
            if not best or worth > most:
                best, most = [(placed, cell)], worth
            elif worth == most:
                best.append((placed, cell))
    return best[random_below(len(best), rng)]


def with_any_card(move: Move, view: View, rng: RandomSource) -> Move:
    """Return the move with a random card of its house from the hand.

    Always placing the lowest would reveal which cards the hand lacks.
    """
    alike = [card for card in view.hand if card.house is move.card.house]
    return Move(alike[random_below(len(alike), rng)], move.slot)


def moves_of(view: View, rng: RandomSource) -> tuple[Move, ...]:
    """Check the arguments of a player, and return the distinct moves of the view."""
    check_type("view", view, View)
    check_source(rng)
    moves = distinct_moves(view)
    if not moves:
        seat, who = view.active_player, viewer_in_words(view.player)
        asked = "nobody is" if seat is None else f"ask player {seat}"
        raise InvalidValue(f"{who} is not to move: {asked}")
    return moves
