"""Folds the chapters of an atlas, whose rules readers look up by name; the reference is open."""

from __future__ import annotations

from docutils import nodes
from rulebooks import FLAGSHIP, book_of
from sphinx.application import Sphinx


def folded(summary: str, *content: nodes.Node) -> list[nodes.Node]:
    """Return content that opens with a click on its summary, which is HTML."""
    opening = f'<details class="folded"><summary>{summary}</summary>'
    return [
        nodes.raw("", opening, format="html"),
        *content,
        nodes.raw("", "</details>", format="html"),
    ]


def _fold_chapter(chapter: nodes.section) -> None:
    entries = [one for one in chapter.children if isinstance(one, nodes.section)]
    start = chapter.children.index(entries[0])
    chapter.children[start:] = folded(f"{len(entries)} rules", *chapter.children[start:])


def _fold(_app: Sphinx, page: nodes.document, name: str) -> None:
    if name.endswith("/rules") and book_of(name) is not FLAGSHIP:
        for section in list(page.findall(nodes.section)):
            below = [one for one in section.children if isinstance(one, nodes.section)]
            if any(place.startswith("rule-") for one in below for place in one["ids"]):
                _fold_chapter(section)


def setup(app: Sphinx) -> dict[str, object]:
    """Register with Sphinx."""
    app.connect("doctree-resolved", _fold)
    app.add_js_file("folding.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
