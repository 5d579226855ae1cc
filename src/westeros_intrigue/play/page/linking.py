"""The other end of a link: messages to a table that `web` serves, from another program.

A terminal and an assistant take seats in this way. They know only the contents of the answers.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import copy
import ipaddress
import re
import socket
import ssl
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from io import BufferedReader
from typing import Any, Self

from westeros_intrigue.gamekit import documents, errors
from westeros_intrigue.gamekit.english import printable
from westeros_intrigue.play.page import messages, requests
from westeros_intrigue.play.page.incoming import Incoming
from westeros_intrigue.play.sessions.presence import SECONDS_BETWEEN_BEATS

_LONGEST_ANSWER = 8 * messages.SIZE_LIMIT
_PATIENCE = 30
"""The time in seconds for a whole answer, and for a line of news, however slowly it arrives; even
an idle game sends a line of news every second."""
_LONGEST_LINE = 1_000
"""The most bytes of a line of news; the longest has a token and the name of a game."""
_MOST_LINES = 10_000
_MOST_LINES_A_SECOND = 1_000
"""The most lines of news, at once and then in the long run: far more than any table sends."""


_SECONDS_UNTIL_LOST = 60 * 60
"""The time without any answer after which no more signs of life are sent, as the host has gone."""


class NotAnswered(errors.WesterosIntrigueError, RuntimeError):
    """The server of a link does not answer, is not a `web` server, or refuses a request.

    >>> issubclass(NotAnswered, RuntimeError)
    True
    """


class NoTableThere(NotAnswered):
    """Nothing answers at a link, or something else than a table, or it answers too long or slowly.

    The text can have words of whatever answers there, which may be a machine of the local network
    that has nothing to do with games. Show it only to the person who gave the link.

    >>> issubclass(NoTableThere, NotAnswered)
    True
    """


class PlayerFailedThere(NotAnswered):
    """A computer player at the table raised an error.

    >>> issubclass(PlayerFailedThere, NotAnswered)
    True
    """


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A server cannot send a program with a link to another server."""

    def redirect_request(self, *_: Any, **__: Any) -> None:  # noqa: ANN401 - urllib's
        return None


class _Outgoing:
    """A connection whose answer must have arrived by a time, as `http.client` uses it."""

    def __init__(self, connection: socket.socket, ends: float) -> None:
        """Start with a connection that is open."""
        self._connection = connection
        self._ends = ends
        self._is_answered = False
        self.incoming: Incoming = Incoming(connection, _PATIENCE)
        self.incoming.ends = ends

    def sendall(self, content: bytes) -> None:
        """Send a part of a request."""
        self._connection.settimeout(max(self._ends - time.monotonic(), 0.001))
        self._connection.sendall(content)

    def makefile(self, _mode: str) -> BufferedReader:
        """Return the answer."""
        self._is_answered = True
        return BufferedReader(self.incoming)

    def close(self) -> None:
        """Close the connection as soon as its answer is closed, at once if there is none."""
        self._connection.close()
        if not self._is_answered:
            self.incoming.close()


class _Within(urllib.request.HTTPHandler, urllib.request.HTTPSHandler):
    """Opens connections whose whole answers must have arrived by a time.

    The time that `urllib` takes is one for each byte.
    """

    def __init__(self, ends: float) -> None:
        """Take the time, as `time.monotonic` counts."""
        super().__init__()
        self._ends = ends
        self.outgoing: _Outgoing | None = None
        """The connection, once it is open."""

    def http_open(self, req: urllib.request.Request) -> HTTPResponse:
        """Open a connection."""
        return self.do_open(partial(_Plain, within=self), req)

    def https_open(self, req: urllib.request.Request) -> HTTPResponse:
        """Open an encrypted connection."""
        return self.do_open(
            partial(_Encrypted, within=self), req, context=ssl.create_default_context()
        )

    def seconds_left(self) -> float:
        """Return the time that is left in seconds.

        Raises:
            TimeoutError: there is none.
        """
        left = self._ends - time.monotonic()
        if left <= 0:
            raise TimeoutError("there is no more time")
        return left

    def limit(self, connection: socket.socket) -> Any:  # noqa: ANN401 - stands for a socket
        """Return a connection with the time for its answer."""
        self.outgoing = _Outgoing(connection, self._ends)
        return self.outgoing


class _Plain(HTTPConnection):
    def __init__(self, host: str, *, within: _Within, **how: Any) -> None:  # noqa: ANN401 - http's
        super().__init__(host, **how)
        self._within = within

    def connect(self) -> None:
        super().connect()
        self.sock = self._within.limit(self.sock)


