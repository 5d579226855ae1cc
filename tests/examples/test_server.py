"""The server of many tables: whole games, secrets, refusals, repeats and hostile requests."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import sqlite3
import string
from collections.abc import AsyncGenerator, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import attrs
import pytest
from helpers.nim_plugin import install_nim
from starlette.types import Message

from server import app, clock, fold, host as hosting, table as tables_in_memory, upgrade
from server.host import Host
from server.ids import drawn_id, stored_id
from server.store import NotAStore, open_store
from westeros_intrigue import __version__
from westeros_intrigue.documents import DOCUMENTS, from_data
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.saved import Entry, FolderStore, Head
from westeros_intrigue.rules.moves import RULES_VERSION
from westeros_intrigue.views import Snapshot

from .asking import Client, play_on, seated, served
from .earlier import FIRST, LATER, LOGS, make_earlier


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"folder:{tmp_path_factory.mktemp('server')}/tables"


@pytest.fixture(scope="module")
def site(store: str) -> Iterator[Client]:
    with served(store) as client:
        yield client


@pytest.fixture
def host(store: str) -> Iterator[Host]:
    """What another process would know of the tables."""
    opened = open_store(store, creates=True)
    yield Host(opened)
    opened.close()


@pytest.fixture
def _nim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_nim(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("_nim")
@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("westeros-intrigue", {"rounds": 1}),
        ("nim", {}),
        pytest.param("btwixt", {"variant": "draft"}, marks=pytest.mark.long),
    ],
)
def test_a_whole_game_of_any_kind_is_played_and_can_be_read_at_the_end(
    site: Client, key: str, options: dict[str, object]
) -> None:
    table = site.create(key, 3, options=options)
    people = seated(site, table, 3)
    assert site.ask("GET", f"/tables/{table}/record").status == 409
    final = play_on(people, table, most=1000)["final"]
    record = GAMES[key].Record.parse(site.ask("GET", f"/tables/{table}/record").text)
    ranking = GAMES[key].final_winner(record.state).ranking
    assert final["ranking"] == [list(place) for place in ranking]


@pytest.mark.usefixtures("_nim")
@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("westeros-intrigue", {"option": ["anyone-can-die"]}),
        ("btwixt", {"variant": "draft"}),
        ("nim", {"stones": 30}),
    ],
)
def test_nobody_is_shown_what_they_may_not_know(
    site: Client, host: Host, key: str, options: dict[str, object]
) -> None:
    """All that is shown follows from the view: it is the same in every world behind it."""
    game, rng = GAMES[key], random.Random(1)
    table = site.create(key, 3, options=options)
    people = seated(site, table, 3)
    for _ in range(5):
        play_on(people, table, most=6, seed=rng.randrange(99))
        known = host.table(table, after=0)
        for seat in (*range(3), None):
            view = game.observe(known.state, seat)
            world = game.determinize(view, rng)
            other = attrs.evolve(known, state=world)
            assert other.shown_to(seat) == known.shown_to(seat)
            client = site if seat is None else people[seat]
            assert client.look(table) == json.loads(json.dumps(known.shown_to(seat)))
            picture = client.ask("GET", f"/tables/{table}/picture.svg").text
            assert picture == game.draw_svg(view)
            story = game.events(game.observe(known.steps[0].before, seat), view)
            assert known.news_for(seat, 0)["events"] == [*map(game.DOCUMENTS.to_data, story)]
            for _ in range(2):  # the second time as it has been stored
                news = json.loads(known.news_text(seat, known.version - 1))
                assert news == json.loads(json.dumps(known.news_for(seat, known.version - 1)))


def test_a_seat_is_known_by_its_secret_alone(site: Client, host: Host) -> None:
    table, elsewhere = site.create("btwixt", 3), site.create("btwixt", 3)
    ada, ben, stranger = (site.another() for _ in range(3))
    assert ada.sit(table, 0).status == 200
    assert ada.sit(table, 0).data["you"] == 0  # the request again
    assert ada.sit(table, 1).status == 409
    assert ben.sit(table, 0).status == 409
    assert ben.sit(elsewhere, 0).status == 200
    for client in (ben, stranger):
        assert client.ask("GET", f"/tables/{table}").status == 403
        assert client.ask("GET", f"/tables/{table}/events").status == 403
        assert client.ask("DELETE", f"/tables/{table}/seats/0").status == 403
        assert client.ask("PUT", f"/tables/{table}/seats/1", "simple").status == 403
        assert client.play(table, 1, "skip").status == 403
    assert ada.look(table)["seats"] == ["person", "", ""]
    assert ada.ask("DELETE", f"/tables/{table}/seats/0").status == 200
    assert ada.ask("GET", f"/tables/{table}").status == 403
    assert str(ada.secret) not in repr(host.table(table))


def test_the_seat_of_somebody_absent_is_freed_and_a_bot_goes_on(
    site: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = site.create("westeros-intrigue", 2)
    ada, _ = seated(site, table, 2)
    ada.play(table, 1, ada.look(table)["moves"][0])
    monkeypatch.setattr(hosting, "ABSENCE", 0)
    assert ada.ask("DELETE", f"/tables/{table}/seats/1").status == 200
    assert ada.ask("PUT", f"/tables/{table}/seats/1", "greedy").status == 200
    with ada.events(table) as events:
        assert next(shown for _, shown in events if shown["next"] == 3)["deciders"] == [0]


def test_who_frees_a_seat_cannot_take_it_and_see_its_hand(
    site: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "ABSENCE", 0)
    table = site.create("westeros-intrigue", 3)
    ada, ben, _ = seated(site, table, 3)
    again = site.another()
    for who in ("", "greedy"):  # whether nobody or a bot plays the seat
        assert ada.ask("DELETE", f"/tables/{table}/seats/1").status == 200
        if who:
            assert ada.ask("PUT", f"/tables/{table}/seats/1", who).status == 200
        assert again.sit(table, 1).status == 409
        assert ben.sit(table, 1).status == 200  # the person of that seat is back


def test_nobody_sees_a_hand_before_all_seats_are_taken(site: Client) -> None:
    """Who sits down, looks, leaves and sits down elsewhere has seen no card."""
    table = site.create("westeros-intrigue", 3)
    mal, ada, ben = (site.another() for _ in range(3))
    for seat in range(3):
        assert mal.sit(table, seat).data["you"] == seat
        shown = mal.look(table)
        assert shown["view"] == site.look(table)["view"]
        assert (shown["has_begun"], shown["moves"], shown["deciders"]) == (False, [], [])
        told = mal.play(table, 1, "S1@a0")
        assert told.status == 409
        free = ", ".join(str(each) for each in range(3) if each != seat)
        assert told.data["error"] == f"the game begins once all seats are taken; free: {free}"
        assert mal.ask("DELETE", f"/tables/{table}/seats/{seat}").status == 200
    ada.sit(table, 0)
    with ada.events(table) as events:
        assert next(events)[1]["has_begun"] is False
        ben.sit(table, 1)
        assert "view" not in next(events)[1]
        mal.sit(table, 2)
        begun = next(events)[1]
    assert begun["view"] == ada.look(table)["view"] != site.look(table)["view"]
    assert begun["has_begun"] is True


def test_a_chair_left_under_way_is_taken_when_all_others_agree(site: Client) -> None:
    table = site.create("westeros-intrigue", 3)
    ada, ben, cem = seated(site, table, 3)
    zoe, mal = site.another(), site.another()
    assert ada.ask("DELETE", f"/tables/{table}/seats/0").status == 200
    assert ada.ask("GET", f"/tables/{table}").status == 403
    # Who has left has seen a hand, and gets no other; a second person waits for the answer.
    assert zoe.ask("PUT", f"/tables/{table}/seats/0", '{"name": "Zoe"}').data["you"] is None
    asking = site.look(table)["asking"][0]
    assert asking == {"number": 6, "name": "Zoe", "agreed": []}
    assert zoe.look(table)["view"] == site.look(table)["view"]
    told = mal.sit(table, 0)
    assert (told.status, told.data["error"]) == (
        409,
        "somebody else asks for seat 0: wait for the answer",
    )
    answer = f"/tables/{table}/seats/0/asking/{asking['number']}"
    assert zoe.ask("PUT", answer).status == 403
    assert ben.ask("PUT", f"/tables/{table}/seats/0/asking/5").status == 409  # that of another
    assert ben.ask("PUT", answer).status == 200
    assert ben.ask("PUT", answer).status == 200  # the request again
    assert zoe.look(table)["you"] is None
    assert cem.ask("PUT", answer).data["happened"] == ["Zoe sits down as player 0"]
    assert zoe.look(table)["you"] == 0
    assert zoe.look(table)["view"] != site.look(table)["view"]
    assert cem.ask("DELETE", f"/tables/{table}/seats/2").status == 200
    assert ada.sit(table, 2).data["error"] == "this secret has left seat 0, and has seen its hand"
    assert mal.sit(table, 2).status == 200
    number = site.look(table)["asking"][2]["number"]
    refused = ben.ask("DELETE", f"/tables/{table}/seats/2/asking/{number}")
    assert refused.data["happened"] == ["the seat of player 2 is not given to a person"]
    assert mal.ask("GET", f"/tables/{table}").status == 403


def test_a_table_that_the_rules_refuse_by_now_says_by_which_they_were_made(
    site: Client, store: str
) -> None:
    table = site.create("westeros-intrigue", 2)
    ada = site.another()
    ada.sit(table, 0)
    older = open_store(store)
    assert older.append(table, Entry(3, "move", 0, "S4@c5"))
    older.close()
    for answer in (
        site.ask("GET", f"/tables/{table}"),
        site.ask("GET", f"/tables/{table}/events"),
        site.ask("GET", f"/tables/{table}/record"),
        ada.play(table, 1, "S4@a0"),
        ada.ask("DELETE", f"/tables/{table}/seats/0"),
    ):
        assert answer.status == 409
        made = f"by library {__version__} with rules {RULES_VERSION}; library "
        assert answer.data["error"].startswith(f"this table was made {made}")
        assert answer.data["error"].endswith("which this server runs, refuses entry 3")


def test_a_table_of_other_rules_is_not_continued(site: Client, store: str) -> None:
    older = open_store(store)
    row = next(log["row"] for log in LOGS if log["row"]["game"] == "monopoly")
    head = Head(stored_id("b" * 32), row["game"], row["start"], 9, "0.9", 1)
    assert older.create(head)
    older.close()
    answer = site.ask("GET", f"/tables/{'b' * 32}")
    assert answer.status == 409
    told = f"with rules 9; library {__version__} with rules 1, which this server runs, refuses to"
    assert told in answer.data["error"]


def test_the_logs_that_earlier_versions_have_stored_are_folded_to_the_same_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A release folds again what was stored; a log that it refuses is named before an upgrade."""
    earlier, address = make_earlier(tmp_path / "earlier.db", *LATER), f"folder:{tmp_path}/tables"
    assert upgrade.main(earlier, address) == 0
    store = open_store(address)
    for log in LOGS:
        assert str(Host(store).table(log["row"]["id"]).record) == log["record"]
    assert fold.main(address) == 0
    table_id = LOGS[0]["row"]["id"]
    number = len(LOGS[0]["entries"]) + 2
    assert store.append(table_id, Entry(number, "move", 0, "S4@c5"))
    store.close()
    assert fold.main(address) == 1
    _, whole, named, last = capsys.readouterr().out.splitlines()
    count = sum(len(log["entries"]) for log in LOGS)
    assert whole == f"tables folded: 3, with entries: {count}; tables refused: 0"
    assert named.startswith(f"{table_id}: this table was made by library 1.0.0rc1 ")
    count -= len(LOGS[0]["entries"])
    assert last == f"tables folded: 2, with entries: {count}; tables refused: 1"


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("absent", None, "there is no file '{path}'"),
        ("text", b"these are not the pages of a database", "a copy of the file, or save what is"),
        ("empty", b"", "the store has no table yet"),
        ("others", {"CREATE TABLE tables (name)"}, "others is another program's database"),
        ("earlier", {*FIRST}, "by python -m server.upgrade OLD NEW"),
    ],
)
def test_a_store_that_is_not_there_is_neither_passed_nor_made(
    name: str,
    content: bytes | set[str] | None,
    reason: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    for statement in sorted(content, reverse=True) if isinstance(content, set) else ():
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(statement)
    before = path.read_bytes() if path.exists() else None
    assert fold.main(f"sqlite:{path}") == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("nothing is checked: ")
    assert reason.format(path=path) in err
    assert (path.read_bytes() if path.exists() else None) == before


def test_an_address_of_another_form_is_refused_without_its_password(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for address in ("tables.db", "mysql://ada:secret@host/tables", "", "sqlite:", "folder:"):
        assert fold.main(address) == 2
        told = "an address is postgresql://USER@HOST/DATABASE, sqlite:FILE or folder:PATH"
        assert capsys.readouterr().err == f"nothing is checked: {told}\n"
    assert fold.main("sqlite:.") == 2, "a folder is no file"


def test_a_server_does_not_start_on_the_tables_of_another_program(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "others.db")) as connection:
        connection.execute("CREATE TABLE tables (name)")
    with pytest.raises(NotAStore, match=r"as a store: others\.db is another program's"):
        app.application(f"sqlite:{tmp_path}/others.db")


def test_without_an_address_a_server_uses_a_folder_or_the_file_of_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STORE", raising=False)
    assert isinstance(app.application().state.site._store.store, FolderStore)
    make_earlier(tmp_path / "tables.db", *LATER)
    with pytest.raises(NotAStore, match="these are the tables of an earlier server"):
        app.application()


def test_a_move_has_a_number_and_is_made_once(site: Client) -> None:
    table = site.create("westeros-intrigue", 2)
    ada, ben = seated(site, table, 2)
    first, other, *_ = ada.look(table)["moves"]
    answer = ada.play(table, 1, first)
    ben.play(table, 2, ben.look(table)["moves"][0])
    assert ada.play(table, 1, f" {first.lower()} ") == answer  # the request again: the first answer
    late = ada.play(table, 1, other)
    assert late.status == 409
    assert late.data["missed"]["next"] == 3
    one, two = late.data["missed"]["happened"]
    assert one.startswith("you place ")
    assert two.startswith("player 1 places ")
    assert ben.play(table, 1, first).status == 409
    assert ada.play(table, 9, other).status == 409


def test_a_stream_leads_from_the_event_that_the_reader_had_last_to_the_end(site: Client) -> None:
    table = site.create("westeros-intrigue", 3, options={"rounds": 1})
    people = seated(site, table, 3)
    play_on(people, table, most=3)
    with people[0].events(table) as stream:
        last, first = next(stream)
        assert (last, first["happened"]) == (7, [])
    play_on(people, table, most=100)
    with people[0].events(table, after=last) as stream:
        missed = [shown for _, shown in stream]
    end = people[0].look(table, after=0)
    assert [sentence for shown in missed for sentence in shown["happened"]] == end["happened"][6:]
    view = from_data(Snapshot, first["view"]).view
    classes = {kind: cls for cls, kind in DOCUMENTS.kinds.items()}
    for event in (event for shown in missed for event in shown["events"]):
        view = view.then(from_data(classes[event["kind"]], event))
    assert view == from_data(Snapshot, end["view"]).view
    assert people[0].ask("GET", f"/tables/{table}/events").status == 200


@pytest.mark.parametrize(
    "setting",
    [
        "",
        "[" * 60_000,
        '{"game": "chess"}',
        '{"game": "westeros-intrigue", "game": "westeros-intrigue"}',
        '{"game": "monopoly", "seed": 1}',
        '{"game": "monopoly", "players": 7}',
        '{"game": "monopoly", "players": ' + "9" * 5000 + "}",
        '{"game": "monopoly", "options": {"edition": "\\u0000\\ud800"}}',
        '{"game": "btwixt", "options": {"box": "[]"}}',
        '{"game": "westeros-intrigue", "options": {"rounds": [[]]}}',
        '{"game": "westeros-intrigue", "options": {"solo": true}, "bots": {"1": "greedy"}}',
        '{"game": "monopoly", "bots": {"0": "search:200"}}',
        '{"game": "westeros-intrigue", "bots": {"0": "maester"}}',
    ],
)
def test_a_table_that_cannot_be_is_not_made(site: Client, setting: str) -> None:
    table = secrets.token_urlsafe()
    answer = site.ask("PUT", f"/tables/{table}", setting)
    assert (answer.status, list(answer.data)) == (400, ["error"])
    assert site.ask("GET", f"/tables/{table}").status == 404


@pytest.mark.parametrize(
    ("move", "status"),
    [
        ("", 400),
        ("S4@b2; DROP TABLE entries", 400),
        (b"\xff\xfe", 400),
        ("x" * 70_000, 413),
        ("S4@a" + "9" * 60_000, 400),
        ("S4@z25", 422),
    ],
)
def test_text_that_is_no_move_is_refused(site: Client, move: str | bytes, status: int) -> None:
    table = site.create("westeros-intrigue", 2)
    ada, _ = seated(site, table, 2)
    body = move if isinstance(move, bytes) else move.encode()
    answer = ada.ask("PUT", f"/tables/{table}/moves/1", body)
    assert answer.status == status
    assert answer.data["error"]
    assert ada.look(table)["next"] == 1


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("PUT", "/tables/short", 400),
        ("PUT", "/tables/..%2F..%2Fetc%2Fpasswd", 404),
        ("PUT", "/tables/TABLE/seats/2", 404),
        ("PUT", "/tables/TABLE/seats/" + "9" * 5000, 404),
        ("PUT", "/tables/TABLE/moves/0", 404),
        ("POST", "/tables/TABLE", 405),
        ("GET", "/tables/TABLE%27%20OR%201", 400),
        ("GET", "/tables/" + "x" * 22, 404),
        ("GET", "/tables/TABLE?after=" + "9" * 5000, 200),
    ],
)
def test_addresses_of_nothing_are_refused(
    site: Client, method: str, path: str, status: int
) -> None:
    table = site.create("westeros-intrigue", 2)
    client = site.another() if method == "PUT" else site
    answer = client.ask(method, path.replace("TABLE", table))
    assert answer.status == status
    assert ("error" in answer.data) == (status != 200)


