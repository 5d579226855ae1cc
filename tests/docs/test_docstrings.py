"""Every public name says what it is, where counting begins and what it raises, and shows itself.

The examples run as tests of their own. What must be there is found by looking at the package, so a
new name without it fails here. That an argument of another type raises WrongType goes without
saying: `test_wrong_types` tests it.
"""

from __future__ import annotations

import ast
import datetime as dt
import enum
import importlib
import inspect
import io
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from itertools import pairwise
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import attrs
import pytest
from helpers.cases import MODULES, own_names
from helpers.tables import ONE_ROUND, play_game, play_out
from hypothesis import HealthCheck, Phase as Step, find, settings
from hypothesis.strategies import SearchStrategy
from testing.sound_games import FollowSuit

from nim import nim
from westeros_intrigue import (
    DECK,
    STANDARD,
    Court,
    Deal,
    DecodingError,
    House,
    HouseRules,
    Move,
    Record,
    RoundDeal,
    Slot,
    Table,
    Variant,
    View,
    ViolationCode,
    WesterosIntrigueError,
    WrongType,
    apply,
    legal_moves,
    observe,
    random_player,
    setup,
    to_json,
)
from westeros_intrigue.documents import to_data
from westeros_intrigue.gamekit import Game, GameOf
from westeros_intrigue.lab.environments.gymnasium import GameSeatEnv, OneSeatEnv, TablesEnv
from westeros_intrigue.lab.environments.openspiel import ChanceGame, DealGame, KitGame
from westeros_intrigue.lab.environments.pettingzoo import (
    GameEnv,
    ParallelGameEnv,
    Views,
    WesterosIntrigueEnv,
)
from westeros_intrigue.lab.environments.tensors import encode
from westeros_intrigue.lab.environments.vector import Tables, Values
from westeros_intrigue.lab.matches import Estimate, SequentialTest, play_match
from westeros_intrigue.lab.players import (
    LearnedPlayer,
    MonteCarloPlayer,
    ReadingPlayer,
    analyse,
    analyse_record,
    believe,
)
from westeros_intrigue.lab.simulation import Histogram, Policy
from westeros_intrigue.play.puzzles import load_puzzles
from westeros_intrigue.rules import RULEBOOK, RoundStart, deal_from_deck
from westeros_intrigue.views import Determinizer, Snapshot

PACKAGE = "westeros_intrigue"
OTHERS = (
    "btwixt",
    "simulation",
    "documents",
    "gamekit",
    "language",
    "monopoly",
    "referee",
    "saved",
    "sessions",
    "page",
    "notebook",
    "elements",
    "solving",
    "layouts",
)
OF_THE_CARD_GAME = [name for name in MODULES if name.rpartition(".")[2] not in OTHERS]
"""The modules for whose functions `GIVEN` has arguments."""


@attrs.frozen(eq=False)
class Named:
    """A public class, function, method or property."""

    module: str
    path: str
    thing: object
    """A class, a function or a property; of a class method the function in it."""
    owner: type | None = None
    """The class whose method or property it is."""

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]

    @property
    def own_name(self) -> str:
        """The name under which a function was written."""
        return getattr(self.thing, "__name__", self.name)

    @property
    def doc(self) -> str:
        return inspect.getdoc(self.thing) or ""

    def section(self, title: str) -> dict[str, str]:
        """The entries of a section, such as `Raises`, by their first words."""
        found = re.search(rf"(?ms)^{title}:\n(.*?)(?=^\S|\Z)", self.doc)
        entries = re.split(r"(?m)^    \*{0,2}(\w+): ", found[1] if found else "")
        return dict(zip(entries[1::2], entries[2::2], strict=True))

    @property
    def parameters(self) -> dict[str, inspect.Parameter]:
        """What a caller gives, without `self`, `cls` and what Hypothesis gives."""
        thing = self.thing
        if isinstance(thing, property) or (
            isinstance(thing, type) and issubclass(thing, Exception | enum.Enum | dict)
        ):
            return {}
        found = dict(inspect.signature(thing).parameters)  # type: ignore[arg-type]
        if self.owner and next(iter(found), "") in ("self", "cls"):
            del found[next(iter(found))]
        private = getattr(thing, "__annotations__", {})
        return {
            name: parameter
            for name, parameter in found.items()
            if name not in ("args", "kwargs") and f"_{name}" not in private
        }


