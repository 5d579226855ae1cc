"""`play --link`: a terminal takes a seat at a table that `web` serves."""

from __future__ import annotations

import io
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest
from helpers.patience import PATIENCE
from helpers.terminals import Answer, Result, command

from play.page.asking import serving, through
from westeros_intrigue.gamekit.game import GAMES
from westeros_intrigue.play.page import linking, messages, requests
from westeros_intrigue.play.page.server import Server
from westeros_intrigue.play.terminal.linked import Line


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as server:
        yield server


def invited(server: Server, key: str, *others: str, **options: str) -> tuple[str, str]:
    """Begin a game with a chair for a friend in seat 1; return its id and the table's link."""
    ask = through(server)
    seats = [{"name": "Ann", "who": "person"}]
    seats += [{"name": "", "who": each} for each in ("person", *others)]
    settings = [{"name": name, "value": value} for name, value in options.items()]
    game = ask("start", name=key, seats=seats, options=settings, seed=1)["game"]
    link = ask("invite", game=game, seat=1)["link"]
    return game, link["addresses"][0]


@contextmanager
def host_plays(server: Server, game: str) -> Iterator[None]:
    """Play the host's seat in a thread, by the first move each time, until the game is over."""

    def play_on() -> None:
        ask: Any = through(server)
        while not is_enough.wait(0.02):
            shown = ask("look", game=game, seat=0)
            free = [each["seat"] for each in ask("friends", game=game)["chairs"] if each["is_free"]]
            is_full = all(shown["seats"][seat]["stand_in"] for seat in free)
            if shown["waits_for"] == "friends" and is_full:
                ask("begin", game=game)  # the terminal is at the same address
            if shown["waits_for"] == "person" and shown["active"] == 0:
                move = shown["moves"][0]
                name = move if isinstance(move, str) else move["name"]
                ask("play", game=game, seat=0, moment=shown["moment"], move=name)

    is_enough = threading.Event()
    thread = threading.Thread(target=play_on)
    thread.start()
    try:
        yield
    finally:
        is_enough.set()
        thread.join()


def first_open_card(new: str) -> Answer:
    """Place a card of the first house that has an open slot; go on at the end of a round."""
    if "Press Enter" in new.splitlines()[-1]:
        return ""
    if "to which slot?" in new.splitlines()[-1]:
        return "1"
    house = re.findall(r"(?m)^\* (\w)", new)
    return house[-1] if house else "look"


def play(link: str, *arguments: str, typed: Any = (), is_terminal: bool = True) -> Result:
    return command("play", "--link", link, *arguments, typed=typed, is_terminal=is_terminal)


def test_a_terminal_plays_the_card_game_to_its_end_at_a_table_of_the_page(server: Server) -> None:
    game, link = invited(server, "westeros-intrigue", "greedy", rounds="1")
    with host_plays(server, game):
        played = play(link, "--name", "Ben", typed=first_open_card, is_terminal=False)
    assert (played.code, played.err) == (0, "")
    shown = through(server)("look", game=game, seat=0)
    assert [seat["name"] for seat in shown["seats"]] == ["Ann", "Ben", "Greedy"]
    end = played.plain[played.plain.rindex("total") :]
    for place in shown["standings"]:
        name = shown["seats"][place["seat"]]["name"]
        assert re.search(rf"{place['place']}\. +{name} +{place['points']} +{place['total']}", end)


@pytest.mark.parametrize("key", ["btwixt", "monopoly"])
def test_a_terminal_makes_moves_of_other_games_by_number_or_words(server: Server, key: str) -> None:
    def typed(new: str) -> Answer:
        last = new.splitlines()[-1]
        return next(lines, None) if "Your move" in last else ""

    asked = ("?", "hint", "log", "why 1", "why 0", "moves", "99", "xyzzy plugh")
    lines = iter([*asked, "1", "undo", "1", "quit"])
    game, link = invited(server, key, GAMES[key].PLAYERS.usual)
    with host_plays(server, game):
        played = play(link, typed=typed)
    assert "The computer would" in played.plain
    assert "Type a number from 1 to " in played.plain
    assert "The others have seen the last move, so it stands." in played.plain
    assert "Type why and a number from 1 to " in played.plain
    assert re.search(r"why 1\s+what the first move of the list does", played.plain)
    assert through(server)("look", game=game, seat=0)["moment"] > 2
    first = re.search(r"(?m)^  ([A-Z].*\.) *$", played.plain)
    assert first
    assert first[1] not in played.plain.rpartition("so it stands.")[2]


