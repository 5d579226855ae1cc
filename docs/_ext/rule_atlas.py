"""The rule atlas: each rule of the rulebook with the code that implements, cites and tests it.

It reads the rulebooks as data and the library and tests as syntax trees; it runs nothing. On a
page, `.. rule-atlas:: court` inserts one or more chapters, with the examples of
`tests/rules/shown`, and `.. doubts:: ROW_FULL` the rulings on a refusal. The role
:rule:`court.match` links to a rule. The folder of the page decides which game is meant. A rule
without a test, and a violation without a rule, is a warning, which `-W` turns into an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import rule_relations
from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from folding import folded
from rule_sources import (
    SOURCE,
    SOURCE_ADDRESS,
    TESTS,
    Citation,
    Test,
    citations,
    compiled_names,
    examples,
    tests,
)
from rulebooks import BOOKS, FLAGSHIP, Book, book_of
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

import westeros_intrigue
from westeros_intrigue import House, ViolationCode, draw_svg, parse_court
from westeros_intrigue.drawing.scene import scene_of
from westeros_intrigue.rules import RULEBOOK, Kind, Rule

logger = logging.getLogger(__name__)

_MOST_DIRECT = 2
"""The number of functions that an entry names."""

# The drawn courts: the rule, the court, the house, and the caption.
_DRAWINGS = {
    "court.first": ("-", House.STARK, "An empty court. The first card goes to a0."),
    "court.beside": ("a-1 S1 L1 T1", House.BARATHEON, "A card of any house may go to either end."),
    "court.beside.any-house": (
        "a0 S1 S2", House.TARGARYEN,
        "The row has no Targaryen card, and either end is open to one."),
    "court.beside.upper": (
        "a0 S1 S2 L1 T1 / b0 S3", House.BARATHEON,
        "A place next to S3 is not enough: b1 and b2 need a Baratheon card below them."),
    "court.no-insert": (
        "a-2 S1 L1 T1 B1", House.LANNISTER, "The bottom row is open only at its two ends."),
    "court.width": (
        "a-3 S1 L1 T1 B1 S2 L2 T2 B2", House.STARK,
        "The bottom row has eight cards and is full."),
    "court.support": (
        "a0 S1 S2 T1 / b0 S3", House.STARK,
        "The slot c0 would rest on b0 and b1, but b1 is empty. The dotted slots lack a support."),
    "court.match": (
        "a0 S1 L1 T1 B1", House.TARGARYEN,
        "Above the bottom row, a Targaryen card may rest only on T1."),
    "court.upper-gap": (
        "a0 S1 S2 S3 L1 / b0 S4 . L2", House.STARK,
        "The slot b1 is between two cards, and is still open."),
    "court.early-rise": (
        "a0 S1 S2", House.STARK, "The bottom row has two cards, and b0 is already open."),
    "court.vacant": (
        "a0 S1 L1 / b0 L2", House.STARK, "The three slots with cards are closed."),
    "court.first.coordinates": (
        "a-1 S1 L1 T1 / b-1 S2 L2 / c-1 S3", House.LANNISTER,
        "The slot b-1 rests on a-1 and a0, and c-1 on b-1 and b0."),
}  # fmt: skip


def _public(citation: Citation) -> str | None:
    """The name in the API reference of the object that cites a rule; None if it is not there."""
    if citation.module.startswith("westeros_intrigue.lab.simulation"):
        first = citation.name.partition(".")[0]
        return (
            f"westeros_intrigue.lab.simulation.{citation.name}"
            if first in compiled_names()
            else None
        )
    if citation.module.startswith(("westeros_intrigue.play.terminal", "westeros_intrigue.testing")):
        return None
    return book_of(citation.module).public(citation.name)


def _implementation(book: Book, rule_id: str) -> list[str]:
    """Return the functions that implement a rule, the most specific first."""
    cited = [
        citation
        for citation in citations(book)[rule_id]
        if not citation.module.startswith("westeros_intrigue.play.terminal")
    ]
    parts = [citation for citation in cited if citation.name]
    named = {citation.module for citation in parts}
    wholes = [citation for citation in cited if not citation.name and citation.module not in named]
    first = [citation for citation in parts if not _is_aside(citation)]
    last = [citation for citation in parts if _is_aside(citation)]
    order = sorted(first, key=_specificity) + wholes + sorted(last, key=_specificity)
    return list(dict.fromkeys(map(_shown, order)))


def _is_aside(citation: Citation) -> bool:
    """Return whether the code that cites a rule only takes it into account, as players do."""
    if book_of(citation.module) is FLAGSHIP:
        return not citation.module.startswith("westeros_intrigue.rules")
    return citation.module.endswith(".players")


def _specificity(citation: Citation) -> tuple[int, bool]:
    return citation.rule_count, _public(citation) is None


def _shown(citation: Citation) -> str:
    if name := _public(citation):
        package = book_of(citation.module).module.__name__
        return f":py:obj:`{name.removeprefix(f'{package}.')} <{name}>`"
    inside = f"{citation.module}.{citation.name}".removeprefix("westeros_intrigue.").rstrip(".")
    return f"``{inside}``"


def _refusals(book: Book, rule_id: str) -> Iterator[str]:
    """Yield a link to each violation code that cites a rule."""
    for code, cited in book.refusals.items():
        if rule_id in cited and book is FLAGSHIP:
            yield f":ref:`{code} <violation-{ViolationCode[code].value}>`"
        elif rule_id in cited:
            yield f":py:obj:`{code} <{book.module.__name__}.ViolationCode.{code}>`"


def _fields(book: Book, entry: Rule) -> Iterator[str]:
    if entry.reason:
        yield f":Ruling: {entry.reason}"
    elif entry.kind is not Kind.STATED:
        yield f":Kind: {entry.kind.value}"
    if basis := rule_relations.basis(book, entry.id):
        yield f":From: {_linked(basis)}"
    if others := rule_relations.see_also(book, entry.id):
        yield f":See also: {_linked(others)}"
    if implementation := _implementation(book, entry.id):
        yield f":Code: {', '.join(implementation[:_MOST_DIRECT])}"
    if refusals := list(_refusals(book, entry.id)):
        yield f":Refusals: {', '.join(refusals)}"
    named = tests(book)[entry.id]
    if len(named) > 1 and examples(book):
        yield f":Tests: {_linked_tests(named)}"
    else:
        yield f":Test: {_linked_test(named[0])}"


def _linked(rule_ids: Iterable[str]) -> str:
    return ", ".join(f":rule:`{rule_id}`" for rule_id in rule_ids)


def _entry(book: Book, entry: Rule) -> Iterator[str]:
    yield f".. rule-anchor:: {entry.id}"
    yield ""
    heading = f"{entry.title} ``{entry.id}``".lstrip()
    yield heading
    yield "-" * len(heading)
    yield ""
    yield entry.text
    yield ""
    yield from _fields(book, entry)
    yield ""
    if book is FLAGSHIP and entry.id in _DRAWINGS:
        court, house, caption = _DRAWINGS[entry.id]
        yield f".. court:: {court}"
        yield f"   :open-for: {house.name}"
        yield f"   :rule: {entry.id}"
        yield ""
        yield f"   {caption}"
        yield ""

    if any(entry.id in example.rules for example in examples(book)):
        yield f".. rule-examples:: {entry.id}"
        yield ""


def _linked_tests(named: Iterable[Test]) -> str:
    """Return the location of the first test in each file."""
    first = {test.path: test for test in reversed(list(named))}
    return ", ".join(map(_linked_test, reversed(first.values())))


def _linked_test(test: Test) -> str:
    """Return the location of a test, linked to its lines if the repository has an address."""
    if not SOURCE_ADDRESS:
        return f"``{test.path}:{test.line}``"
    return f"`{test.path} <{SOURCE_ADDRESS}/{test.path}#L{test.line}>`__"


class RuleAtlas(SphinxDirective):
    """Writes the entries of some chapters of the rulebook."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Add the entries as if the page contained them."""
        book, chapters = book_of(self.env.docname), self.arguments[0].split()
        entries = [entry for entry in book.rulebook.values() if entry.chapter in chapters]
        lines: list[str] = []
        for entry in entries:
            if not tests(book)[entry.id]:
                logger.warning("rule %s has no test", entry.id, location=self.get_location())
            if not _implementation(book, entry.id):
                logger.warning("no code cites %s", entry.id, location=self.get_location())
            lines += _entry(book, entry)
        shown = TESTS.rglob("shown/*.txt")
        for path in (*SOURCE.rglob("*.py"), *TESTS.rglob("test_*.py"), *shown):
            self.env.note_dependency(str(path))
        self.state_machine.insert_input(lines, f"<rules of {self.arguments[0]}>")
        return []


