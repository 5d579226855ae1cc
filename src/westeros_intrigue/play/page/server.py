"""The engine over HTTP, by default only on this machine.

Anyone who knows the token of a link can play. It stands behind the `#` of the address, which
browsers never send; the page sends it in a header, which logs of requests leave out. Pages of other
sites cannot play: they do not know the token, their origin differs, and the server refuses host
names that they resolve to this machine. Only the user of this machine can read the file that opens
the page.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import gzip
import hashlib
import re
import secrets
import select
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from io import BufferedReader
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from queue import Empty, SimpleQueue
from socketserver import TCPServer
from typing import TypeAlias
from urllib.parse import urlsplit

from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.gamekit.packaging import read_file
from westeros_intrigue.play.elements.joining import read_shared_files, strip_comments
from westeros_intrigue.play.page import messages, own_screens
from westeros_intrigue.play.page.engine import Engine
from westeros_intrigue.play.page.friends import FULL, HOST, SEATS, Line, News, refuse_link
from westeros_intrigue.play.page.incoming import Incoming
from westeros_intrigue.play.sessions import Folder, GameFile
from westeros_intrigue.play.sessions.claims import Device
from westeros_intrigue.play.sessions.presence import SECONDS_OF_SILENCE

_LEADING = """<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={address}">
<title>Westeros Intrigue</title>
<a href="{address}">Play</a>
"""


@contextmanager
def way_in(folder: Path, address: str) -> Iterator[str]:
    """Yield the address of a file that leads to the page, while it exists.

    All users of this machine can read a browser's command line, but only the owner can read the
    file.
    """
    file = GameFile(folder.resolve() / "open.html")
    file.path.unlink(missing_ok=True)
    file.write(_LEADING.format(address=address))
    try:
        yield file.path.as_uri()
    finally:
        file.path.unlink(missing_ok=True)


MESSAGES = "messages"
"""The path of requests, whose header `Authorization` has `Bearer` and the token."""
_SHARED = "-/"
"""The beginning of the paths of files that browsers keep."""
NEWS = "news"
"""The path of the news, as server-sent events.

After `Bearer`, the header has a line for each game and link that a browser listens to: the token, a
slash and the game, joined by `+`. The type of each event is its line.
"""
MOST_LINES = 64
"""The most lines of a browser, one for each game and link that it shows."""
_BEARER = re.compile(r"bearer +(\S+) *", re.IGNORECASE)
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_TEXT, _JSON, _NEWS = "text/plain; charset=utf-8", "application/json", "text/event-stream"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_PART = re.compile(rb"^ *(?:<!-- ([a-z]+\.html) -->|/\* ([a-z]+\.css) \*/)\n", re.MULTILINE)
"""A comment that stands for the contents of another file."""
_FOR_EVER = "public, max-age=31536000, immutable"
"""The caching of files whose address names their contents."""
_LEAST_COMPRESSED = 1_400
"""The size in bytes from which an answer is compressed: less fits in one packet of a network."""
_SECONDS_TO_WAIT = 30
_SECONDS_OF_REQUEST = 60
"""The time for a whole request, from the end of the one before, however slowly it arrives."""
_MOST_CONNECTIONS = 64
"""The number of connections from another machine; this machine has no limit."""
BROWSER = "Browser-Key"
"""The header with a key that a browser has drawn, by which it is known again at another link."""
_LONGEST_KEY = 100
_THIS_MACHINE = "localhost"
_USUAL_PORT = 80
"""The port that browsers omit."""
_OUTSIDE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Unassigned addresses, which are routed like the rest of the internet."""

_Address = IPv4Address | IPv6Address
_Connection: TypeAlias = "socket.socket | tuple[bytes, socket.socket]"
_Standings: TypeAlias = "tuple[tuple[str, str], ...]"


PARTS = ("parts.js", "parts.css")
"""The parts of tables, which only a table fetches that is made of them."""