class _Encrypted(HTTPSConnection):
    def __init__(self, host: str, *, within: _Within, **how: Any) -> None:  # noqa: ANN401 - http's
        super().__init__(host, **how)
        self._within = within

    def connect(self) -> None:
        super().connect()
        self.sock = self._within.limit(self.sock)


class IncomingNews:
    """The lines of a table's news, each as short and each as soon as tables send them.

    Raises:
        NoTableThere: the lines are not news of a table.
    """

    def __init__(self, answer: HTTPResponse, incoming: Incoming | None, beats: Beats) -> None:
        """Start before the first line."""
        self._answer, self._incoming, self._beats = answer, incoming, beats
        self._begun = time.monotonic()
        self._count = 0

    def __iter__(self) -> Iterator[bytes]:
        """Yield the lines as they arrive, until the server sends no more."""
        while line := self._next():
            yield line

    def close(self) -> None:
        """Hear no more, and give no more signs of life."""
        self._beats.close()
        self._answer.close()

    def _next(self) -> bytes:
        """Return the next line; nothing at the end."""
        if self._incoming:
            self._incoming.ends = time.monotonic() + _PATIENCE
        try:
            line = self._answer.readline(_LONGEST_LINE + 1)
        except TimeoutError as error:
            raise NoTableThere(f"no news for {_PATIENCE} seconds") from error
        except (OSError, HTTPException, ValueError) as error:  # ValueError: a chunk without a size
            raise NoTableThere(f"the news ended: {error}") from error
        if len(line) > _LONGEST_LINE:
            raise NoTableThere(f"the news has a line of more than {_LONGEST_LINE:,} bytes")
        self._count += 1
        if self._count > _MOST_LINES + _MOST_LINES_A_SECOND * (time.monotonic() - self._begun):
            raise NoTableThere(f"more than {_MOST_LINES_A_SECOND:,} lines of news a second")
        return line


class Line:
    """Messages to a link's server, and the answers.

    >>> Line("http://127.0.0.1:8321#secret").link
    'http://127.0.0.1:8321/#secret'

    Raises:
        InvalidValue: it is not a link.
    """

    def __init__(self, link: str) -> None:
        """Check the link without sending anything."""
        # A proxy can serve the page in a folder of its own.
        parts = re.fullmatch(r"((https?://[^/?#]+)(?:/[\w.~-]+)*)/?#([\w-]+)/?", link)
        if not parts or "/." in link:
            raise _not_a_link(link)
        self._root: str = parts[1]
        self._host: str = parts[2]
        self.token: str = parts[3]
        self.is_stand_in = False
        """True if the link plays a seat for the person whose it is."""
        self._ends = float("inf")

    def with_token(self, token: str) -> Self:
        """Return a line to another place at the same server.

        Raises:
            InvalidValue: no link has such a token.
        """
        line = type(self)(f"{self._root}/#{token}")
        if line.token != token:
            raise _not_a_link(f"{self._root}/#{token}")
        return line

    def until(self, ends: float) -> Self:
        """Return this line with a time, as `time.monotonic` counts, when all answers must be there.

        Without one, each answer has its own.
        """
        line = copy.copy(self)
        line._ends = ends
        return line

    @property
    def server(self) -> str:
        """The server of the link, without the secret."""
        return self._root

    @property
    def link(self) -> str:
        """The link of the seat."""
        return f"{self._root}/#{self.token}"

    @property
    def is_near(self) -> bool:
        """True if the link names this machine, or an address of a private network.

        Names other than `localhost` can lead anywhere, and link-local addresses to the services of
        a cloud.
        """
        host = re.fullmatch(r"https?://(?:[^@]*@)?(\[[^\]]*\]|[^:@]*)(?::\d*)?", self._host)
        if host is None or "@" in self._host:
            return False
        try:
            address = ipaddress.ip_address(host[1].strip("[]"))
        except ValueError:
            return host[1] == "localhost"
        # An address of version 6 can stand for any of version 4.
        address = getattr(address, "ipv4_mapped", None) or address
        return address.is_loopback or (
            address.is_private and not (address.is_link_local or address.is_unspecified)
        )

    def send(self, request: requests.Request) -> messages.Answer:
        """Return the answer to a request; a fault only if the game has moved on since.

        Raises:
            NoTableThere: the server does not answer in time, or is not a `web` server.
            PlayerFailedThere: a computer player at the table raised an error.
            NotAnswered: the table refuses the request.
        """
        body = documents.dump(requests.REQUESTS.write(request)).encode()
        content = self._read(body)
        if len(content) > _LONGEST_ANSWER:
            raise NoTableThere(f"{self._root}: the answer has more than {_LONGEST_ANSWER:,} bytes")
        text = content.decode("utf-8", "replace")
        try:
            document = _without_controls(documents.parse(text, _LONGEST_ANSWER))
            answer = messages.ANSWERS.read(document)
        except errors.DecodingError as error:
            # Another server explains itself in HTML or plain text.
            reason = str(error) if text.startswith("{") else text
            raise NoTableThere(f"{self._root}: {printable(reason[:200]).strip()}") from None
        if isinstance(answer, messages.Fault) and answer.code != "moved-on":
            raise (PlayerFailedThere if answer.code == "failed" else NotAnswered)(answer.text)
        return answer

    def listen(self, game: str) -> IncomingNews:
        """Return the news of a game, line by line; whoever listens gives signs of life.

        Raises:
            NoTableThere: the server does not answer.
        """
        within = self._within()
        answer = self._open(within, "news", f"{self.token}/{game}")
        incoming = within.outgoing.incoming if within.outgoing else None
        return IncomingNews(answer, incoming, Beats(self, game))

    def _within(self) -> _Within:
        return _Within(min(time.monotonic() + _PATIENCE, self._ends))

    def _read(self, body: bytes) -> bytes:
        """Return the answer to a message, or one byte more than the longest."""
        try:
            with closing(self._open(self._within(), "messages", self.token, body)) as answer:
                return answer.read(_LONGEST_ANSWER + 1)
        except (OSError, HTTPException, ValueError) as error:  # ValueError: a chunk without a size
            raise self._not_there(error) from error

    def _open(
        self, within: _Within, path: str, bearer: str, body: bytes | None = None
    ) -> HTTPResponse:
        # A proxy leads out of the local network, and would know the secret of the link.
        proxies = [urllib.request.ProxyHandler({})] if self.is_near else []
        opener = urllib.request.build_opener(_NoRedirect, within, *proxies)
        try:
            # An address is in the logs of proxies, so it has no secret.
            own = {"Content-Type": "application/json", "Authorization": f"Bearer {bearer}"}
            asked = urllib.request.Request(  # noqa: S310 - the link begins with http
                f"{self._root}/{path}", body, own
            )
            opened: HTTPResponse = opener.open(asked, timeout=within.seconds_left())
        except urllib.error.HTTPError as error:
            return error  # type: ignore[return-value]  # it is read like any other answer
        except (OSError, HTTPException, ValueError) as error:  # ValueError: no address in [ ]
            raise self._not_there(error) from error
        return opened

    def _not_there(self, error: Exception) -> NoTableThere:
        reason = getattr(error, "reason", error)
        if isinstance(reason, TimeoutError):
            reason = "the time for an answer is over"
        return NoTableThere(f"{self._root} does not answer: {printable(str(reason)[:200])}")


