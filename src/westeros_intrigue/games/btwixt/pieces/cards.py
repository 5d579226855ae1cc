"""The known cards of the game, and the ring of leaders.

Unknown values are None. Seats are counted clockwise from 0. Council `c` is between the seats `c`
and `c + 1`, so there are as many councils as leaders, and each leader has two.

Rules: box.well-formed, components.triumph, components.colours, components.influence,
components.ally, box.copies, ring.seats, ring.councils, ring.neighbours, ring.yours.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated

import attrs

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.gamekit.codecs import LARGEST_INTEGER
from westeros_intrigue.gamekit.limits import add_checks
from westeros_intrigue.gamekit.values import Value, Word, check_integer
from westeros_intrigue.games.btwixt.pieces.operations import (
    Abilities,
    Ability,
    Colour,
    Name,
    Pieces,
    in_words,
)

Numbers = tuple[int, ...]
"""Seats, councils, tokens or totals."""
Ids = tuple[str, ...]
"""The ids of allies, leaders or cards."""
Notes = Annotated[str, limits.Printable(2000)]
"""A remark of one line."""
SmallNumber = Annotated[int, limits.Range(0, 999_999)]
"""A number with up to six digits."""
Integer = Annotated[int, limits.Range(-LARGEST_INTEGER, LARGEST_INTEGER)]
"""A number that a file can have."""


class Kind(Word):
    """The kind of an influence card (rule components.colours).

    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
    >>> SAMPLE_BOX.entry("betrayal").kind
    Kind.STANDARD
    """

    STANDARD = "standard"
    """A red, green or purple card."""
    EVENT = "event"
    """A blue card, of the advanced game."""
    LEADER = "leader"
    """A white card, of one leader."""


@attrs.frozen(order=True, cache_hash=True, field_transformer=add_checks)
class Card(Value):
    """An influence card: equal cards of a hand, a deck or the discard pile are the same value.

    Only cards played this round have numbers, in playing order, so that all players can refer to
    one of them.

    >>> print(Card("betrayal"), Card("betrayal", 2))
    betrayal betrayal#2

    Rules: box.copies.
    """

    id: str
    """The id of the card's entry in the box."""
    copy: SmallNumber = 0
    """For a card in a pile, its number among the cards of its title played this round, from 1;
    otherwise 0."""
    _text: str = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_text", f"{self.id}#{self.copy}" if self.copy else self.id)

    def __str__(self) -> str:
        return self._text


Cards = tuple[Card, ...]
"""Cards in order."""
shared_card: Callable[..., Card] = lru_cache(4096)(Card)
"""Return the card with an id and a copy number; equal cards are always the same object."""


def index_of(cards: Cards, card: Card) -> int:
    """Return the index of a card among cards; -1 if it is not there."""
    # Most cards are shared objects, and any other comparison is much slower.
    for index, other in enumerate(cards):
        if other is card:
            return index
    return cards.index(card) if card in cards else -1


@attrs.frozen(field_transformer=add_checks)
class Leader(Value):
    """A leader card.

    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
    >>> SAMPLE_BOX.leaders[0]
    Leader(id='cersei-lannister', name='Cersei Lannister', invented=())
    """

    id: Name
    """The id of the card in its box."""
    name: Name
    """The printed name."""
    invented: Ids = ()
    """The names of the fields whose values are not publicly known, so they are made up."""


@attrs.frozen(field_transformer=add_checks)
class Ally(Value):
    """An ally card; each is unique.

    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
    >>> ally = SAMPLE_BOX.ally("jaime-lannister")
    >>> ally.name, ally.power, ally.invented
    ('Ser Jaime Lannister', 5, ())
    """

    id: Name
    """The id of the card in its box."""
    name: Name
    """The printed name."""
    power: Integer | None = None
    """The power that it adds to a council; None if unknown."""
    abilities: Abilities | None = None
    """The abilities, in order; None if unknown, empty if there are none."""
    invented: Ids = ()
    """The names of the fields whose values are not publicly known, so they are made up."""
    notes: Notes = ""
    """A note on doubtful parts, and on the source of the rest."""


