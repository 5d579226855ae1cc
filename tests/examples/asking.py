"""Clients of the server of many tables: their requests, over separate connections."""

from __future__ import annotations

import http.client
import json
import random
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import attrs
import uvicorn
from helpers.patience import PATIENCE

from server.app import application
from server.limits import Limits

WITHOUT_LIMITS = Limits(10**6, 10**4, tables=10**9, setting_bytes=10**12)
"""For the requests of tests, which all come from one address."""


@attrs.frozen
class Answer:
    """What came back."""

    status: int
    text: str

    @property
    def data(self) -> Any:
        return json.loads(self.text)


@attrs.frozen
class Client:
    """Somebody with a secret, or a spectator."""

    port: int
    secret: str | None = None

    def another(self) -> Client:
        return attrs.evolve(self, secret=secrets.token_urlsafe())

    def ask(self, method: str, path: str, body: str | bytes = b"") -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, self._headers)
            response = connection.getresponse()
            return Answer(response.status, response.read().decode())
        finally:
            connection.close()

    @contextmanager
    def events(self, table: str, after: int | None = None) -> Iterator[Iterator[tuple[int, Any]]]:
        """The events of a table as they come, each with its id."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        last = {} if after is None else {"Last-Event-ID": str(after)}
        with closing(connection):
            connection.request("GET", f"/tables/{table}/events", headers={**self._headers, **last})
            with closing(connection.getresponse()) as response:
                assert response.status == 200, response.read()
                yield _events(response)

    def first_status(self, path: str) -> int:
        """The status of an answer that may never end."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with closing(connection):
            connection.request("GET", path, headers=self._headers)
            return connection.getresponse().status

    def create(self, game: str, players: int | None = None, **more: Any) -> str:
        table = secrets.token_urlsafe()
        setting = {"game": game, "players": players, **more}
        answer = self.ask("PUT", f"/tables/{table}", json.dumps(setting))
        assert answer.status == 200, answer.text
        return table

    def sit(self, table: str, seat: int) -> Answer:
        return self.ask("PUT", f"/tables/{table}/seats/{seat}")

    def look(self, table: str, after: int | None = None) -> Any:
        return self.ask("GET", f"/tables/{table}" + f"?after={after}" * (after is not None)).data

    def play(self, table: str, number: int, move: str) -> Answer:
        return self.ask("PUT", f"/tables/{table}/moves/{number}", move)

    @property
    def _headers(self) -> dict[str, str]:
        return {} if self.secret is None else {"Authorization": f"Bearer {self.secret}"}


def _events(response: http.client.HTTPResponse) -> Iterator[tuple[int, Any]]:
    number = 0
    for line in response:
        name, _, value = line.decode().strip().partition(": ")
        if name == "id":
            number = int(value)
        elif name == "data":
            yield number, json.loads(value)


def seated(client: Client, table: str, players: int) -> list[Client]:
    """People who have taken all seats of a table."""
    people = [client.another() for _ in range(players)]
    for seat, person in enumerate(people):
        assert person.sit(table, seat).status == 200
    return people


def play_on(people: list[Client], table: str, most: int, seed: int = 0) -> Any:
    """Random moves until the game is over, or so many have been made; the last answer."""
    rng = random.Random(seed)
    shown = people[0].look(table)
    for _ in range(most):
        if shown["final"]:
            break
        person = people[rng.choice(shown["deciders"])]
        moves = person.look(table)["moves"]
        answer = person.play(table, shown["next"], rng.choice(moves))
        assert answer.status == 200, answer.text
        shown = answer.data
    return shown


@contextmanager
def served(store: str, limits: Limits | None = None) -> Iterator[Client]:
    """A spectator of a server in a thread of this process."""
    config = uvicorn.Config(
        application(store, limits=limits or WITHOUT_LIMITS),
        port=0,
        log_level="warning",
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    try:
        yield Client(server.servers[0].sockets[0].getsockname()[1])
    finally:
        server.should_exit = True
        thread.join()
