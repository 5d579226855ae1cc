"""Values: equal, hashed, frozen, copied, pickled, and printed so that they paste back."""

# ruff: noqa: S301, S307 - what is read here was written here

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from itertools import product

import attrs
import pytest
from cases import each, is_of_the_players
from tables import FOUR_HANDS, TWO_HANDS, card, court, game, move, play, play_game, play_out, slot

import westeros_intrigue
from westeros_intrigue import (
    DECK,
    SOLO_SCHEMING,
    STANDARD,
    Court,
    Deal,
    Decision,
    DecodingError,
    Elimination,
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
    events,
    explain,
    final_winner,
    observe,
    rule,
    setup,
)
from westeros_intrigue.rules import (
    Adjustment,
    Kind,
    Reveal,
    RoundEnd,
    SetAside,
    Transcript,
    TurnStart,
    draw_deal,
)
from westeros_intrigue.rules.slots import MOVES, SLOTS

PUBLIC = {
    name: getattr(module, name)
    for module in (westeros_intrigue, westeros_intrigue.rules, westeros_intrigue.text)
    for name in module.__all__
}
# For each kind of value two makers: of equal values made apart, and of a different one.
PAIRS: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
    "House": (lambda: House("S"), lambda: House("L")),
    "Phase": (lambda: Phase("playing"), lambda: Phase("dealing")),
    "Decision": (lambda: Decision("shared"), lambda: Decision("fewest-icons")),
    "Kind": (lambda: Kind("stated"), lambda: Kind("follows")),
    "ViolationCode": (lambda: ViolationCode("row-full"), lambda: ViolationCode("slot-taken")),
    "Rule": (lambda: rule("court.match"), lambda: rule("court.width")),
    "Card": (lambda: card("S4"), lambda: card("S5")),
    "IronThroneCard": (lambda: IronThroneCard(2, 3), lambda: IronThroneCard(2, 4)),
    "Slot": (lambda: slot("b-1"), lambda: slot("b1")),
    "Slot far away": (lambda: Slot(25, 10**30), lambda: Slot(25, -(10**30))),
    "Move": (lambda: move("S4@b-1"), lambda: move("S4@b0")),
    "Court": (lambda: court("SL", "S"), lambda: court("SL", "L")),
    "Court, empty": (Court, lambda: Court(width_limit=7)),
    "Variant": (lambda: STANDARD.with_rounds(2), lambda: STANDARD),
    "Variant with all": (
        lambda: SOLO_SCHEMING.with_options(rivalry=True, anyone_can_die=True),
        lambda: SOLO_SCHEMING,
    ),
    "RoundDeal": (
        lambda: RoundDeal((DECK[:2], DECK[2:4]), DECK[4:5]),
        lambda: RoundDeal((DECK[1:3], DECK[3:5]), DECK[:1]),
    ),
    "Deal": (
        lambda: draw_deal(5, random.Random(1)),
        lambda: draw_deal(5, random.Random(2)),
    ),
    "Placement": (lambda: Placement(1, move("S4@a0")), lambda: Placement(2, move("S4@a0"))),
    "Elimination": (lambda: Elimination(1, 9, 2), lambda: Elimination(1, 9, 3)),
    "Adjustment": (
        lambda: Adjustment(1, -1, "option.affiliation"),
        lambda: Adjustment(1, 1, "option.rivalry"),
    ),
    "Violation": (
        lambda: explain(game(*FOUR_HANDS), move("B1@a1"))[0],
        lambda: explain(game(*FOUR_HANDS), move("B1@a1"))[1],
    ),
    "RoundStart": (
        lambda: events(None, game(*FOUR_HANDS))[0],
        lambda: events(None, game(*TWO_HANDS))[0],
    ),
    "SetAside": (lambda: SetAside(1, DECK[:2]), lambda: SetAside(1, DECK[1::-1])),
    "TurnStart": (lambda: TurnStart(1), lambda: TurnStart(2)),
    "RoundEnd": (
        lambda: RoundEnd(1, (2, 1), (), (2, 1), 0, None),
        lambda: RoundEnd(2, (2, 1), (), (2, 1), 0, None),
    ),
    "Reveal": (lambda: Reveal(((IronThroneCard(1, 1),), ())), lambda: Reveal(((), ()))),
    "RoundResult": (
        lambda: play_game(setup(2, seed=1)).results[0],
        lambda: play_game(setup(2, seed=1)).results[1],
    ),
    "FinalResult": (
        lambda: final_winner(play_game(setup(5, seed=1))),
        lambda: final_winner(play_game(setup(5, seed=2))),
    ),
    "Table": (
        lambda: play(game(*FOUR_HANDS), "0:S@a0 1:L@a1").table,
        lambda: play(game(*FOUR_HANDS), "0:S@a0 1:L@a-1").table,
    ),
    "Table before the first card": (lambda: Table.new(3), lambda: Table.new(3, first_player=1)),
    "View": (lambda: observe(game(*FOUR_HANDS), 0), lambda: observe(game(*FOUR_HANDS), 1)),
    "Transcript": (
        lambda: Transcript.of(play(game(*FOUR_HANDS), "0:S@a0 1:L@a1")),
        lambda: Transcript.of(play(game(*FOUR_HANDS), "0:S@a0 1:L@a-1")),
    ),
    "GameState": (
        lambda: play(game(*FOUR_HANDS), "0:S@a0 1:L@a1"),
        lambda: play(game(*FOUR_HANDS), "0:S@a0 1:L@a-1"),
    ),
    "GameState while dealing": (
        lambda: setup(3, deal=Deal()),
        lambda: setup(3, deal=Deal(), first_player=1),
    ),
    "GameState at the end": (
        lambda: play_game(setup(5, seed=1)),
        lambda: play_out(setup(5, seed=1)),
    ),
}

