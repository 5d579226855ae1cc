"""The inputs of the network for the position after a move.

As in `kernel`, plain Python that numba compiles where it is installed. Every input is 0 or 1, so
that sums of weights are sums of integers, and equal everywhere; they are the bits of a few words.
The houses are put in order, the one that the mover has most of first: positions that differ only in
the names of houses are one.
"""

from __future__ import annotations

from westeros_intrigue.compiled.bits import (
    CARDS_PER_HOUSE,
    HOUSE_COUNT,
    PAIRS,
    ROW_BITS,
    pairs_of,
    popcount,
    upper_slots,
)
from westeros_intrigue.compiled.board import (
    BOTTOM_ROW,
    HANDS,
    OUT,
    WIDTH,
    Integers,
    Terms,
    count_of,
    occupied_in,
    size_of,
)

WORD_BITS = 64
COURT, OPEN, COUNTS, HOUSE_WORDS = 0, 1, 2, 3
"""The words of a house: the cells where it lies, its open slots above the bottom row, and counts,
each as a row of ones."""
OWN, UNSEEN, SLOT_COUNT, PROMISED, ALONE = 0, 9, 18, 26, 32
"""The first inputs of counts: cards in the hand, cards unseen, open slots above the bottom row,
places that lack one of the two cards below, and slots that are open to no other house."""
MOST_SLOTS, MOST_PROMISED, MOST_ALONE = 8, 6, 4
TABLE, OTHERS, OPENINGS, WORD_COUNT = 12, 13, 14, 17
"""The other words: one on the table, one on the other seats, and three on what these have opened,
each for two seats."""
OWN_SIZE, ROOM, KIND, NEXT = 0, 17, 25, 31
"""The first inputs of facts of the table: as many ones as cards in the hand, and as free cells of
the bottom row; which number of players, or automated seats; which seat is next, from the
mover's."""
IS_IN, HAS_MORE, LEFT, LACKS, SEAT_BITS = 0, 1, 2, 6, 10
"""The facts of each other seat: it is in; it has more cards than the mover; if it is out, ones up
to its cards left, and the houses that it is proved to lack."""
MOST_LEFT = 4
OPENED_BITS, LEAST_OPENED = 7, -3
OPENINGS_BITS = HOUSE_COUNT * OPENED_BITS
"""The openings of each other seat: for each house, as ones from -3 up, how many slots it opened
less those that it closed. A seat opens slots for the houses that it has."""

SIZES, MISSING, OPENED, SEEN_SIZE = 0, 6, 12, 36
"""The public facts of hands: for each seat its size, the houses that it lacks, as bits, and for
each house how many slots above the bottom row it has opened, less those that it has closed."""

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
"""The bits of the words that have a meaning, in order."""


def ones(number: int, most: int) -> int:
    """Return a number of ones, at most `most`."""
    return (1 << min(number, most)) - 1


def count_openings(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    memory: Integers, way: Integers, start: int, plies: int, grown: int, seen: Integers
) -> None:
    """Count for each seat the slots that its placements have opened, less those they have closed.

    The placements are `plies` items of `way`, as `lock_step` has them; `grown` of them made the
    bottom row grow to the left.
    """
    for item in range(OPENED, SEEN_SIZE):
        seen[item] = 0
    later, everything = 0, occupied_in(memory, 0)
    for ply in range(start + plies - 1, start - 1, -1):
        step, now = way[ply], everything & ~later
        later |= 1 << (step & 255) + grown - (step >> 8 & 255)
        before = everything & ~later
        for house in range(HOUSE_COUNT):
            opened = count_upper(memory[house] & now, now)
            opened -= count_upper(memory[house] & before, before)
            seen[OPENED + HOUSE_COUNT * (step >> 16) + house] += opened


def count_upper(plane: int, occupied: int) -> int:
    """Return how many slots above the bottom row are open to the house of a plane."""
    return popcount(upper_slots(plane, pairs_of(occupied), occupied))


def write_inputs(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    terms: Terms, seat: int, memory: Integers, at: int, seen: Integers, words: Integers
) -> None:
    """Write the inputs of a position after a move of a seat, before anybody else's turn.

    `seen` is from before the move. Of the other hands nothing is read.
    """
    occupied, hand = occupied_in(memory, at), memory[at + HANDS + seat]
    pairs, width = pairs_of(occupied), memory[at + WIDTH]
    own_size, above = size_of(hand), PLACES_ABOVE[width] & ~occupied
    done, order = 0, 0
    for rank in range(HOUSE_COUNT):
        house, most = 0, -1
        for each in range(HOUSE_COUNT):
            if done >> each & 1 == 0:
                key = count_of(hand, each) << 4 | CARDS_PER_HOUSE - popcount(memory[at + each])
                if key > most:
                    house, most = each, key
        done |= 1 << house
        order |= house << 2 * rank
        plane, first = memory[at + house], rank * HOUSE_WORDS
        slots, others = upper_slots(plane, pairs, occupied), 0
        for each in range(HOUSE_COUNT):
            if each != house:
                others |= upper_slots(memory[at + each], pairs, occupied)
        promised = ((plane | plane >> 1 & PAIRS) & ~pairs) << ROW_BITS & above
        words[first + COURT] = plane
        words[first + OPEN] = slots
        words[first + COUNTS] = (
            ones(most >> 4, CARDS_PER_HOUSE) << OWN
            | ones((most & 15) - (most >> 4), CARDS_PER_HOUSE) << UNSEEN
            | ones(popcount(slots), MOST_SLOTS) << SLOT_COUNT
            | ones(popcount(promised), MOST_PROMISED) << PROMISED
            | ones(popcount(slots & ~others), MOST_ALONE) << ALONE
        )
    facts, is_next = 0, 1
    words[TABLE] = (
        ones(own_size, 17) << OWN_SIZE
        | ones(terms.width_limit - width, 8) << ROOM
        | 1 << KIND + (0 if terms.automated else terms.players - 1)
    )
    for turn in range(1, terms.players):
        other, first = (seat + turn) % terms.players, SEAT_BITS * (turn - 1)
        size = seen[SIZES + other]
        if memory[at + OUT] >> other & 1:
            facts |= ones(size, MOST_LEFT) << first + LEFT
            for rank in range(HOUSE_COUNT):
                lacks = seen[MISSING + other] >> (order >> 2 * rank & 3) & 1
                facts |= lacks << first + LACKS + rank
        else:
            facts |= 1 << first + IS_IN
            words[TABLE] |= is_next << NEXT + turn - 1
            is_next = 0
            if size > own_size:
                facts |= 1 << first + HAS_MORE
    words[OTHERS] = facts
    write_openings(terms.players, seat, order, seen, words)


def write_openings(players: int, seat: int, order: int, seen: Integers, words: Integers) -> None:
    """Write what the other seats have opened, with the houses in an order, 2 bits for each."""
    for word in range(OPENINGS, WORD_COUNT):
        words[word] = 0
    for turn in range(players - 1):
        first = OPENED + HOUSE_COUNT * ((seat + turn + 1) % players)
        opened = 0
        for rank in range(HOUSE_COUNT):
            count = max(seen[first + (order >> 2 * rank & 3)] - LEAST_OPENED, 0)
            opened |= ones(count, OPENED_BITS) << OPENED_BITS * rank
        words[OPENINGS + (turn >> 1)] |= opened << OPENINGS_BITS * (turn & 1)
