"""Friends at screens of their own: each link opens one seat, and what changes is told at once."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import attrs
import pytest
from helpers.checkout import ROOT
from helpers.patience import PATIENCE
from helpers.ports import own_port

from play.page.asking import (
    FAR,
    Ask,
    bearing,
    begun,
    believe_addresses,
    kept,
    late_round,
    seats,
    serving,
    through,
)
from play.page.browsing import (
    IN_SIGHT,
    Person,
    expect,
    in_a_browser,
    new_page,
    place_first,
    strings_in_memory,
    violations,
    without_tokens,
)
from westeros_intrigue import DECK, legal_moves
from westeros_intrigue.gamekit.game import GAMES, add_game
from westeros_intrigue.games import btwixt
from westeros_intrigue.play.page import messages, requests
from westeros_intrigue.play.page.friends import draw_code
from westeros_intrigue.play.page.linking import Line
from westeros_intrigue.play.page.server import Server, _Handler, _Refusal
from westeros_intrigue.play.sessions import Folder
from westeros_intrigue.play.sessions.chairs import Visit
from westeros_intrigue.play.sessions.people import People

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route


@pytest.fixture
def shared_server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, "0.0.0.0") as server:  # noqa: S104 - other machines are let in
        yield server


@pytest.fixture
def host(server: Server) -> Ask:
    return through(server)


@pytest.fixture
def game(host: Ask) -> str:
    """A game of the host and another person."""
    return str(begun(host)["game"])


def token_of(address: str) -> str:
    return address.partition("#")[2]


def joined(server: Server, game: str, seat: int, name: str = "") -> Ask:
    """Offer a chair to a friend, who sits down, and return what asks for them."""
    return through(server, secret_of(server, game, seat, name))


def secret_of(server: Server, game: str, seat: int = 1, name: str = "") -> str:
    """Offer a chair to a friend, who sits down, and return the secret of the seat."""
    link, people = invite(server, game, seat), server.engine.people
    # As if all had come before the game began, in which tests have already played.
    people._store(attrs.evolve(people.of(game), has_begun=False))
    answer = through(server, link)("join", name=name, seat=seat, how="sit")
    secret = str(answer["secret"])
    assert secret not in {link, server.token}
    if people.of(game).is_lobby:
        assert through(server)("begin", game=game)["kind"] == "friends"
    return secret


def invite(server: Server, game: str, seat: int | None = None) -> str:
    """Offer a chair, and return the token of the table's link."""
    link = through(server)("invite", game=game, seat=seat)["link"]
    return token_of(link["addresses"][0])


def let_time_pass(server: Server, seconds: float) -> None:
    """Let everybody who is away be away for longer."""
    presence = server.engine.listeners.presence
    before = presence._clock
    presence._clock = lambda: before() + seconds


def test_a_link_opens_one_seat_and_shows_its_hand_alone(server: Server, host: Ask) -> None:
    game = begun(host, ("person", "person", "person", "greedy"))["game"]
    ben = joined(server, game, 1, "Ben")
    look = {"game": game}
    mine, hosts = ben("look", seat=1, **look), host("look", seat=0, **look)
    assert mine["view"]["player"] == 1
    assert mine["here"] == [1]
    assert hosts["here"] == [0, 2]
    assert [seat["name"] for seat in hosts["seats"]][1] == "Ben"
    assert host("look", seat=1, **look)["view"]["player"] is None
    for seat in (0, 2, 3, None):
        assert ben("look", seat=seat, **look)["code"] == "not-yours"


def test_the_host_places_no_card_of_a_friend_and_learns_of_none(
    server: Server, host: Ask, game: str
) -> None:
    ben = joined(server, game, 1)
    first = host("look", game=game, seat=0)["moves"][0]
    host("play", game=game, seat=0, moment=0, move=first)
    at = {"game": game, "seat": 1, "moment": 1}
    assert host("hint", **at)["code"] == "not-now"
    assert ben("hint", **at)["kind"] == "advice"
    assert {host("play", move=f"{card}@b0", **at)["code"] for card in DECK} == {"not-yours"}
    assert ben("play", move=ben("look", game=game, seat=1)["moves"][0], **at)["moment"] == 2


def test_the_secret_of_a_seat_can_ask_for_nothing_else(
    server: Server, host: Ask, game: str
) -> None:
    other = begun(host)["game"]
    ben = joined(server, game, 1)
    at = {"seat": 0, "moment": 0}
    for do, members in (
        ("look", {"game": other, "seat": 1}),
        ("play", {"game": game, "move": "S1@a0", **at}),
        ("hint", {"game": game, **at}),
        ("step", {"game": game, **at}),
        ("skip", {"game": game, **at}),
        ("pace", {"milliseconds": 0}),
        ("undo", {"game": game, **at}),
        ("invite", {"game": game, "seat": 0}),
        ("close", {"game": game}),
        ("join", {"name": "Eve", "seat": 0, "how": "claim"}),
        ("copy", {"game": other}),
        ("load", {"record": "x"}),
        ("arrange", {"name": "westeros-intrigue", "line": "-; *1, 1"}),
        ("write", {"game": game, "seat": 0, "moment": None}),
        ("puzzle", {"number": 1}),
    ):
        assert ben(do, **members)["code"] == "not-yours", do
    for do, members in (("copy", {}), ("undo", {"seat": 1, "moment": 0})):
        assert ben(do, game=game, **members)["code"] == "not-now"
    assert ben("choices")["seat"] == 1
    assert ben("rules", name="btwixt")["kind"] == "rules"


def test_one_link_seats_everybody_and_shows_nothing_of_the_game(server: Server, host: Ask) -> None:
    game = begun(host, ("person", "person", "person", "greedy"))["game"]
    link = invite(server, game, 1)
    assert invite(server, game, 2) == link
    guest = through(server, link)
    assert guest("look", game=game, seat=1)["code"] == "not-yours"
    offered = guest("choices")
    assert (offered["is_yours"], offered["seat"], offered["host"]) == (False, None, "Player 1")
    assert [(each["seat"], each["is_free"]) for each in offered["chairs"]] == [(1, True), (2, True)]
    asks = [
        through(server, guest("join", name=name, seat=seat, how="sit")["secret"])
        for seat, name in ((1, "Ben"), (2, "Eve"))
    ]
    assert asks[0]("look", game=game, seat=1)["waits_for"] == "friends"  # both at one address
    assert host("begin", game=game)["kind"] == "friends"
    assert [ask("look", game=game, seat=at)["here"] for at, ask in enumerate(asks, 1)] == [[1], [2]]
    assert guest("join", name="Dan", seat=2, how="sit")["code"] == "not-yours"
    assert guest("join", name="Dan", seat=0, how="sit")["code"] == "cannot-be"
    # Whoever is at the table can show the link to the next one.
    for ask in (host, *asks):
        [address, *_] = ask("friends", game=game)["link"]["addresses"]
        assert token_of(address) == link


def test_a_preview_of_a_messenger_uses_nothing_up(server: Server, game: str) -> None:
    link = invite(server, game, 1)
    for _ in range(3):
        with closing(HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)) as preview:
            preview.request("GET", "/")
            assert preview.getresponse().status == 200
    assert through(server, link)("join", name="Ben", seat=1, how="sit")["kind"] == "joined"


def test_a_closed_table_lets_nobody_in_and_says_so(server: Server, host: Ask, game: str) -> None:
    ben = joined(server, game, 1, "Ben")
    link = invite(server, game)
    assert host("close", game=game)["link"] is None
    assert "closed the table" in through(server, link)("choices")["text"]
    assert ben("look", game=game, seat=1)["here"] == [1]
    assert invite(server, game) != link


@pytest.mark.parametrize(
    ("why", "told"),
    [("", "leads to no table"), ("moved", "from another browser"), ("deleted", "has deleted")],
)
def test_a_link_that_opens_nothing_says_what_is_so(
    server: Server, host: Ask, game: str, why: str, told: str
) -> None:
    secret = secret_of(server, game)
    if why == "moved":
        server.engine.people.renew(game, 1)
    elif why == "deleted":
        host("delete", game=game)
    answer = through(server, secret if why else "A" * 22)("choices")
    assert answer["code"] == "no-such-link"
    assert told in answer["text"]


