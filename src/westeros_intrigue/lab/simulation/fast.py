"""The basis of simulations: compiled functions, the policies of seats, and random numbers.

With the extra `fast`, functions are compiled and lists of integers are arrays; without it, the same
code runs as plain Python.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Iterable
from functools import cache
from math import prod
from typing import Any, TypeVar

from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import values
from westeros_intrigue.gamekit.chance import SplitMix
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.lab.simulation.board import Integers
from westeros_intrigue.rules.variants import STANDARD, Variant, check_players

F = TypeVar("F", bound=Callable[..., Any])


@cache
def has_numba() -> bool:
    """Return whether functions can be compiled here."""
    # With numba's variable, its decorators return functions uncompiled, for debuggers.
    is_off = os.environ.get("NUMBA_DISABLE_JIT", "0") not in {"", "0"}
    return not is_off and importlib.util.find_spec("numba") is not None


def fastest(function: F) -> F:
    """Return a function of integers compiled, or unchanged if numba is not installed."""
    return _compile(function) if has_numba() else function


@cache
def numpy() -> Any:  # noqa: ANN401 - a module
    """Return NumPy, which is installed wherever numba is, and perhaps nowhere else."""
    import numpy as np  # noqa: PLC0415 - see above

    return np


Item = TypeVar("Item")


def integers(items: Iterable[Item], kind: str = "int64") -> list[Item]:
    """Return integers, or rows of them, for the fastest functions: a list, or an array.

    `kind` is NumPy's name for their type, such as float64 for other numbers.
    """
    listed = list(items)
    if not has_numba():
        return listed
    array: list[Item] = numpy().array(listed, kind)
    return array


def zeros(count: int) -> Integers:
    """Return some zeros for the fastest functions."""
    if not has_numba():
        return [0] * count
    array: Integers = allocate_zeros((count,), "int64")
    return array


def zero_rows(rows: int, count: int, kind: str = "int64") -> list[Integers]:
    """Return rows of zeros for the fastest functions."""
    if not has_numba():
        return [[0] * count for _ in range(rows)]
    array: list[Integers] = allocate_zeros((rows, count), kind)
    return array


def integer_rows(rows: list[Integers]) -> list[Integers]:
    """Return rows of 16-bit integers for the fastest functions, in whole lines of the cache."""
    aligned = zero_rows(len(rows), len(rows[0]), "int16")
    aligned[:] = rows
    return aligned


_ALIGNMENT = 64
"""The bytes of a line of the cache."""


def allocate_zeros(shape: tuple[int, ...], kind: Any) -> Any:  # noqa: ANN401 - types of NumPy
    """Return zeros that begin with a line of the cache, whose memory JAX and PyTorch can share."""
    size = prod(shape) * numpy().dtype(kind).itemsize
    room = numpy().zeros(size + _ALIGNMENT, "uint8")
    start = -room.__array_interface__["data"][0] % _ALIGNMENT
    return numpy().ndarray(shape, kind, room, start)


def as_signed(word: int) -> int:
    """Return an unsigned 64-bit integer as the signed one with the same bits."""
    return word - (word >> 63 << 64)


@cache
def _compile(function: F) -> F:
    from westeros_intrigue.lab.simulation.compiler import compile_function  # noqa: PLC0415 - it needs numba

    return compile_function(function)


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
Policies = TypeAliasType("Policies", "Policy | str | Iterable[Policy | str]")
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
