"""The board of a complete edition, in the form that the rules need, and chance as a value.

Chance consists of the throws of the dice and the order of the Chance cards. Games have no maximum
length, so the throws cannot all be drawn in advance. Instead, a seed determines the k-th throw by a
rule that works the same in every version of Python and every language with SHA-256.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Annotated

import attrs

from westeros_intrigue.gamekit import chance, limits, values
from westeros_intrigue.gamekit.errors import Faulty
from westeros_intrigue.games.monopoly.pieces import spaces
from westeros_intrigue.games.monopoly.pieces.editions import Edition, InvalidEdition
from westeros_intrigue.games.monopoly.pieces.gaps import missing
from westeros_intrigue.games.monopoly.pieces.spaces import (
    ChanceCard,
    Numbers,
    Space,
    SpaceKind,
    bits_of,
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
    """The edition, from which everything else follows."""

    def __attrs_post_init__(self) -> None:
        if gaps := missing(self.edition):
            raise InvalidEdition(map(str, gaps))

    @cached_property
    def size(self) -> int:
        """The number of spaces."""
        return len(self.edition.spaces)

    @cached_property
    def kinds(self) -> tuple[SpaceKind, ...]:
        """The kinds of the spaces."""
        return tuple(space.kind for space in self.edition.spaces)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the spaces."""
        return tuple(space.name for space in self.edition.spaces)

    @cached_property
    def groups(self) -> Mapping[str, Numbers]:
        """The spaces of each colour's set."""
        groups: dict[str, Numbers] = {}
        for index, space in enumerate(self.edition.spaces):
            if space.group is not None:
                groups[space.group] = (*groups.get(space.group, ()), index)
        return MappingProxyType(groups)

    @cached_property
    def group_bits(self) -> Numbers:
        """The sets of all colours as bits."""
        return tuple(map(bits_of, self.groups.values()))

    @cached_property
    def sets(self) -> tuple[Numbers, ...]:
        """For each Location, the spaces of its set, including itself; () for any other space."""
        return tuple(self.groups.get(space.group or "", ()) for space in self.edition.spaces)

    @cached_property
    def set_bits(self) -> Numbers:
        """For each Location, its set as bits; 0 for any other space."""
        return tuple(map(bits_of, self.sets))

    @cached_property
    def deed_spaces(self) -> Numbers:
        """The spaces that have a deed."""
        return tuple(index for index, kind in enumerate(self.kinds) if kind.is_deed)

    @cached_property
    def siblings(self) -> Numbers:
        """For each deed, the deeds that raise its rent as bits: its set, all Faiths, or all Orders.

        For any other space, 0.
        """
        return tuple(
            self.set_bits[index]
            or bits_of(other for other in self.deed_spaces if self.kinds[other] is kind)
            for index, kind in enumerate(self.kinds)
        )

    @cached_property
    def prices(self) -> Numbers:
        """The prices of the deeds; 0 for any other space."""
        return self._numbers(lambda space: space.price)

    @cached_property
    def mortgages(self) -> Numbers:
        """The coins that the Treasury lends on the deeds; 0 for any other space."""
        return self._numbers(lambda space: space.mortgage)

    @cached_property
    def unmortgages(self) -> Numbers:
        """The costs of redeeming the deeds; 0 for any other space."""
        return self._numbers(lambda space: space.unmortgage)

    @cached_property
    def _redemptions(self) -> tuple[Numbers, Numbers]:
        """The costs of redeeming deeds, ascending, and the deeds with the first 0, 1, ... of them.

        The deeds are bits.
        """
        costs = sorted({self.unmortgages[space] for space in self.deed_spaces})
        cheapest = [
            bits_of(
                space for space in self.deed_spaces if self.unmortgages[space] in costs[:number]
            )
            for number in range(len(costs) + 1)
        ]
        return tuple(costs), tuple(cheapest)

    def redeemable(self, coins: int) -> int:
        """Return the deeds whose redemption costs at most a number of coins, as bits."""
        costs, cheapest = self._redemptions
        return cheapest[bisect_right(costs, coins)]

    @cached_property
    def building_costs(self) -> tuple[Numbers, ...]:
        """The cost of the next building on each Location by its level; 0 if there is none."""
        holdfasts = self._numbers(lambda space: space.holdfast_cost)
        castles = self._numbers(lambda space: space.castle_cost)
        pairs = zip(holdfasts, castles, strict=True)
        return tuple((holdfast,) * self.edition.storeys + (castle, 0) for holdfast, castle in pairs)

    @cached_property
    def amounts(self) -> Numbers:
        """The amounts of the taxes; 0 for any other space."""
        return self._numbers(lambda space: space.amount)

    def _numbers(self, part_of: Callable[[Space], int | None]) -> Numbers:
        return tuple(part_of(space) or 0 for space in self.edition.spaces)

    @cached_property
    def rents(self) -> tuple[Numbers, ...]:
        """The rents of each Location by its level; () for any other space."""
        return tuple(tuple(rent or 0 for rent in space.rents) for space in self.edition.spaces)

    @cached_property
    def jail(self) -> int:
        """The space of the jail."""
        return self.kinds.index(SpaceKind.JAIL)

    @cached_property
    def castle_level(self) -> int:
        """The level of a Location with a Castle."""
        return self.edition.storeys + 1

    @cached_property
    def cards(self) -> tuple[ChanceCard, ...]:
        """The cards by number, from 0: in the order of the file, with each copy."""
        return tuple(card for card in self.edition.cards or () for _ in range(card.copies))