def test_a_link_that_stops_working_during_a_request_is_not_taken_for_the_hosts(
    server: Server, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, friend = server.engine.people, joined(server, game, 1)
    find = people.find

    def find_and_renew(token: str) -> Visit | None:
        found = find(token)
        people.renew(game, 1)
        return found

    monkeypatch.setattr(people, "find", find_and_renew)
    assert friend("look", game=game, seat=0)["code"] == "not-yours"
    assert friend("look", game=game, seat=0)["code"] == "no-such-link"


def test_who_leaves_keeps_name_and_seat_and_plays_again_by_opening_the_page(
    server: Server, host: Ask, game: str
) -> None:
    ben = joined(server, game, 1, "Ben")
    assert ben("lend", game=game, seat=1)["kind"] == "friends"
    seat = host("look", game=game, seat=0)["seats"][1]
    assert seat == {
        "name": "Ben",
        "who": "person",
        "player": "greedy",
        "stand_in": "Mira",
        "is_asked": True,
    }
    at = {"game": game, "seat": 0}
    host("play", moment=0, move=host("look", **at)["moves"][0], **at)
    shown = host("look", **at)
    assert (shown["waits_for"], shown["away"]) == ("step", [])
    shown = host("step", moment=1, **at)
    assert shown["told"][-1].startswith("Ben places")
    assert ben("lend", game=game, seat=1)["code"] == "not-now"
    assert ben("return", game=game, seat=1)["kind"] == "friends"
    assert ben("look", game=game, seat=1)["seats"][1]["player"] == "person"
    assert ben("return", game=game, seat=0)["code"] == "not-yours"


@pytest.mark.parametrize("missing", ["a friend", "the host"])
def test_after_a_minute_anybody_lets_the_computer_play_for_who_is_away(
    server: Server, host: Ask, missing: str
) -> None:
    game = begun(host, ("person", "person", "person", "greedy"))["game"]
    joined(server, game, 1, "Ben")
    eve, seat = joined(server, game, 2, "Eve"), 1 if missing == "a friend" else 0
    look = {"game": game, "seat": 2}
    assert seat not in {each["seat"] for each in eve("look", **look)["away"]}  # has just asked
    let_time_pass(server, 45)
    [absence] = [each for each in eve("look", **look)["away"] if each["seat"] == seat]
    assert absence == {"seat": seat, "seconds": 45, "free_in": 15, "has_come": True, "how": "dark"}
    for asks in (eve, *([host] if seat else [])):
        answer = asks("lend", game=game, seat=seat)
        assert (answer["code"], "Wait for 15" in answer["text"]) == ("not-now", True)
    let_time_pass(server, 15)
    assert eve("lend", game=game, seat=seat)["kind"] == "friends"
    seen = eve("look", **look)["seats"][seat]
    assert (seen["player"], seen["stand_in"], seen["is_asked"]) == ("greedy", "Mira", False)
    assert seen["name"] == ("Ben" if seat else "Player 1")


def test_nobody_lets_the_computer_play_for_who_is_there(server: Server, host: Ask) -> None:
    game = begun(host, ("person", "person", "person", "greedy"))["game"]
    secret = secret_of(server, game, 1, "Ben")
    eve = joined(server, game, 2, "Eve")
    let_time_pass(server, 100)
    through(server, secret)("beat", game=game, is_hidden=False)
    for asks in (host, eve):
        assert asks("lend", game=game, seat=1)["code"] == "not-yours"
    for seat, code in ((3, "cannot-be"), (9, "cannot-be")):
        assert eve("lend", game=game, seat=seat)["code"] == code
    assert eve("replace", game=game, seat=3, who="person")["code"] == "not-yours"
    assert host("replace", game=game, seat=1, who="greedy")["code"] == "cannot-be"


def test_a_newcomer_plays_for_a_person_who_asks_for_it_until_that_person_is_back(
    server: Server, host: Ask, game: str
) -> None:
    ben = joined(server, game, 1, "Ben")
    link = through(server, invite(server, game))
    dora = {"name": "Dora", "seat": 1, "how": "play"}
    let_time_pass(server, 600)
    assert "only if that person asks for it" in link("join", **dora)["text"]
    assert host("seek", game=game, seat=1)["code"] == "not-yours"
    assert host("seek", game=game, seat=0)["code"] == "not-yours"
    assert ben("seek", game=game, seat=1)["chairs"][0]["can_be_lent"]
    seat = host("look", game=game, seat=0)["seats"][1]
    assert (seat["stand_in"], seat["player"]) == ("Mira", "greedy")  # until one comes
    assert link("join", **{**dora, "name": "Ben"})["code"] == "cannot-be"
    secret = link("join", **dora)["secret"]
    asks = through(server, secret)
    seat = host("look", game=game, seat=0)["seats"][1]
    assert (seat["name"], seat["stand_in"], seat["player"]) == ("Ben", "Dora", "person")
    assert (ben("choices")["is_stand_in"], asks("choices")["is_stand_in"]) == (False, True)
    assert asks("return", game=game, seat=1)["code"] == "not-yours"
    assert asks("seek", game=game, seat=1)["code"] == "not-yours"
    at = {"game": game, "seat": 0}
    host("play", moment=0, move=host("look", **at)["moves"][0], **at)
    own = {"game": game, "seat": 1}
    assert asks("play", moment=1, move=asks("look", **own)["moves"][0], **own)["moment"] == 2
    assert link("join", **{**dora, "name": "Eve"})["code"] == "not-now"
    ben("return", game=game, seat=1)
    assert "is back" in asks("choices")["text"]
    assert host("look", **at)["seats"][1]["stand_in"] == ""
    assert link("join", **dora)["code"] == "not-now"


def test_who_plays_for_a_person_can_leave_and_the_seat_waits_for_its_person(
    server: Server, host: Ask, game: str
) -> None:
    ben = joined(server, game, 1, "Ben")
    link = through(server, invite(server, game))
    ben("seek", game=game, seat=1)
    asks = through(server, link("join", name="Dora", seat=1, how="play")["secret"])
    assert asks("lend", game=game, seat=1)["kind"] == "friends"
    seat = host("look", game=game, seat=0)["seats"][1]
    assert (seat["name"], seat["stand_in"], seat["player"]) == ("Ben", "Mira", "greedy")
    assert not seat["is_asked"], "Ben has not asked: his page takes the seat back by itself"
    assert asks("choices")["text"].startswith("The computer plays for this person now.")
    ben("return", game=game, seat=1)
    assert host("look", game=game, seat=0)["seats"][1]["player"] == "person"


def test_the_host_takes_a_free_chair_back_or_lets_the_computer_wait_in_it(
    server: Server, host: Ask
) -> None:
    game = begun(host, ("person", "person", "person"))["game"]
    link = invite(server, game, 1)
    invite(server, game, 2)
    assert len(host("friends", game=game)["chairs"]) == 2
    host("replace", game=game, seat=1, who="person")
    assert [each["seat"] for each in host("friends", game=game)["chairs"]] == [2]
    host("lend", game=game, seat=2)
    assert host("look", game=game, seat=0)["seats"][2]["stand_in"] == "Mira"
    through(server, link)("join", name="Eve", seat=2, how="sit")
    seen = host("look", game=game, seat=0)
    seat = seen["seats"][2]
    assert (seat["name"], seat["stand_in"], seat["player"]) == ("Eve", "", "person")
    assert seen["here"] == [0, 1]


def test_who_cannot_sit_there_is_refused(host: Ask) -> None:
    game = begun(host, ("person", *["automated"] * 3), solo=True)["game"]
    for do, more in (
        ("invite", {"seat": 1}),
        ("invite", {"seat": 4}),
        ("replace", {"seat": 0, "who": "automated"}),
        ("join", {"name": "", "seat": 1, "how": "sit"}),
    ):
        members = more if do == "join" else {"game": game, **more}
        assert host(do, **members)["code"] == "cannot-be"
    assert host("friends", game=game)["chairs"] == []


def test_a_reaction_reaches_all_screens_and_changes_nothing(server: Server, game: str) -> None:
    ben = joined(server, game, 1, "Ben")
    with listening(server, server.token, game) as heard:
        assert next_news(heard) == "seats"
        assert ben("react", game=game, sign="clap")["kind"] == "status"
        assert next_news(heard) == "reaction 1 clap"
        assert ben("react", game=game, sign="<b>")["code"] == "bad-message"


def test_games_and_links_outlive_the_server_and_nobody_else_may_read_them(tmp_path: Path) -> None:
    port = own_port()
    with serving(tmp_path, port=port) as first:
        address, game = first.address, begun(through(first))["game"]
        secret = secret_of(first, game)
        shown = through(first)("look", game=game, seat=0)
    with serving(tmp_path, port=port) as second:
        assert second.address == address
        # Who is there is not stored.
        assert {**through(second)("look", game=game, seat=0), "away": []} == shown
        assert through(second, secret)("choices")["is_yours"]
    assert (tmp_path / "people").stat().st_mode & 0o077 == 0
    assert secret not in (tmp_path / f"{game}.txt").read_text("utf-8")
    (tmp_path / "people").write_text("nonsense")
    assert People(tmp_path).find(secret) is None
    assert [each.id for each in Folder(tmp_path).games()] == [game]


def play_to_the_end(asks: list[Ask], game: str) -> None:
    """Let the people of all seats, the host first, play a game to its end."""
    position = asks[0]("look", game=game, seat=0)
    while position["waits_for"] != "nobody":
        seat = position["view"]["table"]["active_player"] or 0
        at = {"game": game, "seat": seat, "moment": position["moment"]}
        if position["waits_for"] == "person":
            move = asks[seat]("look", game=game, seat=seat)["moves"][0]
            position = asks[seat]("play", move=move, **at)
        else:
            position = asks[seat]("step", **at)


def test_friends_come_along_to_another_game(server: Server, host: Ask) -> None:
    game = begun(host, ("person", "person", "person"), rounds=1)["game"]
    ben, eve = joined(server, game, 1, "Ben"), joined(server, game, 2, "Eve")
    assert host("again", game=game)["code"] == "not-now"
    play_to_the_end([host, ben, eve], game)
    begun_by_ben = ben("again", game=game)
    another = begun_by_ben["game"]
    assert (begun_by_ben["here"], begun_by_ben["view"]["player"]) == ([1], 1)
    at = {"game": another, "seat": 0, "moment": 0}
    assert host("play", move=host("look", game=another, seat=0)["moves"][0], **at)["moment"] == 1
    assert (again := host("again", game=game))["game"] == another
    assert (again["moment"], again["view"]["player"]) == (1, 0)
    for seat, friend, name in ((1, ben, "Ben"), (2, eve, "Eve")):
        assert friend("choices")["game"] == another
        seen = friend("look", game=another, seat=seat)
        assert (seen["view"]["player"], seen["seats"][seat]["name"]) == (seat, name)


def test_what_friends_have_done_is_not_taken_back(server: Server, host: Ask) -> None:
    position = begun(host)
    game, at = position["game"], {"game": position["game"], "seat": 0}
    move = host("look", **at)["moves"][0]
    assert host("play", moment=0, move=move, **at)["can_undo"]
    joined(server, game, 1)
    assert not host("look", **at)["can_undo"]
    assert host("undo", moment=1, **at)["code"] == "not-now"


def test_a_link_to_watch_shows_what_lies_open_and_does_nothing(
    server: Server, host: Ask, game: str
) -> None:
    at = {"game": game, "seat": 0}
    host("play", moment=0, move=host("look", **at)["moves"][0], **at)
    token = watching(server, game)
    watch = through(server, token)
    assert watch("choices")["seat"] is None
    seen = watch("look", game=game, seat=None)
    assert (seen["here"], seen["view"]["player"], seen["moves"]) == ([], None, [])
    for do, members in (
        ("look", {"seat": 0}),
        ("play", {"seat": 1, "moment": 1, "move": "S1@a1"}),
        ("step", {"seat": None, "moment": 1}),
        ("skip", {"seat": None, "moment": 1}),
        ("replace", {"seat": 0, "who": "greedy"}),
        ("lend", {"seat": 0}),
        ("friends", {}),
        ("react", {"sign": "clap"}),
        ("again", {}),
    ):
        assert watch(do, game=game, **members)["code"] == "not-yours", do
    assert watch("join", name="Eve", seat=1, how="sit")["code"] == "cannot-be"  # no chair
    assert watch("copy", game=game)["code"] == "not-now"
    # Those who watch change nothing for those who play.
    assert host("look", **at)["can_undo"]
    assert host("look", **at)["here"] == [0, 1]
    with listening(server, token, game) as heard:
        host("undo", moment=1, **at)
        assert [next_news(heard) for _ in "12"] == ["seats", "0"]
        assert host("look", **at)["watching"] == 1


def test_the_others_learn_who_reads_the_end_of_a_round(
    server: Server, host: Ask, game: str
) -> None:
    secret = secret_of(server, game)
    ben, look, at = through(server, secret), {"game": game, "seat": 0}, {"game": game, "seat": 1}
    host("play", moment=0, move=host("look", **look)["moves"][0], **look)
    with listening(server, secret, game) as heard:
        assert next_news(heard) == "seats"
        # The last message was sent before the one that it arrives after.
        for shown, is_reading in ((0, True), (0, True), (None, False), (0, False)):
            assert ben("look", **at, shown=shown)["reading"] == [1] * is_reading
            assert host("look", **look)["reading"] == [1] * is_reading
    while server.engine.listeners.is_heard(game):
        pass
    assert host("look", **look)["reading"] == []


@contextmanager
def listening(server: Server, token: str, game: str, far: str = "localhost") -> Iterator[Any]:
    """Listen to the news of a game, as a screen does, from those of the seats on."""
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)
    connection.request("GET", "/news", headers={FAR: far, **bearing(f"{token}/{game}")})
    with closing(connection), connection.getresponse() as heard:
        yield heard


