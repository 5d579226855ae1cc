"""Saved tables that a person continues in the terminal or on the page, with an assistant there."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.terminals import command

from play.page.asking import asking
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.assistants.printed import Printed
from westeros_intrigue.play.assistants.tables import Local
from westeros_intrigue.play.page.engine import Engine
from westeros_intrigue.play.saved import Entry, SavedTable, open_table
from westeros_intrigue.play.saved.seats import StandIn
from westeros_intrigue.play.sessions import (
    FileChanged,
    Folder,
    Seat,
    Session,
    continue_game,
    read_record,
)

GAME_KEYS = ("westeros-intrigue", "monopoly", "btwixt")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """The folder of games of this machine."""
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(tmp_path / "games"))
    return Folder(tmp_path / "games")


def begun(folder: Folder, key: str) -> Local:
    return Local.begun(GAMES[key], None, "random", {}, folder)


def test_a_person_makes_a_move_at_the_table_of_an_assistant_and_it_sees_it(folder: Folder) -> None:
    table = begun(folder, "westeros-intrigue")
    move = next(iter(table.moves()))
    typed = command("play", "--resume", table.id, typed=[move.replace("@", " "), "quit"])
    assert typed.code == 0, typed.err
    entries = folder.tables.entries(table.id)
    assert move in [entry.text for entry in entries]
    assert [entry.number for entry in entries] == [*range(1, len(entries) + 1)]
    table.refresh()
    assert f"You place {move.partition('@')[0]} in" in " ".join(table.story())
    assert table.is_asked


def test_what_is_undone_in_the_terminal_stays_in_the_log(folder: Folder) -> None:
    table = begun(folder, "westeros-intrigue")
    [move, *_], moment = table.moves(), table.seated.table.moment
    version = table.seated.table.version
    command("play", "--resume", table.id, typed=[move.replace("@", " "), "undo", "quit"])
    kinds = [entry.kind for entry in folder.tables.entries(table.id, version)]
    assert (kinds[0], kinds[-1]) == ("move", "undo")
    table.refresh()
    assert table.seated.table.moment == moment
    assert move in table.moves()


def test_the_list_of_games_has_tables_and_other_commands_read_them(folder: Folder) -> None:
    table = begun(folder, "westeros-intrigue")
    listed = command("games", typed=["quit"])
    assert "Westeros Intrigue" in listed.plain or "westeros-intrigue" in listed.plain
    [saved] = folder.games()
    assert (saved.id, saved.command, saved.is_over) == (table.id, "play", False)
    file = str(folder.path / f"{table.id}.table")
    for name in ("check", "replay", "draw"):
        read = command(name, file)
        assert read.code == 0, (name, read.err)


def test_a_table_with_printed_cards_is_continued_by_the_referee(folder: Folder) -> None:
    table = Printed.begun(2, {}, 0, folder)
    for entry in ("S a0", "L a1", "L b0"):
        assert table.play(entry) == ()
    table.undo()
    typed = command("referee", "--resume", table.id, typed=["S b0", "undo", "B a-1", "quit"])
    assert typed.code == 0, typed.err
    table.refresh()
    assert table.real.entries == ("S a0", "L a1", "B a-1")


def test_another_first_player_is_kept(folder: Folder) -> None:
    table = Printed.begun(3, {}, 0, folder)
    table.play("S a0")
    command("referee", "--resume", table.id, typed=["by 1 2", "quit"])
    table.refresh()
    assert table.real.entries == ("S a0",)


@pytest.mark.parametrize("key", GAME_KEYS)
def test_the_page_shows_and_continues_the_table_of_an_assistant(folder: Folder, key: str) -> None:
    table = begun(folder, key)
    ask = asking(folder.path, Engine(folder))
    shown = ask("look", game=table.id, seat=table.seat)
    assert shown["moment"] == table.seated.table.moment
    move = shown["moves"][0]
    name = move if isinstance(move, str) else move["name"]
    after = ask("play", game=table.id, seat=table.seat, moment=shown["moment"], move=name)
    assert after["moment"] > shown["moment"], after
    assert name in [entry.text for entry in folder.tables.entries(table.id)]
    table.refresh()
    assert table.seated.table.moment >= after["moment"]


@pytest.mark.parametrize(
    ("before", "since"),
    [
        ("move", "undo lend"),
        ("move lend", "back undo"),
        ("move lend", "back undo lend"),
        ("move", "lend back undo move"),
    ],
)
def test_what_is_undone_before_or_after_another_plays_is_saved_at_once(
    folder: Folder, before: str, since: str
) -> None:
    table = begun(folder, "westeros-intrigue")
    file = folder.file(table.id)
    session = continue_game(*read_record(file.read()))
    [seat] = session.people
    after: dict[str, Callable[[Any], Any]] = {
        "move": lambda game: game.moved(seat, game.game.legal_moves(game.state)[-1]),
        "undo": lambda game: game.undone(),
        "lend": lambda game: game.lent(seat, StandIn("Mira", "random", is_asked=True)),
        "back": lambda game: game.taken_back(seat),
    }
    for acts in (before, since):
        for act in acts.split():
            session = after[act](session)
        file.save(session, "")
    folded = open_table(folder.tables, table.id)
    assert isinstance(folded, SavedTable)
    assert (folded.session.state, folded.session.seats) == (session.state, session.seats)


@pytest.mark.parametrize("key", GAME_KEYS)
def test_whatever_happens_in_a_file_is_what_its_log_folds_to(folder: Folder, key: str) -> None:
    """Moves, undone moves, stand-ins and other players, saved at random moments."""
    rng = random.Random(f"a file of {key}")
    table = begun(folder, key)
    file = folder.file(table.id)
    game, record = read_record(file.read())
    session = continue_game(game, record)
    for _ in range(60):
        seat = session.people[0] if session.people else 0
        if session.state.is_over:
            break
        if session.waits_for == "step":
            session = session.stepped()
        elif rng.random() < 0.2 and session.can_undo:
            session = session.undone()
        elif rng.random() < 0.1:
            session = session.lent(seat, StandIn("Mira", "random", is_asked=True))
        else:
            session = session.moved(seat, rng.choice(game.legal_moves(session.state)))
        if rng.random() < 0.1:
            session = session.taken_back(seat)
        if rng.random() < 0.1:
            session = session.reseated(seat, Seat(rng.choice(["Ada", "Ben"]), "person"))
        if rng.random() < 0.4:
            file.save(session, "")
    file.save(session, "")
    folded = open_table(folder.tables, table.id)
    assert isinstance(folded, SavedTable)
    assert folded.session.state == session.state
    assert folded.session.seats == session.seats
    assert folded.moment == session.moment
    assert file.is_current()
    assert read_record(folder.file(table.id).read())[1].state == session.state


def test_of_two_programs_at_a_table_the_second_reads_again(folder: Folder) -> None:
    table = begun(folder, "btwixt")
    file = folder.file(table.id)
    game, record = read_record(file.read())
    session: Any = continue_game(game, record)
    move = game.legal_moves(session.state)[0]
    table.play(str(move))
    assert not file.is_current()
    with pytest.raises(FileChanged, match="another program has played"):
        file.save(session.moved(table.seat, move), "")
    with pytest.raises(FileChanged, match="no text of a record"):
        file.write("text")


def test_a_table_is_renamed_and_deleted_like_other_games(folder: Folder) -> None:
    table, other = begun(folder, "btwixt"), begun(folder, "btwixt")
    with pytest.raises(InvalidValue, match="another game is called"):
        folder.rename(table.id, other.id)
    folder.rename(table.id, "winter")
    assert {saved.id for saved in folder.games()} == {"winter", other.id}
    assert Local(folder, "winter").moment == table.moment
    with pytest.raises(InvalidValue, match="no longer here"):
        table.play(next(iter(table.moves())))
    folder.delete("winter")
    assert [saved.id for saved in folder.games()] == [other.id]
    assert folder.tables.append("winter", Entry(1, "undo", None, "")) is False


def test_a_picture_of_a_table_is_named_after_it(folder: Folder) -> None:
    table = begun(folder, "btwixt")
    drawn = command("draw", str(folder.path / f"{table.id}.table"))
    assert drawn.code == 0, drawn.err
    assert (folder.path / f"{table.id}.svg").exists()


def test_a_table_that_refuses_what_a_program_saves_says_so(folder: Folder) -> None:
    table = begun(folder, "westeros-intrigue")
    file = folder.file(table.id)
    game, record = read_record(file.read())
    session = Session.resumed(game, record)
    seat = next(at for at in range(len(session.seats)) if at != table.seat)
    unknown = attrs.evolve(
        session,
        seats=tuple(
            attrs.evolve(each, who="nobody-knows") if at == seat else each
            for at, each in enumerate(session.seats)
        ),
    )
    with pytest.raises(FileChanged, match="cannot go on like this"):
        file.save(unknown, "")
    path = folder.path / f"{table.id}.table"
    path.write_bytes(path.read_bytes() + b"no entry\n")
    assert not file.is_current()
