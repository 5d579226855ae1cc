"""The pieces of the game: the character cards, the Iron Throne cards, the slots and the moves.

There are 36 character cards of four houses. A move is a card and the slot of the court where it
goes; a slot within reach of a court also has a number, its cell, and so has each move there.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import re
from collections import Counter
from collections.abc import Container, Iterable
from operator import attrgetter
from typing import Annotated, overload

import attrs

from westeros_intrigue.gamekit import english, limits, values
from westeros_intrigue.gamekit.errors import InvalidValue


class House(values.NamedEnum):
    """One of the four great houses: the only property of a character card that affects play.

    >>> House.STARK
    House.STARK
    >>> House("L").rival
    House.STARK

    Rules: components.characters.house, components.characters.colours, option.rivalry.
    """

    STARK = "S"
    """Grey or white cards."""
    LANNISTER = "L"
    """Red cards."""
    BARATHEON = "B"
    """Yellow cards."""
    TARGARYEN = "T"
    """Black cards."""

    letter: str
    """The letter of the house in text, such as `S`."""
    index: int
    """The position of the house in the order of the deck, from 0."""

    def __init__(self, letter: str) -> None:
        self.letter = letter
        self.index = len(type(self).__members__)

    def __str__(self) -> str:
        return self.name.capitalize()

    @property
    def rival(self) -> House:
        """The rival house."""
        return HOUSES[self.index ^ 1]  # rivals are neighbours: 0 and 1, 2 and 3


HOUSES: tuple[House, ...] = tuple(House)
"""The four houses in the order of the deck."""

CARDS_PER_HOUSE = 9


@attrs.frozen(order=True, init=False, field_transformer=limits.add_checks)
class Card(values.Value):
    """A character card, from its house and number or from its text.

    Cards are ordered as in `DECK`.

    >>> Card(House.STARK, 4), str(Card("S4"))
    (Card('S4'), 'S4')
    >>> Card(House.STARK, 10)
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: number must be from 1 to 9, not 10

    Raises:
        InvalidValue: the number is out of range, or no card has this text.

    Rules: components.characters, components.characters.house, components.characters.suits,
    components.names.
    """

    house: House = attrs.field(order=attrgetter("index"))
    """The house, the only property that affects play."""
    number: Annotated[int, limits.Range(1, CARDS_PER_HOUSE)]
    """From 1 to 9. It distinguishes the nine cards of a house; printed cards have no numbers."""
    index: int = attrs.field(init=False, repr=False, eq=False)
    """The position of the card in `DECK`, from 0."""
    _text: str = attrs.field(init=False, repr=False, eq=False)

    @overload
    def __init__(self, house: House, number: int) -> None: ...

    @overload
    def __init__(self, house: str) -> None: ...

    def __init__(self, house: House | str, number: int | None = None) -> None:
        if isinstance(house, str) and number is None:
            if not re.fullmatch("[SLBT][1-9]", house):
                raise InvalidValue(f"a card is a text like 'S4', not {values.short_repr(house)}")
            letter, digit = house[0], house[1]
            house, number = House(letter), int(digit)
        # Pyright does not know the method, which attrs makes beside a constructor of one's own. It
        # refuses anything else than a House.
        self.__attrs_init__(house, number)  # type: ignore[arg-type]  # pyright: ignore[reportAttributeAccessIssue]

    def __attrs_post_init__(self) -> None:
        index = CARDS_PER_HOUSE * self.house.index + self.number - 1
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "_text", f"{self.house.letter}{self.number}")

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return self._text

    def _text_in_notebooks(self) -> str:
        return str(self)

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __reduce__(self) -> values.Recipe:
        return card_at, (self.index,)


DECK: tuple[Card, ...] = tuple(
    Card(house, number) for house in HOUSES for number in range(1, CARDS_PER_HOUSE + 1)
)
"""The 36 character cards, by house, then number."""


def join_cards(cards: Iterable[Card]) -> str:
    """Return the cards in order, separated by spaces.

    >>> join_cards(DECK[:2])
    'S1 S2'
    """
    return " ".join([card._text for card in cards])


def card_at(index: int) -> Card:
    """Return the card with an index, for pickles."""
    return DECK[values.check_integer("index", index, 0, len(DECK) - 1)]


def next_of(house: House, seen: Container[Card]) -> Card | None:
    """Return the card of a house with the lowest number that is not in `seen`, or None."""
    return next((card for card in DECK if card.house is house and card not in seen), None)


def in_two_places(cards: Iterable[Card]) -> list[Card]:
    """Return the cards that occur more than once, by house and number."""
    return sorted(card for card, count in Counter(cards).items() if count > 1)


MOST_ICONS = 999_999_999
"""A limit far above any printed card, so that numbers stay printable."""


@attrs.frozen(field_transformer=limits.add_checks)
class IronThroneCard(values.Value):
    """An Iron Throne card: its value lowers a player's total, and its icons decide ties.

    >>> IronThroneCard(3, icons=7)
    IronThroneCard(value=3, icons=7)

    Raises:
        InvalidValue: the value or the number of icons is out of range.

    Rules: components.throne, components.throne.values, final.icons.
    """

    value: Annotated[int, limits.Range(1, 3)]
    """The points subtracted from its owner's total, 1 to 3."""
    icons: Annotated[int, limits.Range(1, MOST_ICONS)]
    """The number of icons, 1 to 999 999 999. Among tied players, the card with the fewest icons
    wins."""

    def __str__(self) -> str:
        return (
            f"{english.count_things(self.value, 'point')} off, "
            f"{english.count_things(self.icons, 'icon')}"
        )