def next_news(answer: Any) -> str:
    while not (line := answer.readline().decode()).startswith("data: "):
        assert line
    return str(line.removeprefix("data: ").strip())


def test_a_move_is_told_to_everybody_at_the_table_and_who_is_there(
    server: Server, host: Ask, game: str
) -> None:
    link = invite(server, game, 1)
    look = {"game": game, "seat": 0}
    with listening(server, server.token, game) as heard:
        assert heard.headers["Content-Type"] == "text/event-stream"
        assert next_news(heard) == "seats"
        with listening(server, "guessed", game) as refused:
            assert refused.status == 403
        secret = through(server, link)("join", name="", seat=1, how="sit")["secret"]
        assert next_news(heard) == "seats"
        assert host("look", **look)["away"] == []
        let_time_pass(server, 20)
        assert next_news(heard) == "seats"  # without a request
        assert [each["seat"] for each in host("look", **look)["away"]] == [1]
        with listening(server, secret, "another") as listened:
            assert next_news(heard) == "seats"
            assert host("look", **look)["away"] == []
            host("play", **look, moment=0, move=host("look", **look)["moves"][0])
            for each in (heard, listened):
                while next_news(each) != "1":
                    pass
        while not (away := host("look", **look)["away"]):
            assert next_news(heard) == "seats"
        assert [(each["seat"], each["how"]) for each in away] == [(1, "gone")]


def test_a_game_goes_on_by_itself_while_a_page_listens(server: Server, host: Ask) -> None:
    assert host("pace", milliseconds=0)["kind"] == "status"
    game = begun(host, ("person", "greedy", "greedy"))["game"]
    at = {"game": game, "seat": 0}
    position = host("play", moment=0, move=host("look", **at)["moves"][0], **at)
    assert (position["moment"], position["waits_for"]) == (1, "step")
    assert host("look", **at)["moment"] == 1
    with listening(server, server.token, game) as heard:
        while next_news(heard) != "3":
            pass
        assert host("look", **at)["waits_for"] == "person"


