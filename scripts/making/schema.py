"""Write the JSON Schemas from codecs and docstrings, and the TypeScript types from the schemas.

    python scripts/make.py schema [FOLDER]

There is a pair of files for the documents of each game, for the messages between the page and its
engine, and for what each game's own table on the page shows. FOLDER is build/schema if none is
named; the site offers the files for download.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
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
CLASSES: Mapping[str, Mapping[str, str]] = {
    FLAGSHIP: {"answer": "", "option-form": "Option"},
    "monopoly": {
        "table": "Showing",
        "question": "",
        **{f"{kind.value.replace('_', '-')}-space": "Space" for kind in monopoly.SpaceKind},
    },
    "btwixt": {"whole-box": "Box"},
}
"""For each game, the classes of definitions that have other names than theirs."""
FEWEST = 5
"""The number of shared members that makes one interface extend another."""


@cache
def make_texts() -> dict[str, str]:
    """Return the text of each file by its name."""
    schemas = {
        FLAGSHIP: _described(_with_unions(DOCUMENTS.schema(), FLAGSHIP), FLAGSHIP),
        "monopoly": _described(_with_unions(monopoly.DOCUMENTS.schema(), "monopoly"), "monopoly"),
        "btwixt": _described(_with_unions(btwixt.DOCUMENTS.schema(), "btwixt"), "btwixt"),
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
        found[f"{name}.d.ts"] = declarations(schema, bases, (f"./{FLAGSHIP}", others))
    return found


def _with_unions(schema: Schema, key: str) -> Schema:
    """Return the schema of a game with definitions of any document and of that of any event.

    Nothing in the schema refers to them: a validator reports more about a document whose kind it
    looks up. They are for the makers of types.
    """
    game: Any = GAMES[key]
    kinds: dict[type, str] = game.DOCUMENTS.kinds
    unions = {"any-document": ("AnyDocument", "A document of any kind.", kinds)}
    # B'Twixt has one class of events, whose documents have that name already.
    if events := get_args(getattr(game.Event, "__value__", game.Event)):
        unions["event-document"] = ("EventDocument", "The document of an event.", events)
    definitions = {
        name: {
            "title": title,
            "description": text,
            "oneOf": [{"$ref": f"#/$defs/{kinds[cls]}-document"} for cls in classes],
        }
        for name, (title, text, classes) in unions.items()
    }
    return {**schema, "$defs": dict(sorted({**schema["$defs"], **definitions}.items()))}


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
    documents: Any = GAMES[game].DOCUMENTS
    of_documents = {f"{kind}-document": cls.__name__ for cls, kind in documents.kinds.items()}
    names = of_documents | CLASSES[game]
    for name, part in schema["$defs"].items():
        of = names.get(name, part["title"])
        if of in classes:
            fields = _field_docs(of, classes)
            if "position" in part.get("properties", {}):  # the moves up to a state are before it
                fields |= _field_docs("Record", classes)
            words = _first(ast.get_docstring(classes[of]))
            schema["$defs"][name] = _with_words(
                part, words, fields | HEAD if name in of_documents else fields
            )
    return schema


def _with_words(part: Any, words: str, fields: Mapping[str, str]) -> Any:  # noqa: ANN401 - any definition of a schema
    """Return a definition with a description of it, and one of each member."""
    for name, member in part.get("properties", {}).items():
        if name in fields:
            member["description"] = fields[name]
    return {"title": part["title"], "description": words, **part}


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
) -> str:
    """Return the declarations of a module with a type for each definition of a schema.

    Args:
        schema: a schema from `Documents.schema`, perhaps with descriptions.
        bases: objects that are not documents, but whose members begin several definitions.
        module: the module with another schema's types, and its definitions; identical definitions
            are imported.
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
            parts = [*map(_type, definition.get("oneOf", []))]
            union = "\n  | " + "\n  | ".join(parts) if parts else f" {_type(definition)}"
            body = f"export type {_name(each)} ={union};"
        blocks.append("\n".join([*_comment(definition, ""), body]))
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
    """Return an interface that extends that of the class, or the largest one it contains."""
    part, of_class = definitions[name], name.removesuffix("-document")
    own = _members(part)
    found = [
        (len(members), other)
        for other, one in definitions.items()
        if (members := _members(one)).items() < own.items()
        and members
        and (other == of_class or len(members) >= FEWEST)
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
        case {"oneOf": parts} | {"anyOf": parts}:
            return " | ".join(map(_type, parts))
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
    first, most = part.get("prefixItems", []), part.get("maxItems")
    if "items" not in part:
        return f"[{', '.join(map(_type, first))}]"
    one = _type(part["items"])
    if most is not None and most == part.get("minItems"):
        return f"[{', '.join([one] * most)}]"
    rest = f"({one})[]" if " " in one else f"{one}[]"
    return f"[{', '.join(map(_type, first))}, ...{rest}]" if first else rest


def write_files(folder: Path) -> None:
    """Write all files to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in make_texts().items():
        (folder / name).write_text(text, encoding="utf-8")


def main(arguments: Sequence[str] = ()) -> None:
    """Write all files to the folder that is named, or to build/schema."""
    write_files(Path(arguments[0]) if arguments else FOLDER)
