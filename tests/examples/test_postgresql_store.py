"""The server's store in PostgreSQL keeps the promises of every store, also after failures."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Event
from typing import Any

import attrs
import pytest
from helpers.patience import PATIENCE
from play.saved import test_killed as killing

from server.ids import stored_id
from server.store import NotAStore, open_store
from westeros_intrigue.gamekit import InvalidValue
from westeros_intrigue.play.saved import Entry, Head
from westeros_intrigue.testing import check_store

from .databases import POSTGRESQL, StoreForTests, postgresql
from .test_service import costs_of_following

psycopg = pytest.importorskip("psycopg")
postgresql_store = pytest.importorskip("server.postgresql")
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not POSTGRESQL, reason="PostgreSQL is not installed"),
]
HEAD = Head("winter", "btwixt", "[Btwixt]", 3, "1.0", 1_700_000_000_000)


@pytest.fixture(scope="module")
def server() -> Iterator[StoreForTests]:
    with postgresql() as opened:
        yield opened


def empty(database: StoreForTests) -> None:
    """Remove the store, if there is one."""
    with psycopg.connect(database.address, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS westeros_intrigue CASCADE")


@pytest.fixture
def database(server: StoreForTests) -> StoreForTests:
    """The database without a store."""
    empty(server)
    return server


@pytest.fixture
def opened(database: StoreForTests) -> Iterator[Callable[[], Any]]:
    """Opens the store, as another program would."""
    with ExitStack() as ending:

        def make() -> Any:
            store = postgresql_store.PostgresStore(database.address)
            ending.callback(store.close)
            return store

        make().upgrade()
        yield make


def test_it_keeps_its_promises(opened: Callable[[], Any]) -> None:
    check_store(opened)


def test_a_table_is_deleted_by_who_knows_its_last_entry(opened: Callable[[], Any]) -> None:
    store = opened()
    assert store.create(HEAD)
    assert store.append("winter", *(Entry(number, "bot", 1, "greedy") for number in (1, 2, 3)))
    assert [store.delete("winter", last) for last in (2, 4)] == [False, False]
    assert [store.delete("winter", 3), store.delete("winter", 3)] == [True, False]
    assert (store.head("winter"), store.entries("winter")) == (None, ())
    assert not store.append("winter", Entry(4, "bot", 1, "greedy"))


def test_what_was_stored_when_the_database_failed_is_announced_with_the_next_entry(
    opened: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entry stays acknowledged: it is on the disk."""
    store, stop = opened(), Event()
    store.create(HEAD)
    store.create(attrs.evolve(HEAD, id="summer"))
    news = opened().news(stop.is_set)
    run = store.run

    def fail(statement: str, given: Any) -> Any:
        if "pg_notify" in statement:
            raise OSError("the database has gone")
        return run(statement, given)

    monkeypatch.setattr(store, "run", fail)
    assert store.append("winter", Entry(1, "bot", 1, "greedy"))
    monkeypatch.setattr(store, "run", run)
    assert store.append("summer", Entry(1, "bot", 1, "greedy"))
    assert [next(news), next(news)] == ["winter", "summer"]
    stop.set()


def test_the_changes_of_many_threads_are_announced_and_none_is_left(
    opened: Callable[[], Any],
) -> None:
    """Whoever comes while another thread announces leaves it the news."""
    store, stop = opened(), Event()
    names = [f"table-{number}" for number in range(60)]
    for name in names:
        store.create(attrs.evolve(HEAD, id=name))
    news = opened().news(stop.is_set)
    with ThreadPoolExecutor(12) as threads:
        kept = threads.map(lambda name: store.append(name, Entry(1, "bot", 1, "greedy")), names)
        assert all(kept)
    assert {next(news) for _ in names} == {*names}
    stop.set()


def test_the_time_of_the_database_is_that_of_its_entries(opened: Callable[[], Any]) -> None:
    store = opened()
    store.create(HEAD)
    before = store.time()
    store.append("winter", Entry(1, "bot", 1, "greedy"))
    assert before <= store.entries("winter")[0].made <= store.time()


def test_of_processes_that_start_at_once_one_makes_the_store(database: StoreForTests) -> None:
    def start(_number: int) -> bool:
        with closing(open_store(database.address, creates=True)) as tables:
            return tables.create(attrs.evolve(HEAD, id="a" * 20))

    with ThreadPoolExecutor(4) as at_once:
        assert sorted(at_once.map(start, range(4))) == [False, False, False, True]