ENUMS = {"House", "Phase", "Decision", "Kind", "ViolationCode"}

# Public classes that are no values, or that have tests of their own elsewhere.
NOT_HERE = {
    "RandomSource", "Determinizer", "Record", "RecordedPlacement", "RecordedRound", "Rulebook",
}  # fmt: skip

EACH_PAIR = each(PAIRS)
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


@EACH_PAIR
def test_values_are_equal_by_what_they_hold_and_equal_ones_hash_alike(
    make: Callable[[], object], other: Callable[[], object]
) -> None:
    assert make() == make()
    assert hash(make()) == hash(make())
    assert make() != other()
    assert make() != str(make())
    assert len({make(), make(), other()}) == 2


@EACH_PAIR
def test_a_copy_of_a_value_is_the_value_itself_as_nothing_in_it_can_change(
    make: Callable[[], object], other: Callable[[], object]
) -> None:
    for value in (make(), other()):
        assert copy.copy(value) is value
        assert copy.deepcopy(value) is value
        assert copy.deepcopy([value])[0] is value


@EACH_PAIR
def test_a_value_comes_out_of_a_pickle_as_it_went_in(
    make: Callable[[], object], other: Callable[[], object]
) -> None:
    for value, protocol in product((make(), other()), PROTOCOLS):
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


@EACH_PAIR
def test_the_repr_of_a_value_pastes_back(
    make: Callable[[], object], other: Callable[[], object]
) -> None:
    for value in (make(), other()):
        if isinstance(value, GameState | Table | View):
            assert repr(value).startswith(f"<{type(value).__name__}")
        else:
            assert eval(repr(value), dict(PUBLIC)) == value


def test_the_repr_of_a_value_pastes_back_where_nothing_else_has_been_asked_for() -> None:
    texts = [repr(make()) for make, _ in PAIRS.values()]
    texts += [repr(Record.from_state(game(*FOUR_HANDS)))]
    program = "import sys, westeros_intrigue as w\nfor text in eval(sys.stdin.read()):\n    "
    program += "text[0] == '<' or eval(text, vars(w.rules) | vars(w.text))"
    subprocess.run([sys.executable, "-c", program], input=repr(texts), text=True, check=True)


@each({name: make for name, (make, _) in PAIRS.items() if name not in ENUMS})
def test_nothing_can_be_assigned_to_a_value_nor_deleted_nor_added(
    make: Callable[[], attrs.AttrsInstance],
) -> None:
    value = make()
    for name in [*(field.name for field in attrs.fields(type(value))), "a_new_attribute"]:
        with pytest.raises(AttributeError):
            setattr(value, name, None)
        with pytest.raises(AttributeError):
            delattr(value, name)
    assert value == make()


def test_every_public_class_but_the_errors_is_among_the_values_tested_here() -> None:
    public = {
        name
        for name, thing in PUBLIC.items()
        if isinstance(thing, type)
        and not issubclass(thing, Exception)
        and not is_of_the_players(thing)
    }
    assert public - NOT_HERE == {type(make()).__name__ for make, _ in PAIRS.values()}


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