def test_the_end_of_a_round_waits_for_a_reader_and_who_plays_alone_skips(
    server: Server, host: Ask
) -> None:
    game = begun(host, ("person", "random", "random"), seed=3)["game"]
    at, moment = {"game": game, "seat": 0}, 0
    while (position := host("look", **at))["waits_for"] != "round":
        moment = position["moment"]
        if position["moves"]:
            host("play", moment=moment, move=position["moves"][0], **at)
        else:
            assert host("skip", moment=moment, **at)["waits_for"] in {"person", "round"}
    server.engine.go_on(game)
    assert host("look", **at)["moment"] == position["moment"]
    joined(server, game, 1)
    assert host("skip", moment=position["moment"], **at)["code"] == "not-now"
    assert host("step", moment=position["moment"], **at)["view"]["table"]["round_number"] == 2


def test_one_line_has_the_news_of_all_links_of_a_browser(
    server: Server, host: Ask, game: str
) -> None:
    secret = secret_of(server, game)
    lines = [f"{server.token}/{game}", f"{secret}/{game}"]
    with closing(HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)) as connection:
        own = bearing(*lines, f"nobody/{game}")
        connection.request("GET", "/news", headers=own)
        with connection.getresponse() as heard:
            move = host("look", game=game, seat=0)["moves"][0]
            host("play", game=game, seat=0, moment=0, move=move)
            told: set[str] = set()
            while len(told) < 2:
                event = heard.readline().decode().strip()
                if event.startswith("event: ") and heard.readline() == b"data: 1\n":
                    told.add(event.removeprefix("event: "))
    assert told == set(lines)


def test_a_name_that_would_be_taken_for_another_is_refused(server: Server, host: Ask) -> None:
    people = [{"name": "Ann", "who": "person"}, *seats("person", "greedy", "greedy")]
    position = begun(host, ["person"] * 2 + ["greedy"] * 2, seats=people)
    guest = through(server, invite(server, position["game"], 1))
    for name in ("\uff39ou", "Player 2", "GREEDY 3", "ann"):
        answer = guest("join", name=name, seat=1, how="sit")
        assert answer["code"] == "cannot-be"
        assert "choose another" in answer["text"]
        twice = [{"name": name, "who": "person"}, *people]
        assert begun(host, ["person"] * 3, seats=twice)["code"] == "cannot-be"
    of_a_computer = [people[0], {"name": "Ann", "who": "greedy"}]
    assert begun(host, ["person"] * 2, seats=of_a_computer)["code"] == "cannot-be"
    assert guest("join", name="Anne", seat=1, how="sit")["kind"] == "joined"


def test_the_news_of_a_seat_end_when_its_person_is_elsewhere(server: Server, game: str) -> None:
    with listening(server, secret_of(server, game), game) as heard:
        server.engine.people.renew(game, 1)
        assert heard.read().startswith(b"retry: ")


def test_a_seat_has_a_limited_number_of_lines(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("westeros_intrigue.play.page.friends._MOST_LISTENERS", 2)
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(listening(server, server.token, "x")) for _ in range(3)]
        assert sorted(each.status for each in lines) == [200, 200, 429]


def watching(server: Server, game: str) -> str:
    """Return the secret of those who watch."""
    link = through(server, invite(server, game))
    return str(link("join", name="", seat=None, how="sit")["secret"])


def test_spectators_are_limited_at_each_table_and_address_and_take_no_line_of_a_player(
    server: Server, host: Ask, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("westeros_intrigue.play.page.friends._MOST_WATCHING", 3)
    monkeypatch.setattr("westeros_intrigue.play.page.friends._MOST_OF_ADDRESS", 2)
    other = str(begun(host)["game"])
    watchers = [(watching(server, each), each) for each in (game, other)]
    with ExitStack() as lines:

        def status(watcher: tuple[str, str], far: str) -> int:
            return int(lines.enter_context(listening(server, *watcher, far=far)).status)

        assert [status(watchers[0], "192.0.2.1") for _ in "123"] == [200, 200, 429]
        assert status(watchers[1], "192.0.2.1") == 429
        assert [status(watchers[0], "") for _ in "12"] == [200, 429]  # the table is full
        assert [status(watchers[1], "") for _ in "123"] == [200] * 3
        # A browser that plays one game and watches another hears of its own.
        both = f"{server.token}/{game}+{watchers[1][0]}"
        heard = lines.enter_context(listening(server, both, other))
        assert (heard.status, {next_news(heard) for _ in "12"}) == (200, {"seats", "full"})
    while server.engine.listeners.is_heard(game):
        pass
    with listening(server, *watchers[0]) as heard:
        assert heard.status == 200


def test_without_the_extra_links_have_no_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert draw_code("x")
    monkeypatch.setitem(sys.modules, "segno", None)
    assert not draw_code("x")


ADDRESSES = count(100)
HAS_PLACED = "localStorage.setItem('westeros-intrigue-placed', 9)"


class Friend(Person):
    """Somebody whose traffic is written down, as one would who looks for the hands of others."""

    def __init__(
        self, browser: Browser, address: str, *, screen: str = "join", far: str = ""
    ) -> None:
        # Before the page opens: whoever comes by the link of a seat would be taught at once.
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(address))
        placed = {"name": "westeros-intrigue-placed", "value": "9"}
        stored = {"cookies": [], "origins": [{"origin": origin, "localStorage": [placed]}]}
        headers = {FAR: far or f"192.0.2.{next(ADDRESSES)}"}
        super().__init__(
            browser, address, screen=screen, storage_state=stored, extra_http_headers=headers
        )
        self.traffic: list[str] = []
        self.before: set[str] = set()

    def watch(self) -> None:
        """Write down what comes from now on, and what is in memory before."""
        self.page.route("**/messages", self.note)
        self.before = strings_in_memory(self)

    def note(self, route: Route) -> None:
        response = route.fetch()
        self.traffic.append(response.text())
        route.fulfill(response=response)

    def sit(self, name: str) -> None:
        self.page.fill("#join-name", name)
        self.page.click("#sit-down")
        self.page.wait_for_selector("#game:not([hidden]), #any:not([hidden])")

    def has_seen(self, cards: set[str]) -> list[str]:
        """Return where one of these cards is: on the page, in its memory, or in what came."""
        pattern = re.compile(rf"\b({'|'.join(cards)})\b")
        # The driver of the browser brings a script of its own to each page.
        memory = {each for each in strings_in_memory(self) if "__commonJS" not in each}
        places = {"page": self.page.content(), "memory": "\n".join(memory - self.before)}
        places |= {f"message {number}": text for number, text in enumerate(self.traffic)}
        return [
            where
            for where, text in places.items()
            if cards and pattern.search(without_tokens(text))
        ]


def make_link(
    host: Person, friends: int, game: str = "westeros-intrigue", *, is_draft: bool = False
) -> str:
    """Begin a game with friends, and return the link of its table."""
    page = host.page
    page.evaluate(HAS_PLACED)
    page.click("#with-friends summary")
    form = page.locator("#friends-form")
    form.locator("details").evaluate("(each) => { each.open = true; }")
    form.locator("[name=game]").select_option(game)
    form.get_by_label("Your name").fill("Ann")
    form.locator(f"[name=friends][value='{friends}']").check(force=True)
    form.locator("[name=count]").fill(str(friends + 1))
    form.locator("[name=count]").press("Tab")
    form.locator("[name=seed]").fill("1")
    if is_draft:
        form.locator("[name=variant]").select_option("draft")
    page.select_option("#pace", "0", force=True)
    form.locator("button.main").click()
    notes = page.locator("#friends-list .note")
    expect(notes).to_have_text(["at this screen", *["a free chair"] * friends])
    page.click("#copy-link")
    expect(page.locator("#status p", has_text="Copied.")).to_have_count(1)
    page.click("#friends form button.main")
    return str(page.evaluate("navigator.clipboard.readText()"))


