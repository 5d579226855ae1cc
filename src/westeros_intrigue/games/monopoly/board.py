"""The board of a complete edition, in the form that the rules need, and chance as a value.

Chance consists of the throws of the dice and the order of the Chance cards. Games have no maximum
length, so the throws cannot all be drawn in advance. Instead, a seed determines the k-th throw by a
rule that works the same in every version of Python and every language with SHA-256.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from operator import attrgetter
from types import MappingProxyType
from typing import Annotated, Any

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import chance, values
from westeros_intrigue.gamekit.errors import Faulty, InvalidValue
from westeros_intrigue.games.monopoly.editions import Edition, InvalidEdition, missing
from westeros_intrigue.games.monopoly.spaces import (
    DEED_KINDS,
    MOST_CARDS,
    CardNumbers,
    ChanceCard,
    Numbers,
    Space,
    SpaceKind,
    bits_of,
    check_integers,
)


def _each_space(find: Callable[[Space], object]) -> Any:  # noqa: ANN401 - as attrs.field
    return _derive_part(lambda board: tuple(map(find, board.edition.spaces)))


def _numbers(part: str) -> Any:  # noqa: ANN401 - as attrs.field
    return _each_space(lambda space: getattr(space, part) or 0)


def _groups(board: Board) -> Mapping[str, Numbers]:
    groups: dict[str, Numbers] = {}
    for index, space in enumerate(board.edition.spaces):
        if space.group is not None:
            groups[space.group] = (*groups.get(space.group, ()), index)
    return MappingProxyType(groups)


def _sets(board: Board) -> tuple[Numbers, ...]:
    return tuple(board.groups.get(space.group or "", ()) for space in board.edition.spaces)


def _siblings(board: Board) -> Numbers:
    return tuple(
        board.set_bits[index]
        or bits_of(other for other in board.deed_spaces if board.kinds[other] is kind)
        for index, kind in enumerate(board.kinds)
    )


def _cards(board: Board) -> tuple[ChanceCard, ...]:
    return tuple(card for card in board.edition.cards or () for _ in range(card.copies))


def _derive_part(derive: Callable[[Board], object]) -> Any:  # noqa: ANN401 - as attrs.field
    return attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(derive, takes_self=True)
    )


@attrs.frozen
class Board(values.Value):
    """A complete edition, with derived values. Tuples are indexed by space, from GO.

    >>> from westeros_intrigue.games.monopoly import SAMPLE
    >>> board = Board(SAMPLE)
    >>> board.groups["slate"], board.jail, len(board.cards)
    ((1, 3), 9, 28)

    Raises:
        InvalidEdition: the edition has gaps; `faults` lists all.
        WrongType: `edition` is not an Edition.

    Rules: edition.refused, components.counts, components.coins.
    """

    edition: Edition
    """The edition; boards are equal if their editions are equal."""
    size: int = _derive_part(lambda board: len(board.edition.spaces))
    kinds: tuple[SpaceKind, ...] = _each_space(attrgetter("kind"))
    names: tuple[str, ...] = _each_space(attrgetter("name"))
    groups: Mapping[str, tuple[int, ...]] = _derive_part(_groups)
    """The spaces of each colour's set."""
    group_bits: tuple[int, ...] = _derive_part(
        lambda board: tuple(map(bits_of, board.groups.values()))
    )
    """The sets of all colours as bits."""
    sets: tuple[tuple[int, ...], ...] = _derive_part(_sets)
    """For each Location, the spaces of its set, including itself; () for any other space."""
    set_bits: tuple[int, ...] = _derive_part(lambda board: tuple(map(bits_of, board.sets)))
    """For each Location, its set as bits; 0 for any other space."""
    deed_spaces: tuple[int, ...] = _derive_part(
        lambda board: tuple(index for index, kind in enumerate(board.kinds) if kind in DEED_KINDS)
    )
    siblings: tuple[int, ...] = _derive_part(_siblings)
    """For each deed, the deeds that raise its rent as bits: its set, all Faiths, or all Orders; 0
    for any other space."""
    prices: tuple[int, ...] = _numbers("price")
    mortgages: tuple[int, ...] = _numbers("mortgage")
    unmortgages: tuple[int, ...] = _numbers("unmortgage")
    holdfast_costs: tuple[int, ...] = _numbers("holdfast_cost")
    castle_costs: tuple[int, ...] = _numbers("castle_cost")
    amounts: tuple[int, ...] = _numbers("amount")
    rents: tuple[tuple[int, ...], ...] = _each_space(
        lambda space: tuple(rent or 0 for rent in space.rents)
    )
    jail: int = _derive_part(lambda board: board.kinds.index(SpaceKind.JAIL))
    castle_level: int = _derive_part(lambda board: board.edition.storeys + 1)
    """The level of a Location with a Castle."""
    cards: tuple[ChanceCard, ...] = _derive_part(_cards)
    """The cards by number, from 0: in the order of the file, with each copy."""
    coins: int = _derive_part(
        lambda board: sum(worth * count for worth, count in board.edition.coins)
    )
    """The total value of the game's coins."""

    def __attrs_post_init__(self) -> None:
        if gaps := missing(self.edition):
            raise InvalidEdition(map(str, gaps))


