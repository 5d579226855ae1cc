"""Folds the long pages: details of the reference, and the entries of an atlas.

Signatures, first paragraphs and the names of folded members stay visible, for readers who scan.
"""

from __future__ import annotations

import re
from html import escape
from itertools import chain

from docutils import nodes
from rulebooks import FLAGSHIP, book_of
from sphinx.addnodes import desc, desc_content, desc_name
from sphinx.application import Sphinx


def folded(summary: str, *content: nodes.Node) -> list[nodes.Node]:
    """Return content that opens with a click on its summary, which is HTML."""
    opening = f'<details class="folded"><summary>{summary}</summary>'
    return [
        nodes.raw("", opening, format="html"),
        *content,
        nodes.raw("", "</details>", format="html"),
    ]


def _summary(details: list[nodes.Node]) -> str:
    """Return the names of the members and of the other folded parts."""
    names = [
        next(iter(one.findall(desc_name))).astext() for one in details if isinstance(one, desc)
    ]
    fields = chain.from_iterable(
        one.findall(nodes.field_name) for one in details if isinstance(one, nodes.field_list)
    )
    parts = [field.astext().lower() for field in fields]
    if any(isinstance(one, nodes.doctest_block | nodes.literal_block) for one in details):
        parts.append("example")
    codes = [f"<code>{escape(name)}</code>" for name in names]
    return ", ".join([*codes, *parts]) or "more"


def _fold_name(content: desc_content) -> None:
    """Fold a reference entry below its first paragraph."""
    first, details = content.children[:1], content.children[1:]
    if details:
        content.children = [*first, *folded(_summary(details), *details)]


def _fold_chapter(chapter: nodes.section) -> None:
    entries = [one for one in chapter.children if isinstance(one, nodes.section)]
    start = chapter.children.index(entries[0])
    chapter.children[start:] = folded(f"{len(entries)} rules", *chapter.children[start:])


def _fold(_app: Sphinx, page: nodes.document, name: str) -> None:
    if name == "testing" or re.search(r"(^|/)api", name):
        for content in list(page.findall(desc_content)):
            if not isinstance(content.parent.parent, desc_content):
                _fold_name(content)
    elif name.endswith("/rules") and book_of(name) is not FLAGSHIP:
        for section in list(page.findall(nodes.section)):
            below = [one for one in section.children if isinstance(one, nodes.section)]
            if any(place.startswith("rule-") for one in below for place in one["ids"]):
                _fold_chapter(section)


def setup(app: Sphinx) -> dict[str, object]:
    """Register with Sphinx."""
    app.connect("doctree-resolved", _fold)
    app.add_js_file("folding.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
