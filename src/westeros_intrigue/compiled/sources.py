"""The random numbers of each round and game. Nothing here needs an extra."""

from __future__ import annotations

from westeros_intrigue.base.chance import SplitMix
from westeros_intrigue.base.values import check_integer
from westeros_intrigue.rules.variants import STANDARD, Variant, check_players

NUMBERS_A_ROUND = 128
"""The count of random numbers reserved for each round, which uses 35 to shuffle, and at most two
for each of 36 placements."""
LAST_SEED = 2**64 - 1
LAST_ROUND = 2**64 // NUMBERS_A_ROUND - 1
"""Beyond it the generator would come round to the numbers of round 0."""


def last_game(players: int, variant: Variant) -> int:
    """Return the number of the last game; beyond it the generator would come round to game 0."""
    return 2**64 // numbers_a_game(players, variant) - 1


def numbers_a_game(players: int, variant: Variant) -> int:
    """Return how many random numbers a game needs at most."""
    return NUMBERS_A_ROUND * variant.rounds_for(players) + len(variant.throne_cards)


class RoundSource(SplitMix):
    """The random numbers of one simulated round, as a `RandomSource`.

    They are numbers of splitmix64: round i has those from 128 * i on of the sequence that the seed
    begins. A round first shuffles the deck with them, `shuffled(DECK, source)`, then draws one for
    each placement, `random_below(choices, source)`. Thus a deal from this source and players that
    share it replay the round through the public functions.

    >>> RoundSource(seed=1, number=0).random()
    0.5665615751722809

    Args:
        seed: 0 to 2**64 - 1.
        number: the round, from 0.

    Raises:
        InvalidValue: an argument out of its range.
    """

    __slots__ = ()

    def __init__(self, seed: int, number: int) -> None:
        seed = check_integer("seed", seed, 0, LAST_SEED)
        number = check_integer("number", number, 0, LAST_ROUND)
        super().__init__(seed, number * NUMBERS_A_ROUND)


class GameSource(SplitMix):
    """The random numbers of one simulated game, as a `RandomSource`.

    The game's deal is `draw_deal(players, source, variant)`; then each placement uses a number.

    >>> source = GameSource(seed=1, number=0, players=4)
    >>> source.random()
    0.5665615751722809

    Args:
        seed: 0 to 2**64 - 1.
        number: the game, from 0.
        players: 2 to 6.
        variant: the table.

    Raises:
        InvalidValue: an argument out of its range.
    """

    __slots__ = ()

    def __init__(self, seed: int, number: int, players: int, variant: Variant = STANDARD) -> None:
        seed = check_integer("seed", seed, 0, LAST_SEED)
        players = check_players(players)
        number = check_integer("number", number, 0, last_game(players, variant))
        super().__init__(seed, number * numbers_a_game(players, variant))
