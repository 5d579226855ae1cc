"""Keep samples of every stored format, which all later versions of the library must read.

A folder of `tests/samples/formats` is named after the version whose code has written it. It has the
games of the library, an author's and a plug-in's: positions in every form that can be stored, with
what is true of them in `facts.json`; a document of each kind; a saved table in both stores, with
the record of its game; and the file of the people at it. `vectors.jsonl` has a line of each file of
test vectors, `learners.json` the numbers of a position, and `names.json` the ids of rules and the
flags of commands.

Until a version is released, its folder is written anew here. After that it never changes: a format
that gets a new number gets a new folder, named after the version that brings it.

    python scripts/make.py samples
"""

from __future__ import annotations

import gzip
import importlib
import json
import random
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import westeros_intrigue
from westeros_intrigue import InvalidValue
from westeros_intrigue.gamekit.game import (
    BUILT_IN,
    GAMES,
    AnyGame,
    AnyPosition,
    HasLines,
    add_game,
    write_line,
)
from westeros_intrigue.gamekit.records import PERSON
from westeros_intrigue.lab.environments import actions, tensors
from westeros_intrigue.play.saved import FolderStore, Seated, SqliteStore, Store, head_of
from westeros_intrigue.play.saved.session import AnyRecord
from westeros_intrigue.play.sessions import people
from westeros_intrigue.play.terminal import commands

ROOT = Path(__file__).parents[2]
FORMATS = ROOT / "tests/samples/formats"
AUTHORS = {"nim": "nim", "high-card": "high_card"}
"""The module and name of the games that are not in the library, by key."""
TABLES: Mapping[str, Mapping[str, tuple[int, Mapping[str, Any]]]] = {
    "westeros-intrigue": {
        "plain": (3, {}),
        "options": (4, {"solo": True, "option": ("rivalry", "anyone-can-die")}),
    },
    "monopoly": {
        "plain": (3, {}),
        "options": (4, {"castle_sale": "full", "house_rules": ("pot", "no-auction")}),
    },
    "btwixt": {"plain": (3, {}), "options": (4, {"variant": "draft", "revealed_allies": True})},
    "nim": {"plain": (2, {}), "options": (3, {"stones": 17})},
    "high-card": {"plain": (3, {})},
}
"""The players and options of the games, by key and name."""
MOVES = {"nim": 3, "high-card": 7}
"""The moves before the position; 40 in the other games."""
CLOCK = 1_800_000_000_000
"""The time of all saved tables, in milliseconds since 1970."""


def main(arguments: Sequence[str] = ()) -> None:
    """Write the samples of this version."""
    if arguments:
        sys.exit("samples takes no arguments")
    version = westeros_intrigue.__version__
    if f"## [{version}] - unreleased" not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        print(f"{version} is released, and its samples never change: set the next version first")
        return
    folder = FORMATS / version
    shutil.rmtree(folder, ignore_errors=True)
    for key, game in games().items():
        for name, (players, options) in TABLES[key].items():
            write_position(folder / key / name, game, players, options)
        write_documents(folder / key / "documents", game)
        write_tables(folder / key, game)
    write_vectors(folder / "vectors.jsonl")
    write(folder / "learners.json", json.dumps(numbers_for_learners()))
    write(folder / "names.json", json.dumps(names_of_programs(), indent=1))
    print(f"{sum(1 for each in folder.rglob('*') if each.is_file())} files in {folder}")


def games() -> dict[str, AnyGame]:
    """Return the games of the library, and those of authors, which are then in `GAMES`."""
    sys.path[:0] = [str(ROOT / "examples"), str(ROOT / "examples/high-card"), str(ROOT / "scripts")]
    for module in AUTHORS.values():
        add_game(getattr(importlib.import_module(module), module))
    return {key: GAMES[key] for key in TABLES}


