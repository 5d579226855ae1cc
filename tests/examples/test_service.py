"""The server of many tables as a service: health, metrics, limits, clocks, upgrades, backups."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import http.client
import importlib
import json
import logging
import os
import re
import secrets
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import DEFAULT, Mock

import attrs
import pytest
from helpers.patience import PATIENCE

from server import (
    app,
    clock as times,
    fold,
    host as hosting,
    logs,
    store as stores,
    table as tables,
    upgrade,
)
from server.host import Host
from server.ids import stored_id
from server.limits import METRICS, Limits
from server.metrics import HELP, PREFIX, Metrics
from server.setting import MOST_SECONDS
from server.store import NotAStore, StoreUnavailable, Tables, open_store
from server.table import Table
from westeros_intrigue import setup
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.play.saved import Entry, FolderStore, head_of

from .asking import Client, play_on, seated, served
from .earlier import LATER, LOGS, make_earlier

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(f"folder:{tmp_path_factory.mktemp('service')}/tables") as client:
        yield client


def value_of(text: str, name: str) -> float:
    """The sum of a metric over its labels."""
    found = re.findall(rf"(?m)^{PREFIX}{name}(?:\{{[^}}]*\}})? (\S+)$", text)
    return sum(map(float, found))


def test_a_watcher_learns_whether_the_process_lives_and_what_it_does(site: Client) -> None:
    assert site.ask("GET", "/healthz").text == "ok\n"
    assert site.ask("GET", "/readyz").text == "ready\n"
    before = site.ask("GET", "/metrics").text
    table = site.create("westeros-intrigue", 2, bots={"1": "greedy"})
    ada = site.another()
    ada.sit(table, 0)
    ada.play(table, 1, ada.look(table)["moves"][0])
    assert ada.play(table, 9, "S1@a0").status == 409
    end = time.monotonic() + PATIENCE
    while ada.look(table)["next"] < 3:
        assert time.monotonic() < end
        time.sleep(0.02)
    text = site.ask("GET", "/metrics").text
    grown = {name: value_of(text, name) - value_of(before, name) for name in HELP}
    assert grown["moves_total"] == 2
    assert grown["bot_cpu_seconds_total"] > 0
    assert grown["refused_total"] == 1
    assert value_of(text, "move_seconds_count") - value_of(before, "move_seconds_count") == 1
    assert value_of(text, "tables_in_memory") >= 1
    assert f'{PREFIX}moves_total{{by="bot",game="westeros-intrigue"}}' in text
    form = r'# (HELP|TYPE) .+|[a-z_]+(\{([a-z]+="[^"\n]*",?)+\})? [0-9.e+-]+'
    assert all(re.fullmatch(form, line) for line in text.splitlines()), "as Prometheus reads it"


@pytest.mark.parametrize(
    ("networks", "address", "status"),
    [
        (METRICS, "", 200),
        (METRICS, "203.0.113.9", 403),
        (METRICS, "10.1.2.3", 403),
        ("10.0.0.0/8", "10.1.2.3", 200),
        ("10.0.0.0/8", "", 403),
    ],
)
def test_only_the_networks_that_the_operator_names_read_the_metrics(
    tmp_path: Path, networks: str, address: str, status: int
) -> None:
    """A proxy sends the public to the same port."""
    limits = Limits(metrics=networks)
    with served(f"folder:{tmp_path}/tables", limits=limits) as client:
        connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=PATIENCE)
        with closing(connection):
            forwarded = {"X-Forwarded-For": address} if address else {}
            connection.request("GET", "/metrics", headers=forwarded)
            answer = connection.getresponse()
            assert answer.status == status
            assert (b"moves_total" in answer.read()) is (status == 200)


def test_the_classes_of_times_add_up() -> None:
    metrics = Metrics()
    for seconds in (0.0004, 0.02, 0.02, 99.0):
        metrics.time("move_seconds", seconds)
    text = metrics.text()
    counts = re.findall(r'move_seconds_bucket\{le="([^"]+)"\} (\d+)', text)
    assert (counts[0], counts[-2:]) == (("0.001", "1"), [("10.0", "3"), ("+Inf", "4")])
    assert "move_seconds_count 4\n" in text
    assert "move_seconds_sum 99.040400\n" in text


def test_a_line_of_the_log_has_request_table_and_seat_and_no_secret(
    site: Client, caplog: pytest.LogCaptureFixture
) -> None:
    table = site.create("westeros-intrigue", 2)
    ada, _ = seated(site, table, 2)
    with caplog.at_level(logging.INFO, "server.requests"):
        ada.play(table, 1, ada.look(table)["moves"][0])
    line = caplog.messages[-1]
    assert re.search(r"request=\w+ method=PUT route=tables status=200 ms=[\d.]+ address=127", line)
    assert f"table={table} seat=0 move=1" in line
    assert str(ada.secret) not in caplog.text
    with caplog.at_level(logging.INFO, "server.requests"):
        ada.ask("GET", "/tables/x%0Arequest=forged%20status=200")
    assert "\n" not in caplog.messages[-1]
    assert caplog.messages[-1].endswith(" table=?")


FIRST_REQUESTS = """
import json, sys, time
from examples.asking import served
with served(sys.argv[1]) as site:
    ready = {*sys.modules}
    games = site.ask("GET", "/games").data
    for game, bot in [(game, bot) for game in games for bot in games[game]["bots"]]:
        seats = len(site.look(site.create(game))["seats"])
        bots = {str(seat): bot.replace(":N", ":1") for seat in range(1, seats)}
        table, person = site.create(game, bots=bots), site.another()
        shown = person.sit(table, 0).data
        while shown["next"] < 2 and not shown["moves"]:
            time.sleep(0.01)
            shown = person.look(table)
        if shown["next"] == 1:
            assert person.play(table, 1, shown["moves"][0]).status == 200
        while shown["next"] < 3 and not shown["final"]:
            time.sleep(0.01)
            shown = person.look(table)
            if shown["moves"]:
                person.play(table, shown["next"], shown["moves"][0])
        assert person.ask("GET", f"/tables/{table}/picture.svg").status == 200
    print(json.dumps(sorted({*sys.modules} - ready)))
"""


def test_the_first_requests_import_nothing_more(tmp_path: Path) -> None:
    """For a second and longer, a process that is ready would answer nobody."""
    tests = Path(__file__).parents[1]
    path = os.pathsep.join([str(tests), str(EXAMPLES), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", FIRST_REQUESTS, f"folder:{tmp_path}/tables"],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


def lines_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The log as a process writes it, without its times."""
    form = logs.OneLine("level=%(levelname)s %(message)s")
    return [form.format(record) for record in caplog.records if record.name == "server.store"]