def page_files() -> Mapping[str, tuple[str, bytes]]:
    """Return the files of the page by name, each with its type; the page itself has no name.

    The page is one file for browsers. Here, `index.html` names the file of each screen in a comment
    of its own, such as `<!-- table.html -->`, which the screen replaces; so do `style.css` and
    `table.css` with the styles that other pages share.
    """
    contents = {
        file.name: file.read_bytes()
        for file in (files("westeros_intrigue.play.page") / "browser").iterdir()
    }
    contents |= read_shared_files()
    contents |= {name: read_file("westeros_intrigue.play.elements", name) for name in PARTS}

    def part(comment: re.Match[bytes]) -> bytes:
        return contents.pop((comment[1] or comment[2]).decode())

    page = _PART.sub(part, contents.pop("index.html"))
    styles = {name: _PART.sub(part, contents[name]) for name in ("style.css", "table.css")}
    named = {**contents, **styles, "index.html": page, "": page}
    return {
        name: (_TYPES[Path(name or "index.html").suffix], content)
        for name, content in named.items()
    }


def _compress(name: str, content: bytes) -> tuple[str, bytes, bytes]:
    """Return the type of a file, its contents, and these compressed."""
    content = strip_comments(name, content)
    return _TYPES[Path(name).suffix], content, gzip.compress(content, mtime=0)


class Delivery:
    """The files of the page as browsers get them: the page itself, and files to keep for ever.

    The page names the other files by an address with a hash of all contents, so a browser fetches
    each file once.

    >>> delivery = Delivery({"": ("text/html", b'<link href="a.css">'), "a.css": ("text/css", b"")})
    >>> [name] = delivery.shared
    >>> delivery.page == f'<link href="-/{name}">'.encode()
    True
    """

    def __init__(self, files: Mapping[str, tuple[str, bytes]]) -> None:
        """Compress the files."""
        named = {
            name: (kind, strip_comments(name, content))
            for name, (kind, content) in files.items()
            if not name.endswith("index.html")
        }
        every = b"".join(name.encode() + content for name, (_, content) in sorted(named.items()))
        digest = hashlib.sha256(every).hexdigest()[:16]
        page = strip_comments("index.html", named.pop("")[1])
        for name in named:
            page = re.sub(
                rb'(href|src)="%s"' % re.escape(name.encode()),
                rb'\1="-/%s/%s"' % (digest.encode(), name.encode()),
                page,
            )
        self.page: bytes = page
        self.shared: Mapping[str, tuple[str, bytes, bytes]] = {
            f"{digest}/{name}": (kind, content, gzip.compress(content, mtime=0))
            for name, (kind, content) in named.items()
        }
        """The files by their paths below `/-/`: the type, the contents, and these compressed."""
        self._digest = digest
        self._screens: dict[str, Mapping[str, tuple[str, bytes, bytes]]] = {}

    def find(self, path: str) -> tuple[str, bytes, bytes] | None:
        """Return a file by its path below `/-/`, as in `shared`; None if there is none.

        The screens of games are read on first use, since finding all games takes long.
        """
        digest, _, name = path.partition("/")
        folder, _, rest = name.partition("/")
        if digest != self._digest or folder != own_screens.FOLDER:
            return self.shared.get(path)
        key = rest.partition("/")[0]
        if key not in self._screens and key in GAMES:
            self._screens[key] = {
                name: _compress(name, content)
                for name, content in own_screens.screen_files(key).items()
            }
        return self._screens.get(key, {}).get(name)


def read_address(text: str) -> str:
    """Return the address of the page behind another name or port, with its last slash.

    >>> read_address("https://games.example.org/court")
    'https://games.example.org/court/'

    Raises:
        ValueError: the text is not the address of a page.
    """
    found = re.fullmatch(
        r"(https?://(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::\d{1,5})?)(/[\w./~-]*)?", text
    )
    if found is None or "/." in text:
        raise ValueError(f"{text[:80]!r}: an address looks like https://games.example.org/")
    return f"{found[1]}{(found[2] or '').rstrip('/')}/"


