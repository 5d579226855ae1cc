"""Values: equal, hashed, frozen, copied, pickled, and printed so that they paste back."""

# ruff: noqa: S301, S307 - what is read here was written here

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain, combinations, product

import attrs
import pytest
from cases import each, is_of_the_players
from sample_documents import some_values
from tables import FOUR_HANDS, TWO_HANDS, card, game, move, play, play_game, slot

import westeros_intrigue
from westeros_intrigue import (
    DECK,
    DOCUMENTS,
    STANDARD,
    Court,
    Deal,
    Decision,
    DecodingError,
    GameState,
    House,
    IllegalMove,
    InvalidCourt,
    InvalidDeal,
    InvalidRecord,
    InvalidValue,
    InvalidVariant,
    IronThroneCard,
    MissingExtra,
    Move,
    NotationError,
    Phase,
    Placement,
    Record,
    RoundDeal,
    Slot,
    Table,
    View,
    ViolationCode,
    WesterosIntrigueError,
    WrongPhase,
    WrongType,
    apply,
    explain,
    from_json,
    setup,
    to_json,
)
from westeros_intrigue.rules import (
    RULEBOOK,
    Kind,
    Rule,
)
from westeros_intrigue.rules.cards import MOVES, SLOTS

PUBLIC = {
    name: getattr(module, name)
    for module in (westeros_intrigue, westeros_intrigue.rules, westeros_intrigue.notation)
    for name in module.__all__
}
# Public classes that are no values, or that have tests of their own elsewhere.
NOT_HERE = {
    "RandomSource", "Determinizer", "EarlierRounds", "Record", "RecordedPlacement", "RecordedRound",
    "Rulebook",
}  # fmt: skip

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


@cache
def values() -> Mapping[type, Mapping[str, object]]:
    """Up to twelve different values of each class, by what they hold."""
    found: dict[type, dict[str, object]] = {}
    enums = (House, Phase, Decision, Kind, ViolationCode)
    strange = (Slot(25, 10**30), Slot(25, -(10**30)), slot("b-1"), slot("b1"))
    for value in (*chain(*enums), *RULEBOOK.values(), *DECK, *strange, *some_values()):
        held = found.setdefault(type(value), {})
        if len(held) < 12 and type(value).__name__ in PUBLIC.keys() - NOT_HERE:
            is_read = not isinstance(value, (*enums, Rule)) and type(value) not in DOCUMENTS.written
            held[to_json(value) if is_read else repr(value)] = value
    return {cls: held for cls, held in found.items() if held}


def each_value() -> Iterator[object]:
    """All these values."""
    return chain.from_iterable(held.values() for held in values().values())


def test_values_are_equal_by_what_they_hold_and_equal_ones_hash_alike() -> None:
    for cls, held in values().items():
        again = [
            from_json(cls, text) if text[0] in '{"' else eval(text, dict(PUBLIC)) for text in held
        ]
        assert [*held.values()] == again
        assert [*map(hash, held.values())] == [*map(hash, again)]
        assert len(held) > 1
        assert all(one != other for one, other in combinations(again, 2))
        assert len({*held.values(), *again}) == len(held)
        assert all(value != str(value) for value in again)


def test_a_copy_of_a_value_is_the_value_itself_as_nothing_in_it_can_change() -> None:
    for value in each_value():
        assert copy.copy(value) is value
        assert copy.deepcopy(value) is value
        assert copy.deepcopy([value])[0] is value


def test_a_value_comes_out_of_a_pickle_as_it_went_in() -> None:
    for value, protocol in product(each_value(), PROTOCOLS):
        loaded = pickle.loads(pickle.dumps(value, protocol))
        assert loaded == value
        assert type(loaded) is type(value)
        assert hash(loaded) == hash(value)
        assert repr(loaded) == repr(value)


