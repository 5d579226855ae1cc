"""The spaces of a board with the printed numbers, sets of them, and the Chance cards.

A set of spaces, such as a player's deeds, is an integer in which bit k stands for space k, so that
one operation handles all of them. The Chance cards use a vocabulary of twelve effects.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Self, assert_never

import attrs

from westeros_intrigue.gamekit import english, limits, values
from westeros_intrigue.gamekit.errors import InvalidValue

MOST_COINS = 10_000
"""The largest number of coins, or of things in the box, in an edition."""
MOST_CASH = 10**15
"""The largest number in a move; games end before a player has more coins."""
MOST_CASH_AT_START = 10**12
"""The most coins of a player on an arranged table, low enough that no game exceeds `MOST_CASH`."""
LONGEST_NAME = 80
"""The most characters of a name."""
FEWEST_SPACES = 12
"""The fewest spaces of a board, so that a throw never passes GO twice."""
MOST_SPACES = 200
"""The most spaces of a board."""
MOST_CARDS = 200
"""The most Chance cards of a deck."""
MOST_PLAYERS = 6
"""The most players of any edition."""
TREASURY = "the Treasury"
"""The name of the bank in sentences."""

Numbers = tuple[int, ...]
"""Seats, spaces, cards or coins by number."""
Name = Annotated[str, limits.Printable(LONGEST_NAME)]
"""A name of one line."""
Price = Annotated[int, limits.Range(1, MOST_COINS)]
"""A price in coins, at least 1."""
Coins = Annotated[int, limits.Range(0, MOST_COINS)]
"""A number of coins, or of things in the box."""
Seat = Annotated[int, limits.Range(0, MOST_PLAYERS - 1)]
"""The number of a player, from 0."""
SpaceNumber = Annotated[int, limits.Range(0, MOST_SPACES - 1)]
"""The number of a space, clockwise from 0 for GO."""
CardNumber = Annotated[int, limits.Range(0, MOST_CARDS - 1)]
"""The number of a Chance card in the deck of the edition, from 0."""
CardNumbers = tuple[CardNumber, ...]
"""Chance cards by number, in order."""
Seats = tuple[Seat, ...]
"""Players by number."""


class SpaceKind(values.NamedEnum):
    """The kinds of spaces.

    >>> SpaceKind("go_to_jail").is_deed, SpaceKind.FAITH.is_deed
    (False, True)
    """

    GO = "go"
    """The start, which pays the salary."""
    LOCATION = "location"
    """A Location, on which its owner may build."""
    FAITH = "faith"
    """A Faith, whose rent depends on the owner's number of Faiths."""
    ORDER = "order"
    """An Order, whose rent depends on the throw."""
    CHANCE = "chance"
    """A player who lands there draws a Chance card."""
    TAX = "tax"
    """A player who lands there pays the amount."""
    JAIL = "jail"
    """The jail, also for visitors."""
    FREE = "free"
    """Nothing happens there."""
    GO_TO_JAIL = "go_to_jail"
    """A player who lands there goes to jail."""

    @property
    def is_deed(self) -> bool:
        """True if the space has a title deed."""
        return self in DEED_KINDS


DEED_KINDS = (SpaceKind.LOCATION, SpaceKind.FAITH, SpaceKind.ORDER)
"""The kinds of spaces that can be owned."""


@attrs.frozen(field_transformer=limits.add_checks)
class Space(values.Value):
    """One space of the board. Numbers are None if they are unknown, or if the kind has none.

    >>> Space("The Lighthouse", SpaceKind.FAITH, price=2).mortgage is None
    True

    Raises:
        InvalidValue: a number is out of range, or a name has a control character.
        WrongType: a part has the wrong type.

    Rules: components.deeds.
    """

    name: Name
    """The printed name."""
    kind: SpaceKind
    """The kind of space."""
    group: Name | None = None
    """The colour of a Location."""
    price: Price | None = None
    """The price of the deed, as on the board, in coins."""
    mortgage: Price | None = None
    """The coins that the Treasury lends on the deed."""
    unmortgage: Price | None = None
    """The coins that redeem the deed."""
    rents: Annotated[tuple[Price | None, ...], limits.Length(most=20)] = ()
    """The rents of a Location: with 0 Holdfasts, 1, and so on, finally with a Castle."""
    holdfast_cost: Price | None = None
    """The cost of a Holdfast, in coins."""
    castle_cost: Price | None = None
    """The cost of a Castle, after the last Holdfast, in coins."""
    amount: Price | None = None
    """The coins of a tax."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the numbers of a space of this kind, except rents."""
        return _PARTS.get(self.kind, ())


