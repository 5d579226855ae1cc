"""The network: the worth of a position to the player who has just moved, in integers.

As in `kernel`, the code is plain Python, and `native/network.h` holds the same functions. Every
input is 0 or 1, a bit of a few words. No sum is rounded, so worths and best moves are the same on
every machine. The houses are ordered, the mover's most frequent one first, so that positions that
differ only in the names of houses have the same inputs.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from operator import add, sub
from typing import NamedTuple

from westeros_intrigue.lab.simulation.board import (
    BOTTOM_ROW,
    CARDS_PER_HOUSE,
    HANDS,
    HOUSE_COUNT,
    LEFT_END,
    OUT,
    PAIRS,
    RIGHT_END,
    ROW_BITS,
    SEAT,
    SLOTS,
    STACKS,
    WIDTH,
    Integers,
    Terms,
    count_of,
    find_slots,
    lowest,
    mirror_cell,
    pairs_of,
    popcount,
    put_card,
    size_of,
    unite_planes,
    upper_slots,
)

SUM_COUNT, UNIT_COUNT, UNIT_BITS = 128, 32, 10
"""The sizes of the two layers between the inputs and the worth, and the bits behind the point in a
number of a layer."""
MOST = 8 << UNIT_BITS
"""The cap on each number of the first layer."""

WORD_BITS = 64
COURT, OPEN, COUNTS, HOUSE_WORDS = 0, 1, 2, 3
"""The words of a house: its occupied cells, its open slots above the bottom row, and counts in
unary."""
OWN, UNSEEN, SLOT_COUNT, PROMISED, ALONE = 0, 9, 18, 26, 32
"""The first inputs of counts: cards in the hand, cards unseen, open slots above the bottom row,
places that lack one of the two cards below, and slots that are open to no other house."""
MOST_SLOTS, MOST_PROMISED, MOST_ALONE = 8, 6, 4
TABLE, OTHERS, OPENINGS, WORD_COUNT = 12, 13, 14, 17
"""The other words: one for the table, one for the other seats, and three for the slots that they
opened, each for two seats."""
_OF_COURT = sum(1 << word for word in range(TABLE) if word % HOUSE_WORDS != COUNTS)
_NOT_OF_COURT = (1 << WORD_COUNT) - 1 - _OF_COURT
"""The words of cells, which differ in a mirror image, and those that an image shares, as bits."""
OWN_SIZE, ROOM, KIND, NEXT = 0, 17, 25, 31
"""The first inputs of facts of the table: the number of cards in the hand and of free cells in the
bottom row, both in unary; the number of players, or automated seats; and the next seat, counted
from the mover's."""
IS_IN, HAS_MORE, LEFT, LACKS, SEAT_BITS = 0, 1, 2, 6, 10
"""The facts about each other seat: it is in; it has more cards than the mover; if it is out, its
cards left in unary, and the houses that it provably lacks."""
MOST_LEFT = 4
OPENED_BITS, LEAST_OPENED = 7, -3
OPENINGS_BITS = HOUSE_COUNT * OPENED_BITS
"""The openings of each other seat: for each house, the slots that it opened minus those that it
closed, in unary from -3. Seats tend to open slots for the houses in their hand."""

SIZES, MISSING, OPENED, SEEN_SIZE = 0, 6, 12, 36
"""The public facts about hands: for each seat, its hand size; the houses that it lacks, as bits;
and for each house, the slots above the bottom row that it has opened minus those that it has
closed."""

PLACES_ABOVE = tuple(
    sum(1 << ROW_BITS * row + column for row in range(1, width) for column in range(width - row))
    for width in range(9)
)
"""For each width of the bottom row, the cells above it."""
_ABOVE = PLACES_ABOVE[-1]
_USED = (
    *(BOTTOM_ROW | _ABOVE, _ABOVE, (1 << ALONE + MOST_ALONE) - 1) * HOUSE_COUNT,
    (1 << NEXT + 5) - 1,
    (1 << 5 * SEAT_BITS) - 1,
    *((1 << seats * OPENINGS_BITS) - 1 for seats in (2, 2, 1)),
)
INPUTS = tuple(
    WORD_BITS * at + bit
    for at, used in enumerate(_USED)
    for bit in range(WORD_BITS)
    if used >> bit & 1
)
"""The bits of the words that are used, in order."""


