"""Friends at screens of their own: each link opens one seat, and what changes is told at once."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from helpers.patience import PATIENCE
from helpers.ports import own_port
from playwright.sync_api import Browser, Page, Route, expect

from play.page.asking import Ask, begun, kept, late_round, seats, serving, through
from play.page.browsing import (
    IN_SIGHT,
    Person,
    in_a_browser,
    new_page,
    place_first,
    strings_in_memory,
    violations,
    without_tokens,
)
from westeros_intrigue import DECK, legal_moves
from westeros_intrigue.games import btwixt
from westeros_intrigue.play.page.friends import Chair, Chairs, draw_code
from westeros_intrigue.play.page.server import Server, _Handler, _Refusal
from westeros_intrigue.play.sessions import Folder


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
    return address.rstrip("/").rpartition("/")[2]


def joined(server: Server, game: str, seat: int, name: str = "") -> Ask:
    """Invite a friend, who takes the seat, and return what asks for them."""
    invitation = invite(server, game, seat)
    secret = through(server, invitation)("join", name=name)["secret"]
    assert secret not in {invitation, server.token}
    return through(server, secret)


def secret_of(server: Server, game: str, seat: int = 1) -> str:
    """Invite a friend, who takes the seat, and return the secret of it."""
    return str(through(server, invite(server, game, seat))("join", name="")["secret"])


def invite(server: Server, game: str, seat: int) -> str:
    links = through(server)("invite", game=game, seat=seat)["links"]
    [address, *_] = next(each["addresses"] for each in links if each["seat"] == seat)
    return token_of(address)


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
        ("copy", {"game": other}),
        ("load", {"record": "x"}),
        ("puzzle", {"number": 1}),
    ):
        assert ben(do, **members)["code"] == "not-yours", do
    for do, members in (("copy", {}), ("undo", {"seat": 1, "moment": 0})):
        assert ben(do, game=game, **members)["code"] == "not-now"
    assert ben("choices")["seat"] == 1
    assert ben("rules", name="btwixt")["kind"] == "rules"


def test_an_invitation_seats_one_and_shows_nothing_of_the_game(
    server: Server, host: Ask, game: str
) -> None:
    invitation = invite(server, game, 1)
    guest = through(server, invitation)
    assert guest("look", game=game, seat=1)["code"] == "not-yours"
    offered = guest("choices")
    assert (offered["is_yours"], offered["seat"]) == (False, 1)
    assert guest("join", name="Ben")["kind"] == "joined"
    for do, members in (
        ("join", {"name": "Eve"}),
        ("look", {"game": game, "seat": 1}),
        ("choices", {}),
    ):
        assert guest(do, **members)["kind"] == "403"
    [link] = host("friends", game=game)["links"]
    assert (link["is_taken"], link["addresses"], link["code"]) == (True, [], "")


def test_a_link_that_stops_working_during_a_request_is_not_taken_for_the_hosts(
    server: Server, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chairs, friend = server.engine.chairs, joined(server, game, 1)
    find = chairs.find

    def find_and_leave(token: str) -> Chair | None:
        found = find(token)
        chairs.leave(game, 1)
        return found

    monkeypatch.setattr(chairs, "find", find_and_leave)
    assert friend("look", game=game, seat=0)["kind"] == "403"


def test_of_two_who_accept_an_invitation_at_once_one_is_seated(tmp_path: Path) -> None:
    chairs = Chairs(tmp_path)
    chair = chairs.invite("game", 1)
    assert chairs.occupy(chair)
    assert chairs.occupy(chair) is None


@pytest.mark.parametrize("by_host", [True, False])
def test_a_secret_is_dropped_when_its_seat_is_left(server: Server, *, by_host: bool) -> None:
    host = through(server)
    game = begun(host)["game"]
    ben = joined(server, game, 1)
    asker = host if by_host else ben
    assert asker("replace", game=game, seat=1, who="greedy")["kind"] == "friends"
    assert ben("look", game=game, seat=1)["kind"] == "403"
    assert host("look", game=game, seat=0)["seats"][1]["who"] == "greedy"
    again = joined(server, game, 1)
    assert again("look", game=game, seat=1)["view"]["player"] == 1
    invitation = through(server, invite(server, game, 1))
    assert again("choices")["kind"] == "403"
    third = through(server, invitation("join", name="")["secret"])
    assert third("choices")["is_yours"]


def test_a_friend_who_leaves_learns_no_invitation_and_seats_no_slow_player(
    server: Server, host: Ask
) -> None:
    game = begun(host, ("person", "person", "person"))["game"]
    ben = joined(server, game, 1)
    invitation = invite(server, game, 2)
    for who in ("search:1000000", "person"):
        assert ben("replace", game=game, seat=1, who=who)["code"] == "not-yours"
    left = ben("replace", game=game, seat=1, who=ben("choices")["usual"])
    assert left["links"] == []
    assert through(server, invitation)("join", name="Cem")["kind"] == "joined"


def test_a_friend_gives_a_seat_of_the_host_to_the_computer_once_the_host_has_gone(
    server: Server, host: Ask
) -> None:
    game = begun(host, ("person", "person", "person", "greedy"))["game"]
    ben = joined(server, game, 1, "Ben")
    joined(server, game, 2, "Eve")
    host_seat = {"game": game, "seat": 0, "who": "greedy"}
    with listening(server, server.token, game) as heard:
        assert next_news(heard) == "seats"
        assert ben("replace", **host_seat)["code"] == "not-yours"
    while server.engine.listeners.is_heard(game):
        pass
    for seat in (2, 3):
        assert ben("replace", **{**host_seat, "seat": seat})["code"] == "not-yours"
    assert ben("replace", **host_seat)["kind"] == "friends"
    assert ben("look", game=game, seat=1)["seats"][0]["who"] == "greedy"
    # The host takes it again.
    host("replace", **{**host_seat, "who": "person"})
    assert host("look", game=game, seat=0)["here"] == [0]
    with listening(server, server.token, game) as heard:
        assert next_news(heard) == "seats"
        host("delete", game=game)
        assert next_news(heard) == "seats"


def test_who_cannot_sit_there_is_refused(host: Ask) -> None:
    game = begun(host, ("person", *["automated"] * 3), solo=True)["game"]
    for do, more in (
        ("invite", {"seat": 1}),
        ("invite", {"seat": 4}),
        ("replace", {"seat": 0, "who": "automated"}),
    ):
        assert host(do, game=game, **more)["code"] == "cannot-be"
    assert host("friends", game=game)["links"] == []


def test_games_and_links_outlive_the_server_and_nobody_else_may_read_them(tmp_path: Path) -> None:
    port = own_port()
    with serving(tmp_path, port=port) as first:
        address, game = first.address, begun(through(first))["game"]
        secret = secret_of(first, game)
        shown = through(first)("look", game=game, seat=0)
    with serving(tmp_path, port=port) as second:
        assert second.address == address
        assert through(second)("look", game=game, seat=0) == shown
        assert through(second, secret)("choices")["is_yours"]
    assert (tmp_path / "chairs").stat().st_mode & 0o077 == 0
    assert secret not in (tmp_path / f"{game}.txt").read_text("utf-8")
    (tmp_path / "chairs").write_text("nonsense")
    assert Chairs(tmp_path).find(secret) is None
    assert [each.id for each in Folder(tmp_path).games()] == [game]


def test_friends_come_along_to_another_game(server: Server, host: Ask) -> None:
    game = begun(host, ("person", "person", "person"), rounds=1)["game"]
    ben, eve = joined(server, game, 1, "Ben"), joined(server, game, 2, "Eve")
    assert host("again", game=game)["code"] == "not-now"
    asks = {0: host, 1: ben, 2: eve}
    position = host("look", game=game, seat=0)
    while position["waits_for"] != "nobody":
        seat = position["view"]["table"]["active_player"] or 0
        at = {"game": game, "seat": seat, "moment": position["moment"]}
        if position["waits_for"] == "person":
            move = asks[seat]("look", game=game, seat=seat)["moves"][0]
            position = asks[seat]("play", move=move, **at)
        else:
            position = asks[seat]("step", **at)
    begun_by_ben = ben("again", game=game)
    another = begun_by_ben["game"]
    assert (begun_by_ben["here"], begun_by_ben["view"]["player"]) == ([1], 1)
    at = {"game": another, "seat": 0, "moment": 0}
    assert host("play", move=host("look", game=another, seat=0)["moves"][0], **at)["moment"] == 1
    assert (again := host("again", game=game))["game"] == another
    assert (again["moment"], again["view"]["player"]) == (1, 0)
    assert ben("look", game=game, seat=1)["code"] == "not-yours"
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
    [link] = host("invite", game=game, seat=None)["links"]
    assert (link["seat"], link["is_taken"]) == (None, False)
    token = token_of(link["addresses"][0])
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
        ("read", {"is_reading": True}),
        ("again", {}),
    ):
        assert watch(do, game=game, **members)["code"] == "not-yours", do
    assert watch("join", name="Eve")["code"] == "not-yours"
    assert watch("copy", game=game)["code"] == "not-now"
    # Those who watch change nothing for those who play.
    assert host("look", **at)["can_undo"]
    assert host("look", **at)["here"] == [0, 1]
    with listening(server, token, game) as heard:
        host("undo", moment=1, **at)
        assert [next_news(heard) for _ in "12"] == ["seats", "0"]
    host("invite", game=game, seat=None)
    assert watch("choices")["kind"] == "403"


def test_the_others_learn_who_reads_the_end_of_a_round(
    server: Server, host: Ask, game: str
) -> None:
    secret = secret_of(server, game)
    ben, look = through(server, secret), {"game": game, "seat": 0}
    assert ben("read", game=game, is_reading=True)["kind"] == "status"
    assert host("look", **look)["reading"] == []  # of a screen that is not there
    with listening(server, secret, game) as heard:
        assert next_news(heard) == "seats"
        for is_reading in (True, False, True):
            ben("read", game=game, is_reading=is_reading)
            assert next_news(heard) == "seats"
            assert host("look", **look)["reading"] == [1] * is_reading
    while server.engine.listeners.is_heard(game):
        pass
    assert host("look", **look)["reading"] == []


@contextmanager
def listening(server: Server, token: str, game: str) -> Iterator[Any]:
    """Listen to the news of a game, as a screen does, from those of the seats on."""
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)
    connection.request("GET", f"/-/news?{token}/{game}")
    with closing(connection), connection.getresponse() as heard:
        yield heard


def next_news(answer: Any) -> str:
    while not (line := answer.readline().decode()).startswith("data: "):
        assert line
    return str(line.removeprefix("data: ").strip())


def test_a_move_is_told_to_everybody_at_the_table_and_who_is_there(
    server: Server, host: Ask, game: str
) -> None:
    invitation = invite(server, game, 1)
    look = {"game": game, "seat": 0}
    with listening(server, server.token, game) as heard:
        assert heard.headers["Content-Type"] == "text/event-stream"
        assert next_news(heard) == "seats"
        with listening(server, invitation, "") as refused:
            assert refused.status == 403
        secret = through(server, invitation)("join", name="")["secret"]
        assert next_news(heard) == "seats"
        assert host("look", **look)["away"] == [1]
        with listening(server, secret, "another") as listened:
            assert next_news(heard) == "seats"
            assert host("look", **look)["away"] == []
            host("play", **look, moment=0, move=host("look", **look)["moves"][0])
            assert next_news(listened) == "seats"
            assert next_news(heard) == next_news(listened) == "1"
        assert next_news(heard) == "seats"
        assert host("look", **look)["away"] == [1]


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
        connection.request("GET", f"/-/news?{'&'.join(lines)}&nobody/{game}")
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
        answer = guest("join", name=name)
        assert answer["code"] == "cannot-be"
        assert "choose another" in answer["text"]
        twice = [{"name": name, "who": "person"}, *people]
        assert begun(host, ["person"] * 3, seats=twice)["code"] == "cannot-be"
    of_a_computer = [people[0], {"name": "Ann", "who": "greedy"}]
    assert begun(host, ["person"] * 2, seats=of_a_computer)["code"] == "cannot-be"
    assert guest("join", name="Anne")["kind"] == "joined"


def test_the_news_of_a_seat_end_when_it_is_left(server: Server, host: Ask, game: str) -> None:
    with listening(server, secret_of(server, game), game) as heard:
        host("replace", game=game, seat=1, who="greedy")
        assert heard.read().startswith(b"retry: ")


def test_a_seat_has_a_limited_number_of_lines(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("westeros_intrigue.play.page.friends._MOST_LISTENERS", 2)
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(listening(server, server.token, "x")) for _ in range(3)]
        assert sorted(each.status for each in lines) == [200, 200, 429]


def watching(server: Server, game: str) -> str:
    """Return the secret of the link to watch."""
    [link] = through(server)("invite", game=game, seat=None)["links"]
    return token_of(link["addresses"][0])


def test_hundreds_watch_a_game_by_one_link(server: Server, game: str) -> None:
    watcher = watching(server, game)
    with ExitStack() as lines:
        for _ in range(100):
            assert lines.enter_context(listening(server, watcher, game)).status == 200


def test_spectators_are_limited_on_the_whole_server_and_take_no_line_of_a_player(
    server: Server, host: Ask, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("westeros_intrigue.play.page.friends._MOST_WATCHING", 2)
    other = str(begun(host)["game"])
    watchers = [(watching(server, each), each) for each in (game, other)]
    with ExitStack() as lines:
        for watcher in watchers:
            assert lines.enter_context(listening(server, *watcher)).status == 200
        for watcher in watchers:
            with listening(server, *watcher) as refused:
                assert (refused.status, refused.read()) == (429, b"there are too many listeners\n")
        # A browser that plays one game and watches another hears of its own.
        both = f"{server.token}/{game}&{watchers[1][0]}"
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


HAS_PLACED = "localStorage.setItem('westeros-intrigue-placed', 9)"


class Friend(Person):
    """Somebody whose traffic is written down, as one would who looks for the hands of others."""

    def __init__(self, browser: Browser, address: str, *, screen: str = "join") -> None:
        super().__init__(browser, address, screen=screen)
        self.page.evaluate(HAS_PLACED)
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
        self.page.click("#join-form button")
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


def made_links(
    host: Person, friends: int, game: str = "westeros-intrigue", *, is_draft: bool = False
) -> list[str]:
    """Begin a game with friends, and return their links."""
    page = host.page
    page.evaluate(HAS_PLACED)
    page.click("#with-friends summary")
    form = page.locator("#friends-form")
    form.locator("[name=game]").select_option(game)
    form.locator("[name=count]").fill(str(friends + 1))
    form.locator("[name=count]").press("Tab")
    form.locator("details").evaluate("(each) => { each.open = true; }")
    form.locator("[name=seed]").fill("1")
    form.get_by_label("Name of seat 1").fill("Ann")
    if is_draft:
        form.locator("[name=variant]").select_option("draft")
    for seat in range(1, friends + 1):
        form.get_by_label(f"Who plays seat {seat + 1}").select_option("friend")
    page.select_option("#pace", "0", force=True)
    form.locator("button.main").click()
    notes = page.locator("#friends-list .note")
    expect(notes).to_contain_text(["at this screen", *["has not come yet"] * friends, "no hand"])
    links = []
    for seat in range(1, friends + 1):
        page.locator("#friends-list li").nth(seat).get_by_text("Copy link").click()
        copied = page.locator("#status p", has_text="Copied.")
        expect(copied).to_have_count(seat)
        links.append(page.evaluate("navigator.clipboard.readText()"))
    page.click("#friends form button")
    return links


@in_a_browser
def test_three_screens_play_a_round_and_none_holds_the_hand_of_another(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    record = late_round(*["person"] * 3, most_cards=5)
    game = through(server)("load", record=str(record))["game"]
    links = [server.address.replace(server.token, invite(server, game, at)) for at in (1, 2)]
    people = [Friend(browser, link) for link in links]
    people.insert(0, Friend(browser, f"{server.address}#{game}", screen="game"))
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
    host = Friend(browser, server.address, screen="setup")
    host.watch()
    links = made_links(host, 2, "btwixt", is_draft=True)
    people = [host, *(Friend(browser, link) for link in links)]
    for name, friend in zip(("Ben", "Eve"), people[1:], strict=True):
        friend.watch()
        friend.sit(name)
    shown, most_deciding, hidden = [""] * 3, 0, 0
    for person in people:
        person.page.locator("#any-auto").evaluate("(each) => { each.checked = false; }")
    for number in range(5):
        decides = [person.page.locator("#any-moves button") for person in people]
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
        for person in people:
            expect(person.page.locator("#any")).not_to_have_attribute("data-moment", before or "")
    assert most_deciding > 1
    assert hidden
    host.page.click("#show-friends")
    host.page.get_by_label("Replace seat 2").select_option("simple")
    expect(people[1].page.locator("#join-heading")).to_have_text("This link leads to no seat")
    expect(host.page.locator("#friends-list li").nth(1)).to_contain_text("a computer player")
    for person in people:
        person.leave()


@in_a_browser
def test_a_closed_tab_comes_back_and_a_seat_goes_to_the_computer(
    browser: Browser, server: Server
) -> None:
    host = Friend(browser, server.address, screen="setup")
    [link] = made_links(host, 1)
    news = host.page.locator("#others .seat-news")
    expect(news).to_have_text("not here")
    ben = Friend(browser, link)
    ben.sit("Ben")
    expect(news).not_to_have_text("not here")
    expect(host.page.locator("#others .seat-name")).to_have_text("Ben")
    hand = ben.page.inner_text("#hand")
    eve = Friend(browser, link)
    expect(eve.page.locator("#join-heading")).to_have_text("This link leads to no seat")
    ben.page.unroute_all(behavior="ignoreErrors")
    ben.page.close()
    expect(news).to_have_text("not here")
    ben.page = new_page(ben.context)
    ben.page.goto(link)
    ben.page.wait_for_selector("#game:not([hidden])")
    assert ben.page.inner_text("#hand") == hand
    ben.page.reload()
    ben.page.wait_for_selector("#game:not([hidden])")
    expect(ben.page.get_by_role("alert")).to_be_empty()
    expect(news).not_to_have_text("not here")
    ben.page.click("#show-friends")
    expect(ben.page.get_by_text("Let the computer play")).to_have_count(0)
    ben.page.once("dialog", lambda dialog: dialog.dismiss())
    ben.page.click("text=Leave the game")
    expect(ben.page.locator("#friends-list .note").nth(1)).to_have_text("at this screen")
    ben.page.once("dialog", lambda dialog: dialog.accept())
    ben.page.click("text=Leave the game")
    expect(ben.page.locator("#join-heading")).to_have_text("This link leads to no seat")
    expect(host.page.locator("#others .seat-name")).to_have_text("Greedy")
    assert token_of(link) not in ben.page.content()
    for person in (host, ben, eve):
        person.leave()


@in_a_browser
def test_tabs_of_one_browser_do_not_block_each_other(browser: Browser, server: Server) -> None:
    """Browsers open six connections to a server."""
    host = Person(browser, server.address)
    tabs = [host.page]
    for link in made_links(host, 2):
        tab = new_page(host.context)
        tab.goto(link)
        tab.click("#join-form button")
        tab.wait_for_selector("#game:not([hidden])")
        tabs.append(tab)
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
    assert server.engine.listeners.is_there(game, watcher)
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
    ann = Person(browser, f"{server.address}#{game}", screen="")
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
        [link] = host("invite", game=game, seat=1)["links"]
        assert bool(link["code"]) is is_shared
        assert link["addresses"]


@in_a_browser
def test_a_friend_is_told_that_the_host_has_gone(browser: Browser, server: Server) -> None:
    host = Person(browser, server.address)
    [link] = made_links(host, 1)
    ben = Person(browser, link, screen="join")
    expect(ben.page.locator("#join-heading")).to_have_text("Ann invites you to Westeros Intrigue")
    for name, told in (("Ann", "The table uses the name Ann"), ("\U0001f43b Ben", "")):
        ben.page.fill("#join-name", name)
        ben.page.click("#join-form button")
        expect(ben.page.get_by_role("alert")).to_contain_text(told)
    reason = ben.page.locator("#reason")
    learn(ben.page)
    expect(ben.page.locator("#own .seat-face")).to_have_text("\U0001f43b")
    expect(reason).to_have_text("Ann is to move.")
    host.leave()
    expect(reason).to_contain_text("Ann is to move, and is not here.")
    ben.page.click("#show-friends")
    expect(ben.page.locator("#friends-list .note")).to_have_text(["not here", "at this screen"])
    ben.page.click("text=Let the computer play")
    expect(ben.page.locator("#others .seat-name")).to_have_text("Greedy")
    ben.page.wait_for_selector("#hand-part.turn")
    ben.leave()
    both = {"seats": seats("person", "person", "simple"), "options": [], "seed": 1}
    secret = secret_of(server, through(server)("start", name="btwixt", **both)["game"])
    eve = Person(browser, server.address.replace(server.token, secret), screen="any")
    expect(eve.page.locator("#any-heading")).to_contain_text("Player 0 decides, and is not here")
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
    [link] = made_links(host, 1)
    friend = Person(browser, link, screen="join", **phone)
    assert not violations(friend)
    friend.page.evaluate(HAS_PLACED)
    friend.page.click("#join-form button")
    friend.page.wait_for_selector("#game:not([hidden])")
    host.page.click("#show-friends")
    line = host.page.locator("#friends-list li").nth(1)
    expect(line.locator(".note")).to_have_text("here")
    line.get_by_text("New link").click()
    button = line.get_by_text("QR code").element_handle()
    button.click()
    assert button.evaluate("(each) => each.isConnected")
    name = line.locator("b").inner_text()
    expect(host.page.locator("#friends-code-heading")).to_have_text(name)
    expect(host.page.locator("#friends-address")).not_to_contain_text("127.0.0.1")
    # Wide enough for the camera of a phone, in front of a screen.
    expect(host.page.locator("#friends-picture svg")).to_have_css("width", "200px")
    assert not violations(host)
    assert not host.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    line = host.page.locator("#friends-list li").last
    line.get_by_text("Make a link").click()
    line.get_by_text("Copy link").click()
    watcher = Person(browser, host.page.evaluate("navigator.clipboard.readText()"), screen="game")
    heading = watcher.page.locator("#hand-heading")
    expect(heading).to_have_text("You are watching · Ann is to move")
    host.page.click("#friends form button")
    place_first(host.page)
    expect(watcher.page.locator("#court .card")).to_have_count(1)
    expect(watcher.page.locator("#hand .card")).to_have_count(0)
    watcher.page.click("#show-friends")
    expect(watcher.page.locator("#friends-list button")).to_have_count(0)
    host.leave()
    for person in (friend, watcher):  # whom the browser warns of an address without encryption
        person.context.close()
