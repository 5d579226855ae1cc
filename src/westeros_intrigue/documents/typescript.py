"""TypeScript types of documents, generated from their JSON Schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from westeros_intrigue.gamekit.codecs import Schema
from westeros_intrigue.gamekit.values import capital

FEWEST = 5
"""The number of shared members that makes one interface extend another."""


def declarations(
    schema: Schema,
    bases: Mapping[str, Schema] = {},
    module: tuple[str, Mapping[str, Schema]] = ("", {}),
    unions: Mapping[str, Iterable[str]] = {},
) -> str:
    """Return the declarations of a module with a type for each definition of a schema.

    >>> placement = {
    ...     "type": "object",
    ...     "properties": {"player": {"type": "integer"}},
    ...     "required": [],
    ... }
    >>> print(declarations({"title": "An example", "$defs": {"a-placement": placement}}))
    // An example
    <BLANKLINE>
    export interface APlacement {
      player?: number;
    }
    <BLANKLINE>

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
