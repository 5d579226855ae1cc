"""The cards of the game, as far as they are known, and their abilities in words.

An unknown value is None.

Rules: components.colours, components.influence, components.ally, components.triumph, box.copies,
box.well-formed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import attrs

from westeros_intrigue.base.limits import Range
from westeros_intrigue.base.values import Value, check_type, instance
from westeros_intrigue.btwixt.vocabulary import Ability, Colour, Name, Notes, Word, in_words


class Kind(Word):
    """The kind of an influence card (rule components.colours).

    >>> from westeros_intrigue.btwixt import SAMPLE_BOX
    >>> SAMPLE_BOX.entry("betrayal").kind
    Kind.STANDARD
    """

    STANDARD = "standard"
    """A red, green or purple card."""
    EVENT = "event"
    """A blue card, of the advanced game."""
    LEADER = "leader"
    """A white card, of one leader."""


COLOURS: dict[Kind, tuple[Colour, ...]] = {
    Kind.STANDARD: (Colour.RED, Colour.GREEN, Colour.PURPLE),
    Kind.EVENT: (Colour.BLUE,),
    Kind.LEADER: (Colour.WHITE,),
}
"""The colours that the cards of a kind can have."""


@attrs.frozen(order=True, cache_hash=True)
class Card(Value):
    """An influence card: equal cards of a hand, a deck or the discard pile are the same value.

    Only the cards that were played this round have numbers, in the order in which they were
    played, so that everybody at the table can point at one of them.

    >>> print(Card("betrayal"), Card("betrayal", 2))
    betrayal betrayal#2

    Rules: box.copies.
    """

    id: str = attrs.field(validator=instance(str))
    """The id of the card's entry in the box."""
    copy: int = attrs.field(default=0, validator=Range(0))
    """Of a card that lies in a pile, which of its title it is among those played this round,
    from 1; otherwise 0."""

    def __str__(self) -> str:
        return f"{self.id}#{self.copy}" if self.copy else self.id


shared_card: Callable[..., Card] = lru_cache(4096)(Card)
"""Return a card of an id, and a number if it has one, always the same object for the same card."""


def index_of(cards: tuple[Card, ...], card: Card) -> int:
    """Return the place of a card among cards; -1 if it is not among them."""
    # Most cards are shared, and any other comparison is many times slower.
    for index, other in enumerate(cards):
        if other is card:
            return index
    return cards.index(card) if card in cards else -1


@attrs.frozen
class Leader(Value):
    """A leader card.

    >>> from westeros_intrigue.btwixt import SAMPLE_BOX
    >>> SAMPLE_BOX.leaders[0]
    Leader(id='cersei-lannister', name='Cersei Lannister')
    """

    id: Name = attrs.field(validator=instance(str))
    """The id of the card in its box."""
    name: Name = attrs.field(validator=instance(str))
    """The printed name."""


@attrs.frozen
class Ally(Value):
    """An ally card; each occurs once.

    >>> from westeros_intrigue.btwixt import SAMPLE_BOX
    >>> ally = SAMPLE_BOX.ally("jaime-lannister")
    >>> ally.name, ally.power, ally.invented
    ('Ser Jaime Lannister', 5, False)
    """

    id: Name = attrs.field(validator=instance(str))
    """The id of the card in its box."""
    name: Name = attrs.field(validator=instance(str))
    """The printed name."""
    power: int | None = None
    """The power that it adds to a council; None if unknown."""
    abilities: tuple[Ability, ...] | None = None
    """Its abilities, in this order; None if unknown, empty if it has none."""
    invented: bool = False
    """True if part of it does not come from a printed card."""
    notes: Notes = ""
    """A note on what is invented or doubtful, and on the source of the rest."""


@attrs.frozen
class InfluenceCard(Value):
    """An influence card, of which a box may have several copies.

    >>> from westeros_intrigue.btwixt import SAMPLE_BOX
    >>> entry = SAMPLE_BOX.entry("betrayal")
    >>> entry.title, entry.colour, entry.value, len(entry.cards)
    ('Betrayal', Colour.RED, 1, 8)
    """

    id: Name = attrs.field(validator=instance(str))
    """The id of the card in its box."""
    title: Name = attrs.field(validator=instance(str))
    """The printed title."""
    kind: Kind | None = None
    """The kind; None if unknown."""
    colour: Colour | None = None
    """The colour; None if unknown."""
    value: int | None = None
    """The number that it adds to a bid."""
    copies: int | None = None
    """The number of copies in the box."""
    leader: Name | None = None
    """The id of the leader to whom a white card belongs; None for others."""
    triumph: bool | None = None
    """True if it shows the triumph icon, which only reminds of a timing."""
    abilities: tuple[Ability, ...] | None = None
    """Its abilities, in this order; None if unknown, empty if it has none."""
    invented: bool = False
    """True if part of it does not come from a printed card."""
    notes: Notes = ""
    """A note on what is invented or doubtful, and on the source of the rest."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The copies, as far as their number is known."""
        return (shared_card(self.id),) * (self.copies or 0)


def describe(thing: Ability | Ally | InfluenceCard) -> str:
    """Return what an ability, an ally or an influence card does, in sentences.

    >>> from westeros_intrigue.btwixt import SAMPLE_BOX
    >>> print(describe(SAMPLE_BOX.entry("betrayal")))
    As you play it: you may move a red, green or purple card from another leader's pile to yours.
    >>> print(describe(SAMPLE_BOX.ally("jaime-lannister")))
    This round: nobody may play a card while a copy of it lies in a pile.

    Raises:
        WrongType: it is neither.

    Rules: components.influence, components.ally.
    """
    if isinstance(thing, Ability):
        return in_words(thing)
    if not isinstance(thing, Ally):
        check_type("thing", thing, InfluenceCard)
    if thing.abilities is None:
        return "Its abilities are unknown."
    return " ".join(map(in_words, thing.abilities)) or "It has no ability."


ENTRIES: dict[str, tuple[type[Leader | Ally | InfluenceCard], str]] = {
    "leaders": (Leader, "name"),
    "allies": (Ally, "name"),
    "influence": (InfluenceCard, "title"),
}
"""For each part of a box the class of its entries, and their field with a name."""