def sit_down_with_ben(browser: Browser, server: Server) -> tuple[Friend, Friend, str]:
    """Begin a game of two with a friend, and return both and the link of the table."""
    host = Friend(browser, server.address, screen="setup")
    link = make_link(host, 1)
    ben = Friend(browser, link)
    ben.sit("Ben")
    return host, ben, link


@in_a_browser
def test_three_screens_play_a_round_and_none_holds_the_hand_of_another(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    """It takes long: three browsers play, and the page of each is searched at each card."""
    record = late_round(*["person"] * 3, most_cards=5)
    game = through(server)("load", record=str(record))["game"]
    links = [server.address.replace(server.token, invite(server, game, at)) for at in (1, 2)]
    assert len({*links}) == 1
    people = [Friend(browser, link) for link in links]
    people.insert(0, Friend(browser, f"{server.address}/{game}", screen="game"))
    for name, person in zip(("", "Ben", "Eve"), people, strict=True):
        person.watch()
        if name:
            person.sit(name)
    for number in range(20):
        state = kept(tmp_path, game).state
        seat = state.active_player
        if seat is None:
            break
        page = people[seat].page
        page.wait_for_selector("#hand-part.turn")
        if number == 3:
            for own, person in enumerate(people):
                others = {
                    str(card) for at, hand in enumerate(state.hands) if at != own for card in hand
                }
                assert not person.has_seen(others)
        move = legal_moves(state)[0]
        page.click(f'#hand [data-card="{move.card}"]', position=IN_SIGHT)
        page.click(f'#court button[data-slot="{move.slot}"]', position={"x": 4, "y": 4})
        for person in people:
            expect(person.page.locator("#told")).to_contain_text(f"{move.card} in row ")
    for person in people:
        person.page.wait_for_selector("#story:not([hidden])")
    people[2].page.click("#onward")
    expect(people[2].page.locator("#rounds")).to_contain_text("Round 2")
    expect(people[2].page.locator("#reason")).to_have_text(
        "Ben is to move, and reads the standings."
    )
    news = people[2].page.locator("#others .seat-news")
    expect(news).to_have_text(["reads the standings"] * 2)
    reader = people[1].page
    expect(reader.locator("#story")).to_be_visible()
    assert kept(tmp_path, game).state.active_player == 1
    expect(reader.locator("#onward")).to_have_text("Your turn in round 2")
    expect(reader.locator("#status")).to_contain_text("Your turn in round 2.")
    expect(reader).to_have_title(re.compile("^Your turn "))
    reader.click("#onward")
    expect(reader.locator("#rounds")).to_contain_text("Round 2")
    expect(people[2].page.locator("#reason")).to_have_text("Ben is to move.")
    for person in people:
        person.leave()


@in_a_browser
def test_play_again_does_not_take_the_reader_of_a_review_away(
    browser: Browser, server: Server, host: Ask
) -> None:
    game = begun(host, rounds=1)["game"]
    secret = secret_of(server, game, 1, "Ben")
    play_to_the_end([host, through(server, secret)], game)
    ben = Friend(browser, server.address.replace(server.token, secret), screen="ending")
    ben.page.click("#look-back")
    ben.page.wait_for_selector("#review:not([hidden])")
    assert host("again", game=game)["game"] != game
    notice = ben.page.locator("#notice")
    expect(notice).to_contain_text("Another game has begun at this table.")
    where = ben.page.inner_text("#where")
    ben.page.click("#forward")
    expect(ben.page.locator("#where")).not_to_have_text(where)
    notice.get_by_text("Go there").click()
    ben.page.wait_for_selector("#game:not([hidden])")
    expect(notice).not_to_contain_text("Another game")
    ben.leave()


@in_a_browser
def test_all_screens_follow_to_another_game_and_who_has_no_seat_there_watches(
    browser: Browser, server: Server, host: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAMES, "added", {})
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    add_game(importlib.import_module("hex").hexes)
    game = begun(host, ("person", "person", "person"), rounds=1)["game"]
    secrets = [secret_of(server, game, 1, "Ben"), secret_of(server, game, 2, "Eve")]
    play_to_the_end([host, *(through(server, each) for each in secrets)], game)
    people = [Friend(browser, f"{server.address}/{game}", screen="ending")]
    links = [server.address.replace(server.token, each) for each in secrets]
    people += [Friend(browser, link, screen="ending") for link in links]
    hal, ben, eve = (person.page for person in people)
    # The host goes on to a game for two, in which the first person watches.
    expect(hal.locator("#rematch")).to_have_text("Play again")
    assert not violations(people[0])
    hal.get_by_label("Next game").select_option("hex")
    hal.get_by_text("Play next").click()
    for page in (hal, ben, eve):
        page.wait_for_selector("#any:not([hidden])")
    expect(ben.locator("#any")).to_contain_text("Eve decides")
    expect(hal.locator("#any-choices button")).to_have_count(0)
    offers = [through(server, each)("choices") for each in secrets]
    assert [offer["seat"] for offer in offers] == [1, 0]
    hexes = offers[0]["game"]
    seats = {"Ben": 1, "Eve": 0}
    asks = {
        seats[name]: through(server, secret) for name, secret in zip(seats, secrets, strict=True)
    }
    position = host("look", game=hexes, seat=None)
    while position["waits_for"] != "nobody":
        seat = position["active"]
        at = {"game": hexes, "seat": seat, "moment": position["moment"]}
        move = asks[seat]("look", game=hexes, seat=seat)["moves"][0]["name"]
        position = asks[seat]("play", move=move, **at)
    # Ben goes on to Monopoly, in which all have seats again.
    for page in (hal, ben, eve):
        page.wait_for_selector("#ending:not([hidden])")
    ben.get_by_label("Next game").select_option("monopoly")
    ben.get_by_text("Play next").click()
    for page in (hal, ben, eve):
        page.wait_for_selector("#any:not([hidden]) .monopoly")
        for name in ("Ben", "Eve"):
            expect(page.locator("#any")).to_contain_text(name)
    for person in people:
        person.leave()


@pytest.fixture
def access_log(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that a proxy before the page would log."""
    lines = list[str]()

    def note(handler: _Handler, *_: object) -> None:
        lines.append(handler.requestline)

    monkeypatch.setattr(_Handler, "log_request", note)
    return lines


@in_a_browser
def test_no_secret_of_a_link_is_in_the_log_of_a_proxy(
    browser: Browser, server: Server, access_log: list[str]
) -> None:
    host, ben, link = sit_down_with_ben(browser, server)
    place_first(host.page)
    ben.page.wait_for_selector("#hand-part.turn")
    own = ben.page.url
    ben.page.goto(link)  # in the same tab, only the part behind the # is another
    ben.page.click("text=Go on as Ben")
    ben.page.wait_for_selector("#hand-part.turn")
    host.page.reload()
    host.page.wait_for_selector("#game:not([hidden])")
    secrets = {server.token, *map(token_of, (link, own))}
    assert (len(secrets), ben.page.url) == (3, own)
    assert {line.split()[1] for line in access_log} >= {"/", "/messages", "/news"}
    assert [line for line in access_log if any(secret in line for secret in secrets)] == []
    for person in (host, ben):
        person.leave()


def test_no_secret_of_a_program_at_a_link_is_in_the_log_of_a_proxy(
    server: Server, game: str, access_log: list[str]
) -> None:
    secret = secret_of(server, game)
    line = Line(server.address.replace(server.token, secret))
    assert isinstance(line.send(requests.Look(game, 1, None)), messages.Position)
    with closing(line.listen(game)) as news:
        assert next(iter(news)).startswith(b"retry: ")
    assert {each.split()[1] for each in access_log} == {"/messages", "/news"}


def texts(view: btwixt.View) -> str:
    """Return all that a view shows."""
    moves = (btwixt.move_in_words(view, move) for move in btwixt.legal_moves(view))
    return " ".join((btwixt.draw_svg(view), btwixt.draw_text(view), *moves))


def titles_in(state: btwixt.GameState, text: str) -> set[str]:
    return {each.title for each in state.box.influence if each.title in text or each.id in text}


def titles_of_others(state: btwixt.GameState, own: int) -> set[str]:
    """Return the titles of cards that the others have where nobody else sees them."""
    others = [seat for seat in range(state.players) if seat != own]
    held = [each[seat] for each in (state.hands, state.packs) if each for seat in others]
    return {state.box.entry(card).title for cards in held for card in cards}


@in_a_browser
def test_three_screens_play_another_game_and_see_no_hand_of_another(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    """It takes long: three browsers play, and the page of each is searched at each move."""
    host = Friend(browser, server.address, screen="setup")
    host.watch()
    link = make_link(host, 2, "btwixt", is_draft=True)
    people = [host, *(Friend(browser, link) for _ in "12")]
    for name, friend in zip(("Ben", "Eve"), people[1:], strict=True):
        friend.watch()
        friend.sit(name)
    shown, most_deciding, hidden = [""] * 3, 0, 0
    for person in people:
        person.page.locator("#any-auto").evaluate("(each) => { each.checked = false; }")
    for number in range(5):
        choices = ".bt-lead, .bt-pack button:not(:disabled)"
        decides = [person.page.locator(choices) for person in people]
        while not any(each.count() for each in decides):
            host.page.wait_for_timeout(20)
        deciding = [seat for seat, each in enumerate(decides) if each.count()]
        most_deciding, seat = max(most_deciding, len(deciding)), deciding[-1]
        state = btwixt.Record.parse(next(tmp_path.glob("*.txt")).read_text("utf-8")).state
        for own, person in enumerate(people):
            shown[own] += texts(btwixt.observe(state, own))
            secret = titles_of_others(state, own) - titles_in(state, shown[own])
            hidden += len(secret)
            if number == 4:
                assert not person.has_seen(set(map(re.escape, secret)))
        page = people[seat].page
        before = page.get_attribute("#any", "data-moment")
        decides[seat].first.click()
        if page.locator(".bt-pack").count():
            page.click('[data-key="main"]')
        for person in people:
            expect(person.page.locator("#any")).not_to_have_attribute("data-moment", before or "")
    assert most_deciding > 1
    assert hidden
    people[1].page.once("dialog", lambda dialog: dialog.accept())
    people[1].page.click("#show-friends")
    people[1].page.click("text=Leave the table")
    expect(people[1].page.locator("#join-heading")).to_have_text("You have left the table")
    host.page.click("#show-friends")
    expect(host.page.locator("#friends-list .note").nth(1)).to_have_text("Mira plays for them")
    expect(host.page.locator("#friends-list b").nth(1)).to_have_text("Ben")
    for person in people:
        person.leave()


@in_a_browser
def test_a_closed_tab_comes_back_and_who_leaves_keeps_the_seat(
    browser: Browser, server: Server
) -> None:
    host = Friend(browser, server.address, screen="setup")
    link = make_link(host, 1)
    news = host.page.locator("#others .seat-news")
    expect(news).to_have_text("not here")
    ben = Friend(browser, link)
    ben.sit("Ben")
    expect(news).not_to_have_text("not here")
    expect(host.page.locator("#others .seat-name")).to_have_text("Ben")
    hand = ben.page.inner_text("#hand")
    eve = Friend(browser, link)
    expect(eve.page.locator("#join-chairs .note")).to_have_text(["at the host's screen", "here"])
    expect(eve.page.locator("#sit-down")).to_be_hidden()
    ben.page.unroute_all(behavior="ignoreErrors")
    ben.page.close()
    expect(news).to_have_text("not here")
    expect(eve.page.get_by_text("I am Ben")).to_be_visible()
    ben.page = new_page(ben.context)
    ben.page.goto(link)
    expect(ben.page.locator("#join-heading")).to_have_text("Ben sits here with this browser")
    expect(ben.page.locator("#join-form")).to_be_hidden()
    ben.page.click("text=Go on as Ben")
    ben.page.wait_for_selector("#game:not([hidden])")
    assert ben.page.inner_text("#hand") == hand
    ben.page.reload()
    ben.page.wait_for_selector("#game:not([hidden])")
    expect(ben.page.get_by_role("alert")).to_be_empty()
    expect(news).not_to_have_text("not here")
    ben.page.click("#show-friends")
    expect(ben.page.get_by_text("Let the computer play")).to_have_count(0)
    ben.page.once("dialog", lambda dialog: dialog.dismiss())
    ben.page.click("text=Leave the table")
    expect(ben.page.locator("#friends-list .note").nth(1)).to_have_text("at this screen")
    ben.page.once("dialog", lambda dialog: dialog.accept())
    ben.page.click("text=Leave the table")
    expect(ben.page.locator("#join-heading")).to_have_text("You have left the table")
    expect(host.page.locator("#others .seat-name")).to_have_text("Ben")
    expect(news).to_have_text("Mira plays")
    ben.page.click("#come-back")
    ben.page.wait_for_selector("#game:not([hidden])")
    expect(news).not_to_have_text("Mira plays")
    assert token_of(link) not in ben.page.content()
    for person in (host, ben, eve):
        person.leave()


COVERED_TEXTS = """() => {
    const notice = document.getElementById("notice");
    const box = notice.getBoundingClientRect();
    const all = [...document.querySelectorAll("main *, header *")].filter((each) =>
        !each.children.length && each.checkVisibility({ visibilityProperty: true })
        && !notice.contains(each) && each.textContent.trim());
    return all.filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return Math.min(right, box.right) - Math.max(left, box.left) > 1
            && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1;
    }).map((each) => each.textContent);
}"""
"""Returns the texts that lie under the notice, or over it."""


@in_a_browser
@pytest.mark.parametrize("key", ["monopoly", "btwixt", "hex"])
def test_who_is_away_is_told_in_the_place_of_the_question_on_every_table(
    browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    believe_addresses(monkeypatch)
    monkeypatch.setattr(GAMES, "added", {})
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    add_game(importlib.import_module("hex").hexes)
    ask, who = through(server), ["person"] * (2 if key == "hex" else 3)
    options = [] if key == "hex" else [{"name": "first_player", "value": "1"}]
    game = ask("start", name=key, seats=seats(*who), options=options, seed=1)["game"]
    secret_of(server, game, 1, "Ann")
    ask("begin", game=game)
    let_time_pass(server, 70)
    host = Friend(browser, f"{server.address}/{game}", screen="any")
    if key == "hex":
        host.page.locator("#any-moves button").first.click()
        let_time_pass(server, 70)
        host.page.reload()
    notice = host.page.locator("[data-question] > #notice")
    for width, height in ((1280, 800), (390, 844), (844, 390)):
        host.page.set_viewport_size({"width": width, "height": height})
        expect(notice).to_contain_text("Ann is to move, and has been ")
        expect(notice.get_by_text("Let the computer play")).to_be_visible()
        assert host.page.evaluate(COVERED_TEXTS) == []
    notice.get_by_text("Let the computer play").click()
    expect(host.page.locator("#notice")).to_be_hidden()
    host.leave()


COVERED_BY = """selector => {
    const box = document.querySelector(selector).getBoundingClientRect();
    const seen = document.querySelectorAll("#others .seat, #court > *, #hand button, #own .seat");
    return [...seen].filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const [x, y] = [Math.min(right, box.right) - Math.max(left, box.left),
                        Math.min(bottom, box.bottom) - Math.max(top, box.top)];
        return x > 1 && y > 1;
    }).map((each) => each.className + " " + each.textContent);
}"""
"""Returns what lies under an element of the card game's table."""


