"""The capacity of the server: moves per second, latency, bytes, and the parts of its time.

    PYTHONPATH=examples python -m benchmarks server --tables 1000 10000

It starts two processes on a new store in a temporary folder, and sends requests over 16
connections. CPU time is the processes' own, so other work on the machine matters little.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any, TypeVar
from urllib.request import urlopen

import attrs

from benchmarks.publishing import Figure, publish
from server.host import Host
from server.ids import stored_id
from server.store import Tables, open_store
from server.table import Table, dumped
from westeros_intrigue.gamekit.game import AnyGame
from westeros_intrigue.play.saved import Entry

T = TypeVar("T")
PLAYERS, CONNECTIONS, PROCESSES = 4, 16, 2
PATTERNS, BEGUN, LATE = 25, 4, 60
"""The number of deals, and the numbers of moves after which players continue, and join late."""
PROGRAM = """
import socket, sys, uvicorn
config = uvicorn.Config(sys.argv[1], factory=True, access_log=False, log_level="warning")
uvicorn.Server(config).run([socket.socket(fileno=int(sys.argv[2]))])
"""
LIMITS = (
    "REQUESTS_PER_SECOND", "STREAMS_PER_ADDRESS", "TABLES_PER_HOUR", "SETTING_BYTES_PER_HOUR",
)  # fmt: skip
TICK = os.sysconf("SC_CLK_TCK")


@attrs.define
class Guest:
    """A table as its clients see it."""

    table_id: str
    secrets: list[str]
    moves: Iterator[tuple[int, int, str]]
    """The clients' future moves: the number, the seat and the text."""


def guests_at(host: Host, store: Tables, game: str, tables: int, begun: int) -> list[Guest]:
    """Make tables whose seats are taken, with some moves made, of a few deals."""
    patterns = []
    for number in range(min(tables, PATTERNS)):
        table_id, people = (
            secrets.token_urlsafe(),
            [secrets.token_urlsafe() for _ in range(PLAYERS)],
        )
        table = host.create(table_id, json.dumps({"game": game, "players": PLAYERS}))
        for seat, secret in enumerate(people):
            table = host.sit(table_id, seat, secret)
        moves = list(moves_of(table, random.Random(number)))
        for at, seat, text in moves[:begun]:
            host.play(table_id, at, people[seat], text)
        if head := store.head(table_id):
            patterns.append((head, store.entries(table_id), people, moves[begun:]))
    guests = []
    for _, (head, entries, people, moves) in zip(range(tables), cycle(patterns), strict=False):
        table_id = secrets.token_urlsafe()
        store.create(attrs.evolve(head, id=stored_id(table_id)))
        store.append(table_id, *entries)
        guests.append(Guest(table_id, people, iter(moves)))
    return guests


def moves_of(table: Table, rng: random.Random) -> Iterator[tuple[int, int, str]]:
    """Yield random moves to the end of the game. The clients know the deal, to cost little."""
    game, state, number = table.game, table.state, 0
    while not state.is_over:
        seat, number = game.deciders(state)[0], number + 1
        move = rng.choice(game.distinct_moves(game.observe(state, seat)))
        yield number, seat, str(move)
        state = game.proceed(game.apply(state, move, player=seat))


def columns_of(number: int) -> list[str]:
    """Return the columns of a process, from its state on, as Linux shows them."""
    return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()


