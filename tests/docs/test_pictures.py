"""The pictures of the pages show what the examples above them have made."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest
from checkout import ROOT
from page_blocks import BLOCKS, Block
from page_server import program_above

from westeros_intrigue import Court, GameState, View, parse_court


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
