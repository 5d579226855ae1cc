"""The compiled part of simulation in bulk: rounds played on small integers, one after another.

Everything here is plain Python that numba compiles, and the same lines run uncompiled too. Only
`play_rounds` is called from outside; the other functions become part of it. All stay in one
module because numba's cache looks at the file of the function that it compiles, and at no other.

Cells are those of `pyramid`: the slot above the pair (cell, cell + 1) is cell + 16. A set of houses
is an integer whose bit `house.index` stands for a house. Of cards only the house is kept, as a
count for each hand. The open cells are a sorted list, since there are seldom more than ten.

Rules: court.first, court.beside, court.width, court.support, court.match, court.vacant,
turn.clockwise, elimination.unable, elimination.empty, elimination.own-turn, elimination.final,
elimination.skipped, round.end.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from westeros_intrigue.compiled.compiler import compiled, inlined

Integers = NDArray[np.int64]

LEGAL_MOVES, DISTINCT_MOVES, GREEDY = 0, 1, 2
"""The policies, as `rounds.Policy` has them."""

HOUSE_COUNT = 4
CARDS_PER_HOUSE = 9
DECK_SIZE = 36
FIRST_CELL = 8
ROW_ABOVE = 16
CELL_COUNT = 128
EVERY_HOUSE = 0b1111

NUMBERS_A_ROUND = 128
"""How many numbers of the generator belong to each round. A round takes 35 to shuffle, and at most
one for each of 36 placements."""
STEP = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
"""The constants of splitmix64."""

# A uint64 and any other integer make a float, for numba and older numpy: each constant is a uint64.
_STEP, _MIX_1, _MIX_2 = np.uint64(STEP), np.uint64(MIX_1), np.uint64(MIX_2)
_11, _27, _30, _31, _53 = (np.uint64(bits) for bits in (11, 27, 30, 31, 53))
_NUMBERS_A_ROUND = np.uint64(NUMBERS_A_ROUND)
_unsigned: Any = np.uint64
_signed: Any = np.int64


class Terms(NamedTuple):
    """What all rounds of a simulation have in common."""

    players: int
    hand_size: int
    starter_count: int
    width_limit: int
    first_player: int
    """The seat that starts round 0."""
    rotation: int
    """By how many seats the start moves on from a round to the next."""
    policies: Integers
    """For each seat its policy."""
    seed: np.uint64


class Table(NamedTuple):
    """What a round is played on; made once for many rounds."""

    number: NDArray[np.uint64]
    """One item: where the generator stands."""
    deck: Integers
    """The house of each card."""
    held: Integers
    """For each seat and house how many cards the hand holds."""
    is_out: Integers
    """For each seat 1 if it is out of the round."""
    lying: Integers
    """For each house how many of its cards lie in the court."""
    houses_at: Integers
    """For each cell the house that lies there, as a set; 0 where none does."""
    open_cells: Integers
    """The open cells in order; `sizes` tells how many of them count."""
    open_to: Integers
    """For each of the open cells the houses that it takes."""
    open_count: Integers
    """For each house how many cells are open to it."""
    sizes: Integers
    """Two items: how many cells are open, how many cards the bottom row holds."""
    worth: Integers
    """For each set of houses, what an open cell that takes them is worth to the greedy player."""
    best: Integers
    """The moves that the greedy player likes best: house, position in the list of open cells."""
    moves: Integers
    """For each placement of the round: seat, house, cell, which of the house's cards from 0."""


class Outcomes(NamedTuple):
    """What came of each round."""

    cards_left: NDArray[np.int16]
    """For each round and seat the cards left."""
    last_placer: NDArray[np.int16]
    plies: NDArray[np.int16]
    last_house: NDArray[np.int16]
    """For each round the house of the last card placed, by `House.index`."""


OPEN, BOTTOM = 0, 1
"""The items of `Table.sizes`."""


def new_table(players: int) -> Table:
    """Return a table to play on, its contents without meaning."""
    return Table(
        number=np.zeros(1, np.uint64),
        deck=np.zeros(DECK_SIZE, np.int64),
        held=np.zeros((players, HOUSE_COUNT), np.int64),
        is_out=np.zeros(players, np.int64),
        lying=np.zeros(HOUSE_COUNT, np.int64),
        houses_at=np.zeros(CELL_COUNT, np.int64),
        open_cells=np.zeros(DECK_SIZE, np.int64),
        open_to=np.zeros(DECK_SIZE, np.int64),
        open_count=np.zeros(HOUSE_COUNT, np.int64),
        sizes=np.zeros(2, np.int64),
        worth=np.zeros(EVERY_HOUSE + 1, np.int64),
        best=np.zeros((DECK_SIZE, 2), np.int64),
        moves=np.zeros((DECK_SIZE, 4), np.int64),
    )


