"""The documentation: whole, reachable, and tied to the rules and the code.

The pages' examples run as tests of their own. Links are checked where the pages are built.
"""

from __future__ import annotations

import html
import importlib
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote

import pytest
from helpers.cases import MODULES, own_names
from helpers.checkout import ROOT
from helpers.page_blocks import BLOCKS, Block
from helpers.page_server import program_above

import westeros_intrigue
from westeros_intrigue import (
    Court,
    GameState,
    House,
    Record,
    View,
    ViolationCode,
    explain,
    observe,
    parse_court,
    parse_move,
)
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.sessions import Session

DOCS = ROOT / "docs"


@pytest.fixture
def atlas(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    yield importlib.import_module("rule_atlas")
    sys.modules.pop("rule_atlas", None)


def test_a_position_leads_to_a_game_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    positions = importlib.import_module("positions")
    state = positions.played("S1@a0", {"players": 2, "seed": 7})
    _, record = unquote(positions.address_to_play(state)).split("#record=")
    session = Session.resumed(GAMES["westeros-intrigue"], Record.parse(record))
    assert session.state == state
    assert session.people == (state.active_player,)


REFERENCE = {
    path: path.read_text("utf-8") for path in (*DOCS.glob("api/*.rst"), *DOCS.glob("*/api*.rst"))
}
"""The pages of the reference."""
ENTRY = r"(?m)^\.\. auto\w+:: (westeros_intrigue\.[\w.]+)$"


def documented(module: str) -> list[str]:
    """The names of a module that the API reference has, one for each time."""
    names = re.findall(ENTRY, "".join(REFERENCE.values()))
    return [name.rpartition(".")[2] for name in names if name.rpartition(".")[0] == module]


@pytest.mark.parametrize("module", MODULES)
def test_the_api_reference_has_every_public_name_exactly_once(module: str) -> None:
    public = importlib.import_module(module)
    assert Counter(documented(module)) == Counter(own_names(public))


def test_the_reference_has_no_name_of_another_module() -> None:
    entries = re.findall(ENTRY, "".join(REFERENCE.values()))
    assert {name.rpartition(".")[0] for name in entries} == {
        module for module in MODULES if own_names(importlib.import_module(module))
    }


def test_the_lists_of_the_reference_have_every_name_in_the_order_of_its_pages() -> None:
    for folder in ("api", "monopoly", "btwixt"):
        index = DOCS / folder / ("index.rst" if folder == "api" else "api.rst")
        listed = re.split(r"(?m)^:doc:`([\w-]+)`$", REFERENCE[index])
        pages = dict(zip(listed[1::2], listed[2::2], strict=True))
        assert {f"{name}.rst" for name in pages} | {index.name} == {
            path.name for path in REFERENCE if path.parent == index.parent
        }
        for name, names in pages.items():
            found = re.findall(r"(?m)^   (westeros_intrigue\.[\w.]+)$", names)
            assert found == re.findall(ENTRY, REFERENCE[index.parent / f"{name}.rst"]), name


@pytest.mark.parametrize("page", REFERENCE, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_of_the_reference_is_small_enough_to_scan(page: Path) -> None:
    assert len(re.findall(ENTRY, REFERENCE[page])) <= 14


def test_every_violation_has_its_place_with_its_rules() -> None:
    text = (DOCS / "errors.md").read_text(encoding="utf-8")
    for code in ViolationCode:
        assert f"(violation-{code.value})=\n### {code.name}\n" in text


def test_every_error_has_its_cause_and_remedy() -> None:
    text = (DOCS / "errors.md").read_text(encoding="utf-8")
    listed = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)))
    public = (getattr(westeros_intrigue, name) for name in dir(westeros_intrigue))
    errors = {
        thing.__name__
        for thing in public
        if isinstance(thing, type) and issubclass(thing, Exception)
    }
    assert {*listed} == errors - {"WesterosIntrigueError"}


@pytest.mark.long
def test_the_atlas_knows_the_tests_and_the_code_of_every_rule(atlas: ModuleType) -> None:
    for book in atlas.BOOKS:
        assert all(atlas.tests(book).values())
        assert [one for one in book.rulebook if not atlas._implementation(book, one)] == []
    for entry in atlas.FLAGSHIP.rulebook.values():
        assert f".. rule-examples:: {entry.id}" in atlas._entry(atlas.FLAGSHIP, entry)


