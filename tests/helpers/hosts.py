"""Servers at the other end of a link that answer each request with the same bytes."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from westeros_intrigue.play.page.linking import Line

OPENING = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
PART = b"9" * 2**20
Answer = Callable[[Callable[[bytes], None]], None]
"""Sends an answer by the function that it gets, as long as somebody hears."""


class Host:
    """A server that answers each connection with the same bytes."""

    def __init__(self, port: int) -> None:
        self.link = f"http://127.0.0.1:{port}/#the-secret-of-a-table_"
        self.line = Line(self.link)
        self.sent = 0
        self.asked = 0


@contextmanager
def hosting(answer: Answer) -> Iterator[Host]:
    """Answer connections until the end of the test."""

    def hear(connection: socket.socket) -> None:
        def send(content: bytes) -> None:
            connection.sendall(content)
            host.sent += len(content)

        with connection, suppress(OSError):
            connection.recv(2**16)
            host.asked += 1
            answer(send)
            # A connection that is closed with something unread is reset.
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(2**16):
                pass

    def accept() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=hear, args=(connection,), daemon=True).start()

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        host = Host(listener.getsockname()[1])
        threading.Thread(target=accept, daemon=True).start()
        yield host
        listener.shutdown(socket.SHUT_RDWR)


def for_ever(send: Callable[[bytes], None], part: bytes, pause: float = 0) -> None:
    while True:
        send(part)
        time.sleep(pause)


def after(opening: bytes, part: bytes, pause: float = 0) -> Answer:
    """Return what sends an opening, and then the same part until nobody hears."""

    def answer(send: Callable[[bytes], None]) -> None:
        send(opening)
        for_ever(send, part, pause)

    return answer