REASON = "connection refused\n\tIs the server running on that host?\nDETAIL: it is starting up"


def test_an_outage_of_the_store_is_a_line_at_its_begin_and_one_at_its_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    with monkeypatch.context() as away:
        away.setattr(store.store, "ids", Mock(side_effect=OSError(REASON)))
        for _ in range(5):
            with pytest.raises(StoreUnavailable, match=r"^connection refused$"):
                store.ids()
    assert lines_of(caplog) == ["level=WARNING the store does not answer: connection refused"], (
        "and no line of the driver's"
    )
    for _ in range(2):
        assert store.ids() == []
    assert re.fullmatch(
        r"level=WARNING the store answers again, after 5 failures in [\d.]+ seconds",
        lines_of(caplog)[-1],
    )
    assert len(lines_of(caplog)) == 2
    store.close()


def test_a_process_that_waits_for_news_says_once_that_there_are_none(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "LISTENING_SECONDS", 0)
    away = Mock(news=Mock(side_effect=OSError(REASON)))
    looks = iter([False] * 9 + [True])
    assert list(Tables(away, Mock()).news(lambda: next(looks))) == []
    assert lines_of(caplog) == ["level=WARNING the store does not answer: connection refused"]


def test_a_server_that_starts_before_its_store_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = [OSError("connection refused")] * 3
    monkeypatch.setattr(FolderStore, "ids", Mock(side_effect=[*away, []]))
    open_store(f"folder:{tmp_path}/tables", creates=True, pauses=[0] * 5).close()
    begin, end = lines_of(caplog)
    assert begin.endswith("the store does not answer: connection refused")
    assert "answers again, after 3 failures" in end


def test_requests_while_the_store_is_away_are_counted_and_not_logged_one_by_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(f"folder:{tmp_path}/tables") as client:
        with monkeypatch.context() as away:
            away.setattr(FolderStore, "head", Mock(side_effect=OSError(REASON)))
            for _ in range(4):
                assert client.ask("GET", f"/tables/{'a' * 32}").status == 503
        assert client.ask("GET", "/readyz").status == 200
        assert value_of(client.ask("GET", "/metrics").text, "store_failures_total") == 4
    told = [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]
    assert [line for line in told if "does not answer" in line] == [
        "the store does not answer: connection refused"
    ]
    assert not any("Is the server running" in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x85", "\u2028"])
def test_a_record_of_the_log_is_one_line_with_its_traceback(end: str) -> None:
    def fail() -> None:
        raise ValueError(f"two{end}lines")

    form = logs.OneLine(logs.FORMAT)
    try:
        fail()
    except ValueError:
        caught = sys.exc_info()
    record = logging.LogRecord("a", logging.ERROR, "b", 1, f"request=%s{end}x", ("1",), caught)
    line = form.format(record)
    assert len(line.splitlines()) == 1
    assert line.startswith("time=")
    assert "ValueError: two\\" in line


def test_an_error_that_ends_a_thread_or_a_reader_of_files_is_one_line() -> None:
    """Of a process as it is run, whose standard error a collector reads."""
    program = """
import asyncio, threading, warnings
from server import logs, reading
logs.set_up()
def fail():
    raise ValueError("two\\nlines")
thread = threading.Thread(target=fail)
thread.start()
thread.join()
warnings.warn("more\\nlines")
reading.sys.executable = "/bin/false"
assert asyncio.run(reading.read_apart("")) is None
"""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(EXAMPLES), *sys.path])}
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("time=") for line in lines)


@pytest.mark.parametrize("name", ["TABLES_PER_HOUR", "REQUESTS_PER_SECOND", "REST_DAYS"])
def test_a_limit_that_is_no_number_above_zero_is_refused_at_the_start(
    name: str, tmp_path: Path
) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(EXAMPLES), *sys.path])}
    env |= {"STORE": f"folder:{tmp_path}/tables", name: "-1" if name == "TABLES_PER_HOUR" else "x"}
    command = [sys.executable, "-m", "server", "--port", "1"]
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (done.returncode, done.stderr[:24]) == (2, "an environment variable:")
    assert len(done.stderr.splitlines()) == 1


def test_an_address_that_asks_too_much_waits_and_the_service_is_still_watched(
    tmp_path: Path,
) -> None:
    with served(f"folder:{tmp_path}/tables", Limits(requests=1, streams=1)) as client:
        answers = [client.ask("GET", "/games").status for _ in range(12)]
        assert answers == [200] * 10 + [429] * 2
        assert client.ask("GET", "/healthz").status == 200
        assert value_of(client.ask("GET", "/metrics").text, "limited_total") == 2


def test_an_address_may_ask_again_after_the_time_that_it_is_told() -> None:
    limits = Limits(requests=2, streams=1)
    assert [limits.wait("a", now=0) for _ in range(20)] == [0] * 20
    assert limits.wait("a", now=0) == 0.5
    assert limits.wait("b", now=0) == 0
    assert limits.wait("a", now=0.5) == 0
    assert [limits.opens("a"), limits.opens("a")] == [True, False]
    limits.closes("a")
    assert limits.opens("a")


def test_an_address_makes_so_many_tables_in_an_hour_and_no_longer_settings() -> None:
    limits = Limits(tables=4, setting_bytes=7_200)
    assert [limits.wait_for_table("a", 100, now=0) for _ in range(4)] == [0] * 4
    assert limits.wait_for_table("a", 100, now=0) == 900
    assert limits.wait_for_table("b", 7_000, now=0) == 0
    assert limits.wait_for_table("b", 600, now=0) == 200
    assert limits.wait_for_table("b", 100, now=0) == 0, "what was refused is not counted"
    assert limits.wait_for_table("a", 100, now=900) == 0
    assert limits.wait_for_table("a", 100, now=900) == 900