def ones(number: int, most: int) -> int:
    """Return `number` ones, at most `most`."""
    return (1 << min(number, most)) - 1


def count_openings(  # noqa: PLR0917 - compiled functions have no keyword-only arguments
    board: Integers, way: Integers, start: int, plies: int, grown: int, seen: Integers, at: int
) -> None:
    """Add the slots that each seat's last placements opened, minus those that they closed.

    The placements are `plies` items of `way`, as `lock_step` has them; `grown` placements of the
    round made the bottom row grow to the left. The numbers begin at an index of `seen`, and are 0
    before the round.
    """
    court = unite_planes(board, 0)
    after = count_upper(board, court)
    for ply in range(start + plies - 1, start - 1, -1):
        step = way[ply]
        court &= ~(1 << (step & 255) + grown - (step >> 8 & 255))
        before = count_upper(board, court)
        for house in range(HOUSE_COUNT):
            opened = (after >> 8 * house & 255) - (before >> 8 * house & 255)
            seen[at + HOUSE_COUNT * (step >> 16) + house] += opened
        after = before


def count_upper(board: Integers, court: int) -> int:
    """Return the number of slots above the bottom row of some cells, 8 bits for each house."""
    pairs, counts = pairs_of(court), 0
    for house in range(HOUSE_COUNT):
        counts |= popcount(upper_slots(board[house] & court, pairs, court)) << 8 * house
    return counts


def order_houses(board: Integers, hand: int, placed: int) -> int:
    """Return the houses in the order of the inputs, 2 bits for each, first the most frequent one.

    A card of the house `placed` is counted as if it had left the hand for the court.
    """
    order = 0
    for house in range(HOUSE_COUNT):
        rank, own = 0, frequency(board, hand, house, placed)
        for other in range(HOUSE_COUNT):
            rank += frequency(board, hand, other, placed) > own
        order |= house << 2 * rank
    return order


def frequency(board: Integers, hand: int, house: int, placed: int) -> int:
    """Return a number that is higher for a house to consider earlier, different for each house."""
    hidden = CARDS_PER_HOUSE - popcount(board[house])
    return (count_of(hand, house) << 4 | hidden) - (17 if house == placed else 0) << 2 | 3 - house


def write_houses(board: Integers, hand: int, order: int, words: Integers) -> None:
    """Write the inputs of the houses."""
    occupied = unite_planes(board, 0)
    pairs, above = pairs_of(occupied), PLACES_ABOVE[board[WIDTH]] & ~occupied
    once = twice = 0
    for house in range(HOUSE_COUNT):
        slots = upper_slots(board[house], pairs, occupied)
        twice |= once & slots
        once |= slots
    for rank in range(HOUSE_COUNT):
        house, first = order >> 2 * rank & 3, rank * HOUSE_WORDS
        plane, own = board[house], count_of(hand, house)
        slots = upper_slots(plane, pairs, occupied)
        promised = ((plane | plane >> 1 & PAIRS) & ~pairs) << ROW_BITS & above
        words[first + COURT] = plane
        words[first + OPEN] = slots
        words[first + COUNTS] = (
            ones(own, CARDS_PER_HOUSE) << OWN
            | ones(CARDS_PER_HOUSE - popcount(plane) - own, CARDS_PER_HOUSE) << UNSEEN
            | ones(popcount(slots), MOST_SLOTS) << SLOT_COUNT
            | ones(popcount(promised), MOST_PROMISED) << PROMISED
            | ones(popcount(slots & ~twice), MOST_ALONE) << ALONE
        )


def write_table(  # noqa: PLR0917 - compiled functions have no keyword-only arguments
    terms: Terms, seat: int, own_size: int, out: int, order: int, seen: Integers, words: Integers
) -> None:
    """Write the inputs that do not depend on the court, which all moves of an order share."""
    facts, is_next = 0, 1
    words[TABLE] = ones(own_size, 17) << OWN_SIZE | 1 << KIND + (
        0 if terms.automated else terms.players - 1
    )
    for word in range(OPENINGS, WORD_COUNT):
        words[word] = 0
    for turn in range(terms.players - 1):
        other, first = (seat + turn + 1) % terms.players, SEAT_BITS * turn
        size, opened = seen[SIZES + other], 0
        if out >> other & 1:
            facts |= ones(size, MOST_LEFT) << first + LEFT
        else:
            facts |= 1 << first + IS_IN | (size > own_size) << first + HAS_MORE
            words[TABLE] |= is_next << NEXT + turn
            is_next = 0
        for rank in range(HOUSE_COUNT):
            house = order >> 2 * rank & 3
            facts |= (seen[MISSING + other] >> house & 1) << first + LACKS + rank
            count = max(seen[OPENED + HOUSE_COUNT * other + house] - LEAST_OPENED, 0)
            opened |= ones(count, OPENED_BITS) << OPENED_BITS * rank
        words[OPENINGS + (turn >> 1)] |= opened << OPENINGS_BITS * (turn & 1)
    words[OTHERS] = facts


