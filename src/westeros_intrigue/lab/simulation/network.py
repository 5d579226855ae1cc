"""The network: the worth of a position to the player who has just moved, in integers.

As in `kernel`, the code is plain Python, which numba compiles if it is installed. Every input is 0
or 1, a bit of a few words. No sum is rounded, so worths and best moves are the same on every
machine. The houses are ordered, the mover's most frequent one first, so that positions that differ
only in the names of houses have the same inputs.

A file contains the network for two players, then for three, …; the last one is for all others. A
network is written layer by layer and row by row, as little-endian 16-bit integers. The first layer
has a row for each of `INPUTS`.
"""

from __future__ import annotations

import sys
from array import array
from functools import lru_cache
from typing import Any, NamedTuple

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.lab.simulation import fast, kernel
from westeros_intrigue.lab.simulation.board import (
    BOARD_SIZE,
    BOTTOM_ROW,
    CARDS_PER_HOUSE,
    HANDS,
    HOUSE_COUNT,
    OUT,
    PAIRS,
    ROW_BITS,
    SEAT,
    SLOTS,
    STACKS,
    SUM_COUNT,
    UNIT_COUNT,
    WIDTH,
    Integers,
    Terms,
    add_layer,
    count_of,
    find_slots,
    lowest,
    pairs_of,
    popcount,
    put_card,
    size_of,
    unite_planes,
    upper_slots,
)
from westeros_intrigue.lab.simulation.fast import integers, zeros
from westeros_intrigue.lab.simulation.packing import mirror_of

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


def count_openings(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    memory: Integers, way: Integers, start: int, plies: int, grown: int, seen: Integers
) -> None:
    """Count the slots that each seat's placements have opened, minus those that they have closed.

    The placements are `plies` items of `way`, as `lock_step` has them; `grown` of them made the
    bottom row grow to the left.
    """
    for item in range(OPENED, SEEN_SIZE):
        seen[item] = 0
    later, everything = 0, unite_planes(memory, 0)
    for ply in range(start + plies - 1, start - 1, -1):
        step, now = way[ply], everything & ~later
        later |= 1 << (step & 255) + grown - (step >> 8 & 255)
        before = everything & ~later
        for house in range(HOUSE_COUNT):
            opened = count_upper(memory[house] & now, now)
            opened -= count_upper(memory[house] & before, before)
            seen[OPENED + HOUSE_COUNT * (step >> 16) + house] += opened


def count_upper(plane: int, occupied: int) -> int:
    """Return the number of slots above the bottom row that are open to the house of a plane."""
    return popcount(upper_slots(plane, pairs_of(occupied), occupied))


def write_inputs(  # noqa: PLR0917 - numba compiles no keyword-only arguments
    terms: Terms, seat: int, memory: Integers, at: int, seen: Integers, words: Integers
) -> None:
    """Write the inputs of a position after a move of a seat, before the next turn.

    `seen` is from before the move. The other hands are not read.
    """
    occupied, hand = unite_planes(memory, at), memory[at + HANDS + seat]
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
    """Write the slots that other seats have opened; `order` has the houses, 2 bits for each."""
    for word in range(OPENINGS, WORD_COUNT):
        words[word] = 0
    for turn in range(players - 1):
        first = OPENED + HOUSE_COUNT * ((seat + turn + 1) % players)
        opened = 0
        for rank in range(HOUSE_COUNT):
            count = max(seen[first + (order >> 2 * rank & 3)] - LEAST_OPENED, 0)
            opened |= ones(count, OPENED_BITS) << OPENED_BITS * rank
        words[OPENINGS + (turn >> 1)] |= opened << OPENINGS_BITS * (turn & 1)


UNIT_BITS = 10
ONE = 1 << UNIT_BITS
"""The integer that represents 1 in weights and layers; its square does in the worth."""
MOST = 8 * ONE
"""The cap on each sum of the first layer."""

AFTER = kernel.MEMORY_SIZE
MOST_MOVES = 20


class Network(NamedTuple):
    """The weights."""

    first: list[Integers]
    """The amount that each input adds to each sum."""
    first_biases: Integers
    second: list[Integers]
    """The amount that each sum adds to each unit."""
    second_biases: Integers
    last: Integers
    """The amount that each unit adds to the worth."""
    last_bias: int


class Work(NamedTuple):
    """The working memory of a network."""

    words: list[Integers]
    """The inputs of the position after each move, as bits."""
    added: Integers
    """The inputs that `sums` includes: only differences are added."""
    sums: Integers
    layer: Integers
    """The sums with their biases, none below 0 and none above `MOST`."""
    units: Integers
    seen: Integers
    """The public facts of hands, in the layout of `write_inputs`."""
    codes: Integers
    worths: Integers
    """Each move as a house and a cell, and its worth."""


def worth(network: Network, work: Work, words: Integers) -> int:
    """Return the worth of a position by its inputs."""
    sums, layer, units = work.sums, work.layer, work.units
    total = network.last_bias << UNIT_BITS
    for word in range(WORD_COUNT):
        inputs = words[word]
        changed = inputs ^ work.added[word]
        work.added[word] = inputs
        while changed:
            bit = lowest(changed)
            changed &= changed - 1
            row = network.first[WORD_BITS * word + bit]
            if inputs >> bit & 1:
                for each in range(SUM_COUNT):
                    sums[each] += row[each]
            else:
                for each in range(SUM_COUNT):
                    sums[each] -= row[each]
    for each in range(SUM_COUNT):
        layer[each] = max(min(sums[each] + network.first_biases[each], MOST), 0)
    add_layer(layer, network.second, units)
    for unit in range(UNIT_COUNT):
        value = units[unit] + (network.second_biases[unit] << UNIT_BITS)
        total += (max(value, 0) >> UNIT_BITS) * network.last[unit]
    return total


