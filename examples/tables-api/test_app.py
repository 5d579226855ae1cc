"""Two players at a table: they see their own hands, and refusals name the rule."""

import json

import pytest
from app import app
from fastapi.testclient import TestClient

client = TestClient(app)


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
        address, header = seats[shown["active_player"]]
        [move, *_] = client.get(address, headers=header).json()["moves"]
        assert client.post(f"{address}/moves", headers=header, json={"move": move}).is_success
    stream = client.get(f"{seats[1][0]}/views", headers=seats[1][1]).text
    assert json.loads(stream.removeprefix("data: "))["winners"] == shown["winners"]


def test_a_refused_move_names_its_rule_and_changes_nothing() -> None:
    [(address, header), _] = sit_down()
    before = client.get(address, headers=header).json()
    card = before["hand"][0]
    answer = client.post(f"{address}/moves", headers=header, json={"move": f"{card}@b0"})
    assert (answer.status_code, answer.json()[0]["rule"]) == (409, "court.support")
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