@in_a_browser
def test_who_is_away_is_played_for_and_comes_back_from_another_phone(
    browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    believe_addresses(monkeypatch)
    host, ben, link = sit_down_with_ben(browser, server)
    place_first(host.page)
    ben.page.wait_for_selector("#hand-part.turn")
    first = ben.page.url
    ben.leave()
    notice, news = host.page.locator("#notice"), host.page.locator("#others .seat-news")
    court = host.page.locator("#court").bounding_box()
    expect(news).to_have_text("not here")
    let_time_pass(server, 30)
    host.page.reload()
    expect(notice).to_contain_text("Ben is to move, and has been away for 3")
    expect(notice.locator("button")).to_have_count(0)
    let_time_pass(server, 30)
    host.page.reload()
    host.page.wait_for_selector("#game:not([hidden])")
    assert host.page.locator("#court").bounding_box() == court  # nothing moves below a notice
    usual = host.page.viewport_size
    assert usual
    for width, height in ((1280, 800), (390, 844), (844, 390)):
        host.page.set_viewport_size({"width": width, "height": height})
        assert host.page.evaluate(COVERED_BY, "#notice") == []
    host.page.set_viewport_size(usual)
    notice.get_by_text("Let the computer play").click()
    expect(news).to_have_text("Mira plays")
    expect(host.page.locator("#told")).to_contain_text("Ben places")
    door = Friend(browser, link, far="192.0.2.9")
    door.page.get_by_text("I am Ben").click()
    note = door.page.locator("#join-note")
    expect(note).to_contain_text("The people at the table are asked. Tell them")
    words = re.findall("“(.*)”", note.inner_text())[0]
    zoe = Friend(browser, link, far="192.0.2.66")
    zoe.page.get_by_text("I am Ben").click()
    for each in (door, zoe):
        expect(each.page.locator("#join-note")).to_contain_text("Somebody else asks for this seat")
    expect(notice).to_contain_text("2 people say “I am Ben”")
    expect(note).to_contain_text(words)  # after each newcomer, and each question
    expect(door.page.locator("#join-form")).to_be_hidden()
    notice.get_by_text(f"“{words}”", exact=True).click()
    door.page.wait_for_selector("#game:not([hidden])")
    expect(zoe.page.get_by_role("alert")).to_have_text("Ann has let somebody else in")
    expect(zoe.page.get_by_text("I am Ben")).to_have_count(0)  # Ben is here
    expect(news).not_to_have_text("Mira plays")
    expect(door.page.locator("#notice")).to_be_hidden()
    old = Friend(browser, first, screen="game")
    told = old.page.locator("#notice")
    expect(told).to_contain_text("Somebody came in as you, let in by Ann: was it you?")
    told.get_by_text("It was not me").click()
    expect(note).to_contain_text("says that it was not them who came in here")
    zoe.leave()
    for person in (host, door, old):
        person.leave()


@in_a_browser
def test_a_newcomer_who_plays_for_somebody_sees_the_hand_until_that_person_is_back(
    browser: Browser, server: Server
) -> None:
    host, ben, link = sit_down_with_ben(browser, server)
    place_first(host.page)
    place_first(ben.page)
    host.page.wait_for_selector("#hand-part.turn")
    expect(ben.page.locator("#court .card")).to_have_count(2)
    hand = ben.page.locator("#hand button").all_inner_texts()
    own = ben.page.url
    door = Friend(browser, link)
    play = door.page.get_by_role("button", name="Play for Ben")
    ben.page.click("#show-friends")
    expect(play).to_have_count(0)  # Ben has not asked
    ben.page.click("text=Let a friend play for me")
    expect(host.page.locator("#others .seat-news")).to_have_text("Mira plays")
    ben.leave()
    expect(door.page.get_by_role("button", name="I am Ben")).to_be_visible()
    door.page.fill("#join-name", "Dora")
    play.click()
    door.page.wait_for_selector("#game:not([hidden])")
    assert door.page.locator("#hand button").all_inner_texts() == hand
    place_first(host.page)
    place_first(door.page)
    expect(host.page.locator("#court .card")).to_have_count(4)
    news = host.page.locator("#others .seat-news")
    expect(news).to_have_text("Dora plays")
    expect(host.page.locator("#others .seat-name")).to_have_text("Ben")
    expect(host.page.locator("#told")).to_contain_text("Ben places")
    door.page.once("dialog", lambda dialog: dialog.accept())
    door.page.click("#show-friends")
    door.page.click("text=Leave the table")
    expect(news).to_have_text("Mira plays")
    expect(door.page.locator("#join-note")).to_contain_text("The computer plays for this person")
    back = Friend(browser, own, screen="")
    back.page.wait_for_selector("#game:not([hidden])")
    expect(news).not_to_have_text("Mira plays")
    for person in (host, door, back):
        person.leave()


@in_a_browser
def test_a_placement_made_while_the_server_is_away_arrives(
    browser: Browser, server: Server, host: Ask, game: str
) -> None:
    joined(server, game, 1, "Ben")
    ann = Friend(browser, f"{server.address}/{game}", screen="game")
    ann.page.route("**/messages", lambda route: route.abort())
    place_first(ann.page)
    alert = ann.page.get_by_role("alert")
    expect(alert).to_contain_text("No connection")
    expect(ann.page.locator("#court .card")).to_have_count(1)
    ann.page.unroute_all(behavior="ignoreErrors")
    expect(alert).to_be_empty()
    expect(ann.page.locator("#court .card")).to_have_count(1)
    assert host("look", game=game, seat=0)["moment"] == 1
    ann.leave()


@in_a_browser
def test_a_reaction_is_seen_over_the_seat_and_signals_are_off_until_chosen(
    browser: Browser, server: Server, host: Ask, game: str
) -> None:
    secret = secret_of(server, game, 1, "Ben")
    ann = Friend(browser, f"{server.address}/{game}", screen="game")
    ann.page.add_init_script(
        "window.given = []; Navigator.prototype.vibrate = (time) => given.push(time);"
        "const real = AudioContext.prototype.createOscillator;"
        "AudioContext.prototype.createOscillator = function () "
        "{ given.push('click'); return real.call(this); }"
    )
    ann.page.reload()
    ben = Friend(browser, server.address.replace(server.token, secret), screen="")
    ben.page.reload()
    ben.page.click("#reactions summary")
    ben.page.get_by_label("claps").click()
    expect(ann.page.locator(".reaction")).to_be_visible()
    expect(ann.page.locator("#status")).to_contain_text("Ben claps.")

    def play_around() -> None:
        place_first(ann.page)
        place_first(ben.page)
        ann.page.wait_for_selector("#hand-part.turn")

    play_around()
    assert ann.page.evaluate("given") == []
    ann.page.click("#show-rules")
    ann.page.get_by_label("A soft click").check()
    ann.page.get_by_label("A short vibration").check()
    ann.page.evaluate("given.length = 0")
    ann.page.click("#rules form button")
    play_around()
    assert ann.page.evaluate("given") == ["click", 10]
    moment = host("look", game=game, seat=0)["moment"]
    assert moment == 4
    for person in (ann, ben):
        person.leave()


@in_a_browser
def test_tabs_of_one_browser_do_not_block_each_other(browser: Browser, server: Server) -> None:
    """Browsers open six connections to a server."""
    host = Person(browser, server.address)
    tabs = [host.page]
    link = make_link(host, 2)
    for number in range(2):
        tab = new_page(host.context)
        if number:  # otherwise the link leads the browser back to the seat that it has
            tabs[-1].evaluate(f"localStorage.clear(); {HAS_PLACED}")
        tab.goto(link)
        tab.click("#sit-down")
        tab.wait_for_selector("#game:not([hidden])")
        tabs.append(tab)
    host.page.locator("#notice").get_by_text("Begin").click()  # all are in one browser
    for _ in range(4):
        tabs.append(new_page(host.context))
        tabs[-1].goto(host.page.url)
        tabs[-1].wait_for_selector("#game:not([hidden])")
    for tab in tabs[:2]:
        place_first(tab)
        for other in tabs:
            expect(other.locator("#court .card")).to_have_count(tabs.index(tab) + 1)
    tabs[1].close()
    expect(tabs[2].locator("#others .seat-news", has_text="not here")).to_have_count(1)
    host.leave()


@in_a_browser
@pytest.mark.parametrize("is_shared", [True, False], ids=["shared worker", "each tab"])
def test_a_spectator_for_whom_the_server_has_no_room_is_told_and_sees_each_card(
    browser: Browser,
    server: Server,
    host: Ask,
    game: str,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_shared: bool,
) -> None:
    monkeypatch.setattr("westeros_intrigue.play.page.friends._MOST_WATCHING", 1)
    watcher = watching(server, game)
    eve = Person(browser, "about:blank", screen="")
    if not is_shared:
        eve.context.add_init_script("delete window.SharedWorker")
    with listening(server, watcher, game):
        eve.page.goto(server.address.replace(server.token, watcher))
        alert = eve.page.get_by_role("alert")
        expect(alert).to_contain_text("no room for another listener")
        for moment in range(2):
            at = {"game": game, "seat": moment}
            move = host("look", **at)["moves"][0]
            host("play", moment=moment, move=move, **at)
            expect(eve.page.locator("#court .card")).to_have_count(moment + 1)
    expect(alert).to_be_empty()
    assert server.engine.listeners.presence.is_there(game, watcher)
    eve.leave()


@in_a_browser
def test_news_that_a_proxy_refuses_for_a_moment_come_again(
    browser: Browser, server: Server, host: Ask, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    statuses = [HTTPStatus.BAD_GATEWAY] * 4 + [HTTPStatus.FORBIDDEN] * 2
    send = _Handler._send_news

    def refuse(handler: _Handler) -> None:
        if statuses:
            raise _Refusal(statuses.pop(), "of a proxy")
        send(handler)

    monkeypatch.setattr(_Handler, "_send_news", refuse)
    eve = Person(browser, server.address.replace(server.token, watching(server, game)), screen="")
    alert = eve.page.get_by_role("alert")
    expect(alert).to_contain_text("refuses the connection for news")
    expect(alert).to_be_empty()
    assert not statuses
    at = {"game": game, "seat": 0}
    host("play", moment=0, move=host("look", **at)["moves"][0], **at)
    expect(eve.page.locator("#court .card")).to_have_count(1)
    eve.leave()


@in_a_browser
def test_a_visitor_without_a_connection_is_not_asked_to_start_the_program(
    browser: Browser, server: Server, host: Ask, game: str
) -> None:
    link = server.address.replace(server.token, watching(server, game))
    eve = Person(browser, link, screen="game")
    ann = Person(browser, f"{server.address}/{game}", screen="")
    for page, told in (
        (eve.page, "No connection to the host's computer. The game is saved there"),
        (ann.page, "If the command “westeros-intrigue web” has stopped, start it again."),
    ):
        page.wait_for_selector("#game:not([hidden]), #cover:not([hidden])")
        page.route("**/messages", lambda route: route.abort())
        moment = host("look", game=game, seat=None)["moment"]
        at = {"game": game, "seat": moment}
        host("play", moment=moment, move=host("look", **at)["moves"][0], **at)
        expect(page.get_by_role("alert")).to_contain_text(told)
        page.unroute_all(behavior="ignoreErrors")
        expect(page.get_by_role("alert")).to_be_empty()
    eve.leave()
    ann.leave()


def test_no_phone_is_shown_a_code_that_leads_to_itself(
    server: Server, shared_server: Server
) -> None:
    for each, is_shared in ((server, False), (shared_server, True)):
        host = through(each)
        game = begun(host)["game"]
        link = host("invite", game=game, seat=1)["link"]
        assert bool(link["code"]) is is_shared
        assert link["addresses"]


@in_a_browser
def test_a_friend_is_told_that_the_host_has_gone(browser: Browser, server: Server) -> None:
    host = Person(browser, server.address)
    link = make_link(host, 1)
    far = {FAR: "192.0.2.1"}
    ben = Person(browser, link, screen="join", extra_http_headers=far)
    expect(ben.page.locator("#join-heading")).to_have_text("Ann invites you to Westeros Intrigue")
    for name, told in (("Ann", "The table uses the name Ann"), ("\U0001f43b Ben", "")):
        ben.page.fill("#join-name", name)
        ben.page.click("#sit-down")
        expect(ben.page.get_by_role("alert")).to_contain_text(told)
    reason = ben.page.locator("#reason")
    learn(ben.page)
    expect(ben.page.locator("#own .seat-face")).to_have_text("\U0001f43b")
    expect(reason).to_have_text("Ann is to move.")
    host.leave()
    expect(reason).to_contain_text("Ann is to move, and is not here.")
    ben.page.click("#show-friends")
    expect(ben.page.locator("#friends-list .note")).to_have_text(["not here", "at this screen"])
    ben.page.click("#friends form button.main")
    let_time_pass(server, 60)
    server.engine.listeners.announce(next(iter(server.engine.listeners._lines)), "seats")
    ben.page.locator("#notice").get_by_text("Let the computer play").click()
    expect(ben.page.locator("#others .seat-name")).to_have_text("Ann")
    expect(ben.page.locator("#others .seat-news")).to_contain_text("Mira plays")
    ben.page.wait_for_selector("#hand-part.turn")
    ben.leave()
    both = {"seats": seats("person", "person", "simple"), "options": [], "seed": 1}
    secret = secret_of(server, through(server)("start", name="btwixt", **both)["game"])
    eve = Person(browser, server.address.replace(server.token, secret), screen="any")
    told = "Player 0 chooses … and is not here"
    expect(eve.page.locator(".t-question")).to_contain_text(told)
    eve.leave()


def learn(page: Page) -> None:
    """Make the three placements that a link teaches, and go to the table."""
    expect(page.locator("#puzzle-heading")).to_have_text("Three placements to try")
    expect(page.locator("#other-heading")).to_have_text("Meanwhile Ann is to move")
    for told in ("green place", "Any house fits", "two cards below", "You know how to place cards"):
        expect(page.locator("#puzzle-reason")).to_contain_text(told)
        if not told.startswith("You know"):
            cards = page.locator("#puzzle-hand button:not(.card--nowhere)")
            cards.last.click(position=IN_SIGHT)
            page.click("#puzzle-court .cell--open >> nth=0", position={"x": 4, "y": 4})
    page.click("#solution")
    expect(page.locator("#game")).to_be_visible()


@in_a_browser
def test_a_link_to_watch_shows_the_game_and_a_code_leads_a_phone_to_it(
    browser: Browser, shared_server: Server
) -> None:
    phone: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}
    host = Person(browser, shared_server.address, **phone)
    link = make_link(host, 1)
    friend = Person(browser, link, screen="join", **phone)
    assert not violations(friend)
    friend.page.evaluate(HAS_PLACED)
    friend.page.click("#sit-down")
    friend.page.wait_for_selector("#game:not([hidden])")
    expect(host.page.locator("#reason")).to_have_text("The game begins when all chairs are taken.")
    assert not violations(host)
    host.page.locator("#notice").get_by_text("Begin").click()  # both are at one address
    expect(host.page.locator("#hand .card").first).to_be_visible()
    host.page.click("#show-friends")
    expect(host.page.locator("#friends-list .note")).to_have_text(["at this screen", "here"])
    button = host.page.locator("#copy-link").element_handle()
    assert button is not None
    button.click()
    assert button.evaluate("(each) => each.isConnected")
    expect(host.page.locator("#friends-address")).not_to_contain_text("127.0.0.1")
    # Wide enough for the camera of a phone, in front of a screen.
    expect(host.page.locator("#friends-picture svg")).to_have_css("width", "200px")
    assert not violations(host)
    assert not host.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    watcher = Person(browser, link, screen="join")
    watcher.page.click("#watch")
    heading = watcher.page.locator("#hand-heading")
    expect(heading).to_have_text("You are watching · Ann is to move")
    expect(host.page.locator("#friends-list li").last).to_have_text("1 spectator")
    host.page.click("#friends form button.main")
    place_first(host.page)
    expect(watcher.page.locator("#court .card")).to_have_count(1)
    expect(watcher.page.locator("#hand .card")).to_have_count(0)
    watcher.page.click("#show-friends")
    expect(watcher.page.locator("#friends-list button")).to_have_count(0)
    host.leave()
    for person in (friend, watcher):  # whom the browser warns of an address without encryption
        person.context.close()
