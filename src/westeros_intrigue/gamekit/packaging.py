"""Data files, extras, names that are imported on first use, and where other names are."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from importlib import import_module
from types import FrameType, ModuleType
from typing import Any

from westeros_intrigue.gamekit.english import join_words
from westeros_intrigue.gamekit.errors import MissingExtra, MissingName


def read_file(package: str, name: str) -> bytes:
    """Return the contents of a file in a package.

    Raises:
        MissingExtra: the file is not there.
    """
    # The loader reads zip files too; `importlib.resources` would take longer than the file.
    spec: Any = sys.modules[package].__spec__
    [folder] = spec.submodule_search_locations
    try:
        contents: bytes = spec.loader.get_data(f"{folder}{os.sep}{name}")
    except OSError as error:
        raise _missing_part(f"the file {name} of {package}", package) from error
    return contents


def read_data(package: str, name: str) -> Any:  # noqa: ANN401 - as the file has
    """Return the contents of a JSON file in a package.

    Raises:
        MissingExtra: the file is not there.
    """
    return json.loads(read_file(package, name))


def import_part(module: str) -> Any:  # noqa: ANN401 - any module
    """Return a module of this package that is imported by its name alone.

    Programs that look for imports, to pack what a program needs, do not see such a module.

    Raises:
        MissingExtra: the module is not there.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise _missing_part(f"the module {module}", module.rpartition(".")[0]) from error


def _missing_part(what: str, package: str) -> MissingExtra:
    return MissingExtra(
        f"{what} is missing from this copy of the library: install the library again or, in a "
        f"frozen program, include the package {package} with its files, cx_Freeze by "
        f"--packages={package}, PyInstaller by --collect-all={package}, Nuitka by "
        f"--include-package={package} --include-package-data={package}"
    )


@contextmanager
def needs_extra(what: str, extra: str) -> Iterator[None]:
    """Raise `MissingExtra` if an import inside the `with` block fails.

    Args:
        what: the subject of the message, such as `playouts`.
        extra: the extra of the package that installs the dependency.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        if package == "westeros_intrigue":
            raise  # a fault in the package, which no extra fixes
        missing = MissingExtra(
            f"{what} needs {package}: install the extra `{extra}`, "
            f'pip install "westeros-intrigue[{extra}]"'
        )
        # A package that is not there needs no traceback; one that lacks a part of itself does.
        raise missing from None if error.name == package else error


def lazy(
    face: str, modules: Mapping[str, str], *, extra: str | None = None
) -> Callable[[str], object]:
    """Return the function `__getattr__` of a package that imports its names on first use (PEP 562).

    It is for packages that need an extra or take long to import; others import their names.

    Args:
        face: the name of the package.
        modules: the module of each name.
        extra: the extra of the project that the modules need.

    The function raises AttributeError for a name that the package does not have, MissingName for
    one whose extra is not installed, and MissingExtra where the name is imported with `from`.
    """

    def get(name: str) -> object:
        if name not in modules:
            raise missing(face, name)
        try:
            with needs_extra(name, extra) if extra else nullcontext():
                value: object = getattr(import_part(modules[name]), name)
        except MissingExtra as error:
            if _is_imported_by_name(sys._getframe(1)):
                raise
            raise MissingName(*error.args) from error.__cause__
        setattr(sys.modules[face], name, value)  # found without this function the next time
        return value

    return get


def _is_imported_by_name(caller: FrameType) -> bool:
    """Return True if a frame imports a name with `from`.

    Python replaces any AttributeError there by a sentence of its own, which names no extra.
    """
    from opcode import opmap  # noqa: PLC0415 - only where an extra is missing

    there = caller.f_code.co_code[caller.f_lasti]
    # The last is `from … import *` since Python 3.12.
    return there in map(opmap.get, ("IMPORT_FROM", "IMPORT_STAR", "CALL_INTRINSIC_1"))


def missing(face: str, name: str) -> AttributeError:
    """Return the error for a name that a package does not have; Python adds a similar one."""
    message = f"module {face!r} has no attribute {name!r}"
    return AttributeError(message, name=name, obj=sys.modules[face])


def missing_here(name: str) -> AttributeError:
    """Return the error for a name that the root does not have, with the place where it is.

    >>> import westeros_intrigue
    >>> westeros_intrigue.analyse
    Traceback (most recent call last):
    AttributeError: module 'westeros_intrigue' has no attribute 'analyse'; analyse is in \