def cost_to_build(board: Board, spaces: Numbers, level: int) -> int:
    """Return the cost of all buildings on Locations that have the same level."""
    return sum(
        board.holdfast_costs[space] * min(level, board.castle_level - 1)
        + board.castle_costs[space] * (level == board.castle_level)
        for space in spaces
    )


board_of: Callable[[Edition], Board] = lru_cache(maxsize=8)(Board)
"""Return the board of an edition, shared by all games with it."""


Die = Annotated[int, values.Range(1, 6)]
Dice = TypeAliasType("Dice", tuple[Die, Die])
"""The two dice, each from 1 to 6."""

_SIDES = 6
LAST_SEED = 2**64 - 1
"""The largest seed."""
Seed = Annotated[int, values.Range(0, LAST_SEED)]
"""A seed."""


class InvalidDeal(Faulty):
    """Cards cannot be in the deck in this order; `faults` lists the reasons.

    >>> from westeros_intrigue.games.monopoly import setup
    >>> setup(2, deal=Deal(deck=(0, 0)))
    Traceback (most recent call last):
    westeros_intrigue.games.monopoly.InvalidDeal: card 0 is in the deck twice
    """


def check_dice(dice: Iterable[int]) -> Dice:
    """Return a throw after checking that it is two numbers from 1 to 6.

    Raises:
        WrongType: the argument is not a tuple of two integers.
        InvalidValue: a number is out of range, or there are not two numbers.
    """
    thrown = check_integers("dice", dice, 1, _SIDES)
    if len(thrown) != 2:
        raise InvalidValue(f"dice must have 2 numbers, not {len(thrown)}")
    return thrown[0], thrown[1]


def _deck(deck: Iterable[int] | None) -> Numbers | None:
    return None if deck is None else check_integers("deck", deck, 0, MOST_CARDS - 1)


def _rolls(rolls: Iterable[Dice]) -> tuple[Dice, ...]:
    values.check_iterable("rolls", rolls)
    return tuple(check_dice(dice) for dice in rolls)


@attrs.frozen(field_transformer=values.add_checks)
class Deal(values.Value):
    """All random outcomes of a game. A deal and the moves replay a game exactly.

    >>> Deal(rolls=[(3, 4)], seed=1).dice(0), Deal(seed=0).dice(0), Deal().dice(0)
    ((3, 4), (5, 5), None)
    >>> Deal(deck=(4, 0)).card(1), Deal().card(1)
    (0, None)

    Raises:
        WrongType: a part has the wrong type.
        InvalidValue: a die or the seed is out of range.

    Rules: chance.deal, chance.by-hand.
    """

    deck: CardNumbers | None = attrs.field(default=None, converter=_deck)
    """The Chance cards that no player has seen when the game begins, by number, from the top; the
    list can be incomplete. None if they are unknown."""
    rolls: tuple[Dice, ...] = attrs.field(default=(), converter=_rolls)
    """The first throws of the game, in order, for any purpose."""
    seed: Seed | None = None
    """The seed of all later throws; None if players throw real dice."""

    def dice(self, number: int) -> Dice | None:
        """Return a throw by its number in the game, from 0; None if it must be supplied.

        Rules: chance.dice, chance.by-hand.
        """
        if number < len(self.rolls):
            return self.rolls[number]
        return None if self.seed is None else _dice_at(self.seed, number)

    def card(self, number: int) -> int | None:
        """Return the card drawn from the unseen ones, by its number from 0; None if unknown."""
        deck = self.deck or ()
        return deck[number] if number < len(deck) else None


