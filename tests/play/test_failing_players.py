"""A player that fails is named by every front end, which keeps the game and offers a way on."""

from __future__ import annotations

import errno
import logging
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.nim_plugin import install
from helpers.terminals import Answer, Result, command

from play.page.asking import Ask, asking, serving, through
from play.page.browsing import Person, chromium, in_a_browser
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.play.page.engine import Engine
from westeros_intrigue.play.page.friends import Listeners
from westeros_intrigue.play.sessions import Folder, GameFile

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FAILURE = r"Chatty, asked for (Chatty|Player 2)'s move at step 1, failed: ConnectionError\.?$"
ENTRY_POINTS = """\
[westeros_intrigue.players]
chatty = chatterers:chatty

[westeros_intrigue.players.monopoly]
chatty = chatterers:chatty
"""
CHATTERERS = """\
from pathlib import Path
from westeros_intrigue import legal_moves

def chatty(view, rng):
    asked = Path(__file__).with_name("asked")
    asked.write_text(asked.read_text() + ".")
    if not asked.with_name("network").exists():
        raise ConnectionError("no route to the model, hand S4, key=secret")
    return legal_moves(view)[0]
"""


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a package with a player whose network is down until there is a file `network`."""
    folder = tmp_path / "package"
    folder.mkdir()
    install(folder, "chatterers", ENTRY_POINTS)
    (folder / "chatterers.py").write_text(CHATTERERS)
    (folder / "asked").write_text("")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "chatterers", raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WESTEROS_INTRIGUE_GAMES", ".")
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def times_asked(package: Path) -> int:
    return len((package / "asked").read_text())


def chattering(ask: Ask, *others: str) -> str:
    """Begin a game, by default with the player that fails, place the first card; return its id."""
    who = ("person", *(others or ("chatty",)))
    seats = [{"name": "", "who": each} for each in who]
    game = ask("start", name="westeros-intrigue", seats=seats, options=[], seed=1)["game"]
    move = ask("look", game=game, seat=0)["moves"][0]
    ask("play", game=game, seat=0, moment=0, move=move)
    return str(game)


def play(*arguments: str, typed: Sequence[Answer]) -> Result:
    options = ("--players", "2", "--opponents", "chatty", "--seed", "5")
    return command("play", *options, *arguments, typed=typed)


def test_the_page_names_the_player_and_another_can_take_its_seat(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ask = asking(tmp_path / "games")
    game = chattering(ask)
    at = {"game": game, "seat": 0}
    with caplog.at_level(logging.WARNING):
        failed = ask("step", moment=1, **at)
    assert (failed["kind"], failed["code"]) == ("fault", "failed")
    assert re.match(FAILURE, failed["text"])
    # The player's own words may name hidden cards: only the host's log has them.
    assert "hand S4" in caplog.text
    assert "Traceback" in caplog.text
    shown = ask("look", **at)
    assert (shown["moment"], shown["waits_for"]) == (1, "step")
    assert re.match(FAILURE, shown["failure"]["text"])
    assert shown["failure"]["instead"] == "greedy"
    assert "hand S4" not in str(shown)
    ask("replace", game=game, seat=1, who="greedy")
    assert ask("look", **at)["failure"] is None
    assert ask("step", moment=1, **at)["waits_for"] == "person"


def test_the_page_asks_a_player_that_failed_again_only_if_a_person_wants_it(
    tmp_path: Path, package: Path
) -> None:
    engine = Engine(Folder(tmp_path / "games"))
    ask = asking(tmp_path / "games", engine)
    game = chattering(ask)
    news: list[str] = []
    engine.listeners = Listeners(lambda _, text: news.append(text))
    for _ in range(3):
        engine.go_on(game)
    assert (times_asked(package), news) == (1, ["seats"])
    at = {"game": game, "seat": 0}
    assert re.match(FAILURE, ask("look", **at)["failure"]["text"])
    assert ask("step", moment=1, **at)["code"] == "failed"
    (package / "network").touch()
    moved = ask("step", moment=1, **at)
    assert (moved["moment"], moved["failure"]) == (2, None)
    ask("undo", moment=2, **at)
    move = ask("look", **at)["moves"][0]
    ask("play", moment=0, move=move, **at)
    engine.go_on(game)
    assert ask("look", **at)["moment"] == 2


def test_what_happened_before_a_failure_stays(tmp_path: Path) -> None:
    ask = asking(tmp_path)
    game = chattering(ask, "greedy", "greedy", "chatty")
    at = {"game": game, "seat": 0}
    moments = [ask("skip", moment=1, **at)["moment"]]
    failed = ask("skip", moment=moments[0], **at)
    assert (moments[0], failed["code"]) == (3, "failed")
    assert ask("look", **at)["moment"] == 3


def test_a_fault_of_the_disk_is_told_as_one_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: GameFile, _text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    engine = Engine(Folder(tmp_path))
    ask = asking(tmp_path, engine)
    game = chattering(ask, "greedy")
    told = "The folder of games cannot be used: No space left on device"
    with monkeypatch.context() as patch:
        patch.setattr(GameFile, "write", full)
        engine.go_on(game)
        at = {"game": game, "seat": 0}
        assert ask("look", **at)["failure"] == {"text": f"{told}.", "instead": ""}
        fault = ask("step", moment=1, **at)
        assert (fault["code"], fault["text"]) == ("not-kept", told)
    assert ask("step", moment=1, **at)["failure"] is None


def test_a_hint_of_a_player_that_fails_is_a_fault_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAMES["monopoly"].PLAYERS, "usual", "chatty")
    ask = asking(tmp_path)
    seats = [{"name": "", "who": "person"}, {"name": "", "who": "random"}]
    game = ask("start", name="monopoly", seats=seats, options=[], seed=1)["game"]
    fault = ask("hint", game=game, seat=0, moment=0)
    assert fault["code"] == "failed"
    assert fault["text"].startswith("Chatty, asked for Player 0's move at step 0, failed: Conn")
    assert ask("look", game=game, seat=0)["failure"] is None


def test_a_friend_may_let_the_usual_player_move_where_one_failed(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        host = through(server)
        game = chattering(host, "chatty", "person")
        link = host("invite", game=game, seat=2)["link"]
        token = link["addresses"][0].partition("#")[2]
        joined = through(server, token)("join", name="Ben", seat=2, how="sit")
        ben = through(server, joined["secret"])
        host("begin", game=game)  # both are at one address
        let_greedy_play = {"game": game, "seat": 1, "who": "greedy"}
        assert ben("replace", **let_greedy_play)["code"] == "not-yours"
        server.engine.go_on(game)
        failure = ben("look", game=game, seat=2)["failure"]
        assert failure["instead"] == "greedy"
        assert ben("replace", game=game, seat=1, who="random")["code"] == "not-yours"
        assert ben("replace", **let_greedy_play)["kind"] == "friends"
        assert host("look", game=game, seat=0)["failure"] is None


@in_a_browser
def test_the_page_shows_the_failure_and_its_buttons_continue_the_game(
    browser: Browser, tmp_path: Path, package: Path
) -> None:
    from playwright.sync_api import expect  # noqa: PLC0415 - for this test only

    with serving(tmp_path / "games") as server:
        person = Person(browser, server.address)
        person.begin("person", "chatty")
        _, slot = person.move()
        person.page.click(f'#court button[data-slot="{slot}"]', position={"x": 4, "y": 4})
        bar = person.page.locator("#failure")
        expect(bar).to_contain_text("Chatty, asked for Mira's move at step 1, failed: Conn")
        # The line above the hand may still say why another card does not fit: only the answer to
        # this request says that the player was asked again.
        with person.page.expect_response(
            lambda answer: '"step"' in (answer.request.post_data or "")
        ):
            bar.get_by_role("button", name="Try again").click()
        assert times_asked(package) == 2
        expect(person.page.locator("#reason")).to_contain_text("failed: Conn")
        bar.get_by_role("button", name="Let greedy play").click()
        expect(bar).to_be_hidden()
        person.sit_down()
        person.leave()


def test_the_terminal_names_the_player_asks_again_and_lets_another_play(package: Path) -> None:
    played = play("--rounds", "1", typed=["S a0", "", "nobody", "greedy", "quit"])
    assert played.out.count("failed: ConnectionError.") >= 2
    assert "hand S4" not in played.out
    assert "Enter to ask chatty again, or greedy to let it play: " in played.out
    assert "not 'nobody'" in played.out
    assert times_asked(package) == 2
    [file] = Path().glob("westeros-intrigue-*.txt")
    text = file.read_text("utf-8")
    assert (text.count("chatty"), text.count("greedy")) == (0, 1)
    assert "cannot write" not in played.err


def test_the_terminal_keeps_the_game_of_a_player_that_failed(package: Path) -> None:
    left = play(typed=["S a0", "quit"])
    assert "Saved to" in left.out
    [file] = Path().glob("westeros-intrigue-*.txt")
    (package / "network").touch()
    again = command("play", "--resume", file.name, typed=["quit"])
    assert "failed" not in again.out
    assert (again.code, times_asked(package)) == (0, 2)


def test_a_terminal_at_a_link_learns_who_failed_and_can_ask_again(
    tmp_path: Path, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if the terminal were at another machine: the host would have to begin otherwise.
    address = property(lambda handler: str(handler.client_address[1]))
    monkeypatch.setattr("westeros_intrigue.play.page.server._Handler._address", address)
    with serving(tmp_path / "games") as server:
        host = through(server)
        game = chattering(host, "person", "chatty")
        link = host("invite", game=game, seat=1)["link"]

        def typed(new: str) -> Answer:
            if "Enter to ask again" not in new:
                return "T a1"
            return "" if times_asked(package) == 1 else "quit"

        left = command("play", "--link", link["addresses"][0], typed=typed, is_terminal=True)
    assert left.plain.count("move at step 2, failed: ConnectionError.") >= 2
    assert times_asked(package) == 2


def test_a_player_that_fails_ends_other_commands_with_its_name_and_whole_error() -> None:
    pytest.importorskip("choix")
    for arguments in (
        ("match", "chatty", "greedy", "--deals", "1"),
        ("match", "chatty", "simple", "--game", "monopoly", "--deals", "1"),
    ):
        shown = command(*arguments)
        assert shown.code == 1
        assert "chatty failed at deal 0" in shown.err
        assert "ConnectionError: no route to the model" in shown.err


def test_a_match_that_counts_forfeits_shows_them_to_every_reader() -> None:
    pytest.importorskip("choix")
    told = command("match", "chatty", "greedy", "--deals", "2", "--forfeits").out
    head, greedy, chatty = (line.split() for line in told.splitlines()[2:5])
    at = head.index("forfeits") - len(head)
    assert (greedy[0], greedy[at], chatty[0], chatty[at]) == ("greedy", "0", "chatty", "4")


@pytest.mark.untraced
def test_a_signal_that_meets_a_player_ends_the_program_and_is_no_forfeit(tmp_path: Path) -> None:
    pytest.importorskip("choix")
    bot = "import signal\ndef ended(view, rng):\n    signal.raise_signal(signal.SIGTERM)\n"
    (tmp_path / "enders.py").write_text(bot)
    line = [sys.executable, "-m", "westeros_intrigue", "match", "enders:ended", "greedy"]
    line += ["--deals", "1", "--seed", "1", "--forfeits"]
    ended = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (128 + signal.SIGTERM, "", "")
