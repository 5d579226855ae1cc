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
        """Open an address that shows a screen, and read it once a part is there.

        Of the parts that `wanted` selects, the first must become visible.
        """
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
    reader.read_at(f"{reader.address}/puzzle-3", "puzzle", "#puzzle-hand button")


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
        wanted = "#any-moves button, .t-table, .m-ring"
        reader.read_at(f"{reader.address}/{game}", "any", wanted)
    game = begun(ask)["game"]
    reader.read_at(f"{reader.address}/{game}", "cover", "#uncover")
    ask("invite", game=game, seat=1)
    link = ask("friends", game=game)["link"]["addresses"][0]
    reader.read_at(link, "join", "#sit-down")


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


CUT = """() => [...document.querySelectorAll('#others .seat, .table[data-watched] #own .seat')]
  .map((seat) => {
    const { left, right, bottom } = seat.getBoundingClientRect();
    const parts = [...seat.querySelectorAll('.seat-stock, .seat-stock *')];
    const boxes = parts.filter((each) => each.checkVisibility())
      .map((each) => each.getBoundingClientRect());
    return [right <= innerWidth && left >= 0, boxes.length > 2,
      boxes.every((each) => each.right <= right && each.bottom <= bottom)];
  })"""


@in_a_browser
def test_nothing_of_six_seats_is_cut_on_a_phone_and_spectators_see_all_six(
    browser: Browser, server: Server
) -> None:
    host = through(server)
    people = [{"name": "Hal", "who": "person"}]
    names = ("Annabella", "Benedikt", "Cyd", "Dan", "Eve")
    people += [{"name": name, "who": "greedy"} for name in names]
    # Late enough for points of two digits, and for Iron Throne cards.
    position = host("start", name="westeros-intrigue", seats=people, options=[], seed=9)
    game, at = position["game"], {"game": position["game"], "seat": 0}
    while position["view"]["table"]["round_number"] < 6 or position["waits_for"] != "person":
        moment = position["moment"]
        if position["waits_for"] == "person":
            position = host("play", moment=moment, move=position["moves"][0], **at)
        else:
            position = host("step", moment=moment, **at)
    assert max(position["view"]["table"]["penalty_points"]) > 9
    host("invite", game=game, seat=None)
    watch = server.address.replace(server.token, server.engine.people.of(game).watch)
    for width in (320, 360, 390):
        for address, shown in ((f"{server.address}/{game}", 5), (watch, 6)):
            size = {"width": width, "height": 640}
            person = Person(browser, address, screen="game", viewport=size)
            assert person.page.evaluate(CUT) == [[True] * 3] * shown, width
            assert person.page.evaluate("document.documentElement.scrollWidth") == width
            buttons = person.page.locator("#show-told").bounding_box()
            assert buttons is not None
            assert buttons["y"] + buttons["height"] <= 641
            person.leave()


@in_a_browser
def test_an_alert_lies_over_the_table_and_moves_nothing(browser: Browser, server: Server) -> None:
    person = Person(browser, server.address, viewport={"width": 390, "height": 844})
    person.begin("person", "greedy", "greedy")
    court = person.page.locator("#court")
    before = court.bounding_box()
    person.page.evaluate(
        "document.querySelector('#alert').textContent = 'No connection '.repeat(9)"
    )
    assert court.bounding_box() == before
    assert person.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    person.leave()


@in_a_browser
def test_all_buttons_above_a_table_of_friends_fit_a_narrow_phone(
    browser: Browser, server: Server
) -> None:
    host = through(server)
    game = begun(host, ("person", "person", "greedy"))["game"]
    host("invite", game=game, seat=1)
    host("begin", game=game)
    narrow = {"width": 320, "height": 640}
    person = Person(browser, f"{server.address}/{game}", screen="game", viewport=narrow)
    assert person.page.locator("#reactions").is_visible()
    assert person.page.evaluate("document.documentElement.scrollWidth") == narrow["width"]
    person.leave()