def test_a_table_too_many_is_refused_in_words_and_a_repeated_request_is_not(
    tmp_path: Path,
) -> None:
    limits = Limits(10**6, tables=2, setting_bytes=200)
    with served(f"folder:{tmp_path}/tables", limits) as client:
        for wrong in ("{", '{"game": "chess"}', '{"game": "btwixt", "players": 99}'):
            for _ in range(3):
                answer = client.ask("PUT", f"/tables/{secrets.token_urlsafe()}", wrong)
                assert answer.status == 400, "a request that makes no table is not counted"
        first = client.create("btwixt")
        setting = '{"game": "btwixt", "players": null}'
        for _ in range(5):
            assert client.ask("PUT", f"/tables/{first}", setting).status == 200
        long = json.dumps({"game": "btwixt", "options": {"variant": "x" * 300}})
        for body in (setting, long):
            last = client.ask("PUT", f"/tables/{secrets.token_urlsafe()}", body)
        assert last.status == 429
        assert last.data["error"] == (
            "this address has made too many tables, or with too long settings: wait 1800 seconds"
        )
        huge = client.ask("PUT", f"/tables/{secrets.token_urlsafe()}", "x" * 70_000)
        assert (huge.status, huge.data["error"]) == (413, "send at most 65536 bytes")


def test_the_maker_of_a_table_ends_reads_keeps_and_drops_it(site: Client) -> None:
    """Each request can be repeated, and all others at the table are told."""
    maker = site.another()
    table = maker.create("westeros-intrigue", 2)
    ada, ben = seated(site, table, 2)
    ada.play(table, 1, ada.look(table)["moves"][0])
    with ben.events(table) as events:
        next(events)
        for _ in range(2):
            ended = maker.ask("PUT", f"/tables/{table}/end")
            assert (ended.status, ended.data["final"]) == (200, {"ended": True})
        told = next(events)[1]
    assert told["happened"] == ["the maker of the table ends the game"]
    assert (told["final"], told["moves"], told["deciders"]) == ({"ended": True}, [], [])
    refused = ben.play(table, 2, "S1@a0")
    assert (refused.status, refused.data["error"]) == (
        409,
        "the game is over: the maker of the table has ended it",
    )
    for _ in range(2):
        assert maker.ask("PUT", f"/tables/{table}/kept").status == 200
    assert ben.look(table, after=0)["happened"][-1] == "the maker of the table keeps it"
    assert GAMES["westeros-intrigue"].Record.parse(site.ask("GET", f"/tables/{table}/record").text)
    assert maker.ask("DELETE", f"/tables/{table}").status == 204
    for again in (maker.ask("DELETE", f"/tables/{table}"), ben.ask("GET", f"/tables/{table}")):
        assert (again.status, again.data["error"]) == (404, "there is no such table")


def test_a_table_that_was_made_without_a_secret_has_no_maker(site: Client) -> None:
    table = site.create("westeros-intrigue", 2)
    for client in (site, site.another(), attrs.evolve(site, secret="")):
        for method, path in (("PUT", "/end"), ("PUT", "/kept"), ("DELETE", "")):
            answer = client.ask(method, f"/tables/{table}{path}")
            assert (answer.status, answer.data["error"]) == (
                403,
                "only the maker of the table does this, with the secret that made it",
            )
    assert site.another().ask("PUT", f"/tables/{table}", '{"game": "btwixt"}').status == 409


def test_a_table_that_is_dropped_is_shown_by_no_process_that_remembers_it(tmp_path: Path) -> None:
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    here, there, maker = Host(store), Host(store), "m" * 20
    for table, is_ended in (("t" * 20, True), ("u" * 20, False)):
        here.create(table, '{"game": "btwixt"}', maker)
        if is_ended:
            here.end(table, maker)
        there.table(table)
        here.drop(table, maker)
        for host in (here, there):
            with pytest.raises(hosting.Refused, match="there is no such table"):
                host.table(table)
    store.close()


def test_a_table_that_its_maker_keeps_is_deleted_later_than_others(tmp_path: Path) -> None:
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    host, kept, other, maker = Host(store), "t" * 20, "u" * 20, "m" * 20
    for table in (kept, other):
        host.create(table, '{"game": "btwixt"}', maker)
    host.keep(kept, maker)
    later = store.now() + 60_000
    assert [store.forget(later, store.now() - 60_000) for _ in range(2)] == [1, 0]
    assert store.ids() == [kept]
    assert store.forget(later, later) == 1
    assert store.ids() == []
    store.close()


@pytest.mark.parametrize("then", ["greedy", "forfeit"])
def test_a_player_whose_time_is_over_is_replaced_or_loses(
    site: Client, then: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "LAG", 0)
    table = site.create("westeros-intrigue", 2, clock={"move": 1, "then": then})
    ada, ben = site.another(), site.another()
    assert ada.sit(table, 0).data["due"] is None  # clocks run once everybody sits
    assert ben.sit(table, 1).data["due"] is not None
    with ben.events(table, after=0) as events:  # however soon the time is over
        shown = next(events)[1]
        while not any("the time of player 0" in told for told in shown["happened"]):
            _, shown = next(events)
    if then == "forfeit":
        shown = ben.look(table)
        assert (shown["final"], shown["moves"], shown["deciders"]) == ({"forfeit": 0}, [], [])
        assert ben.play(table, 1, "S1@a0").status == 409
        assert site.ask("GET", f"/tables/{table}/record").status == 200
        return
    assert (shown["seats"][0], shown["stand_ins"][0]) == ("greedy", "Mira")
    end = time.monotonic() + PATIENCE
    while ben.look(table)["next"] == 1:
        assert time.monotonic() < end
        time.sleep(0.02)
    # The person comes back: the seat is still theirs, and nobody else's.
    assert site.another().sit(table, 0).status == 409
    assert ada.sit(table, 0).data["seats"][0] == "person"


