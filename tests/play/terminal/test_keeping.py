"""`play`: where and when the record of a game is kept, and another game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from helpers.terminals import Answer, Follower, Result, command

from westeros_intrigue import Phase, Record
from westeros_intrigue.play.sessions import GameFile
from westeros_intrigue.play.terminal import files
from westeros_intrigue.play.terminal.files import save, write
from westeros_intrigue.play.terminal.output import Refused


def play(*typed: Answer, record: str = "game.txt") -> Result:
    return command("play", "--seed", "5", "--record", record, typed=typed)


def test_a_folder_that_cannot_be_made_is_told_before_the_first_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("games").touch()
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", "games/of/mine")
    refused = command("play", "--seed", "5", typed=["B1 a0"])
    assert (refused.code, refused.out) == (1, "")
    assert "cannot save games in games/of/mine: " in refused.err


def test_the_record_is_kept_after_every_placement_and_its_place_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: list[int] = []

    def counted(file: GameFile, game: Any, text: str) -> None:
        save(file, game, text)
        kept.append(len(Record.parse(file.path.read_text()).rounds[0].placements))

    monkeypatch.setattr(files, "save", counted)
    out = play("B1 a0", "undo").plain
    assert "The game is saved to\n  game.txt\n" in out
    assert kept == [0, 1, 2, 3, 4, 0]


def test_a_disk_that_fills_up_does_not_end_the_game_and_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(file: GameFile, _game: Any, _text: str) -> None:
        if is_full:
            raise Refused(f"{file.path} cannot be written: No space left on device")

    def typed(new: str) -> Answer:
        is_full.append(True)
        return "B1 a0" if "placement 1:" in new else None

    is_full: list[bool] = []
    monkeypatch.setattr(files, "save", full)
    left = command("play", "--seed", "5", "--record", "game.txt", typed=typed)
    told = "game.txt cannot be written: No space left on device; try save FILE."
    assert told in " ".join(left.plain.split())
    assert (left.code, left.err.count("No space left on device\n")) == (1, 1)


def test_after_a_fault_the_game_goes_on_in_the_file_that_could_be_written() -> None:
    def typed(_: str) -> Answer:
        answer = next(answers, None)
        if answer == "B1 a0":
            Path("game.txt").write_text("another program's")
        return answer

    answers = iter(["B1 a0", "save other.txt", "hint", "save game.txt", "save other.txt", "undo"])
    left = command("play", "--seed", "5", "--record", "game.txt", typed=typed)
    shown = " ".join(left.plain.split())
    assert "game.txt cannot be written: another program has written to game.txt since;" in shown
    assert "The game so far is saved to other.txt. The game continues in this file." in shown
    assert "game.txt exists already" in shown
    assert shown.count("The game so far is saved to other.txt.") == 2
    assert left.code == 0
    assert "play --resume other.txt" in left.plain
    assert Path("game.txt").read_text() == "another program's"
    assert not Record.parse(Path("other.txt").read_text()).rounds[0].placements  # after the undo


def test_a_disk_that_has_room_again_is_written_to_by_its_own_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(file: GameFile, game: Any, text: str) -> None:
        if next(is_full, False):
            raise Refused(f"{file.path} cannot be written: No space left on device")
        save(file, game, text)

    is_full = iter([False, True, True, True, True])  # as the game begins, and after four moves
    monkeypatch.setattr(files, "save", full)
    left = play("B1 a0", "save game.txt")
    assert "The game so far is saved to game.txt." in left.plain
    assert left.code == 0
    assert len(Record.parse(Path("game.txt").read_text()).rounds[0].placements) == 4


def test_a_failed_save_leaves_the_old_file_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("game.txt").write_text("precious")

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", broken)
    file = GameFile(Path("game.txt"))
    assert file.read() == "precious"
    with pytest.raises(Refused, match="No space left on device"):
        write(file, "new")
    assert [path.name for path in Path().iterdir()] == ["game.txt"]
    assert Path("game.txt").read_text() == "precious"


def test_a_home_folder_is_found_by_its_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(Path("home").absolute()))
    Path("home").mkdir()
    left = play("save ~/copy.txt", "save ~nobody-is-called-so/x", record="~/game.txt")
    assert {path.name for path in Path("home").iterdir()} == {"copy.txt", "game.txt"}
    assert "~nobody-is-called-so/x: there is no such home folder." in left.plain
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", "~nobody-is-called-so/x")
    assert "no home folder for the games: set WESTEROS_INTRIGUE_GAMES" in command("games").err


@pytest.mark.long
@pytest.mark.rule("final.reveal")
def test_iron_throne_cards_are_turned_over_one_by_one_and_another_game_can_be_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def typed(new: str) -> Answer:
        if "Another game?" in new:
            asked.append(new)
            return "y" if len(asked) == 1 else None
        return follower(new)

    monkeypatch.setattr("westeros_intrigue.lab.players.analysis.HINT_PLAYOUTS", 20)
    asked: list[str] = []
    follower = Follower()
    arguments = ("play", "--seed", "5", "--players", "2", "--rounds", "1", "--record", "first.txt")
    finished = command(*arguments, typed=typed, is_terminal=True)
    assert (finished.code, len(asked)) == (0, 2)
    first = Record.parse(Path("first.txt").read_text())
    [path] = Path().glob("westeros-intrigue-*.txt")
    second = Record.parse(path.read_text())
    assert second.state.phase is Phase.GAME_OVER
    assert first.deal != second.deal
    turned = re.findall(r"turned over.*?\n.*?\n(.*?)\x1b", finished.out, re.DOTALL)
    assert [re.findall(r"(?m)^ +(\d)\.", page) for page in turned] == [["2"], ["1", "2"]] * 2


def test_a_path_stands_alone_on_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / ("long-" * 20)
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", str(folder))
    left = command("play", "--seed", "5", typed=["B1 a0", "quit"])
    [file] = folder.glob("*.txt")
    assert left.out.endswith(
        f"Saved to\n  {file}\nTo continue:\n  westeros-intrigue games {file.stem}\n"
    )
