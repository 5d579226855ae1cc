"""The published schemas, and documents to hold against them: right ones, and broken copies."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from documents.test_documents import positions

from helpers.checkout import load
from westeros_intrigue.gamekit.game import GAMES

CLASSES = (
    *("datamodel-codegen", "--input", "westeros-intrigue.schema.json"),
    *("--collapse-root-models", "--output", "documents.py"),
)
"""The command of the page on JSON that makes classes of Python."""
TYPES = (
    *("npx", "quicktype", "--src-lang", "schema", "--lang", "go"),
    *("--out", "documents.go", "westeros-intrigue.schema.json#/$defs/"),
)
"""The command of the page on JSON that makes types of Go."""


@cache
def texts() -> dict[str, str]:
    """The text of each file by its name."""
    made: dict[str, str] = load("scripts/making/schema.py").make_texts()
    return made


def write(key: str, folder: Path) -> None:
    """Write the schema of a game's documents under the name that the commands use."""
    path = folder / "westeros-intrigue.schema.json"
    path.write_text(texts()[f"{key}.schema.json"], encoding="utf-8")


def class_of(kind: str) -> str:
    """The name of the class of documents of a kind."""
    return "".join(map(str.capitalize, f"{kind}-document".split("-")))


@cache
def documents_of(key: str) -> tuple[Any, ...]:
    """Documents of a game that was played at random: positions, a record and events."""
    game: Any = GAMES[key]
    values = positions(key)
    view = next(each for each in reversed(values) if type(each).__name__ == "View")
    told = [*game.events(None, view)]
    some = random.Random(3).sample(told, min(30, len(told)))
    return tuple(map(game.DOCUMENTS.to_data, (*values, *some)))


def broken(data: Any) -> Iterator[tuple[str, Any]]:
    """Copies of a document that no schema may allow, each with what is wrong with it."""
    chance = random.Random(4)
    for fault in ("a member is missing", "a member is unknown", "a part is of another type"):
        changed = copy.deepcopy(data)
        objects = [changed, *_objects(changed)]
        if fault == "a member is missing":
            del changed[chance.choice([name for name in changed if name not in _OPTIONAL])]
        elif fault == "a member is unknown":
            chance.choice(objects)["unknown!"] = {"a": [1]}
        else:
            one = chance.choice([each for each in objects if each])
            one[chance.choice([*one])] = {"unknown!": {"a": [1]}}
        yield fault, changed


_OPTIONAL = {"earlier", "house_rule", "has_numbers", "position"}
"""Members that some documents of a kind leave out."""


def _objects(part: Any) -> Iterator[dict[str, Any]]:
    for each in part.values() if isinstance(part, dict) else part:
        if isinstance(each, dict):
            yield each
        if isinstance(each, dict | list):
            yield from _objects(each)
