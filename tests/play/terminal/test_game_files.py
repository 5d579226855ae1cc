"""A game in a file is played without a package, and watched as its author writes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.terminals import command

from westeros_intrigue import InvalidValue
from westeros_intrigue.gamekit.authoring.game_files import load_game
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.page.tables import list_games
from westeros_intrigue.play.terminal.commands import parse_arguments
from westeros_intrigue.play.terminal.files import set_aside
from westeros_intrigue.play.terminal.machine import WebCommand
from westeros_intrigue.testing import check_game

HIGHER = '''\
from attrs import frozen
from westeros_intrigue.gamekit import GameOf, Position, choose, replace_item


@frozen
class Cards(Position):
    hands: tuple[int, ...]
    called: tuple[bool, ...]


class Higher(GameOf[Cards, str]):
    """Each player has a card, and looks or calls. The highest card wins."""

    def start(self, players, rng):
        return Cards(tuple(choose(range(1, 9), rng) for _ in range(players)), (False,) * players,
                     players=players)

    def moves(self, state, seat):
        return ["look", "call"]

    def play(self, state, seat, move, rng):
        called = replace_item(state.called, seat, True)
        after = seat + 1 if seat + 1 < state.players else None
        return state.replace(called=called, to_move=after)

    def scores(self, state):
        return state.hands

    def hide(self, state, seat):
        hands = [card if at == seat else 0 for at, card in enumerate(state.hands)]
        return state.replace(hands=tuple(hands))

    def guess(self, view, rng):
        return view.replace(hands=tuple(c or choose(range(1, 9), rng) for c in view.hands))
'''


@pytest.fixture
def higher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(GAMES, "added", {})
    file = tmp_path / "higher.py"
    file.write_text(HIGHER, "utf-8")
    return file


@pytest.mark.usefixtures("higher")
def test_a_file_is_played_and_continued_without_a_package() -> None:
    played = command("play", "--game", "higher.py", "--seed", "3", typed=["call", "quit"])
    assert "Higher" in played.plain
    begin = ["play", "--game=higher.py", "--people", "2", "--seed", "3"]
    begun = command(*begin, typed=["", "1", "quit"])
    [line] = [line for line in begun.plain.splitlines() if "--resume" in line]
    assert line.endswith("--game higher.py")
    resumed = command(*line.split()[1:], typed=["", "2", "quit"])
    assert resumed.code == 0
    assert "The record of the game:" in resumed.plain
    assert "higher" in GAMES


def test_a_game_in_a_file_is_checked_like_another_in_other_processes_too(higher: Path) -> None:
    assert check_game(load_game(higher), games=2).fields["hands"]["+1"][0] == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "there is no file higher.py"),
        ("x = 1\n", "higher.py has no game: write a subclass of GameOf, such as Pig"),
        ("x = (\n", "higher.py, line 1: SyntaxError: '(' was never closed"),
        ("x = 1\nx.y\n", "higher.py, line 2: AttributeError: 'int' object has no attribute 'y'"),
        (HIGHER.replace("def scores", "def points"), "higher.py: the game Higher is not complete"),
        (HIGHER.replace('"""Each', 'KEY = "monopoly"\n    """Each'), "the key of westeros"),
    ],
)  # fmt: skip
def test_a_file_without_a_game_says_where_the_fault_is(
    text: str | None, told: str, higher: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    higher.unlink()
    if text is not None:
        higher.write_text(text, "utf-8")
    with pytest.raises(SystemExit) as ended:
        command("play", "--game", "higher.py")
    assert ended.value.code == 2
    assert told in capsys.readouterr().err
    with pytest.raises(InvalidValue, match=r"higher|monopoly"):
        load_game(higher)


def test_an_author_sees_the_state_and_every_view_and_the_file_as_it_changes(higher: Path) -> None:
    answers: Iterator[str] = iter(["look", "undo", "random", "?", "", "new", "check", "9", "quit"])
    changes = {
        "random": HIGHER.replace("looks or calls", "calls"),
        "": HIGHER.replace('["look", "call"]', '["look", "fold"]'),
        "check": HIGHER.replace("def guess", "def gues"),
    }

    def typed(_: str) -> str:
        answer = next(answers)
        if answer in changes:
            higher.write_text(changes[answer], "utf-8")
        return answer

    shown = command("play", "--game", "higher.py", "--watch", "--players", "2", typed=typed).plain
    assert "Higher, seed 1, after 1 move" in shown
    assert "player 0's hands: " in shown
    assert "Player 1 sees:\n  player 0's hands: 0\n" in shown
    assert "higher.py has changed." in shown
    assert "call fails: call is not legal" in shown or "after 0 moves" in shown
    assert "Higher, seed 2, after 0 moves" in shown
    assert "missing: def guess(self, view: Cards, rng: RandomSource) -> Cards" in shown
    assert "\nChoose a number from 1 to 2, not 9.\n" in shown
    assert "\nhigher.py: the game Higher is not complete" in shown


@pytest.mark.usefixtures("higher")
def test_the_page_offers_the_game_of_a_file_beside_the_others() -> None:
    parsed = parse_arguments(["web", "--game", "higher.py"])
    assert isinstance(parsed, WebCommand)
    assert parsed.game == "higher"
    assert "Higher" in {choice.title for choice in list_games()}


def test_what_is_no_file_cannot_be_watched() -> None:
    refused = command("play", "--game", "monopoly", "--watch")
    assert refused.code == 2
    assert "--watch needs the file of a game, such as --game pig.py" in refused.err


def test_a_file_gets_its_name_back_if_nothing_was_written_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "played.jsonl"
    for written, kept in ((None, "before"), ("after", "after")):
        path.write_text("before")
        with set_aside(str(path)):
            assert not path.exists()
            if written:
                path.write_text(written)
        assert path.read_text() == kept
        assert [*tmp_path.iterdir()] == [path]
