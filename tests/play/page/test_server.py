"""The engine over HTTP: whole games come through, and bad requests get an answer that says why."""

from __future__ import annotations

import gzip
import json
import re
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from helpers.patience import PATIENCE

import westeros_intrigue.play.page.server as server_module
from play.page.asking import bearing, begun, serving, through
from westeros_intrigue.play.page.server import PARTS, Server, read_address
from westeros_intrigue.play.sessions import Folder

SCREENS = ("loading", "join", "setup", "cover", "game", "any", "ending", "review", "puzzle")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "games") as server:
        yield server


def test_nothing_is_written_outside_the_folder_of_games(server: Server, tmp_path: Path) -> None:
    ask = through(server)
    game = begun(ask, ("person", "greedy"))["game"]
    for name in ("../outside", "..%2foutside", "/etc/passwd", f"{game}/../x"):
        assert ask("look", game=name, seat=0)["code"] == "bad-message"
    assert [path.name for path in tmp_path.iterdir()] == ["games"]
    assert {path.name for path in (tmp_path / "games").iterdir()} == {"token", f"{game}.txt"}


def test_the_files_of_the_page_come_with_a_strict_policy(server: Server) -> None:
    for name in server.page:
        with closing(HTTPConnection("127.0.0.1", server.server_port)) as connection:
            connection.request("GET", f"/{name}")
            answer = connection.getresponse()
            assert (answer.status, answer.read()) == (200, server.page[name][1])
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_an_address_without_a_token_leads_to_the_page_that_explains_it(server: Server) -> None:
    for path in ("/", "/?fbclid=1&a=b"):
        answer, page = fetched(server, path)
        assert (answer.status, page) == (200, server.page[""][1])
    refused = through(server, "unknown")("choices")
    assert (refused["code"], "leads to no table" in refused["text"]) == ("no-such-link", True)


def test_the_page_is_one_file_with_every_screen(server: Server) -> None:
    page = server.page[""][1].decode()
    assert page == server.page["index.html"][1].decode()
    assert "<!--" not in page
    assert [name for name in server.page if name.endswith(".html")] == ["index.html"]
    assert {*SCREENS} <= {*re.findall(r'^ *<(?:main|section) id="([a-z]+)"', page, re.MULTILINE)}


EVERYWHERE = "0.0.0.0"  # noqa: S104 - what somebody asks for who lets others in


@pytest.mark.parametrize(
    ("listening", "host", "is_own"),
    [
        ("127.0.0.1", "localhost", True),
        ("127.0.0.1", "[::1]", True),
        ("127.0.0.1", "192.0.2.7", False),
        ("127.0.0.1", "999.0.0.1", False),
        (EVERYWHERE, "192.0.2.7", True),
        (EVERYWHERE, "example.org", False),
        (EVERYWHERE, "laptop.local", True),
        (EVERYWHERE, "laptop.local.example.org", False),
        ("127.0.0.1", "laptop.local", False),
        ("127.0.0.1", "user@localhost", False),
        ("127.0.0.1", "[", False),
        ("::1", "[2001:db8::7]", False),
        ("::", "[2001:db8::7]", True),
        ("::", "192.0.2.7", True),
    ],
)
def test_only_addresses_of_this_machine_are_its_host(
    listening: str, host: str, *, is_own: bool, tmp_path: Path
) -> None:
    with Server(Folder(tmp_path), listening) as server:
        assert server.is_own(f"{host}:{server.server_port}") is is_own
        assert not server.is_own(f"{host}:{server.server_port % 60000 + 1}")
        assert not server.is_own(host)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", EVERYWHERE, "::"])
def test_its_address_opens_on_this_machine(host: str, tmp_path: Path) -> None:
    with serving(tmp_path, host) as server:
        urlopen(server.address, timeout=PATIENCE).close()  # noqa: S310 - of this machine
        assert server.is_shared is (host in {EVERYWHERE, "::"})


def test_what_listens_everywhere_names_addresses_that_others_can_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    named = ["127.0.1.1", "192.0.2.9", "2001:db8::9", "fe80::1%2"]
    places = [(0, 0, 0, "", (name, 0)) for name in named]
    with Server(Folder(tmp_path), EVERYWHERE) as server, Server(Folder(tmp_path), "::") as both:
        monkeypatch.setattr(server_module, "_OUTSIDE", ())
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: places)
        shared = f"http://192.0.2.9:{server.server_port}/#{server.token}"
        assert server.addresses_of(server.token) == (shared,)
        assert [urlsplit(each).hostname for each in both.addresses_of("token")] == named[1:3]


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.server_port), timeout=PATIENCE)


