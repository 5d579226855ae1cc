"""The public names are complete, and there are no others."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest
from helpers.cases import MODULES

import westeros_intrigue
from westeros_intrigue.gamekit import packaging
from westeros_intrigue.gamekit.game import Game
from westeros_intrigue.games import btwixt, monopoly

SOURCE = Path(westeros_intrigue.__file__).parents[1]
WINGS = ("westeros_intrigue.lab", "westeros_intrigue.play", "westeros_intrigue.games")
INNER = '__all__ = ("__doc__",)  # an inner module: no name here is promised'
"""What an inner module says below its docstring.

Its names are then public for no tool that asks for `__all__`: griffe takes an empty one for none.
"""


def test_every_public_name_exists_and_nothing_else_is_public() -> None:
    modules = {module.name for module in pkgutil.iter_modules(westeros_intrigue.__path__)}
    there = {name for name in vars(westeros_intrigue) if not name.startswith("_")}
    assert there - modules == set(westeros_intrigue.__all__)


def modules_of_the_package() -> Iterator[tuple[str, Path]]:
    """The modules whose path has no underscore, which tools take for public."""
    for path in sorted((SOURCE / "westeros_intrigue").rglob("*.py")):
        name = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        if "._" not in name:
            yield name, path


def test_every_module_is_public_or_says_that_it_is_not() -> None:
    for name, path in modules_of_the_package():
        is_public = name in MODULES or name in WINGS
        is_marked = INNER in path.read_text("utf-8").splitlines()
        assert is_marked is not is_public, (
            f"{name} must have the line {INNER!r}, or be in MODULES of tests/helpers/cases.py"
        )


@pytest.mark.parametrize("game", [westeros_intrigue, monopoly, btwixt])
def test_each_class_of_a_move_is_public(game: ModuleType) -> None:
    moves = getattr(game.Move, "__value__", game.Move)
    classes = {part.__name__ for part in get_args(moves) or [moves]}
    assert classes - {*game.__all__} == set(), f"{game.__name__} must import and export them"


@pytest.mark.long
def test_griffe_finds_the_same_public_modules() -> None:
    griffe = pytest.importorskip("griffe")
    loader = griffe.GriffeLoader(search_paths=[SOURCE])
    loader.load("westeros_intrigue")
    found = {
        name
        for name, _ in modules_of_the_package()
        for member in loader.modules_collection[name].members.values()
        if member.is_public and (member.is_alias or not member.is_module)
    }
    assert found - {*WINGS} == {*MODULES}


def test_the_module_has_all_that_a_game_has() -> None:
    needed = {name for name in vars(Game) if not name.startswith("_")}
    assert needed <= set(westeros_intrigue.__all__)


def test_a_lazy_face_has_the_same_names_for_type_checkers_and_at_run_time() -> None:
    for path in Path(westeros_intrigue.__file__).parent.rglob("__init__.py"):
        tree = ast.parse(path.read_text("utf-8"))
        for block in ast.walk(tree):
            if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
                imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
                checked = {alias.name: node.module for node in imports for alias in node.names}
                face = ".".join(path.parent.relative_to(SOURCE).parts)
                found = importlib.import_module(face)
                assert checked == found._MODULES, face
                assert sorted(found.__all__) == sorted(checked), face


def run(program: str) -> None:
    subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True)


def test_the_import_leaves_the_wings_until_they_are_asked_for() -> None:
    run("""
        import sys, westeros_intrigue
        wings = {f"westeros_intrigue.{wing}" for wing in ("lab", "play", "games", "testing")}
        slow = {
            "concurrent", "email", "hashlib", "html", "importlib.metadata", "logging", "pathlib",
            "statistics", "numpy", "rich", "prompt_toolkit", "xml",
        }
        early = (wings | slow) & set(sys.modules)
        assert not early, early
    """)


def test_no_package_of_an_extra_is_imported_by_what_works_without_it() -> None:
    run("""
        import sys, westeros_intrigue, westeros_intrigue.players
        from westeros_intrigue import *
        assert Court()._repr_svg_().startswith("<svg")
        assert not {"argparse", "rich"} & set(sys.modules)
        import westeros_intrigue.__main__
        from westeros_intrigue.lab.environments import actions, tensors
        actions.legal_mask(setup(2)), tensors.encode(observe(setup(2), 0))
        extras = {"IPython", "ipykernel", "numpy", "gymnasium", "pettingzoo", "pyspiel",
            "open_spiel", "westeros_intrigue.lab.simulation"}
        assert not extras & set(sys.modules), extras & set(sys.modules)
    """)


def test_a_name_that_is_not_there_is_named() -> None:
    missing = "module 'westeros_intrigue' has no attribute 'legal_move'"
    with pytest.raises(AttributeError, match=f"^{missing}$"):
        westeros_intrigue.legal_move  # type: ignore[attr-defined]  # noqa: B018 - that is what is tried


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("westeros_intrigue.legal_move", "legal_moves"),
        ("westeros_intrigue.rules.reveall", "reveal"),
        ("westeros_intrigue.games.monopoly.GameStat", "GameState"),
        ("westeros_intrigue.lab.simulation.playout", "playouts"),
        ("westeros_intrigue.testing.check_gam", "check_game"),
    ],
)
def test_a_misspelt_name_leads_to_a_suggestion(typed: str, meant: str) -> None:
    program = f"import {typed.rpartition('.')[0]}\n{typed}"
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert done.stderr.endswith(f"Did you mean: '{meant}'?\n")


def test_the_root_says_where_each_name_of_another_folder_is() -> None:
    root = set(westeros_intrigue.__all__)
    own = {
        face.removeprefix("westeros_intrigue."): {*importlib.import_module(face).__all__} - root
        for face in MODULES[1:]
        if not face.startswith("westeros_intrigue.games.")
    }
    told = {face: names.split() for face, names in packaging.ELSEWHERE.items()}
    assert told == {face: sorted(names) for face, names in own.items() if names}
    for face, names in told.items():
        for name in {*names} - {*packaging.WINGS}:
            error = packaging.missing_here(name)
            assert f"{name} is in westeros_intrigue." in str(error)
            assert f"westeros_intrigue.{face}" in str(error)


def test_a_name_of_a_wing_leads_to_its_folder_without_an_import() -> None:
    run("""
        import sys, westeros_intrigue
        assert not hasattr(westeros_intrigue, "play_match")
        for name, end in {
            "play_match": "; play_match is in westeros_intrigue.lab.matches: "
            "from westeros_intrigue.lab.matches import play_match",
            "solve": "; solve is in westeros_intrigue.lab.simulation and "
            "westeros_intrigue.lab.solving: from westeros_intrigue.lab.simulation import solve",
            "games": ": import westeros_intrigue.games",
            "nowhere": "",
        }.items():
            try:
                getattr(westeros_intrigue, name)
            except AttributeError as error:
                said = f"module 'westeros_intrigue' has no attribute {name!r}{end}"
                assert str(error) == said, error
            else:
                raise AssertionError(name)
        assert not any(name.startswith("westeros_intrigue.lab") for name in sys.modules)
    """)


@pytest.mark.parametrize("name", MODULES)
def test_completion_offers_the_promised_names_alone(name: str) -> None:
    module = importlib.import_module(name)
    offered = {each for each in dir(module) if not each.startswith("_")}
    packages = {each.rpartition(".")[2] for each in (*MODULES, *WINGS) if each.startswith(name)}
    assert set(module.__all__) <= offered
    assert offered - set(module.__all__) <= packages
    assert "__all__" in dir(module)


LATE = {
    "testing/hypothesis_hook.py": "Hypothesis runs it while Hypothesis is imported",
    "players/named.py": "the registry of players, which works without the laboratory",
    "gamekit/authoring/game_of.py": "tables of an author's game, which are in a wing",
    "notation/records/writing.py": "the version of the whole package, which imports notation",
}
"""The modules of the core that import the package inside functions, and the reasons."""


BY_NAME = ("import_module", "import_part")
"""The functions that import a module by its name."""


def late_imports(path: Path) -> list[str]:
    """The modules of the package that the functions of a module import."""
    tree = ast.parse(path.read_text("utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    late = []
    for node in (node for function in functions for node in ast.walk(function)):
        if isinstance(node, ast.ImportFrom):
            late.append(str(node.module))
        elif isinstance(node, ast.Import):
            late += [alias.name for alias in node.names]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(BY_NAME):
            late += [str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)]
    return [name for name in late if name.startswith("westeros_intrigue")]


def test_the_core_imports_itself_at_the_top_of_modules() -> None:
    package = SOURCE / "westeros_intrigue"
    wings = ("lab", "play", "games", "__main__.py")
    core = {path.relative_to(package) for path in package.rglob("*.py")}
    late = {
        path.as_posix()
        for path in core
        if path.parts[0] not in wings and late_imports(package / path)
    }
    assert late == set(LATE)
