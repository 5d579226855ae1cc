"""The server under load while a process and the store are killed: what is lost, and how late.

    PYTHONPATH=examples python -m benchmarks service --tables 2000 --seconds 600 --store postgresql://…

A person and bots sit at each table of the card game. The person places a card each two seconds, the
bots answer at once, and a listener reads the events of the table at another process. A process is
killed after a third of the time; after two thirds, `--restart` is run, such as a command that kills
and starts the database. Server, database and clients share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import shlex
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from statistics import median
from typing import Any

import attrs

from benchmarks.server import PROCESSES, Process, serve

SEATS = 4
PACE = 2.0
"""The seconds between two placements of a person."""
PAUSE = 0.05
"""The seconds before a client asks another process."""
FAILURES = (OSError, EOFError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)


@attrs.define
class Watched:
    """A table with its person, its listener, and what they have seen."""

    id: str
    secret: str
    versions: list[int] = attrs.Factory(list)
    """The numbers of the events that the listener has read."""
    sent: dict[int, float] = attrs.Factory(dict)
    """By the number of an entry, the time at which its move was sent."""
    delays: list[float] = attrs.Factory(list)
    """The seconds from sending a move to reading it."""
    acknowledged: int = 0
    """The number of moves that were answered."""


@attrs.define
class Load:
    """The processes and the tables."""

    processes: list[Process]
    tables: list[Watched]
    is_over: bool = False
    repeated: int = 0
    """Requests that had to be sent again."""

    async def ask(self, method: str, path: str, secret: str, body: str = "") -> tuple[int, Any]:
        """Return the status and the data of an answer, from any process that gives one."""
        while True:
            process = random.choice(self.processes)
            with suppress(*FAILURES):
                reader, writer = await asyncio.open_connection("127.0.0.1", process.port)
                try:
                    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                    head += f"Authorization: Bearer {secret}\r\nContent-Length: {len(body)}\r\n\r\n"
                    writer.write((head + body).encode())
                    answer = await reader.read()
                finally:
                    writer.close()
                first, _, text = answer.decode().partition("\r\n\r\n")
                if text and (status := int(first.split()[1])) != 503:
                    return status, json.loads(text)
            self.repeated += 1
            await asyncio.sleep(PAUSE)

    async def play(self, table: Watched) -> None:
        """Place a card each two seconds, until the game is over or the time is."""
        await asyncio.sleep(random.random() * PACE)
        while not self.is_over:
            begun = time.perf_counter()
            _, shown = await self.ask("GET", f"/tables/{table.id}", table.secret)
            if shown["final"]:
                return
            if shown["moves"]:
                number, move = shown["next"], random.choice(shown["moves"])
                sent = time.perf_counter()
                # Before it is answered, since the listener can be told first.
                table.sent.setdefault(shown["version"] + 1, sent)
                path = f"/tables/{table.id}/moves/{number}"
                status, _ = await self.ask("PUT", path, table.secret, move)
                table.acknowledged += status == 200
            await asyncio.sleep(max(0, begun + PACE - time.perf_counter()))

    async def listen(self, table: Watched) -> None:
        """Read the events of a table, at one process after another, until cancelled."""
        while True:
            after = table.versions[-1] if table.versions else 0
            process = random.choice(self.processes)
            with suppress(*FAILURES):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", process.port, limit=1 << 20
                )
                try:
                    head = f"GET /tables/{table.id}/events HTTP/1.1\r\nHost: x\r\n"
                    writer.write(f"{head}Last-Event-ID: {after}\r\n\r\n".encode())
                    while line := await reader.readline():
                        if line.startswith(b"id: "):
                            self._read(table, int(line[4:]))
                finally:
                    writer.close()
            await asyncio.sleep(PAUSE)

    def _read(self, table: Watched, version: int) -> None:
        now, before = time.perf_counter(), table.versions[-1] if table.versions else 0
        table.versions.append(version)
        for number in range(before + 1, version + 1):
            if number in table.sent:
                table.delays.append(now - table.sent[number])


async def begin(load: Load, table: Watched) -> None:
    """Make a table and sit down at it."""
    bots = {str(seat): "greedy" for seat in range(1, SEATS)}
    setting = {"game": "westeros-intrigue", "players": SEATS, "bots": bots}
    for method, path, body in (
        ("PUT", f"/tables/{table.id}", json.dumps(setting)),
        ("PUT", f"/tables/{table.id}/seats/0", ""),
    ):
        status, shown = await load.ask(method, path, table.secret, body)
        if status != 200:
            raise RuntimeError(shown)


async def run(load: Load, store: str, seconds: float, restart: str) -> None:
    """Make the load, kill what is to be killed, and stop."""
    for start in range(0, len(load.tables), 50):
        await asyncio.gather(*(begin(load, table) for table in load.tables[start : start + 50]))
    tasks = [asyncio.create_task(load.listen(table)) for table in load.tables]
    tasks += [asyncio.create_task(load.play(table)) for table in load.tables]
    await asyncio.sleep(seconds / 3)
    load.processes.pop(0).kill()
    load.processes.append(await asyncio.to_thread(serve, store))
    await asyncio.sleep(seconds / 3)
    if restart:
        await asyncio.to_thread(subprocess.run, shlex.split(restart), check=True)
    await asyncio.sleep(seconds / 3)
    load.is_over = True
    await asyncio.gather(*tasks[len(load.tables) :])
    await asyncio.sleep(10)  # bots answer, and the last events arrive
    for task in tasks[: len(load.tables)]:
        task.cancel()


async def faults(load: Load) -> list[str]:
    """Return what was lost, doubled or out of order."""
    found = []
    for table in load.tables:
        _, shown = await load.ask("GET", f"/tables/{table.id}?after=0", table.secret)
        placed = sum(told.startswith("you place ") for told in shown["happened"])
        if placed != table.acknowledged:
            found.append(f"{table.id}: {table.acknowledged} acknowledged, {placed} in the log")
        if table.versions != sorted({*table.versions}):
            found.append(f"{table.id}: read twice or out of order")
        if table.versions and table.versions[-1] != shown["version"]:
            found.append(f"{table.id}: read to {table.versions[-1]} of {shown['version']}")
    return found


def measure(store: str, tables: int, seconds: float, restart: str) -> int:
    """Print what happened under the load; return 1 if anything was lost."""
    watched = [Watched(secrets.token_urlsafe(), secrets.token_urlsafe()) for _ in range(tables)]
    load = Load([serve(store) for _ in range(PROCESSES)], watched)
    begun = time.perf_counter()

    async def whole() -> tuple[list[str], float]:
        await run(load, store, seconds, restart)
        return await faults(load), time.perf_counter() - begun

    try:
        found, passed = asyncio.run(whole())
        used = sum(process.seconds for process in load.processes)
    finally:
        for process in load.processes:
            process.kill()
    entries = sum(table.versions[-1] for table in watched if table.versions)
    delays = sorted(delay for table in watched for delay in table.delays)
    print(f"{tables} tables of {SEATS}, {PROCESSES} processes, {passed:.0f} seconds")
    print(f"  {entries} entries, {entries / passed:.0f} a second, {used:.0f} CPU s of servers")
    print(f"  {load.repeated} requests sent again")
    print(
        f"  delivery: median {median(delays) * 1e3:.0f} ms, "
        f"99 % {delays[len(delays) * 99 // 100] * 1e3:.0f} ms, of {len(delays)}"
    )
    print(f"  lost, doubled or out of order: {len(found)}", *found[:10], sep="\n  ")
    return bool(found)


def main(arguments: Sequence[str]) -> int:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks service", description=__doc__)
    parser.add_argument("--store", required=True, help="the address of the store")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--restart", default="", help="a command that restarts the database")
    chosen = parser.parse_args(arguments)
    return measure(chosen.store, chosen.tables, chosen.seconds, chosen.restart)
