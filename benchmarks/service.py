"""The server under load while a process and the store are killed: what is lost, and how late.

    PYTHONPATH=examples python -m benchmarks service --tables 2000 --seconds 600 --store postgresql://…

A person and three bots play the card game at each table, with a placement in `--pace` seconds: the
person places a card, and the bots answer at once. The person's screen reads the events of the table
at one process, and sends moves to another, if there are `--processes`. When a game is over, another
table takes its place. A process is killed after a third of the time; after two thirds, `--restart`
is run, such as a command that kills and starts the database. With `--calm`, nothing is killed.
Server, database and clients share the machine, so the CPU time of each is told apart.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import shlex
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

import attrs

from benchmarks.publishing import Figure, publish
from benchmarks.server import TICK, Process, columns_of, serve

SEATS = 4
PAUSE = 0.05
"""The seconds before a client asks another process."""
LONGEST_WAIT = 120
"""After the load, the seconds in which the bots must have answered, and all events arrived."""
FAILURES = (OSError, EOFError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@attrs.define
class Watched:
    """A table with its person, their screen, and what it has shown."""

    id: str = attrs.field(factory=secrets.token_urlsafe)
    secret: str = attrs.field(factory=secrets.token_urlsafe)
    versions: list[int] = attrs.Factory(list)
    """The numbers of the events that the screen has read."""
    last: bytes = b"{}"
    """The last event, as JSON."""
    at: Process | None = None
    """The process whose events the screen reads."""
    sent: dict[int, float] = attrs.Factory(dict)
    """By the number of an entry, the time at which its move was sent."""
    acknowledged: set[int] = attrs.Factory(set)
    """The numbers in the game of the moves that were answered."""
    is_told: asyncio.Event = attrs.Factory(asyncio.Event)
    """Set when an event has come."""


@attrs.define
class Database:
    """The CPU time of a PostgreSQL that runs on this machine."""

    store: str
    """The address of the store; of another kind of store, no time is counted."""
    _earlier: float = 0.0
    """The CPU seconds before the last restart."""

    @property
    def seconds(self) -> float:
        """The CPU seconds of its first process and of all that this one has started."""
        ticks = 0
        for first, is_first in self._processes():
            ticks += sum(map(int, first[11 : 15 if is_first else 13]))
        return self._earlier + ticks / TICK

    def restarted(self, command: str) -> None:
        """Run the command that restarts it."""
        before = self.seconds
        subprocess.run(shlex.split(command), check=True)  # noqa: S603 - of the command line
        self._earlier = 0.0
        self._earlier = before - self.seconds

    def _processes(self) -> Iterator[tuple[list[str], bool]]:
        """Yield the columns of each process, and True for the first one, which adds up the dead."""
        if not self.store.startswith("postgres"):
            return
        with import_module("psycopg").connect(self.store) as connection:
            (number,) = connection.execute("SELECT pg_backend_pid()").fetchone()
            first = columns_of(number)[1]  # as long as that process is there
        yield columns_of(int(first)), True
        for path in Path("/proc").iterdir():
            with suppress(OSError):
                if path.name.isdecimal() and (times := columns_of(int(path.name)))[1] == first:
                    yield times, False


@attrs.frozen
class Spent:
    """CPU seconds."""

    servers: float
    database: float
    clients: float

    def __sub__(self, other: Spent) -> Spent:
        pairs = zip(attrs.astuple(self), attrs.astuple(other), strict=True)
        return Spent(*(one - two for one, two in pairs))

    def __truediv__(self, count: float) -> Spent:
        return Spent(*(one / count for one in attrs.astuple(self)))


@attrs.define
class Load:
    """The processes and the tables."""

    processes: list[Process]
    database: Database
    pace: float
    """The seconds between two placements of a person."""
    tables: list[Watched] = attrs.Factory(list)
    is_begun: asyncio.Event = attrs.Factory(asyncio.Event)
    """Set when people sit at all tables."""
    is_over: bool = False
    repeated: int = 0
    """Requests that had to be sent again."""
    delays: list[float] = attrs.Factory(list)
    """The seconds from sending a move to reading it."""
    used: float = 0.0
    """The CPU seconds of processes that were killed."""
    _idle: dict[int, list[Connection]] = attrs.Factory(dict)

    async def ask(
        self, method: str, path: str, secret: str, body: str = "", *, beside: Process | None = None
    ) -> tuple[int, Any]:
        """Return the status and the data of an answer, from any process that gives one.

        Args:
            method: the method of HTTP.
            path: the path.
            secret: the person's secret.
            body: the body.
            beside: the process not to ask, if there is another.
        """
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\r\n"
        sent = f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()
        while True:
            others = [each for each in self.processes if each is not beside]
            with suppress(*FAILURES, LookupError):  # the only process has been killed
                port = random.choice(others or self.processes).port
                status, text = await self._answer(port, sent)
                if status != 503:
                    return status, json.loads(text)
            self.repeated += 1
            await asyncio.sleep(PAUSE)

    async def _answer(self, port: int, sent: bytes) -> tuple[int, bytes]:
        idle = self._idle.setdefault(port, [])
        while idle and idle[-1][0].at_eof():  # the process has closed it
            idle.pop()[1].close()
        reader, writer = idle.pop() if idle else await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(sent)
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
            text = await reader.readexactly(length)
        except BaseException:
            writer.close()
            raise
        idle.append((reader, writer))
        return int(head.split(None, 2)[1]), text

    async def visit(self) -> None:
        """Play at one table after another."""
        wait = random.random() * self.pace
        while not self.is_over:
            table = await self.begin()
            screen = asyncio.create_task(self.watch(table))
            await self.is_begun.wait()
            await asyncio.sleep(wait)
            await self.play(table)
            if self.is_over:
                end = time.perf_counter() + LONGEST_WAIT
                while not await self.is_settled(table) and time.perf_counter() < end:
                    await asyncio.sleep(1)
                screen.cancel()
            else:
                await screen  # which ends with the game
            wait = 0

    async def is_settled(self, table: Watched) -> bool:
        """Return whether no bot is to move, and the person's screen has read everything."""
        _, shown = await self.ask("GET", f"/tables/{table.id}", table.secret)
        is_at_rest = shown["final"] or shown["deciders"] == [0]
        return is_at_rest and table.versions[-1:] == [shown["version"]]

    async def begin(self) -> Watched:
        """Return a new table at which a person sits."""
        table = Watched()
        self.tables.append(table)
        bots = {str(seat): "greedy" for seat in range(1, SEATS)}
        setting = {"game": "westeros-intrigue", "players": SEATS, "bots": bots}
        path = f"/tables/{table.id}"
        for where, body in ((path, json.dumps(setting)), (f"{path}/seats/0", "")):
            status, shown = await self.ask("PUT", where, table.secret, body)
            if status != 200:
                raise RuntimeError(shown)
        return table

    async def play(self, table: Watched) -> None:
        """Place a card from time to time, until the game is over or the time is."""
        while not self.is_over:
            table.is_told.clear()
            begun, shown = time.perf_counter(), json.loads(table.last)
            if shown.get("final"):
                return
            if not shown.get("moves") or shown["next"] in table.acknowledged:
                with suppress(TimeoutError):  # until the bots have answered, or the load is over
                    await asyncio.wait_for(table.is_told.wait(), 1)
                continue
            move = random.choice(shown["moves"])
            # Before it is answered, since the screen can be told first.
            table.sent.setdefault(shown["version"] + 1, begun)
            path = f"/tables/{table.id}/moves/{shown['next']}"
            status, _ = await self.ask("PUT", path, table.secret, move, beside=table.at)
            if status == 200:
                table.acknowledged.add(shown["next"])
            await asyncio.sleep(max(PAUSE, begun + self.pace - time.perf_counter()))

    async def watch(self, table: Watched) -> None:
        """Read the events of a table, at one process after another, until the game is over."""
        head = f"GET /tables/{table.id}/events HTTP/1.1\r\nHost: x\r\n"
        head += f"Authorization: Bearer {table.secret}\r\nLast-Event-ID: "
        while b'"final":null' in table.last or not table.versions:
            after = table.versions[-1] if table.versions else 0
            with suppress(*FAILURES, LookupError):  # as above
                table.at = random.choice(self.processes)
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", table.at.port, limit=1 << 20
                )
                try:
                    writer.write(f"{head}{after}\r\n\r\n".encode())
                    await self._read(reader, table)
                finally:
                    writer.close()
            await asyncio.sleep(PAUSE)

    async def _read(self, reader: asyncio.StreamReader, table: Watched) -> None:
        version = 0
        while line := await reader.readline():
            if line.startswith(b"id: "):
                version = int(line[4:])
            elif line.startswith(b"data: "):
                now, before = time.perf_counter(), table.versions[-1] if table.versions else 0
                table.versions.append(version)
                table.last = line[6:]
                table.is_told.set()
                for number in range(before + 1, version + 1):
                    if number in table.sent:
                        self.delays.append(now - table.sent.pop(number))