def _is_ours(cls: type) -> bool:
    return cls.__module__.startswith(PACKAGE)


def _members(named: Named) -> Iterator[Named]:
    cls = named.thing
    assert isinstance(cls, type)
    members = {
        name: getattr(member, "__func__", member)
        for base in reversed(cls.__mro__)
        if _is_ours(base)
        for name, member in vars(base).items()
        if not name.startswith("_")
    }
    for name, member in members.items():
        called_by_hypothesis = "hypothesis_stateful" in "".join(getattr(member, "__dict__", {}))
        # A property without a function is an attribute of the table, and described there.
        is_written = isinstance(getattr(member, "fget", member), FunctionType)
        if is_written and not called_by_hypothesis:
            yield Named(named.module, f"{named.path}.{name}", member, cls)


PUBLIC = [
    Named(module, f"{module}.{name}", getattr(importlib.import_module(module), name))
    for module in MODULES
    for name in own_names(importlib.import_module(module))
]
CLASSES = [named for named in PUBLIC if isinstance(named.thing, type) and _is_ours(named.thing)]
FUNCTIONS = [named for named in PUBLIC if inspect.isroutine(named.thing)]
MEMBERS = [member for named in CLASSES for member in _members(named)]
ALL = [*CLASSES, *FUNCTIONS, *MEMBERS]


@cache
def fields_of(cls: type) -> dict[str, tuple[str, str]]:
    """The public attributes of a class, each with its type and the text under it, if any."""
    found: dict[str, tuple[str, str]] = {}
    for base in filter(_is_ours, reversed(cls.__mro__)):
        for field, text in pairwise([*_body(base), None]):
            if isinstance(field, ast.AnnAssign):
                name, kind = ast.unparse(field.target), ast.unparse(field.annotation)
            elif isinstance(field, ast.Assign) and issubclass(cls, enum.Enum):
                if isinstance(field.value, ast.Tuple):
                    continue  # its words are a part of the member
                name, kind = ast.unparse(field.targets[0]), ""
            else:
                continue
            is_text = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
            if not name.startswith("_"):
                found[name] = kind, str(text.value.value) if is_text else ""  # type: ignore[union-attr]
    return found


@cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


