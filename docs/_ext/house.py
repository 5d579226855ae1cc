"""The directive `house`: the folders of the package as rooms, drawn from the code.

A room stands above the rooms that it may import from, in the layers that `lint-imports` checks.
"""

from __future__ import annotations

import ast
import html
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "westeros_intrigue"


def floors(container: str) -> list[list[str]]:
    """Return the folders of a package by floors, the highest first, as its layers name them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts: list[dict[str, Any]] = project["tool"]["importlinter"]["contracts"]
    [layers] = [
        contract["layers"] for contract in contracts if contract.get("containers") == [container]
    ]
    folder = PACKAGE.parent.joinpath(*container.split("."))
    rows = [re.findall(r"\w+", layer) for layer in layers]
    rooms = [[name for name in row if (folder / name / "__init__.py").exists()] for row in rows]
    return [row for row in rooms if row]


def drawn(container: str) -> Iterator[str]:
    """Yield the rooms of a package as HTML, floor by floor."""
    folder = PACKAGE.parent.joinpath(*container.split("."))
    for row in floors(container):
        yield '<div class="floor">'
        for name in row:
            yield from _room(folder / name, f"{container}.{name}")
        yield "</div>"


def _room(folder: Path, name: str) -> Iterator[str]:
    about = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or ""
    sentence = re.split(r"(?<=\.)\s", " ".join(about.split()), maxsplit=1)[0]
    yield f'<section class="room"><strong>{folder.name}</strong>'
    yield f"<span>{html.escape(sentence)}</span>"
    if folder.name in {"lab", "play"}:
        yield from drawn(name)
    else:
        own = folder.rglob("*.py")
        if folder.name == "games":
            own = folder.glob("*.py")
            for game in sorted(path.parent for path in folder.glob("*/__init__.py")):
                yield from _room(game, f"{name}.{game.name}")
        lines = {
            str(path.relative_to(folder).with_suffix("")): len(path.read_text("utf-8").splitlines())
            for path in sorted(own)
            if path.name != "__init__.py"
        }
        # The folder's docstring has the reading order.
        order = [name for name in re.findall(r"`([\w/]+)`", about) if name in lines]
        lines = {name: lines[name] for name in dict.fromkeys([*order, *lines])}
        yield " ".join(f"<code>{module}</code>&nbsp;{count}" for module, count in lines.items())
    yield "</section>"


class House(SphinxDirective):
    """Draws the rooms of the package."""

    def run(self) -> list[nodes.Node]:
        """Return the drawing."""
        picture = "\n".join(drawn("westeros_intrigue"))
        return [nodes.raw("", f'<div class="house">{picture}</div>', format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("house", House)
    app.add_css_file("house.css")
    return {"parallel_read_safe": True}
