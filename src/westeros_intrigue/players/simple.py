"""Players: functions that choose a move from a view, and two simple ones."""

from __future__ import annotations

from collections.abc import Callable

from typing_extensions import TypeAliasType

from westeros_intrigue.base.chance import RandomSource, check_source, random_below
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
"""A player: from what its seat may know, and a source of random numbers, to one of its moves.

It is called only when its seat is to move, and never sees a state. Whatever it wants to remember
it must keep itself.
"""


@public
def random_player(view: View, rng: RandomSource) -> Move:
    """Return a move at random, each house and slot equally likely.

    It is uniform over `distinct_moves`: holding a second card of a house does not make that house
    more likely. A choice uniform over `legal_moves` would weigh each house by its cards. Each card
    of the house is equally likely.

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
    """Return the move after which the court suits the player's hand best.

    It looks one placement ahead. With `own`, `unseen` and `slots` counted for each house in the
    court that the move leads to, the move is worth the sum over the houses of

        slots * (own - unseen / 2)

    and twice the number of cards that the hand has of the house placed.

    - `slots` are the open slots that take the house, `own` the cards of it in the hand. Their
      product counts the ways to place a card next time: a slot is worth the more, the more of
      one's cards could go there.
    - `unseen` are the cards of the house that lie neither in the court nor in the hand, so some
      other player may hold them. A slot that they can use helps the others, but they are spread
      over several hands or unused, and so weigh half.
    - The last term keeps the hand mixed. It places first what the hand has most of, because
      a player goes out when none of the houses left in their hand finds a slot.

    Ties are broken at random, and each card of the house is equally likely. The player knows
    nothing of turns to come, of who is out or of the points. `docs/players.md` says how often it
    wins.

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


def random_placement(held: int, board: Board, rng: RandomSource) -> tuple[int, int]:
    """Return the index of a house and the cell that the random player places it in."""
    planes = [
        board.open_slots >> PLANE_BITS * index & PLANE
        if held >> CARDS_PER_HOUSE * index & ONE_HOUSE
        else 0
        for index in range(len(HOUSES))
    ]
    chosen = random_below(sum(plane.bit_count() for plane in planes), rng)
    house_index = 0
    while chosen >= (count := planes[house_index].bit_count()):
        chosen -= count
        house_index += 1
    return house_index, pyramid.cells(planes[house_index])[chosen]


def greedy_placement(held: int, board: Board, rng: RandomSource) -> tuple[int, int]:
    """Return the index of a house and the cell that the greedy player places it in."""
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
            # The card placed is no longer in the hand, which takes 2 off its house's weight.
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
    """Return the move with any card of its house that the hand holds, each as likely.

    To place always the lowest would tell the table which cards the hand does not hold.
    """
    alike = [card for card in view.hand if card.house is move.card.house]
    return Move(alike[random_below(len(alike), rng)], move.slot)


def moves_of(view: View, rng: RandomSource) -> tuple[Move, ...]:
    """Return the distinct moves of a view, after checking what a player is called with."""
    check_type("view", view, View)
    check_source(rng)
    moves = distinct_moves(view)
    if not moves:
        who = "a spectator" if view.player is None else f"player {view.player}"
        raise InvalidValue(f"{who} is not to move: ask the player of seat {view.active_player}")
    return moves
