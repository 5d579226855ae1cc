"""The page of the documentation: the library runs in a worker of the browser, without a network."""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest
from helpers.checkout import load
from playwright.sync_api import Browser, Page, Route, expect

from play.page.asking import late_round
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


def test_after_one_visit_games_are_played_without_a_network_and_all_tabs_have_them(
    browser: Browser, tmp_path: Path
) -> None:
    """The page has Pyodide from another address.

    It takes long: the browser compiles Python, and plays without a network.
    """
    site, pyodide = tmp_path / "site", tmp_path / "pyodide"
    script = load("scripts/build_docs.py")
    script.copy_page(site)
    script.add_engine(site, "npm")
    (site / "pyodide").rename(pyodide)
    with served(pyodide) as elsewhere, served(site) as address:
        engine = site / "engine.json"
        engine.write_text(engine.read_text("utf-8").replace('"pyodide/', f'"{elsewhere}/'), "utf-8")
        person = Person(browser, "about:blank", screen="")
        first, second = person.page, new_page(person.context)
        visit_slowly(first, f"{address}/index.html")
        first.evaluate("async () => { await navigator.serviceWorker.ready; }")
        person.context.set_offline(True)
        games = [game_at(first)]
        told = end_of_a_round(person)
        games.append(game_at(first))
        second.goto(f"{address}/index.html")
        manifest = second.evaluate("async () => (await fetch('app.webmanifest')).json()")
        assert manifest["start_url"] == "index.html"
        for page in (second, first, second):
            if page.locator("#leave").is_visible():
                page.click("#leave")
            page.click("#play")
            page.wait_for_selector("#hand-part.turn")
            games.append(game_at(page))
        assert len({*games}) == 5
        for page, number in ((first, 4), (first, 2), (second, 3), (second, 0), (second, 1)):
            page.click("#leave")
            page.wait_for_selector("#setup:not([hidden])")
            page.evaluate("(game) => { location.hash = game; }", games[number])
            page.wait_for_function(AT_GAME, arg=games[number])
            expect(page.get_by_role("alert")).to_be_empty()
        second.wait_for_selector("#story:not([hidden])")
        assert second.inner_text("#told") == told
        expect(second.locator("#swing")).not_to_contain_text("Looking")
        # What takes long is computed beside the game.
        assert len(second.workers) == 2
        person.context.close()
        assert person.faults == ["nothing has arrived for a minute"]  # of the first visit


AT_GAME = """(game) => location.hash === `#${game}` && !document.querySelector('#game').hidden"""


def game_at(page: Page) -> str:
    return page.url.partition("#")[2]


def visit_slowly(page: Page, address: str) -> None:
    """Visit the page over a bad network, which does not deliver at first, and order a game."""
    page.clock.install()
    held: list[Route] = []
    page.context.route("**/python_stdlib.zip", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    page.context.route("**/main.js", lambda route: route.abort())
    page.goto(address)
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
    page.context.unroute("**/python_stdlib.zip")
    page.wait_for_selector("#hand-part.turn")


def end_of_a_round(person: Person) -> str:
    """Play a round from its last placements to its end, and return what is told of it."""
    page, before = person.page, game_at(person.page)
    # The person is out early, so few placements are judged.
    record = late_round("person", "squire", *["greedy"] * 4, most_cards=5, seed=341)
    page.select_option("#pace", "0", force=True)
    page.evaluate("(record) => { location.hash = `record=${record}`; }", quote(str(record)))
    page.wait_for_url(lambda url: "#westeros-intrigue-" in url and not url.endswith(before))
    page.wait_for_function(AT_GAME, arg=game_at(page))
    while person.wait() == "turn":
        told = person.told
        place_first(page)
        person.until_told_more(told)
    return page.inner_text("#told")


def test_an_engine_that_cannot_be_loaded_is_said_to_be(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = load("scripts/build_docs.py")
    script.copy_page(tmp_path)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: None)  # builds no wheels
    script.add_engine(tmp_path, "http://127.0.0.1:1")
    assert not (tmp_path / "pyodide").exists()
    with served(tmp_path) as address:
        page = new_page(browser)
        page.goto(f"{address}/index.html")
        expect(page.get_by_role("alert")).to_contain_text(
            "cannot be loaded from http://127.0.0.1:1/"
        )
        page.close()


READY = "() => document.querySelector('#loading').hidden && !document.querySelector('#setup').inert"
STORED = """async (kind) => {
  for (;;) {
    const cache = await caches.open("compiled-westeros-intrigue"); // what is stored replaces it
    const key = (await cache.keys()).find(({ url }) => url.includes(kind));
    if (key) return (await (await cache.match(key)).blob()).size;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}"""
DAMAGED = """async () => {
  const cache = await caches.open("compiled-westeros-intrigue");
  const key = (await cache.keys()).find(({ url }) => url.includes("memory"));
  await cache.put(key, new Response(new Uint8Array(4096)));
}"""


MARK = """async () => {
  const cache = await caches.open("compiled-westeros-intrigue");
  await cache.put("./mark", new Response("Whoever stores the memory anew replaces this."));
}"""
MARKED = """async () =>
  Boolean(await (await caches.open("compiled-westeros-intrigue")).match("./mark"))"""
REPLACED = f"""async () => {{
  while (await ({MARKED})()) await new Promise((resolve) => setTimeout(resolve, 200));
}}"""


def test_a_return_visit_lists_the_games_at_once_and_starts_nothing_anew(
    browser: Browser, tmp_path: Path
) -> None:
    """The browser has the memory of Python, with the library imported, and the compiled modules.

    It takes long: the browser compiles Python twice.
    """
    script = load("scripts/build_docs.py")
    script.copy_page(tmp_path)
    script.add_engine(tmp_path, "npm")
    with served(tmp_path) as site:
        address = f"{site}/index.html"
        person = Person(browser, "about:blank", screen="")
        page = person.page
        page.goto(address)
        page.wait_for_function(READY)
        page.click("#play")
        page.wait_for_selector("#hand-part.turn")
        page.click("#leave")
        page.wait_for_selector("#games li")
        assert page.evaluate(STORED, "modules") > 1_000_000
        assert page.evaluate(STORED, "memory") > 20_000_000
        page.evaluate(MARK)
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_function(READY)
        page.wait_for_timeout(8000)  # it stores what it has started 5 s after that
        assert page.evaluate(MARKED)
        # Python can also start anew.
        page.evaluate(DAMAGED)
        page.goto(address, wait_until="commit")
        page.wait_for_selector("#games li")
        assert page.locator("#loading").is_visible()
        assert page.get_by_label("Delete").is_disabled()
        page.click("#games li button >> nth=0")
        page.wait_for_selector("#hand-part.turn")
        page.evaluate(REPLACED)
        person.leave()