def test_the_changelog_and_the_citation_are_of_this_version() -> None:
    version = westeros_intrigue.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[(.*?)\]", changelog, flags=re.MULTILINE)[0] == version
    assert f"version: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_recipe_of_the_channel_asks_for_what_the_project_asks_for() -> None:
    recipe = (ROOT / "scripts/conda/recipe.yaml").read_text(encoding="utf-8")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = settings["project"]
    asked = {
        part: set(re.findall(r"^    - (\S+ >=\S+)$", text, flags=re.MULTILINE))
        for part, text in re.findall(r"(?ms)^  (\w+):\n(.*?)(?=^  \w+:|^\w|\Z)", recipe)
    }
    extras = [each for extra in project["optional-dependencies"].values() for each in extra]
    named = {
        "run": project["dependencies"],
        "host": settings["build-system"]["requires"],
        "run_constraints": [each for each in extras if not each.startswith("westeros-intrigue[")],
    }
    for part, names in named.items():
        wanted = {each.replace(">=", " >=") for each in names}
        assert asked[part] - {f"python {project['requires-python']}"} == wanted, part
    assert f"version: {westeros_intrigue.__version__}\n" in recipe


def test_the_picture_of_the_readme_is_that_of_the_first_page() -> None:
    page = (DOCS / "index.md").read_text(encoding="utf-8")
    [written] = re.findall(r"^```\{court\} (.*)$", page, flags=re.MULTILINE)
    court = westeros_intrigue.parse_court(written, 7)
    drawn = westeros_intrigue.draw_svg(court, open_for=westeros_intrigue.House.TARGARYEN)
    assert (DOCS / "_static" / "court.svg").read_text(encoding="utf-8") == drawn


# Pictures


def pictures(kind: str) -> list[Any]:
    """The directives of a kind on pages that have examples above them."""
    first = {each.page: each.line for each in reversed(BLOCKS) if each.language == "python"}
    return [
        pytest.param(each, id=f"{each.page}:{each.line}")
        for each in BLOCKS
        if each.language.startswith(kind) and first.get(each.page, each.line) < each.line
    ]


def made_above(picture: Block, folder: Path, patch: pytest.MonkeyPatch) -> list[Any]:
    """What the examples above a picture have given names to."""
    patch.chdir(folder)
    names: dict[str, Any] = {}
    exec(program_above(picture), names)  # noqa: S102 - our own page
    return [*names.values()]


def argument_and_options(picture: Block) -> tuple[str, dict[str, str]]:
    argument = picture.language.split(maxsplit=1)[1]
    return argument, dict(re.findall(r"^:([\w-]+): (.+)$", picture.text, flags=re.MULTILINE))


@pytest.mark.parametrize("picture", pictures("{court}"))
def test_a_court_is_one_that_the_examples_made(
    picture: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, options = argument_and_options(picture)
    made = made_above(picture, tmp_path, monkeypatch)
    courts = [each for each in made if isinstance(each, Court)]
    courts += [each.court for each in made if isinstance(each, GameState | View)]
    assert parse_court(written, int(options.get("width-limit", 8))) in courts


def test_a_position_to_try_answers_every_placement_that_its_court_offers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "_ext"))
    positions = importlib.import_module("positions")
    state = positions.played("S2@a0 T2@a1 T1@b0 T4@a2", {"players": 2, "seed": 3})
    view = observe(state, state.active_player)
    assert view.player is not None
    told = positions.answers(state, view)
    resting = {slot for house in House for slot in view.court.open_slots(house)}
    assert told.keys() == {f"{card}@{slot}" for card in view.hand for slot in resting}
    for text, said in told.items():
        assert ("cannot go to" in said) == bool(explain(state, parse_move(text))), text
    shown = positions.playable(state, view, ["Ada", "Ben"])
    assert shown.startswith("<westeros-court ")
    assert "<svg" in shown
    assert not {str(card) for card in state.hands[1 - view.player]} & {
        *re.findall(r"\b[SLBT][1-9]\b", html.unescape(shown.partition("data-answers")[0]))
    }


@pytest.mark.long
@pytest.mark.parametrize("picture", pictures("{position}"))
def test_a_position_is_one_that_the_examples_made(
    picture: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "_ext"))
    directive = importlib.import_module("positions")
    moves, written = argument_and_options(picture)
    options = {
        name: directive.DrawnPosition.option_spec[name](text) for name, text in written.items()
    }
    states = [
        each for each in made_above(picture, tmp_path, monkeypatch) if isinstance(each, GameState)
    ]
    assert directive.played(moves, options) in states
