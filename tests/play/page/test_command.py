"""The command `web`: it serves, says where, opens a browser if wanted, and stops on Ctrl-C."""

from __future__ import annotations

import errno
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from helpers.patience import PATIENCE
from helpers.terminals import command

from westeros_intrigue.play.page.messages import EngineStatus
from westeros_intrigue.play.page.server import Server
from westeros_intrigue.play.sessions import Folder


@pytest.mark.long
def test_it_serves_the_page_until_ctrl_c(tmp_path: Path) -> None:
    games = tmp_path / "games"
    arguments = ("web", "--no-browser", "--port", "0", "--folder", str(games))
    process = subprocess.Popen(
        [sys.executable, "-m", "westeros_intrigue", *arguments], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    address = process.stdout.readline().removeprefix("Play at ").strip()
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 - from this machine
        assert b"Westeros Intrigue" in answer.read()
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Stopped." in rest
    assert [file.name for file in games.iterdir()] == ["token"]


def test_a_browser_is_opened_if_wanted_and_who_lets_others_in_is_warned(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[str] = []
    is_open = threading.Event()

    def open_browser(way_in: str) -> None:
        # Others on this machine can read what is on a command line, and not the file.
        file = Path(url2pathname(urlsplit(way_in).path))
        assert file.stat().st_mode & 0o777 == 0o600
        [address] = {*re.findall(r"http://[^\"]*", file.read_text("utf-8"))}
        assert urlsplit(address).fragment not in way_in
        opened.append(address)
        is_open.set()

    def serve(_: Server) -> None:
        assert "--no-browser" in arguments or is_open.wait(PATIENCE)
        raise KeyboardInterrupt

    monkeypatch.setattr(webbrowser, "open", open_browser)
    monkeypatch.setattr("westeros_intrigue.play.page.engine.warm_up", lambda: None)
    monkeypatch.setattr(Server, "serve_forever", serve)
    arguments = ["web", "--port", "0", "--folder", str(tmp_path)]
    shown = command(*arguments).out
    assert shown.splitlines()[0] == f"Play at {opened[0]}"
    arguments.append("--no-browser")
    warning = "Anyone with this link can play for every person"
    assert warning not in command(*arguments).plain
    assert warning in command(*arguments, "--host", "::").plain
    assert len(opened) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["token"]


def test_what_a_hint_needs_is_made_ready_as_soon_as_the_page_is_served(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    is_begun, is_asked = threading.Event(), threading.Event()

    def warm_up() -> None:
        is_begun.set()
        assert is_asked.wait(PATIENCE)

    def serve(server: Server) -> None:
        assert is_begun.wait(PATIENCE)
        assert server.engine.answer('{"do":"status"}') == EngineStatus(is_preparing=True)
        is_asked.set()
        while server.engine.answer('{"do":"status"}') != EngineStatus(is_preparing=False):
            time.sleep(0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr("westeros_intrigue.play.page.engine.warm_up", warm_up)
    monkeypatch.setattr("westeros_intrigue.play.terminal.machine._UNTIL_IT_IS_OPEN", 0)
    monkeypatch.setattr(Server, "serve_forever", serve)
    command("web", "--no-browser", "--port", "0", "--folder", str(tmp_path))


def test_a_port_that_is_taken_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = command("web", "--no-browser", "--port", str(port), "--folder", str(tmp_path))
    assert f"cannot serve at 127.0.0.1:{port}" in result.err
    assert "--port 0" in result.err
    assert "--port 0" not in command("web", "--no-browser", "--host", "nowhere.invalid").err
    folder = Mock(side_effect=PermissionError(errno.EACCES, "Permission denied", "games"))
    monkeypatch.setattr(Folder, "token", folder)
    assert command("web", "--no-browser").err.endswith("Permission denied\n")