class Rulings(SphinxDirective):
    """Links to all rulings of a game."""

    def run(self) -> list[nodes.Node]:
        """Add the links to the page."""
        rulebook = book_of(self.env.docname).rulebook.values()
        rulings = _linked(entry.id for entry in rulebook if entry.kind is Kind.RULING)
        self.state_machine.insert_input([rulings, ""], "<rulings>")
        return []


class Doubts(SphinxDirective):
    """Names the rulings on a refusal, with their reasons."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a paragraph for each ruling."""
        cited = ViolationCode[self.arguments[0]].rules
        rulings = dict.fromkeys(
            ruling for rule_id in cited for ruling in rule_relations.rulings_on(rule_id)
        )
        basis = [rule for rule_id in cited for rule in rule_relations.FOLLOWS_FROM.get(rule_id, ())]
        if basis:
            links = [part for rule in basis for part in (nodes.Text(" and "), self._link(rule))]
            return [self._paragraph("The rule follows from ", *links[1:], nodes.Text("."))]
        if not rulings:
            return [self._paragraph("The rulebook says so; no ruling was needed.")]
        return [
            self._paragraph(
                f"{RULEBOOK[ruling].text} That is a ruling, ",
                self._link(ruling),
                nodes.Text(f". {RULEBOOK[ruling].reason}"),
            )
            for ruling in rulings
        ]

    def _paragraph(self, text: str, *more: nodes.Node) -> nodes.paragraph:
        opening = nodes.emphasis("", "In doubt?")
        return nodes.paragraph("", "", opening, nodes.Text(f" {text}"), *more)

    def _link(self, rule_id: str) -> pending_xref:
        shown = nodes.literal("", rule_id)
        where = {"refdoc": self.env.docname, "refdomain": "", "refexplicit": False}
        return pending_xref("", shown, reftype="rule", reftarget=rule_id, refwarn=True, **where)


