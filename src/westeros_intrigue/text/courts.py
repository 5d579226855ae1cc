"""Courts as text: one line such as `a-1 S3 S1 L1 / b0 S2`, and the drawing of `draw_text`.

Both determine the slot of every card, so either can be read back.
"""

from __future__ import annotations

from collections.abc import Sized

import attrs

from westeros_intrigue.base.scanning import Scanner, pattern
from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.rules.cards import DECK, Card
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.slots import FARTHEST_COLUMN, HIGHEST_ROW, WIDEST, Slot
from westeros_intrigue.text.notation import scan_card, scan_slot

_EMPTY = pattern(r"-\Z|\(no card in the court\)\Z")
_GAP = pattern(r"\.")
_NEXT_ROW = pattern(r"[ \t\r\n]*/[ \t\r\n]*|[\r\n][ \t\r\n]*")
_ROW_OF_A_DRAWING = pattern("[a-z](?= )")
_ROW_LETTER = pattern("[a-z]")
_SPACES = pattern(" *")
_LINE_END = pattern(r" *\r?(?:\n|\Z)")
_COLUMN = pattern("-?[0-9]{1,3}(?![0-9])")

_CARD_WIDTH = 2
_COLUMN_WIDTH = 4
"""The distance of two cards of a row in the drawing; each row above is shifted by half of it."""


def parse_court(text: str, width_limit: int = WIDEST) -> Court:
    r"""Read a court, either from its one line or from its drawing.

    The line has the rows from the bottom up, separated by `/`: the slot of the first card, then the
    cards, with `.` for a gap. The empty court is `-`. Also accepted are every card of `parse_card`
    and every slot of `parse_slot`, rows in another order, gaps at the ends of a row, and line ends
    in place of `/`. The drawing is that of `draw_text(court)`; it may have lower case for houses,
    capitals for rows, another indentation of the whole, and empty lines around it.

    >>> court = parse_court("a-1 S3 S1 L1 / b0 S2")
    >>> print(court)
    a-1 S3 S1 L1 / b0 S2
    >>> court == parse_court("b         S2\na   S3  S1  L1\n    -1   0   1")
    True

    Args:
        text: the line or the drawing.
        width_limit: the maximum number of cards in the bottom row, which neither text contains.

    Raises:
        NotationError: the text is not a court.
        InvalidCourt: no sequence of placements produces the court; `faults` lists the reasons.
        InvalidValue: the width limit is out of range.

    Rules: court.first, court.support, court.match, court.beside, court.width.
    """
    check_type("a court", text, str)
    scanner = Scanner(text.rstrip(" \t\r\n"))
    scanner.skip_space(line_ends=True)
    if scanner.take(_EMPTY):
        return Court({}, width_limit)
    is_drawing = _ROW_OF_A_DRAWING.match(scanner.text, scanner.position)
    cards = _scan_drawing(scanner) if is_drawing else _scan_rows(scanner)
    scanner.need_end()
    return Court(cards, width_limit)


def _scan_rows(scanner: Scanner) -> dict[Slot, Card]:
    cards: dict[Slot, Card] = {}
    _scan_row(scanner, cards)
    while scanner.take(_NEXT_ROW):
        _scan_row(scanner, cards)
    return cards


def _scan_row(scanner: Scanner, cards: dict[Slot, Card]) -> None:
    first = scan_slot(scanner)
    column = first.column
    count_before = len(cards)
    while True:
        is_spaced = scanner.skip_space()
        if scanner.is_at_end or scanner.text[scanner.position] in "/\r\n":
            break
        if not is_spaced:
            raise scanner.error("a space between slot and cards")
        if column - first.column == len(DECK):
            raise scanner.error(f"no more than {len(DECK)} cards and gaps in a row")
        if column > FARTHEST_COLUMN:
            raise scanner.error("the end of the row, at column 10 to the power of 100")
        if not scanner.take(_GAP):
            slot = Slot(first.row, column)
            if slot in cards:
                raise scanner.error(f"no second card in {slot}")
            _check_count(scanner, cards)
            cards[slot] = scan_card(scanner)
        column += 1
    if len(cards) == count_before:
        raise scanner.error("a card such as S4")


def _check_count(scanner: Scanner, cards: Sized) -> None:
    # The deck has no more cards, and the checks that follow are slow for many.
    if len(cards) == len(DECK):
        raise scanner.error(f"no more than {len(DECK)} cards")


@attrs.frozen
class _Drawn(Value):
    """A card of a drawing: its row, and its position in the text and in its line."""

    row: int
    card: Card
    position: int
    indent: int


def _scan_drawing(scanner: Scanner) -> dict[Slot, Card]:
    """Read the rows from the top down, then the columns under the bottom row."""
    drawn: list[_Drawn] = []
    row = HIGHEST_ROW + 1
    while row:
        row = _scan_drawn_row(scanner, drawn, row)
    bottom_row = [card for card in drawn if card.row == 0]
    first_column = _scan_columns(scanner, [card.indent for card in bottom_row])
    cards = {}
    for card in drawn:
        # The slot above columns 0 and 1 is drawn midway between them, and has column 0.
        shift = card.indent - bottom_row[0].indent - card.row * _COLUMN_WIDTH // 2
        if shift % _COLUMN_WIDTH:
            raise scanner.error("a card midway above two others", card.position)
        cards[Slot(card.row, first_column + shift // _COLUMN_WIDTH)] = card.card
    return cards


def _scan_drawn_row(scanner: Scanner, drawn: list[_Drawn], above: int) -> int:
    """Read one row below the row `above`, add its cards to `drawn`, and return its number."""
    line_start = scanner.text.rfind("\n", 0, scanner.position) + 1
    scanner.take(_SPACES)
    start = scanner.position
    row = ord(scanner.need(_ROW_LETTER, "the letter of a row").lower()) - ord("a")
    if row >= above:
        raise scanner.error("the letter of a lower row", start)
    count_before = len(drawn)
    while scanner.take(_LINE_END) is None:
        if not scanner.take(_SPACES):
            raise scanner.error("a space")
        _check_count(scanner, drawn)
        position = scanner.position
        card = scan_card(scanner)
        if scanner.position - position != _CARD_WIDTH:
            raise scanner.error("a card of two characters such as S4", position)
        drawn.append(_Drawn(row, card, position, position - line_start))
    if len(drawn) == count_before:
        raise scanner.error("a card such as S4", start + 1)
    return row


def _scan_columns(scanner: Scanner, indents: list[int]) -> int:
    """Read the column under each card of the bottom row, and return the first."""
    line_start = scanner.position
    first = 0
    for indent in indents:
        scanner.take(_SPACES)
        start = scanner.position
        column = int(scanner.need(_COLUMN, "the column of a card of the bottom row"))
        if scanner.position - line_start != indent + _CARD_WIDTH:
            raise scanner.error("the column right below its card", start)
        if indent == indents[0]:
            first = column
        wanted = first + (indent - indents[0]) // _COLUMN_WIDTH
        if column != wanted:
            raise scanner.error(f"column {wanted}", start)
    return first