def test_who_hangs_up_leaves_no_trace_and_a_fault_of_the_engine_does(
    server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    is_closed = threading.Event()

    def shutdown_request(request: socket.socket) -> None:
        Server.shutdown_request(server, request)
        is_closed.set()

    monkeypatch.setattr(server, "shutdown_request", shutdown_request)
    with connected(server) as connection:
        # To linger for no time is to reset the connection.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(b"GET / HT")
    assert is_closed.wait(PATIENCE)
    assert not capsys.readouterr().err
    is_closed.clear()
    monkeypatch.setattr(server, "is_own", lambda _: 1 / 0)
    with connected(server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert is_closed.wait(PATIENCE)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_the_head_of_a_file_comes_without_it(server: Server) -> None:
    with closing(HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)) as connection:
        for method in ("HEAD", "GET"):
            connection.request(method, "/main.js")
            answer = connection.getresponse()
            content = server.page["main.js"][1]
            assert answer.headers["Content-Length"] == str(len(content))
            assert answer.read() == (content if method == "GET" else b"")


def test_a_body_that_waits_to_be_asked_for_is(server: Server) -> None:
    with connected(server) as connection:
        head = POST + TYPED + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"
        filled = head.replace("{token}", server.token).replace("{port}", str(server.server_port))
        connection.sendall(filled.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 100 ")
        connection.sendall(b"{}")
        assert connection.recv(100).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("kept", [b"\n", b"a/b", b"\0" * 22, b"\xff" * 22])
def test_a_token_that_opens_no_address_is_replaced(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "token").write_bytes(kept)
    assert re.fullmatch(r"[\w-]{22}", Folder(tmp_path).token())


# Bad requests: each is sent as it is, with {token}, {game} and {port} filled in.

HEAD = "Host: 127.0.0.1:{port}\r\n"
TYPED = HEAD + "Content-Type: application/json\r\n"
POST = "POST /messages HTTP/1.1\r\nAuthorization: Bearer {token}\r\n"


def posted(body: str) -> str:
    return f"{POST}{TYPED}Content-Length: {{length}}\r\n\r\n{body}"


def get(path: str, head: str = HEAD) -> str:
    return f"GET {path} HTTP/1.1\r\n{head}\r\n"


TWO = "Content-Length: 2\r\n\r\n{}"
MANY = "+".join(f"{{token}}/{number}" for number in range(65))
LOOK = '"do":"look","game":"{game}","seat":0,"shown":null'
LOOK_WHOLE = "{" + LOOK + "}"
BAD_REQUESTS = {
    "nonsense": ("nonsense\r\n\r\n", 400),
    "bytes of another protocol": ("\x16\x03\x01\x02\r\n\r\n", 400),
    "another version of HTTP": ("GET / HTTP/9.1\r\n" + HEAD + "\r\n", 505),
    "two hosts": (get("/", HEAD + HEAD), 421),
    "another host": (get("/", "Host: example.org:{port}\r\n"), 421),
    "another port": (get("/", "Host: 127.0.0.1:1\r\n"), 421),
    "another origin": (get("/", HEAD + "Origin: http://example.org\r\n"), 403),
    "a message of another origin": (POST + TYPED + "Origin: http://example.org\r\n" + TWO, 403),
    "an address that is no path": (get("http://[::1"), 400),
    "a message without a token": (POST.replace("Bearer {token}", "") + TYPED + TWO, 403),
    "a token of another kind": (POST.replace("Bearer", "Basic") + TYPED + TWO, 403),
    "a wrong token": (POST.replace("{token}", "A" * 22) + TYPED + TWO, 403),
    "a token of other letters": (POST.replace("{token}", "caf\xe9") + TYPED + TWO, 403),
    "a part of the token": (POST.replace("{token}", "{part}") + TYPED + TWO, 403),
    "news without a token": (get("/news"), 403),
    "news of many games": (get("/news", f"{HEAD}Authorization: Bearer {MANY}\r\n"), 431),
    "a token in the address": (get("/{token}/"), 404),
    "a message to such an address": (POST.replace("/m", "/{token}/m") + TYPED + TWO, 405),
    "news by such an address": (get("/news?{token}/{game}"), 403),
    "an icon of another name": (get("/favicon.ico"), 404),
    "another server after a backslash": (get("/\\example.org"), 404),
    "another server after two slashes": (get("//example.org"), 404),
    "no such file": (get("/nothing.js"), 404),
    "a file outside, encoded": (get("/%2e%2e/keeping.py"), 404),
    "the record of a game": (get("/{game}.txt"), 404),
    "a message by GET": (get("/messages"), 405),
    "a file by POST": ("POST / HTTP/1.1\r\n" + TYPED + TWO, 405),
    "a preflight": ("OPTIONS /messages HTTP/1.1\r\n" + HEAD + "\r\n", 405),
    "a form": (POST + HEAD + "Content-Type: text/plain\r\n" + TWO, 415),
    "no length": (f"{POST}{TYPED}\r\n", 411),
    "two lengths": (POST + TYPED + "Content-Length: 3\r\n" + TWO, 411),
    "a length that is none": (f"{POST}{TYPED}Content-Length: -1\r\n\r\n", 411),
    "a length and chunks": (
        f"{POST}{TYPED}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        411,
    ),
    "a message that is too long": (f"{POST}{TYPED}Content-Length: 300001\r\n\r\n", 413),
    "a message that stops short": (f"{POST}{TYPED}Content-Length: 9\r\n\r\n{{", 400),
    "an address that is too long": (get("/" + "a" * 70_000), 414),
    "a header that is too long": (get("/", f"{HEAD}X: {'a' * 70_000}\r\n"), 431),
    "too many headers": (get("/", HEAD + "X: a\r\n" * 200), 431),
    "no JSON": (posted("Hello"), 400),
    "no UTF-8": (posted('"\xe9"').replace("\r\n\r\n", "\r\n\r\n\xff", 1), 400),
    "a nest": (posted("[" * 100_000), 400),
    "a number of a million digits": (posted("9" * 200_000), 400),
    "a key twice": (posted("{" + LOOK + ',"seat":0}'), 400),
    "an unknown key": (posted("{" + LOOK + ',"state":true}'), 400),
    "a seat below the first": (posted(LOOK_WHOLE.replace('"seat":0', '"seat":-1')), 400),
    "another's game, guessed": (posted(LOOK_WHOLE.replace("{game}", "0" * 16)), 404),
    "another moment": (posted('{"do":"step","game":"{game}","seat":0,"moment":7}'), 409),
    "a placement that breaks rules": (
        posted('{"do":"play","game":"{game}","seat":0,"moment":0,"move":"S1@b7"}'),
        200,
    ),
    "a record that is none": (posted('{"do":"load","record":"Hello"}'), 422),
}


def test_a_bad_request_is_told_why_and_the_game_goes_on(server: Server) -> None:
    ask = through(server)
    position = begun(ask, ("person", "greedy"))
    game, token = position["game"], server.token
    port = str(server.server_port)
    filling = {"token": token, "part": token[:5], "port": port, "game": game}
    for what, (template, status) in BAD_REQUESTS.items():
        request = template
        body_length = len(template.partition("\r\n\r\n")[2].replace("{game}", game))
        filling["length"] = str(body_length)
        for name, value in filling.items():
            request = request.replace(f"{{{name}}}", value)
        answer, body = sent(server, request)
        assert answer.status == status, what
        assert body, what
        assert answer.headers["Content-Security-Policy"], what
    assert ask("look", game=game, seat=0) == position


def sent(server: Server, request: str, method: str = "") -> tuple[HTTPResponse, bytes]:
    """Send bytes, each a character, and return what comes back."""
    with connected(server) as connection:
        connection.sendall(request.encode("latin-1"))
        connection.shutdown(socket.SHUT_WR)
        answer = HTTPResponse(connection, method=method or None)
        answer.begin()
        return answer, answer.read()


def fetched(server: Server, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)
    with closing(connection):
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer, answer.read()


def test_a_visit_fetches_little_and_the_next_one_the_page_alone(server: Server) -> None:
    gzipped = {"Accept-Encoding": "gzip, br"}
    answer, page = fetched(server, "/", **gzipped)
    assert answer.headers["Cache-Control"] == "no-store"
    named = re.findall(r'(?:href|src)="(-/[^"]+)"', gzip.decompress(page).decode())
    assert {path.rpartition("/")[2] for path in named} >= {"main.js", "style.css", "table.css"}
    folder = named[0].rpartition("/")[0]
    sizes, later = [len(page)], 0
    for name in server.delivery.shared:
        assert f"-/{name}".startswith(folder)
        answer, content = fetched(server, f"/-/{name}", **gzipped)
        kept = (answer.headers["Cache-Control"], answer.headers["Content-Encoding"])
        assert kept == ("public, max-age=31536000, immutable", "gzip")
        plain, whole = fetched(server, f"/-/{name}", **{"Accept-Encoding": "gzip;q=0"})
        assert (plain.headers["Content-Encoding"], gzip.decompress(content)) == (None, whole)
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        if name.rpartition("/")[2] in PARTS:
            later += len(content)
        else:
            sizes.append(len(content))
        if name.endswith(".js"):
            assert b"/** @" not in whole
    assert sum(sizes) < 76_000
    assert later < 6_000
    assert sizes[0] < 6_000
    for path in (f"/-/{'0' * 16}/main.js", f"/-/{folder[2:]}/../token"):
        assert fetched(server, path)[0].status == 404


def test_a_long_answer_is_compressed_for_who_can_read_that(server: Server) -> None:
    for coding, is_compressed in (("gzip", True), ("identity", False), ("gzip;q=0.0", False)):
        connection = HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)
        with closing(connection):
            headers = {"Content-Type": "application/json", "Accept-Encoding": coding}
            headers |= bearing(server.token)
            connection.request("POST", "/messages", '{"do": "tables"}', headers)
            answer = connection.getresponse()
            body = answer.read()
        assert (answer.headers["Content-Encoding"] == "gzip") is is_compressed
        assert b'"kind":"tables"' in (gzip.decompress(body) if is_compressed else body)


def test_a_move_that_the_rules_refuse_is_an_answer(server: Server) -> None:
    game = begun(through(server), ("person", "greedy"))["game"]
    request = {"do": "play", "game": game, "seat": 0, "moment": 0, "move": "S1@h5"}
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)
    with closing(connection):
        headers = {"Content-Type": "application/json", **bearing(server.token)}
        connection.request("POST", "/messages", json.dumps(request), headers)
        answer = connection.getresponse()
        assert (answer.status, json.load(answer)["kind"]) == (200, "refused")


