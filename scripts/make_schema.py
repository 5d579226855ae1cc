"""Write the JSON Schemas and the TypeScript types from codecs and docstrings.

    python scripts/make_schema.py [FOLDER]

There is a pair of files for the documents of each game, and one for the messages between the page
and its engine. FOLDER is build/schema if none is named; the site offers the files for download.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

from westeros_intrigue.documents import DOCUMENTS
from westeros_intrigue.documents.typescript import FEWEST, declarations, refer
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.play.page.messages import protocol_schema

SOURCE = Path(__file__).parent.parent / "src/westeros_intrigue"
FOLDER = SOURCE.parents[1] / "build" / "schema"
FLAGSHIP = "westeros-intrigue"
OTHER_GAMES = ("monopoly", "btwixt")
HEAD = {
    "game": "The game that the document belongs to.",
    "kind": "The class of the document.",
    "version": "The version of the documents, the same for all kinds.",
}


@cache
def make_texts() -> dict[str, str]:
    """Return the text of each file by its name."""
    schemas = {
        FLAGSHIP: _described(DOCUMENTS.schema(), FLAGSHIP),
        "monopoly": _described(monopoly.DOCUMENTS.schema(), "monopoly"),
        "btwixt": _described(btwixt.DOCUMENTS.schema(), "btwixt"),
        "messages": _described(protocol_schema(), FLAGSHIP),
    }
    found = {}
    for name, schema in schemas.items():
        found[f"{name}.schema.json"] = json.dumps(schema, indent=2) + "\n"
        bases = _bases(schema["$defs"], _classes(name if name in OTHER_GAMES else FLAGSHIP))
        others = schemas[FLAGSHIP]["$defs"] if name == "messages" else {}
        unions = {} if name == "messages" else _unions(name)
        found[f"{name}.d.ts"] = declarations(schema, bases, (f"./{FLAGSHIP}", others), unions)
    return found


def _unions(key: str) -> dict[str, list[str]]:
    """Return the definitions of all documents of a game, and of those of its events."""
    game: Any = GAMES[key]
    kinds: dict[type, str] = game.DOCUMENTS.kinds
    found = {"AnyDocument": [f"{kind}-document" for kind in kinds.values()]}
    # B'Twixt has one class of events, whose documents have that name already.
    if events := get_args(getattr(game.Event, "__value__", game.Event)):
        found["EventDocument"] = [f"{kinds[cls]}-document" for cls in events]
    return found


def _bases(
    definitions: Mapping[str, Any], classes: Mapping[str, ast.ClassDef]
) -> dict[str, dict[str, Any]]:
    """Return the classes without documents that several classes with documents derive from."""
    derived: dict[str, list[Any]] = {}
    for name, part in definitions.items():
        if "properties" in part and not name.endswith("-document"):
            for base in _bases_of(part.get("title", ""), classes):
                derived.setdefault(base, []).append(part["properties"])
    found = {}
    for base, [first, *others] in derived.items():
        shared = {
            name: part
            for name, part in first.items()
            if all(one.get(name) == part for one in others)
        }
        if others and len(shared) >= FEWEST:
            text = _first(ast.get_docstring(classes[base]))
            found[base.strip("_")] = {
                "description": text, "properties": shared, "required": list(shared)
            }  # fmt: skip
    return found


def _bases_of(name: str, classes: Mapping[str, ast.ClassDef]) -> set[str]:
    bases = {*_base_names(classes[name])} if name in classes else set()
    return (bases & {*classes}).union(*(_bases_of(base, classes) for base in bases))


def _described(schema: Any, game: str) -> Any:  # noqa: ANN401 - any schema
    """Return a schema with the descriptions of its classes and their fields, from docstrings."""
    schema = json.loads(json.dumps(schema))
    classes = _classes(game)
    for name, definition in schema["$defs"].items():
        if "$ref" in definition:  # a head before the members of another
            definition["title"] = schema["$defs"][refer(definition["$ref"])]["title"]
        title = "".join(map(str.capitalize, name.split("-")))
        if title in classes:
            definition.setdefault("title", title)
    return _with_descriptions(schema, classes)


def _with_descriptions(schema: Any, classes: Mapping[str, ast.ClassDef]) -> Any:  # noqa: ANN401 - any part of a schema
    if isinstance(schema, list):
        return [_with_descriptions(part, classes) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {name: _with_descriptions(part, classes) for name, part in schema.items()}
    definition = classes.get(str(parts.get("title")))
    if definition is None:
        return parts
    members = parts.get("properties", {})
    fields = _field_docs(definition.name, classes)
    if "position" in members:  # the document of a state begins with the moves up to it
        fields |= _field_docs("Record", classes)
    for name, part in members.items():
        if text := HEAD.get(name) if "const" in part else fields.get(name):
            part["description"] = text
    title = parts.pop("title")
    return {"title": title, "description": _first(ast.get_docstring(definition)), **parts}


@cache
def _classes(game: str) -> Mapping[str, ast.ClassDef]:
    """Return the definitions of the classes of a game and of all games, by name."""
    of_game = SOURCE / "games" / game
    folders = [SOURCE / "gamekit", of_game] if game in OTHER_GAMES else [SOURCE]
    others = set() if game in OTHER_GAMES else {SOURCE / "games"}
    return {
        statement.name: statement
        for folder in folders
        for path in sorted(folder.rglob("*.py"), key=lambda path: ("page" in path.parts, path))
        if others.isdisjoint(path.parents)
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(statement, ast.ClassDef)
    }


def _base_names(definition: ast.ClassDef) -> Iterator[str]:
    """Return the bases of a class, without the module through which one is reached."""
    return (ast.unparse(base).rpartition(".")[2] for base in definition.bases)


def _field_docs(class_name: str, classes: Mapping[str, ast.ClassDef]) -> dict[str, str]:
    """Return the description of each field and each property of a class, by its name."""
    docs: dict[str, str] = {}
    if class_name not in classes:
        return docs
    definition = classes[class_name]
    for base in _base_names(definition):
        docs |= _field_docs(base, classes)
    for statement, after in pairwise([*definition.body, ast.Pass()]):
        if isinstance(statement, ast.FunctionDef) and (text := ast.get_docstring(statement)):
            docs[statement.name] = _first(text)
        elif isinstance(statement, ast.AnnAssign) and isinstance(after, ast.Expr):
            docs[ast.unparse(statement.target)] = _first(ast.literal_eval(after.value))
    return docs


def _first(text: str | None) -> str:
    """Return the first paragraph of a docstring as one line."""
    return " ".join((text or "").partition("\n\n")[0].split()).replace("`", "")


def write_files(folder: Path) -> None:
    """Write all files to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in make_texts().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_files(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