board_of: Callable[[Edition], Board] = lru_cache(maxsize=8)(Board)
"""Return the board of an edition, shared by all games with it."""


Die = Annotated[int, limits.Range(1, 6)]
Dice = tuple[Die, Die]
"""The two dice, each from 1 to 6."""

LAST_SEED = 2**64 - 1
"""The largest seed."""
Seed = Annotated[int, limits.Range(0, LAST_SEED)]
"""A seed."""


class InvalidDeal(Faulty):
    """Cards cannot be in the deck in this order; `faults` lists the reasons.

    >>> from westeros_intrigue.games.monopoly import setup
    >>> setup(2, deal=Deal(deck=(0, 0)))
    Traceback (most recent call last):
    westeros_intrigue.games.monopoly.pieces.board.InvalidDeal: card 0 is in the deck twice
    """


@attrs.frozen(field_transformer=limits.add_checks)
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

    deck: spaces.CardNumbers | None = None
    """The Chance cards that no player has seen when the game begins, by number, from the top; the
    list can be incomplete. None if they are unknown."""
    rolls: tuple[Dice, ...] = ()
    """The first throws of the game, in order, for any purpose."""
    seed: Seed | None = None
    """The seed of all later throws; None if players throw real dice."""
    used: Annotated[int, limits.Range(0), limits.OnlyIfUnusual()] = 0
    """The number of throws of the seed before the game began, if it continues another."""

    def dice(self, number: int) -> Dice | None:
        """Return a throw by its number in the game, from 0; None if it must be supplied.

        Rules: chance.dice, chance.by-hand.
        """
        if number < len(self.rolls):
            return self.rolls[number]
        return None if self.seed is None else _dice_at(self.seed, number + self.used)

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

    Args:
        seed: the seed of the game, from 0 to 2**64 - 1.
        number: the number of the throw, from 0.

    Raises:
        WrongType: an argument is not an int.
        InvalidValue: an argument is below 0 or above 2**64 - 1.

    Rules: chance.dice.
    """
    seed = values.check_integer("seed", seed, 0, LAST_SEED)
    number = values.check_integer("number", number, 0, LAST_SEED)
    return _dice_at(seed, number)


def _dice_at(seed: int, number: int) -> Dice:
    first, second = divmod(_digest(b"dice/%d/%d" % (seed, number)) % 36, 6)
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
    deck = deck_of(seed, len(board.cards))
    return values.make_unchecked(Deal, deck=deck, rolls=(), seed=seed, used=0)


def draw_deal(edition: Edition, rng: chance.RandomSource) -> Deal:
    """Return the random outcomes of a game, drawn as a single seed.

    >>> import random
    >>> from westeros_intrigue.games.monopoly import SAMPLE
    >>> draw_deal(SAMPLE, random.Random(1)) == draw_deal(SAMPLE, random.Random(1))
    True

    Args:
        edition: the edition, with all its values.
        rng: a source of random numbers, such as `random.Random(1)`.

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
        seed = draw_seed(random.SystemRandom() if rng is None else rng)
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