def test_who_has_no_time_left_in_the_game_does_not_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000]
    monkeypatch.setattr(times, "time", SimpleNamespace(time_ns=lambda: now[0] * 10**9))
    monkeypatch.setattr(tables, "LAG", 0)
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    host, table, ada, ben = Host(store), "t" * 20, "a" * 20, "b" * 20
    clock = {"game": 30, "then": "random"}
    host.create(table, json.dumps({"game": "westeros-intrigue", "players": 2, "clock": clock}))
    host.sit(table, 0, ada)
    now[0] += 500  # clocks do not run before everybody sits
    shown = host.sit(table, 1, ben)
    assert shown.due == (0, 1000 * (now[0] + 30))
    now[0] += 20
    move = shown.game.legal_moves(shown.game.observe(shown.state, 0))[0]
    shown = host.play(table, 1, ada, str(move))
    assert shown.used == (20_000, 0)
    shown = host.play(table, 2, ben, str(shown.game.legal_moves(shown.state)[0]))
    assert shown.due == (0, 1000 * (now[0] + 10))
    now[0] += 9
    assert host.end_time(table).version == shown.version
    now[0] += 1
    after = host.end_time(table)
    assert (after.places[0].who, after.used) == ("random", (30_000, 0))
    assert Host(store).table(table) == host.table(table)
    with pytest.raises(hosting.Refused, match="the time of seat 0 is over: random plays on"):
        host.sit(table, 0, ada)
    store.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time of the server, in seconds since 1970, which a test sets."""
    seconds = [1_000_000]
    monkeypatch.setattr(times, "time", SimpleNamespace(time_ns=lambda: seconds[0] * 10**9))
    monkeypatch.setattr(tables, "LAG", 0)  # but where it is tested
    return seconds


def costs_of_following(
    store: Tables, count: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[int, int, int]:
    """For five changes of a table of so many entries, the calls, entries and folds of a process."""
    table, ada = secrets.token_urlsafe(), "a" * 20
    Host(store).create(table, json.dumps({"game": "westeros-intrigue", "players": 2}))
    version = Host(store).sit(table, 0, ada).version
    names = [Entry(version + n, "name", 0, f"Ada {n % 9}") for n in range(1, count - version + 1)]
    assert store.append(table, *names)
    host = Host(store)
    assert host.table(table).version == count
    calls, read, folded = 0, 0, 0
    entries, then = store.entries, Table.then

    def counted(*given: Any) -> Any:
        nonlocal calls, read
        answer = entries(*given)
        calls, read = calls + 1, read + len(answer)
        return answer

    def folding(*given: Any) -> Any:
        nonlocal folded
        folded += 1
        return then(*given)

    with monkeypatch.context() as counting:
        for number in range(5):
            assert store.append(table, Entry(count + number + 1, "name", 0, f"Ben {number}"))
            counting.setattr(store, "entries", counted)
            counting.setattr(Table, "then", folding)
            shown = host.table(table)
            assert json.loads(shown.news_text(0, shown.version - 1))["happened"]
            counting.undo()
    return calls, read, folded


SECRETS = tuple(letter * 20 for letter in "abcdef")


def table_with_clock(host: Host, clock: dict[str, object], **more: Any) -> str:
    """A table of the card game with a clock, at which all seats are taken."""
    table = secrets.token_urlsafe()
    setting = {"game": "westeros-intrigue", "players": 3, "clock": clock, **more}
    shown = host.create(table, json.dumps(setting))
    for seat in range(3):
        if not shown.places[seat].who:
            shown = host.sit(table, seat, SECRETS[seat])
    return table


def first_move(shown: Table) -> str:
    """A legal move of the player to move."""
    return str(shown.game.legal_moves(shown.state)[0])


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    yield Host(store)
    store.close()


@pytest.mark.parametrize("step", [1, 20, 25])
def test_leaving_and_coming_back_stops_no_clock(host: Host, clock: list[int], step: int) -> None:
    """Neither the time for a move nor that for the game, nor does lending the seat for a while."""
    table = table_with_clock(host, {"move": 30, "game": 60})
    begun = clock[0]
    while clock[0] < begun + 30:
        clock[0] = min(clock[0] + step, begun + 30)
        with contextlib.suppress(hosting.Refused):
            host.seat_bot(table, 0, SECRETS[0], "random")
        assert host.sit(table, 0, SECRETS[0]).due == (0, 1000 * (begun + 30))
    after = host.end_time(table)
    assert (after.loser, after.used[0]) == (0, 30_000)


@pytest.mark.parametrize("then", ["forfeit", "random"])
def test_the_time_of_a_seat_runs_on_when_its_person_leaves(
    host: Host, clock: list[int], then: str
) -> None:
    table = table_with_clock(host, {"move": 30, "then": then})
    begun = clock[0]
    clock[0] += 25
    assert host.leave(table, 0, SECRETS[0]).due == (0, 1000 * (begun + 30))
    clock[0] += 5
    after = host.end_time(table)
    assert (after.loser, after.places[0].who) == (
        (0, "") if then == "forfeit" else (None, "random")
    )


def test_a_move_that_comes_a_little_after_the_end_of_its_time_counts(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much later the store keeps it; and no process ends the time before."""
    monkeypatch.setattr(tables, "LAG", 500)
    now = [0]
    monkeypatch.setattr(host._store, "now", lambda: now[0])
    table = table_with_clock(host, {"move": 30})
    begun = host.table(table).touched
    move = first_move(host.table(table))
    now[0] = begun + 30_499
    assert host.end_time(table).loser is None
    now[0] = begun + 30_501
    with pytest.raises(hosting.Refused, match="the time of seat 0 is over"):
        host.play(table, 1, SECRETS[0], move)
    now[0] = begun + 30_500
    append = host._store.append

    def append_late(*given: Any) -> bool:
        now[0] = begun + 32_000
        return append(*given)

    monkeypatch.setattr(host._store, "append", append_late)
    assert host.play(table, 1, SECRETS[0], move).moves == 1
    now[0] = host.table(table).touched + 30_500
    assert host.end_time(table).loser == 1, "at the end of the lag it is over"