ThroneCards = tuple[IronThroneCard, ...]
"""Iron Throne cards in drawing order."""
Piles = tuple[ThroneCards, ...]
"""The Iron Throne cards in the score pile of each seat."""
Cards = Annotated[tuple[Card, ...], limits.Length(most=len(DECK))]
"""Different cards."""
CardCount = Annotated[int, limits.Range(0, len(DECK))]
"""A number of cards."""


HIGHEST_ROW = 25  # row z
FARTHEST_COLUMN = 10**100  # a limit for texts; slots farther away may support these
WIDEST = 8
"""The width limit of the widest court, for any number of players."""
WidthLimit = Annotated[int, limits.Range(1, WIDEST)]
"""The maximum number of cards in the bottom row."""
ROW_ABOVE = 2 * WIDEST
"""The number of cells in a row: the slot above the cells c and c + 1 is the cell c + ROW_ABOVE."""
CELLS = ROW_ABOVE * WIDEST
"""The number of cells of a court, whether or not it can reach them."""


@attrs.frozen(order=True, field_transformer=limits.add_checks)
class Slot(values.Value):
    """A slot of the court, occupied or vacant, even if no court can reach it.

    Slots are ordered by row, then column.

    >>> str(Slot(0, -3)), str(Slot(1, 2))
    ('a-3', 'b2')
    >>> [str(support) for support in Slot(1, 2).supports]
    ['a2', 'a3']

    Raises:
        InvalidValue: the row or the column is out of range.

    Rules: court.first, court.support.
    """

    row: Annotated[int, limits.Range(0, HIGHEST_ROW)]
    """The row, from 0 for the bottom row to 25; in text the letters a to z."""
    column: Annotated[int, limits.Range(-(FARTHEST_COLUMN**2), FARTHEST_COLUMN**2)]
    """The column, from 0 for the first card of the round; columns to its left are negative."""
    cell: int = attrs.field(init=False, repr=False, eq=False)
    """The number of the slot among `SLOTS`; 0 for a slot that no court can reach."""
    _text: str = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "cell", _cell(self.row, self.column))
        object.__setattr__(self, "_text", f"{chr(ord('a') + self.row)}{self.column}")

    def __hash__(self) -> int:
        # Slots in reach have distinct cells.
        return self.cell or hash((self.row, self.column))

    def __str__(self) -> str:
        return self._text

    def _text_in_notebooks(self) -> str:
        return str(self)

    def __reduce__(self) -> values.Recipe:
        return (slot_at, (self.cell,)) if self.cell else (Slot, (self.row, self.column))

    @property
    def supports(self) -> tuple[Slot, ...]:
        """The two slots that this one rests on, left first; none for the bottom row."""
        if self.row == 0:
            return ()
        if self.cell:
            left = self.cell - ROW_ABOVE
            return SLOTS[left], SLOTS[left + 1]
        return (Slot(self.row - 1, self.column), Slot(self.row - 1, self.column + 1))


def _cell(row: int, column: int) -> int:
    # Columns -7 to 7 of the bottom row are cells 1 to 15, so that every slot in reach has a cell on
    # either side. Cell 0 is never used. `board.after_placement` relies on both.
    in_reach = row < WIDEST and -WIDEST < column < WIDEST - row
    return ROW_ABOVE * row + WIDEST + column if in_reach else 0


@attrs.frozen(order=True, field_transformer=limits.add_checks)
class Move(values.Value):
    """The placement of a card in a slot.

    >>> from westeros_intrigue import House
    >>> str(Move(Card(House.STARK, 4), Slot(1, 2)))
    'S4@b2'

    Rules: turn.must-place.
    """

    card: Card
    """The card."""
    slot: Slot
    """The slot."""

    def __str__(self) -> str:
        return f"{self.card._text}@{self.slot._text}"

    def _text_in_notebooks(self) -> str:
        return str(self)

    def __reduce__(self) -> values.Recipe:
        if cell := self.slot.cell:
            return move_at, (move_number(self.card, cell),)
        return Move, (self.card, self.slot)


def move_number(card: Card, cell: int) -> int:
    """Return the number of a move in `MOVES`."""
    return CELLS * card.index + cell


SLOTS: dict[int, Slot] = {
    slot.cell: slot
    for row in range(WIDEST)
    for slot in (Slot(row, column) for column in range(1 - WIDEST, WIDEST - row))
}
"""Every slot that a court can reach, by cell, in slot order."""
MOVES: dict[int, Move] = {
    move_number(card, cell): Move(card, slot) for card in DECK for cell, slot in SLOTS.items()
}
"""Every move to such a slot, by number."""


def slot_at(cell: int) -> Slot:
    """Return the slot with a cell, for pickles."""
    return SLOTS[cell]


def move_at(number: int) -> Move:
    """Return the move with a number, for pickles."""
    return MOVES[number]
