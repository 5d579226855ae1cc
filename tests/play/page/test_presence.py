"""A phone without network is away for the others, although its connections stay open."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.patience import PATIENCE
from helpers.ports import own_port

from play.page.asking import bearing, begun, serving, through
from play.page.browsing import expect, in_a_browser
from play.page.network import network_to
from play.page.test_friends import Friend, invite, listening, make_link, next_news, secret_of
from westeros_intrigue.play.page.linking import Line
from westeros_intrigue.play.page.server import Server, page_files

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SILENCE = "westeros_intrigue.play.sessions.presence.SECONDS_OF_SILENCE"


def test_the_table_hears_that_a_phone_is_in_the_dark_while_its_line_is_open(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SILENCE, 1.0)
    host = through(server)
    game = str(begun(host)["game"])
    secret = secret_of(server, game, 1, "Ben")
    with network_to(server.server_port) as network:
        phone = HTTPConnection("127.0.0.1", network.port, timeout=PATIENCE)
        with closing(phone), listening(server, server.token, game) as heard:
            own = {"Host": f"127.0.0.1:{server.server_port}", **bearing(f"{secret}/{game}")}
            phone.request("GET", "/news", headers=own)
            news = phone.getresponse()  # kept, since it closes the connection at its end
            assert news.status == 200
            through(server, secret)("beat", game=game, is_hidden=False)
            assert host("look", game=game, seat=0)["away"] == []
            network.is_dark = True
            began = time.monotonic()
            while not (away := host("look", game=game, seat=0)["away"]):
                assert next_news(heard) == "seats"
            assert time.monotonic() - began < 1.0 + 2
            assert [(each["seat"], each["how"]) for each in away] == [(1, "dark")]
            news.close()


def test_a_program_that_only_waits_is_there_as_long_as_it_listens(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SILENCE, 0.5)
    monkeypatch.setattr("westeros_intrigue.play.page.linking.SECONDS_BETWEEN_BEATS", 0.1)
    host = through(server)
    game = str(begun(host)["game"])
    line = Line(server.address.replace(server.token, secret_of(server, game, 1, "Ben")))
    with closing(line.listen(game)):
        for _ in range(8):
            time.sleep(0.1)
            assert host("look", game=game, seat=0)["away"] == []
    while not host("look", game=game, seat=0)["away"]:
        pass


def test_a_seat_played_by_requests_alone_is_neither_lent_nor_claimed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("westeros_intrigue.play.page.friends.SECONDS_UNTIL_FREE", 0)
    host = through(server)
    game = str(begun(host)["game"])
    ben = through(server, secret_of(server, game, 1, "Ben"))
    door = through(server, invite(server, game))
    assert ben("look", game=game, seat=1)["here"] == [1]
    assert not door("choices")["chairs"][0]["can_be_lent"]
    assert door("join", name="", seat=1, how="claim")["code"] == "not-now"
    assert host("lend", game=game, seat=1)["text"] == "This person is here"


@in_a_browser
def test_a_phone_in_the_dark_and_one_in_a_pocket_are_told_apart_on_another_screen(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SILENCE, 3)
    monkeypatch.setattr("westeros_intrigue.play.page.server.page_files", beating_fast)
    port = own_port()
    with network_to(port) as network:
        address = f"http://127.0.0.1:{network.port}/"
        with serving(tmp_path, port=port, address=address) as server:
            host = Friend(browser, server.address, screen="setup")
            link = make_link(host, 1)
            ben = Friend(browser, link)
            ben.sit("Ben")
            news = host.page.locator("#others .seat-news")
            expect(news).to_have_text("")
            ben.page.wait_for_timeout(4_000)  # who only waits stays there
            expect(news).to_have_text("")
            network.is_dark = True
            expect(news).to_have_text("without connection")
            network.is_dark = False
            expect(news).to_have_text("")
            ben.page.evaluate(HIDE)
            expect(news).to_have_text("looks elsewhere")
            ben.page.evaluate(HIDE.replace("true", "false"))
            expect(news).to_have_text("")
            host.leave()
            ben.leave()


HIDE = """() => {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def beating_fast() -> Mapping[str, tuple[str, bytes]]:
    """Return the files of a page that beats ten times as often as usual."""
    files = dict(page_files())
    kind, script = files["presence.js"]
    assert b"PAUSE = 8000" in script
    return files | {"presence.js": (kind, script.replace(b"PAUSE = 8000", b"PAUSE = 800"))}
