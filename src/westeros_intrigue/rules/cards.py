"""The cards: 36 characters of four houses, and the Iron Throne cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain
from operator import attrgetter
from typing import Annotated

import attrs

from westeros_intrigue.base.limits import Length, Range
from westeros_intrigue.base.values import NamedEnum, Value, check_integer, counted, instance


class House(NamedEnum):
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
        return _RIVALS[self]


_RIVALS = {
    House.STARK: House.LANNISTER,
    House.LANNISTER: House.STARK,
    House.BARATHEON: House.TARGARYEN,
    House.TARGARYEN: House.BARATHEON,
}

HOUSES: tuple[House, ...] = tuple(House)
"""The four houses in the order of the deck."""

CARDS_PER_HOUSE = 9


@attrs.frozen(order=True)
class Card(Value):
    """A character card.

    Cards are ordered as in `DECK`.

    >>> str(Card(House.STARK, 4))
    'S4'
    >>> Card(House.STARK, 10)
    Traceback (most recent call last):
    westeros_intrigue.InvalidValue: number must be from 1 to 9, not 10

    Raises:
        InvalidValue: the number is out of range.

    Rules: components.characters, components.characters.house, components.characters.suits,
    components.names.
    """

    house: House = attrs.field(validator=instance(House), order=attrgetter("index"))
    """The house, the only property that affects play."""
    number: int = attrs.field(validator=Range(1, CARDS_PER_HOUSE))
    """From 1 to 9. It distinguishes the nine cards of a house; printed cards have no numbers."""
    index: int = attrs.field(init=False, repr=False, eq=False)
    """The position of the card in `DECK`, from 0."""

    def __attrs_post_init__(self) -> None:
        index = CARDS_PER_HOUSE * self.house.index + self.number - 1
        object.__setattr__(self, "index", index)

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return f"{self.house.letter}{self.number}"

    @classmethod
    def _at(cls, index: int) -> Card:
        """Return the card of an index, for pickles."""
        return DECK[check_integer("index", index, 0, len(DECK) - 1)]

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return _CARD_AT, (self.index,)


DECK: tuple[Card, ...] = tuple(
    Card(house, number) for house in HOUSES for number in range(1, CARDS_PER_HOUSE + 1)
)
"""The 36 character cards, by house, then number."""
# A single bound method: a pickle of many cards stores it once, and by the public name of its class.
_CARD_AT = Card._at


def in_two_places(*places: Iterable[Card]) -> list[Card]:
    """Return the cards that lie in two of the places, or twice in one, by house and number."""
    return sorted(card for card, count in Counter(chain(*places)).items() if count > 1)


MOST_ICONS = 999_999_999
"""A bound far above printed cards, so that numbers stay printable."""


@attrs.frozen
class IronThroneCard(Value):
    """An Iron Throne card: its value lowers a player's total, and its icons decide ties.

    >>> IronThroneCard(3, icons=7)
    IronThroneCard(value=3, icons=7)

    Raises:
        InvalidValue: the value or the number of icons is out of range.

    Rules: components.throne, components.throne.values, final.icons.
    """

    value: int = attrs.field(validator=Range(1, 3))
    """The points subtracted from its owner's total, 1 to 3."""
    icons: int = attrs.field(validator=Range(1, MOST_ICONS))
    """The number of icons, 1 to 999 999 999. The tied player with the fewest on a card wins."""

    def __str__(self) -> str:
        return f"{counted(self.value, 'point')} off, {counted(self.icons, 'icon')}"


Cards = Annotated[tuple[Card, ...], Length(most=len(DECK))]
"""Cards, each once."""
CardCount = Annotated[int, Range(0, len(DECK))]
"""A number of cards."""