ONE = 1 << UNIT_BITS
"""The integer that represents 1 in weights and layers; its square does in the worth."""

MOST_MOVES = 20
"""The maximum number of legal pairs of house and slot in a position."""


GROWN, IMAGE, KINDS = 1, 2, 4
"""The kinds of bases: the court before the move, or grown to the left; then its mirror image."""
COUNT_ADDED, COUNT_REMOVED, ADDED = range(3)
REMOVED = ADDED + len(INPUTS)
"""A list of changed inputs: the numbers of those added and of those removed, then both."""


class Network(NamedTuple):
    """The weights."""

    first: list[Integers]
    """The amount that each input adds to each sum."""
    first_biases: Integers
    second: list[Integers]
    """The amounts that two sums add to each unit: a row for each pair of sums."""
    second_biases: Integers
    last: Integers
    """The amount that each unit adds to the worth."""
    last_bias: int
    rows_together: int
    """The number of different rows of `first` whose sums have 16 bits, at least 1."""


class Work(NamedTuple):
    """The working memory of a network."""

    words: list[Integers]
    """The inputs of the position after each move, as bits."""
    base: Integers
    """The inputs of the position before the moves, in the order of houses after some of them."""
    included: Integers
    """The inputs of which `shared` is the sum; those of the court are not in it."""
    shared: Integers
    """The sums of the base with their biases, without the inputs of the court."""
    sums: list[Integers]
    """The sums of each kind of base, then those after a move."""
    lists: list[Integers]
    """The inputs that a move changes, and those that it changes in the mirror image."""
    seen: Integers
    """The public facts of hands before the move, from `SIZES` on."""
    codes: Integers
    worths: Integers
    """Each move as a house and a cell, and its worth."""


class Mind(NamedTuple):
    """A network with its working memory."""

    network: Network
    work: Work
    board: Integers
    after: Integers
    """The board after a move."""


