"""The Chance cards of an edition, in a vocabulary of twelve effects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Self

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.limits import Length, Printable, Range
from westeros_intrigue.base.values import NamedEnum, Value, counted, instance, tuple_of
from westeros_intrigue.monopoly.spaces import LONGEST_NAME, MOST_CARDS, SpaceKind


class Word(NamedEnum):
    """The vocabulary of the Chance cards: one word an effect.

    >>> Word.PAY_EACH.sentence, Word.PAY_EACH.arguments
    ('pay {} to each player', 1)

    Rules: card.known, card.go-once, card.keep, debt.one-by-one.
    """

    _value_: str
    sentence: str
    """The effect in words, with {} for each of its numbers and {kind} for its kind of space."""

    MOVE_TO = "move_to", "go to {}"
    MOVE_TO_NEAREST = "move_to_nearest", "go to the next {kind}"
    MOVE_BY = "move_by", "go {} spaces"
    GO_TO_JAIL = "go_to_jail", "go to jail"
    JAIL_CARD = "jail_card", "keep this card, which frees you from jail"
    COLLECT = "collect", "collect {}"
    PAY = "pay", "pay {}"
    COLLECT_EACH = "collect_each", "collect {} from each player"
    PAY_EACH = "pay_each", "pay {} to each player"
    PAY_BUILDINGS = "pay_buildings", "pay {} a Holdfast and {} a Castle"
    TAKE_DEED = "take_deed", "take a deed of another player"
    SWAP_DEED = "swap_deed", "swap a deed with another player"

    def __new__(cls, value: str, sentence: str) -> Self:
        """Return the member for a value, with its sentence."""
        member = object.__new__(cls)
        member._value_, member.sentence = value, sentence
        return member

    @property
    def arguments(self) -> int:
        """The number of numbers that follow the word."""
        return self.sentence.count("{}")


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
    """The kind of effect."""
    numbers: tuple[int, ...] = attrs.field(default=(), converter=_numbers)
    """A space from 0, steps, coins, or coins a Holdfast and coins a Castle, as the word wants."""
    kind: SpaceKind | None = attrs.field(
        default=None, validator=attrs.validators.optional(instance(SpaceKind))
    )
    """The kind of space that `move_to_nearest` looks for."""

    def __attrs_post_init__(self) -> None:
        wanted = self.word.arguments
        if len(self.numbers) != wanted:
            raise InvalidValue(
                f"{self.word.value} needs {counted(wanted, 'number')}, not {len(self.numbers)}"
            )
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
    """The id of the card in its edition."""
    copies: int = attrs.field(validator=Range(1, MOST_CARDS))
    """The number of copies in the deck."""
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
    def moves(self) -> int:
        """The number of times that the card moves its drawer, perhaps to the next card."""
        return sum(effect.word in _MOVES for effect in self.effects)

    def __str__(self) -> str:
        return self.id
