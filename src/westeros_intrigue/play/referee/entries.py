"""Entries by players at a table, as they type them, and the reasons to accept or refuse them."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Sequence
from contextlib import suppress

import attrs

from westeros_intrigue.gamekit import english, errors, values
from westeros_intrigue.gamekit.text import Scanner, pattern
from westeros_intrigue.notation.notation import parse_slot
from westeros_intrigue.rules.cards import WIDEST, Card, House, Slot
from westeros_intrigue.rules.court import Court
from westeros_intrigue.rules.violations import Violation

_WANTED = pattern(
    r"[ \t]*([slbt]|(?:sta|lan|bar|tar)[a-z]*)(?:[ \t]*+([1-9](?![0-9])))?"
    r"(?:[ \t]*+(?:@|(?:to|at|in)(?=[ \t]))?[ \t]*+([a-z][-+\u2212]?[0-9]+))?[ \t]*"
)


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
    found = _WANTED.fullmatch(text)
    if found is None:
        raise Scanner(text).error("a card or a house, perhaps with a slot")
    name, number, slot = found.groups()
    house = House(name[0].upper())
    card = Card(house, int(number)) if number else None
    return Wanted(house, card, parse_slot(slot) if slot else None)


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


def cite(violation: Violation) -> str:
    """Return the reason for refusing a placement, followed by the rule, and what would work."""
    suggestion = violation.suggestion
    reason = str(violation).removesuffix(suggestion).rstrip().removesuffix(".")
    return f"{reason} (rule {violation.rule}). {suggestion}".rstrip()


def why_it_fits(court: Court, house: House, slot: Slot) -> str:
    """Return the reason why an open slot accepts a card of a house, with its rule.

    >>> from westeros_intrigue import parse_court, parse_slot
    >>> court = parse_court("a0 S1 L1")
    >>> why_it_fits(court, House.STARK, parse_slot("b0"))
    'it rests on S1 and L1, and S1 matches its house (rule court.match)'

    Args:
        court: the court.
        house: a house.
        slot: a slot that is open to the house.

    Rules: court.first, court.beside, court.match.
    """
    if not court:
        return "the first card of a round goes there (rule court.first)"
    if slot.row == 0 and len(court.rows[0]) < court.width_limit:
        return "the bottom row grows at its ends, with any house (rule court.beside)"
    below = [court[support] for support in slot.supports]
    matched = [card for card in below if card.house is house]
    if not matched:
        return f"the house rule {court.house_rule} opens it"
    return (
        f"it rests on {english.join_words(below)}, and {english.join_words(matched)} matches its "
        "house (rule court.match)"
    )