class Server(ThreadingHTTPServer):
    """Serves the page and answers its messages, with a separate thread for each connection.

    Args:
        folder: the folder of the games and the token, which lets addresses outlive the server.
        host: the IPv4 or IPv6 address to listen on. Other machines can connect unless it is a
            loopback address; `0.0.0.0` and `::` listen on every address of this machine.
        port: the port to listen on; 0 for any free port.
        address: the address at which browsers reach the page, if a proxy, a tunnel or a name stands
            before it, as returned by `read_address`; empty if they reach it here.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(
        self, folder: Folder, host: str = "127.0.0.1", port: int = 0, address: str = ""
    ) -> None:
        """Listen, but do not answer before `serve_forever`.

        Raises:
            OSError: the port is in use, the address is wrong, or the folder cannot be used.
        """
        # Without a host, the system would listen everywhere.
        if not host:
            raise OSError(0, "an address is needed, such as 127.0.0.1")
        family, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        self.address_family: int = family
        self.token: str = folder.token()
        found = page_files()
        self._delivery = Delivery(found)
        page = (found[""][0], self._delivery.page)
        self.page: Mapping[str, tuple[str, bytes]] = {**found, "": page, "index.html": page}
        self._outside = address
        self._connections: Counter[str] = Counter()
        self._counting = threading.Lock()
        super().__init__((str(place[0]), port), _Handler)
        self.engine: Engine = Engine(
            folder,
            self.addresses_of,
            is_shared=self.is_shared,
            on_change=lambda game, _news: self.wind(game),
        )
        self._timers: dict[str, threading.Timer] = {}
        self._winding = threading.Lock()

    def server_bind(self) -> None:
        """Bind the address; `::` also answers over IPv4.

        Unlike `HTTPServer`, it does not look up the name of the address.
        """
        if self.address_family == socket.AF_INET6:
            with suppress(OSError):  # some systems separate IPv4 and IPv6
                self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        TCPServer.server_bind(self)
        self.server_name: str = str(self.server_address[0])
        self.server_port: int = self.server_address[1]

    def handle_error(self, request: object, client_address: object) -> None:
        """Report an error, unless a browser merely disconnected."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # as received

    @property
    def delivery(self) -> Delivery:
        """The files of the page as browsers get them."""
        return self._delivery

    def process_request(self, request: _Connection, client_address: tuple[str, int]) -> None:
        """Answer a connection in a thread, unless its machine has too many.

        Connections through a proxy all come from one machine, and are not limited.
        """
        machine = str(client_address[0])
        with self._counting:
            is_limited = not self._outside and not ip_address(machine.partition("%")[0]).is_loopback
            if is_limited and self._connections[machine] >= _MOST_CONNECTIONS:
                self.shutdown_request(request)
                return
            self._connections[machine] += 1
        super().process_request(request, client_address)

    def process_request_thread(self, request: _Connection, client_address: tuple[str, int]) -> None:
        """Answer a connection, and count it no longer."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            machine = str(client_address[0])
            with self._counting:
                self._connections[machine] -= 1
                if not self._connections[machine]:
                    del self._connections[machine]

    def wind(self, game: str) -> None:
        """Continue a game after the table's pause, counted from now, if a page is listening."""
        with self._winding:
            if earlier := self._timers.pop(game, None):
                earlier.cancel()
            if self.engine.listeners.is_heard(game):
                timer = threading.Timer(self.engine.pause / 1000, self.engine.go_on, [game])
                timer.daemon = True
                self._timers[game] = timer
                timer.start()

    @property
    def address(self) -> str:
        """The host's link, for a browser on this machine."""
        return f"{self.near_place}#{self.token}"

    @property
    def near_place(self) -> str:
        """The address of the page without a token, for a browser on this machine."""
        listening = self._listening_at
        if listening.is_unspecified:
            listening = ip_address("::1" if listening.version == 6 else "127.0.0.1")
        return self._place_at(listening)

    def is_host(self, token: str) -> bool:
        """Return True if a token belongs to the host."""
        return secrets.compare_digest(token.encode(), self.token.encode())

    @property
    def is_shared(self) -> bool:
        """True if other machines can connect."""
        return bool(self._outside) or not self._listening_at.is_loopback

    def addresses_of(self, token: str) -> tuple[str, ...]:
        """Return the links with a token, for other machines if they can connect."""
        return tuple(f"{place}#{token}" for place in self.places)

    @property
    def places(self) -> tuple[str, ...]:
        """The addresses of the page without a token, for other machines if they can connect."""
        if self._outside:
            return (self._outside,)
        listening = self._listening_at
        found = [listening]
        if listening.is_unspecified:
            found = [own for own in _own_addresses() if own.version <= listening.version]
            found = [own for own in found if not own.is_loopback]
        return tuple(self._place_at(own) for own in dict.fromkeys(found))

    def is_own(self, host: str) -> bool:
        """Return True if a request for this host can be for this server.

        An address cannot belong to others, but a name can, and its owner can point it anywhere.
        Names in `.local` have no such owner: machines in the network answer to them. The name in a
        given address is trusted.
        """
        if self.is_outside(host):
            return True
        parts = re.fullmatch(
            r"(localhost|[\w-]+\.local|[0-9.]+|\[[0-9a-fA-F:]+\])(?::([0-9]{1,5}))?", host, re.ASCII
        )
        if parts is None or int(parts[2] or _USUAL_PORT) != self.server_port:
            return False
        is_open = not self._listening_at.is_loopback
        if (is_open and parts[1].endswith(".local")) or parts[1] == "localhost":
            return True
        try:
            return ip_address(parts[1].strip("[]")).is_loopback or is_open
        except ValueError:  # also a name in .local
            return False

    def is_outside(self, host: str) -> bool:
        """Return True if a request for this host comes through the proxy before this server."""
        return bool(self._outside) and host == urlsplit(self._outside).netloc

    def is_origin(self, origin: str, host: str) -> bool:
        """Return True if a request for a host comes from this server's page."""
        outside = urlsplit(self._outside)
        return origin == f"http://{host}" or (
            bool(self._outside) and origin == f"{outside.scheme}://{outside.netloc}"
        )

    @property
    def _listening_at(self) -> _Address:
        return ip_address(str(self.server_address[0]))

    def _place_at(self, own: _Address) -> str:
        host = f"[{own}]" if own.version == 6 else str(own)
        return f"http://{host}:{self.server_port}/"


