"""Editions: the numbers on the board, the title deeds and the Chance cards, as one value.

The rules are the same for every copy of the game, and the numbers are data. What nobody has told
is None: such an edition can be read, listed, filled in and drawn, but not played.

Rules: edition.catalogue, edition.sample-flag, components.counts, components.deeds.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from westeros_intrigue.base.values import NamedEnum, Value


class SpaceKind(NamedEnum):
    """What a space of the board is.

    >>> SpaceKind("go_to_jail").is_deed, SpaceKind.FAITH.is_deed
    (False, True)
    """

    GO = "go"
    LOCATION = "location"
    FAITH = "faith"
    ORDER = "order"
    CHANCE = "chance"
    TAX = "tax"
    JAIL = "jail"
    FREE = "free"
    GO_TO_JAIL = "go_to_jail"

    @property
    def is_deed(self) -> bool:
        """Whether the space has a title deed."""
        return self in DEED_KINDS


DEED_KINDS = (SpaceKind.LOCATION, SpaceKind.FAITH, SpaceKind.ORDER)
"""The kinds of spaces that can be owned."""


class Mark(NamedEnum):
    """Where a value of an edition comes from."""

    STATED = "stated"
    """The publisher's leaflet says so."""
    REPORTED = "reported"
    """A fair public source says so, or it follows from one."""
    HINT = "hint"
    """A weak source hints at it."""
    OWNER = "owner"
    """Somebody read it off a copy of the game."""
    INVENTED = "invented"
    """Nobody claims that it is printed anywhere."""


@attrs.frozen
class Space(Value):
    """One space of the board. A number is None where it is unknown, or where the kind has none.

    >>> Space("The Old Gods", SpaceKind.FAITH, price=2).mortgage is None
    True

    Rules: components.deeds.
    """

    name: str
    kind: SpaceKind
    group: str | None = None
    """The colour of a Location."""
    price: int | None = None
    """In coins, on the board."""
    mortgage: int | None = None
    """What the Treasury lends on the deed."""
    unmortgage: int | None = None
    """What it costs to redeem the deed."""
    rents: tuple[int | None, ...] = ()
    """Of a Location: with 0 Holdfasts, 1, and so on, and last with a Castle."""
    holdfast_cost: int | None = None
    castle_cost: int | None = None
    amount: int | None = None
    """Of a tax."""


class Word(NamedEnum):
    """The vocabulary of the Chance cards: what one effect does.

    Rules: card.known, card.go-once, card.keep, debt.one-by-one.
    """

    MOVE_TO = "move_to"
    MOVE_TO_NEAREST = "move_to_nearest"
    MOVE_BY = "move_by"
    GO_TO_JAIL = "go_to_jail"
    JAIL_CARD = "jail_card"
    COLLECT = "collect"
    PAY = "pay"
    COLLECT_EACH = "collect_each"
    PAY_EACH = "pay_each"
    PAY_BUILDINGS = "pay_buildings"
    TAKE_DEED = "take_deed"
    SWAP_DEED = "swap_deed"


ARGUMENTS: Mapping[Word, int] = {
    Word.MOVE_TO: 1,
    Word.MOVE_TO_NEAREST: 0,
    Word.MOVE_BY: 1,
    Word.GO_TO_JAIL: 0,
    Word.JAIL_CARD: 0,
    Word.COLLECT: 1,
    Word.PAY: 1,
    Word.COLLECT_EACH: 1,
    Word.PAY_EACH: 1,
    Word.PAY_BUILDINGS: 2,
    Word.TAKE_DEED: 0,
    Word.SWAP_DEED: 0,
}
"""How many numbers follow each word; after `move_to_nearest` a kind of space follows."""

MOVES = frozenset({Word.MOVE_TO, Word.MOVE_TO_NEAREST, Word.MOVE_BY})
"""The words that move a token, which may lead to the next Chance space."""


@attrs.frozen
class Effect(Value):
    """One thing that a Chance card does.

    >>> print(Effect(Word.PAY_BUILDINGS, (1, 2)))
    pay_buildings 1 2
    """

    word: Word
    numbers: tuple[int, ...] = ()
    """A space from 0, steps, coins, or coins a Holdfast and coins a Castle, as the word wants."""
    kind: SpaceKind | None = None
    """What is looked for, of `move_to_nearest`."""

    def __str__(self) -> str:
        kind = (self.kind.value,) if self.kind else ()
        return " ".join(map(str, (self.word.value, *kind, *self.numbers)))


@attrs.frozen
class ChanceCard(Value):
    """A Chance card, of which the deck may hold several copies.

    >>> print(ChanceCard("back-3", 2, (Effect(Word.MOVE_BY, (-3,)),)))
    back-3
    """

    id: str
    copies: int
    effects: tuple[Effect, ...]
    """In the order in which they happen."""

    def __str__(self) -> str:
        return self.id


@attrs.frozen(cache_hash=True)
class Edition(Value):
    """A whole copy of the game as data: its board, its numbers and its deck of Chance cards.

    `read_edition` reads one from a file, `missing` lists what is unknown, and `fill_in` fills it
    in. `setup` takes an edition that lacks nothing.

    >>> from westeros_intrigue.monopoly import SAMPLE
    >>> SAMPLE.sample, SAMPLE.spaces[39].name
    (True, "King's Landing")

    Rules: edition.catalogue, edition.sample-flag.
    """

    name: str
    sources: tuple[str, ...]
    printed: bool
    """Whether the edition claims to be the printed game; then it holds no hints or inventions."""
    sample: bool
    """Whether it holds invented values; states, records and drawings then say so."""
    players: tuple[int, int]
    """The fewest players and the most."""
    start_money: int
    """What each player begins with."""
    salary: int
    """What passing GO pays."""
    coins: tuple[tuple[int, int], ...]
    """For each kind of coin its worth and how many there are."""
    jail_fee: int
    jail_tries: int
    """How often a player in jail may try for a double."""
    holdfasts: int
    """How many Holdfasts there are."""
    castles: int
    storeys: int
    """How many Holdfasts a Location bears before it may have a Castle."""
    set_factor: int
    """How often the rent of a Location without buildings is due, where its set has one owner."""
    faith_rent: tuple[int, ...]
    """By how many Faiths the owner has."""
    order_rent: tuple[tuple[int, int], ...]
    """By how many Orders the owner has: the part of the throw, as a fraction."""
    opening_bid: int
    bid_step: int
    spaces: tuple[Space, ...]
    """From GO, clockwise."""
    cards: tuple[ChanceCard, ...] | None
    """The deck of Chance cards; None where it is unknown."""
    marks: tuple[tuple[str, Mark], ...] = attrs.field(repr=False)
    """For each known value, by its path, where it comes from."""
    hints: tuple[tuple[str, tuple[int, ...]], ...] = attrs.field(repr=False)
    """For unknown values, by path, what they might be. Shown to people, and never used."""

    def __repr__(self) -> str:
        return f"<Edition {self.name!r}: {len(self.spaces)} spaces>"