westeros_intrigue.lab.players: from westeros_intrigue.lab.players import analyse
    >>> westeros_intrigue.winner_takes_all
    Traceback (most recent call last):
    AttributeError: module 'westeros_intrigue' has no attribute 'winner_takes_all'
    """
    error = missing(PACKAGE, name)
    if name in WINGS:
        return AttributeError(f"{error}: import {PACKAGE}.{name}")
    places = [f"{PACKAGE}.{module}" for module, names in ELSEWHERE.items() if name in names.split()]
    if not places:
        return error
    where = f"{name} is in {join_words(places)}"
    return AttributeError(f"{error}; {where}: from {places[0]} import {name}")


def names_of(face: str) -> list[str]:
    """Return the names that `dir` lists of a public module, for completion and suggestions.

    These are the names of `__all__` and the public modules within, but not what the module imports.
    """
    own = vars(sys.modules[face])
    modules = {
        name
        for name, value in own.items()
        if isinstance(value, ModuleType)
        and value.__name__ == f"{face}.{name}"
        and "__dir__" in vars(value)
    }
    special = {name for name in own if name.startswith("__")}
    return sorted({*own.get("__all__", ()), *modules, *special})


def tell_typeguard(cls: type, is_one: Callable[[Any], bool]) -> None:
    """Let typeguard check values of a class by a function, where its own check is wrong.

    It looks for the methods of a protocol in the class of a value, where a module has none, and
    takes every subclass of tuple for one with as many elements as its annotation has brackets. Its
    import hook is installed before this package is imported, if at all.

    Args:
        cls: the class.
        is_one: a function that returns True for its values.
    """
    if typeguard := sys.modules.get("typeguard"):
        check = partial(_check_class, cls, is_one)
        # A lambda has no annotations: typeguard would look for checks of those as well.
        typeguard.checker_lookup_functions.insert(
            0, lambda origin, *_: check if origin is cls else None
        )


def _check_class(cls: type, is_one: Callable[[Any], bool], value: object, *_: object) -> None:
    if not is_one(value):
        raise sys.modules["typeguard"].TypeCheckError(f"is not an instance of {cls.__name__}")


PACKAGE = "westeros_intrigue"
WINGS = ("games", "lab", "play", "testing")
"""The folders that the root does not import."""
ELSEWHERE: Mapping[str, str] = {
    "gamekit": """
        Agenda AnyGame AnyPosition AnyViolation Documents ENTRY_POINTS Fault GAMES Game
        GameOf GameRecord GameScreen Grid Hand HasLines HasNotation HasQuantities HasScreen
        HasSpellings HasTableRules Kind Length Line MoveRange NamedPlayer NamedPlayers
        Occurrence OneOf Option OptionKind OptionValue Printable Question Range RatedMove
        RatesMoves Ratings Reason Refusals Row Rule Rulebook SamplingPlayer Speaker Stage
        Step SuppliesChance Task Verdict Word begin_at_line choose draw_lines
        find_documents judge make_copiers one_player places random_below ranges_of
        rate_moves read_line read_move read_value register_hooks replace_item
        rules_of_table sentences shuffle speaking_to told with_names write_line write_value
    """,
    "rules": """
        Adjustment EarlierRounds Kind Reveal RoundEnd RoundStart Rule Rulebook SetAside
        TurnStart deal_from_deck draw_deal find_dictated_slot rank reveal
    """,
    "views": "Determinizer Odds Snapshot throne_cards_left",
    "players": "parse_player player_name provident_player",
    "notation": "RecordedPlacement RecordedRound origin_tags",
    "documents": "Data Documents from_data from_json_lines to_data to_json_lines",
    "testing": """
        CheckFailed Knowledge cards check_game check_player check_store deals games moves
        moves_in records slots slots_near starts states throne_cards variants views
    """,
    "lab.simulation": """
        CountedGames CountedRounds Estimate GameSource Histogram MatchInterrupted Playouts
        Policy Progress RoundSource Run SimulatedGames SimulatedRounds Simulation Solution
        available_cores playouts solve winning_moves
    """,
    "lab.players": """
        Analysis Belief Fact Habits JudgedMove JudgedPlacement LearnedPlayer
        MonteCarloPlayer ReadingPlayer RecordAnalysis analyse analyse_record believe
    """,
    "lab.matches": """
        EntrantFailed Estimate Forfeit Match MatchInterrupted MatchResult Pairing Rating
        ReportingPlayer SeparateFailed SeparatePlayer SequentialTest Standing Tally Verdict
        deals_to_tell play_match
    """,
    "lab.design": """
        Comparison Dependence Effect GameReport Measured Reported Rung compare_games
        measure_game
    """,
    "lab.solving": "GameTree InformationSet Returns Solution Strategy expectiminimax solve",
    "lab.language": """
        Answer Ask Attempt Decided LanguagePlayer Message NoMove Prompter Query Transcript
        find_moves
    """,
    "lab.environments": "PolicyPlayer Rewards",
    "lab.environments.actions": """
        ABSOLUTE_CODE ACTION_COUNT CODE PLACES absolute_action decode encode explain_action
        explain_actions legal_actions legal_mask place_of reasons
    """,
    "lab.environments.gymnasium": "GameSeatEnv OneSeatEnv TablesEnv",
    "lab.environments.layouts": "Layout",
    "lab.environments.openspiel": "ChanceGame DealGame KitGame Observer State resampler",
    "lab.environments.pettingzoo": """
        GameEnv GameObservation Observation ParallelGameEnv Views WesterosIntrigueEnv env
    """,
    "lab.environments.tensors": """
        CODE FIELDS Field FloatArray HISTORY_SIZE SIZE encode encode_history
    """,
    "lab.environments.vector": "After Tables Values",
    "play.saved": """
        BrokenTable Entry FolderStore Head PrintedTable SavedTable Seated SqliteStore Store
        head_of open_table
    """,
    "play.sessions": """
        AUTOMATED AnyRecord AnySession Chair FileChanged Folder GameFile PERSON SavedGame
        Seat Session SolvedPuzzles StandIn check_name continue_game is_document
        name_stand_in names_of owner_of read_record
    """,
    "play.referee": """
        MADE_UP NotPossible RealGame RealTable describe_made_up_hands list_known_seats
        public_view without_numbers
    """,
    "play.puzzles": "Puzzle daily_puzzle find_solution load_puzzles play_out",
    "play.printing": "animate_svg card_pages draw_poster score_sheet write_pictures",
    "play.page": "Engine write_answer",
    "play.elements": "court_scene element_source write_elements",
    "play.notebook": "NotebookTable begin play replay show",
}
"""The public names that the root does not have, of each other folder but those of the games.

To find the folder of a name without importing it: a wing can be absent, or take long to import.
"""
