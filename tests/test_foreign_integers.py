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
    LATE,
    OF_THE_CARD_GAME,
    ONE,
    STATE,
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
    Record,
    View,
    WrongType,
    new_game,
    observe,
    setup,
)
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.lab.environments.gymnasium import TablesEnv
from westeros_intrigue.lab.environments.pettingzoo import GameEnv, WesterosIntrigueEnv
from westeros_intrigue.lab.environments.vector import Tables
from westeros_intrigue.lab.players import analyse_record
from westeros_intrigue.lab.simulation import (
    GameSource,
    Policy,
    RoundSource,
    Run,
    Simulation,
    playouts,
    solve,
)
from westeros_intrigue.play.referee import RealGame
from westeros_intrigue.views import Snapshot

Number = Callable[[int], Any]
NOT_ALONE = {"View(player)", "analyse_record(players)"}
"""Arguments that need others; they are among `MADE`."""
VIEW = observe(STATE, 0)
SIMULATION = Simulation(4, "random", seed=1)
EDITION = monopoly.SAMPLE


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


MADE: dict[str, Callable[[Number], object]] = {
    "view": lambda n: View(STATE.table, n(0), VIEW.hand),
    "snapshot": lambda n: Snapshot(
        STANDARD, n(0), [n(0)] * 4, [n(0)] * 4, (), Snapshot.of(VIEW).view
    ),
    "options": lambda n: new_game(n(3), {"rounds": n(1), "first_player": n(2)}, seed=n(1)),
    "review": lambda n: analyse_record(Record.from_state(STATE), playouts=n(9), players=[n(0)]),
    "seats": lambda n: STANDARD.with_seats(houses=VIEW.variant.houses, automated=[n(1)]),
    "a game with real cards": lambda n: RealGame.new(n(3), STANDARD, n(1), n(0)).table.view,
    "simulation": lambda n: Simulation(n(4), "greedy", n(1), first_player=n(3)),
    "run": lambda n: Run(threads=n(1), chunk=n(5)),
    "rounds": lambda n: SIMULATION.rounds(range(n(2), n(12))).cards_left.tolist(),
    "games": lambda n: SIMULATION.games(range(n(2), n(12))).penalty_points.tolist(),
    "counted rounds": lambda n: SIMULATION.count_rounds(range(n(2), n(12))),
    "counted games": lambda n: SIMULATION.count_games(range(n(2), n(12))),
    "a round of a simulation": lambda n: SIMULATION.trace(n(7)).moves,
    "sources": lambda n: (
        RoundSource(n(1), n(2)).random(), GameSource(n(1), n(2), n(4)).random()
    ),
    "playouts": lambda n: playouts(
        VIEW, Policy.RANDOM, n(10), seed=n(1), start=n(3)
    ).cards_left.tolist(),
    "a solution": lambda n: solve(LATE, nodes=n(200)).value,
    "tables": lambda n: Tables(n(3), players=n(3), rounds=n(2), seed=n(1)).observations.tolist(),
    "tables again": lambda n: _dealt_again(Tables(2, seed=1), n(5)),
    "tables of Gymnasium": lambda n: TablesEnv(n(2), players=n(3), opponents="greedy").reset(
        seed=n(5)
    )[0].tolist(),
    "agents": lambda n: _played(WesterosIntrigueEnv(n(3), first_player=n(1)), n),
    "agents of any game": lambda n: _played(
        GameEnv("monopoly", n(2), options={"offers": n(0)}, action_count=n(90)), n
    ),
    "monopoly": lambda n: monopoly.setup(n(3), seed=n(1), first_player=n(1)),
    "monopoly by options": lambda n: monopoly.new_game(n(2), {"offers": n(0)}, seed=n(1)),
    "an arranged table": lambda n: monopoly.arrange(
        EDITION, cash=[n(9), n(12)], positions=[n(9), n(0)], jail_tries=[n(1), None],
        deeds={n(1): monopoly.Deed(n(0)), n(3): monopoly.Deed(n(0), level=n(1))},
        turn_player=n(1),
        deal=monopoly.Deal(deck=[n(4), n(0)], rolls=[(n(3), n(4))], seed=n(1)),
    ),
    "moves of monopoly": lambda n: (
        monopoly.Build(n(3)), monopoly.Bid(n(2)), monopoly.Bundle([n(3), n(1)], n(2), n(0))
    ),
    "a filled edition": lambda n: monopoly.fill_in(
        monopoly.PRINTED, {"/spaces/1/rents/0": n(1), "/spaces/1/unmortgage": n(2)}
    ),
    "a survey": lambda n: monopoly.survey(players=n(2), games=n(1), seed=n(1)),
    "dice": lambda n: (monopoly.dice_at(n(1), n(2)), monopoly.Deal(seed=n(3))),
    "btwixt": lambda n: btwixt.setup(n(3), seed=n(1), first_player=n(2)),
    "ranks of btwixt": lambda n: btwixt.rank([n(3), n(1), n(2)], [n(1), n(1), n(2)]),
    "seats of btwixt": lambda n: (
        btwixt.neighbours(n(0), n(4)), btwixt.left_council(n(2)), btwixt.right_council(n(0), n(3))
    ),
    "view of btwixt": lambda n: btwixt.observe(btwixt.setup(3, seed=1), n(1)),
}  # fmt: skip


def _played(environment: Any, number: Number) -> tuple[object, ...]:
    """What an agent sees after its first action."""
    environment.reset(seed=number(1))
    environment.step(
        number(int(environment.observe(environment.agent_selection)["action_mask"].argmax()))
    )
    return environment.game, environment.possible_agents


def _dealt_again(tables: Tables, seed: Any) -> tuple[object, ...]:
    """What is on the tables after a reset."""
    tables.reset(seed)
    return tables.seed, tables.observations.tolist()


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
