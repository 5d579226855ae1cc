"""Writes the JSON Schemas to the package, from the codecs and, for documents, the docstrings.

One is of all documents, the other of the messages between the page and its engine. Run it after a
change of a codec or of a docstring: python scripts/make_schema.py. Tests hold the files against
them.
"""

from __future__ import annotations

import ast
import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from westeros_intrigue.data import json_schema
from westeros_intrigue.web.schema import protocol_schema

SOURCE = Path(__file__).parent.parent / "src/westeros_intrigue"
PATH = SOURCE / "schema/westeros-intrigue.schema.json"
MESSAGES = SOURCE / "schema/messages.schema.json"


def schema_text() -> str:
    """Return the text of the file."""
    schema = json.loads(json.dumps(json_schema()))
    for name, definition in schema["$defs"].items():
        if name.title() in _public_classes():
            definition.setdefault("title", name.title())
    return json.dumps(_described(schema), indent=2) + "\n"


def _described(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """Return a part of a schema, with what the docstrings say of its classes and their fields."""
    if isinstance(schema, list):
        return [_described(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {name: _described(part) for name, part in schema.items()}
    definition = _public_classes().get(str(parts.get("title")))
    if definition is None:
        return parts
    # The document of a state begins with the transcript that leads to it.
    fields = {**_field_docs("Transcript"), **_field_docs(definition.name)}
    for name, part in parts.get("properties", {}).items():
        if text := fields.get(name):
            part["description"] = text
    title = parts.pop("title")
    return {"title": title, "description": _first(ast.get_docstring(definition)), **parts}


@cache
def _classes() -> dict[str, ast.ClassDef]:
    """Return the definitions of the classes, by name; the flagship's come last."""
    return {
        statement.name: statement
        for path in sorted(SOURCE.rglob("*.py"))
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(statement, ast.ClassDef)
    }


def _public_classes() -> dict[str, ast.ClassDef]:
    """Return the definitions of the public classes, by name."""
    return {
        name: definition
        for name, definition in _classes().items()
        if any(ast.unparse(decorator) == "public" for decorator in definition.decorator_list)
    }


@cache
def _field_docs(class_name: str) -> dict[str, str]:
    """Return what is said of each field and each property of a class, by its name."""
    docs: dict[str, str] = {}
    definition = _classes()[class_name]
    for base in map(ast.unparse, definition.bases):
        docs |= _field_docs(base) if base in _classes() else {}
    for statement, after in pairwise([*definition.body, ast.Pass()]):
        if isinstance(statement, ast.FunctionDef) and (text := ast.get_docstring(statement)):
            docs[statement.name] = _first(text)
        elif isinstance(statement, ast.AnnAssign) and isinstance(after, ast.Expr):
            docs[ast.unparse(statement.target)] = _first(ast.literal_eval(after.value))
    return docs


def _first(text: str | None) -> str:
    """Return the first paragraph of a docstring as one line."""
    return " ".join((text or "").partition("\n\n")[0].split()).replace("`", "")


if __name__ == "__main__":
    PATH.write_text(schema_text(), encoding="utf-8")
    MESSAGES.write_text(json.dumps(protocol_schema(), indent=2) + "\n", encoding="utf-8")
    for path in (PATH, MESSAGES):
        print(f"{path}: {path.stat().st_size} bytes")
