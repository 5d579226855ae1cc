"""The games whose rules and names the pages have, each in a folder of pages of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import ModuleType

import westeros_intrigue
from westeros_intrigue import Rule, btwixt, monopoly
from westeros_intrigue.btwixt.violations import RULES as BTWIXT_RULES
from westeros_intrigue.monopoly.violations import RULES as MONOPOLY_RULES
from westeros_intrigue.rules.violations import RULES

DOCS = Path(__file__).parents[1]


class Book:
    """A game with its rulebook."""

    def __init__(
        self, folder: str, module: ModuleType, refusals: Mapping[str, tuple[str, ...]]
    ) -> None:
        """`folder` is that of its code, tests and pages; '' is the package's own game."""
        self.folder = folder
        self.module = module
        self.refusals = refusals
        """The rules that a violation of each code, by name, cites."""

    @property
    def rulebook(self) -> Mapping[str, Rule]:
        """All its rules by id."""
        rules: Mapping[str, Rule] = self.module.RULEBOOK
        return rules

    @cached_property
    def pages(self) -> dict[str, str]:
        """For each chapter the page of the atlas that has it."""
        found = {}
        for page in sorted((DOCS / self.folder / "rules").glob("*.rst")):
            text = page.read_text(encoding="utf-8")
            for chapters in re.findall(r"(?m)^\.\. rule-atlas:: (.*)$", text):
                name = page.relative_to(DOCS).with_suffix("").as_posix()
                found |= dict.fromkeys(chapters.split(), name)
        return found

    def public(self, name: str) -> str | None:
        """Return the full name of a public object, or of an attribute of one."""
        first, _, rest = name.partition(".")
        if first not in self.module.__all__ or "_" in {part[:1] for part in rest.split(".")}:
            return None
        return f"{self.module.__name__}.{name}"


FLAGSHIP = Book("", westeros_intrigue, {code.name: cited for code, cited in RULES.items()})
OTHERS = [
    Book("monopoly", monopoly, {code.name: (cited,) for code, cited in MONOPOLY_RULES.items()}),
    Book("btwixt", btwixt, {code.name: (cited,) for code, cited in BTWIXT_RULES.items()}),
]
BOOKS = [*OTHERS, FLAGSHIP]


def book_of(name: str) -> Book:
    """Return the game of a page, such as `btwixt/api`, or of a module or what is in one."""
    parts = re.split(r"[./]", name.removeprefix("westeros_intrigue."))
    return next((book for book in OTHERS if book.folder == parts[0]), FLAGSHIP)
