"""The page of the documentation: the library runs in a worker of the browser, without a network."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from checkout import load
from playwright.sync_api import Browser, Page, Route, expect

from play.page.browsing import Person, needs_chromium, new_page, place_first

pytestmark = [
    pytest.mark.long,
    needs_chromium,
    pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed"),
]


class Site(SimpleHTTPRequestHandler):
    def end_headers(self) -> None:
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder as a site does, and give its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Site, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def build(folder: Path, pyodide: str) -> None:
    """Build the page with its engine as the script does."""
    script = load("scripts/build_docs.py")
    script.copy_page(folder)
    script.add_engine(folder, pyodide)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build(folder, "npm")
    return folder


def test_games_are_played_offline_and_those_of_two_tabs_are_all_stored(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    """The page has Pyodide from another address."""
    with served(site / "pyodide") as elsewhere, served(tmp_path) as address:
        build(tmp_path, elsewhere)
        assert not (tmp_path / "pyodide").exists()
        person = Person(browser, f"{address}/index.html")
        told, games = a_game_offline(person), [game_at(person.page)]
        second = new_page(person.context)
        second.goto(person.address)
        for page in (second, person.page, second):
            if page.locator("#leave").is_visible():
                page.click("#leave")
            page.click("#play")
            page.wait_for_selector("#hand-part.turn")
            games.append(game_at(page))
        assert len({*games}) == 4
        second.reload()
        for game in reversed(games):
            second.wait_for_selector("#game:not([hidden])")
            second.click("#leave")
            second.wait_for_selector("#setup:not([hidden])")
            second.evaluate("(game) => { location.hash = game; }", game)
            second.wait_for_function(AT_GAME, arg=game)
            expect(second.get_by_role("alert")).to_be_empty()
        second.wait_for_selector("#story:not([hidden])")
        assert second.inner_text("#told") == told
        expect(second.locator("#swing")).not_to_contain_text("Looking")
        # What takes long is computed beside the game.
        assert len(second.workers) == 2
        person.context.close()
        assert person.faults == []


AT_GAME = """(game) => location.hash === `#${game}` && !document.querySelector('#game').hidden"""


def game_at(page: Page) -> str:
    return page.url.partition("#")[2]


def a_game_offline(person: Person) -> str:
    """Play a round without a network, and return what is told of it."""
    page = person.page
    page.wait_for_selector("#loading", state="hidden")
    person.context.set_offline(True)
    person.begin("person", *["squire"] * 3)
    card, slot = person.move()
    page.click(f'#court button[data-slot="{slot}"]')
    expect(page.locator("#told li").nth(1)).to_contain_text(f"place {card} in row 1.")
    while person.wait() == "turn":
        told = person.told
        place_first(page)
        person.until_told_more(told)
    person.context.set_offline(False)
    return page.inner_text("#told")


def test_after_the_first_visit_it_opens_without_a_network(browser: Browser, site: Path) -> None:
    with served(site) as address:
        person = Person(browser, f"{address}/index.html")
        page = person.page
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.click("#play")
        assert person.wait() == "turn"
        hand = page.inner_text("#hand")
    person.context.set_offline(True)
    page.reload()
    page.wait_for_selector("#hand-part.turn")
    assert page.inner_text("#hand") == hand
    manifest = page.evaluate("async () => (await fetch('app.webmanifest')).json()")
    assert manifest["start_url"] == "index.html"
    person.context.close()
    assert person.faults == []


def test_a_page_that_loads_takes_an_order_and_does_not_wait_for_ever(
    browser: Browser, site: Path
) -> None:
    with served(site) as address:
        page = new_page(browser)
        page.clock.install()
        held: list[Route] = []
        page.context.route("**/python_stdlib.zip", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
        page.context.route("**/main.js", lambda route: route.abort())
        page.goto(f"{address}/index.html")
        # The first page needs no script to be seen.
        expect(page.locator("#levels button >> visible=true")).to_have_count(2)
        page.context.unroute("**/main.js")
        page.reload()
        expect(page.locator("#loaded")).to_contain_text(re.compile(r"\d of 1\d\.\d MB"))
        page.wait_for_function("() => document.querySelector('#progress').value > 0.1")
        page.clock.fast_forward(61_000)
        expect(page.get_by_role("alert")).to_contain_text("nothing has arrived for a minute")
        held.clear()
        with page.expect_navigation():
            page.click("#again")
        page.click("#play")
        expect(page.locator("#setup")).to_have_attribute("inert", "")
        expect(page.locator("#loading")).to_be_visible()
        while not held:
            page.wait_for_timeout(50)
        held[0].continue_()
        page.wait_for_selector("#hand-part.turn")
        page.close()


def test_an_engine_that_cannot_be_loaded_is_said_to_be(browser: Browser, tmp_path: Path) -> None:
    build(tmp_path, "http://127.0.0.1:1")
    with served(tmp_path) as address:
        page = new_page(browser)
        page.goto(f"{address}/index.html")
        expect(page.get_by_role("alert")).to_contain_text(
            "cannot be loaded from http://127.0.0.1:1/"
        )
        page.close()
