"""The public names are complete, and there are no others."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
import textwrap
from types import FunctionType

import pytest
from cases import FACES

import westeros_intrigue
from westeros_intrigue.gamekit.game import Game

NAMES: list[str] = vars(westeros_intrigue)["__all__"]


def test_every_public_name_exists_and_nothing_else_is_public() -> None:
    modules = {module.name for module in pkgutil.iter_modules(westeros_intrigue.__path__)}
    there = {name for name in vars(westeros_intrigue) if not name.startswith("_")}
    of_the_game = {name for name in vars(Game) if not name.startswith("_")}
    assert there - modules - {"TYPE_CHECKING"} - of_the_game <= set(NAMES)
    assert [name for name in dir(westeros_intrigue) if not name.startswith("__")] == sorted(NAMES)


def run(program: str) -> None:
    subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True)


def test_the_import_leaves_everything_until_it_is_asked_for() -> None:
    run("""
        import sys, westeros_intrigue
        names = ("rules", "documents", "drawing", "notation.positions")
        later = {"attrs", *(f"westeros_intrigue.{name}" for name in names)}
        early = later & set(sys.modules)
        assert not early, early
        import westeros_intrigue.gamekit.game
        assert not [name for name in sys.modules if "monopoly" in name or "btwixt" in name]
        assert set(westeros_intrigue.__all__) <= set(dir(westeros_intrigue))
        from westeros_intrigue import *
        westeros_intrigue.sentence
        assert later <= set(sys.modules)
        assert to_json is westeros_intrigue.to_json
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
        extras = {"IPython", "ipykernel", "numba", "numpy", "gymnasium", "pettingzoo", "pyspiel",
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
    ],
)
def test_a_misspelt_name_leads_to_a_suggestion(typed: str, meant: str) -> None:
    program = f"import {typed.rpartition('.')[0]}\n{typed}"
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert done.stderr.endswith(f"Did you mean: '{meant}'?\n")


def test_a_class_or_a_function_has_the_name_of_its_face_as_its_module() -> None:
    for face in FACES:
        module = importlib.import_module(f"westeros_intrigue.{face}")
        for name in module.__all__:
            thing = getattr(module, name)
            if isinstance(thing, FunctionType | type) and face != "lab.simulation":
                homes = ("westeros_intrigue", "westeros_intrigue.gamekit", module.__name__)
                assert thing.__module__ in homes, name
