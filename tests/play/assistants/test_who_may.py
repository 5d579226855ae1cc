"""Who may do what with the tools: each role beside each tool, with what happens.

A new tool needs a line here, and in the table of `docs/how-to/assistants.md`.
"""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from helpers.checkout import ROOT
from helpers.patience import PATIENCE
from helpers.ports import own_port

from play.assistants.test_guests import invited
from play.page.asking import serving, through
from westeros_intrigue import GameState
from westeros_intrigue.play.assistants.tables import Local
from westeros_intrigue.play.sessions import Folder

pytest.importorskip("mcp", reason="mcp is not installed")

import httpx2
import uvicorn
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from play.assistants.test_mcp import Assistant
from westeros_intrigue.play.assistants.calls import TableServer
from westeros_intrigue.play.assistants.held import MOST_TABLES_OF_CLIENT, Allowed
from westeros_intrigue.play.assistants.server import make_server

ROLES = (
    "starts the table",
    "is the referee",
    "over HTTP, knows the table's name",
    "over HTTP, doesn't know it",
    "joined by a link",
)
YES, OWN, ALL, OVER, NO, NONE = "yes", "own seat", "all", "after the end", "no", "no table"
MAY = {
    "new_game": (YES, YES, YES, YES, YES),
    "join": (YES, YES, YES, YES, YES),
    "tables": (YES, YES, YES, YES, YES),
    "look": (OWN, ALL, OWN, NONE, OWN),
    "play": (OWN, ALL, OWN, NONE, OWN),
    "wait": (OWN, ALL, OWN, NONE, OWN),
    "why": (OWN, ALL, OWN, NONE, OWN),
    "rules": (YES, YES, YES, NONE, YES),
    "legal_moves": (OWN, ALL, OWN, NONE, OWN),
    "hint": (OWN, NO, OWN, NONE, OWN),
    "record": (OVER, ALL, OVER, NONE, NO),
    "undo": (NO, YES, NO, NONE, NO),
}
TABLE = {"players": 2, "options": {"rounds": 1}}


def test_every_tool_says_who_may_use_it(tmp_path: Path) -> None:
    async def run() -> set[str]:
        async with Client(make_server(Folder(tmp_path))) as client:
            return {tool.name for tool in (await client.list_tools()).tools}

    assert {*MAY} == asyncio.run(run())
    assert all(len(cells) == len(ROLES) for cells in MAY.values())


def test_the_page_about_assistants_has_the_same_table() -> None:
    text = (ROOT / "docs/how-to/assistants.md").read_text(encoding="utf-8")
    section = text.partition("## Who may do what\n")[2].partition("\n## ")[0]
    head, *lines = re.findall(r"^\| (.*) \|$", section, re.MULTILINE)
    shown = {line.split("`")[1]: tuple(line.split(" | ")[1:]) for line in lines}
    assert tuple(head.split(" | ")[1:]) == ROLES
    assert shown == MAY


@contextmanager
def over_http(served: TableServer) -> Iterator[str]:
    """Serve a server's tools over HTTP in a thread; yield the address."""
    port = own_port()
    config = uvicorn.Config(served.streamable_http_app(), port=port, log_level="error")
    program = uvicorn.Server(config)
    thread = threading.Thread(target=program.run)
    thread.start()
    end = time.monotonic() + PATIENCE
    while not program.started and time.monotonic() < end:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        program.should_exit = True
        thread.join(PATIENCE)


@pytest.mark.parametrize("header", ["Authorization", "X-Forwarded-For"])
def test_no_program_takes_the_tables_of_another_of_the_same_name(
    tmp_path: Path, header: str
) -> None:
    served = make_server(Folder(tmp_path), Allowed(names_are_secret=True))
    assert isinstance(served, TableServer)

    async def begin(address: str, own: str, tables: int) -> str:
        async with (
            httpx2.AsyncClient(headers={header: own}) as http,
            Client(streamable_http_client(address, http_client=http)) as client,
        ):
            assistant = Assistant(client)
            for _ in range(tables):
                assert (await assistant.ask("new_game", **TABLE))["table"]
            return await assistant.refusal("new_game", **TABLE) if tables > 1 else ""

    async def run(address: str) -> None:
        told = await begin(address, "192.0.2.1", MOST_TABLES_OF_CLIENT)
        assert "there are 8 tables already" in told
        await begin(address, "192.0.2.2", 1)

    with over_http(served) as address:
        asyncio.run(run(address))


def hands_of_others(state: GameState, seat: int) -> set[str]:
    """Return the cards in all other hands."""
    return {str(card) for at, hand in enumerate(state.hands) if at != seat for card in hand}


