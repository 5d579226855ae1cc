"""Turns of phrase that read as if they were translated, and their replacements."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "westeros_intrigue"

STIFF = {
    r"\bshall\b": "will, or must",
    r"\b(he|his|him)\b": "they, their",
    r", be (they|it)\b": "though, or whether",
    r"\b(tell|tells|told) of\b": "say, show, describe",
    r"\bstands? (there|here|in it|below|beside|above|with|alone|twice)\b": "is, or comes",
    r"\bWho (cannot|has|is|places|wants|owns|plays|holds)\b": "A player who",
    r"\bthat are none\b": "that are not",
    r"\btells? (how|what|which|who|whether|where|when)\b": "say, show, explain",
    r"\bthe own\b": "their own",
    r"\bstands? in the way\b": "is in the way",
    r"\bwhat would do\b": "what would work",
    r"\bnot for callers\b": "do not call",
}
STIFF_IN_SOURCE = {
    r'(?:"""|^ *# )(?:What|Whether|How|Who|Where|Which|When)\b': "a verb or a noun first",
    r"(?<!here )\b(?:is|are|was|were)\s+(?:no(?!\s+longer)|none)\b": "is not, or has no",
    r"; an? (?:NotationError|InvalidValue|WrongType) if\b": "Raise ... unless",
    r"WrongType: an argument (?:is )?of another type\.": "nothing: that goes without saying",
    r"\b(?:so many|as many of|of a size)\b": "the number of, count",
    r"\b(?:anew|likewise|at hand)\b": "again, also, available",
    r"\b(?:Whatever|Whoever|Everything that|All that)\b": "the noun itself",
    r", too[.,;:]": "also",
    r"\b(?:is|are) to be\b": "must be, will be",
    r"\b(?:bears?|borne)\b": "have",
    r'"""(?:Return|Yield) (?:what|who|why|where|whose|how (?:many|much))\b': "a noun",
    r"(?:\"\"\"|# ).*(?<!`)\b(?:[Ss]ome|[Ee]very|[Aa]ny|[Nn]o)body\b": "a player, no player",
    r"Raise an? [A-Z]\w+ (?:unless|if|for)\b": "Raise InvalidValue unless",
    r"\b(?:goes|go) on (?:with|from|to)\b": "continues",
    r"\bin place of\b": "instead of",
    r"\bout of its range\b": "out of range",
}
STIFF_IN_PAGES = {
    r"(?<![`\w-])(?:[Ss]ome|[Ee]very|[Aa]ny|[Nn]o)body\b": "a player, the client, you, no player",
    r"\b(?:Whoever|whoever)\b": "the player who",
    r"\bin place of\b": "instead of",
    r"\b[Tt]he trap\b": "the advice itself",
    r"\bwhat (?:people|everyone)\b": "a noun",
    r"\b(?:file|folder|package|room|site|stack|type) of its own\b": "a separate one",
}
HAS_FOR_EVERYTHING = {
    r"(?:`[^`\n]+`|\b(?:document|file|reference|docstring|manifest|header|schema))\s(?:also\s|then\s)?"
    r"has\s+(?:all|every|both|only|its|their|the(?! same (?:size|content)))\b": (
        "lists, contains, names, gives, shows, is"
    )
}
"""The rules of docs/writing.md that a pattern can find."""


def assert_free_of(stiff: dict[str, str], paths: Iterable[Path]) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}: "
        f"{match[0].strip()!r}; write: {better}"
        for path in paths
        for text in [path.read_text(encoding="utf-8")]
        for pattern, better in stiff.items()
        for match in re.finditer(pattern, text, re.MULTILINE)
    ]
    assert not found, "\n".join(found)


def test_the_prose_reads_as_english_does() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
    pages += (ROOT / "changes").glob("*.md")
    pages += [page for suffix in ("*.md", "*.rst") for page in (ROOT / "docs").rglob(suffix)]
    texts = [*pages, *PACKAGE.rglob("*.py")]
    assert_free_of(STIFF, [text for text in texts if "_build" not in text.parts])


def test_pages_address_their_readers() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    not_prose = re.compile(r"(?ms)^```.*?^```|^\| pattern \|.*?(?:\n\n|\Z)")
    found = [
        f"{page.name}: {match[0]!r}; write: {better}"
        for page in pages
        if "_build" not in page.parts
        for text in [not_prose.sub("", page.read_text("utf-8"))]
        for pattern, better in STIFF_IN_PAGES.items()
        for match in re.finditer(pattern, text)
    ]
    assert not found, "\n".join(found)


def test_what_holds_things_says_how() -> None:
    pages = [page for suffix in ("*.md", "*.rst") for page in (ROOT / "docs").rglob(suffix)]
    pages = [page for page in pages if "_build" not in page.parts]
    assert_free_of(HAS_FOR_EVERYTHING, [*pages, *PACKAGE.rglob("*.py")])


def test_the_prose_of_the_source_reads_as_english_does() -> None:
    assert_free_of(STIFF_IN_SOURCE, sorted(PACKAGE.rglob("*.py")))


def test_one_thing_is_never_named_in_the_plural() -> None:
    messages = (ROOT / "tests/samples/messages.txt").read_text(encoding="utf-8")
    things = "card|round|player|game|deal|hand|move|placement|slot|seat|pile|element|number|time"
    # "0 of 1 deals" counts the deals of a match.
    assert not re.findall(rf".*(?<!of )\b1 (?:{things})s\b.*", messages)
    assert not re.findall(rf".*\b1 (?:{things}) (?:are|were|have)\b.*", messages)