def _own_addresses() -> Iterator[_Address]:
    """Yield the addresses that the system reports for this machine, the external one first."""
    for family, outside in _OUTSIDE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))  # a datagram socket sends nothing
            yield ip_address(probe.getsockname()[0])
    with suppress(OSError):
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            if "%" not in str(place[0]):  # a browser cannot open an address with a zone
                yield ip_address(place[0])


class _Refusal(Exception):
    """A refusal of a request: its status, the reason and, for a wrong method, the others."""


class _Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    server_version = "westeros-intrigue"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = _SECONDS_TO_WAIT
    # Answers are sent in one piece: separate headers would wait for an acknowledgement.
    disable_nagle_algorithm = True
    wbufsize = 2**16

    def __init__(self, request: socket.socket, address: object, server: Server) -> None:
        """Answer the requests of a connection, until it is closed."""
        self._host: Server = server  # which `server` names too, as a server of any kind
        super().__init__(request, address, server)

    def setup(self) -> None:
        """Read with a limit for the whole request."""
        super().setup()
        self._incoming = Incoming(self.connection, _SECONDS_TO_WAIT)
        self.rfile = BufferedReader(self._incoming)

    def handle_one_request(self) -> None:
        """Answer a request that arrives in time."""
        self._incoming.ends = time.monotonic() + _SECONDS_OF_REQUEST
        super().handle_one_request()

    def do_GET(self) -> None:
        """Answer a request, or refuse it."""
        try:
            name = self._check_request()
            shared = name.startswith(_SHARED) and self._host.delivery.find(name[len(_SHARED) :])
            if name == MESSAGES:
                self._answer_message()
            elif name == NEWS:
                self._send_news()
            elif shared:
                self._send_shared(*shared)
            elif name in self._host.page:
                # The files contain no secrets, and the page explains dead links.
                self._send(HTTPStatus.OK, *self._host.page[name])
            else:
                self._refuse(HTTPStatus.NOT_FOUND, "the file does not exist")
        except _Refusal as refusal:
            self._refuse(*refusal.args)

    do_HEAD = do_POST = do_GET  # noqa: N815 - as http.server has it; `_send` leaves the file out

    def _answer_message(self) -> None:
        if self.headers.get_content_type() != _JSON:
            raise _Refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"a message is {_JSON}")
        body, engine, token = self._body(), self._host.engine, self._bearer
        visitor = engine.people.find(token)
        if visitor is None and not self._host.is_host(token):
            answer: messages.Answer = refuse_link(engine.people.reason(token))
        else:
            answer = engine.answer(body, visitor, self._device)
        self._send(_status(answer), _JSON, messages.write_answer(answer).encode())

    @property
    def _device(self) -> Device:
        """The browser that sends the request, and its address as far as it is known."""
        return Device(self.headers.get(BROWSER, "")[:_LONGEST_KEY], self._address)

    @property
    def _address(self) -> str:
        """The address of the browser; empty behind a proxy that does not name it.

        Only a proxy on this machine is believed. Browsers that come through one elsewhere are all
        at its address, and all addresses of this machine are one.
        """
        near, far = self.connection.getsockname()[0], str(self.client_address[0])
        if far != near and not ip_address(far.partition("%")[0]).is_loopback:
            return far
        if self._host.is_outside(self.headers.get("Host", "")):
            last = ",".join(self.headers.get_all("X-Forwarded-For", [])).rpartition(",")[2]
            try:
                return str(ip_address(last.strip()))
            except ValueError:
                return ""
        return _THIS_MACHINE

    @property
    def _bearer(self) -> str:
        """The token of a message, or the lines of the news; empty without any."""
        found = _BEARER.fullmatch(self.headers.get("Authorization", ""))
        return found[1] if found else ""

    def _check_request(self) -> str:
        """Return the path after its first slash, or refuse the request."""
        hosts, origins = (self.headers.get_all(name, []) for name in ("Host", "Origin"))
        name = self.path[1:].partition("?")[0]
        if len(hosts) != 1 or not self._host.is_own(hosts[0]):
            raise _Refusal(HTTPStatus.MISDIRECTED_REQUEST, "the request names a different server")
        if origins and not (len(origins) == 1 and self._host.is_origin(origins[0], hosts[0])):
            raise _Refusal(HTTPStatus.FORBIDDEN, "only this server's page may send requests")
        if not self.path.startswith("/"):
            raise _Refusal(HTTPStatus.BAD_REQUEST, "the address is a path")
        allowed = "POST" if name == MESSAGES else "GET, HEAD"
        if self.command not in allowed:
            told = f"the method of this address is {allowed}"
            raise _Refusal(HTTPStatus.METHOD_NOT_ALLOWED, told, allowed)
        return name

    def _send_news(self) -> None:
        """Send changes in games as long as the browser is listening."""
        names = dict.fromkeys(self._bearer.split("+"))
        if len(names) > MOST_LINES:
            told = f"a browser listens to at most {MOST_LINES} games at once"
            raise _Refusal(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, told)
        lines = [*filter(None, map(self._line, names))]
        if self.command == "HEAD" or not lines:
            raise _Refusal(HTTPStatus.FORBIDDEN, "only players receive news")
        news: News = SimpleQueue()
        with ExitStack() as stack:
            listening = self._host.engine.listeners.listening
            is_heard = [stack.enter_context(listening(line, news)) for line in lines]
            if not any(is_heard):
                raise _Refusal(HTTPStatus.TOO_MANY_REQUESTS, "there are too many listeners")
            for line, has_place in zip(lines, is_heard, strict=True):
                if not has_place:  # the browser's other lines have one
                    news.put((line.name, FULL))
            heard = [line for line, has_place in zip(lines, is_heard, strict=True) if has_place]
            self.close_connection = True
            self.connection.settimeout(_SECONDS_TO_WAIT)
            self.send_response(HTTPStatus.OK)
            # Proxies must not wait for more news.
            own = {"Content-Type": _NEWS, "Connection": "close", "X-Accel-Buffering": "no"}
            for name, value in {**_HEADERS, **own}.items():
                self.send_header(name, value)
            self.end_headers()
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # ends the thread of a phone in the dark
                milliseconds = 1_000 * SECONDS_OF_SILENCE
                self.connection.setsockopt(
                    socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds
                )
            for event in _events(news, lambda: self._standings_at(heard)):
                self.wfile.write(event)
                self.wfile.flush()
                has_hung_up = select.select([self.connection], [], [], 0)[0]
                if has_hung_up or any(self._has_lost_seat(line.who) for line in heard):
                    return

    def _line(self, name: str) -> Line | None:
        """Return the line that a browser names; None if it may not listen to it."""
        token, _, game = name.partition("/")
        if self._host.is_host(token):
            return Line(name, game, HOST)
        visit = self._host.engine.people.find(token)
        if visit is None:
            return None
        return Line(name, visit.game, token, visit.seat is None, self._address)

    def _standings_at(self, lines: list[Line]) -> dict[str, _Standings]:
        """Return the standings of all screens, by the name of each line."""
        presence = self._host.engine.listeners.presence
        return {line.name: presence.standings(line.game) for line in lines}

    def _has_lost_seat(self, secret: str) -> bool:
        return secret != HOST and self._host.engine.people.find(secret) is None

    def _body(self) -> bytes:
        """Return the body, or refuse it if its length is missing, too large or not reached."""
        lengths = self.headers.get_all("Content-Length", [])
        is_length = len(lengths) == 1 and lengths[0].isascii() and lengths[0].isdecimal()
        if not is_length or "Transfer-Encoding" in self.headers:
            raise _Refusal(HTTPStatus.LENGTH_REQUIRED, "a message has one Content-Length")
        # Python refuses to read very long numbers.
        if (
            len(lengths[0]) > len(f"{messages.SIZE_LIMIT}")
            or (length := int(lengths[0])) > messages.SIZE_LIMIT
        ):
            told = f"the limit is {messages.SIZE_LIMIT} bytes"
            raise _Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, told)
        body = self.rfile.read(length)
        if len(body) < length:
            raise _Refusal(HTTPStatus.BAD_REQUEST, "the message is incomplete")
        return body

    def _refuse(self, status: HTTPStatus, why: str, allowed: str = "") -> None:
        # The rest of the request is not read.
        self.close_connection = True
        headers = {"Allow": allowed} if allowed else {}
        self._send(status, _TEXT, f"{why}\n".encode(), Connection="close", **headers)

    def _send_shared(self, kind: str, content: bytes, compressed: bytes) -> None:
        """Send a file that browsers may keep, compressed if they can read that."""
        headers = {"Cache-Control": _FOR_EVER, "Vary": "Accept-Encoding"}
        if self._reads_gzip:
            content = compressed
            headers["Content-Encoding"] = "gzip"
        self._send(HTTPStatus.OK, kind, content, **headers)

    @property
    def _reads_gzip(self) -> bool:
        """True if the browser accepts compressed answers."""
        coding = self.headers.get("Accept-Encoding", "") if self.headers else ""
        return re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", coding) is not None

    def _send(self, status: HTTPStatus, kind: str, content: bytes, **headers: str) -> None:
        is_long = len(content) >= _LEAST_COMPRESSED and "Content-Encoding" not in headers
        if is_long and kind != _NEWS and self._reads_gzip:
            content = gzip.compress(content, compresslevel=5, mtime=0)
            headers["Content-Encoding"] = "gzip"
        self.connection.settimeout(_SECONDS_TO_WAIT)
        self.send_response(status)
        own = {"Content-Type": kind, "Content-Length": str(len(content))}
        for name, value in {**own, **_HEADERS, **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def handle_expect_100(self) -> bool:
        """Ask for the body of a message immediately."""
        goes_on = super().handle_expect_100()
        self.wfile.flush()
        return goes_on

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse requests that http.server itself cannot follow."""
        status = HTTPStatus(code)
        del message, explain  # they can repeat parts of the request
        if status is HTTPStatus.NOT_IMPLEMENTED:
            status = HTTPStatus.METHOD_NOT_ALLOWED
        # Before the version is known, http.server omits the status.
        self.request_version = self.protocol_version
        self._refuse(status, status.description or status.phrase)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as http.server has it
        """Log nothing."""


def _events(news: News, find_standings: Callable[[], dict[str, _Standings]]) -> Iterator[bytes]:
    """Yield the events of a stream, with at least part of an event every second.

    A screen that falls silent causes no change that is announced, so each line looks for itself.
    """
    yield b"retry: 1000\n\n"
    known = find_standings()
    while True:
        told = ""
        try:
            line, text = news.get(timeout=1)
            yield f"event: {line}\ndata: {text}\n\n".encode()
            told = line if text == SEATS else ""
        except Empty:
            yield b":\n"
        standings = find_standings()
        for line, screens in standings.items():
            if line != told and screens != known[line]:
                yield f"event: {line}\ndata: {SEATS}\n\n".encode()
        known = standings


def _status(answer: messages.Answer) -> HTTPStatus:
    if isinstance(answer, messages.Fault):
        return HTTPStatus(messages.FAULTS[answer.code])
    return HTTPStatus.OK  # also for a move that the rules refuse, which is an answer
