"""Every public name says what it is, where counting begins, what it raises, and shows itself.

The examples run as tests of their own. What must be there is found by looking at the package, so a
new name without it fails here.
"""

from __future__ import annotations

import builtins
import inspect
import io
import random
import re
import warnings
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, find, settings
from hypothesis import Phase as Step
from hypothesis.errors import HypothesisWarning
from hypothesis.strategies import SearchStrategy
from public_docstrings import (
    CLASSES,
    FUNCTIONS,
    MEMBERS,
    METHODS,
    Named,
    declared,
    texts_under,
    uses,
)
from tables import play_game, play_out

import westeros_intrigue
from westeros_intrigue import (
    DECK,
    STANDARD,
    Court,
    Deal,
    DecodingError,
    Determinizer,
    House,
    Record,
    RoundDeal,
    Slot,
    Variant,
    ViolationCode,
    WesterosIntrigueError,
    deal_from_deck,
    legal_moves,
    observe,
    random_player,
    setup,
    testing,
    to_data,
    to_json,
)
from westeros_intrigue.compiled import Policy

# What has to do with no rule: text, data, files, and what the library is made of.
WITHOUT_RULES = {
    "DecodingError", "GameState", "House", "IllegalMove", "InvalidCourt", "InvalidDeal",
    "InvalidRecord", "InvalidValue", "InvalidVariant", "Kind", "MissingExtra", "NotationError",
    "Phase", "RandomSource", "Record", "Rule", "Violation", "ViolationCode",
    "WesterosIntrigueError", "WrongPhase", "WrongType", "from_data", "from_json", "parse_card",
    "parse_hand", "read_records", "rule", "to_data", "to_json", "write_records",
}  # fmt: skip
COUNTED = {
    "active_player", "automated", "column", "first_player", "first_players", "index",
    "last_placer", "line", "number", "out", "placement", "player", "ranking", "round_number",
    "row", "start", "starting_player", "winners",
}  # fmt: skip
"""What seats, rounds, placements, slots and lines are called, which are counted from somewhere."""
AMOUNTS = {
    "available_cores", "cards_in_game", "cards_left", "cell", "court_size", "final_scores", "games",
    "hand_size", "hand_sizes", "icons", "key", "known_counts", "last_house", "penalty_points",
    "placements", "placements_before", "player_counts", "players", "plies", "points", "refusals",
    "rounds", "rounds_for", "score_pile_sizes", "scored_rounds", "seed", "size_limit",
    "starter_count", "tables", "threads", "totals", "value", "width_limit",
}  # fmt: skip
"""Other whole numbers, which are counted from nowhere: how many there are of something, keys."""
FROM = re.compile(r"\bfrom [01]\b", flags=re.IGNORECASE)
SEATWISE = re.compile(r"\b(for|of) each (automated )?seat\b|seat by seat", flags=re.IGNORECASE)
IS_NUMBER = re.compile(r"\bint(16)?\b")

STATE = setup(4, seed=1)
GIVEN: dict[str, object] = {
    "card": DECK[0], "cards": DECK, "cls": Variant, "code": None, "column": 0, "comment": "",
    "data": 4, "engine": lambda _: None, "file": io.StringIO(), "first_player": 0, "game": None,
    "games": 1, "hands": ("S", "L"), "house": House.STARK, "icons": 1, "ipython": None,
    "key": "x", "move": legal_moves(STATE)[0], "number": 1, "penalty_points": (0, 0),
    "player": 0, "players": 4, "position": STATE, "records": (), "rng": random.Random(1),
    "round_deal": deal_from_deck(DECK, 4), "round_number": 1, "rounds": 1, "row": 0,
    "rule_id": "court.match", "score_piles": ((), ()), "seed": 1, "slot": Slot(0, 0),
    "state": STATE, "tags": (), "text": "", "throne_cards": STANDARD.throne_cards,
    "value": STATE, "variant": STANDARD, "view": observe(STATE, 0),
}  # fmt: skip
"""An argument for each parameter that must be given."""
GIVEN_TO: dict[str, dict[str, object]] = {
    "IronThroneCard": {"value": 1},
    "check_player": {"player": random_player, "players": [2]},
    "check_engine": {"players": [2]},
    "deal_round": {"state": setup(4, deal=Deal())},
    "final_winner": {"state": play_game(setup(2, seed=1))},
    "from_json": {"text": to_json(STANDARD)},
    "play_game": {"players": [random_player, random_player], "seed": 1},
    "score_round": {"state": play_out(setup(2, seed=1))},
    "draw_text": {"players": None},
    "to_data": {"value": STANDARD},
    "from_data": {"data": to_data(STANDARD)},
    "parse": {"text": str(Record.from_state(STATE))},
    "parse_card": {"text": "S4"},
    "parse_court": {"text": "a0 S4"},
    "parse_hand": {"text": "S4"},
    "parse_move": {"text": "S4@b2"},
    "parse_slot": {"text": "b2"},
    "RoundDeal": {"hands": (DECK[:1], DECK[1:2])},
}
"""What some functions need instead."""
NEVER_RIGHT = {
    "Decision", "House", "Kind", "Phase", "Policy", "ViolationCode",
    "GameState", "SimulatedRounds",
    "check_engine", "compare_engine", "load_ipython_extension", "unload_ipython_extension",
}  # fmt: skip
"""Enums; what the library alone makes; what asks for an engine or a shell that is not there."""
JUNK: tuple[object, ...] = (
    object(), None, True, -1, 40, "x", (), (object(),), ("x", 1), House.STARK, Policy.GREEDY,
    ViolationCode.CARD_IN_COURT, ViolationCode.NOBODY_TO_MOVE, lambda *_: None,
)  # fmt: skip
INSTANCES: dict[str, object] = {
    "Court": Court(),
    "DecodingError": DecodingError([("", "bad")]),
    "Determinizer": Determinizer(observe(STATE, 0)),
    "Record": Record.from_state(STATE),
    "RoundDeal": RoundDeal,
    "Variant": STANDARD.with_options(anyone_can_die=True),
}
ONE = settings(
    max_examples=1, phases=[Step.generate], database=None, suppress_health_check=list(HealthCheck)
)


