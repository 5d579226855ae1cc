"""Cards, slots, moves, hands, courts and events as text: `S4`, `a-3`, `S4@b2`, `S4 L1`.

Each value has one written form, its `str`. The parsers also accept common variations, which their
docstrings list, and raise NotationError for anything else.

A court is written as one line, such as `a-1 S3 S1 L1 / b0 S2`, or as the drawing of `draw_text`.
Both determine the slot of every card, so both can be read back. The words of an event depend on who
reads them.

Rules: info.public, info.throne, info.throne-automated.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections.abc import Callable, Iterable, Sized
from typing import TypeVar

from westeros_intrigue.gamekit.english import Speaker, count_things
from westeros_intrigue.gamekit.limits import tuple_of
from westeros_intrigue.gamekit.text import Scanner, pattern, read_whole
from westeros_intrigue.gamekit.values import check_type
from westeros_intrigue.rules.cards import (
    DECK,
    FARTHEST_COLUMN,
    HIGHEST_ROW,
    MOVES,
    SLOTS,
    WIDEST,
    Card,
    House,
    Move,
    Slot,
    join_cards,
    move_number,
)
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.game_events import (
    Elimination,
    Event,
    Placement,
    RoundStart,
    TurnStart,
    seen_by,
)
from westeros_intrigue.rules.variants import MAX_PLAYERS

T = TypeVar("T")

CARDS_BY_TEXT = {str(card): card for card in DECK}
SLOTS_BY_TEXT = {str(slot): slot for slot in SLOTS.values()}
"""The slots that a court can reach."""
# A fast path for hands in the form that the library writes.
_WRITTEN_HAND = re.compile(r"[SLBT][1-9](?: [SLBT][1-9])*\Z")
_HOUSES = {name: house for house in House for name in (house.letter, house.name)}
_HOUSE = pattern("stark|lannister|baratheon|targaryen|[slbt]")
_NUMBER = pattern(r"[1-9](?![0-9])")
_ROW = pattern("[a-z]")
_SIGN = pattern(r"[-+\u2212]?")
_DIGITS = pattern("[0-9]+")
_MOST_DIGITS = len(str(FARTHEST_COLUMN))
_PLACED_IN = pattern(r"[ \t]*@[ \t]*|[ \t]+(?:to|at|in)[ \t]+|[ \t]+")
_TO_NEXT_CARD = pattern(r"[ \t\r\n]*(?:,[ \t\r\n]*|(?=[slbt]))")
_EMPTY_HAND = pattern("-")


def parse_card(text: str) -> Card:
    """Read a card, such as `S4`.

    Also accepts lower case, the full name of the house, and white space around and inside the text.

    >>> parse_card("S4") == parse_card(" stark 4 ")
    True
    >>> parse_card("S10")
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.NotationError: line 1, column 2: expected a number from 1 to \
9, found '10'

    Raises:
        NotationError: the text is not a card.
    """
    return read_whole("a card", text, scan_card)


def parse_slot(text: str) -> Slot:
    """Read a slot: the letter of its row and its column, such as `a-3`.

    Also accepts a capital letter, a plus sign, leading zeros, the typographic minus sign, and
    surrounding white space.

    >>> parse_slot("b2")
    Slot(row=1, column=2)
    >>> parse_slot("A+02")
    Slot(row=0, column=2)

    Raises:
        NotationError: the text is not a slot.

    Rules: court.first.
    """
    check_type("a slot", text, str)
    return SLOTS_BY_TEXT.get(text) or read_whole("a slot", text, scan_slot)


def parse_move(text: str) -> Move:
    """Read a move: a card, `@`, and its slot, such as `S4@b2`.

    Also accepts every form of `parse_card` and `parse_slot`, white space around the `@`, and `to`,
    `at`, `in` or only white space instead of it.

    >>> str(parse_move("Stark 4 to B2"))
    'S4@b2'

    Raises:
        NotationError: the text is not a move.

    Rules: turn.must-place.
    """
    check_type("a move", text, str)
    # Looking up a move to a slot that a court can reach is faster than parsing it.
    card, slot = CARDS_BY_TEXT.get(text[:2]), SLOTS_BY_TEXT.get(text[3:])
    if card and slot and text[2] == "@":
        return MOVES[move_number(card, slot.cell)]
    return read_whole("a move", text, _scan_move)


def parse_hand(text: str) -> tuple[Card, ...]:
    """Read a hand: its cards, separated by spaces, such as `S4 L1 L2`, or `-` for an empty hand.

    The order is preserved. Also accepts every form of `parse_card`, and commas, line ends or
    nothing between the cards.

    >>> hand = parse_hand("S4, L1, Lannister 2")
    >>> print(*hand)
    S4 L1 L2

    Raises:
        NotationError: the text is not a hand, or contains a card twice.
    """
    return read_whole("a hand", text, scan_hand, "a card or the end")


def hand_text(cards: Iterable[Card]) -> str:
    """Return a hand as text for `parse_hand`: the cards in order, or `-` for an empty hand.

    >>> hand_text(parse_hand("s4,s1"))
    'S4 S1'
    """
    return join_cards(tuple_of("cards", Card, cards)) or "-"


def scan_house(scanner: Scanner) -> House:
    """Read a house, by its letter or by its name."""
    return _HOUSES[scanner.need(_HOUSE, "a house: S, L, B or T").upper()]


def scan_card(scanner: Scanner, expected: str = "a card such as S4") -> Card:
    """Read a card; `expected` describes it in the error if no card begins here."""
    letter = scanner.need(_HOUSE, expected)[0].upper()
    scanner.skip_space()
    return CARDS_BY_TEXT[letter + scanner.need(_NUMBER, "a number from 1 to 9")]


def scan_slot(scanner: Scanner) -> Slot:
    """Read a slot."""
    row = ord(scanner.need(_ROW, "a slot such as b2").lower()) - ord("a")
    start = scanner.position
    sign = scanner.read_match(_SIGN)
    digits = scanner.need(_DIGITS, "a column such as 2 or -3")
    # Check the length first: parsing thousands of digits is slow.
    if len(digits) > _MOST_DIGITS or int(digits) > FARTHEST_COLUMN:
        raise scanner.error("a column not beyond 10 to the power of 100", start)
    return Slot(row, int(digits) if sign in ("", "+") else -int(digits))


def scan_hand(scanner: Scanner) -> tuple[Card, ...]:
    """Read a hand, up to the first text that is not a card."""
    if scanner.read_match(_EMPTY_HAND):
        return ()
    start = scanner.position
    written = (scanner.read_match(_WRITTEN_HAND) or "").split()
    if written and len(set(written)) == len(written):
        return tuple([CARDS_BY_TEXT[card] for card in written])
    scanner.position = start
    cards: dict[int, Card] = {}
    while True:
        start = scanner.position
        card = scan_card(scanner)
        if card.index in cards:
            raise scanner.error("a card that is not in the hand already", start)
        cards[card.index] = card
        if scanner.read_match(_TO_NEXT_CARD) is None:
            return tuple(cards.values())


def _scan_move(scanner: Scanner) -> Move:
    card = scan_card(scanner, "a move such as S4@b2")
    scanner.need(_PLACED_IN, "@ and a slot")
    return Move(card, scan_slot(scanner))


_EMPTY = pattern(r"-\Z|\(no card in the court\)\Z")
_GAP = pattern(r"\.")
_NEXT_ROW = pattern(r"[ \t\r\n]*/[ \t\r\n]*|[\r\n][ \t\r\n]*")
_ROW_OF_A_DRAWING = pattern("[a-z](?= )")
_SPACES = pattern(" *")
_LINE_END = pattern(r" *\r?(?:\n|\Z)")
_COLUMN = pattern("-?[0-9]{1,3}(?![0-9])")
_COLUMNS = pattern(f"(?: +{_COLUMN.pattern})*")

_COLUMN_WIDTH = 4
"""The distance between two cards of a row in the drawing; each row above is shifted by half."""


def parse_court(text: str, width_limit: int = WIDEST) -> Court:
    r"""Read a court from its one-line form or from its drawing.

    The line lists the rows from the bottom up, separated by `/`: the slot of the first card, then
    the cards, with `.` for a gap. The empty court is `-`. The line can also have every form of
    `parse_card` and `parse_slot`, rows in another order, gaps at the ends of a row, and line ends
    instead of `/`.

    The drawing comes from `draw_text(court)`. It can have lower-case houses, upper-case rows, a
    different indentation as a whole, and empty lines around it.

    >>> court = parse_court("a-1 S3 S1 L1 / b0 S2")
    >>> print(court)
    a-1 S3 S1 L1 / b0 S2
    >>> court == parse_court("b         S2\na   S3  S1  L1\n    -1   0   1")
    True

    Args:
        text: the line or the drawing.
        width_limit: the maximum number of cards in the bottom row, which the text does not state.

    Raises:
        NotationError: the text is not a court.
        InvalidCourt: no sequence of placements can produce the court; `faults` lists the reasons.
        InvalidValue: the width limit is out of range.

    Rules: court.first, court.support, court.match, court.beside, court.width.
    """
    check_type("a court", text, str)
    scanner = Scanner(text.rstrip(" \t\r\n"))
    scanner.skip_space(line_ends=True)
    if scanner.read_match(_EMPTY):
        return Court({}, width_limit)
    is_drawing = _ROW_OF_A_DRAWING.match(scanner.text, scanner.position)
    cards = _scan_drawing(scanner) if is_drawing else scan_rows(scanner)
    scanner.need_end()
    return Court(cards, width_limit)


def scan_rows(scanner: Scanner, scan: Callable[[Scanner], Card] = scan_card) -> dict[Slot, Card]:
    """Read the line of a court, up to the end or a semicolon; `scan` reads a card."""
    cards: dict[Slot, Card] = {}
    _scan_row(scanner, cards, scan)
    while scanner.read_match(_NEXT_ROW):
        _scan_row(scanner, cards, scan)
    return cards


def _scan_row(scanner: Scanner, cards: dict[Slot, Card], scan: Callable[[Scanner], Card]) -> None:
    first = scan_slot(scanner)
    column = first.column
    count_before = len(cards)
    while True:
        is_spaced = scanner.skip_space()
        if scanner.is_at_end or scanner.text[scanner.position] in "/;\r\n":
            break
        if not is_spaced:
            raise scanner.error("a space between slot and cards")
        if column - first.column == len(DECK):
            raise scanner.error(f"no more than {len(DECK)} cards and gaps in a row")
        if not scanner.read_match(_GAP):
            slot = Slot(first.row, column)
            if slot in cards:
                raise scanner.error(f"no second card in {slot}")
            _check_count(scanner, cards)
            cards[slot] = scan(scanner)
        column += 1
    if len(cards) == count_before:
        raise scanner.error("a card such as S4")


def _check_count(scanner: Scanner, cards: Sized) -> None:
    # The deck has no more cards, and later checks are slow for many.
    if len(cards) == len(DECK):
        raise scanner.error(f"no more than {len(DECK)} cards")


def _scan_drawing(scanner: Scanner) -> dict[Slot, Card]:
    """Read the rows from the top down, then the columns under the bottom row."""
    drawn: list[tuple[int, int, Card]] = []  # rows, positions in the text, and cards
    row, count_above = HIGHEST_ROW + 1, 0
    while row:
        scanner.read_match(_SPACES)
        start, above, count_above = scanner.position, row, len(drawn)
        row = ord(scanner.need(_ROW, "the letter of a row").lower()) - ord("a")
        if row >= above:
            raise scanner.error("the letter of a lower row", start)
        while scanner.read_match(_LINE_END) is None:
            if not scanner.read_match(_SPACES):
                raise scanner.error("a space")
            _check_count(scanner, drawn)
            drawn.append((row, scanner.position, scan_card(scanner)))
        if len(drawn) == count_above:
            raise scanner.error("a card such as S4", start + 1)
    _, first, _ = drawn[count_above]
    scanner.read_match(_SPACES)
    first_column = int(scanner.need(_COLUMN, "the column of the first card of the bottom row"))
    scanner.read_match(_COLUMNS)
    cards = {}
    for row, position, card in drawn:
        # The slot above columns 0 and 1 is drawn midway between them, and has column 0.
        shift = _indent(scanner, position) - _indent(scanner, first) - row * _COLUMN_WIDTH // 2
        if shift % _COLUMN_WIDTH:
            raise scanner.error("a card midway above two others", position)
        cards[Slot(row, first_column + shift // _COLUMN_WIDTH)] = card
    return cards


def _indent(scanner: Scanner, position: int) -> int:
    return position - scanner.text.rfind("\n", 0, position)


_SPEAKERS = {viewer: Speaker(viewer) for viewer in (None, *range(MAX_PLAYERS))}


def sentence(event: Event, viewer: int | None) -> str | None:
    """Return an event in words, as a viewer may know it.

    >>> from westeros_intrigue import apply, events, legal_moves, setup
    >>> before = setup(4, seed=3)
    >>> after = apply(before, legal_moves(before)[0])
    >>> sentence(events(before, after)[0], None)
    'player 0 places S2 in a0'
    >>> sentence(events(before, after)[0], 0)
    'you place S2 in a0'

    Args:
        event: an event of a state or of a view.
        viewer: the seat, from 0, of the viewer, whom the sentence addresses as "you"; None for a
            spectator.

    Rules: info.public, info.throne, info.throne-automated.
    """
    speaker = _SPEAKERS.get(viewer) or Speaker(viewer)
    match event:
        case RoundStart(starting_player=seat, round_number=number):
            return f"{speaker.does(seat, 'starts')} round {number}"
        case Placement(player=seat, move=move):
            return f"{speaker.does(seat, 'places')} {move.card} in {move.slot}"
        case Elimination(player=seat, cards_left=0):
            return (
                f"{speaker.does(seat, 'has')} placed every card and {speaker.verb(seat, 'is')} out"
            )
        case Elimination(player=seat, cards_left=cards_left):
            out = f"{speaker.does(seat, 'cannot')} place and {speaker.verb(seat, 'is')} out"
            return f"{out}, with {count_things(cards_left, 'card')} left"
        case TurnStart():
            return None
        case _:
            return str(seen_by(event, viewer))