async def run(
    load: Load, tables: int, seconds: float, restart: str, *, is_calm: bool
) -> tuple[float, Spent]:
    """Make the load, kill what is to be killed, and stop.

    Returns:
        The entries a second, and the CPU seconds for an entry.
    """
    tasks = []
    for start in range(0, tables, 50):
        count = min(50, tables - start)
        tasks += [asyncio.create_task(load.visit()) for _ in range(count)]
        while len(load.tables) < start + count or not all(map(_is_begun, load.tables)):
            await asyncio.sleep(PAUSE)
    load.is_begun.set()
    before, used, begun = _entries(load), _used(load), time.perf_counter()
    await asyncio.sleep(seconds / 3)
    if not is_calm:
        killed = load.processes.pop(0)
        load.used += killed.seconds
        killed.kill()
        load.processes.append(await asyncio.to_thread(serve, load.database.store))
    await asyncio.sleep(seconds / 3)
    if restart:
        await asyncio.to_thread(load.database.restarted, restart)
    await asyncio.sleep(seconds / 3)
    entries, used = _entries(load) - before, _used(load) - used
    rate = entries / (time.perf_counter() - begun)
    load.is_over = True
    await asyncio.gather(*tasks)
    return rate, used / entries


def _used(load: Load) -> Spent:
    servers = load.used + sum(process.seconds for process in load.processes)
    return Spent(servers, load.database.seconds, time.process_time())