def test_the_person_comes_back_by_the_link_of_the_seat_and_nobody_by_the_tables(
    server: Server,
) -> None:
    game, link = invited(server, "westeros-intrigue", rounds="1")
    with host_plays(server, game):
        left = play(link, typed=["why S1 z9", "T1 a1", "hint", "log", "quit"])
        assert "Best move: " in left.plain
        own = re.findall(r"play --link (\S+)", left.plain)[0]
        assert "Round 1 of 1" in play(own, typed=["quit"]).plain
        refused = play(link, typed=["quit"])
    assert (refused.code, "no chair is free" in refused.err) == (1, True)


def test_a_person_who_goes_on_from_another_browser_is_told(server: Server) -> None:
    """The person does so while this terminal decides, then while it waits."""

    def typed(_: str) -> Answer:
        server.engine.people.renew(game, 1)
        return next(lines, None)

    game, link = invited(server, "westeros-intrigue", rounds="1")
    with host_plays(server, game):
        lines = iter(["T", "1", "quit"])
        left = play(link, typed=typed)
    assert "plays from another browser now" in left.plain + left.err
    game, link = invited(server, "westeros-intrigue", rounds="1")
    given = threading.Timer(0.5, typed, [""])
    lines = iter([])
    given.start()
    left = play(link)
    given.join()
    assert (left.code, "plays from another browser now" in left.err) == (1, True)


def test_a_person_chooses_among_free_chairs_comes_back_by_the_link_and_is_named(
    server: Server,
) -> None:
    game, link = invited(server, "westeros-intrigue", "person", rounds="1")
    host = through(server)
    host("pace", milliseconds=0)
    host("invite", game=game, seat=2)
    host("lend", game=game, seat=1)  # the computer waits in a free chair for whoever comes
    with host_plays(server, game):
        left = play(link, "--name", "Ben", typed=["7", "3", "quit"])
        assert "Which chair, 2 (Player 2) or 3 (Player 3)?" in left.plain
        assert seat_of(host, game, 2) == ("Ben", "")
        [secret] = {*re.findall(r"play --link (\S+)", left.plain)}
        presence = server.engine.listeners.presence
        while presence.is_there(game, secret.partition("#")[2]):
            pass  # the server learns within a second who has gone
        before = presence._clock
        presence._clock = lambda: before() + 60
        assert host("lend", game=game, seat=2)["kind"] == "friends"
        assert seat_of(host, game, 2) == ("Ben", "Oswin")
        server.engine.listeners.announce(game, "seats")
        play(secret, typed=["quit"])
        assert seat_of(host, game, 2) == ("Ben", "")
    server.engine.people.sit(game, 1)
    assert "no chair is free" in play(link).err


def seat_of(ask: Any, game: str, seat: int) -> tuple[str, str]:
    found = ask("look", game=game, seat=0)["seats"][seat]
    return found["name"], found["stand_in"]


def test_a_terminal_whose_person_thinks_gives_signs_of_life(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def typed(_: str) -> Answer:
        end = time.monotonic() + PATIENCE
        while len(signs) < 3:
            assert time.monotonic() < end
            time.sleep(0.02)
        return "quit"

    signs = list[str]()
    send = linking.Line.send

    def note(line: linking.Line, request: Any) -> Any:
        # A terminal of another test may still be alive.
        if isinstance(request, requests.Beat) and line.link.startswith(root):
            signs.append(line.token)
        return send(line, request)

    game, link = invited(server, "westeros-intrigue", rounds="1")
    root = link.partition("#")[0]
    monkeypatch.setattr(linking, "SECONDS_BETWEEN_BEATS", 0.05)
    monkeypatch.setattr(linking.Line, "send", note)
    with host_plays(server, game):
        left = play(link, typed=typed)
    assert left.code == 0
    [own] = {*re.findall(r"play --link \S+#([\w-]+)", left.plain)}
    assert {*signs} == {own}


def test_a_move_that_another_screen_has_made_is_not_made_twice(server: Server) -> None:
    def typed(new: str) -> Answer:
        if not moved and "Your move" in new:
            token = re.findall(r"play --link \S+#([\w-]+)", new)
            ask = through(server, *token)
            shown = ask("look", game=game, seat=1)
            ask("play", game=game, seat=1, moment=shown["moment"], move=shown["moves"][0])
            moved.append(shown["moment"])
            return "S1 a1"
        return "quit"

    moved: list[int] = []
    game, link = invited(server, "westeros-intrigue", rounds="1")
    with host_plays(server, game):
        left = play(link, typed=typed, is_terminal=False)
    assert (left.code, len(moved)) == (0, 1)


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("{host}", "it is the host's link"),
        ("{root}/#unknown", "leads to no table"),
        ("{watch}", "the link is for watching"),
    ],
)
def test_a_link_that_leads_to_no_seat_is_refused(server: Server, link: str, told: str) -> None:
    root = server.address.removesuffix(f"/#{server.token}")
    game, _ = invited(server, "westeros-intrigue")
    watch = f"{root}/#{server.engine.people.of(game).watch}"
    refused = play(link.format(host=server.address, root=root, watch=watch))
    assert refused.code in {1, 2}
    assert told in refused.err
    assert "Traceback" not in refused.err


