"""A page as a test plays it: requests as data, answers as data.

Each is held against the schema where jsonschema is installed.
"""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from http.client import HTTPConnection
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from helpers.patience import PATIENCE

from westeros_intrigue import Record, apply, greedy_player, observe, setup
from westeros_intrigue.play.page.engine import Engine
from westeros_intrigue.play.page.messages import write_answer
from westeros_intrigue.play.page.requests import protocol_schema
from westeros_intrigue.play.page.server import Server
from westeros_intrigue.play.sessions import Folder

Ask = Callable[..., Any]
"""Sends a request, given by its members, and returns the answer as data."""


@cache
def validator(name: str) -> Any:
    schema = {**protocol_schema()}
    del schema["anyOf"]
    made = pytest.importorskip("jsonschema").Draft202012Validator
    return made({**schema, "$ref": f"#/$defs/{name}"})


def check(name: str, data: object) -> None:
    """Hold a request or an answer against the schema, if there is what can."""
    if find_spec("jsonschema"):
        validator(name).validate(data)


def requested(do: str, members: dict[str, object]) -> dict[str, object]:
    """Return a request; a screen that looks will show the answer, unless it says otherwise."""
    return {"do": do, **({"shown": None} if do == "look" else {}), **members}


def asking(folder: Path, engine: Engine | None = None) -> Ask:
    """Return what asks an engine, by default one of its own, by JSON alone."""
    engine = engine or Engine(Folder(folder))

    def ask(do: str, **members: object) -> Any:
        request = requested(do, members)
        check("request", request)
        text = write_answer(engine.answer(json.dumps(request)))
        answer = json.loads(text)
        check("answer", answer)
        return answer

    return ask


@contextmanager
def serving(
    folder: Path, host: str = "127.0.0.1", port: int = 0, address: str = ""
) -> Iterator[Server]:
    """Serve the page in a thread."""
    with Server(Folder(folder), host, port, address) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


_ADDRESSES = count(1)
FAR = "X-Far-Address"
"""The header with the address of a browser, for a server that believes it."""


def believe_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server believe where a browser says it is; all are on this machine in fact."""
    address = property(lambda handler: handler.headers.get(FAR, "localhost"))
    monkeypatch.setattr("westeros_intrigue.play.page.server._Handler._address", address)


def bearing(*tokens: str) -> dict[str, str]:
    """Return the header by which a request proves that it has tokens, or lines of news."""
    return {"Authorization": f"Bearer {'+'.join(tokens)}"}


def through(server: Server, token: str = "", **headers: str) -> Ask:
    """Return what asks through a link, by default that of the host, each time anew.

    Each friend is at an address of their own, for a server that believes it. Refusals by HTTP alone
    have their status as the kind.
    """
    far = {FAR: f"198.51.100.{next(_ADDRESSES)}"} if token else {}
    own = far | {name.replace("_", "-"): value for name, value in headers.items()}

    def ask(do: str, **members: object) -> Any:
        headers = {"Content-Type": "application/json", **bearing(token or server.token), **own}
        body = json.dumps(requested(do, members))
        with closing(
            HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)
        ) as connection:
            connection.request("POST", "/messages", body, headers)
            answer = connection.getresponse()
            if answer.headers["Content-Type"] != "application/json":
                return {"kind": str(answer.status)}
            found = json.load(answer)
            check("answer", found)
            return found

    return ask


def seats(*who: str) -> list[dict[str, str]]:
    return [{"name": "", "who": each} for each in who]


def begun(
    ask: Ask, who: Sequence[str] = ("person", "person"), *, seed: int | None = 1, **settings: Any
) -> Any:
    """Begin a game with settings by their names."""
    people = settings.pop("seats", seats(*who))
    automated = [str(seat) for seat, each in enumerate(who) if each == "automated"]
    if "solo" not in settings:  # which has its own
        settings["automated"] = "+".join(automated)
    named = [
        {"name": name, "value": str(value).lower()} for name, value in settings.items() if value
    ]
    return ask("start", name="westeros-intrigue", seats=people, options=named, seed=seed)


def late_round(*who: str, most_cards: int, seed: int = 1) -> Record:
    """Return a game whose first player is to move, with at most so many cards."""
    state, rng = setup(len(who), seed=seed), random.Random(1)
    while state.active_player != 0 or state.hand_sizes[0] > most_cards:
        state = apply(state, greedy_player(observe(state, state.active_player), rng))
    return Record.from_state(state, tags={f"Seat-{seat}": each for seat, each in enumerate(who)})


def kept(folder: Path, game: str) -> Record:
    return Record.parse((folder / f"{game}.txt").read_text("utf-8"))


def played(ask: Ask, position: Any) -> Iterator[Any]:
    """Play on to the end, people placing the first card they may; yield every position."""
    yield position
    while position["waits_for"] != "nobody":
        at = {"game": position["game"], "moment": position["moment"]}
        view = position["view"]
        if position["waits_for"] == "person":
            seat = view["table"]["active_player"]
            if view["player"] != seat:
                position = ask("look", game=position["game"], seat=seat)
                yield position
            position = ask("play", seat=seat, move=position["moves"][0], **at)
        else:
            position = ask("step", seat=view["player"], **at)
        yield position
