"""TypeScript types of documents, read off their JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

Part = Mapping[str, Any]


def declarations(schema: Part) -> str:
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
        schema: one that `Documents.schema` returned, perhaps with descriptions.
    """
    blocks, definitions = [f"// {schema['title']}"], schema["$defs"]
    for name, definition in definitions.items():
        if "properties" in definition:
            body = _interface(name, definition, definitions.get(name.removesuffix("-document"), {}))
        else:
            body = f"export type {_name(name)} = {_type(definition)};"
        blocks.append("\n".join([*_comment(definition, ""), body]))
    return "\n\n".join(blocks) + "\n"


def _interface(name: str, definition: Part, bare: Part) -> str:
    """Return an interface; a document extends the class that stands bare as well."""
    members, known = definition["properties"], bare.get("properties", {})
    is_whole = all(
        members.get(each) == known[each]
        and (each in bare["required"]) == (each in definition["required"])
        for each in known
    )
    if definition is bare or not known or not is_whole:
        return f"export interface {_name(name)} {_object(definition)}"
    own = {each: member for each, member in members.items() if each not in known}
    head = f"export interface {_name(name)} extends {_name(name.removesuffix('-document'))}"
    return f"{head} {_object({**definition, 'properties': own})}"


def _name(definition: str) -> str:
    return "".join(part.capitalize() for part in definition.split("-"))


def _comment(part: Part, indent: str) -> Iterator[str]:
    if text := part.get("description"):
        yield f"{indent}/** {text} */"


def _object(part: Part) -> str:
    lines: list[str] = []
    for name, member in part["properties"].items():
        lines += _comment(member, "  ")
        mark = "" if name in part["required"] else "?"
        lines.append(f"  {name}{mark}: {_type(member)};")
    return "\n".join(["{", *lines, "}"])


def _type(part: Part) -> str:  # noqa: PLR0911 - one case a form
    match part:
        case {"$ref": str(reference)}:
            return _name(reference.rpartition("/")[2])
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


def _array(part: Part) -> str:
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