class Beats:
    """Signs of life of a program that plays by a link, until they are closed.

    A sign is sent at once, and then every few seconds. A program that thinks, or waits for a person
    or a model for minutes, sends no other request, and would be shown as away.

    Args:
        line: the line of the program's own seat.
        game: the id of the game.
        most_idle: the time in seconds after `renew` when the program counts as away after all.
    """

    def __init__(self, line: Line, game: str, most_idle: float = float("inf")) -> None:
        """Send them from now on."""
        self._line, self._most_idle = line, most_idle
        self._beat = requests.Beat(game, is_hidden=False)
        self._ends = self._is_lost_at = 0.0
        self._is_over = threading.Event()
        self.renew()
        self._thread = threading.Thread(target=self._send, daemon=True)
        self._thread.start()

    def renew(self) -> None:
        """Note that the program has been used."""
        self._ends = time.monotonic() + self._most_idle
        self._is_lost_at = time.monotonic() + _SECONDS_UNTIL_LOST

    def close(self) -> None:
        """Send no more."""
        self._is_over.set()

    def _send(self) -> None:
        wait = 0
        while not self._is_over.wait(wait):
            wait = SECONDS_BETWEEN_BEATS
            if time.monotonic() > min(self._ends, self._is_lost_at):
                continue
            try:
                # The lines of terminals and assistants have refusals of their own.
                Line.send(self._line.until(time.monotonic() + _PATIENCE), self._beat)
                self._is_lost_at = time.monotonic() + _SECONDS_UNTIL_LOST
            except NoTableThere:
                pass  # the host may be back for the next one
            except NotAnswered:
                return  # the link opens no seat any more


def _not_a_link(text: str) -> errors.InvalidValue:
    return errors.InvalidValue(
        f"{printable(text[:80])}: a link looks like http://192.0.2.7:8321/#TOKEN"
    )


def _without_controls(document: object) -> object:
    """Return a document without the characters that could control a terminal."""
    match document:
        case str(text):
            return "\n".join(map(printable, text.split("\n")))
        case list(values):
            return [*map(_without_controls, values)]
        case dict(values):
            return {key: _without_controls(value) for key, value in values.items()}
    return document