_DEED_PARTS = ("price", "mortgage", "unmortgage")
_PARTS = {
    SpaceKind.LOCATION: (*_DEED_PARTS, "holdfast_cost", "castle_cost"),
    SpaceKind.FAITH: _DEED_PARTS,
    SpaceKind.ORDER: _DEED_PARTS,
    SpaceKind.TAX: ("amount",),
}


def coins(amount: int) -> str:
    """Return a sum of money in words."""
    return english.count_things(amount, "coin")


def buildings(level: int, storeys: int) -> str:
    """Return the buildings on a Location with a level, in words."""
    if level > storeys:
        return "a Castle"
    return english.count_things(level, "Holdfast") if level else "no building"


def bits_of(spaces: Iterable[int]) -> int:
    """Return spaces as a set.

    >>> bits_of((1, 3))
    10
    """
    return sum(1 << space for space in spaces)


@lru_cache(maxsize=1 << 14)
def spaces_of(bits: int) -> Numbers:
    """Return the spaces of a set, ascending.

    >>> spaces_of(10)
    (1, 3)
    """
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def whole_sets(groups: Numbers, owned: int) -> Numbers:
    """Return the sets that are among the deeds of a player.

    >>> whole_sets((0b110, 0b11000), 0b1110)
    (6,)
    """
    return tuple(group for group in groups if owned & group == group)


class Argument(values.NamedEnum):
    """The kinds of the numbers in an effect.

    >>> Word.MOVE_TO.arguments
    (Argument.SPACE,)
    """

    SPACE = "space"
    """A space, from 0."""
    STEPS = "steps"
    """A number of spaces; back if it is negative."""
    COINS = "coins"
    """A number of coins, at least 1."""


class Word(values.NamedEnum):
    """The vocabulary of the Chance cards: one word for each effect.

    >>> Word.PAY_EACH.arguments
    (Argument.COINS,)

    Rules: card.known, card.go-once, card.keep, debt.one-by-one.
    """

    _value_: str
    arguments: tuple[Argument, ...]
    """The kinds of the numbers that follow the word, in order."""

    def __new__(cls, value: str, *arguments: Argument) -> Self:
        """Return the member for a value, with the kinds of its numbers."""
        member = object.__new__(cls)
        member._value_, member.arguments = value, arguments
        return member

    MOVE_TO = "move_to", Argument.SPACE
    """The drawer moves to a space, clockwise."""
    MOVE_TO_NEAREST = "move_to_nearest"
    """The drawer moves to the next space of a kind, clockwise."""
    MOVE_BY = "move_by", Argument.STEPS
    """The drawer moves by a number of spaces; back if it is negative."""
    GO_TO_JAIL = "go_to_jail"
    """The drawer goes to jail."""
    JAIL_CARD = "jail_card"
    """The drawer keeps the card, to leave jail later."""
    COLLECT = "collect", Argument.COINS
    """The Treasury pays the drawer."""
    PAY = "pay", Argument.COINS
    """The drawer pays the Treasury."""
    COLLECT_EACH = "collect_each", Argument.COINS
    """Each other player pays the drawer."""
    PAY_EACH = "pay_each", Argument.COINS
    """The drawer pays each other player."""
    PAY_BUILDINGS = "pay_buildings", Argument.COINS, Argument.COINS
    """The drawer pays the Treasury for each Holdfast and each Castle."""
    TAKE_DEED = "take_deed"
    """The drawer takes another player's deed."""
    SWAP_DEED = "swap_deed"
    """The drawer swaps a deed for another player's."""


MOVES = frozenset({Word.MOVE_TO, Word.MOVE_TO_NEAREST, Word.MOVE_BY})


