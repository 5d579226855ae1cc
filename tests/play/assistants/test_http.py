"""`westeros-intrigue mcp --http` over a socket, and links that lead elsewhere."""

from __future__ import annotations

import asyncio
import os
import random
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from helpers.patience import PATIENCE
from helpers.ports import own_port

from westeros_intrigue.play.page import requests
from westeros_intrigue.play.page.linking import Line, NotAnswered

pytest.importorskip("mcp", reason="mcp is not installed")

from mcp import Client

from play.assistants.test_mcp import Assistant, play_out


@contextmanager
def serving_assistants(folder: Path) -> Iterator[int]:
    """Run the program until it listens; return its port."""
    port = own_port()
    line = [sys.executable, "-m", "westeros_intrigue", "mcp", "--http", str(port)]
    environment = {**os.environ, "WESTEROS_INTRIGUE_GAMES": str(folder)}
    with subprocess.Popen(
        line, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout
            assert f"Serving http://127.0.0.1:{port}/mcp" in process.stdout.readline()
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.05)
            yield port
        finally:
            process.kill()


def status_of(port: int, **headers: str) -> int:
    """The status of a request of a browser or another program that names itself so."""
    usual = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request("POST", "/mcp", b"{}", usual | headers)
        return connection.getresponse().status


def test_two_assistants_play_over_http_and_neither_finds_the_table_of_the_other(
    tmp_path: Path,
) -> None:
    async def sit(address: str, name: str) -> str:
        async with Client(address) as client:
            assistant = Assistant(client)
            options = {"rounds": 1}
            page = await assistant.ask("new_game", players=2, options=options)
            assert re.fullmatch(r"t[0-9a-f]{16}", page["table"])
            assert "no table" in await assistant.refusal("look", table="t1")
            end = await play_out(assistant, page, random.Random(name))
            assert end["places"]
            return str(page["table"])

    async def both(address: str) -> list[str]:
        return [*await asyncio.gather(sit(address, "Ada"), sit(address, "Ben"))]

    with serving_assistants(tmp_path) as port:
        first, second = asyncio.run(both(f"http://127.0.0.1:{port}/mcp"))
        assert first != second


def test_pages_of_other_sites_and_other_machines_are_refused(tmp_path: Path) -> None:
    with serving_assistants(tmp_path) as port:
        usual = status_of(port)
        assert usual not in {403, 421}
        assert status_of(port, Host=f"evil.example:{port}") in {403, 421}
        assert status_of(port, Origin="http://evil.example") in {403, 421}
        # Nothing listens at the other addresses of this machine.
        others = {found[4][0] for found in socket.getaddrinfo(socket.gethostname(), port)}
        for address in others - {"127.0.0.1", "::1"}:
            if not str(address).startswith("127."):
                with pytest.raises(OSError, match=r".*"):
                    socket.create_connection((str(address), port), 1)


def test_a_link_that_leads_elsewhere_is_not_followed() -> None:
    asked = list[str]()

    class Elsewhere(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.path)
            if self.path == "/messages":
                self.send_response(302)
                self.send_header("Location", f"http://127.0.0.1:{server.server_port}/secret/")
            else:
                self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def do_GET(self) -> None:
            self.do_POST()

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        line = Line(f"http://127.0.0.1:{server.server_port}/#secret")
        with pytest.raises(NotAnswered):
            line.send(requests.Choices())
        server.shutdown()
    assert asked == ["/messages"]
