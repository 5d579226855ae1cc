"""A network between a phone and the server, which can fall silent without closing anything."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_PATIENCE = 0.05


class Network:
    """Passes bytes on, unless it is dark: then connections stay open, and nothing arrives."""

    def __init__(self, port: int) -> None:
        self.is_dark = False
        self._is_over = False
        self._server = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self) -> None:
        with suppress(OSError):
            while not self._is_over:
                if not select.select([self._listening], [], [], _PATIENCE)[0]:
                    continue
                near, _ = self._listening.accept()
                self._threads.append(threading.Thread(target=self._pass, args=(near,), daemon=True))
                self._threads[-1].start()

    def _pass(self, near: socket.socket) -> None:
        with near, suppress(OSError), socket.create_connection(("127.0.0.1", self._server)) as far:
            while not self._is_over:
                ready = [] if self.is_dark else select.select([near, far], [], [], _PATIENCE)[0]
                if self.is_dark:
                    threading.Event().wait(_PATIENCE)
                for one in ready:
                    if not (passed := one.recv(65_536)):
                        return
                    (far if one is near else near).sendall(passed)

    def end(self) -> None:
        self._is_over = True
        for each in self._threads:
            each.join()
        self._listening.close()


@contextmanager
def network_to(port: int) -> Iterator[Network]:
    network = Network(port)
    yield network
    network.end()
