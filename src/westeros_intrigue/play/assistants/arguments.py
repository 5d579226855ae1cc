"""The arguments of the tools: their descriptions with examples, and what is wrong with others."""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import json
from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import islice
from operator import or_
from typing import Annotated, Any, TypeAlias

from pydantic import Field, ValidationError

from westeros_intrigue.gamekit import english, values
from westeros_intrigue.gamekit.errors import InvalidValue, WesterosIntrigueError

_NEAR = " (did you mean {}?)"
_MOST_ERRORS = 6
LONGEST_WAIT = 30
"""The longest time in seconds that `wait` takes to answer."""
_CLASSES: Mapping[str, type] = {
    "boolean": bool,
    "integer": int,
    "object": dict,
    "string": str,
}
"""The classes of JSON's types."""


def _about(
    description: str, example: object, least: int | None = None, most: int | None = None
) -> Any:  # noqa: ANN401 - as pydantic's Field
    """Return the description of an argument; the example ends it, since many read no more."""
    shown = example if isinstance(example, str) else json.dumps(example)
    full = f"{description}, such as {shown}"
    return Field(description=full, examples=[example], ge=least, le=most)


def _if_true(consequence: str) -> Any:  # noqa: ANN401 - as pydantic's Field
    return Field(description=f"True {consequence}", examples=[True])


TableName: TypeAlias = Annotated[
    str, _about("The name of the table, from new_game, join or tables", "t1")
]
SomeTable: TypeAlias = Annotated[
    str, _about("The name of a table, for the rules that its options leave; empty for all", "t1")
]
GameKey: TypeAlias = Annotated[
    str, _about("The game's key: westeros-intrigue, monopoly, or that of another game", "btwixt")
]
Players: TypeAlias = Annotated[
    int | None,
    _about("The number of seats, with yours; null for the fewest", 3),
]
Opponents: TypeAlias = Annotated[
    str, _about("The computer players, of those that rules lists; empty for the usual", "greedy")
]
Options: TypeAlias = Annotated[
    dict[str, bool | int | str] | None,
    _about("Options of the game, of those that rules lists; null for none", {"rounds": 1}),
]
PrintedCards: TypeAlias = Annotated[bool, _if_true("to referee people who play with printed cards")]
FirstPlayer: TypeAlias = Annotated[
    int, _about("The seat that begins, from 0, with printed cards", 1, 0)
]
Link: TypeAlias = Annotated[
    str,
    _about(
        "The link of a table, as your person gave it to you",
        "http://127.0.0.1:8321/#AbCdEfGhIjKlMnOpQrStUv",
    ),
]
OwnName: TypeAlias = Annotated[str, _about("The name that the others see", "Assistant")]
Chair: TypeAlias = Annotated[
    int | None, _about("The chair, from 0; null for the first free one", 1, 0)
]
WithPicture: TypeAlias = Annotated[bool, _if_true("to get an image too, to show to people")]
AsJson: TypeAlias = Annotated[bool, _if_true("to get the position as JSON")]
MoveText: TypeAlias = Annotated[
    str, _about("The move, as the game writes it or in words; rules has the forms", "S4@b2")
]
Moment: TypeAlias = Annotated[
    int | None,
    _about(
        "The moment that you saw last: the move is refused if the game has moved on since", 12, 0
    ),
]
Whole: TypeAlias = Annotated[bool, _if_true("to get the whole position instead of the changes")]
Seconds: TypeAlias = Annotated[
    int, _about("The longest time to wait, in seconds", 20, 0, LONGEST_WAIT)
]
About: TypeAlias = Annotated[
    str, _about("The id of a rule, or words of it; empty for the rules in short", "court.match")
]


def check_names(
    tool: str, schemas: Mapping[str, Mapping[str, Any]], arguments: Mapping[str, object]
) -> None:
    """Check that there is a tool, and that it has arguments of the given names.

    >>> check_names("lok", {"look": {"properties": {"table": {}}}}, {})
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: no tool 'lok' (did you mean look?); there is look
    >>> check_names("look", {"look": {"properties": {"table": {}}}}, {"tablet": "t1"})
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: look has no argument 'tablet' (did you mean \
table?); it has table

    Args:
        tool: the name of the tool.
        schemas: the schemas of the arguments of all tools, by the tools' names.
        arguments: the given arguments.

    Raises:
        InvalidValue: there is no such tool or argument.
    """
    if tool not in schemas:
        near = english.did_you_mean(tool, schemas, form=_NEAR)
        raise InvalidValue(
            f"no tool {values.short_repr(tool)}{near}; there is {english.join_words(schemas)}"
        )
    known = schemas[tool].get("properties", {})
    for name in arguments:
        if name not in known:
            near = english.did_you_mean(name, known, form=_NEAR)
            has = english.join_words(known) or "none"
            raise InvalidValue(
                f"{tool} has no argument {values.short_repr(name)}{near}; it has {has}"
            )


def say_errors(
    tool: str, schema: Mapping[str, Any], arguments: Mapping[str, Any], error: ValidationError
) -> str:
    """Return in words what is wrong with the arguments of a tool, and what would work."""
    sentences = dict.fromkeys(_sentences(tool, schema["properties"], arguments, error))
    return " ".join(f"{sentence}." for sentence in islice(sentences, _MOST_ERRORS))


def _sentences(
    tool: str, known: Mapping[str, Any], arguments: Mapping[str, Any], error: ValidationError
) -> Iterator[str]:
    for fault in error.errors(include_url=False, include_context=False):
        name, *inner = map(str, fault["loc"])
        about = known[name]["description"]
        about = f"{about[0].lower()}{about[1:]}"
        if fault["type"] == "missing":
            yield f"{tool} needs {name}: {about}"
            continue
        given, form, path = arguments[name], known[name], name
        if inner and isinstance(given, dict) and inner[0] in given:
            given, path = given[inner[0]], f"{name}[{values.short_repr(inner[0])}]"
            form = next(one for one in _forms(form) if one.get("type") == "object")
            form = form["additionalProperties"]
        yield f"{_wrong(f'{path} of {tool}', given, form)}: {about}"


def _forms(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*schema.get("anyOf", [schema])]


def _wrong(name: str, given: object, schema: Mapping[str, Any]) -> str:
    """Return the library's sentence about a value that is not of its form."""
    forms = {form["type"]: form for form in _forms(schema) if form["type"] != "null"}
    try:
        if [*forms] == ["integer"]:
            form = forms["integer"]
            values.check_integer(name, given, form.get("minimum"), form.get("maximum"))
        else:
            values.check_type(name, given, reduce(or_, [_CLASSES[kind] for kind in forms]))
    except WesterosIntrigueError as error:
        return str(error)
    return f"{name} cannot be {values.short_repr(given)}"