def _body(cls: type) -> list[ast.stmt]:
    """What stands in a class, in the file where it is written: it bears another module's name."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith(PACKAGE) and vars(module).get(cls.__name__) is cls:
            for node in _tree(module).body:
                if isinstance(node, ast.ClassDef) and node.name == cls.__name__:
                    return node.body
    raise AssertionError(f"nowhere is {cls} written")


def uses(text: str, name: str) -> bool:
    """Whether an example in a docstring uses a name."""
    examples = re.findall(r"(?m)^ *(?:>>>|\.\.\.) (.*)$", text)
    return re.search(rf"\b{name}\b", "\n".join(examples)) is not None


def assert_none(faulty: Iterable[str]) -> None:
    faults = sorted(faulty)
    assert not faults, "\n".join(faults)


def test_every_public_name_says_what_it_is_in_a_sentence() -> None:
    assert_none(
        named.path
        for named in ALL
        if not named.doc.split("\n\n")[0].rstrip().endswith((".", ":"))
        or named.doc.startswith(f"{named.name}(")  # what attrs or inspect would put there
    )


def test_every_public_name_is_used_in_an_example_of_its_own_or_of_its_class() -> None:
    assert_none(named.path for named in CLASSES if ">>> " not in named.doc)
    assert_none(
        named.path
        for named in (*FUNCTIONS, *MEMBERS)
        if not isinstance(named.thing, property)
        and not hasattr(named.thing, "__deprecated__")  # nobody should learn it
        and not getattr(named.owner, "_is_protocol", False)  # the games show them
        and not (
            named.owner in (GameOf, HouseRules) and hasattr(Game, named.name)
        )  # for the same reason
        and not uses(f"{named.doc}\n{inspect.getdoc(named.owner) or ''}", named.own_name)
    )


def test_who_gives_several_arguments_reads_what_each_is() -> None:
    assert_none(
        f"{named.path}: {parameter}"
        for named in (*FUNCTIONS, *MEMBERS)
        if len(named.parameters) > 1
        for parameter in named.parameters
        if parameter not in named.section("Args")
    )


def test_no_docstring_describes_an_argument_that_is_not_there() -> None:
    assert_none(
        f"{named.path}: {parameter}"
        for named in (*FUNCTIONS, *MEMBERS)
        for parameter in named.section("Args")
        if parameter not in named.parameters
    )


def test_every_public_attribute_is_described_under_it() -> None:
    assert_none(
        f"{named.path}.{name}"
        for named in CLASSES
        for name, (_, text) in fields_of(named.thing).items()
        if not text
    )


def test_every_rule_that_a_docstring_names_is_in_the_rulebook() -> None:
    cited = [
        (named, rule)
        for named in ALL
        for paragraph in re.findall(r"(?ms)^Rules: (.*?)(?:\n\n|\Z)", named.doc)
        for rule in re.findall(r"[a-z]+\.[a-z.-]*[a-z]", paragraph)
    ]
    assert cited
    assert_none(
        f"{named.path}: {rule}"
        for named, rule in cited
        if rule not in getattr(importlib.import_module(named.module), "RULEBOOK", RULEBOOK)
    )


# Errors

STATE = setup(4, seed=1)
GIVEN: dict[str, object] = {
    "action": 0, "actions": {"player_0": 0}, "agent": "player_0",
    "card": DECK[0], "cards": DECK, "cls": Variant, "code": None, "column": 0, "comment": "",
    "court": Court(), "data": 4, "day": dt.date(2027, 1, 1), "dead": 2,
    "engine": lambda _: None, "event": RoundStart(1, 0, 9, (), (None,) * 4),
    "file": io.StringIO(), "first_player": 0, "game": None,
    "games": 1, "hands": ("S", "L"), "house": House.STARK, "house_rule": "", "icons": 1,
    "key": "x", "module": "no_repeats",
    "move": legal_moves(STATE)[0], "number": 1, "penalty_points": (3, 0),
    "player": 0, "players": 4, "points": (), "position": STATE, "positions": (STATE,),
    "records": (), "rng": random.Random(1),
    "sampler": random.Random(1).random,
    "scores": (1.0, 0.5),
    "round_deal": deal_from_deck(DECK, 4), "round_number": 1, "rounds": 1, "row": 0,
    "rule_id": "court.match", "score_piles": (STANDARD.throne_cards[:1], ()), "seed": 1,
    "slot": Slot(0, 0), "state": STATE, "table": STATE.table, "tags": (), "text": "",
    "throne_cards": STANDARD.throne_cards, "traits": ("solo",), "value": STATE, "variant": STANDARD,
    "view": observe(STATE, 0),
}  # fmt: skip
"""An argument for each parameter that must be given."""
END = play_out(setup(2, seed=1))
LATE = reduce(apply, [placed.move for placed in END.placements[:-4]], setup(2, seed=1))
GIVEN_TO: dict[str, dict[str, object]] = {
    "chance": {"count": 2},
    "compare_games": {
        "before": "westeros-intrigue",
        "after": ("westeros-intrigue", {"rounds": 1}),
        "players": "random",
        "deals": 1,
        "seed": 1,
    },
    "PolicyPlayer": {"choose": lambda _observation, mask: mask.argmax()},
    "Deal": {"rounds": (deal_from_deck(DECK, 4),)},
    "Views": {"table": GameEnv("monopoly")._table},
    "analyse_record": {"record": Record.from_state(STATE)},
    "decode": {"numbers": encode(observe(STATE, 0))},
    "encode": {"view": observe(STATE, 0), "move": legal_moves(STATE)[0]},
    "of": {"counts": (), "numbers": ()},
    "playouts": {"policies": Policy.RANDOM, "count": 1},
    "solve": {"state": LATE},
    "GameEnv": {"game": "monopoly"},
    "KitGame": {"game": FollowSuit(), "seed": 7},
    "GameSeatEnv": {"game": "btwixt", "players": [None, "random", "random"]},
    "write_pictures": {"path": Path("court.svg"), "pages": ()},
    "Card": {"number": 4},
    "IronThroneCard": {"value": 1},
    "ParallelGameEnv": {"game": GameEnv("monopoly")},
    "SeparatePlayer": {"command": ("true",)},
    "SequentialTest": {"less": 0.5, "more": 0.6},
    "RoundDeal": {"hands": (DECK[:1], DECK[1:2]), "starters": DECK[2:3]},
    "Rulebook": {"rules": ()},
    "Variant": {"houses": (*House,), "automated": (1,)},
    "cards": {"deal": 0},
    "check_player": {"player": random_player, "players": [2], "games": 1, "variants": [ONE_ROUND]},
    "deals_to_tell": {"share": 0.6},
    "measure_game": {"game": nim, "games": 10, "seed": 1},
    "deal_round": {"state": setup(4, deal=Deal())},
    "end_after": {"move": load_puzzles()[0].solution},
    "events": {"before": None, "after": STATE},
    "final_winner": {"position": play_game(setup(2, seed=1))},
    "from_data": {"data": to_data(STANDARD)},
    "from_json": {"text": to_json(STANDARD)},
    "parse": {"text": str(Record.from_state(STATE))},
    "parse_card": {"text": "S4"},
    "parse_court": {"text": "a0 S4"},
    "parse_position": {"text": "-; *9, 9, 9, 9"},
    "parse_hand": {"text": "S4"},
    "parse_move": {"text": "S4@b2"},
    "parse_player": {"name": "greedy"},
    "parse_slot": {"text": "b2"},
    "player_name": {"player": random_player},
    "play_match": {"entrants": {"random": random_player}, "deals": 1, "seed": 1},
    "seated": {"deal": 0},
    "seatings": {"deal": 0},
    "source": {"deal": 0, "purpose": 0},
    "tally": {"name": "random"},
    "play_game": {"players": [random_player, random_player], "seed": 1},
    "score_round": {"state": END},
    "winning_moves": {"state": LATE},
    "find_solution": {"state": load_puzzles()[0].state},
    "play_out": {"state": load_puzzles()[0].state, "move": load_puzzles()[0].solution},
    "to_data": {"value": STANDARD},
}
"""What some functions need instead."""


def at_the_table(environment: Any) -> Any:
    """An environment in which a game is being played."""
    environment.reset(seed=1)
    return environment


@cache
def instances() -> dict[str, object]:
    """An instance of each class whose methods are called."""
    match_result = play_match({"random": random_player, "other": random_player}, deals=1, seed=1)
    return {
        "Analysis": analyse(observe(STATE, 0), playouts=1),
        "Belief": believe(observe(setup(2, seed=1), 0)),
        "Court": Court(),
        "Histogram": Histogram(()),
        "Deal": Deal(),
        "DecodingError": DecodingError([("", "bad")]),
        "Determinizer": Determinizer(observe(STATE, 0)),
        "Estimate": Estimate(0.5),
        "Puzzle": load_puzzles()[0],
        "Match": match_result.match,
        "MatchResult": match_result,
        "Record": Record.from_state(STATE),
        "ChanceGame": ChanceGame(),
        "DealGame": DealGame(),
        "State": DealGame().new_initial_state(),
        "GameEnv": at_the_table(GameEnv("monopoly")),
        "OneSeatEnv": at_the_table(OneSeatEnv()),
        "GameSeatEnv": at_the_table(GameSeatEnv("btwixt", [None, "random", "random"])),
        "KitGame": KitGame(FollowSuit(), 3, seed=7),
        "SequentialTest": SequentialTest(0.5, 0.55),
        "LearnedPlayer": LearnedPlayer(),
        "MonteCarloPlayer": MonteCarloPlayer(10),
        "ParallelGameEnv": at_the_table(ParallelGameEnv(GameEnv("monopoly"))),
        "ReadingPlayer": ReadingPlayer(),
        "RecordAnalysis": analyse_record(Record.from_state(STATE)),
        "RoundDeal": RoundDeal,
        "RoundResult": play_game(setup(2, seed=1)).results[0],
        "Rulebook": RULEBOOK,
        "Snapshot": Snapshot,
        "Table": Table.new(4),
        "View": View(Table.new(4)),
        "Views": Views(GameEnv("monopoly")._table),
        "Variant": STANDARD.with_options(anyone_can_die=True),
        "WesterosIntrigueEnv": at_the_table(WesterosIntrigueEnv()),
    }


ASK_FOR_MORE = {
    "load_ipython_extension", "unload_ipython_extension",
    "Analysis", "Field", "GameState", "JudgedMove", "JudgedPlacement", "Observer", "Playouts",
    "Puzzle", "RecordAnalysis", "SimulatedGames", "SimulatedRounds",
    "Snapshot", "Solution", "State", "Table", "check_game",
    "gone_out", "limited_to", "means", "placed", "reveal", "revealed", "scored",
    "set_from", "string_from",
}  # fmt: skip
"""What asks for a game, an engine or a phase that is not there; what the library alone makes."""
JUNK: tuple[object, ...] = (
    None, -1, 40, "x", (), ("x", 1), ViolationCode.CARD_IN_COURT, ViolationCode.NOBODY_TO_MOVE,
    Slot(25, 0), Move(DECK[0], Slot(25, 0)), RoundDeal(()), Deal((RoundDeal(()),)),
    STANDARD.with_options(rivalry=True),
)  # fmt: skip
ONE = settings(
    max_examples=1, phases=[Step.generate], database=None, suppress_health_check=list(HealthCheck)
)


def is_called(named: Named) -> bool:
    """Whether people call it with arguments, and it has a body that can look at them."""
    is_protocol = getattr(named.owner or named.thing, "_is_protocol", False)
    # Their own tests give bad arguments to those.
    is_compiled = (named.owner or named.thing) in {Tables, TablesEnv, Values}
    # Authors override those; the functions of the card game, which they call, are asked.
    is_of_an_author = named.owner is HouseRules
    is_left_out = is_protocol or is_compiled or is_of_an_author or named.name in ASK_FOR_MORE
    is_left_out |= hasattr(named.thing, "__deprecated__")  # its replacement is asked
    return bool(named.parameters) and not is_left_out


def call(named: Named, arguments: dict[str, object]) -> None:
    """Call it, and ask what it gives for a first thing."""
    called: Callable[..., object] = named.thing  # type: ignore[assignment]
    if named.owner is not None:
        owner = instances()[named.owner.__name__]
        if hasattr(owner, "reset"):  # an earlier call can have ended the game
            at_the_table(owner)
        called = getattr(owner, named.name)
    result = called(**arguments)
    if isinstance(result, Iterator):
        next(result, None)
    elif isinstance(result, SearchStrategy):
        find(result, lambda _: True, settings=ONE)


def good_arguments(named: Named) -> dict[str, object]:
    """Arguments with which it can be called: those that must be given, and some others."""
    special = GIVEN_TO.get(named.name, {})
    return {
        name: special.get(name, GIVEN.get(name))
        for name, parameter in named.parameters.items()
        if (parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD)
        or name in special
    }


def provoked(named: Named) -> set[type[WesterosIntrigueError]]:
    """The library's errors that bad arguments lead to, given one at a time."""
    good = good_arguments(named)
    call(named, good)
    found = set()
    for name in named.parameters:
        for junk in JUNK:
            try:
                call(named, {**good, name: junk})
            except WesterosIntrigueError as error:
                found.add(type(error))
            except Exception:  # noqa: BLE001, S112 - what is no error of the library is none of ours
                continue
    return found - {WrongType}


@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")  # of long reprs
@pytest.mark.long
def test_what_bad_arguments_lead_to_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some junk is the name of a file that is written
    assert_none(
        f"{named.path} raises {error.__name__}"
        for named in ALL
        if named.module in OF_THE_CARD_GAME
        and is_called(named)
        and named.module != "westeros_intrigue.testing"  # strategies, which take long to ask
        for error in provoked(named)
        if not named.section("Raises").keys() & {base.__name__ for base in error.__mro__}
    )