def test_a_request_has_a_limited_time_however_much_of_it_arrives(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "_SECONDS_OF_REQUEST", 1)
    head = f"POST /messages HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    for start in (head, "GET / HT", head[:-4] + "\r\nX: "):
        with socket.create_connection(("127.0.0.1", server.server_port), PATIENCE) as connection:
            connection.sendall(start.encode())
            began = time.monotonic()
            with suppress(OSError):  # a broken or reset connection
                while time.monotonic() < began + PATIENCE:
                    connection.sendall(b" ")
                    time.sleep(0.05)
            assert time.monotonic() < began + PATIENCE
    assert through(server)("status")["kind"] == "status"


def test_another_machine_has_a_limited_number_of_connections(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "_MOST_CONNECTIONS", 2)
    shut: list[socket.socket] = []
    monkeypatch.setattr(server, "shutdown_request", shut.append)
    monkeypatch.setattr(threading.Thread, "start", lambda _: None)
    monkeypatch.setattr(server, "finish_request", lambda *_: None)
    with socket.socket() as connection:
        for number in range(3):
            server.process_request(connection, ("192.0.2.9", 1))
            assert len(shut) == (number == 2)
        for _ in range(3):  # this machine
            server.process_request(connection, ("127.0.0.1", 1))
        assert len(shut) == 1
        server.process_request_thread(connection, ("192.0.2.9", 1))
        shut.clear()
        server.process_request(connection, ("192.0.2.9", 1))
        assert shut == []