def test_in_a_game_the_lag_is_forgiven_once(
    host: Host, clock: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise, a program without time left would have half a second for each further move."""
    monkeypatch.setattr(tables, "LAG", 2_000)
    table = table_with_clock(host, {"game": 30})
    clock[0] += 31
    shown = host.play(table, 1, SECRETS[0], first_move(host.table(table)))
    assert (shown.used[0], shown.moves) == (31_000, 1)
    for seat in (1, 2):
        shown = host.play(table, shown.moves + 1, SECRETS[seat], first_move(shown))
    assert shown.due == (0, 1000 * clock[0])
    assert shown.flag == (0, 1000 * (clock[0] + 1))


def test_times_are_those_of_the_store_whatever_the_clock_of_the_process_is() -> None:
    read, passed = [1_000_000], [0]
    asked = times.StoreClock(lambda: read[0])
    assert asked.read() == times.StoreClock().read() != 1_000_000, "a store of files has none"
    with pytest.MonkeyPatch.context() as wrong:
        monotonic = SimpleNamespace(monotonic_ns=lambda: passed[0] * 10**6, time_ns=lambda: 0)
        wrong.setattr(times, "time", monotonic)
        asked.set()
        passed[0] += 1_500
        assert asked.read() == 1_001_500
        read[0] = 2_000_000
        asked.set()
        assert asked.read() == 2_000_000


def test_a_bot_is_put_in_the_place_of_another_and_no_clock_stands_still(
    host: Host, clock: list[int]
) -> None:
    table = table_with_clock(host, {"move": 30}, bots={"2": "random"})
    begun = clock[0]
    with pytest.raises(hosting.Refused, match="random plays seat 2: put another bot in its place"):
        host.leave(table, 2, SECRETS[0])
    clock[0] += 10
    after = host.seat_bot(table, 2, SECRETS[0], "greedy")
    assert (after.places[2].who, after.due) == ("greedy", (0, 1000 * (begun + 30)))


def test_who_may_think_for_a_day_is_not_freed_after_two_minutes(
    host: Host, clock: list[int]
) -> None:
    table = table_with_clock(host, {"move": 86_400})
    clock[0] += 86_399
    with pytest.raises(hosting.Refused, match="the table has a clock: at its end, the time of a"):
        host.leave(table, 0, SECRETS[1])


def test_each_of_several_deciders_has_a_time_of_its_own(
    host: Host, clock: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move of one gives the others no time again."""
    monkeypatch.setattr(GAMES["westeros-intrigue"], "deciders", lambda _: (0, 1))
    table = table_with_clock(host, {"move": 30, "game": 60})
    begun = clock[0]
    clock[0] += 20
    shown = host.table(table)
    move = shown.game.legal_moves(shown.game.observe(shown.state, 0))[0]
    after = host.play(table, 1, SECRETS[0], str(move))
    assert (after.used, after.since) == ((20_000, 20_000, 0), (1000 * clock[0], 1000 * begun, None))
    assert after.due == (1, 1000 * (begun + 30))


def test_a_person_is_here_as_long_as_any_request_of_theirs_comes(
    tmp_path: Path, host: Host, clock: list[int]
) -> None:
    """To every process, whichever of them the request came to; silence is not absence."""
    another = Host(open_store(f"folder:{tmp_path}/tables", creates=True))
    table = secrets.token_urlsafe()
    host.create(table, json.dumps({"game": "westeros-intrigue", "players": 2}))
    for seat in range(2):
        host.sit(table, seat, SECRETS[seat])
    for _ in range(10):
        clock[0] += 60
        another.show_sign(another.table(table), 0)
        with pytest.raises(hosting.Refused, match="the person of seat 0 is here: wait until it"):
            host.leave(table, 0, SECRETS[1])
    clock[0] += 119
    with pytest.raises(hosting.Refused, match="is here"):
        host.leave(table, 0, SECRETS[1])
    clock[0] += 1
    assert host.leave(table, 0, SECRETS[1]).places[0].is_freed


def test_people_have_names_and_take_back_the_seats_that_bots_have_played(
    site: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "ABSENCE", 0)
    table = site.create("westeros-intrigue", 2)
    ada, ben = site.another(), site.another()
    ada.ask("PUT", f"/tables/{table}/seats/0", '{"name": "Ada"}')
    ben.ask("PUT", f"/tables/{table}/seats/1", '{"name": "Ben"}')
    assert ben.ask("DELETE", f"/tables/{table}/seats/0").status == 200
    shown = ben.ask("PUT", f"/tables/{table}/seats/0", "greedy").data
    assert (shown["seats"], shown["names"]) == (["greedy", "person"], ["Ada", "Ben"])
    assert (shown["stand_ins"], shown["happened"]) == (
        ["Mira", None],
        ["Mira (greedy) plays for player 0"],
    )
    shown = ada.sit(table, 0).data
    assert (shown["seats"], shown["names"]) == (["person", "person"], ["Ada", "Ben"])
    assert (shown["stand_ins"], shown["happened"]) == ([None, None], ["Ada is back as player 0"])


def test_who_sits_gives_or_changes_a_name_and_it_is_checked_first(site: Client) -> None:
    table = site.create("westeros-intrigue", 2)
    ada, _ = seated(site, table, 2)
    seat = f"/tables/{table}/seats/0"
    for name in ("Ada Lovelace", "Ada"):
        named = ada.ask("PUT", seat, json.dumps({"name": name}))
        assert (named.status, named.data["names"][0]) == (200, name)
        assert named.data["happened"] == [f"player 0 is now called {name}"]
        again = ada.ask("PUT", seat, json.dumps({"name": name}))
        assert again.data["version"] == named.data["version"], "the request again changes nothing"
    for body in ("", "{}", '{"name": " "}'):
        assert ada.ask("PUT", seat, body).data["names"][0] == "Ada", "no name takes none away"
    for name in ("Greedy", "A\u202eda"):
        refused = ada.ask("PUT", seat, json.dumps({"name": name}))
        assert (refused.status, bool(refused.data["error"])) == (400, True)
    assert ada.look(table)["names"][0] == "Ada"
    assert ada.look(table)["seats"] == ["person", "person"]


def test_a_person_lends_a_seat_watches_it_and_takes_it_back(site: Client) -> None:
    """The seat, its name and its hand stay the person's, whoever plays."""
    table = site.create("westeros-intrigue", 2)
    ada, ben = site.another(), site.another()
    ada.ask("PUT", f"/tables/{table}/seats/0", '{"name": "Ada"}')
    assert ada.ask("PUT", f"/tables/{table}/seats/0", "greedy").data["stand_ins"] == ["Mira", None]
    ben.ask("PUT", f"/tables/{table}/seats/1", '{"name": "Ben"}')
    end = time.monotonic() + PATIENCE
    while (shown := ada.look(table))["next"] == 1:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert (shown["you"], shown["names"]) == (0, ["Ada", "Ben"])
    assert shown["view"] == ada.look(table)["view"] != ben.look(table)["view"]
    refused = ada.play(table, shown["next"], "S1@a0")
    assert refused.data["error"] == "greedy plays seat 0: sit down again to take it back"
    assert site.another().sit(table, 0).status == 409
    assert ben.ask("PUT", f"/tables/{table}/seats/0", "random").status == 409
    assert ada.sit(table, 0).data["seats"] == ["person", "person"]


def test_who_leaves_while_a_bot_plays_for_them_leaves_it_the_seat(site: Client) -> None:
    table = site.create("westeros-intrigue", 3)
    ada, ben, _ = seated(site, table, 3)
    ada.ask("PUT", f"/tables/{table}/seats/0", "greedy")
    assert ada.ask("DELETE", f"/tables/{table}/seats/0").status == 200
    shown = ben.look(table)
    assert (shown["seats"][0], shown["names"][0], shown["stand_ins"][0]) == ("greedy", "", None)
    assert ada.ask("GET", f"/tables/{table}").status == 403


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ('{"name": 5}', "send a bot's name, or an object"),
        ('{"who": "x"}', "send a bot's name, or an object"),
        ("{", "Expecting property name"),
        ('{"name": " ADA"}', "the table uses the name ADA"),
        ('{"name": "Mira"}', "the table uses the name Mira"),
        ('{"name": "Greedy 2"}', "the table uses the name Greedy 2"),
        ('{"name": "\\u0410d\\u0430"}', "the table uses the name \u0410d\u0430"),
        ('{"name": "\\u0391da"}', "the table uses the name \u0391da"),
        ('{"name": "a\\u202eb"}', "the name ab has a character that nobody sees"),
    ],
)
def test_a_name_that_another_could_have_is_refused(site: Client, body: str, reason: str) -> None:
    table = site.create("westeros-intrigue", 3)
    ada, eve = site.another(), site.another()
    ada.ask("PUT", f"/tables/{table}/seats/0", '{"name": "Ada"}')
    ada.ask("PUT", f"/tables/{table}/seats/0", "greedy")
    refused = eve.ask("PUT", f"/tables/{table}/seats/1", body)
    assert (refused.status, refused.data["error"][: len(reason)]) == (400, reason)