def write_bases(terms: Terms, mind: Mind, images: int) -> None:
    """Sum up the inputs of the base, for each kind of court that a move can change."""
    first, work, width = mind.network.first, mind.work, mind.board[WIDTH]
    list_changes(work, _NOT_OF_COURT, work.base, work.included, 0, width)
    for word in range(WORD_COUNT):
        if _NOT_OF_COURT >> word & 1:
            work.included[word] = work.base[word]
    add_rows(work.shared, first, work.lists[0], 0, work.shared)
    list_changes(work, _OF_COURT, work.base, work.included, 0, width)
    for kind in range(IMAGE * images):
        if kind & GROWN == 0 or width < terms.width_limit:
            # A court that grows to the left has each next input.
            add_rows(work.shared, first, work.lists[kind // IMAGE], kind & GROWN, work.sums[kind])


def list_changes(  # noqa: PLR0917 - compiled functions have no keyword-only arguments
    work: Work, words: int, now: Integers, before: Integers, grown: int, width: int
) -> None:
    """List the inputs of some words, given as bits, that have changed, and those of the image.

    `grown` is 1 if the court has grown to the left, to the given width.
    """
    own, mirrored = work.lists[0], work.lists[1]
    more = fewer = 0
    while words:
        word = lowest(words)
        words &= words - 1
        inputs, number, is_of_court = now[word], WORD_BITS * word, _OF_COURT >> word & 1
        changed = inputs ^ before[word] << grown * is_of_court
        while changed:
            bit = lowest(changed)
            changed &= changed - 1
            is_added = inputs >> bit & 1
            place = ADDED + more if is_added else REMOVED + fewer
            own[place] = number + bit
            mirrored[place] = number + (mirror_cell(bit, width) if is_of_court else bit)
            more += is_added
            fewer += 1 - is_added
    own[COUNT_ADDED] = mirrored[COUNT_ADDED] = more
    own[COUNT_REMOVED] = mirrored[COUNT_REMOVED] = fewer


def add_rows(
    sums: Integers, rows: list[Integers], changes: Integers, shift: int, totals: Integers
) -> None:
    """Write sums with the rows of the inputs added that a list has, and those removed subtracted.

    A shift is added to the number of each input.
    """
    numbers = [*sums]
    for at in range(ADDED, ADDED + changes[COUNT_ADDED]):
        numbers = [*map(add, numbers, rows[changes[at] + shift])]
    for at in range(REMOVED, REMOVED + changes[COUNT_REMOVED]):
        numbers = [*map(sub, numbers, rows[changes[at] + shift])]
    totals[:] = numbers


def weigh_layers(
    sums: Integers, second: list[Integers], second_biases: Integers, last: Integers
) -> int:
    """Return the worth of the first layer's sums.

    Each row of `second` contains the weights of two sums for each unit.
    """
    layer, units = [min(max(total, 0), MOST) for total in sums], second_biases
    for one, other, row in zip(layer[::2], layer[1::2], second, strict=True):
        if one or other:
            amounts = zip(units, row[::2], row[1::2], strict=True)
            units = [unit + one * by_one + other * by_other for unit, by_one, by_other in amounts]
    return sum((max(unit, 0) >> UNIT_BITS) * item for unit, item in zip(units, last, strict=True))


def value_moves(terms: Terms, mind: Mind, images: int) -> int:
    """Value each house and slot of the seat to move, in the order of `distinct_moves`.

    Return their number. With two images, a move is worth the worth of the position after it plus
    that of the mirror image; with one, twice the worth of the position.
    """
    network, work, board, after = mind.network, mind.work, mind.board, mind.after
    find_slots(terms, board)
    seat, width, count, order = board[SEAT], board[WIDTH], 0, -1
    hand = board[HANDS + seat]
    for house in range(HOUSE_COUNT):
        slots = board[SLOTS + house] if count_of(hand, house) else 0
        if slots == 0:
            continue
        order_of_move = order_houses(board, hand, house)
        if order_of_move != order:
            order = order_of_move
            write_houses(board, hand, order, work.base)
            write_table(terms, seat, size_of(hand) - 1, board[OUT], order, work.seen, work.base)
            work.base[TABLE] |= ones(terms.width_limit - width, 8) << ROOM
            write_bases(terms, mind, images)
        while slots:
            cell = lowest(slots)
            slots &= slots - 1
            for item in range(STACKS):
                after[item] = board[item]
            work.codes[count] = house << 6 | cell
            put_card(after, work.codes[count])
            words = work.words[count]
            for word in range(TABLE, WORD_COUNT):
                words[word] = work.base[word]
            if cell < ROW_BITS:
                words[TABLE] ^= 1 << ROOM + terms.width_limit - width - 1
            write_houses(after, after[HANDS + seat], order, words)
            grows = GROWN if cell == LEFT_END else 0
            list_changes(work, (2 << TABLE) - 1, words, work.base, grows, after[WIDTH])
            value = images * network.last_bias << UNIT_BITS
            for image in range(images):
                kind = grows if image == 0 else IMAGE | (GROWN if cell == RIGHT_END else 0)
                add_rows(work.sums[kind], network.first, work.lists[image], 0, work.sums[KINDS])
                value += weigh_layers(
                    work.sums[KINDS], network.second, network.second_biases, network.last
                )
            work.worths[count] = value * (2 // images)
            count += 1
    return count


def value_moves_twice(terms: Terms, mind: Mind) -> int:
    """Value each move as `LearnedPlayer` does.

    Automated houses prefer a side, so with them a position and its image are not equivalent.
    """
    return value_moves(terms, mind, 1 if terms.automated else 2)


def best_by_network(terms: Terms, mind: Mind) -> int:
    """Return the first of the best moves; there must be a legal move."""
    return mind.work.codes[best_of(mind.work, value_moves_twice(terms, mind))]


def best_of(work: Work, count: int) -> int:
    """Return the index of the first of the best moves."""
    best = 0
    for move in range(1, count):
        if work.worths[move] > work.worths[best]:
            best = move
    return best