class RuleAnchor(SphinxDirective):
    """Marks the start of a rule's entry: `#rule-court.match`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the mark."""
        return [nodes.target("", "", ids=[f"rule-{self.arguments[0]}"])]


class RuleExamples(SphinxDirective):
    """Prints the examples that show a rule, each with its title and its steps."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the examples, folded."""
        [rule_id] = self.arguments
        shown = [one for one in examples(book_of(self.env.docname)) if rule_id in one.rules]
        items = [
            nodes.list_item(
                "",
                nodes.paragraph("", one.title),
                nodes.literal_block(one.text, one.text, language="text"),
            )
            for one in shown
        ]
        count = "1 example" if len(items) == 1 else f"{len(items)} examples"
        return folded(count, nodes.bullet_list("", *items))


class DrawnCourt(SphinxDirective):
    """Draws a court, written for `parse_court` or `-` if empty; the content is the caption."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar = {
        "open-for": lambda text: House[text],
        "width-limit": directives.positive_int,
        "rule": directives.unchanged,
        "brief": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the picture, its caption, and why each closed slot is closed."""
        court = parse_court(self.arguments[0], self.options.get("width-limit", 8))
        house = self.options.get("open-for")
        about_supports = self.options.get("rule") == "court.support"
        drawn = draw_svg(court, open_for=house, unsupported=about_supports)
        picture = nodes.raw("", drawn, format="html")
        figure = nodes.container(classes=["court"])
        figure += picture
        parsed = nodes.paragraph()
        self.state.nested_parse(StringList(list(self.content), "<court>"), 0, parsed)
        figure += parsed.children
        if house is not None and "brief" not in self.options:
            figure += self._reasons(court, house)
        return [figure]

    def _reasons(self, court: westeros_intrigue.Court, house: House) -> list[nodes.Node]:
        scene = scene_of(court, open_for=house)
        closed = [note.slot for note in scene.notes if note.kind == "closed"]
        refusals = [v for slot in closed for v in court.explain(house, slot)]
        if self.options.get("rule") == "court.vacant":
            refusals += [v for slot in court for v in court.explain(house, slot)]
        about = self.options.get("rule")
        if any(v.rule == about for v in refusals):
            refusals = [v for v in refusals if v.rule == about]
        opened = ", ".join(str(slot) for slot in scene.open_slots) or "no slot"
        items = [nodes.list_item("", nodes.paragraph("", str(v))) for v in refusals]
        return [
            nodes.paragraph("", f"Open to {house}: {opened}."),
            *folded("Why not elsewhere", nodes.bullet_list("", *items)),
        ]


def _resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.Element
) -> nodes.reference | None:
    book = book_of(node["refdoc"])
    rule_id = node["reftarget"]
    if node.get("reftype") != "rule" or rule_id not in book.rulebook:
        return None
    entry = book.rulebook[rule_id]
    page = book.pages.get(entry.chapter)
    if page not in env.all_docs:
        return None
    return make_refnode(app.builder, node["refdoc"], page, f"rule-{rule_id}", contnode, entry.text)


def _check(app: Sphinx) -> None:
    del app
    for book in BOOKS:
        for code in book.module.ViolationCode:
            cited = book.refusals.get(code.name)
            if not cited or not set(cited) <= set(book.rulebook):
                logger.warning("violation %s cites no rule of the rulebook", code.name)
    for fault in rule_relations.faults():
        logger.warning("%s", fault)


def setup(app: Sphinx) -> dict[str, object]:
    """Register with Sphinx."""
    app.add_directive("rule-atlas", RuleAtlas)
    app.add_directive("rulings", Rulings)
    app.add_directive("doubts", Doubts)
    app.add_directive("rule-anchor", RuleAnchor)
    app.add_directive("rule-examples", RuleExamples)
    app.add_directive("court", DrawnCourt)
    app.add_role("rule", XRefRole())
    app.connect("missing-reference", _resolve)
    app.connect("builder-inited", _check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