def test_a_process_forgets_tables_and_steps_and_shows_the_same(
    site: Client, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosting, "IN_MEMORY", 1)
    monkeypatch.setattr(tables_in_memory, "RECENT", 2)
    tables = [site.create("btwixt", 3) for _ in range(2)]
    for table in tables:
        play_on(seated(site, table, 3), table, most=8)
    for table in tables:
        shown = host.table(table, after=0).shown_to(None, after=0)
        assert site.look(table, after=0) == json.loads(json.dumps(shown))
        assert [len(each.steps) for each in host._tables.values()] == [2]


def test_tables_at_rest_are_deleted_with_all_that_is_beside_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    host, tables = Host(store), ("a" * 22, "b" * 22)
    for table in tables:
        host.create(table, json.dumps({"game": "btwixt", "players": 3, "open": True}))
        host.show_sign(host.sit(table, 0, "s" * 22), 0)
    now = store.now()
    assert store.forget(now - 60_000) == 0
    monkeypatch.setattr(clock, "time", SimpleNamespace(time_ns=lambda: (now + 90_000) * 10**6))
    host.show_sign(host.leave("b" * 22, 0, "s" * 22), 0)
    assert store.forget(now + 60_000) == 1
    assert (store.head("a" * 22), [*store.entries("a" * 22)]) == (None, [])
    assert [store.signed(table, 0) for table in tables] == [0, now + 90_000]
    assert store.listed(9) == ["b" * 22]
    assert len(store.entries("b" * 22)) == 3
    store.close()


