"""Integers of other libraries, such as NumPy's, work like an int, and leave no trace."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from docs.test_docstrings import (
    ALL,
    GIVEN,
    OF_THE_CARD_GAME,
    ONE,
    Named,
    good_arguments,
    instances,
    is_called,
)
from hypothesis import find
from hypothesis.strategies import SearchStrategy
from test_wrong_types import UNCHECKED

from westeros_intrigue import (
    STANDARD,
    WrongType,
    setup,
)
from westeros_intrigue.games import monopoly
from westeros_intrigue.lab.simulation import (
    Simulation,
)

Number = Callable[[int], Any]
NOT_ALONE = {"View(player)", "analyse_record(players)"}
"""Arguments that need others."""


class Foreign:
    """An integer of another library."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@pytest.fixture(params=["Foreign", "int64", "uint8"])
def number(request: pytest.FixtureRequest) -> Number:
    """A function from an int to the same number of another library."""
    if request.param == "Foreign":
        return Foreign
    return getattr(pytest.importorskip("numpy"), request.param)  # type: ignore[no-any-return]


def taken() -> Iterator[tuple[Named, str, dict[str, Any]]]:
    """Each argument of the card game that is an int, or a tuple of them, among those it needs."""
    for named in ALL:
        if named.module not in OF_THE_CARD_GAME or not is_called(named) or named.name in UNCHECKED:
            continue
        good = good_arguments(named)
        source = next((each for each in ("seed", "rng") if each in named.parameters), None)
        if source and "rng" not in good:
            good[source] = GIVEN[source]
        for name, parameter in named.parameters.items():
            value = good.get(name, parameter.default)
            if value is None or value is parameter.empty:
                value = GIVEN.get(name)
            parts = value if isinstance(value, tuple) else (value,)
            of_ints = {*map(type, parts)} == {int} and "int" in str(parameter.annotation)
            if of_ints and f"{named.name}({name})" not in NOT_ALONE:
                yield named, name, {**good, name: value}


def made(named: Named, arguments: dict[str, Any]) -> object:
    """What a call leads to, of an iterator the first thing, of a strategy an example."""
    called: Any = named.thing
    if named.owner is not None:
        called = getattr(instances()[named.owner.__name__], named.name)
    sources = {name: random.Random(1) for name in arguments if name == "rng"}
    given = called(**{**arguments, **sources})
    if isinstance(given, SearchStrategy):
        return find(given, lambda _: True, settings=ONE)
    return next(given, None) if isinstance(given, Iterator) else given


def stored(value: object) -> str:
    """What is stored in a value."""
    if "openspiel" in type(value).__module__:
        return str(value)  # not to be pickled
    try:
        return str(pickle.dumps(value, 0))
    except (pickle.PicklingError, TypeError, AttributeError):
        return repr(value)


def is_a_value(value: object) -> bool:
    """Whether it is equal by what it holds."""
    return type(value).__eq__ is not object.__eq__


def test_an_argument_of_the_card_game_is_stored_as_an_int(number: Number) -> None:
    seen = set()
    for named, name, arguments in taken():
        value = arguments[name]
        if number is not Foreign and not isinstance(value, tuple) and value > 255:
            continue  # no number of one byte
        seen.add(named.path)
        foreign = tuple(map(number, value)) if isinstance(value, tuple) else number(value)
        expected, found = made(named, arguments), made(named, {**arguments, name: foreign})
        assert type(found) is type(expected)
        assert "Foreign" not in stored(found), (named.path, name)
        assert not is_a_value(expected) or stored(found) == stored(expected) or found == expected
    assert len(seen) > 50


def test_what_is_no_integer_is_still_none() -> None:
    numpy = pytest.importorskip("numpy")
    for wrong in (numpy.True_, numpy.float64(3.0), numpy.array([3]), numpy.array(True)):  # noqa: FBT003
        with pytest.raises(WrongType):
            setup(wrong)
        with pytest.raises(WrongType):
            setup(3, seed=wrong)
        with pytest.raises(WrongType):
            STANDARD.with_seats(automated=[wrong])
        with pytest.raises(WrongType):
            monopoly.setup(2, seed=wrong)
        with pytest.raises(WrongType):
            Simulation(4, "random", seed=wrong)