def write(path: Path, text: str) -> None:
    """Write a file that ends with a line end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text.rstrip()}\n", "utf-8", newline="\n")


def write_position(folder: Path, game: AnyGame, players: int, options: Mapping[str, Any]) -> None:
    """Write a position in the middle of a game in each of its forms."""
    state = game.new_game(players, options, seed=7)
    rng = random.Random(7)  # noqa: S311 - the same moves each time
    for _ in range(MOVES.get(game.KEY, 40)):
        moves = game.distinct_moves(state)
        state = game.apply(state, rng.choice(moves)) if moves else game.proceed(state)
    record = game.Record.from_state(state, tags={"Event": "Winter"})
    documents = game.DOCUMENTS
    write(folder / "state.json", documents.to_json(state))
    write(folder / "record.txt", str(record))
    write(folder / "record.json", documents.to_json(record))
    views = {"all": game.observe(state, None), "0": game.observe(state, 0)}
    for viewer, view in views.items():
        write(folder / f"view-{viewer}.json", documents.to_json(view))
    if isinstance(game, HasLines):
        for name, position in {"state": state, **views}.items():
            with suppress(InvalidValue):  # a position that has no line
                write(folder / f"line-{name}.txt", write_line(game, position))
    write(folder / "facts.json", json.dumps(facts_of(game, state), indent=1))


def facts_of(game: AnyGame, state: AnyPosition) -> dict[str, Any]:
    """Return what is true of a position, in words that no class has."""
    return {
        "players": state.players,
        "to move": state.active_player,
        "moves": sorted(map(str, game.legal_moves(state))),
        "rules": game.Record.RULES_VERSION,
    }


def write_documents(folder: Path, game: AnyGame) -> None:
    """Write a document of each kind that is read."""
    tables = importlib.import_module("fuzz.tables")
    for cls, name in tables.named_classes(game.DOCUMENTS).items():
        value = min(
            tables.samples_of(game.KEY, cls, 0, 0),
            key=lambda each: (len(game.DOCUMENTS.to_json(each)), game.DOCUMENTS.to_json(each)),
        )
        write(folder / f"{name}.json", game.DOCUMENTS.to_json(value))


def write_tables(folder: Path, game: AnyGame) -> None:
    """Write a table at which a person has played with computers, and the people at it."""
    players = max(2, game.MIN_PLAYERS)
    others = next(name for name in game.PLAYERS if name != "random")
    tags = {"Seed": "7", "Seat-0": PERSON}
    tags |= {f"Seat-{seat}": others for seat in range(1, players)}
    record = game.Record.from_state(game.setup(players, seed=7), tags=tags)
    with TemporaryDirectory() as name:
        kept = FolderStore(folder, clock=lambda: CLOCK)
        database = SqliteStore(Path(name, "tables.sqlite"), clock=lambda: CLOCK)
        for store in (kept, database):
            play_at(store, record)
        with closing(sqlite3.connect(database.path)) as connection:
            [(version,)] = connection.execute("PRAGMA user_version")
            lines = [f"PRAGMA user_version = {version};", *connection.iterdump()]
        write(folder / "evening.sql", "\n".join(lines))
        write(folder / "evening.txt", str(Seated(kept, "evening", "ada").table.record))
        write(folder / "people", people_text(Path(name)))


def play_at(store: Store, record: AnyRecord) -> None:
    """Let a person play some moves at a new table, and take one back."""
    head = head_of("evening", record)
    store.create(type(head)(head.id, head.game, head.start, head.rules, head.library, CLOCK))
    ada = Seated(store, "evening", "ada")
    ada.sit("Ada")
    ada.run()
    for _ in range(3):
        if ada.is_asked:
            game = ada.table.game
            ada.play(game.legal_moves(ada.view)[0], ada.table.moment)
            ada.run()
    ada.undo()


def people_text(folder: Path) -> str:
    """Return the file of two people at a table, one of whom has another link now."""
    table = people.People(folder)
    offered = table.offer("evening", 0)
    table.add_chair("evening", 1)
    secrets = [offered.link, offered.watch, table.sit("evening", 0), table.sit("evening", 1)]
    secrets.append(table.renew("evening", 1))
    text = (folder / "people").read_text("utf-8")
    for number, secret in enumerate(filter(None, secrets)):
        text = text.replace(secret, f"secret-{number}")
    return text


def numbers_for_learners() -> dict[str, list[float]]:
    """Return the actions and the numbers of a view, by the names of their layouts."""
    state = GAMES["westeros-intrigue"].setup(4, seed=7)
    for _ in range(9):
        state = westeros_intrigue.apply(state, westeros_intrigue.legal_moves(state)[-1])
    view = westeros_intrigue.observe(state, state.active_player)
    return {actions.CODE: [*actions.legal_actions(view)], tensors.CODE: [*tensors.encode(view)]}


def names_of_programs() -> dict[str, dict[str, list[str]]]:
    """Return the ids of rules by game, and the flags of commands by command."""
    flags = dict[str, list[str]]()
    for name, parser in sorted(commands.parsers()[1].items()):
        parser.add(commands.load_command(name), GAMES["westeros-intrigue"])
        listed = (flag for argument in parser.arguments for flag in argument.option_strings)
        flags[name] = sorted(listed)
    rules = {key: sorted(GAMES[key].RULEBOOK) for key in BUILT_IN}
    return {"rules": rules, "commands": flags}


def write_vectors(path: Path) -> None:
    """Write the first line of each file of test vectors, after its name."""
    write(path, "\n".join(f"{name}\t{line}" for name, line in first_lines()))


def first_lines() -> Iterator[tuple[str, str]]:
    """Yield the name and the first line of each file of test vectors."""
    folder = ROOT / "vectors"
    for file in sorted(folder.rglob("*.jsonl*")):
        content = file.read_bytes()
        text = (gzip.decompress(content) if file.suffix == ".gz" else content).decode()
        yield file.relative_to(folder).as_posix(), text.partition("\n")[0]