def _digest(text: bytes) -> int:
    return int.from_bytes(sha256(b"monopoly-got/1/" + text).digest())


def dice_at(seed: int, number: int) -> Dice:
    """Return the throw of a seed by its number in the game, from 0.

    >>> [dice_at(0, number) for number in range(3)]
    [(5, 5), (2, 3), (2, 4)]

    Raises:
        WrongType: an argument is not an int.
        InvalidValue: an argument is below 0 or above 2**64 - 1.

    Rules: chance.dice.
    """
    seed = values.check_integer("seed", seed, 0, LAST_SEED)
    number = values.check_integer("number", number, 0, LAST_SEED)
    return _dice_at(seed, number)


def _dice_at(seed: int, number: int) -> Dice:
    first, second = divmod(_digest(b"dice/%d/%d" % (seed, number)) % _SIDES**2, _SIDES)
    return first + 1, second + 1


def deck_of(seed: int, cards: int) -> Numbers:
    """Return the shuffled deck of a seed: the numbers of the cards, top first.

    >>> deck_of(0, 32)[:6]
    (15, 2, 6, 27, 29, 22)

    Rules: chance.dice, setup.board.
    """
    return tuple(sorted(range(cards), key=lambda card: _digest(b"deck/%d/%d" % (seed, card))))


def deal_of(board: Board, seed: int) -> Deal:
    """Return all random outcomes of a game on a board, from a seed."""
    return Deal(deck_of(seed, len(board.cards)), (), seed)


def draw_deal(edition: Edition, rng: chance.RandomSource) -> Deal:
    """Return the random outcomes of a game, drawn as a single seed.

    >>> import random
    >>> from westeros_intrigue.games.monopoly import SAMPLE
    >>> draw_deal(SAMPLE, random.Random(1)) == draw_deal(SAMPLE, random.Random(1))
    True

    Raises:
        InvalidEdition: the edition lacks values.

    Rules: chance.setup.
    """
    values.check_type("edition", edition, Edition)
    return deal_of(board_of(edition), draw_seed(rng))


def draw_seed(rng: chance.RandomSource) -> int:
    """Return a seed drawn from a source of random numbers."""
    chance.check_source(rng)
    return chance.random_below(LAST_SEED + 1, rng)


def choose_deal(
    board: Board, seed: int | None, rng: chance.RandomSource | None, deal: Deal | None
) -> Deal:
    """Return the random outcomes of a game from the source passed, or from fresh entropy.

    Raises:
        InvalidValue: chance has two sources, or the seed is out of range.

    Rules: chance.setup.
    """
    chance.check_one_source(seed=seed, rng=rng, deal=deal)
    if deal is not None:
        values.check_type("deal", deal, Deal)
        return deal
    if seed is None:
        seed = chance.fresh_seed() if rng is None else draw_seed(rng)
    return deal_of(board, values.check_integer("seed", seed, 0, LAST_SEED))


def deck_faults(deck: Numbers, unseen: Numbers) -> list[str]:
    """Return the reasons why cards cannot be on top of the deck; only `unseen` cards can be."""
    allowed = frozenset(unseen)
    if len(deck) == len(allowed) == len(allowed.intersection(deck)):
        return []  # as for every deck from a seed
    counts = Counter(deck)
    faults = [f"card {card} is in the deck twice" for card in sorted(counts) if counts[card] > 1]
    faults += [
        f"card {card} is not one of the {len(unseen)} that are unseen in the deck"
        for card in sorted(counts)
        if card not in allowed
    ]
    return faults
