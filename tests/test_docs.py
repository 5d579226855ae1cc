"""The documentation: whole, reachable, and tied to the rules and the code.

The pages' examples run as tests of their own. Links are checked where the pages are built.
"""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import attrs
import pytest

import westeros_intrigue
from westeros_intrigue import RULEBOOK, ViolationCode

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "src" / "westeros_intrigue"
PAGES = sorted(
    path.relative_to(DOCS).with_suffix("").as_posix()
    for pattern in ("*.md", "*.rst")
    for path in DOCS.rglob(pattern)
    if "_build" not in path.parts
)
NAMES = list(westeros_intrigue.__all__)
THINGS = [
    name
    for name in NAMES
    if inspect.isclass(thing := getattr(westeros_intrigue, name)) or inspect.isfunction(thing)
]
FUNCTIONS = [name for name in THINGS if inspect.isfunction(getattr(westeros_intrigue, name))]
# What has to do with no rule: text, data, files, and what the library is made of.
WITHOUT_RULES = {
    "DecodingError", "GameState", "House", "IllegalMove", "InvalidCourt", "InvalidDeal",
    "InvalidRecord", "InvalidValue", "InvalidVariant", "Kind", "MissingExtra", "NotationError",
    "Phase", "RandomSource", "Record", "Rule", "Violation", "ViolationCode",
    "WesterosIntrigueError", "WrongPhase", "WrongType", "from_data", "from_json", "parse_card",
    "parse_hand", "read_records", "rule", "to_data", "to_json", "write_records",
}  # fmt: skip


@pytest.fixture
def atlas(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    yield importlib.import_module("rule_atlas")
    sys.modules.pop("rule_atlas", None)


def documented(text: str) -> list[str]:
    return re.findall(r"^\.\. auto\w+:: westeros_intrigue\.(\w+)$", text, flags=re.MULTILINE)


def api_pages() -> str:
    return "".join(path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("api/*.rst")))


def test_the_api_reference_has_every_public_name_exactly_once() -> None:
    assert Counter(documented(api_pages())) == Counter(NAMES)


def test_the_api_reference_has_every_name_of_the_bulk_module_exactly_once() -> None:
    tree = ast.parse((PACKAGE / "bulk" / "__init__.py").read_text(encoding="utf-8"))
    [names] = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    pattern = r"^\.\. auto\w+:: westeros_intrigue\.bulk\.(\w+)$"
    found = re.findall(pattern, api_pages(), flags=re.MULTILINE)
    assert Counter(found) == Counter(names)


@pytest.mark.parametrize("name", THINGS)
def test_every_public_name_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(getattr(westeros_intrigue, name)) or "")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_says_what_it_raises(name: str) -> None:
    assert "Raises:\n" in (inspect.getdoc(getattr(westeros_intrigue, name)) or "")


@pytest.mark.parametrize("name", THINGS)
def test_every_public_name_that_implements_a_rule_cites_it(name: str) -> None:
    doc = inspect.getdoc(getattr(westeros_intrigue, name)) or ""
    assert ("Rules: " in doc) != (name in WITHOUT_RULES)


def described(cls: type) -> set[str]:
    """The names in the body of a class that a text stands under."""
    tree = ast.parse(inspect.getsource(cls).lstrip())
    body = tree.body[0].body  # type: ignore[attr-defined]
    found = set()
    for field, text in pairwise(body):
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            target = field.targets[0] if isinstance(field, ast.Assign) else field
            named = getattr(target, "target", target)
            found.add(getattr(named, "id", ""))
    return found


@pytest.mark.parametrize("name", [name for name in THINGS if name[0].isupper()])
def test_every_public_attribute_is_described_under_it(name: str) -> None:
    cls = getattr(westeros_intrigue, name)
    named = {field.name for field in attrs.fields(cls)} if attrs.has(cls) else set()
    if issubclass(cls, enum.Enum):
        named = {member.name for member in cls}
    public = {attribute for attribute in named if not attribute.startswith("_")}
    assert public - described(cls) == set()


def test_what_counts_seats_says_where_they_begin() -> None:
    for name in FUNCTIONS:
        doc = inspect.getdoc(getattr(westeros_intrigue, name)) or ""
        for line in re.findall(r"^ +(?:player|first_player): .*$", doc, flags=re.MULTILINE):
            assert "from 0" in line, f"{name}: {line}"


def entries_of_toctrees() -> set[str]:
    found = set()
    for page in PAGES:
        for suffix in (".md", ".rst"):
            path = DOCS / f"{page}{suffix}"
            if not path.exists():
                continue
            text = path.read_text(encoding="utf-8")
            blocks = re.findall(r"^```\{toctree\}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
            blocks += re.findall(r"^\.\. toctree::\n((?:   .*\n|\n)*)", text, flags=re.MULTILINE)
            for block in blocks:
                for line in block.splitlines():
                    entry = line.strip()
                    if entry and not entry.startswith(":"):
                        found.add((Path(page).parent / entry).as_posix())
    return found


def test_every_page_is_in_the_table_of_contents() -> None:
    assert set(PAGES) - {"index"} == entries_of_toctrees()


def test_every_code_block_of_the_pages_is_an_example_that_runs() -> None:
    for path in sorted(DOCS.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        for block in re.findall(r"^```python\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL):
            assert block.startswith(">>> "), f"{path.name}: {block}"
            assert block.endswith("\n\n"), f"{path.name}: an empty line before the closing fence"
        languages = set(re.findall(r"^```(\w+)$", text, flags=re.MULTILINE))
        known = {"python", "text", "sh", "js", "json", "console", "toml"}
        assert languages <= known, path.name


def test_the_atlas_has_a_page_for_every_chapter() -> None:
    chapters = {entry.chapter for entry in RULEBOOK.values()}
    pages = (DOCS / "rules" / f"{chapter}.rst" for chapter in chapters)
    for page in pages:
        assert f".. rule-atlas:: {page.stem}\n" in page.read_text(encoding="utf-8")


def test_every_violation_has_its_place_with_its_rules() -> None:
    text = (DOCS / "violations.md").read_text(encoding="utf-8")
    for code in ViolationCode:
        assert f"(violation-{code.value})=\n## {code.name}\n" in text


def test_every_error_has_its_place() -> None:
    text = (DOCS / "errors.md").read_text(encoding="utf-8")
    headings = set(re.findall(r"\w+", " ".join(re.findall(r"^## (.*)$", text, flags=re.MULTILINE))))
    errors = {name for name in THINGS if isinstance(getattr(westeros_intrigue, name), type)
              and issubclass(getattr(westeros_intrigue, name), Exception)}  # fmt: skip
    assert errors - {"WesterosIntrigueError"} <= headings


def test_the_atlas_knows_the_tests_and_the_code_of_every_rule(atlas: ModuleType) -> None:
    assert all(atlas.tests().values())
    assert [rule_id for rule_id in RULEBOOK if not list(atlas._implementation(rule_id))] == []
