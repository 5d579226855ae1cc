"""Two players at a table: they see their own hands, and refusals name the rule."""

import json

import pytest
from app import app
from fastapi import FastAPI
from fastapi.testclient import TestClient

import westeros_intrigue as wi

client = TestClient(app)
strangers = TestClient(app, raise_server_exceptions=False)  # who see a 500 for a fault


def sit_down(players: int = 2) -> list[tuple[str, dict[str, str]]]:
    """Return the address and the header of each player of a new table."""
    seats = [client.post("/tables", json={"players": players}).json()]
    seats += [client.post(f"/tables/{seats[0]['table']}/seats").json() for _ in range(players - 1)]
    return [
        (f"/tables/{seat['table']}", {"Authorization": f"Bearer {seat['token']}"}) for seat in seats
    ]


def test_a_game_is_played_to_its_end_and_the_stream_ends_with_it() -> None:
    seats = sit_down(3)
    while not (shown := client.get(seats[0][0], headers=seats[0][1]).json())["winners"]:
        address, header = seats[shown["view"]["table"]["active_player"]]
        [move, *_] = client.get(address, headers=header).json()["moves"]
        assert client.post(f"{address}/moves", headers=header, json={"move": move}).is_success
    stream = client.get(f"{seats[1][0]}/views", headers=seats[1][1]).text
    assert json.loads(stream.removeprefix("data: "))["winners"] == shown["winners"]


def test_a_refused_move_names_its_rule_and_changes_nothing() -> None:
    [(address, header), _] = sit_down()
    before = client.get(address, headers=header).json()
    card = before["view"]["hand"][0]
    answer = client.post(f"{address}/moves", headers=header, json={"move": f"{card}@b0"})
    assert (answer.status_code, answer.json()[0]["violation"]["rule"]) == (409, "court.support")
    assert client.get(address, headers=header).json() == before


@pytest.mark.parametrize(
    ("body", "status"), [({"move": "king"}, 422), ({"move": 3}, 422), ({}, 422)]
)
def test_a_bad_request_is_no_fault_of_the_server(body: dict[str, object], status: int) -> None:
    [(address, header), _] = sit_down()
    assert client.post(f"{address}/moves", headers=header, json=body).status_code == status
    assert client.get(address, headers={"Authorization": "Bearer x"}).status_code == 403
    assert client.post("/tables", json={"players": 7}).status_code == 422
    assert client.post(f"{address}/seats").status_code == 409


@pytest.mark.parametrize(
    "body",
    [
        b"NaN",
        b"\xff\xfe",
        b'{"move": NaN, "players": NaN}',
        b'{"move": -Infinity, "players": -Infinity}',
        b'{"move": 1e999, "players": 1e999}',
        b'{"move": "\\ud800", "players": "\\ud800"}',
        b'{"move": ["\\udfff"], "players": {"\\udfff": 2}}',
        b'{"move": "S1@a0',
        b"[" * 100_000,
        b"[" + b"9" * 5000 + b"]",
    ],
    ids=lambda body: ascii(body[:24]),
)
def test_a_hostile_body_is_refused_and_the_answer_does_not_repeat_it(body: bytes) -> None:
    [(address, header), _] = sit_down()
    header = {**header, "Content-Type": "application/json"}
    for path in ("/tables", f"{address}/moves"):
        answer = strangers.post(path, headers=header, content=body)
        assert answer.status_code in {400, 422}  # 400 if JSON's own reader gives up
        if answer.status_code == 422:
            assert all({*wrong} == {"loc", "msg", "type"} for wrong in answer.json()["detail"])


def test_the_schema_has_the_views_and_moves_of_the_library() -> None:
    parts = client.get("/openapi.json").json()["components"]["schemas"]
    assert parts["Shown"]["properties"]["moves"]["items"]["pattern"].startswith("^[SLBT]")
    assert "hand_sizes" in json.dumps(parts["Shown"]["properties"]["view"])


def test_a_state_cannot_be_an_answer() -> None:
    leaking = FastAPI()

    @leaking.get("/")
    async def leak() -> wi.GameState:
        return wi.setup(2, seed=1)

    answer = TestClient(leaking, raise_server_exceptions=False).get("/")
    assert (answer.status_code, answer.text) == (500, "Internal Server Error")