def test_an_open_table_is_listed_until_it_is_full_and_an_invitation_opens_another(
    site: Client,
) -> None:
    open_to_all = site.create("westeros-intrigue", 2, open=True)
    closed = site.create("westeros-intrigue", 2, invitation="drawn-by-ada")
    [listed] = site.ask("GET", "/tables").data["tables"]
    assert (listed["table"], listed["free"]) == (open_to_all, [0, 1])
    seated(site, open_to_all, 2)
    assert site.ask("GET", "/tables").data["tables"] == []
    eve = site.another()
    for body in ("", '{"invitation": "guessed"}'):
        refused = eve.ask("PUT", f"/tables/{closed}/seats/0", body)
        assert (refused.status, refused.data["error"][:13]) == (403, "an invitation")
    assert (
        eve.ask("PUT", f"/tables/{closed}/seats/0", '{"invitation": "drawn-by-ada"}').status == 200
    )


@pytest.mark.parametrize(
    "more",
    [
        {"clock": {"move": 0}},
        {"clock": {"move": True}},
        {"clock": {"then": "maester"}},
        {"clock": {"hours": 1}},
        {"clock": []},
        {"open": 1},
        {"invitation": 5},
        {"bots": {"0": "search:2000"}},
    ],
)
def test_a_setting_that_means_nothing_is_refused(site: Client, more: dict[str, Any]) -> None:
    setting = json.dumps({"game": "westeros-intrigue", "players": 2, **more})
    assert site.ask("PUT", f"/tables/{secrets.token_urlsafe()}", setting).status == 400


def test_bots_are_admitted_by_their_cost(site: Client) -> None:
    for key, shown in site.ask("GET", "/games").data.items():
        players = GAMES[key].PLAYERS
        for name in shown["bots"]:
            full = name.replace(":N", ":1")
            assert (players.seconds(full) or 0) <= MOST_SECONDS
    answer = site.ask(
        "PUT",
        f"/tables/{secrets.token_urlsafe()}",
        '{"game": "monopoly", "bots": {"0": "search:9999"}}',
    )
    assert "takes 40 CPU seconds for a move" in answer.data["error"]


@pytest.mark.parametrize("later", [(), LATER], ids=["first", "last"])
@pytest.mark.parametrize("new", ["sqlite:{}/new.db", "folder:{}/new"])
def test_the_tables_of_an_earlier_server_are_copied_with_all_their_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], new: str, later: tuple[str, ...]
) -> None:
    listed = "UPDATE tables SET is_open = 1 WHERE game = 'monopoly'"
    named = "UPDATE entries SET text = text || ' Ada Lovelace' WHERE kind = 'sit' AND seat = 0"
    earlier = make_earlier(tmp_path / "tables.db", *later, named, *([listed] if later else []))
    address, before = new.format(tmp_path), (tmp_path / "tables.db").read_bytes()
    for server in (app.application, fold.main):
        with contextlib.suppress(NotAStore):
            assert server(earlier) == 2
    told = "these are the tables of an earlier server: stop it, and copy them into a new store by"
    assert capsys.readouterr().err.startswith(f"nothing is checked: {told} python -m server.upgra")
    assert upgrade.main(earlier, address) == 0
    contents = [*map(open_store(address).entries, ids := open_store(address).ids())]
    assert upgrade.main(earlier, address) == 0, "the second time has nothing to do"
    store = open_store(address)
    assert [*map(store.entries, ids)] == contents
    for log in LOGS:
        table = Host(store).table(log["row"]["id"])
        assert str(table.record) == log["record"]
        assert (table.seats[0].name, table.seats[1].name) == ("Ada Lovelace", "")
        assert table.places[0].chair.secret == log["entries"][0]["text"]
        assert table.head.made == log["row"]["made"] * 1000
        made = [entry.made for entry in store.entries(table.id)]
        assert made == [table.head.made, *(entry["made"] * 1000 for entry in log["entries"])]
    assert store.listed(9) == [log["row"]["id"] for log in LOGS[2:] if later]
    assert (tmp_path / "tables.db").read_bytes() == before, "they stay where they were"


def test_a_copy_that_was_killed_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    earlier, address = make_earlier(tmp_path / "tables.db"), f"folder:{tmp_path}/tables"
    for most in (1, 5, 40):
        with monkeypatch.context() as killing:
            append = Mock(side_effect=[DEFAULT] * most, wraps=FolderStore.append)
            killing.setattr(FolderStore, "append", lambda *given, by=append: by(*given))
            with pytest.raises(StopIteration):  # as if killed
                upgrade.main(earlier, address)
    assert upgrade.main(earlier, address) == 0
    for log in LOGS:
        assert str(Host(open_store(address)).table(log["row"]["id"]).record) == log["record"]


