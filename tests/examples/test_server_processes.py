"""The server of many tables as processes that are killed, and a store that is restarted."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.patience import PATIENCE

from benchmarks import server as measure
from server import fold
from server.store import MIGRATIONS, Entry, NoSuchTable, Row, Store

from .asking import Client, play_on, seated
from .test_service import LOGS

pytestmark = pytest.mark.long
POSTGRESQL = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))


@attrs.frozen
class StoreForTests:
    """A store of any kind, which can be restarted."""

    address: str
    restart: Callable[[], None]


@contextmanager
def postgresql() -> Iterator[StoreForTests]:
    """A server of PostgreSQL with its data in a folder of its own; it does not run as root."""
    folder = Path(tempfile.mkdtemp(prefix="postgresql-"))
    user = "postgres" if os.getuid() == 0 else None
    if user:
        shutil.chown(folder, user)

    def control(*args: str) -> None:
        waits = ("-w", f"-t{PATIENCE}")
        command = [str(POSTGRESQL[-1]), *waits, f"-D{folder}/data", f"-l{folder}/log", *args]
        subprocess.run(command, user=user, check=True, stdout=subprocess.DEVNULL, cwd=folder)

    control("initdb", "-o", "-U postgres -A trust --no-sync")
    start = ("-o", f"-k {folder} -c listen_addresses=''")
    control("start", *start)
    try:
        yield StoreForTests(
            f"postgresql:///postgres?host={folder}&user=postgres",
            lambda: control("restart", "-m", "immediate", *start),
        )
    finally:
        control("stop", "-m", "immediate")
        shutil.rmtree(folder)


@contextmanager
def sqlite(folder: Path) -> Iterator[StoreForTests]:
    yield StoreForTests(f"sqlite:{folder}/tables.db", lambda: None)


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StoreForTests]:
    if request.param == "sqlite":
        with sqlite(tmp_path) as opened:
            yield opened
    elif not POSTGRESQL:
        pytest.skip("PostgreSQL is not installed")
    else:
        with postgresql() as opened:
            yield opened


@attrs.frozen
class Process(measure.Process):
    """A server in a process of its own."""

    @property
    def client(self) -> Client:
        return Client(self.port)


Start = Callable[..., Process]


@pytest.fixture
def start(store: StoreForTests) -> Iterator[Start]:
    """Start servers of the store; those that still run at the end are killed."""
    with ExitStack() as ended:

        def started(application: str = "server.app:application") -> Process:
            served = measure.serve(store.address, application)
            process = Process(served.running, served.port)
            ended.callback(process.kill)
            return process

        yield started


def test_of_two_moves_at_once_one_is_made_and_the_other_is_told_what_it_missed(
    start: Start,
) -> None:
    one, two = start().client, start().client
    table = one.create("westeros-intrigue", 2)
    people = seated(one, table, 2)
    at_once = ThreadPoolExecutor(4)
    shown = people[0].look(table)
    for _ in range(8):
        person = people[shown["deciders"][0]]
        moves = person.look(table)["moves"]
        asked = [
            (attrs.evolve(person, port=client.port), table, shown["next"], move)
            for client in (one, two)
            for move in (moves[0], moves[-1])
        ]
        answers = list(at_once.map(Client.play, *zip(*asked, strict=True)))
        both = zip(asked, answers, strict=True)
        assert len({move for (*_, move), answer in both if answer.status == 200}) == 1
        for answer in answers:
            told = answer.data["missed"] if answer.status == 409 else answer.data
            assert told["next"] == shown["next"] + 1
            assert told["happened"][0].startswith("you place ")
        shown = one.look(table)
        assert two.look(table) == shown
    at_once.shutdown()


def test_a_process_that_is_killed_before_it_answers_has_lost_nothing(start: Start) -> None:
    whole, dying = start(), start("examples.dying_server:application")
    bots = {"1": "greedy"}
    table = whole.client.create("westeros-intrigue", 2, options={"rounds": 1}, bots=bots)
    ada = dying.client.another()
    with pytest.raises((http.client.HTTPException, OSError)):
        ada.sit(table, 0)
    ada = attrs.evolve(ada, port=whole.client.port)
    assert ada.sit(table, 0).data["you"] == 0
    dying = start("examples.dying_server:application")
    move = ada.look(table)["moves"][0]
    with pytest.raises((http.client.HTTPException, OSError)):
        attrs.evolve(ada, port=dying.client.port).play(table, 1, move)
    answer = ada.play(table, 1, move)
    assert (answer.status, answer.data["next"]) == (200, 2)
    assert answer.data["happened"] == ["you place " + move.replace("@", " in ")]
    # The killed process can no longer play the bot.
    end = time.monotonic() + PATIENCE
    while ada.look(table)["next"] < 3:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_game_outlasts_its_store_and_all_its_processes(
    start: Start, store: StoreForTests
) -> None:
    processes = [start(), start()]
    table = processes[0].client.create("monopoly", 3)
    people = seated(processes[0].client, table, 3)
    before = play_on(people, table, most=20)
    store.restart()
    for process in processes:
        assert process.client.look(table)["version"] == before["version"]
    play_on(people, table, most=5)
    before = people[0].look(table, after=0)
    for process in processes:
        process.kill()
    port = start().client.port
    people = [attrs.evolve(person, port=port) for person in people]
    assert people[0].look(table, after=0) == before
    assert play_on(people, table, most=5)["next"] == before["next"] + 5


def test_a_check_before_an_upgrade_makes_no_store_and_folds_the_one_that_is_there(
    start: Start, store: StoreForTests, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):  # the first time has made nothing
        assert fold.main(store.address) == 2
        out, err = capsys.readouterr()
        assert (out, err[:20]) == ("", "nothing is checked: ")
        assert re.search("there is no file|relation .* does not exist$", err.strip())
    client = start().client
    assert fold.main(store.address) == 2
    assert capsys.readouterr().err == "nothing is checked: the store has no table yet\n"
    table = client.create("westeros-intrigue", 2)
    play_on(seated(client, table, 2), table, most=5)
    assert fold.main(store.address) == 0
    assert capsys.readouterr().out == "tables folded: 1, with entries: 7; tables refused: 0\n"


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_a_dump_of_a_store_before_versions_is_restored_and_upgraded(
    start: Start, store: StoreForTests, tmp_path: Path
) -> None:
    """As `pg_dump` and `psql` do it, with a store as the first servers made it."""
    psycopg = pytest.importorskip("psycopg")

    def run(*statements: str) -> None:
        with psycopg.connect(store.address, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    run(*MIGRATIONS[0])
    log = LOGS[0]
    with psycopg.connect(store.address, autocommit=True) as connection:
        row = [log["row"][name] for name in ("id", "game", "setting", "start", "library")]
        row += [log["row"]["rules"], log["row"]["made"]]
        connection.execute("INSERT INTO tables VALUES (%s, %s, %s, %s, %s, %s, %s)", row)
        for entry in log["entries"]:
            values = [entry[name] for name in ("number", "kind", "seat", "text", "made")]
            connection.execute(
                "INSERT INTO entries VALUES (%s, %s, %s, %s, %s, %s)", [log["row"]["id"], *values]
            )
    programs = POSTGRESQL[-1].parent
    dump = tmp_path / "dump.sql"
    with dump.open("wb") as written:
        subprocess.run([programs / "pg_dump", store.address], check=True, stdout=written)
    run("DROP TABLE entries", "DROP TABLE tables")
    with dump.open("rb") as file:
        restored: list[Path | str] = [
            programs / "psql",
            "-v",
            "ON_ERROR_STOP=1",
            "-q",
            store.address,
        ]
        subprocess.run(restored, check=True, stdin=file, stdout=subprocess.DEVNULL)
    with ThreadPoolExecutor(2) as at_once:  # both upgrade the store, or wait for the other
        one, two = at_once.map(lambda _: start().client, range(2))
    path = f"/tables/{log['row']['id']}/record"
    assert one.ask("GET", path).text == two.ask("GET", path).text == log["record"]


def test_a_reader_misses_nothing_and_reads_nothing_twice(start: Start) -> None:
    """Each event is read at another process than the moves are made at, half after a kill."""
    playing, other, third = start(), start(), start()
    table = playing.client.create("westeros-intrigue", 2, options={"rounds": 1})
    people = seated(playing.client, table, 2)
    read: list[str] = []

    def reading(process: Process, after: int) -> int:
        reader = attrs.evolve(people[1], port=process.client.port)
        with suppress(http.client.HTTPException, OSError), reader.events(table, after) as events:
            for version, shown in events:
                read.extend(shown["happened"])
                after = version
        return after

    with ThreadPoolExecutor(1) as beside:
        last = beside.submit(reading, other, 0)
        play_on(people, table, most=8)
        other.kill()
        play_on(people, table, most=8)
        beside.submit(reading, third, last.result())
        play_on(people, table, most=100)
    assert read == people[1].look(table, after=0)["happened"]


def test_another_process_shows_a_move_at_once(start: Start, store: StoreForTests) -> None:
    """PostgreSQL tells it; SQLite is asked four times a second."""
    playing, other = start(), start()
    table = playing.client.create("westeros-intrigue", 2)
    people = seated(playing.client, table, 2)
    watching = attrs.evolve(people[1], port=other.client.port)
    with watching.events(table) as events:
        shown = next(events)[1]
        waits = []
        for _ in range(9):  # as many as any round has
            mover = people[shown["deciders"][0]]
            move = mover.look(table)["moves"][0]
            shown = mover.play(table, shown["next"], move).data
            begun = time.perf_counter()
            while next(events)[0] < shown["version"]:
                pass
            waits.append(time.perf_counter() - begun)
    most = 0.05 if store.address.startswith("postgresql") else 0.5
    assert sorted(waits)[len(waits) // 2] < most, waits


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_entries_are_told_together_and_one_that_is_too_long_by_its_number(
    store: StoreForTests,
) -> None:
    opened = Store.made(store.address)
    row = Row(**LOGS[0]["row"])
    assert opened.create(row)
    news = opened.news(lambda: False)
    assert next(news) is None
    short, long = (Entry(number, "bot", 1, "x" * 5_000 * number, 5) for number in (1, 2))
    assert opened.append(row.id, short)
    assert next(news) == (row.id, 1, (short,))
    assert opened.append(row.id, long)
    assert next(news) == (row.id, 2, ())
    three = [Entry(number, "bot", 1, "greedy", 5) for number in (3, 4, 5)]
    assert not opened.append(row.id, attrs.evolve(short, number=2), *three)
    assert opened.append(row.id, *three)
    assert next(news) == (row.id, 5, tuple(three)), "all at once, and none of those refused"
    with pytest.raises(NoSuchTable):
        opened.append("t" * 20, short)
    opened.close()


def test_a_restart_under_load_loses_no_event_of_any_stream(start: Start) -> None:  # noqa: PLR0915 - a crowd
    """Processes are stopped, one after another, while moves are made and read."""
    running = [start(), start()]
    tables = [running[0].client.create("westeros-intrigue", 2) for _ in range(6)]
    seats = {table: seated(running[0].client, table, 2) for table in tables}
    stopped, failed = threading.Event(), threading.Event()
    read: dict[str, list[int]] = {table: [] for table in tables}

    def asked(method: str, path: str, person: Client, body: str = "") -> Any:
        """Ask another process if one does not answer, as a proxy does."""
        while not failed.is_set():
            for process in [*running]:
                with suppress(http.client.HTTPException, OSError):
                    answer = attrs.evolve(person, port=process.client.port).ask(method, path, body)
                    assert answer.status == 200, answer.text
                    return answer.data
            time.sleep(0.01)
        raise AssertionError

    def reading(table: str) -> None:
        """Read until the game is left, at one process after another."""
        while not failed.is_set():
            after = read[table][-1] if read[table] else 0
            for process in [*running]:
                reader = attrs.evolve(seats[table][1], port=process.client.port)
                with (
                    suppress(http.client.HTTPException, OSError, AssertionError),
                    reader.events(table, after) as events,
                ):
                    for version, shown in events:
                        read[table] += [version] * bool(shown["happened"])
                        if any("leaves the game" in told for told in shown["happened"]):
                            return
                    break

    def playing(table: str) -> int:
        people = seats[table]
        shown = asked("GET", f"/tables/{table}", people[0])
        while not stopped.is_set() and not shown["final"]:
            mover = people[shown["deciders"][0]]
            move = asked("GET", f"/tables/{table}", mover)["moves"][0]
            shown = asked("PUT", f"/tables/{table}/moves/{shown['next']}", mover, move)
            time.sleep(0.02)
        # This entry ends the stream.
        return int(asked("DELETE", f"/tables/{table}/seats/0", people[0])["version"])

    with ThreadPoolExecutor(2 * len(tables)) as beside:
        readers = [beside.submit(reading, table) for table in tables]
        players = [beside.submit(playing, table) for table in tables]
        try:
            for _ in range(2):
                time.sleep(1)
                running.append(start())
                ending = running.pop(0)
                begun = time.perf_counter()
                ending.running.terminate()
                assert ending.running.wait(PATIENCE) in {0, -15}
                assert time.perf_counter() - begun < 10
            time.sleep(1)
            stopped.set()
            versions = [each.result() for each in players]
            for each in readers:
                each.result()
        except BaseException:  # else the threads wait, and the pool for them
            failed.set()
            for process in running:
                process.running.kill()
            raise
    for table, version in zip(tables, versions, strict=True):
        assert read[table] == sorted({*read[table]}), "in order, and none twice"
        assert version > 8
        assert read[table][-1] == version


PUT = b"PUT /tables/" + b"x" * 22 + b" HTTP/1.1\r\nHost: x\r\n"
NONSENSE = (
    b"\x00\xff\r\n\r\n",
    b"GET /games HTTP/1.1\r\n" + b"X: " + b"x" * 200_000 + b"\r\n\r\n",
    PUT + b"Content-Length: 10\r\n\r\n{",
    PUT + b"Transfer-Encoding: chunked\r\n\r\nZ\r\n",
)


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_who_sends_nonsense_or_does_not_read_stops_nobody_else(start: Start) -> None:
    client = start().client
    table = client.create("monopoly", 2)
    people = seated(client, table, 2)
    with ExitStack() as opened:

        def connected(request: bytes) -> None:
            connection = opened.enter_context(socket.socket())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", client.port))
            with suppress(OSError):
                connection.sendall(request)

        for request in NONSENSE * 12:
            connected(request)
        connected(f"GET /tables/{table}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        with people[1].events(table, after=0) as events:
            shown = play_on(people, table, most=100)
            while next(events)[0] < shown["version"]:
                pass


def test_no_text_of_a_request_fails_in_the_store(start: Start) -> None:
    ada = start().client.another()
    table = ada.create("westeros-intrigue", 2)
    for text in (f"{table}%00", "%ED%A0%80" * 20):
        for path in ("", "/events", "/record", "/picture.svg"):
            assert ada.ask("GET", f"/tables/{text}{path}").status == 400
        assert ada.ask("PUT", f"/tables/{text}", '{"game": "btwixt"}').status == 400
        assert ada.ask("PUT", f"/tables/{text}/seats/0").status == 400
    for body in ("\0", '{"game": "\0"}', '{"game": "btwixt", "options": {"box": "\\u0000"}}'):
        assert ada.ask("PUT", f"/tables/{'x' * 22}", body).status == 400
    assert ada.sit(table, 0).status == 200
    assert ada.play(table, 1, "\0").status == 400
    assert ada.ask("PUT", f"/tables/{table}/seats/1", "greedy\0").status == 400
