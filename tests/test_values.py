"""Values: equal, hashed, frozen, copied, pickled, and printed so that they paste back."""

# ruff: noqa: S301, S307 - what is read here was written here

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain, combinations, product

import attrs
import pytest
from helpers.cases import each
from helpers.sample_documents import some_values
from helpers.tables import FOUR_HANDS, game, move, slot

import westeros_intrigue
import westeros_intrigue as wi
from westeros_intrigue.rules import RULEBOOK, Kind, Rule

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
    enums = (wi.House, wi.Phase, wi.Decision, Kind, wi.ViolationCode)
    strange = (wi.Slot(25, 10**30), wi.Slot(25, -(10**30)), slot("b-1"), slot("b1"))
    for value in (*chain(*enums), *RULEBOOK.values(), *wi.DECK, *strange, *some_values()):
        held = found.setdefault(type(value), {})
        if len(held) < 12 and type(value).__name__ in PUBLIC.keys() - NOT_HERE:
            is_read = (
                not isinstance(value, (*enums, Rule)) and type(value) not in wi.DOCUMENTS.written
            )
            held[wi.to_json(value) if is_read else repr(value)] = value
    return {cls: held for cls, held in found.items() if held}


def each_value() -> Iterator[object]:
    """All these values."""
    return chain.from_iterable(held.values() for held in values().values())


def test_values_are_equal_by_what_they_hold_and_equal_ones_hash_alike() -> None:
    for cls, held in values().items():
        again = [
            wi.from_json(cls, text) if text[0] in '{"' else eval(text, dict(PUBLIC))
            for text in held
        ]
        assert [*held.values()] == again
        assert [*map(hash, held.values())] == [*map(hash, again)]
        assert len(held) > 1
        assert all(one != other for one, other in combinations(again, 2))
        assert len({*held.values(), *again}) == len(held)
        # Programs compare the codes of violations with their text.
        assert all((value == str(value)) is (cls is wi.ViolationCode) for value in again)


def test_a_value_comes_out_of_a_pickle_as_it_went_in() -> None:
    for value, protocol in product(each_value(), PROTOCOLS):
        loaded = pickle.loads(pickle.dumps(value, protocol))
        assert loaded == value
        assert type(loaded) is type(value)
        assert hash(loaded) == hash(value)
        assert repr(loaded) == repr(value)


@pytest.mark.parametrize("number", [-1, 10**6])
def test_a_pickle_of_a_card_a_slot_or_a_move_that_is_not_is_refused(number: int) -> None:
    for value in (wi.DECK[0], wi.Slot(0, 0), wi.Move(wi.DECK[0], wi.Slot(0, 0))):
        find, arguments = value.__reduce__()
        assert find(*arguments) is find(*arguments)
        for wrong in (number, "1"):
            with pytest.raises((wi.InvalidValue, wi.WrongType, KeyError)):
                find(wrong)


def test_the_repr_of_a_value_pastes_back() -> None:
    for value in each_value():
        if isinstance(value, wi.GameState | wi.Table | wi.View):
            assert repr(value).startswith(f"<{type(value).__name__}")
        else:
            assert eval(repr(value), dict(PUBLIC)) == value


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


# What makes values different


def test_values_take_any_iterable_and_keep_it_as_a_tuple() -> None:
    hands = [iter(wi.DECK[:2]), list(wi.DECK[2:4])]
    deal = wi.RoundDeal(hands, iter(wi.DECK[4:5]))
    assert deal == wi.RoundDeal((wi.DECK[:2], wi.DECK[2:4]), wi.DECK[4:5])
    assert wi.Deal([deal], iter([wi.IronThroneCard(1, 1)])) == wi.Deal(
        (deal,), (wi.IronThroneCard(1, 1),)
    )
    seats = wi.STANDARD.with_seats(houses=iter(wi.House), automated=[2])
    assert (seats.houses, seats.automated) == (tuple(wi.House), (2,))


# Errors


ERRORS: dict[str, Callable[[], wi.WesterosIntrigueError]] = {
    "WesterosIntrigueError": lambda: wi.WesterosIntrigueError("x"),
    "WrongType": lambda: wi.WrongType("x"),
    "InvalidValue": lambda: wi.InvalidValue("x"),
    "WrongPhase": lambda: wi.WrongPhase("x"),
    "PlayerFailed": lambda: wi.PlayerFailed("x", 1, 2, "KeyError", "y"),
    "MissingExtra": lambda: wi.MissingExtra("x"),
    "MissingName": lambda: wi.MissingName("x"),
    "NotationError": lambda: wi.NotationError("x", 1, 2, "y"),
    "DecodingError": lambda: wi.DecodingError([("/x", "y")]),
    "InvalidRecord": lambda: wi.InvalidRecord(["x"], 1, 2, 3, 4),
    "InvalidDeal": lambda: wi.InvalidDeal(("x", "y")),
    "InvalidVariant": lambda: wi.InvalidVariant(["x"]),
    "InvalidCourt": lambda: wi.InvalidCourt(iter("x")),
    "IllegalMove": lambda: wi.IllegalMove(
        wi.explain(game(*FOUR_HANDS), move("B1@a1")), move("B1@a1"), game(*FOUR_HANDS)
    ),
    "IllegalMove of a court": lambda: wi.IllegalMove(
        wi.Court().explain(wi.House.STARK, slot("a1")), None, wi.Court()
    ),
}
EACH_ERROR = each(ERRORS)


@EACH_ERROR
def test_an_error_is_pickled_with_all_that_it_carries(
    make: Callable[[], wi.WesterosIntrigueError],
) -> None:
    error = make()
    for protocol in PROTOCOLS:
        loaded = pickle.loads(pickle.dumps(error, protocol))
        assert loaded == error
        assert type(loaded) is type(error)
        assert vars(loaded) == vars(error)
        assert (str(loaded), repr(loaded), hash(loaded)) == (str(error), repr(error), hash(error))