def test_cards_slots_and_moves_come_out_of_a_pickle_as_those_of_the_tables() -> None:
    for protocol in PROTOCOLS:
        for values in (DECK, tuple(SLOTS.values()), tuple(MOVES.values())):
            loaded = pickle.loads(pickle.dumps(values, protocol))
            assert all(one is other for one, other in zip(loaded, values, strict=True))
        far = Move(DECK[0], Slot(3, 10**50))
        assert pickle.loads(pickle.dumps(far, protocol)) == far
    state = play_game(setup(3, seed=1))
    loaded = pickle.loads(pickle.dumps(state)).placements
    assert all(one.move is other.move for one, other in zip(loaded, state.placements, strict=True))


@pytest.mark.parametrize("number", [-1, 10**6])
def test_a_pickle_of_a_card_a_slot_or_a_move_that_is_not_is_refused(number: int) -> None:
    for value in (DECK[0], Slot(0, 0), Move(DECK[0], Slot(0, 0))):
        find, arguments = value.__reduce__()
        assert find(*arguments) is find(*arguments)
        with pytest.raises(InvalidValue):
            find(number)
        with pytest.raises(WrongType):
            find("1")


def test_the_repr_of_a_value_pastes_back() -> None:
    for value in each_value():
        if isinstance(value, GameState | Table | View):
            assert repr(value).startswith(f"<{type(value).__name__}")
        else:
            assert eval(repr(value), dict(PUBLIC)) == value


def test_the_repr_of_a_value_pastes_back_where_nothing_else_has_been_asked_for() -> None:
    texts = [repr(next(iter(held.values()))) for held in values().values()]
    texts += [repr(Record.from_state(game(*FOUR_HANDS)))]
    program = (
        "import sys\n"
        "from westeros_intrigue.notation import *\n"
        "from westeros_intrigue.rules import *\n"
        "for text in eval(sys.stdin.read()):\n    text[0] == '<' or eval(text)"
    )
    subprocess.run([sys.executable, "-c", program], input=repr(texts), text=True, check=True)


def test_nothing_can_be_assigned_to_a_value_nor_deleted_nor_added() -> None:
    for cls, held in values().items():
        if not attrs.has(cls):
            continue
        for value in held.values():
            before = hash(value)
            for name in [*(field.name for field in attrs.fields(cls)), "a_new_attribute"]:
                with pytest.raises(AttributeError):
                    setattr(value, name, None)
                with pytest.raises(AttributeError):
                    delattr(value, name)
            assert hash(value) == before


def test_every_public_class_but_the_errors_is_among_the_values_tested_here() -> None:
    public = {
        name
        for name, thing in PUBLIC.items()
        if isinstance(thing, type)
        and not issubclass(thing, Exception)
        and not is_of_the_players(thing)
    }
    assert public - NOT_HERE == {cls.__name__ for cls in values()}


# What makes values different


def two_ways_to_the_same_court() -> tuple[GameState, GameState]:
    state = play(game(*TWO_HANDS), "0:S@a0 1:L@a1 0:S@a2 1:L@a3")
    ways = []
    for line in ("S3@b0 L3@b1 S4@b2", "S4@b2 L3@b1 S3@b0"):
        reached = state
        for text in line.split():
            reached = apply(reached, move(text))
        ways.append(reached)
    return ways[0], ways[1]


def test_a_state_s_history_counts_in_equality_even_where_the_table_looks_the_same() -> None:
    one, other = two_ways_to_the_same_court()
    assert one.court == other.court
    assert one.hands == other.hands
    assert one != other


def test_values_of_different_kinds_are_never_equal() -> None:
    alike: list[tuple[object, object]] = [
        (slot("a0"), (0, 0)),
        (card("S1"), (House.STARK, 1)),
        (Placement(0, move("S1@a0")), (0, move("S1@a0"))),
        (RoundDeal(()), Deal()),
    ]
    for value, other in alike:
        assert value != other


def test_slots_sort_by_row_then_column_and_moves_by_card_then_slot() -> None:
    assert sorted([slot("b-2"), slot("a1"), slot("a-1"), slot("z0")]) == [
        slot("a-1"), slot("a1"), slot("b-2"), slot("z0"),
    ]  # fmt: skip
    assert sorted([move("L1@a0"), move("S2@a-1"), move("S2@a-2"), move("S1@b0")]) == [
        move("S1@b0"), move("S2@a-2"), move("S2@a-1"), move("L1@a0"),
    ]  # fmt: skip


