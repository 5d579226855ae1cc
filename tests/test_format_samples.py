"""What an earlier version has stored is read, and is what it was: the files of samples/formats.

Until a version is released, `python scripts/make.py samples` writes its folder anew. After that a
fault here is a fault of the library: somebody has such files.
"""

from __future__ import annotations

import gzip
import importlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from helpers.checkout import ROOT, load

import westeros_intrigue
from westeros_intrigue.gamekit import documents, text
from westeros_intrigue.gamekit.game import _GAMES, GAMES, AnyGame, HasLines, read_line, write_line
from westeros_intrigue.play.saved import (
    FolderStore,
    SavedTable,
    SqliteStore,
    Store,
    open_table,
    sqlite_store,
)
from westeros_intrigue.play.saved.lines import write_entry, write_head
from westeros_intrigue.play.sessions import people

FORMATS = ROOT / "tests/samples/formats"
VERSIONS = sorted(FORMATS.iterdir())
script = load("scripts/making/samples.py")
AUTHORS = {"nim": "nim", "high-card": "high_card"}


@pytest.fixture(autouse=True)
def authors(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games that are not in the library."""
    for key, module in AUTHORS.items():
        game = getattr(importlib.import_module(module), module)
        monkeypatch.setitem(_GAMES.added, key, game)


def each_game() -> list[Path]:
    """The folders of the games of all versions."""
    return sorted(path for path in FORMATS.glob("*/*") if path.is_dir())


def id_of(path: Path) -> str:
    return path.relative_to(FORMATS).as_posix()


games = pytest.mark.parametrize("folder", each_game(), ids=id_of)
versions = pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)
positions = pytest.mark.parametrize(
    "folder", sorted(path.parent for path in FORMATS.glob("*/*/*/state.json")), ids=id_of
)


def kept(path: Path) -> str:
    return path.read_text("utf-8").rstrip("\n")


def read_document(game: AnyGame, text: str) -> Any:
    """The value of a document of any kind, which is written as it was."""
    data = json.loads(text)
    word = data["kind"] if isinstance(data, dict) else ""
    [cls] = [cls for cls, name in game.DOCUMENTS.kinds.items() if name == word]
    value = game.DOCUMENTS.from_json(cls, text)
    if data["version"] == documents.VERSION:
        assert game.DOCUMENTS.to_json(value) == text
    return value


@positions
def test_each_form_of_a_position_leads_to_the_same_one(folder: Path) -> None:
    game = GAMES[folder.parent.name]
    state = read_document(game, kept(folder / "state.json"))
    facts = json.loads(kept(folder / "facts.json"))
    assert (state.players, state.active_player) == (facts["players"], facts["to move"])
    assert sorted(map(str, game.legal_moves(state))) == facts["moves"]
    written = kept(folder / "record.txt")
    record = game.Record.parse(written)
    assert record.state == state
    assert read_document(game, kept(folder / "record.json")) == record
    if written.splitlines()[0].endswith(f" {text.FORMAT_VERSION}"):
        assert str(record).rstrip("\n") == written
    for name, viewer in {"all": None, "0": 0}.items():
        view = read_document(game, kept(folder / f"view-{name}.json"))
        assert view == game.observe(state, viewer)


@positions
def test_a_line_is_that_of_its_position(folder: Path) -> None:
    game = GAMES[folder.parent.name]
    state = read_document(game, kept(folder / "state.json"))
    seen = {"state": state, "all": game.observe(state, None), "0": game.observe(state, 0)}
    lines = {path.stem.removeprefix("line-"): kept(path) for path in folder.glob("line-*.txt")}
    has_lines = isinstance(game, HasLines) and folder.parts[-2:] != ("westeros-intrigue", "options")
    assert {*lines} == ({*seen} if has_lines else set())
    for name, line in lines.items():
        read = read_line(game, line)
        assert write_line(game, read) == line
        assert write_line(game, seen[name]) == line
        assert {*game.legal_moves(read)} == {*game.legal_moves(seen[name])}


@games
def test_a_document_of_each_kind_is_read_and_written_as_it_was(folder: Path) -> None:
    game, named = GAMES[folder.name], load("scripts/fuzz").tables.named_classes
    classes = {name: cls for cls, name in named(game.DOCUMENTS).items()}
    found = {path.stem: kept(path) for path in (folder / "documents").glob("*.json")}
    newest = folder.parent == VERSIONS[-1]
    assert not {*found} - {*classes}
    assert not newest or {*found} == {*classes}, "python scripts/make.py samples adds the new kinds"
    for name, written in found.items():
        value = game.DOCUMENTS.from_json(classes[name], written)
        head = json.loads(written)
        if (
            not isinstance(head, dict)
            or head.get("version", documents.VERSION) == documents.VERSION
        ):
            assert game.DOCUMENTS.to_json(value) == written


def stores(folder: Path, tmp_path: Path) -> Iterator[Store]:
    """A copy of the stores that were kept."""
    shutil.copy(folder / "evening.table", tmp_path)
    yield FolderStore(tmp_path)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        connection.executescript(kept(folder / "evening.sql"))
    yield SqliteStore(tmp_path / "tables.sqlite")


@games
def test_a_saved_table_is_at_the_same_moment_in_both_stores(folder: Path, tmp_path: Path) -> None:
    lines = kept(folder / "evening.table").splitlines()
    for store in stores(folder, tmp_path):
        head, entries = store.head("evening"), store.entries("evening")
        assert head is not None
        assert [write_head(head), *map(write_entry, entries)] == lines
        table = open_table(store, "evening")
        assert isinstance(table, SavedTable)
        assert table.holders[0] == "ada"
        assert str(table.record).rstrip("\n") == kept(folder / "evening.txt")


@games
def test_a_seed_deals_what_it_dealt(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "evening.table", tmp_path)
    head = FolderStore(tmp_path).head("evening")
    assert head is not None
    game = GAMES[folder.name]
    start = game.Record.parse(head.start).state
    assert start == game.setup(start.players, seed=7)


@games
def test_the_links_of_the_people_at_a_table_still_work(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "people", tmp_path)
    at = people.People(tmp_path)
    newcomer, spectator, ada, moved, ben = (at.find(f"secret-{number}") for number in range(5))
    assert newcomer is not None
    assert newcomer.is_newcomer
    assert spectator is not None
    assert spectator.seat is None
    assert [visit.seat for visit in (ada, ben) if visit] == [0, 1]
    assert moved is None
    assert at.reason("secret-3") == "moved"
    written = documents.dump(people._KEPT.write(at._kept))
    assert json.loads(written) == json.loads(kept(folder / "people"))


@versions
def test_a_line_of_each_file_of_vectors_is_still_there(version: Path) -> None:
    """Ports of the rules compare with them: files and fields stay, and cases are added."""
    folder = ROOT / "vectors"
    for row in kept(version / "vectors.jsonl").splitlines():
        name, _, line = row.partition("\t")
        content = (folder / name).read_bytes()
        content = gzip.decompress(content) if name.endswith(".gz") else content
        assert f"{line}\n" in content.decode(), f"vectors/{name} has lost a case"


@versions
def test_the_layouts_of_numbers_for_learners_never_change(version: Path) -> None:
    today = script.numbers_for_learners()
    for name, numbers in json.loads(kept(version / "learners.json")).items():
        assert today.get(name, numbers) == numbers, f"another layout than {name} has another name"


@versions
def test_the_ids_of_rules_and_the_flags_of_commands_stay(version: Path) -> None:
    names, today = json.loads(kept(version / "names.json")), script.names_of_programs()
    assert len(names["rules"]) == 3
    for part, lists in names.items():
        for name, before in lists.items():
            lost = {*before} - {*today[part].get(name, ())}
            assert lost == set(), f"{name} has lost {sorted(lost)}"


def test_the_newest_samples_are_of_the_formats_that_are_written_today() -> None:
    newest = VERSIONS[-1]
    advice = "a format has a new number: run python scripts/make.py samples"
    assert {path.name for path in newest.iterdir() if path.is_dir()} == {*script.TABLES}
    for folder in (path for path in newest.iterdir() if path.is_dir()):
        record = kept(folder / "plain/record.txt").splitlines()[0]
        assert record.endswith(f" record {text.FORMAT_VERSION}"), advice
        assert f'"version":{documents.VERSION},' in kept(folder / "plain/state.json"), advice
        assert kept(folder / "evening.sql").startswith(
            f"PRAGMA user_version = {sqlite_store.VERSION};"
        ), advice
    names = [name for name, _ in script.first_lines()]
    listed = [row.partition("\t")[0] for row in kept(newest / "vectors.jsonl").splitlines()]
    assert listed == names, advice


def test_the_samples_of_a_released_version_are_not_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    heading = f"## [{westeros_intrigue.__version__}] - 2027-01-31\n"
    (tmp_path / "CHANGELOG.md").write_text(heading, "utf-8")
    monkeypatch.setattr(script, "ROOT", tmp_path)
    monkeypatch.setattr(script, "FORMATS", tmp_path / "formats")
    script.main()
    assert "is released, and its samples never change" in capsys.readouterr().out
    assert not (tmp_path / "formats").exists()