@pytest.mark.parametrize(
    ("address", "host", "origin"),
    [
        ("https://games.example.org/court", "games.example.org", "https://games.example.org"),
        ("http://localhost:9000", "localhost:9000", "http://localhost:9000"),
        ("http://laptop.fritz.box:8321/", "laptop.fritz.box:8321", "http://laptop.fritz.box:8321"),
        # A proxy that names the server itself.
        ("https://games.example.org", "127.0.0.1:{port}", "https://games.example.org"),
    ],
)
def test_the_page_works_behind_another_name_or_port(
    tmp_path: Path, address: str, host: str, origin: str
) -> None:
    outside = read_address(address)
    with serving(tmp_path, address=outside) as server:
        assert server.addresses_of("token") == (f"{outside}#token",)
        named = host.format(port=server.server_port)
        for sent_origin, status in ((origin, 200), ("https://example.net", 403)):
            headers = {"Content-Type": "application/json", "Origin": sent_origin}
            headers |= bearing(server.token)
            connection = HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)
            with closing(connection):
                connection.putrequest("POST", "/messages", skip_host=True)
                body = b'{"do": "status"}'
                for name, value in {**headers, "Host": named, "Content-Length": "16"}.items():
                    connection.putheader(name, value)
                connection.endheaders(body)
                assert connection.getresponse().status == status
        assert not server.is_own("example.net")


@pytest.mark.parametrize(
    "address",
    [
        "games.example.org",
        "ftp://a/",
        "http://",
        "https://a/?x",
        "https://a/ b",
        "http://u@a/",
        "http://a/../b",
    ],
)
def test_an_address_that_no_browser_opens_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="an address looks like https://"):
        read_address(address)
