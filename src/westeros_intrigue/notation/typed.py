"""Input by players at a table: a card with its slot, and Iron Throne cards."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import attrs

from westeros_intrigue.gamekit import errors, values
from westeros_intrigue.gamekit.text import Scanner, pattern, read_whole
from westeros_intrigue.notation.notation import parse_slot, scan_house, scan_slot
from westeros_intrigue.notation.records import writing
from westeros_intrigue.rules.cards import WIDEST, Card, House, IronThroneCard, Slot

_NUMBER = pattern(r"[ \t]*[1-9](?![0-9])")
_NAME = pattern(r"\b(?=sta|lan|bar|tar)(.)[a-z]*\b")
_LETTERS = pattern("[A-Za-z]{2}")
_PLACED_IN = pattern(r"[ \t]*(?:@|(?:to|at|in)(?=[ \t]))?[ \t]*")


@attrs.frozen
class Wanted(values.Value):
    """A card, or a house if any of its cards fits, and optionally a slot."""

    house: House
    card: Card | None = None
    slot: Slot | None = None

    def __str__(self) -> str:
        card = str(self.card) if self.card else str(self.house)
        return f"{card} {self.slot}" if self.slot else card

    @property
    def any_card(self) -> str:
        """The card in words, without the slot."""
        return str(self.card) if self.card else f"a {self.house} card"


def read_wanted(text: str) -> Wanted:
    """Read `S4 b2`, `S b2`, `S4` or `S`, with the variations that `parse_move` accepts.

    Three letters of a house's name are enough.

    >>> print(read_wanted("targ b2"), read_wanted("Lanister"))
    Targaryen b2 Lannister

    Raises:
        NotationError: the text has another form.
    """
    values.check_type("an entry", text, str)
    scanner = Scanner(_NAME.sub(r"\1", text))
    house = scan_house(scanner)
    if scanner.read_match(_LETTERS):  # such as the name of a player
        raise scanner.error("a card such as S4, or a house", 0)
    number = scanner.read_match(_NUMBER)
    card = Card(house, int(number)) if number else None
    scanner.read_match(_PLACED_IN)
    if scanner.is_at_end:
        return Wanted(house, card)
    start = scanner.position
    try:
        slot = scan_slot(scanner)
    except errors.NotationError:
        # The error shows players the form of a slot.
        raise scanner.error("a slot such as b2", start) from None
    scanner.need_end()
    return Wanted(house, card, slot)


def read_slot(text: str, slots: Sequence[Slot]) -> Slot | None:
    """Return the slot that a text names, perhaps by its number in `slots`, from 1.

    >>> read_slot("b-1", ()), read_slot("1", [Slot(0, 3)]), read_slot("S4", ())
    (Slot(row=1, column=-1), Slot(row=0, column=3), None)

    None if it names no slot; no court has a row s, so `S4` is a card.
    """
    with suppress(errors.NotationError):
        slot = parse_slot(text)
        return slot if slot.row < WIDEST else None
    number = int(text[:3]) if text.isascii() and text.isdigit() else 0
    return dict(enumerate(slots, start=1)).get(number)


def read_throne_cards(text: str) -> tuple[IronThroneCard, ...]:
    """Read Iron Throne cards, as value and icons: `3/7 1/2`.

    Raises:
        NotationError: the text has another form.
    """
    return read_whole("throne cards", text, writing.scan_throne_cards)


write_throne_card: Final = writing.write_throne_card
