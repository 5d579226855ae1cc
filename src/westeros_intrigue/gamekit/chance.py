"""Sources of random numbers, and shuffles that are the same in every version of Python.

They call only `random()`, whose sequence Python promises never to change.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import random
from collections.abc import Sequence
from math import floor
from typing import Protocol, TypeVar, runtime_checkable

from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.values import check_integer, short_repr

T = TypeVar("T")


@runtime_checkable
class RandomSource(Protocol):
    """A source of random numbers: any object with a method `random`, such as `random.Random`.

    >>> import random
    >>> from westeros_intrigue import setup
    >>> setup(2, rng=random.Random(1)) == setup(2, rng=random.Random(1))
    True
    """

    def random(self) -> float:
        """Return the next number, at least 0.0 and below 1.0."""
        ...


def check_source(rng: object) -> None:
    """Check that `rng` is a source of random numbers."""
    if isinstance(rng, type) or not callable(getattr(rng, "random", None)):
        raise WrongType(f"rng must be an object with a method random(), not {short_repr(rng)}")


def check_one_source(**sources: object) -> None:
    """Raise InvalidValue if several sources of chance are given."""
    if sum(source is not None for source in sources.values()) > 1:
        raise InvalidValue(f"pass only one of {join_words(sources)}")


def source_of(seed: int | None, rng: RandomSource | None) -> RandomSource:
    """Return a source with this seed, or else `rng`; without either, the system's randomness."""
    check_one_source(seed=seed, rng=rng)
    if seed is not None:
        return random.Random(check_integer("seed", seed, 0))  # noqa: S311 - a game, no secret
    source = random.SystemRandom() if rng is None else rng
    check_source(source)
    return source


def source_for(secret: str, purpose: str) -> random.Random:
    """Return the source of random numbers for one purpose of a secret.

    From the numbers of one purpose, nobody can find those of another without the secret, as long as
    the secret is too long to be guessed. They are the HMAC of the purpose.

    >>> source_for("5", "seat 0").random() == source_for("5", "seat 0").random()
    True
    >>> source_for("5", "seat 0").random() == source_for("5", "seat 1").random()
    False

    Args:
        secret: the secret, as text.
        purpose: what the numbers are for.
    """
    import hmac  # noqa: PLC0415 - slow to import

    digest = hmac.digest(secret.encode(), purpose.encode(), "sha256")
    return random.Random(int.from_bytes(digest))  # noqa: S311 - the digest is the secret


def shuffle(items: Sequence[T], rng: RandomSource) -> tuple[T, ...]:
    """Return the items in random order, drawn only with `rng.random`.

    >>> import random
    >>> shuffle("abcd", random.Random(1))
    ('d', 'b', 'c', 'a')

    Args:
        items: the items, which stay as they are.
        rng: a source of random numbers, such as `random.Random(1)`.
    """
    mixed, draw = list(items), rng.random
    usual = type(getattr(draw, "__self__", None)) is random.Random  # its numbers need no check
    for last in range(len(mixed) - 1, 0, -1):
        number = draw()
        # The product of a multiple of 2**-53 is exact but for its last bits, which can only round
        # it up to a whole number; integers, which take longer, decide that case.
        if usual and not (place := number * (last + 1)).is_integer():
            chosen = floor(place)
        else:
            chosen = _random_bits(number) * (last + 1) >> 53
        mixed[last], mixed[chosen] = mixed[chosen], mixed[last]
    return tuple(mixed)


def random_below(bound: int, rng: RandomSource) -> int:
    """Return a random integer from 0 to `bound` - 1, drawn only with `rng.random`.

    >>> import random
    >>> 1 + random_below(6, random.Random(1))
    1

    Args:
        bound: the number of possible results, at least 1.
        rng: a source of random numbers, such as `random.Random(1)`.
    """
    number = rng.random()
    # Almost always:
    if type(bound) is int and 0 < bound <= _FAIR and type(number) is float and 0.0 <= number < 1.0:
        return int(number * _RANDOM_RANGE) * bound >> 53
    bound = check_integer("bound", bound, 1)
    drawn, bits = _random_bits(number), 53
    # A larger bound needs a second number to be fair.
    while 1 << bits - 21 < bound:
        drawn, bits = drawn << 53 | _random_bits(rng.random()), bits + 53
    return drawn * bound >> bits


def choose(items: Sequence[T], rng: RandomSource) -> T:
    """Return one of the items at random, drawn only with `rng.random`.

    >>> import random
    >>> choose(["heads", "tails"], random.Random(1))
    'heads'

    Args:
        items: at least one item.
        rng: a source of random numbers, such as `random.Random(1)`.
    """
    return items[random_below(len(items), rng)]


def _random_bits(number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        raise WrongType(f"random() must return a float, not {short_repr(number)}")
    if not 0.0 <= number < 1.0:
        raise InvalidValue(f"random() must return a number in [0, 1), not {short_repr(number)}")
    return int(number * _RANDOM_RANGE)


_RANDOM_RANGE = 2.0**53
_FAIR = 2**32
"""The largest bound for which a single 53-bit number is fair."""


STEP = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
"""The constants of the splitmix64 generator."""
_64_BITS = 2**64 - 1


def skip_numbers(number: int, count: int) -> int:
    """Return the state of a splitmix64 generator after `count` more numbers."""
    return number + count * STEP & _64_BITS


def scramble(number: int) -> int:
    """Return the random 53-bit number that splitmix64 generates from a state."""
    number = (number ^ number >> 30) * MIX_1 & _64_BITS
    number = (number ^ number >> 27) * MIX_2 & _64_BITS
    return (number ^ number >> 31) >> 11


class SplitMix:
    """A splitmix64 generator, a `RandomSource` that can start anywhere in its sequence.

    Args:
        seed: the seed of the sequence, 0 to 2**64 - 1.
        first: the index of the first number that `random` returns, from 0.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, first: int) -> None:
        """Move to the first number."""
        self._state = skip_numbers(seed, first)

    def random(self) -> float:
        """Return the next number, at least 0.0 and below 1.0, a multiple of 2**-53."""
        self._state = skip_numbers(self._state, 1)
        return scramble(self._state) / _RANDOM_RANGE