async def check_role(assistant: Assistant, role: str, table: Any, link: str) -> None:
    """Call each tool at a table; `table` has its name, its seat, and how its state is read."""
    at = ROLES.index(role)
    given = {"table": table.name}
    moves = await assistant.call("legal_moves", **given)
    move = "x" if moves.is_error else moves.structured_content["moves"][0]
    arguments: dict[str, dict[str, Any]] = {
        "new_game": TABLE,
        "join": {"link": link},
        "tables": {},
        "play": given | {"move": move},
        "why": given | {"move": move},
        "wait": given | {"seconds": 0},
    }
    # `play` changes the table, and `undo` takes the entry back: both come last.
    for tool in sorted(MAY, key=lambda tool: (tool == "undo", tool == "play")):
        cell = MAY[tool][at]
        hidden = table.hidden()
        answer = await assistant.call(tool, **arguments.get(tool, given))
        told = "\n".join(part.text for part in answer.content if part.type == "text")
        what = f"{tool} of the one who {role}: {told}"
        assert answer.is_error is (cell in {NO, NONE, OVER}), what
        assert ("no table" in told) is (cell == NONE), what
        assert ("when the game is over" in told) is (cell == OVER), what
        if cell in {YES, OWN, ALL} and tool not in {"new_game", "join", "rules", "tables"}:
            # What others have placed since then is hidden no more.
            assert not hidden & table.hidden() & {*re.findall(r"\b[A-Z]\d+\b", told)}, what
        if cell == OWN and "seat" in answer.structured_content:
            assert answer.structured_content["seat"] == table.seat, what


class Known:
    """A table as a test knows it: its name, the assistant's seat, and what that may not see."""

    def __init__(self, page: Any, read: Any) -> None:
        self.name: str = page["table"]
        self.seat: int | None = page["seat"]
        self._read = read

    def hidden(self) -> set[str]:
        return set() if self._read is None else hands_of_others(self._read(), self.seat or 0)


def local(served: TableServer, name: str) -> Local:
    table = served.tables._held[name].table
    assert isinstance(table, Local)
    return table


def finish(table: Local) -> None:
    while not table.places:
        table.play(next(iter(table.moves())))


async def check_record(assistant: Assistant, served: TableServer, name: str) -> None:
    """The record of a finished game is everybody's who knows the table."""
    finish(local(served, name))
    answer = await assistant.call("record", table=name)
    assert not answer.is_error
    assert "[Seed" in answer.content[0].text


def test_each_role_may_do_what_its_cells_say_over_the_standard_streams(tmp_path: Path) -> None:
    served = make_server(Folder(tmp_path / "own"))
    assert isinstance(served, TableServer)

    async def run() -> None:
        async with Client(served) as client:
            assistant = Assistant(client)
            page = await assistant.ask("new_game", **TABLE)
            table = Known(page, lambda: local(served, page["table"]).seated.table.session.state)
            await check_role(assistant, ROLES[0], table, invited(host)[1])
            await check_record(assistant, served, page["table"])
            entered = await assistant.ask("new_game", players=2, printed_cards=True)
            await check_role(assistant, ROLES[1], Known(entered, None), invited(host)[1])
            game, link = invited(host)
            joined = await assistant.ask("join", link=link)
            ask = through(host)
            ask("begin", game=game)
            while not joined["is_your_turn"]:
                shown = ask("look", game=game, seat=0)
                ask("play", game=game, seat=0, moment=shown["moment"], move=shown["moves"][0])
                joined = await assistant.ask("look", table=joined["table"])
            with host.engine._games.opening(game) as opened:
                state = opened.session.state
            await check_role(assistant, ROLES[4], Known(joined, lambda: state), invited(host)[1])
            for held in served.tables._held.values():
                held.table.close()

    with serving(tmp_path / "host") as host:
        asyncio.run(run())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_each_role_may_do_what_its_cells_say_over_http(tmp_path: Path, mode: str) -> None:
    served = make_server(Folder(tmp_path / "own"), Allowed(names_are_secret=True))
    assert isinstance(served, TableServer)

    async def run(address: str) -> None:
        async with Client(address, mode=mode) as one, Client(address, mode=mode) as two:
            knows, other = Assistant(one), Assistant(two)
            page = await knows.ask("new_game", **TABLE)
            read = local(served, page["table"])
            table = Known(page, lambda: read.seated.table.session.state)
            await check_role(knows, ROLES[2], table, invited(host)[1])
            guessed = Known({"table": "t1", "seat": None}, None)
            await check_role(other, ROLES[3], guessed, invited(host)[1])
            assert page["table"] not in (await other.ask("tables"))["tables"]
            await check_record(knows, served, page["table"])
            clients = {held.client for held in served.tables._held.values()}
            assert len(clients) == (2 if mode == "legacy" else 1)
            for held in served.tables._held.values():
                held.table.close()

    with serving(tmp_path / "host") as host, over_http(served) as address:
        asyncio.run(run(address))