def by_path(named: Named) -> str:
    return named.path


def in_the_package(named: list[Named]) -> list[Named]:
    """Those that are imported from `westeros_intrigue` itself."""
    return [each for each in named if each.path.count(".") == 1]


def in_classes_examples(member: Named) -> bool:
    return uses(inspect.getdoc(member.owner) or "", member.name)


def raised(named: Named) -> set[str]:
    """The errors that the section `Raises` names."""
    return set(re.findall(r"(?m)^    (\w+): ", named.sections.get("Raises", "")))


@pytest.mark.parametrize("named", [*CLASSES, *FUNCTIONS, *MEMBERS], ids=by_path)
def test_every_public_name_says_what_it_is_in_a_sentence(named: Named) -> None:
    first = named.doc.split("\n\n")[0].rstrip()
    assert first.endswith((".", ":"))
    assert not first.startswith(f"{named.name}(")  # what attrs or inspect would put there


@pytest.mark.parametrize("named", CLASSES, ids=by_path)
def test_every_public_class_has_an_example(named: Named) -> None:
    assert ">>> " in named.doc


@pytest.mark.parametrize("named", FUNCTIONS, ids=by_path)
def test_every_public_function_has_an_example_that_uses_it(named: Named) -> None:
    assert uses(named.doc, named.name)


@pytest.mark.parametrize("member", MEMBERS, ids=by_path)
def test_every_public_method_and_property_is_used_in_its_example_or_its_class_s(
    member: Named,
) -> None:
    assert uses(member.doc, member.name) or in_classes_examples(member)


@pytest.mark.parametrize("named", in_the_package([*CLASSES, *FUNCTIONS]), ids=by_path)
def test_every_public_name_that_implements_a_rule_cites_it(named: Named) -> None:
    assert ("Rules" in named.sections) != (named.name in WITHOUT_RULES)


@pytest.mark.parametrize("named", CLASSES, ids=by_path)
def test_every_public_attribute_is_described_under_it(named: Named) -> None:
    assert isinstance(named.thing, type)
    assert {
        name for name in declared(named.thing) if not texts_under(named.thing).get(name)
    } == set()


def test_no_code_stands_in_a_docstring_but_in_examples() -> None:
    blocks = {
        paragraph.strip()
        for named in (*CLASSES, *FUNCTIONS, *MEMBERS)
        for paragraph in named.doc.split("\n\n")
        if paragraph.startswith("    ")
    }
    # The formula stands in docs/players.md too, and is calculated with in test_docs_blocks.
    assert blocks == {"slots * (own - unseen / 2)"}


# Counting


def numbers() -> Iterator[tuple[str, str, str]]:
    """Whatever is given, held or returned and is a whole number: where, its name, what is said."""
    for named in (*CLASSES, *FUNCTIONS, *METHODS):
        attributes = declared(named.thing) if isinstance(named.thing, type) else {}
        for name, parameter in named.parameters.items():
            if name not in attributes and IS_NUMBER.search(str(parameter.annotation)):
                yield named.path, name, named.entries.get(name, "")
        for name, kind in attributes.items():
            if IS_NUMBER.search(kind):
                yield named.path, name, texts_under(named.thing)[name]
    for named in (*FUNCTIONS, *MEMBERS):
        if IS_NUMBER.search(named.returned):
            yield named.path, named.name, named.doc