@inlined
def below(bound: int, table: Table) -> int:
    """Draw a number from 0 up to, and without, `bound`, as `dealing.random_below` does."""
    number = table.number[0] + _STEP
    table.number[0] = number
    number = (number ^ (number >> _30)) * _MIX_1
    number = (number ^ (number >> _27)) * _MIX_2
    number = number ^ (number >> _31)
    drawn: int = _signed((number >> _11) * _unsigned(bound) >> _53)
    return drawn


@inlined
def deal(terms: Terms, table: Table) -> None:
    """Shuffle the deck and deal the hands, as `dealing.shuffled` and `deal_from_deck` do."""
    deck, held = table.deck, table.held
    for card in range(DECK_SIZE):
        deck[card] = card // CARDS_PER_HOUSE
    for last in range(DECK_SIZE - 1, 0, -1):
        chosen = below(last + 1, table)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    held[:] = 0
    for card in range(terms.players * terms.hand_size):
        held[card % terms.players, deck[card]] += 1


@inlined
def open_cell(cell: int, houses: int, table: Table) -> None:
    """Enter a cell among the open ones."""
    cells, open_to = table.open_cells, table.open_to
    position = table.sizes[OPEN]
    table.sizes[OPEN] = position + 1
    while position > 0 and cells[position - 1] > cell:
        cells[position] = cells[position - 1]
        open_to[position] = open_to[position - 1]
        position -= 1
    cells[position] = cell
    open_to[position] = houses
    for house in range(HOUSE_COUNT):
        table.open_count[house] += houses >> house & 1


@inlined
def close_cell(position: int, table: Table) -> None:
    """Take the open cell in this position of the list away."""
    cells, open_to = table.open_cells, table.open_to
    houses = open_to[position]
    for house in range(HOUSE_COUNT):
        table.open_count[house] -= houses >> house & 1
    table.sizes[OPEN] -= 1
    for later in range(position, table.sizes[OPEN]):
        cells[later] = cells[later + 1]
        open_to[later] = open_to[later + 1]


@inlined
def clear(table: Table) -> None:
    """Clear the court; any house may take the first cell."""
    table.lying[:] = 0
    table.houses_at[:] = 0
    table.open_count[:] = 0
    table.sizes[:] = 0
    open_cell(FIRST_CELL, EVERY_HOUSE, table)


@inlined
def place(house: int, position: int, width_limit: int, table: Table) -> None:
    """Place a card of a house in the open cell in this position of the list."""
    houses_at = table.houses_at
    cell = table.open_cells[position]
    left, right, own = houses_at[cell - 1], houses_at[cell + 1], 1 << house
    houses_at[cell] = own
    table.lying[house] += 1
    close_cell(position, table)
    if cell < ROW_ABOVE:
        table.sizes[BOTTOM] += 1
        if table.sizes[BOTTOM] == width_limit:
            close_cell(0, table)  # the other end: in cell order the bottom row comes first
        else:
            if not left:
                open_cell(cell - 1, EVERY_HOUSE, table)
            if not right:
                open_cell(cell + 1, EVERY_HOUSE, table)
    if left:
        open_cell(cell - 1 + ROW_ABOVE, left | own, table)
    if right:
        open_cell(cell + ROW_ABOVE, right | own, table)


@inlined
def can_place(seat: int, table: Table) -> bool:
    """Return whether a hand holds a house that has an open cell."""
    for house in range(HOUSE_COUNT):  # noqa: SIM110 - numba compiles no generator
        if table.held[seat, house] and table.open_count[house]:
            return True
    return False


