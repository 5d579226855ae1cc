"""An evening of six friends: they come, go, return and play again, and stay who they are."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import pytest
from helpers.patience import PATIENCE
from helpers.ports import own_port

from play.page.asking import FAR, bearing, requested
from play.page.browsing import Person, in_a_browser, place_first

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("Hal", "Ann", "Ben", "Cyd", "Dan", "Eve")
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}
HAS_PLACED = "localStorage.setItem('westeros-intrigue-placed', 9)"
HAS_TURN = """() => document.querySelector('#hand-part.turn')?.checkVisibility()
  && Boolean(document.querySelector('#hand button:not(.card--nowhere)'))"""
READ_ON = """() => document.querySelector('#onward').checkVisibility()
  && document.querySelector('#onward').click()"""
READ_TO_THE_END = f"""() => {{
  ({READ_ON})();
  return !document.querySelector('#ending').hidden;
}}"""
# Sixty seconds are three here.
PROGRAM = """
import sys
from westeros_intrigue.play.sessions import people
people.SECONDS_UNTIL_FREE = 3
from westeros_intrigue.play.page.server import _Handler
_Handler._address = property(lambda handler: handler.headers.get("X-Far-Address", "localhost"))
from westeros_intrigue.play.terminal import main
sys.exit(main())
"""


def at_address(name: str) -> dict[str, Any]:
    """Return the settings of a browser at an address of its own, except for that of the host."""
    address = "localhost" if name == "Hal" else f"192.0.2.{NAMES.index(name)}"
    return {"extra_http_headers": {FAR: address}}


@contextmanager
def serving_at(port: int, games: Path) -> Iterator[str]:
    """Serve in a process of its own, and kill it at the end; yield the host's address."""
    command = [sys.executable, "-c", PROGRAM, "web", "--no-browser", "--port", str(port)]
    with subprocess.Popen(
        [*command, "--folder", str(games)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().removeprefix("Play at ").strip()
        finally:
            process.send_signal(signal.SIGKILL)


class Evening:
    """Six people at a table, each in a browser of their own, and what they must read."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.people: dict[str, Person] = {}
        seats = [{"name": name if name == "Hal" else "", "who": "person"} for name in NAMES]
        options = [{"name": "rounds", "value": "1"}]
        self.ask("pace", milliseconds=0)
        position = self.ask("start", name="westeros-intrigue", seats=seats, options=options, seed=3)
        self.game = str(position["game"])
        for seat in range(1, len(NAMES)):
            link = self.ask("invite", game=self.game, seat=seat)["link"]
        self.link = str(link["addresses"][0])

    def ask(self, do: str, **members: object) -> Any:
        """Ask as the host's screen does, without being there."""
        body = json.dumps(requested(do, members)).encode()
        place, _, token = self.address.partition("#")
        headers = {"Content-Type": "application/json", **bearing(token)}
        request = Request(f"{place}messages", body, headers)  # noqa: S310 - of this machine
        with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return json.load(answer)

    def look(self) -> Any:
        return self.ask("look", game=self.game, seat=None)

    def come(self, name: str) -> Person:
        """Open the page of a person, who sits down in the first free chair."""
        address = f"{self.address}/{self.game}" if name == "Hal" else self.link
        person = Person(self.browser, address, screen="", **PHONE, **at_address(name))
        if name != "Hal":
            person.page.wait_for_selector("#join:not([hidden])")
            person.page.evaluate(HAS_PLACED)
            person.page.fill("#join-name", name)
            person.page.click("#sit-down")
        person.page.wait_for_selector("#game:not([hidden])")
        self.people[name] = person
        return person

    def go(self, name: str) -> None:
        """Close the page of a person, without a word."""
        person = self.people.pop(name)
        person.page.unroute_all(behavior="ignoreErrors")
        person.context.close()

    def play_until(self, condition: str, most: int = 400) -> None:
        """Let everybody who is there place cards and read on, until a screen shows something."""
        for _ in range(most):
            for person in self.people.values():
                page = person.page
                if page.locator(condition).count():
                    return
                if page.evaluate(HAS_TURN):
                    told = person.told
                    place_first(page)
                    person.until_told_more(told)
                else:  # others may have read on meanwhile
                    page.evaluate(READ_ON)
            page.wait_for_timeout(60)
        pytest.fail(f"nobody sees {condition}: {self.look()['active']}")

    def let_computer_play_for(self, name: str, by: str) -> None:
        """Let somebody at the table let the computer play, as soon as that is allowed."""
        page = self.people[by].page
        page.click("#show-friends")
        row = page.locator("#friends-list li", has=page.locator(f"b:text-is('{name}')"))
        for _ in range(60):
            if row.get_by_text("Let the computer play").count():
                break
            page.wait_for_timeout(200)
            page.click("#friends form button.main")
            page.click("#show-friends")
        row.get_by_text("Let the computer play").click()
        row.get_by_text("plays for them").wait_for()
        page.click("#friends form button.main")

    def check_names(self, *others: Person) -> None:
        """Check that every screen calls the six people by their names, and nobody else."""
        for person in (*self.people.values(), *others):
            page = person.page
            names = page.locator("#scores tbody th").all_inner_texts()
            seen = [name.partition(",")[0] for name in names]
            assert seen == list(NAMES), seen
            text = page.inner_text("body")
            for wrong in ("Player ", "Greedy", "stopped working", "undefined", "null"):
                assert wrong not in text, f"{wrong!r} in {text}"


def sit_down_and_watch(evening: Evening) -> Person:
    """Let six friends sit down and play, and a spectator watch."""
    for name in NAMES:
        evening.come(name)
    fan = Person(evening.browser, evening.link, screen="join", **PHONE)
    fan.page.click("#watch")
    fan.page.wait_for_selector("#game:not([hidden])")
    evening.play_until("#told li:nth-child(8)")
    evening.check_names(fan)
    return fan


def leave_one_by_one(evening: Evening) -> Person:
    """Let one say good bye, and two go without a word; the others do what is needed."""
    cyd = evening.people["Cyd"].page
    cyd.once("dialog", lambda dialog: dialog.accept())
    cyd.click("#show-friends")
    cyd.click("text=Leave the table")
    cyd.wait_for_selector("#come-back:not([hidden])")
    left = evening.people.pop("Cyd")
    evening.go("Dan")
    evening.let_computer_play_for("Dan", by="Ann")
    evening.go("Hal")
    evening.let_computer_play_for("Hal", by="Eve")
    evening.play_until("#told li:nth-child(14)")
    seats = {seat["name"]: seat["stand_in"] for seat in evening.look()["seats"]}
    assert {name for name, stand_in in seats.items() if stand_in} == {"Hal", "Cyd", "Dan"}
    assert len({*filter(None, seats.values())}) == 3
    return left


def come_back(evening: Evening, left: Person) -> None:
    """Let one come back with another phone, whom the others know, and one by the same page."""
    dan = Person(evening.browser, evening.link, screen="join", **PHONE, **at_address("Dan"))
    dan.page.evaluate(HAS_PLACED)
    dan.page.get_by_text("I am Dan").click()
    evening.people["Ann"].page.locator("#notice").get_by_text("It is Dan").click()
    dan.page.wait_for_selector("#game:not([hidden])")
    left.page.click("#come-back")
    left.page.wait_for_selector("#game:not([hidden])")
    left.page.locator("#notice").filter(has_text="Ann has let somebody in as Dan").wait_for()
    left.page.locator("#notice").get_by_text("OK").click()
    evening.people["Ben"].page.locator("#notice").get_by_text("OK").click()
    evening.people |= {"Dan": dan, "Cyd": left}
    left.page.locator("#notice").wait_for(state="hidden")
    stand_ins = {seat["name"] for seat in evening.look()["seats"] if seat["stand_in"]}
    assert stand_ins == {"Hal"}


def play_to_the_end(evening: Evening) -> None:
    """Let all who are there play until the game is over, which every screen says with six names."""
    evening.play_until("#ending:not([hidden])")
    for person in evening.people.values():
        # Whoever still reads the end of the round stays there, whatever the others do.
        person.page.wait_for_function(READ_TO_THE_END)
        person.page.locator("#ending-heading").filter(has_text="win").wait_for()
        places = " ".join(person.page.locator("#totals th").all_inner_texts())
        assert all(name in places for name in NAMES)


def play_again(evening: Evening, fan: Person, by: str) -> None:
    """Let one begin another game, to which all come along."""
    evening.people[by].page.click("#rematch")
    for person in (*evening.people.values(), fan):
        person.page.wait_for_selector("#game:not([hidden])")
    before, evening.game = evening.game, evening.ask("again", game=evening.game)["game"]
    assert evening.game != before


def let_host_return(evening: Evening) -> None:
    """Let the host return to the second game, whose seat is then played by nobody else."""
    hal = evening.come("Hal")
    hal.page.locator("#notice").wait_for(state="hidden")
    evening.play_until("#told li:nth-child(7)")
    assert [seat["stand_in"] for seat in evening.look()["seats"]] == [""] * len(NAMES)


def put_two_phones_away(evening: Evening) -> None:
    """Let two people close their pages in the third game; the table continues without them."""
    for name in ("Ann", "Dan"):
        evening.go(name)
    for name in ("Ann", "Dan"):
        evening.let_computer_play_for(name, by="Cyd")
    stand_ins = {seat["name"] for seat in evening.look()["seats"] if seat["stand_in"]}
    assert stand_ins == {"Ann", "Dan"}


@in_a_browser
def test_six_friends_come_go_and_return_and_each_stays_who_they_are(
    browser: Browser, tmp_path: Path
) -> None:
    """It takes long: seven browsers play three games, with a click for each card."""
    port = own_port()
    with serving_at(port, tmp_path) as address:
        evening = Evening(browser, address)
        fan = sit_down_and_watch(evening)
        left = leave_one_by_one(evening)
        evening.check_names(fan)
    # The machine of the host falls asleep; meanwhile, somebody may place a card.
    movers = [each for each in evening.people.values() if each.page.evaluate(HAS_TURN)]
    for mover in movers:
        place_first(mover.page)
        mover.page.get_by_role("alert").filter(has_text="No connection").wait_for()
    with serving_at(port, tmp_path) as again:
        assert again == address
        for person in (*evening.people.values(), fan):
            person.page.wait_for_selector("#alert:empty", state="attached")
        come_back(evening, left)
        evening.check_names(fan)
        play_to_the_end(evening)
        play_again(evening, fan, by="Eve")
        let_host_return(evening)
        evening.check_names(fan)
        play_to_the_end(evening)
        play_again(evening, fan, by="Ben")
        evening.check_names(fan)
        put_two_phones_away(evening)
        evening.check_names(fan)
        play_to_the_end(evening)
        for person in (*evening.people.values(), fan):
            person.leave()