@attrs.frozen
class Process:
    """A server in a separate process."""

    running: subprocess.Popen[bytes]
    port: int

    def kill(self) -> None:
        """End it at once."""
        self.running.kill()
        self.running.wait()

    @property
    def seconds(self) -> float:
        """Its CPU time."""
        return sum(map(int, columns_of(self.running.pid)[11:13])) / TICK

    @property
    def megabytes(self) -> float:
        """The memory that it occupies."""
        pages = Path(f"/proc/{self.running.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def serve(store: str, application: str = "server.app:application") -> Process:
    """Run a server of a store at a reserved port, and wait for an answer."""
    path = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    # All clients have one address here.
    limits = dict.fromkeys(LIMITS, "1000000000")
    environment = {**os.environ, **limits, "STORE": store, "PYTHONPATH": path}
    with socket.create_server(("127.0.0.1", 0)) as bound:
        command = [sys.executable, "-c", PROGRAM, application, str(bound.fileno())]
        running = subprocess.Popen(  # noqa: S603 - a command of its own
            command, env=environment, pass_fds=[bound.fileno()]
        )
        process = Process(running, bound.getsockname()[1])
    urlopen(f"http://127.0.0.1:{process.port}/games", timeout=300).close()
    return process


@contextmanager
def processes(store: str) -> Iterator[list[Process]]:
    """Run servers of a store."""
    with ExitStack() as ended:
        started = [serve(store) for _ in range(PROCESSES)]
        for each in started:
            ended.callback(each.kill)
        yield started


async def asked(
    connection: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    request: str,
    secret: str,
    body: str = "",
) -> int:
    """Return the status of the answer to a request."""
    reader, writer = connection
    head = f"{request} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {secret}\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
    answer = (await reader.readuntil(b"\r\n\r\n")).decode()
    length = answer.lower().partition("content-length: ")[2].partition("\r")[0]
    await reader.readexactly(int(length))
    return int(answer.split()[1])


async def played(
    guests: list[Guest], ports: list[int], count: int, rate: float | None
) -> tuple[list[float], int]:
    """Make moves at random tables; return the latency of each, and the number that failed.

    Args:
        guests: the tables.
        ports: those of the processes, each of which serves every table.
        count: how many moves.
        rate: how many a second; None for as many as can be.
    """
    latencies: list[float] = []
    failed = 0
    begun = time.perf_counter()

    async def client(number: int) -> None:
        nonlocal failed
        connection = await asyncio.open_connection("127.0.0.1", ports[number % len(ports)])
        own, rng = guests[number::CONNECTIONS], random.Random(number)
        for at in range(number, count, CONNECTIONS):
            if rate:
                await asyncio.sleep(max(0, begun + at / rate - time.perf_counter()))
            one = rng.choice(own)
            move, seat, text = next(one.moves)
            since = time.perf_counter()
            request = f"PUT /tables/{one.table_id}/moves/{move}"
            failed += await asked(connection, request, one.secrets[seat], text) != 200
            latencies.append(time.perf_counter() - since)
        connection[1].close()

    await asyncio.gather(*map(client, range(CONNECTIONS)))
    return sorted(latencies), failed


async def looked(guests: list[Guest], process: Process, query: str = "") -> float:
    """Ask for tables, one after the other; return the CPU seconds of each answer."""
    connection = await asyncio.open_connection("127.0.0.1", process.port)
    used = process.seconds
    for one in guests:
        await asked(connection, f"GET /tables/{one.table_id}{query}", one.secrets[0])
    connection[1].close()
    return (process.seconds - used) / len(guests)


def moved(game: AnyGame, state: Any, seat: int, text: str) -> Any:
    """Return the state after a move, as a table does."""
    return game.proceed(game.apply(state, game.parse_move(text), player=seat))


def told(game: AnyGame, before: Any, after: Any, seat: int) -> None:
    """Do the library's part of the news of a move."""
    if seat in game.deciders(after):
        game.distinct_moves(game.observe(after, seat))
    for event in game.events(before, after):
        game.sentence(event, seat)
        game.DOCUMENTS.to_data(game.seen_by(event, seat))


def costs(store: Tables, host: Host, guests: list[Guest]) -> dict[str, float]:
    """Return the CPU seconds of the parts of a move.

    They are sums of medians, so interruptions matter little.
    """
    spent: defaultdict[tuple[str, Callable[..., object]], list[float]] = defaultdict(list)

    def timed(part: str, function: Callable[..., T], *args: object) -> T:
        since = time.process_time()
        value = function(*args)
        spent[part, getattr(function, "__func__", function)].append(time.process_time() - since)
        return value

    for one in guests:
        table = host.table(one.table_id)
        _, seat, text = next(one.moves)
        state = timed("rules", moved, table.game, table.state, seat, text)
        timed("events, words", told, table.game, table.state, state, seat)
        entry = Entry(table.version + 1, "move", seat, text)
        timed("JSON text", dumped, table.then(entry).news_for(seat, table.version))
        timed("store", store.append, table.id, entry)
    parts: defaultdict[str, float] = defaultdict(float)
    for (part, _), seconds in spent.items():
        parts[part] += median(seconds)
    return dict(parts)


def measured(game: str, tables: int, count: int, rate: float) -> list[Figure]:
    """Print what a game costs with some tables open, and return it."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"folder:{folder}/tables"
        store = open_store(address, creates=True)
        host = Host(store)
        guests = guests_at(host, store, game, tables, BEGUN)
        size = sum(each.stat().st_size for each in Path(folder).rglob("*.table")) / tables
        with processes(address) as servers:
            ports, idle = [each.port for each in servers], servers[0].megabytes
            paced, failed_paced = asyncio.run(played(guests, ports, count, rate))
            used, since = sum(each.seconds for each in servers), time.perf_counter()
            _, failed = asyncio.run(played(guests, ports, count, None))
            cpu = sum(each.seconds for each in servers) - used
            seconds = time.perf_counter() - since
            busy = servers[0].megabytes
        late_guests = guests_at(host, store, game, PATTERNS, LATE)
        with processes(address) as servers:
            late = asyncio.run(looked(late_guests, servers[0], "?after=0"))
            look = asyncio.run(looked(late_guests * 20, servers[0]))
        parts = costs(store, host, guests[:500])
        store.close()
    last = paced[len(paced) * 99 // 100]
    print(f"{game}, {tables} tables")
    print(f"  {count / cpu:.0f} moves a second of CPU time, {count / seconds:.0f} by the clock")
    print(f"  {failed_paced + failed} of {2 * count} requests failed")
    print(
        f"  at {rate:.0f} a second: median {median(paced) * 1e3:.1f} ms, 99 % {last * 1e3:.1f} ms"
    )
    print(f"  {size:.0f} bytes a table in the store after {BEGUN} moves")
    print(f"  {idle:.0f} MB a process at the start, {busy:.0f} MB at the end")
    print(f"  {look * 1e3:.2f} ms of CPU time to look, {late * 1e3:.1f} to join after {LATE} moves")
    parts["HTTP, tables"] = cpu / count - sum(parts.values())
    for part, each in parts.items():
        print(f"  {part:13} {each * 1e6:5.0f} us {each * count / cpu:4.0%}")
    library = 1 - parts["HTTP, tables"] * count / cpu
    return [
        Figure("moves", count / seconds),
        Figure("moves, CPU time", count / cpu),
        Figure("an answer", median(paced) * 1e3, unit="ms"),
        Figure("99 of 100 answers", last * 1e3, unit="ms"),
        Figure("memory at the start", round(idle), unit="MB"),
        Figure("memory", round(busy), unit="MB"),
        Figure("a look", look * 1e3, unit="ms"),
        Figure("a late look", late * 1e3, unit="ms"),
        Figure("the share of library and store", round(100 * library, 1), unit="%"),
    ]


def main(arguments: Sequence[str]) -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks server", description=__doc__)
    parser.add_argument("--games", nargs="+", default=["westeros-intrigue"])
    parser.add_argument("--tables", nargs="+", type=int, default=[1000])
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--publish", action="store_true", help="write docs/figures.json")
    chosen = parser.parse_args(arguments)
    for game in chosen.games:
        for tables in chosen.tables:
            figures = measured(game, tables, chosen.moves, chosen.rate)
            if chosen.publish:
                command = f"python -m benchmarks server --games {game} --tables {tables}"
                publish(f"server, {game}, {tables} tables", command, figures)