def test_an_address_without_tables_of_an_earlier_server_is_not_copied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for old in (f"sqlite:{tmp_path}/absent", f"folder:{tmp_path}", "nonsense"):
        assert upgrade.main(old, f"folder:{tmp_path}/new") == 2
        assert "has no tables of an earlier server" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_backup_that_is_restored_has_every_entry(tmp_path: Path) -> None:
    address = f"sqlite:{tmp_path}/tables.db"
    with served(address) as client:
        table = client.create("westeros-intrigue", 2)
        people = seated(client, table, 2)
        shown = play_on(people, table, most=9)
        with (  # while the server runs, as `.backup` in the SQLite shell does
            closing(sqlite3.connect(tmp_path / "tables.db")) as source,
            closing(sqlite3.connect(tmp_path / "copy.db")) as copy,
        ):
            source.backup(copy)
        play_on(people, table, most=2)
    with served(f"sqlite:{tmp_path}/copy.db") as restored:
        person = Client(restored.port, people[0].secret)
        assert person.look(table)["version"] == shown["version"]
        others = [Client(restored.port, each.secret) for each in people]
        assert play_on(others, table, most=2)["version"] == shown["version"] + 2


def test_a_server_waits_for_a_store_that_is_not_there_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    away = OSError("connection refused")
    # Threads of other tests may sleep, too.
    monkeypatch.setattr(stores, "time", SimpleNamespace(sleep=slept.append))
    monkeypatch.setattr(FolderStore, "ids", Mock(side_effect=[away, away, []]))
    open_store(f"folder:{tmp_path}/tables", creates=True, pauses=(0.1, 0.2)).close()
    assert slept == [0.1, 0.2]
    monkeypatch.setattr(FolderStore, "ids", Mock(side_effect=away))
    with pytest.raises(StoreUnavailable, match="connection refused"):
        open_store(f"folder:{tmp_path}/tables", creates=True, pauses=(0.1,))


def test_a_request_of_before_and_one_of_today_make_the_same_table(tmp_path: Path) -> None:
    earlier, address = make_earlier(tmp_path / "tables.db"), f"folder:{tmp_path}/tables"
    upgrade.main(earlier, address)
    row = LOGS[0]["row"]
    setting = json.loads(row["setting"])
    request = {name: setting[name] for name in ("game", "players", "options", "bots")}
    host = Host(open_store(address))
    assert host.create(row["id"], json.dumps(request)).version == 1 + len(LOGS[0]["entries"])
    with pytest.raises(hosting.Refused, match="another table has this id"):
        host.create(row["id"], json.dumps({**request, "players": 2}))


def test_a_table_whose_process_was_killed_while_it_made_it_is_made_by_the_request_again(
    tmp_path: Path,
) -> None:
    host = Host(store := open_store(f"folder:{tmp_path}/tables", creates=True))
    table, request = "T" * 20, {"game": "westeros-intrigue", "players": 2, "open": True}
    state = GAMES["westeros-intrigue"].new_game(2)
    head = head_of(stored_id(table), GAMES["westeros-intrigue"].Record.from_state(state))
    assert store.create(head)
    with pytest.raises(hosting.Refused, match="there is no such table"):
        host.table(table)
    made = host.create(table, json.dumps(request))
    assert (made.state, made.version, store.listed(9)) == (state, 1, [table])