NUMBERS = [*numbers()]


def test_what_counts_seats_rounds_slots_or_lines_says_where_counting_begins() -> None:
    faults = [
        f"{path}, {name}: {text}"
        for path, name, text in NUMBERS
        if name in COUNTED and not FROM.search(text)
    ]
    assert not faults, "\n".join(faults)


def test_what_stands_seat_by_seat_says_that_seats_begin_at_0() -> None:
    texts = [
        (named.path, text)
        for named in (*CLASSES, *FUNCTIONS, *METHODS)
        for text in named.entries.values()
    ]
    texts += [
        (f"{named.path}.{name}", text)
        for named in CLASSES
        for name, text in texts_under(named.thing).items()
    ]
    texts += [(named.path, named.doc) for named in (*FUNCTIONS, *MEMBERS)]
    seatwise = [f"{path}: {text}" for path, text in texts if SEATWISE.search(text)]
    unsaid = [each for each in seatwise if not re.search(r"from (seat )?0", each)]
    assert seatwise
    assert not unsaid, "\n".join(unsaid)


def test_every_whole_number_is_known_to_be_counted_or_an_amount() -> None:
    assert {name for _, name, _ in NUMBERS} == COUNTED | AMOUNTS
    assert not COUNTED & AMOUNTS


# Errors


def good_arguments(named: Named) -> dict[str, object]:
    """What must be given, and is right."""
    special = GIVEN_TO.get(named.name, {})
    return {
        name: special.get(name, GIVEN.get(name))
        for name, parameter in named.parameters.items()
        if parameter.default is parameter.empty or name in special
    }


def call(named: Named, arguments: dict[str, object]) -> None:
    """Call it, and ask what it gives for a first thing."""
    called: Callable[..., object] = named.thing  # type: ignore[assignment]
    if named.owner is not None:
        called = getattr(INSTANCES[named.owner.__name__], named.name)
    result = called(**arguments)
    if isinstance(result, Iterator):
        next(result, None)
    elif isinstance(result, SearchStrategy):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", HypothesisWarning)  # a whole game has a long repr
            find(result, lambda _: True, settings=ONE)


def provoked(named: Named) -> set[type[WesterosIntrigueError]]:
    """The library's errors that bad arguments lead to, given one at a time."""
    good = good_arguments(named)
    found = set()
    for name in named.parameters:
        for junk in JUNK:
            try:
                call(named, {**good, name: junk})
            except WesterosIntrigueError as error:
                found.add(type(error))
            except Exception:  # noqa: BLE001, S112 - what is no error of the library is none of ours
                continue
    return found


def is_called(named: Named) -> bool:
    """Whether people call it with arguments, and it has a body that can look at them."""
    cls = named.owner or named.thing
    is_class = isinstance(named.thing, type)
    return bool(named.parameters) and not (
        getattr(cls, "_is_protocol", False) or (is_class and issubclass(cls, Exception | dict))  # type: ignore[arg-type]
    )


CALLED = [named for named in (*CLASSES, *FUNCTIONS, *METHODS) if is_called(named)]


def test_there_is_an_argument_for_every_parameter_that_needs_one() -> None:
    needed = {
        name
        for named in CALLED
        for name, parameter in named.parameters.items()
        if parameter.default is parameter.empty and not isinstance(named.thing, type)
    }
    assert needed - GIVEN.keys() == set()


def test_what_bad_arguments_replace_is_right() -> None:
    failed = set()
    for named in CALLED:
        try:
            call(named, good_arguments(named))
        except Exception:  # noqa: BLE001 - whatever it is, the arguments are not right
            failed.add(named.name)
    assert failed == NEVER_RIGHT


@pytest.mark.parametrize("named", CALLED, ids=by_path)
def test_what_bad_arguments_lead_to_is_said(named: Named) -> None:
    said = raised(named)
    unsaid = {
        error.__name__
        for error in provoked(named)
        if not said & {base.__name__ for base in error.__mro__}
    }
    assert unsaid == set()


@pytest.mark.parametrize("named", [*CLASSES, *FUNCTIONS, *METHODS], ids=by_path)
def test_what_is_said_to_be_raised_is_an_error_that_people_can_catch(named: Named) -> None:
    for name in raised(named):
        error = next(
            found
            for module in (westeros_intrigue, testing, builtins)
            if (found := getattr(module, name, None)) is not None
        )
        assert issubclass(error, Exception)


@pytest.mark.parametrize("named", in_the_package(FUNCTIONS), ids=by_path)
def test_every_public_function_of_the_rules_says_what_it_raises(named: Named) -> None:
    assert raised(named)