def test_no_table_is_deleted_to_which_an_append_has_begun(
    opened: Callable[[], Any], database: StoreForTests
) -> None:
    """The append is acknowledged after the deletion has begun."""
    store = opened()
    assert store.create(HEAD)
    with psycopg.connect(database.address) as connection, ThreadPoolExecutor(1) as beside:
        connection.execute(
            "INSERT INTO westeros_intrigue.log VALUES ('winter', 1, 'bot', 1, 'greedy', '', 5)"
        )
        deleted = beside.submit(store.delete, "winter", 0)
        waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
        end = time.monotonic() + PATIENCE
        while store.run(waiting) == [(0,)]:
            assert time.monotonic() < end
        connection.commit()
        assert deleted.result() is False
    assert [entry.number for entry in store.entries("winter")] == [1]


def test_no_entry_is_earlier_than_the_one_before_though_the_clock_goes_back(
    opened: Callable[[], Any], database: StoreForTests
) -> None:
    opened()
    times = iter([1, 5_000, 3_000, 6_000])
    store = postgresql_store.PostgresStore(database.address, clock=lambda: next(times))
    assert store.create(HEAD)
    for number in (1, 2, 3):
        assert store.append("winter", Entry(number, "bot", 1, "greedy", made=9))
    assert [entry.made for entry in store.entries("winter")] == [5_000, 5_000, 6_000]
    store.close()


def test_an_address_that_is_no_url_is_refused_without_its_password() -> None:
    for address in ("postgresql://ada:secret@[host/tables", "postgres://ada:secret@host/x?y=1"):
        with pytest.raises(NotAStore) as refused:
            open_store(address, creates=True)
        assert str(refused.value).endswith("a store: the address is not the URL of a database")


def test_half_a_character_is_refused(opened: Callable[[], Any]) -> None:
    store = opened()
    assert store.create(HEAD)
    with pytest.raises(InvalidValue, match="half a character"):
        store.append("winter", Entry(1, "name", 0, "\ud800"))
    with pytest.raises(InvalidValue, match="half a character"):
        store.create(attrs.evolve(HEAD, id="summer", start="\ud800"))


def test_an_upgrade_that_fails_changes_nothing_and_a_later_version_is_refused(
    opened: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened()
    assert store.create(HEAD)
    migrations = postgresql_store.MIGRATIONS
    for last, refusal in (("ALTER TABLE absent ADD COLUMN x TEXT", "absent"), ("SELECT 1", "")):
        later = (*migrations, ("CREATE TABLE more (name TEXT)", last))
        with monkeypatch.context() as broken:
            broken.setattr(postgresql_store, "MIGRATIONS", later)
            broken.setattr(postgresql_store, "LATEST", len(later))
            if refusal:
                with pytest.raises(InvalidValue, match=refusal):
                    store.upgrade()
            else:
                store.upgrade()
        if refusal:
            store.check()
    store.upgrade()
    with pytest.raises(InvalidValue, match="the store is of version 2; this server knows 1"):
        store.check()


def test_news_go_on_after_the_database_was_killed(
    opened: Callable[[], Any], database: StoreForTests
) -> None:
    """Whoever listens is told that some may have been missed."""
    store, tables, table = opened(), open_store(database.address), "T" * 20
    is_stopped = Event()
    news = tables.news(is_stopped.is_set)
    assert next(news) is None
    assert store.create(attrs.evolve(HEAD, id=stored_id(table)))
    assert tables.append(table, *(Entry(number, "bot", 1, "greedy") for number in (1, 2, 3)))
    assert [next(news), next(news)] == [table] * 2, "entries are told together"
    database.restart()
    assert next(news) is None
    assert tables.append(table, Entry(4, "bot", 1, "greedy"))
    assert next(news) == table
    is_stopped.set()
    assert list(news) == []
    tables.close()


def test_a_table_of_two_thousand_entries_is_followed_like_one_of_twenty(
    database: StoreForTests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by the statements that the database runs."""
    store, statements = open_store(database.address, creates=True), Counter[int]()
    tried = postgresql_store.PostgresStore._tried

    def counted(*given: Any) -> Any:
        statements[count] += 1
        return tried(*given)

    monkeypatch.setattr(postgresql_store.PostgresStore, "_tried", counted)
    for count in (20, 2_000):
        assert costs_of_following(store, count, monkeypatch) == (5, 5, 5)
    assert statements[20] == statements[2_000]
    store.close()


def test_programs_killed_at_any_instant_lose_and_double_nothing(
    database: StoreForTests, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty programs of five people in games of all kinds, between their moves and inside."""
    rng, kills = random.Random(20), 0
    for number, session in enumerate(killing.sessions()):
        empty(database)
        store = postgresql_store.PostgresStore(database.address)
        store.upgrade()
        monkeypatch.setattr(killing, "open_store", lambda *_, store=store: store)
        kind, folder = f"postgresql {database.address}", tmp_path / f"game-{number}"
        programs = killing.play_with_kills(kind, folder, session, rng, 20 - kills)
        killing.check_nothing_is_lost_or_doubled(store, programs)
        store.close()
        kills += programs.kills
        if kills == 20:
            break
    assert kills == 20