def test_a_process_that_is_told_of_a_change_asks_once_for_all_its_streams(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    site, host, table = app.Site(store), Host(store), "t" * 20
    host.create(table, json.dumps({"game": "westeros-intrigue", "players": 2}))
    shown = host.sit(table, 0, "a" * 20)
    site._streams[table] = streams = {asyncio.Event() for _ in range(3)}
    entries = Mock(side_effect=store.entries)
    monkeypatch.setattr(store, "entries", entries)
    asyncio.run(site._hear(None))
    assert all(stream.is_set() for stream in streams)
    assert entries.call_count == 1
    assert site._host.remembered(table, shown.version, after=1) == shown
    assert site._host.remembered(table, shown.version + 1, after=1) is None
    asyncio.run(site._hear("x" * 20))  # nobody watches it
    assert entries.call_count == 1
    shown = host.sit(table, 1, "b" * 20)
    monkeypatch.setattr(app, "STORE_PAUSE", 0)
    answers = Mock(side_effect=[StoreUnavailable(), store.store.entries(stored_id(table), 2)])
    monkeypatch.setattr(store, "entries", answers)
    asyncio.run(site._hear(table))
    assert site._woken[table] == shown.version, "though the store did not answer at first"
    site.close()


@pytest.mark.parametrize("kind", ["folder", "sqlite"])
def test_a_table_of_two_thousand_entries_is_followed_like_one_of_twenty(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For each new entry, a process asks the store once, reads that entry, and folds it once."""
    store = open_store(f"{kind}:{tmp_path}/tables", creates=True)
    assert costs_of_following(store, 20, monkeypatch) == costs_of_following(
        store, 2_000, monkeypatch
    )
    store.close()


def test_a_move_asks_the_store_twice_and_is_right_though_memory_lacks_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once to keep it, and once for the time that the store has given it."""
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    here, there = Host(store), Host(store)
    table, ada, ben = "t" * 20, "a" * 20, "b" * 20
    here.create(table, json.dumps({"game": "westeros-intrigue", "players": 2}))
    here.sit(table, 0, ada)
    shown = here.sit(table, 1, ben)
    there.table(table)
    calls: list[str] = []
    call = store.call

    def counted(method: Any, *given: Any) -> Any:
        calls.append(method.__name__)
        return call(method, *given)

    monkeypatch.setattr(store, "call", counted)
    for number, secret in enumerate((ada, ben), 1):
        seat = shown.game.deciders(shown.state)[0]
        shown = here.play(table, number, secret, shown.shown_to(seat)["moves"][0])
    assert calls == ["append", "entries"] * 2
    # In the memory of the other process, it is still the turn of Ada's first move.
    move = shown.shown_to(0)["moves"][0]
    calls.clear()
    assert there.play(table, 3, ada, move).moves == 3
    assert calls == ["entries", "append", "entries"]
    here.leave(table, 0, ada)
    with pytest.raises(hosting.Refused, match="the secret belongs to no seat"):
        there.play(table, 4, ada, move)
    store.close()


def test_the_answer_is_the_table_right_after_the_entry_with_the_time_of_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though another entry is stored before the time is read, and the clocks differ."""
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    host, table, append = Host(store), "t" * 20, store.append
    host.create(table, json.dumps({"game": "westeros-intrigue", "players": 2}))
    host.sit(table, 0, "a" * 20)
    shown = host.sit(table, 1, "b" * 20)

    def append_both(table: str, *entries: Entry) -> bool:
        another = Entry(entries[-1].number + 1, "name", 1, "Ben")
        return append(table, *entries) and append(table, another)

    monkeypatch.setattr(store, "append", append_both)
    after = host.play(table, 1, "a" * 20, shown.shown_to(0)["moves"][0])
    assert (after.version, after.seats[1].name) == (shown.version + 1, "")
    [moved, named] = store.entries(table, shown.version)
    assert (after.steps[-1].entry, after.touched) == (moved, moved.made)
    assert host.table(table).version == named.number
    store.close()


def test_no_table_is_deleted_to_which_somebody_has_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at its last entry and its end."""
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    host, table, delete = Host(store), "t" * 20, store.store.delete
    host.create(table, json.dumps({"game": "westeros-intrigue", "players": 2}))

    def delete_late(stored: str, last: int) -> bool:
        host.sit(table, 0, "a" * 20)
        return delete(stored, last)

    monkeypatch.setattr(store.store, "delete", delete_late)
    assert store.forget(store.now() + 60_000) == 0
    assert Host(store).table(table).seat_of("a" * 20) == 0
    store.close()


def test_a_table_that_was_deleted_is_not_played_from_memory(tmp_path: Path) -> None:
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    host, table, ada = Host(store), "t" * 20, "a" * 20
    bots = {"1": "greedy"}
    host.create(table, json.dumps({"game": "westeros-intrigue", "players": 2, "bots": bots}))
    shown = host.sit(table, 0, ada)
    assert store.forget(store.now() + 60_000) == 1
    for _ in range(2):
        with pytest.raises(hosting.Refused, match="there is no such table"):
            host.play(table, 1, ada, shown.shown_to(0)["moves"][0])
    assert host.count == 0
    store.close()


def test_the_moves_of_quick_bots_are_told_together(
    site: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "TOGETHER_SECONDS", 60)  # for a busy machine
    deal = setup(4, seed=1)  # with these choices of the bots, nobody is out so soon
    monkeypatch.setattr(GAMES["westeros-intrigue"], "new_game", lambda *_: deal)
    monkeypatch.setattr(secrets, "randbits", lambda _: 1)
    bots = {str(seat): "greedy" for seat in (1, 2, 3)}
    table = site.create("westeros-intrigue", 4, bots=bots)
    ada = site.another()
    shown = ada.sit(table, 0).data
    with ada.events(table, after=shown["version"]) as events:
        for _ in range(3):
            moved = ada.play(table, shown["next"], ada.look(table)["moves"][0]).data
            assert moved["next"] == shown["next"] + 1, "the answer does not wait for the bots"
            version = 0
            while version < moved["version"] + 3:
                version, shown = next(events)
                assert version in {moved["version"], moved["version"] + 3}
            assert shown["deciders"] == [0]


def test_whatever_versions_clients_ask_for_few_news_are_remembered(tmp_path: Path) -> None:
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    host, table = Host(store), "t" * 20
    host.create(table, json.dumps({"game": "westeros-intrigue", "players": 2}))
    shown = host.sit(table, 0, "a" * 20)
    for version in range(1000):
        assert json.loads(shown.news_text(None, version))["version"] == shown.version == 2
    assert len(shown._told) == 2
    store.close()


def test_late_news_of_another_process_does_not_make_two_play_its_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entry is old when the news comes; the other process has long gone on."""
    now = [1_000]
    monkeypatch.setattr(times, "time", SimpleNamespace(time_ns=lambda: now[0] * 10**9))
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    site, host, table = app.Site(store), Host(store), "t" * 20
    bots = {"1": "greedy"}
    host.create(table, json.dumps({"game": "westeros-intrigue", "players": 2, "bots": bots}))
    shown = host.sit(table, 0, "a" * 20)
    shown = host.play(table, 1, "a" * 20, shown.shown_to(0)["moves"][0])
    now[0] += 60
    assert host.bot_turn(shown) is not None, "nobody has played the bot for a minute"

    async def after_news() -> list[int]:
        counts = []
        site._streams[table] = {asyncio.Event()}
        site._wake(table, shown.version)
        for grace in (hosting.GRACE, -1):
            monkeypatch.setattr(app, "GRACE", grace)
            site._go_on(shown)
            counts.append(len(site._thinking))
        await asyncio.gather(*site._thinking.values())
        return counts

    assert asyncio.run(after_news()) == [0, 1]
    site.close()


def test_a_slow_bot_thinks_elsewhere_and_its_move_waits_for_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "TOGETHER_SECONDS", -1)  # a bot that takes longer than any time
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    host, table = Host(store), "t" * 20
    bots = {"1": "squire", "2": "random"}
    host.create(table, json.dumps({"game": "westeros-intrigue", "players": 3, "bots": bots}))
    shown = host.sit(table, 0, "a" * 20)
    shown = host.play(table, 1, "a" * 20, shown.shown_to(0)["moves"][0])
    turn = host.bot_turn(shown, is_own=True)
    assert turn is not None
    assert not turn.is_quick
    text, _ = turn.chosen()
    move, after = hosting.bot_move(shown, turn, text)
    assert hosting.is_time_to_store(time.monotonic(), [move])
    another = host.bot_turn(after, is_own=True)
    assert another is not None
    assert another.is_quick
    assert not store.entries(table, shown.version), "nothing is stored before play_bots"
    stored, is_own = host.play_bots(shown, [move])
    assert (stored.state, is_own) == (after.state, True)
    assert host.play_bots(shown, [move]) == (stored, False)
    store.close()


def test_a_bot_thinks_once_and_moves_however_often_others_change_their_names(
    tmp_path: Path,
) -> None:
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    site, host, table = app.Site(store), Host(store), "t" * 20
    bots = {"1": "squire"}
    host.create(table, json.dumps({"game": "westeros-intrigue", "players": 2, "bots": bots}))
    shown = host.sit(table, 0, "a" * 20)
    shown = host.play(table, 1, "a" * 20, shown.shown_to(0)["moves"][0])

    async def after_names() -> int:
        for number in range(5):
            site._go_on(host.sit(table, 0, "a" * 20, f"Ada {number}"), is_own=True)
        count = len(site._thinking)
        await asyncio.gather(*site._thinking.values())
        return count

    assert (asyncio.run(after_names()), host.table(table).moves) == (1, 2)
    site.close()


def test_the_server_needs_only_public_names() -> None:
    for path in (EXAMPLES / "server").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.ImportFrom) and node.module):
                continue
            if node.module.partition(".")[0] != "westeros_intrigue":
                continue
            public = importlib.import_module(node.module)
            assert Path(str(public.__file__)).name == "__init__.py", (path.name, node.module)
            names = {alias.name for alias in node.names} - {"__version__"}
            assert names <= {*public.__all__}, path.name
