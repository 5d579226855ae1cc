"""Every public function and method refuses an argument of a wrong type, and takes NumPy's integers.

The arguments are given one at a time, to what the library exports of the card game. The words of
the refusals are in the file of messages.
"""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, get_args

import attrs
import pytest
from docs.test_docstrings import (
    ALL,
    GIVEN,
    OF_THE_CARD_GAME,
    ONE,
    Named,
    call,
    good_arguments,
    instances,
    is_called,
)
from helpers.refusals import assert_refused
from hypothesis import find
from hypothesis.strategies import SearchStrategy

from westeros_intrigue import (
    SOLO_SCHEMING,
    Event,
    RoundDeal,
    Table,
    WesterosIntrigueError,
    WrongType,
    apply,
    events,
    legal_moves,
    new_game,
    observe,
    play_game,
    position_key,
    random_player,
    setup,
)
from westeros_intrigue.games import monopoly
from westeros_intrigue.rules import Adjustment

UNCHECKED = {
    "Adjustment", "After", "Belief", "Comparison", "Dependence", "EarlierRounds", "Effect",
    "Elimination", "Estimate", "Fact",
    "FinalResult", "Forfeit", "GameReport", "GameSeatEnv", "Habits", "KitGame",
    "ParallelGameEnv", "Knowledge",
    "Match", "MatchResult", "Measured", "Odds", "Pairing", "Placement",
    "Rating", "Reported", "Reveal", "RoundEnd", "RoundResult", "RoundStart",
    "Rule", "Rulebook", "Rung", "SetAside", "Standing", "Tally", "TurnStart", "Verdict", "Views",
    "Violation", "cards", "log_ratio", "verdict",
    "check_game", "check_player(reproducible)", "contains", "decode(numbers)",
    "decode_history(numbers)", "draw(later_rounds)", "events(kind)", "goods_of",
    "make_py_observer", "move_in_words", "of(counts)", "play_on", "player_in_words", "seated",
    "full_seatings(deal)", "seatings", "seen_by", "sentence", "source",
    "start", "states(phases)", "titles", "to_columns(name)", "under", "views(phases)",
    "violations",
}  # fmt: skip
"""Classes whose values the library makes, and functions and arguments that nothing checks."""
EVENTS = get_args(Event.__value__)
FITS_ANYTHING = r"Any\b|State\b|float|Callable|Mapping\[str, Any\]|dict\[str, Any\]"
"""Annotations of arguments that may be numbers, or that another function checks."""


def wrongly_typed(value: object) -> Iterator[object]:
    """Something else instead of a value, and instead of the first of its parts."""
    yield 1.5
    if type(value) is int:
        yield True
    if isinstance(value, tuple) and value:
        yield from ((part, *value[1:]) for part in wrongly_typed(value[0]))


@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")  # of long reprs
def test_an_argument_of_a_wrong_type_is_named() -> None:
    calls = [
        partial(call, named, {**good, name: wrong})
        for named in ALL
        if named.module in OF_THE_CARD_GAME and is_called(named) and named.name not in UNCHECKED
        for good in [good_arguments(named)]
        for name, parameter in named.parameters.items()
        if f"{named.name}({name})" not in UNCHECKED
        if not re.match(FITS_ANYTHING, str(parameter.annotation))
        for wrong in wrongly_typed(good.get(name, parameter.default))
    ]
    assert_refused("arguments of a wrong type", WesterosIntrigueError, calls)


# Integers of NumPy

NOT_ALONE = {"View(player)", "analyse_record(players)", "believe(player)"}
"""Arguments that need others."""


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


def test_an_argument_of_the_card_game_is_stored_as_an_int() -> None:
    numpy = pytest.importorskip("numpy")
    seen = set()
    for named, name, arguments in taken():
        value = arguments[name]
        seen.add(named.path)
        is_tuple = isinstance(value, tuple)
        foreign = tuple(map(numpy.int64, value)) if is_tuple else numpy.int64(value)
        expected, found = made(named, arguments), made(named, {**arguments, name: foreign})
        assert type(found) is type(expected)
        assert "numpy" not in stored(found) or "numpy" in stored(expected), (named.path, name)
    assert len(seen) > 50


def test_a_count_or_a_seat_of_an_event_is_stored_as_an_int() -> None:
    numpy = pytest.importorskip("numpy")

    def with_foreign_integers(part: Any) -> Any:
        if type(part) is int:
            return numpy.int64(part)
        if isinstance(part, tuple):
            return tuple(map(with_foreign_integers, part))
        if type(part) in EVENTS or type(part) is Adjustment:
            names = attrs.fields_dict(type(part))
            changed = {name: with_foreign_integers(getattr(part, name)) for name in names}
            return attrs.evolve(part, **changed)
        return part

    variant = SOLO_SCHEMING.with_options(house_affiliation=True, rivalry=True).with_rounds(1)
    final = play_game([random_player] + [None] * 3, seed=3, variant=variant)
    table, expected = Table.new(4, variant=variant), Table.new(4, variant=variant)
    kinds: set[type] = set()
    for event in events(None, final):
        table, expected = table.then(with_foreign_integers(event)), expected.then(event)
        kinds.add(type(event))
        assert table == expected
        assert "numpy" not in stored(table)
    assert kinds == {*EVENTS}
    assert any(result.adjustments for result in table.results)


def test_what_is_no_integer_of_numpy_is_refused() -> None:
    numpy = pytest.importorskip("numpy")
    for wrong in (numpy.True_, numpy.float64(3.0), numpy.array([3]), numpy.array(True)):  # noqa: FBT003
        for game in (setup, monopoly.setup):
            with pytest.raises(WrongType):
                game(wrong)
            with pytest.raises(WrongType):
                game(3, seed=wrong)
    array, state = numpy.array([1, 2]), setup(2, seed=1)
    calls: list[Callable[[], object]] = [
        partial(position_key, state, scope=array),
        partial(new_game, 2, {"option": (array,)}),
        partial(RoundDeal, numpy.array(7)),
    ]
    while moves := legal_moves(state):
        state = apply(state, moves[0])
    view = observe(state, None)
    end: Any = events(view, view.scored())[0]
    for name in attrs.fields_dict(type(end)):
        ends = (attrs.evolve(end, **{name: part}) for part in (array, (array, array)))
        calls += [partial(view.then, each) for each in ends]
    for call_wrongly in calls:
        with pytest.raises(WesterosIntrigueError):
            call_wrongly()