def _is_begun(table: Watched) -> bool:
    return bool(table.versions)


def _entries(load: Load) -> int:
    return sum(table.versions[-1] for table in load.tables if table.versions)


async def faults(load: Load) -> list[str]:
    """Return what was lost, doubled or out of order."""
    found = []
    for table in load.tables:
        _, shown = await load.ask("GET", f"/tables/{table.id}?after=0", table.secret)
        placed = sum(told.startswith("you place ") for told in shown["happened"])
        if placed != (answered := len(table.acknowledged)):
            found.append(f"{table.id}: {answered} acknowledged, {placed} in the log")
        if table.versions != sorted({*table.versions}):
            found.append(f"{table.id}: read twice or out of order")
        if table.versions and table.versions[-1] != shown["version"]:
            found.append(f"{table.id}: read to {table.versions[-1]} of {shown['version']}")
    return found


def measure(  # noqa: PLR0917 - the options of the run
    store: str,
    tables: int,
    seconds: float,
    pace: float,
    restart: str,
    processes: int,
    *,
    is_calm: bool,
) -> tuple[list[Figure], bool]:
    """Print what happened under the load; return the figures, and True if nothing was lost."""
    load = Load([serve(store) for _ in range(processes)], Database(store), pace * SEATS)
    started = [*load.processes]

    async def whole() -> tuple[float, Spent, list[str]]:
        return *await run(load, tables, seconds, restart, is_calm=is_calm), await faults(load)

    try:
        rate, used, found = asyncio.run(whole())
        memory = max(process.megabytes for process in load.processes)
    finally:
        for process in {*load.processes, *started}:
            process.kill()
    delays = sorted(load.delays)
    late = delays[len(delays) * 99 // 100]
    print(f"{tables} tables of {SEATS}, {processes} processes, {os.cpu_count()} cores")
    print(f"  {rate:.0f} entries a second of {tables / pace:.0f}, {_entries(load)} in all")
    print(f"  CPU time for an entry: {used.servers * 1e3:.2f} ms of the servers,", end=" ")
    print(f"{used.database * 1e3:.2f} of the database, {used.clients * 1e3:.2f} of the clients")
    print(f"  {memory:.0f} MB a process, {load.repeated} requests sent again")
    print(
        f"  delivery: median {median(delays) * 1e3:.0f} ms, 99 % {late * 1e3:.0f} ms, of "
        f"{len(delays)}"
    )
    print(f"  {len(load.tables)} tables; lost, doubled or out of order: {len(found)}")
    print(*found[:10], sep="\n  ")
    return [
        Figure("tables", tables),
        Figure("pace", pace, unit="s"),
        Figure("duration", seconds, unit="s"),
        Figure("moves", rate),
        Figure("CPU time of the servers", used.servers * 1e3, unit="ms"),
        Figure("CPU time of the database", used.database * 1e3, unit="ms"),
        Figure("CPU time of the clients", used.clients * 1e3, unit="ms"),
        Figure("delivery", median(delays) * 1e3, unit="ms"),
        Figure("99 of 100 deliveries", late * 1e3, unit="ms"),
        Figure("entries", _entries(load)),
        Figure("memory", round(memory), unit="MB"),
        Figure("lost, doubled or out of order", len(found)),
    ], not found


def main(arguments: Sequence[str]) -> int:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks service", description=__doc__)
    parser.add_argument("--store", required=True, help="the address of the store")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--processes", type=int, default=2, help="of the server")
    parser.add_argument("--pace", type=float, default=2, help="seconds for a placement at a table")
    parser.add_argument("--restart", default="", help="a command that restarts the database")
    parser.add_argument("--calm", action="store_true", help="kill no process")
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    chosen = parser.parse_args(arguments)
    figures, is_whole = measure(
        chosen.store,
        chosen.tables,
        chosen.seconds,
        chosen.pace,
        chosen.restart,
        chosen.processes,
        is_calm=chosen.calm,
    )
    if chosen.publish:
        command = f"python -m benchmarks service --tables {chosen.tables}"
        command += f" --seconds {chosen.seconds:.0f} --pace {chosen.pace:g}"
        command += f" --processes {chosen.processes}"
        publish(f"service, processes: {chosen.processes}", command, figures)
    return not is_whole
