"""The order in which a folder is read: the same wherever it is listed, and true of its imports."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest
from helpers.checkout import ROOT

CONTRIBUTING = "CONTRIBUTING.md"
HOUSE = "docs/house.md"


@attrs.frozen
class Room:
    """A folder whose docstring lists its modules in the order in which they are read."""

    package: str
    end: str
    """The passage of the docstring after the list; empty for its end."""
    passages: tuple[tuple[str, str, str], ...] = ()
    """The other lists: a file, and the passages before and after the list."""

    @property
    def folder(self) -> Path:
        return ROOT / "src" / self.package.replace(".", "/")

    def order(self) -> list[str]:
        """Return the modules as the docstring lists them."""
        docstring = importlib.import_module(self.package).__doc__ or ""
        return modules_listed(docstring, "in this order", self.end)

    def modules_named_in(self, path: Path) -> Iterator[str]:
        """Yield the modules of the folder that a file imports, or whose names are its strings."""
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == self.package:
                yield from (alias.name for alias in node.names)
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                named = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                for name in named or [alias.name for alias in node.names]:
                    if name.startswith(f"{self.package}."):
                        yield name.removeprefix(f"{self.package}.").partition(".")[0]
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from re.findall(rf"^{re.escape(self.package)}\.(\w+)$", node.value)

    def files_of(self, module: str) -> list[Path]:
        """Return the files of a module, or of a folder in the folder."""
        return [*self.folder.glob(f"{module}.py"), *self.folder.glob(f"{module}/**/*.py")]


ROOMS = (
    Room(
        "westeros_intrigue.rules",
        "`rulebook.json`",
        (
            (CONTRIBUTING, "in this order, on three floors", "`rulebook.json`"),
            (HOUSE, "| floor | modules |", "\n\n"),
        ),
    ),
    Room(
        "westeros_intrigue.gamekit",
        "A game at one moment",
        (
            (CONTRIBUTING, "in this order, on four floors", "`tests/`"),
            (HOUSE, "| floor of the kit | modules |", "\n\n"),
        ),
    ),
    Room("westeros_intrigue.gamekit.authoring", ""),
)
each_room = pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.package)


def modules_listed(text: str, start: str, end: str) -> list[str]:
    """Return the modules in backticks between two passages of a text, in order."""
    passage = text.partition(start)[2]
    return re.findall(r"`([a-z_]+)`", passage.partition(end)[0] if end else passage)


@each_room
def test_the_modules_of_a_folder_are_listed_in_one_order_everywhere(room: Room) -> None:
    order = room.order()
    modules = [path.stem for path in room.folder.glob("[!_]*") if path.suffix in {"", ".py"}]
    assert sorted(order) == sorted(modules)
    for file, start, end in room.passages:
        assert modules_listed((ROOT / file).read_text("utf-8"), start, end) == order, file


@each_room
def test_each_module_of_a_folder_builds_only_on_modules_listed_before_it(room: Room) -> None:
    order = room.order()
    upwards = [
        f"{module} names {other}"
        for number, module in enumerate(order)
        for path in room.files_of(module)
        for other in room.modules_named_in(path)
        if other not in {*order[:number], module}
    ]
    assert upwards == []