@inlined
def choose_at_random(seat: int, policy: int, table: Table) -> tuple[int, int, int]:
    """Choose among the moves, counted as `legal_moves` or `distinct_moves` lists them.

    Returns the house, the position of the cell in the list of open cells, and which of the house's
    cards it is, from 0.
    """
    held, open_count = table.held, table.open_count
    # All cards of a house count, or the lowest alone.
    most = CARDS_PER_HOUSE if policy == LEGAL_MOVES else 1
    move_count = 0
    for house in range(HOUSE_COUNT):
        move_count += min(held[seat, house], most) * open_count[house]
    chosen = below(move_count, table)
    house = 0
    cards = min(held[seat, house], most)
    while chosen >= cards * open_count[house]:
        chosen -= cards * open_count[house]
        house += 1
        cards = min(held[seat, house], most)
    return house, nth_open(house, chosen // cards, table), chosen % cards


@inlined
def nth_open(house: int, number: int, table: Table) -> int:
    """Return the position of the cell with this number, from 0, among those open to a house."""
    position = 0
    skipped = table.open_to[0] >> house & 1
    while skipped <= number:
        position += 1
        skipped += table.open_to[position] >> house & 1
    return position


@inlined
def choose_greedily(seat: int, width_limit: int, table: Table) -> tuple[int, int, int]:
    """Choose as `players.greedy_player` does; returns what `choose_at_random` returns."""
    own, open_count, worth, best = table.held[seat], table.open_count, table.worth, table.best
    fills_row = 1 if table.sizes[BOTTOM] + 1 == width_limit else 0
    # An open cell is worth twice the own cards that it takes, less those that are unseen.
    worth[0], before = 0, 0
    for house in range(HOUSE_COUNT):
        unseen = CARDS_PER_HOUSE - own[house] - table.lying[house]
        own_worth = 2 * own[house] - unseen
        before += open_count[house] * own_worth
        for others in range(1 << house):
            worth[others | 1 << house] = worth[others] + own_worth
    most, best_count = 0, 0
    for house in range(HOUSE_COUNT):
        if own[house] == 0:
            continue
        for position in range(table.sizes[OPEN]):
            if table.open_to[position] >> house & 1 == 0:
                continue
            gained, opened = gain(
                1 << house,
                table.open_cells[position],
                table.open_to[position],
                fills_row,
                table.houses_at,
                worth,
            )
            # The card placed is no longer in the hand, which takes 2 off its house's cells.
            after = before + gained - 2 * (open_count[house] + opened)
            value = 4 * own[house] + after
            if best_count == 0 or value > most:
                most, best_count = value, 0
            if value == most:
                best[best_count, 0] = house
                best[best_count, 1] = position
                best_count += 1
    chosen = below(best_count, table)
    return best[chosen, 0], best[chosen, 1], 0


@inlined
def gain(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    own: int, cell: int, open_to: int, fills_row: int, houses_at: Integers, worth: Integers
) -> tuple[int, int]:
    """Return what a placement adds: the worth of the open cells, how many are open to its house.

    It follows `place`, without placing anything. It takes single arrays and not the table because
    that makes the greedy player twice as fast; the other functions gain nothing by it.

    Args:
        own: the house of the card, as a set.
        cell: the open cell that it goes to.
        open_to: the houses that the cell takes.
        fills_row: 1 if a card in the bottom row is the last that finds a place there, else 0.
        houses_at: the houses by cell.
        worth: for each set of houses, what an open cell that takes them is worth.
    """
    left, right = houses_at[cell - 1], houses_at[cell + 1]
    gained, opened = -worth[open_to], -1
    if cell < ROW_ABOVE:
        # With the row its other end closes; else a new end opens wherever no card lies.
        ends = -1 if fills_row else (left == 0) + (right == 0)
        gained += ends * worth[EVERY_HOUSE]
        opened += ends
    if left:
        gained += worth[left | own]
        opened += 1
    if right:
        gained += worth[right | own]
        opened += 1
    return gained, opened


@inlined
def play_round(terms: Terms, starting_player: int, table: Table) -> tuple[int, int, int]:
    """Play one round; return how many cards were placed, and the last one's seat and house."""
    deal(terms, table)
    clear(table)
    for starter in range(terms.starter_count):
        # The starters run from column 0 to the right, and the right end comes last in its row.
        house = table.deck[terms.players * terms.hand_size + starter]
        place(house, table.sizes[OPEN] - 1, terms.width_limit, table)
    table.is_out[:] = 0
    seat, players_left, plies = starting_player, terms.players, 0
    last_seat, last_house = 0, 0
    while players_left:
        if not table.is_out[seat]:
            if can_place(seat, table):
                policy = terms.policies[seat]
                if policy == GREEDY:
                    house, position, card = choose_greedily(seat, terms.width_limit, table)
                else:
                    house, position, card = choose_at_random(seat, policy, table)
                table.moves[plies, 0] = seat
                table.moves[plies, 1] = house
                table.moves[plies, 2] = table.open_cells[position]
                table.moves[plies, 3] = card
                table.held[seat, house] -= 1
                place(house, position, terms.width_limit, table)
                plies += 1
                last_seat, last_house = seat, house
            else:
                table.is_out[seat] = 1
                players_left -= 1
        seat = seat + 1 if seat + 1 < terms.players else 0
    return plies, last_seat, last_house


@compiled
def play_rounds(terms: Terms, first: int, outcomes: Outcomes, table: Table) -> None:
    """Play rounds `first`, `first + 1`, … and write what came of them into `outcomes`."""
    for played in range(len(outcomes.plies)):
        number = first + played
        table.number[0] = terms.seed + _unsigned(number) * _NUMBERS_A_ROUND * _STEP
        starting_player = (terms.first_player + terms.rotation * number) % terms.players
        plies, last_seat, last_house = play_round(terms, starting_player, table)
        outcomes.plies[played] = plies
        outcomes.last_placer[played] = last_seat
        outcomes.last_house[played] = last_house
        for seat in range(terms.players):
            outcomes.cards_left[played, seat] = table.held[seat].sum()