@attrs.frozen(field_transformer=add_checks)
class InfluenceCard(Value):
    """An influence card, of which a box may have several copies.

    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
    >>> entry = SAMPLE_BOX.entry("betrayal")
    >>> entry.title, entry.colour, entry.value, len(entry.cards)
    ('Betrayal', Colour.RED, 1, 8)
    """

    id: Name
    """The id of the card in its box."""
    title: Name
    """The printed title."""
    kind: Kind | None = None
    """The kind; None if unknown."""
    colour: Colour | None = None
    """The colour; None if unknown."""
    value: SmallNumber | None = None
    """The number that it adds to a bid."""
    copies: Pieces | None = None
    """The number of copies in the box."""
    leader: Name | None = None
    """The id of the leader to whom a white card belongs; None for others."""
    triumph: bool | None = None
    """True if it has the triumph icon, which only reminds players of a timing."""
    abilities: Abilities | None = None
    """The abilities, in order; None if unknown, empty if there are none."""
    invented: Ids = ()
    """The names of the fields whose values are not publicly known, so they are made up."""
    notes: Notes = ""
    """A note on doubtful parts, and on the source of the rest."""

    @property
    def cards(self) -> Cards:
        """The copies; empty if their number is unknown."""
        return (shared_card(self.id),) * (self.copies or 0)


def describe(thing: Ability | Ally | InfluenceCard) -> str:
    """Return the effects of an ability, an ally or an influence card in sentences.

    >>> from westeros_intrigue.games.btwixt import SAMPLE_BOX
    >>> print(describe(SAMPLE_BOX.entry("betrayal")))
    As you play it: you may move a red, green or purple card from another leader's pile to yours.
    >>> print(describe(SAMPLE_BOX.ally("jaime-lannister")))
    This round: no leader may play a card while a copy of it is in a pile.

    Raises:
        WrongType: it has another type.

    Rules: components.influence, components.ally.
    """
    values.check_type("thing", thing, Ability | Ally | InfluenceCard)
    if isinstance(thing, Ability):
        return in_words(thing)
    if thing.abilities is None:
        return "Its abilities are unknown."
    return " ".join(map(in_words, thing.abilities)) or "It has no ability."


MIN_PLAYERS = 3
"""The fewest leaders of a game."""
MAX_PLAYERS = 6
"""The most leaders of a game."""


def left_council(seat: int) -> int:
    """Return the council to the left of a seat.

    >>> left_council(3)
    3

    Raises:
        WrongType: `seat` is not an int.
        InvalidValue: it is negative.

    Rules: ring.councils.
    """
    return check_integer("seat", seat, 0, MAX_PLAYERS - 1)


def right_council(seat: int, players: int) -> int:
    """Return the council to the right of a seat at a table of `players` leaders.

    >>> right_council(0, 4)
    3

    Args:
        seat: the seat, from 0.
        players: the number of seats.

    Raises:
        WrongType: an argument is not an int.
        InvalidValue: the number of players is out of range, or the seat is not at the table.

    Rules: ring.councils.
    """
    return neighbours(seat, players)[1]


@lru_cache(64, typed=True)
def neighbours(seat: int, players: int) -> tuple[int, int]:
    """Return the two leaders with whom a seat shares a council: to its left and to its right.

    >>> neighbours(0, 4)
    (1, 3)

    Args:
        seat: the seat, from 0.
        players: the number of seats.

    Raises:
        WrongType: an argument is not an int.
        InvalidValue: the number of players is out of range, or the seat is not at the table.

    Rules: ring.neighbours.
    """
    players = check_integer("players", players, MIN_PLAYERS, MAX_PLAYERS)
    seat = check_integer("seat", seat, 0, players - 1)
    return (seat + 1) % players, (seat - 1) % players


@lru_cache(64)
def councils_of(seat: int, players: int) -> Numbers:
    """Return the two councils of a seat in the order of their numbers."""
    return tuple(sorted((seat, (seat - 1) % players)))


@lru_cache(64)
def clockwise(first: int, players: int) -> Numbers:
    """Return all seats clockwise from one of them."""
    return (*range(first, players), *range(first))
