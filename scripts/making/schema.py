"""Write the JSON Schemas and the TypeScript types from codecs and docstrings.

    python scripts/make.py schema [FOLDER]

There is a pair of files for the documents of each game, and one for the messages between the page
and its engine. FOLDER is build/schema if none is named; the site offers the files for download.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

from westeros_intrigue.documents import DOCUMENTS
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.gamekit.codecs import Schema
from westeros_intrigue.gamekit.english import capital
from westeros_intrigue.gamekit.game import HasScreen
from westeros_intrigue.games import btwixt, monopoly
from westeros_intrigue.play.page.requests import protocol_schema

SOURCE = Path(__file__).parents[2] / "src/westeros_intrigue"
FOLDER = SOURCE.parents[1] / "build" / "schema"
FLAGSHIP = "westeros-intrigue"
OTHER_GAMES = ("monopoly", "btwixt")
HEAD = {
    "game": "The game that the document belongs to.",
    "kind": "The class of the document.",
    "version": "The version of the documents, the same for all kinds.",
}
FEWEST = 5
"""The number of shared members that makes one interface extend another."""


@cache
def make_texts() -> dict[str, str]:
    """Return the text of each file by its name."""
    schemas = {
        FLAGSHIP: _described(DOCUMENTS.schema(), FLAGSHIP),
        "monopoly": _described(monopoly.DOCUMENTS.schema(), "monopoly"),
        "btwixt": _described(btwixt.DOCUMENTS.schema(), "btwixt"),
        "messages": _described(protocol_schema(), FLAGSHIP),
    }
    for key in OTHER_GAMES:
        if isinstance(game := GAMES[key], HasScreen):
            schemas[f"{key}-screen"] = _described(game.SCREEN.schema, key)
    found = {}
    for name, schema in schemas.items():
        found[f"{name}.schema.json"] = json.dumps(schema, indent=2) + "\n"
        key = name.removesuffix("-screen")
        bases = _bases(schema["$defs"], _classes(key if key in OTHER_GAMES else FLAGSHIP))
        others = schemas[FLAGSHIP]["$defs"] if name == "messages" else {}
        unions = _unions(name) if name in {FLAGSHIP, *OTHER_GAMES} else {}
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
        for path in sorted(folder.rglob("*.py"), key=_order)
        if others.isdisjoint(path.parents)
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(statement, ast.ClassDef)
    }


def _order(path: Path) -> tuple[bool, Path]:
    """Put the classes of the page last, so that its names win."""
    return "page" in path.relative_to(SOURCE).parts, path


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


def declarations(
    schema: Schema,
    bases: Mapping[str, Schema] = {},
    module: tuple[str, Mapping[str, Schema]] = ("", {}),
    unions: Mapping[str, Iterable[str]] = {},
) -> str:
    """Return the declarations of a module with a type for each definition of a schema.

    Args:
        schema: a schema from `Documents.schema`, perhaps with descriptions.
        bases: objects that are not documents, but whose members begin several definitions.
        module: the module with another schema's types, and its definitions; identical definitions
            are imported.
        unions: additional types, each the union of some definitions.
    """
    definitions = {**schema["$defs"], **bases}
    name, others = module
    same = _same(definitions, others)
    blocks = [f"// {schema['title']}"]
    if same:
        names = ", ".join(map(_name, same))
        blocks.append(f'import type {{ {names} }} from "{name}";\n\nexport type {{ {names} }};')
    for each in sorted(definitions.keys() - same):
        definition = definitions[each]
        if "properties" in definition:
            body = _interface(each, definitions)
        else:
            body = f"export type {_name(each)} = {_type(definition)};"
        blocks.append("\n".join([*_comment(definition, ""), body]))
    for each, parts in unions.items():
        blocks.append(f"export type {each} =\n  | " + "\n  | ".join(map(_name, parts)) + ";")
    return "\n\n".join(blocks) + "\n"


def _same(definitions: Mapping[str, Schema], others: Mapping[str, Schema]) -> list[str]:
    """Return the definitions that are identical in another schema, including all references."""
    same = {name for name, part in definitions.items() if others.get(name) == part}
    while foreign := {name for name in same if not _references(definitions[name]) <= same}:
        same -= foreign
    return sorted(same)


def refer(reference: str) -> str:
    """Return the name of the definition that a reference points to."""
    return reference.rpartition("/")[2]


def _references(part: Schema) -> set[str]:
    return set(re.findall(r'"#/\$defs/([^"]+)"', json.dumps(part)))


def _interface(name: str, definitions: Mapping[str, Schema]) -> str:
    """Return an interface that extends the one it refers to, or the largest one it contains."""
    part = definitions[name]
    if "$ref" in part:
        return f"export interface {_name(name)} extends {_type(part)} {_object(part)}"
    own = _members(part)
    found = [
        (len(members), other)
        for other, one in definitions.items()
        if (members := _members(one)).items() < own.items() and len(members) >= FEWEST
    ]
    if not found:
        return f"export interface {_name(name)} {_object(part)}"
    base = max(found)[1]
    inherited = _members(definitions[base])
    rest = {each: member for each, member in part["properties"].items() if each not in inherited}
    head = f"export interface {_name(name)} extends {_name(base)}"
    return f"{head} {_object({**part, 'properties': rest})}"


def _members(part: Schema) -> dict[str, tuple[bool, str]]:
    """Return the types of an object's members, and whether they are required."""
    members = part.get("properties", {})
    return {name: (name in part["required"], _type(member)) for name, member in members.items()}


def _name(definition: str) -> str:
    return "".join(map(capital, definition.split("-")))


def _comment(part: Schema, indent: str) -> Iterator[str]:
    if text := part.get("description"):
        yield f"{indent}/** {text} */"


def _object(part: Schema) -> str:
    lines: list[str] = []
    for name, member in part["properties"].items():
        lines += _comment(member, "  ")
        mark = "" if name in part["required"] else "?"
        lines.append(f"  {name}{mark}: {_type(member)};")
    return "\n".join(["{", *lines, "}"])


def _type(part: Schema) -> str:  # noqa: PLR0911 - one case a form
    match part:
        case {"$ref": str(reference)}:
            return _name(refer(reference))
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"oneOf": parts}:
            return " | ".join(map(_type, parts))
        case {"if": {"not": {"type": "null"}}, "then": then}:
            return f"{_type(then)} | null"
        case {"then": then, "else": other}:
            return f"{_type(then)} | {_type(other)}"
        case {"type": list(kinds)}:
            return " | ".join(_type({**part, "type": kind}) for kind in kinds)
        case {"type": "array"}:
            return _array(part)
        case {"type": "object", "properties": _}:
            return _object(part).replace("\n", "\n  ")
        case {"type": "object", "additionalProperties": values}:
            return f"{{ [key: string]: {_type(values)} }}"
        case {"type": str(kind)}:
            return "number" if kind == "integer" else kind
    raise ValueError(f"no type for {part}")


def _array(part: Schema) -> str:
    items = part["items"]
    rest = (
        ""
        if items is False
        else f"({_type(items)})[]"
        if " " in _type(items)
        else f"{_type(items)}[]"
    )
    if "prefixItems" not in part:
        return rest
    first = ", ".join(map(_type, part["prefixItems"]))
    return f"[{first}, ...{rest}]" if rest else f"[{first}]"


def write_files(folder: Path) -> None:
    """Write all files to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in make_texts().items():
        (folder / name).write_text(text, encoding="utf-8")


def main(arguments: Sequence[str] = ()) -> None:
    """Write all files to the folder that is named, or to build/schema."""
    write_files(Path(arguments[0]) if arguments else FOLDER)