def test_tables_of_other_programs_in_a_folder_are_left_alone(tmp_path: Path) -> None:
    """Their ids are no ids that clients draw."""
    folder = FolderStore(tmp_path / "tables")
    others = ("winter", "b", "bb", "bc", "winter-2", "a" * 80, "b" * 40)
    for table in others:
        assert folder.create(Head(table, "btwixt", "[Btwixt]", 3, "1.0", 0))
    store = open_store(f"folder:{tmp_path}/tables", creates=True)
    news = store.news(lambda: False)
    assert next(news) is None
    Host(store).create("A" * 16, '{"game": "btwixt"}')
    assert folder.append("winter", Entry(1, "say", None, "hello"))
    assert next(news) == "A" * 16
    assert store.ids() == ["A" * 16]
    assert store.forget(2**50) == 1
    assert {*others} == {*folder.ids()}
    store.close()


def test_each_id_that_a_client_can_draw_has_an_id_of_its_own_in_the_store() -> None:
    rng, letters = random.Random(1), string.ascii_letters + string.digits + "-_"
    drawn = {"a" * 16, "-" * 64, "_" * 64, "0" * 16, *("a" * count for count in range(16, 65))}
    drawn |= {"".join(rng.choices(letters, k=rng.randint(16, 64))) for _ in range(500)}
    stored = {table: Head(stored_id(table), "nim", "", 1, "", 0).id for table in drawn}
    assert len({*stored.values()}) == len(drawn)
    assert {drawn_id(each): each for each in stored.values()} == stored


