"""The Chance cards of an edition, in a vocabulary of twelve effects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.limits import Length, Printable, Range
from westeros_intrigue.base.values import NamedEnum, Value, instance, tuple_of
from westeros_intrigue.monopoly.spaces import LONGEST_NAME, SpaceKind

MOST_COPIES = 100


class Word(NamedEnum):
    """The vocabulary of the Chance cards: one word an effect.

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
"""The number of numbers that follow each word; a kind of space follows `move_to_nearest`."""

_MOVES = frozenset({Word.MOVE_TO, Word.MOVE_TO_NEAREST, Word.MOVE_BY})


def _numbers(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple_of("numbers", int, numbers)


def _effects(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    return tuple_of("effects", Effect, effects)


@attrs.frozen
class Effect(Value):
    """One effect of a Chance card.

    >>> print(Effect(Word.PAY_BUILDINGS, (1, 2)))
    pay_buildings 1 2

    Raises:
        InvalidValue: the word needs more numbers, or fewer, or a kind of space.
        WrongType: a part of another type.
    """

    word: Word = attrs.field(validator=instance(Word))
    numbers: tuple[int, ...] = attrs.field(default=(), converter=_numbers)
    """A space from 0, steps, coins, or coins a Holdfast and coins a Castle, as the word wants."""
    kind: SpaceKind | None = attrs.field(
        default=None, validator=attrs.validators.optional(instance(SpaceKind))
    )
    """The kind of space that `move_to_nearest` looks for."""

    def __attrs_post_init__(self) -> None:
        wanted = ARGUMENTS[self.word]
        if len(self.numbers) != wanted:
            raise InvalidValue(f"{self.word.value} needs {wanted} numbers, not {len(self.numbers)}")
        if (self.kind is None) is (self.word is Word.MOVE_TO_NEAREST):
            raise InvalidValue("move_to_nearest needs a kind of space, and no other word has one")

    def __str__(self) -> str:
        kind = (self.kind.value,) if self.kind else ()
        return " ".join(map(str, (self.word.value, *kind, *self.numbers)))


@attrs.frozen
class ChanceCard(Value):
    """A Chance card, of which the deck may have several copies.

    >>> print(ChanceCard("back-3", 2, (Effect(Word.MOVE_BY, (-3,)),)))
    back-3

    Raises:
        InvalidValue: no effect, no copy, or an id with a control character.
        WrongType: a part of another type.
    """

    id: str = attrs.field(validator=Printable(LONGEST_NAME))
    copies: int = attrs.field(validator=Range(1, MOST_COPIES))
    effects: Annotated[tuple[Effect, ...], Length(1, 20)] = attrs.field(converter=_effects)
    """The effects in the order in which they happen."""

    def __attrs_post_init__(self) -> None:
        if not self.effects:
            raise InvalidValue(f"the card {self.id} must have an effect")

    @property
    def is_kept(self) -> bool:
        """True if the card stays with its drawer (rule card.keep)."""
        return self.effects[0].word is Word.JAIL_CARD

    @property
    def leads_on(self) -> bool:
        """True if the card moves its drawer, perhaps to the next card, or leaves the deck."""
        return any(effect.word in _MOVES or self.is_kept for effect in self.effects)

    def __str__(self) -> str:
        return self.id
