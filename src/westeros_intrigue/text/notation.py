"""Cards, slots, moves and hands as text: `S4`, `a-3`, `S4@b2`, `S4 L1`.

Each value has one written form, its `str`. The parsers also accept common variations, which their
docstrings list, and raise a NotationError for anything else. Courts are in `courts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

from westeros_intrigue.base.scanning import Scanner, pattern, read_whole
from westeros_intrigue.base.values import check_type, tuple_of
from westeros_intrigue.rules.cards import DECK, Card, House
from westeros_intrigue.rules.slots import FARTHEST_COLUMN, MOVES, SLOTS, Move, Slot, move_number

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
_COMMA = pattern(r"[ \t\r\n]*,[ \t\r\n]*|[ \t\r\n]*")
_EMPTY_HAND = pattern("-")


def parse_card(text: str) -> Card:
    """Read a card, such as `S4`.

    Also accepts lower case, the full name of the house, and white space around and inside.

    >>> parse_card("S4") == parse_card(" stark 4 ")
    True
    >>> parse_card("S10")
    Traceback (most recent call last):
    westeros_intrigue.NotationError: line 1, column 2: expected a number from 1 to 9, \
found '10'

    Raises:
        NotationError: the text is not a card.
    """
    return read_whole("a card", text, scan_card)


def parse_slot(text: str) -> Slot:
    """Read a slot: the letter of its row and its column, such as `a-3`.

    Also accepts a capital letter, a plus sign, leading zeros, the typographic minus sign, and white
    space around.

    >>> parse_slot("b2")
    Slot(row=1, column=2)
    >>> parse_slot("A+02")
    Slot(row=0, column=2)

    Raises:
        NotationError: the text is not a slot.

    Rules: court.first.
    """
    return read_whole("a slot", text, scan_slot)


def parse_move(text: str) -> Move:
    """Read a move: a card, `@`, and its slot, such as `S4@b2`.

    Also accepts every card of `parse_card` and every slot of `parse_slot`, white space around the
    `@`, and `to`, `at`, `in` or only white space in its place.

    >>> str(parse_move("Stark 4 to B2"))
    'S4@b2'

    Raises:
        NotationError: the text is not a move.

    Rules: turn.must-place.
    """
    check_type("a move", text, str)
    return written_move(text) or read_whole("a move", text, _scan_move)


def written_move(text: str) -> Move | None:
    """Return a move that a court can reach, from its `str`; None for any other text.

    To look it up is faster than to parse it.
    """
    card, slot = CARDS_BY_TEXT.get(text[:2]), SLOTS_BY_TEXT.get(text[3:])
    return MOVES[move_number(card, slot.cell)] if card and slot and text[2] == "@" else None


def parse_hand(text: str) -> tuple[Card, ...]:
    """Read a hand: its cards, separated by spaces, such as `S4 L1 L2`, or `-` for an empty hand.

    The order is preserved. Also accepts every card of `parse_card`, and commas, line ends or
    nothing between the cards.

    >>> hand = parse_hand("S4, L1, Lannister 2")
    >>> print(*hand)
    S4 L1 L2

    Raises:
        NotationError: the text is not a hand, or names a card twice.
    """
    return read_whole("a hand", text, scan_hand, "a card or the end")


def hand_text(cards: Iterable[Card]) -> str:
    """Return the text of a hand, for `parse_hand`: the cards in order, or `-` for an empty hand.

    >>> hand_text(parse_hand("s4,s1"))
    'S4 S1'
    """
    return " ".join(str(card) for card in tuple_of("cards", Card, cards)) or "-"


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
    sign = scanner.take(_SIGN)
    digits = scanner.need(_DIGITS, "a column such as 2 or -3")
    # The length comes first: parsing thousands of digits is slow.
    if len(digits) > _MOST_DIGITS or int(digits) > FARTHEST_COLUMN:
        raise scanner.error("a column not beyond 10 to the power of 100", start)
    return Slot(row, int(digits) if sign in ("", "+") else -int(digits))


def scan_placed_in(scanner: Scanner) -> Slot:
    """Read `@` and a slot."""
    scanner.need(_PLACED_IN, "@ and a slot")
    return scan_slot(scanner)


def scan_hand(scanner: Scanner) -> tuple[Card, ...]:
    """Read a hand, as long as cards follow."""
    if scanner.take(_EMPTY_HAND):
        return ()
    start = scanner.position
    written = (scanner.take(_WRITTEN_HAND) or "").split()
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
        end = scanner.position
        comma = scanner.take(_COMMA)
        if not _HOUSE.match(scanner.text, scanner.position):
            break
    if comma and "," in comma:
        raise scanner.error("a card such as S4")
    scanner.position = end
    return tuple(cards.values())


def _scan_move(scanner: Scanner) -> Move:
    return Move(scan_card(scanner, "a move such as S4@b2"), scan_placed_in(scanner))