@pytest.mark.parametrize(
    ("answer", "told"),
    [("<p>Nginx</p>", "http://h: <p>Nginx</p>"), ('{"kind": "new"}', "http://h: /kind: ")],
)
def test_an_answer_that_cannot_be_read_is_explained(
    monkeypatch: pytest.MonkeyPatch, answer: str, told: str
) -> None:
    monkeypatch.setattr(Line, "_open", lambda *_: io.BytesIO(answer.encode()))
    assert play("http://h/#token").err.startswith(f"westeros-intrigue: {told}")


@pytest.mark.parametrize(
    ("kind", "change", "told"),
    [
        (messages.Position, {"seats": ()}, "contradicts itself"),
        (messages.Position, {"active": 5}, "contradicts itself"),
        (messages.Joined, {"secret": "\x1b[2J"}, "a link looks like"),
    ],
)
def test_an_answer_that_no_table_sends_is_refused_and_not_shown(
    server: Server, monkeypatch: pytest.MonkeyPatch, kind: Any, change: Any, told: str
) -> None:
    send = Line.send

    def send_changed(line: Line, request: Any) -> Any:
        found = send(line, request)
        return attrs.evolve(found, **change) if isinstance(found, kind) else found

    monkeypatch.setattr(Line, "send", send_changed)
    _, link = invited(server, "westeros-intrigue")
    refused = play(link, "--name", "Ben", is_terminal=False)
    assert (refused.code, told in refused.err) == (1 + (kind is messages.Joined), True)
    assert "\x1b" not in refused.out + refused.err


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each connection come as if from another machine."""
    address = property(lambda handler: str(handler.client_address[1]))
    monkeypatch.setattr("westeros_intrigue.play.page.server._Handler._address", address)


@pytest.mark.usefixtures("apart")
@pytest.mark.parametrize("is_right", [True, False])
def test_a_terminal_waits_until_the_people_of_a_game_under_way_agree(
    server: Server, monkeypatch: pytest.MonkeyPatch, is_right: bool
) -> None:
    def admit() -> None:
        end = time.monotonic() + PATIENCE
        while not (claims := host("look", game=game, seat=0)["claims"]):
            assert time.monotonic() < end
            time.sleep(0.02)
        words.append(claims[0]["words"])
        host("admit", game=game, claim=claims[0]["number"], is_right=is_right)

    monkeypatch.setattr("westeros_intrigue.play.terminal.linked._SECONDS_BETWEEN_QUESTIONS", 0.02)
    words, host = list[str](), through(server)
    game, link = invited(server, "btwixt", GAMES["btwixt"].PLAYERS.usual)
    host("begin", game=game)
    asking = threading.Thread(target=admit)
    asking.start()
    with host_plays(server, game):
        left = play(link, typed=["quit"])
    asking.join()
    assert "The people at the table are asked whether you may sit down." in left.plain
    assert f"Their screens show the words {words[0]}." in left.plain
    assert (left.code == 0) is is_right
    assert ("play on without you" in left.err) is not is_right


@pytest.mark.usefixtures("apart")
def test_a_terminal_that_comes_during_a_round_waits_for_the_next_deal(server: Server) -> None:
    host = through(server)
    game, link = invited(server, "westeros-intrigue", "greedy", rounds="2")
    host("begin", game=game)
    host("pace", milliseconds=0)
    with host_plays(server, game):
        left = play(link, typed=["quit"])
    assert (left.code, left.err) == (0, "")
