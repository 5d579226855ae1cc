"""Who may do what at a table of the server: the table of the documentation, each cell tried."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs
import pytest
from starlette.routing import Route

from server import app, host as hosting
from server.host import Host
from server.store import open_store

from .asking import Answer, Client, served

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "many-tables.md"
UNREACHABLE = "-"  # in a cell of the documentation, for what a role does not have


def rights() -> dict[str, dict[str, str]]:
    """By request and role, what happens, as the documentation has it."""
    text = PAGE.read_text("utf-8").partition("### Who may do what\n")[2].strip()
    lines = text.partition("\n\n")[0].splitlines()
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}


RIGHTS = rights()


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"folder:{tmp_path_factory.mktemp('rights')}/tables"


@pytest.fixture(scope="module")
def site(store: str) -> Iterator[Client]:
    with served(store) as client:
        yield client


@pytest.fixture(scope="module")
def host(site: Client, store: str) -> Iterator[Host]:
    """Another process at the same tables, which seats people quickly."""
    assert site.port
    opened = open_store(store, creates=True)
    yield Host(opened)
    opened.close()


@attrs.frozen
class Scene:
    """A game under way: a present, an absent and another person, and seats that nobody owns."""

    site: Client
    table: str
    player: Client  # in seat 0
    other: Client  # in seat 1, absent by the clock of the server
    last: Client  # in seat 5
    former: Client  # who has left seat 2, for which nobody asks
    newcomer: Client  # who asks for seat 3, which was left as well
    stranger: Client
    maker: Client  # who has no seat
    number: int  # of the question

    def seat(self, number: int) -> str:
        return f"/tables/{self.table}/seats/{number}"

    def who(self, role: str) -> Client:
        return {
            "person who asks for a seat": self.newcomer,
            "spectator": self.site,
            "former player": self.former,
            "newcomer with a secret": self.stranger,
            "maker of the table without a seat": self.maker,
        }.get(role, self.player)


def scene(site: Client, host: Host, role: str) -> Scene:
    """A game under way, in which somebody has a role."""
    table = secrets.token_urlsafe()
    setting = {"game": "westeros-intrigue", "players": 6, "bots": {"4": "random"}}
    maker = site.another()
    host.create(table, json.dumps(setting), str(maker.secret))
    people = [site.another() for _ in range(6)]
    player, other, former, _, newcomer, last = people
    drawn = [str(person.secret) for person in people]
    for seat in (0, 1, 2, 3, 5):
        host.sit(table, seat, drawn[seat])
    for seat in (2, 3):
        host.leave(table, seat, drawn[seat])
    number = host.sit(table, 3, drawn[4]).version
    if role == "player whose seat a bot plays":
        host.seat_bot(table, 0, drawn[0], "random")
    if role == "player whose seat was freed":
        host.leave(table, 0, drawn[5])
    return Scene(site, table, player, other, last, former, newcomer, site.another(), maker, number)


def look(scene: Scene, who: Client) -> Answer:
    return who.ask("GET", f"/tables/{scene.table}")


def stream(scene: Scene, who: Client) -> Answer:
    answer = who.ask("GET", f"/tables/{scene.table}?after=0")
    if answer.status == 200:
        with who.events(scene.table) as events:
            return Answer(200, json.dumps(next(events)[1]))
    return Answer(who.first_status(f"/tables/{scene.table}/events"), "{}")


def move(scene: Scene, who: Client) -> Answer:
    shown = who.look(scene.table)
    moves = shown.get("moves") or ["S1@a0"]
    return who.play(scene.table, scene.site.look(scene.table)["next"], moves[0])


def is_asked(scene: Scene, who: Client) -> Answer:
    """Let all others agree; whoever is asked still keeps the newcomer waiting."""
    for person in (scene.player, scene.other, scene.last):
        if person is not who:
            answer = person.ask("PUT", f"{scene.seat(3)}/asking/{scene.number}")
            assert answer.status == 200, answer.text
    is_waiting = not scene.site.look(scene.table)["seats"][3]
    return Answer(200 if is_waiting else 409, "{}")


def drop_after_the_game(scene: Scene, who: Client) -> Answer:
    assert scene.maker.ask("PUT", f"/tables/{scene.table}/end").status == 200
    return who.ask("DELETE", f"/tables/{scene.table}")


def asks(method: str, where: Callable[[Scene], str], body: str = "") -> Callable[..., Answer]:
    """What sends one request to an address."""

    def ask(scene: Scene, who: Client) -> Answer:
        return who.ask(method, where(scene), body)

    return ask


REQUESTS: dict[str, tuple[Callable[[Scene, Client], Answer], str]] = {
    "look at the table": (look, "GET /tables/{table}"),
    "stream events": (stream, "GET /tables/{table}/events"),
    "draw a picture": (
        asks("GET", lambda at: f"/tables/{at.table}/picture.svg"),
        "GET /tables/{table}/picture.svg",
    ),
    "give a sign of life": (
        asks("PUT", lambda at: f"/tables/{at.table}/here"),
        "PUT /tables/{table}/here",
    ),
    "move": (move, "PUT /tables/{table}/moves/{number}"),
    "sit on one's seat": (asks("PUT", lambda at: at.seat(0)), "PUT /tables/{table}/seats/{seat}"),
    "ask for a seat without a person": (
        asks("PUT", lambda at: at.seat(4)),
        "PUT /tables/{table}/seats/{seat}",
    ),
    "ask for the seat that one has left": (
        asks("PUT", lambda at: at.seat(2)),
        "PUT /tables/{table}/seats/{seat}",
    ),
    "sit on the seat of another person": (
        asks("PUT", lambda at: at.seat(1)),
        "PUT /tables/{table}/seats/{seat}",
    ),
    "give one's seat to a bot": (
        asks("PUT", lambda at: at.seat(0), "greedy"),
        "PUT /tables/{table}/seats/{seat}",
    ),
    "give a seat without a player to a bot": (
        asks("PUT", lambda at: at.seat(2), "random"),
        "PUT /tables/{table}/seats/{seat}",
    ),
    "put a bot in the place of another": (
        asks("PUT", lambda at: at.seat(4), "greedy"),
        "PUT /tables/{table}/seats/{seat}",
    ),
    "give the seat of another person to a bot": (
        asks("PUT", lambda at: at.seat(1), "random"),
        "PUT /tables/{table}/seats/{seat}",
    ),
    "leave one's seat": (
        asks("DELETE", lambda at: at.seat(0)),
        "DELETE /tables/{table}/seats/{seat}",
    ),
    "free the seat of an absent person": (
        asks("DELETE", lambda at: at.seat(1)),
        "DELETE /tables/{table}/seats/{seat}",
    ),
    "free the seat of a present person": (
        asks("DELETE", lambda at: at.seat(5)),
        "DELETE /tables/{table}/seats/{seat}",
    ),
    "free the seat of a bot": (
        asks("DELETE", lambda at: at.seat(4)),
        "DELETE /tables/{table}/seats/{seat}",
    ),
    "admit a person who asks": (
        asks("PUT", lambda at: f"{at.seat(3)}/asking/{at.number}"),
        "PUT /tables/{table}/seats/{seat}/asking/{number}",
    ),
    "refuse a person who asks": (
        asks("DELETE", lambda at: f"{at.seat(3)}/asking/{at.number}"),
        "DELETE /tables/{table}/seats/{seat}/asking/{number}",
    ),
    "be asked before a newcomer sits down": (
        is_asked,
        "PUT /tables/{table}/seats/{seat}/asking/{number}",
    ),
    "be asked before a newcomer sits down, while absent": (
        is_asked,
        "PUT /tables/{table}/seats/{seat}/asking/{number}",
    ),
    "read the record before the end": (
        asks("GET", lambda at: f"/tables/{at.table}/record"),
        "GET /tables/{table}/record",
    ),
    "make a table": (
        asks("PUT", lambda _: f"/tables/{secrets.token_urlsafe()}", '{"game": "btwixt"}'),
        "PUT /tables/{table}",
    ),
    "list games and open tables": (asks("GET", lambda _: "/tables"), "GET /tables"),
    "end the game": (
        asks("PUT", lambda at: f"/tables/{at.table}/end"),
        "PUT /tables/{table}/end",
    ),
    "keep the table": (
        asks("PUT", lambda at: f"/tables/{at.table}/kept"),
        "PUT /tables/{table}/kept",
    ),
    "drop the table while the game is under way": (
        asks("DELETE", lambda at: f"/tables/{at.table}"),
        "DELETE /tables/{table}",
    ),
    "drop the table after the game": (drop_after_the_game, "DELETE /tables/{table}"),
}
"""By the words of the documentation, what asks, and the route that answers."""
OF_THE_SERVICE = {f"GET /{path}" for path in ("healthz", "readyz", "metrics", "games")}


def test_each_request_of_the_server_is_in_the_table_of_who_may_do_what() -> None:
    routes = [
        f"{method} {route.path}"
        for route in app.application("sqlite::memory:").routes
        if isinstance(route, Route)
        for method in route.methods or ()
        if method != "HEAD"
    ]
    assert {*routes} == {route for _, route in REQUESTS.values()} | OF_THE_SERVICE
    assert list(RIGHTS) == list(REQUESTS)


@pytest.mark.parametrize("request_name", REQUESTS)
def test_a_request_does_for_each_role_what_the_documentation_says(
    request_name: str, site: Client, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, _ = REQUESTS[request_name]
    seen: dict[str, str] = {}
    for role, expected in RIGHTS[request_name].items():
        is_absent = "absent" in request_name or role == "player whose seat was freed"
        monkeypatch.setattr(hosting, "ABSENCE", 0 if is_absent else 120)
        at = scene(site, host, role)
        monkeypatch.setattr(hosting, "ABSENCE", 0 if "absent" in request_name else 120)
        if expected == UNREACHABLE:
            seen[role] = UNREACHABLE
            continue
        public = ask(at, site).text if "view" in expected else ""
        answer = ask(at, at.who(role))
        if answer.status >= 400:
            seen[role] = "no"
            assert answer.status in {400, 403, 409}, answer.text
        elif public:
            seen[role] = (
                "public view" if shown_in(answer) == shown_in(Answer(200, public)) else "own view"
            )
        else:
            seen[role] = "yes"
    assert seen == RIGHTS[request_name]


def shown_in(answer: Answer) -> object:
    """What of the game an answer shows."""
    return answer.data["view"] if answer.text.startswith("{") else answer.text
