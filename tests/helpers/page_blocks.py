"""The fenced blocks of the pages, wherever they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

from helpers.checkout import ROOT

PAGES = sorted(
    path
    for pattern in ("*.md", "*/README.md", "docs/**/*.md", "docs/**/*.rst")
    for path in ROOT.glob(pattern)
    if "_build" not in path.parts
)
_OPENING = re.compile(r"^([ >]*)(`{3,}|~{3,}|:{3,})(.*)$")


@attrs.frozen
class Block:
    """A fenced block of a page in Markdown."""

    page: str
    """The page, from the root of the checkout."""
    line: int
    """The line of the opening fence, counted from 1."""
    language: str
    """What stands after the fence; a directive of Sphinx in braces."""
    text: str
    """What stands between the fences, each line with its end."""
    number: int
    """Which block of its language it is on the page, counted from 1."""

    @property
    def is_directive(self) -> bool:
        return self.language.startswith("{")


def blocks_of(page: Path) -> Iterator[Block]:
    """The blocks of a page, in order."""
    name = page.relative_to(ROOT).as_posix()
    counts: dict[str, int] = {}
    lines = iter(enumerate(page.read_text(encoding="utf-8").splitlines(), start=1))
    for number, line in lines:
        opening = _OPENING.match(line)
        if not opening:
            continue
        indent, fence, language = opening[1], opening[2], opening[3].strip()
        text = []
        for _, inner in lines:
            if inner.strip(" >") == fence:
                break
            text.append(inner.removeprefix(indent) + "\n")
        else:
            raise AssertionError(f"{name}: the block of line {number} has no end")
        counts[language] = counts.get(language, 0) + 1
        yield Block(name, number, language, "".join(text), counts[language])


BLOCKS = [block for page in PAGES if page.suffix == ".md" for block in blocks_of(page)]


def code_in(cells: Iterable[str]) -> list[str]:
    """The pieces of code in some cells."""
    return [piece for cell in cells for piece in re.findall(r"`([^`]+)`", cell)]
