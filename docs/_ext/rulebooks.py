"""The games with rules and names on the site, each with a folder of pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import ModuleType

import westeros_intrigue
from westeros_intrigue import documents, drawing, notation, players, rules, views
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.lab import players as thinking
from westeros_intrigue.play import printing
from westeros_intrigue.rules import Rule

DOCS = Path(__file__).parents[1]


class Book:
    """A game with its rulebook."""

    def __init__(
        self, folder: str, refusals: Mapping[str, tuple[str, ...]], *modules: ModuleType
    ) -> None:
        """`folder` holds its pages; '' is Westeros Intrigue."""
        self.folder = folder
        self.code = folder and f"games/{folder}"
        """The folder of its code in the package and of its tests."""
        self.module = modules[0]
        self.modules = {module.__name__: module for module in modules}
        """The modules with its public names, in order of preference."""
        self.refusals = refusals
        """The rules that each violation code cites, by the code's name."""

    @property
    def rulebook(self) -> Mapping[str, Rule]:
        """All its rules by id."""
        entries: Mapping[str, Rule] = self.module.RULEBOOK
        return entries

    @cached_property
    def pages(self) -> dict[str, str]:
        """The page of the atlas with each chapter."""
        found = {}
        folder = DOCS / self.folder
        for page in [*folder.glob("rules.rst"), *folder.glob("rules/*.rst")]:
            source = page.read_text(encoding="utf-8")
            for chapters in re.findall(r"(?m)^\.\. rule-atlas:: (.*)$", source):
                name = page.relative_to(DOCS).with_suffix("").as_posix()
                found |= dict.fromkeys(chapters.split(), name)
        return found

    def home(self, name: str) -> ModuleType | None:
        """Return the module that exports a name."""
        return next((one for one in self.modules.values() if name in one.__all__), None)

    def public(self, name: str) -> str | None:
        """Return the full name of a public object, or of an attribute of one."""
        first, _, rest = name.partition(".")
        home = self.home(first)
        if home is None or "_" in {part[:1] for part in rest.split(".")}:
            return None
        return f"{home.__name__}.{name}"


FLAGSHIP = Book(
    "",
    {code.name: code.rules for code in westeros_intrigue.ViolationCode},
    westeros_intrigue,
    rules,
    views,
    notation,
    documents,
    drawing,
    players,
    thinking,
    printing,
)
OTHERS = [
    Book("monopoly", {code.name: code.rules for code in monopoly.ViolationCode}, monopoly),
    Book("btwixt", {code.name: code.rules for code in btwixt.ViolationCode}, btwixt),
]
BOOKS = [*OTHERS, FLAGSHIP]


def book_of(name: str) -> Book:
    """Return the game of a page such as `btwixt/api`, of a module or of a name in one."""
    parts = re.split(r"[./]", name.removeprefix("westeros_intrigue.").removeprefix("games."))
    return next((book for book in OTHERS if book.folder == parts[0]), FLAGSHIP)