def test_values_take_any_iterable_and_keep_it_as_a_tuple() -> None:
    hands = [iter(DECK[:2]), list(DECK[2:4])]
    deal = RoundDeal(hands, iter(DECK[4:5]))
    assert deal == RoundDeal((DECK[:2], DECK[2:4]), DECK[4:5])
    assert Deal([deal], iter([IronThroneCard(1, 1)])) == Deal((deal,), (IronThroneCard(1, 1),))
    seats = STANDARD.with_seats(houses=iter(House), automated=[2])
    assert (seats.houses, seats.automated) == (tuple(House), (2,))


def test_a_pickle_of_a_value_that_cannot_be_is_refused_when_it_is_read() -> None:
    good = pickle.dumps(IronThroneCard(3, icons=7), 0)
    assert pickle.loads(good) == IronThroneCard(3, icons=7)
    with pytest.raises(InvalidValue):
        pickle.loads(good.replace(b"I3\n", b"I4\n"))


# Errors


ERRORS: dict[str, Callable[[], WesterosIntrigueError]] = {
    "WesterosIntrigueError": lambda: WesterosIntrigueError("x"),
    "WrongType": lambda: WrongType("x"),
    "InvalidValue": lambda: InvalidValue("x"),
    "WrongPhase": lambda: WrongPhase("x"),
    "MissingExtra": lambda: MissingExtra("x"),
    "NotationError": lambda: NotationError("x", 1, 2, "y"),
    "DecodingError": lambda: DecodingError([("/x", "y")]),
    "InvalidRecord": lambda: InvalidRecord(["x"], 1, 2, 3, 4),
    "InvalidDeal": lambda: InvalidDeal(("x", "y")),
    "InvalidVariant": lambda: InvalidVariant(["x"]),
    "InvalidCourt": lambda: InvalidCourt(iter("x")),
    "IllegalMove": lambda: IllegalMove(
        explain(game(*FOUR_HANDS), move("B1@a1")), move("B1@a1"), game(*FOUR_HANDS)
    ),
    "IllegalMove of a court": lambda: IllegalMove(
        Court().explain(House.STARK, slot("a1")), None, Court()
    ),
}
EACH_ERROR = each(ERRORS)


@EACH_ERROR
def test_an_error_is_pickled_with_all_that_it_carries(
    make: Callable[[], WesterosIntrigueError],
) -> None:
    error = make()
    for protocol in PROTOCOLS:
        loaded = pickle.loads(pickle.dumps(error, protocol))
        assert loaded == error
        assert type(loaded) is type(error)
        assert vars(loaded) == vars(error)
        assert (str(loaded), repr(loaded), hash(loaded)) == (str(error), repr(error), hash(error))


@EACH_ERROR
def test_errors_are_equal_by_type_and_by_what_they_carry(
    make: Callable[[], WesterosIntrigueError],
) -> None:
    error = make()
    assert error == make()
    assert hash(error) == hash(make())
    for copied in (copy.copy(error), copy.deepcopy(error)):
        assert copied == error
        assert vars(copied) == vars(error)
    others = [other() for other in ERRORS.values()]
    assert others.count(error) == 1
    assert error != Exception(*error.args)


def test_errors_of_one_type_differ_by_what_they_carry() -> None:
    assert InvalidDeal(("x",)) != InvalidDeal(("y",))
    assert InvalidDeal(("x",)) != InvalidCourt(("x",))
    refused = IllegalMove((), move("S1@a0"), Court())
    assert refused != IllegalMove((), move("S1@a1"), Court())
    assert refused != IllegalMove((), move("S1@a0"), Court(width_limit=7))


@pytest.mark.parametrize("error", [InvalidDeal, InvalidVariant, InvalidCourt])
def test_an_error_with_faults_keeps_them_and_prints_them_all(
    error: Callable[[list[str]], InvalidDeal],
) -> None:
    raised = error(["one", "two"])
    assert raised.faults == ("one", "two")
    assert str(raised) == "one; two"
    assert isinstance(raised, ValueError)
