"""`westeros-intrigue mcp` is killed at any instant: its tables are as they were, and go on."""

from __future__ import annotations

import json
import os
import queue
import random
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.patience import PATIENCE

pytest.importorskip("mcp", reason="mcp is not installed")

from play.assistants.test_mcp import Assistant, assist
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.assistants import held
from westeros_intrigue.play.assistants.held import MOST_TABLES, Allowed
from westeros_intrigue.play.assistants.printed import Printed
from westeros_intrigue.play.assistants.tables import Local
from westeros_intrigue.play.saved import PrintedTable, SavedTable, open_table
from westeros_intrigue.play.sessions import Folder


class Killed(Exception):
    """The program has ended before it answered."""


class Program:
    """The program over stdio, spoken to line by line, so that nothing connects again by itself."""

    def __init__(self, folder: Path) -> None:
        """Start it."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "westeros_intrigue", "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "WESTEROS_INTRIGUE_GAMES": str(folder)},
        )
        self._number = 0
        self._answers: queue.Queue[Any] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        about = {"name": "t", "version": "1"}
        self._ask(
            "initialize",
            {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about},
        )
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put(json.loads(line))
        self._answers.put(None)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def _ask(self, method: str, parameters: dict[str, Any]) -> Any:
        self.begin_to_ask(method, parameters)
        while (answer := self._answers.get(timeout=PATIENCE)) is not None:
            if answer.get("id") == self._number:
                return answer["result"]
        raise Killed

    def begin_to_ask(self, method: str, parameters: dict[str, Any]) -> None:
        """Send a request without waiting for its answer."""
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": parameters})

    def begin_to_call(self, tool: str, **arguments: Any) -> None:
        """Call a tool without waiting for its answer."""
        self.begin_to_ask("tools/call", {"name": tool, "arguments": arguments})

    def call(self, tool: str, **arguments: Any) -> tuple[str, dict[str, Any], bool]:
        """Call a tool; return the text, the data, and whether it is an error."""
        answer = self._ask("tools/call", {"name": tool, "arguments": arguments})
        text = "\n".join(part["text"] for part in answer["content"])
        return text, answer.get("structuredContent") or {}, answer.get("isError", False)

    def get(self, tool: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
        """Call a tool; return the text and the data of an answer that is not an error."""
        text, page, is_error = self.call(tool, **arguments)
        assert not is_error, text
        return text, page

    def kill(self) -> None:
        """Kill it at once."""
        self._process.kill()
        self._process.wait()
        self._reader.join(PATIENCE)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()


@attrs.define
class Played:
    """A table as the assistant knows it."""

    name: str
    moment: int
    is_over: bool = False
    own_moves: int = 0
    """The moves that have been acknowledged, or seen after a restart."""
    log: tuple[Any, ...] = ()
    """The log, as it was when a move was last acknowledged."""


@attrs.define
class Evening:
    """Tables of all kinds, whose program is killed again and again."""

    folder: Path
    rng: random.Random
    program: Program
    tables: list[Played] = attrs.field(factory=list)
    kills: int = 0

    def begin(self, **arguments: Any) -> None:
        """Start a table."""
        _, page = self.program.get("new_game", **arguments)
        self.tables.append(Played(page["table"], page["moment"]))

    def open_tables(self) -> list[Played]:
        """Return the tables whose games are not over."""
        return [table for table in self.tables if not table.is_over]

    def restart(self) -> None:
        """Kill the program, and start it again."""
        self.program.kill()
        self.kills += 1
        self.program = Program(self.folder)

    def move_for(self, table: Played) -> str:
        """Return a move that is possible."""
        moves = self.program.get("legal_moves", table=table.name)[1]["moves"]
        fits = [move for move in moves if move != "out"]
        return str(self.rng.choice(fits)) if fits else "3/7 1/2" if not moves else "out"

    def acknowledge(self, table: Played, page: dict[str, Any]) -> None:
        """Note what the program has answered."""
        log = tuple(Folder(self.folder).tables.entries(table.name))
        assert log[: len(table.log)] == table.log, "nothing acknowledged is lost or changed"
        table.log, table.moment = log, page["moment"]
        table.is_over = page["places"] is not None

    def play(self, table: Played) -> None:
        """Make a move, and once more, as a client does that has not got the answer."""
        move = self.move_for(table)
        given = {"table": table.name, "move": move, "moment": table.moment}
        _, page, is_refused = self.program.call("play", **given)
        if is_refused:  # such as Iron Throne cards that cannot be
            table.is_over = True
            return
        table.own_moves += 1
        self.acknowledge(table, page)
        assert self.program.call("play", **given)[2], "the same move again"

    def kill_between_calls(self) -> None:
        """Kill the program after an answer: after the restart, each table looks as before."""
        before = {table.name: self.program.get("look", table=table.name) for table in self.tables}
        self.restart()
        listed = self.program.get("tables")[1]["tables"]
        assert {*before} <= {*listed}
        for name, looked in before.items():
            assert self.program.get("look", table=name) == looked

    def kill_within_a_call(self, table: Played) -> None:
        """Kill the program while it makes a move: the move is made once or not at all."""
        move = self.move_for(table)
        given = {"table": table.name, "move": move, "moment": table.moment}
        self.program.begin_to_call("play", **given)
        time.sleep(self.rng.random() * 0.03)
        self.restart()
        _, page = self.program.get("look", table=table.name)
        assert page["moment"] >= table.moment
        if page["moment"] == table.moment:
            _, page, is_refused = self.program.call("play", **given)
            if is_refused:
                table.is_over = True
                return
        else:
            assert self.program.call("play", **given)[2], "it has been made"
            _, page = self.program.get("wait", table=table.name)  # the others may not have moved
        table.own_moves += 1
        self.acknowledge(table, page)

    def check(self, table: Played) -> None:
        """The log is a legal game with the moves of the assistant, and no others of its seat."""
        opened = open_table(Folder(self.folder).tables, table.name)
        log = Folder(self.folder).tables.entries(table.name)
        if isinstance(opened, PrintedTable):
            assert [entry.kind for entry in log] == ["enter"] * table.own_moves
            assert opened.moment == table.own_moves
        else:
            assert isinstance(opened, SavedTable)
            seat = opened.holders.index("assistant")
            assert opened.holders.count("assistant") == 1
            own = [entry for entry in log if (entry.kind, entry.seat) == ("move", seat)]
            assert len(own) == table.own_moves
            assert opened.version >= table.moment


def spend(folder: Path, rng: random.Random, kills: int) -> None:
    """Play at tables of all kinds, with a program that is killed again and again."""
    evening = Evening(folder, rng, Program(folder))
    begun: list[Played] = []
    try:
        while evening.kills < kills:
            if len(evening.open_tables()) < 3:
                begun += evening.tables
                evening.tables.clear()
                evening.begin(game="westeros-intrigue", opponents="random", players=3)
                evening.begin(game="btwixt", opponents="simple")
                evening.begin(printed_cards=True, players=2)
            for table in evening.open_tables():
                evening.play(table)
            if evening.kills % 3 == 1:
                evening.kill_between_calls()
            elif still_open := evening.open_tables():
                evening.kill_within_a_call(rng.choice(still_open))
        for table in (*begun, *evening.tables):
            evening.check(table)
    finally:
        evening.program.kill()


def test_after_a_kill_each_table_looks_as_before_and_goes_on(tmp_path: Path) -> None:
    spend(tmp_path, random.Random(3), kills=3)


@pytest.mark.long
def test_thirty_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    """It takes long: the program is started again thirty times, in the middle of games."""
    spend(tmp_path, random.Random(30), kills=30)


# Several clients


SECRETLY = Allowed(names_are_secret=True)
"""What is allowed over HTTP."""


def test_a_table_with_a_secret_name_opens_again_by_it_and_by_no_other_name(tmp_path: Path) -> None:
    async def begin(assistant: Assistant) -> tuple[str, Any, Any]:
        page = await assistant.ask("new_game", game="btwixt", opponents="random")
        table = page["table"]
        [move, *_] = (await assistant.ask("legal_moves", table=table))["moves"]
        await assistant.ask("play", table=table, move=move, moment=page["moment"])
        seen = await assistant.call("look", table=table)
        return table, seen.content[0].text, seen.structured_content

    async def begin_alone(assistant: Assistant) -> list[str]:
        own = await assistant.ask("new_game", game="westeros-intrigue")
        printed = await assistant.ask("new_game", printed_cards=True)
        return [own["table"], printed["table"]]

    alone = assist(tmp_path, begin_alone)
    name, text, page = assist(tmp_path, begin, SECRETLY)
    wrong = [*alone, "t1", "t2", name[:-1], f"{name[:-1]}{'0' if name[-1] != '0' else '1'}"]
    wrong += [name.upper(), f"{name} ", f"./{name}", f"{name}.table", "", "assistant"]

    async def come_back(assistant: Assistant) -> None:
        for other in wrong:
            for tool in ("look", "legal_moves", "hint", "record", "undo"):
                refused = await assistant.refusal(tool, table=other)
                assert "no table" in refused
                told = refused.replace(repr(other[:20]), "")
                assert not any(one in told for one in (name, *alone))
            for tool in ("play", "why"):
                assert "no table" in await assistant.refusal(tool, table=other, move="S a0")
            if other:
                assert "no table" in await assistant.refusal("rules", table=other)
            assert "no table" in await assistant.refusal("wait", table=other, seconds=0)
        assert (await assistant.ask("tables"))["tables"] == []
        seen = await assistant.call("look", table=name)
        assert (seen.content[0].text, seen.structured_content) == (text, page)
        [move, *_] = (await assistant.ask("legal_moves", table=name))["moves"]
        await assistant.ask("play", table=name, move=move, moment=page["moment"])
        assert (await assistant.ask("tables"))["tables"] == [name]

    assist(tmp_path, come_back, SECRETLY)
    logs = [Folder(tmp_path).tables.entries(one) for one in alone]
    assert [[entry.kind for entry in log if entry.kind == "enter"] for log in logs] == [[], []]


def test_over_http_the_list_has_the_tables_that_the_client_has_opened_by_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one used last comes first; of tables and clients, only the latest are remembered."""
    monkeypatch.setattr(held, "_MOST_REOPENED", 2)
    folder, game = Folder(tmp_path), GAMES["westeros-intrigue"]
    names = [f"t{number:016x}" for number in range(3)]
    for name in names:
        Local.begun(game, 2, "random", {}, folder, name)
    tables = held.HeldTables(SECRETLY, folder)

    def opened(client: str, *opens: str) -> list[str]:
        for name in opens:
            with tables.at(name):
                pass
            tables.note_name(name, client)
        return tables.names_of(client)

    assert opened("mine", names[0], names[1]) == [names[1], names[0]]
    assert opened("mine", names[0]) == [names[0], names[1]]
    assert opened("mine", names[2]) == [names[2], names[0]], "though others are put aside"
    assert opened("theirs") == []
    tables.note_name("t" * 17, "theirs")
    assert opened("theirs") == [], "there is no such table"
    assert opened("theirs", names[1]) == [names[1]]
    assert opened("another", names[1]) == [names[1]]
    assert opened("mine") == []


# More tables than can be open


def test_any_number_of_saved_tables_can_be_looked_at_one_after_another(tmp_path: Path) -> None:
    names = [Printed.begun(2, {}, 0, Folder(tmp_path)).id for _ in range(MOST_TABLES + 3)]

    async def look(assistant: Assistant) -> None:
        for name in (*names, names[0]):
            assert (await assistant.ask("look", table=name))["table"] == name

    assist(tmp_path, look)


def test_tables_that_are_opened_again_take_no_room_from_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who knows many secret names, such as of quick games, keeps nobody out."""
    monkeypatch.setattr(held, "_MOST_REOPENED", 3)
    monkeypatch.setattr(held, "_MOST_TABLES_OF_ALL", 2)
    folder = Folder(tmp_path)
    game = GAMES["westeros-intrigue"]
    names = [f"t{number:016x}" for number in range(5)]
    for name in names:
        Local.begun(game, 2, "random", {}, folder, name)
    tables = held.HeldTables(SECRETLY, folder)
    for name in (*names, *names):
        with tables.at(name) as table:
            assert table.moves()
    assert len(tables._held) == 3
    tables.check_room("newcomer", "192.0.2.7")