class Mind(NamedTuple):
    """A network with its working memory."""

    network: Network
    work: Work
    memory: Integers
    """The memory of the kernel with its board, then the board after a move."""


def value_moves(terms: Terms, mind: Mind, in_mirror: bool) -> int:  # noqa: FBT001 - numba compiles no keyword-only arguments
    """Value each house and slot of the seat to move, in the order of `distinct_moves`.

    Return their number. With `in_mirror`, the worths of the mirror images are added to the earlier
    ones.
    """
    work, memory = mind.work, mind.memory
    find_slots(terms, memory, 0)
    seat, count = memory[SEAT], 0
    hand = memory[HANDS + seat]
    for house in range(HOUSE_COUNT):
        slots = memory[SLOTS + house] if count_of(hand, house) else 0
        while slots:
            for item in range(STACKS):
                memory[AFTER + item] = memory[item]
            work.codes[count] = house << 6 | lowest(slots)
            put_card(memory, AFTER, work.codes[count])
            slots &= slots - 1
            if in_mirror:
                for each in range(AFTER, AFTER + HOUSE_COUNT):
                    memory[each] = mirror_of(memory[each], memory[AFTER + WIDTH])
            words = work.words[count]
            write_inputs(terms, seat, memory, AFTER, work.seen, words)
            before = work.worths[count] if in_mirror else 0
            work.worths[count] = before + worth(mind.network, work, words)
            count += 1
    return count


def value_moves_twice(terms: Terms, mind: Mind) -> int:
    """Value each move as `LearnedPlayer` does: twice its worth, or its worth plus its image's.

    Automated houses prefer a side, so with them a position and its image are not equivalent.
    """
    count = value_moves(terms, mind, False)  # noqa: FBT003 - for the same reason
    if terms.automated == 0:
        return value_moves(terms, mind, True)  # noqa: FBT003 - for the same reason
    for move in range(count):
        mind.work.worths[move] *= 2
    return count


def best_by_network(terms: Terms, mind: Mind) -> int:
    """Return the first of the best moves; there must be a legal move."""
    best, work = 0, mind.work
    for move in range(1, value_moves_twice(terms, mind)):
        if work.worths[move] > work.worths[best]:
            best = move
    return work.codes[best]


SHAPES = (
    (len(INPUTS), SUM_COUNT),
    (1, SUM_COUNT),
    (SUM_COUNT, UNIT_COUNT),
    (1, UNIT_COUNT),
    (1, UNIT_COUNT),
    (1, 1),
)
"""The rows and columns of each field of a network."""
NETWORK_SIZE = 2 * sum(rows * columns for rows, columns in SHAPES)
"""The bytes of a network."""


def read_network(data: bytes, players: int) -> Network:
    """Return the network for a number of players from the contents of a file.

    Raises:
        InvalidValue: the size is not a multiple of a network's size.
    """
    return _read(data, players, fast.has_numba())


@lru_cache(maxsize=8)
def _read(data: bytes, players: int, _as_arrays: bool) -> Network:  # noqa: FBT001 - a key
    count, rest = divmod(len(data), NETWORK_SIZE)
    if rest or not count:
        raise InvalidValue(
            f"each network of a file has {NETWORK_SIZE} bytes, but the file has {len(data)}"
        )
    start = NETWORK_SIZE * min(players - 2, count - 1)
    weights = array("h", data[start : start + NETWORK_SIZE])
    if sys.byteorder == "big":
        weights.byteswap()
    layers: list[Any] = []
    for rows, columns in SHAPES:
        layers.append(
            [weights[row * columns : (row + 1) * columns].tolist() for row in range(rows)]
        )
        weights = weights[rows * columns :]
    by_input, [first_biases], second, [second_biases], [last], [[last_bias]] = layers
    first = [[0] * SUM_COUNT for _ in range(WORD_BITS * WORD_COUNT)]
    for bit, row in zip(INPUTS, by_input, strict=False):
        first[bit] = row
    return Network(
        first=integers(first, "int16"),
        first_biases=integers(first_biases, "int16"),
        second=integers(zip(*second, strict=True), "int16"),
        second_biases=integers(second_biases, "int16"),
        last=integers(last, "int16"),
        last_bias=last_bias,
    )


def mind_of(data: bytes, players: int) -> Mind:
    """Return the network for a number of players from the contents of a file, ready for use.

    Raises:
        InvalidValue: the size is not a multiple of a network's size.
    """
    work = Work(
        words=integers([0] * WORD_COUNT for _ in range(MOST_MOVES)),
        added=zeros(WORD_COUNT),
        sums=zeros(SUM_COUNT, "int32"),
        layer=zeros(SUM_COUNT, "int16"),
        units=zeros(UNIT_COUNT, "int32"),
        seen=zeros(SEEN_SIZE),
        codes=zeros(MOST_MOVES),
        worths=zeros(MOST_MOVES),
    )
    return Mind(read_network(data, players), work, zeros(AFTER + BOARD_SIZE))
