"""The greedy player in lanes: all its moves are valued at once, in small fields of one integer.

Above the bottom row at most one slot of a column is open, so seven fields of nine bits have room
for a value in each column. A slot is open for the house of the card to its lower left or lower
right, if the hand contains it: that makes two words of values, and the ends of the bottom row make
two more, with a field for each house. Fields are added, compared and counted all at once; values
are shifted by `BIAS`, so that every one is positive and fits into eight bits.

Rules: court.match, court.beside, court.width.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from westeros_intrigue.compiled.lane_bits import (
    AT_RANDOM,
    CELL,
    DRAWN,
    END,
    ENDS,
    FIELD,
    FIRST,
    HAND,
    HOUSE,
    LANES,
    LAST,
    LYING,
    OPEN,
    SLOTS,
    WIDTH,
    Lanes,
    Word,
    count,
    mask,
    nth_lowest,
)

BIAS = 80
"""The values of moves are from -70 to 84; 0 stands for no move."""

# A uint64 and any other integer make a float, for numba and older numpy: each constant is a uint64.
_unsigned: Any = np.uint64
_0, _1, _2, _7, _8, _9, _11, _16, _18, _27, _32, _36, _53 = (
    np.uint64(number) for number in (0, 1, 2, 7, 8, 9, 11, 16, 18, 27, 32, 36, 53)
)
_BYTE, _BYTES = np.uint64(0xFF), np.uint64(0x01010101)
_COLUMNS = np.uint64(sum(1 << 9 * column for column in range(7)))
"""The lowest bit of the field of each column; the fields of houses are the first four."""
_HOUSES = np.uint64(sum(1 << 9 * house for house in range(4)))
_GUARDS, _GUARDS_OF_HOUSES = _COLUMNS << _8, _HOUSES << _8
_EIGHT_BITS, _EIGHT_BITS_OF_HOUSES = _COLUMNS * np.uint64(255), _HOUSES * np.uint64(255)
_NINES, _ELEVENS, _NINES_OF_HOUSES = (
    _COLUMNS * np.uint64(9), _COLUMNS * np.uint64(11), _HOUSES * np.uint64(9)
)  # fmt: skip
_FIELDS_OF_HOUSES = _HOUSES * FIELD
_BIASES, _WORTHS_OF_CARD = _HOUSES * np.uint64(BIAS), _HOUSES * np.uint64(BIAS + 11)


def spread(cells: Word) -> Word:
    """Return a full field for each column in which one of the cells is."""
    cells |= cells >> _32
    cells |= cells >> _16
    cells |= cells >> _8
    columns = (cells & _BYTE) * _BYTES
    columns = (columns | columns << _32) & _COLUMNS
    return (columns << _9) - columns


def in_columns(value: Word) -> Word:
    """Return a value in the field of each column."""
    return (value & FIELD) * _COLUMNS


def greatest(one: Word, other: Word) -> Word:
    """Return in each field the greater of two values."""
    is_one = ((one | _GUARDS) - other) & _GUARDS
    is_one -= is_one >> _8
    return one & is_one | other & ~is_one


def equal(values: Word, most: Word) -> Word:
    """Return the lowest bit of each field that contains the value that `most` has in each."""
    return ~((values ^ most) + _EIGHT_BITS) >> _8 & _COLUMNS


def number_of(flags: Word) -> Word:
    """Return how many lowest bits of fields are set."""
    flags += flags >> _36
    flags += flags >> _18
    return (flags + (flags >> _9)) & FIELD


def house_at(plane_0: Word, plane_1: Word, plane_2: Word, plane_3: Word, cell: Word) -> Word:
    """Return the field of the house that lies in a cell."""
    bit = _1 << cell
    return (
        FIELD & mask(plane_0 & bit != _0)
        | FIELD << _9 & mask(plane_1 & bit != _0)
        | FIELD << _18 & mask(plane_2 & bit != _0)
        | FIELD << _27 & mask(plane_3 & bit != _0)
    )


def beside_worth(worths: Word, house: Word) -> Word:
    """Return for each house the worth that the slot beside a card of another house has for it."""
    worth = worths & house
    worth |= worth >> _9
    worth = (worth | worth >> _18) & FIELD
    others = _FIELDS_OF_HOUSES & ~house & mask(house != _0)
    return (worth * _HOUSES & others) - (_NINES_OF_HOUSES & others)


def has_of(hand: Word) -> Word:
    """Return a full field for each house of which a hand contains a card."""
    has = (hand + _EIGHT_BITS_OF_HOUSES) & _GUARDS_OF_HOUSES
    return (has << _1) - (has >> _8)


def count_slots(flat: Lanes) -> bool:
    """Count the slots of each house that the hand can use; return whether a lane has open ends."""
    ends_open = _0
    for lane in range(LANES):
        ends = flat[ENDS * LANES + lane]
        flat[SLOTS * LANES + lane] = (
            (
                count(flat[OPEN * LANES + lane])
                | count(flat[(OPEN + 1) * LANES + lane]) << _9
                | count(flat[(OPEN + 2) * LANES + lane]) << _18
                | count(flat[(OPEN + 3) * LANES + lane]) << _27
            )
            + ends * _HOUSES
        ) & has_of(flat[HAND * LANES + lane])
        ends_open |= ends
        flat[FIRST * LANES + lane] = flat[LAST * LANES + lane] = _0
    is_open: bool = ends_open != _0
    return is_open


def value_ends(limit: Word, flat: Lanes) -> None:
    """Find the values of the first and of the last slot of the bottom row, for each house."""
    for lane in range(LANES):
        plane_0, plane_1 = flat[lane], flat[1 * LANES + lane]
        plane_2, plane_3 = flat[2 * LANES + lane], flat[3 * LANES + lane]
        width, hand = flat[WIDTH * LANES + lane], flat[HAND * LANES + lane]
        ends, slots = flat[ENDS * LANES + lane], flat[SLOTS * LANES + lane]
        worths, has = hand + hand + hand + flat[LYING * LANES + lane], has_of(hand)
        worth_0, worth_1, worth_2, worth_3 = (
            worths & FIELD, worths >> _9 & FIELD, worths >> _18 & FIELD, worths >> _27
        )  # fmt: skip
        # The ends: with the row the other end closes; in an empty row a second one opens.
        row, worth_of_all = (
            mask(width != _0),
            worth_0 + worth_1 + worth_2 + worth_3 - _36,
        )
        closes = mask(width + _1 == limit)
        opened = (worth_of_all - _2) & ~row | (_0 - worth_of_all - worth_of_all + _2 + _2) & closes
        opened -= row & _11
        opened += opened << _9
        opened += opened << _18
        values = hand + hand - slots
        values = values + values + _BIASES + opened + (worths & row)
        first, last = _0, width - (row & _1)
        house = house_at(plane_0, plane_1, plane_2, plane_3, first)
        flat[FIRST * LANES + lane] = (values + beside_worth(worths, house)) & has & mask(ends != _0)
        house = house_at(plane_0, plane_1, plane_2, plane_3, last)
        flat[LAST * LANES + lane] = (values + beside_worth(worths, house)) & has & mask(ends == _2)


def choose_greedily(limit: Word, flat: Lanes) -> None:  # noqa: PLR0915 - one loop, to be fast
    """Choose one of the best moves in each lane that does not choose at random."""
    if count_slots(flat):
        value_ends(limit, flat)
    for lane in range(LANES):
        plane_0, plane_1 = flat[lane], flat[1 * LANES + lane]
        plane_2, plane_3 = flat[2 * LANES + lane], flat[3 * LANES + lane]
        lying, hand = flat[LYING * LANES + lane], flat[HAND * LANES + lane]
        open_0, open_1 = flat[OPEN * LANES + lane], flat[(OPEN + 1) * LANES + lane]
        open_2, open_3 = flat[(OPEN + 2) * LANES + lane], flat[(OPEN + 3) * LANES + lane]
        # An open slot is worth twice its cards in the hand, less the unseen ones; here plus 9.
        worths = hand + hand + hand + lying
        worth_0, worth_1, worth_2, worth_3 = (
            worths & FIELD, worths >> _9 & FIELD, worths >> _18 & FIELD, worths >> _27
        )  # fmt: skip
        slots = flat[SLOTS * LANES + lane]
        in_0, in_1, in_2, in_3 = (
            mask(hand & FIELD != _0),
            mask(hand & FIELD << _9 != _0),
            mask(hand & FIELD << _18 != _0),
            mask(hand & FIELD << _27 != _0),
        )
        # By house: 4 for each card of it in the hand, less 2 for each open slot, as one card goes.
        # Above the bottom row this is less the worth of a slot, and another slot counts 2.
        above = hand - lying - slots - slots + _WORTHS_OF_CARD
        # The houses of the cards around each slot that is open, two bits each.
        low, high = plane_1 | plane_3, plane_2 | plane_3
        cells = open_0 | open_1 | open_2 | open_3
        occupied = low | high | plane_0
        column = spread(cells)
        left_low, left_high = spread(low << _8 & cells), spread(high << _8 & cells)
        right_low, right_high = spread(low << _7 & cells), spread(high << _7 & cells)
        inner = cells & ~(_BYTES | _BYTES << _32)
        before = spread(occupied << _1 & inner)
        before_low, before_high = spread(low << _1 & inner), spread(high << _1 & inner)
        after = spread(occupied >> _1 & cells)
        after_low, after_high = spread(low >> _1 & cells), spread(high >> _1 & cells)
        left_0, left_1 = column & ~left_low & ~left_high, left_low & ~left_high
        left_2, left_3 = left_high & ~left_low, left_high & left_low
        right_0, right_1 = column & ~right_low & ~right_high, right_low & ~right_high
        right_2, right_3 = right_high & ~right_low, right_high & right_low
        # The worths in fields, and those of the cards around.
        fields_0, fields_1 = in_columns(worth_0), in_columns(worth_1)
        fields_2, fields_3 = in_columns(worth_2), in_columns(worth_3)
        of_left = left_0 & fields_0 | left_1 & fields_1 | left_2 & fields_2 | left_3 & fields_3
        of_right = right_0 & fields_0 | right_1 & fields_1 | right_2 & fields_2 | right_3 & fields_3
        of_before = (
            before & ~before_low & ~before_high & fields_0
            | before_low & ~before_high & fields_1
            | before_high & ~before_low & fields_2
            | before_high & before_low & fields_3
        )
        of_after = (
            after & ~after_low & ~after_high & fields_0
            | after_low & ~after_high & fields_1
            | after_high & ~after_low & fields_2
            | after_high & after_low & fields_3
        )
        above_0, above_1 = in_columns(above & FIELD), in_columns(above >> _9 & FIELD)
        above_2, above_3 = in_columns(above >> _18 & FIELD), in_columns(above >> _27)
        differ = left_low ^ right_low | left_high ^ right_high
        beside = (before & _ELEVENS) + (after & _ELEVENS)
        # The house at the lower left.
        other_before = before & (before_low ^ left_low | before_high ^ left_high)
        other_after = after & (after_low ^ left_low | after_high ^ left_high)
        is_valid = left_0 & in_0 | left_1 & in_1 | left_2 & in_2 | left_3 & in_3
        values_left = (
            (left_0 & above_0 | left_1 & above_1 | left_2 & above_2 | left_3 & above_3)
            + (before & of_left) + (after & of_left)
            + (other_before & of_before) + (other_after & of_after)
            + (differ & _NINES) - (differ & of_right)
            - beside - (other_before & _NINES) - (other_after & _NINES)
        ) & is_valid  # fmt: skip
        # The house at the lower right, if it is another one.
        other_before = before & (before_low ^ right_low | before_high ^ right_high)
        other_after = after & (after_low ^ right_low | after_high ^ right_high)
        is_valid = differ & (right_0 & in_0 | right_1 & in_1 | right_2 & in_2 | right_3 & in_3)
        values_right = (
            (right_0 & above_0 | right_1 & above_1 | right_2 & above_2 | right_3 & above_3)
            + (before & of_right) + (after & of_right)
            + (other_before & of_before) + (other_after & of_after)
            + (differ & _NINES) - (differ & of_left)
            - beside - (other_before & _NINES) - (other_after & _NINES)
        ) & is_valid  # fmt: skip
        values_first, values_last = flat[FIRST * LANES + lane], flat[LAST * LANES + lane]
        # The best ones.
        most = greatest(greatest(values_left, values_right), greatest(values_first, values_last))
        most = greatest(most, most >> _36)
        most = greatest(most, most >> _18)
        most = in_columns(greatest(most, most >> _9) & _BYTE)
        best_left, best_right = equal(values_left, most), equal(values_right, most)
        best_first, best_last = equal(values_first, most), equal(values_last, most)
        cells_0, cells_1 = (
            best_left & left_0 | best_right & right_0,
            best_left & left_1 | best_right & right_1,
        )
        cells_2, cells_3 = (
            best_left & left_2 | best_right & right_2,
            best_left & left_3 | best_right & right_3,
        )
        upto = (
            number_of(cells_0) | number_of(cells_1) << _9
            | number_of(cells_2) << _18 | number_of(cells_3) << _27
        ) + best_first + best_last  # fmt: skip
        upto += upto << _9
        upto += upto << _18
        upto_0, upto_1, upto_2 = upto & FIELD, upto >> _9 & FIELD, upto >> _18 & FIELD
        chosen = flat[DRAWN * LANES + lane] * (upto >> _27 & FIELD) >> _53
        past_0, past_1, past_2 = (
            mask(chosen >= upto_0),
            mask(chosen >= upto_1),
            mask(chosen >= upto_2),
        )
        chosen -= (upto_0 & past_0 & ~past_1) | (upto_1 & past_1 & ~past_2) | upto_2 & past_2
        house = (past_0 & _1) + (past_1 & _1) + (past_2 & _1)
        columns = (
            cells_0 & ~past_0
            | cells_1 & past_0 & ~past_1
            | cells_2 & past_1 & ~past_2
            | cells_3 & past_2
        )
        cells = (
            open_0 & ~past_0
            | open_1 & past_0 & ~past_1
            | open_2 & past_1 & ~past_2
            | open_3 & past_2
        )
        is_first, is_last = best_first >> house * _9 & _1, best_last >> house * _9 & _1
        columns |= columns >> _32
        columns |= columns >> _16
        columns |= columns >> _8
        columns = (columns & _BYTE) * _BYTES
        cells &= columns | columns << _32
        end = is_first & mask(chosen == _0) | (is_last + is_last) & mask(chosen == is_first)
        cell = nth_lowest(cells, np.int64(chosen - is_first - is_last))
        is_random = flat[AT_RANDOM * LANES + lane]
        flat[HOUSE * LANES + lane] = flat[HOUSE * LANES + lane] & is_random | house & ~is_random
        flat[CELL * LANES + lane] = flat[CELL * LANES + lane] & is_random | cell & ~is_random
        flat[END * LANES + lane] = flat[END * LANES + lane] & is_random | end & ~is_random