@attrs.frozen(field_transformer=limits.add_checks)
class Effect(values.Value):
    """One effect of a Chance card.

    >>> print(Effect(Word.PAY_BUILDINGS, (1, 2)))
    pay_buildings 1 2

    Raises:
        InvalidValue: the word needs more numbers, or fewer, or a kind of space.
        WrongType: a part has the wrong type.
    """

    word: Word
    """The kind of effect."""
    numbers: tuple[Annotated[int, limits.Range(-MOST_COINS, MOST_COINS)], ...] = ()
    """A space from 0, steps, coins, or coins per Holdfast and coins per Castle, depending on the
    word."""
    kind: SpaceKind | None = None
    """The kind of space for `move_to_nearest`."""

    def __attrs_post_init__(self) -> None:
        wanted = len(self.word.arguments)
        if len(self.numbers) != wanted:
            raise InvalidValue(
                f"{self.word.value} needs {english.count_things(wanted, 'number')}, not "
                f"{len(self.numbers)}"
            )
        if (self.kind is None) is (self.word is Word.MOVE_TO_NEAREST):
            raise InvalidValue("move_to_nearest needs a kind of space, and other words have none")

    @property
    def parts(self) -> tuple[str | int, ...]:
        """The word, the kind of space if there is one, and the numbers."""
        kind = (self.kind._value_,) if self.kind else ()
        return (self.word._value_, *kind, *self.numbers)

    def __str__(self) -> str:
        return " ".join(map(str, self.parts))


def effect_in_words(effect: Effect, names: tuple[str, ...]) -> str:  # noqa: PLR0912 - one a word
    """Return an effect of a Chance card in words; `names` lists the names of the spaces.

    >>> effect_in_words(Effect(Word.MOVE_BY, (-1,)), ())
    'go back 1 space'
    >>> effect_in_words(Effect(Word.MOVE_TO_NEAREST, kind=SpaceKind.GO_TO_JAIL), ())
    'go to the next Go To Jail'
    """
    numbers = effect.numbers
    match effect.word:
        case Word.MOVE_TO:
            words = f"go to {names[numbers[0]]}"
        case Word.MOVE_TO_NEAREST:
            kind = effect.kind.value.replace("_", " ").title() if effect.kind else ""
            words = f"go to the next {kind}"
        case Word.MOVE_BY:
            way = "on" if numbers[0] > 0 else "back"
            words = f"go {way} {english.count_things(abs(numbers[0]), 'space')}"
        case Word.GO_TO_JAIL:
            words = "go to jail"
        case Word.JAIL_CARD:
            words = "keep this card, which frees you from jail"
        case Word.COLLECT:
            words = f"collect {coins(numbers[0])}"
        case Word.PAY:
            words = f"pay {coins(numbers[0])}"
        case Word.COLLECT_EACH:
            words = f"collect {coins(numbers[0])} from each player"
        case Word.PAY_EACH:
            words = f"pay {coins(numbers[0])} to each player"
        case Word.PAY_BUILDINGS:
            words = f"pay {coins(numbers[0])} a Holdfast and {coins(numbers[1])} a Castle"
        case Word.TAKE_DEED:
            words = "take a deed of another player"
        case Word.SWAP_DEED:
            words = "swap a deed with another player"
        case _:
            assert_never(effect.word)
    return words


@attrs.frozen(field_transformer=limits.add_checks)
class ChanceCard(values.Value):
    """A Chance card, of which the deck may have several copies.

    >>> print(ChanceCard("back-3", 2, (Effect(Word.MOVE_BY, (-3,)),)))
    back-3

    Raises:
        InvalidValue: there is no effect or no copy, or the id has a control character.
        WrongType: a part has the wrong type.
    """

    id: Name
    """The id of the card in its edition."""
    copies: Annotated[int, limits.Range(1, MOST_CARDS)]
    """The number of copies in the deck."""
    effects: Annotated[tuple[Effect, ...], limits.Length(1, 20)]
    """The effects in the order in which they happen."""

    @property
    def is_kept(self) -> bool:
        """True if the card stays with its drawer (rule card.keep)."""
        return self.effects[0].word is Word.JAIL_CARD

    @property
    def moves(self) -> int:
        """The number of times that the card moves its drawer, perhaps to another card."""
        return sum(effect.word in MOVES for effect in self.effects)

    def __str__(self) -> str:
        return self.id
