"""QR codes of short texts, such as the address of a seat, as SVG.

ISO/IEC 18004, of which this writes what an address needs: bytes, at level L, in the sizes whose
code words are one block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle

from westeros_intrigue.base.errors import InvalidValue

_WORDS = ((19, 7), (34, 10), (55, 15), (80, 20), (108, 26))
"""For each version, from 1: the code words of the text, and those that correct errors."""
_BORDER = 4
_PATTERN = 6
"""The row and the column of alternating modules."""
_LEVEL_L, _MASK = 0b01, 0b000
_Grid = list[list[int | None]]


def code(text: str) -> tuple[tuple[int, ...], ...]:
    """Return the modules of a QR code, row by row, 1 for a dark one.

    >>> len(code("http://192.0.2.7:8321/2Ks9r0xfRpmZyHdIrVtMzg/"))
    29

    Raises:
        InvalidValue: the text has more than 106 bytes.
    """
    content = text.encode()
    for version, (words, corrections) in enumerate(_WORDS, 1):
        if len(content) <= words - 2:
            grid = _patterns(version)
            data = _data_words(content, words)
            _fill(grid, _bits((*data, *_remainder(data, corrections))))
            _write_format(grid)
            return tuple(tuple(each or 0 for each in row) for row in grid)
    raise InvalidValue(f"a code has room for 106 bytes, and the text has {len(content)}")


def draw_code(text: str) -> str:
    """Return the QR code of a text as SVG, dark on light, with the border that scanners need."""
    rows = code(text)
    size = len(rows) + 2 * _BORDER
    dark = "".join(
        f"M{x + _BORDER} {y + _BORDER}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, is_dark in enumerate(row)
        if is_dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">'
        f'<rect width="{size}" height="{size}" fill="#fff"/><path d="{dark}" fill="#000"/></svg>'
    )


def _patterns(version: int) -> _Grid:
    """Return the modules that do not depend on the text; None where the text goes."""
    size = 17 + 4 * version
    grid: _Grid = [[None] * size for _ in range(size)]

    def square(y: int, x: int, reach: int, rings: str) -> None:
        for row in range(max(0, y - reach), min(size, y + reach + 1)):
            for column in range(max(0, x - reach), min(size, x + reach + 1)):
                grid[row][column] = int(rings[max(abs(row - y), abs(column - x))])

    for y, x in ((3, 3), (3, size - 4), (size - 4, 3)):
        square(y, x, 4, "11010")
    for place in range(8, size - 8):
        grid[_PATTERN][place] = grid[place][_PATTERN] = 1 - place % 2
    if version > 1:
        square(size - 7, size - 7, 2, "101")
    for y, x in _format_places(size):
        grid[y][x] = 0
    grid[size - 8][8] = 1
    return grid


def _data_words(content: bytes, words: int) -> tuple[int, ...]:
    bits = f"0100{len(content):08b}{''.join(f'{each:08b}' for each in content)}0000"
    filled = [int(bits[start : start + 8], 2) for start in range(0, len(bits), 8)]
    return tuple(word for word, _ in zip((*filled, *(236, 17) * words), range(words), strict=False))


def _remainder(data: Sequence[int], corrections: int) -> tuple[int, ...]:
    """Return the code words that correct errors, by Reed and Solomon over GF(256)."""
    generator = [1]
    root = 1
    for _ in range(corrections):
        shifted = [*generator, 0]
        for place, each in enumerate(generator, 1):
            shifted[place] ^= _product(each, root)
        generator, root = shifted, _product(root, 2)
    rest = [*data, *[0] * corrections]
    for start in range(len(data)):
        for place, each in enumerate(generator[1:], start + 1):
            rest[place] ^= _product(each, rest[start])
    return tuple(rest[len(data) :])


def _product(left: int, right: int) -> int:
    product = 0
    for bit in range(7, -1, -1):
        product = (product << 1) ^ (0x11D if product & 0x80 else 0)
        product ^= left if right >> bit & 1 else 0
    return product


def _bits(words: Sequence[int]) -> Iterator[int]:
    yield from (word >> bit & 1 for word in words for bit in range(7, -1, -1))


def _fill(grid: _Grid, bits: Iterator[int]) -> None:
    """Write bits in pairs of columns from the right, up and down by turns, masked."""
    size = len(grid)
    rights = [right - (right <= _PATTERN) for right in range(size - 1, 0, -2)]
    for right, rows in zip(rights, cycle((range(size - 1, -1, -1), range(size))), strict=False):
        for y in rows:
            for x in (right, right - 1):
                if grid[y][x] is None:
                    grid[y][x] = next(bits, 0) ^ (1 - (y + x) % 2)


def _write_format(grid: _Grid) -> None:
    chosen = _LEVEL_L << 3 | _MASK
    rest = chosen << 10
    for bit in range(4, -1, -1):
        rest ^= 0b10100110111 << bit if rest >> (bit + 10) & 1 else 0
    written = (chosen << 10 | rest) ^ 0b101010000010010
    for number, (y, x) in enumerate(_format_places(len(grid))):
        grid[y][x] = written >> (14 - number % 15) & 1


def _format_places(size: int) -> Iterator[tuple[int, int]]:
    """Yield the places of the format, twice, the highest of its bits first."""
    yield from ((8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8))
    yield from ((y, 8) for y in (7, 5, 4, 3, 2, 1, 0))
    yield from ((y, 8) for y in range(size - 1, size - 8, -1))
    yield from ((8, x) for x in range(size - 8, size))
