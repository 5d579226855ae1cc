"""The basis of simulations: compiled functions, the policies of seats, and random numbers.

The compiled half of the laboratory is an extension in C, whose functions do what the Python
functions of the same names do, and give the same numbers. Here it is decided which half runs. With
the extension, lists of integers are arrays; without it, they are lists.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import os
import sys
import warnings
from array import array
from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain
from math import prod
from types import ModuleType
from typing import Any, TypeVar

from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.chance import SplitMix
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.lab.simulation.board import Integers
from westeros_intrigue.rules.variants import STANDARD, Variant, check_players

F = TypeVar("F", bound=Callable[..., Any])

SWITCH = "WESTEROS_INTRIGUE_EXTENSION"
"""The environment variable that chooses the half: `never` for Python, `always` for an error if the
extension is missing, and anything else for the extension if there is one."""


@cache
def extension() -> ModuleType | None:
    """Return the extension, or None if Python runs.

    Raises:
        ImportError: the extension is missing or broken, although the switch says `always`.
    """
    wish = os.environ.get(SWITCH, "")
    if wish == "never":
        return None
    try:
        import westeros_intrigue.lab.simulation._native as native  # noqa: PLC0415 - it may be missing
    except ImportError as error:
        if wish == "always":
            raise ImportError(
                f"{SWITCH} is always, but the compiled half is not here ({error}): install a wheel "
                "that has it, or install with a C compiler",
                name=error.name,
            ) from error
        if not isinstance(error, ModuleNotFoundError):  # it is there, and cannot be loaded
            warnings.warn(
                f"the compiled half cannot be used, so that simulations run slowly: {error}",
                RuntimeWarning,
                stacklevel=2,
            )
        return None
    return native


def has_extension() -> bool:
    """Return whether functions are compiled here."""
    return extension() is not None


def fastest(function: F) -> F:
    """Return the compiled function of the same name, or the function itself without an extension.

    The extension must have it.
    """
    native = extension()
    # By name, since the two halves are the same functions in two languages.
    return function if native is None else getattr(native, function.__name__)


_ALIGNMENT = 64
"""The bytes of a line of the cache."""
Item = TypeVar("Item", int, float)


def integers(items: Iterable[Item], kind: str = "q") -> Any:  # noqa: ANN401 - an array or a list
    """Return integers for the fastest functions: a list, or an array.

    `kind` is the letter that the module `array` has for their type: q for 64 bits, i for 32, h for
    16, and d for floating-point numbers.
    """
    return array(kind, items) if has_extension() else list(items)


def zeros(count: int) -> Integers:
    """Return some zeros for the fastest functions."""
    return array("q", bytes(8 * count)) if has_extension() else [0] * count


def many_zeros(count: int) -> Any:  # noqa: ANN401 - an array or a list
    """Return zeros as `zeros` does, whose memory is taken as they are used."""
    if not has_extension():
        return [0] * count
    import mmap  # noqa: PLC0415 - Python in a browser, which has no extension, has none

    if sys.platform == "win32":
        memory = mmap.mmap(-1, 8 * count)
    else:
        memory = mmap.mmap(-1, 8 * count, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    return memoryview(memory).cast("q")


def zero_rows(rows: int, count: int) -> Any:  # noqa: ANN401 - an array or a list
    """Return rows of zeros for the fastest functions: a list of lists, or all rows in one array."""
    return zeros(rows * count) if has_extension() else [[0] * count for _ in range(rows)]


def tables_of_zeros(count: int, size: int) -> Any:  # noqa: ANN401 - an array or a list
    """Return the memories of tables in lock step, as `zero_rows` does, in an array of NumPy."""
    if not has_extension():
        return [[0] * size for _ in range(count)]
    return allocate_zeros((count, size), "int64")


def integer_rows(rows: list[list[int]]) -> Any:  # noqa: ANN401 - an array or a list
    """Return rows of 16-bit integers for the fastest functions, in whole lines of the cache."""
    if not has_extension():
        return rows
    numbers, of_line = array("h", chain.from_iterable(rows)), _ALIGNMENT // 2
    room = array("h", bytes(2 * (len(numbers) + of_line)))
    start = -room.buffer_info()[0] % _ALIGNMENT // 2
    room[start : start + len(numbers)] = numbers
    return memoryview(room)[start : start + len(numbers)]


@cache
def numpy() -> Any:  # noqa: ANN401 - a module
    """Return NumPy, which only simulations in bulk and environments need."""
    import numpy as np  # noqa: PLC0415 - only they need it

    return np


def allocate_zeros(shape: tuple[int, ...], kind: Any) -> Any:  # noqa: ANN401 - types of NumPy
    """Return zeros that begin with a line of the cache, whose memory PyTorch can share."""
    size = prod(shape) * numpy().dtype(kind).itemsize
    room = numpy().zeros(size + _ALIGNMENT, "uint8")
    start = -room.__array_interface__["data"][0] % _ALIGNMENT
    return numpy().ndarray(shape, kind, room, start)


def as_signed(word: int) -> int:
    """Return an unsigned 64-bit integer as the signed one with the same bits."""
    return word - (word >> 63 << 64)


class Policy(values.NamedEnum):
    """The way a seat chooses its moves in a simulation or playout.

    Arguments can also be the value of a policy: `"greedy"` for `Policy.GREEDY`.

    >>> Policy.GREEDY, Policy("greedy") is Policy.GREEDY
    (Policy.GREEDY, True)
    """

    RANDOM = "random"
    """At random, uniform over `distinct_moves`, as `players.random_player` does."""
    LEGAL = "legal"
    """At random, uniform over `legal_moves`: each card of a house in the hand counts."""
    GREEDY = "greedy"
    """As `players.greedy_player` does."""
    EPSILON_GREEDY = "epsilon-greedy"
    """As `GREEDY`, but one move in ten is random, as for `RANDOM`."""


EPSILON = 0.1
"""The share of moves that `Policy.EPSILON_GREEDY` makes at random."""
Policies = TypeAliasType("Policies", Policy | str | Iterable[Policy | str])
"""One policy for all seats, or one for each from seat 0."""


def policy_named(value: Policy | str) -> Policy:
    """Return a policy, or the policy of a value.

    >>> policy_named("greedy")
    Policy.GREEDY

    Raises:
        InvalidValue: no policy has that value.
    """
    values.check_type("a policy", value, Policy | str)
    text = value.value if isinstance(value, Policy) else value
    values.check_one_of("a policy", text, [policy.value for policy in Policy])
    return Policy(text)


def policies_named(policies: Policies) -> tuple[Policy, ...]:
    """Return policies; a single one stands for all seats.

    Raises:
        InvalidValue: no policy has a name, or a list has a single policy.
    """
    if isinstance(policies, Policy | str):
        return (policy_named(policies),)
    if not isinstance(policies, Iterable):
        raise WrongType(f"policies must be a policy or several, not {values.short_repr(policies)}")
    named = tuple(map(policy_named, policies))
    if len(named) == 1:
        raise InvalidValue(f"a list has a policy for each seat: for all, pass {named[0]} itself")
    return named


def policy_of_each(players: int, policies: tuple[Policy, ...]) -> tuple[Policy, ...]:
    """Return the policy of each seat; a single one stands for all.

    Raises:
        InvalidValue: there is not one policy for each player.
    """
    if len(policies) == 1:
        return policies * players
    if len(policies) != players:
        raise InvalidValue(f"{players} seats need a policy each, not {len(policies)}")
    return policies


NUMBERS_A_ROUND = 128
"""The number of random numbers reserved for each round. A round uses 35 to shuffle and at most two
for each of 36 placements."""
LAST_SEED = 2**64 - 1
LAST_ROUND = 2**64 // NUMBERS_A_ROUND - 1
"""The number of the last round. Beyond it, the generator would repeat the numbers of round 0."""


def last_game(players: int, variant: Variant) -> int:
    """Return the number of the last game; beyond it, the generator would repeat game 0."""
    return 2**64 // numbers_a_game(players, variant) - 1


def numbers_a_game(players: int, variant: Variant) -> int:
    """Return the maximum number of random numbers in a game."""
    return NUMBERS_A_ROUND * variant.rounds_for(players) + len(variant.throne_cards)


class RoundSource(SplitMix):
    """The random numbers of one simulated round, as a `RandomSource`.

    A splitmix64 stream; round i uses the values from 128 * i on. A round first shuffles the deck,
    `shuffle(DECK, source)`, then draws one value for each placement,
    `random_below(choices, source)`; `Policy.EPSILON_GREEDY` first draws another, to decide whether
    it errs. The public functions therefore replay the round with a deal from this source and
    players that choose in this way. Unlike them, `random_player` also draws a card of the house.

    >>> RoundSource(seed=1, number=0).random()
    0.5665615751722809

    Args:
        seed: 0 to 2**64 - 1.
        number: the round, from 0.

    Raises:
        InvalidValue: an argument is out of range.
    """

    __slots__ = ()

    def __init__(self, seed: int, number: int) -> None:
        seed = values.check_integer("seed", seed, 0, LAST_SEED)
        number = values.check_integer("number", number, 0, LAST_ROUND)
        super().__init__(seed, number * NUMBERS_A_ROUND)


class GameSource(SplitMix):
    """The random numbers of one simulated game, as a `RandomSource`.

    The game's deal is `draw_deal(players, source, variant)`; then placements use numbers as in
    `RoundSource`.

    >>> source = GameSource(seed=1, number=0, players=4)
    >>> source.random()
    0.5665615751722809

    Args:
        seed: 0 to 2**64 - 1.
        number: the game, from 0.
        players: 2 to 6.
        variant: the table.

    Raises:
        InvalidValue: an argument is out of range.
    """

    __slots__ = ()

    def __init__(self, seed: int, number: int, players: int, variant: Variant = STANDARD) -> None:
        seed = values.check_integer("seed", seed, 0, LAST_SEED)
        players = check_players(players)
        values.check_type("variant", variant, Variant)
        number = values.check_integer("number", number, 0, last_game(players, variant))
        super().__init__(seed, number * numbers_a_game(players, variant))
