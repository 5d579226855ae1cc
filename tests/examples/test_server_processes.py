"""The server of many tables as processes that are killed, and a store that is restarted."""

from __future__ import annotations

import http.client
import random
import re
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.patience import PATIENCE

from benchmarks import server as measure
from server import fold, upgrade
from server.store import NotAStore, open_store

from .asking import Client, play_on, seated
from .databases import POSTGRESQL, StoreForTests, postgresql
from .earlier import FIRST, LOGS, rows_of

pytestmark = pytest.mark.long


@pytest.fixture(params=["folder", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StoreForTests]:
    if request.param in {"folder", "sqlite"}:
        yield StoreForTests(f"{request.param}:{tmp_path}/tables", lambda: None)
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


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_processes_killed_at_any_instant_lose_and_double_nothing(  # noqa: PLR0915 - a crowd
    start: Start, store: StoreForTests
) -> None:
    """Twenty times: at any time, or when an entry is stored and the answer is not sent yet.

    Whoever gets no answer asks another process again, as a proxy does.
    """
    rng, running = random.Random(3), [start(), start()]
    people = [running[0].client.another() for _ in range(3)]
    stopped, failed = threading.Event(), threading.Event()
    table = running[0].client.create("westeros-intrigue", 3, bots={})
    answers: dict[tuple[str, str, str, int], Any] = {}

    def asked(method: str, path: str, person: Client, body: str = "") -> Any:
        while not failed.is_set():
            for process in rng.sample([*running], len(running)):
                with suppress(http.client.HTTPException, OSError):
                    return attrs.evolve(person, port=process.port).ask(method, path, body)
            time.sleep(0.01)
        raise AssertionError

    def play(seat: int) -> None:
        """Sit down, and make every move twice: the second answer is the first one."""
        person = people[seat]
        assert asked("PUT", f"/tables/{table}/seats/{seat}", person).status == 200
        while not stopped.is_set():
            shown = asked("GET", f"/tables/{table}", person).data
            if shown["final"]:
                return
            if shown["moves"]:
                move, path = rng.choice(shown["moves"]), f"/tables/{table}/moves/{shown['next']}"
                first, again = (asked("PUT", path, person, move) for _ in range(2))
                assert first == again, (first, again)
                assert first.status == 200, first
                answers[path, move, "move", seat] = first

    def keep(work: Callable[[int], None], seat: int) -> None:
        try:
            work(seat)
        except BaseException:
            failed.set()
            raise

    with ThreadPoolExecutor(3) as beside:
        playing = [beside.submit(keep, play, seat) for seat in range(3)]
        try:
            for number in range(20):
                dying = "examples.dying_server:application" if number % 2 else None
                running.append(start(*filter(None, [dying])))
                victim = running.pop(0)
                if number % 4 < 2:
                    time.sleep(rng.random() / 5)
                victim.kill()
            stopped.set()
            for each in playing:
                each.result()
        finally:
            failed.set()
    port = start().port
    with closing(open_store(store.address)) as opened:
        log = opened.entries(table)
    assert [entry.number for entry in log] == [*range(1, len(log) + 1)]
    seats = [entry.seat for entry in log if entry.kind == "sit"]
    assert sorted(seats, key=str) == [0, 1, 2], "no seat twice"
    moves = [(entry.seat, entry.text) for entry in log if entry.kind == "move"]
    assert len(moves) > 20
    made = {
        (f"/tables/{table}/moves/{number}", move, "move", seat)
        for number, (seat, move) in enumerate(moves, 1)
    }
    assert made == {*answers}, "nothing is lost, doubled or made up"
    for (path, move, _, seat), answer in answers.items():
        again = attrs.evolve(people[seat], port=port).ask("PUT", path, move)
        assert again == answer, "the answer of then"


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
        assert re.search("there is no folder|the database has no store of tables$", err.strip())
    client = start().client
    assert fold.main(store.address) == 2, "the server has made a store without a table, or none yet"
    assert re.search("has no table yet|there is no folder", capsys.readouterr().err)
    table = client.create("westeros-intrigue", 2)
    play_on(seated(client, table, 2), table, most=5)
    assert fold.main(store.address) == 0
    assert capsys.readouterr().out == "tables folded: 1, with entries: 7; tables refused: 0\n"


@pytest.mark.parametrize("store", ["postgresql"], indirect=True)
def test_a_dump_of_an_earlier_store_is_restored_and_copied(
    start: Start, store: StoreForTests, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `pg_dump` and `psql` do it, with a store as the first servers made it."""
    monkeypatch.setenv("REST_DAYS", "36500")  # the sample grows older, and is not to be deleted
    psycopg = pytest.importorskip("psycopg")

    def run(*statements: str) -> None:
        with psycopg.connect(store.address, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    run(*FIRST)
    log = LOGS[0]
    row, entries = rows_of(log)
    with psycopg.connect(store.address, autocommit=True) as connection:
        connection.execute("INSERT INTO tables VALUES (%s, %s, %s, %s, %s, %s, %s)", row)
        for values in entries:
            connection.execute("INSERT INTO entries VALUES (%s, %s, %s, %s, %s, %s)", values)
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
    with pytest.raises(NotAStore, match=r"python -m server\.upgrade OLD NEW"):
        open_store(store.address, creates=True)
    assert upgrade.main(store.address, store.address) == 0, "beside the tables of before"
    with closing(open_store(store.address)) as opened:
        made = [entry.made for entry in opened.entries(log["row"]["id"], 1)]
    assert made == [entry["made"] * 1000 for entry in log["entries"]]
    one, two = start().client, start().client
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
    """PostgreSQL tells it; a folder is looked at five times a second."""
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


@pytest.mark.parametrize("store", ["folder"], indirect=True)
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
