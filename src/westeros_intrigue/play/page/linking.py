"""The other end of a link: messages to a table that `web` serves, from another program.

A terminal and an assistant take seats in this way. They know only the contents of the answers.
"""

from __future__ import annotations

import ipaddress
import re
import urllib.error
import urllib.request
from contextlib import closing
from http.client import HTTPException, HTTPResponse
from typing import Any

from westeros_intrigue.gamekit import documents, errors
from westeros_intrigue.gamekit.english import printable
from westeros_intrigue.play.page import messages, requests

_LONGEST_ANSWER = 8 * messages.SIZE_LIMIT
_PATIENCE = 30
"""The time in seconds for the server to answer; even an idle game sends news every second."""


class NotAnswered(errors.WesterosIntrigueError, RuntimeError):
    """The server of a link does not answer, is not a `web` server, or refuses a request.

    >>> issubclass(NotAnswered, RuntimeError)
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


class Line:
    """Messages to a link's server, and the answers.

    >>> Line("http://127.0.0.1:8321/secret").link
    'http://127.0.0.1:8321/secret/'

    Raises:
        InvalidValue: it is not a link.
    """

    def __init__(self, link: str) -> None:
        """Check the link without sending anything."""
        found = re.fullmatch(r"(https?://[^/?#]+)/([\w-]+)/?", link)
        if not found:
            raise errors.InvalidValue(
                f"{printable(link[:80])}: a link looks like http://192.0.2.7:8321/TOKEN/"
            )
        self._root: str = found[1]
        self.token: str = found[2]
        self.is_stand_in = False
        """True if the link plays a seat for the person whose it is."""
        self._opener = urllib.request.build_opener(_NoRedirect)

    @property
    def link(self) -> str:
        """The link of the seat."""
        return f"{self._root}/{self.token}/"

    @property
    def is_near(self) -> bool:
        """True if the link names this machine, or an address of a private network.

        Names other than `localhost` can lead anywhere, and link-local addresses to the services of
        a cloud.
        """
        host = re.fullmatch(r"https?://(?:[^@]*@)?(\[[^\]]*\]|[^:@]*)(?::\d*)?", self._root)
        if host is None or "@" in self._root:
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
            NotAnswered: the server does not answer, is not a `web` server, or refuses the request.
        """
        body = documents.dump(requests.REQUESTS.write(request)).encode()
        with closing(self._open("messages", body)) as answer:
            text = answer.read(_LONGEST_ANSWER).decode("utf-8", "replace")
        try:
            document = _without_controls(documents.parse(text, _LONGEST_ANSWER))
            found = messages.ANSWERS.read(document)
        except errors.DecodingError as error:
            # Another server explains itself in HTML or plain text.
            told = str(error) if text.startswith("{") else text
            raise NotAnswered(f"{self._root}: {printable(told[:200]).strip()}") from None
        if isinstance(found, messages.Fault) and found.code != "moved-on":
            raise (PlayerFailedThere if found.code == "failed" else NotAnswered)(found.text)
        return found

    def listen(self, game: str) -> HTTPResponse:
        """Return the news of a game, line by line.

        Raises:
            NotAnswered: the server does not answer.
        """
        return self._open(f"news?{self.token}/{game}")

    def _open(self, path: str, body: bytes | None = None) -> HTTPResponse:
        try:
            asked = urllib.request.Request(  # noqa: S310 - the link begins with http
                f"{self.link}{path}", body, {"Content-Type": "application/json"}
            )
            opened: HTTPResponse = self._opener.open(asked, timeout=_PATIENCE)
        except urllib.error.HTTPError as error:
            return error  # type: ignore[return-value]  # it is read like any other answer
        except (OSError, HTTPException, ValueError) as error:  # ValueError: no address in [ ]
            raise NotAnswered(
                f"{self._root} does not answer: {getattr(error, 'reason', error)}"
            ) from error
        return opened


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