def test_a_move_is_seen_at_every_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the one that it was made at, and by one that looks for the moves of others."""
    monkeypatch.setattr(app, "HEARTBEAT_SECONDS", 1000)
    address = f"folder:{tmp_path}/tables"
    with served(address) as one, served(address) as two:
        table = one.create("westeros-intrigue", 2)
        ada, ben = seated(one, table, 2)
        for client in (one, two):
            with attrs.evolve(ben, port=client.port).events(table) as events:
                next(events)
                shown = one.look(table)
                person = (ada, ben)[shown["deciders"][0]]
                person.play(table, shown["next"], person.look(table)["moves"][0])
                next(events)


@pytest.mark.parametrize("secret", ["short", "x" * 65, "'; DROP TABLE tables; --", "\u00e9" * 20])
def test_a_secret_that_nobody_has_drawn_takes_no_seat(site: Client, secret: str) -> None:
    table = site.create("westeros-intrigue", 2)
    assert attrs.evolve(site, secret=secret).sit(table, 0).status == 400
    assert site.look(table)["seats"] == ["", ""]


def test_a_reader_that_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than one event waits for it, and nothing of it remains."""
    monkeypatch.setattr(app, "READER_SECONDS", 0.05)
    made, is_closed = [], []

    async def events() -> AsyncGenerator[str, None]:
        try:
            for number in range(1000):
                made.append(number)
                yield f"id: {number}"
        finally:
            is_closed.append(True)

    async def send(message: Message) -> None:
        if message.get("body"):
            await asyncio.Event().wait()

    asyncio.run(app.EventStream(events()).stream_response(send))
    assert (made, is_closed) == ([0], [True])
