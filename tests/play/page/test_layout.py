"""No text of the page is covered or runs into another, on a phone and in two windows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from play.page.asking import begun, seats, through
from play.page.browsing import Person, in_a_browser, place_first

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from westeros_intrigue.play.page.server import Server

SIZES = [(390, 844), (800, 600), (1280, 800)]
COLLISIONS = (Path(__file__).parent / "collisions.js").read_text("utf-8")
"""Returns the texts in the window that run into another or lie under something, in words."""


TRIES = 25
"""How often a screen is looked at while something on it still moves, five times a second."""


class Reader(Person):
    """Somebody who looks at each screen, and scrolls to its end."""

    def read(self, screen: str) -> None:
        """Check that no text of the screen is covered."""
        page = self.page
        height = page.evaluate("() => document.documentElement.scrollHeight")
        for top in range(0, height, page.evaluate("() => innerHeight")):
            page.evaluate("(top) => window.scrollTo({ top, behavior: 'instant' })", top)
            found: list[str] = []
            for _ in range(TRIES):
                found = page.evaluate(COLLISIONS)
                if not found:
                    break
                page.wait_for_timeout(200)
            assert not found, f"{screen}: {'; '.join(found)}"

    def read_at(self, address: str, screen: str, wanted: str) -> None:
        """Open an address that shows a screen, and read it once a part is there."""
        self.page.goto(address)
        self.page.wait_for_selector(f"#{screen}:not([hidden])")
        self.page.locator(wanted).first.wait_for()
        self.read(screen)


@pytest.fixture(params=SIZES, ids=[f"{width}x{height}" for width, height in SIZES])
def reader(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Reader]:
    width, height = request.param
    reader = Reader(browser, server.address, viewport={"width": width, "height": height})
    yield reader
    reader.leave()


@in_a_browser
def test_no_text_before_a_game_is_covered(reader: Reader) -> None:
    page = reader.page
    reader.read("start")
    for way in page.locator("details.way > summary").all():
        way.click()
        reader.read(f"start, {way.inner_text()}")
    page.click("#show-rules")
    page.locator("#minute li").first.wait_for()
    reader.read("rules")
    page.keyboard.press("Escape")
    reader.read_at(f"{reader.address}#puzzle-3", "puzzle", "#puzzle-hand button")


@in_a_browser
def test_no_text_of_a_game_of_six_is_covered(reader: Reader) -> None:
    page = reader.page
    reader.begin("person", *["greedy"] * 5)
    reader.wait()
    reader.read("table")
    page.locator("#hand button:not(.card--nowhere)").first.focus()
    page.keyboard.press("Enter")
    reader.read("a card is chosen")
    page.keyboard.press("Escape")
    for part in ("#show-scores", "#show-told"):
        if page.locator(part).is_visible():  # only where there is no room beside the table
            page.click(part)
            reader.read(part)
            page.click(part)
    page.click("#show-friends")
    page.locator("#friends-list li").first.wait_for()
    reader.read("friends")
    page.keyboard.press("Escape")
    while reader.wait() == "turn":
        told = reader.told
        place_first(page)
        reader.until_told_more(told)
    page.locator("#story").wait_for()
    reader.read("the end of a round")
    page.click("#onward")
    page.locator("#ending").wait_for()
    reader.read("the end of the game")
    page.click("#look-back")
    page.locator("#review").wait_for()
    reader.read("review")


@in_a_browser
def test_no_text_of_other_games_or_between_players_is_covered(
    reader: Reader, server: Server
) -> None:
    ask = through(server)
    for key in ("monopoly", "btwixt"):
        who = seats("person", *["simple"] * 3)
        game = ask("start", name=key, seats=who, options=[], seed=3)["game"]
        reader.read_at(f"{reader.address}#{game}", "any", "#any-moves button")
    game = begun(ask)["game"]
    reader.read_at(f"{reader.address}#{game}", "cover", "#uncover")
    ask("invite", game=game, seat=1)
    link = ask("friends", game=game)["links"][0]["addresses"][0]
    reader.read_at(link, "join", "#join-form button")


@in_a_browser
def test_a_text_that_is_covered_or_run_into_is_found(browser: Browser, server: Server) -> None:
    reader = Reader(browser, server.address)
    put = """(style) => document.querySelector(".lede").append(
        Object.assign(document.createElement("b"), { id: "put", textContent: "Put", style }))"""
    covering = "position: absolute; inset: 0; background: red"
    for style, told in (
        ("position: relative; left: -60px", "/ put: Put"),
        (covering, "lies under put"),
    ):
        reader.page.evaluate(put, style)
        with pytest.raises(AssertionError, match=told):
            reader.read("start")
        reader.page.evaluate("() => document.querySelector('#put').remove()")
    reader.read("start")
    reader.leave()
